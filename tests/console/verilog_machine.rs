//! The machine's circuits as Verilog: free of warnings and latches, and equal to the rust-hdl simulation with random
//! inputs. (Other tests check their function.)
#![cfg(feature = "eda")]

use crate::{common, othello};

use common::{co_simulate, inspect};
use tengen::gateware::{
    console::Console,
    display::{seven_segment::SevenSegment, seven_segment_serial::SevenSegmentSerial},
    gomoku::view::board_screen::BoardScreen as Screen,
    gomoku::{GomokuCore, GomokuEngine, RenjuJudge, ShapeClassifier, WinChecker},
    keyboard::{controls::Controls, ps2_receiver::Ps2Receiver},
    sound::Sound,
    video::vga_sync::VgaSync,
};
use tengen::hdl::library::uart::{UartReceiver, UartTransmitter};

macro_rules! circuit {
    ($top:ident, $make:expr, $samples:expr) => {
        #[test]
        fn $top() {
            inspect(|| $make, stringify!($top));
            co_simulate(|| $make, stringify!($top), $samples);
        }
    };
}

circuit!(vga_sync, VgaSync::default(), 50_000);
circuit!(screen, Screen::<3, 3, 2>::default(), 50_000);
circuit!(ps2_receiver, Ps2Receiver::default(), 100_000);
circuit!(controls, Controls::default(), 100_000);
circuit!(seven_segment, SevenSegment::default(), 100_000);
circuit!(seven_segment_serial, SevenSegmentSerial::default(), 100_000);
circuit!(shape_classifier, ShapeClassifier::default(), 20_000);
circuit!(sound, Sound::default(), 100_000);
circuit!(uart_receiver, UartReceiver::default(), 100_000);
circuit!(uart_transmitter, UartTransmitter::default(), 100_000);
circuit!(win_checker, WinChecker::default(), 50_000);
circuit!(renju_judge, RenjuJudge::default(), 50_000);
circuit!(gomoku_engine, GomokuEngine::default(), 50_000);
circuit!(gomoku_core, GomokuCore::default(), 50_000);

#[test]
fn console() {
    inspect(Console::<5, 6, 5>::default, "console");
    co_simulate(othello::whole, "console", 200_000);
}
