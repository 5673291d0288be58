//! Checks that synthesis removes nothing: the netlist of a board's build, exactly as place and route gets it, plays
//! short games, and its monitor must show the same pictures as the simulation's, pixel for pixel.
//!
//! ```text
//! top.json ── yosys: write_verilog ──> cells, wires ─┐
//! models of the family's cells ──────────────────────┼─ Verilator ── keyboard in, monitor out ──> pictures ─┐
//! a PLL that passes its reference through ───────────┘                                                      ├─ equal?
//! the console ───────────────────────────── fast engine ── keyboard in, monitor out ──> pictures ───────────┘
//! ```
//!
//! The monitor is at the VGA connector. Where the board has DVI, it decodes the words that the serialisers get.
//!
//! A netlist has only the board's pins, which do not tell when it is idle: after each key it gets as many clocks as the
//! simulation took.
//!
//! The test also checks that a missing cell is detected. In the netlist under test the outputs of `LOST` go through an
//! AND with a pin of the test: low, the netlist is unchanged; high, the cell is as good as missing.
#![cfg(feature = "eda")]

mod cells;
mod gowin;
mod text;

use std::{
    fs,
    path::{Path, PathBuf},
    thread,
};

use anyhow::{Context, Result, bail, ensure};
use rust_hdl_bsp::{Board, Direction, Level, Picture, boards};
use tengen::{
    board_console,
    editions::{self, Named},
    gateware::{
        console::{Console, Variant},
        director::SECOND,
        keyboard::key::{self, PhysicalKey},
    },
    hdl::{
        tools::Tools,
        top::{self, TOP},
        verilog::netlist_with,
    },
    simulation::{machine::Machine, stand_in::STAND_INS, timing::FRAME_CLOCKS},
};
use tengen_sim::{
    Circuit, Engine, Keyboard, KeyboardTiming, Port, PortDirection,
    dvi::Decoder,
    fast::Fast,
    frame::Frame,
    monitor::{Mode, Monitor},
    tmds::SYMBOL_BITS,
    usb::{Plug, Shape, UsbKeyboard as Device},
};

use self::{
    cells::Cells,
    text::{LOSE, Lost},
};
use crate::turns::has_its_turn;

const TEMPORARY: &str = env!("CARGO_TARGET_TMPDIR");

/// The boards whose netlists play: one for each family and each way in which a picture or a keyboard is connected.
const BOARDS: [&str; 3] = ["alchitry-cu", "tang-nano-9k", "tang-nano-20k"];

struct Game {
    keys: &'static str,
    /// What the picture shows after the keys.
    picture: &'static str,
    /// The page, the number of stones on the board, and the winner after the keys.
    state: (&'static str, u64, Option<&'static str>),
}

/// The games use everything visible on the chip: a computer's moves, a winning line, its message, both pages.
const GAMES: [Game; 4] = [
    Game {
        keys: "enter enter up enter s s s s enter",
        picture: "three moves against the computer",
        state: ("game", 6, None),
    },
    Game {
        keys: "esc esc m m enter enter w enter down right enter w enter down d enter up enter down d enter up enter down \
               d enter",
        picture: "five in a row in a game of two",
        state: ("game", 9, Some("black")),
    },
    Game { keys: "enter", picture: "WIN", state: ("game", 9, Some("black")) },
    Game { keys: "esc", picture: "the mode page", state: ("mode", 9, Some("black")) },
];

/// One in each part of the machine.
const LOST: [Lost; 4] = [
    Lost { name: "machine.controls.receiver.state_q_shifted", game: 3 },
    Lost { name: "machine.gomoku.game.referee.core.player.ring.black_stones_q", game: 0 },
    Lost { name: "machine.gomoku.game.referee.win_checker.state_q_own", game: 1 },
    Lost { name: "machine.screen.menu_view.colour", game: 1 },
];

/// What each serialiser of DVI sends, with a port each: blue, green and red.
const SYMBOLS: [&str; 3] = ["symbol_0", "symbol_1", "symbol_2"];
/// The clocks from a pixel to its symbol: the registers of `TmdsEncoder`.
const ENCODING_CLOCKS: u64 = 3;

/// The USB keyboard's lines, each with the ports that it gets in the test: the level that the chip drives, and when. The
/// names are those that [`Plug`] looks for.
const USB: [(&str, [&str; 2]); 2] = [
    ("usb_plus", ["usb_plus_out", "usb_drive"]),
    ("usb_minus", ["usb_minus_out", MINUS_DRIVE]),
];
const MINUS_DRIVE: &str = "usb_minus_drive";
/// The byte of a keyboard's self-test, which the LEDs show when a USB keyboard has been found.
const SELF_TEST: u64 = 0xAA;
const MS: u64 = SECOND as u64 / 1000;

/// Calls yosys with a script in `folder`.
fn yosys(folder: &Path, script: &str) -> Result<()> {
    let mut yosys = Tools::find().command("yosys")?;
    let output = yosys.args(["-q", "-p", script]).current_dir(folder).output()?;
    let said = String::from_utf8_lossy(&output.stderr);
    ensure!(output.status.success(), "yosys {script}: {said}");
    Ok(())
}

/// The folder with the input of place and route for the board's build: the one in which tests/chips/results.rs built
/// the bitstream if it belongs to the same machine; otherwise a new one that is only synthesised.
fn synthesised(board: &'static Board, edition: &Named) -> Result<PathBuf> {
    let build = board_console::plan(board, edition)?;
    let step = &build.project.steps[0];
    let there = |folder: &Path| step.makes.iter().all(|file| folder.join(file).is_file());
    let own = Path::new(TEMPORARY).join("netlist").join(edition.name).join(board.name);
    for folder in [Path::new(TEMPORARY).join("bitstream").join(board.name), own.clone()] {
        if build.is_in(&folder) && there(&folder) {
            return Ok(folder);
        }
    }
    let folder = own;
    build.write(&folder)?;
    let mut tool = Tools::find().command(step.tool)?;
    let output = tool.args(&step.arguments).current_dir(&folder).output()?;
    ensure!(
        output.status.success() && there(&folder),
        "{}: {}",
        step.name,
        String::from_utf8_lossy(&output.stderr)
    );
    Ok(folder)
}

/// The netlist of a build as Verilog with the models of its cells, in which the flip-flops `lost` can be switched off;
/// and the ports of its top.
fn netlist(folder: &Path, board: &Board, lost: &[Lost]) -> Result<(String, Vec<Port>)> {
    let cells = Cells::of(board.part.family)?;
    // yosys finds its own library; its preprocessor prints the text of a library file. Without `-defer` the models would become
    // modules too, which takes minutes.
    yosys(
        folder,
        &format!(
            "read_json {TOP}.json; write_verilog -noattr netlist.v; design -reset; \
             tee -q -o cells.log read_verilog -defer -ppdump {}",
            cells.library
        ),
    )?;
    let log = fs::read_to_string(folder.join("cells.log"))?;
    let library = log
        .split_once("-- Verilog code after preprocessor --\n")
        .and_then(|(_, rest)| rest.split_once("-- END OF DUMP --"))
        .context("yosys shows no models")?
        .0;
    // Skips the preprocessor's line markers, and attributes on a line of their own, which mean nothing to a simulation.
    let skipped = |line: &str| line.starts_with("`file_") || (line.starts_with("(*") && line.ends_with("*)"));
    let library: String = library
        .lines()
        .filter(|line| !skipped(line))
        .flat_map(|line| [line, "\n"])
        .collect();
    let mut ports: Vec<Port> = top::ports(board)
        .iter()
        .map(|port| Port {
            name: port.name,
            direction: match port.direction {
                _ if port.name == "board_clock" => PortDirection::Clock,
                Direction::Input | Direction::Both => PortDirection::Input,
                Direction::Output => PortDirection::Output,
            },
            width: port.pins.len(),
        })
        .collect();
    let mut netlist = fs::read_to_string(folder.join("netlist.v"))?;
    text::check_clocks(&netlist)?;
    netlist = text::losing(&netlist, lost, cells.flip_flop)?;
    ports.push(Port { name: LOSE, direction: PortDirection::Input, width: lost.len() });
    if board.usb.is_some() {
        for line in &USB {
            netlist = text::split(&netlist, line, &cells.driver)?;
            ports.extend(
                line.1
                    .map(|name| Port { name, direction: PortDirection::Output, width: 1 }),
            );
        }
    }
    if matches!(board.picture, Picture::Dvi(_)) {
        netlist = text::with_symbols(&netlist, &SYMBOLS)?;
        ports.extend(SYMBOLS.map(|name| Port { name, direction: PortDirection::Output, width: SYMBOL_BITS }));
    }
    Ok((netlist + &cells.models(&library), ports))
}

/// The simulation of a game: for each key the clocks from its first bit until everything was idle, and the final
/// picture.
struct Expected {
    keys: Vec<(&'static PhysicalKey, u64)>,
    picture: Frame,
}

/// The number of clocks from power-on to the end of the first hsync pulse of the right length. `step` runs a clock and
/// returns the level: low at power-on too, and over DVI until the first line has ended.
fn first_pulse(mut step: impl FnMut() -> bool) -> u64 {
    let mut low = 0;
    for clock in 1..FRAME_CLOCKS {
        let level = step();
        if level && low == Mode::VGA.horizontal.sync {
            return clock;
        }
        low = if level { 0 } else { low + 1 };
    }
    panic!("there is no hsync");
}

/// Simulates the games on a console of these colours: the clocks from the first hsync pulse until the first page is painted,
/// and every game.
fn simulated<const R: usize, const G: usize, const B: usize>(
    board: &Board,
    edition: &Named,
) -> Result<(u64, Vec<Expected>)> {
    let holds = board_console::holds(board, edition);
    let mut console = Console::<R, G, B>::new(Variant { edition: holds, ..Variant::default() });
    let mut engine = Fast::new(
        netlist_with(&mut console, "console", &|_| false, &STAND_INS)?,
        Console::<R, G, B>::ports(),
    );
    let hsync = engine.port("hsync");
    let mut machine = Machine::new(engine.clone())?;
    let pulse = first_pulse(|| {
        engine.step();
        engine.get(hsync) == 1
    });
    machine.settle()?;
    let start = machine.clocks() - pulse;
    let mut games = vec![];
    for game in GAMES {
        let mut keys = vec![];
        for name in game.keys.split_whitespace() {
            let key = key::named(name).with_context(|| format!("no key {name}"))?;
            let before = machine.clocks();
            machine.press(key);
            machine.settle()?;
            keys.push((key, machine.clocks() - before));
        }
        let state = machine.state()?;
        ensure!(
            (state.page, state.moves, state.winner) == game.state,
            "the keys lead elsewhere than to {}: {state:?}",
            game.picture
        );
        let picture = machine.frame()?;
        games.push(Expected { keys, picture });
    }
    Ok((start, games))
}

/// A netlist with its keyboards and a monitor.
struct Player<E: Engine> {
    engine: E,
    keyboard: Keyboard,
    connector: Connector,
    monitor: Monitor,
    lines: [usize; 2],
    lamps: Lamps,
    usb: Option<Usb>,
}

/// A USB keyboard in its plug since power-on.
#[derive(Clone)]
struct Usb {
    plug: Plug,
    /// The ports that tell when the chip drives D+ and D-.
    drives: [usize; 2],
    device: Device,
    /// The LEDs have shown its self-test.
    greeted: bool,
}

impl Usb {
    fn of(engine: &impl Engine) -> Usb {
        let mut device = Device::new(Shape::plain(), f64::from(SECOND) / 1.5e6);
        device.plug(true);
        Usb {
            plug: Plug::of(engine, "usb_"),
            drives: [USB[0].1[1], MINUS_DRIVE].map(|name| engine.port(name)),
            device,
            greeted: false,
        }
    }

    /// Connects the lines before a clock.
    fn connect(&mut self, engine: &mut impl Engine) {
        let [plus, minus] = self.drives.map(|drive| engine.get(drive));
        assert_eq!(plus, minus, "one line alone is driven");
        self.plug.connect(engine, &mut self.device);
    }
}

/// The ports of the picture.
#[derive(Clone)]
enum Connector {
    /// The syncs, red, green and blue.
    Vga([usize; 5]),
    Dvi {
        symbols: [usize; 3],
        decoder: Decoder,
    },
}

/// The levels at a connector in one clock.
struct Levels {
    hsync: bool,
    vsync: bool,
    rgb: [u64; 3],
}

impl Connector {
    fn of(engine: &impl Engine, board: &Board) -> Connector {
        match &board.picture {
            Picture::Vga(_) => Connector::Vga(
                ["vga_hsync", "vga_vsync", "vga_red", "vga_green", "vga_blue"].map(|name| engine.port(name)),
            ),
            Picture::Dvi(_) => {
                Connector::Dvi { symbols: SYMBOLS.map(|name| engine.port(name)), decoder: Decoder::default() }
            }
        }
    }

    /// How many clocks later than on the console's ports a pixel is here.
    fn delay(&self) -> u64 {
        match self {
            Connector::Vga(_) => 0,
            Connector::Dvi { .. } => ENCODING_CLOCKS,
        }
    }

    /// The levels in this clock, if it tells any.
    fn read(&mut self, engine: &impl Engine) -> Option<Levels> {
        match self {
            Connector::Vga(ports) => {
                let [hsync, vsync, red, green, blue] = ports.map(|port| engine.get(port));
                Some(Levels { hsync: hsync == 1, vsync: vsync == 1, rgb: [red, green, blue] })
            }
            Connector::Dvi { symbols, decoder } => {
                let symbols = symbols.map(|port| engine.get(port) as u16);
                let pixel = decoder.symbols(symbols).expect("what is sent follows the standard")?;
                Some(Levels { hsync: pixel.hsync, vsync: pixel.vsync, rgb: pixel.rgb.map(u64::from) })
            }
        }
    }
}

/// The LEDs. Each shows one bit of the keyboard's last byte, from the lowest on.
#[derive(Clone, Copy)]
struct Lamps {
    port: usize,
    count: usize,
    lit: Level,
}

impl Lamps {
    fn of(engine: &impl Engine, board: &Board) -> Lamps {
        let leds = board.leds.as_ref().expect("the board has LEDs");
        Lamps { port: engine.port("leds"), count: leds.pins.len(), lit: leds.lit }
    }

    /// What they show of a byte.
    fn of_byte(self, byte: u64) -> u64 {
        byte & ((1 << self.count) - 1)
    }

    /// What they show.
    fn read(self, engine: &impl Engine) -> u64 {
        let pins = engine.get(self.port);
        self.of_byte(match self.lit {
            Level::High => pins,
            Level::Low => !pins,
        })
    }
}

impl<E: Engine> Player<E> {
    /// Creates the player at power-on, with no button pressed and all lines at rest.
    fn new(mut engine: E, board: &Board) -> Self {
        for port in top::ports(board) {
            let pressed = port.name.ends_with("buttons") && port.active == Level::Low;
            if pressed || ["ps2_clk", "ps2_data", "uart_rx"].contains(&port.name) {
                let at = engine.port(port.name);
                engine.set(at, u64::MAX >> (u64::BITS as usize - port.pins.len()));
            }
        }
        Player {
            keyboard: Keyboard::new(KeyboardTiming::fast()),
            connector: Connector::of(&engine, board),
            monitor: Monitor::new(Mode::VGA, board.picture.colour_bits()),
            lines: ["ps2_clk", "ps2_data"].map(|name| engine.port(name)),
            lamps: Lamps::of(&engine, board),
            usb: board.usb.is_some().then(|| Usb::of(&engine)),
            engine,
        }
    }

    /// Runs one clock; returns what the connector then has.
    fn clock(&mut self) -> Option<Levels> {
        let (clock, data) = self.keyboard.next();
        self.engine.set(self.lines[0], clock.into());
        self.engine.set(self.lines[1], data.into());
        if let Some(usb) = &mut self.usb {
            usb.connect(&mut self.engine);
        }
        self.engine.step();
        if let Some(usb) = &mut self.usb {
            let greets = || self.lamps.read(&self.engine) == self.lamps.of_byte(SELF_TEST);
            usb.greeted = usb.greeted || usb.device.is_configured() && greets();
        }
        self.connector.read(&self.engine)
    }

    /// Runs one clock with the monitor; returns true in the clock that completes a picture.
    fn step(&mut self) -> bool {
        let Some(Levels { hsync, vsync, rgb: [red, green, blue] }) = self.clock() else {
            return false;
        };
        self.monitor.clock(hsync, vsync, red, green, blue).is_some()
    }

    fn steps(&mut self, clocks: u64) {
        for _ in 0..clocks {
            self.step();
        }
    }

    /// The first picture that begins after this call.
    fn picture(&mut self) -> Option<&Frame> {
        let mut whole = 0;
        for _ in 0..4 * FRAME_CLOCKS {
            whole += u32::from(self.step());
            if whole == 2 {
                return Some(self.monitor.frame());
            }
        }
        None
    }

    /// The LEDs have shown the USB keyboard's self-test.
    fn greeted(&self) -> bool {
        self.usb.as_ref().is_some_and(|usb| usb.greeted)
    }

    /// The first picture or LED value in a game that differs from the simulation.
    fn play(&mut self, number: usize, Expected { keys, picture }: &Expected) -> Option<String> {
        for (key, clocks) in keys {
            self.keyboard.press(key.code, key.extended);
            self.keyboard.release(key.code, key.extended);
            let greeted = self.greeted();
            self.steps(*clocks);
            let lamps = self.lamps.read(&self.engine);
            // The self-test may come after the key's bytes.
            let greets = self.greeted() && !greeted && lamps == self.lamps.of_byte(SELF_TEST);
            if lamps != self.lamps.of_byte(key.code.into()) && !greets {
                return Some(format!("the lamps show {lamps:02x} after the key {}", key.name));
            }
        }
        let name = GAMES[number].picture;
        let Some(shown) = self.picture() else {
            return Some(format!("{name}: the monitor finds none"));
        };
        shown
            .compare(picture)
            .unwrap()
            .map(|difference| format!("{name}: {difference:?}"))
    }

    /// Presses and releases a key of the USB keyboard, if there is one, and checks the bytes that the LEDs show.
    fn types_by_usb(&mut self) {
        // The make code and the break code of the key.
        const BYTES: [u64; 5] = [0xE0, 0x75, 0xE0, 0xF0, 0x75];
        if self.usb.is_none() {
            return;
        }
        for _ in 0..400 * MS {
            if self.greeted() {
                break;
            }
            self.clock();
        }
        assert!(self.greeted(), "the USB keyboard is not found");
        let mut codes = vec![];
        let mut last = self.lamps.read(&self.engine);
        for report in [[0, 0, 0x52, 0, 0, 0, 0, 0], [0; 8]] {
            self.usb.as_mut().unwrap().device.report(report);
            // It is asked for its report each 8 ms. No other byte may follow.
            for _ in 0..12 * MS {
                self.clock();
                let code = self.lamps.read(&self.engine);
                if code != last {
                    codes.push(code);
                    last = code;
                }
            }
        }
        assert_eq!(codes, BYTES.map(|byte| self.lamps.of_byte(byte)));
        assert_eq!(self.usb.as_ref().unwrap().device.objections(), [""; 0]);
    }
}

/// Plays the games, with each key in the same clock of the machine as in the simulation: the computer's random choice
/// depends on the clocks since power-on, and the chip's clock starts late. Each game begins with trials:
/// a flip-flop that is to be lost from this game on is switched off, the games are played until a difference is seen, and the
/// machine goes back to the game's beginning. Last, the USB keyboard's turn comes.
fn play(engine: impl Engine, board: &Board, start: u64, games: &[Expected], lost: &[Lost]) {
    let mut player = Player::new(engine, board);
    let lose = player.engine.port(LOSE);
    player.engine.set(lose, 0);
    // The first line may be short, so the monitor begins after it.
    first_pulse(|| player.clock().is_none_or(|levels| levels.hsync));
    player.steps(start - player.connector.delay());
    for (number, game) in games.iter().enumerate() {
        assert!(player.engine.keep(), "the model keeps no state");
        let kept = (
            player.keyboard.clone(),
            player.connector.clone(),
            player.monitor.clone(),
            player.usb.clone(),
        );
        for (bit, Lost { name, .. }) in lost.iter().enumerate().filter(|(_, lost)| lost.game == number) {
            player.engine.set(lose, 1 << bit);
            let seen = (number..games.len()).find_map(|number| player.play(number, &games[number]));
            assert!(seen.is_some(), "nothing is seen of it when {name} is lost");
            player.engine.go_back();
            player.engine.set(lose, 0);
            (player.keyboard, player.connector, player.monitor, player.usb) = kept.clone();
        }
        assert_eq!(player.play(number, game), None);
    }
    player.types_by_usb();
}

/// Checks an edition's machine on the board's chip.
fn plays(board: &'static Board, edition: &'static Named) {
    let simulation = thread::spawn(|| match board.picture.colour_bits() {
        [4, 4, 4] => simulated::<4, 4, 4>(board, edition),
        [8, 8, 8] => simulated::<8, 8, 8>(board, edition),
        other => bail!("{}: no test has these colours: {other:?}", board.name),
    });
    let folder = synthesised(board, edition).unwrap();
    let (text, ports) = netlist(&folder, board, &LOST).unwrap();
    let verilator = Tools::find().verilator().unwrap();
    let model = verilator
        .build(&text, TOP, &ports, &Path::new(TEMPORARY).join("models"))
        .unwrap();
    let (start, games) = simulation.join().unwrap().unwrap();

    play(model.start(), board, start, &games, &LOST);
}

#[test]
fn the_cells_of_a_reduced_edition_on_the_chip_play_as_the_simulation_does() {
    plays(boards::find("alchitry-cu").unwrap(), editions::find("tiny").unwrap());
}

/// Synthesis takes minutes, so this runs only on a board's day or where all are measured: the tool flow is the same for both
/// editions. Tang Nano 20K never has its day.
#[test]
fn the_cells_on_the_chip_play_as_the_simulation_does_when_the_board_has_its_turn() {
    for name in BOARDS.into_iter().filter(|name| has_its_turn(name)) {
        let board = boards::find(name).unwrap();
        plays(board, editions::of(board));
    }
}
