//! The constraint file of a board: the pin, standard, pull and drive strength of every bit of every port, and the
//! frequency of the clock.
//!
//! Only the oscillator's frequency is written; the tools derive the clock primitives' outputs from it. nextpnr on iCE40
//! cannot look through the AND of the start (see [`crate::clocking`]), so there both clocks are written. A CST has no
//! clocks: for Gowin they are in a file of their own (see [`crate::project`]).

use crate::{
    Board, Clocking, Direction, Family, Port, Pull, bit_name,
    clocking::{CLOCK, mhz, period_ns},
};
use std::fmt::Write;

/// The port of the oscillator.
const CLOCK_PORT: &str = "board_clock";

/// The file's name: the board's, with the extension for its tool.
pub fn file_name(board: &Board) -> String {
    let ending = match board.part.family {
        Family::Spartan6 => "ucf",
        Family::Series7 => "xdc",
        Family::Ecp5 => "lpf",
        Family::Ice40 => "pcf",
        Family::Gowin => "cst",
    };
    format!("{}.{ending}", board.name)
}

/// The file's text, in the format of the board's tool. `ports` are those of the top, all of the board's or the clock's
/// and some more; `clocking` makes the circuit's clock.
pub fn text(board: &Board, ports: &[Port], clocking: &Clocking) -> String {
    match board.part.family {
        Family::Spartan6 => ucf(board, ports),
        Family::Series7 => xdc(board, ports),
        Family::Ecp5 => lpf(board, ports),
        Family::Ice40 => pcf(board, ports, clocking),
        Family::Gowin => cst(board, ports),
    }
}

/// The asynchronous inputs: they belong to no clock and go through a synchroniser, so their timing does not matter.
fn asynchronous(ports: &[Port]) -> impl Iterator<Item = &Port> {
    ports
        .iter()
        .filter(|port| port.direction != Direction::Output && port.name != CLOCK_PORT)
}

/// ISE's user constraint file.
fn ucf(board: &Board, ports: &[Port]) -> String {
    let mut text = heading("#", board);
    for port in ports {
        for (index, pin) in port.bits() {
            let net = match index {
                Some(index) => format!("{}<{index}>", port.name),
                None => port.name.to_string(),
            };
            let pull = match port.pull {
                Pull::None => "",
                Pull::Up => " | PULLUP",
                Pull::Down => " | PULLDOWN",
            };
            let drive = port.drive_ma.map_or_else(String::new, |ma| format!(" | DRIVE = {ma}"));
            let _ = writeln!(
                text,
                "NET \"{net}\" LOC = \"{pin}\" | IOSTANDARD = {}{drive}{pull};",
                port.standard
            );
        }
    }
    // TIG: timing ignored.
    for port in asynchronous(ports) {
        for (index, _) in port.bits() {
            let net = match index {
                Some(index) => format!("{}<{index}>", port.name),
                None => port.name.to_string(),
            };
            let _ = writeln!(text, "NET \"{net}\" TIG;");
        }
    }
    let _ = write!(
        text,
        "\nNET \"board_clock\" TNM_NET = \"board_clock\";\n\
         TIMESPEC \"TS_board_clock\" = PERIOD \"board_clock\" {} ns HIGH 50%;\n",
        period_ns(board.clock.khz)
    );
    text
}

/// Vivado's design constraints.
fn xdc(board: &Board, ports: &[Port]) -> String {
    let mut text = heading("#", board);
    for port in ports {
        for (index, pin) in port.bits() {
            let pull = match port.pull {
                Pull::None => "",
                Pull::Up => " PULLUP true",
                Pull::Down => " PULLDOWN true",
            };
            let drive = port.drive_ma.map_or_else(String::new, |ma| format!(" DRIVE {ma}"));
            let _ = writeln!(
                text,
                "set_property -dict {{PACKAGE_PIN {pin} IOSTANDARD {}{drive}{pull}}} [get_ports {{{}}}]",
                port.standard,
                bit_name(port.name, index)
            );
        }
    }
    let _ = write!(
        text,
        "\ncreate_clock -name board_clock -period {} [get_ports {{board_clock}}]\n",
        period_ns(board.clock.khz)
    );
    let _ = writeln!(text);
    for port in asynchronous(ports) {
        let all = if port.is_bus() { "[*]" } else { "" };
        let _ = writeln!(text, "set_false_path -from [get_ports {{{}{all}}}]", port.name);
    }
    if let Some(volts) = board.configuration_volts {
        let _ = write!(
            text,
            "\nset_property CFGBVS VCCO [current_design]\nset_property CONFIG_VOLTAGE {volts} [current_design]\n"
        );
    }
    text
}

/// Lattice's logical preference file, as nextpnr-ecp5 reads it.
fn lpf(board: &Board, ports: &[Port]) -> String {
    let mut text = heading("#", board);
    for port in ports {
        for (index, pin) in port.bits() {
            let name = bit_name(port.name, index);
            let (pull, drive) = (pull_word(port.pull), drive(port));
            let _ = write!(
                text,
                "LOCATE COMP \"{name}\" SITE \"{pin}\";\n\
                 IOBUF PORT \"{name}\" IO_TYPE={}{drive} PULLMODE={pull};\n",
                port.standard
            );
        }
    }
    let _ = writeln!(text, "\nFREQUENCY PORT \"board_clock\" {} MHZ;", mhz(board.clock.khz));
    text
}

/// nextpnr-ice40's physical constraints. They have neither standards, which are the bank's voltage, nor drive
/// strengths.
fn pcf(board: &Board, ports: &[Port], clocking: &Clocking) -> String {
    let mut text = heading("#", board);
    for port in ports {
        for (index, pin) in port.bits() {
            let pull = if port.pull == Pull::Up { "-pullup yes " } else { "" };
            let _ = writeln!(text, "set_io {pull}{} {pin}", bit_name(port.name, index));
        }
    }
    let _ = write!(
        text,
        "\nset_frequency board_clock {}\nset_frequency {CLOCK} {}\n",
        mhz(board.clock.khz),
        mhz(clocking.output_khz())
    );
    text
}

/// Gowin's physical constraints, as nextpnr-himbaechel reads them. Each pin of a pair has a line of its own.
fn cst(board: &Board, ports: &[Port]) -> String {
    let mut text = heading("//", board);
    for port in ports {
        for (index, pin) in port.bits() {
            let name = bit_name(port.name, index);
            let (pull, drive) = (pull_word(port.pull), drive(port));
            let _ = write!(
                text,
                "IO_LOC \"{name}\" {pin};\nIO_PORT \"{name}\" IO_TYPE={}{drive} PULL_MODE={pull};\n",
                port.standard
            );
        }
    }
    text
}

/// The pull in the words of Lattice's and Gowin's formats.
fn pull_word(pull: Pull) -> &'static str {
    match pull {
        Pull::None => "NONE",
        Pull::Up => "UP",
        Pull::Down => "DOWN",
    }
}

/// The drive strength in both formats; empty for the tool's own.
fn drive(port: &Port) -> String {
    port.drive_ma.map_or_else(String::new, |ma| format!(" DRIVE={ma}"))
}

/// The first line, after the format's mark of a comment.
fn heading(comment: &str, board: &Board) -> String {
    format!(
        "{comment} {}, {}. Made from the board's description; change that, not this.\n\n",
        board.title, board.part
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        Picture, Wanted,
        boards::{self, BOARDS},
    };

    fn text(board: &Board) -> String {
        let wanted =
            Wanted { khz: 25_000, highest_khz: 25_200, times: matches!(board.picture, Picture::Dvi(_)).then_some(5) };
        super::text(board, &board.ports(), &board.clocking(wanted).unwrap())
    }

    /// The names of the ports in a constraint file, in order.
    fn placed(board: &Board) -> Vec<String> {
        let word = |line: &str| match board.part.family {
            Family::Spartan6 => {
                let (before, _) = line.split_once(" LOC = ")?;
                Some(before.split('"').nth(1)?.replace('<', "[").replace('>', "]"))
            }
            Family::Series7 => {
                let (_, after) = line.split_once("PACKAGE_PIN")?;
                Some(after.rsplit('{').next()?.trim_end_matches("}]").to_string())
            }
            Family::Ecp5 => Some(line.strip_prefix("LOCATE COMP \"")?.split('"').next()?.to_string()),
            Family::Ice40 => Some(line.strip_prefix("set_io ")?.rsplit(' ').nth(1)?.to_string()),
            Family::Gowin => Some(line.strip_prefix("IO_LOC \"")?.split('"').next()?.to_string()),
        };
        text(board).lines().filter_map(word).collect()
    }

    #[test]
    fn every_bit_of_every_port_is_placed_once() {
        for board in BOARDS {
            let expected: Vec<String> = board
                .ports()
                .iter()
                .flat_map(|port| {
                    port.bits()
                        .map(|(index, _)| bit_name(port.name, index))
                        .collect::<Vec<_>>()
                })
                .collect();
            let found = placed(board);
            assert_eq!(found, expected, "{}", board.name);
            let distinct: std::collections::BTreeSet<&String> = found.iter().collect();
            assert_eq!(distinct.len(), found.len(), "{}", board.name);
        }
    }

    #[test]
    fn every_input_but_the_clock_is_excepted_from_timing() {
        for board in BOARDS {
            let text = text(board);
            let excepted: usize = match board.part.family {
                Family::Spartan6 => text.matches(" TIG;").count(),
                Family::Series7 => text.matches("set_false_path -from ").count(),
                // nextpnr does not time paths that begin at a pin.
                _ => continue,
            };
            let inputs = board
                .ports()
                .into_iter()
                .filter(|port| port.direction != Direction::Output);
            let expected: usize = match board.part.family {
                Family::Spartan6 => inputs.map(|port| port.pins.len()).sum(),
                _ => inputs.count(),
            };
            assert_eq!(excepted, expected - 1, "{}", board.name);
        }
    }

    #[test]
    fn a_ucf_reads_as_ise_wants_it() {
        let text = text(boards::find("nexys3").unwrap());
        for line in [
            "NET \"board_clock\" LOC = \"V10\" | IOSTANDARD = LVCMOS33;",
            "NET \"vga_red<2>\" LOC = \"N7\" | IOSTANDARD = LVCMOS33;",
            "NET \"ps2_clk\" LOC = \"L12\" | IOSTANDARD = LVCMOS33 | PULLUP;",
            "TIMESPEC \"TS_board_clock\" = PERIOD \"board_clock\" 10.000 ns HIGH 50%;",
            "NET \"ps2_data\" TIG;",
            "NET \"buttons<4>\" TIG;",
        ] {
            assert_eq!(text.lines().filter(|l| *l == line).count(), 1, "{line}\n{text}");
        }
    }

    #[test]
    fn an_xdc_reads_as_vivado_wants_it() {
        let basys3 = text(boards::find("basys3").unwrap());
        for line in [
            "set_property -dict {PACKAGE_PIN W5 IOSTANDARD LVCMOS33} [get_ports {board_clock}]",
            "set_property -dict {PACKAGE_PIN N19 IOSTANDARD LVCMOS33} [get_ports {vga_red[3]}]",
            "set_property -dict {PACKAGE_PIN B17 IOSTANDARD LVCMOS33 PULLUP true} [get_ports {ps2_data}]",
            "create_clock -name board_clock -period 10.000 [get_ports {board_clock}]",
            "set_false_path -from [get_ports {ps2_clk}]",
            "set_false_path -from [get_ports {buttons[*]}]",
            "set_property CONFIG_VOLTAGE 3.3 [current_design]",
        ] {
            assert_eq!(basys3.lines().filter(|l| *l == line).count(), 1, "{line}\n{basys3}");
        }
        let sword = text(boards::find("sword").unwrap());
        assert!(sword.contains("{PACKAGE_PIN AC18 IOSTANDARD LVCMOS18} [get_ports {board_clock}]"));
        assert!(!sword.contains("CONFIG_VOLTAGE"));
    }

    #[test]
    fn an_lpf_reads_as_nextpnr_wants_it() {
        let text = text(boards::find("ulx3s").unwrap());
        for line in [
            "LOCATE COMP \"board_clock\" SITE \"G2\";",
            "IOBUF PORT \"board_clock\" IO_TYPE=LVCMOS33 PULLMODE=NONE;",
            "LOCATE COMP \"dvi_data[0]\" SITE \"A16\";",
            "IOBUF PORT \"dvi_data[0]\" IO_TYPE=LVCMOS33D DRIVE=4 PULLMODE=NONE;",
            "IOBUF PORT \"buttons[4]\" IO_TYPE=LVCMOS33 PULLMODE=DOWN;",
            "FREQUENCY PORT \"board_clock\" 25 MHZ;",
        ] {
            assert_eq!(text.lines().filter(|l| *l == line).count(), 1, "{line}\n{text}");
        }
        // There is one electrical line for each location.
        let count = |start| text.lines().filter(|line| line.starts_with(start)).count();
        assert_eq!(count("IOBUF PORT "), count("LOCATE COMP "));
    }

    #[test]
    fn a_pcf_reads_as_nextpnr_wants_it() {
        let text = text(boards::find("icebreaker").unwrap());
        for line in [
            "set_io board_clock 35",
            "set_io vga_red[0] 4",
            "set_io -pullup yes ps2_clk 21",
            "set_frequency board_clock 12",
            "set_frequency clock 25.125",
        ] {
            assert_eq!(text.lines().filter(|l| *l == line).count(), 1, "{line}\n{text}");
        }
    }

    #[test]
    fn a_cst_reads_as_nextpnr_wants_it() {
        let text = text(boards::find("tang-nano-9k").unwrap());
        for line in [
            "IO_LOC \"board_clock\" 52;",
            "IO_PORT \"board_clock\" IO_TYPE=LVCMOS33 PULL_MODE=NONE;",
            "IO_LOC \"dvi_data_p[0]\" 71;",
            "IO_LOC \"dvi_data_n[0]\" 70;",
            "IO_PORT \"dvi_data_n[0]\" IO_TYPE=LVCMOS33D DRIVE=8 PULL_MODE=NONE;",
            "IO_PORT \"two_buttons[1]\" IO_TYPE=LVCMOS18 PULL_MODE=UP;",
        ] {
            assert_eq!(text.lines().filter(|l| *l == line).count(), 1, "{line}\n{text}");
        }
        let count = |start| text.lines().filter(|line| line.starts_with(start)).count();
        assert_eq!(count("IO_PORT "), count("IO_LOC "));
    }

    #[test]
    fn pull_and_drive_are_written_in_every_format_that_has_them() {
        let mut board = boards::find("basys3").unwrap().clone();
        board.ps2.as_mut().unwrap().pull = Pull::Down;
        board.held = &[crate::Held {
            name: "held",
            pin: "A1",
            level: crate::Level::Low,
            reason: "none",
            standard: crate::Standard::Lvcmos33,
            drive_ma: Some(4),
        }];
        let xdc = text(&board);
        assert!(
            xdc.contains("PACKAGE_PIN C17 IOSTANDARD LVCMOS33 PULLDOWN true}"),
            "{xdc}"
        );
        assert!(xdc.contains("PACKAGE_PIN A1 IOSTANDARD LVCMOS33 DRIVE 4}"), "{xdc}");
        board.part = boards::find("nexys3").unwrap().part;
        let ucf = text(&board);
        assert!(
            ucf.contains("LOC = \"C17\" | IOSTANDARD = LVCMOS33 | PULLDOWN;"),
            "{ucf}"
        );
        assert!(
            ucf.contains("LOC = \"A1\" | IOSTANDARD = LVCMOS33 | DRIVE = 4;"),
            "{ucf}"
        );
    }
}
