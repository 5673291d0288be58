//! What the writer refuses: a broken circuit for each error, and the line that names the signal.

use rust_hdl::prelude::*;
use rust_hdl_widgets::dff_setup;
use tengen::{Circuit, Register, hdl::verilog::verilog};

/// Adds one: a part that the circuits use wrongly.
#[derive(Circuit)]
pub struct Successor {
    pub number: Signal<In, Bits<4>>,
    pub next_number: Signal<Out, Bits<4>>,
}

impl Logic for Successor {
    #[hdl_gen]
    fn update(&mut self) {
        self.next_number.next = self.number.val() + 1;
    }
}

#[derive(LogicState, Copy, Clone, Debug, PartialEq)]
pub enum Phase {
    Idle,
    Run,
    Stop,
}

/// A constant of the module, which a kernel cannot use.
const LIMIT: u64 = 9;

#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
pub struct Turn {
    count: Bits<4>,
    turned: Bit,
}

#[derive(LogicState, Copy, Clone, Debug, PartialEq)]
pub enum Lonely {
    Only,
}

mod other {
    use super::*;

    #[allow(dead_code)]
    #[derive(LogicState, Copy, Clone, Debug, PartialEq)]
    pub enum Phase {
        Up,
        Down,
    }
}

/// Tests that a circuit is refused with this line. The error ends with a line number of this file, which is marked.
macro_rules! refused {
    ($test:ident, $says:literal, { $($field:ident: {$($ty:tt)+}),* $(,)? }, $update:item) => {
        mod $test {
            use super::*;

            #[derive(Circuit)]
            pub struct Broken {
                $(pub $field: $($ty)+,)*
            }

            impl Logic for Broken {
                $update
            }

            #[test]
            fn is_refused() {
                let error = verilog(&mut Broken::default(), "broken").expect_err("a broken circuit");
                super::assert_says(&error, $says, line!());
            }
        }
    };
}

/// Checks the error's text, and that it names the first marked line after `above`.
fn assert_says(error: &anyhow::Error, says: &str, above: u32) {
    let lines = include_str!("verilog_errors.rs").lines().zip(1..);
    let marked = lines
        .skip_while(|(_, number)| *number < above)
        .find_map(|(line, number)| line.ends_with("// <-").then_some(number))
        .expect("a marked line");
    assert_eq!(
        format!("{error:#}"),
        format!("{says} (tests/writer/verilog_errors.rs:{marked})")
    );
}

refused! {
    unconnected_input,
    "broken.next_up.number: not connected: the kernel of broken never drives it",
    { a: {Signal<Out, Bits<4>>}, next_up: {Successor} },
    #[hdl_gen]
    fn update(&mut self) { // <-
        self.a.next = self.next_up.next_number.val();
    }
}

refused! {
    unconnected_data_of_a_register,
    "broken.held.d: not connected: the kernel of broken never drives it",
    { clock: {Signal<In, Clock>}, a: {Signal<Out, Bit>}, held: {Register<Bit>} },
    #[hdl_gen]
    fn update(&mut self) { // <-
        clock!(self, clock, held);
        self.a.next = self.held.q.val();
    }
}

refused! {
    unassigned_local,
    "broken.between: read before it is assigned on every path: assign it, or a default, first",
    { a: {Signal<Out, Bit>}, between: {Signal<Local, Bit>} },
    #[hdl_gen]
    fn update(&mut self) { // <-
        self.a.next = self.between.val();
    }
}

refused! {
    unassigned_output,
    "broken.b: never assigned",
    { a: {Signal<Out, Bit>}, b: {Signal<Out, Bit>} },
    #[hdl_gen]
    fn update(&mut self) { // <-
        self.a.next = true;
    }
}

refused! {
    latched_output,
    "broken.a: not assigned on every path, which would be a latch: assign a default first",
    { f: {Signal<In, Bit>}, a: {Signal<Out, Bit>} },
    #[hdl_gen]
    fn update(&mut self) { // <-
        if self.f.val() {
            self.a.next = true;
        }
    }
}

refused! {
    latched_field,
    "broken.held.d.turned: not assigned on every path, which would be a latch: assign a default first",
    { clock: {Signal<In, Clock>}, f: {Signal<In, Bit>}, a: {Signal<Out, Bits<4>>}, held: {Register<Turn>} },
    #[hdl_gen]
    fn update(&mut self) { // <-
        clock!(self, clock, held);
        self.held.d.next.count = self.held.q.val().count + 1;
        if self.f.val() {
            self.held.d.next.turned = true;
        }
        self.a.next = self.held.q.val().count;
    }
}

refused! {
    latched_by_a_match,
    "broken.a: not assigned on every path, which would be a latch: assign a default first",
    { phase: {Signal<In, Phase>}, a: {Signal<Out, Bit>} },
    #[hdl_gen]
    fn update(&mut self) { // <-
        match self.phase.val() {
            Phase::Idle => self.a.next = true,
            Phase::Run => {}
            Phase::Stop => self.a.next = false,
        }
    }
}

refused! {
    unread_local,
    "broken.between: never read: leave it out",
    { a: {Signal<Out, Bit>}, between: {Signal<Local, Bit>} },
    #[hdl_gen]
    fn update(&mut self) { // <-
        self.between.next = true;
        self.a.next = false;
    }
}

refused! {
    read_too_early,
    "broken.between: read before it is assigned on every path: assign it, or a default, first",
    { f: {Signal<In, Bit>}, a: {Signal<Out, Bit>}, between: {Signal<Local, Bit>} },
    #[hdl_gen]
    fn update(&mut self) { // <-
        self.a.next = self.between.val();
        self.between.next = self.f.val();
    }
}

refused! {
    own_input_driven,
    "broken.f: driven twice, since the kernel of broken writes it, but the circuit that holds this one drives it",
    { f: {Signal<In, Bit>}, a: {Signal<Out, Bit>} },
    #[hdl_gen]
    fn update(&mut self) {
        self.f.next = true; // <-
        self.a.next = self.f.val();
    }
}

refused! {
    output_of_a_part_driven,
    "broken.next_up.next_number: driven twice, since the kernel of broken writes it, but the part it belongs to drives it",
    { n: {Signal<In, Bits<4>>}, a: {Signal<Out, Bits<4>>}, next_up: {Successor} },
    #[hdl_gen]
    fn update(&mut self) {
        self.next_up.number.next = self.n.val();
        self.next_up.next_number.next = 3.into(); // <-
        self.a.next = self.next_up.next_number.val();
    }
}

refused! {
    input_of_a_part_read,
    "broken.next_up.number: read by the kernel of broken, but it is an input of a part: read what drives it instead",
    { n: {Signal<In, Bits<4>>}, a: {Signal<Out, Bits<4>>}, next_up: {Successor} },
    #[hdl_gen]
    fn update(&mut self) {
        self.next_up.number.next = self.n.val();
        self.a.next = self.next_up.number.val() + self.next_up.next_number.val(); // <-
    }
}

refused! {
    dynamic_index,
    "broken.a: `taps[..]` is indexed by `n.index()`: an index must be computed from numbers and loop variables",
    { n: {Signal<In, Bits<1>>}, taps: {[Signal<Local, Bit>; 2]}, a: {Signal<Out, Bit>} },
    #[hdl_gen]
    fn update(&mut self) {
        for i in 0..2 {
            self.taps[i].next = true;
        }
        self.a.next = self.taps[self.n.val().index()].val(); // <-
    }
}

refused! {
    index_beyond,
    "broken.a: `taps[2]` is no signal here (a number with a name must be a `const` in a #[kernel], or a field of the type Constant)",
    { taps: {[Signal<Local, Bit>; 2]}, a: {Signal<Out, Bit>} },
    #[hdl_gen]
    fn update(&mut self) {
        for i in 0..2 {
            self.taps[i].next = true;
            self.a.next = self.taps[i + 1].val(); // <-
        }
    }
}

refused! {
    number_too_great,
    "broken.a: the number 300 does not fit in 8 bits",
    { a: {Signal<Out, Bits<8>>} },
    #[hdl_gen]
    fn update(&mut self) {
        self.a.next = 300.into(); // <-
    }
}

refused! {
    compared_with_a_number_too_great,
    "broken.a: the number 16 does not fit in 4 bits",
    { n: {Signal<In, Bits<4>>}, a: {Signal<Out, Bit>} },
    #[hdl_gen]
    fn update(&mut self) {
        self.a.next = self.n.val() == 16; // <-
    }
}

refused! {
    pattern_too_great,
    "broken: the number 4 does not fit in 2 bits",
    { n: {Signal<In, Bits<2>>}, a: {Signal<Out, Bit>} },
    #[hdl_gen]
    fn update(&mut self) {
        match self.n.val().index() { // <-
            4 => self.a.next = true,
            _ => self.a.next = false,
        }
    }
}

refused! {
    bit_that_is_not_there,
    "broken.a: takes a bit that is not there",
    { n: {Signal<In, Bits<4>>}, a: {Signal<Out, Bit>} },
    #[hdl_gen]
    fn update(&mut self) {
        self.a.next = self.n.val().get_bit(4); // <-
    }
}

refused! {
    named_number,
    "broken.a: `LIMIT` is no signal here (a number with a name must be a `const` in a #[kernel], or a field of the type Constant)",
    { n: {Signal<In, Bits<4>>}, a: {Signal<Out, Bit>} },
    #[hdl_gen]
    fn update(&mut self) {
        self.a.next = self.n.val() == LIMIT; // <-
    }
}

refused! {
    keyword,
    "broken.table: `table` is a keyword of Verilog or SystemVerilog: choose another name",
    { table: {Signal<Out, Bit>} },
    #[hdl_gen]
    fn update(&mut self) { // <-
        self.table.next = true;
    }
}

refused! {
    raw_name,
    "broken.r#type: `r#type` is no Verilog name: use letters, digits and `_`, a letter first",
    { r#type: {Signal<Out, Bit>} },
    #[hdl_gen]
    fn update(&mut self) { // <-
        self.r#type.next = true;
    }
}

refused! {
    two_names_in_one,
    "broken.next_up.number: would be called `next_up_number` in Verilog, and so would broken.next_up_number: rename one",
    { next_up_number: {Signal<Out, Bits<4>>}, next_up: {Successor} },
    #[hdl_gen]
    fn update(&mut self) { // <-
        self.next_up.number.next = 1.into();
        self.next_up_number.next = self.next_up.next_number.val();
    }
}

refused! {
    two_enumerations_of_one_name,
    "broken.b: two different enumerations are called Phase: rename one",
    { a: {Signal<Out, Phase>}, b: {Signal<Out, other::Phase>} },
    #[hdl_gen]
    fn update(&mut self) { // <-
        self.a.next = Phase::Run;
        self.b.next = other::Phase::Up;
        self.b.next = other::Phase::Down;
    }
}

refused! {
    no_bits,
    "broken.a: a value of no bits (a struct without fields, an enumeration with one variant)",
    { a: {Signal<Out, Lonely>} },
    #[hdl_gen]
    fn update(&mut self) { // <-
        self.a.next = Lonely::Only;
    }
}

refused! {
    gated_clock,
    "broken.held.clock: not a plain clock: assign one clock to it, once and on every path",
    { clock: {Signal<In, Clock>}, a: {Signal<Out, Bit>}, held: {Register<Bit>} },
    #[hdl_gen]
    fn update(&mut self) { // <-
        self.held.clock.next = !self.clock.val();
        self.held.d.next = !self.held.q.val();
        self.a.next = self.held.q.val();
    }
}

refused! {
    loop_without_a_register,
    "broken.first.next_number: in a loop without a register: it follows broken.second.next_number, which follows broken.first.next_number",
    { a: {Signal<Out, Bits<4>>}, first: {Successor}, second: {Successor} },
    #[hdl_gen]
    fn update(&mut self) { // <-
        self.first.number.next = self.second.next_number.val();
        self.second.number.next = self.first.next_number.val();
        self.a.next = self.first.next_number.val();
    }
}

refused! {
    signed_cast_to_nowhere,
    "broken.a: neither side of `<` knows its width",
    { x: {Signal<In, Signed<4>>}, y: {Signal<In, Signed<4>>}, a: {Signal<Out, Bit>} },
    #[hdl_gen]
    fn update(&mut self) {
        self.a.next = signed_bit_cast::<8, 4>(self.x.val()) < signed_bit_cast::<8, 4>(self.y.val()); // <-
    }
}

refused! {
    unread_array,
    "broken.taps: never read: leave it out",
    { taps: {[Signal<Local, Bit>; 2]}, a: {Signal<Out, Bit>} },
    #[hdl_gen]
    fn update(&mut self) { // <-
        for i in 0..2 {
            self.taps[i].next = true;
        }
        self.a.next = false;
    }
}

// ---- what Rust says and the tree does not

refused! {
    inclusive_range,
    "broken: `..=` loses its last round in the tree: write `..` and one more",
    { n: {Signal<In, Bits<4>>}, a: {Signal<Out, Bits<4>>} },
    #[hdl_gen]
    fn update(&mut self) {
        self.a.next = 0.into();
        for i in 0..=3 { // <-
            self.a.next = self.a.val() + self.n.val().get_bit(i);
        }
    }
}

refused! {
    guarded_arm,
    "broken: the guard of an arm is lost in the tree: write an `if` inside the arm",
    { phase: {Signal<In, Phase>}, f: {Signal<In, Bit>}, a: {Signal<Out, Bit>} },
    #[hdl_gen]
    fn update(&mut self) {
        self.a.next = false;
        match self.phase.val() {
            Phase::Run if self.f.val() => self.a.next = true, // <-
            _ => {}
        }
    }
}

refused! {
    compiled_on_a_condition,
    "broken: `#[cfg]` is lost in the tree: choose by a field Constant<..>",
    { f: {Signal<In, Bit>}, a: {Signal<Out, Bit>} },
    #[hdl_gen]
    fn update(&mut self) {
        self.a.next = false;
        #[cfg(any())] // <-
        if self.f.val() {
            self.a.next = true;
        }
    }
}

refused! {
    compared_count,
    "broken: arithmetic on what `.index()` gives does not wrap in Rust, but its type is lost in the tree: compute with the signal, cast to the bits that the result needs",
    { n: {Signal<In, Bits<4>>}, a: {Signal<Out, Bit>} },
    #[hdl_gen]
    fn update(&mut self) {
        self.a.next = self.n.val().index() + 1 > 5; // <-
    }
}

refused! {
    count_in_brackets,
    "broken: arithmetic on what `.index()` gives does not wrap in Rust, but its type is lost in the tree: compute with the signal, cast to the bits that the result needs",
    { n: {Signal<In, Bits<3>>}, word: {Signal<In, Bits<16>>}, a: {Signal<Out, Bit>} },
    #[hdl_gen]
    fn update(&mut self) {
        self.a.next = self.word.val().get_bit(2 * (self.n.val().index() + 1) - 1); // <-
    }
}

refused! {
    width_of_a_number,
    "broken: the width that to_bits() gives a number is lost in the tree: write bits::<N>(..)",
    { n: {Signal<In, Bits<3>>}, a: {Signal<Out, Bit>} },
    #[hdl_gen]
    fn update(&mut self) {
        self.a.next = (0x81u8.to_bits::<8>() << self.n.val()).xor(); // <-
    }
}

refused! {
    width_of_a_sum_of_numbers,
    "broken: the width that to_bits() gives a number is lost in the tree: write bits::<N>(..)",
    { n: {Signal<In, Bits<3>>}, a: {Signal<Out, Bit>} },
    #[hdl_gen]
    fn update(&mut self) {
        self.a.next = (250 + 10u64.to_bits::<8>()) > 200; // <-
    }
}

refused! {
    loop_variable_named_like_a_field,
    "broken.i: also the name of a loop variable, which cannot be told from it: rename the variable",
    { i: {Signal<In, Bits<4>>}, a: {Signal<Out, Bits<4>>} },
    #[hdl_gen]
    fn update(&mut self) {
        self.a.next = 0.into();
        for i in 0..3 { // <-
            self.a.next = self.a.val() + self.i.val() + self.i.val().get_bit(i);
        }
    }
}

refused! {
    shift_of_many_bits,
    "broken.a: shifted by a number of 40 bits, which rust-hdl does not simulate: take the bits of it that count, as in bit_cast::<4, 40>(..)",
    { n: {Signal<In, Bits<8>>}, by: {Signal<In, Bits<40>>}, a: {Signal<Out, Bits<8>>} },
    #[hdl_gen]
    fn update(&mut self) {
        self.a.next = self.n.val() << self.by.val(); // <-
    }
}

refused! {
    shifted_place,
    "broken.a: a place shifted by a signal: shift the signal before its index()",
    { n: {Signal<In, Bits<2>>}, word: {Signal<In, Bits<16>>}, a: {Signal<Out, Bit>} },
    #[hdl_gen]
    fn update(&mut self) {
        self.a.next = self.word.val().get_bit(self.n.val().index() << self.n.val().index()); // <-
    }
}

// ---- clocks

/// A part with two clocks; the second is the first, slightly delayed.
#[derive(Circuit)]
pub struct Handed {
    pub clock: Signal<In, Clock>,
    pub on: Signal<Out, Clock>,
}

impl Logic for Handed {
    #[hdl_gen]
    fn update(&mut self) {
        self.on.next = self.clock.val();
    }
}

/// A part with a clock.
#[derive(Circuit)]
pub struct Toggle {
    pub clock: Signal<In, Clock>,
    pub level: Signal<Out, Bit>,
    state: Register<Bit>,
}

impl Logic for Toggle {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, state);
        self.state.d.next = !self.state.q.val();
        self.level.next = self.state.q.val();
    }
}

refused! {
    register_clocked_by_a_bit,
    "broken.held.clock: not a plain clock: assign one clock to it, once and on every path",
    { strobe: {Signal<In, Bit>}, a: {Signal<Out, Bit>}, held: {Register<Bit>} },
    #[hdl_gen]
    fn update(&mut self) { // <-
        self.held.clock.next = self.strobe.val().into();
        self.held.d.next = !self.held.q.val();
        self.a.next = self.held.q.val();
    }
}

refused! {
    part_on_an_inverted_clock,
    "broken.toggle.clock: not a plain clock: assign one clock to it, once and on every path",
    { clock: {Signal<In, Clock>}, a: {Signal<Out, Bit>}, toggle: {Toggle} },
    #[hdl_gen]
    fn update(&mut self) { // <-
        self.toggle.clock.next = !self.clock.val();
        self.a.next = self.toggle.level.val();
    }
}

refused! {
    part_on_a_chosen_clock,
    "broken.toggle.clock: not a plain clock: assign one clock to it, once and on every path",
    { clock: {Signal<In, Clock>}, other: {Signal<In, Clock>}, f: {Signal<In, Bit>}, a: {Signal<Out, Bit>}, toggle: {Toggle} },
    #[hdl_gen]
    fn update(&mut self) { // <-
        self.toggle.clock.next = self.clock.val();
        if self.f.val() {
            self.toggle.clock.next = self.other.val();
        }
        self.a.next = self.toggle.level.val();
    }
}

refused! {
    inverted_clock_at_an_output,
    "broken.on: not a plain clock: assign one clock to it, once and on every path",
    { clock: {Signal<In, Clock>}, on: {Signal<Out, Clock>} },
    #[hdl_gen]
    fn update(&mut self) { // <-
        self.on.next = !self.clock.val();
    }
}

refused! {
    clock_by_way_of_a_local,
    "broken.between: not a plain clock: assign one clock to it, once and on every path",
    { clock: {Signal<In, Clock>}, between: {Signal<Local, Clock>}, a: {Signal<Out, Bit>}, toggle: {Toggle} },
    #[hdl_gen]
    fn update(&mut self) { // <-
        self.between.next = self.clock.val();
        self.toggle.clock.next = self.between.val();
        self.a.next = self.toggle.level.val();
    }
}

refused! {
    clock_as_data,
    "broken.other: read as data by the kernel of broken: a clock goes to clocks alone; sample it in a register of a faster one",
    { clock: {Signal<In, Clock>}, other: {Signal<In, Clock>}, a: {Signal<Out, Bit>}, toggle: {Toggle} },
    #[hdl_gen]
    fn update(&mut self) { // <-
        self.toggle.clock.next = self.clock.val();
        self.a.next = self.toggle.level.val() & (self.other.val() == self.clock.val());
    }
}

/// A clock under another name, which the derive cannot recognise.
type Beat = Clock;

refused! {
    clock_under_another_name,
    "broken.clock: a Clock under another name: write its type `Signal<In, Clock>`",
    { clock: {Signal<In, Beat>}, a: {Signal<Out, Bit>}, held: {Register<Bit>} },
    #[hdl_gen]
    fn update(&mut self) { // <-
        self.held.clock.next = self.clock.val();
        self.held.d.next = !self.held.q.val();
        self.a.next = self.held.q.val();
    }
}

#[derive(Circuit)]
struct Unheard {
    clock: Signal<In, Beat>,
    level: Signal<Out, Bit>,
}

impl Logic for Unheard {
    #[hdl_gen]
    fn update(&mut self) {
        self.level.next = true;
    }
}

#[test]
#[should_panic(expected = "Unheard.clock: a Clock under another name: write its type `Signal<In, Clock>`")]
fn a_clock_under_another_name_is_not_simulated_either() {
    tengen_sim::Native::new(Unheard::default());
}

/// Circuits described by hand can lack what a kernel always has.
mod by_hand {
    use super::*;

    #[derive(Circuit)]
    struct Silent {
        a: Signal<Out, Bit>,
    }

    impl Logic for Silent {
        fn update(&mut self) {
            self.a.next = true;
        }
    }

    #[derive(Circuit)]
    struct Loose {
        a: Signal<Out, Bit>,
    }

    impl Logic for Loose {
        fn update(&mut self) {
            self.a.next = true;
        }

        fn hdl(&self) -> Verilog {
            Verilog::Custom("initial a = 1'b1;".to_string())
        }
    }

    #[derive(Circuit)]
    struct Hidden {
        a: Signal<Out, Bits<4>>,
        inside: Successor,
    }

    impl Logic for Hidden {
        fn update(&mut self) {
            self.inside.number.next = 1.into();
            self.a.next = self.inside.next_number.val();
        }

        fn connect(&mut self) {
            self.a.connect();
        }

        fn hdl(&self) -> Verilog {
            Verilog::Custom("initial a = 4'd2;".to_string())
        }
    }

    fn error(circuit: &mut impl tengen_sim::Circuit) -> String {
        verilog(circuit, "broken").expect_err("a broken circuit").to_string()
    }

    #[test]
    fn without_a_description() {
        let says = "broken: no description: its `update` has no #[hdl_gen], and it writes no `hdl`";
        assert_eq!(error(&mut Silent::default()), says);
    }

    #[test]
    fn without_a_claim_on_its_output() {
        let says = "broken.a: not connected: hand-written logic calls `connect()` on every output it drives";
        assert_eq!(error(&mut Loose::default()), says);
    }

    #[test]
    fn with_a_part_inside() {
        let says = "broken.inside: a part inside hand-written Verilog cannot be reached";
        assert_eq!(error(&mut Hidden::default()), says);
    }
}

#[test]
fn the_top_has_a_good_name() {
    for (top, says) in [
        (
            "table",
            "table: `table` is a keyword of Verilog or SystemVerilog: choose another name",
        ),
        (
            "8bit",
            "8bit: `8bit` is no Verilog name: use letters, digits and `_`, a letter first",
        ),
    ] {
        assert_eq!(
            verilog(&mut Successor::default(), top).expect_err(top).to_string(),
            says
        );
    }
}
