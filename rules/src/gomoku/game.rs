//! A whole game: black begins, the turns alternate, and it ends with a win, a foul or a full board.

use super::{Board, Colour, Crossing, Foul, Line, Refused, Rule};

/// A side's action in its turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ply {
    Stone(Crossing),
    /// The turn was lost on the clock.
    Pass,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// Won by a line, or lost by black through a foul.
    Won {
        colour: Colour,
        line: Option<Line>,
        foul: Option<Foul>,
    },
    /// The board is full.
    Draw,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    rule: Rule,
    board: Board,
    plies: Vec<Ply>,
    end: Option<End>,
}

impl Game {
    pub fn new(rule: Rule) -> Game {
        Game { rule, board: Board::new(), plies: vec![], end: None }
    }

    /// Places a stone of the side to move. A foul is played, and loses.
    pub fn play(&mut self, at: Crossing) -> Result<(), Refused> {
        self.refuse_if_over()?;
        let colour = self.turn();
        self.board.place(at, colour)?;
        self.plies.push(Ply::Stone(at));
        let line = self.rule.winning_line(&self.board, at, colour);
        let foul = self.rule.foul(&self.board, at, colour);
        self.end = match (line, foul) {
            (Some(_), _) => Some(End::Won { colour, line, foul: None }),
            (None, Some(_)) => Some(End::Won { colour: colour.other(), line, foul }),
            (None, None) if self.board.is_full() => Some(End::Draw),
            (None, None) => None,
        };
        Ok(())
    }

    /// Passes the turn to the other side.
    pub fn pass(&mut self) -> Result<(), Refused> {
        self.refuse_if_over()?;
        self.plies.push(Ply::Pass);
        Ok(())
    }

    /// Takes back the last ply, also the one that ended the game; `None` at the start.
    pub fn take_back(&mut self) -> Option<Ply> {
        let ply = self.plies.pop()?;
        if let Ply::Stone(at) = ply {
            self.board.lift(at);
        }
        self.end = None;
        Some(ply)
    }

    fn refuse_if_over(&self) -> Result<(), Refused> {
        if self.end.is_some() { Err(Refused::Over) } else { Ok(()) }
    }

    pub fn rule(&self) -> Rule {
        self.rule
    }

    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The side to move; after the end, the side that would move next.
    pub fn turn(&self) -> Colour {
        if self.plies.len().is_multiple_of(2) { Colour::Black } else { Colour::White }
    }

    pub fn end(&self) -> Option<End> {
        self.end
    }

    pub fn plies(&self) -> &[Ply] {
        &self.plies
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Colour::{Black, White};

    fn crossing((row, col): (usize, usize)) -> Crossing {
        Crossing::new(row, col).unwrap()
    }

    fn played(rule: Rule, plies: &[(usize, usize)]) -> Game {
        let mut game = Game::new(rule);
        plies.iter().for_each(|&at| game.play(crossing(at)).unwrap());
        game
    }

    /// A game with black's stones; white's lie in between, far away.
    fn black(rule: Rule, stones: &[(usize, usize)]) -> Game {
        let mut game = Game::new(rule);
        for (i, &at) in stones.iter().enumerate() {
            if i > 0 {
                game.play(crossing((14, 2 * i))).unwrap();
            }
            game.play(crossing(at)).unwrap();
        }
        game
    }

    #[test]
    fn five_ends_the_game_and_is_taken_back() {
        for rule in Rule::ALL {
            let mut game = black(rule, &[(7, 3), (7, 4), (7, 5), (7, 6), (7, 7)]);
            let Some(End::Won { colour: Black, line: Some(line), foul: None }) = game.end() else {
                panic!("{:?}", game.end());
            };
            assert_eq!((line.first, line.length), (crossing((7, 3)), 5));
            assert_eq!(game.play(crossing((0, 0))), Err(Refused::Over));
            assert_eq!(game.pass(), Err(Refused::Over));
            assert_eq!(game.take_back(), Some(Ply::Stone(crossing((7, 7)))));
            assert_eq!(
                (game.end(), game.turn(), game.board().get(crossing((7, 7)))),
                (None, Black, None)
            );
        }
    }

    #[test]
    fn six_wins_is_nothing_or_loses() {
        let ends = Rule::ALL.map(|rule| black(rule, &[(7, 3), (7, 4), (7, 5), (7, 7), (7, 8), (7, 6)]).end());
        assert!(matches!(
            ends[0],
            Some(End::Won { colour: Black, line: Some(_), foul: None })
        ));
        assert_eq!(ends[1], None);
        let foul = Some(Foul::Overline);
        assert_eq!(ends[2], Some(End::Won { colour: White, line: None, foul }));
    }

    #[test]
    fn the_turns_alternate_and_a_pass_is_a_ply() {
        let mut game = played(Rule::Freestyle, &[(7, 7), (7, 8)]);
        assert_eq!(game.play(crossing((7, 8))), Err(Refused::Taken));
        assert_eq!(game.turn(), Black);
        game.pass().unwrap();
        assert_eq!(game.turn(), White);
        game.play(crossing((0, 0))).unwrap();
        assert_eq!(game.board().get(crossing((0, 0))), Some(White));
        assert_eq!(game.plies().len(), 4);
        assert_eq!(game.take_back(), Some(Ply::Stone(crossing((0, 0)))));
        assert_eq!(game.take_back(), Some(Ply::Pass));
        assert_eq!(game.turn(), Black);
        game.take_back();
        game.take_back();
        assert_eq!((game.take_back(), game.board().is_empty()), (None, true));
    }

    #[test]
    fn a_full_board_without_a_five_is_a_draw() {
        // Pairs of columns alternate with every second row, so no line is longer than four.
        let black = |at: &Crossing| (at.row() + 2 * at.col()) % 4 < 2;
        let (mut blacks, mut whites): (Vec<Crossing>, Vec<Crossing>) = Crossing::all().partition(black);
        let mut game = Game::new(Rule::Freestyle);
        while !game.board().is_full() {
            assert_eq!(game.end(), None);
            let stones = if game.turn() == Black { &mut blacks } else { &mut whites };
            match stones.pop() {
                Some(at) => game.play(at).unwrap(),
                None => game.pass().unwrap(),
            }
        }
        assert_eq!(game.end(), Some(End::Draw));
    }
}
