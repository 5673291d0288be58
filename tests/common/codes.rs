//! Random numbers as port values: an enumeration of three variants has two bits, and no variant for the fourth code.

use tengen::gateware::gomoku::ports::{BoardMarks, BoardWrite, Cell, Stone};
use tengen_sim::{Encoded, Port};

/// The number; an invalid code is replaced by a valid one.
pub fn valid(port: &Port, number: u64) -> u64 {
    let number = number & (u64::MAX >> (64 - port.width));
    let stone = |stone| {
        let cell = Cell { stone, ..Default::default() };
        let write = BoardWrite { cell, ..Default::default() };
        write.encode()
    };
    let (black, white) = (stone(Stone::Black), stone(Stone::White));
    let hollow = |hollow| BoardMarks { hollow, ..Default::default() }.encode();
    let (hollow_black, hollow_white) = (hollow(Stone::Black), hollow(Stone::White));
    match port.name {
        "rule" | "stone" => number % 3,
        "tune" => number % 5,
        "board" if number & black != 0 => number & !white,
        "marks" if number & hollow_black != 0 => number & !hollow_white,
        _ => number,
    }
}
