//! The rules looking over the machine's shoulder: an engine that runs another and holds every stone it puts against plain
//! Rust.
//!
//! ```text
//! keyboard -> Referee -> [ engine ] -> cell_write, mode, level, result, ... -> Board, Player in src/rules
//! ```
//!
//! Whatever is played, a test with a referee fails when a stone lies where one lay before, out of turn, off the board or
//! after the end; when any but the last is taken back; when the computer plays anything but the reference's move; and when
//! the machine at rest does not know how many stones there are, or who has won and why.

use tengen::rules::gomoku::game::{End, Game, Ply};
use tengen::rules::gomoku::{Board, Colour, Crossing, Profile, Rule};
use tengen_sim::{Engine, hand_on};

/// The machine's number for how a game ended.
fn number(end: Option<End>) -> u64 {
    match end {
        None => 0,
        Some(End::Won { colour, .. }) => colour as u64 + 1,
        Some(End::Draw) => 3,
    }
}

/// An engine under the referee's eyes.
pub struct Referee<E: Engine> {
    engine: E,
    pins: Pins,
    game: Game,
    /// The next address of a wipe; 0 when none is under way.
    wiping: u64,
    /// Of all games so far the stones in each mode, the ends, the computer's moves, and the stones taken back.
    pub stones: [usize; 4],
    pub ends: usize,
    pub computer_moves: usize,
    pub taken_back: usize,
}

macro_rules! pins {
    ($($name:ident),*) => {
        struct Pins { $($name: usize),* }

        impl Pins {
            fn of(engine: &impl Engine) -> Pins {
                Pins { $($name: engine.port(stringify!($name))),* }
            }
        }
    };
}

pins!(
    cell_write,
    cell_address,
    cell_stone,
    mode,
    level,
    rule,
    pending,
    turn,
    moves,
    result,
    reason
);

impl<E: Engine> Referee<E> {
    pub fn new(engine: E) -> Self {
        Referee {
            pins: Pins::of(&engine),
            engine,
            game: Game::new(Rule::Freestyle),
            wiping: 0,
            stones: [0; 4],
            ends: 0,
            computer_moves: 0,
            taken_back: 0,
        }
    }

    /// The position of the game in play.
    pub fn board(&self) -> &Board {
        self.game.board()
    }

    /// Whose turn it is.
    pub fn turn(&self) -> Colour {
        self.game.turn()
    }

    pub fn end(&self) -> Option<End> {
        self.game.end()
    }

    /// A stone is taken off: the last one, or all of them by a wipe, which goes over every address once, from 0.
    fn emptied(&mut self, address: u64) {
        let last = self.game.plies().last();
        let back =
            last.is_some_and(|ply| matches!(ply, Ply::Stone(at) if (at.row() << 4 | at.col()) as u64 == address));
        if back && self.wiping == 0 {
            assert_eq!(self.game.end(), None, "nothing is taken back after the end");
            self.game.take_back();
            self.taken_back += 1;
            return;
        }
        // A wipe whose first step looked like the stone in the corner taken back.
        let begun = self.wiping == 0 && address == 1 && self.game.board().is_empty();
        assert!(
            begun || address == self.wiping,
            "a wipe goes on where it was, not at {address}"
        );
        self.wiping = (address + 1) % 256;
        let rule = self.engine.get(self.pins.rule);
        self.game = Game::new(Rule::ALL[rule as usize]);
    }

    fn placed(&mut self, address: u64, stone: u64) {
        let colour = self.turn();
        let (row, col) = (address >> 4, address & 15);
        let at = Crossing::new(row as usize, col as usize).expect("a stone lies on the board");
        assert_eq!(self.wiping, 0, "no stone is put while the board is wiped");
        assert_eq!(stone, colour as u64 + 1, "colours alternate, black first");
        if self.computers_turn() {
            let level = self.engine.get(self.pins.level);
            let player = Profile::LEVELS[level as usize - 1].player();
            let expected = player.choose_under(self.game.rule(), self.board(), colour);
            assert_eq!(
                Some(at),
                expected,
                "move {} of level {level}",
                self.board().stones() + 1
            );
            self.computer_moves += 1;
        }
        self.game.play(at).expect("a free crossing, and not after the end");
        self.stones[self.engine.get(self.pins.mode) as usize] += 1;
        self.ends += usize::from(self.end().is_some());
    }

    fn computers_turn(&self) -> bool {
        match self.engine.get(self.pins.mode) {
            0 => false,
            1 => self.turn() == Colour::White,
            2 => self.turn() == Colour::Black,
            _ => true,
        }
    }

    /// What the machine at rest must know.
    fn at_rest(&self) {
        let (get, end) = (|pin| self.engine.get(pin), self.end());
        assert_eq!(
            get(self.pins.moves),
            self.board().stones() as u64,
            "the count of stones"
        );
        assert_eq!(get(self.pins.result), number(end), "the result");
        let foul = match end {
            Some(End::Won { foul: Some(foul), .. }) => foul as u64 + 1,
            _ => 0,
        };
        assert_eq!(get(self.pins.reason), foul, "the reason");
        if end.is_none() {
            assert_eq!(get(self.pins.turn), self.turn() as u64, "whose turn it is");
        }
        assert_eq!(self.wiping, 0, "a wipe stops half-way");
    }
}

impl<E: Engine> Engine for Referee<E> {
    hand_on!(engine: ports, set, get, settle);
    fn step(&mut self) {
        self.engine.step();
        if self.engine.get(self.pins.cell_write) == 1 {
            let address = self.engine.get(self.pins.cell_address);
            match self.engine.get(self.pins.cell_stone) {
                0 => self.emptied(address),
                stone => self.placed(address, stone),
            }
        }
        if self.engine.get(self.pins.pending) == 0 {
            self.at_rest();
        }
    }
}
