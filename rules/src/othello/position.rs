//! A position as its mover sees it: its own discs and the opponent's. The colours do not matter here.

use super::{Square, Squares};

const A_FILE: Squares = 0x0101_0101_0101_0101;
const H_FILE: Squares = A_FILE << 7;
const FIRST_ROW: Squares = 0xFF;
const LAST_ROW: Squares = FIRST_ROW << 56;

/// The eight directions: the squares from which a step would leave the board, and the left rotation that makes a step.
const DIRECTIONS: [(Squares, u32); 8] = [
    (LAST_ROW, 8),
    (FIRST_ROW, 64 - 8),
    (H_FILE, 1),
    (A_FILE, 64 - 1),
    (LAST_ROW | H_FILE, 9),
    (FIRST_ROW | A_FILE, 64 - 9),
    (LAST_ROW | A_FILE, 7),
    (FIRST_ROW | H_FILE, 64 - 7),
];

/// The squares one step away in a direction.
#[inline]
fn step(squares: Squares, (edge, turn): (Squares, u32)) -> Squares {
    (squares & !edge).rotate_left(turn)
}

/// The mover's squares and the opponent's; no square is in both.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    pub own: Squares,
    pub opponent: Squares,
}

impl Position {
    /// The start position, for black, who moves first: black on d5 and e4, white on d4 and e5.
    pub const START: Position = Position { own: 1 << 28 | 1 << 35, opponent: 1 << 27 | 1 << 36 };

    /// The squares without a disc.
    pub fn empty(self) -> Squares {
        !(self.own | self.opponent)
    }

    pub fn empties(self) -> u32 {
        self.empty().count_ones()
    }

    /// The mover's legal squares: those where a disc flips at least one other.
    pub fn legal(self) -> Squares {
        let mut legal = 0;
        for direction in DIRECTIONS {
            let mut run = step(self.own, direction) & self.opponent;
            for _ in 0..5 {
                run |= step(run, direction) & self.opponent;
            }
            legal |= step(run, direction);
        }
        legal & self.empty()
    }

    /// The opponent's discs that a disc of the mover on that square flips; none if the square is not legal.
    pub fn flips(self, at: Square) -> Squares {
        if self.empty() & at.bit() == 0 {
            return 0;
        }
        let mut flips = 0;
        for direction in DIRECTIONS {
            let (mut run, mut next) = (0, step(at.bit(), direction));
            while next & self.opponent != 0 {
                run |= next;
                next = step(next, direction);
            }
            if next & self.own != 0 {
                flips |= run;
            }
        }
        flips
    }

    /// The position after the mover's disc on a legal square, as the opponent sees it.
    pub fn after(self, at: Square) -> Position {
        let flips = self.flips(at);
        Position { own: self.opponent & !flips, opponent: self.own | flips | at.bit() }
    }

    /// The same position as the opponent sees it.
    pub fn passed(self) -> Position {
        Position { own: self.opponent, opponent: self.own }
    }

    /// Whether neither side has a move.
    pub fn is_over(self) -> bool {
        self.legal() == 0 && self.passed().legal() == 0
    }

    /// The final score for the mover: its discs less the opponent's. The empty squares count for the winner.
    pub fn final_score(self) -> i32 {
        let difference = self.own.count_ones() as i32 - self.opponent.count_ones() as i32;
        difference + difference.signum() * self.empties() as i32
    }

    /// The number of games of that many plies from here; a pass is a ply.
    pub fn perft(self, depth: u32) -> u64 {
        let legal = self.legal();
        match (depth, legal) {
            (0, _) => 1,
            (1, 1..) => legal.count_ones().into(),
            (_, 0) if self.passed().legal() == 0 => 1,
            (_, 0) => self.passed().perft(depth - 1),
            _ => Square::of(legal).map(|at| self.after(at).perft(depth - 1)).sum(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn perft_from_the_start() {
        let known = [1, 4, 12, 56, 244, 1396, 8200, 55092, 390216, 3005288];
        for (depth, games) in (0..).zip(known) {
            assert_eq!(Position::START.perft(depth), games, "depth {depth}");
        }
    }

    #[test]
    fn the_first_four_moves() {
        let legal: Vec<String> = Square::of(Position::START.legal()).map(|at| at.to_string()).collect();
        assert_eq!(legal, ["d3", "c4", "f5", "e6"]);
        let f5: Square = "f5".parse().unwrap();
        assert_eq!(Position::START.flips(f5), 1 << 36);
        let after = Position::START.after(f5);
        assert_eq!((after.own.count_ones(), after.opponent.count_ones()), (1, 4));
        assert_eq!(Position::START.flips("a1".parse().unwrap()), 0);
        assert_eq!(Position::START.flips("d4".parse().unwrap()), 0, "taken");
    }

    #[test]
    fn the_winner_is_given_the_empty_squares() {
        let position = |own, opponent| Position { own, opponent };
        assert_eq!(position(0b111, 0).final_score(), 64);
        assert_eq!(position(0, 0b111).final_score(), -64);
        assert_eq!(position(0b11 << 62, 0b11).final_score(), 0);
        assert!(position(0b111, 0).is_over() && !Position::START.is_over());
    }
}
