use super::*;
use crate::gomoku;
use crate::gomoku::ports::BoardWrite;
use crate::gomoku::socket::Gomoku;
use crate::ports::{Ending, PlyKind};
use tengen_sim::{ByName, Encoded, Engine, Native, Random};

/// Clocks in a second: short enough for a test, but longer than any painting takes.
const SECOND: u32 = 3000;

/// The director with a game, without a screen.
#[derive(Circuit)]
pub struct Table {
    pub clock: Signal<In, Clock>,
    pub key: Signal<In, KeyEvent>,
    pub byte: Signal<In, ScanByte>,
    pub buttons: Signal<In, Buttons>,
    pub report: Signal<Out, GameReport>,
    pub board: Signal<Out, BoardWrite>,
    pub pending: Signal<Out, Bit>,
    pub page: Signal<Out, Page>,
    pub demo: Signal<Out, Bit>,

    #[given]
    director: Director,
    #[given]
    gomoku: Gomoku,
}

#[kernel]
impl Logic for Table {
    fn update(&mut self) {
        director.key = key;
        director.byte = byte;
        director.buttons = buttons;
        director.report = gomoku.report;
        gomoku.order = director.order;
        report = gomoku.report;
        board = gomoku.board;
        pending = director.pending;
        page = director.page;
        demo = director.demo;
    }
}

impl Table {
    /// Creates the circuit with a computer that thinks at least this many clocks.
    fn pondering(clocks: u32, edition: &Edition) -> Table {
        Table::given(
            Director::new(vec![gomoku::words::words(edition)], SECOND, edition),
            Gomoku::new(SECOND, false, clocks, edition),
        )
    }
}

/// An edition whose computer looks at one ply only, for fast simulation.
const WITHOUT_SEARCH: Edition = Edition::GOMOKU.without_searches();

/// The circuit, with a record of everything that the game reports.
struct Bench {
    director: Native<Table>,
    /// The position after the reported plies, by {row, column}: 0 empty, 1 black, 2 white.
    position: [u64; 256],
    /// The contents of the board RAM.
    board: [u64; 256],
    /// The stones of the present game, in order of play.
    moves: Vec<(usize, u64)>,
    begins: usize,
    endings: Vec<Ending>,
}

impl Bench {
    /// The state after power-on, with the move clock switched off.
    fn new() -> Self {
        let mut bench = Bench::at_power_on();
        for key in [Key::Four, Key::Right, Key::One] {
            bench.press(key);
        }
        bench
    }

    fn at_power_on() -> Self {
        Bench::with(Table::pondering(0, &WITHOUT_SEARCH))
    }

    fn with(table: Table) -> Self {
        let mut bench = Bench {
            director: Native::new(table),
            position: [0; 256],
            board: [0; 256],
            moves: vec![],
            begins: 0,
            endings: vec![],
        };
        bench.settle();
        bench
    }

    fn report(&self) -> GameReport {
        self.director.circuit.report.val()
    }

    /// The crossing with the mark of the last stone.
    fn last_shown(&self) -> Option<u64> {
        let status = self.report().status;
        status.last_shown.then_some(status.last.encode())
    }

    fn get(&self, what: &str) -> u64 {
        let GameReport { status, settings, .. } = self.report();
        let (black, white) = (settings.seats.black, settings.seats.white);
        match what {
            // PVP, PVC, CVP, CVC.
            "mode" => u64::from(white.computer) + 2 * u64::from(black.computer),
            "level" => if black.computer { black } else { white }.level.encode(),
            "rule" => settings.rule.encode(),
            "timed" => settings.timed.into(),
            "turn" => status.turn.into(),
            "moves" => status.moves.encode(),
            "cursor_row" => status.cursor.row.encode(),
            "cursor_col" => status.cursor.col.encode(),
            "cursor_shown" => status.cursor_shown.into(),
            "seconds_tens" => status.seconds.get_bits::<2>(4).encode(),
            "seconds_ones" => status.seconds.get_bits::<4>(0).encode(),
            "result" => status.outcome as u64,
            port => self.director.read(port),
        }
    }

    fn clock(&mut self) {
        self.director.settle();
        let GameReport { ply, ending, .. } = self.report();
        if ending.strobe {
            self.endings.push(ending);
        }
        let (at, stone) = (ply.at.encode() as usize, u64::from(ply.white) + 1);
        match ply.kind {
            PlyKind::None | PlyKind::Pass | PlyKind::UndoPass => {}
            PlyKind::Begin => {
                self.begins += 1;
                self.moves.clear();
                self.position = [0; 256];
            }
            PlyKind::Place => {
                assert_eq!(self.position[at], 0, "a stone never changes");
                assert!(at >> 4 < 15 && at & 15 < 15, "on the board");
                assert_eq!(self.get("result"), 0, "nothing is placed after the end");
                assert_eq!(stone, self.moves.len() as u64 % 2 + 1, "colours alternate, black first");
                self.moves.push((at, stone));
                self.position[at] = stone;
            }
            PlyKind::UndoPlace => {
                assert_eq!(self.moves.pop().map(|last| last.0), Some(at), "the last stone");
                self.position[at] = 0;
            }
        }
        let written: BoardWrite = self.director.read_as("board");
        if written.enable {
            self.board[written.at.encode() as usize] = written.cell.encode();
        }
        self.director.step();
    }

    fn settle(&mut self) {
        for _ in 0..30_000 {
            self.clock();
            if self.get("pending") == 0 {
                return;
            }
        }
        panic!("does not come to rest");
    }

    fn strobe(&mut self, key: Key) {
        self.director.circuit.key.next = KeyEvent { key, strobe: true };
        self.clock();
        self.director.circuit.key.next.strobe = false;
    }

    fn press(&mut self, key: Key) {
        self.strobe(key);
        self.settle();
    }

    fn go_to(&mut self, row: u64, col: u64) {
        while self.get("cursor_row") != row {
            let key = if self.get("cursor_row") < row { Key::Down } else { Key::Up };
            self.press(key);
        }
        while self.get("cursor_col") != col {
            let key = if self.get("cursor_col") < col { Key::Right } else { Key::Left };
            self.press(key);
        }
    }

    fn put(&mut self, row: u64, col: u64) {
        self.go_to(row, col);
        self.press(Key::Enter);
    }
}

/// A game of two players on the game page.
fn two_players() -> Bench {
    let mut bench = Bench::new();
    bench.press(Key::Mode);
    bench.press(Key::Mode);
    assert_eq!(bench.get("mode"), 0);
    bench.press(Key::Enter);
    assert_eq!(bench.get("page"), 1);
    bench
}

/// Black wins along the diagonal from (3, 10) down to the left.
fn black_wins(bench: &mut Bench) {
    for step in 0..4 {
        bench.put(3 + step, 10 - step);
        bench.put(12, step);
    }
    bench.put(7, 6);
}

#[test]
fn power_on_shows_the_mode_page_with_its_defaults() {
    let bench = Bench::at_power_on();
    let ports = ["page", "mode", "level", "rule", "timed", "seconds_tens", "seconds_ones"];
    assert_eq!(ports.map(|port| bench.get(port)), [0, 1, 2, 0, 1, 3, 0]);
}

#[test]
fn the_page_changes_seats_and_level() {
    let mut bench = Bench::new();
    let mut after = |key| {
        bench.press(key);
        (bench.get("mode"), bench.get("level"), bench.get("page"))
    };
    assert_eq!(after(Key::Mode), (2, 2, 0));
    assert_eq!(after(Key::Mode), (0, 2, 0));
    assert_eq!(
        after(Key::Right),
        (2, 0, 0),
        "black becomes the computer at its lowest level"
    );
    assert_eq!(after(Key::Left), (0, 0, 0));
    assert_eq!(after(Key::Down), (0, 0, 0));
    assert_eq!(after(Key::Left), (0, 0, 0), "the seat of the other machine");
    assert_eq!(after(Key::Left), (1, 3, 0));
    assert_eq!(after(Key::Right), (0, 3, 0), "the same again");
    assert_eq!(after(Key::Right), (0, 3, 0));
    assert_eq!(after(Key::Level), (0, 0, 0));
    assert_eq!(after(Key::Mode), (1, 0, 0));
    assert_eq!(after(Key::Enter), (1, 0, 1));
}

#[test]
fn the_cursor_wraps_round_every_edge() {
    let mut bench = two_players();
    for (key, port) in [(Key::Up, "cursor_row"), (Key::Left, "cursor_col")] {
        let path: Vec<u64> = (0..15)
            .map(|_| {
                bench.press(key);
                bench.get(port)
            })
            .collect();
        assert_eq!(path, [6, 5, 4, 3, 2, 1, 0, 14, 13, 12, 11, 10, 9, 8, 7]);
    }
    for (key, port) in [(Key::Down, "cursor_row"), (Key::Right, "cursor_col")] {
        let path: Vec<u64> = (0..15)
            .map(|_| {
                bench.press(key);
                bench.get(port)
            })
            .collect();
        assert_eq!(path, [8, 9, 10, 11, 12, 13, 14, 0, 1, 2, 3, 4, 5, 6, 7]);
    }
}

#[test]
fn a_taken_crossing_refuses_a_stone() {
    let mut bench = two_players();
    bench.press(Key::Enter);
    bench.press(Key::Enter);
    assert_eq!((bench.moves.len(), bench.get("turn")), (1, 1));
}

#[test]
fn the_winning_line_then_the_picture_then_a_new_game() {
    let mut bench = two_players();
    black_wins(&mut bench);
    assert_eq!((bench.get("result"), bench.get("cursor_shown")), (1, 0));
    let marked: Vec<usize> = (0..256).filter(|at| bench.board[*at] & 4 != 0).collect();
    assert_eq!(marked, [0x3a, 0x49, 0x58, 0x67, 0x76]);
    assert_eq!(bench.board[0x76], 1 | 4 | 9 << 3, "the last stone, the ninth");
    assert_eq!(bench.last_shown(), Some(0x76), "it keeps its ring");
    let [ending] = bench.endings[..] else {
        panic!("one game has ended: {:?}", bench.endings)
    };
    assert_eq!((ending.outcome, ending.helped), (Outcome::BlackWins, false));

    let position = bench.position;
    for _ in 0..2 * SECOND - 1000 {
        bench.clock();
    }
    assert_eq!(bench.board[0x76], 1 | 4 | 9 << 3, "the line shows for its time");
    for _ in 0..2000 {
        bench.clock();
    }
    assert!(
        bench.board.iter().all(|cell| *cell <= 1),
        "WIN in black, without numbers"
    );
    assert_eq!(bench.last_shown(), None, "no stone of the picture is the last");
    assert_eq!(bench.board.iter().filter(|cell| **cell == 1).count(), 48);
    assert_eq!(bench.position, position, "the picture is no position");

    bench.press(Key::Enter);
    assert_eq!((bench.get("result"), bench.get("moves"), bench.get("page")), (0, 0, 1));
    assert!(bench.position.iter().chain(&bench.board).all(|cell| *cell == 0));
}

#[test]
fn a_key_brings_the_picture_at_once() {
    let mut bench = two_players();
    black_wins(&mut bench);
    bench.press(Key::Enter);
    assert_eq!(bench.board.iter().filter(|cell| **cell == 1).count(), 48);
    assert_eq!(bench.get("result"), 1);
}

#[test]
fn only_the_last_stone_is_marked() {
    let mut bench = two_players();
    for (row, col) in [(7, 7), (7, 8), (0, 0), (14, 14)] {
        bench.put(row, col);
        assert_eq!(bench.last_shown(), Some(row << 4 | col));
        let stones = |of: &[u64; 256]| of.map(|cell| cell & 3);
        assert_eq!(stones(&bench.board), bench.position);
    }
}

#[test]
fn leaving_a_game_in_progress_asks_once() {
    for (key, page, mode) in [(Key::Mode, 1, 1), (Key::Restart, 1, 0), (Key::Escape, 0, 0)] {
        let mut bench = two_players();
        bench.press(Key::Enter);
        let begins = bench.begins;
        bench.press(key);
        assert_eq!(
            (bench.get("page"), bench.get("mode"), bench.moves.len()),
            (1, 0, 1),
            "{key:?} asks"
        );
        bench.press(Key::Right);
        assert_eq!(bench.get("cursor_col"), 7, "another key only takes the request back");
        bench.press(key);
        assert_eq!(bench.moves.len(), 1, "{key:?} asks again");
        bench.press(key);
        assert_eq!(
            (bench.get("page"), bench.get("mode")),
            (page, mode),
            "{key:?} is confirmed"
        );
        assert_eq!(bench.begins - begins, usize::from(key != Key::Escape));
        let [ending] = bench.endings[..] else {
            panic!("one game has ended: {:?}", bench.endings)
        };
        assert_eq!(ending.outcome, Outcome::None, "it was abandoned");
    }
}

#[test]
fn an_empty_board_is_left_without_a_question() {
    let mut bench = two_players();
    bench.press(Key::Mode);
    assert_eq!(bench.get("mode"), 1);
    bench.press(Key::Escape);
    assert_eq!(bench.get("page"), 0);
    assert!(bench.endings.is_empty(), "there was no game to abandon");
}

#[test]
fn two_computers_play_a_move_a_second_or_at_each_enter() {
    let mut bench = Bench::at_power_on();
    for key in [Key::One, Key::Right, Key::Right, Key::Enter] {
        bench.press(key);
    }
    assert_eq!((bench.get("mode"), bench.get("cursor_shown")), (3, 0));
    for moves in 1..=4 {
        for _ in 0..SECOND + 1000 {
            bench.clock();
        }
        assert_eq!(bench.moves.len(), moves, "a move a second");
        bench.settle();
    }
    bench.press(Key::Enter);
    bench.press(Key::Enter);
    assert_eq!(bench.moves.len(), 6, "a move at each Enter as well");
    bench.press(Key::Undo);
    assert_eq!(bench.moves.len(), 5, "one taken back");

    // Without the move clock the computers move only at Enter.
    let mut bench = Bench::new();
    for key in [Key::Right, Key::Enter] {
        bench.press(key);
    }
    for _ in 0..3 * SECOND {
        bench.clock();
    }
    assert_eq!(bench.moves.len(), 0);
    while bench.endings.is_empty() {
        let before = bench.moves.len();
        bench.press(Key::Enter);
        assert_eq!(bench.moves.len(), before + 1);
    }
    assert_ne!(bench.endings[0].outcome, Outcome::None);
}

/// Clocks of a think. More than a frame would take too long in a test; a hundredth tests the same.
const PONDER: u32 = 20_000;
/// Clocks in a frame.
const FRAME: usize = 800 * 525;

#[test]
fn every_key_at_every_moment_of_a_think_is_answered_within_a_picture() {
    every_key_is_answered(Bench::with(Table::pondering(PONDER, &WITHOUT_SEARCH)), 1000);
}

/// Starts at the highest level, whose search takes nearly as long.
#[test]
fn every_key_at_every_moment_of_a_search_is_answered_within_a_picture() {
    let mut bench = Bench::with(Table::pondering(PONDER, &Edition::GOMOKU));
    while bench.get("level") < 7 {
        bench.press(Key::Level);
    }
    every_key_is_answered(bench, 40);
}

fn every_key_is_answered(mut bench: Bench, rounds: usize) {
    let mut random = Random::new(15);
    for key in [Key::Four, Key::Right] {
        bench.press(key);
    }
    let mut stopped = 0;
    for round in 0..rounds {
        // If the game is over, long or left: begin another one against the computer, with either colour.
        if bench.get("page") == 0 || bench.moves.len() > 30 || bench.get("result") != 0 {
            while bench.get("page") == 1 {
                bench.strobe(Key::Escape);
                bench.clock();
            }
            bench.strobe(Key::Mode);
            while !matches!(bench.get("mode"), 1 | 2) {
                bench.strobe(Key::Mode);
                bench.clock();
            }
            bench.press(Key::Enter);
        }
        // Places a stone near the cursor, and waits for a random time within the computer's think; sometimes asks for
        // a hint instead.
        let advice = random.once_in(5);
        for _ in 0..random.below(3) + 1 {
            bench.press(random.of(&[Key::Up, Key::Left, Key::Down, Key::Right]));
        }
        let before = bench.moves.len();
        bench.strobe(if advice { Key::Hint } else { Key::Enter });
        for _ in 0..random.below(PONDER as usize) {
            bench.clock();
        }
        let thinking = bench.get("pending") == 1;
        stopped += usize::from(thinking);
        let key = random.of(&[
            Key::Up,
            Key::Enter,
            Key::Undo,
            Key::Mode,
            Key::Level,
            Key::Escape,
            Key::Restart,
            Key::Hint,
            Key::Numbers,
        ]);
        let (begins, endings, moves) = (bench.begins, bench.endings.len(), bench.moves.len());
        let twice = matches!(key, Key::Mode | Key::Escape | Key::Restart);
        for _ in 0..1 + usize::from(twice) {
            bench.strobe(key);
            bench.clock();
        }
        let mut clocks = 0;
        while bench.get("pending") == 1 {
            bench.clock();
            clocks += 1;
            assert!(clocks < FRAME, "{key:?} in round {round}");
        }
        match key {
            Key::Undo if thinking && !advice && moves > before => {
                assert!(clocks < 5000, "{clocks}: the think is not waited for");
                assert_eq!(bench.moves.len(), before, "the player's ply is taken back");
            }
            Key::Mode | Key::Restart if thinking => {
                assert!(bench.begins > begins, "{key:?} in round {round}");
                assert_eq!(
                    bench.endings.len() - endings,
                    usize::from(moves > 0),
                    "it was abandoned"
                );
            }
            Key::Escape if thinking => {
                assert!(clocks < 5000 && bench.get("page") == 0);
                let left = bench.moves.len();
                for _ in 0..2 * PONDER {
                    bench.clock();
                }
                assert_eq!(bench.moves.len(), left, "nothing is played on a board that was left");
            }
            _ => {}
        }
        // The board shows the position, and the side to move agrees with the stones.
        if bench.get("page") == 1 && bench.get("result") == 0 {
            let stones = bench.board.map(|cell| cell & 3);
            assert_eq!(stones, bench.position, "{key:?} in round {round}");
            assert_eq!(bench.get("turn"), bench.moves.len() as u64 % 2);
            assert_eq!(bench.get("moves"), bench.moves.len() as u64);
        }
    }
    assert!(2 * stopped > rounds, "{stopped} keys came while the computer thought");
}

#[test]
fn the_computer_answers_and_opens() {
    let mut bench = Bench::new();
    bench.press(Key::Enter);
    bench.press(Key::Enter);
    assert_eq!((bench.moves.len(), bench.get("turn")), (2, 0), "as white it answers");
    bench.press(Key::Mode);
    bench.press(Key::Mode);
    assert_eq!(
        (bench.get("mode"), bench.moves.as_slice()),
        (2, &[(0x77, 1)][..]),
        "as black it opens on the centre"
    );
}

#[test]
fn a_full_board_without_five_is_a_draw() {
    let mut bench = two_players();
    // Pairs of columns in turn, the other way round in every other row: no line is longer than two.
    let black = |row: u64, col: u64| ((col + 2 * (row % 2)) / 2).is_multiple_of(2);
    let mut crossings: Vec<(u64, u64)> = (0..225).map(|at| (at / 15, at % 15)).collect();
    crossings.sort_by_key(|(row, col)| !black(*row, *col));
    let blacks = crossings.iter().filter(|(row, col)| black(*row, *col)).count();
    assert_eq!(blacks, 113, "the pattern is a possible end");
    let (first, second) = crossings.split_at(blacks);
    for turn in 0..225 {
        let (row, col) = if turn % 2 == 0 { first[turn / 2] } else { second[turn / 2] };
        bench.put(row, col);
    }
    assert_eq!((bench.get("moves"), bench.get("result")), (225, 3));
    bench.press(Key::Enter);
    let count = |stone| bench.board.iter().filter(|cell| **cell == stone).count();
    assert!(count(1) > 20 && count(2) > 20, "DRAW in both colours");
}

#[test]
fn ten_thousand_random_keys_break_no_rule() {
    let mut bench = Bench::new();
    let mut random = Random::new(20);
    let (mut ends, mut stones) = (0, 0);
    for _ in 0..10_000 {
        // Mostly cursor moves and stones, so that games come to an end; sometimes any key.
        let key = match random.below(40) {
            0..=6 => Key::Up,
            7..=13 => Key::Left,
            14..=17 => Key::Down,
            18..=20 => Key::Right,
            21..=37 => Key::Enter,
            _ => random.of(&[
                Key::None,
                Key::Undo,
                Key::Mode,
                Key::Level,
                Key::Club,
                Key::One,
                Key::Two,
                Key::Three,
                Key::Four,
                Key::Escape,
                Key::Restart,
                Key::Hint,
                Key::Numbers,
            ]),
        };
        let (before, result) = (bench.moves.len(), bench.get("result"));
        bench.strobe(key);
        // Often the next key comes before the last one is done.
        for _ in 0..random.of(&[0, 1, 2, 40, 300, 1200]) {
            bench.clock();
        }
        ends += usize::from(result == 0 && bench.get("result") != 0);
        stones += bench.moves.len().saturating_sub(before);
    }
    assert!(
        ends >= 5 && stones >= 500,
        "the keys must play: {ends} ends, {stones} stones"
    );
}
