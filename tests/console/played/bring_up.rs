//! The push buttons, and the bring-up page.

use referee::Referee;
use tengen::gateware::video::colour::Colour as Shade;
use tengen::gateware::video::font;
use tengen::rules::gomoku::Colour;
use tengen::rules::gomoku::search::Lanes;
use tengen::simulation::machine::Machine;
use tengen_sim::KeyboardFrame;
use tengen_sim::frame::Frame;

use super::Hands;
use super::{BUTTON, EXPECTED, WIDTHS, console, crossing, fast};
use crate::picture_model::Picture;
use crate::referee;
use crate::reference_pictures::check_kept;

/// The machine needs no keyboard: the buttons can start a game and place stones.
#[test]
fn the_push_buttons_play_too() {
    let mut machine = console();
    machine.cycles(BUTTON);
    let [up, left, centre] = [0, 2, 4].map(|button| 1 << button);
    for button in [centre, centre, up, left, centre] {
        machine.push(button);
        machine.push(0);
    }
    let referee = machine.engine();
    assert_eq!(referee.board().get(crossing(7, 7)), Some(Colour::Black));
    assert_eq!(machine.state().unwrap().cursor, (6, 6));
    assert_eq!((referee.board().stones(), referee.computer_moves), (4, 2));
}

/// The bring-up page after these bytes from the keyboard and that many bad frames, with these buttons down.
/// The serial line's last byte and the number of its errors are `line`.
fn bring_up(codes: &[u8], errors: usize, down: u64, line: [u8; 2]) -> Frame {
    let shown = |place: usize| match (codes.len() + place).checked_sub(8) {
        Some(code) => format!("{:02X}", codes[code]),
        None => "··".into(),
    };
    let codes: Vec<String> = (0..8).map(shown).collect();
    let mut rows = vec![
        (1, Shade::White, "TEST".into()),
        (3, Shade::Dim, " BRING-UP".into()),
        (5, Shade::Dim, " KEYBOARD".into()),
        (6, Shade::Dim, format!(" {}", codes[..3].join(" "))),
        (7, Shade::Dim, format!(" {}", codes[3..6].join(" "))),
        (8, Shade::White, format!(" {} _", codes[6..].join(" "))),
        (9, Shade::White, format!(" ERROR {errors:02X}")),
        (11, Shade::Dim, " BUTTONS".into()),
        (18, Shade::Dim, " SERIAL".into()),
        (19, Shade::White, format!(" {:02X} ERR{:02X}", line[0], line[1])),
        (21, Shade::Dim, " LEAVE".into()),
        (22, Shade::White, " F1   ESC".into()),
        (23, Shade::White, " CENTRE".into()),
    ];
    for (button, name) in ["UP", "DOWN", "LEFT", "RIGHT", "CENTRE"].into_iter().enumerate() {
        let state = if down >> button & 1 == 1 { '●' } else { '○' };
        rows.push((12 + button, Shade::White, format!(" {name:7}{state}")));
    }
    let mut picture = Picture { show_test: true, ..Picture::default() };
    for (row, ink, text) in rows {
        for (column, character) in text.chars().enumerate() {
            let ink = if ink == Shade::Dim { 3 << 6 } else { 0 };
            picture.menu[row][column] = ink | font::glyph(character).unwrap();
        }
    }
    picture.frame(WIDTHS)
}

#[test]
fn the_bring_up_page_shows_what_comes_and_leaves_the_game_alone() {
    let mut machine = console();
    machine.cycles(BUTTON);
    machine.keys("enter enter w d");
    let (state, frame) = (machine.state().unwrap(), machine.shot());
    assert_eq!((state.page, state.moves), ("game", 2));

    machine.keys("f1");
    assert_eq!(machine.state().unwrap().page, "bring_up");
    let mut sent = vec![0x1D, 0xF0, 0x1D, 0x23, 0xF0, 0x23, 0x05, 0xF0, 0x05];
    assert_eq!(
        machine.shot().compare(&bring_up(&sent[1..], 0, 0, [0; 2])).unwrap(),
        None
    );

    // Keys that would affect the game, bad frames, and buttons.
    machine.keys("enter m m ctrl ctrl right");
    for _ in 0..18 {
        machine.keyboard().send_frame(KeyboardFrame::new(0x1C).wrong_parity());
    }
    let [up, right, centre] = [0, 3, 4].map(|button| 1 << button);
    machine.push(up | right);
    sent.extend([0x14, 0xF0, 0x14, 0xE0, 0x74, 0xE0, 0xF0, 0x74]);
    let shown = machine.shot();
    let expected = bring_up(&sent[sent.len() - 8..], 18, up | right, [0; 2]);
    assert_eq!(shown.compare(&expected).unwrap(), None);
    check_kept("bring_up", &shown);
    machine.push(0);

    machine.keys("f1");
    assert_eq!(machine.state().unwrap(), state);
    assert_eq!(machine.shot().compare(&frame).unwrap(), None);

    // The two other ways to leave the page.
    machine.keys("f1 esc");
    assert_eq!(machine.state().unwrap(), state);
    machine.keys("f1");
    machine.push(centre);
    machine.push(0);
    assert_eq!(machine.state().unwrap(), state);
    machine.push(centre);
    assert_eq!(machine.state().unwrap().moves, 4, "the button plays again");
}

#[test]
fn the_centre_button_held_at_power_on_opens_the_bring_up_page() {
    let mut machine = Machine::new(Referee::new(fast(EXPECTED), EXPECTED.second, Lanes::Four)).unwrap();
    let centre = 1 << 4;
    machine.push(centre);
    assert_eq!(machine.state().unwrap().page, "bring_up");
    assert_eq!(machine.shot().compare(&bring_up(&[], 0, centre, [0; 2])).unwrap(), None);
    machine.push(0);
    assert_eq!(machine.shot().compare(&bring_up(&[], 0, 0, [0; 2])).unwrap(), None);
    let first = 1;
    machine.push(first);
    assert_eq!(machine.state().unwrap().page, "bring_up", "only the centre closes it");
    machine.push(0);
    machine.push(centre);
    assert_eq!(machine.state().unwrap().page, "mode");
    check_kept("mode_page", &machine.shot());
    machine.push(0);
    machine.push(centre);
    assert_eq!(machine.state().unwrap().page, "game", "now it is Enter");
}
