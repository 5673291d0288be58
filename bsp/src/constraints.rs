//! The constraint file of a board: where each port of the top sits, at which standard, with which pull, and how fast the
//! clock is. Every bit of every port once, nothing else.

use crate::{Board, Family, board::bit_name, clocking::period_ns};
use std::fmt::Write;

/// The file's name: the board's, with the ending its tool reads.
pub fn file_name(board: &Board) -> String {
    let ending = match board.part.family {
        Family::Spartan6 => "ucf",
        Family::Series7 => "xdc",
        Family::Ecp5 => "lpf",
        Family::Ice40 => "pcf",
    };
    format!("{}.{ending}", board.name)
}

/// The file's text, in the format the board's tool reads.
pub fn text(board: &Board) -> String {
    match board.part.family {
        Family::Spartan6 => ucf(board),
        Family::Series7 => xdc(board),
        Family::Ecp5 | Family::Ice40 => todo!("boards"),
    }
}

/// ISE's user constraint file.
fn ucf(board: &Board) -> String {
    let mut text = heading(board);
    for port in board.ports() {
        for (index, pin) in port.bits() {
            let net = match index {
                Some(index) => format!("{}<{index}>", port.name),
                None => port.name.to_string(),
            };
            let pull = if port.pull_up { " | PULLUP" } else { "" };
            let _ = writeln!(
                text,
                "NET \"{net}\" LOC = \"{pin}\" | IOSTANDARD = {}{pull};",
                port.standard
            );
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
fn xdc(board: &Board) -> String {
    let mut text = heading(board);
    for port in board.ports() {
        for (index, pin) in port.bits() {
            let pull = if port.pull_up { " PULLUP true" } else { "" };
            let _ = writeln!(
                text,
                "set_property -dict {{PACKAGE_PIN {pin} IOSTANDARD {}{pull}}} [get_ports {{{}}}]",
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
    if let Some(volts) = board.configuration_volts {
        let _ = write!(
            text,
            "\nset_property CFGBVS VCCO [current_design]\nset_property CONFIG_VOLTAGE {volts} [current_design]\n"
        );
    }
    text
}

fn heading(board: &Board) -> String {
    format!(
        "# {}, {}. Made from the board's description; change that, not this.\n\n",
        board.title, board.part
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::boards::{self, BOARDS};

    /// The names of the ports that a constraint file places, in its order.
    fn placed(board: &Board) -> Vec<String> {
        let lines: Vec<String> = text(board).lines().map(str::to_string).collect();
        match board.part.family {
            Family::Spartan6 => lines
                .iter()
                .filter(|line| line.contains(" LOC = "))
                .map(|line| line.split('"').nth(1).unwrap().replace('<', "[").replace('>', "]"))
                .collect(),
            Family::Series7 => lines
                .iter()
                .filter(|line| line.contains("PACKAGE_PIN"))
                .map(|line| line.rsplit('{').next().unwrap().trim_end_matches("}]").to_string())
                .collect(),
            Family::Ecp5 | Family::Ice40 => todo!("boards"),
        }
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
    fn a_ucf_reads_as_ise_wants_it() {
        let text = text(boards::find("nexys3").unwrap());
        for line in [
            "NET \"board_clock\" LOC = \"V10\" | IOSTANDARD = LVCMOS33;",
            "NET \"vga_red<2>\" LOC = \"N7\" | IOSTANDARD = LVCMOS33;",
            "NET \"ps2_clk\" LOC = \"L12\" | IOSTANDARD = LVCMOS33 | PULLUP;",
            "TIMESPEC \"TS_board_clock\" = PERIOD \"board_clock\" 10.000 ns HIGH 50%;",
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
            "set_property CONFIG_VOLTAGE 3.3 [current_design]",
        ] {
            assert_eq!(basys3.lines().filter(|l| *l == line).count(), 1, "{line}\n{basys3}");
        }
        let sword = text(boards::find("sword").unwrap());
        assert!(sword.contains("{PACKAGE_PIN AC18 IOSTANDARD LVCMOS18} [get_ports {board_clock}]"));
        assert!(!sword.contains("CONFIG_VOLTAGE"));
    }
}
