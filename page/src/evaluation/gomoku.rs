//! Evaluates positions of Gomoku by its search. A score of a win is a proof: `rules::gomoku::search` counts no loss
//! that rests on the moves it tried.

use super::{Asked, BUDGET, Evaluation, LONGEST_LINE, for_black, unplayed};
use crate::notation::sgf::{coordinates, named};
use crate::rules::gomoku::search::alpha_beta::{Search, Settings, WIN, wins_in};
use crate::rules::gomoku::search::{Answer, Task, WEIGHTS};
use crate::rules::gomoku::{Crossing, End, Game, Rule};

/// The game with these moves.
pub fn game(rule: Option<&str>, moves: &[String]) -> Result<Game, String> {
    let rule = Rule::ALL
        .into_iter()
        .find(|known| rule.is_some_and(|rule| known.to_string() == rule))
        .ok_or("this is no rule of Gomoku")?;
    let mut game = Game::new(rule);
    for (number, name) in moves.iter().enumerate() {
        let played = match (name.as_str(), named(name)) {
            ("", _) => game.pass(),
            (_, Some(at)) => game.play(at),
            (_, None) => return Err(unplayed(number, name, "no crossing of the board")),
        };
        played.map_err(|why| unplayed(number, name, why))?;
    }
    Ok(game)
}

pub fn evaluate(game: Game, asked: &Asked) -> Option<Evaluation> {
    if let Some(end) = game.end() {
        return Some(Evaluation {
            score: match end {
                End::Won { colour, .. } => for_black(WIN.into(), colour),
                End::Draw => 0.0,
            },
            proved: true,
            plies: Some(0),
            depth: 0,
            line: vec![],
        });
    }
    let root = search(&game, 0, asked)?;
    let plies = wins_in(root.score.abs());
    Some(Evaluation {
        score: for_black(root.score.into(), game.turn()),
        proved: plies.is_some(),
        plies,
        depth: root.depth,
        line: line(game, root, asked)?,
    })
}

fn task(game: &Game, deepest: u32) -> Task {
    Task { board: game.board().clone(), mover: game.turn(), rule: game.rule(), budget: BUDGET, deepest }
}

fn search(game: &Game, deepest: u32, asked: &Asked) -> Option<Answer> {
    asked.answer(Search::new(task(game, deepest), Settings::default(), &WEIGHTS))
}

/// The best line from a position, given the search's result: its move and the expected reply, continued by further
/// searches, each shallower by the plies played.
fn line(mut game: Game, mut found: Answer, asked: &Asked) -> Option<Vec<String>> {
    let mut line = vec![];
    loop {
        let moves: Vec<Crossing> = found.at.into_iter().chain(found.reply).collect();
        for at in &moves {
            if line.len() == LONGEST_LINE || game.play(*at).is_err() {
                return Some(line);
            }
            line.push(coordinates(*at));
        }
        // A search that found the end of the game reports only the depth it needed.
        let ahead = wins_in(found.score.abs()).unwrap_or(found.depth);
        let deepest = ahead.saturating_sub(moves.len() as u32);
        if moves.is_empty() || deepest == 0 || game.end().is_some() || line.len() == LONGEST_LINE {
            return Some(line);
        }
        found = search(&game, deepest, asked)?;
    }
}
