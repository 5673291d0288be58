//! DVI: the encoder against the standard's flow chart, and the complete output, bit by bit, through a receiver to the
//! monitor.

use std::collections::BTreeMap;

use anyhow::{Context, Result, bail, ensure};
use tengen::gateware::gomoku::ports::{BoardWrite, Cell};
use tengen::gateware::gomoku::view::board_screen::BoardScreen as Screen;
use tengen::gateware::ports::{Crossing, MenuWrite};
use tengen::gateware::video::dvi::{DviOutput, DviOutputOser10, TmdsEncoder};
use tengen_sim::dvi::{Decoder, Pixel, Receiver};
use tengen_sim::frame::Frame;
use tengen_sim::monitor::{Mode, Monitor, Span};
use tengen_sim::tmds::{Encoder, SYMBOL_BITS, Word};
use tengen_sim::{ByName, Clocks, Encoded, Engine, Native, Random, Waveform};

// ---- the encoder

/// The clocks from a word to its symbol.
const LATENCY: usize = 3;

/// Every byte after every possible disparity, each time after a new blanking, followed by some bytes that reveal the
/// resulting disparity.
fn every_case() -> Vec<Word> {
    let after = |path: &[u8]| {
        let mut encoder = Encoder::default();
        path.iter().for_each(|data| _ = encoder.encode(Word::Data(*data)));
        encoder.disparity()
    };
    let mut paths = BTreeMap::from([(0, vec![])]);
    loop {
        let longer = paths
            .values()
            .flat_map(|path| (0..=255).map(move |data| [&path[..], &[data]].concat()));
        let found: Vec<(i32, Vec<u8>)> = longer.map(|path| (after(&path), path)).collect();
        let before = paths.len();
        found
            .into_iter()
            .for_each(|(disparity, path)| _ = paths.entry(disparity).or_insert(path));
        if paths.len() == before {
            break;
        }
    }
    assert_eq!(Vec::from_iter(paths.keys().copied()), [-8, -6, -4, -2, 0, 2, 4, 6, 8]);
    let (mut words, mut random) = (vec![], Random::new(5));
    for path in paths.values() {
        for data in 0..=255 {
            words.push(Word::Control(data % 4));
            words.extend(path.iter().copied().map(Word::Data));
            words.push(Word::Data(data));
            words.extend((0..8).map(|_| Word::Data(random.bits(8) as u8)));
        }
    }
    words
}

/// Lines and blankings of random lengths, with bytes from a small set or from all.
fn random_lines(lines: usize) -> Vec<Word> {
    let mut random = Random::new(1);
    let mut words = vec![];
    for _ in 0..lines {
        for _ in 0..random.below(20) {
            words.push(Word::Control(random.below(4) as u8));
        }
        let (first, bound) = (random.bits(8), 1 << random.below(9));
        for _ in 0..random.below(600) {
            words.push(Word::Data((first + random.below(bound)) as u8));
        }
    }
    words
}

/// Sends the words; the error is the first symbol that differs from the reference.
fn sends_what_the_standard_says(mut encoder: impl Engine, words: &[Word]) -> Result<(), String> {
    let [data, control, visible, symbol] = ["data", "control", "visible", "symbol"].map(|name| encoder.port(name));
    let mut reference = Encoder::default();
    let mut expected: Vec<(Word, i32, u16)> = vec![];
    for clock in 0..words.len() + LATENCY - 1 {
        if let Some(&word) = words.get(clock) {
            let before = reference.disparity();
            expected.push((word, before, reference.encode(word)));
            // Unused inputs get misleading values.
            let (d, c, v) = match word {
                Word::Data(data) => (data, clock as u8 & 3, 1),
                Word::Control(control) => (clock as u8, control, 0),
            };
            encoder.set(data, d.into());
            encoder.set(control, c.into());
            encoder.set(visible, v);
        }
        encoder.step();
        if clock + 1 >= LATENCY {
            let (word, before, should) = expected[clock + 1 - LATENCY];
            let found = encoder.get(symbol) as u16;
            if found != should {
                return Err(format!(
                    "{word:x?} after a disparity of {before} is {found:#012b}, not {should:#012b}"
                ));
            }
        }
    }
    Ok(())
}

#[test]
fn every_byte_at_every_disparity_is_sent_as_the_standard_says() {
    sends_what_the_standard_says(Native::new(TmdsEncoder::default()), &every_case()).unwrap();
}

#[test]
fn random_lines_are_sent_as_the_standard_says() {
    sends_what_the_standard_says(Native::new(TmdsEncoder::default()), &random_lines(500)).unwrap();
}

#[test]
fn ones_and_zeros_stay_balanced_however_long_the_line() {
    const PIXELS: i32 = 300_000;
    let mut encoder = Native::new(TmdsEncoder::default());
    let [data, visible, symbol] = ["data", "visible", "symbol"].map(|name| encoder.port(name));
    let mut random = Random::new(2);
    encoder.set(visible, 1);
    let (mut sum, mut most_of_symbols, mut most_of_bits) = (0i32, 0, 0);
    for clock in 0..PIXELS + LATENCY as i32 {
        encoder.set(data, random.bits(8));
        encoder.step();
        if clock + 1 >= LATENCY as i32 {
            for bit in 0..SYMBOL_BITS {
                sum += 2 * (encoder.get(symbol) >> bit & 1) as i32 - 1;
                most_of_bits = most_of_bits.max(sum.abs());
            }
            most_of_symbols = most_of_symbols.max(sum.abs());
        }
    }
    assert!(
        most_of_symbols <= 8 && most_of_bits <= 12,
        "{most_of_symbols}, {most_of_bits}"
    );
}

// ---- whole pictures

/// A pixel source: the values on its pins in a pixel clock.
type Source<'a> = Box<dyn FnMut() -> Pixel + 'a>;

/// A picture of random colours in a mode with short frames, starting at any pixel.
fn small_source(from: usize) -> Source<'static> {
    let mut random = Random::new(3);
    let colours: Vec<[u8; 3]> = (0..SMALL.horizontal.visible * SMALL.vertical.visible)
        .map(|_| [0; 3].map(|_| random.bits(8) as u8))
        .collect();
    let mut at = from;
    Box::new(move || {
        let (line, frame) = (SMALL.horizontal.total(), SMALL.vertical.total());
        let (x, y) = (at % line, at / line % frame);
        at += 1;
        let pulse =
            |span: Span, at: usize| (span.visible + span.front_porch..span.total() - span.back_porch).contains(&at);
        let visible = x < SMALL.horizontal.visible && y < SMALL.vertical.visible;
        Pixel {
            visible,
            hsync: !pulse(SMALL.horizontal, x),
            vsync: !pulse(SMALL.vertical, y),
            rgb: if visible { colours[y * SMALL.horizontal.visible + x] } else { [0; 3] },
        }
    })
}

const SMALL: Mode = Mode {
    horizontal: Span { visible: 40, front_porch: 4, sync: 8, back_porch: 8 },
    vertical: Span { visible: 12, front_porch: 2, sync: 1, back_porch: 3 },
    active_low: true,
};

/// The screen with random cells, already running.
fn screen_source() -> Source<'static> {
    let mut screen = Native::new(Screen::<8, 8, 8>::default());
    let mut random = Random::new(4);
    for place in 0..1u64 << 8 {
        let write = BoardWrite { enable: true, at: Crossing::decode(place), cell: Cell::decode(random.below(3)) };
        screen.drive_as("board", write);
        screen.step();
    }
    screen.drive_as("board", BoardWrite::default());
    for place in 0..1u64 << 9 {
        let write = MenuWrite { enable: true, address: place.into(), cell: random.bits(8).into(), due: false };
        screen.drive_as("menu", write);
        screen.step();
    }
    screen.drive_as("menu", MenuWrite::default());
    let pins = ["visible", "hsync", "vsync", "red", "green", "blue"].map(|name| screen.port(name));
    Box::new(move || {
        screen.step();
        let [visible, hsync, vsync, red, green, blue] = pins.map(|pin| screen.get(pin));
        Pixel {
            visible: visible == 1,
            hsync: hsync == 1,
            vsync: vsync == 1,
            rgb: [red, green, blue].map(|level| level as u8),
        }
    })
}

/// Two monitors, one at the source and one after the cable.
struct Desk {
    at_source: Monitor,
    behind_cable: Monitor,
    frames: usize,
}

fn show<'a>(monitor: &'a mut Monitor, pixel: &Pixel) -> Option<&'a Frame> {
    let [red, green, blue] = pixel.rgb.map(u64::from);
    monitor.clock(pixel.hsync, pixel.vsync, red, green, blue)
}

impl Desk {
    fn new(mode: Mode) -> Self {
        Desk { at_source: Monitor::new(mode, [8; 3]), behind_cable: Monitor::new(mode, [8; 3]), frames: 0 }
    }

    /// Feeds both monitors: `sent` is the source's pixel, `arrived` one that it sent earlier. Returns true when the
    /// monitor after the cable has shown a frame and measured one.
    fn sees(&mut self, sent: &Pixel, arrived: Option<&Pixel>) -> bool {
        show(&mut self.at_source, sent);
        self.frames += arrived
            .iter()
            .filter_map(|pixel| show(&mut self.behind_cable, pixel).map(|_| ()))
            .count();
        self.frames > 0 && self.behind_cable.timing().is_some()
    }

    /// Checks that the frame after the cable equals the source's, is in its place, and is a picture.
    fn check(&self, mode: &Mode) -> Result<()> {
        ensure!(self.frames > 0, "no frame has arrived");
        let (shown, sent) = (self.behind_cable.frame(), self.at_source.frame());
        if let Some(difference) = shown.compare(sent)? {
            bail!("{difference:?}");
        }
        let lit = shown.pixels.iter().filter(|level| **level != 0).count();
        ensure!(lit > shown.pixels.len() / 2, "{lit} levels of {}", shown.pixels.len());
        let timing = self.behind_cable.timing().context("no whole frame has arrived")?;
        timing.check_syncs(mode)?;
        timing.check_porches(mode)
    }
}

/// The DVI output between a source and a receiver.
struct Cable<E: Engine> {
    output: E,
    clocks: Clocks,
    clock: usize,
    shift_clock: usize,
    inputs: [usize; 6],
    data: usize,
    data_clock: usize,
    receiver: Receiver,
}

/// The period of the shift clock in units of [`Clocks`]; a pixel has five of them.
const SHIFT_CLOCK: u64 = 20;

impl<E: Engine> Cable<E> {
    /// `phase` is the delay of the pixel clock's edges after those of the shift clock.
    fn new(output: E, phase: u64) -> Self {
        Cable::with_clock_from("data_clock", output, phase)
    }

    /// The output for a chip whose pins take whole symbols; the clock's pair carries the pixel clock itself.
    fn of_whole_symbols(output: E) -> Self {
        Cable::with_clock_from("clock", output, 0)
    }

    fn with_clock_from(data_clock: &str, output: E, phase: u64) -> Self {
        let [clock, shift_clock, data, data_clock] =
            ["clock", "shift_clock", "data", data_clock].map(|name| output.port(name));
        let clocks = Clocks::new(&[
            Waveform { port: clock, half_period: SHIFT_CLOCK / 2 * 5, first_rise: phase },
            Waveform { port: shift_clock, half_period: SHIFT_CLOCK / 2, first_rise: 0 },
        ]);
        Cable {
            clocks,
            clock,
            shift_clock,
            inputs: ["red", "green", "blue", "hsync", "vsync", "visible"].map(|name| output.port(name)),
            data,
            data_clock,
            output,
            receiver: Receiver::default(),
        }
    }

    /// Runs one pixel clock from falling edge to falling edge; returns a pixel if one arrives.
    fn pixel(&mut self, pixel: &Pixel) -> Result<Option<Pixel>> {
        let [red, green, blue] = pixel.rgb.map(u64::from);
        let levels = [
            red,
            green,
            blue,
            pixel.hsync.into(),
            pixel.vsync.into(),
            pixel.visible.into(),
        ];
        for (port, level) in self.inputs.into_iter().zip(levels) {
            self.output.set(port, level);
        }
        self.output.settle();
        let mut arrived = None;
        loop {
            let (mut shifted, mut over) = (false, false);
            for &(port, level) in self.clocks.next_edges() {
                self.output.set(port, level);
                shifted |= port == self.shift_clock;
                over |= (port, level) == (self.clock, 0);
            }
            self.output.settle();
            if shifted {
                let bits = self.output.get(self.data);
                let data = [0, 1, 2].map(|channel| bits >> channel & 1 == 1);
                let pixel = self.receiver.bit(data, self.output.get(self.data_clock) == 1)?;
                arrived = arrived.or(pixel);
            }
            if over {
                return Ok(arrived);
            }
        }
    }

    /// Transmits frames of a source until one has arrived, and checks it.
    fn carries(&mut self, mode: Mode, mut source: Source) -> Result<()> {
        let mut desk = Desk::new(mode);
        for _ in 0..3 * mode.horizontal.total() * mode.vertical.total() {
            let sent = source();
            let arrived = self.pixel(&sent)?;
            if desk.sees(&sent, arrived.as_ref()) {
                break;
            }
        }
        desk.check(&mode)
    }
}

/// Phases that cover a pixel, at and between the edges of the shift clock.
fn phases() -> impl Iterator<Item = u64> {
    (0..5 * SHIFT_CLOCK).step_by(7).chain([10, 20, 60, 99])
}

#[test]
fn small_frames_arrive_bit_by_bit_at_any_phase() {
    for phase in phases() {
        let mut cable = Cable::new(Native::new(DviOutput::default()), phase);
        cable.carries(SMALL, small_source(phase as usize * 11)).unwrap();
    }
}

#[test]
fn small_frames_arrive_from_pins_that_take_whole_symbols() {
    for from in (0..700).step_by(97) {
        let mut cable = Cable::of_whole_symbols(Native::new(DviOutputOser10::default()));
        cable.carries(SMALL, small_source(from)).unwrap();
    }
}

/// The pixels that arrive from an output, once its receiver is in step.
fn pixels_sent<E: Engine>(mut cable: Cable<E>, pixels: usize) -> Vec<Pixel> {
    let mut source = small_source(0);
    (0..pixels).filter_map(|_| cable.pixel(&source()).unwrap()).collect()
}

#[test]
fn both_outputs_send_the_same_pixels() {
    let pixels = 2 * SMALL.horizontal.total() * SMALL.vertical.total();
    let pairs = pixels_sent(Cable::new(Native::new(DviOutput::default()), 0), pixels);
    let whole = pixels_sent(Cable::of_whole_symbols(Native::new(DviOutputOser10::default())), pixels);
    // A receiver is in step after the first blanking, which is within a line.
    let line = SMALL.horizontal.total();
    let length = pairs.len().min(whole.len());
    assert!(length > pixels - 2 * line, "{length} of {pixels}");
    let equal = |a: &[Pixel], b: &[Pixel]| a.iter().zip(b).all(|(a, b)| a == b);
    let begins = (0..line).any(|skipped| equal(&pairs[skipped..], &whole) || equal(&pairs, &whole[skipped..]));
    assert!(begins, "{:?} and {:?}", &pairs[..4], &whole[..4]);
}

#[test]
fn a_whole_frame_of_the_screen_arrives_symbol_by_symbol() {
    let mut encoders = [(); 3].map(|()| Native::new(TmdsEncoder::default()));
    let [data, control, visible, symbol] = ["data", "control", "visible", "symbol"].map(|name| encoders[0].port(name));
    let mut decoder = Decoder::default();
    let mut source = screen_source();
    let mut desk = Desk::new(Mode::VGA);
    for clock in 0..3 * Mode::VGA.horizontal.total() * Mode::VGA.vertical.total() {
        let sent = source();
        let [red, green, blue] = sent.rgb.map(u64::from);
        let syncs = u64::from(sent.hsync) | u64::from(sent.vsync) << 1;
        for (encoder, (level, extra)) in encoders.iter_mut().zip([(blue, syncs), (green, 0), (red, 0)]) {
            encoder.set(data, level);
            encoder.set(control, extra);
            encoder.set(visible, sent.visible.into());
            encoder.step();
        }
        let symbols = [0, 1, 2].map(|channel| encoders[channel].get(symbol) as u16);
        // The encoders' power-on values are not pixels of the source.
        let arrived = match clock + 1 >= LATENCY {
            true => decoder.symbols(symbols).unwrap(),
            false => None,
        };
        if desk.sees(&sent, arrived.as_ref()) {
            break;
        }
    }
    desk.check(&Mode::VGA).unwrap();
}

#[test]
fn the_screen_says_which_pixels_are_visible() {
    let mut source = screen_source();
    let mut monitor = Monitor::new(Mode::VGA, [8; 3]);
    for _ in 0..3 * Mode::VGA.horizontal.total() * Mode::VGA.vertical.total() {
        let pixel = source();
        let white = Pixel { rgb: if pixel.visible { [255; 3] } else { pixel.rgb }, ..pixel };
        show(&mut monitor, &white);
    }
    assert!(monitor.frame().pixels.iter().all(|level| *level == 255));
    monitor.timing().unwrap().check_porches(&Mode::VGA).unwrap();
}

/// Tests of the emitted Verilog.
#[cfg(feature = "eda")]
mod emitted {
    use super::*;
    use std::path::Path;
    use tengen::hdl::{verilog::verilog, verilog_modules};
    use tengen_sim::{Circuit, Pair, Verilator, VerilatorTool};

    const MODELS: &str = concat!(env!("CARGO_TARGET_TMPDIR"), "/models");

    /// The chip's primitive as in Lattice's simulation library: three pairs in a pipeline, of which the last is output.
    const ODDRX1F: &str = "
module ODDRX1F(input D0, input D1, input SCLK, input RST, output Q);
  reg [1:0] first, second, third;
  initial {first, second, third} = 6'd0;
  assign Q = SCLK ? third[0] : third[1];
  always @(posedge SCLK) begin
    first <= RST ? 2'd0 : {D1, D0};
    second <= RST ? 2'd0 : first;
    third <= RST ? 2'd0 : second;
  end
endmodule
";

    /// Gowin's primitive by UG289: the data is taken with PCLK, and leaves at both edges of FCLK, D0 first; the count of FCLK
    /// begins with the end of RESET.
    const OSER10: &str = "
module OSER10(input D0, input D1, input D2, input D3, input D4, input D5, input D6, input D7, input D8, input D9,
              input PCLK, input FCLK, input RESET, output Q);
  reg [9:0] taken, left;
  reg [2:0] count;
  initial {taken, left, count} = 23'd0;
  assign Q = FCLK ? left[0] : left[1];
  always @(posedge PCLK) taken <= RESET ? 10'd0 : {D9, D8, D7, D6, D5, D4, D3, D2, D1, D0};
  always @(posedge FCLK) begin
    count <= RESET | count == 3'd4 ? 3'd0 : count + 3'd1;
    left <= RESET ? 10'd0 : count == 3'd4 ? taken : left >> 2;
  end
endmodule
";

    fn model<C: Circuit + Default>(name: &str, broken: Option<(&str, &str)>) -> Verilator {
        let mut text = verilog(&mut C::default(), name).unwrap();
        if let Some((good, bad)) = broken {
            assert_eq!(text.matches(good).count(), 1, "{good} in\n{text}");
            text = text.replace(good, bad);
        }
        if text.contains("ODDRX1F") {
            assert!(
                !verilog_modules(&text).contains(&"ODDRX1F"),
                "the tools know their primitive"
            );
            text += ODDRX1F;
        }
        if text.contains("OSER10 primitive_cell") {
            assert!(
                !verilog_modules(&text).contains(&"OSER10"),
                "the tools know their primitive"
            );
            text += OSER10;
        }
        let tool = VerilatorTool::from_environment();
        let mut warnings = tool.lint(&text, name).unwrap();
        warnings.retain(|warning| !warning.starts_with("UNUSEDSIGNAL"));
        assert!(warnings.is_empty() || broken.is_some(), "{warnings:#?}");
        tool.build(&text, name, &C::ports(), Path::new(MODELS)).unwrap().start()
    }

    #[test]
    fn every_byte_at_every_disparity_is_sent_as_the_standard_says() {
        let words = [every_case(), random_lines(2000)].concat();
        sends_what_the_standard_says(model::<TmdsEncoder>("tmds_encoder", None), &words).unwrap();
    }

    #[test]
    fn a_wrong_encoder_is_found() {
        for (good, bad) in [
            ("+ 4'd2", "+ 4'd1"),
            ("10'd683", "10'd682"),
            (
                "disparity_q[3] == weighed_q_balance[3]",
                "disparity_q[3] != weighed_q_balance[3]",
            ),
            ("disparity_d = 4'd0", "disparity_d = disparity_q"),
        ] {
            let words = every_case();
            let result = sends_what_the_standard_says(model::<TmdsEncoder>("tmds_encoder", Some((good, bad))), &words);
            assert!(result.is_err(), "{bad}");
        }
    }

    #[test]
    fn the_simulation_and_the_verilog_agree_at_every_edge() {
        for phase in phases() {
            let verilog = model::<DviOutput>("dvi_output", None);
            let mut pair = Pair::new(Native::new(DviOutput::default()), verilog).unwrap();
            let cable = Cable::new(Native::new(DviOutput::default()), phase);
            let (mut clocks, mut random) = (cable.clocks, Random::new(phase));
            for _ in 0..20_000 {
                let mut fell = false;
                for &(port, level) in clocks.next_edges() {
                    pair.set(port, level);
                    fell |= (port, level) == (cable.clock, 0);
                }
                pair.settle().unwrap();
                if fell {
                    cable.inputs.iter().for_each(|port| pair.set(*port, random.bits(8)));
                    pair.settle().unwrap();
                }
            }
        }
    }

    #[test]
    fn small_frames_arrive_from_pins_that_take_whole_symbols() {
        let sent = model::<DviOutputOser10>("dvi_output_oser10", None);
        Cable::of_whole_symbols(sent).carries(SMALL, small_source(5)).unwrap();
        for (good, bad) in [
            ("{vsync, hsync}", "{hsync, vsync}"),
            (".data(green)", ".data(red)"),
            (".D3(symbol[3])", ".D3(symbol[4])"),
            (".RESET(reset)", ".RESET(~reset)"),
        ] {
            let sent = model::<DviOutputOser10>("dvi_output_oser10", Some((good, bad)));
            assert!(
                Cable::of_whole_symbols(sent).carries(SMALL, small_source(5)).is_err(),
                "{bad}"
            );
        }
    }

    #[test]
    fn small_frames_arrive_bit_by_bit_at_any_phase() {
        for phase in phases() {
            let mut cable = Cable::new(model::<DviOutput>("dvi_output", None), phase);
            cable.carries(SMALL, small_source(phase as usize * 11)).unwrap();
        }
    }

    #[test]
    fn a_whole_frame_of_the_screen_arrives_bit_by_bit() {
        let mut cable = Cable::new(model::<DviOutput>("dvi_output", None), 13);
        cable.carries(Mode::VGA, screen_source()).unwrap();
    }

    #[test]
    fn a_wrong_output_is_found() {
        for (good, bad) in [
            ("{vsync, hsync}", "{hsync, vsync}"),
            (".data(green)", ".data(red)"),
            ("!(|ring_q[3:0])", "!(|ring_q[2:0])"),
            ("left_q >> 2", "left_q >> 1"),
            (".D0(rising), .D1(falling)", ".D0(falling), .D1(rising)"),
            ("CLOCK_SYMBOL = 10'd31", "CLOCK_SYMBOL = 10'd32"),
        ] {
            let found = phases().any(|phase| {
                let mut cable = Cable::new(model::<DviOutput>("dvi_output", Some((good, bad))), phase);
                cable.carries(SMALL, small_source(0)).is_err()
            });
            assert!(found, "{bad}");
        }
    }
}
