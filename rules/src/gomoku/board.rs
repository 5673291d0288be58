//! The board: 15 x 15 crossings, each empty or with a stone. A stone stays until it is lifted.

pub use crate::Colour;

/// The number of rows and of columns. The top row and the left column have number 0.
pub const SIZE: usize = 15;

/// The middle of the board (tengen), where every computer player opens.
pub const CENTRE: Crossing = Crossing { row: SIZE / 2, col: SIZE / 2 };

/// A crossing of the board: `row` and `col` are below [`SIZE`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Crossing {
    row: usize,
    col: usize,
}

impl Crossing {
    /// The crossing at that row and column, or `None` off the board.
    pub fn new(row: usize, col: usize) -> Option<Crossing> {
        (row < SIZE && col < SIZE).then_some(Crossing { row, col })
    }

    pub fn row(self) -> usize {
        self.row
    }

    pub fn col(self) -> usize {
        self.col
    }

    /// Every crossing in scan order: row by row from the top, each from the left.
    pub fn all() -> impl Iterator<Item = Crossing> {
        (0..SIZE).flat_map(|row| (0..SIZE).map(move |col| Crossing { row, col }))
    }

    /// The crossing that many rows down and columns to the right, or `None` off the board.
    pub fn shifted(self, rows: isize, cols: isize) -> Option<Crossing> {
        Crossing::new(self.row.checked_add_signed(rows)?, self.col.checked_add_signed(cols)?)
    }
}

/// Why a stone was not placed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refused {
    /// There is a stone on the crossing.
    Taken,
    /// The game is over. [`Board`] itself never returns this.
    Over,
}

impl std::fmt::Display for Refused {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        f.write_str(match self {
            Refused::Taken => "the crossing is taken: choose an empty one",
            Refused::Over => "the game is over: start a new one",
        })
    }
}

impl std::error::Error for Refused {}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Board {
    cells: [[Option<Colour>; SIZE]; SIZE],
    stones: usize,
}

impl Board {
    pub fn new() -> Board {
        Board::default()
    }

    /// The stone on a crossing.
    pub fn get(&self, at: Crossing) -> Option<Colour> {
        self.cells[at.row][at.col]
    }

    /// Puts a stone on an empty crossing; a taken one is refused and stays as it is.
    pub fn place(&mut self, at: Crossing, colour: Colour) -> Result<(), Refused> {
        let cell = &mut self.cells[at.row][at.col];
        if cell.is_some() {
            return Err(Refused::Taken);
        }
        *cell = Some(colour);
        self.stones += 1;
        Ok(())
    }

    /// Takes the stone off a crossing and returns it; on an empty one nothing happens.
    pub fn lift(&mut self, at: Crossing) -> Option<Colour> {
        let lifted = self.cells[at.row][at.col].take();
        self.stones -= usize::from(lifted.is_some());
        lifted
    }

    /// How many stones are on the board.
    pub fn stones(&self) -> usize {
        self.stones
    }

    pub fn is_empty(&self) -> bool {
        self.stones == 0
    }

    pub fn is_full(&self) -> bool {
        self.stones == SIZE * SIZE
    }

    /// The empty crossings in scan order.
    pub fn vacant(&self) -> impl Iterator<Item = Crossing> {
        Crossing::all().filter(|&at| self.get(at).is_none())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stone_is_never_put_on_a_taken_crossing() {
        let mut board = Board::new();
        assert_eq!(board.place(CENTRE, Colour::Black), Ok(()));
        assert_eq!(board.place(CENTRE, Colour::White), Err(Refused::Taken));
        assert_eq!((board.get(CENTRE), board.stones()), (Some(Colour::Black), 1));
    }

    #[test]
    fn a_lifted_stone_leaves_the_board_as_it_was() {
        let mut board = Board::new();
        board.place(CENTRE, Colour::Black).unwrap();
        let before = board.clone();
        let beside = CENTRE.shifted(0, 1).unwrap();
        board.place(beside, Colour::White).unwrap();
        assert_eq!(board.lift(beside), Some(Colour::White));
        assert_eq!(board.lift(beside), None);
        assert_eq!(board, before);
    }

    #[test]
    fn the_scan_goes_row_by_row_over_all_225() {
        let all: Vec<_> = Crossing::all().collect();
        assert_eq!(all.len(), 225);
        assert!(all.windows(2).all(|pair| pair[0] < pair[1]));
        assert_eq!((all[16].row(), all[16].col()), (1, 1));
    }

    #[test]
    fn a_board_is_full_at_225_stones_and_not_before() {
        let mut board = Board::new();
        for at in Crossing::all() {
            assert!(!board.is_full());
            board.place(at, Colour::White).unwrap();
        }
        assert!(board.is_full() && board.vacant().next().is_none());
    }

    #[test]
    fn nothing_lies_beyond_the_edge() {
        assert_eq!(Crossing::new(15, 0), None);
        assert_eq!(Crossing::new(0, 15), None);
        assert_eq!(CENTRE.shifted(-8, 0), None);
        assert_eq!(CENTRE.shifted(0, 8), None);
        assert_eq!(CENTRE.shifted(7, -7), Crossing::new(14, 0));
    }
}
