//! The bundles of signals between the circuits of the line.

use rust_hdl::prelude::*;

use crate::{LogicState, LogicStruct};

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

#[cfg(test)]
impl From<tengen_link::Frame> for Frame {
    fn from(frame: tengen_link::Frame) -> Frame {
        let tengen_link::Frame { kind, sequence, tag, number, check, argument } = frame;
        let [kind, sequence, number, argument] = [kind, sequence, number, argument].map(|byte| u64::from(byte).into());
        let [tag, check] = [tag, check].map(|word| u64::from(word).into());
        Frame { kind, sequence, tag, number, check, argument }
    }
}

#[cfg(test)]
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
