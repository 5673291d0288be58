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
use tengen_sim::{Change, Engine, PortDirection, Seen, hand_on};

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
    /// What its outputs showed in the clocks that were run last, and where the referee looks among them.
    seen: Seen,
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
            /// Their places among these ports.
            fn of(engine: &impl Engine, ports: &[usize]) -> Pins {
                let place = |name| ports.iter().position(|port| *port == engine.port(name)).expect(name);
                Pins { $($name: place(stringify!($name))),* }
            }

            fn all(&self) -> [usize; [$(stringify!($name)),*].len()] {
                [$(self.$name),*]
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
        let ports = engine.ports().iter().enumerate();
        let outputs = ports.filter(|(_, port)| port.direction == PortDirection::Output);
        let outputs: Vec<usize> = outputs.map(|(number, _)| number).collect();
        Referee {
            seen: Seen::of(&outputs),
            pins: Pins::of(&engine, &outputs),
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
    fn emptied(&mut self, address: u64, rule: u64) {
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
        self.game = Game::new(Rule::ALL[rule as usize]);
    }

    fn placed(&mut self, address: u64, stone: u64, mode: u64, level: u64) {
        let colour = self.turn();
        let (row, col) = (address >> 4, address & 15);
        let at = Crossing::new(row as usize, col as usize).expect("a stone lies on the board");
        assert_eq!(self.wiping, 0, "no stone is put while the board is wiped");
        assert_eq!(stone, colour as u64 + 1, "colours alternate, black first");
        if self.computers_turn(mode) {
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
        self.stones[mode as usize] += 1;
        self.ends += usize::from(self.end().is_some());
    }

    fn computers_turn(&self, mode: u64) -> bool {
        match mode {
            0 => false,
            1 => self.turn() == Colour::White,
            2 => self.turn() == Colour::Black,
            _ => true,
        }
    }

    /// What is shown after a clock.
    fn look(&mut self, clock: usize) {
        let get = |pin| self.seen.get(pin, clock);
        if get(self.pins.cell_write) == 1 {
            let address = get(self.pins.cell_address);
            match get(self.pins.cell_stone) {
                0 => self.emptied(address, get(self.pins.rule)),
                stone => self.placed(address, stone, get(self.pins.mode), get(self.pins.level)),
            }
        }
        if self.seen.get(self.pins.pending, clock) == 0 {
            self.at_rest(clock);
        }
    }

    /// What the machine at rest must know.
    fn at_rest(&self, clock: usize) {
        let (get, end) = (|pin| self.seen.get(pin, clock), self.end());
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
    hand_on!(engine: ports, set, get, settle, batch);
    fn step(&mut self) {
        self.watch(1, &[], &mut Seen::default());
    }
    fn watch(&mut self, count: usize, changes: &[Change], seen: &mut Seen) {
        self.engine.watch(count, changes, &mut self.seen);
        seen.take(&self.seen);
        // Where nothing is put and nothing changes, one clock is like all.
        let still = self.pins.all().iter().all(|pin| self.seen.same(*pin).is_some());
        let same = still && self.seen.same(self.pins.cell_write) == Some(0);
        (0..if same { count.min(1) } else { count }).for_each(|clock| self.look(clock));
    }
}
