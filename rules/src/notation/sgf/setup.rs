//! Converts a set-up position to plies.
//!
//! A game here is a sequence of alternating plies, so a position can be used if its stones can be placed in turn
//! without any of them ending the game. The search removes stones backwards, first the one named last: the stone
//! removed must not have ended the game, and without it the game must not be over. With fewer stones this becomes
//! easier, so it seldom has to backtrack. If the file names the stones in the order of play, the search finds that
//! order. Lost turns are not assumed.

use crate::gomoku::{Board, Colour, Crossing, Foul, Rule};

/// The most stones to try, so that no position takes long.
const TRIES: usize = 10_000;

/// The stones as plies from the first, black's and white's in turn. All crossings must be different.
///
/// # Errors
/// One line that says why it is impossible.
pub fn plies(rule: Rule, black: &[Crossing], white: &[Crossing]) -> Result<Vec<Crossing>, String> {
    let more = black.len().checked_sub(white.len());
    let Some(more @ (0 | 1)) = more else {
        return Err(format!(
            "in turns there are as many black stones as white or one more, not {} to {}",
            black.len(),
            white.len()
        ));
    };
    let mut apart =
        Apart { rule, board: Board::new(), stones: [black.to_vec(), white.to_vec()], tries: TRIES, order: vec![] };
    for (stones, colour) in [(black, Colour::Black), (white, Colour::White)] {
        for &at in stones {
            let placed = apart.board.place(at, colour);
            placed.map_err(|_| "a crossing is there twice".to_string())?;
        }
    }
    if apart.is_won() {
        return Err(format!("the game is over in it by the rule, {rule}"));
    }
    let overline = |at: &Crossing| rule.foul(&apart.board, *at, Colour::Black) == Some(Foul::Overline);
    if black.iter().any(overline) {
        return Err("black has an overline in it".into());
    }
    let last = if more == 1 { Colour::Black } else { Colour::White };
    if apart.take(last) {
        Ok(apart.order)
    } else {
        Err(format!("in turns its stones end the game before the last, {rule}"))
    }
}

/// A position from which stones are removed.
struct Apart {
    rule: Rule,
    board: Board,
    /// The stones on it, by colour.
    stones: [Vec<Crossing>; 2],
    tries: usize,
    /// The stones removed, in the order of play once all are removed.
    order: Vec<Crossing>,
}

impl Apart {
    /// Removes a stone that can have been the last, and so on to the empty board. Leaves everything as it was if that
    /// is impossible.
    fn take(&mut self, last: Colour) -> bool {
        let own = last as usize;
        if self.stones[own].is_empty() {
            return true;
        }
        for number in (0..self.stones[own].len()).rev() {
            let Some(tries) = self.tries.checked_sub(1) else {
                return false;
            };
            self.tries = tries;
            let at = self.stones[own].remove(number);
            self.board.lift(at);
            let ended = self.rule.foul(&self.board, at, last).is_some()
                || self.rule.winning_line(&self.board, at, last).is_some()
                || self.is_won();
            if !ended && self.take(last.other()) {
                self.order.push(at);
                return true;
            }
            self.stones[own].insert(number, at);
            // The crossing was empty a moment ago, so this cannot fail.
            _ = self.board.place(at, last);
        }
        false
    }

    /// Whether either side has a winning line. Removing a stone may create one if the rule wants exactly five.
    fn is_won(&self) -> bool {
        Crossing::all().any(|at| {
            let colour = self.board.get(at);
            colour.is_some_and(|colour| self.rule.winning_line(&self.board, at, colour).is_some())
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gomoku::Game;

    fn row(row: usize, columns: &[usize]) -> Vec<Crossing> {
        columns.iter().map(|&col| Crossing::new(row, col).unwrap()).collect()
    }

    /// Plays the stones and checks that each has its colour; returns them in order.
    fn check(rule: Rule, black: &[Crossing], white: &[Crossing]) -> Vec<Crossing> {
        let order = plies(rule, black, white).unwrap();
        assert_eq!(order.len(), black.len() + white.len());
        let mut game = Game::new(rule);
        for &at in &order {
            assert_eq!(game.end(), None, "{rule}: {order:?}");
            game.play(at).unwrap();
        }
        assert_eq!(game.end(), None, "{rule}: {order:?}");
        assert!(black.iter().all(|&at| game.board().get(at) == Some(Colour::Black)));
        assert!(white.iter().all(|&at| game.board().get(at) == Some(Colour::White)));
        order
    }

    #[test]
    fn stones_keep_the_order_they_are_named_in() {
        let (black, white) = (row(7, &[7, 3, 9]), row(0, &[5, 1]));
        assert_eq!(
            check(Rule::Freestyle, &black, &white),
            [black[0], white[0], black[1], white[1], black[2]]
        );
        assert_eq!(check(Rule::Renju, &[], &[]), []);
    }

    #[test]
    fn a_six_is_filled_up_from_within() {
        let (black, white) = (row(7, &[3, 4, 5, 6, 7, 8]), row(0, &[0, 1, 2, 3, 4, 5]));
        check(Rule::ExactFive, &black, &white);
        let long = row(7, &[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
        check(
            Rule::ExactFive,
            &long,
            &row(0, &[0, 1, 2, 3, 4, 5, 7, 8, 9, 10, 11, 12]),
        );
        assert!(plies(Rule::Freestyle, &black, &white).is_err());
        assert!(plies(Rule::Renju, &black, &row(0, &[0, 2, 4, 6, 8, 10])).is_err());
    }

    /// The stone named last would be a double-four, so another stone must be last.
    #[test]
    fn a_foul_is_not_what_lies_last() {
        let mut black = row(7, &[4, 5, 6]);
        black.extend([8, 9, 10].map(|row| Crossing::new(row, 7).unwrap()));
        black.push(Crossing::new(7, 7).unwrap());
        let white = row(0, &[0, 2, 4, 6, 8, 10]);
        check(Rule::Renju, &black, &white);
    }

    #[test]
    fn what_cannot_have_been_played_is_said() {
        for (black, white, why) in [
            (&[7, 8][..], &[][..], "not 2 to 0"),
            (&[7], &[0, 2], "not 1 to 2"),
            (
                &[3, 4, 5, 6, 7],
                &[0, 2, 4, 6, 8],
                "the game is over in it by the rule, freestyle",
            ),
        ] {
            let error = plies(Rule::Freestyle, &row(7, black), &row(0, white)).unwrap_err();
            assert!(error.ends_with(why), "{error}");
        }
        let twice = row(7, &[7]);
        assert!(plies(Rule::Freestyle, &twice, &twice).is_err());
    }
}
