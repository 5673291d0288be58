//! The rules looking over the machine's shoulder: an engine that runs another and holds every stone it puts against plain
//! Rust.
//!
//! ```text
//! keyboard -> Referee -> [ engine ] -> cell_write, mode, level, result, ... -> Board, Player in src/rules
//! ```
//!
//! Whatever is played, a test with a referee fails when a stone lies where one lay before, out of turn, off the board or
//! after the end; when the computer plays anything but the reference's move; and when the machine at rest does not know
//! how many stones there are, or who has won.

use tengen::rules::gomoku::line::five_or_more;
use tengen::rules::gomoku::mcu::Mcu;
use tengen::rules::gomoku::zju::Zju;
use tengen::rules::gomoku::{Board, Colour, Crossing, Line, Player};
use tengen_sim::{Engine, Port};

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    Won(Colour, Line),
    Draw,
}

impl End {
    /// The machine's number for it.
    fn number(end: Option<End>) -> u64 {
        match end {
            None => 0,
            Some(End::Won(Colour::Black, _)) => 1,
            Some(End::Won(Colour::White, _)) => 2,
            Some(End::Draw) => 3,
        }
    }
}

/// An engine under the referee's eyes.
pub struct Referee<E: Engine> {
    engine: E,
    pins: Pins,
    board: Board,
    /// The next address of a wipe; 0 when none is under way.
    wiping: u64,
    pub end: Option<End>,
    /// Of all games so far the stones in each mode, the ends, and the computer's moves.
    pub stones: [usize; 3],
    pub ends: usize,
    pub computer_moves: usize,
}

struct Pins {
    cell_write: usize,
    cell_address: usize,
    cell_stone: usize,
    mode: usize,
    level: usize,
    pending: usize,
    turn: usize,
    moves: usize,
    result: usize,
}

impl<E: Engine> Referee<E> {
    pub fn new(engine: E) -> Self {
        let pins = Pins {
            cell_write: engine.port("cell_write"),
            cell_address: engine.port("cell_address"),
            cell_stone: engine.port("cell_stone"),
            mode: engine.port("mode"),
            level: engine.port("level"),
            pending: engine.port("pending"),
            turn: engine.port("turn"),
            moves: engine.port("moves"),
            result: engine.port("result"),
        };
        Referee {
            engine,
            pins,
            board: Board::new(),
            wiping: 0,
            end: None,
            stones: [0; 3],
            ends: 0,
            computer_moves: 0,
        }
    }

    /// The game in play.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Whose turn it is.
    pub fn turn(&self) -> Colour {
        [Colour::Black, Colour::White][self.board.stones() % 2]
    }

    /// A wipe goes over every address once, from 0.
    fn wiped(&mut self, address: u64) {
        assert_eq!(address, self.wiping, "a wipe goes on where it was");
        self.wiping = (self.wiping + 1) % 256;
        self.board = Board::new();
        self.end = None;
    }

    fn placed(&mut self, address: u64, stone: u64) {
        let colour = self.turn();
        let (row, col) = (address >> 4, address & 15);
        let at = Crossing::new(row as usize, col as usize).expect("a stone lies on the board");
        assert_eq!(self.wiping, 0, "no stone is put while the board is wiped");
        assert_eq!(self.end, None, "nothing is placed after the end");
        assert_eq!(stone, [1, 2][self.board.stones() % 2], "colours alternate, black first");
        if self.computers_turn() {
            let level = self.engine.get(self.pins.level);
            let player: &dyn Player = match level {
                1 => &Mcu,
                3 => &Zju,
                _ => panic!("there is no level {level}"),
            };
            let expected = player.choose(&self.board, colour);
            assert_eq!(Some(at), expected, "move {} of level {level}", self.board.stones() + 1);
            self.computer_moves += 1;
        }
        self.board.place(at, colour).expect("a stone never changes");
        self.stones[self.engine.get(self.pins.mode) as usize] += 1;
        self.end = match five_or_more(&self.board, at, colour) {
            Some(line) => Some(End::Won(colour, line)),
            None if self.board.is_full() => Some(End::Draw),
            None => None,
        };
        self.ends += usize::from(self.end.is_some());
    }

    fn computers_turn(&self) -> bool {
        match self.engine.get(self.pins.mode) {
            0 => false,
            1 => self.turn() == Colour::White,
            2 => self.turn() == Colour::Black,
            mode => panic!("there is no mode {mode}"),
        }
    }

    /// What the machine at rest must know.
    fn at_rest(&self) {
        assert_eq!(
            self.engine.get(self.pins.moves),
            self.board.stones() as u64,
            "the count of stones"
        );
        assert_eq!(self.engine.get(self.pins.result), End::number(self.end), "the result");
        if self.end.is_none() {
            assert_eq!(
                self.engine.get(self.pins.turn),
                [0, 1][self.board.stones() % 2],
                "whose turn it is"
            );
        }
        assert_eq!(self.wiping, 0, "a wipe stops half-way");
    }
}

impl<E: Engine> Engine for Referee<E> {
    fn ports(&self) -> &[Port] {
        self.engine.ports()
    }
    fn set(&mut self, port: usize, value: u64) {
        self.engine.set(port, value)
    }
    fn get(&self, port: usize) -> u64 {
        self.engine.get(port)
    }
    fn settle(&mut self) {
        self.engine.settle()
    }
    fn step(&mut self) {
        self.engine.step();
        if self.engine.get(self.pins.cell_write) == 1 {
            let address = self.engine.get(self.pins.cell_address);
            match self.engine.get(self.pins.cell_stone) {
                0 => self.wiped(address),
                stone => self.placed(address, stone),
            }
        }
        if self.engine.get(self.pins.pending) == 0 {
            self.at_rest();
        }
    }
}
