//! The module `top` of a board: its pins outside, the machine inside, and between them what only the board knows: how its
//! clock is made, which level lights a lamp, what drives its digits.
//!
//! ```text
//! board_clock ──> clock primitive ── clock ──┐
//! ps2_clk, ps2_data ─────────────────────> console ──> vga_*
//! buttons ──(polarity)───────────────────>  │
//!                                           └ key_code ─┬─(polarity)──> leds
//!                                                       └─> display ──(polarity)──> display_*
//! ```
//!
//! The text is Verilog-2001 and the same on every run. Modules expected beside it:
//!
//! | module                 | inputs                                 | outputs                                         |
//! |------------------------|----------------------------------------|-------------------------------------------------|
//! | `console`              | clock, ps2_clk, ps2_data, buttons\[5\] | hsync, vsync, red, green, blue, key_code\[8\]   |
//! | `seven_segment`        | clock, value\[8\]                      | segments\[7\] (bit 0 is a), digit\[4\], active high |
//! | `seven_segment_serial` | clock, value\[8\]                      | serial_clock, serial_data, show, keep           |

use anyhow::Result;
use rust_hdl_bsp::{Active, Board, Direction, Display};
use std::fmt::Write;

/// The name of the module, for the tools.
pub const TOP: &str = "top";

/// The machine's one clock: a pixel of 640x480 at 60 Hz a clock.
pub const PIXEL_KHZ: u32 = 25_000;

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

/// The text of `top` for `board`. Fails if the board itself is wrong or its clock cannot be made into the machine's.
pub fn top(board: &Board) -> Result<String> {
    board.check()?;
    let clocking = board.clocking(PIXEL_KHZ)?;
    let mut body = clocking.verilog("board_clock");
    body += "\n";
    body += &console(board);
    body += &lamps(board);
    body += &digits(board);
    Ok(format!(
        "// The machine on a {title} ({part}).\n{generated}\n`default_nettype none\n\n\
         module {TOP} (\n{ports}\n);\n\n{body}endmodule\n\n`default_nettype wire\n",
        title = board.title,
        part = board.part,
        generated = super::generated_by("//"),
        ports = port_list(board),
    ))
}

fn port_list(board: &Board) -> String {
    let declarations: Vec<String> = board
        .ports()
        .iter()
        .map(|port| {
            let direction = match port.direction {
                Direction::Input => "input  wire",
                Direction::Output => "output wire",
            };
            let range = match port.bus {
                true => format!("[{}:0] ", port.pins.len() - 1),
                false => String::new(),
            };
            format!("    {direction} {range}{}", port.name)
        })
        .collect();
    declarations.join(",\n")
}

fn console(board: &Board) -> String {
    let buttons = match &board.buttons {
        Some(buttons) => level("buttons", buttons.pressed),
        None => "5'b00000".into(),
    };
    // The machine's other outputs show its inside to a simulator; here they stay open.
    format!(
        "    wire [{last}:0] key_code;
    console machine (
        .clock(clock),
        .ps2_clk(ps2_clk),
        .ps2_data(ps2_data),
        .buttons({buttons}),
        .hsync(vga_hsync),
        .vsync(vga_vsync),
        .red(vga_red),
        .green(vga_green),
        .blue(vga_blue),
        .key_code(key_code)
    );
",
        last = KEY_CODE_BITS - 1,
    )
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
fn level(signal: &str, active: Active) -> String {
    match active {
        Active::High => signal.to_string(),
        Active::Low => format!("~{signal}"),
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
        board.buttons.as_mut().unwrap().pressed = Active::Low;
        board.leds.as_mut().unwrap().lit = Active::Low;
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
    fn a_wrong_board_has_no_top() {
        let mut board = boards::find("basys3").unwrap().clone();
        board.clock.khz = 0;
        assert!(format!("{:#}", top(&board).unwrap_err()).contains("board basys3: the clock is missing"));
    }
}
