use super::*;
use crate::ports::{Seat, Seats};
use crate::text::words::item;
use crate::{edition::Edition, gomoku};
use tengen_sim::{ByName, Encoded, Engine, Native};

/// A painter of Gomoku's page and another page, and the page picture.
struct Bench {
    painter: Native<PagePainter>,
    page: Vec<u64>,
}

impl Bench {
    fn new() -> Bench {
        let other = vec![item(3, 3, Pick::Fixed, &["OTHER"])];
        Bench {
            painter: Native::new(PagePainter::new(&[gomoku::words::words(&Edition::FULL).page, other])),
            page: vec![0; (page_text::PAGE.0 * page_text::PAGE.1) as usize],
        }
    }

    /// Paints until the painter has finished, and returns the clocks it took.
    fn paint(&mut self, status: PageStatus) -> usize {
        self.painter.circuit.status.next = status;
        for clock in 0..40_000 {
            self.painter.settle();
            let written: PageWrite = self.painter.read_as("page");
            if written.enable {
                let (x, y) = (written.address.encode() & 255, written.address.encode() >> 8);
                self.page[(y * page_text::PAGE.0 + x) as usize] = written.cell.encode();
            }
            self.painter.step();
            if self.painter.read("busy") == 0 {
                return clock;
            }
        }
        panic!("the painter does not come to rest");
    }
}

fn painted(status: PageStatus) -> Vec<u64> {
    let mut bench = Bench::new();
    bench.paint(status);
    bench.page
}

/// 0 a person, 5 the other machine, else the computer at that level.
fn seat(value: u64) -> Seat {
    let computer = (1..5).contains(&value);
    Seat { computer, level: if computer { value - 1 } else { 0 }.into(), line: value == 5 }
}

/// A person against level 3, with the cursor on this line.
fn with_line(line: u64) -> PageStatus {
    PageStatus {
        settings: GameSettings {
            seats: Seats { black: seat(0), white: seat(3) },
            line: line.into(),
            ..Default::default()
        },
        on: true,
        ..Default::default()
    }
}

fn drawing(page: &[u64], x: usize, y: usize, width: usize, height: usize) -> Vec<String> {
    let pixel = |x: usize, y: usize| b" WRB"[page[y * 160 + x] as usize] as char;
    (y..y + height)
        .map(|y| (x..x + width).map(|x| pixel(x, y)).collect())
        .collect()
}

#[test]
fn the_title_is_three_times_the_font() {
    let mut bench = Bench::new();
    let clocks = bench.paint(with_line(0));
    assert!(clocks < 16_000, "{clocks}");
    // The T of TENGEN: a bar of five font pixels over a stem of one.
    let letter = drawing(&bench.page, 27, 5, 18, 24);
    assert_eq!(letter[0], "WWWWWWWWWWWWWWW   ");
    assert_eq!(letter[2], "WWWWWWWWWWWWWWW   ");
    assert_eq!(letter[12], "      WWW         ");
}

#[test]
fn only_the_chosen_line_is_blue() {
    for chosen in 0..5 {
        let page = painted(with_line(chosen));
        for line in 0..5 {
            let inks = drawing(&page, 0, 47 + 10 * line, 160, 8).concat().replace(' ', "");
            let ink = if line as u64 == chosen { 'B' } else { 'W' };
            assert!(inks.chars().all(|c| c == ink) && !inks.is_empty(), "{line}: {inks}");
        }
    }
}

#[test]
fn every_setting_has_a_page_of_its_own() {
    let mut pages = std::collections::HashSet::new();
    for setting in 0..6 * 6 * 3 * 2 * 2u64 {
        let (black, white) = (setting % 6, setting / 6 % 6);
        if black == 5 && white == 5 {
            continue;
        }
        let status = PageStatus {
            settings: GameSettings {
                seats: Seats { black: seat(black), white: seat(white) },
                rule: (setting / 36 % 3).into(),
                timed: setting / 108 % 2 == 1,
                opening: setting / 216 == 1,
                ..GameSettings::default()
            },
            ..with_line(0)
        };
        assert!(pages.insert(painted(status)), "{status:?}");
    }
}

#[test]
fn another_page_begins_on_an_empty_picture() {
    let (mut bench, first) = (Bench::new(), painted(with_line(2)));
    bench.paint(with_line(2));
    let other = PageStatus { shown: 1.into(), ..with_line(2) };
    let clocks = bench.paint(other);
    assert!((19_200..21_000).contains(&clocks), "{clocks}");
    let text = drawing(&bench.page, 3, 3, 30, 7);
    assert_eq!(text[0], " WWW  WWWWW W   W WWWWW WWWW  ");
    assert!(drawing(&bench.page, 0, 11, 160, 109).concat().trim().is_empty());
    bench.paint(with_line(2));
    assert_eq!(bench.page, first);
}
