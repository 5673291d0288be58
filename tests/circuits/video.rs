//! Complete frames: the monitor's view of the screen's pins against the picture in plain Rust.

use crate::picture_model::Picture;
use tengen::gateware::gomoku::ports::{BoardMarks, BoardWrite, Cell};
use tengen::gateware::gomoku::view::board_screen::BoardScreen as Screen;
use tengen::gateware::ports::{Crossing, MenuWrite, PageWrite, Stone, View};
use tengen::gateware::video::colour::Colour;
use tengen::gateware::video::{menu_row, vga_sync::VgaSync};
use tengen_sim::frame::Frame;
use tengen_sim::monitor::{Mode, Monitor};
use tengen_sim::{ByName, Encoded, Engine, Native, Random};

/// The clocks of a frame.
const FRAME: usize = 800 * 525;
/// The clocks from a pixel's scan position to its output.
const LATENCY: usize = 4;
/// The cell of an empty, forbidden crossing.
const FORBIDDEN: u16 = 0xAB << 3;

/// A screen on any engine, and the ports that the tests use.
struct Bench<E: Engine> {
    screen: E,
    widths: [usize; 3],
    pins: [usize; 5],
}

impl<E: Engine> Bench<E> {
    fn new(screen: E) -> Self {
        let pins = ["hsync", "vsync", "red", "green", "blue"].map(|name| screen.port(name));
        let widths = ["red", "green", "blue"].map(|name| screen.ports()[screen.port(name)].width);
        Bench { screen, widths, pins }
    }

    fn write(&mut self, memory: &str, address: usize, cell: u16) {
        let address = address as u64;
        let write = |enable| match memory {
            "board" => BoardWrite { enable, at: Crossing::decode(address), cell: Cell::decode(cell.into()) }.encode(),
            "menu" => MenuWrite { enable, address: address.into(), cell: u64::from(cell).into(), due: false }.encode(),
            _ => PageWrite { enable, address: address.into(), cell: u64::from(cell).into() }.encode(),
        };
        self.screen.drive(memory, write(true));
        self.screen.step();
        self.screen.drive(memory, write(false));
    }

    /// Writes every cell of a picture.
    fn load(&mut self, picture: &Picture) {
        let crossing = |at: Option<(usize, usize)>| {
            let (row, col) = at.unwrap_or_default();
            Crossing::decode((row << 4 | col) as u64)
        };
        let view = View { page: picture.show_page, farm: false, test: picture.show_test };
        let marks = BoardMarks {
            numbers: picture.numbers,
            cursor: crossing(picture.cursor),
            cursor_shown: picture.cursor.is_some(),
            last: crossing(picture.last),
            last_shown: picture.last.is_some(),
            hollow: picture.hollow,
        };
        self.screen.drive_as("view", view);
        self.screen.drive_as("marks", marks);
        for (row, cells) in picture.board.iter().enumerate() {
            for (column, cell) in cells.iter().enumerate() {
                self.write("board", row << 4 | column, *cell);
            }
        }
        for (row, cells) in picture.menu.iter().enumerate() {
            for (column, cell) in cells.iter().enumerate() {
                self.write("menu", row << 4 | column, (*cell).into());
            }
        }
        for (row, cells) in picture.page.iter().enumerate() {
            for (column, cell) in cells.iter().enumerate() {
                self.write("page", row << 8 | column, (*cell).into());
            }
        }
    }

    /// Runs until a newly connected monitor has received a complete frame.
    fn frame(&mut self) -> Frame {
        let mut monitor = Monitor::new(Mode::VGA, self.widths);
        for _ in 0..3 * FRAME {
            self.screen.step();
            let [hsync, vsync, red, green, blue] = self.pins.map(|pin| self.screen.get(pin));
            if let Some(frame) = monitor.clock(hsync == 1, vsync == 1, red, green, blue) {
                return frame.clone();
            }
        }
        panic!("no frame in three frames' time: {:?}", monitor.timing());
    }

    #[track_caller]
    fn shows(&mut self, picture: &Picture) {
        self.load(picture);
        let difference = self.frame().compare(&picture.frame(self.widths)).unwrap();
        assert_eq!(difference, None);
    }
}

/// A random cell of the board: nothing, the forbidden mark, or a stone, in a winning line or not, with any possible
/// number.
fn random_cell(random: &mut Random) -> u16 {
    match random.below(6) {
        0 => 0,
        1 => FORBIDDEN,
        number => {
            let (stone, line, moves) = (number % 2 + 1, random.below(2), random.below(226));
            let number = [100, 10, 1]
                .iter()
                .fold(0, |digits, unit| (digits << 4) | (moves / unit % 10));
            number << 3 | line << 2 | stone
        }
    }
}

fn random_picture(seed: u64) -> Picture {
    let mut random = Random::new(seed);
    let mut picture = Picture::default();
    for cell in picture.board.iter_mut().flatten() {
        *cell = random_cell(&mut random);
    }
    for cell in picture.menu.iter_mut().flatten() {
        *cell = random.bits(8) as u8;
    }
    for cell in picture.page.iter_mut().flatten() {
        *cell = random.below(4);
    }
    picture.cursor = Some((random.below(15), random.below(15)));
    picture.last = Some((random.below(15), random.below(15)));
    picture
}

#[test]
fn any_game_page_is_scanned_out_pixel_for_pixel() {
    let mut bench = Bench::new(Native::new(Screen::<4, 4, 4>::default()));
    for (seed, numbers, hollow) in [(1, false, Stone::Black), (2, true, Stone::White)] {
        let mut picture = random_picture(seed);
        picture.numbers = numbers;
        picture.hollow = hollow;
        if let Some((row, col)) = picture.cursor {
            picture.board[row][col] = 0;
        }
        bench.shows(&picture);
    }
}

#[test]
fn any_page_picture_is_scanned_out_pixel_for_pixel() {
    let mut picture = random_picture(3);
    picture.show_page = true;
    Bench::new(Native::new(Screen::<5, 6, 5>::default())).shows(&picture);
}

#[test]
fn every_cell_of_an_empty_board_is_scanned_out_at_the_coarsest_depth() {
    let mut picture = random_picture(4);
    picture.board = Default::default();
    picture.cursor = None;
    Bench::new(Native::new(Screen::<3, 3, 2>::default())).shows(&picture);
}

#[test]
fn the_test_pattern_lies_over_the_picture_at_every_depth() {
    let mut picture = random_picture(7);
    picture.show_test = true;
    Bench::new(Native::new(Screen::<3, 3, 2>::default())).shows(&picture);
    Bench::new(Native::new(Screen::<4, 4, 4>::default())).shows(&picture);
    Bench::new(Native::new(Screen::<5, 6, 5>::default())).shows(&picture);
}

#[test]
fn a_single_wrong_cell_is_seen() {
    let picture = random_picture(6);
    let mut bench = Bench::new(Native::new(Screen::<4, 4, 4>::default()));
    bench.load(&picture);
    let wrong = if picture.board[4][9] & 3 == 1 { 2 } else { 1 };
    bench.write("board", 4 << 4 | 9, wrong);
    let difference = bench.frame().compare(&picture.frame(bench.widths)).unwrap().unwrap();
    let (x, y) = difference.first;
    assert_eq!((y / 32, x / 32), (4, 9));
    assert!(difference.count > 400);
}

#[test]
fn every_glyph_is_scanned_out_in_every_ink_and_in_double_size() {
    let mut bench = Bench::new(Native::new(Screen::<3, 3, 2>::default()));
    let cells: Vec<u8> = (0..=255).collect();
    // Half of them fit below the row of double size; some of the other half are in it.
    for half in [0, 128] {
        let mut picture = Picture::default();
        for (place, cell) in cells[half..half + 128].iter().enumerate() {
            picture.menu[4 + place / 10][place % 10] = *cell;
        }
        picture.menu[menu_row::LARGE][..5].copy_from_slice(&cells[half + 11..half + 16]);
        bench.shows(&picture);
    }
}

#[test]
fn the_pixel_of_a_crossing_has_the_colour_of_its_stone() {
    let mut picture = random_picture(5);
    let mut bench = Bench::new(Native::new(Screen::<3, 3, 2>::default()));
    picture.cursor = Some((7, 7));
    bench.load(&picture);
    let frame = bench.frame();
    let shown = |colour: Colour| {
        let [red, green, blue] = colour.levels([3, 3, 2]).map(u32::from);
        [red, green, blue * 7 / 3].map(|level| ((level * 255 * 2 + 7) / 14) as u8)
    };
    for (row, column) in (0..15).flat_map(|row| (0..15).map(move |column| (row, column))) {
        let expected = match picture.board[row][column] {
            FORBIDDEN => Colour::Red,
            cell => [Colour::Line, Colour::Ebony, Colour::Ivory][cell as usize & 3],
        };
        assert_eq!(
            frame.pixel(16 + 32 * column, 16 + 32 * row),
            shown(expected),
            "row {row}, column {column}"
        );
    }
}

#[test]
fn the_monitor_measures_two_frames_of_the_screen() {
    let mut bench = Bench::new(Native::new(Screen::<4, 4, 4>::default()));
    let mut monitor = Monitor::new(Mode::VGA, [4, 4, 4]);
    let mut frames = 0;
    for _ in 0..3 * FRAME {
        bench.screen.step();
        let [hsync, vsync, red, green, blue] = bench.pins.map(|pin| bench.screen.get(pin));
        frames += monitor.clock(hsync == 1, vsync == 1, red, green, blue).iter().count();
    }
    let timing = monitor.timing().unwrap();
    timing.check_syncs(&Mode::VGA).unwrap();
    timing.check_porches(&Mode::VGA).unwrap();
    assert_eq!(frames, 2);
}

#[test]
fn the_monitor_measures_two_frames_of_the_beam() {
    let mut sync = Native::new(VgaSync::default());
    let pins = ["hsync", "vsync", "visible"].map(|name| sync.port(name));
    let mut monitor = Monitor::new(Mode::VGA, [1, 1, 1]);
    for _ in 0..3 * FRAME {
        sync.step();
        let [hsync, vsync, white] = pins.map(|pin| sync.get(pin));
        monitor.clock(hsync == 1, vsync == 1, white, white, white);
    }
    let timing = monitor.timing().unwrap();
    timing.check_syncs(&Mode::VGA).unwrap();
    timing.check_porches(&Mode::VGA).unwrap();
}

#[test]
fn a_pixel_leaves_four_clocks_after_its_place_in_the_beam() {
    let mut bench = Bench::new(Native::new(Screen::<4, 4, 4>::default()));
    let [hsync, _, red, ..] = bench.pins;
    // Before the first clock the scan is at pixel 0; the board's first pixel is wood.
    let first_lit = (0..20).find(|_| {
        bench.screen.step();
        bench.screen.get(red) != 0
    });
    assert_eq!(first_lit, Some(LATENCY - 1));
    let pulse = (LATENCY..).find(|_| {
        bench.screen.step();
        bench.screen.get(hsync) == 0
    });
    assert_eq!(pulse, Some(656 + LATENCY - 1));
}

/// The rust-hdl simulation against the emitted Verilog: every output on every clock.
#[cfg(feature = "eda")]
mod emitted {
    use super::*;
    use std::path::Path;
    use tengen::hdl::verilog::verilog;
    use tengen::simulation::noise;
    use tengen_sim::{Circuit, Pair, Port, Verilator, VerilatorTool};

    const MODELS: &str = concat!(env!("CARGO_TARGET_TMPDIR"), "/models");

    /// Intended: a shifted word loses a bit, and an output may be unused.
    const HARMLESS: [&str; 2] = ["UNUSEDSIGNAL", "PINCONNECTEMPTY"];

    fn pair<C: Circuit + Default>(name: &str, broken: Option<(&str, &str)>) -> Pair<Native<C>, Verilator> {
        let mut text = verilog(&mut C::default(), name).unwrap();
        if let Some((good, bad)) = broken {
            assert_eq!(text.matches(good).count(), 1, "{good} in\n{text}");
            text = text.replace(good, bad);
        }
        let tool = VerilatorTool::from_environment();
        let mut warnings = tool.lint(&text, name).unwrap();
        warnings.retain(|warning| !HARMLESS.iter().any(|kind| warning.starts_with(kind)));
        assert!(warnings.is_empty(), "{warnings:#?}");
        let model = tool.build(&text, name, &C::ports(), Path::new(MODELS)).unwrap();
        Pair::new(Native::new(C::default()), model.start()).unwrap()
    }

    #[test]
    fn the_beam_for_more_than_a_frame() {
        pair::<VgaSync>("vga_sync", None).steps(FRAME as u64 + 1000).unwrap();
    }

    /// Writes random cells all the time, on both pages, while the cursor moves and the test pattern is switched on and
    /// off.
    fn busy_screen(broken: Option<(&str, &str)>) -> Result<(), tengen_sim::cosim::Difference> {
        let mut screen = pair::<Screen<4, 4, 4>>("screen", broken);
        let mut random = Random::new(11);
        let inputs: Vec<(usize, Port)> = screen
            .ports()
            .iter()
            .enumerate()
            .filter(|(_, port)| port.direction == tengen_sim::PortDirection::Input)
            .map(|(number, port)| (number, port.clone()))
            .collect();
        let [view, board] = ["view", "board"].map(|name| screen.port(name));
        for clock in 0..2 * FRAME + FRAME / 2 {
            if random.once_in(8) {
                for (port, kind) in &inputs {
                    let (port, mut value) = (*port, noise::valid(kind, random.bits(64)));
                    if port == view {
                        value = value & !1 | u64::from(clock > FRAME + FRAME / 3);
                    }
                    if port == board {
                        let mut write = BoardWrite::decode(value & 1);
                        write.at = Crossing::decode(random.bits(8));
                        write.cell = Cell::decode(random_cell(&mut random).into());
                        value = write.encode();
                    }
                    screen.set(port, value);
                }
            }
            screen.step()?;
        }
        Ok(())
    }

    #[test]
    fn the_screen_for_two_frames_and_a_half() {
        busy_screen(None).unwrap();
    }

    #[test]
    fn one_wrong_number_in_the_verilog_is_found() {
        let fault = ("menu_left = 10'd480", "menu_left = 10'd481");
        assert!(busy_screen(Some(fault)).is_err());
    }
}
