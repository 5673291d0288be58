use super::*;
use crate::rules::othello::player;

fn position(game: Kind, rule: &str, moves: &str) -> Position {
    Position {
        game,
        rule: Some(rule.into()),
        moves: moves.split(' ').map(|name| name.replace("pass", "")).collect(),
    }
}

fn gomoku(rule: &str, moves: &str) -> Evaluation {
    evaluation(position(Kind::Gomoku, rule, moves))
}

fn othello(moves: &str) -> Evaluation {
    evaluation(position(Kind::Othello, "", moves))
}

fn evaluation(position: Position) -> Evaluation {
    let told = Begun::new(position.clone()).unwrap().finish(&|| true).unwrap();
    assert_eq!(told.position, position);
    told.evaluation
}

/// Black has an open three and is to move.
const OPEN_THREE: &str = "h8 a1 i8 a3 j8 a5";

#[test]
fn a_win_is_proved_for_either_side_and_its_line_leads_to_it() {
    // A live four, a block, five.
    let won = gomoku("freestyle", OPEN_THREE);
    assert_eq!((won.score, won.proved, won.plies), (7997.0, true, Some(3)));
    assert_eq!(won.line.len(), 3, "{won:?}");
    let end = format!("{OPEN_THREE} {}", won.line.join(" "));
    let over = gomoku("freestyle", &end);
    assert_eq!((over.score, over.proved, over.plies), (8000.0, true, Some(0)));
    assert!(over.line.is_empty());
    // After the four white is to move and has lost.
    let lost = gomoku("freestyle", &format!("{OPEN_THREE} k8"));
    assert_eq!((lost.score, lost.proved, lost.plies), (7998.0, true, Some(2)));
    let white = gomoku("freestyle", &format!("pass {OPEN_THREE}"));
    assert_eq!((white.score, white.proved, white.plies), (-7997.0, true, Some(3)));
}

#[test]
fn a_double_three_is_a_proof_where_no_four_answers_it() {
    let won = gomoku("freestyle", "h8 a1 i8 o1 k6 a15 k7 o15");
    assert!(
        won.score > 7800.0 && won.proved && won.plies.is_some_and(|plies| plies <= 7),
        "{won:?}"
    );
    let even = gomoku("freestyle", "h8");
    assert!(even.score.abs() < 600.0 && !even.proved && even.depth > 2, "{even:?}");
    assert!(even.line.len() > 2, "{even:?}");
}

#[test]
fn a_foul_ends_a_game_of_renju_and_a_double_three_wins_elsewhere() {
    let fouled = "h8 a1 i8 o1 k6 a15 k7 o15 k8";
    let lost = gomoku("Renju", fouled);
    assert_eq!((lost.score, lost.proved, lost.plies), (-8000.0, true, Some(0)));
    let won = gomoku("freestyle", fouled);
    assert!(won.score > 7800.0 && won.plies > Some(0), "{won:?}");
}

/// A game of Othello without its last move.
const ENDED: &str = "d3 c5 b6 e3 f4 b5 c6 a7 a4 c7 f5 c3 f2 a5 b2 g1 d7 d6 b8 g6 b4 c8 d2 a3 h7 g5 h6 e1 d1 c2 \
    b3 c4 d8 g4 g3 h5 e6 b1 e2 h4 f3 h8 b7 e7 a8 g2 e8 c1 h3 g7 a1 f6 g8 f8 h1 a2 f1 h2 f7";

#[test]
fn othello_counts_discs_and_proves_what_it_has_searched_to_the_end() {
    let begun = othello("f5 d6");
    assert!(begun.score.abs() < 16.0 && !begun.proved, "{begun:?}");
    assert_eq!(begun.line.len(), LONGEST_LINE);
    // Black has one move left and white none, so the machine passes for white.
    let ended = othello(ENDED);
    assert_eq!((ended.score, ended.proved, ended.plies), (16.0, true, None));
    assert_eq!(ended.line, ["", "a6"]);
    // The shortest possible game: white has no discs left after nine plies.
    let shortest = "e6 f4 e3 f6 g5 d6 e7 f5 c5";
    let begun = othello("e6 f4 e3 f6 g5 d6 e7 f5");
    assert_eq!(begun.line.first().map(String::as_str), Some("c5"), "{begun:?}");
    let over = othello(shortest);
    assert_eq!((over.proved, over.plies), (true, Some(0)));
    assert!(over.score == 64.0 && over.line.is_empty(), "{over:?}");
}

#[test]
fn what_is_no_position_is_refused_in_a_line() {
    for (game, rule, moves, why) in [
        (Kind::Gomoku, "freestyle", "h8 h8", "move 2, h8: "),
        (Kind::Gomoku, "freestyle", "h8 z9", "move 2, z9: no crossing"),
        (Kind::Gomoku, "chess", "h8", "this is no rule of Gomoku"),
        (Kind::Othello, "", "a1", "move 1, a1: a disc there flips nothing"),
        (Kind::Othello, "", "x1", "move 1, x1: "),
    ] {
        let refused = Begun::new(position(game, rule, moves)).err().unwrap();
        assert!(refused.starts_with(why) && !refused.contains('\n'), "{refused}");
    }
}

#[test]
fn the_page_says_how_much_a_search_may_take() {
    let page = include_str!("../../files/evaluation.js");
    let [millions, seconds] = [1e6, f64::from(player::SECOND as u32)].map(|unit| BUDGET as f64 / unit);
    let said = format!("{millions} million of the machine's clocks, {seconds} seconds");
    assert!(page.contains(&said), "{said}");
}

/// A page that has closed, or asked for another position, does not wait.
#[test]
fn who_does_not_wait_ends_the_search() {
    let gone = Asked(&|| false);
    let game = gomoku::game(Some("freestyle"), &["h8".into(), "i9".into()]).unwrap();
    assert_eq!(gomoku::evaluate(game, &gone), None);
    let game = othello::game(&["f5".into()]).unwrap();
    assert_eq!(othello::evaluate(game, &gone), None);
}
