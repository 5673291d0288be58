//! One end of a session with another machine: finds it, and carries messages to it, each exactly once and one at a time.
//!
//! It is `tengen_link::Endpoint` as a circuit; sessions, messages and their rules stand there and in docs/link.md.
//!
//! ```text
//!             active         Hello
//!        Off --------> Seeking ----> Joined          Place, .. -> delivered ... answer -> Answer
//!         ^                |            |            offer -> Place, .. repeated ... Answer -> verdict
//!         '--- not active -+------------'
//! ```
//!
//! | clock with                  | does, in this order                                                                   |
//! |-----------------------------|---------------------------------------------------------------------------------------|
//! | `active` changed            | begins to seek, or leaves; whatever else comes with it is ignored                     |
//! | `answer`, `offer`           | takes them                                                                            |
//! | neither, and a frame waits  | takes the frame                                                                       |
//! | neither, and a tick waits   | counts it                                                                             |
//! | nothing of this, and `ready`| gives the next frame that is due, with `start` one clock later                        |
//!
//! | port           | dir | width    | meaning                                                                         | initial |
//! |----------------|-----|----------|---------------------------------------------------------------------------------|---------|
//! | clock          | in  | 1        | rising edge                                                                     |         |
//! | tick           | in  | 1        | strobe, 128 times a second                                                      |         |
//! | incoming       | in  | Frame    | a frame from the line, valid from its strobe until the next                     |         |
//! | frame_strobe   | in  | 1        | strobe: `incoming` is new                                                       |         |
//! | ready          | in  | 1        | the line takes a frame                                                          |         |
//! | outgoing       | out | Frame    | the frame for the line                                                          | 0       |
//! | start          | out | 1        | strobe: sends `outgoing`                                                        | 0       |
//! | game           | in  | LinkLocal | what the game says of itself                                                   |         |
//! | offer          | in  | 1        | strobe: sends a message; only while joined, and not `pending`                   |         |
//! | offer_kind, offer_argument | in | 8, 8 | the message                                                                 |         |
//! | answer         | in  | 1        | strobe: the game's answer to the message that was delivered                     |         |
//! | answer_verdict | in  | 2        | a `tengen_link::Verdict`                                                        |         |
//! | begun          | out | 1        | strobe: a session has begun, and with it a game                                 | 0       |
//! | swap           | out | 1        | strobe: both play the same side, and this end is to swap its seats              | 0       |
//! | delivered      | out | 1        | strobe: a message for the game, which is to answer                              | 0       |
//! | message_kind, message_argument | out | 8, 8 | the message                                                             | 0       |
//! | verdict_strobe | out | 1        | strobe: this end's message is answered, or withdrawn                            | 0       |
//! | verdict        | out | 2        | the answer; 2, crossed: it is refused or withdrawn                              | 0       |
//! | phase          | out | LinkPhase | Off, Seeking or Joined                                                         | Off     |
//! | stranger       | out | 2        | who is heard: 1 speaks another version, 2 plays another game or by another rule | 0       |
//! | gone           | out | 1        | the other end has left the session                                              | 0       |
//! | out_of_step    | out | 1        | the positions differ                                                            | 0       |
//! | lost           | out | 1        | joined, and the line has been silent for two seconds                            | 0       |
//! | pending        | out | 1        | a message waits for its answer                                                  | 0       |
//!
//! `delivered` and `verdict_strobe` may come in one clock: then this end's message was withdrawn for the other's.

pub mod checks;

use rust_hdl::prelude::*;

use super::ports::{Frame, LinkLocal, LinkPhase};
use crate::{Circuit, LogicStruct, Register, kernel};
use tengen_link::endpoint::{Stranger, Timing};
use tengen_link::frame::VERSION as OUR_VERSION;
use tengen_link::{Kind, Verdict};

#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
struct State {
    phase: LinkPhase,
    nonce: Bits<16>,
    /// The other end's nonce; 0 while unknown.
    other: Bits<16>,
    stranger: Bits<2>,
    gone: Bit,
    out_of_step: Bit,
    /// Ticks since the last frame of the session, up to the limit.
    quiet: Bits<9>,
    /// Ticks until the next Hello or Status.
    beat: Bits<6>,
    frame_waits: Bit,
    tick_waits: Bit,
}

/// The two directions of messages.
#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
struct Messages {
    pending: Bit,
    kind: Bits<8>,
    argument: Bits<8>,
    /// It is to be sent.
    due: Bit,
    /// Ticks until it is sent again, and the ticks after that.
    wait: Bits<7>,
    interval: Bits<7>,
    /// The number of the last message sent.
    sent: Bits<8>,
    /// The number of the last message that was taken, and its verdict.
    taken: Bits<8>,
    judged: Bit,
    verdict: Bits<2>,
    /// A message is with the game.
    delivering: Bit,
}

/// Frames that are to be sent.
#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
struct Due {
    answer: Bit,
    bye: Bit,
    hello: Bit,
    status: Bit,
}

/// What is told.
#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
struct Told {
    start: Bit,
    begin: Bit,
    swap: Bit,
    delivered: Bit,
    kind: Bits<8>,
    argument: Bits<8>,
    verdict_strobe: Bit,
    verdict: Bits<2>,
}

const HELLO: u64 = Kind::Hello as u64;
const STATUS: u64 = Kind::Status as u64;
const ANSWER: u64 = Kind::Answer as u64;
const BYE: u64 = Kind::Bye as u64;
const FIRST_MESSAGE: u64 = Kind::Place as u64;
const ASK_UNDO: u64 = Kind::AskUndo as u64;
const REFUSE_UNDO: u64 = Kind::RefuseUndo as u64;
const NEW_GAME: u64 = Kind::NewGame as u64;
const LAST_KIND: u64 = Kind::KeyAnswer as u64;
/// The highest number of a verdict.
const LAST_VERDICT: u64 = OUT_OF_STEP;
const CROSSED: u64 = Verdict::Crossed as u64;
const OUT_OF_STEP: u64 = Verdict::OutOfStep as u64;
const OTHER_VERSION: u64 = Stranger::Version as u64;
const OTHER_GAME: u64 = Stranger::Game as u64;
const VERSION: u64 = OUR_VERSION as u64;
const FIRST: u64 = Timing::USUAL.first as u64;
const LONGEST: u64 = Timing::USUAL.longest as u64;
const BEAT: u64 = Timing::USUAL.beat as u64;
const SILENCE: u64 = Timing::USUAL.silence as u64;

#[derive(Circuit)]
pub struct Endpoint {
    pub clock: Signal<In, Clock>,
    pub tick: Signal<In, Bit>,
    pub incoming: Signal<In, Frame>,
    pub frame_strobe: Signal<In, Bit>,
    pub ready: Signal<In, Bit>,
    pub outgoing: Signal<Out, Frame>,
    pub start: Signal<Out, Bit>,

    pub game: Signal<In, LinkLocal>,
    pub offer: Signal<In, Bit>,
    pub offer_kind: Signal<In, Bits<8>>,
    pub offer_argument: Signal<In, Bits<8>>,
    pub answer: Signal<In, Bit>,
    pub answer_verdict: Signal<In, Bits<2>>,
    pub begun: Signal<Out, Bit>,
    pub swap: Signal<Out, Bit>,
    pub delivered: Signal<Out, Bit>,
    pub message_kind: Signal<Out, Bits<8>>,
    pub message_argument: Signal<Out, Bits<8>>,
    pub verdict_strobe: Signal<Out, Bit>,
    pub verdict: Signal<Out, Bits<2>>,

    pub phase: Signal<Out, LinkPhase>,
    pub stranger: Signal<Out, Bits<2>>,
    pub gone: Signal<Out, Bit>,
    pub out_of_step: Signal<Out, Bit>,
    pub lost: Signal<Out, Bit>,
    pub pending: Signal<Out, Bit>,

    state: Register<State>,
    messages: Register<Messages>,
    due: Register<Due>,
    told: Register<Told>,
    composed: Register<Frame>,

    /// A new nonce.
    fresh: Signal<Local, Bits<16>>,
    /// This end's message, or the one that has come, changes the game.
    own_changes: Signal<Local, Bit>,
    its_changes: Signal<Local, Bit>,
}

#[kernel]
impl Logic for Endpoint {
    fn update(&mut self) {
        fresh = if game.entropy.any() { game.entropy } else { 1 };
        own_changes = messages.q.pending & (messages.q.kind != ASK_UNDO) & (messages.q.kind != REFUSE_UNDO);
        its_changes = (incoming.kind != ASK_UNDO) & (incoming.kind != REFUSE_UNDO);
        told.d.start = false;
        told.d.begin = false;
        told.d.swap = false;
        told.d.delivered = false;
        told.d.verdict_strobe = false;

        let off = q.phase == LinkPhase::Off;
        if game.active == off {
            self.follow();
        } else if answer | offer {
            self.ask();
        } else if q.frame_waits {
            d.frame_waits = false;
            if incoming.kind == HELLO {
                self.greet();
            } else if (q.phase == LinkPhase::Joined)
                & (incoming.tag == (q.nonce ^ q.other))
                & (incoming.kind <= LAST_KIND)
            {
                self.hear();
                self.receive();
            }
        } else if q.tick_waits {
            d.tick_waits = false;
            if !off {
                self.count();
            }
        } else if ready & !told.q.start {
            self.transmit();
        }
        if frame_strobe {
            d.frame_waits = true;
        }
        if tick {
            d.tick_waits = true;
        }
        self.tell();
    }

    /// Follows the game into a session and out of it.
    fn follow(&mut self) {
        due.d.bye = q.phase == LinkPhase::Joined;
        if game.active {
            d.gone = false;
            self.seek();
        } else {
            self.stop();
            d.phase = LinkPhase::Off;
        }
    }

    /// Takes the game's answer and its message.
    fn ask(&mut self) {
        if answer & messages.q.delivering {
            messages.d.delivering = false;
            messages.d.judged = true;
            messages.d.verdict = answer_verdict;
            due.d.answer = true;
        }
        if offer {
            messages.d.pending = true;
            messages.d.kind = offer_kind;
            messages.d.argument = offer_argument;
            messages.d.due = true;
            messages.d.wait = FIRST;
            messages.d.interval = FIRST;
            messages.d.sent = messages.q.sent + 1;
        }
    }

    /// A tick has passed.
    fn count(&mut self) {
        d.beat = q.beat - 1;
        if q.beat == 1 {
            d.beat = BEAT;
            due.d.hello = due.q.hello | (q.phase == LinkPhase::Seeking);
            due.d.status = q.phase == LinkPhase::Joined;
        }
        if q.quiet != SILENCE {
            d.quiet = q.quiet + 1;
        }
        if messages.q.pending & !messages.q.due {
            messages.d.wait = messages.q.wait - 1;
            messages.d.due = messages.q.wait == 1;
        }
    }

    /// Gives the next frame.
    fn transmit(&mut self) {
        told.d.start = true;
        composed.d.sequence = messages.q.sent;
        composed.d.tag = q.nonce ^ q.other;
        composed.d.number = game.number;
        composed.d.check = game.check;
        composed.d.argument = 0;
        if due.q.answer {
            due.d.answer = false;
            composed.d.kind = ANSWER;
            composed.d.sequence = messages.q.taken;
            composed.d.argument = bit_cast::<8, 2>(messages.q.verdict);
        } else if due.q.bye {
            due.d.bye = false;
            composed.d.kind = BYE;
        } else if messages.q.pending & messages.q.due {
            messages.d.due = false;
            messages.d.wait = messages.q.interval;
            messages.d.interval = if messages.q.interval == LONGEST { LONGEST } else { messages.q.interval << 1 };
            composed.d.kind = messages.q.kind;
            composed.d.argument = messages.q.argument;
        } else if due.q.hello {
            due.d.hello = false;
            composed.d.kind = HELLO;
            composed.d.sequence = VERSION;
            composed.d.tag = q.nonce;
            composed.d.number = 0;
            composed.d.check = q.other;
            composed.d.argument = cat(bits::<1>(0), q.phase == LinkPhase::Joined, game.greeting);
        } else if due.q.status {
            due.d.status = false;
            composed.d.kind = STATUS;
            composed.d.argument = cat(bits::<7>(0), messages.q.pending | messages.q.delivering | !game.steady);
        } else {
            told.d.start = false;
        }
    }

    /// Takes a Hello.
    fn greet(&mut self) {
        let restarted = (q.phase == LinkPhase::Joined) & (incoming.tag != q.other);
        let agrees = incoming.argument.get_bits::<5>(0) == game.greeting.get_bits::<5>(0);
        let same_side = incoming.argument.get_bit(5) == game.greeting.get_bit(5);
        let nonce = if restarted { fresh } else { q.nonce };
        if (q.phase != LinkPhase::Off) & incoming.tag.any() {
            if incoming.tag == q.nonce {
                // An echo, or by chance the same nonce.
                d.nonce = fresh;
            } else {
                if restarted {
                    self.seek();
                }
                d.stranger = 0;
                if incoming.sequence != VERSION {
                    d.stranger = OTHER_VERSION;
                } else if !agrees {
                    d.stranger = OTHER_GAME;
                } else {
                    due.d.hello = due.q.hello | restarted | !incoming.argument.get_bit(6);
                    if (q.phase == LinkPhase::Joined) & !restarted {
                        self.hear();
                    } else {
                        d.other = incoming.tag;
                        if same_side {
                            told.d.swap = nonce < incoming.tag;
                        } else if incoming.check == nonce {
                            self.join();
                        }
                    }
                }
            }
        }
    }

    /// Takes a frame of the session.
    fn receive(&mut self) {
        let same = (incoming.number == game.number) & (incoming.check == game.check);
        let changing = messages.q.pending | messages.q.delivering | !game.steady;
        if incoming.kind == STATUS {
            if !incoming.argument.any() & !changing {
                d.out_of_step = !same;
            }
        } else if incoming.kind == ANSWER {
            if messages.q.pending & (incoming.sequence == messages.q.sent) & (incoming.argument <= LAST_VERDICT) {
                messages.d.pending = false;
                told.d.verdict_strobe = true;
                told.d.verdict = incoming.argument.get_bits::<2>(0);
                d.out_of_step = q.out_of_step | (incoming.argument == OUT_OF_STEP);
            }
        } else if incoming.kind == BYE {
            self.seek();
            d.gone = true;
        } else if (incoming.kind >= FIRST_MESSAGE) & (incoming.kind <= NEW_GAME) {
            // The numbers behind the last one are of frames that the line has kept back.
            let ahead = !(incoming.sequence - messages.q.taken).get_bit(7);
            if incoming.sequence == messages.q.taken {
                due.d.answer = due.q.answer | messages.q.judged;
            } else if ahead & !messages.q.delivering & (game.steady | messages.q.pending) {
                self.take(same);
            }
        }
    }

    /// Takes a new message.
    fn take(&mut self, same: Bit) {
        let crossing = own_changes & its_changes;
        if !same & (incoming.kind != NEW_GAME) {
            // The other end may have made this end's change already, and its answer may have been lost.
            if !own_changes {
                d.out_of_step = true;
                messages.d.taken = incoming.sequence;
                messages.d.judged = true;
                messages.d.verdict = OUT_OF_STEP;
                due.d.answer = true;
            }
        } else if crossing & (q.nonce > q.other) {
            messages.d.taken = incoming.sequence;
            messages.d.judged = true;
            messages.d.verdict = CROSSED;
            due.d.answer = true;
        } else {
            if crossing {
                messages.d.pending = false;
                told.d.verdict_strobe = true;
                told.d.verdict = CROSSED;
            }
            messages.d.taken = incoming.sequence;
            messages.d.judged = false;
            messages.d.delivering = true;
            // An answer to the message before is not wanted any more.
            due.d.answer = false;
            told.d.delivered = true;
            told.d.kind = incoming.kind;
            told.d.argument = incoming.argument;
        }
    }

    /// The other end is there: a message that has waited longer is sent again soon.
    fn hear(&mut self) {
        d.quiet = 0;
        if messages.q.pending & (q.phase == LinkPhase::Joined) & (q.quiet == SILENCE) {
            messages.d.due = true;
            messages.d.interval = FIRST;
        }
    }

    /// The session begins.
    fn join(&mut self) {
        d.phase = LinkPhase::Joined;
        d.gone = false;
        d.quiet = 0;
        messages.d.sent = 0;
        messages.d.taken = 0;
        messages.d.judged = false;
        told.d.begin = true;
    }

    /// Looks for another machine, under a new nonce.
    fn seek(&mut self) {
        self.stop();
        d.phase = LinkPhase::Seeking;
        d.nonce = fresh;
        d.other = 0;
        d.stranger = 0;
        d.beat = BEAT;
        due.d.hello = true;
    }

    /// Nothing of the session goes on.
    fn stop(&mut self) {
        messages.d.pending = false;
        messages.d.delivering = false;
        d.out_of_step = false;
        due.d.answer = false;
        due.d.hello = false;
        due.d.status = false;
    }

    /// Drives the outputs.
    fn tell(&mut self) {
        outgoing = composed.q;
        start = told.q.start;
        begun = told.q.begin;
        swap = told.q.swap;
        delivered = told.q.delivered;
        message_kind = told.q.kind;
        message_argument = told.q.argument;
        verdict_strobe = told.q.verdict_strobe;
        verdict = told.q.verdict;
        State { phase, stranger, gone, out_of_step, .. } = q;
        lost = (q.phase == LinkPhase::Joined) & (q.quiet == SILENCE);
        pending = messages.q.pending;
    }
}

#[cfg(test)]
mod tests;
