use super::*;
use crate::gateware::ports::PlyKind;
use tengen_sim::{ByName, Encoded, Engine, Native, Random};

/// Short enough to wait for in a test, longer than anything takes that is painted.
const SECOND: u32 = 3000;
const VARIANT: Variant = Variant {
    second: SECOND,
    shuffle: false,
};

/// The director with a spy on everything it writes.
struct Bench {
    director: Native<Director>,
    /// The position as the plies add up, by {row, column}: 0 empty, 1 black, 2 white.
    position: [u64; 256],
    /// The board RAM.
    board: [u64; 256],
    /// Stones in the order they were put, since the game began.
    moves: Vec<(usize, u64)>,
    begins: usize,
}

impl Bench {
    /// At power-on, but for the move clock, which is off.
    fn new() -> Self {
        let mut bench = Bench::at_power_on();
        for key in [Key::Four, Key::Right, Key::One] {
            bench.press(key);
        }
        bench
    }

    fn at_power_on() -> Self {
        let mut bench = Bench {
            director: Native::new(Director::new(VARIANT)),
            position: [0; 256],
            board: [0; 256],
            moves: vec![],
            begins: 0,
        };
        bench.settle();
        bench
    }

    fn status(&self) -> GameStatus {
        self.director.read_as("status")
    }

    /// The crossing that bears the ring of the last stone.
    fn last_shown(&self) -> Option<u64> {
        let view: View = self.director.read_as("view");
        view.last_shown.then_some(view.last.encode())
    }

    fn get(&self, what: &str) -> u64 {
        let (status, settings) = (self.status(), self.director.read_as::<GameSettings>("settings"));
        match what {
            "mode" => settings.mode as u64,
            "level" => settings.level as u64,
            "rule" => settings.rule as u64,
            "timed" => settings.timed.into(),
            "turn" => status.turn.into(),
            "moves" => status.moves.encode(),
            "cursor_row" => status.cursor.row.encode(),
            "cursor_col" => status.cursor.col.encode(),
            "cursor_shown" => status.cursor_shown.into(),
            "seconds_tens" => status.seconds.tens.encode(),
            "seconds_ones" => status.seconds.ones.encode(),
            "result" => status.outcome as u64,
            port => self.director.read(port),
        }
    }

    fn clock(&mut self) {
        self.director.settle();
        let ply: Ply = self.director.read_as("ply");
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
            let key = if self.get("cursor_row") < row {
                Key::Down
            } else {
                Key::Up
            };
            self.press(key);
        }
        while self.get("cursor_col") != col {
            let key = if self.get("cursor_col") < col {
                Key::Right
            } else {
                Key::Left
            };
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
    bench.press(Key::Left);
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
fn the_mode_page_changes_mode_and_level() {
    let mut bench = Bench::new();
    let mut after = |key| {
        bench.press(key);
        (bench.get("mode"), bench.get("level"), bench.get("page"))
    };
    assert_eq!(after(Key::Right), (2, 2, 0));
    assert_eq!(after(Key::Right), (0, 2, 0));
    assert_eq!(after(Key::Left), (2, 2, 0));
    assert_eq!(after(Key::Down), (2, 2, 0));
    assert_eq!(after(Key::Right), (2, 3, 0));
    assert_eq!(after(Key::Right), (2, 0, 0));
    assert_eq!(after(Key::Right), (2, 1, 0));
    assert_eq!(after(Key::Right), (2, 2, 0));
    assert_eq!(after(Key::One), (2, 2, 0));
    assert_eq!(after(Key::Right), (0, 2, 0));
    assert_eq!(after(Key::Level), (0, 3, 0));
    assert_eq!(after(Key::Mode), (1, 3, 0));
    assert_eq!(after(Key::Enter), (1, 3, 1));
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
    }
}

#[test]
fn an_empty_board_is_left_without_a_question() {
    let mut bench = two_players();
    bench.press(Key::Mode);
    assert_eq!(bench.get("mode"), 1);
    bench.press(Key::Escape);
    assert_eq!(bench.get("page"), 0);
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
        let (row, col) = if turn % 2 == 0 {
            first[turn / 2]
        } else {
            second[turn / 2]
        };
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
        // Mostly moves and stones, so that games come to an end; sometimes any key at all.
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
        // Often the next key comes while the last is still at work.
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
