//! The whole machine on one chip: key inputs, the director, the games, the club, picture and sound.
//!
//! ```text
//!  tilt_cipo, .. -> Tilt --------.
//!  pad_data, .. -> Gamepad ------|
//!  rx, tx ------> SerialLine ---.|
//!  ps2, buttons -> Controls -> KeyMerger -> Director -> menu, page -> Screen -> hsync, vsync, visible, red, green, blue
//!  usb_plus -> UsbKeyboard^                  |      ^                   |  ^
//!                                      order |      | report       beam |  | colour of the board
//!                                            v      |                   v  |
//!                              the game chosen: Gomoku,  cells -> its BoardView
//!                                            |  Othello, cells -> its BoardView
//!                                            |
//!                                            |- ply, ending -> Audio -> sound
//!                                            '- Rival <-> Session <-> SerialLine
//! ```
//!
//! | port                            | dir | width      | meaning                                                      | initial             |
//! |---------------------------------|-----|------------|--------------------------------------------------------------|---------------------|
//! | clock                           | in  | 1          | 25 MHz, one pixel a clock                                    |                     |
//! | ps2_clk, ps2_data               | in  | 1, 1       | the keyboard's two lines, asynchronous                       |                     |
//! | usb_plus, usb_minus             | in  | 1, 1       | D+ and D- of a USB keyboard, asynchronous; 15 kOhm to ground |                     |
//! | buttons                         | in  | 5          | up, down, left, right, centre from bit 0; high while down    |                     |
//! | rx                              | in  | 1          | the serial line from the other side, asynchronous; high at rest |                  |
//! | hsync, vsync                    | out | 1, 1       | active low                                                   | 1                   |
//! | visible                         | out | 1          | the pixel is part of the picture                             | 0                   |
//! | red, green, blue                | out | R, G, B    | black outside the picture                                    | 0                   |
//! | key_code                        | out | 8          | the last byte from the keyboard                              | 0                   |
//! | usb_plus_out, usb_minus_out, usb_drive | out | 1, 1, 1 | what it drives on these lines, and when                 | 0                   |
//! | pad_data                        | in  | 1          | the gamepad's data, asynchronous; low for a pressed button   |                     |
//! | tilt_cipo                       | in  | 1          | the accelerometer's data, asynchronous                       |                     |
//! | tx                              | out | 1          | the serial line to the other side: 115200 8N1                | 1                   |
//! | pad_latch, pad_clock            | out | 1, 1       | the gamepad's other two lines                                | 0, 1                |
//! | tilt_cs_n, tilt_sclk, tilt_copi | out | 1, 1, 1    | the accelerometer's other lines                              | 1, 0, 0             |
//! | sound                           | out | 1          | a square wave for a loudspeaker; low while silent            | 0                   |
//! | sound_on                        | out | 1          | the sound is on; key V toggles it                            | as [`Variant`] says |
//! | *what the simulator and a logic analyser watch; left open on a board*                                                              ||||||
//! | pending                         | out | 1          | something is still being computed or painted                 | 1                   |
//! | page                            | out | Page       | 0 a game's settings page, 1 its board, 2 the bring-up page, 3 the list of games, 4 the club | 0 |
//! | asking                          | out | 1          | waiting for the same key again, to leave the game            | 0                   |
//! | game                            | out | 2          | the chosen game: 0 Gomoku, 1 Othello                         | the first there is  |
//! | demo                            | out | 1          | a demo is running                                            | 0                   |
//! | *of the game chosen*                                                                                                               ||||||
//! | black_computer, white_computer  | out | 1, 1       | the computer plays that side                                 | 0, 1                |
//! | black_line, white_line          | out | 1, 1       | the machine on the other side of the line plays that side    | 0, 0                |
//! | link_phase                      | out | LinkPhase  | a game over the line: 0 none, 1 seeks the other machine, 2 has found it | 0        |
//! | link_news                       | out | LinkNews   | what the menu tells of the line, by number                   | 0                   |
//! | black_level, white_level        | out | 3, 3       | that side's level, or for a person the level of hints        | 2, 2                |
//! | rule                            | out | 2          | 0 freestyle, 1 exact five, 2 Renju; 0 in Othello             | 0                   |
//! | turn                            | out | 1          | the side to move: 0 black, 1 white                           | 0                   |
//! | cursor_row, cursor_col          | out | 4, 4       | the crossing under the cursor                                | 0                   |
//! | moves                           | out | 8          | stones played                                                | 0                   |
//! | last_row, last_col              | out | 4, 4       | the last stone; valid if `moves` > 0 and not `pending`       | 0                   |
//! | timed                           | out | 1          | the move clock runs                                          | 1                   |
//! | seconds_tens, seconds_ones      | out | 2, 4       | seconds left for the move                                    | 3, 0                |
//! | result                          | out | Outcome    | 0 none, 1 black has won, 2 white has won, 3 a draw           | 0                   |
//! | reason                          | out | 2          | Gomoku, black's foul: 0 none, 1 overline, 2 double-four, 3 double-three; Othello: 1 a side is wiped out, 2 neither side has a move, 3 a side has just passed | 0 |
//! | ply                             | out | PlyKind    | a ply, for one clock: 0 none, 1 a game begins, 2 a stone, 3 a lost turn, 4 a stone is taken back, 5 a lost turn is taken back | 0 |
//! | ply_white, ply_row, ply_col     | out | 1, 4, 4    | the ply's side, and the crossing of a stone                  | 0                   |
//! | ended                           | out | 1          | for one clock: the game has ended, as the next three say     | 0                   |
//! | ended_outcome, ended_reason     | out | Outcome, 2 | like `result`, `reason`; outcome 0: the game was abandoned   | 0                   |
//! | ended_helped                    | out | 1          | a person has taken a ply back, or asked for a hint           | 0                   |
//! | *of the club*                                                                                                                      ||||||
//! | club                            | out | 3          | 0 no club, 1 open, 2 won; lost: 3 by strength, 4 by money, 5 ended with too few coins | as the edition says |
//! | club_money, club_strength, club_feed, club_pigs, club_grown | out | Decimal | two decimal digits, the tens in the high half; all 0 without a club | 0; strength 5 |
//! | *of Othello*                                                                                                                       ||||||
//! | black_discs, white_discs        | out | 64, 64     | one bit for each square: a1 = bit 0, h1 = bit 7, h8 = bit 63 | 0                   |

use rust_hdl::prelude::*;

use crate::director::{Director, SECOND};
use crate::edition::Edition;
use crate::gomoku;
use crate::gomoku::socket::Gomoku;
use crate::gomoku::view::board_view::BoardView as GomokuView;
use crate::keyboard::controls::Controls;
use crate::keyboard::gamepad::Gamepad;
use crate::keyboard::key_merger::KeyMerger;
use crate::link::ports::{LinkNews, LinkPhase};
use crate::link::rival::Rival;
use crate::link::serial_line::SerialLine;
use crate::link::session::Session;
use crate::othello;
use crate::othello::socket::Othello;
use crate::othello::view::board_view::BoardView as OthelloView;
use crate::ports::{Decimal, GameOrder, GameReport, Outcome, Page, PlyKind, Standing};
use crate::sensors::Tilt;
use crate::sound::audio::Audio;
use crate::usb::{UsbKeyboard, UsbState};
use crate::video::screen::Screen;
use crate::{Circuit, Optional, kernel};

/// The parameters that differ between the machine on a board and one in a test.
#[derive(Clone, Copy, Debug)]
pub struct Variant {
    /// Clocks in a second; simulations use fewer, so that time passes faster.
    pub second: u32,
    /// The computer chooses at random among equally good moves, so that games differ.
    pub shuffle: bool,
    /// Minimum thinking time of the computer, in clocks.
    pub ponder: u32,
    /// The sound is on at power-on.
    pub sound: bool,
    /// The parts of the machine.
    pub edition: Edition,
}

impl Default for Variant {
    /// The machine on a board.
    fn default() -> Self {
        Variant { second: SECOND, shuffle: true, ponder: 0, sound: true, edition: Edition::FULL }
    }
}

/// The console for a DAC of `R`, `G` and `B` bits.
#[derive(Circuit)]
pub struct Console<const R: usize, const G: usize, const B: usize> {
    pub clock: Signal<In, Clock>,
    pub ps2_clk: Signal<In, Bit>,
    pub ps2_data: Signal<In, Bit>,
    pub usb_plus: Signal<In, Bit>,
    pub usb_minus: Signal<In, Bit>,
    pub buttons: Signal<In, Bits<5>>,
    pub rx: Signal<In, Bit>,
    pub pad_data: Signal<In, Bit>,
    pub tilt_cipo: Signal<In, Bit>,

    pub hsync: Signal<Out, Bit>,
    pub vsync: Signal<Out, Bit>,
    pub visible: Signal<Out, Bit>,
    pub red: Signal<Out, Bits<R>>,
    pub green: Signal<Out, Bits<G>>,
    pub blue: Signal<Out, Bits<B>>,
    pub key_code: Signal<Out, Bits<8>>,
    pub usb_plus_out: Signal<Out, Bit>,
    pub usb_minus_out: Signal<Out, Bit>,
    pub usb_drive: Signal<Out, Bit>,
    pub tx: Signal<Out, Bit>,
    pub pad_latch: Signal<Out, Bit>,
    pub pad_clock: Signal<Out, Bit>,
    pub tilt_cs_n: Signal<Out, Bit>,
    pub tilt_sclk: Signal<Out, Bit>,
    pub tilt_copi: Signal<Out, Bit>,
    pub sound: Signal<Out, Bit>,
    pub sound_on: Signal<Out, Bit>,

    pub pending: Signal<Out, Bit>,
    pub page: Signal<Out, Page>,
    pub asking: Signal<Out, Bit>,
    pub game: Signal<Out, Bits<2>>,
    pub demo: Signal<Out, Bit>,
    pub black_computer: Signal<Out, Bit>,
    pub white_computer: Signal<Out, Bit>,
    pub black_line: Signal<Out, Bit>,
    pub white_line: Signal<Out, Bit>,
    pub link_phase: Signal<Out, LinkPhase>,
    pub link_news: Signal<Out, LinkNews>,
    pub black_level: Signal<Out, Bits<3>>,
    pub white_level: Signal<Out, Bits<3>>,
    pub rule: Signal<Out, Bits<2>>,
    pub turn: Signal<Out, Bit>,
    pub cursor_row: Signal<Out, Bits<4>>,
    pub cursor_col: Signal<Out, Bits<4>>,
    pub moves: Signal<Out, Bits<8>>,
    pub last_row: Signal<Out, Bits<4>>,
    pub last_col: Signal<Out, Bits<4>>,
    pub timed: Signal<Out, Bit>,
    pub seconds_tens: Signal<Out, Bits<2>>,
    pub seconds_ones: Signal<Out, Bits<4>>,
    pub result: Signal<Out, Outcome>,
    pub reason: Signal<Out, Bits<2>>,
    pub ply: Signal<Out, PlyKind>,
    pub ply_white: Signal<Out, Bit>,
    pub ply_row: Signal<Out, Bits<4>>,
    pub ply_col: Signal<Out, Bits<4>>,
    pub ended: Signal<Out, Bit>,
    pub ended_outcome: Signal<Out, Outcome>,
    pub ended_reason: Signal<Out, Bits<2>>,
    pub ended_helped: Signal<Out, Bit>,
    pub club: Signal<Out, Bits<3>>,
    pub club_money: Signal<Out, Decimal>,
    pub club_strength: Signal<Out, Decimal>,
    pub club_feed: Signal<Out, Decimal>,
    pub club_pigs: Signal<Out, Decimal>,
    pub club_grown: Signal<Out, Decimal>,
    pub black_discs: Signal<Out, Bits<64>>,
    pub white_discs: Signal<Out, Bits<64>>,

    #[given]
    usb_keyboard: Optional<UsbKeyboard>,
    controls: Controls,
    #[given]
    serial_line: Optional<SerialLine>,
    #[given]
    session: Optional<Session>,
    #[given]
    rival: Optional<Rival>,
    #[given]
    gamepad: Optional<Gamepad>,
    #[given]
    accelerometer: Optional<Tilt>,
    key_merger: KeyMerger,
    #[given]
    director: Director,
    #[given]
    gomoku: Optional<Gomoku>,
    #[given]
    gomoku_view: Optional<GomokuView>,
    #[given]
    othello: Optional<Othello>,
    #[given]
    othello_view: Optional<OthelloView>,
    #[given]
    screen: Screen<R, G, B>,
    #[given]
    audio: Optional<Audio>,

    /// The chosen game: 0 Gomoku, 1 Othello.
    chosen: Signal<Local, Bits<2>>,
    /// The chosen game's report.
    report: Signal<Local, GameReport>,

    /// The first game of the edition.
    #[given]
    first: Constant<Bits<2>>,
    #[given]
    has_club: Constant<Bit>,
    #[given]
    has_line: Constant<Bit>,
    #[given]
    has_pad: Constant<Bit>,
    #[given]
    has_tilt: Constant<Bit>,
    #[init(GameOrder::default())]
    nothing: Constant<GameOrder>,
}

impl<const R: usize, const G: usize, const B: usize> Console<R, G, B> {
    /// Creates the console with these parameters.
    ///
    /// # Panics
    /// If the edition has no game.
    pub fn new(variant: Variant) -> Self {
        let Variant { second, shuffle, ponder, ref edition, .. } = variant;
        let mut games = vec![];
        if edition.gomoku {
            games.push(gomoku::words::words(edition));
        }
        if edition.othello {
            games.push(othello::words::words(edition));
        }
        Console::given(
            optional(edition.usb, UsbKeyboard::hastened(second)),
            optional(edition.line, SerialLine::new(edition.echo)),
            optional(edition.link, Session::new(second)),
            Optional::when(edition.link),
            Optional::when(edition.pad),
            Optional::when(edition.tilt),
            Director::new(games, second, edition),
            optional(edition.gomoku, Gomoku::new(second, shuffle, ponder, edition)),
            Optional::when(edition.gomoku),
            optional(edition.othello, Othello::new(second, shuffle, ponder, edition)),
            Optional::when(edition.othello),
            Screen::with_test_pattern(edition.bring_up),
            optional(edition.sound, Audio::new(variant.sound)),
            Constant::new(u64::from(!edition.gomoku).into()),
            Constant::new(edition.club),
            Constant::new(edition.line),
            Constant::new(edition.pad),
            Constant::new(edition.tilt),
        )
    }

    /// The screen, so that a simulation can read its inputs.
    pub fn screen(&self) -> &Screen<R, G, B> {
        &self.screen
    }
}

/// The part, if the edition has it.
fn optional<T: Circuit>(there: bool, part: T) -> Optional<T> {
    match there {
        true => Optional::present(part),
        false => Optional::without(part),
    }
}

impl<const R: usize, const G: usize, const B: usize> Default for Console<R, G, B> {
    fn default() -> Self {
        Console::new(Variant::default())
    }
}

#[kernel]
impl<const R: usize, const G: usize, const B: usize> Logic for Console<R, G, B> {
    fn update(&mut self) {
        self.take_keys();

        // Only the chosen game receives orders, and only its reports are used.
        chosen = director.game + first;
        gomoku.order = nothing;
        othello.order = nothing;
        match chosen.index() {
            0 => {
                gomoku.order = director.order;
                report = gomoku.report;
                screen.board_colour = gomoku_view.colour;
            }
            _ => {
                othello.order = director.order;
                report = othello.report;
                screen.board_colour = othello_view.colour;
            }
        }
        director.report = report;
        // The tilt moves the cursor on a board, not the settings on a page, and it does not end a demo.
        accelerometer.on = report.settings.tilt & (director.page == Page::Game) & !director.demo;
        self.play_over_the_line();

        self.draw_boards();

        audio = Audio { key: key_merger.event, ply: report.ply, ending: report.ending };
        sound = audio.level;
        sound_on = audio.on;

        screen = Screen { view: director.view, menu: director.menu, page: director.page_picture };

        Screen { hsync, vsync, visible, red, green, blue, .. } = screen;

        Director { pending, page, asking, .. } = director;
        self.tell();
        self.tell_club();
        black_discs = othello.black;
        white_discs = othello.white;
    }

    /// Passes the inputs to the director.
    fn take_keys(&mut self) {
        usb_keyboard = UsbKeyboard { plus: usb_plus, minus: usb_minus };
        usb_keyboard.leds = 0;
        usb_plus_out = usb_keyboard.plus_out;
        usb_minus_out = usb_keyboard.minus_out;
        usb_drive = usb_keyboard.drive;
        director.usb = usb_keyboard.status;

        let usb_used = usb_keyboard.status == UsbState::Ready;
        controls = Controls {
            ps2_clk,
            ps2_data,
            usb_used,
            usb_code: usb_keyboard.code,
            usb_strobe: usb_keyboard.strobe,
            buttons,
        };
        key_code = controls.last_code;

        serial_line.rx = rx;
        // Without the part the line is at rest.
        tx = serial_line.tx | !has_line;

        gamepad.data = pad_data;
        pad_latch = gamepad.latch;
        pad_clock = gamepad.pad_clock | !has_pad;

        accelerometer.cipo = tilt_cipo;
        tilt_cs_n = accelerometer.cs_n | !has_tilt;
        tilt_sclk = accelerometer.sclk;
        tilt_copi = accelerometer.copi;
        director.tilt.present = accelerometer.present;
        director.tilt.direction = accelerometer.direction;
        director.tilt.level = accelerometer.level;

        key_merger.keyboard.key = controls.key;
        key_merger.keyboard.strobe = controls.strobe;
        key_merger.line.key = serial_line.key;
        key_merger.line.strobe = serial_line.strobe;
        key_merger.pad.key = gamepad.key;
        key_merger.pad.strobe = gamepad.strobe;
        key_merger.tilt.key = accelerometer.key;
        key_merger.tilt.strobe = accelerometer.strobe;
        director.key = key_merger.event;
        director.serial.code = serial_line.data;
        director.serial.strobe = serial_line.data_strobe;
        director.serial.error = serial_line.error;
        director.reader = serial_line.reader;
        serial_line.menu = director.menu;
        director.byte.code = controls.last_code;
        director.byte.strobe = controls.code_strobe;
        director.byte.error = controls.code_error;
        director.buttons.down = controls.down;
        director.buttons.valid = controls.down_valid;
    }

    /// Connects the session: the chosen game is the one that is played over the line.
    fn play_over_the_line(&mut self) {
        session.incoming = serial_line.incoming;
        session.frame_strobe = serial_line.frame_strobe;
        session.ready = serial_line.ready;
        serial_line = SerialLine { outgoing: session.outgoing, start: session.start };
        session = Session { game: chosen, settings: report.settings, ply: report.ply, order: rival.order };
        rival = Rival { game: report.rival, link: session.report };
        director.link = rival.report;
        link_phase = session.report.phase;
        link_news = report.status.news;
    }

    /// Computes both boards' pixels; the screen shows the chosen one.
    fn draw_boards(&mut self) {
        gomoku_view.write = gomoku.board;
        gomoku_view.marks.numbers = gomoku.numbers;
        gomoku_view.marks.cursor = gomoku.report.status.cursor;
        gomoku_view.marks.cursor_shown = gomoku.report.status.cursor_shown;
        gomoku_view.marks.last = gomoku.report.status.last;
        gomoku_view.marks.last_shown = gomoku.report.status.last_shown;
        gomoku_view.marks.hollow = gomoku.report.status.hollow;
        gomoku_view = GomokuView { x: screen.board_x, y: screen.board_y };
        othello_view.write = othello.board;
        othello_view.marks.numbers = false;
        othello_view.marks.cursor = othello.report.status.cursor;
        othello_view.marks.cursor_shown = othello.report.status.cursor_shown;
        othello_view.marks.last = othello.report.status.last;
        othello_view.marks.last_shown = othello.report.status.last_shown;
        othello_view.marks.hollow = othello.report.status.hollow;
        othello_view = OthelloView { x: screen.board_x, y: screen.board_y };
    }

    /// Drives the ports for tests and for the page in the browser.
    fn tell(&mut self) {
        game = chosen;
        demo = director.demo;
        black_computer = report.settings.seats.black.computer;
        white_computer = report.settings.seats.white.computer;
        black_line = report.settings.seats.black.line;
        white_line = report.settings.seats.white.line;
        black_level = report.settings.seats.black.level;
        white_level = report.settings.seats.white.level;
        rule = report.settings.rule;
        turn = report.status.turn;
        cursor_row = report.status.cursor.row;
        cursor_col = report.status.cursor.col;
        moves = report.status.moves;
        last_row = report.status.last.row;
        last_col = report.status.last.col;
        timed = report.settings.timed;
        seconds_tens = report.status.seconds.get_bits::<2>(4);
        seconds_ones = report.status.seconds.get_bits::<4>(0);
        result = report.status.outcome;
        reason = report.status.reason;
        ply = report.ply.kind;
        ply_white = report.ply.white;
        ply_row = report.ply.at.row;
        ply_col = report.ply.at.col;
        ended = report.ending.strobe;
        ended_outcome = report.ending.outcome;
        ended_reason = report.ending.reason;
        ended_helped = report.ending.helped;
    }

    /// Drives the ports of the club.
    fn tell_club(&mut self) {
        club = 0;
        if has_club {
            match director.club.standing {
                Standing::Open => club = 1,
                Standing::Won => club = 2,
                Standing::NoStrength => club = 3,
                Standing::NoMoney => club = 4,
                Standing::TooFew => club = 5,
            }
        }
        club_money = director.club.numbers.money;
        club_strength = director.club.numbers.strength;
        club_feed = director.club.numbers.feed;
        club_pigs = director.club.numbers.pigs;
        club_grown = director.club.numbers.grown;
    }
}
