//! The machine on the other side of the line as a player: takes its messages, sends this machine's, and makes of both
//! the jobs that the course of the game carries out.
//!
//! ```text
//! this machine's                                  the other's
//! say        _/ Place \____________________       delivered  ___/‾\_______________
//! offer      ___/ Place \__________________       job        _____/ Place \_______
//! waits      ___/‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾\_       own        ______________________
//! answered   _____________/‾\______________       done       _____________/‾\______
//! job        _______________/ Place \______       answer     _____________/‾\______
//! own        _______________/‾‾‾‾‾‾‾\______
//! done       _______________________/‾\____
//! ```
//!
//! A message of this machine becomes a job when the other machine has carried it out and accepted it. A message of the
//! other machine becomes a job at once, and is answered when it is done. A question about taking back, and a refusal of
//! one, are answered at once and are no jobs.
//!
//! | port   | dir | width       | meaning                                              | initial |
//! |--------|-----|-------------|------------------------------------------------------|---------|
//! | clock  | in  | 1           | rising edge                                          |         |
//! | game   | in  | RivalOrder  | what the game says; `playing` and `resigned` are heard a clock later | |
//! | link   | in  | LinkReport  | what the session says                                |         |
//! | order  | out | LinkOrder   | for the session                                      | 0       |
//! | report | out | RivalReport | for the game                                         | 0       |

use rust_hdl::prelude::*;

use super::ports::{LinkNews, LinkOrder, LinkPhase, LinkReport, Message, RivalOrder, RivalReport};
use crate::ports::Crossing;
use crate::{Circuit, LogicStruct, Register, kernel};
use tengen_link::endpoint::Stranger;

#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
struct State {
    /// What this machine says, until it is done or refused; and its crossing.
    said: Message,
    at: Crossing,
    /// It has been offered to the session.
    offered: Bit,
    /// The other machine has accepted it.
    accepted: Bit,
    /// A message of the other machine is to be carried out.
    theirs: Bit,
    asked: Bit,
    asking: Bit,
    refused: Bit,
}

const OTHER_VERSION: u64 = Stranger::Version as u64;
const OTHER_GAME: u64 = Stranger::Game as u64;

#[derive(Circuit)]
pub struct Rival {
    pub clock: Signal<In, Clock>,
    pub game: Signal<In, RivalOrder>,
    pub link: Signal<In, LinkReport>,
    pub order: Signal<Out, LinkOrder>,
    pub report: Signal<Out, RivalReport>,

    /// The game's `playing` and `resigned`: so no output depends on the game's order within a clock.
    playing: Register<Bit>,
    resigned: Register<Bit>,
    state: Register<State>,
    #[init(State::default())]
    nothing: Constant<State>,
}

#[kernel]
impl Logic for Rival {
    fn update(&mut self) {
        playing.d = game.playing;
        resigned.d = game.resigned;
        let joined = playing.q & (link.phase == LinkPhase::Joined);
        order.active = playing.q;
        order.steady = game.steady & !q.theirs & !q.accepted & !link.delivered & !link.answered;
        order.offer = Message::None;
        order.at = q.at;
        order.answer = false;
        order.lawful = game.lawful;

        if !joined | link.begun {
            state.d = nothing;
        } else {
            self.send();
            self.take();
            if game.done {
                self.finish();
            }
        }
        self.want();
        report.joined = joined;
        report.cut = playing.q & (!joined | link.out_of_step);
        self.tell();
    }

    /// Sends what this machine says, as soon as no message of the other is in hand.
    fn send(&mut self) {
        if q.said == Message::None {
            d.said = game.say;
            d.at = game.say_at;
            d.offered = false;
            d.accepted = false;
        } else if !q.offered & !q.theirs & !link.delivered {
            order.offer = q.said;
            d.offered = true;
            d.refused = false;
        }
    }

    /// Takes a message of the other machine, and its answer to this one's.
    fn take(&mut self) {
        if link.answered {
            d.accepted = link.accepted;
            if !link.accepted {
                d.said = Message::None;
                d.refused = link.unlawful;
            } else if q.said == Message::AskUndo {
                d.said = Message::None;
                d.accepted = false;
                d.asking = true;
            } else if q.said == Message::RefuseUndo {
                d.said = Message::None;
                d.accepted = false;
                d.asked = false;
            }
        }
        if link.delivered {
            d.theirs = true;
            if link.message == Message::AskUndo {
                d.theirs = false;
                d.asked = true;
                order.answer = true;
                order.lawful = true;
            }
            if link.message == Message::RefuseUndo {
                d.theirs = false;
                d.asking = false;
                d.refused = q.asking;
                order.answer = true;
                order.lawful = true;
            }
        }
    }

    /// The job is done: the position has changed, so questions about the one before are settled.
    fn finish(&mut self) {
        if q.theirs {
            d.theirs = false;
            order.answer = true;
        } else {
            d.said = Message::None;
            d.accepted = false;
        }
        if game.lawful {
            d.asked = false;
            d.asking = false;
            d.refused = false;
        }
    }

    /// Drives what the game hears.
    fn want(&mut self) {
        report.begun = link.begun;
        report.swap = link.swap;
        report.job = Message::None;
        report.own = q.accepted;
        report.at = q.at;
        if q.accepted {
            report.job = q.said;
        }
        if q.theirs {
            report.job = link.message;
            report.own = false;
            report.at = link.at;
        }
        report.waits = q.said != Message::None;
        report.places = (q.said == Message::Place) & !q.accepted;
        report.out_of_step = link.out_of_step;
        report.asked = q.asked;
        report.asking = q.asking;
    }

    /// Tells what is most urgent.
    fn tell(&mut self) {
        report.news = LinkNews::None;
        if playing.q {
            if link.phase != LinkPhase::Joined {
                report.news = if link.gone { LinkNews::Gone } else { LinkNews::Waiting };
                if link.stranger == OTHER_VERSION {
                    report.news = LinkNews::OtherVersion;
                }
                if link.stranger == OTHER_GAME {
                    report.news = LinkNews::OtherGame;
                }
            } else if link.out_of_step {
                report.news = LinkNews::OutOfStep;
            } else if link.lost {
                report.news = LinkNews::Lost;
            } else if resigned.q {
                report.news = LinkNews::Resigned;
            } else if q.asked {
                report.news = LinkNews::Asked;
            } else if q.asking {
                report.news = LinkNews::Asking;
            } else if q.refused {
                report.news = LinkNews::Refused;
            }
        }
    }
}
