//! Forbidden points under Renju.

use tengen::gateware::video::colour::Colour as Shade;
use tengen::rules::gomoku::renju;
use tengen_sim::Engine;

use super::Hands;
use super::pictures::{check_board, where_seen};
use super::{Watched, console, crossing};
use crate::reference_pictures::check_kept;

/// Creates a fork of two threes under Renju, with white's answers elsewhere: (7, 6) would be a double-three.
pub(super) fn a_fork(machine: &mut Watched<impl Engine>) {
    machine.keys("3 right right m m enter");
    for (row, col) in [(7, 4), (14, 0), (7, 5), (14, 2), (8, 6), (14, 4), (9, 6), (14, 6)] {
        machine.put(crossing(row, col));
    }
    let state = machine.state().unwrap();
    assert_eq!((state.rule, state.mode, state.turn), (Some("renju"), "PVP", "black"));
}

#[test]
fn forbidden_points_are_marked_for_black_and_lose() {
    let mut machine = console();
    a_fork(&mut machine);
    let foul = crossing(7, 6);
    machine.keys("d d d d w w w");
    let frame = machine.shot();
    let forbidden: Vec<_> = renju::forbidden(machine.engine().board()).map(|(at, _)| at).collect();
    assert_eq!(forbidden, [foul]);
    let state = machine.state().unwrap();
    let marked = |(row, col): (u64, u64)| crossing(row as usize, col as usize);
    let mut red = vec![foul, marked(state.cursor), marked(state.last.unwrap())];
    red.sort();
    assert_eq!(where_seen(&frame, Shade::Red), red);
    check_kept("forbidden", &frame);
    machine.put(crossing(0, 14));
    let frame = machine.shot();
    check_board(&machine, &frame);
    machine.put(crossing(0, 0));
    machine.put(foul);
    let state = machine.state().unwrap();
    assert_eq!((state.winner, state.reason), (Some("white"), Some("DOUBLE THREE")));
    let frame = machine.shot();
    check_board(&machine, &frame);
    check_kept("foul", &frame);
}
