//! A referee: an engine that wraps another one and checks every stone of the machine against the plain rules.
//!
//! ```text
//! keyboard -> Referee -> [ engine ] -> ply, ending, seats, result, ... -> Board, Player in rules/src
//! ```
//!
//! A test with a referee fails if a stone is placed on a taken crossing, out of turn, off the board or after the end;
//! if any ply but the last is taken back; if the computer plays a move that is not the reference's; if a game's end is
//! not reported correctly, and once; or if the idle machine shows a wrong number of stones, winner or reason.

use tengen::gateware::director::SECOND;
use tengen::gateware::ports::PlyKind;
use tengen::rules::gomoku::game::{End, Game, Ply};
use tengen::rules::gomoku::search::Lanes;
use tengen::rules::gomoku::{Board, Colour, Crossing, Level, Rule};
use tengen_sim::{Change, Encoded, Engine, PortDirection, Seen, hand_on};

/// The machine's code for the end of a game.
fn number(end: Option<End>) -> u64 {
    match end {
        None => 0,
        Some(End::Won { colour, .. }) => colour as u64 + 1,
        Some(End::Draw) => 3,
    }
}

/// An engine checked by the referee.
#[derive(Clone)]
pub struct Referee<E: Engine> {
    engine: E,
    /// The machine's clocks per second.
    second: u64,
    lanes: Lanes,
    /// The outputs in the last clocks.
    seen: Seen,
    /// The columns of the outputs in `seen`.
    pins: Pins,
    game: Game,
    /// The levels shown for black and white since the last ply; the mover's is one of them.
    shown: [[bool; Level::ALL.len()]; 2],
    /// The end of this game has been reported.
    reported: bool,
    /// A ply of this game has been taken back.
    helped: bool,
    /// The stones of all games so far, by mode (the demo counts as CVC).
    pub stones: [usize; 4],
    /// The number of games ended so far.
    pub ends: usize,
    /// The number of the computer's moves.
    pub computer_moves: usize,
    /// The number of plies taken back.
    pub taken_back: usize,
}

macro_rules! pins {
    ($($name:ident),*) => {
        #[derive(Clone)]
        struct Pins { $($name: usize),* }

        impl Pins {
            /// The columns of the outputs, given the recorded ports.
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
    ply,
    ply_white,
    ply_row,
    ply_col,
    ended,
    ended_outcome,
    ended_reason,
    ended_helped,
    demo,
    black_computer,
    black_level,
    white_computer,
    white_level,
    rule,
    pending,
    turn,
    moves,
    result,
    reason
);

impl<E: Engine> Referee<E> {
    /// Creates a referee for a machine with that many clocks a second, which limits its searches; Gomoku's search has
    /// these lanes.
    pub fn new(engine: E, second: u32, lanes: Lanes) -> Self {
        let ports = engine.ports().iter().enumerate();
        let outputs = ports.filter(|(_, port)| port.direction == PortDirection::Output);
        let outputs: Vec<usize> = outputs.map(|(number, _)| number).collect();
        Referee {
            seen: Seen::of(&outputs),
            pins: Pins::of(&engine, &outputs),
            engine,
            second: second.into(),
            lanes,
            game: Game::new(Rule::Freestyle),
            shown: Default::default(),
            reported: false,
            helped: false,
            stones: [0; 4],
            ends: 0,
            computer_moves: 0,
            taken_back: 0,
        }
    }

    /// The position of the present game.
    pub fn board(&self) -> &Board {
        self.game.board()
    }

    /// The side to move.
    pub fn turn(&self) -> Colour {
        self.game.turn()
    }

    pub fn end(&self) -> Option<End> {
        self.game.end()
    }

    /// Handles the take-back of a ply, which must be the last one.
    fn undone(&mut self, ply: Ply) {
        assert_eq!(self.game.end(), None, "nothing is taken back after the end");
        assert_eq!(self.game.take_back(), Some(ply));
        self.taken_back += 1;
        self.helped = true;
    }

    /// Handles the report of a game's end, which must be correct, or say that the game was abandoned.
    fn ended(&mut self, outcome: u64, reason: u64, helped: u64) {
        assert!(!self.reported, "a game ends once");
        self.reported = true;
        match outcome {
            0 => assert!(
                self.end().is_none() && self.board().stones() > 0,
                "only a game in progress is abandoned"
            ),
            _ => {
                assert_eq!(
                    (outcome, reason),
                    (number(self.end()), self.foul()),
                    "the end as reported"
                );
                assert!(helped == 1 || !self.helped, "a ply was taken back");
            }
        }
    }

    /// The machine's code for black's foul.
    fn foul(&self) -> u64 {
        match self.end() {
            Some(End::Won { foul: Some(foul), .. }) => foul as u64 + 1,
            _ => 0,
        }
    }

    /// The move of that level, counted from 0, for the side to move.
    fn chosen(&self, level: u64) -> Option<Crossing> {
        let level = Level::ALL[level as usize];
        let budget = level.budget().map(|clocks| clocks * self.second / u64::from(SECOND));
        let thought = level.think_with(self.lanes, self.game.rule(), self.board(), self.turn(), budget);
        thought.map(|thought| thought.at)
    }

    /// Handles a stone, from a computer of that level or from a person, in that mode.
    fn placed(&mut self, at: Crossing, computer: Option<u64>, mode: usize) {
        if let Some(level) = computer {
            let shown = self.shown[self.turn() as usize];
            let others = (0..).zip(shown).filter(|(other, shown)| *shown && *other != level);
            let levels = others.map(|(other, _)| other);
            let found = std::iter::once(level)
                .chain(levels)
                .any(|level| self.chosen(level) == Some(at));
            assert!(
                found,
                "{at:?} is not move {} of level {}",
                self.board().stones() + 1,
                level + 1
            );
            self.computer_moves += 1;
        }
        self.game.play(at).expect("a free crossing, and not after the end");
        self.stones[mode] += 1;
        self.ends += usize::from(self.end().is_some());
    }

    /// Checks the outputs after a clock.
    fn look(&mut self, clock: usize) {
        let get = |pin| self.seen.get(pin, clock);
        let [kind, white, row, col] =
            [self.pins.ply, self.pins.ply_white, self.pins.ply_row, self.pins.ply_col].map(get);
        let [demo, rule] = [self.pins.demo, self.pins.rule].map(get);
        let computers = [self.pins.black_computer, self.pins.white_computer].map(|pin| get(pin) | demo);
        let levels = [self.pins.black_level, self.pins.white_level].map(get);
        let ending = [self.pins.ended_outcome, self.pins.ended_reason, self.pins.ended_helped].map(get);
        let ended = get(self.pins.ended) == 1;
        let at = Crossing::new(row as usize, col as usize);
        for (shown, level) in self.shown.iter_mut().zip(levels) {
            shown[level as usize] = true;
        }
        match PlyKind::decode(kind) {
            PlyKind::None => {}
            PlyKind::Begin => {
                self.game = Game::new(Rule::ALL[rule as usize]);
                (self.reported, self.helped) = (false, false);
            }
            PlyKind::Place => {
                assert_eq!(white, self.turn() as u64, "colours alternate, black first");
                let turn = self.turn() as usize;
                let computer = (computers[turn] == 1).then_some(levels[turn]);
                let mode = (2 * computers[0] + computers[1]) as usize;
                self.placed(at.expect("a stone lies on the board"), computer, mode);
            }
            PlyKind::Pass => {
                assert_eq!(white, self.turn() as u64, "only who is to move loses the turn");
                self.game.pass().expect("no turn is lost after the end");
            }
            PlyKind::UndoPlace => self.undone(Ply::Stone(at.expect("a stone lay on the board"))),
            PlyKind::UndoPass => self.undone(Ply::Pass),
        }
        if PlyKind::decode(kind) != PlyKind::None {
            self.shown = Default::default();
        }
        if ended {
            let [outcome, reason, helped] = ending;
            self.ended(outcome, reason, helped);
        }
        if self.seen.get(self.pins.pending, clock) == 0 {
            self.at_rest(clock);
        }
    }

    /// Checks the outputs of the idle machine.
    fn at_rest(&self, clock: usize) {
        let (get, end) = (|pin| self.seen.get(pin, clock), self.end());
        assert_eq!(
            get(self.pins.moves),
            self.board().stones() as u64,
            "the count of stones"
        );
        assert_eq!(get(self.pins.result), number(end), "the result");
        assert_eq!(get(self.pins.reason), self.foul(), "the reason");
        assert!(self.reported || end.is_none(), "the end is reported");
        if end.is_none() {
            assert_eq!(get(self.pins.turn), self.turn() as u64, "whose turn it is");
        }
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
        // If nothing is placed and nothing changes, all clocks are equal.
        let still = self.pins.all().iter().all(|pin| self.seen.same(*pin).is_some());
        let same = still
            && [self.pins.ply, self.pins.ended]
                .iter()
                .all(|pin| self.seen.same(*pin) == Some(0));
        (0..if same { count.min(1) } else { count }).for_each(|clock| self.look(clock));
    }
}
