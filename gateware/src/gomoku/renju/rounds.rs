//! Controls the judgement of a stone: makes two rounds over its four lines, and tells what to do next.
//!
//! | strobe | meaning                           | `action`, in the same clock                                         |
//! |--------|-----------------------------------|---------------------------------------------------------------------|
//! | start  | a stone is placed on trial        | –                                                                   |
//! | weigh  | `line` is known. Round 1: counts it | Walk; Decide after the last line; Settled with a five             |
//! |        | Round 2: may the line be a three? | TryBefore, TryAfter; Walk if not; Settled if too few lines are left |
//! | decide | round 1 is over                   | Settled by overline, double-four, or too few threes; Walk: round 2  |
//! | restore | returns to an earlier stone       | –                                                                  |
//! | resume | the stone in the gap is judged    | Walk; Settled by the second three, or if too few lines are left     |
//!
//! Round 1 settles everything but threes, and counts the lines that may be threes. If there are two or more, round 2
//! tries each of them. It ends as soon as two lines are threes, or fewer than two can still be: at the latest with the
//! last line that may be one.
//!
//! | port      | dir | width    | meaning                                                                 | initial |
//! |-----------|-----|----------|-------------------------------------------------------------------------|---------|
//! | clock     | in  | 1        | rising edge                                                             | –       |
//! | start     | in  | 1        | strobes, see above; one at a time                                       | –       |
//! | weigh     | in  | 1        | see above                                                               | –       |
//! | decide    | in  | 1        | see above                                                               | –       |
//! | restore   | in  | 1        | see above                                                               | –       |
//! | resume    | in  | 1        | see above                                                               | –       |
//! | line      | in  | LineKind | with weigh: the judgement of the line in `progress.direction`           | –       |
//! | saved     | in  | Progress | with restore: the saved progress of the earlier stone                   | –       |
//! | allowed   | in  | 1        | with resume: the stone in the gap is allowed; then the line is a three  | –       |
//! | gap_after | in  | 1        | with resume: the stone is in the gap after; else in the gap before      | –       |
//! | progress  | out | Progress | the progress of the stone: the current line, and what round 2 has found | 0       |
//! | action    | out | Action   | the next action; combinational                                          | Walk    |
//! | verdict   | out | Verdict  | the verdict, with Settled                                               | Allowed |

use super::line_judge::LineKind;
use crate::gomoku::ports::{Direction, Verdict};
use crate::{Circuit, LogicState, LogicStruct, Register, kernel};
use rust_hdl::prelude::*;

/// The progress of a stone on trial, saved in 5 bits while another stone is tried.
#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
pub struct Progress {
    /// The current line.
    pub direction: Direction,
    /// A line is a three.
    pub three: Bit,
    /// How many more lines may fail to be a three before fewer than two are left. Round 1 counts it up from -2.
    pub spare: Bits<2>,
}

/// What to do after a strobe.
#[derive(LogicState, Copy, Clone, Debug, PartialEq)]
pub enum Action {
    /// Scan the line in `direction`.
    Walk,
    /// Decide: all four lines have been scanned.
    Decide,
    /// Judge a stone in the line's gap before, or after.
    TryBefore,
    TryAfter,
    /// The verdict is known.
    Settled,
}

#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
pub struct State {
    progress: Progress,
    /// Fewer than two lines may be threes so far: `spare` is negative.
    too_few: Bit,
    second_round: Bit,
    /// A stone in the line's gap before has been tried; it makes no three.
    before_tried: Bit,
    overline: Bit,
    four: Bit,
    double_four: Bit,
}

/// -2 and -1 in two bits.
const MINUS_TWO: u64 = 2;
const MINUS_ONE: u64 = 3;

#[derive(Circuit)]
pub struct Rounds {
    pub clock: Signal<In, Clock>,
    pub start: Signal<In, Bit>,
    pub weigh: Signal<In, Bit>,
    pub decide: Signal<In, Bit>,
    pub restore: Signal<In, Bit>,
    pub resume: Signal<In, Bit>,
    pub line: Signal<In, LineKind>,
    pub saved: Signal<In, Progress>,
    pub allowed: Signal<In, Bit>,
    pub gap_after: Signal<In, Bit>,
    pub progress: Signal<Out, Progress>,
    pub action: Signal<Out, Action>,
    pub verdict: Signal<Out, Verdict>,

    state: Register<State>,
    next_direction: Signal<Local, Direction>,
    /// proved: the current line is a three. failed: it is none.
    proved: Signal<Local, Bit>,
    failed: Signal<Local, Bit>,
}

#[kernel]
impl Logic for Rounds {
    fn update(&mut self) {
        match q.progress.direction {
            Direction::AlongTheRow => next_direction = Direction::DownTheColumn,
            Direction::DownTheColumn => next_direction = Direction::DownRight,
            Direction::DownRight => next_direction = Direction::DownLeft,
            Direction::DownLeft => next_direction = Direction::AlongTheRow,
        }
        proved = false;
        failed = false;
        action = Action::Walk;
        verdict = Verdict::Allowed;

        if start {
            d.progress.direction = Direction::AlongTheRow;
            d.progress.spare = MINUS_TWO;
            d.too_few = true;
            d.second_round = false;
            d.overline = false;
            d.four = false;
            d.double_four = false;
        }
        if weigh {
            self.weigh();
        }
        if decide {
            self.decide();
        }
        if restore {
            d.progress = saved;
            d.second_round = true;
        }
        if resume {
            if allowed {
                proved = true;
            } else if gap_after {
                failed = true;
            } else {
                d.before_tried = true;
            }
        }

        self.settle();
        progress = q.progress;
    }

    /// Takes the judgement of a line: round 1 counts it, round 2 tries the gaps that may make it a three.
    fn weigh(&mut self) {
        if !q.second_round {
            d.overline = q.overline | line.overline;
            d.four = q.four | line.four;
            d.double_four = q.double_four | line.two_fours | (q.four & line.four);
            if line.three_before | line.three_after {
                d.progress.spare = q.progress.spare + 1;
                d.too_few = q.too_few & (q.progress.spare != MINUS_ONE);
            }
            d.progress.direction = next_direction;
            if line.five {
                verdict = Verdict::ExactFive;
                action = Action::Settled;
            } else if q.progress.direction == Direction::DownLeft {
                action = Action::Decide;
            }
        } else if line.three_before & !q.before_tried {
            action = Action::TryBefore;
        } else if line.three_after {
            action = Action::TryAfter;
        } else if q.before_tried {
            failed = true;
        } else {
            d.progress.direction = next_direction;
        }
    }

    /// Ends the first round.
    fn decide(&mut self) {
        // The direction is back at the first line.
        d.second_round = true;
        d.before_tried = false;
        d.progress.three = false;
        if q.overline {
            verdict = Verdict::Overline;
            action = Action::Settled;
        } else if q.double_four {
            verdict = Verdict::DoubleFour;
            action = Action::Settled;
        } else if q.too_few {
            action = Action::Settled;
        }
    }

    /// Takes the result for a line: it is a three, or it is none.
    fn settle(&mut self) {
        if proved | failed {
            d.progress.direction = next_direction;
            d.before_tried = false;
        }
        if proved {
            d.progress.three = true;
            if q.progress.three {
                verdict = Verdict::DoubleThree;
                action = Action::Settled;
            }
        }
        if failed {
            d.progress.spare = q.progress.spare - 1;
            if q.progress.spare == 0 {
                action = Action::Settled;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_sim::{ByName, Engine, Native};

    const NOTHING: LineKind = LineKind {
        five: false,
        overline: false,
        four: false,
        two_fours: false,
        three_before: false,
        three_after: false,
    };
    const FOUR: LineKind = LineKind { four: true, ..NOTHING };
    /// The line may be a three by the gap before, or by either gap.
    const BEFORE: LineKind = LineKind { three_before: true, ..NOTHING };
    const EITHER: LineKind = LineKind { three_after: true, ..BEFORE };

    /// Strobes for one clock; returns what to do next.
    fn strobe(rounds: &mut Native<Rounds>, name: &str) -> (Action, Verdict) {
        rounds.drive(name, 1);
        rounds.settle();
        let found = (rounds.read_as("action"), rounds.read_as("verdict"));
        rounds.strobe(name);
        found
    }

    /// Makes both rounds over four lines; a gap makes a three where `allowed` says so. Returns the verdict and the
    /// number of stones tried.
    fn judge(lines: [LineKind; 4], mut allowed: impl FnMut(Direction, Action) -> bool) -> (Verdict, usize) {
        let mut rounds = Native::new(Rounds::default());
        strobe(&mut rounds, "start");
        let mut tried = 0;
        for _ in 0..20 {
            let direction = rounds.circuit.progress.val().direction;
            rounds.circuit.line.next = lines[direction as usize];
            let mut found = strobe(&mut rounds, "weigh");
            if found.0 == Action::Decide {
                found = strobe(&mut rounds, "decide");
            }
            if matches!(found.0, Action::TryBefore | Action::TryAfter) {
                tried += 1;
                // The stone in the gap has rounds of its own in between.
                let saved = rounds.circuit.progress.val();
                strobe(&mut rounds, "start");
                rounds.circuit.saved.next = saved;
                strobe(&mut rounds, "restore");
                rounds.circuit.allowed.next = allowed(direction, found.0);
                rounds.circuit.gap_after.next = found.0 == Action::TryAfter;
                found = strobe(&mut rounds, "resume");
            }
            match found.0 {
                Action::Walk => {}
                Action::Settled => return (found.1, tried),
                other => panic!("{other:?}"),
            }
        }
        panic!("never settled");
    }

    #[test]
    fn the_first_round_settles_all_but_threes() {
        let five = LineKind { five: true, ..NOTHING };
        let overline = LineKind { overline: true, ..NOTHING };
        let two_fours = LineKind { two_fours: true, ..FOUR };
        for (lines, verdict) in [
            ([NOTHING; 4], Verdict::Allowed),
            ([overline, FOUR, FOUR, five], Verdict::ExactFive),
            ([FOUR, overline, FOUR, EITHER], Verdict::Overline),
            ([NOTHING, FOUR, EITHER, FOUR], Verdict::DoubleFour),
            ([EITHER, EITHER, NOTHING, two_fours], Verdict::DoubleFour),
            ([FOUR, EITHER, NOTHING, NOTHING], Verdict::Allowed),
        ] {
            assert_eq!(
                judge(lines, |_, _| panic!("nothing is tried")),
                (verdict, 0),
                "{lines:?}"
            );
        }
    }

    #[test]
    fn the_second_round_ends_with_two_threes_or_when_too_few_are_left() {
        let first_two = [EITHER, BEFORE, NOTHING, NOTHING];
        assert_eq!(judge(first_two, |_, _| true), (Verdict::DoubleThree, 2));
        // Both gaps of the first line are tried, then only one line is left.
        assert_eq!(judge(first_two, |_, _| false), (Verdict::Allowed, 2));
        let second_gap = |_, action| action == Action::TryAfter;
        assert_eq!(
            judge([NOTHING, EITHER, NOTHING, EITHER], second_gap),
            (Verdict::DoubleThree, 4)
        );
        // Two of the four lines may fail.
        let last_two = |direction, _| direction == Direction::DownRight || direction == Direction::DownLeft;
        assert_eq!(judge([BEFORE; 4], last_two), (Verdict::DoubleThree, 4));
        assert_eq!(
            judge([BEFORE; 4], |direction, _| direction == Direction::DownLeft),
            (Verdict::Allowed, 3)
        );
    }
}
