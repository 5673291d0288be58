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
//! | port        | dir | width      | meaning                                                                   | initial |
//! |-------------|-----|------------|---------------------------------------------------------------------------|---------|
//! | clock       | in  | 1          | rising edge                                                               |         |
//! | playing     | in  | 1          | a game over the line is on the board                                      |         |
//! | link        | in  | LinkReport | the session                                                               |         |
//! | say         | in  | Message    | what this machine says, for one clock; ignored while `waits` or not joined |        |
//! | say_at      | in  | Crossing   | the crossing of Place                                                     |         |
//! | done        | in  | 1          | strobe: the job is done                                                   |         |
//! | lawful      | in  | 1          | the rules allowed it                                                      |         |
//! | steady      | in  | 1          | the course can take a job                                                 |         |
//! | resigned    | in  | 1          | the game was resigned                                                     |         |
//! | order       | out | LinkOrder  | for the session                                                           | 0       |
//! | job         | out | Message    | what the course is to carry out; None if there is nothing                 | None    |
//! | own         | out | 1          | this machine has said it                                                  | 0       |
//! | at          | out | Crossing   | the crossing of Place                                                     | 0, 0    |
//! | waits       | out | 1          | a message of this machine is on its way, or its job is not done           | 0       |
//! | places      | out | 1          | a stone at `at` is on its way                                             | 0       |
//! | joined      | out | 1          | there is a session                                                        | 0       |
//! | cut         | out | 1          | nothing can be played: there is no session, or the positions differ       | 0       |
//! | asked       | out | 1          | the other machine asks to take back                                       | 0       |
//! | asking      | out | 1          | this machine has asked to take back                                       | 0       |
//! | news        | out | LinkNews   | what there is to tell                                                     | None    |

use rust_hdl::prelude::*;

use crate::link::ports::{LinkNews, LinkOrder, LinkPhase, LinkReport, Message};
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
    pub playing: Signal<In, Bit>,
    pub link: Signal<In, LinkReport>,
    pub say: Signal<In, Message>,
    pub say_at: Signal<In, Crossing>,
    pub done: Signal<In, Bit>,
    pub lawful: Signal<In, Bit>,
    pub steady: Signal<In, Bit>,
    pub resigned: Signal<In, Bit>,
    pub order: Signal<Out, LinkOrder>,
    pub job: Signal<Out, Message>,
    pub own: Signal<Out, Bit>,
    pub at: Signal<Out, Crossing>,
    pub waits: Signal<Out, Bit>,
    pub places: Signal<Out, Bit>,
    pub joined: Signal<Out, Bit>,
    pub cut: Signal<Out, Bit>,
    pub asked: Signal<Out, Bit>,
    pub asking: Signal<Out, Bit>,
    pub news: Signal<Out, LinkNews>,

    state: Register<State>,
    #[init(State::default())]
    nothing: Constant<State>,
}

#[kernel]
impl Logic for Rival {
    fn update(&mut self) {
        let together = playing & (link.phase == LinkPhase::Joined);
        order.active = playing;
        order.steady = steady & !q.theirs & !q.accepted & !link.delivered & !link.answered;
        order.offer = Message::None;
        order.at = q.at;
        order.answer = false;
        order.lawful = lawful;

        if !together | link.begun {
            state.d = nothing;
        } else {
            self.send();
            self.take();
            if done {
                self.finish();
            }
        }

        job = Message::None;
        own = q.accepted;
        at = q.at;
        if q.accepted {
            job = q.said;
        }
        if q.theirs {
            job = link.message;
            own = false;
            at = link.at;
        }
        waits = q.said != Message::None;
        places = (q.said == Message::Place) & !q.accepted;
        joined = together;
        cut = playing & (!together | link.out_of_step);
        State { asked, asking, .. } = q;
        self.tell();
    }

    /// Sends what this machine says, as soon as no message of the other is in hand.
    fn send(&mut self) {
        if q.said == Message::None {
            d.said = say;
            d.at = say_at;
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
        if lawful {
            d.asked = false;
            d.asking = false;
            d.refused = false;
        }
    }

    /// Tells what is most urgent.
    fn tell(&mut self) {
        news = LinkNews::None;
        if playing {
            if link.phase != LinkPhase::Joined {
                news = if link.gone { LinkNews::Gone } else { LinkNews::Waiting };
                if link.stranger == OTHER_VERSION {
                    news = LinkNews::OtherVersion;
                }
                if link.stranger == OTHER_GAME {
                    news = LinkNews::OtherGame;
                }
            } else if link.out_of_step {
                news = LinkNews::OutOfStep;
            } else if link.lost {
                news = LinkNews::Lost;
            } else if resigned {
                news = LinkNews::Resigned;
            } else if q.asked {
                news = LinkNews::Asked;
            } else if q.asking {
                news = LinkNews::Asking;
            } else if q.refused {
                news = LinkNews::Refused;
            }
        }
    }
}
