//! The derive `Circuit` against rust-hdl's own `LogicBlock`: the same circuit built with either must have the same
//! outputs on every clock.

use rust_hdl::prelude::*;
use rust_hdl_widgets::prelude::{DFF, dff_setup};
use tengen::{Circuit, Register};
use tengen_sim::{ByName, Engine, Native, Random};

#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
pub struct Walk {
    position: Bits<4>,
    turns: Bits<5>,
    down: Bit,
}

/// Writes a circuit with three levels of hierarchy, with the given derive and register type.
macro_rules! machine {
    ($module:ident, [$($derive:ident),+], $register:ident) => {
        mod $module {
            use super::*;

            /// Combinational: it has no clock.
            #[derive($($derive),+)]
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

            /// Counts up and down between 0 and 11 while `go` is high.
            #[derive($($derive),+)]
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

            /// Two walkers; the first drives the second through a register and through logic.
            #[derive($($derive),+)]
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

machine!(with_circuit, [Circuit], Register);
machine!(with_logic_block, [LogicBlock, Default], DFF);

/// Settles a `LogicBlock` the slow way: complete passes until nothing changes.
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

    let mut random = Random::new(7);
    let mut seen = std::collections::BTreeSet::new();
    let (mut go_now, mut mask_now) = (false, 0);
    for clock in 0..40_000 {
        // Sometimes new inputs on every clock, sometimes constant inputs for so long that parts rest.
        if clock % 1000 < 500 || random.once_in(16) {
            (go_now, mask_now) = (!random.once_in(4), random.bits(4));
            ours.set(go, go_now.into());
            ours.set(mask, mask_now);
        }
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

/// Counts the edges it gets, and repeats its input a clock later.
macro_rules! meter {
    ($name:ident, $holder:ident $(, $steady:ident)?) => {
        #[derive(Circuit)]
        $(#[$steady])?
        struct $name {
            clock: Signal<In, Clock>,
            input: Signal<In, Bit>,
            output: Signal<Out, Bit>,
            _edges: u32,
        }

        impl Logic for $name {
            fn update(&mut self) {
                if self.clock.pos_edge() {
                    self._edges += 1;
                    self.output.next = self.input.val();
                }
            }
        }

        #[derive(Circuit)]
        struct $holder {
            clock: Signal<In, Clock>,
            input: Signal<In, Bit>,
            output: Signal<Out, Bit>,
            meter: $name,
            last: Register<Bit>,
        }

        impl Logic for $holder {
            fn update(&mut self) {
                self.meter.clock.next = self.clock.val();
                self.last.clock.next = self.clock.val();
                self.meter.input.next = self.input.val();
                self.last.d.next = self.meter.output.val();
                self.output.next = self.last.q.val();
            }
        }
    };
}

meter!(Restless, Uneasy);
meter!(Steady, Calm, steady);

#[test]
fn a_block_in_which_nothing_moves_sees_no_more_edges() {
    let mut calm = Native::new(Calm::default());
    for (level, seen) in [(1, 3), (0, 6), (1, 9)] {
        calm.drive("input", level);
        calm.step();
        assert_eq!(calm.read("output"), 1 - level, "the meter has it first");
        // One edge through the meter, one through the register, and one that changes nothing.
        calm.steps(1000);
        assert_eq!((calm.read("output"), calm.circuit.meter._edges), (level, seen));
    }
}

#[test]
fn a_block_with_state_of_its_own_sees_every_edge() {
    let mut uneasy = Native::new(Uneasy::default());
    uneasy.steps(1000);
    assert_eq!(uneasy.circuit.meter._edges, 1000);
}

#[derive(Circuit)]
struct Oscillator {
    clock: Signal<In, Clock>,
    inverter: Inverter,
}

#[derive(Circuit)]
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

/// A circuit whose types are macro parameters, as in generated circuits.
macro_rules! delayed {
    ($name:ident, $clock:ty, $value:ty, $part:ty) => {
        #[derive(Circuit)]
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

/// Counts both edges of its clock, and outputs its level.
#[derive(Circuit)]
#[both_edges]
struct Edges {
    clock: Signal<In, Clock>,
    count: Signal<Out, Bits<8>>,
    level: Signal<Out, Bit>,
}

impl Logic for Edges {
    fn update(&mut self) {
        if self.clock.pos_edge() || self.clock.neg_edge() {
            self.count.next = self.count.val() + 1;
        }
        self.level.next = self.clock.val().clk;
    }
}

/// Loads, on its clock, the count of another part.
#[derive(Circuit)]
struct Follower {
    clock: Signal<In, Clock>,
    input: Signal<In, Bits<8>>,
    output: Signal<Out, Bits<8>>,
    held: Register<Bits<8>>,
}

impl Logic for Follower {
    fn update(&mut self) {
        self.held.clock.next = self.clock.val();
        self.held.d.next = self.input.val() + self.held.q.val();
        self.output.next = self.held.q.val();
    }
}

/// Two parts on different clocks, each of which depends on the other.
#[derive(Circuit)]
struct TwoClocks {
    slow: Signal<In, Clock>,
    fast: Signal<In, Clock>,
    input: Signal<In, Bits<8>>,
    slow_sum: Signal<Out, Bits<8>>,
    fast_sum: Signal<Out, Bits<8>>,
    edges: Signal<Out, Bits<8>>,
    level: Signal<Out, Bit>,
    slow_part: Follower,
    fast_part: Follower,
    edge_part: Edges,
}

impl Logic for TwoClocks {
    fn update(&mut self) {
        self.slow_part.clock.next = self.slow.val();
        self.slow_part.input.next = self.fast_part.output.val() ^ self.input.val();
        self.fast_part.clock.next = self.fast.val();
        self.fast_part.input.next = self.slow_part.output.val() + 1;
        self.edge_part.clock.next = self.fast.val();
        self.slow_sum.next = self.slow_part.output.val();
        self.fast_sum.next = self.fast_part.output.val();
        self.edges.next = self.edge_part.count.val();
        self.level.next = self.edge_part.level.val();
    }
}

#[test]
fn two_clocks_run_by_their_own_edges_and_edges_of_one_instant_see_what_was_before() {
    let mut circuit = Native::new(TwoClocks::default());
    let [slow, fast, input, slow_sum, fast_sum, edges, level] =
        ["slow", "fast", "input", "slow_sum", "fast_sum", "edges", "level"].map(|name| circuit.port(name));
    let (mut levels, mut sums, mut count, mut given) = ([0; 2], [0u64; 2], 0u64, 0);
    let (mut random, mut together) = (Random::new(5), 0);
    for _ in 0..20_000 {
        if random.once_in(2) {
            given = random.bits(8);
            circuit.set(input, given);
            circuit.settle();
        }
        let next = [0; 2].map(|_| random.bits(1));
        let rises = [0, 1].map(|i| levels[i] == 0 && next[i] == 1);
        together += u64::from(rises == [true, true]);
        count += levels[1] ^ next[1];
        let before = sums;
        if rises[0] {
            sums[0] = (before[0] + (before[1] ^ given)) & 0xFF;
        }
        if rises[1] {
            sums[1] = (before[1] + before[0] + 1) & 0xFF;
        }
        levels = next;

        circuit.set(slow, next[0]);
        circuit.set(fast, next[1]);
        circuit.settle();
        let found = [slow_sum, fast_sum, edges, level].map(|port| circuit.get(port));
        assert_eq!(found, [sums[0], sums[1], count & 0xFF, levels[1]]);
    }
    assert!(together > 1000, "edges of one instant are what is tested: {together}");
}

/// A buffer that passes its clock on.
#[derive(Circuit)]
struct Handed {
    clock: Signal<In, Clock>,
    on: Signal<Out, Clock>,
}

impl Logic for Handed {
    fn update(&mut self) {
        self.on.next = self.clock.val();
    }
}

/// A clock with a register connected directly, and one behind two buffers.
#[derive(Circuit)]
struct Behind {
    clock: Signal<In, Clock>,
    input: Signal<In, Bits<8>>,
    output: Signal<Out, Bits<8>>,
    late: Register<Bits<8>>,
    far: Handed,
    near: Handed,
    early: Register<Bits<8>>,
}

impl Logic for Behind {
    fn update(&mut self) {
        self.near.clock.next = self.clock.val();
        self.far.clock.next = self.near.on.val();
        self.early.clock.next = self.clock.val();
        self.early.d.next = self.input.val();
        self.late.clock.next = self.far.on.val();
        self.late.d.next = self.early.q.val();
        self.output.next = self.late.q.val();
    }
}

#[test]
fn a_clock_handed_on_has_both_its_levels_and_comes_before_the_data() {
    let mut handed = Native::new(Handed::default());
    for _ in 0..3 {
        handed.step();
        assert_eq!(handed.read("on"), 1);
        handed.settle();
        assert_eq!(handed.read("on"), 0);
    }

    let mut behind = Native::new(Behind::default());
    let given: Vec<u64> = (0..50u64).map(|i| i * 37 % 256).collect();
    let mut shown = vec![];
    for value in &given {
        behind.drive("input", *value);
        behind.step();
        shown.push(behind.read("output"));
    }
    assert_eq!(
        shown[1..],
        given[..49],
        "two registers in a row, whatever their clocks go through"
    );
}
