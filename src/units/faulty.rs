//! A unit that breaks a property, for tests: a count that is said to be small, and is not.

use rust_hdl::prelude::*;

use super::{Same, Unit};
use crate::hdl::proof::Checks;
use crate::{Circuit, LogicStruct, Register, kernel};

pub const UNIT: &Unit = &Unit::of::<Same<Counter>>("faulty", "Counts.", "").checked_with::<CounterChecks>();

#[derive(Circuit)]
pub struct Counter {
    pub clock: Signal<In, Clock>,
    pub up: Signal<In, Bit>,
    pub clear: Signal<In, Bit>,
    pub count: Signal<Out, Bits<4>>,

    state: Register<Bits<4>>,
}

#[kernel]
impl Logic for Counter {
    fn update(&mut self) {
        if clear {
            d = 12;
        } else if up & (q != 7) {
            d = q + 1;
        }
        count = q;
    }
}

#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
pub struct CounterPast {
    any: Bit,
    up: Bit,
    clear: Bit,
    count: Bits<4>,
}

#[derive(Circuit)]
pub struct CounterChecks {
    pub clock: Signal<In, Clock>,
    pub up: Signal<In, Bit>,
    pub clear: Signal<In, Bit>,
    pub count: Signal<In, Bits<4>>,
    pub given_no_clear: Signal<Out, Bit>,
    pub always_few: Signal<Out, Bit>,
    pub always_kept: Signal<Out, Bit>,
    pub always_small: Signal<Out, Bit>,
    pub once_three: Signal<Out, Bit>,
    pub once_eight: Signal<Out, Bit>,

    state: Register<CounterPast>,
}

#[kernel]
impl Logic for CounterChecks {
    fn update(&mut self) {
        d = CounterPast { any: true, up, clear, count };
        given_no_clear = !clear;
        always_few = count < 5;
        always_kept = !q.any | q.up | q.clear | (count == q.count);
        // It follows from no other property that the count is not 11 before it is 12.
        always_small = count != 12;
        once_three = count == 3;
        once_eight = count == 8;
    }
}

impl Checks for CounterChecks {
    const DEPTH: usize = 9;

    fn at(_: u32) -> Self {
        Self::default()
    }
}
