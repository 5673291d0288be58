use super::*;
use crate::link::ports::LinkNews;
use crate::ports::Seat;
use crate::text::menu_text::{COLUMNS, LARGE, ROWS};
use crate::{bring_up, edition::Edition, gomoku};
use tengen_hdl::library::decimal_counter::decimal;
use tengen_sim::{ByName, Encoded, Engine, Native, Random};

fn painter() -> Native<MenuPainter> {
    let menus = [
        gomoku::words::words(&Edition::FULL).menu,
        bring_up::words::menu(&Edition::FULL),
    ];
    Native::new(MenuPainter::new(&menus, true))
}

/// The menu as text, once the painter has finished.
fn painted(status: MenuStatus) -> Vec<String> {
    let mut painter = painter();
    painter.circuit.status.next = status;
    paint(&mut painter)
}

fn paint(painter: &mut Native<MenuPainter>) -> Vec<String> {
    paint_with_inks(painter).0
}

fn paint_with_inks(painter: &mut Native<MenuPainter>) -> (Vec<String>, Vec<[u64; COLUMNS]>) {
    let mut rows = vec![vec!['?'; COLUMNS]; ROWS];
    let mut inks = vec![[9; COLUMNS]; ROWS];
    painter.settle();
    assert_eq!(painter.read("busy"), 1);
    for _ in 0..2000 {
        painter.settle();
        let written: MenuWrite = painter.read_as("menu");
        if written.enable {
            let (row, col) = (written.address.index() >> 4, written.address.index() & 15);
            let glyph = (written.cell.index() & 63) as u8;
            inks[row][col] = written.cell.encode() >> 6;
            let mut shown = std::iter::once(' ').chain(font::characters());
            rows[row][col] = shown.find(|c| font::glyph(*c) == Some(glyph)).unwrap_or('*');
        }
        painter.step();
        if painter.read("busy") == 0 {
            return (rows.into_iter().map(String::from_iter).collect(), inks);
        }
    }
    panic!("the painter does not come to rest");
}

/// The rows that are not blank.
fn texts(menu: &[String]) -> Vec<&str> {
    let rows = menu.iter().map(|row| row.trim_end());
    rows.filter(|row| !row.is_empty()).collect()
}

/// Who plays: `None` a person, else the computer's level, counted from 1.
type Players = [Option<u64>; 2];
const PEOPLE: Players = [None, None];

fn status(players: Players, status: Status, keys: Keys, (row, col): (u64, u64)) -> MenuStatus {
    let [black, white] = players.map(|level| Seat {
        computer: level.is_some(),
        level: level.map_or(0, |level| level - 1).into(),
        line: false,
    });
    MenuStatus {
        seats: Seats { black, white },
        status,
        keys,
        cursor: Crossing { row: row.into(), col: col.into() },
        club: ClubNews::Key,
        on: true,
        ..MenuStatus::default()
    }
}

#[test]
fn a_game_against_the_computer() {
    let menu = painted(status([None, Some(3)], Status::BlackToMove, Keys::Playing, (7, 7)));
    let expected = [
        "BLACK",
        " TO MOVE",
        " AT   H8",
        " ●PERSON",
        " ○LEVEL 3",
        " FREE 5",
        " C   CLUB",
        " ←↑↓→ AIM",
        " ↵    PUT",
        " U   UNDO",
        " H   HINT",
        " N NUMBER",
        " P   PASS",
        " M   MODE",
        " L  LEVEL",
        " CTRL NEW",
        " ESC BACK",
        " V  SOUND",
    ];
    assert_eq!(texts(&menu), expected);
    assert!(menu.iter().all(|row| !row.contains('?')), "every cell is painted");
    assert!(menu[LARGE].trim_end().chars().count() <= COLUMNS / 2);
}

#[test]
fn two_computers_have_each_a_level_of_their_own() {
    let menu = painted(status([Some(4), Some(1)], Status::WhiteToMove, Keys::Watching, (7, 7)));
    assert_eq!([8, 9].map(|row| menu[row].trim()), ["●LEVEL 4", "○LEVEL 1"]);
    assert_eq!((menu[4].trim(), menu[14].trim(), menu[16].trim()), ("", "↵   MOVE", ""));
}

#[test]
fn a_game_over_the_line_and_its_news() {
    let mut over_the_line = status(PEOPLE, Status::BlackToMove, Keys::Playing, (7, 7));
    over_the_line.seats.white.line = true;
    let menu = painted(over_the_line);
    assert_eq!([6, 8, 9].map(|row| menu[row].trim()), ["", "●PERSON", "○LINK"]);
    let news = [
        (LinkNews::Waiting, "WAITING FOR LINK"),
        (LinkNews::OtherVersion, "OTHER VERSION"),
        (LinkNews::OtherGame, "OTHER GAME"),
        (LinkNews::Gone, "OTHER HAS LEFT"),
        (LinkNews::Lost, "LINE LOST"),
        (LinkNews::OutOfStep, "OUT OF STEP"),
        (LinkNews::Asked, "UNDO?  U REFUSE ↵"),
        (LinkNews::Asking, "UNDO IS ASKED"),
        (LinkNews::Refused, "REFUSED"),
        (LinkNews::Resigned, "RESIGNED"),
    ];
    let note = |status| {
        let menu = painted(status);
        format!("{} {}", menu[6].trim(), menu[7].trim()).trim().to_string()
    };
    for (news, text) in news {
        assert_eq!(note(MenuStatus { news, ..over_the_line }), text);
    }
    let question = MenuStatus { keys: Keys::Question, resigns: true, news: LinkNews::Lost, ..over_the_line };
    assert_eq!(note(question), "AGAIN TO RESIGN");
}

#[test]
fn every_crossing_is_named() {
    for row in 0..15 {
        let menu = painted(status(PEOPLE, Status::WhiteToMove, Keys::Playing, (row, 14 - row)));
        let name = format!("{}{}", (b'A' + 14 - row as u8) as char, 15 - row);
        assert_eq!(menu[4].trim_end(), format!(" AT   {name}"));
    }
}

#[test]
fn the_question_the_end_and_the_demo() {
    let asked = painted(status([Some(1), None], Status::WhiteToMove, Keys::Question, (0, 0)));
    assert_eq!((asked[6].trim(), asked[7].trim()), ("AGAIN TO", "LEAVE"));
    let costly = MenuStatus {
        stake: true,
        club: ClubNews::None,
        ..status([Some(1), None], Status::WhiteToMove, Keys::Question, (0, 0))
    };
    let asked = painted(costly);
    assert_eq!(
        [6, 7, 12, 13, 14].map(|row| asked[row].trim()),
        ["COSTS", "THE CLUB", "", "SAME KEY", "LEAVES"]
    );
    let mut painter = painter();
    painter.circuit.status.next =
        MenuStatus { club: ClubNews::Over, ..status([None, Some(1)], Status::YouLose, Keys::Over, (0, 0)) };
    let (over, inks) = paint_with_inks(&mut painter);
    assert_eq!(
        (over[1].trim(), over[3].trim(), over[12].trim()),
        ("YOU", "LOSE", "CLUB END")
    );
    assert_eq!(inks[12], [Ink::Red as u64; COLUMNS]);
    let over = painted(status([None, Some(1)], Status::YouWin, Keys::Over, (0, 0)));
    assert_eq!((over[1].trim(), over[3].trim()), ("YOU", "WIN"));
    let over = painted(status(PEOPLE, Status::Draw, Keys::Over, (0, 0)));
    assert_eq!((over[1].trim(), over[3].trim(), over[4].trim()), ("DRAW", "", ""));
    let over = painted(status(PEOPLE, Status::WhiteWins, Keys::Over, (0, 0)));
    assert_eq!((over[1].trim(), over[3].trim()), ("WHITE", "WINS"));
    let demo = painted(MenuStatus { club: ClubNews::None, ..status(PEOPLE, Status::WhiteToMove, Keys::Demo, (0, 0)) });
    assert_eq!(
        [13, 14, 15].map(|row| demo[row].trim()),
        ["ANY KEY", "ENDS", "THE DEMO"]
    );
    assert!(demo[16..].iter().all(|row| row.trim().is_empty()));
}

#[test]
fn every_rule_and_every_foul_has_its_words() {
    let rules = [["FREE 5", ""], ["EXACT 5", ""], ["RENJU", "X = FOUL"]];
    for (rule, words) in (0u64..).zip(rules) {
        let mut status = status(PEOPLE, Status::BlackToMove, Keys::Playing, (0, 0));
        status.rule = rule.into();
        let menu = painted(status);
        assert_eq!([menu[10].trim(), menu[11].trim()], words);
    }
    let fouls = [["", ""], ["OVERLINE", ""], ["DOUBLE", "FOUR"], ["DOUBLE", "THREE"]];
    for (foul, words) in (0u64..).zip(fouls) {
        let mut status = status(PEOPLE, Status::WhiteWins, Keys::Over, (0, 0));
        status.reason = foul.into();
        let menu = painted(status);
        assert_eq!([menu[6].trim(), menu[7].trim()], words);
    }
}

#[test]
fn what_the_computer_sees_by_looking_ahead_is_told() {
    let calm = Ink::White as u64;
    let note = |insight: Insight, reason: u64, keys| {
        let mut status = status([None, Some(5)], Status::BlackToMove, keys, (0, 0));
        (status.insight, status.reason) = (insight, reason.into());
        let mut painter = painter();
        painter.circuit.status.next = status;
        let (menu, inks) = paint_with_inks(&mut painter);
        ([menu[6].clone(), menu[7].trim_end().to_string()], inks[6][1])
    };
    let told = |row: &str, next: &str| [format!("{row:<COLUMNS$}"), next.to_string()];
    let mut insight = Insight { thinking: true, ..Insight::default() };
    assert_eq!(note(insight, 0, Keys::Playing), (told(" THINKING", ""), calm));
    insight.thinking = false;
    insight.known = true;
    (insight.hundreds, insight.tens, insight.ones) = (1.into(), 0.into(), 7.into());
    insight.plies = decimal(12);
    assert_eq!(note(insight, 0, Keys::Playing), (told(" 12: +107", ""), calm));
    insight.minus = true;
    insight.expects = true;
    (insight.reply.row, insight.reply.col) = (2.into(), 10.into());
    assert_eq!(note(insight, 0, Keys::Playing), (told(" 12: -107", " THEN K13"), calm));
    (insight.hundreds, insight.tens, insight.plies) = (0.into(), 0.into(), decimal(2));
    insight.reply.row = 14.into();
    assert_eq!(note(insight, 0, Keys::Playing), (told("  2: -  7", " THEN K1"), calm));
    // What is proved needs no score.
    insight.proved = true;
    assert_eq!(note(insight, 0, Keys::Playing), (told(" LOSS IN", "  2 PLY"), calm));
    insight.minus = false;
    insight.plies = decimal(14);
    assert_eq!(note(insight, 0, Keys::Playing), (told(" WIN IN", " 14 PLY"), calm));
    assert_eq!(note(insight, 0, Keys::Over), (told("", ""), calm));
    // A question and a foul take priority.
    let (rows, ink) = note(insight, 0, Keys::Question);
    assert_eq!((rows, ink), (told(" AGAIN TO", " LEAVE"), Ink::Red as u64));
    let (rows, ink) = note(insight, 1, Keys::Over);
    assert_eq!((rows, ink), (told(" OVERLINE", ""), Ink::Red as u64));
}

#[test]
fn the_clock_counts_and_ends_in_red() {
    for seconds in 0..=30u32 {
        let mut status = status(PEOPLE, Status::BlackToMove, Keys::Playing, (0, 0));
        status.seconds = decimal(seconds);
        assert_eq!(painted(status)[5].trim(), "", "there is no clock");
        status.timed = true;
        let mut painter = painter();
        painter.circuit.status.next = status;
        let (menu, inks) = paint_with_inks(&mut painter);
        assert_eq!(menu[5], format!(" CLOCK {seconds:2} "));
        assert_eq!(inks[5], [u64::from(seconds <= 5); COLUMNS], "{seconds}");
        assert_eq!(inks[4], [0; COLUMNS]);
    }
}

/// The status that shows menu number 1.
fn bring_up_page() -> MenuStatus {
    MenuStatus { shown: 1.into(), on: true, ..MenuStatus::default() }
}

#[test]
fn the_bring_up_page_reads_out_what_there_is() {
    let mut painter = painter();
    painter.circuit.status.next = bring_up_page();
    painter.circuit.readings.next = Readings {
        older: 0xAAu64.into(),
        newer: 0x1CF0_1CE0u64.into(),
        count: 5u64.into(),
        errors: 0x3Fu64.into(),
        line_byte: 0x5Au64.into(),
        line_errors: 0x07u64.into(),
        down: 0b10010u64.into(),
        ..Readings::default()
    };
    let page = paint(&mut painter);
    let expected = [
        "TEST",
        " BRING-UP",
        " KEYBOARD",
        " ·· ·· ··",
        " AA 1C F0",
        " 1C E0 _",
        " ERROR 3F",
        " BUTTONS",
        " UP     ○",
        " DOWN   ●",
        " LEFT   ○",
        " RIGHT  ○",
        " CENTRE ●",
        " SERIAL",
        " 5A ERR07",
        " LEAVE",
        " F1   ESC",
        " CENTRE",
    ];
    assert_eq!(texts(&page), expected);
}

#[test]
fn readings_that_change_while_they_are_painted_are_painted_again() {
    for clocks in [1, 100, 300, 529, 600] {
        let mut painter = painter();
        painter.circuit.status.next = bring_up_page();
        painter.steps(clocks);
        painter.circuit.readings.next.errors = 0x77u64.into();
        painter.strobe("changed");
        let page = paint(&mut painter);
        assert_eq!(page[9].trim(), "ERROR 77", "after {clocks} clocks");
        assert!(page.iter().all(|row| !row.contains('?')), "every cell is painted");
    }
}

#[test]
fn a_change_while_painting_is_painted_too() {
    let mut painter = painter();
    painter.circuit.status.next = status(PEOPLE, Status::BlackToMove, Keys::Playing, (0, 0));
    painter.steps(300);
    painter.circuit.status.next = status([Some(2), None], Status::WhiteToMove, Keys::Playing, (14, 3));
    let menu = paint(&mut painter);
    assert_eq!(
        (menu[1].trim(), menu[8].trim(), menu[4].trim()),
        ("WHITE", "●LEVEL 2", "AT   D1")
    );
}

#[test]
fn the_line_gets_every_cell_and_begins_anew_when_the_menu_changes() {
    let mut painter = painter();
    let mut random = Random::new(13);
    let first = status([None, Some(3)], Status::BlackToMove, Keys::Playing, (7, 7));
    let second = MenuStatus { status: Status::WhiteToMove, cursor: Crossing::default(), ..first };
    painter.circuit.status.next = first;
    let (_, inks) = paint_with_inks(&mut painter);
    let mut ram = vec![0; ROWS << 4];
    let mut line = vec![];
    let mut taken: Option<u64> = None;
    painter.drive_as("reader", MenuReader { asks: true, took: false });
    painter.step();
    for clock in 0..10_000 {
        // A cell takes a while, and in the middle of the pass the menu changes.
        let took = painter.read_as::<MenuWrite>("menu").due && random.once_in(9);
        painter.drive_as("reader", MenuReader { asks: false, took });
        if clock == 1000 {
            painter.circuit.status.next = second;
        }
        painter.settle();
        let menu: MenuWrite = painter.read_as("menu");
        if menu.enable {
            ram[menu.address.index()] = menu.cell.encode();
            assert!(!menu.due && painter.read("busy") == 1);
        }
        let cell = menu.address.encode() << 8 | menu.cell.encode();
        if menu.due || took {
            assert!(
                taken.is_none_or(|taken| taken == cell),
                "a cell stays until it has been taken"
            );
            taken = Some(cell);
        }
        if took {
            taken = None;
            line.push(cell);
        }
        painter.step();
    }
    let begins: Vec<_> = (0..line.len()).filter(|at| line[*at] >> 8 == 0).collect();
    assert_eq!(begins.len(), 2, "once from the beginning, and once more");
    let whole = &line[begins[1]..];
    assert_eq!(whole.len(), ROWS * COLUMNS);
    for (cell, place) in whole
        .iter()
        .zip((0..ROWS).flat_map(|row| (0..COLUMNS).map(move |col| row << 4 | col)))
    {
        assert_eq!(*cell, (place as u64) << 8 | ram[place]);
    }
    // The colours of the first menu came over the line as they were painted.
    for cell in &line[..begins[1]] {
        let (row, col) = ((cell >> 12) as usize, (cell >> 8 & 15) as usize);
        assert_eq!(cell >> 6 & 3, inks[row][col]);
    }
    assert_eq!(
        (painter.read("busy"), painter.read_as::<MenuWrite>("menu").due),
        (0, false)
    );
}
