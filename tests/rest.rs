//! Models of circuits whose parts rest: what is written, what is refused, and that they do at every clock what the circuit
//! does. The console's own rests are held against its games in tests/console.rs.

use rust_hdl::prelude::*;
use tengen::hdl::verilog::{
    model,
    rest::{
        Rest::{Never, Unless},
        Rests,
    },
};
use tengen::{Circuit, Register};

/// Counts by itself.
#[derive(Circuit, Default)]
pub struct Dice {
    pub clock: Signal<In, Clock>,
    pub number: Signal<Out, Bits<4>>,
    count: Register<Bits<4>>,
}

impl Logic for Dice {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, count);
        self.count.d.next = self.count.q.val() + 1;
        self.number.next = self.count.q.val();
    }
}

/// Doubles at once.
#[derive(Circuit, Default)]
pub struct Double {
    pub number: Signal<In, Bits<4>>,
    pub twice: Signal<Out, Bits<4>>,
}

impl Logic for Double {
    #[hdl_gen]
    fn update(&mut self) {
        self.twice.next = self.number.val() << 1;
    }
}

/// Takes steps down to nothing, however many it is told, and throws a dice at the end.
#[derive(Circuit, Default)]
pub struct Stairs {
    pub clock: Signal<In, Clock>,
    pub start: Signal<In, Bit>,
    pub steps: Signal<In, Bits<6>>,
    pub busy: Signal<Out, Bit>,
    pub thrown: Signal<Out, Bits<4>>,
    pub odd: Signal<Out, Bit>,
    left: Register<Bits<6>>,
    held: Register<Bits<4>>,
    dice: Dice,
    double: Double,
    above: Signal<Local, Bit>,
}

impl Logic for Stairs {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, left, held);
        clock!(self, clock, dice);
        self.above.next = self.left.q.val().any();
        self.double.number.next = self.dice.number.val();
        if self.start.val() {
            self.left.d.next = self.steps.val();
        } else if self.above.val() {
            self.left.d.next = self.left.q.val() - 1;
            if self.left.q.val() == 1 {
                self.held.d.next = self.double.twice.val();
            }
        }
        self.busy.next = self.above.val();
        self.thrown.next = self.held.q.val();
        self.odd.next = self.steps.val().get_bit(0);
    }
}

#[derive(Circuit, Default)]
pub struct House {
    pub clock: Signal<In, Clock>,
    pub start: Signal<In, Bit>,
    pub steps: Signal<In, Bits<6>>,
    pub thrown: Signal<Out, Bits<4>>,
    pub odd: Signal<Out, Bit>,
    stairs: Stairs,
}

impl Logic for House {
    #[hdl_gen]
    fn update(&mut self) {
        clock!(self, clock, stairs);
        self.stairs.start.next = self.start.val();
        self.stairs.steps.next = self.steps.val();
        self.thrown.next = self.stairs.thrown.val();
        self.odd.next = self.stairs.odd.val();
    }
}

const SOUND: &Rests = &[("Stairs", Unless(&["busy"])), ("Dice", Never)];

#[test]
fn a_part_that_rests_stands_under_a_condition() {
    insta::assert_snapshot!(model(&mut House::default(), "house", SOUND).unwrap());
}

#[test]
fn what_cannot_rest_is_refused() {
    let refused = |rests| model(&mut House::default(), "house", rests).unwrap_err().to_string();
    assert_eq!(
        refused(&[("Stairs", Unless(&["idle"]))]),
        "house.stairs: no signal idle of one bit can wake it"
    );
    assert_eq!(
        refused(&[("Stairs", Unless(&["thrown"]))]),
        "house.stairs: no signal thrown of one bit can wake it"
    );
    assert_eq!(
        refused(&[("Dice", Unless(&[]))]),
        "house.stairs.dice: to rest it needs one clock and an input"
    );
    assert_eq!(
        refused(&[("House", Unless(&["odd"]))]),
        "house: house.stairs.odd cannot wake it, resting itself"
    );
    assert_eq!(
        refused(&[("Stairz", Unless(&["busy"]))]),
        "house: there is no Stairz in it to rest"
    );
}

/// Has a name that a model wants.
#[derive(Circuit, Default)]
pub struct Heap {
    pub clock: Signal<In, Clock>,
    pub inputs: Signal<In, Bit>,
    pub held: Signal<Out, Bit>,
    last: Register<Bit>,
}

impl Logic for Heap {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, last);
        self.last.d.next = self.inputs.val();
        self.held.next = self.last.q.val();
    }
}

#[test]
fn a_name_is_not_taken_twice() {
    let error = model(&mut Heap::default(), "heap", &[("Heap", Unless(&[]))]).unwrap_err();
    assert_eq!(
        error.to_string(),
        "heap, to rest: would be called `inputs` in Verilog, and so would heap.inputs: rename one"
    );
}

#[cfg(feature = "eda")]
mod verilog {
    use super::*;
    use std::path::Path;
    use tengen_sim::cosim::Difference;
    use tengen_sim::{Engine, Native, Pair, VerilatorTool};

    /// Walks of all lengths with pauses of all lengths between them, on the circuit and on its model.
    fn walk(rests: &'static Rests) -> Result<(), Difference> {
        let text = model(&mut House::default(), "house", rests).unwrap();
        let native = Native::new(House::default());
        let cache = Path::new(env!("CARGO_TARGET_TMPDIR")).join("models");
        let model = VerilatorTool::from_environment()
            .build(&text, "house", native.ports(), &cache)
            .unwrap();
        let mut both = Pair::new(native, model.start()).unwrap();
        let [start, steps] = ["start", "steps"].map(|name| both.port(name));
        for length in 0..64 {
            for pause in 0..80 {
                both.set(start, 1);
                both.set(steps, length);
                both.step()?;
                both.set(start, 0);
                both.set(steps, pause % 2);
                both.steps(length + pause)?;
            }
        }
        Ok(())
    }

    #[test]
    fn at_every_clock_a_model_does_what_the_circuit_does() {
        walk(SOUND).unwrap();
    }

    #[test]
    fn a_part_that_rests_too_early_is_seen() {
        for broken in [
            // Asleep on the stairs.
            &[("Stairs", Unless(&[])), ("Dice", Never)] as &Rests,
            // A dice that stops.
            &[("Stairs", Unless(&["busy"]))],
        ] {
            assert_eq!(walk(broken).unwrap_err().port, "thrown", "{broken:?}");
        }
    }
}
