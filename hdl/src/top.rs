//! The module `top` of a board: its pins outside, the machine inside, and in between what only the board knows: how its
//! clock is made, which level lights a LED, what drives its digits.
//!
//! ```text
//! board_clock ──> clock primitive ── clock ──┐
//! ps2_clk, ps2_data ─────────────────────> console ──> vga_*, or dvi_output ──> dvi_*
//! usb_plus, usb_minus ───────────────────>  ├ usb_plus_out, usb_minus_out, usb_drive ──> the same
//! plug_plus, plug_minus ─> usb_or_ps2 ───>  │            those of the lines above, or of these
//! buttons ──(polarity)──( two_buttons )──>  │
//! uart_rx ───────────────────────────────>  ├ tx ──> uart_tx
//! pad_data ──────────────────────────────>  ├ pad_latch, pad_clock ──> the same
//!                                           ├ sound, sound_on ──> audio_*
//!                                           └ key_code ─┬─(polarity)──> leds
//!                                                       └─> display ──(polarity)──> display_*
//! constants ──> pins held at a level
//! ```
//!
//! It is generated from two tables: `FIXTURES`, the features a board may have and their circuits, and `WIRES`, the
//! connections between them. The name of a wire decides its connection:
//!
//! | a wire that                          | is                                                                        |
//! |--------------------------------------|---------------------------------------------------------------------------|
//! | has the name of a port of the board  | that port, inverted if it is active low; its highest bits if it has fewer |
//! | has another name there (`is`)        | that port                                                                 |
//! | one circuit drives and another reads | declared                                                                  |
//! | a circuit drives and nothing reads   | left open                                                                 |
//! | comes from a port the board lacks    | its idle value                                                            |
//! | goes to a pair of ports              | theirs through a buffer of the kind that the pins' standard names         |
//! | goes to a port of both directions    | driven on it while a second wire is high: see `turns`                      |
//!
//! A new feature of a board is a new row here if the machine uses it: a wire to one of the console's ports, or a
//! circuit of its own. A board port that no row names is not in the top.
//!
//! The text is Verilog-2001 and the same on every run.

use anyhow::Result;
use rust_hdl_bsp::{Board, Clocking, Direction, Level, Picture, Port, Wanted, bit_name};
use std::fmt::Write;

/// The module's name for the tools.
pub const TOP: &str = "top";

/// The machine's only clock: one pixel of 640x480 at 60 Hz per clock.
pub const PIXEL_KHZ: u32 = 25_000;

/// The limit if 25 MHz cannot be made exactly: the standard's pixel clock is 25.175 MHz, so up to here a monitor is no
/// further off than at 25 MHz.
pub const HIGHEST_PIXEL_KHZ: u32 = 25_200;

/// DVI sends ten bits per pixel, two per shift clock.
pub const SHIFTS_A_PIXEL: u32 = 5;

/// The machine's clock on this board, and the shift clock if its picture needs one.
pub fn wanted(board: &Board) -> Wanted {
    Wanted {
        khz: PIXEL_KHZ,
        highest_khz: HIGHEST_PIXEL_KHZ,
        times: match board.picture {
            Picture::Vga(_) => None,
            Picture::Dvi(_) => Some(SHIFTS_A_PIXEL),
        },
    }
}

/// The circuit that makes that clock.
pub fn clocking(board: &Board) -> Result<Clocking> {
    board.clocking(wanted(board))
}

/// The port of the oscillator, on every board.
pub(super) const OSCILLATOR: &str = "board_clock";

/// The module of the machine.
pub const CONSOLE: &str = "console";

/// The modules next to it, for boards with the matching feature.
pub const DVI_OUTPUT: &str = "dvi_output";
pub const DVI_OUTPUT_OSER10: &str = "dvi_output_oser10";
pub const TWO_BUTTONS: &str = "two_buttons";
pub const USB_OR_PS2: &str = "usb_or_ps2";
pub const SEVEN_SEGMENT: &str = "seven_segment";
pub const SEVEN_SEGMENT_SERIAL: &str = "seven_segment_serial";

/// A wire of the top: its name, its width, and the idle value that a circuit gets if the board has no such port.
struct Wire(&'static str, usize, Option<&'static str>);

/// In order of declaration. A bus that is a port of the board may have another width there.
const WIRES: [Wire; 37] = [
    Wire("clock", 1, None),
    Wire("shift_clock", 1, None),
    // The keyboards' lines; those of a USB keyboard also as the machine drives them.
    Wire("plug_plus", 1, None),
    Wire("plug_minus", 1, None),
    Wire("plug_plus_pull", 1, None),
    Wire("plug_minus_pull", 1, None),
    Wire("ps2_clk", 1, Some("1'b1")),
    Wire("ps2_data", 1, Some("1'b1")),
    Wire("usb_plus", 1, Some("1'b0")),
    Wire("usb_minus", 1, Some("1'b0")),
    Wire("usb_plus_out", 1, None),
    Wire("usb_minus_out", 1, None),
    Wire("usb_drive", 1, None),
    // Up, down, left, right, centre. If a board has a single button, it is the centre.
    Wire("buttons", 5, Some("5'b00000")),
    // The two buttons of a board that has no more.
    Wire("two_buttons", 2, None),
    // The serial line, as the chip sees it.
    Wire("rx", 1, Some("1'b1")),
    Wire("tx", 1, None),
    // The gamepad's lines.
    Wire("pad_data", 1, Some("1'b1")),
    Wire("pad_latch", 1, None),
    Wire("pad_clock", 1, None),
    // The accelerometer's lines.
    Wire("tilt_cipo", 1, Some("1'b1")),
    Wire("tilt_cs_n", 1, None),
    Wire("tilt_sclk", 1, None),
    Wire("tilt_copi", 1, None),
    // The last byte from the keyboard.
    Wire("key_code", 8, None),
    Wire("hsync", 1, None),
    Wire("vsync", 1, None),
    Wire("visible", 1, None),
    Wire("red", 8, None),
    Wire("green", 8, None),
    Wire("blue", 8, None),
    // The serialised channels, for pins with a buffer for each pair.
    Wire("dvi_channels", 3, None),
    // The sound, and whether it is on.
    Wire("sound", 1, None),
    Wire("sound_on", 1, None),
    // a to g, bit 0 is a; and the digit that shows them. High means on.
    Wire("segments", 7, None),
    Wire("digits", 4, None),
    // For LEDs that are never lit.
    Wire(DARK, 1, None),
];

const DARK: &str = "1'b0";

/// A feature that a board may have, and the part of the top for it.
struct Fixture {
    /// The board has the feature if it has this port.
    has: &'static str,
    circuit: Option<Circuit>,
    /// Ports of the board, and the wires they are connected to.
    is: &'static [(&'static str, &'static str)],
    /// Outputs of the board, each with the wire whose lowest bits it shows; further pins stay dark.
    shows: &'static [(&'static str, &'static str)],
    /// Ports of both directions, each with the wire that is driven on it, and the wire that is high meanwhile.
    turns: &'static [Turn],
    /// Pairs of outputs, positive and negative, each with the wire that their buffers take.
    pairs: &'static [Pair],
}

/// The positive outputs, the negative ones, and the wire.
type Pair = (&'static str, &'static str, &'static str);

/// The port, the wire that is driven on it, and the wire that is high meanwhile.
type Turn = (&'static str, &'static str, &'static str);

/// An instance, with the wire at each port of its module. The console's other outputs are for simulators and stay open.
struct Circuit {
    module: &'static str,
    name: &'static str,
    takes: &'static [(&'static str, &'static str)],
    gives: &'static [(&'static str, &'static str)],
}

/// A fixture without anything.
const NOTHING: Fixture = Fixture { has: "", circuit: None, is: &[], shows: &[], turns: &[], pairs: &[] };

const FIXTURES: [Fixture; 14] = [
    Fixture {
        has: "two_buttons",
        circuit: Some(Circuit {
            module: TWO_BUTTONS,
            name: "five_buttons",
            takes: &[("clock", "clock"), ("pressed", "two_buttons")],
            gives: &[("buttons", "buttons")],
        }),
        ..NOTHING
    },
    // The plug's lines are the machine's USB lines or its PS/2 lines.
    Fixture {
        has: "plug_plus",
        circuit: Some(Circuit {
            module: USB_OR_PS2,
            name: "plug",
            takes: &[("clock", "clock"), ("plus", "plug_plus"), ("minus", "plug_minus")],
            gives: &[
                ("usb_plus", "usb_plus"),
                ("usb_minus", "usb_minus"),
                ("ps2_clk", "ps2_clk"),
                ("ps2_data", "ps2_data"),
                ("plus_pull", "plug_plus_pull"),
                ("minus_pull", "plug_minus_pull"),
            ],
        }),
        ..NOTHING
    },
    Fixture {
        has: OSCILLATOR,
        circuit: Some(Circuit {
            module: CONSOLE,
            name: "machine",
            takes: &[
                ("clock", "clock"),
                ("ps2_clk", "ps2_clk"),
                ("ps2_data", "ps2_data"),
                ("usb_plus", "usb_plus"),
                ("usb_minus", "usb_minus"),
                ("buttons", "buttons"),
                ("rx", "rx"),
                ("pad_data", "pad_data"),
                ("tilt_cipo", "tilt_cipo"),
            ],
            gives: &[
                ("hsync", "hsync"),
                ("vsync", "vsync"),
                ("visible", "visible"),
                ("red", "red"),
                ("green", "green"),
                ("blue", "blue"),
                ("key_code", "key_code"),
                ("usb_plus_out", "usb_plus_out"),
                ("usb_minus_out", "usb_minus_out"),
                ("usb_drive", "usb_drive"),
                ("tx", "tx"),
                ("pad_latch", "pad_latch"),
                ("pad_clock", "pad_clock"),
                ("tilt_cs_n", "tilt_cs_n"),
                ("tilt_sclk", "tilt_sclk"),
                ("tilt_copi", "tilt_copi"),
                ("sound", "sound"),
                ("sound_on", "sound_on"),
            ],
        }),
        ..NOTHING
    },
    Fixture {
        has: "plug_plus",
        turns: &[
            ("plug_plus", "usb_plus_out", "usb_drive"),
            ("plug_minus", "usb_minus_out", "usb_drive"),
        ],
        ..NOTHING
    },
    Fixture {
        has: "usb_plus",
        turns: &[
            ("usb_plus", "usb_plus_out", "usb_drive"),
            ("usb_minus", "usb_minus_out", "usb_drive"),
        ],
        ..NOTHING
    },
    Fixture { has: "uart_rx", is: &[("uart_rx", "rx"), ("uart_tx", "tx")], ..NOTHING },
    Fixture {
        has: "vga_red",
        is: &[
            ("vga_hsync", "hsync"),
            ("vga_vsync", "vsync"),
            ("vga_red", "red"),
            ("vga_green", "green"),
            ("vga_blue", "blue"),
        ],
        ..NOTHING
    },
    Fixture {
        has: "dvi_data",
        circuit: Some(Circuit {
            module: DVI_OUTPUT,
            name: "dvi",
            takes: &[
                ("clock", "clock"),
                ("shift_clock", "shift_clock"),
                ("hsync", "hsync"),
                ("vsync", "vsync"),
                ("visible", "visible"),
                ("red", "red"),
                ("green", "green"),
                ("blue", "blue"),
            ],
            gives: &[("data", "dvi_data"), ("data_clock", "dvi_clock")],
        }),
        ..NOTHING
    },
    Fixture {
        has: "dvi_data_p",
        circuit: Some(Circuit {
            module: DVI_OUTPUT_OSER10,
            name: "dvi",
            takes: &[
                ("clock", "clock"),
                ("shift_clock", "shift_clock"),
                ("hsync", "hsync"),
                ("vsync", "vsync"),
                ("visible", "visible"),
                ("red", "red"),
                ("green", "green"),
                ("blue", "blue"),
            ],
            gives: &[("data", "dvi_channels")],
        }),
        pairs: &[
            ("dvi_data_p", "dvi_data_n", "dvi_channels"),
            ("dvi_clock_p", "dvi_clock_n", "clock"),
        ],
        ..NOTHING
    },
    // Only the DAC's lowest bit: a square wave at full level would be too loud for headphones.
    Fixture { has: "audio_left", shows: &[("audio_left", "sound"), ("audio_right", "sound")], ..NOTHING },
    Fixture { has: "audio_pwm", shows: &[("audio_pwm", "sound"), ("audio_enable", "sound_on")], ..NOTHING },
    Fixture { has: "leds", shows: &[("leds", "key_code")], ..NOTHING },
    Fixture {
        has: "display_segments",
        circuit: Some(Circuit {
            module: SEVEN_SEGMENT,
            name: "display",
            takes: &[("clock", "clock"), ("value", "key_code")],
            gives: &[("segments", "segments"), ("digit", "digits")],
        }),
        shows: &[
            ("display_segments", "segments"),
            ("display_point", DARK),
            ("display_digits", "digits"),
        ],
        ..NOTHING
    },
    Fixture {
        has: "display_clock",
        circuit: Some(Circuit {
            module: SEVEN_SEGMENT_SERIAL,
            name: "display",
            takes: &[("clock", "clock"), ("value", "key_code")],
            gives: &[
                ("serial_clock", "display_clock"),
                ("serial_data", "display_data"),
                ("show", "display_enable"),
                ("keep", "display_clear_n"),
            ],
        }),
        ..NOTHING
    },
];

/// The modules that this board's top instantiates.
pub fn modules(board: &Board) -> impl Iterator<Item = &'static str> {
    Plan::of(board)
        .circuits()
        .map(|circuit| circuit.module)
        .collect::<Vec<_>>()
        .into_iter()
}

/// The ports of this board's top: the clock's, those that the machine uses, and those that must be held at a level.
pub fn ports(board: &Board) -> Vec<Port> {
    let plan = Plan::of(board);
    let mut used: Vec<&str> = board.held.iter().map(|held| held.name).collect();
    used.push(OSCILLATOR);
    used.extend(plan.wires().filter_map(|wire| Some(plan.port(wire)?.name)));
    used.extend(plan.shows().map(|(port, _)| port));
    used.extend(plan.turns().map(|(port, ..)| port));
    used.extend(plan.pairs().flat_map(|(positive, negative, _)| [positive, negative]));
    let mut ports = board.ports();
    ports.retain(|port| used.contains(&port.name));
    ports
}

/// The text of `top` for `board`. An error if the board's data is wrong or its clock cannot be made into the machine's.
pub fn top(board: &Board) -> Result<String> {
    board.check()?;
    let plan = Plan::of(board);
    let mut body = clocking(board)?.verilog(OSCILLATOR);
    body.extend(plan.fixtures.iter().map(|fixture| plan.paragraph(fixture)));
    body += &held(board);
    Ok(module("The machine", board, &ports(board), &body))
}

/// The part of the table that applies to a board.
struct Plan {
    fixtures: Vec<&'static Fixture>,
    ports: Vec<Port>,
}

impl Plan {
    fn of(board: &Board) -> Plan {
        let ports = board.ports();
        let there = |fixture: &&Fixture| ports.iter().any(|port| port.name == fixture.has);
        Plan { fixtures: FIXTURES.iter().filter(there).collect(), ports }
    }

    fn circuits(&self) -> impl Iterator<Item = &'static Circuit> {
        self.fixtures.iter().filter_map(|fixture| fixture.circuit.as_ref())
    }

    fn shows(&self) -> impl Iterator<Item = (&'static str, &'static str)> {
        self.fixtures.iter().flat_map(|fixture| fixture.shows).copied()
    }

    fn turns(&self) -> impl Iterator<Item = Turn> {
        self.fixtures.iter().flat_map(|fixture| fixture.turns).copied()
    }

    fn pairs(&self) -> impl Iterator<Item = Pair> {
        self.fixtures.iter().flat_map(|fixture| fixture.pairs).copied()
    }

    /// Whether a circuit drives the wire.
    fn is_driven(&self, wire: &str) -> bool {
        self.circuits()
            .flat_map(|circuit| circuit.gives)
            .any(|(_, of)| *of == wire)
    }

    /// The wires connected to the circuits.
    fn wires(&self) -> impl Iterator<Item = &'static str> {
        self.circuits()
            .flat_map(|circuit| circuit.takes.iter().chain(circuit.gives))
            .map(|(_, wire)| *wire)
    }

    /// The board port that a wire is connected to, if any.
    fn port(&self, wire: &str) -> Option<&Port> {
        let mut other_names = self.fixtures.iter().flat_map(|fixture| fixture.is);
        let name = other_names.find(|(_, of)| *of == wire).map_or(wire, |(port, _)| port);
        self.ports.iter().find(|port| port.name == name)
    }

    /// The expression at a circuit's input for a wire.
    fn taken(&self, wire: &str) -> String {
        let Wire(_, bits, rest) = found(wire);
        match (self.port(wire), rest) {
            (Some(port), _) => highest(&level(port.name, port.active), port.pins.len(), *bits),
            (None, Some(rest)) if !self.is_driven(wire) => rest.to_string(),
            (None, _) => wire.to_string(),
        }
    }

    /// The signal at a circuit's output for a wire; `None` if nothing reads it.
    fn given(&self, wire: &'static str) -> Option<&str> {
        let at_circuits = self.circuits().flat_map(|circuit| circuit.takes);
        let paired = self.pairs().map(|(positive, _, wire)| (positive, wire));
        let turned = self
            .turns()
            .flat_map(|(port, shown, drives)| [(port, shown), (port, drives)]);
        let mut taken = at_circuits.copied().chain(self.shows()).chain(turned).chain(paired);
        match self.port(wire) {
            Some(port) => Some(port.name),
            None => taken.any(|(_, of)| of == wire).then_some(wire),
        }
    }

    /// Declares the wires that this fixture drives, instantiates its circuit, and assigns the pins that show something.
    fn paragraph(&self, fixture: &Fixture) -> String {
        let mut text = String::new();
        if let Some(circuit) = &fixture.circuit {
            let declared = WIRES.iter().filter(|Wire(name, ..)| {
                let here = circuit.gives.iter().any(|(_, wire)| wire == name);
                here && self.given(name) == Some(name) && self.port(name).is_none()
            });
            for Wire(name, bits, _) in declared {
                let _ = writeln!(text, "    wire {}{name};", range(*bits));
            }
            let takes = circuit.takes.iter().map(|(port, wire)| (port, self.taken(wire)));
            let gives = circuit.gives.iter();
            let gives = gives.filter_map(|(port, wire)| Some((port, self.given(wire)?.to_string())));
            let pins: Vec<String> = takes
                .chain(gives)
                .map(|(port, wire)| format!("        .{port}({wire})"))
                .collect();
            let Circuit { module, name, .. } = circuit;
            let _ = writeln!(text, "    {module} {name} (\n{}\n    );", pins.join(",\n"));
        }
        for (name, wire) in fixture.shows {
            if let Some(port) = self.port(name) {
                let shown = lowest(found(wire), port.pins.len());
                let shown = level(&shown, port.active);
                let _ = match port.open_drain {
                    true => writeln!(text, "    assign {name} = {shown} ? 1'bz : 1'b0;"),
                    false => writeln!(text, "    assign {name} = {shown};"),
                };
            }
        }
        for (port, shown, drives) in fixture.turns {
            let _ = writeln!(text, "    assign {port} = {drives} ? {shown} : 1'bz;");
        }
        for pair in fixture.pairs {
            text += &self.buffers(pair);
        }
        match text.as_str() {
            "" => text,
            _ => format!("\n{text}"),
        }
    }

    /// A buffer for each pair of pins, of the kind that the ports' standard wants.
    fn buffers(&self, (positive, negative, wire): &Pair) -> String {
        let Some(port) = self.port(positive) else {
            return String::new();
        };
        let buffer = port.standard.pair_buffer().expect("a standard of pairs has a buffer");
        let bits = port.bits().map(|(bit, _)| {
            let name = bit.map_or_else(String::new, |bit| format!("_{bit}"));
            format!(
                "    {buffer} {positive}{name}_buffer (.I({}), .O({}), .OB({}));\n",
                bit_name(wire, bit),
                bit_name(positive, bit),
                bit_name(negative, bit)
            )
        });
        bits.collect()
    }
}

/// The wire with that name.
fn found(name: &str) -> &'static Wire {
    let found = WIRES.iter().find(|Wire(wire, ..)| *wire == name);
    found.unwrap_or_else(|| panic!("no wire of the top is called {name}"))
}

/// Connects a signal with `pins` pins to the highest of `bits` bits; the others are off.
fn highest(signal: &str, pins: usize, bits: usize) -> String {
    assert!(pins <= bits, "{signal} has {pins} pins, and the circuit takes {bits}");
    match bits - pins {
        0 => signal.to_string(),
        off => format!("{{{signal}, {off}'b{:0off$}}}", 0),
    }
}

/// The lowest bits of a wire, for that many pins.
fn lowest(Wire(name, bits, _): &Wire, pins: usize) -> String {
    match pins {
        few if few < *bits => format!("{name}[{}:0]", few - 1),
        many if many > *bits => format!("{{{}'d0, {name}}}", many - bits),
        _ => name.to_string(),
    }
}

/// The range in a vector's declaration; empty for a single bit.
pub(super) fn range(bits: usize) -> String {
    match bits {
        1 => String::new(),
        _ => format!("[{}:0] ", bits - 1),
    }
}

/// The text of a top with these ports of `board`; its head says `what` is on the board.
pub(super) fn module(what: &str, board: &Board, ports: &[Port], body: &str) -> String {
    format!(
        "// {what} on {a} {title} ({part}).\n{generated}\n`default_nettype none\n\n\
         module {TOP} (\n{ports}\n);\n\n{body}endmodule\n\n`default_nettype wire\n",
        a = article(board.title),
        title = board.title,
        part = board.part,
        generated = super::generated_by("//"),
        ports = port_list(ports),
    )
}

/// The article before a name, chosen by its first letter.
fn article(name: &str) -> &'static str {
    match name.starts_with(['A', 'E', 'I', 'O', 'U']) {
        true => "an",
        false => "a",
    }
}

fn port_list(ports: &[Port]) -> String {
    let declarations: Vec<String> = ports
        .iter()
        .map(|port| {
            let direction = match port.direction {
                Direction::Input => "input  wire",
                Direction::Output => "output wire",
                Direction::Both => "inout  wire",
            };
            format!("    {direction} {}{}", range(port.pins.len()), port.name)
        })
        .collect();
    declarations.join(",\n")
}

/// Assignments for pins that stay at one level, each with its reason.
pub(super) fn held(board: &Board) -> String {
    let mut text = String::new();
    for held in board.held {
        let bit = match held.level {
            Level::High => 1,
            Level::Low => 0,
        };
        let _ = write!(text, "\n    // {}\n    assign {} = 1'b{bit};\n", held.reason, held.name);
    }
    text
}

/// Converts between a signal that is high for "on" and the board's level, in either direction.
pub(super) fn level(signal: &str, active: Level) -> String {
    match active {
        Level::High => signal.to_string(),
        Level::Low => format!("~{signal}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rust_hdl_bsp::Audio;
    use rust_hdl_bsp::boards::{self, BOARDS};

    #[test]
    fn every_port_of_every_board_is_declared_and_used() {
        for board in BOARDS {
            let text = top(board).unwrap();
            let (declared, body) = text.split_once(");\n").unwrap();
            let declared = declared.split_once("module top").unwrap().1;
            let plan = Plan::of(board);
            // The name of an instance's module is no use of a port, even where the two are the same.
            let body = plan
                .circuits()
                .fold(body.to_string(), |body, Circuit { module, name, .. }| {
                    body.replace(&format!("    {module} {name} ("), "    (")
                });
            for port in ports(board) {
                let mut pairs = plan.pairs().flat_map(|(positive, negative, _)| [positive, negative]);
                let uses = match port.name {
                    // A reset that waits for the PLL is clocked by the oscillator too.
                    OSCILLATOR => 1 + body.matches(&format!("posedge {OSCILLATOR}")).count(),
                    // Each bit of a pair has a buffer.
                    name if pairs.any(|of_pair| of_pair == name) => port.pins.len(),
                    // It is read and driven.
                    _ if port.direction == Direction::Both => 2,
                    _ => 1,
                };
                // `.ps2_clk(ps2_clk)` counts as one use of the port.
                let body = body.replace(&format!(".{}(", port.name), "(");
                let words = |text: &str| {
                    let words = text.split(|c: char| !c.is_alphanumeric() && c != '_');
                    words.filter(|word| *word == port.name).count()
                };
                let found = (words(declared), words(&body));
                assert_eq!(found, (1, uses), "{} {}", board.name, port.name);
            }
        }
    }

    #[test]
    fn between_the_clock_and_the_end_of_a_plain_board_is_this() {
        let text = top(boards::find("icebreaker").unwrap()).unwrap();
        let (_, text) = text.split_once("\n\n    wire [7:0] key_code;\n").unwrap();
        let expected = "    console machine (
        .clock(clock),
        .ps2_clk(ps2_clk),
        .ps2_data(ps2_data),
        .usb_plus(1'b0),
        .usb_minus(1'b0),
        .buttons({~buttons, 4'b0000}),
        .rx(uart_rx),
        .pad_data(1'b1),
        .tilt_cipo(1'b1),
        .hsync(vga_hsync),
        .vsync(vga_vsync),
        .red(vga_red),
        .green(vga_green),
        .blue(vga_blue),
        .key_code(key_code),
        .tx(uart_tx)
    );

    assign leds = ~key_code[1:0];
endmodule
";
        assert!(text.starts_with(expected), "{text}");
    }

    #[test]
    fn the_head_names_the_board_with_its_article() {
        for (board, head) in [
            ("alchitry-cu", "// The machine on an Alchitry Cu (iCE40HX8K-CB132).\n"),
            ("nexys3", "// The machine on a Digilent Nexys 3 (xc6slx16-3-csg324).\n"),
            (
                "icebreaker",
                "// The machine on a 1BitSquared iCEBreaker (iCE40UP5K-SG48).\n",
            ),
        ] {
            let text = top(boards::find(board).unwrap()).unwrap();
            assert!(text.starts_with(head), "{text}");
        }
    }

    #[test]
    fn polarity_is_the_boards() {
        let text = top(boards::find("nexys3").unwrap()).unwrap();
        for line in [
            "    assign leds = key_code;",
            "    assign display_segments = ~segments;",
            "    assign display_point = ~1'b0;",
            "    assign display_digits = ~digits;",
            "        .buttons(buttons),",
        ] {
            assert!(text.lines().any(|l| l == line), "{line}\n{text}");
        }
        let mut board = boards::find("nexys3").unwrap().clone();
        board.buttons.as_mut().unwrap().pressed = Level::Low;
        board.leds.as_mut().unwrap().lit = Level::Low;
        let text = top(&board).unwrap();
        assert!(
            text.contains(".buttons(~buttons)") && text.contains("leds = ~key_code;"),
            "{text}"
        );
    }

    #[test]
    fn what_a_board_lacks_is_tied_off_and_what_it_has_more_of_stays_dark() {
        let sword = top(boards::find("sword").unwrap()).unwrap();
        assert!(
            sword.contains(".buttons(5'b00000)") && sword.contains("leds = key_code[0:0];"),
            "{sword}"
        );
        assert!(sword.contains("seven_segment_serial display ("), "{sword}");
        let a7 = top(boards::find("nexys-a7").unwrap()).unwrap();
        assert!(
            a7.contains("leds = {8'd0, key_code};") && a7.contains("display_digits = ~{4'd0, digits};"),
            "{a7}"
        );
        assert!(a7.contains("MMCME2_BASE") && !a7.contains("DCM_SP"));
    }

    #[test]
    fn a_board_with_dvi_encodes_its_picture() {
        let text = top(boards::find("ulx3s").unwrap()).unwrap();
        for part in [
            "dvi_output dvi (",
            ".visible(visible),\n        .red(red)",
            ".shift_clock(shift_clock)",
            ".data(dvi_data)",
            "    assign wifi_gpio0 = 1'b1;",
            "    // while it is low the board restarts",
        ] {
            assert!(text.contains(part), "{part}\n{text}");
        }
        let vga = top(boards::find("icebreaker").unwrap()).unwrap();
        assert!(!vga.contains(DVI_OUTPUT) && !vga.contains("visible"), "{vga}");
    }

    #[test]
    fn what_is_heard_goes_to_a_dac_or_an_open_drain_and_elsewhere_nowhere() {
        let assigned = |name| {
            let text = top(boards::find(name).unwrap()).unwrap();
            let lines = text.lines().filter(|line| line.contains("sound"));
            lines.map(|line| line.trim().to_string()).collect::<Vec<_>>()
        };
        let dac = [
            "wire sound;",
            ".sound(sound)",
            "assign audio_left = {3'd0, sound};",
            "assign audio_right = {3'd0, sound};",
        ];
        let open_drain = [
            "wire sound;",
            "wire sound_on;",
            ".sound(sound),",
            ".sound_on(sound_on)",
            "assign audio_pwm = sound ? 1'bz : 1'b0;",
            "assign audio_enable = sound_on;",
        ];
        for board in BOARDS {
            let expected: &[&str] = match board.audio {
                Some(Audio::Dac { .. }) => &dac,
                Some(Audio::Filter { .. }) => &open_drain,
                None => &[],
            };
            assert_eq!(assigned(board.name), expected, "{}", board.name);
        }
    }

    #[test]
    fn a_usb_keyboards_lines_are_driven_in_turn_and_a_plug_for_both_goes_through_its_finder() {
        let lines = |name| {
            let text = top(boards::find(name).unwrap()).unwrap();
            let lines = text.lines().map(str::trim).filter(|line| line.contains("plus"));
            lines.map(str::to_string).collect::<Vec<_>>()
        };
        assert_eq!(
            lines("alchitry-cu"),
            [
                "inout  wire usb_plus,",
                "wire usb_plus_out;",
                ".usb_plus(usb_plus),",
                ".usb_plus_out(usb_plus_out),",
                "assign usb_plus = usb_drive ? usb_plus_out : 1'bz;",
            ]
        );
        assert_eq!(
            lines("ulx3s"),
            [
                "inout  wire plug_plus,",
                "output wire plug_plus_pull,",
                "wire usb_plus;",
                ".plus(plug_plus),",
                ".usb_plus(usb_plus),",
                ".plus_pull(plug_plus_pull),",
                "wire usb_plus_out;",
                ".usb_plus(usb_plus),",
                ".usb_plus_out(usb_plus_out),",
                "assign plug_plus = usb_drive ? usb_plus_out : 1'bz;",
            ]
        );
    }

    #[test]
    fn a_single_button_is_the_centre() {
        let text = top(boards::find("icebreaker").unwrap()).unwrap();
        assert!(text.contains(".buttons({~buttons, 4'b0000})"), "{text}");
        assert!(text.contains("input  wire buttons,"), "{text}");
        assert!(text.contains("leds = ~key_code[1:0];"), "{text}");
    }

    #[test]
    fn a_pin_is_held_at_its_level() {
        let mut board = boards::find("ulx3s").unwrap().clone();
        let mut held = board.held[0];
        held.level = Level::Low;
        board.held = Box::leak(Box::new([held]));
        assert!(top(&board).unwrap().contains("    assign wifi_gpio0 = 1'b0;"));
    }

    #[test]
    fn a_line_that_a_board_lacks_is_at_rest() {
        let mut board = boards::find("alchitry-cu").unwrap().clone();
        let (without, ports_without) = (top(&board).unwrap(), ports(&board));
        assert!(
            [".rx(1'b1)", ".pad_data(1'b1)", ".tilt_cipo(1'b1)"]
                .iter()
                .all(|idle| without.contains(idle)),
            "{without}"
        );
        assert!(
            !without.contains(".tx(") && !without.contains(".pad_latch("),
            "{without}"
        );
        board.uart = Some(rust_hdl_bsp::Uart {
            receive: "P4",
            transmit: "R4",
            standard: rust_hdl_bsp::Standard::Lvcmos33,
            pull: rust_hdl_bsp::Pull::Up,
        });
        let with = top(&board).unwrap();
        assert!(with.contains(".rx(uart_rx)") && with.contains(".tx(uart_tx)"), "{with}");
        assert_eq!(ports(&board).len(), ports_without.len() + 2);
    }

    #[test]
    fn a_wire_with_the_name_of_a_port_is_that_port() {
        let text = top(boards::find("basys3").unwrap()).unwrap();
        assert!(
            text.contains("output wire pad_latch,") && text.contains(".pad_latch(pad_latch)"),
            "{text}"
        );
        assert!(!text.contains("    wire pad_latch;"), "{text}");
    }

    #[test]
    fn every_wire_of_every_fixture_is_in_the_table_and_comes_from_somewhere() {
        let all = || FIXTURES.iter();
        let circuits = || all().filter_map(|fixture| fixture.circuit.as_ref());
        let given: Vec<&str> = circuits().flat_map(|c| c.gives).map(|(_, wire)| *wire).collect();
        let clocks = ["clock", "shift_clock", DARK];
        let board_has = |name: &str| {
            let mut ports = BOARDS.iter().flat_map(|board| board.ports());
            ports.any(|port| port.name == name)
        };
        let taken = circuits().flat_map(|circuit| circuit.takes);
        for (_, wire) in taken.chain(all().flat_map(|fixture| fixture.shows)) {
            found(wire);
            let mut other_names = all().flat_map(|fixture| fixture.is);
            let by_another = other_names.any(|(port, of)| of == wire && board_has(port));
            let from = given.contains(wire) || clocks.contains(wire) || board_has(wire) || by_another;
            assert!(from, "nothing gives {wire}");
        }
        let pins = all().flat_map(|fixture| fixture.is.iter().chain(fixture.shows));
        for name in pins.map(|(port, _)| *port).chain(all().map(|fixture| fixture.has)) {
            assert!(board_has(name), "no board has a port {name}");
        }
    }

    #[test]
    fn a_wrong_board_has_no_top() {
        let mut board = boards::find("basys3").unwrap().clone();
        board.clock.khz = 0;
        assert!(format!("{:#}", top(&board).unwrap_err()).contains("board basys3: the clock is missing"));
    }
}
