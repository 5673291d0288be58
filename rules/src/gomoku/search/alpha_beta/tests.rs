use super::*;
use crate::gomoku::samples::{board, mover};
use crate::gomoku::search::position::CROSSINGS;
use crate::gomoku::search::{Threat, WEIGHTS};
use crate::resumable::whole_and_stopped;
use tengen_sim::Random;

const PLAIN: Settings = Settings {
    lanes: Lanes::Four,
    candidates: 3,
    root_candidates: 3,
    widest: Some(3),
    reduces: false,
    gives_up: false,
    fours: false,
};

/// A minimax search of the same tree without windows, table or deepening; it computes every position from scratch.
struct Minimax {
    rule: Rule,
}

impl Minimax {
    fn value(&self, board: &Board, mover: Colour, depth: i32, ply: i32) -> i32 {
        let position = Position::of(self.rule, board);
        let other = mover.other();
        let count = |colour, threats: &[Threat]| threats.iter().map(|&t| position.count_of(colour, t)).sum::<u32>();
        let own_five = count(mover, &[Threat::Five]) > 0;
        let fives = count(other, &[Threat::Five]);
        let forced = ply > 0 && fives > 0 && !own_five;
        let doubles = count(mover, &[Threat::DoubleFour]) > 0 && fives == 0 && !self.rule.exact(mover);
        if ply > 0 {
            let fours = [Threat::Four, Threat::FourMore, Threat::FourThree, Threat::DoubleFour];
            if own_five {
                return WIN - ply - 1;
            } else if fives > 1 {
                return -(WIN - ply - 2);
            } else if !forced && doubles {
                return WIN - ply - 3;
            } else if !forced
                && count(mover, &[Threat::FourThree, Threat::DoubleThree]) > 0
                && count(other, &fours) == 0
            {
                return if self.rule == Rule::Freestyle { WIN - ply - 5 } else { LIKELY - ply };
            }
        }
        if board.is_full() {
            return 0;
        }
        let value = position.value(mover);
        if depth <= 0 && !forced {
            return value;
        }
        let threatened = count(other, &[Threat::DoubleFour]) + fives > 0;
        let fits = |at: &usize| {
            let (own, opponent) = (position.threat(*at, mover), position.threat(*at, other));
            if forced {
                opponent == Threat::Five
            } else if own_five || doubles {
                own.is_four()
            } else {
                !threatened || own.is_four() || opponent.is_four()
            }
        };
        let key = |at: usize| WEIGHTS.key(position.threat(at, mover), position.threat(at, other));
        let mut moves: Vec<usize> = (0..CROSSINGS)
            .filter(|&at| position.stone(at).is_none() && (forced || position.may_play(at, mover)))
            .filter(fits)
            .collect();
        moves.sort_by_key(|&at| (std::cmp::Reverse(key(at)), at));
        moves.truncate(if forced { 1 } else { PLAIN.candidates });
        let cut = !forced && (moves.len() == PLAIN.candidates || self.rule != Rule::Freestyle);
        if forced && !position.may_play(moves[0], mover) {
            return BLOCKED;
        }
        let left = if forced { depth.max(0) } else { depth - 1 };
        let values = moves.into_iter().map(|at| {
            if position.threat(at, mover) == Threat::Five {
                return WIN - ply - 1;
            }
            let mut after = board.clone();
            after.place(super::crossing(at as u8).unwrap(), mover).unwrap();
            -self.value(&after, other, left, ply + 1)
        });
        let best = values.max().unwrap_or(value);
        if cut && best <= -WON { ply - LIKELY } else { best }
    }
}

#[test]
fn the_score_is_that_of_plain_minimax() {
    let mut random = Random::new(5);
    let mut decided = 0;
    for number in 0..1200 {
        let stones = 4 + random.below(16);
        let board = board(&mut random, stones);
        let depth = 1 + number % 4;
        let rule = [Rule::Freestyle, Rule::ExactFive][number as usize / 4 % 2];
        let task = Task { mover: mover(&board), rule, budget: 0, deepest: depth, board };
        let answer = search_with(&task, PLAIN, None, &WEIGHTS);
        let found = answer.depth as i32;
        let expected = Minimax { rule }.value(&task.board, task.mover, found, 0);
        assert_eq!(answer.score, expected, "{task:?}");
        assert!(found == depth as i32 || answer.score.abs() >= WON);
        decided += u32::from(answer.score.abs() >= WON);
    }
    assert!((100..1100).contains(&decided), "{decided} are decided");
}

#[test]
fn it_answers_by_its_budget_and_at_once_when_it_is_stopped() {
    let mut random = Random::new(8);
    for _ in 0..60 {
        let stones = 3 + random.below(20);
        let board = board(&mut random, stones);
        let budget = 2000 + random.below(60_000);
        let task = Task { mover: mover(&board), rule: Rule::Freestyle, budget, deepest: 0, board };
        let answer = search(&task, &WEIGHTS);
        assert!(answer.clocks <= budget, "{} of {budget}", answer.clocks);
        assert!(task.board.get(answer.at.unwrap()).is_none());
        let stop = 1 + random.below(budget);
        let stopped = search_with(&task, Settings::default(), Some(stop), &WEIGHTS);
        assert!(
            stopped.clocks <= answer.clocks.min(stop + 300),
            "{} at {stop}",
            stopped.clocks
        );
        assert!(stopped.at.is_some());
    }
}

/// Three ways must give the same answer: at once, in time slices, and stopped in a copy made before the stop.
#[test]
fn in_windows_and_stopped_in_a_copy_it_is_the_same_search() {
    let mut random = Random::new(9);
    let mut stopped = 0;
    for number in 0..150 {
        let stones = random.below(24);
        let board = board(&mut random, stones);
        let task = Task {
            mover: mover(&board),
            rule: Rule::ALL[number % 3],
            budget: 1 + random.below(60_000),
            deepest: random.below(5),
            board,
        };
        let settings = Settings { lanes: Lanes::ALL[number % 2], ..Settings::default() };
        let answer = search_with(&task, settings, None, &WEIGHTS);
        let stop = 1 + random.below(answer.clocks);
        let at_once = search_with(&task, settings, Some(stop), &WEIGHTS);
        let window = 1 + random.below(answer.clocks);
        let search = Search::new(task.clone(), settings, &WEIGHTS);
        let found = whole_and_stopped(search, answer.clocks, window, stop);
        stopped += u32::from(at_once.clocks < answer.clocks);
        assert_eq!(found, [answer, at_once], "stopped at {stop}: {task:?}");
    }
    assert!(stopped > 80, "{stopped}");
}

/// A search whose root is finished in the very clock of the stop counts as aborted.
#[test]
fn a_stop_at_any_clock_is_answered_two_clocks_later() {
    let mut random = Random::new(10);
    for _ in 0..3 {
        let board = board(&mut random, 9);
        let task = Task { mover: mover(&board), rule: Rule::Freestyle, budget: 6000, deepest: 0, board };
        let mut search = Search::new(task.clone(), Settings::default(), &WEIGHTS);
        search.run_to(1500);
        for stop in search.clocks()..5000 {
            let mut copy = search.clone();
            copy.stop(stop);
            let answer = copy.finish();
            assert_eq!((answer.clocks, answer.at.is_some()), (stop + 2, true), "{task:?}");
        }
    }
}

/// Answers to a threatened double four that are not tried do lose: the threat is still there, and the mover has no four.
#[test]
fn no_other_move_answers_a_threatened_double_four() {
    let mut random = Random::new(11);
    let mut others = 0;
    for _ in 0..300 {
        let stones = 6 + random.below(24);
        let board = board(&mut random, stones);
        let mover = mover(&board);
        let mut position = Position::of(Rule::Freestyle, &board);
        let count = |position: &Position, colour, threat| position.count_of(colour, threat);
        if count(&position, mover.other(), Threat::DoubleFour) == 0 || count(&position, mover, Threat::Five) > 0 {
            continue;
        }
        let legal: Vec<usize> = (0..CROSSINGS).filter(|&at| position.may_play(at, mover)).collect();
        for at in legal {
            if position.threat(at, mover).is_four() || position.threat(at, mover.other()).is_four() {
                continue;
            }
            position.place(at, mover);
            assert!(
                count(&position, mover.other(), Threat::DoubleFour) > 0 && count(&position, mover, Threat::Five) == 0
            );
            position.take_back();
            others += 1;
        }
    }
    assert!(others > 1000, "{others}");
}

/// Black has a double four and white a four: only a block helps.
#[test]
fn at_the_root_a_five_is_blocked_before_a_double_four_is_played() {
    let mut board = Board::new();
    let at = |row, col| Crossing::new(row, col).unwrap();
    for col in 5..8 {
        board.place(at(7, col), Colour::Black).unwrap();
    }
    board.place(at(0, 5), Colour::Black).unwrap();
    for col in 1..5 {
        board.place(at(0, col), Colour::White).unwrap();
    }
    for deepest in 1..4 {
        let task = Task { board: board.clone(), mover: Colour::Black, rule: Rule::Freestyle, budget: 0, deepest };
        let answer = search_with(&task, Settings { fours: false, ..Settings::default() }, None, &WEIGHTS);
        assert_eq!(answer.at, Some(at(0, 0)), "{answer:?}");
        assert!(answer.score > -WON, "{answer:?}");
    }
}
