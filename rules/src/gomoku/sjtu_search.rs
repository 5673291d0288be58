//! The original version of the player sjtu, for a processor: it searches one to three plies deep.
//!
//! The value of a move is its score when played, for the lines of both colours as in the one-ply player; the value of a
//! sequence is the player's moves less the opponent's. Candidates are the empty crossings within two of a stone. The
//! search is alpha-beta without move ordering; among equal moves the first in scan order is played.

use super::board::CENTRE;
use super::sjtu::Sjtu;
use super::{Board, Colour, Crossing, Player, Rule, Scan};

/// The greatest depth in plies.
pub const DEEPEST: u32 = 3;
/// The greatest distance from a stone to a candidate, in rows and columns.
const NEAR: isize = 2;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SjtuSearch {
    /// The depth in plies.
    pub depth: u32,
}

impl SjtuSearch {
    /// The move, or `None` if there is none.
    pub fn choose(self, rule: Rule, board: &Board, mover: Colour) -> Option<Crossing> {
        if board.is_empty() {
            return Some(CENTRE);
        }
        let mut line = Line { rule, board: board.clone() };
        let (mut best, mut alpha) = (None, i64::MIN + 1);
        for at in line.candidates(mover) {
            let value = line.value_of(at, mover, self.depth, alpha, i64::MAX);
            if best.is_none() || value > alpha {
                (best, alpha) = (Some(at), value);
            }
        }
        // It is possible that nothing near a stone may be played.
        best.or_else(|| Scan { rule, board, mover }.playable().next())
    }
}

struct Line {
    rule: Rule,
    board: Board,
}

impl Line {
    fn candidates(&self, mover: Colour) -> Vec<Crossing> {
        let is_near = |at: &Crossing| {
            (-NEAR..=NEAR).any(|rows| {
                let beside = |cols| {
                    at.shifted(rows, cols)
                        .is_some_and(|other| self.board.get(other).is_some())
                };
                (-NEAR..=NEAR).any(beside)
            })
        };
        let scan = Scan { rule: self.rule, board: &self.board, mover };
        scan.playable().filter(is_near).collect()
    }

    /// The value of the move and its continuation, for its mover.
    fn value_of(&mut self, at: Crossing, mover: Colour, depth: u32, alpha: i64, beta: i64) -> i64 {
        let scores = Sjtu.scores(&Scan { rule: self.rule, board: &self.board, mover }, at);
        let score = i64::from(scores.attack) + i64::from(scores.defence);
        let wins = self.rule.winning_line(&self.board, at, mover).is_some();
        if wins || depth <= 1 || self.board.place(at, mover).is_err() {
            return score;
        }
        let after = self.best_reply(
            mover.other(),
            depth - 1,
            score.saturating_sub(beta),
            score.saturating_sub(alpha),
        );
        self.board.lift(at);
        score - after
    }

    /// The value of the best reply, for its mover; 0 if there is none.
    fn best_reply(&mut self, mover: Colour, depth: u32, mut alpha: i64, beta: i64) -> i64 {
        let mut best = None;
        for at in self.candidates(mover) {
            let value = self.value_of(at, mover, depth, alpha, beta);
            best = best.max(Some(value));
            alpha = alpha.max(value);
            if alpha >= beta {
                break;
            }
        }
        best.unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::super::samples;
    use super::*;

    /// The same search without windows.
    fn value(line: &mut Line, at: Crossing, mover: Colour, depth: u32) -> i64 {
        let score: i64 = [mover, mover.other()]
            .map(|colour| i64::from(Sjtu.score(&line.board, at, colour)))
            .iter()
            .sum();
        if line.rule.winning_line(&line.board, at, mover).is_some() || depth == 1 {
            return score;
        }
        line.board.place(at, mover).unwrap();
        let replies = line.candidates(mover.other()).into_iter();
        let after = replies.map(|reply| value(line, reply, mover.other(), depth - 1)).max();
        line.board.lift(at);
        score - after.unwrap_or(0)
    }

    #[test]
    fn windows_change_no_move() {
        for sample in samples::all().iter().take(12) {
            let mut line = Line { rule: Rule::Freestyle, board: sample.board.clone() };
            let values: Vec<(Crossing, i64)> = line
                .candidates(sample.mover)
                .into_iter()
                .map(|at| (at, value(&mut line, at, sample.mover, 2)))
                .collect();
            let most = values.iter().map(|(_, value)| *value).max();
            let first = values.iter().find(|(_, value)| Some(*value) == most).map(|(at, _)| *at);
            let found = SjtuSearch { depth: 2 }.choose(Rule::Freestyle, &sample.board, sample.mover);
            assert_eq!(found, first);
        }
    }

    #[test]
    fn at_one_ply_it_is_the_player_of_one_ply() {
        let samples = samples::all();
        let same = samples.iter().filter(|sample| {
            let found = SjtuSearch { depth: 1 }.choose(Rule::Freestyle, &sample.board, sample.mover);
            found == Some(sample.sjtu)
        });
        // The player does not see crossings that are far from every stone.
        assert!(same.count() >= samples.len() * 9 / 10);
    }

    #[test]
    fn it_opens_on_the_centre_and_finds_no_move_on_a_full_board() {
        let search = SjtuSearch { depth: 2 };
        assert_eq!(
            search.choose(Rule::Freestyle, &Board::new(), Colour::Black),
            Some(CENTRE)
        );
        let mut full = Board::new();
        for at in Crossing::all() {
            full.place(
                at,
                if (at.row() / 2 + at.col()) % 2 == 0 { Colour::Black } else { Colour::White },
            )
            .unwrap();
        }
        assert_eq!(search.choose(Rule::Freestyle, &full, Colour::White), None);
    }
}
