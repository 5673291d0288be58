//! The two lines between a host, which is a circuit in an engine, and the model of a device. Whoever runs the engine calls
//! [`Plug::connect`] before each clock.

use super::UsbKeyboard;
use crate::Engine;

/// The ports of a host's two lines.
#[derive(Clone, Copy, Debug)]
pub struct Plug {
    plus: usize,
    minus: usize,
    plus_out: usize,
    minus_out: usize,
    drive: usize,
}

impl Plug {
    /// Finds the ports: `plus`, `minus`, `plus_out`, `minus_out` and `drive`, each with `prefix` before its name.
    ///
    /// # Panics
    /// If the circuit has no such ports.
    pub fn of(engine: &(impl Engine + ?Sized), prefix: &str) -> Plug {
        let port = |name: &str| engine.port(&format!("{prefix}{name}"));
        Plug {
            plus: port("plus"),
            minus: port("minus"),
            plus_out: port("plus_out"),
            minus_out: port("minus_out"),
            drive: port("drive"),
        }
    }

    /// Tells the device what the host drives in this clock, and the host the levels of the lines.
    pub fn connect(&self, engine: &mut (impl Engine + ?Sized), device: &mut UsbKeyboard) {
        let is = |port| engine.get(port) == 1;
        let levels = device.next(is(self.drive).then(|| (is(self.plus_out), is(self.minus_out))));
        engine.set(self.plus, levels.0.into());
        engine.set(self.minus, levels.1.into());
    }
}
