//! The derive `Circuit` held against the crate's own `LogicBlock`: the same circuit built with either must show the same
//! outputs on every clock.

use rust_hdl::prelude::*;
use rust_hdl::prelude::{DFF, dff_setup};
use tengen::{Circuit, Register};
use tengen_sim::{Engine, Native};

#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
pub struct Walk {
    position: Bits<4>,
    turns: Bits<5>,
    down: Bit,
}

/// Writes one machine three levels deep, with the derive and the register named.
macro_rules! machine {
    ($module:ident, $derive:ident, $register:ident) => {
        mod $module {
            use super::*;

            /// Combinational: no clock of its own.
            #[derive($derive, Default)]
            pub struct Turn {
                pub position: Signal<In, Bits<4>>,
                pub down: Signal<In, Bit>,
                pub turned: Signal<Out, Bit>,
            }

            impl Logic for Turn {
                #[hdl_gen]
                fn update(&mut self) {
                    self.turned.next = false;
                    if (self.down.val() & (self.position.val() == 0)) | (!self.down.val() & (self.position.val() == 11))
                    {
                        self.turned.next = true;
                    }
                }
            }

            /// Walks up and down between 0 and 11 while `go`.
            #[derive($derive, Default)]
            pub struct Walker {
                pub clock: Signal<In, Clock>,
                pub go: Signal<In, Bit>,
                pub position: Signal<Out, Bits<4>>,
                pub turns: Signal<Out, Bits<5>>,
                state: $register<Walk>,
                turn: Turn,
            }

            impl Logic for Walker {
                #[hdl_gen]
                fn update(&mut self) {
                    dff_setup!(self, clock, state);
                    self.turn.position.next = self.state.q.val().position;
                    self.turn.down.next = self.state.q.val().down;
                    if self.go.val() {
                        if self.turn.turned.val() {
                            self.state.d.next.down = !self.state.q.val().down;
                            self.state.d.next.turns = self.state.q.val().turns + 1;
                        } else if self.state.q.val().down {
                            self.state.d.next.position = self.state.q.val().position - 1;
                        } else {
                            self.state.d.next.position = self.state.q.val().position + 1;
                        }
                    }
                    self.position.next = self.state.q.val().position;
                    self.turns.next = self.state.q.val().turns;
                }
            }

            /// Two walkers, the second driven by the first through a register and through plain logic.
            #[derive($derive, Default)]
            pub struct Pair {
                pub clock: Signal<In, Clock>,
                pub go: Signal<In, Bit>,
                pub mask: Signal<In, Bits<4>>,
                pub sum: Signal<Out, Bits<5>>,
                pub late: Signal<Out, Bits<5>>,
                pub turns: Signal<Out, Bits<5>>,
                first: Walker,
                second: [Walker; 2],
                held: $register<Bits<5>>,
                any: Signal<Local, Bit>,
            }

            impl Logic for Pair {
                #[hdl_gen]
                fn update(&mut self) {
                    dff_setup!(self, clock, held);
                    self.first.clock.next = self.clock.val();
                    self.first.go.next = self.go.val();
                    self.any.next = (self.first.position.val() & self.mask.val()).any();
                    for i in 0..2 {
                        self.second[i].clock.next = self.clock.val();
                        self.second[i].go.next = self.any.val();
                    }
                    self.sum.next =
                        bit_cast::<5, 4>(self.first.position.val()) + bit_cast::<5, 4>(self.second[0].position.val());
                    self.held.d.next = self.sum.val() ^ self.second[1].turns.val();
                    self.late.next = self.held.q.val();
                    self.turns.next = self.second[1].turns.val();
                }
            }
        }
    };
}

machine!(with_circuit, Circuit, Register);
machine!(with_logic_block, LogicBlock, DFF);

/// Runs a `LogicBlock` the slow way: whole passes until nothing changes.
fn settle(block: &mut dyn Block) {
    for _ in 0..100 {
        block.update_all();
        if !block.has_changed() {
            return;
        }
    }
    panic!("does not settle");
}

#[test]
fn circuit_and_logic_block_agree_on_every_clock() {
    let mut ours = Native::new(with_circuit::Pair::default());
    let [go, mask, sum, late, turns] = ["go", "mask", "sum", "late", "turns"].map(|name| ours.port(name));
    let mut theirs = with_logic_block::Pair::default();
    theirs.connect_all();

    let mut seed = 7u32;
    let mut seen = std::collections::BTreeSet::new();
    for clock in 0..20_000 {
        seed = seed.wrapping_mul(1664525).wrapping_add(1013904223);
        let (go_now, mask_now) = (seed >> 30 != 0, u64::from(seed >> 8 & 15));

        ours.set(go, go_now.into());
        ours.set(mask, mask_now);
        ours.step();

        theirs.go.next = go_now;
        theirs.mask.next = mask_now.into();
        theirs.clock.next = false.into();
        settle(&mut theirs);
        theirs.clock.next = true.into();
        settle(&mut theirs);

        let expected = (theirs.sum.val(), theirs.late.val(), theirs.turns.val());
        let expected = (expected.0.index(), expected.1.index(), expected.2.index());
        let found = (
            ours.get(sum) as usize,
            ours.get(late) as usize,
            ours.get(turns) as usize,
        );
        assert_eq!(found, expected, "after clock {clock}");
        seen.insert(found);
    }
    assert!(
        seen.len() > 500,
        "the stimulus must move the machine: {} states",
        seen.len()
    );
}

#[derive(Circuit, Default)]
struct Oscillator {
    clock: Signal<In, Clock>,
    inverter: Inverter,
}

#[derive(Circuit, Default)]
struct Inverter {
    a: Signal<In, Bit>,
    y: Signal<Out, Bit>,
}

impl Logic for Inverter {
    fn update(&mut self) {
        self.y.next = !self.a.val();
    }
}

impl Logic for Oscillator {
    fn update(&mut self) {
        self.inverter.a.next = self.inverter.y.val();
    }
}

#[test]
#[should_panic(expected = "Oscillator does not settle: a combinational loop")]
fn a_combinational_loop_is_named() {
    Native::new(Oscillator::default());
}

/// A circuit whose types come through a macro's parameters, as generated circuits have them.
macro_rules! delayed {
    ($name:ident, $clock:ty, $value:ty, $part:ty) => {
        #[derive(Circuit, Default)]
        struct $name {
            clock: Signal<In, $clock>,
            input: Signal<In, $value>,
            output: Signal<Out, $value>,
            held: $part,
        }

        impl Logic for $name {
            fn update(&mut self) {
                self.held.clock.next = self.clock.val();
                self.held.d.next = self.input.val();
                self.output.next = self.held.q.val();
            }
        }
    };
}

delayed!(Delayed, Clock, Bits<4>, Register<Bits<4>>);

#[test]
fn types_from_a_macro_keep_their_roles() {
    use tengen_sim::{Circuit, PortDirection};
    let directions: Vec<_> = Delayed::ports().iter().map(|port| port.direction).collect();
    assert_eq!(
        directions,
        [PortDirection::Clock, PortDirection::Input, PortDirection::Output]
    );
    let mut delayed = Native::new(Delayed::default());
    for value in [3, 9, 12] {
        delayed.set(1, value);
        delayed.settle();
        assert_ne!(delayed.get(2), value);
        delayed.step();
        assert_eq!(delayed.get(2), value);
    }
}
