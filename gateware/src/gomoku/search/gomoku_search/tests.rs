use super::*;
use crate::gomoku::samples::{board, mover};
use tengen_rules::gomoku::search::WEIGHTS;
use tengen_rules::gomoku::search::alpha_beta::{Answer, Settings, Task, search_with};
use tengen_rules::gomoku::{Board, Colour, Crossing as At, Rule as Known};
use tengen_sim::{ByName, Encoded, Engine, Native, Random};

struct Bench {
    circuit: Native<GomokuSearch>,
}

impl Bench {
    fn settle(&mut self) {
        for _ in 0..2000 {
            if self.circuit.read("busy") == 0 {
                return;
            }
            self.circuit.step();
        }
        panic!("never ready");
    }

    fn set_up(&mut self, task: &Task) {
        self.circuit.circuit.rule.next = Rule::decode(task.rule as u64);
        self.circuit.strobe("clear");
        self.settle();
        for at in At::all() {
            if let Some(colour) = task.board.get(at) {
                self.circuit.drive("row", at.row() as u64);
                self.circuit.drive("col", at.col() as u64);
                self.circuit.drive("colour", colour as u64);
                self.circuit.strobe("place");
                self.settle();
                assert_eq!(self.circuit.read("illegal"), 0);
            }
        }
    }

    fn think(&mut self, task: &Task, stop: Option<u64>) -> Answer {
        self.circuit.drive("colour", task.mover as u64);
        self.circuit.drive("budget", task.budget);
        self.circuit.drive("deepest", task.deepest.into());
        self.circuit.strobe("think");
        let mut clocks = 1;
        while self.circuit.read("done") == 0 {
            self.circuit
                .drive("stop", u64::from(stop.is_some_and(|stop| clocks >= stop)));
            self.circuit.step();
            clocks += 1;
            assert!(clocks < 10_000_000, "never done");
        }
        self.circuit.drive("stop", 0);
        let read = |name: &str| self.circuit.read(name);
        let at = |row, col| At::new(row as usize, col as usize);
        let mut answer = Answer {
            at: at(read("best_row"), read("best_col")),
            score: ((read("score") << 18) as u32 as i32) >> 18,
            depth: read("depth") as u32,
            nodes: read("nodes"),
            clocks,
            reply: (read("expects") == 1)
                .then(|| at(read("reply_row"), read("reply_col")))
                .flatten(),
            unwinding: 0,
        };
        while self.circuit.read("busy") == 1 {
            self.circuit.step();
            answer.unwinding += 1;
        }
        answer
    }
}

#[test]
fn moves_positions_and_clocks_are_those_of_the_model() {
    for lanes in Lanes::ALL {
        moves_positions_and_clocks_with(lanes);
    }
}

fn moves_positions_and_clocks_with(lanes: Lanes) {
    let mut bench = Bench { circuit: Native::new(GomokuSearch::new(lanes)) };
    let settings = Settings { lanes, ..Settings::default() };
    let mut random = Random::new(21);
    for number in 0..6 {
        let stones = 2 + random.below(16usize);
        let board = board(&mut random, stones);
        let task = Task {
            mover: mover(&board),
            rule: Known::ALL[number % 3],
            budget: [1500, 4000, 9000][number % 3],
            deepest: 0,
            board,
        };
        bench.set_up(&task);
        for _ in 0..2 {
            let answer = bench.think(&task, None);
            assert_eq!(
                answer,
                search_with(&task, settings, None, &WEIGHTS),
                "{number}: {task:?}"
            );
        }
    }
}

#[test]
fn a_strobe_that_cannot_be_is_refused_and_an_empty_board_is_opened_in_the_middle() {
    let mut bench = Bench { circuit: Native::new(GomokuSearch::default()) };
    bench.circuit.strobe("clear");
    bench.settle();
    let place = |bench: &mut Bench, strobe: &str, row: u64, col: u64| {
        bench.circuit.drive("row", row);
        bench.circuit.drive("col", col);
        bench.circuit.strobe(strobe);
        bench.settle();
        bench.circuit.read("illegal") == 0
    };
    assert!(!place(&mut bench, "lift", 3, 4));
    assert!(place(&mut bench, "place", 3, 4));
    assert!(!place(&mut bench, "place", 3, 4));
    assert!(!place(&mut bench, "place", 15, 4) && !place(&mut bench, "lift", 3, 15));
    assert!(place(&mut bench, "lift", 3, 4));
    let task = Task { board: Board::new(), mover: Colour::Black, rule: Known::Freestyle, budget: 5000, deepest: 0 };
    let answer = bench.think(&task, None);
    assert_eq!(answer, search_with(&task, Settings::default(), None, &WEIGHTS));
    assert_eq!((answer.at.unwrap().row(), answer.at.unwrap().col()), (7, 7));
}
