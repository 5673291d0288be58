//! A function that a circuit calls at its clock edges, with the last question and its answer.
//!
//! ```text
//! clock      _/‾\_/‾\_/‾\_/‾\_
//! question    < 3 >< 3 >< 4 >        settled before the edge
//! answer      < 0 >< 9 >< 9 ><16>    equal questions are asked once
//! ```
//!
//! `stepper.rs` has one for each call of a part, and so has the part's program (`busy.rs`); they hand it to each other.

use crate::netlist::Function;

#[derive(Clone)]
pub struct Asked {
    function: Function,
    asked: Vec<u64>,
    answered: Vec<u64>,
}

impl Asked {
    pub fn of(function: Function) -> Asked {
        Asked { function, asked: vec![], answered: vec![] }
    }

    /// What the outputs, of which there are so many, show after an edge.
    pub fn answer(&mut self, asks: impl Iterator<Item = u64> + Clone, answers: usize) -> &[u64] {
        if self.answered.is_empty() || !asks.clone().eq(self.asked.iter().copied()) {
            self.asked = asks.collect();
            self.answered = (self.function)(&self.asked);
            assert_eq!(self.answered.len(), answers, "the words of an answer");
        }
        &self.answered
    }

    /// What was answered last.
    pub fn answered(&self) -> &[u64] {
        &self.answered
    }

    /// The question is the last one, and the outputs show its answer.
    pub fn is_answered(&self, asks: impl Iterator<Item = u64>, answers: impl Iterator<Item = u64>) -> bool {
        asks.eq(self.asked.iter().copied()) && answers.eq(self.answered.iter().copied())
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use crate::{
        batch::Batch,
        busy::Pace,
        faults::Fault,
        interface::{Engine, Port, PortDirection},
        netlist::{Draft, Netlist, Op},
        whole::Whole,
    };

    thread_local! {
        static CALLS: Cell<u64> = const { Cell::new(0) };
    }

    fn square(asks: &[u64]) -> Vec<u64> {
        CALLS.set(CALLS.get() + 1);
        vec![(asks[0] * asks[0]) & 0xFFFF]
    }

    const WORKS: usize = 1;
    const SUM: usize = 2;

    /// A sum of squares while it is told to work: what is squared are bits of its own.
    fn sum_of_squares() -> Netlist {
        let mut draft = Draft::default();
        let [clock, works] = [0, WORKS].map(|port| draft.input(port, 1)[0]);
        let d = draft.wire(16);
        let sum = draft.register(d, 3, clock);
        let [low, turned] = [0, 5].map(|bit| draft.node(Op::Slice(sum, bit), 8));
        let asked = draft.node(Op::Xor(low, turned), 8);
        let answer = draft.call(&[asked], &[16], square, clock)[0];
        let more = draft.node(Op::Add(sum, answer), 16);
        let next = draft.node(Op::Select(works, more, sum), 16);
        draft.drive(d, next);
        draft.output(SUM, 0, sum);
        draft.finish(&|_| false).unwrap()
    }

    const BATCH: usize = 40;

    /// Whether a batch differs from the simulation clock by clock; in how many a program ran at the end; and how often each
    /// engine called the function.
    fn difference() -> (bool, usize, [u64; 2]) {
        let netlist = sum_of_squares();
        let port = |name, direction, width| Port { name, direction, width };
        let ports = vec![
            port("clock", PortDirection::Clock, 1),
            port("works", PortDirection::Input, 1),
            port("sum", PortDirection::Output, 16),
        ];
        let mut whole = Whole::new(&netlist, ports);
        let works = netlist.port(WORKS)[0].unwrap();
        let sum = netlist.port(SUM)[0].unwrap();
        let mut batch = Batch::new(netlist, BATCH, &|_| false, Pace::Measured, None);
        let (mut differs, mut by_program, mut calls) = (false, 0, [0; 2]);
        for number in 0..200 {
            let value = number / 20 % 2;
            batch.set(works, value);
            whole.set(WORKS, value);
            CALLS.set(0);
            batch.run(BATCH);
            calls[0] += CALLS.replace(0);
            by_program += usize::from(batch.runs_a_program());
            for lane in 0..BATCH {
                whole.settle();
                differs |= whole.get(SUM) != batch.get(sum, lane);
                whole.step();
            }
            calls[1] += CALLS.get();
        }
        (differs, by_program, calls)
    }

    #[test]
    fn a_program_asks_as_often_as_events_do_and_shows_the_same() {
        let (differs, by_program, calls) = difference();
        assert!(!differs);
        assert!((20..180).contains(&by_program), "{by_program}");
        assert_eq!(calls[0], calls[1]);
        Fault::put(Some(Fault::KeepsAnswer));
        let (differs, ..) = difference();
        Fault::put(None);
        assert!(differs);
    }
}
