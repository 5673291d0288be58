use super::super::ports;
use super::{BoardWrite, GomokuGame, GomokuSettings, KeyEvent, Ply as Event};
use crate::director::SECOND;
use crate::edition::Edition;
use crate::gomoku::level::LEVELS;
use crate::keyboard::key::Key;
use crate::ports::{PlyKind, Seat, Seats};
use tengen_rules::gomoku::game::{End, Game, Ply};
use tengen_rules::gomoku::{Colour, Crossing, Foul, Profile, Rule, board::CENTRE, renju};
use tengen_sim::{ByName, Encoded, Engine, Native, Random};

/// Who plays the two sides.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Mode {
    Pvp,
    Pvc,
    Cvp,
    Demo,
}

/// The settings of a game.
#[derive(Clone, Copy, Debug)]
struct Setup {
    mode: Mode,
    rule: Rule,
    opening: bool,
    profile: Profile,
}

const TWO_PLAYERS: Setup = Setup { mode: Mode::Pvp, rule: Rule::Freestyle, opening: false, profile: Profile::Zju };

/// The circuit with the RAMs it writes, and the same game by the rules.
struct Bench {
    circuit: Native<GomokuGame>,
    setup: Setup,
    game: Game,
    /// The board RAM, addressed by {row, column}.
    board: [u64; 256],
    /// The plies that the circuit has reported.
    plies: Vec<Ply>,
}

impl Bench {
    fn new(setup: Setup) -> Bench {
        Bench::with(
            setup,
            GomokuGame::new(SECOND, false, 0, &Edition::FULL.without_searches()),
        )
    }

    fn with(setup: Setup, game: GomokuGame) -> Bench {
        let mut bench =
            Bench { circuit: Native::new(game), setup, game: Game::new(setup.rule), board: [99; 256], plies: vec![] };
        let level = LEVELS
            .iter()
            .position(|row| row.profile as u64 == setup.profile as u64)
            .expect("every player has a level");
        let seat = |computer| Seat { computer, level: (level as u64).into(), line: false };
        let settings = GomokuSettings {
            seats: Seats { black: seat(setup.mode == Mode::Cvp), white: seat(setup.mode == Mode::Pvc) },
            rule: ports::Rule::decode(setup.rule as u64),
            timed: true,
            opening: setup.opening,
        };
        let inputs = [
            ("settings", settings.encode()),
            ("demo", u64::from(setup.mode == Mode::Demo)),
        ];
        for (name, value) in inputs {
            bench.set(name, value);
        }
        bench.begin();
        bench
    }

    fn set(&mut self, name: &str, value: u64) {
        match name {
            "timed" => self.circuit.circuit.settings.next.timed = value == 1,
            _ => self.circuit.drive(name, value),
        }
    }

    fn get(&self, what: &str) -> u64 {
        let status = self.circuit.circuit.status.val();
        match what {
            "turn" => status.turn.into(),
            "moves" => status.moves.encode(),
            "cursor_row" => status.cursor.row.encode(),
            "cursor_col" => status.cursor.col.encode(),
            "cursor_shown" => status.cursor_shown.into(),
            "last_row" => status.last.row.encode(),
            "last_col" => status.last.col.encode(),
            "tens" => status.seconds.get_bits::<2>(4).encode(),
            "ones" => status.seconds.get_bits::<4>(0).encode(),
            "result" => status.outcome as u64,
            "reason" => status.reason.encode(),
            name => self.circuit.read(name),
        }
    }

    fn clock(&mut self) {
        self.circuit.settle();
        let cell: BoardWrite = self.circuit.read_as("board");
        if cell.enable {
            self.board[cell.at.encode() as usize] = cell.cell.encode();
        }
        let ply: Event = self.circuit.read_as("ply");
        let at = Crossing::new(ply.at.row.index(), ply.at.col.index());
        match ply.kind {
            PlyKind::None => {}
            PlyKind::Begin => self.plies.clear(),
            PlyKind::Place => self.plies.push(Ply::Stone(at.expect("on the board"))),
            PlyKind::Pass => self.plies.push(Ply::Pass),
            PlyKind::UndoPlace => assert_eq!(self.plies.pop(), at.map(Ply::Stone)),
            PlyKind::UndoPass => assert_eq!(self.plies.pop(), Some(Ply::Pass)),
        }
        self.circuit.step();
    }

    /// Strobes for one clock, then waits until the circuit is not busy.
    fn strobe(&mut self, name: &str) {
        self.set(name, 1);
        self.clock();
        self.set(name, 0);
        self.until_ready(name);
    }

    fn until_ready(&mut self, name: &str) {
        for _ in 0..200_000 {
            self.clock();
            if self.get("busy") == 0 {
                return;
            }
        }
        panic!("never ready after {name}");
    }

    fn key(&mut self, key: Key) {
        self.circuit.circuit.key.next = KeyEvent { key, strobe: true };
        self.clock();
        self.circuit.circuit.key.next.strobe = false;
        self.until_ready("a key");
    }

    fn begin(&mut self) {
        self.game = Game::new(self.setup.rule);
        self.strobe("begin_game");
        if self.setup.opening {
            self.game.play(CENTRE).unwrap();
        }
        self.answer();
    }

    fn computer(&self, colour: Colour) -> bool {
        match self.setup.mode {
            Mode::Pvp => false,
            Mode::Pvc => colour == Colour::White,
            Mode::Cvp => colour == Colour::Black,
            Mode::Demo => true,
        }
    }

    /// Plays the computer's move in the game by the rules, if it is its turn.
    fn answer(&mut self) {
        let (game, setup) = (&mut self.game, self.setup);
        if game.end().is_none() && self.setup.mode != Mode::Pvp && self.computer(self.game.turn()) {
            let game = &mut self.game;
            match setup
                .profile
                .player()
                .choose_under(setup.rule, game.board(), game.turn())
            {
                Some(at) => game.play(at).unwrap(),
                None => game.pass().unwrap(),
            }
        }
    }

    fn go_to(&mut self, at: Crossing) {
        while self.get("cursor_row") != at.row() as u64 {
            self.key(Key::Down);
        }
        while self.get("cursor_col") != at.col() as u64 {
            self.key(Key::Right);
        }
    }

    fn put(&mut self, at: Crossing) {
        self.go_to(at);
        self.key(Key::Enter);
        if self.game.play(at).is_ok() {
            self.answer();
        }
        assert_eq!(self.cursor(), at, "the cursor stays with the stone");
        self.check();
    }

    /// Lets the time for a move run out.
    fn lose_turn(&mut self) {
        for left in (0..30).rev() {
            self.strobe("tick");
            if left > 0 {
                assert_eq!(10 * self.get("tens") + self.get("ones"), left);
            }
        }
        self.game.pass().unwrap();
        self.answer();
        self.check();
    }

    /// Asks to take back the last plies. Returns whether the rules allow it.
    fn undo(&mut self) -> bool {
        let count = if self.setup.mode == Mode::Pvp { 1 } else { 2 };
        let fixed = usize::from(self.setup.opening || self.setup.mode == Mode::Cvp);
        let plies = self.game.plies();
        let allowed = self.game.end().is_none() && plies.len() >= fixed + count;
        let mut cursor = self.cursor();
        if allowed {
            for _ in 0..count {
                if let Some(Ply::Stone(at)) = self.game.take_back() {
                    cursor = at;
                }
            }
        }
        let plies = self.plies.clone();
        self.key(Key::Undo);
        assert_eq!(self.cursor(), cursor);
        if self.game.end().is_none() {
            self.check();
        } else {
            // At the end any key shows the picture.
            assert_eq!(self.plies, plies);
        }
        allowed
    }

    fn cursor(&self) -> Crossing {
        Crossing::new(self.get("cursor_row") as usize, self.get("cursor_col") as usize).unwrap()
    }

    fn stones(&self) -> Vec<Crossing> {
        let stone = |ply: &Ply| match ply {
            Ply::Stone(at) => Some(*at),
            Ply::Pass => None,
        };
        self.game.plies().iter().filter_map(stone).collect()
    }

    /// Checks that everything displayed agrees with the game by the rules.
    fn check(&self) {
        let (board, stones) = (self.game.board(), self.stones());
        assert_eq!(self.get("moves"), stones.len() as u64);
        let expected = match self.game.end() {
            None => (0, 0),
            Some(End::Draw) => (3, 0),
            Some(End::Won { colour, foul, .. }) => (colour as u64 + 1, foul.map_or(0, |foul| foul as u64 + 1)),
        };
        assert_eq!((self.get("result"), self.get("reason")), expected);
        let going = self.game.end().is_none();
        if going {
            assert_eq!(self.get("turn"), self.game.turn() as u64);
            assert_eq!((self.get("tens"), self.get("ones")), (3, 0), "the clock starts again");
        }
        let status = self.circuit.circuit.status.val();
        assert_eq!(status.last_shown, !stones.is_empty());
        if let Some(last) = stones.last() {
            assert_eq!(
                (self.get("last_row"), self.get("last_col")),
                (last.row() as u64, last.col() as u64)
            );
        }
        assert_eq!(self.plies, self.game.plies());
        let line = match self.game.end() {
            Some(End::Won { line: Some(line), .. }) => Some(line),
            _ => None,
        };
        let in_line = |at| {
            line.is_some_and(|line| {
                (0..line.length as isize).any(|step| line.direction.walk(line.first, step) == Some(at))
            })
        };
        let shown = self.setup.rule == Rule::Renju && going && self.game.turn() == Colour::Black;
        let marks: Vec<Crossing> = match shown {
            true => renju::forbidden(board).map(|(at, _)| at).collect(),
            false => vec![],
        };
        for at in Crossing::all() {
            let address = at.row() << 4 | at.col();
            let stone = board.get(at).map_or(0, |colour| colour as u64 + 1);
            let number = stones
                .iter()
                .position(|stone| *stone == at)
                .map_or(0, |index| index as u64 + 1);
            let decimal = (number / 100) << 8 | (number / 10 % 10) << 4 | (number % 10);
            let label = if marks.contains(&at) { 0xAB } else { decimal };
            let marked = label << 3 | u64::from(in_line(at)) << 2 | stone;
            assert_eq!(
                self.board[address],
                marked,
                "the board's {at:?} after {:?}",
                self.game.plies()
            );
        }
    }
}

/// An empty crossing, usually beside a stone.
fn somewhere(game: &Game, random: &mut Random) -> Crossing {
    let vacant: Vec<_> = game.board().vacant().collect();
    let near = |at: &Crossing| {
        (-1..=1)
            .any(|rows| (-1..=1).any(|cols| at.shifted(rows, cols).is_some_and(|at| game.board().get(at).is_some())))
    };
    let close: Vec<_> = vacant.iter().copied().filter(near).collect();
    let anywhere = close.is_empty() || random.once_in(4);
    random.of(if anywhere { &vacant } else { &close })
}

/// Plays and takes back at random for this many steps, then takes everything back.
fn forth_and_back(setup: Setup, seed: u64, steps: usize) -> (usize, usize) {
    let mut bench = Bench::new(setup);
    let mut random = Random::new(seed);
    let (mut longest, mut undone, mut going_back) = (0, 0, 0);
    for _ in 0..steps {
        if bench.game.end().is_some() {
            assert!(!bench.undo(), "not after the end");
            bench.begin();
            bench.check();
        }
        if going_back > 0 {
            going_back -= 1;
            undone += usize::from(bench.undo());
            continue;
        }
        match random.below(40) {
            0 => going_back = 1 + random.below(1 + bench.game.plies().len()),
            1 => bench.lose_turn(),
            2 if !bench.stones().is_empty() => {
                // Try a taken crossing.
                bench.put(random.of(&bench.stones()));
            }
            _ => {
                let at = somewhere(&bench.game, &mut random);
                // Allow some fouls, but fewer than random play would make.
                let foul = setup.rule.foul(bench.game.board(), at, bench.game.turn()).is_some();
                if !foul || random.once_in(4) {
                    bench.put(at);
                }
            }
        }
        longest = longest.max(bench.stones().len());
    }
    while bench.undo() {
        undone += 1;
    }
    (longest, undone)
}

#[test]
fn two_players_forth_and_back() {
    let (longest, undone) = forth_and_back(TWO_PLAYERS, 1, 500);
    assert!(longest > 25 && undone > 60, "{longest} {undone}");
    let setup = Setup { opening: true, rule: Rule::ExactFive, ..TWO_PLAYERS };
    let (longest, undone) = forth_and_back(setup, 2, 400);
    assert!(longest > 25 && undone > 40, "{longest} {undone}");
}

#[test]
fn renju_forth_and_back() {
    let setup = Setup { rule: Rule::Renju, ..TWO_PLAYERS };
    let (longest, undone) = forth_and_back(setup, 3, 220);
    assert!(longest > 20 && undone > 20, "{longest} {undone}");
    let setup = Setup { mode: Mode::Cvp, opening: true, profile: Profile::Thesis, ..setup };
    forth_and_back(setup, 4, 40);
}

#[test]
fn against_the_computer_forth_and_back() {
    for (mode, opening, profile) in [
        (Mode::Pvc, false, Profile::Zju),
        (Mode::Pvc, true, Profile::Mcu),
        (Mode::Cvp, false, Profile::Thesis),
    ] {
        let setup = Setup { mode, opening, profile, ..TWO_PLAYERS };
        let (_, undone) = forth_and_back(setup, 2 + mode as u64, 150);
        assert!(undone > 5, "{undone}");
    }
}

#[test]
fn a_game_of_225_stones_is_taken_back_to_the_start() {
    let mut bench = Bench::new(TWO_PLAYERS);
    // Alternating pairs of columns, reversed in every other row: no line is longer than two.
    let black = |at: &Crossing| ((at.col() + 2 * (at.row() % 2)) / 2).is_multiple_of(2);
    let (mut blacks, mut whites): (Vec<_>, Vec<_>) = Crossing::all().partition(black);
    let mut lost = false;
    while bench.stones().len() < 224 {
        let own = if bench.game.turn() == Colour::Black { &mut blacks } else { &mut whites };
        let at = own.pop().unwrap();
        bench.put(at);
        // Each side loses one turn on the way, so that the order of turns stays the same.
        if [100, 101].contains(&bench.stones().len()) && !lost {
            bench.lose_turn();
            bench.lose_turn();
            lost = true;
        }
    }
    while bench.undo() {}
    assert!(bench.game.plies().is_empty());
    // Afterwards the circuit plays like a new one.
    let mut fresh = Bench::new(TWO_PLAYERS);
    for at in [CENTRE, Crossing::new(6, 7).unwrap(), Crossing::new(0, 14).unwrap()] {
        bench.put(at);
        fresh.put(at);
        assert_eq!((bench.board, &bench.plies), (fresh.board, &fresh.plies));
    }
}

#[test]
fn each_foul_ends_the_game_with_its_name() {
    let cases: [(Foul, &[(usize, usize)]); 3] = [
        (Foul::Overline, &[(7, 3), (7, 4), (7, 5), (7, 7), (7, 8)]),
        (Foul::DoubleFour, &[(7, 3), (7, 4), (7, 5), (8, 6), (9, 6), (10, 6)]),
        (Foul::DoubleThree, &[(7, 4), (7, 5), (8, 6), (9, 6)]),
    ];
    for (foul, stones) in cases {
        let mut bench = Bench::new(Setup { rule: Rule::Renju, ..TWO_PLAYERS });
        for (number, &(row, col)) in stones.iter().enumerate() {
            bench.put(Crossing::new(row, col).unwrap());
            bench.put(Crossing::new(14, 2 * number).unwrap());
        }
        bench.put(Crossing::new(7, 6).unwrap());
        assert_eq!((bench.get("result"), bench.get("reason")), (2, foul as u64 + 1));
        assert!(!bench.undo());
        bench.key(Key::Enter);
        assert_eq!(
            (bench.get("result"), bench.get("reason"), bench.get("moves")),
            (0, 0, 0)
        );
    }
}

#[test]
fn a_hint_moves_the_cursor_to_the_computers_choice_and_nothing_else() {
    for (rule, profile) in [
        (Rule::Freestyle, Profile::Mcu),
        (Rule::ExactFive, Profile::Thesis),
        (Rule::Renju, Profile::Zju),
    ] {
        let mut bench = Bench::new(Setup { rule, profile, ..TWO_PLAYERS });
        let mut random = Random::new(7);
        while bench.stones().len() < 24 && bench.game.end().is_none() {
            let expected = profile
                .player()
                .choose_under(rule, bench.game.board(), bench.game.turn());
            bench.key(Key::Hint);
            assert_eq!(
                Some(bench.cursor()),
                expected,
                "{rule:?} {profile:?} {:?}",
                bench.game.plies()
            );
            bench.check();
            let at = match random.below(2) {
                0 => bench.cursor(),
                _ => somewhere(&bench.game, &mut random),
            };
            bench.put(at);
        }
    }
}

#[test]
fn the_clock_waits_while_it_is_off() {
    let mut bench = Bench::new(TWO_PLAYERS);
    bench.set("timed", 0);
    (0..40).for_each(|_| bench.strobe("tick"));
    assert_eq!((bench.get("tens"), bench.get("ones"), bench.get("turn")), (3, 0, 0));
    bench.set("timed", 1);
    bench.strobe("tick");
    assert_eq!((bench.get("tens"), bench.get("ones")), (2, 9));
    // A taken crossing, a hint or a move of the cursor gains no time.
    bench.key(Key::Hint);
    bench.key(Key::Left);
    assert_eq!((bench.get("tens"), bench.get("ones")), (2, 9));
}

#[test]
fn the_computer_against_itself_takes_a_second_a_move_and_starts_over() {
    let mut bench = Bench::new(TWO_PLAYERS);
    bench.set("demo", 1);
    bench.strobe("begin_game");
    let mut ends = 0;
    for _ in 0..500 {
        let (before, over) = (bench.get("moves"), bench.get("result"));
        bench.strobe("tick");
        let moves = bench.get("moves");
        assert!(
            moves == before + 1 || over > 0 && (moves == before || moves == 0),
            "{before} {moves}"
        );
        ends += u64::from(over > 0 && bench.get("result") == 0);
        assert_eq!(bench.get("cursor_shown"), 0);
    }
    assert!(ends > 0, "{ends}");
}

/// A level that does not search has budget 0, which means no limit, so a search must not start with that budget.
#[test]
fn a_level_that_is_changed_counts_from_the_next_think_on() {
    const SHORT: u32 = 2000;
    const HIGHEST: u64 = LEVELS.len() as u64 - 1;
    const LOWEST: u64 = 0;
    let setup = Setup { mode: Mode::Cvp, ..TWO_PLAYERS };
    // The answer if the level is lowered this many clocks after the player's stone.
    let answer = |fall: usize| {
        let mut bench = Bench::with(setup, GomokuGame::new(SHORT, false, 0, &Edition::FULL));
        let level = |bench: &mut Bench, level: u64| {
            bench.circuit.circuit.settings.next.seats.black.level = level.into();
        };
        level(&mut bench, HIGHEST);
        bench.go_to(Crossing::new(6, 8).unwrap());
        let enter = KeyEvent { key: Key::Enter, strobe: true };
        bench.circuit.circuit.key.next = enter;
        bench.clock();
        bench.circuit.circuit.key.next.strobe = false;
        (0..fall).for_each(|_| bench.clock());
        level(&mut bench, LOWEST);
        bench.until_ready("the answer");
        bench.plies[2]
    };
    let [by_the_lowest, by_the_highest] = [answer(0), answer(2000)];
    assert_ne!(by_the_lowest, by_the_highest);
    // Find the clock in which the think begins, which lies between these.
    let (mut before, mut after) = (0usize, 2000);
    while before + 1 < after {
        let middle = before.midpoint(after);
        match answer(middle) == by_the_lowest {
            true => before = middle,
            false => after = middle,
        }
    }
    for fall in after..after + 6 {
        assert_eq!(answer(fall), by_the_highest, "{fall} clocks after the stone, {after}");
    }
}
