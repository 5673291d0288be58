use super::super::cells::Reason;
use super::{GameStatus, KeyEvent, OthelloGame, Ply as Event, SquareWrite};
use crate::edition::Edition;
use crate::keyboard::key::Key;
use crate::othello::cells::Cell;
use crate::ports::{Ending, GameSettings, Outcome, PlyKind, Seat, Seats, Stone};
use tengen_rules::Colour;
use tengen_rules::othello::{Game, Ply, Square};
use tengen_sim::{ByName, Engine, Native, Random};

/// Clocks in a second; a beat of the flips is 100 clocks.
const SECOND: u32 = 6000;

/// Who plays black and white: 'p' a person, 'c' the computer.
type Mode = &'static str;

/// The circuit, the RAM that it writes, and a model game that follows its reports.
struct Bench {
    circuit: Native<OthelloGame>,
    mode: Mode,
    game: Game,
    board: [Cell; 64],
    endings: Vec<Ending>,
}

impl Bench {
    fn new(mode: Mode, ponder: u32) -> Bench {
        let seat = |side: usize| Seat { computer: mode.as_bytes()[side] == b'c', ..Seat::default() };
        let settings =
            GameSettings { seats: Seats { black: seat(0), white: seat(1) }, timed: true, ..Default::default() };
        let mut bench = Bench {
            circuit: Native::new(OthelloGame::new(SECOND, false, ponder, &Edition::FULL)),
            mode,
            game: Game::new(),
            board: [Cell::default(); 64],
            endings: vec![],
        };
        bench.circuit.drive_as("settings", settings);
        bench.strobe("begin_game");
        bench
    }

    fn status(&self) -> GameStatus {
        self.circuit.circuit.status.val()
    }

    fn clock(&mut self) {
        self.circuit.settle();
        let write: SquareWrite = self.circuit.read_as("board");
        if write.enable {
            self.board[write.square.index()] = write.cell;
        }
        let ending: Ending = self.circuit.read_as("ending");
        if ending.strobe {
            self.endings.push(ending);
        }
        let ply: Event = self.circuit.read_as("ply");
        let at = Square::new(ply.at.row.index(), ply.at.col.index());
        let white = self.game.turn() == Colour::White;
        match ply.kind {
            PlyKind::None => {}
            PlyKind::Begin => self.game = Game::new(),
            PlyKind::Place => {
                assert_eq!(ply.white, white);
                self.game.play(at.expect("on the board")).expect("a legal move");
            }
            PlyKind::Pass => {
                assert_eq!(ply.white, white);
                self.game.pass().expect("the game goes on");
            }
            PlyKind::UndoPlace => assert_eq!(self.game.take_back(), at.map(Ply::Disc)),
            PlyKind::UndoPass => assert_eq!(self.game.take_back(), Some(Ply::Pass)),
        }
        self.circuit.step();
    }

    fn until_ready(&mut self) {
        for _ in 0..100_000 {
            self.clock();
            if self.circuit.read("busy") == 0 {
                return;
            }
        }
        panic!("never ready");
    }

    fn strobe(&mut self, name: &str) {
        self.circuit.drive(name, 1);
        self.clock();
        self.circuit.drive(name, 0);
        self.until_ready();
    }

    /// Presses a key, and steps a few clocks.
    fn press(&mut self, key: Key) {
        self.circuit.drive_as("key", KeyEvent { key, strobe: true });
        self.clock();
        self.circuit.drive_as("key", KeyEvent { key, strobe: false });
        self.clock();
    }

    fn key(&mut self, key: Key) {
        self.press(key);
        self.until_ready();
    }

    fn go_to(&mut self, at: Square) {
        while self.status().cursor.row.index() != at.row() {
            self.key(Key::Up);
        }
        while self.status().cursor.col.index() != at.col() {
            self.key(Key::Left);
        }
    }

    fn put(&mut self, name: &str) {
        let at = name.parse().unwrap();
        self.go_to(at);
        self.key(Key::Enter);
        self.check();
    }

    fn play(&mut self, transcript: &str) {
        for at in transcript.as_bytes().chunks(2) {
            self.put(std::str::from_utf8(at).unwrap());
        }
    }

    fn computer(&self, colour: Colour) -> bool {
        self.mode.as_bytes()[colour as usize] == b'c'
    }

    /// Checks that all outputs agree with the model game.
    fn check(&self) {
        let (game, status) = (&self.game, self.status());
        assert!(!game.must_pass(), "nobody is asked who has no move");
        let sides = [("black", Colour::Black), ("white", Colour::White)];
        for (port, colour) in sides {
            assert_eq!(self.circuit.read(port), game.discs(colour));
        }
        let counts =
            [status.discs.black, status.discs.white].map(|count| 10 * (count.index() >> 4) + (count.index() & 0xF));
        assert_eq!(
            counts,
            sides.map(|(_, colour)| game.discs(colour).count_ones() as usize)
        );
        let discs: Vec<Square> = game.plies().filter_map(|ply| disc(&ply)).collect();
        assert_eq!(status.moves.index(), discs.len());
        assert_eq!(status.last_shown, !discs.is_empty());
        if let Some(last) = discs.last() {
            assert_eq!(
                (status.last.row.index(), status.last.col.index()),
                (last.row(), last.col())
            );
        }
        let passed = game.plies().next_back() == Some(Ply::Pass);
        let (outcome, reason) = match game.end() {
            None if passed => (Outcome::None, Reason::Passed),
            None => (Outcome::None, Reason::Full),
            Some(end) => {
                let outcome = match end.winner {
                    Some(Colour::Black) => Outcome::BlackWins,
                    Some(Colour::White) => Outcome::WhiteWins,
                    None => Outcome::Draw,
                };
                let reason = match (end.black, end.white) {
                    (black, white) if black + white == 64 => Reason::Full,
                    (0, _) | (_, 0) => Reason::WipedOut,
                    _ => Reason::NoMove,
                };
                (outcome, reason)
            }
        };
        assert_eq!((status.outcome, status.reason.index()), (outcome, reason as usize));
        if !game.is_over() {
            assert_eq!(status.turn, game.turn() == Colour::White);
            let left = 10 * (status.seconds.index() >> 4) + (status.seconds.index() & 0xF);
            assert_eq!(left, 30, "the clock starts again");
        }
        for at in Square::all() {
            let dot = match game.position().legal() & at.bit() {
                0 => Stone::Empty,
                _ => stone(Some(game.turn())),
            };
            let disc = stone(game.get(at));
            assert_eq!(self.board[at.number()], Cell { disc, dot }, "{at}");
        }
    }

    /// The model game after an undo, which takes back plies until a person can move; None if no undo is allowed.
    fn undone(&self) -> Option<Game> {
        let against = self.mode == "pc" || self.mode == "cp";
        let fixed = usize::from(self.mode == "cp");
        let mut game = self.game.clone();
        if game.is_over() || game.plies().len() <= fixed {
            return None;
        }
        loop {
            game.take_back();
            if !(game.must_pass() || against && self.computer(game.turn())) {
                return Some(game);
            }
        }
    }
}

fn disc(ply: &Ply) -> Option<Square> {
    match ply {
        Ply::Disc(at) => Some(*at),
        Ply::Pass => None,
    }
}

fn stone(colour: Option<Colour>) -> Stone {
    match colour {
        None => Stone::Empty,
        Some(Colour::Black) => Stone::Black,
        Some(Colour::White) => Stone::White,
    }
}

/// Events counted over whole games.
#[derive(Debug, Default)]
struct Met {
    plies: usize,
    forced: usize,
    lost: usize,
    refused: usize,
    undone: usize,
    full: usize,
    draws: usize,
}

/// Plays whole games with random keys, and checks after each key.
fn random_games(mode: Mode, games: usize, seed: u64) -> Met {
    let mut bench = Bench::new(mode, 0);
    let (mut random, mut met) = (Random::new(seed), Met::default());
    for _ in 0..games {
        bench.check();
        while !bench.game.is_over() {
            let before = bench.game.clone();
            let allowed = bench.undone();
            match random.below(24) {
                0 => {
                    bench.key(Key::Pass);
                    met.lost += 1;
                }
                1 => {
                    for _ in 0..29 {
                        bench.strobe("tick");
                    }
                    assert!(bench.game == before);
                    bench.strobe("tick");
                    met.lost += 1;
                }
                2 | 3 => {
                    bench.key(Key::Undo);
                    met.undone += usize::from(allowed.is_some());
                    assert!(bench.game == allowed.unwrap_or(before));
                }
                4 => {
                    let at = random.of(&Square::all().collect::<Vec<_>>());
                    bench.go_to(at);
                    bench.key(Key::Enter);
                    if before.position().legal() & at.bit() == 0 {
                        assert!(bench.game == before, "refused");
                        met.refused += 1;
                    }
                }
                5 => {
                    bench.key(Key::Hint);
                    let cursor = bench.status().cursor;
                    let at = Square::new(cursor.row.index(), cursor.col.index()).unwrap();
                    assert!(before.position().legal() & at.bit() != 0);
                    assert!(bench.game == before);
                }
                _ => {
                    let legal: Vec<Square> = Square::of(before.position().legal()).collect();
                    bench.go_to(random.of(&legal));
                    bench.key(Key::Enter);
                    met.plies += 1;
                }
            }
            bench.check();
        }
        // A turn was passed for lack of a move.
        let mut replay = Game::new();
        for ply in bench.game.plies() {
            met.forced += usize::from(replay.must_pass());
            match ply {
                Ply::Disc(at) => replay.play(at).unwrap(),
                Ply::Pass => replay.pass().unwrap(),
            }
        }
        let end = bench.game.end().unwrap();
        met.full += usize::from(end.black + end.white == 64);
        met.draws += usize::from(end.winner.is_none());
        let ending = bench.endings.pop().expect("an ending");
        assert_eq!(ending.outcome, bench.status().outcome);
        assert!(bench.endings.is_empty());
        let over = bench.game.clone();
        // Any key brings the picture, then the next game.
        bench.key(Key::Undo);
        assert!(bench.game == over, "nothing is taken back after the end");
        bench.key(Key::Enter);
        assert!(bench.game.plies().len() <= 1, "the next game");
    }
    met
}

#[test]
fn two_people_play_by_the_rules_and_take_back() {
    let met = random_games("pp", 30, 1);
    assert!(
        met.forced > 3 && met.lost > 20 && met.refused > 20 && met.undone > 50 && met.full > 5,
        "{met:?}"
    );
}

#[test]
fn a_person_plays_the_computer_with_either_colour() {
    for (mode, seed) in [("pc", 2), ("cp", 3)] {
        let met = random_games(mode, 12, seed);
        assert!(met.forced > 0 && met.undone > 10, "{mode} {met:?}");
    }
}

#[test]
fn a_wiped_out_side_has_lost_and_w_is_shown() {
    let mut bench = Bench::new("pp", 0);
    bench.play("e6f4e3f6g5d6e7f5c5");
    assert_eq!(bench.status().reason.index(), Reason::WipedOut as usize);
    assert_eq!(bench.status().outcome, Outcome::BlackWins);
    bench.key(Key::Up);
    assert!(!bench.status().last_shown);
    for (square, cell) in bench.board.iter().enumerate() {
        let disc = match super::super::referee::picture::WINNER >> square & 1 {
            1 => Stone::Black,
            _ => Stone::Empty,
        };
        assert_eq!(*cell, Cell { disc, dot: Stone::Empty });
    }
    bench.key(Key::Up);
    assert_eq!(bench.game, Game::new());
    bench.check();
}

#[test]
fn flips_show_outwards_in_a_tenth_of_a_second_and_no_key_waits_for_them() {
    let mut bench = Bench::new("pp", 0);
    bench.play("f5d6c3d3c4f4f6f3e6e7d7c5b6");
    let before = bench.game.clone();
    let legal: Vec<Square> = Square::of(before.position().legal()).collect();
    let widest = *legal
        .iter()
        .max_by_key(|at| before.position().flips(**at).count_ones())
        .unwrap();
    bench.go_to(widest);
    bench.press(Key::Enter);
    let mut late: Vec<usize> = vec![];
    let mut clocks = 2;
    while bench.circuit.read("busy") == 1 {
        bench.clock();
        clocks += 1;
        let shown = |at: &Square| bench.board[at.number()].disc == stone(bench.game.get(*at));
        late.push(Square::all().filter(|at| !shown(at)).count());
    }
    // The referee's own work, six beats, and a scan of the board.
    assert!(clocks <= 100 + SECOND as usize / 10 + 70, "{clocks}");
    assert_eq!(late.last(), Some(&0));
    assert!(late.iter().any(|count| *count > 0));
    bench.check();

    // A key during the animation is accepted, and the next ply is shown too.
    bench.key(Key::Undo);
    bench.go_to(widest);
    bench.press(Key::Enter);
    for _ in 0..110 {
        bench.clock();
    }
    let column = bench.status().cursor.col.index();
    bench.press(Key::Left);
    assert_ne!(bench.status().cursor.col.index(), column, "the cursor moves at once");
    bench.until_ready();
    bench.check();
}

#[test]
fn a_thinking_computer_is_stopped_by_undo() {
    let mut bench = Bench::new("pc", 5000);
    bench.go_to("d3".parse().unwrap());
    bench.press(Key::Enter);
    for _ in 0..1000 {
        bench.clock();
    }
    assert_eq!(bench.game.plies().len(), 1);
    bench.key(Key::Undo);
    assert_eq!(bench.game, Game::new());
    bench.check();
}

#[test]
fn two_computers_play_a_move_a_second() {
    let mut bench = Bench::new("cc", 0);
    for plies in 1..=6 {
        bench.strobe("tick");
        assert_eq!(bench.game.plies().len(), plies);
    }
    bench.key(Key::Undo);
    assert_eq!(bench.game.plies().len(), 5);
    bench.key(Key::Enter);
    assert_eq!(bench.game.plies().len(), 6);
    assert!(!bench.status().cursor_shown);
}
