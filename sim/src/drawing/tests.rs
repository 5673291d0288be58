use super::*;
use crate::{Circuit, Encoded, LogicState, Native};
use rust_hdl::prelude::*;

#[derive(LogicState, Copy, Clone, Debug, PartialEq)]
enum Light {
    Red,
    Green,
}

/// Counts while `run` is high; the light is green for two of every four clocks.
#[derive(Circuit)]
struct Counter {
    clock: Signal<In, Clock>,
    run: Signal<In, Bit>,
    light: Signal<Out, Light>,
    count: Signal<Out, Bits<4>>,
}

impl Logic for Counter {
    fn update(&mut self) {
        if self.clock.pos_edge() && self.run.val() {
            self.count.next = self.count.val() + 1;
            self.light.next = Light::decode(self.count.next.get_bit(1).into());
        }
    }
}

#[test]
fn the_drawing_that_explains_drawings() {
    expect_waves(file!(), Counter::default(), "run 0 1", (0..4).chain(9..12));
}

#[test]
fn a_circuit_is_driven_line_by_line() {
    let stimulus = "
        run  0x1*2 0 1 0
    ";
    let mut counter = Native::new(Counter::default());
    let waves = draw(&mut counter, &States::new(), stimulus, &["run", "count", "light"], 0..6);
    assert_eq!(waves, ["‾‾‾‾\\_/‾\\___", "=0X1X 2 X 3=", "____/‾‾‾‾‾‾‾"]);
}

#[test]
fn numbers_are_written_as_the_label_says() {
    let mut counter = Native::new(Counter::default());
    let labels = ["count (bin)", "count (hex)", "count, light (hex)"];
    let waves = draw(&mut counter, &States::new(), "run 1", &labels, 10..11);
    assert_eq!(waves, ["X 1010", "X A ==", "X A,1="]);
}

#[test]
fn a_wave_has_never_two_blanks_in_a_row() {
    let mut counter = Native::new(Counter::default());
    let waves = draw(&mut counter, &States::new(), "run 1", &["clock", "count"], [1, 4, 5, 8]);
    assert_eq!(waves, ["/‾\\_ .. /‾\\_/‾\\_ .. /‾\\_", "X 1= .. X 4 X 5= .. X 8="]);
}

#[test]
fn a_column_is_as_wide_as_the_longest_value_needs() {
    let wide: Vec<String> = [8, 6, 5, 4].map(|room| value('X', "1023", room)).into();
    assert_eq!(wide, ["X 1023 ==", "X 1023 ", "X 1023", "X1023"]);
    let mut counter = Native::new(Counter::default());
    let states = states(&counter.circuit);
    let waves = draw(&mut counter, &states, "run 1", &["clock", "light, count"], 1..4);
    assert_eq!(waves, ["/‾‾‾\\___/‾‾‾\\___/‾‾‾\\___", "X Red,1 XGreen,2XGreen,3"]);
}

#[test]
#[should_panic(expected = "no value: Blue")]
fn a_value_that_is_none_is_refused() {
    draw(
        &mut Native::new(Counter::default()),
        &States::new(),
        "run Blue",
        &[],
        0..1,
    );
}

#[test]
#[should_panic(expected = "no port named beat")]
fn a_port_that_is_none_is_refused() {
    draw(
        &mut Native::new(Counter::default()),
        &States::new(),
        "",
        &["beat"],
        0..1,
    );
}
