//! Games of two players: won in every direction, drawn on a full board, and taken back.

use tengen::rules::gomoku::game::End;
use tengen::rules::gomoku::{Colour, Crossing, Direction, Line};
use tengen_sim::Engine;

use super::Hands;
use super::pictures::check_board;
use super::{SIZE, Watched, console, crossing, play};
use crate::reference_pictures::check_kept;

/// Fills the board without five in a row: pairs of columns alternate, inverted in every other row, so that no line is
/// longer than two. Each stone is the place of its colour nearest to the one before.
pub(super) fn fill<E: Engine>(machine: &mut Watched<E>) -> End {
    let colour = |at: Crossing| [Colour::Black, Colour::White][(at.col() + 2 * (at.row() % 2)) / 2 % 2];
    let mut hand = crossing(7, 7);
    play(machine, |board, turn| {
        let way = |from: usize, to: usize| from.abs_diff(to).min(SIZE as usize - from.abs_diff(to));
        let far = |at: &Crossing| way(hand.row(), at.row()) + way(hand.col(), at.col());
        hand = board.vacant().filter(|at| colour(*at) == turn).min_by_key(far).unwrap();
        hand
    })
}

/// A game in which `winner` makes `line`, its middle stone last, while the other side plays elsewhere.
pub(super) fn win<E: Engine>(machine: &mut Watched<E>, winner: Colour, line: Line) {
    let mut own: Vec<Crossing> = (0..line.length as isize)
        .map(|step| line.direction.walk(line.first, step).unwrap())
        .collect();
    let middle = own.remove(2);
    own.push(middle);
    let mut others = [(1, 8), (2, 3), (4, 7), (6, 12), (8, 9), (9, 1), (12, 5), (13, 10)]
        .map(|(row, col)| crossing(row, col))
        .into_iter()
        .filter(|at| !own.contains(at));
    let mut own = own.iter();
    let end = play(machine, |_, turn| {
        if turn == winner { *own.next().unwrap() } else { others.next().unwrap() }
    });
    let foul = None;
    let line = Some(line);
    assert_eq!(end, End::Won { colour: winner, line, foul });
    let state = machine.state().unwrap();
    let name = [(Colour::Black, "black"), (Colour::White, "white")]
        .into_iter()
        .find(|(colour, _)| *colour == winner);
    assert_eq!(state.winner, name.map(|(_, name)| name));
}

/// A line for each colour in each direction, most of them along the edges and in the corners: colour, direction, row
/// and column of the first stone, length.
pub(super) const LINES: [(Colour, Direction, (usize, usize), usize); 8] = [
    (Colour::Black, Direction::AlongTheRow, (0, 10), 5),
    (Colour::White, Direction::AlongTheRow, (14, 0), 5),
    (Colour::Black, Direction::DownTheColumn, (10, 0), 5),
    (Colour::White, Direction::DownTheColumn, (0, 14), 6),
    (Colour::Black, Direction::DownRight, (10, 10), 5),
    (Colour::White, Direction::DownRight, (4, 3), 5),
    (Colour::Black, Direction::DownLeft, (5, 8), 6),
    (Colour::White, Direction::DownLeft, (10, 4), 5),
];

#[test]
fn games_of_two_players_are_won_in_every_direction() {
    let mut machine = console();
    machine.keys("m m enter");
    for (colour, direction, (row, col), length) in LINES {
        let first = crossing(row, col);
        win(&mut machine, colour, Line { direction, first, length });
        let frame = machine.shot();
        check_board(&machine, &frame);
        machine.keys("enter enter");
        assert_eq!(machine.state().unwrap().moves, 0, "a new game");
    }
    assert_eq!(machine.engine().ends, LINES.len());
}

#[test]
fn a_full_board_is_a_draw() {
    let mut machine = console();
    machine.keys("m m enter");
    assert_eq!(fill(&mut machine), End::Draw);
    let frame = machine.shot();
    check_board(&machine, &frame);
    check_kept("full_board", &frame);
    machine.keys("space");
    check_kept("draw", &machine.shot());
    assert_eq!(machine.state().unwrap().winner, Some("draw"));
}

#[test]
fn what_was_played_is_taken_back_on_the_board_and_in_the_picture() {
    let mut machine = console();
    machine.keys("m m enter");
    for (row, col) in [(7, 7), (0, 0), (6, 8)] {
        machine.put(crossing(row, col));
    }
    for left in (0..3).rev() {
        machine.keys(["u", "r"][left % 2]);
        assert_eq!(machine.state().unwrap().moves, left as u64);
        let frame = machine.shot();
        check_board(&machine, &frame);
    }
    machine.keys("u m");
    assert_eq!(machine.state().unwrap().mode, "PVC");
    machine.keys("enter w enter");
    assert_eq!(machine.state().unwrap().moves, 4);
    machine.keys("u");
    let state = machine.state().unwrap();
    assert_eq!((state.moves, state.cursor, state.turn), (2, (6, 7), "black"));
    let frame = machine.shot();
    check_board(&machine, &frame);
    machine.keys("u u");
    assert_eq!((machine.state().unwrap().moves, machine.engine().taken_back), (0, 7));
}
