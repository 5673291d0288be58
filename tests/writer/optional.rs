//! An absent optional part: the Verilog does not contain it, its outputs are constants, and all simulations agree on
//! the rest.

#[cfg(feature = "eda")]
use crate::common;
#[cfg(feature = "eda")]
use crate::icarus;

use rust_hdl::prelude::*;
use tengen::{
    Circuit, LogicState, LogicStruct, Optional, Register,
    hdl::library::memory::DualPortRam,
    hdl::verilog::{netlist, verilog},
    kernel,
};
use tengen_sim::{Engine, Native, PortDirection, Random, fast};

#[derive(LogicState, Copy, Clone, Debug, PartialEq)]
pub enum Level {
    Empty,
    Some,
    Full,
}

#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
pub struct Entry {
    points: Bits<5>,
    final_one: Bit,
}

/// Stores entries, and counts them.
#[derive(Circuit)]
pub struct Archive {
    pub clock: Signal<In, Clock>,
    pub store: Signal<In, Bit>,
    pub at: Signal<In, Bits<3>>,
    pub entry: Signal<In, Entry>,
    pub found: Signal<Out, Entry>,
    pub count: Signal<Out, Bits<4>>,
    pub level: Signal<Out, Level>,
    /// Combinational.
    pub last: Signal<Out, Bit>,
    #[init(5)]
    pub room: Signal<Out, Bits<4>>,
    ram: DualPortRam<Entry, 3>,
    stored: Register<Bits<4>>,
}

#[kernel]
impl Logic for Archive {
    fn update(&mut self) {
        ram.write_enable = store;
        ram.write_address = at;
        ram.write_data = entry;
        ram.read_address = at;
        found = ram.read_data;
        if store {
            stored.d = stored.q + 1;
        }
        count = stored.q;
        level = Level::Some;
        if stored.q == 0 {
            level = Level::Empty;
        } else if stored.q > 12 {
            level = Level::Full;
        }
        last = store & (at == 7);
        room = !stored.q;
    }
}

/// Two archives, a memory and a register, each optional; their outputs are read in every way.
#[derive(Circuit)]
pub struct House {
    pub clock: Signal<In, Clock>,
    pub store: Signal<In, Bit>,
    pub at: Signal<In, Bits<3>>,
    pub entry: Signal<In, Entry>,
    pub mask: Signal<In, Bits<8>>,
    pub best: Signal<Out, Entry>,
    pub total: Signal<Out, Bits<4>>,
    pub fewer: Signal<Out, Bit>,
    pub chosen: Signal<Out, Bit>,
    pub levels: Signal<Out, Bits<2>>,
    pub level: Signal<Out, Level>,
    pub room: Signal<Out, Bits<4>>,
    pub word: Signal<Out, Bits<8>>,
    near: Optional<Archive>,
    far: [Optional<Archive>; 2],
    memory: Optional<DualPortRam<Bits<8>, 3>>,
    held: Optional<Register<Bits<8>>>,
    /// Only the far archive reads it.
    sent: Register<Bit>,
    prepared: Signal<Local, Entry>,
}

#[kernel]
impl Logic for House {
    fn update(&mut self) {
        near.store = store;
        near.at = at;
        near.entry = entry;
        sent.d = store & !near.last;
        prepared.points = near.found.points + 1;
        prepared.final_one = entry.final_one;
        for i in 0..2 {
            far[i].store = sent.q;
            far[i].at = near.room.get_bits::<3>(0);
            far[i].entry = prepared;
        }
        memory.write_enable = store;
        memory.write_address = at;
        memory.write_data = mask;
        memory.read_address = near.count.get_bits::<3>(0);
        held.d = mask;

        best = entry;
        if near.last {
            best = near.found;
        } else if far[0].count > near.count {
            best = far[0].found;
        }
        total = near.count + far[0].count + far[1].count;
        fewer = bit_cast::<4, 3>(at) < near.count;
        chosen = mask.get_bit(near.count.get_bits::<3>(0).index()) ^ near.found.final_one;
        levels = 0;
        match near.level {
            Level::Empty => levels = 1,
            Level::Some => levels = 2,
            Level::Full => {
                if far[1].last {
                    levels = 3;
                }
            }
        }
        level = far[0].level;
        room = near.room ^ far[1].room;
        word = memory.read_data ^ held.q;
    }
}

/// A house with these parts present: the near archive, the far ones, the memory and the register.
fn house(there: u32) -> House {
    let is = |part: u32| there >> part & 1 == 1;
    House {
        near: Optional::when(is(0)),
        far: [1, 2].map(|part| Optional::when(is(part))),
        memory: Optional::when(is(3)),
        held: Optional::when(is(4)),
        ..House::default()
    }
}

const ALL: u32 = 0b11111;

#[test]
fn what_is_absent_has_no_module_no_instance_and_constants_for_outputs() {
    let text = verilog(&mut house(ALL), "house").unwrap();
    for there in [
        "archive near (",
        "archive far_0 (",
        "archive far_1 (",
        "module archive (",
        "dual_port_ram_",
        "held_q",
    ] {
        assert!(text.contains(there), "{there} in\n{text}");
    }

    insta::assert_snapshot!(verilog(&mut house(0), "house").unwrap());

    let text = verilog(&mut house(ALL & !0b10), "house").unwrap();
    assert!(text.contains("archive near (") && text.contains("archive far_1 (") && !text.contains("archive far_0 ("));
    assert!(!text.contains("far_0_store") && !text.contains("far_0_at"), "{text}");
    assert!(text.contains("far_0_count = 4'd0;"), "{text}");
}

#[test]
fn the_fast_engine_leaves_out_the_same() {
    for there in 0..=ALL {
        let netlist = netlist(&mut house(there), "house", &|_| true).unwrap();
        let named = |part: &str| netlist.names.keys().any(|path| path.starts_with(part));
        let found = ["near.", "far_0.", "far_1.", "memory.", "held."].map(named);
        let expected = [0, 1, 2, 3, 4].map(|part| there >> part & 1 == 1);
        assert_eq!(found, expected);
        run(Native::new(house(there)), fast::start(netlist, House::ports()));
    }
}

/// Drives both with random inputs, and compares them before and after every edge.
fn run(left: impl Engine, right: impl Engine) {
    let mut both = tengen_sim::Pair::new(left, right).unwrap();
    let inputs: Vec<(usize, usize)> = (both.ports().iter().enumerate())
        .filter(|(_, port)| port.direction == PortDirection::Input)
        .map(|(number, port)| (number, port.width))
        .collect();
    let mut random = Random::new(3);
    for _ in 0..1000 {
        for &(port, width) in &inputs {
            both.set(port, random.bits(width));
        }
        both.settle().unwrap();
        both.step().unwrap();
    }
}

/// Under Verilator clock by clock, in Icarus Verilog by events; without warnings, latches or loops.
#[cfg(feature = "eda")]
#[test]
fn the_verilog_does_what_the_simulation_does() {
    for there in [ALL, 0b01011, 0b10001, 0b00110, 0] {
        common::inspect(|| house(there), "house");
        common::co_simulate(|| house(there), "house", 5_000);
        let bench = icarus::Bench::new("house", move || Box::new(Native::new(house(there))));
        let bench = bench.power_on(true, |engine| {
            let mut random = Random::new(4);
            let inputs = ["store", "at", "entry", "mask"].map(|name| engine.port(name));
            for _ in 0..300 {
                for port in inputs {
                    engine.set(port, random.bits(engine.ports()[port].width));
                }
                engine.step();
            }
        });
        let text = verilog(&mut house(there), "house").unwrap();
        for generation in ["-g2001", "-g2012"] {
            assert_eq!(
                bench.fault(&text, generation),
                None,
                "{there:05b}, {generation}\n{text}"
            );
        }
    }
}

/// A bidirectional wire.
#[derive(Circuit)]
pub struct Pad {
    pub pad: Signal<InOut, Bit>,
    pub level: Signal<Out, Bit>,
}

impl Logic for Pad {
    fn update(&mut self) {
        self.level.next = self.pad.val();
    }

    fn connect(&mut self) {
        self.level.connect();
    }

    fn hdl(&self) -> Verilog {
        Verilog::Custom("assign level = pad;".into())
    }
}

macro_rules! holder {
    ($name:ident, { $($field:ident: $ty:ty),* $(,)? }, $update:item) => {
        #[derive(Circuit)]
        pub struct $name {
            pub a: Signal<In, Bits<4>>,
            pub y: Signal<Out, Bits<4>>,
            $($field: $ty,)*
        }

        impl Logic for $name {
            $update
        }
    };
}

/// Adds one.
#[derive(Circuit)]
pub struct Successor {
    pub number: Signal<In, Bits<4>>,
    pub successor: Signal<Out, Bits<4>>,
}

#[kernel]
impl Logic for Successor {
    fn update(&mut self) {
        successor = number + 1;
    }
}

holder!(Loose, { part: Optional<Successor> }, #[hdl_gen] fn update(&mut self) {
    self.y.next = self.part.successor.val() ^ self.a.val();
});

holder!(Reads, { part: Optional<Successor> }, #[hdl_gen] fn update(&mut self) {
    self.part.number.next = self.a.val();
    self.y.next = self.part.number.val();
});

holder!(Joined, { pad: Signal<InOut, Bit>, pads: Optional<Pad> }, #[hdl_gen] fn update(&mut self) {
    Signal::<InOut, Bit>::link(&mut self.pad, &mut self.pads.pad);
    self.y.next = self.a.val();
});

#[test]
fn what_is_wrong_about_a_part_is_wrong_without_it() {
    let mut loose = Loose { part: Optional::absent(), ..Loose::default() };
    let mut reads = Reads { part: Optional::absent(), ..Reads::default() };
    let mut joined = Joined { pads: Optional::absent(), ..Joined::default() };
    let said = [
        verilog(&mut loose, "loose"),
        verilog(&mut reads, "reads"),
        verilog(&mut joined, "joined"),
        verilog(&mut Optional::<Successor>::absent(), "alone"),
    ];
    let said = said.map(|text| text.unwrap_err().to_string());
    for (said, expected) in said.iter().zip([
        "loose.part.number: not connected: the kernel of loose never drives it",
        "reads.part.number: read by the kernel of reads, but it is an input of a part: read what drives it instead",
        "joined.pads.pad: goes both ways, so the part cannot be left out: nobody would drive it",
        "alone: left out, so there is nothing to write",
    ]) {
        assert!(said.starts_with(expected), "{said}");
    }
}
