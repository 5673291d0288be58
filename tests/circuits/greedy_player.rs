//! The four players in gateware against those in plain Rust: a thousand positions, from games and with random stones,
//! under all three rules, in the rust-hdl simulation and in the emitted Verilog.

use std::sync::OnceLock;

use tengen::gateware::gomoku::GreedyPlayer;
use tengen::rules::gomoku::board::CENTRE;
use tengen::rules::gomoku::renju::forbidden;
use tengen::rules::gomoku::{Board, Colour, Crossing, Profile, Rule};
use tengen_sim::{ByName, Engine, Native, Random};

/// The most clocks that a strobe may keep it busy.
const LIMIT: u32 = 260;

/// The number of positions of each kind.
const POSITIONS: usize = 500;

/// A command to a player, and the expected result.
enum Step {
    Clear,
    Place {
        at: Crossing,
        colour: Colour,
        rule: Rule,
        five: bool,
    },
    Lift(Crossing),
    /// The expected moves of the four players.
    Think {
        rule: Rule,
        mover: Colour,
        forbidden: Vec<Crossing>,
        moves: [Option<Crossing>; 4],
    },
}

/// A board, and the steps that led to it.
#[derive(Default)]
struct Story {
    board: Board,
    steps: Vec<Step>,
}

impl Story {
    fn clear(&mut self) {
        self.board = Board::new();
        self.steps.push(Step::Clear);
    }

    /// Places a stone; returns whether it wins.
    fn place(&mut self, at: Crossing, colour: Colour, rule: Rule) -> bool {
        let five = rule.winning_line(&self.board, at, colour).is_some();
        self.board.place(at, colour).expect("an empty crossing");
        self.steps.push(Step::Place { at, colour, rule, five });
        five
    }

    fn lift(&mut self, at: Crossing) {
        self.board.lift(at).expect("a stone");
        self.steps.push(Step::Lift(at));
    }

    /// Adds a think under each of the three rules, with the expected moves of all four players.
    fn think(&mut self, mover: Colour) {
        for rule in Rule::ALL {
            let barred = rule == Rule::Renju && mover == Colour::Black;
            let points = forbidden(&self.board).map(|(at, _)| at).filter(|_| barred);
            self.steps.push(Step::Think {
                rule,
                mover,
                forbidden: points.collect(),
                moves: Profile::ALL.map(|profile| profile.player().choose_under(rule, &self.board, mover)),
            });
        }
    }
}

/// Games between the players with occasional random moves; black and white alternate, from the empty board.
fn games(story: &mut Story, random: &mut Random) {
    let mut positions = 0;
    while positions < POSITIONS {
        story.clear();
        let rule = random.of(&Rule::ALL);
        let mut movers = [Colour::Black, Colour::White].into_iter().cycle();
        loop {
            let mover = movers.next().expect("one of the two");
            story.think(mover);
            positions += 1;
            let thought = random.of(&Profile::ALL).player();
            let nearby = [0, 0].map(|_| 4 + random.below(7));
            let nearby = Crossing::new(nearby[0], nearby[1]).filter(|&at| story.board.get(at).is_none());
            let at = nearby
                .filter(|_| random.once_in(4))
                .or_else(|| thought.choose_under(rule, &story.board, mover));
            let Some(at) = at else { break };
            if story.place(at, mover, rule) {
                break;
            }
        }
    }
}

/// An increasing number of random stones, more of one colour than of the other, with long lines; occasionally one is
/// lifted.
fn stones(story: &mut Story, random: &mut Random) {
    let all: Vec<Crossing> = Crossing::all().collect();
    for board in 0..POSITIONS / 50 {
        story.clear();
        let blacks = [1, 2, 3][board % 3];
        for position in 0..50 {
            for _ in 0..5 {
                let at = random.of(&all);
                if story.board.get(at).is_none() {
                    let colour = [Colour::White, Colour::Black][usize::from(random.below(4) < blacks)];
                    let rule = random.of(&Rule::ALL);
                    story.place(at, colour, rule);
                } else if position > 30 && random.once_in(2) {
                    // Nevertheless the board becomes denser.
                    let free = random.of(&story.board.vacant().collect::<Vec<_>>());
                    story.place(free, random.of(&[Colour::Black, Colour::White]), Rule::Freestyle);
                } else {
                    story.lift(at);
                }
            }
            let mover = random.of(&[Colour::Black, Colour::White]);
            story.think(mover);
        }
    }
}

/// All steps, computed once for all simulations. The rules must make a difference in them, or the test would prove
/// little.
fn steps() -> &'static [Step] {
    static STEPS: OnceLock<Vec<Step>> = OnceLock::new();
    STEPS.get_or_init(|| {
        let mut story = Story::default();
        let mut random = Random::new(7);
        games(&mut story, &mut random);
        stones(&mut story, &mut random);

        let mut freestyle = [None; 4];
        let (mut fives, mut thoughts) = (0, 0);
        let mut differ = [[0; 4]; 3];
        for step in &story.steps {
            match step {
                Step::Place { five, .. } => fives += u32::from(*five),
                Step::Think { rule, moves, .. } => {
                    thoughts += 1;
                    if *rule == Rule::Freestyle {
                        freestyle = *moves;
                    }
                    for (count, (mine, other)) in differ[*rule as usize].iter_mut().zip(moves.iter().zip(freestyle)) {
                        *count += u32::from(*mine != other);
                    }
                }
                _ => {}
            }
        }
        assert!(thoughts >= 3 * 2 * POSITIONS, "{thoughts}");
        assert!(fives > 30, "{fives}");
        let few = differ[1..].iter().flatten().any(|&count| count < 20);
        assert!(!few, "moves that the rule changes, by player: {differ:?}");
        println!("{fives} fives; moves that the rule changes: {differ:?}");
        story.steps
    })
}

/// A player with access to its ports; those used in every clock are looked up once.
struct Bench<E: Engine> {
    engine: E,
    veto: usize,
    busy: usize,
    scan_row: usize,
    scan_col: usize,
}

impl<E: Engine> Bench<E> {
    fn new(engine: E) -> Self {
        Bench {
            veto: engine.port("veto"),
            busy: engine.port("busy"),
            scan_row: engine.port("scan_row"),
            scan_col: engine.port("scan_col"),
            engine,
        }
    }

    /// Gives a strobe and runs until the player is ready. One clock after each crossing appears, it is vetoed if it is
    /// forbidden.
    fn run(&mut self, strobe: &str, at: Crossing, colour: Colour, rule: Rule, vetoed: &[Crossing]) {
        let inputs = [
            ("row", at.row() as u64),
            ("col", at.col() as u64),
            ("colour", colour as u64),
            ("rule", rule as u64),
            (strobe, 1),
        ];
        inputs
            .into_iter()
            .for_each(|(name, value)| self.engine.drive(name, value));
        let strobe = self.engine.port(strobe);
        let mut barred = [false; 225];
        vetoed.iter().for_each(|at| barred[at.row() * 15 + at.col()] = true);
        let mut clocks = 0;
        while clocks == 0 || self.engine.get(self.busy) == 1 {
            let head = self.engine.get(self.scan_row) * 15 + self.engine.get(self.scan_col);
            self.engine.step();
            self.engine.set(strobe, 0);
            self.engine.set(self.veto, barred[head as usize].into());
            clocks += 1;
            assert!(clocks <= LIMIT, "more than {LIMIT} clocks");
        }
    }

    fn tell(&mut self, step: &Step) {
        match step {
            Step::Clear => self.run("clear", CENTRE, Colour::Black, Rule::Freestyle, &[]),
            Step::Place { at, colour, rule, five } => {
                self.run("place", *at, *colour, *rule, &[]);
                assert_eq!(
                    [self.engine.read("five"), self.engine.read("illegal")],
                    [(*five).into(), 0]
                );
            }
            Step::Lift(at) => {
                self.run("lift", *at, Colour::Black, Rule::Freestyle, &[]);
                assert_eq!([self.engine.read("five"), self.engine.read("illegal")], [0, 0]);
            }
            Step::Think { rule, mover, forbidden, moves } => {
                for (profile, expected) in Profile::ALL.into_iter().zip(moves) {
                    self.engine.drive("profile", profile as u64);
                    self.run("think", CENTRE, *mover, *rule, forbidden);
                    assert_eq!(self.engine.read("done"), 1);
                    let [row, col] = ["best_row", "best_col"].map(|port| self.engine.read(port) as usize);
                    let found = Crossing::new(row, col);
                    assert!(found.is_some() || (row, col) == (15, 15));
                    assert_eq!(found, *expected, "{profile}, {rule}");
                }
            }
        }
    }
}

/// Every fourth board of the steps, all of them in the long form; the emitted Verilog gets them all.
#[test]
fn hundreds_of_positions_in_the_simulation() {
    let mut bench = Bench::new(Native::new(GreedyPlayer::default()));
    let boards = steps().chunk_by(|_, next| !matches!(next, Step::Clear));
    let every = if cfg!(feature = "long") { 1 } else { 4 };
    boards.step_by(every).flatten().for_each(|step| bench.tell(step));
}

/// Tests of the player's Verilog under Verilator.
#[cfg(feature = "eda")]
mod emitted {
    use super::*;
    use std::path::Path;
    use tengen::hdl::verilog::verilog;
    use tengen_sim::{Circuit, VerilatorTool};

    #[test]
    fn a_thousand_positions_in_the_verilog() {
        let text = verilog(&mut GreedyPlayer::default(), "greedy_player").unwrap();
        let cache = concat!(env!("CARGO_TARGET_TMPDIR"), "/models");
        let model = VerilatorTool::from_environment()
            .build(&text, "greedy_player", &GreedyPlayer::ports(), Path::new(cache))
            .unwrap_or_else(|error| panic!("{error:#}"));
        let mut bench = Bench::new(model.start());
        steps().iter().for_each(|step| bench.tell(step));
    }
}
