//! A frame: what one machine says to the other at a time. All frames have the same nine bytes.
//!
//! | byte | field    | meaning                                                                                       |
//! |-----:|----------|-----------------------------------------------------------------------------------------------|
//! | 0    | length   | the number of bytes that follow, up to the check sequence: 8                                   |
//! | 1    | kind     | see [`Kind`]                                                                                   |
//! | 2    | sequence | of a message: its number; of an answer: the number of the message; of a Hello: the version; of a MenuCell: its row |
//! | 3, 4 | tag      | of a Hello: the sender's nonce; else both nonces, exclusive or; 0 for keys and the menu. The high byte first |
//! | 5    | number   | the plies played, modulo 256; of a MenuCell: its column                                        |
//! | 6, 7 | check    | of a Hello: the other's nonce, 0 while unknown; else the [`Tally`](crate::Tally)'s check       |
//! | 8    | argument | see [`Kind`]                                                                                   |

/// The protocol's version. Machines of different versions do not play each other.
pub const VERSION: u8 = 1;

/// The bytes that follow the length.
pub const LENGTH: u8 = 8;

/// What a frame is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Kind {
    /// Seeks a session. The argument is a [`Greeting`].
    Hello = 0,
    /// Says four times a second that the sender is there, and its position. The argument is 1 while the position may be
    /// about to change.
    Status = 1,
    /// Answers a message. The argument is a [`Verdict`].
    Answer = 2,
    /// The sender leaves the session. It is sent once and not answered.
    Bye = 3,
    /// Message: a stone of the side to move. The argument is its crossing, {row, column}.
    Place = 4,
    /// Message: the side to move loses its turn.
    Pass = 5,
    /// Message: asks to take back plies until the sender is to move.
    AskUndo = 6,
    /// Message: those plies are taken back.
    GrantUndo = 7,
    /// Message: they are not.
    RefuseUndo = 8,
    /// Message: the sender has lost.
    Resign = 9,
    /// Message: a new game begins, in any position.
    NewGame = 10,
    /// A key of a keyboard on the other side of the line, by the number of its meaning; 0 is no key. Needs no session.
    Key = 11,
    /// Answers a Key.
    KeyAnswer = 12,
    /// A keyboard's program asks for the menu. Needs no session.
    AskMenu = 13,
    /// Answers an AskMenu with one cell of the menu: its row in the sequence, its column in the number, its glyph and colour in
    /// the argument.
    MenuCell = 14,
}

impl Kind {
    /// All kinds, by their numbers.
    pub const ALL: [Kind; 15] = [
        Kind::Hello,
        Kind::Status,
        Kind::Answer,
        Kind::Bye,
        Kind::Place,
        Kind::Pass,
        Kind::AskUndo,
        Kind::GrantUndo,
        Kind::RefuseUndo,
        Kind::Resign,
        Kind::NewGame,
        Kind::Key,
        Kind::KeyAnswer,
        Kind::AskMenu,
        Kind::MenuCell,
    ];

    /// The kind of a number; None if there is none.
    pub fn of(number: u8) -> Option<Kind> {
        Kind::ALL.get(usize::from(number)).copied()
    }

    /// Whether it is a message of a session, which is answered, and repeated until it is.
    pub fn is_message(self) -> bool {
        (Kind::Place as u8..=Kind::NewGame as u8).contains(&(self as u8))
    }

    /// Whether an accepted message changes the game on both sides. Of two such messages that cross, one is refused.
    pub fn changes(self) -> bool {
        self.is_message() && self != Kind::AskUndo && self != Kind::RefuseUndo
    }
}

/// The answer to a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Verdict {
    Accepted = 0,
    /// It is against the rules.
    Unlawful = 1,
    /// It crossed a message that goes first.
    Crossed = 2,
    /// The positions differ.
    OutOfStep = 3,
}

impl Verdict {
    /// The verdict of a number; None if there is none.
    pub fn of(number: u8) -> Option<Verdict> {
        [
            Verdict::Accepted,
            Verdict::Unlawful,
            Verdict::Crossed,
            Verdict::OutOfStep,
        ]
        .get(usize::from(number))
        .copied()
    }
}

/// A machine's settings, in the argument of its Hello.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Greeting {
    /// Bits 1:0. 0 Gomoku, 1 Othello.
    pub game: u8,
    /// Bits 3:2. Gomoku: 0 freestyle, 1 exact five, 2 Renju; Othello: 0.
    pub rule: u8,
    /// Bit 4. The machines place black's first stone on the centre.
    pub opening: bool,
    /// Bit 5. The sender plays white.
    pub white: bool,
    /// Bit 6. The sender is in the session, so a Hello in return is not necessary.
    pub joined: bool,
}

impl Greeting {
    /// As the argument of a frame.
    pub fn byte(self) -> u8 {
        self.game
            | self.rule << 2
            | u8::from(self.opening) << 4
            | u8::from(self.white) << 5
            | u8::from(self.joined) << 6
    }

    /// From the argument of a frame.
    pub fn of(byte: u8) -> Greeting {
        Greeting {
            game: byte & 3,
            rule: byte >> 2 & 3,
            opening: byte >> 4 & 1 == 1,
            white: byte >> 5 & 1 == 1,
            joined: byte >> 6 & 1 == 1,
        }
    }

    /// Whether the two machines play the same game by the same rule.
    pub fn agrees(self, other: Greeting) -> bool {
        (self.game, self.rule, self.opening) == (other.game, other.rule, other.opening)
    }
}

/// A frame; its kind may be unknown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Frame {
    pub kind: u8,
    pub sequence: u8,
    pub tag: u16,
    pub number: u8,
    pub check: u16,
    pub argument: u8,
}

impl Frame {
    /// The frame as bytes, the length first.
    pub fn to_bytes(self) -> [u8; LENGTH as usize + 1] {
        let ([tag_high, tag_low], [check_high, check_low]) = (self.tag.to_be_bytes(), self.check.to_be_bytes());
        [
            LENGTH,
            self.kind,
            self.sequence,
            tag_high,
            tag_low,
            self.number,
            check_high,
            check_low,
            self.argument,
        ]
    }

    /// The frame of these bytes; None if the length is wrong.
    pub fn from_bytes(bytes: [u8; LENGTH as usize + 1]) -> Option<Frame> {
        let [
            length,
            kind,
            sequence,
            tag_high,
            tag_low,
            number,
            check_high,
            check_low,
            argument,
        ] = bytes;
        (length == LENGTH).then_some(Frame {
            kind,
            sequence,
            tag: u16::from_be_bytes([tag_high, tag_low]),
            number,
            check: u16::from_be_bytes([check_high, check_low]),
            argument,
        })
    }
}
