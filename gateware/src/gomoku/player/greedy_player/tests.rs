use super::*;
use crate::gomoku::samples;
use std::collections::BTreeMap;
use tengen_rules::gomoku::board::CENTRE;
use tengen_rules::gomoku::renju::forbidden;
use tengen_rules::gomoku::{Board, Colour, Crossing, Profile, Rule, Scan};
use tengen_sim::{ByName, Engine, Native, Random};

/// Greatest number of clocks that a place, a lift or a think may take, from the strobe on.
const LIMIT: u32 = 260;

/// A player, and the ports that are used in every clock.
struct Driver {
    player: Native<GreedyPlayer>,
    scan_row: usize,
    scan_col: usize,
    veto: usize,
    busy: usize,
    done: usize,
    /// The crossings that are vetoed.
    vetoed: Vec<Crossing>,
}

impl Driver {
    fn new() -> Driver {
        let player = Native::new(GreedyPlayer::default());
        let [scan_row, scan_col, veto, busy, done] =
            ["scan_row", "scan_col", "veto", "busy", "done"].map(|name| player.port(name));
        Driver { player, scan_row, scan_col, veto, busy, done, vetoed: vec![] }
    }

    fn holding(board: &Board) -> Driver {
        let mut driver = Driver::new();
        for at in Crossing::all() {
            if let Some(stone) = board.get(at) {
                assert!(!driver.place(at, stone).1);
            }
        }
        driver
    }

    fn set_crossing(&mut self, row: usize, col: usize) {
        self.player.drive("row", row as u64);
        self.player.drive("col", col as u64);
    }

    fn set_colour(&mut self, colour: Colour) {
        self.player.drive("colour", colour as u64);
    }

    /// Runs one clock. In the next clock the veto input tells about the crossing that this one showed.
    fn step(&mut self) {
        let scanned = Crossing::new(
            self.player.get(self.scan_row) as usize,
            self.player.get(self.scan_col) as usize,
        );
        self.player.step();
        let veto = scanned.is_some_and(|at| self.vetoed.contains(&at));
        self.player.set(self.veto, veto.into());
    }

    /// Strobes for one clock and runs until busy falls. Returns the number of clocks, and of clocks with done high.
    fn run(&mut self, strobe: &str) -> (u32, u32) {
        assert_eq!(self.player.get(self.busy), 0);
        self.player.drive(strobe, 1);
        self.step();
        self.player.drive(strobe, 0);
        assert_eq!(self.player.get(self.busy), 1, "busy rises with the next clock");
        let mut clocks = 1;
        let mut dones = 0;
        while self.player.get(self.busy) == 1 {
            dones += self.player.get(self.done) as u32;
            self.step();
            clocks += 1;
            assert!(clocks < 1000, "never ready");
        }
        (clocks, dones + self.player.get(self.done) as u32)
    }

    fn clear(&mut self) {
        self.run("clear");
        assert_eq!(self.flags(), (false, false));
    }

    /// Places or lifts at a row and a column, on the board or not, and returns the flags.
    fn change(&mut self, strobe: &str, row: usize, col: usize, colour: Colour) -> (bool, bool) {
        self.set_crossing(row, col);
        self.set_colour(colour);
        let (clocks, dones) = self.run(strobe);
        assert!(clocks <= LIMIT && dones == 0, "done belongs to think alone");
        self.flags()
    }

    fn place(&mut self, at: Crossing, colour: Colour) -> (bool, bool) {
        self.change("place", at.row(), at.col(), colour)
    }

    fn lift(&mut self, at: Crossing) -> (bool, bool) {
        self.change("lift", at.row(), at.col(), Colour::Black)
    }

    /// The flags five and illegal.
    fn flags(&self) -> (bool, bool) {
        (self.player.read("five") == 1, self.player.read("illegal") == 1)
    }

    fn best(&self) -> Option<Crossing> {
        let (row, col) = (self.player.read("best_row"), self.player.read("best_col"));
        let found = Crossing::new(row as usize, col as usize);
        assert!(found.is_some() || (row, col) == (15, 15));
        found
    }

    fn think(&mut self, profile: Profile, colour: Colour) -> Option<Crossing> {
        self.set_colour(colour);
        self.player.drive("profile", profile as u64);
        let (clocks, dones) = self.run("think");
        assert!(clocks <= LIMIT, "{clocks} clocks from think to done");
        assert_eq!(dones, 1);
        let best = self.best();
        self.step();
        assert_eq!(self.player.get(self.done), 0, "done lasts one clock");
        assert_eq!(self.best(), best);
        best
    }

    /// Sets the crossings to veto.
    fn veto(&mut self, crossings: impl Iterator<Item = Crossing>) {
        self.vetoed = crossings.collect();
    }
}

fn crossing(row: usize, col: usize) -> Crossing {
    Crossing::new(row, col).unwrap()
}

/// A board with stones of one colour in these columns of row 7.
fn row_of(colour: Colour, cols: &[usize]) -> Board {
    let mut board = Board::new();
    for &col in cols {
        board.place(crossing(7, col), colour).unwrap();
    }
    board
}

#[test]
fn every_sample_move_of_all_four_under_all_rules() {
    for sample in samples::all() {
        let mut driver = Driver::holding(&sample.board);
        let freestyle = [sample.zju, sample.mcu, sample.thesis, sample.sjtu];
        for (profile, expected) in Profile::ALL.into_iter().zip(freestyle) {
            assert_eq!(driver.think(profile, sample.mover), Some(expected), "{profile}");
        }
        for rule in [Rule::ExactFive, Rule::Renju] {
            driver.player.drive("rule", rule as u64);
            for mover in [Colour::Black, Colour::White] {
                let barred = rule == Rule::Renju && mover == Colour::Black;
                let points = forbidden(&sample.board).map(|(at, _)| at);
                driver.veto(points.filter(|_| barred));
                for profile in Profile::ALL {
                    let expected = profile.player().choose_under(rule, &sample.board, mover);
                    assert_eq!(driver.think(profile, mover), expected, "{profile}, {rule}");
                }
            }
        }
    }
}

#[test]
fn six_in_a_row_win_where_the_rule_says_so() {
    for colour in [Colour::Black, Colour::White] {
        for (cols, gap) in [(&[3, 4, 5, 7, 8][..], 6), (&[3, 4, 5, 6, 7], 8), (&[3, 4, 5, 6], 7)] {
            for rule in Rule::ALL {
                let board = row_of(colour, cols);
                let mut driver = Driver::holding(&board);
                driver.player.drive("rule", rule as u64);
                let wins = cols.len() == 4 || !rule.exact(colour);
                let at = crossing(7, gap);
                assert_eq!(driver.place(at, colour), (wins, false), "{rule}: {cols:?}");
            }
        }
    }
}

#[test]
fn where_every_crossing_is_vetoed_there_is_no_move() {
    let stone = crossing(3, 3);
    let mut board = Board::new();
    board.place(stone, Colour::White).unwrap();
    let mut driver = Driver::holding(&board);
    for profile in Profile::ALL {
        driver.veto(board.vacant());
        assert_eq!(driver.think(profile, Colour::Black), None);
        // One crossing is left, even if its score is 0: at either end of the scan, or between.
        for left in [crossing(0, 0), crossing(9, 2), crossing(14, 14)] {
            driver.veto(board.vacant().filter(|&at| at != left));
            assert_eq!(driver.think(profile, Colour::Black), Some(left));
        }
    }
}

#[test]
fn a_board_that_is_empty_again_is_opened_on_the_centre() {
    let mut driver = Driver::new();
    for at in [crossing(0, 0), crossing(5, 6), crossing(14, 14), CENTRE] {
        driver.place(at, Colour::White);
        assert_ne!(driver.think(Profile::Mcu, Colour::Black), None);
        assert_ne!(driver.best(), Some(at));
        assert_eq!(driver.lift(at), (false, false));
        for profile in Profile::ALL {
            assert_eq!(driver.think(profile, Colour::Black), Some(CENTRE));
        }
    }
}

#[test]
fn random_stones_are_taken_lifted_or_refused_as_the_board_does() {
    let mut driver = Driver::new();
    let mut board = Board::new();
    let mut five = false;
    let mut random = Random::new(1);
    let mut seen = [[0; 4]; 2];
    for _ in 0..3000 {
        if random.once_in(400) {
            driver.clear();
            (board, five) = (Board::new(), false);
        }
        let (row, col) = (random.below(16), random.below(16));
        let colour = random.of(&[Colour::Black, Colour::White]);
        let rule = random.of(&Rule::ALL);
        let lifting = random.once_in(4);
        driver.player.drive("rule", rule as u64);
        let at = Crossing::new(row, col).filter(|&at| board.get(at).is_some() == lifting);
        if let Some(at) = at {
            if lifting {
                board.lift(at);
                five = false;
            } else {
                five = rule.winning_line(&board, at, colour).is_some();
                board.place(at, colour).unwrap();
            }
        }
        let expected = (five, at.is_none());
        let strobe = if lifting { "lift" } else { "place" };
        assert_eq!(driver.change(strobe, row, col, colour), expected);
        seen[usize::from(lifting)][usize::from(expected.0) * 2 + usize::from(expected.1)] += 1;
    }
    let [
        [place, refused, five, five_refused],
        [lift, nothing, never, five_nothing],
    ] = seen;
    assert!(
        [place, refused, five, five_refused, lift, nothing, five_nothing]
            .iter()
            .all(|&count| count >= 10),
        "{seen:?}"
    );
    assert_eq!(never, 0);
}

#[test]
fn every_crossing_takes_one_stone_and_only_one_and_gives_it_back_once() {
    let mut driver = Driver::new();
    let colour = |at: Crossing| [Colour::Black, Colour::White][(at.row() / 2 + at.col()) % 2];
    for at in Crossing::all() {
        assert_eq!(driver.place(at, colour(at)), (false, false), "{at:?}");
        assert_eq!(driver.place(at, colour(at).other()), (false, true), "{at:?}");
    }
    for profile in Profile::ALL {
        assert_eq!(driver.think(profile, Colour::Black), None);
    }
    for at in Crossing::all() {
        assert_eq!(driver.lift(at), (false, false), "{at:?}");
        assert!(driver.think(Profile::Zju, colour(at)).is_some());
        assert_eq!(driver.lift(at), (false, true), "{at:?}");
    }
    assert_eq!(driver.think(Profile::Zju, Colour::White), Some(CENTRE));
    assert_eq!(driver.place(crossing(0, 0), Colour::White), (false, false));
}

/// The crossings among which the choice is random, by the player's own scores.
fn equally_good(profile: Profile, scan: &Scan) -> Vec<Crossing> {
    let scores = |at| {
        let scores = profile.player().scores(scan, at);
        (scores.attack, scores.defence)
    };
    let leaders = |key: &dyn Fn(Crossing) -> (u32, u32)| {
        let greatest = scan.playable().map(key).max().unwrap();
        (greatest.0, scan.playable().filter(|&at| key(at) == greatest).collect())
    };
    let (gain, attacks): (u32, Vec<Crossing>) = leaders(&|at| match (profile, scores(at)) {
        (Profile::Mcu, (attack, _)) => (attack, 0),
        (Profile::Thesis, (attack, defence)) => (
            attack + defence + attack.max(defence),
            if scan.mover == Colour::Black { attack } else { defence },
        ),
        (Profile::Sjtu, (attack, defence)) => (attack + defence, 0),
        (Profile::Zju, both) => both,
    });
    let (threat, defences): (u32, Vec<Crossing>) = leaders(&|at| match (profile, scores(at)) {
        (Profile::Zju, (attack, defence)) => (defence, attack),
        (Profile::Mcu, (_, defence)) => (defence, 0),
        _ => (0, 0),
    });
    let attacks_first = profile != Profile::Zju;
    if gain > threat || attacks_first && gain == threat { attacks } else { defences }
}

#[test]
fn shuffled_every_equally_good_crossing_comes_about_as_often_and_no_other_does() {
    let mut lone = Board::new();
    lone.place(CENTRE, Colour::Black).unwrap();
    let mut pair = row_of(Colour::White, &[7, 8]);
    pair.place(crossing(9, 9), Colour::Black).unwrap();
    let (mut most, mut random) = (0, Random::new(71));
    for (board, mover) in [(&lone, Colour::White), (&pair, Colour::Black), (&pair, Colour::White)] {
        let mut driver = Driver::holding(board);
        for profile in Profile::ALL {
            let rule = Rule::Freestyle;
            let expected = equally_good(profile, &Scan { rule, board, mover });
            most = most.max(expected.len());
            let rounds = 100 * expected.len();
            let mut chosen = BTreeMap::new();
            driver.player.drive("shuffle", 1);
            for _ in 0..rounds {
                // Think at irregular times, as in a real game.
                for _ in 0..random.below(100) {
                    driver.step();
                }
                let at = driver.think(profile, mover).unwrap();
                *chosen.entry(at).or_insert(0) += 1;
            }
            assert_eq!(chosen.keys().copied().collect::<Vec<_>>(), expected, "{profile}");
            let (least, most) = (chosen.values().min().unwrap(), chosen.values().max().unwrap());
            assert!(*least >= 50 && *most <= 200, "{profile}: {chosen:?}");
            // Without shuffle it is always the first.
            driver.player.drive("shuffle", 0);
            for _ in 0..10 {
                driver.step();
                assert_eq!(driver.think(profile, mover), Some(expected[0]));
            }
        }
    }
    assert!(most >= 8);
}

#[test]
fn strobes_while_busy_are_ignored() {
    let sample = &samples::all()[0];
    let mut driver = Driver::holding(&sample.board);
    let taken = sample.moves[0];
    let vacant = sample.board.vacant().next().unwrap();
    let before = sample.zju;
    for (strobe, at) in [("think", taken), ("place", taken), ("lift", vacant), ("clear", taken)] {
        // Runs each operation while all inputs change: strobes and inputs while busy must be ignored.
        driver.set_crossing(at.row(), at.col());
        driver.set_colour(sample.mover);
        driver.player.drive("profile", 0);
        driver.player.drive(strobe, 1);
        driver.step();
        driver.player.drive(strobe, 0);
        let mut clock = 0;
        while driver.player.read("busy") == 1 {
            driver.player.drive("clear", (clock % 3 == 0).into());
            driver.player.drive("place", (clock % 3 == 1).into());
            driver.player.drive("lift", (clock % 4 == 1).into());
            driver.player.drive("think", (clock % 5 < 2).into());
            driver.set_crossing(clock % 15, 4);
            driver.player.drive("colour", clock as u64 / 2 % 2);
            driver.player.drive("profile", clock as u64 % 4);
            driver.player.drive("rule", clock as u64 % 3);
            driver.player.drive("shuffle", clock as u64 % 2);
            driver.step();
            clock += 1;
        }
        for name in ["clear", "place", "lift", "think", "rule", "shuffle"] {
            driver.player.drive(name, 0);
        }
        if strobe == "clear" {
            assert_eq!(driver.think(Profile::Zju, Colour::Black), Some(CENTRE));
        } else {
            assert_eq!(driver.flags().1, strobe != "think");
            assert_eq!(driver.best(), Some(before));
            assert_eq!(driver.think(Profile::Zju, sample.mover), Some(sample.zju));
        }
    }
}

#[test]
fn of_strobes_together_clear_goes_first_then_place_then_lift() {
    let mut driver = Driver::new();
    let at = crossing(3, 3);
    for other in ["lift", "think"] {
        driver.player.drive(other, 1);
    }
    assert_eq!(driver.place(at, Colour::Black), (false, false));
    assert_eq!(driver.place(at, Colour::Black), (false, true));
    driver.player.drive("lift", 0);
    assert_eq!(driver.lift(at), (false, false));
    driver.player.drive("think", 0);
    assert_eq!(driver.place(at, Colour::Black), (false, false));
    for other in ["place", "lift"] {
        driver.player.drive(other, 1);
    }
    driver.clear();
    for other in ["place", "lift"] {
        driver.player.drive(other, 0);
    }
    assert_eq!(driver.think(Profile::Zju, Colour::Black), Some(CENTRE));
}

#[test]
fn at_rest_nothing_changes() {
    let mut driver = Driver::new();
    driver.player.drive("shuffle", 1);
    driver.place(crossing(4, 9), Colour::White);
    driver.think(Profile::Zju, Colour::Black);
    let outputs = [
        "busy", "done", "best_row", "best_col", "five", "illegal", "scan_row", "scan_col",
    ];
    let before = outputs.map(|name| driver.player.read(name));
    for _ in 0..10 {
        driver.player.step();
        assert_eq!(outputs.map(|name| driver.player.read(name)), before);
        assert!(!driver.player.circuit.ring.has_changed());
        assert!(!driver.player.circuit.evaluator.has_changed());
        assert!(!driver.player.circuit.lfsr.has_changed());
    }
}

#[test]
fn the_simulation_draws_the_waves_at_the_head_of_the_file() {
    let player = GreedyPlayer::default();
    tengen_sim::expect_waves(file!(), player, "think 0 1 0", (0..4).chain(225..228).chain(232..235));
}
