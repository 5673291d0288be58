//! A game between two players, whichever game it is and whoever they are.

use super::finish::{Fault, Finish};
use crate::notation::Record;
use crate::rules::Colour;

/// A game in progress, by its rules.
pub trait Contest: Clone {
    type Move;

    /// Once the game is over, who has won; `None` in it for a draw.
    fn result(&self) -> Option<Option<Colour>>;

    /// The side to move.
    fn turn(&self) -> Colour;

    /// Plays a move of the side to move, and any pass after it that the rules demand.
    ///
    /// # Errors
    /// The move, and why it is not legal.
    fn put(&mut self, at: Self::Move) -> Result<(), Fault>;

    /// The number of plies so far.
    fn length(&self) -> usize;

    fn record(self) -> Record;
}

/// A player's answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reply<M> {
    pub at: M,
    /// The plies within which the player claims to win, if it does.
    pub wins_in: Option<u32>,
}

/// A move without a claim.
impl<M> From<M> for Reply<M> {
    fn from(at: M) -> Reply<M> {
        Reply { at, wins_in: None }
    }
}

/// Finds the moves of one side, in one game.
pub trait Player<G: Contest> {
    /// A move for the side to move, which has one.
    fn reply(&mut self, game: &G) -> Result<Reply<G::Move>, Fault>;
}

/// Creates a player for a game.
pub type Enter<G> = dyn Fn() -> anyhow::Result<Box<dyn Player<G>>> + Send + Sync;

/// Plays a game on from that opening, in which the side to move has a move.
pub fn play<G: Contest>(opening: &G, black: &mut dyn Player<G>, white: &mut dyn Player<G>) -> (G, Finish) {
    let mut game = opening.clone();
    loop {
        if let Some(winner) = game.result() {
            return (game, Finish::of(winner));
        }
        let turn = game.turn();
        let reply = match turn {
            Colour::Black => black.reply(&game),
            Colour::White => white.reply(&game),
        };
        if let Err(fault) = reply.and_then(|reply| game.put(reply.at)) {
            return (game, Finish::lost(turn, fault));
        }
    }
}
