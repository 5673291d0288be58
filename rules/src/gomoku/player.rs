//! The interface of the one-ply computer players: they score each crossing for attack and for defence and search no
//! further.
//!
//! Every player opens on the centre of an empty board. It has no move if no crossing may be played: on a full board, or
//! when every empty crossing is forbidden.

use super::board::CENTRE;
use super::{Board, Colour, Crossing, Rule, Scan};

/// The scores of a crossing for the mover.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scores {
    /// The lines that the mover's stone would form.
    pub attack: u32,
    /// The lines that it would deny the opponent.
    pub defence: u32,
}

/// A computer player of one ply.
pub trait Player {
    fn scores(&self, scan: &Scan, at: Crossing) -> Scores;

    /// The scores of every crossing the mover may play, in scan order.
    fn rated(&self, scan: &Scan) -> Vec<(Crossing, Scores)> {
        scan.playable().map(|at| (at, self.scores(scan, at))).collect()
    }

    /// The move, or `None` if there is none; never called for an empty board.
    fn best(&self, scan: &Scan) -> Option<Crossing>;

    /// The attack score of a stone of `colour` on the empty crossing `at`, under freestyle rules.
    fn score(&self, board: &Board, at: Crossing, colour: Colour) -> u32 {
        let scan = Scan { rule: Rule::Freestyle, board, mover: colour };
        self.scores(&scan, at).attack
    }

    /// The player's move in a freestyle game.
    fn choose(&self, board: &Board, mover: Colour) -> Option<Crossing> {
        self.choose_under(Rule::Freestyle, board, mover)
    }

    /// The player's move, or `None` if there is none.
    fn choose_under(&self, rule: Rule, board: &Board, mover: Colour) -> Option<Crossing> {
        if board.is_empty() { Some(CENTRE) } else { self.best(&Scan { rule, board, mover }) }
    }
}

/// The crossing with the greatest key, and that key; the first one among equals.
pub fn first_best<K: Ord>(rated: &[(Crossing, Scores)], key: impl Fn(&Scores) -> K) -> Option<(Crossing, K)> {
    let mut best: Option<(Crossing, K)> = None;
    for (at, scores) in rated {
        let key = key(scores);
        if best.as_ref().is_none_or(|(_, greatest)| key > *greatest) {
            best = Some((*at, key));
        }
    }
    best
}

#[cfg(test)]
mod tests;
