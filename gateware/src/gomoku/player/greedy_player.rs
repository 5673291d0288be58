//! A computer player of one ply: stores a position, detects a win, and finds the move of any of four players.
//!
//! ```text
//! clock               ______/‾‾\__/‾‾\__/‾‾\__ .. /‾‾\__/‾‾\__/‾‾\__ .. /‾‾\__/‾‾\__/‾‾\__
//! think               ______/‾‾‾‾‾\___________ .. __________________ .. __________________
//! busy                ____________/‾‾‾‾‾‾‾‾‾‾‾ .. ‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾ .. ‾‾‾‾‾‾\___________
//! scan_row, scan_col  = 0,0 ============X 0,1= .. X14,13X14,14X 0,0= .. = 0,0 ============   225 clocks, a crossing each
//! done                ________________________ .. __________________ .. ______/‾‾‾‾‾\_____   232 clocks after the strobe
//! best_row, best_col  = 0,0 ================== .. = 0,0 ============ .. = 0,0 X 7,7 ======   held until the next think
//! ```
//!
//! A strobe lasts one clock and samples the other inputs; strobes while busy are ignored. If several coincide, `clear`
//! wins over `place`, `place` over `lift`, and `lift` over `think`. busy rises with the next clock.
//!
//! - clear (2 clocks): removes all stones, and resets `five` and `illegal`.
//! - place (232 clocks): the ring turns once, and the stone is placed as its crossing passes the head. If the crossing
//!   is taken or off the board, `illegal` rises and nothing else changes. Both flags are valid once busy is low again.
//! - lift (232 clocks): likewise removes a stone, and resets `five`. If the crossing is empty or off the board,
//!   `illegal` rises and nothing else changes.
//! - think (232 clocks): the ring turns once, and the evaluator scores every crossing. On an empty board the move is
//!   the centre. If no move is allowed, the result is (15, 15), which is no crossing.
//!
//! | port                      | dir | width   | meaning                                                  | initial |
//! |---------------------------|-----|---------|----------------------------------------------------------|---------|
//! | clock                     | in  | 1       | rising edge                                              | –       |
//! | clear, place, lift, think | in  | 1       | strobes, see above                                       | –       |
//! | row, col                  | in  | 4       | the crossing for place and lift                          | –       |
//! | colour                    | in  | 1       | 0 black, 1 white: of the stone to place, or the mover    | –       |
//! | profile                   | in  | Profile | for think: the player                                    | –       |
//! | rule                      | in  | Rule    | for place and think: what wins                           | –       |
//! | shuffle                   | in  | 1       | for think: choose at random among equally good crossings | –       |
//! | veto                      | in  | 1       | the crossing shown one clock before may not be played    | –       |
//! | busy                      | out | 1       | at work; every strobe is ignored                         | 0       |
//! | done                      | out | 1       | one clock at the end of a think: the first with busy low | 0       |
//! | best_row, best_col        | out | 4       | the move that think found                                | 0, 0    |
//! | five                      | out | 1       | the stone last placed won under its rule                 | 0       |
//! | illegal | out | 1 | the last place or lift changed nothing | 0 |
//! | scan_row, scan_col        | out | 4       | the crossing at the head of the ring                     | 0, 0    |

use super::evaluator::Evaluator;
use super::leader::Leader;
use super::ranking::Ranking;
use super::ring::Ring;
use crate::gomoku::ports::{Profile, Rule};
use crate::{Circuit, LogicState, LogicStruct, Register, kernel};
use rust_hdl::prelude::*;
use tengen_hdl::library::lfsr::Lfsr;

#[derive(LogicState, Copy, Clone, Debug, PartialEq)]
pub enum Phase {
    /// Waits for a strobe.
    Idle,
    /// The ring removes all stones.
    Clearing,
    /// The ring turns; the evaluator takes each crossing.
    Turning,
    /// The last crossings leave the evaluator.
    Draining,
    /// Every candidate has been compared; stores the answer.
    Answering,
}

/// The purpose of the current turn of the ring.
#[derive(LogicState, Copy, Clone, Debug, PartialEq)]
pub enum Operation {
    Place,
    Lift,
    Think,
}

#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
pub struct State {
    phase: Phase,
    operation: Operation,
    row: Bits<4>,
    col: Bits<4>,
    colour: Bit,
    profile: Profile,
    rule: Rule,
    shuffle: Bit,
    /// A stone has passed the head in this turn.
    any_stone: Bit,
    five: Bit,
    illegal: Bit,
    done: Bit,
    best_row: Bits<4>,
    best_col: Bits<4>,
}

/// The row and the column of the centre.
const CENTRE: u64 = 7;

#[derive(Circuit)]
pub struct GreedyPlayer {
    pub clock: Signal<In, Clock>,
    pub clear: Signal<In, Bit>,
    pub place: Signal<In, Bit>,
    pub lift: Signal<In, Bit>,
    pub think: Signal<In, Bit>,
    pub row: Signal<In, Bits<4>>,
    pub col: Signal<In, Bits<4>>,
    pub colour: Signal<In, Bit>,
    pub profile: Signal<In, Profile>,
    pub rule: Signal<In, Rule>,
    pub shuffle: Signal<In, Bit>,
    pub veto: Signal<In, Bit>,
    pub busy: Signal<Out, Bit>,
    pub done: Signal<Out, Bit>,
    pub best_row: Signal<Out, Bits<4>>,
    pub best_col: Signal<Out, Bits<4>>,
    pub five: Signal<Out, Bit>,
    pub illegal: Signal<Out, Bit>,
    pub scan_row: Signal<Out, Bits<4>>,
    pub scan_col: Signal<Out, Bits<4>>,

    state: Register<State>,
    ring: Ring,
    evaluator: Evaluator,
    ranking: Ranking,
    leader: Leader,
    lfsr: Lfsr,
}

impl GreedyPlayer {
    /// Creates all four players, or without `shapes` only mcu and sjtu, which count stones.
    pub fn new(shapes: bool) -> Self {
        GreedyPlayer { evaluator: Evaluator::new(shapes), ..Default::default() }
    }
}

#[kernel]
impl Logic for GreedyPlayer {
    fn update(&mut self) {
        // The ring.
        let turning = q.phase == Phase::Turning;
        // The crossing of the operation is at the head.
        let there = turning & (ring.row == q.row) & (ring.col == q.col);
        // The stone is placed in this clock: its crossing is at the head and vacant.
        let landing = there & (q.operation == Operation::Place) & ring.vacant;
        // The stone is lifted in this clock.
        let lifting = there & (q.operation == Operation::Lift) & !ring.vacant;
        ring.clear = q.phase == Phase::Clearing;
        ring = Ring { turn: turning, put: landing, lift: lifting, colour: q.colour };
        scan_row = ring.row;
        scan_col = ring.col;

        self.evaluate(turning, landing);
        for i in 0..4 {
            evaluator.mover[i] = ring.mover[i];
            evaluator.opponent[i] = ring.opponent[i];
            evaluator.empty[i] = ring.empty[i];
        }

        self.rank();
        self.step(landing, lifting);

        busy = q.phase != Phase::Idle;
        State { done, best_row, best_col, five, illegal, .. } = q;
    }

    /// Sends the crossing at the head to the evaluator.
    fn evaluate(&mut self, turning: Bit, landing: Bit) {
        evaluator.profile = q.profile;
        evaluator.rule = q.rule;
        evaluator.colour = q.colour;
        evaluator.row_in = ring.row;
        evaluator.col_in = ring.col;
        evaluator.candidate_in = turning & (q.operation == Operation::Think) & ring.vacant;
        evaluator = Evaluator { landed_in: landing, last_in: turning & ring.last, veto };
    }

    /// Sends each scored crossing to the ranking, and each candidate with its key to the leader.
    fn rank(&mut self) {
        // The ranking takes each crossing with its scores.
        ranking.profile = q.profile;
        ranking.colour = q.colour;
        ranking.row_in = evaluator.row;
        ranking.col_in = evaluator.col;
        ranking.candidate_in = evaluator.candidate;
        ranking.last_in = evaluator.last;
        ranking = Ranking { attack: evaluator.attack, inverted_defence: evaluator.inverted_defence };

        // The leader takes each candidate with its key.
        leader.start = false;
        leader.candidate = ranking.candidate;
        leader = Leader { row_in: ranking.row, col_in: ranking.col, key: ranking.key, tie: ranking.tie };
        lfsr.enable = q.shuffle & ranking.candidate;
        leader.tie_break = lfsr.random;
    }

    /// The state machine.
    fn step(&mut self, landing: Bit, lifting: Bit) {
        d.done = false;
        match q.phase {
            Phase::Idle => {
                if clear {
                    d.phase = Phase::Clearing;
                } else if place | lift | think {
                    d.phase = Phase::Turning;
                    d.row = row;
                    d.col = col;
                    d.colour = colour;
                    d.profile = profile;
                    d.rule = rule;
                    d.shuffle = shuffle;
                    d.any_stone = false;
                    // Illegal until the stone has been placed or lifted.
                    if place {
                        d.operation = Operation::Place;
                        d.illegal = true;
                    } else if lift {
                        d.operation = Operation::Lift;
                        d.illegal = true;
                    } else {
                        d.operation = Operation::Think;
                        leader.start = true;
                    }
                }
            }
            Phase::Clearing => {
                d.five = false;
                d.illegal = false;
                d.phase = Phase::Idle;
            }
            Phase::Turning => {
                if !ring.vacant {
                    d.any_stone = true;
                }
                if landing {
                    d.illegal = false;
                }
                if lifting {
                    d.illegal = false;
                    d.five = false;
                }
                if ring.last {
                    d.phase = Phase::Draining;
                }
            }
            Phase::Draining => {
                if ranking.last {
                    d.phase = Phase::Answering;
                }
            }
            Phase::Answering => {
                d.phase = Phase::Idle;
                if q.operation == Operation::Think {
                    d.done = true;
                    d.best_row = CENTRE;
                    d.best_col = CENTRE;
                    if q.any_stone {
                        d.best_row = leader.row;
                        d.best_col = leader.col;
                    }
                }
            }
        }
        // Whether the placed stone wins comes out of the evaluator while the ring still turns.
        if evaluator.landed {
            d.five = evaluator.five;
        }
    }
}

#[cfg(test)]
mod tests;
