//! The whole machine, played through its keyboard's two pins and watched by its monitor, with every stone checked by a
//! referee.
//!
//! The final pictures are references in tests/pictures. After an intended visible change, `TENGEN_RENEW=1 cargo test
//! --test console` writes them again; look at them before committing them.

use std::sync::LazyLock;

use crate::referee;

use crate::picture_model::Picture;
use crate::reference_pictures::check_kept;
use referee::Referee;
use tengen::gateware::console::{Console, Variant};
use tengen::gateware::director::SECOND;
use tengen::gateware::edition::Edition;
use tengen::gateware::keyboard::{debounce, key};
use tengen::gateware::video::colour::Colour as Shade;
use tengen::gateware::video::font;
use tengen::hdl::verilog::netlist_with;
use tengen::rules::gomoku::game::End;
use tengen::rules::gomoku::search::Lanes;
use tengen::rules::gomoku::{
    Board, Colour, Crossing, Direction, Line, Player, mcu::Mcu, renju, thesis::Thesis, zju::Zju,
};
use tengen::simulation::machine::Machine;
use tengen::simulation::stand_in::STAND_INS;
use tengen_sim::frame::Frame;
use tengen_sim::monitor::{Mode, Monitor};
use tengen_sim::{Circuit, Engine, KeyboardFrame, Random, fast::Fast};

/// The colour depth of the pictures: the coarsest.
const WIDTHS: [usize; 3] = [3, 3, 2];
type Coarse = Console<3, 3, 2>;
type Watched<E> = Machine<Referee<E>>;

/// The crossings along an edge.
const SIZE: i64 = 15;
/// The pixels between two crossings.
const SPACING: usize = 32;
/// Clocks of a frame.
const FRAME: u64 = 800 * 525;
/// The clocks of a second in which the highest level answers before the next key.
const SHORT_SECOND: u32 = 20_000;
/// The clocks after which a button has settled and its effect is painted.
const BUTTON: u64 = (SECOND / debounce::REST) as u64 + 2000;

/// A machine at power-on, with its first page painted.
fn power_on<E: Engine>(engine: E, second: u32) -> Watched<E> {
    let mut machine = Machine::new(Referee::new(engine, second, Lanes::Four)).unwrap();
    machine.settle().unwrap();
    machine
}

/// A machine on the fast engine, which is compared below with the other engines on every clock.
fn console() -> Watched<Fast> {
    static POWERED: LazyLock<Watched<Fast>> = LazyLock::new(|| power_on(fast(EXPECTED), EXPECTED.second));
    POWERED.clone()
}

fn fast(variant: Variant) -> Fast {
    let netlist = netlist_with(&mut Coarse::new(variant), "console", &|_| false, &STAND_INS).unwrap();
    Fast::new(netlist, Coarse::ports())
}

/// The machine of a board, except that the computer's moves are predictable.
const EXPECTED: Variant = Variant { second: SECOND, shuffle: false, ponder: 0, sound: true, edition: Edition::GOMOKU };

/// A person at the keyboard.
trait Hands {
    fn hit(&mut self, key: &str);
    fn keys(&mut self, keys: &str);
    fn go_to(&mut self, at: Crossing);
    fn put(&mut self, at: Crossing);
    fn push(&mut self, buttons: u64);
    fn shot(&mut self) -> Frame;
}

impl<E: Engine> Hands for Watched<E> {
    fn hit(&mut self, key: &str) {
        self.press(key::named(key).unwrap());
    }

    /// Presses keys, named as in a script, and settles after each.
    fn keys(&mut self, keys: &str) {
        for key in keys.split_whitespace() {
            self.hit(key);
            self.settle().unwrap();
        }
    }

    /// Moves the cursor there by the shortest way across the edges: with the up and down arrows, and with A and D.
    fn go_to(&mut self, at: Crossing) {
        let cursor = self.state().unwrap().cursor;
        for (from, to, back, forth) in [(cursor.0, at.row(), "up", "down"), (cursor.1, at.col(), "a", "d")] {
            let steps = (to as i64 - from as i64).rem_euclid(SIZE);
            let (key, steps) = if steps > SIZE / 2 { (back, SIZE - steps) } else { (forth, steps) };
            (0..steps).for_each(|_| self.hit(key));
        }
    }

    fn put(&mut self, at: Crossing) {
        self.go_to(at);
        self.keys("enter");
    }

    /// Holds these buttons until the machine has noticed; the computer may still be thinking.
    fn push(&mut self, buttons: u64) {
        self.hold_buttons(buttons);
        self.cycles(BUTTON);
        self.settle().unwrap();
    }

    fn shot(&mut self) -> Frame {
        self.frame().unwrap()
    }
}

fn crossing(row: usize, col: usize) -> Crossing {
    Crossing::new(row, col).unwrap()
}

/// Plays a whole game of two players; `next` gets the board and the side to move, and returns the move.
fn play<E: Engine>(machine: &mut Watched<E>, mut next: impl FnMut(&Board, Colour) -> Crossing) -> End {
    for _ in 0..SIZE * SIZE {
        let referee = machine.engine();
        if let Some(end) = referee.end() {
            return end;
        }
        let at = next(referee.board(), referee.turn());
        machine.put(at);
        assert!(
            machine.engine().board().get(at).is_some(),
            "the stone on {at:?} is taken"
        );
    }
    machine.engine().end().expect("a full board is an end")
}

/// Fills the board without five in a row: pairs of columns alternate, inverted in every other row, so that no line is
/// longer than two. Each stone is the place of its colour nearest to the one before.
fn fill<E: Engine>(machine: &mut Watched<E>) -> End {
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
fn win<E: Engine>(machine: &mut Watched<E>, winner: Colour, line: Line) {
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

/// A colour as the converter with the fewest bits shows it.
fn shown(shade: Shade) -> [u8; 3] {
    let levels = shade.levels(WIDTHS);
    std::array::from_fn(|part| {
        let top = f64::from((1 << WIDTHS[part]) - 1);
        (f64::from(levels[part]) * 255.0 / top).round() as u8
    })
}

/// The crossings whose squares contain a pixel of that colour.
fn where_seen(frame: &Frame, shade: Shade) -> Vec<Crossing> {
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
fn check_board<E: Engine>(machine: &Watched<E>, frame: &Frame) {
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

/// A line for each colour in each direction, most of them along the edges and in the corners: colour, direction, row
/// and column of the first stone, length.
const LINES: [(Colour, Direction, (usize, usize), usize); 8] = [
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

/// Plays a game against the computer in that mode and at that level, with `person` for the person's moves.
fn against(machine: &mut Watched<impl Engine>, mode: &str, level: u64, person: &dyn Player) -> End {
    while machine.state().unwrap().level != level {
        machine.keys("l");
    }
    while machine.state().unwrap().mode != mode {
        machine.keys("m");
    }
    play(machine, |board, turn| person.choose(board, turn).unwrap())
}

#[test]
fn the_computer_plays_the_reference_in_every_mode_and_level() {
    let mut machine = console();
    machine.keys("enter");
    for (mode, level, person) in [
        ("PVC", 3, &Mcu as &dyn Player),
        ("CVP", 3, &Mcu),
        ("PVC", 4, &Zju),
        ("CVP", 4, &Zju),
        ("PVC", 1, &Zju),
        ("CVP", 1, &Zju),
        ("PVC", 2, &Zju),
        ("CVP", 2, &Mcu),
        ("PVC", 5, &Zju),
        ("CVP", 5, &Thesis),
    ] {
        let end = against(&mut machine, mode, level, person);
        let frame = machine.shot();
        check_board(&machine, &frame);
        println!(
            "{mode} at level {level}: {} stones, {end:?}",
            machine.engine().board().stones()
        );
        machine.keys("enter enter");
    }
    assert_eq!(machine.engine().ends, 10);
    assert!(machine.engine().computer_moves >= 60);
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

/// Creates a fork of two threes under Renju, with white's answers elsewhere: (7, 6) would be a double-three.
fn a_fork(machine: &mut Watched<impl Engine>) {
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
fn the_clock_counts_down_and_the_turn_passes() {
    const SECOND: u32 = 20_000;
    let variant = Variant { second: SECOND, shuffle: false, ponder: 0, sound: true, edition: Edition::GOMOKU };
    let mut machine = Machine::new(fast(variant)).unwrap();
    machine.settle().unwrap();
    let press = |machine: &mut Machine<_>, name| {
        machine.press(key::named(name).unwrap());
        machine.settle().unwrap();
    };
    for name in ["m", "m", "enter"] {
        press(&mut machine, name);
    }
    let mut seen = vec![];
    for _ in 0..31 {
        seen.push(machine.state().unwrap().clock.unwrap());
        machine.cycles(SECOND.into());
        if machine.state().unwrap().turn == "white" {
            break;
        }
    }
    assert!(
        seen.iter().rev().copied().eq(seen[seen.len() - 1]..=seen[0]),
        "{seen:?}"
    );
    assert!((1, 28) <= (seen[seen.len() - 1], seen[0]), "{seen:?}");
    let state = machine.state().unwrap();
    assert_eq!((state.turn, state.moves, state.clock), ("white", 0, Some(30)));
    // The clock stops on the bring-up page, and there is none in a game without a clock.
    press(&mut machine, "f1");
    let before = machine.state().unwrap().clock;
    machine.cycles(40 * u64::from(SECOND));
    assert_eq!(machine.state().unwrap().clock, before);
    for name in ["f1", "esc", "4", "right"] {
        press(&mut machine, name);
    }
    assert_eq!(machine.state().unwrap().clock, None);
}

#[test]
fn after_a_minute_without_a_key_the_computer_plays_itself() {
    let variant = Variant { second: 5000, shuffle: true, ponder: 0, sound: true, edition: Edition::GOMOKU };
    let mut machine = Machine::new(fast(variant)).unwrap();
    machine.settle().unwrap();
    machine.cycles(30 * 5000);
    assert_eq!(machine.state().unwrap().page, "mode");
    machine.press(key::named("up").unwrap());
    machine.cycles(58 * 5000);
    assert_eq!(machine.state().unwrap().page, "mode", "the key came in between");
    machine.cycles(12 * 5000);
    let state = machine.state().unwrap();
    assert_eq!((state.page, state.mode), ("game", "DEMO"));
    assert!((3..=10).contains(&state.moves), "{}", state.moves);
    machine.press(key::named("enter").unwrap());
    machine.cycles(20 * 5000);
    let state = machine.state().unwrap();
    assert_eq!((state.page, state.mode), ("mode", "PVC"), "the key did nothing else");
}

/// The times of the keys influence the random numbers: two sessions do not begin in the same way.
#[test]
fn keys_at_other_times_make_another_game() {
    let variant = Variant { shuffle: true, ..EXPECTED };
    let mut powered = Machine::new(fast(variant)).unwrap();
    powered.settle().unwrap();
    let game = |pause: u64| {
        let mut machine = powered.clone();
        for name in "enter enter up enter up enter up enter up enter".split_whitespace() {
            machine.cycles(pause);
            machine.press(key::named(name).unwrap());
            machine.settle().unwrap();
        }
        machine.state().unwrap().board
    };
    let games: Vec<_> = (0..8).map(|pause| game(1000 + 777 * pause)).collect();
    let others = games.iter().filter(|board| **board != games[0]).count();
    assert!(others >= 4, "{others} of 7 games are other than the first");
    assert_eq!(game(1000), games[0], "the same keys at the same times, the same game");
}

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
fn bring_up(codes: &[u8], errors: usize, down: u64) -> Frame {
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
        (10, Shade::White, format!(" ERROR {errors:02X}")),
        (12, Shade::Dim, " BUTTONS".into()),
        (19, Shade::Dim, " LEAVE".into()),
        (20, Shade::White, " F1   ESC".into()),
        (21, Shade::White, " CENTRE".into()),
    ];
    for (button, name) in ["UP", "DOWN", "LEFT", "RIGHT", "CENTRE"].into_iter().enumerate() {
        let state = if down >> button & 1 == 1 { '●' } else { '○' };
        rows.push((13 + button, Shade::White, format!(" {name:7}{state}")));
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
    assert_eq!(machine.shot().compare(&bring_up(&sent[1..], 0, 0)).unwrap(), None);

    // Keys that would affect the game, bad frames, and buttons.
    machine.keys("enter m m ctrl ctrl right");
    for _ in 0..18 {
        machine.keyboard().send_frame(KeyboardFrame::new(0x1C).wrong_parity());
    }
    let [up, right, centre] = [0, 3, 4].map(|button| 1 << button);
    machine.push(up | right);
    sent.extend([0x14, 0xF0, 0x14, 0xE0, 0x74, 0xE0, 0xF0, 0x74]);
    let shown = machine.shot();
    let expected = bring_up(&sent[sent.len() - 8..], 18, up | right);
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
    assert_eq!(machine.shot().compare(&bring_up(&[], 0, centre)).unwrap(), None);
    machine.push(0);
    assert_eq!(machine.shot().compare(&bring_up(&[], 0, 0)).unwrap(), None);
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

#[test]
fn two_thousand_random_keys_break_no_rule() {
    // A second so short that the highest level answers before the next key.
    let variant = Variant { second: SHORT_SECOND, ..EXPECTED };
    let mut machine = power_on(fast(variant), SHORT_SECOND);
    let mut random = Random::new(7);
    // Mostly moves and stones, so that games end; sometimes any key, and sometimes a repetition.
    let often = [
        "up",
        "w",
        "left",
        "a",
        "a",
        "down",
        "right",
        "enter",
        "enter",
        "enter",
        "space",
        "keypad_enter",
    ];
    let mut key = &key::KEYS[0];
    let mut held: Vec<&key::PhysicalKey> = vec![];
    for _ in 0..2000 {
        key = match random.below(16) {
            0..4 => key,
            4 => &key::KEYS[random.below(key::KEYS.len())],
            5 if random.once_in(4) => key::named("m").unwrap(),
            _ => key::named(random.of(&often)).unwrap(),
        };
        machine.keyboard().press(key.code, key.extended);
        held.push(key);
        // Mostly the key is released at once; sometimes others are pressed in between.
        while !held.is_empty() && !random.once_in(4) {
            let key = held.swap_remove(random.below(held.len()));
            machine.keyboard().release(key.code, key.extended);
        }
        while !machine.keyboard().idle() {
            let left = machine.keyboard().left();
            machine.cycles(left);
        }
        machine.cycles(random.of(&[0, 1, 30, 300, 1000]));
    }
    let referee = machine.engine();
    let played = format!(
        "{:?} stones in each mode, {} taken back, {} ends",
        referee.stones, referee.taken_back, referee.ends
    );
    println!("{played}");
    assert!(
        referee.stones[..3].iter().all(|count| *count >= 30) && referee.taken_back >= 10 && referee.ends >= 5,
        "the keys must play: {played}"
    );
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

/// The emitted Verilog under Verilator, the rust-hdl simulation and the fast engine, with every output compared on
/// every clock.
#[cfg(feature = "eda")]
mod verilog {
    use super::*;
    use crate::both::on_every_engine;
    use tengen::hdl::verilog::verilog;

    /// A short second that still leaves time for a move, and for a frame of the winning line before the final picture.
    const FAST: Variant = Variant {
        second: FRAME as u32,
        shuffle: false,
        ponder: 0,
        sound: true,
        edition: Edition::GOMOKU.without_searches(),
    };

    fn text() -> String {
        text_with(FAST)
    }

    fn text_with(variant: Variant) -> String {
        verilog(&mut Coarse::new(variant), "console").unwrap()
    }

    /// The console in the rust-hdl simulation and in that Verilog, as one machine, after settling.
    fn both(text: &str) -> Watched<impl Engine + use<>> {
        let mut machine = machine(text);
        machine.settle().unwrap();
        machine
    }

    /// The same before its first clock.
    fn machine(text: &str) -> Watched<impl Engine + use<>> {
        Machine::new(Referee::new(engine(text, FAST), FAST.second, Lanes::Four)).unwrap()
    }

    fn engine(text: &str, variant: Variant) -> impl Engine + use<> {
        on_every_engine(&|| Coarse::new(variant), text)
    }

    /// Plays the game against the computer to its end and beyond.
    fn a_game_against_the_computer(machine: &mut Watched<impl Engine>) {
        let end = against(machine, "PVC", 3, &Mcu);
        assert!(matches!(end, End::Won { .. }));
        machine.cycles(2 * u64::from(FAST.second) + 5000);
        machine.frames(1, |_| Ok(())).unwrap();
        machine.keys("enter");
        assert_eq!(machine.state().unwrap().moves, 0, "after the picture a new game");
    }

    #[test]
    fn whole_games_are_equal_on_every_clock() {
        let mut machine = both(&text());
        machine.keys("down right left up m m enter");
        machine.keys("enter ctrl d ctrl ctrl");
        assert_eq!(fill(&mut machine), End::Draw);
        machine.frames(1, |_| Ok(())).unwrap();
        machine.keys("enter space");
        a_game_against_the_computer(&mut machine);
        machine.keys("enter m enter esc esc");
        machine.hold_buttons(1 << 4);
        machine.frames(2, |_| Ok(())).unwrap();
        let state = machine.state().unwrap();
        assert_eq!(
            (state.page, machine.engine().ends),
            ("game", 2),
            "the button began another game"
        );
        machine.keys("f1 a right");
        machine.keyboard().send_frame(KeyboardFrame::new(0x1C).wrong_parity());
        machine.frames(1, |_| Ok(())).unwrap();
        machine.push(0);
        assert_eq!(machine.state().unwrap().page, "bring_up");
        machine.push(1 << 4);
        assert_eq!(machine.state().unwrap(), state, "nothing has happened to the game");
        println!(
            "{:?} stones in each mode, {} clocks",
            machine.engine().stones,
            machine.clocks()
        );
        assert!(machine.clocks() > 4 * FRAME);
    }

    #[test]
    fn a_game_under_renju_is_equal_on_every_clock() {
        let mut machine = both(&text());
        machine.keys("4 right");
        a_fork(&mut machine);
        machine.keys("n h u u");
        assert_eq!(machine.engine().taken_back, 2);
        machine.put(crossing(9, 6));
        machine.put(crossing(14, 6));
        machine.put(crossing(0, 0));
        machine.frames(1, |_| Ok(())).unwrap();
        machine.put(crossing(0, 2));
        machine.put(crossing(7, 6));
        let state = machine.state().unwrap();
        assert_eq!((state.winner, state.reason), (Some("white"), Some("DOUBLE THREE")));
        machine.frames(1, |_| Ok(())).unwrap();
    }

    /// Moves, a stopped search, a hint, and their texts in the menu; the search's stand-in is compared as well.
    #[test]
    fn a_game_against_a_search_is_equal_on_every_clock() {
        let variant = Variant { edition: Edition::GOMOKU, ..FAST };
        let mut machine = power_on(engine(&text_with(variant), variant), variant.second);
        machine.keys("l l enter");
        assert_eq!(machine.state().unwrap().level, 5);
        machine.keys("enter");
        machine.put(crossing(0, 0));
        machine.put(crossing(14, 0));
        assert_eq!(machine.engine().board().stones(), 6);
        machine.frames(1, |_| Ok(())).unwrap();
        machine.hit("up");
        machine.hit("enter");
        machine.cycles(5000);
        assert_eq!(machine.engine().board().stones(), 7, "it is thinking");
        machine.keys("u h");
        assert_eq!((machine.engine().board().stones(), machine.engine().taken_back), (6, 1));
        machine.keys("enter");
        assert_eq!(machine.engine().board().stones(), 8);
        machine.frames(1, |_| Ok(())).unwrap();
    }

    #[test]
    fn clock_and_demo_are_equal_on_every_clock() {
        const SECOND: u64 = 3000;
        let variant = Variant {
            second: SECOND as u32,
            shuffle: true,
            ponder: 0,
            sound: true,
            edition: Edition::GOMOKU.without_searches(),
        };
        let mut machine = Machine::new(engine(&text_with(variant), variant)).unwrap();
        machine.settle().unwrap();
        machine.cycles(80 * SECOND);
        let state = machine.state().unwrap();
        assert_eq!((state.page, state.mode), ("game", "DEMO"));
        assert!(state.moves >= 5);
        for name in ["esc", "m", "m", "enter"] {
            machine.press(key::named(name).unwrap());
            machine.settle().unwrap();
        }
        machine.cycles(31 * SECOND);
        let state = machine.state().unwrap();
        assert_eq!((state.mode, state.turn, state.moves), ("PVP", "white", 0));
    }

    #[test]
    fn the_bring_up_page_from_power_on_is_equal_on_every_clock() {
        let mut machine = machine(&text());
        let centre = 1 << 4;
        machine.push(centre);
        machine.frames(1, |_| Ok(())).unwrap();
        assert_eq!(machine.state().unwrap().page, "bring_up");
        machine.push(0);
        machine.push(centre);
        assert_eq!(machine.state().unwrap().page, "mode");
    }

    /// Faults that are visible only in a complete game: a stone of the picture WIN, the winning condition, and the
    /// choice among equals.
    const BREAKS: [(&str, &str); 3] = [
        ("words[64] = 4'h4;", "words[64] = 4'h0;"),
        (
            "state_d_first_row = state_q_at_row;",
            "state_d_first_row = state_q_home_row;",
        ),
        ("{key, low_sum[28]}", "{key, 1'b1}"),
    ];

    #[test]
    fn a_broken_verilog_is_seen() {
        let text = text();
        for (sound, faulty) in BREAKS {
            assert_eq!(text.matches(sound).count(), 1, "{sound} is to be broken");
            let mut machine = both(&text.replace(sound, faulty));
            machine.keys("enter");
            is_found_out(faulty, || a_game_against_the_computer(&mut machine));
        }
    }

    fn is_found_out(fault: &str, game: impl FnOnce()) {
        let panic = std::panic::catch_unwind(std::panic::AssertUnwindSafe(game)).expect_err(fault);
        let message = panic.downcast_ref::<String>().expect("a message");
        assert!(message.starts_with("the Verilog differs"), "{fault}: {message}");
    }
}
