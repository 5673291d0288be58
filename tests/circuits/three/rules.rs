/// A cell of the board: nobody's, black's or white's.
pub type Cell = Option<bool>;

/// The three cells of every line, row by row from the top left.
const LINES: [[usize; 3]; 8] = [
    [0, 1, 2],
    [3, 4, 5],
    [6, 7, 8],
    [0, 3, 6],
    [1, 4, 7],
    [2, 5, 8],
    [0, 4, 8],
    [2, 4, 6],
];

/// Whether this side has three in a row.
pub fn has_won(board: &[Cell; 9], white: bool) -> bool {
    let own = |cell: &usize| board[*cell] == Some(white);
    LINES.iter().any(|line| line.iter().all(own))
}
