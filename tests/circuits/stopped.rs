//! Stops a search at its circuit's ports, and checks that it answers in the required clock.

use tengen_sim::{ByName, Engine};

/// After the strobe: checks that the answer is done exactly `clocks` later. `stop` is high from that clock on, unless
/// the answer comes first.
pub fn is_done_after(engine: &mut dyn Engine, clocks: u64, stop: Option<u64>) {
    let mut passed = 1;
    if let Some(stop) = stop.filter(|stop| stop + 1 < clocks) {
        engine.steps(stop - passed);
        engine.drive("stop", 1);
        passed = stop;
    }
    engine.steps(clocks - 1 - passed);
    assert_eq!([engine.read("busy"), engine.read("done")], [1, 0], "stop {stop:?}");
    engine.step();
    assert_eq!(engine.read("done"), 1, "stop {stop:?}");
    engine.drive("stop", 0);
}
