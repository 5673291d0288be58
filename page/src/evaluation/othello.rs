//! Evaluates positions of Othello by its search.

use super::{Asked, BUDGET, Evaluation, LONGEST_LINE, for_black, unplayed};
use crate::rules::othello::evaluation::{DISC, WEIGHTS};
use crate::rules::othello::search::{Answer, By, Search, Task};
use crate::rules::othello::{Game, Square};

/// The game with these moves.
pub fn game(moves: &[String]) -> Result<Game, String> {
    let mut game = Game::new();
    for (number, name) in moves.iter().enumerate() {
        let played = match name.as_str() {
            "" => game.pass(),
            _ => game.play(name.parse::<Square>().map_err(|why| unplayed(number, name, why))?),
        };
        played.map_err(|why| unplayed(number, name, why))?;
    }
    Ok(game)
}

pub fn evaluate(mut game: Game, asked: &Asked) -> Option<Evaluation> {
    if game.is_over() {
        return Some(Evaluation {
            score: for_black(game.position().final_score().into(), game.turn()),
            proved: true,
            plies: Some(0),
            depth: 0,
            line: vec![],
        });
    }
    let mut line = vec![];
    pass(&mut game, &mut line);
    let root = search(&game, 0, asked)?;
    let (mover, empties) = (game.turn(), game.position().empties());
    let mut found = root;
    while let Some(at) = found.at {
        if game.play(at).is_err() {
            break;
        }
        line.push(at.to_string());
        pass(&mut game, &mut line);
        let deepest = found.depth.saturating_sub(1);
        if deepest == 0 || game.is_over() || line.len() >= LONGEST_LINE {
            break;
        }
        found = search(&game, deepest, asked)?;
    }
    line.truncate(LONGEST_LINE);
    Some(Evaluation {
        score: for_black(f64::from(root.score) / f64::from(DISC), mover),
        // The search is as deep as there are empty squares.
        proved: root.depth >= empties,
        plies: None,
        depth: root.depth,
        line,
    })
}

/// Passes for the side to move if it must.
fn pass(game: &mut Game, line: &mut Vec<String>) {
    if game.must_pass() && game.pass().is_ok() {
        line.push(String::new());
    }
}

/// Searches with iterative deepening, also near the end of the game, so that there is always an answer.
fn search(game: &Game, deepest: u32, asked: &Asked) -> Option<Answer> {
    let task = Task { position: game.position(), by: By::Search { exact_from: 0, deepest }, budget: BUDGET };
    asked.answer(Search::new(task, None, &WEIGHTS))
}
