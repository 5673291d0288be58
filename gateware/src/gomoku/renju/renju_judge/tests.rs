use super::*;
use tengen_rules::gomoku::{Board, Colour, Crossing, board::CENTRE, renju};
use tengen_sim::{ByName, Engine, Native, Random};

/// Greatest number of clocks of a verdict in these tests, from the strobe to done.
const LIMIT: u32 = 10_000;

/// A judge, and the ports that are used in every clock.
struct Driver {
    judge: Native<RenjuJudge>,
    busy: usize,
    done: usize,
}

const STROBES: [&str; 3] = ["clear", "place", "judge"];

impl Driver {
    fn new() -> Driver {
        let judge = Native::new(RenjuJudge::default());
        Driver { busy: judge.port("busy"), done: judge.port("done"), judge }
    }

    fn set(&mut self, row: usize, col: usize, colour: Colour) {
        for (name, value) in [("row", row), ("col", col), ("colour", colour as usize)] {
            self.judge.drive(name, value as u64);
        }
    }

    fn rest(&mut self) {
        STROBES.into_iter().for_each(|name| self.judge.drive(name, 0));
    }

    /// Strobes for one clock and runs until busy falls. Returns the number of clocks, and of clocks with done high.
    fn run(&mut self, strobe: &str) -> (u32, u64) {
        assert_eq!((self.judge.get(self.busy), self.judge.get(self.done)), (0, 0));
        self.judge.strobe(strobe);
        self.rest();
        assert_eq!(self.judge.get(self.busy), 1, "busy rises with the next clock");
        let (mut clocks, mut dones) = (1, 0);
        while self.judge.get(self.busy) == 1 {
            dones += self.judge.get(self.done);
            self.judge.step();
            clocks += 1;
            assert!(clocks <= LIMIT, "never ready");
        }
        dones += self.judge.get(self.done);
        let verdict = self.judge.read("verdict");
        self.judge.step();
        assert_eq!((self.judge.get(self.done), self.judge.read("verdict")), (0, verdict));
        (clocks, dones)
    }

    fn clear(&mut self) {
        assert_eq!(self.run("clear"), (257, 0));
    }

    fn place(&mut self, row: usize, col: usize, colour: Colour) {
        self.set(row, col, colour);
        assert_eq!(self.run("place"), (2, 0));
    }

    /// Returns the verdict and the number of clocks it took.
    fn judge(&mut self, row: usize, col: usize) -> (u64, u32) {
        self.set(row, col, Colour::White);
        let (clocks, dones) = self.run("judge");
        assert_eq!(dones, 1);
        (self.judge.read("verdict"), clocks)
    }

    fn set_up(&mut self, board: &Board) {
        self.clear();
        for at in Crossing::all() {
            if let Some(colour) = board.get(at) {
                self.place(at.row(), at.col(), colour);
            }
        }
    }

    /// Judges every crossing and compares with the rules. Returns the number of each verdict.
    fn compare(&mut self, board: &Board) -> [usize; 5] {
        let mut seen = [0; 5];
        for at in Crossing::all() {
            let expected = renju::verdict(board, at);
            let found = self.judge(at.row(), at.col()).0;
            assert_eq!(found, expected as u64, "{at:?} is {expected:?} in {board:?}");
            seen[expected as usize] += 1;
        }
        seen
    }
}

#[test]
fn random_boards_as_the_rules_say() {
    let mut driver = Driver::new();
    let mut random = Random::new(7);
    let mut seen = [0; 5];
    for round in 0..120 {
        // Sparse and crowded boards, nearly all black and mostly white ones.
        let (stones, white) = (10 + round, 2 + round % 7);
        let mut board = Board::new();
        for _ in 0..stones {
            let at = Crossing::new(random.below(15), random.below(15)).unwrap();
            let colour = [Colour::White, Colour::Black][usize::from(random.below(10) >= white)];
            let _ = board.place(at, colour);
        }
        driver.set_up(&board);
        for (sum, count) in seen.iter_mut().zip(driver.compare(&board)) {
            *sum += count;
        }
    }
    assert!(seen.iter().all(|&count| count > 40), "{seen:?}");
}

#[test]
fn games_around_the_centre_as_the_rules_say() {
    let mut driver = Driver::new();
    let mut random = Random::new(3);
    let mut seen = [0; 5];
    for _ in 0..30 {
        driver.clear();
        let mut board = Board::new();
        let mut colour = Colour::Black;
        while board.stones() < 60 {
            let (row, col) = (4 + random.below(8), 4 + random.below(8));
            let at = Crossing::new(row, col).unwrap();
            let playable = colour == Colour::White || renju::verdict(&board, at) == renju::Verdict::Allowed;
            if random.once_in(2) || (playable && board.get(at).is_none()) {
                let taken = board.place(at, colour).is_err();
                driver.place(row, col, colour);
                colour = if taken { colour } else { colour.other() };
            }
            if board.stones() % 8 == 7 {
                for (sum, count) in seen.iter_mut().zip(driver.compare(&board)) {
                    *sum += count;
                }
            }
        }
    }
    assert!(seen[0] > 1000 && seen[3] > 10 && seen[4] > 10, "{seen:?}");
}

/// Found by a search for the longest verdict among positions with equal numbers of black and white stones.
#[test]
fn threes_nested_deeply() {
    const ROWS: [&str; 15] = [
        "O.OOOO.....O.O.",
        "OOOOO.X..XX..XO",
        "OOOXOO.X.XX....",
        "O.OXX.X.....X..",
        "O..O.......X.X.",
        "OO.X...XXXXXX.O",
        "O.XXX....XX....",
        ".XX...X.X....X.",
        "OO..X..X..X...X",
        "OOXX..X..XX.X.O",
        "OX.......XX....",
        "..OOOX...XX...O",
        "OOOOX..XX.XX..O",
        "OOO.OOOX..X.X.O",
        "OO.OOOOXO.X..OO",
    ];
    let mut board = Board::new();
    for at in Crossing::all() {
        match ROWS[at.row()].as_bytes()[at.col()] {
            b'X' => board.place(at, Colour::Black).unwrap(),
            b'O' => board.place(at, Colour::White).unwrap(),
            _ => {}
        }
    }
    let mut driver = Driver::new();
    driver.set_up(&board);
    assert_eq!(driver.judge(CENTRE.row(), CENTRE.col()).1, 4995);
    driver.compare(&board);
}

#[test]
fn stones_off_the_board_and_on_taken_crossings() {
    let mut driver = Driver::new();
    assert_eq!(driver.judge(CENTRE.row(), CENTRE.col()), (0, 41));
    let off = |row: usize, col: usize| Crossing::new(row, col).is_none();
    let outside: Vec<_> = (0..256)
        .map(|i| (i / 16, i % 16))
        .filter(|&(row, col)| off(row, col))
        .collect();
    for _ in 0..2 {
        let mut board = Board::new();
        for &(row, col) in &outside {
            driver.place(row, col, Colour::Black);
            assert_eq!(driver.judge(row, col), (0, 2), "{row} {col}");
        }
        for at in [(0, 0), (0, 1), (0, 2), (0, 3), (14, 12), (14, 13), (14, 14)] {
            driver.place(at.0, at.1, Colour::Black);
            driver.place(at.0, at.1, Colour::White);
            board.place(Crossing::new(at.0, at.1).unwrap(), Colour::Black).unwrap();
            assert_eq!(driver.judge(at.0, at.1), (0, 2));
        }
        assert_eq!(driver.judge(0, 4).0, 1);
        driver.compare(&board);
        // A verdict leaves no stone on the board.
        driver.compare(&board);
        driver.clear();
        assert_eq!(driver.judge(0, 4).0, 0);
    }
}

#[test]
fn strobes_while_busy_are_ignored() {
    let mut driver = Driver::new();
    let mut board = Board::new();
    // A fork of two threes on the centre.
    for (rows, cols) in [(0, -1), (0, -2), (1, 1), (2, 2)] {
        let at = CENTRE.shifted(rows, cols).unwrap();
        board.place(at, Colour::Black).unwrap();
        driver.place(at.row(), at.col(), Colour::Black);
    }
    for strobe in ["judge", "place", "clear"] {
        driver.set(CENTRE.row(), CENTRE.col(), Colour::White);
        driver.judge.strobe(strobe);
        let mut clock = 0;
        while driver.judge.read("busy") == 1 {
            for (number, name) in STROBES.into_iter().enumerate() {
                driver.judge.drive_as(name, clock % 3 == number);
            }
            driver.set(clock % 15, 7 - clock % 5, [Colour::Black, Colour::White][clock % 2]);
            driver.judge.step();
            clock += 1;
        }
        driver.rest();
        match strobe {
            "judge" => {
                assert_eq!((driver.judge.read("done"), driver.judge.read("verdict")), (1, 4));
                driver.judge.step();
            }
            "place" => board.place(CENTRE, Colour::White).unwrap(),
            _ => board = Board::new(),
        }
        driver.compare(&board);
    }
}

#[test]
fn of_strobes_together_clear_goes_first_and_place_second() {
    let mut driver = Driver::new();
    driver.judge.drive("judge", 1);
    driver.place(3, 3, Colour::Black);
    assert_eq!(driver.judge(3, 3), (0, 2), "taken");
    driver.judge.drive("place", 1);
    driver.clear();
    assert!(driver.judge(3, 3).1 > 2, "empty");
}

#[test]
fn at_rest_nothing_changes() {
    let mut driver = Driver::new();
    driver.place(7, 7, Colour::Black);
    driver.judge(7, 8);
    let outputs = ["busy", "done", "verdict"];
    let before = outputs.map(|name| driver.judge.read(name));
    for _ in 0..10 {
        driver.judge.step();
        assert_eq!(outputs.map(|name| driver.judge.read(name)), before);
        assert!(!driver.judge.circuit.trial.has_changed());
    }
}
