//! Games and blocks as managers and user interfaces send them, and the limits they set.

use super::super::model::Model;
use super::*;
use crate::rules::gomoku::{Level, Profile, renju};

fn at(row: usize, col: usize) -> Crossing {
    Crossing::new(row, col).unwrap()
}

/// The brain's answers to some lines, a line each.
fn talk(brain: &mut Brain<impl Thinker>, lines: &str) -> Vec<String> {
    let mut answers = vec![];
    for line in lines.lines() {
        match brain.hear(Line::Text(line.into())) {
            Reply::Nothing => {}
            Reply::Say(text) => answers.extend(text.lines().map(String::from)),
            Reply::Leave => answers.push("(leaves)".into()),
        }
    }
    answers
}

fn model() -> Brain<Model> {
    Brain::new("Tengen 3 (zju)", Model::new(Level::Greedy(Profile::Zju)))
}

/// A thinker that finds no move, or always the same one.
struct Stubborn(Option<Crossing>);

impl Thinker for Stubborn {
    fn think(&mut self, _: Rule, _: &Board, _: Colour, _: Allowance) -> Option<Answer> {
        self.0.map(Answer::from)
    }
}

/// A thinker that records what it was asked.
#[derive(Default)]
struct Asked(Vec<(Rule, Board, Colour, Allowance)>);

impl Thinker for &mut Asked {
    fn think(&mut self, rule: Rule, board: &Board, mover: Colour, allowed: Allowance) -> Option<Answer> {
        self.0.push((rule, board.clone(), mover, allowed));
        None
    }
}

#[test]
fn a_game_with_either_colour() {
    let mut brain = model();
    assert_eq!(talk(&mut brain, "START 15\nBEGIN"), ["OK", "7,7"]);
    assert_eq!(talk(&mut brain, "TURN 7,7\nTURN 20,7\nTURN 7\nBEGIN").len(), 4);
    let answer = talk(&mut brain, "TURN 8,7");
    let mut board = Board::new();
    board.place(at(7, 7), Colour::Black).unwrap();
    board.place(at(7, 8), Colour::White).unwrap();
    let expected = |board: &Board, mover| written(Profile::Zju.player().choose(board, mover).unwrap());
    assert_eq!(answer, [expected(&board, Colour::Black)]);

    assert_eq!(talk(&mut brain, "RESTART"), ["OK"]);
    let mut board = Board::new();
    board.place(at(3, 11), Colour::Black).unwrap();
    assert_eq!(talk(&mut brain, "TURN 11,3"), [expected(&board, Colour::White)]);
}

#[test]
fn other_sizes_are_refused_and_the_game_goes_on() {
    let mut brain = model();
    let answers = talk(
        &mut brain,
        "START 20\nSTART 15\nBEGIN\nRECTSTART 15,20\nRECTSTART 15,15\nBEGIN",
    );
    assert_eq!(
        answers,
        [
            "ERROR unsupported size 20; this brain plays 15",
            "OK",
            "7,7",
            "ERROR unsupported size 15x20; this brain plays 15",
            "OK",
            "7,7"
        ]
    );
}

#[test]
fn nothing_is_played_before_the_first_start() {
    let mut brain = model();
    let answers = talk(
        &mut brain,
        "BEGIN\nTURN 7,7\nRESTART\nTAKEBACK 7,7\nBOARD\n7,7,2\nDONE\nPLAY 7,7\nYXBOARD\n7,7,2\nDONE\n\
         YXSHOWFORBID\nINFO rule 1",
    );
    assert_eq!(answers, [NO_GAME; 8]);
    let about = talk(&mut brain, "ABOUT");
    assert!(about[0].starts_with("name=\"Tengen 3 (zju)\", version=\""), "{about:?}");
    assert!(about[0].ends_with("\", author=\"the Tengen project\""), "{about:?}");
    assert_eq!(talk(&mut brain, "END"), ["(leaves)"]);
}

#[test]
fn a_board_tells_whose_turn_it_is() {
    for (stones, colour) in [
        ("", Colour::Black),
        ("7,7,2\n", Colour::White),
        ("8,8,2\n7,7,1\n", Colour::Black),
        ("7,7,2\n8,8,1\n9,9,2\n", Colour::White),
    ] {
        let mut asked = Asked::default();
        talk(
            &mut Brain::new("Asked", &mut asked),
            &format!("START 15\nBOARD\n{stones}DONE"),
        );
        let (_, board, mover, _) = &asked.0[0];
        assert_eq!((*mover, board.stones()), (colour, stones.lines().count()));
        if board.stones() > 1 {
            assert_eq!(
                board.get(at(8, 8)),
                Some(if stones.starts_with('8') { colour.other() } else { colour })
            );
        }
    }
}

#[test]
fn a_wrong_board_is_refused_once_and_leaves_the_game_as_it_was() {
    for wrong in [
        "BOARD\n7,7,1\nDONE",
        "BOARD\n7,7,2\n8,8,2\nDONE",
        "BOARD\n7,7,2\n7,7,1\nDONE",
        "BOARD\n15,7,2\nDONE",
        "BOARD\n7,7,3\nnonsense\n7,7\nDONE",
        "BOARD\nSTART\nBEGIN here\nDONE",
    ] {
        let mut brain = model();
        talk(&mut brain, "START 15\nTURN 0,0");
        let answers = talk(&mut brain, wrong);
        assert!(
            answers.len() == 1 && answers[0].starts_with("ERROR "),
            "{wrong}: {answers:?}"
        );
        assert_eq!(
            talk(&mut brain, "TAKEBACK 0,0"),
            ["ERROR the other side has played since"]
        );
    }
}

#[test]
fn a_board_without_done_ends_at_the_next_command() {
    let mut brain = model();
    talk(&mut brain, "START 15\nBOARD\n7,7,2");
    let answers = talk(&mut brain, "START 15\nBEGIN");
    assert_eq!(answers, ["ERROR BOARD was not ended with DONE", "OK", "7,7"]);
    assert_eq!(brain.hear(Line::Text("BOARD".into())), Reply::Nothing);
    assert!(matches!(brain.hear(Line::NoText), Reply::Say(_)));
    assert_eq!(brain.hear(Line::TooLong), Reply::Nothing);
    assert_eq!(talk(&mut brain, "START 15\nBOARD\nEND"), ["OK", "(leaves)"]);
}

#[test]
fn a_yixin_board_is_only_set_up() {
    let mut brain = model();
    // Black, the opponent, is to move; then the brain.
    let answers = talk(&mut brain, "START 15\nYXBOARD\n7,7,2\n8,8,1\nDONE\nTURN 7,6");
    assert_eq!(answers.len(), 2, "{answers:?}");
    let position = brain.position.as_ref().unwrap();
    assert_eq!((position.own, position.board.stones()), (Colour::White, 4));
    assert_eq!(talk(&mut brain, "YXBOARD\n7,7,1\n8,8,2\nDONE\nPLAY 7,6"), ["7,6"]);
    assert_eq!(talk(&mut brain, "PLAY 0,0"), ["ERROR it is the other side's turn"]);
    assert_eq!(talk(&mut brain, "TAKEBACK 7,6\nPLAY 8,8"), ["OK", "ERROR 8,8 is taken"]);
    // A wrong position changes nothing.
    for wrong in ["7,7,1\n8,8,1", "7,7,2\n8,8,1\n9,9,1", "7,7,1\n7,7,2", "7,7,3"] {
        let answers = talk(&mut brain, &format!("YXBOARD\n{wrong}\nDONE"));
        assert!(
            answers.len() == 1 && answers[0].starts_with("ERROR "),
            "{wrong}: {answers:?}"
        );
    }
    assert_eq!(talk(&mut brain, "PLAY 6,6"), ["6,6"]);
    // The empty board.
    assert_eq!(talk(&mut brain, "YXBOARD\nDONE\nBEGIN"), ["7,7"]);
    let unended = talk(&mut brain, "YXBOARD\n7,7,1\nRESTART");
    assert_eq!(unended, ["ERROR YXBOARD was not ended with DONE", "OK"]);
}

#[test]
fn a_block_that_is_not_known_is_answered_once() {
    let mut brain = model();
    for start in ["START 15\n", ""] {
        let answers = talk(&mut brain, &format!("{start}SWAP2BOARD\n7,7\n8,8\n9,9\nDONE\nTURN"));
        let answers = &answers[usize::from(!start.is_empty())..];
        assert_eq!(answers, ["UNKNOWN command \"SWAP2BOARD\"", "ERROR TURN takes a value"]);
    }
    brain.hear(Line::Text("yxblock".into()));
    assert_eq!(
        (brain.hear(Line::NoText), brain.hear(Line::TooLong)),
        (Reply::Nothing, Reply::Nothing)
    );
    assert_eq!(talk(&mut brain, "BEGIN"), ["UNKNOWN command \"YXBLOCK\"", "7,7"]);
}

#[test]
fn forbidden_crossings_are_black_s_and_renju_s() {
    let mut brain = model();
    let stones = "7,4,1\n0,0,2\n7,5,1\n0,14,2\n8,6,1\n14,0,2\n9,6,1\n14,14,2\n";
    let set_up = format!("START 15\nYXBOARD\n{stones}DONE\nYXSHOWFORBID");
    assert_eq!(talk(&mut brain, &set_up), ["OK", "FORBID ."]);
    assert_eq!(talk(&mut brain, "INFO rule 4\nYXSHOWFORBID"), ["FORBID 0706."]);
    assert_eq!(talk(&mut brain, "PLAY 1,1\nYXSHOWFORBID"), ["1,1", "FORBID ."]);
}

#[test]
fn what_is_known_of_a_move_is_said_before_it() {
    struct Deep(Answer);
    impl Thinker for Deep {
        fn think(&mut self, _: Rule, _: &Board, _: Colour, _: Allowance) -> Option<Answer> {
            Some(self.0)
        }
    }
    let mut deep = Answer::from(at(3, 3));
    (deep.depth, deep.score, deep.nodes) = (Some(7), Some(-120), Some(5000));
    let mut brain = Brain::new("Deep", Deep(deep));
    assert_eq!(
        talk(&mut brain, "START 15\nBEGIN"),
        ["OK", "MESSAGE depth 7 score -120 nodes 5000", "3,3"]
    );
    // An illegal move of the thinker gets no MESSAGE.
    assert_eq!(talk(&mut brain, "TURN 0,0"), ["7,7"]);
    (deep.depth, deep.nodes) = (None, None);
    let mut brain = Brain::new("Deep", Deep(deep));
    assert_eq!(talk(&mut brain, "START 15\nBEGIN"), ["OK", "MESSAGE score -120", "3,3"]);
    for (score, told) in [(7991, "WIN IN 9"), (-7994, "LOSS IN 6"), (7690, "score 7690")] {
        deep.score = Some(score);
        let mut brain = Brain::new("Deep", Deep(deep));
        assert_eq!(talk(&mut brain, "START 15\nBEGIN")[1], format!("MESSAGE {told}"));
    }
}

#[test]
fn stones_are_taken_back_from_the_last() {
    let mut brain = model();
    let own = &talk(&mut brain, "START 15\nTURN 0,0")[1];
    assert_eq!(talk(&mut brain, "TAKEBACK 14,14"), ["ERROR 14,14 is empty"]);
    assert_eq!(
        talk(&mut brain, "TAKEBACK 0,0"),
        ["ERROR the other side has played since"]
    );
    assert_eq!(talk(&mut brain, &format!("TAKEBACK {own}")), ["OK"]);
    assert_eq!(talk(&mut brain, "TURN 5,5"), ["ERROR it is this brain's turn"]);
    // With an empty board either side may move first.
    assert_eq!(talk(&mut brain, "TAKEBACK 0,0\nBEGIN"), ["OK", "7,7"]);
}

#[test]
fn rule_and_time_are_obeyed_from_the_next_move_on() {
    let mut asked = Asked::default();
    let mut brain = Brain::new("Asked", &mut asked);
    talk(
        &mut brain,
        "START 15\nBEGIN\nINFO rule 4\nINFO timeout_turn 1000\nTURN 0,0\nINFO rule 1",
    );
    talk(
        &mut brain,
        "INFO timeout_turn 0\nTURN 0,1\nRESTART\nINFO timeout_turn 18446744073709551615\nBEGIN",
    );
    let rules: Vec<Rule> = asked.0.iter().map(|(rule, ..)| *rule).collect();
    assert_eq!(rules, [Rule::Freestyle, Rule::Renju, Rule::ExactFive, Rule::ExactFive]);
    assert_eq!(usual(&asked), [25_500, 850, 85, 73_440_000]);
}

/// The usual time of each move, in milliseconds.
fn usual(asked: &Asked) -> Vec<u128> {
    asked.0.iter().map(|(.., allowed)| allowed.usual.as_millis()).collect()
}

#[test]
fn the_time_of_a_match_is_shared_out_among_its_moves() {
    let mut asked = Asked::default();
    talk(
        &mut Brain::new("Asked", &mut asked),
        "INFO timeout_turn 5000\nINFO timeout_match 20000\nSTART 15\nBEGIN\nINFO time_left 10000\nTURN 0,0\n\
         INFO timeout_match 20000\nINFO time_left 2147483647\nTURN 0,1\nRESTART\nBEGIN\nINFO timeout_match 0\nTURN 0,0",
    );
    assert_eq!(usual(&asked), [850, 425, 4250, 850, 4250]);
}

/// A thinker that takes its time.
struct Slow(Duration);

impl Thinker for Slow {
    fn think(&mut self, _: Rule, _: &Board, _: Colour, _: Allowance) -> Option<Answer> {
        std::thread::sleep(self.0);
        None
    }
}

#[test]
fn a_brain_that_is_not_told_what_is_left_counts_for_itself() {
    let mut brain = Brain::new("Slow", Slow(Duration::from_millis(20)));
    talk(&mut brain, "INFO timeout_match 60000\nSTART 15\nBEGIN\nTURN 0,0");
    assert!(
        brain.left.unwrap() <= Duration::from_millis(60_000 - 2 * 20),
        "{:?}",
        brain.left
    );
    talk(&mut brain, "START 15");
    assert_eq!(brain.left, Some(Duration::from_secs(60)));
}

#[test]
fn whatever_the_thinker_says_the_move_is_allowed() {
    for thought in [None, Some(at(7, 7)), Some(at(0, 0))] {
        let mut brain = Brain::new("Stubborn", Stubborn(thought));
        let mut taken = vec!["0,0".to_string()];
        let mut answer = talk(&mut brain, "START 15\nTURN 0,0").remove(1);
        for turn in 1..=111 {
            assert!(!taken.contains(&answer), "{answer}");
            taken.push(answer);
            let free = Crossing::all()
                .map(written)
                .filter(|at| !taken.contains(at))
                .last()
                .unwrap();
            answer = talk(&mut brain, &format!("TURN {free}")).remove(0);
            taken.push(free);
            assert_eq!(taken.len(), 2 * turn + 1);
        }
        taken.push(answer);
        let last = Crossing::all().map(written).find(|at| !taken.contains(at)).unwrap();
        assert_eq!(talk(&mut brain, &format!("TURN {last}")), ["ERROR the board is full"]);
    }
}

/// At the centre black's two lines make a double-four.
#[test]
fn black_is_never_made_to_play_a_foul_while_there_is_another_crossing() {
    let stones = "4,7,1\n5,7,1\n6,7,1\n7,8,1\n7,9,1\n7,10,1\n0,0,2\n2,0,2\n4,0,2\n6,0,2\n8,0,2\n10,0,2\n";
    let set_up = format!("START 15\nINFO rule 4\nBOARD\n{stones}DONE");
    let answer = talk(&mut Brain::new("Stubborn", Stubborn(Some(at(7, 7)))), &set_up).remove(1);
    assert_ne!(answer, "7,7");
    assert_eq!(answer, "7,6", "the nearest that is allowed");
}

#[test]
fn where_black_may_play_nowhere_it_says_so_and_plays() {
    // The only empty crossing has three black stones on either side.
    let (mut own, mut opponent) = (vec![], vec![]);
    for crossing in Crossing::all().filter(|&crossing| crossing != at(7, 7)) {
        let black =
            (crossing.row() / 2 + crossing.col()) % 2 == 0 || crossing.row() == 7 && crossing.col().abs_diff(7) < 4;
        if black { own.push(crossing) } else { opponent.push(crossing) }
    }
    let mut board = Board::new();
    own.iter().for_each(|&at| board.place(at, Colour::Black).unwrap());
    opponent.iter().for_each(|&at| board.place(at, Colour::White).unwrap());
    assert_eq!(renju::verdict(&board, at(7, 7)), renju::Verdict::Overline);
    let mut brain = model();
    brain.rule = Rule::Renju;
    brain.position = Some(Position { board, own: Colour::Black });
    let answer = brain.play().unwrap();
    assert_eq!(answer, "MESSAGE every crossing left is forbidden to black\n7,7");
}
