//! Parts of the machine that have checks but are not units: `tengen prove` knows them, `tengen verilog` does not, and their ports
//! may change.

use super::{Clocks, Made, Maker, Same, Unit, source, timed};
use crate::gateware::{
    gomoku::{
        WinChecker,
        player::ring::{Ring, checks::RingChecks},
        referee::win_checker::checks::WinCheckerChecks,
    },
    keyboard::{Debounce, debounce::checks::DebounceChecks},
    link::endpoint::{Endpoint, checks::EndpointChecks},
    othello::search::{
        flips::{Flips, checks::FlipsChecks},
        legal_moves::{LegalMoves, checks::LegalMovesChecks},
        othello_search::{OthelloSearch, checks::OthelloSearchChecks},
    },
    sensors::{TiltSteps, tilt_steps::checks::TiltStepsChecks},
    usb::{UsbLine, UsbTransaction, usb_line::checks::UsbLineChecks, usb_transaction::checks::UsbTransactionChecks},
};
use crate::hdl::library::memory::dual_port_ram::checks::{DualPortRamChecks, EightWords};

timed!(
    Debounce: Debounce::at;
    UsbLine: UsbLine::at;
    UsbTransaction: UsbTransaction::at;
);

/// All of them, as [`UNITS`](super::UNITS) has the units.
pub const PARTS: &[Unit] = &[
    Unit::of::<Same<LegalMoves>>(
        "legal_moves",
        "Finds the legal squares of an Othello position.",
        source!("othello/search/legal_moves.rs"),
    )
    .checked_with::<LegalMovesChecks>(),
    Unit::of::<Same<Flips>>(
        "flips",
        "Finds the discs that a new disc flips.",
        source!("othello/search/flips.rs"),
    )
    .checked_with::<FlipsChecks>(),
    Unit::of::<Same<OthelloSearch>>(
        "othello_search",
        "Finds a move in a position of Othello.",
        source!("othello/search/othello_search.rs"),
    )
    .checked_with::<OthelloSearchChecks>(),
    Unit::of::<Debounce>(
        "debounce",
        "Debounces five push buttons.",
        source!("keyboard/debounce.rs"),
    )
    .checked_with::<DebounceChecks>(),
    Unit::of::<Same<TiltSteps>>(
        "tilt_steps",
        "Makes steps of a board's tilt.",
        source!("sensors/tilt_steps.rs"),
    )
    .checked_with::<TiltStepsChecks>(),
    Unit::of::<UsbLine>(
        "usb_line",
        "Sends and receives the bits of a low-speed USB line.",
        source!("usb/usb_line.rs"),
    )
    .checked_with::<UsbLineChecks>(),
    Unit::of::<UsbTransaction>(
        "usb_transaction",
        "Carries out a transaction with a low-speed USB device.",
        source!("usb/usb_transaction.rs"),
    )
    .checked_with::<UsbTransactionChecks>(),
    Unit::of::<Same<Ring>>(
        "ring",
        "Shows each crossing of the board with its neighbours in turn.",
        source!("gomoku/player/ring.rs"),
    )
    .checked_with::<RingChecks>(),
    Unit::of::<Same<WinChecker>>(
        "five_in_a_row",
        "The win checker: what it counts, what wins, and when it ends.",
        source!("gomoku/referee/win_checker.rs"),
    )
    .checked_with::<WinCheckerChecks>(),
    Unit::of::<Same<Endpoint>>(
        "endpoint",
        "Carries messages between two machines, each exactly once.",
        source!("link/endpoint.rs"),
    )
    .checked_with::<EndpointChecks>(),
    Unit::of::<Same<EightWords>>(
        "dual_port_ram",
        "A RAM that either writes or reads in a clock, of eight words of four bits.",
        source!(library "memory/dual_port_ram.rs"),
    )
    .checked_with::<DualPortRamChecks>(),
];
