//! How many clocks a second circuits make that work in every clock: under the fast engine, which compiles them, in the
//! rust-hdl simulation, and as emitted Verilog under Verilator.
//!
//! ```text
//! cargo bench --bench busy                     the fast engine and the rust-hdl simulation
//! cargo bench --bench busy --features eda      under Verilator too (`tengen tools --install` fetches it)
//! cargo bench --bench busy -- othello          only the circuits with that in their names
//! ```
//!
//! `portable` is the program interpreted, as without generated code; `by events` the engine without programs.
//! The figures are thousands of clocks a second of processor time, all inputs as they are, and of several clocks those of the
//! fastest; `ready` is the time from the netlist to the first clock at that speed; `waves` by what factor the waves of some signals
//! as FST slow it down. Verilator and the compiler of its model both run with -O3.

mod processor;

use std::{io::BufWriter, time::Duration};

use busy::{
    fifo::{Crossing, OneClock},
    filter::Filter,
    processor::{DEMONSTRATION, Processor},
};
use criterion::measurement::Measurement;
use processor::ProcessorTime;
use tengen::{
    gateware::{
        gomoku::{GomokuSearch, RenjuJudge},
        othello::OthelloEngine,
    },
    hdl::verilog,
    rules::gomoku::search::Lanes,
};
use tengen_sim::{
    ByName, Circuit, Clocks, Engine, FastTracer, Fst, Native, WaveOptions, WaveSignal, Waveform, chosen,
    fast::{self, Domains, Fast, Netlist, Pace, Whole},
};

/// How to make a circuit, and what to make it do.
struct Busy<C> {
    name: &'static str,
    make: fn() -> C,
    begin: fn(&mut dyn Engine),
    /// The clocks, if there are several.
    clocks: &'static [(&'static str, u64)],
    /// The signals whose waves are recorded, if any are.
    signals: &'static [&'static str],
}

/// Half a period of each clock of the FIFO.
const CROSSING: [(&str, u64); 2] = [("write_clock", 5), ("read_clock", 7)];

/// Each engine runs for so long.
const MEASURED: Duration = Duration::from_millis(800);
/// Clocks in a row, after which a circuit that has come to its end begins again.
const CLOCKS: u64 = 4000;
/// Clocks in a batch, as in the fast engine.
const LINE: usize = 800;
/// The fast engine is ready when it makes so much of its final speed.
const READY: f64 = 0.7;

fn main() {
    let wanted = std::env::args().skip(1).find(|argument| !argument.starts_with('-'));
    println!(
        "{:18} {:>9} {:>7} {:>9} {:>9} {:>9} {:>9} {:>7} {:>7}",
        "", "fast", "ready", "portable", "by events", "rust-hdl", "Verilator", "ratio", "waves"
    );
    let wanted = |name: &str| wanted.as_ref().is_none_or(|wanted| name.contains(wanted.as_str()));
    let search = Busy {
        signals: &["tries", "enters", "retracts", "best_now", "outcome"],
        ..Busy::new("gomoku_search", || GomokuSearch::new(Lanes::Four), think)
    };
    search.measure(wanted);
    Busy::new("othello_engine", OthelloEngine::default, solve).measure(wanted);
    Busy::new("renju_judge", RenjuJudge::default, judge).measure(wanted);
    let processor = Busy {
        signals: &["next.q", "jumps", "stores", "result", "outward"],
        ..Busy::new("processor", || Processor::running(&DEMONSTRATION), |_| ())
    };
    processor.measure(wanted);
    Busy::new("filter", Filter::default, |_| ()).measure(wanted);
    Busy { clocks: &CROSSING, ..Busy::new("crossing", Crossing::default, |_| ()) }.measure(wanted);
    Busy::new("one_clock", OneClock::default, |_| ()).measure(wanted);
}

/// The time that this thread has run.
fn processor_time() -> Duration {
    ProcessorTime.start()
}

/// Places some stones, and lets the search think.
fn think(engine: &mut dyn Engine) {
    stones(engine);
    engine.drive("colour", 1);
    engine.drive("budget", 20_000_000);
    engine.strobe("think");
}

/// Lets Othello's engine solve a position.
fn solve(engine: &mut dyn Engine) {
    engine.drive("black", 0x0000_003C_1C3F_7E00);
    engine.drive("white", 0x0000_0F03_E300_0000);
    engine.strobe("load");
    engine.steps(100);
    engine.strobe("start");
}

/// Places some stones, and asks for a verdict.
fn judge(engine: &mut dyn Engine) {
    stones(engine);
    engine.drive("row", 7);
    engine.drive("col", 8);
    engine.drive("colour", 0);
    engine.strobe("judge");
}

fn stones(engine: &mut dyn Engine) {
    engine.strobe("clear");
    engine.clocks_while("busy", CLOCKS);
    for (number, (row, col)) in (0..).zip([(7, 7), (8, 8), (6, 8), (8, 6), (5, 7), (7, 6), (9, 9)]) {
        engine.drive("row", row);
        engine.drive("col", col);
        engine.drive("colour", number & 1);
        engine.strobe("place");
        engine.clocks_while("busy", CLOCKS);
    }
}

impl<C: Circuit> Busy<C> {
    /// A circuit with one clock, without waves.
    fn new(name: &'static str, make: fn() -> C, begin: fn(&mut dyn Engine)) -> Self {
        Busy { name, make, begin, clocks: &[], signals: &[] }
    }

    fn measure(&self, wanted: impl Fn(&str) -> bool) {
        if !wanted(self.name) {
            return;
        }
        let netlist = verilog::netlist(&mut (self.make)(), self.name, &|_| false).expect("a netlist");
        let ports = C::ports();
        let paced = |pace| self.paced(&netlist, pace);
        let [portable, by_events] =
            [Pace::Interpreted, Pace::Parts].map(|pace| self.speed(paced(pace), processor_time()).0);
        let begun = processor_time();
        let (fast, ready) = self.speed(fast::start(netlist, ports), begun);
        let (native, _) = self.speed(Native::new((self.make)()), processor_time());
        let (verilator, ratio) = match self.verilator() {
            Some(verilator) => (format!("{verilator:.0}"), format!("{:.2}", fast / verilator)),
            None => Default::default(),
        };
        let waves = self.traced().map(|traced| format!("{:.2}", fast / traced));
        let (name, waves) = (self.name, waves.unwrap_or_default());
        println!(
            "{name:18} {fast:9.0} {ready:5.2} s {portable:9.0} {by_events:9.0} {native:9.0} {verilator:>9} {ratio:>7} {waves:>7}"
        );
    }

    /// The speed while the waves are recorded.
    fn traced(&self) -> Option<f64> {
        let signals: Vec<String> = self.signals.iter().map(|signal| signal.to_string()).collect();
        if signals.is_empty() {
            return None;
        }
        let options = WaveOptions { signals, ..WaveOptions::new(self.name) };
        let signals = chosen(&(self.make)(), &options).expect("signals");
        let paths: Vec<String> = signals.iter().map(WaveSignal::path).collect();
        let netlist = verilog::netlist(&mut (self.make)(), self.name, &|path| paths.iter().any(|of| of == path));
        let fast = Fast::new(netlist.expect("a netlist"), C::ports());
        let file = Fst::new(BufWriter::new(tempfile::tempfile().expect("a file")));
        let tracer = FastTracer::new(fast, signals, &options, file).expect("a file");
        Some(self.speed(tracer, processor_time()).0)
    }

    /// The fast engine at that pace.
    fn paced(&self, netlist: &Netlist, pace: Pace) -> Box<dyn Engine> {
        match (self.clocks, pace) {
            ([], _) => Box::new(Fast::paced(netlist.clone(), C::ports(), LINE, pace)),
            (_, Pace::Parts) => Box::new(Whole::new(netlist, C::ports())),
            _ => Box::new(Domains::new(netlist, C::ports(), pace, None).expect("several clocks")),
        }
    }

    /// Thousands of clocks a second, and the seconds until the engine was as fast.
    fn speed(&self, mut engine: impl Engine, begun: Duration) -> (f64, f64) {
        let busy = engine.ports().iter().position(|port| port.name == "busy");
        let waveform = |(name, half_period): &(&str, u64)| Waveform {
            port: engine.port(name),
            half_period: *half_period,
            first_rise: 0,
        };
        let waveforms: Vec<Waveform> = self.clocks.iter().map(waveform).collect();
        let period = waveforms.iter().map(|waveform| 2 * waveform.half_period).min();
        let mut several = period.map(|_| Clocks::new(&waveforms));
        let mut marks = vec![];
        let mut clocks = 0;
        (self.begin)(&mut engine);
        let start = processor_time();
        while processor_time() - start < MEASURED {
            // What has come to its end begins again.
            if busy.is_some_and(|busy| engine.get(busy) == 0) {
                (self.begin)(&mut engine);
            }
            let steps = if busy.is_some() { CLOCKS / 10 } else { CLOCKS };
            clocks += steps;
            match (&mut several, period) {
                (Some(several), Some(period)) => engine.run_until(several, clocks * period),
                _ => engine.steps(steps),
            }
            marks.push((clocks, processor_time()));
        }
        let speed = |from: usize, to: usize| {
            let (first, last) = (marks[from], marks[to]);
            (last.0 - first.0) as f64 / (last.1 - first.1).as_secs_f64() / 1000.0
        };
        let last = marks.len() - 1;
        let total = speed(last / 2, last);
        let slow = (0..last).rfind(|mark| speed(*mark, last.min(mark + 1)) < READY * total && *mark < last / 2);
        let ready = marks[slow.map_or(0, |mark| mark + 1)].1 - begun;
        (total, ready.as_secs_f64())
    }

    #[cfg(feature = "eda")]
    fn verilator(&self) -> Option<f64> {
        use std::path::Path;
        let tool = tengen::hdl::tools::Tools::find().verilator().ok()?;
        let text = verilog::verilog(&mut (self.make)(), self.name).expect("Verilog");
        let cache = Path::new(concat!(env!("CARGO_TARGET_TMPDIR"), "/models"));
        let model = tool.build(&text, self.name, &C::ports(), cache).expect("a model");
        Some(self.speed(model.start(), processor_time()).0)
    }

    #[cfg(not(feature = "eda"))]
    fn verilator(&self) -> Option<f64> {
        None
    }
}
