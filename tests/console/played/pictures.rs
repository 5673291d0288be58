//! The pictures of a game, with every stone in its place, and the kept ones.

use tengen::gateware::keyboard::key;
use tengen::gateware::video::colour::Colour as Shade;
use tengen::rules::gomoku::game::End;
use tengen::rules::gomoku::zju::Zju;
use tengen::rules::gomoku::{Colour, Crossing, Line, Player};
use tengen_sim::Engine;
use tengen_sim::frame::Frame;
use tengen_sim::monitor::{Mode, Monitor};

use super::Hands;
use super::two_players::{LINES, win};
use super::{FRAME, SPACING, WIDTHS, Watched, console, crossing};
use crate::reference_pictures::check_kept;

/// A colour as the converter with the fewest bits shows it.
fn shown(shade: Shade) -> [u8; 3] {
    let levels = shade.levels(WIDTHS);
    std::array::from_fn(|part| {
        let top = f64::from((1 << WIDTHS[part]) - 1);
        (f64::from(levels[part]) * 255.0 / top).round() as u8
    })
}

/// The crossings whose squares contain a pixel of that colour.
pub(super) fn where_seen(frame: &Frame, shade: Shade) -> Vec<Crossing> {
    let seen = |at: &Crossing| {
        let pixels = (0..SPACING * SPACING).map(|place| (place % SPACING, place / SPACING));
        pixels
            .map(|(x, y)| frame.pixel(at.col() * SPACING + x, at.row() * SPACING + y))
            .any(|pixel| pixel == shown(shade))
    };
    Crossing::all().filter(seen).collect()
}

/// Checks the picture of a game: every crossing's pixel has the colour of the reference's stone; only the mark of the
/// last stone and, until the end, the cursor are red; only the winning line is golden.
pub(super) fn check_board<E: Engine>(machine: &Watched<E>, frame: &Frame) {
    let referee = machine.engine();
    for at in Crossing::all() {
        let expected = match referee.board().get(at) {
            None => Shade::Line,
            Some(Colour::Black) => Shade::Ebony,
            Some(Colour::White) => Shade::Ivory,
        };
        let (x, y) = (16 + SPACING * at.col(), 16 + SPACING * at.row());
        assert_eq!(frame.pixel(x, y), shown(expected), "the middle of {at:?}");
        if expected != Shade::Line {
            for (x, y) in [(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)] {
                assert_eq!(frame.pixel(x, y), shown(expected), "beside the middle of {at:?}");
            }
        }
    }
    let state = machine.state().unwrap();
    let cursor = referee.end().is_none().then_some(state.cursor);
    let red = Crossing::all().filter(|at| [state.last, cursor].contains(&Some((at.row() as u64, at.col() as u64))));
    assert_eq!(where_seen(frame, Shade::Red), red.collect::<Vec<_>>());
    let mut line: Vec<Crossing> = match referee.end() {
        Some(End::Won { line: Some(line), .. }) => (0..line.length as isize)
            .map(|step| line.direction.walk(line.first, step).unwrap())
            .collect(),
        _ => vec![],
    };
    line.sort();
    assert_eq!(where_seen(frame, Shade::Gold), line);
}

#[test]
fn every_stone_is_seen_as_soon_as_it_lies() {
    let mut machine = console();
    machine.keys("m m enter");
    for (row, col) in [(7, 7), (0, 14), (14, 0), (6, 7)] {
        machine.put(crossing(row, col));
        let frame = machine.shot();
        check_board(&machine, &frame);
        machine.keys("w a");
    }
    let frame = machine.shot();
    check_board(&machine, &frame);
    assert_eq!(machine.engine().board().stones(), 4);
}

#[test]
fn the_pictures_are_the_kept_ones() {
    let mut machine = console();
    check_kept("mode_page", &machine.shot());
    machine.keys("down left right right m");
    check_kept("mode_page_changed", &machine.shot());
    machine.keys("m m l enter");
    // Against the computer, a few stones for each side.
    for _ in 0..6 {
        let referee = machine.engine();
        let at = Zju.choose(referee.board(), referee.turn()).unwrap();
        machine.put(at);
    }
    machine.keys("d d s");
    check_kept("game", &machine.shot());
    machine.keys("esc");
    check_kept("question", &machine.shot());
    machine.keys("esc m m enter");
    for (name, (colour, direction, (row, col), length)) in [("black", LINES[6]), ("white", LINES[5])] {
        let first = crossing(row, col);
        win(&mut machine, colour, Line { direction, first, length });
        check_kept(&format!("{name}_line"), &machine.shot());
        machine.keys("enter");
        check_kept(&format!("{name}_wins"), &machine.shot());
        machine.keys("enter");
    }
}

#[test]
fn stones_show_their_numbers_in_the_order_played() {
    let mut machine = console();
    machine.keys("m m enter");
    let white = |at: &Crossing| (at.col() + 2 * (at.row() % 2)) / 2 % 2 == 1;
    let (mut whites, mut blacks): (Vec<_>, Vec<_>) = Crossing::all().filter(|at| at.row() < 9).partition(white);
    for _ in 0..104 {
        let stones = if machine.engine().turn() == Colour::White { &mut whites } else { &mut blacks };
        machine.put(stones.remove(0));
    }
    machine.keys("d n");
    check_kept("numbers", &machine.shot());
    machine.keys("n");
    let frame = machine.shot();
    check_board(&machine, &frame);
}

#[test]
fn the_monitor_measures_two_frames_of_the_machine_at_play() {
    let mut machine = console();
    machine.keys("enter");
    let mut monitor = Monitor::new(Mode::VGA, WIDTHS);
    let mut keys = ["enter", "up", "a", "a"].iter().cycle();
    let mut frames = 0;
    while frames < 2 {
        assert!(machine.clocks() < 4 * FRAME, "no two frames: {:?}", monitor.timing());
        let key = keys.next().and_then(|name| key::named(name)).unwrap();
        machine.keyboard().press(key.code, key.extended);
        machine.keyboard().release(key.code, key.extended);
        let left = machine.keyboard().left();
        machine.watch(left, &mut monitor, |_| frames += 1);
    }
    let timing = monitor.timing().unwrap();
    timing.check_syncs(&Mode::VGA).unwrap();
    timing.check_porches(&Mode::VGA).unwrap();
    assert!(
        machine.engine().board().stones() > 0 || machine.engine().ends > 0,
        "it was at play"
    );
}
