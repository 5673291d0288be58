//! The session of a game over the line: the end of the protocol, with the tally of the game and its settings.
//!
//! ```text
//! frames from the line -->                  --> report: begun, delivered, answered, ...
//!                           Endpoint
//! frames for the line <---     ^            <-- order: active, steady, offer, answer
//!                              |
//!            settings, Tally --'  <------------ plies
//! ```
//!
//! | port         | dir | width        | meaning                                                             | initial |
//! |--------------|-----|--------------|---------------------------------------------------------------------|---------|
//! | clock        | in  | 1            | rising edge                                                         |         |
//! | incoming     | in  | Frame        | a frame from the line, valid from its strobe until the next         |         |
//! | frame_strobe | in  | 1            | strobe: `incoming` is new                                           |         |
//! | ready        | in  | 1            | the line takes a frame                                              |         |
//! | outgoing     | out | Frame        | the frame for the line                                              | 0       |
//! | start        | out | 1            | strobe: sends `outgoing`                                            | 0       |
//! | game         | in  | 2            | the chosen game: 0 Gomoku, 1 Othello                                |         |
//! | settings     | in  | GameSettings | its settings                                                        |         |
//! | ply          | in  | Ply          | a ply of the game, for one clock                                    |         |
//! | order        | in  | LinkOrder    | what the game says                                                  |         |
//! | report       | out | LinkReport   | what the session says                                               | 0       |
//!
//! Plies come at least eight clocks apart. While the tally is being made no frame is sent, since each bears it.

use rust_hdl::prelude::*;

use super::endpoint::Endpoint;
use super::ports::{Frame, LinkOrder, LinkReport, MESSAGE_TO_KIND, Message};
use super::tally::Tally;
use crate::ports::{GameSettings, Ply, PlyKind};
use crate::{Circuit, Register, kernel};
use tengen_hdl::library::ticker::Ticker;
use tengen_link::endpoint::TICKS;
use tengen_link::tally::LOST_TURN;
use tengen_link::{Kind, Verdict};

const PLACE: u64 = Kind::Place as u64;
const LOST: u64 = LOST_TURN as u64;
const ACCEPTED: u64 = Verdict::Accepted as u64;
const UNLAWFUL: u64 = Verdict::Unlawful as u64;

#[derive(Circuit)]
pub struct Session {
    pub clock: Signal<In, Clock>,
    pub incoming: Signal<In, Frame>,
    pub frame_strobe: Signal<In, Bit>,
    pub ready: Signal<In, Bit>,
    pub outgoing: Signal<Out, Frame>,
    pub start: Signal<Out, Bit>,
    pub game: Signal<In, Bits<2>>,
    pub settings: Signal<In, GameSettings>,
    pub ply: Signal<In, Ply>,
    pub order: Signal<In, LinkOrder>,
    pub report: Signal<Out, LinkReport>,

    endpoint: Endpoint,
    tally: Tally,
    #[given]
    ticker: Ticker<25>,
    /// Runs freely: its value when something comes from outside is a random number.
    count: Register<Bits<16>>,
}

impl Session {
    /// Creates a session for `second` clocks in a second.
    pub fn new(second: u32) -> Self {
        Session::given(Ticker::new((second / TICKS).max(1)))
    }
}

#[kernel]
impl Logic for Session {
    fn update(&mut self) {
        count.d = count.q + 1;

        tally.clear = ply.kind == PlyKind::Begin;
        tally.push = (ply.kind == PlyKind::Place) | (ply.kind == PlyKind::Pass);
        tally.pop = (ply.kind == PlyKind::UndoPlace) | (ply.kind == PlyKind::UndoPass);
        tally.ply = cat(ply.at.row, ply.at.col);
        if (ply.kind == PlyKind::Pass) | (ply.kind == PlyKind::UndoPass) {
            tally.ply = LOST;
        }

        endpoint = Endpoint { tick: ticker.tick, incoming, frame_strobe, ready: ready & !tally.busy };
        ticker.restart = false;
        endpoint.game.active = order.active;
        // The other machine plays black: this one plays white.
        endpoint.game.greeting = cat(settings.seats.black.line, settings.opening, settings.rule, game);
        endpoint.game.number = tally.number;
        endpoint.game.check = tally.check;
        endpoint.game.steady = order.steady & !tally.busy;
        endpoint.game.entropy = count.q;
        endpoint.offer = order.offer != Message::None;
        endpoint.offer_kind = bit_cast::<8, 3>(order.offer.into()) + MESSAGE_TO_KIND;
        endpoint.offer_argument = cat(order.at.row, order.at.col);
        endpoint.answer = order.answer;
        endpoint.answer_verdict = if order.lawful { ACCEPTED } else { UNLAWFUL };
        Endpoint { outgoing, start, .. } = endpoint;
        self.tell();
    }

    /// Drives the report.
    fn tell(&mut self) {
        report.phase = endpoint.phase;
        report.stranger = endpoint.stranger;
        report.gone = endpoint.gone;
        report.out_of_step = endpoint.out_of_step;
        report.lost = endpoint.lost;
        report.begun = endpoint.begun;
        report.swap = endpoint.swap;
        report.delivered = endpoint.delivered;
        report.message = Message::None;
        match (endpoint.message_kind - PLACE).index() {
            0 => report.message = Message::Place,
            1 => report.message = Message::Pass,
            2 => report.message = Message::AskUndo,
            3 => report.message = Message::GrantUndo,
            4 => report.message = Message::RefuseUndo,
            5 => report.message = Message::Resign,
            6 => report.message = Message::NewGame,
            _ => {}
        }
        report.at.row = endpoint.message_argument.get_bits::<4>(4);
        report.at.col = endpoint.message_argument.get_bits::<4>(0);
        report.answered = endpoint.verdict_strobe;
        report.accepted = endpoint.verdict == ACCEPTED;
        report.unlawful = endpoint.verdict == UNLAWFUL;
    }
}
