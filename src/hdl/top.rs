//! The module `top` of a board: its pins outside, the machine inside, and between them what only the board knows: how its
//! clock is made, which level lights a lamp, what drives its digits.
//!
//! ```text
//! board_clock ──> clock primitive ── clock ──┐
//! ps2_clk, ps2_data ─────────────────────> console ──> vga_*, or dvi_output ──> dvi_*
//! buttons ──(polarity)───────────────────>  │
//!                                           └ key_code ─┬─(polarity)──> leds
//!                                                       └─> display ──(polarity)──> display_*
//! constants ──> pins held at a level
//! ```
//!
//! The text is Verilog-2001 and the same on every run. Modules expected beside it:
//!
//! | module                 | inputs                                 | outputs                                         |
//! |------------------------|----------------------------------------|-------------------------------------------------|
//! | `console`              | clock, ps2_clk, ps2_data, buttons\[5\] | hsync, vsync, red, green, blue, key_code\[8\]; visible for DVI |
//! | `dvi_output`           | clock, shift_clock, red\[8\], green\[8\], blue\[8\], hsync, vsync, visible | data\[3\] (bit 0 is blue), data_clock |
//! | `seven_segment`        | clock, value\[8\]                      | segments\[7\] (bit 0 is a), digit\[4\], active high |
//! | `seven_segment_serial` | clock, value\[8\]                      | serial_clock, serial_data, show, keep           |

use anyhow::Result;
use rust_hdl_bsp::{Board, Clocking, Direction, Display, Level, Picture, Port, Wanted};
use std::fmt::Write;

/// The name of the module, for the tools.
pub const TOP: &str = "top";

/// The machine's one clock: a pixel of 640x480 at 60 Hz a clock.
pub const PIXEL_KHZ: u32 = 25_000;

/// Where 25 MHz cannot be made exactly: the standard's pixel clock is 25.175 MHz, so up to here a monitor sees no more of a
/// difference than at 25 MHz.
pub const HIGHEST_PIXEL_KHZ: u32 = 25_200;

/// DVI sends ten bits a pixel, two a shift clock.
pub const SHIFTS_A_PIXEL: u32 = 5;

/// The module between the console and a DVI connector.
pub const DVI_MODULE: &str = "dvi_output";

/// The machine's clock on this board, and the shift clock where its picture needs one.
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

/// What makes that clock.
pub fn clocking(board: &Board) -> Result<Clocking> {
    board.clocking(wanted(board))
}

/// The width of `key_code`.
const KEY_CODE_BITS: usize = 8;

/// Digits that `seven_segment` drives.
const DRIVEN_DIGITS: usize = 4;

/// The name of the module that drives this board's digits, if it has any.
pub fn display_module(board: &Board) -> Option<&'static str> {
    board.display.map(|display| match display {
        Display::Multiplexed { .. } => "seven_segment",
        Display::Serial { .. } => "seven_segment_serial",
    })
}

/// The modules that this board's top makes use of itself.
pub fn modules(board: &Board) -> impl Iterator<Item = &'static str> {
    let dvi = matches!(board.picture, Picture::Dvi(_)).then_some(DVI_MODULE);
    std::iter::once("console").chain(dvi).chain(display_module(board))
}

/// The text of `top` for `board`. Fails if the board itself is wrong or its clock cannot be made into the machine's.
pub fn top(board: &Board) -> Result<String> {
    board.check()?;
    let mut body = clocking(board)?.verilog("board_clock");
    body += "\n";
    body += &console(board);
    body += &lamps(board);
    body += &digits(board);
    body += &held(board);
    Ok(module("The machine", board, &board.ports(), &body))
}

/// The text of a top with these ports of `board`; `what` is on the board is said at its head.
pub(super) fn module(what: &str, board: &Board, ports: &[Port], body: &str) -> String {
    format!(
        "// {what} on a {title} ({part}).\n{generated}\n`default_nettype none\n\n\
         module {TOP} (\n{ports}\n);\n\n{body}endmodule\n\n`default_nettype wire\n",
        title = board.title,
        part = board.part,
        generated = super::generated_by("//"),
        ports = port_list(ports),
    )
}

fn port_list(ports: &[Port]) -> String {
    let declarations: Vec<String> = ports
        .iter()
        .map(|port| {
            let direction = match port.direction {
                Direction::Input => "input  wire",
                Direction::Output => "output wire",
            };
            let range = match port.is_bus() {
                true => format!("[{}:0] ", port.pins.len() - 1),
                false => String::new(),
            };
            format!("    {direction} {range}{}", port.name)
        })
        .collect();
    declarations.join(",\n")
}

fn console(board: &Board) -> String {
    // The directions are bits 0 to 3 and the centre is bit 4, also where there is no other button.
    let buttons = match &board.buttons {
        Some(buttons) if buttons.cross.is_some() => level("buttons", buttons.pressed),
        Some(buttons) => format!("{{{}, 4'b0000}}", level("buttons", buttons.pressed)),
        None => "5'b00000".into(),
    };
    let (before, visible, pins, after) = match board.picture {
        Picture::Vga(_) => ("", "", "vga_", ""),
        Picture::Dvi(_) => (DVI_WIRES, "\n        .visible(visible),", "", DVI_INSTANCE),
    };
    // The machine's other outputs show its inside to a simulator; here they stay open.
    format!(
        "    wire [{last}:0] key_code;
{before}    console machine (
        .clock(clock),
        .ps2_clk(ps2_clk),
        .ps2_data(ps2_data),
        .buttons({buttons}),
        .hsync({pins}hsync),
        .vsync({pins}vsync),{visible}
        .red({pins}red),
        .green({pins}green),
        .blue({pins}blue),
        .key_code(key_code)
    );
{after}",
        last = KEY_CODE_BITS - 1,
    )
}

/// From the console to the encoder.
const DVI_WIRES: &str = "    wire hsync;
    wire vsync;
    wire visible;
    wire [7:0] red;
    wire [7:0] green;
    wire [7:0] blue;
";

const DVI_INSTANCE: &str = "
    dvi_output dvi (
        .clock(clock),
        .shift_clock(shift_clock),
        .hsync(hsync),
        .vsync(vsync),
        .visible(visible),
        .red(red),
        .green(green),
        .blue(blue),
        .data(dvi_data),
        .data_clock(dvi_clock)
    );
";

/// Pins that stay at one level, each with its reason.
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

/// The last key's code on as many lamps as there are, bit 0 first; the rest stay dark.
fn lamps(board: &Board) -> String {
    let Some(leds) = &board.leds else {
        return String::new();
    };
    let shown = match leds.pins.len() {
        KEY_CODE_BITS => "key_code".to_string(),
        few @ ..KEY_CODE_BITS => format!("key_code[{}:0]", few - 1),
        many => format!("{{{}'d0, key_code}}", many - KEY_CODE_BITS),
    };
    format!("\n    assign leds = {};\n", level(&shown, leds.lit))
}

/// The last key's code in hexadecimal; digits beyond those the circuit drives stay dark.
fn digits(board: &Board) -> String {
    match &board.display {
        None => String::new(),
        Some(Display::Multiplexed {
            digits,
            segment_lit,
            digit_on,
            ..
        }) => {
            let driven = match digits.len() {
                DRIVEN_DIGITS => "digits".to_string(),
                few @ ..DRIVEN_DIGITS => format!("digits[{}:0]", few - 1),
                many => format!("{{{}'d0, digits}}", many - DRIVEN_DIGITS),
            };
            let mut text = format!(
                "
    wire [6:0] segments;
    wire [{last}:0] digits;
    seven_segment display (
        .clock(clock),
        .value(key_code),
        .segments(segments),
        .digit(digits)
    );
",
                last = DRIVEN_DIGITS - 1
            );
            for (pin, value) in [
                ("display_segments", level("segments", *segment_lit)),
                ("display_point", level("1'b0", *segment_lit)),
                ("display_digits", level(&driven, *digit_on)),
            ] {
                let _ = writeln!(text, "    assign {pin} = {value};");
            }
            text
        }
        Some(Display::Serial { .. }) => "
    seven_segment_serial display (
        .clock(clock),
        .value(key_code),
        .serial_clock(display_clock),
        .serial_data(display_data),
        .show(display_enable),
        .keep(display_clear_n)
    );
"
        .into(),
    }
}

/// A signal that is high for "on", at the board's level; and the reverse, which is the same.
pub(super) fn level(signal: &str, active: Level) -> String {
    match active {
        Level::High => signal.to_string(),
        Level::Low => format!("~{signal}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rust_hdl_bsp::boards::{self, BOARDS};

    #[test]
    fn every_port_of_every_board_is_declared_and_used() {
        for board in BOARDS {
            let text = top(board).unwrap();
            let (ports, body) = text.split_once(");\n").unwrap();
            let ports = ports.split_once("module top").unwrap().1;
            for port in board.ports() {
                // `.ps2_clk(ps2_clk)` uses the port once.
                let body = body.replace(&format!(".{}(", port.name), "(");
                let words = |text: &str| {
                    let words = text.split(|c: char| !c.is_alphanumeric() && c != '_');
                    words.filter(|word| *word == port.name).count()
                };
                assert_eq!((words(ports), words(&body)), (1, 1), "{} {}", board.name, port.name);
            }
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
        assert!(!vga.contains(DVI_MODULE) && !vga.contains("visible"), "{vga}");
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
        let mut held = board.held[2];
        held.level = Level::Low;
        board.held = Box::leak(Box::new([held]));
        assert!(top(&board).unwrap().contains("    assign wifi_gpio0 = 1'b0;"));
    }

    #[test]
    fn a_wrong_board_has_no_top() {
        let mut board = boards::find("basys3").unwrap().clone();
        board.clock.khz = 0;
        assert!(format!("{:#}", top(&board).unwrap_err()).contains("board basys3: the clock is missing"));
    }
}
