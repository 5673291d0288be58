//! Checks that synthesis removes nothing: the netlist of a board's build, exactly as place and route gets it, plays
//! short games, and its monitor must show the same pictures as the simulation's, pixel for pixel.
//!
//! ```text
//! top.json ── yosys: write_verilog ──> cells, wires ─┐
//! yosys' models of the family's cells ───────────────┼─ Verilator ── keyboard in, monitor out ──> pictures ─┐
//! a PLL that passes its reference through ───────────┘                                                      ├─ equal?
//! the console ───────────────────────────── fast engine ── keyboard in, monitor out ──> pictures ───────────┘
//! ```
//!
//! A netlist has only the board's pins, which do not tell when it is idle: after each key it gets as many clocks as the
//! simulation took.
//!
//! The test also checks that a missing cell is detected. In the netlist under test the outputs of `LOST` go through an
//! AND with a pin of the test: low, the netlist is unchanged; high, the cell is as good as missing.
#![cfg(feature = "eda")]

use std::{
    fs,
    path::{Path, PathBuf},
    thread,
};

use anyhow::{Context, Result, ensure};
use rust_hdl_bsp::{Board, Direction, boards};
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
    fast::Fast,
    frame::Frame,
    monitor::{Mode, Monitor},
    usb::{Plug, Shape, UsbKeyboard as Device},
};

use crate::turns::has_its_turn;

const TEMPORARY: &str = env!("CARGO_TARGET_TMPDIR");

const BOARD: &str = "alchitry-cu";
/// The console on that board.
type BoardConsole = Console<4, 4, 4>;
/// The colour widths of its picture.
const WIDTHS: [usize; 3] = [4, 4, 4];

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

/// A flip-flop that is lost on trial.
struct Lost {
    /// The start of its name.
    name: &'static str,
    /// The number of the game with which its loss begins.
    game: usize,
}

/// One in each part of the machine.
const LOST: [Lost; 4] = [
    Lost { name: "machine.controls.receiver.state_q_shifted", game: 3 },
    Lost { name: "machine.gomoku.game.referee.core.player.ring.black_stones_q", game: 0 },
    Lost { name: "machine.gomoku.game.referee.win_checker.state_q_own", game: 1 },
    Lost { name: "machine.screen.menu_view.colour", game: 1 },
];
/// The pin, with a bit for each of them.
const LOSE: &str = "lose";

/// iCE40's PLL without frequency synthesis: in the simulation the machine's clock equals the board's. It is always in
/// lock.
const PLL: &str = "
module SB_PLL40_PAD (
    input PACKAGEPIN, output PLLOUTCORE, output PLLOUTGLOBAL, output LOCK, input BYPASS, input RESETB, input EXTFEEDBACK,
    input [7:0] DYNAMICDELAY, input LATCHINPUTVALUE, output SDO, input SDI, input SCLK
);
    parameter FEEDBACK_PATH = \"SIMPLE\";
    parameter DIVR = 0;
    parameter DIVF = 0;
    parameter DIVQ = 0;
    parameter FILTER_RANGE = 0;
    assign PLLOUTCORE = PACKAGEPIN;
    assign PLLOUTGLOBAL = PACKAGEPIN;
    assign LOCK = 1;
    assign SDO = 0;
endmodule
";

/// The USB keyboard's lines, each with the ports that it gets in the test: the level that the chip drives, and when. The
/// names are those that [`Plug`] looks for.
const USB: [(&str, [&str; 2]); 2] = [
    ("usb_plus", ["usb_plus_out", "usb_drive"]),
    ("usb_minus", ["usb_minus_out", MINUS_DRIVE]),
];
const MINUS_DRIVE: &str = "usb_minus_drive";

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
    // yosys finds its own library; its preprocessor prints the text of a library file. Without `-defer` the models would become
    // modules too, which takes minutes.
    yosys(
        folder,
        &format!(
            "read_json {TOP}.json; write_verilog -noattr netlist.v; design -reset; \
             tee -q -o cells.log read_verilog -defer -ppdump -D NO_ICE40_DEFAULT_ASSIGNMENTS +/ice40/cells_sim.v"
        ),
    )?;
    let log = fs::read_to_string(folder.join("cells.log"))?;
    let cells = log
        .split_once("-- Verilog code after preprocessor --\n")
        .and_then(|(_, rest)| rest.split_once("-- END OF DUMP --"))
        .context("yosys shows no models")?
        .0;
    // Skips the preprocessor's line markers.
    let cells: String = cells
        .lines()
        .filter(|line| !line.starts_with("`file_"))
        .flat_map(|line| [line, "\n"])
        .collect();
    let netlist = losing(&fs::read_to_string(folder.join("netlist.v"))?, lost)?;
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
    let netlist = USB.iter().try_fold(netlist, |netlist, line| split(&netlist, line))?;
    let driven = USB.iter().flat_map(|(_, driven)| driven);
    ports.extend(driven.map(|name| Port { name, direction: PortDirection::Output, width: 1 }));
    ports.push(Port { name: LOSE, direction: PortDirection::Input, width: lost.len() });
    Ok((netlist + &without(&cells, "SB_PLL40_PAD")? + PLL, ports))
}

/// The netlist with a line of both directions, an input from now on, and with what its pin drives on it as two more ports.
///
/// ```text
/// inout usb_plus;            input usb_plus; output usb_plus_out, usb_plus_drive;
/// $_TBUF_ NAME (             assign usb_plus_out = NET; assign usb_plus_drive = ON;
///   .A(NET),
///   .E(ON),
///   .Y(usb_plus)
/// );
/// ```
fn split(netlist: &str, (line, [out, drive]): &(&str, [&str; 2])) -> Result<String> {
    let declared = format!("inout {line};\n");
    let there = netlist.contains(&declared);
    ensure!(there, "the netlist has no line {line} of both directions");
    let text = netlist
        .replacen(
            &declared,
            &format!("input {line};\n  output {out};\n  output {drive};\n"),
            1,
        )
        .replacen(&format!("module {TOP}("), &format!("module {TOP}({out}, {drive}, "), 1);
    let pin = text.find(&format!(".Y({line})")).context("no driver")?;
    let cell = text[..pin]
        .rfind("\\$_TBUF_ ")
        .context("no driver of both directions")?;
    let end = pin + text[pin..].find(");\n").context("no end")? + ");\n".len();
    let net = |port: &str| {
        let (_, from) = text[cell..end]
            .split_once(&format!(".{port}("))
            .context("no such port")?;
        Ok::<_, anyhow::Error>(from.split_once("),").context("no end")?.0)
    };
    let assigned = format!("assign {out} = {};\n  assign {drive} = {};\n", net("A")?, net("E")?);
    Ok(format!("{}{assigned}{}", &text[..cell], &text[end..]))
}

/// The text with a module removed.
fn without(text: &str, module: &str) -> Result<String> {
    let (before, rest) = text
        .split_once(&format!("module {module} ("))
        .with_context(|| format!("no {module}"))?;
    let (_, after) = rest.split_once("endmodule").context("no end")?;
    Ok(format!("{before}{after}"))
}

/// The netlist with an additional pin, [`LOSE`]: while bit `k` is high, the first flip-flop whose name begins with
/// that of `lost[k]` outputs 0.
///
/// ```text
/// SB_DFF NAME (             SB_DFF NAME (
///   ..                        ..
///   .Q(NET)                   .Q(kept_0)
/// );                        );
///                           assign NET = kept_0 & ~lose[0];
/// ```
fn losing(netlist: &str, lost: &[Lost]) -> Result<String> {
    let mut text = netlist.replacen(&format!("module {TOP}("), &format!("module {TOP}({LOSE}, "), 1);
    let header = text.find(";\n").context("no module")? + 2;
    text.insert_str(header, &format!("  input [{}:0] {LOSE};\n", lost.len() - 1));
    for (number, Lost { name, .. }) in lost.iter().enumerate() {
        let missing =
            || format!("the netlist has no flip-flop named {name}..: was it swept away, or is its name another?");
        let cell = text
            .match_indices(&format!(" \\{name}"))
            .map(|(at, _)| at)
            .find(|at| {
                text[..*at]
                    .rsplit_once('\n')
                    .is_some_and(|(_, line)| line.trim_start().starts_with("SB_DFF"))
            })
            .with_context(missing)?;
        let output = cell + text[cell..].find(".Q(").with_context(missing)? + ".Q(".len();
        let line = output + text[output..].find('\n').with_context(missing)?;
        let end = output + text[output..line].rfind(')').with_context(missing)?;
        let close = ");\n";
        let after = line + text[line..].find(close).with_context(missing)? + close.len();
        let lost = format!(
            "  assign {net} = kept_{number} & ~{LOSE}[{number}];\n",
            net = &text[output..end]
        );
        text.insert_str(after, &lost);
        text.replace_range(output..end, &format!("kept_{number}"));
        text.insert_str(header, &format!("  wire kept_{number};\n"));
    }
    Ok(text)
}

/// The simulation of a game: for each key the clocks from its first bit until everything was idle, and the final
/// picture.
struct Expected {
    keys: Vec<(&'static PhysicalKey, u64)>,
    picture: Frame,
}

/// The number of clocks from power-on to the end of the first hsync pulse.
fn first_pulse(engine: &mut impl Engine, hsync: &str) -> u64 {
    let hsync = engine.port(hsync);
    let (mut clocks, mut pulse) = (0, false);
    while !(pulse && engine.get(hsync) == 1) {
        pulse |= engine.get(hsync) == 0;
        engine.step();
        clocks += 1;
        assert!(clocks < FRAME_CLOCKS, "there is no hsync");
    }
    clocks
}

/// Simulates the games: the clocks from the first hsync pulse until the first page is painted, and every game.
fn simulated(edition: &Named) -> Result<(u64, Vec<Expected>)> {
    let mut console = BoardConsole::new(Variant {
        edition: board_console::holds(boards::find(BOARD).unwrap(), edition),
        ..Variant::default()
    });
    let mut engine = Fast::new(
        netlist_with(&mut console, "console", &|_| false, &STAND_INS)?,
        BoardConsole::ports(),
    );
    let mut machine = Machine::new(engine.clone())?;
    let pulse = first_pulse(&mut engine, "hsync");
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

/// A netlist with a keyboard and a monitor.
struct Player<E: Engine> {
    engine: E,
    keyboard: Keyboard,
    monitor: Monitor,
    lines: [usize; 2],
    picture: [usize; 5],
    /// The number of the LEDs, which show the last byte of the keyboard.
    lamps: usize,
}

impl<E: Engine> Player<E> {
    /// Creates the player at power-on, with no button pressed.
    fn new(mut engine: E, board: &Board) -> Self {
        if let Some(buttons) = &board.buttons {
            let port = engine.port("buttons");
            let released = match buttons.pressed {
                rust_hdl_bsp::Level::High => 0,
                rust_hdl_bsp::Level::Low => u64::MAX,
            };
            engine.set(port, released);
        }
        Player {
            keyboard: Keyboard::new(KeyboardTiming::fast()),
            monitor: Monitor::new(Mode::VGA, WIDTHS),
            lines: ["ps2_clk", "ps2_data"].map(|name| engine.port(name)),
            picture: ["vga_hsync", "vga_vsync", "vga_red", "vga_green", "vga_blue"].map(|name| engine.port(name)),
            lamps: engine.port("leds"),
            engine,
        }
    }

    /// Runs one clock; returns true in the clock that completes a picture.
    fn step(&mut self) -> bool {
        let (clock, data) = self.keyboard.next();
        self.engine.set(self.lines[0], clock.into());
        self.engine.set(self.lines[1], data.into());
        self.engine.step();
        let [hsync, vsync, red, green, blue] = self.picture.map(|port| self.engine.get(port));
        self.monitor.clock(hsync == 1, vsync == 1, red, green, blue).is_some()
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

    /// The first picture or LED value in a game that differs from the simulation.
    fn play(&mut self, number: usize, Expected { keys, picture }: &Expected) -> Option<String> {
        for (key, clocks) in keys {
            self.keyboard.press(key.code, key.extended);
            self.keyboard.release(key.code, key.extended);
            self.steps(*clocks);
            let lamps = self.engine.get(self.lamps);
            if lamps != u64::from(key.code) {
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
}

/// Plays the games, with each key in the same clock of the machine as in the simulation: the computer's random choice
/// depends on the clocks since power-on, and the chip's clock starts late. Each game begins with trials:
/// a flip-flop that is to be lost from this game on is switched off, the games are played until a difference is seen, and the
/// machine goes back to the game's beginning.
fn play(engine: impl Engine, board: &Board, start: u64, games: &[Expected], lost: &[Lost]) {
    let mut player = Player::new(engine, board);
    let lose = player.engine.port(LOSE);
    player.engine.set(lose, 0);
    // The keyboard's lines idle high.
    for line in player.lines {
        player.engine.set(line, 1);
    }
    first_pulse(&mut player.engine, "vga_hsync");
    player.steps(start);
    for (number, game) in games.iter().enumerate() {
        assert!(player.engine.keep(), "the model keeps no state");
        let (keyboard, monitor) = (player.keyboard.clone(), player.monitor.clone());
        for (bit, Lost { name, .. }) in lost.iter().enumerate().filter(|(_, lost)| lost.game == number) {
            player.engine.set(lose, 1 << bit);
            let seen = (number..games.len()).find_map(|number| player.play(number, &games[number]));
            assert!(seen.is_some(), "nothing is seen of it when {name} is lost");
            player.engine.go_back();
            player.engine.set(lose, 0);
            (player.keyboard, player.monitor) = (keyboard.clone(), monitor.clone());
        }
        assert_eq!(player.play(number, game), None);
    }
}

/// Checks an edition's machine on the chip; `lost` are flip-flops in it.
fn plays(edition: &'static Named, lost: &[Lost]) {
    let board = boards::find(BOARD).unwrap();
    let simulation = thread::spawn(|| simulated(edition));
    let folder = synthesised(board, edition).unwrap();
    let (text, ports) = netlist(&folder, board, lost).unwrap();
    let verilator = Tools::find().verilator().unwrap();
    let model = verilator
        .build(&text, TOP, &ports, &Path::new(TEMPORARY).join("models"))
        .unwrap();
    let (start, games) = simulation.join().unwrap().unwrap();

    thread::scope(|scope| {
        let usb = scope.spawn(|| plays_by_usb(model.start(), board));
        play(model.start(), board, start, &games, lost);
        usb.join().unwrap();
    });
}

/// Plugs a USB keyboard into the chip, presses and releases a key, and checks the bytes that the LEDs show.
fn plays_by_usb(mut engine: impl Engine, board: &Board) {
    const MS: u64 = SECOND as u64 / 1000;
    // The self-test's result, and the key's make and break codes.
    const BYTES: [u64; 7] = [0, 0xAA, 0xE0, 0x75, 0xE0, 0xF0, 0x75];
    // No button is pressed.
    let lamps = Player::new(&mut engine, board).lamps;
    for line in ["ps2_clk", "ps2_data"] {
        engine.set(engine.port(line), 1);
    }
    let plug = Plug::of(&engine, "usb_");
    let drives = [USB[0].1[1], MINUS_DRIVE].map(|name| engine.port(name));
    let mut device = Device::new(Shape::plain(), f64::from(SECOND) / 1.5e6);
    device.plug(true);
    let mut codes = vec![];
    let (mut clock, mut end) = (0, 400 * MS);
    while clock < end {
        if device.is_configured() && clock % (20 * MS) == 0 && device.taken() < 2 {
            device.report([[0, 0, 0x52, 0, 0, 0, 0, 0], [0; 8]][device.taken() as usize]);
        }
        let [plus, minus] = drives.map(|drive| engine.get(drive));
        assert_eq!(plus, minus, "one line alone is driven");
        plug.connect(&mut engine, &mut device);
        engine.step();
        let code = engine.get(lamps);
        if codes.last() != Some(&code) {
            codes.push(code);
            // No other byte may follow.
            if codes.len() == BYTES.len() {
                end = clock + 20 * MS;
            }
        }
        clock += 1;
    }
    assert_eq!(codes, BYTES);
    assert_eq!(device.objections(), [""; 0]);
}

#[test]
fn the_cells_of_a_reduced_edition_on_the_chip_play_as_the_simulation_does() {
    plays(editions::find("tiny").unwrap(), &LOST);
}

/// This takes minutes, so it runs only on its board's day: the tool flow is the same for both editions.
#[test]
fn the_cells_on_the_chip_play_as_the_simulation_does_when_its_board_has_its_turn() {
    if has_its_turn(BOARD) {
        plays(editions::of(boards::find(BOARD).unwrap()), &LOST);
    }
}
