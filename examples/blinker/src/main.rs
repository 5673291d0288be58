//! A lamp that blinks, half a second on and half a second off, and keeps its state while a button is held.

use anyhow::Result;
use rust_hdl::prelude::*;
use rust_hdl_bsp::{Wanted, boards};
use std::{fs, fs::File, path::Path};
use tengen_hdl::{Circuit, Register, circuit_file::circuit_file, kernel};
use tengen_hdl::{fit::fit, run::Run, tools::Tools};
use tengen_sim::{Engine, Native, Tracer, Vcd, WaveOptions};

#[derive(Circuit)]
pub struct Blinker {
    pub clock: Signal<In, Clock>,
    pub button: Signal<In, Bit>,
    pub led: Signal<Out, Bit>,

    first: Register<Bit>,
    held: Register<Bit>,
    count: Register<Bits<23>>,
    lit: Register<Bit>,
    /// Half a second at 12 MHz.
    #[init(6_000_000 - 1)]
    last: Constant<Bits<23>>,
}

impl Blinker {
    /// Creates a blinker whose lamp changes every `clocks` clocks, 1 to 2^23.
    pub fn every(clocks: u64) -> Blinker {
        Blinker { last: Constant::new((clocks - 1).into()), ..Blinker::default() }
    }
}

#[kernel]
impl Logic for Blinker {
    fn update(&mut self) {
        // Nobody presses a button in time with the clock: it passes two flip-flops before it is read.
        first.d = button;
        held.d = first.q;
        if !held.q {
            count.d = count.q + 1;
            if count.q == last {
                count.d = 0;
                lit.d = !lit.q;
            }
        }
        led = lit.q;
    }
}

fn main() -> Result<()> {
    // Four clocks on and four off are short enough to look at clock by clock.
    let waves = Vcd::new(File::create("blinker.vcd")?);
    let mut quick = Tracer::new(Native::new(Blinker::every(4)), &WaveOptions::new("blinker"), waves)?;
    let [button, led] = ["button", "led"].map(|name| quick.port(name));
    for (held, clocks) in [(0, 18), (1, 12), (0, 10)] {
        quick.set(button, held);
        for _ in 0..clocks {
            quick.step();
            print!("{}", ["_", "#"][quick.get(led) as usize]);
        }
    }
    quick.finish()?;

    let page = circuit_file(&mut Blinker::every(4), "blinker")?;
    fs::write("blinker.circuit", page.to_bytes()?)?;

    let board = boards::find("icebreaker").expect("a board of that name");
    let places = [("button", "buttons"), ("led", "leds[0]")];
    let clock = Wanted::exactly(12_000);
    let build = fit(&mut Blinker::default(), "blinker", board, clock, &places)?;
    build.write(Path::new("blinker"))?;
    println!("\nblinker.vcd, blinker.circuit and the folder blinker are written");

    let report = Run::prepare(&build, &Tools::find())?.run(Path::new("blinker"), |_| {})?;
    print!("placed and timed: {}", report.json()?);
    Ok(())
}
