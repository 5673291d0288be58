//! Complete modules as the writer prints them: the texts that engineers read when timing fails.

use rust_hdl::prelude::*;
use rust_hdl_widgets::dff_setup;
use tengen::{
    Circuit, Register,
    gateware::keyboard::Controls,
    hdl::{
        library::memory::{DualPortRam, Rom},
        verilog::verilog,
    },
};
use tengen_sim::{ByName, Engine, Native};

/// A comment in a kernel, which the writer copies.
macro_rules! comment {
    ($text:literal) => {};
}

#[derive(LogicState, Copy, Clone, Debug, PartialEq)]
pub enum Phase {
    Idle,
    Run,
    Done,
}

#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
pub struct Walk {
    phase: Phase,
    position: Bits<4>,
    down: Bit,
}

#[derive(Circuit)]
pub struct Walker {
    pub clock: Signal<In, Clock>,
    pub start: Signal<In, Bit>,
    pub position: Signal<Out, Bits<4>>,
    pub next_to_last: Signal<Out, Bit>,
    #[init(11)]
    last: Constant<Bits<4>>,
    state: Register<Walk>,
}

impl Logic for Walker {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, state);
        match self.state.q.val().phase {
            Phase::Idle => {
                if self.start.val() {
                    self.state.d.next.phase = Phase::Run;
                }
            }
            Phase::Run => {
                comment!("One step a clock, until the last.");
                self.state.d.next.position = self.state.q.val().position + 1;
                if self.state.q.val().position + 1 == self.last.val() {
                    self.state.d.next.phase = Phase::Done;
                } else if self.state.q.val().down {
                    self.state.d.next.down = false;
                } else {
                    self.state.d.next.down = !self.start.val();
                }
            }
            Phase::Done => self.state.d.next = self.state.q.val(),
        }
        self.position.next = self.state.q.val().position;
        self.next_to_last.next = (self.state.q.val().position + 1) == self.last.val();
    }
}

#[derive(Circuit)]
pub struct Field {
    pub clock: Signal<In, Clock>,
    pub start: Signal<In, Bit>,
    pub address: Signal<In, Bits<3>>,
    pub seen: Signal<Out, Walk>,
    pub half: Signal<Out, Bits<4>>,
    walkers: [Walker; 2],
    ram: DualPortRam<Walk, 3>,
    both: Signal<Local, Bits<4>>,
    held: Register<Bits<4>>,
}

impl Logic for Field {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, held);
        clock!(self, clock, ram);
        for i in 0..2 {
            self.walkers[i].clock.next = self.clock.val();
            self.walkers[i].start.next = self.start.val();
        }
        self.both.next = self.walkers[0].position.val() ^ self.walkers[1].position.val();
        self.held.d.next = self.both.val() + bit_cast::<4, 3>(self.address.val());
        self.ram.write_enable.next = self.walkers[0].next_to_last.val();
        self.ram.write_address.next = self.address.val();
        self.ram.read_address.next = self.address.val() + 1;
        self.ram.write_data.next.phase = Phase::Run;
        self.ram.write_data.next.position = self.both.val();
        self.ram.write_data.next.down = false;
        self.seen.next = self.ram.read_data.val();
        self.half.next = bit_cast::<4, 5>(
            (bit_cast::<5, 4>(self.walkers[0].position.val()) + bit_cast::<5, 4>(self.held.q.val())) >> 1,
        );
    }
}

#[test]
fn a_machine_of_states_and_parts() {
    insta::assert_snapshot!(verilog(&mut Field::default(), "field").unwrap());
}

#[derive(Circuit)]
pub struct Fonts {
    pub clock: Signal<In, Clock>,
    pub address: Signal<In, Bits<3>>,
    pub wide: Signal<Out, Bits<12>>,
    pub narrow: Signal<Out, Bits<5>>,
    pub other: Signal<Out, Bits<5>>,
    #[init(Rom::new([1u64, 0xabc].map(Bits::from)))]
    first: Rom<Bits<12>, 3>,
    #[init(Rom::new([1u64, 2, 3, 4].map(Bits::from)))]
    second: Rom<Bits<5>, 2>,
    #[init(Rom::new([4u64, 3, 2, 1].map(Bits::from)))]
    third: Rom<Bits<5>, 2>,
}

impl Logic for Fonts {
    #[hdl_gen]
    fn update(&mut self) {
        clock!(self, clock, first, second, third);
        self.first.address.next = self.address.val();
        self.second.address.next = self.address.val().get_bits::<2>(0);
        self.third.address.next = self.address.val().get_bits::<2>(1);
        self.wide.next = self.first.data.val();
        self.narrow.next = self.second.data.val();
        self.other.next = self.third.data.val();
    }
}

#[test]
fn modules_of_one_type_are_told_apart_by_their_widths() {
    insta::assert_snapshot!(verilog(&mut Fonts::default(), "fonts").unwrap());
}

/// A clock buffer of the chip's vendor, in a wrapper; and one used directly.
#[derive(Circuit)]
pub struct Buffer {
    pub pin: Signal<In, Clock>,
    pub clock: Signal<Out, Clock>,
}

impl Logic for Buffer {
    fn update(&mut self) {
        self.clock.next = self.pin.val();
    }

    fn connect(&mut self) {
        self.clock.connect();
    }

    fn hdl(&self) -> Verilog {
        Verilog::Wrapper(Wrapper {
            code: "BUFG buffer (.I(pin), .O(clock));".into(),
            cores: "(* blackbox *)\nmodule BUFG (input I, output O);\nendmodule".into(),
        })
    }
}

#[derive(Circuit)]
pub struct Pad {
    pub wire_of_pad: Signal<InOut, Bit>,
    pub level: Signal<Out, Bit>,
}

impl Logic for Pad {
    fn update(&mut self) {
        self.level.next = self.wire_of_pad.val();
    }

    fn connect(&mut self) {
        self.level.connect();
    }

    fn hdl(&self) -> Verilog {
        Verilog::Blackbox(BlackBox {
            code: "(* blackbox *)\nmodule PAD (inout wire_of_pad, output level);\nendmodule\n".into(),
            name: "PAD".into(),
        })
    }
}

#[derive(Circuit)]
pub struct Edge {
    pub pin: Signal<In, Clock>,
    pub pad: Signal<InOut, Bit>,
    pub seen: Signal<Out, Bit>,
    buffer: Buffer,
    pads: Pad,
    sample: Register<Bit>,
}

impl Logic for Edge {
    #[hdl_gen]
    fn update(&mut self) {
        self.buffer.pin.next = self.pin.val();
        self.sample.clock.next = self.buffer.clock.val();
        Signal::<InOut, Bit>::link(&mut self.pad, &mut self.pads.wire_of_pad);
        self.sample.d.next = self.pads.level.val();
        self.seen.next = self.sample.q.val();
    }
}

#[test]
fn primitives_of_the_chip_and_wires_that_go_both_ways() {
    insta::assert_snapshot!(verilog(&mut Edge::default(), "edge_of_chip").unwrap());
}

#[test]
fn the_flip_flops_of_synchronisers_are_marked_for_the_vendors_tools_and_no_others() {
    let text = verilog(&mut Controls::default(), "controls").unwrap();
    let marked: Vec<&str> = text.lines().filter(|line| line.contains("ASYNC_REG")).collect();
    // One module for the keyboard's lines, one for the five buttons.
    let expected = ["first_q;", "second_q;", "[4:0] first_q;", "[4:0] second_q;"];
    let expected =
        expected.map(|register| format!("  (* ASYNC_REG = \"TRUE\", SHREG_EXTRACT = \"NO\" *) reg {register}"));
    assert_eq!(marked, expected);
}

/// A count, and whether it has wrapped, in any width: structs with this crate's derive may have parameters.
#[derive(tengen::LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
struct Lap<const N: usize> {
    count: Bits<N>,
    again: Bit,
}

#[derive(Circuit)]
struct Laps<const N: usize> {
    pub clock: Signal<In, Clock>,
    pub lap: Signal<Out, Lap<N>>,

    state: Register<Lap<N>>,
}

#[tengen::kernel]
impl<const N: usize> Logic for Laps<N> {
    fn update(&mut self) {
        d.count = q.count + 1;
        if q.count.all() {
            d.again = true;
        }
        lap = q;
    }
}

#[test]
fn a_struct_may_have_parameters() {
    let mut laps = Native::new(Laps::<3>::default());
    laps.steps(7);
    assert_eq!(laps.read("lap"), 7);
    laps.step();
    assert_eq!(laps.read_as::<Lap<3>>("lap"), Lap { count: 0u64.into(), again: true });
    let text = verilog(&mut Laps::<20>::default(), "laps").unwrap();
    assert!(
        text.contains("[20:0] lap\n") && text.contains("[19:0] state_q_count;"),
        "{text}"
    );
}
