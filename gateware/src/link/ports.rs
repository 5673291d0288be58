//! The bundles of signals between the circuits of the line.

use rust_hdl::prelude::*;

use crate::ports::Crossing;
use crate::{LogicState, LogicStruct};
use tengen_link::Kind;

/// A frame, as `tengen_link::Frame`.
#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
pub struct Frame {
    /// The number of a `tengen_link::Kind`.
    pub kind: Bits<8>,
    pub sequence: Bits<8>,
    pub tag: Bits<16>,
    pub number: Bits<8>,
    pub check: Bits<16>,
    pub argument: Bits<8>,
}

/// What a game over the line says of itself, as `tengen_link::endpoint::Local`.
#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
pub struct LinkLocal {
    /// A game over the line is chosen.
    pub active: Bit,
    /// A `tengen_link::Greeting` without its bit 6, `joined`.
    pub greeting: Bits<6>,
    /// The tally of the plies.
    pub number: Bits<8>,
    pub check: Bits<16>,
    /// The position is not changing, and the game can take a message.
    pub steady: Bit,
    /// A number that differs each time it is looked at.
    pub entropy: Bits<16>,
}

/// Where an end is in the making of a session.
#[derive(LogicState, Copy, Clone, Debug, PartialEq)]
pub enum LinkPhase {
    /// No game is played over the line.
    Off,
    Seeking,
    Joined,
}

/// A message of a session, in the order of `tengen_link::Kind`.
#[derive(LogicState, Copy, Clone, Debug, PartialEq)]
pub enum Message {
    None,
    Place,
    Pass,
    AskUndo,
    GrantUndo,
    RefuseUndo,
    Resign,
    NewGame,
}

/// The kind of the frame of a message: its number in [`Message`], and this.
pub const MESSAGE_TO_KIND: u64 = Kind::Place as u64 - 1;

/// What a game says to the session.
#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
pub struct LinkOrder {
    /// A game over the line is on the board.
    pub active: Bit,
    /// The position is not changing, and the game can take a message.
    pub steady: Bit,
    /// The message to send, for one clock; only while joined, and while none waits for its verdict.
    pub offer: Message,
    /// The crossing of Place.
    pub at: Crossing,
    /// Strobe: the game's answer to the message that was delivered.
    pub answer: Bit,
    /// The message was lawful.
    pub lawful: Bit,
}

/// What the session says to the game.
#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
pub struct LinkReport {
    pub phase: LinkPhase,
    /// A `tengen_link::endpoint::Stranger`.
    pub stranger: Bits<2>,
    /// The other machine has left the session.
    pub gone: Bit,
    /// The positions differ.
    pub out_of_step: Bit,
    /// The line is silent.
    pub lost: Bit,
    /// Strobe: a session has begun, and with it a game.
    pub begun: Bit,
    /// Strobe: this machine is to swap its seats.
    pub swap: Bit,
    /// Strobe: `message` has come; the game must answer.
    pub delivered: Bit,
    pub message: Message,
    /// The crossing of Place.
    pub at: Crossing,
    /// Strobe: the message that was offered is answered, or withdrawn.
    pub answered: Bit,
    pub accepted: Bit,
    /// It was refused as unlawful.
    pub unlawful: Bit,
}

/// What a game says to the other machine.
#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
pub struct RivalOrder {
    /// A game over the line is on the board.
    pub playing: Bit,
    /// The message that this machine sends, for one clock. Ignored while `waits` or not joined.
    pub say: Message,
    /// The crossing of Place.
    pub say_at: Crossing,
    /// Strobe: the job is done.
    pub done: Bit,
    /// The rules allowed it.
    pub lawful: Bit,
    /// The game can take a job.
    pub steady: Bit,
    /// The game was resigned.
    pub resigned: Bit,
}

/// What the other machine wants of a game, and what there is to tell of it.
#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
pub struct RivalReport {
    /// Strobe: a session has begun, and with it a game.
    pub begun: Bit,
    /// Strobe: this machine is to swap its seats.
    pub swap: Bit,
    /// What the game is to carry out; None if there is nothing.
    pub job: Message,
    /// This machine has said it.
    pub own: Bit,
    /// The crossing of Place.
    pub at: Crossing,
    /// A message of this machine is on its way, or its job is not done.
    pub waits: Bit,
    /// A stone at `at` is on its way.
    pub places: Bit,
    /// There is a session.
    pub joined: Bit,
    /// Nothing can be played: there is no session, or the positions differ.
    pub cut: Bit,
    /// The positions differ.
    pub out_of_step: Bit,
    /// The other machine asks to take back.
    pub asked: Bit,
    /// This machine has asked to take back.
    pub asking: Bit,
    pub news: LinkNews,
}

/// What there is to tell of the line, beside its game.
#[derive(LogicState, Copy, Clone, Debug, PartialEq)]
pub enum LinkNews {
    None,
    /// No other machine is there yet.
    Waiting,
    /// The other machine speaks another version of the protocol.
    OtherVersion,
    /// The other machine plays another game, or by another rule.
    OtherGame,
    /// The other machine has left.
    Gone,
    /// The line is silent.
    Lost,
    /// The positions differ.
    OutOfStep,
    /// The other machine asks to take back.
    Asked,
    /// This machine has asked to take back.
    Asking,
    /// The other machine has refused what this one sent.
    Refused,
    /// The game was resigned.
    Resigned,
}

impl From<tengen_link::Frame> for Frame {
    fn from(frame: tengen_link::Frame) -> Frame {
        let tengen_link::Frame { kind, sequence, tag, number, check, argument } = frame;
        let [kind, sequence, number, argument] = [kind, sequence, number, argument].map(|byte| u64::from(byte).into());
        let [tag, check] = [tag, check].map(|word| u64::from(word).into());
        Frame { kind, sequence, tag, number, check, argument }
    }
}

impl From<Frame> for tengen_link::Frame {
    fn from(frame: Frame) -> tengen_link::Frame {
        tengen_link::Frame {
            kind: frame.kind.index() as u8,
            sequence: frame.sequence.index() as u8,
            tag: frame.tag.index() as u16,
            number: frame.number.index() as u8,
            check: frame.check.index() as u16,
            argument: frame.argument.index() as u8,
        }
    }
}
