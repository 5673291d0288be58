//! Any circuit on any board: a module `top` with the board's pins that it uses and the circuit inside, and the build of
//! both. [`super::top`] does this for the console, with its picture and digits.
//!
//! ```text
//! board_clock ──> clock primitive ── clock ──> ┌─────────┐
//! inputs ──(polarity)── inputs_inner ────────> │ circuit │ ── outputs_inner ──(polarity)──> outputs
//!                                              └─────────┘
//! constants ──> pins held at a level
//! ```
//!
//! A place is the name of a board port ([`rust_hdl_bsp::board`] lists them), or one or more of its bits: `buttons`,
//! `leds[0]`. On the circuit's side high always means on, whatever the board's polarity.

use super::{
    build::Build,
    top::{OSCILLATOR, TOP, held, level, module, range},
    verilog::verilog,
    verilog_modules,
};
use crate::misuse::Misuse;
use anyhow::{Context, Result, bail, ensure};
use rust_hdl_bsp::{Board, Direction, Port, Wanted, bit_name};
use std::{fmt::Write, ops::Range};
use tengen_sim::{Circuit, PortDirection};

/// Plans the build of `circuit`, as the module `name`, for `board`. Its only clock is made from the board's as `wanted`
/// says; `places` assigns a place to each of its inputs, and to the outputs to be seen. Unused bits of a board port
/// stay off. Does not access the disk.
///
/// # Errors
/// What is wrong with the circuit ([`verilog`]), the board or the clock; an unknown port or place, a different width or
/// direction of the two, an input without a place, or a place driven twice.
pub fn fit<C: Circuit>(
    circuit: &mut C,
    name: &str,
    board: &'static Board,
    wanted: Wanted,
    places: &[(&str, &str)],
) -> Result<Build> {
    board.check()?;
    let machine = verilog(circuit, name)?;
    ensure!(
        !verilog_modules(&machine).contains(&TOP),
        "{name} has a module named {TOP}, as the board's is"
    );
    let mut ports = board.ports();
    let (clocks, signals): (Vec<_>, Vec<_>) = C::ports()
        .into_iter()
        .partition(|port| port.direction == PortDirection::Clock);
    let [clock] = clocks.as_slice() else {
        bail!("{name} has {} clocks, and one is made", clocks.len());
    };
    let is_held = |port: &Port| board.held.iter().any(|held| held.name == port.name);
    let free = ports.iter().filter(|port| port.name != OSCILLATOR && !is_held(port));
    let wires = wires(&signals, &free.collect::<Vec<_>>(), places)
        .with_context(|| format!("{name} does not fit on the board {}", board.name))?;

    let mut body = board.clocking(wanted)?.verilog(OSCILLATOR);
    let mut pins = vec![format!("        .{}(clock)", clock.name)];
    ports.retain(|port| {
        let wires: Vec<&Wire> = wires.iter().filter(|wire| wire.outside == port.name).collect();
        if !wires.is_empty() {
            body += &inner(port, &wires);
        }
        pins.extend(
            wires
                .iter()
                .map(|wire| format!("        .{}({})", wire.inside, wire.inner(port))),
        );
        !wires.is_empty() || port.name == OSCILLATOR || is_held(port)
    });
    let _ = writeln!(body, "\n    {name} circuit (\n{}\n    );", pins.join(",\n"));
    body += &held(board);

    let top = module(&format!("The circuit {name}"), board, &ports, &body);
    Build::of(board, wanted, &ports, [(&format!("{name}.v"), machine), ("top.v", top)])
}

/// A port of the circuit, and its bits of a board port.
struct Wire {
    inside: &'static str,
    outside: &'static str,
    bits: Range<usize>,
}

impl Wire {
    /// Its bits of the signal that [`inner`] declares.
    fn inner(&self, port: &Port) -> String {
        let part = self.bits.len() < port.pins.len();
        bit_name(&inner_name(port), part.then_some(self.bits.start))
    }
}

/// Resolves every place and checks that it fits.
fn wires(signals: &[tengen_sim::Port], ports: &[&Port], places: &[(&str, &str)]) -> Result<Vec<Wire>> {
    let mut wires: Vec<Wire> = vec![];
    for (name, place) in places {
        let Some(signal) = signals.iter().find(|signal| signal.name == *name) else {
            bail!(Misuse::unknown("port", name, signals.iter().map(|signal| signal.name)));
        };
        let Some((port, bits)) = ports.iter().find_map(|port| Some((port, bits(port, place)?))) else {
            bail!(Misuse::unknown("place", place, ports.iter().map(|port| port.name)));
        };
        let direction = match port.direction {
            // A circuit has no port that is both: on such a line it listens.
            Direction::Input | Direction::Both => PortDirection::Input,
            Direction::Output => PortDirection::Output,
        };
        ensure!(
            signal.direction == direction,
            "{name} and {place} are not of one direction"
        );
        ensure!(
            signal.width == bits.len(),
            "{name} has a width of {}, and {place} of {}",
            signal.width,
            bits.len()
        );
        for wire in &wires {
            ensure!(wire.inside != *name, "{name} has two places");
            let apart = wire.bits.end <= bits.start || bits.end <= wire.bits.start;
            ensure!(
                port.direction != Direction::Output || wire.outside != port.name || apart,
                "{place} is driven twice, by {} and by {name}",
                wire.inside
            );
        }
        wires.push(Wire { inside: signal.name, outside: port.name, bits });
    }
    for signal in signals {
        let placed = wires.iter().any(|wire| wire.inside == signal.name);
        ensure!(
            placed || signal.direction == PortDirection::Output,
            "{} has no place",
            signal.name
        );
    }
    Ok(wires)
}

/// The bits of `port` that `place` names, if it names that port.
fn bits(port: &Port, place: &str) -> Option<Range<usize>> {
    if port.name == place {
        return Some(0..port.pins.len());
    }
    let bit = port.bits().position(|(index, _)| bit_name(port.name, index) == place)?;
    Some(bit..bit + 1)
}

fn inner_name(port: &Port) -> String {
    format!("{}_inner", port.name)
}

/// Declares the wires between a board port and the circuit, on which high means on.
fn inner(port: &Port, wires: &[&Wire]) -> String {
    let name = inner_name(port);
    let mut text = format!("\n    wire {}{name};\n", range(port.pins.len()));
    match port.direction {
        Direction::Input | Direction::Both => {
            let _ = writeln!(text, "    assign {name} = {};", level(port.name, port.active));
        }
        Direction::Output => {
            let _ = writeln!(text, "    assign {} = {};", port.name, level(&name, port.active));
            let is_free = |bit: &usize| wires.iter().all(|wire| !wire.bits.contains(bit));
            for bit in (0..port.pins.len()).filter(is_free) {
                let _ = writeln!(text, "    assign {name}[{bit}] = 1'b0;");
            }
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Register, kernel};
    use rust_hdl::prelude::*;
    use rust_hdl_bsp::{
        Keys,
        boards::{self, BOARDS},
    };

    /// A lamp that a button toggles, and a constant code.
    #[derive(Circuit)]
    struct Lamps {
        pub clock: Signal<In, Clock>,
        pub button: Signal<In, Bit>,
        pub code: Signal<Out, Bits<2>>,
        pub lamp: Signal<Out, Bit>,
        state: Register<Bit>,
    }

    #[kernel]
    impl Logic for Lamps {
        fn update(&mut self) {
            d = q ^ button;
            lamp = q;
            code = 1;
        }
    }

    fn fitted(board: &str, places: &[(&str, &str)]) -> Result<Build> {
        let board = boards::find(board).unwrap();
        fit(
            &mut Lamps::default(),
            "lamps",
            board,
            Wanted::exactly(board.clock.khz),
            places,
        )
    }

    fn text(build: &Build, name: &str) -> String {
        let file = build.files.iter().find(|file| file.name == name).unwrap();
        String::from_utf8(file.contents.clone()).unwrap()
    }

    #[test]
    fn a_circuit_is_placed_bit_by_bit_and_polarity_is_the_boards() {
        let build = fitted("icebreaker", &[("button", "buttons"), ("lamp", "leds[1]")]).unwrap();
        let top = text(&build, "top.v");
        for part in [
            "    input  wire board_clock,\n    input  wire buttons,\n    output wire [1:0] leds\n);",
            "    assign buttons_inner = ~buttons;",
            "    assign leds = ~leds_inner;\n    assign leds_inner[0] = 1'b0;\n\n",
            "    lamps circuit (\n        .clock(clock),\n        .button(buttons_inner),\n        .lamp(leds_inner[1])\n    );",
        ] {
            assert!(top.contains(part), "{part}\n{top}");
        }
        assert!(text(&build, "synth.ys").contains("read_verilog lamps.v top.v\n"));
        let whole = fitted("icebreaker", &[("button", "buttons"), ("code", "leds")]).unwrap();
        assert!(text(&whole, "top.v").contains(".code(leds_inner)"));
        let cross = fitted("ulx3s", &[("button", "buttons[4]"), ("lamp", "leds[0]")]).unwrap();
        assert!(text(&cross, "top.v").contains("assign buttons_inner = buttons;"));
    }

    #[test]
    fn the_clock_is_made_as_it_is_wanted() {
        let board = boards::find("icebreaker").unwrap();
        let places = [("button", "buttons")];
        let build = fit(&mut Lamps::default(), "lamps", board, Wanted::exactly(48_000), &places).unwrap();
        assert!(text(&build, "top.v").contains("SB_PLL40_PAD"));
        assert!(text(&build, "icebreaker.pcf").contains("set_frequency board_clock 12\nset_frequency clock 48\n"));
    }

    #[test]
    fn the_constraints_place_what_the_top_has_and_nothing_else() {
        for board in BOARDS {
            let Some(buttons) = &board.buttons else { continue };
            let (port, bit) = match buttons.keys {
                Keys::One { .. } => ("buttons", None),
                Keys::Two { .. } => ("two_buttons", Some(0)),
                Keys::Five { .. } => ("buttons", Some(4)),
            };
            let button = bit_name(port, bit);
            let build = fitted(board.name, &[("button", &button), ("lamp", "leds[0]")]).unwrap();
            let top = text(&build, "top.v");
            let constraints = text(&build, &rust_hdl_bsp::constraints::file_name(board));
            for port in board.ports() {
                let held = board.held.iter().any(|held| held.name == port.name);
                let expected = held || ["board_clock", "buttons", "two_buttons", "leds"].contains(&port.name);
                let names = |text: &str| {
                    let mut words = text.split(|c: char| !c.is_alphanumeric() && c != '_');
                    words.any(|word| word == port.name)
                };
                assert_eq!(
                    (names(&top), names(&constraints)),
                    (expected, expected),
                    "{} {}",
                    board.name,
                    port.name
                );
            }
        }
    }

    /// Echoes what it receives.
    #[derive(Circuit)]
    struct Echo {
        pub clock: Signal<In, Clock>,
        pub heard: Signal<In, Bit>,
        pub said: Signal<Out, Bit>,
        state: Register<Bit>,
    }

    #[kernel]
    impl Logic for Echo {
        fn update(&mut self) {
            d = heard;
            said = q;
        }
    }

    #[test]
    fn a_serial_port_is_there_for_the_circuit_that_uses_it() {
        for board in BOARDS.into_iter().filter(|board| board.uart.is_some()) {
            let places = [("heard", "uart_rx"), ("said", "uart_tx")];
            let wanted = Wanted::exactly(board.clock.khz);
            let build = fit(&mut Echo::default(), "echo", board, wanted, &places).unwrap();
            let top = text(&build, "top.v");
            for part in [
                "    input  wire uart_rx,\n    output wire uart_tx",
                "    assign uart_rx_inner = uart_rx;",
                "    assign uart_tx = uart_tx_inner;",
            ] {
                assert!(top.contains(part), "{}: {part}\n{top}", board.name);
            }
            let constraints = text(&build, &rust_hdl_bsp::constraints::file_name(board));
            assert!(
                constraints.contains("uart_rx") && constraints.contains("uart_tx"),
                "{constraints}"
            );
            let whole = crate::top::top(board).unwrap();
            assert!(whole.contains(".rx(uart_rx)"), "the console takes keys over it");
        }
        let error = format!("{:#}", fitted("sword", &[("button", "uart_rx")]).unwrap_err());
        assert!(error.contains("no place is named \"uart_rx\""), "{error}");
    }

    #[test]
    fn what_does_not_fit_is_named() {
        let button = ("button", "buttons");
        for (places, reason) in [
            (
                &[("buton", "buttons")][..],
                "no port is named \"buton\"; the nearest is \"button\"; there are button, code, lamp",
            ),
            (
                &[("clock", "board_clock")],
                "no port is named \"clock\"; there are button, code, lamp",
            ),
            (
                &[button, ("lamp", "led")],
                "no place is named \"led\"; the nearest is \"leds\"; there are vga_red,",
            ),
            (&[button, ("lamp", "leds[2]")], "no place is named \"leds[2]\""),
            (&[("button", "board_clock")], "no place is named \"board_clock\""),
            (&[("button", "leds[0]")], "button and leds[0] are not of one direction"),
            (&[button, ("lamp", "leds")], "lamp has a width of 1, and leds of 2"),
            (&[("lamp", "leds[0]")], "button has no place"),
            (
                &[button, ("lamp", "leds[0]"), ("lamp", "leds[1]")],
                "lamp has two places",
            ),
            (
                &[button, ("code", "leds"), ("lamp", "leds[1]")],
                "leds[1] is driven twice, by code and by lamp",
            ),
        ] {
            let error = format!("{:#}", fitted("icebreaker", places).unwrap_err());
            let start = format!("lamps does not fit on the board icebreaker: {reason}");
            assert!(error.starts_with(&start), "{error}\n{start}");
        }
        let held = format!(
            "{:#}",
            fitted("ulx3s", &[("button", "buttons[4]"), ("lamp", "wifi_gpio0")]).unwrap_err()
        );
        assert!(held.contains("no place is named \"wifi_gpio0\""), "{held}");
        let board = boards::find("icebreaker").unwrap();
        let refusal = |name, khz| {
            let fitted = fit(&mut Lamps::default(), name, board, Wanted::exactly(khz), &[button]);
            format!("{:#}", fitted.unwrap_err())
        };
        assert_eq!(refusal("top", 12_000), "top has a module named top, as the board's is");
        assert_eq!(
            refusal("lamps", 13),
            "board icebreaker: iCE40 cannot make 13 kHz of 12000 kHz"
        );
    }
}
