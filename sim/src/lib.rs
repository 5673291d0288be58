//! Simulation of rust-hdl circuits, clock by clock: the harness, a PS/2 and a USB keyboard, a gamepad, the other side of a
//! serial line, an accelerometer, a monitor with a DVI receiver, waves, random inputs, and the emitted Verilog behind the same
//! interface. The crate works with any circuit and knows no game.

extern crate self as tengen_sim;

pub mod adxl362;
pub mod animation;
pub mod bench;
pub mod cat;
pub mod circuit;
pub mod cosim;
pub mod drawing;
pub mod dvi;
pub mod encoded;
pub mod engine;
pub mod frame;
pub mod gamepad;
pub mod gtkwave;
pub mod initial;
pub mod keyboard;
pub mod levels;
pub mod monitor;
pub mod optional;
pub mod output;
pub mod random;
pub mod serial;
pub mod shift;
pub mod signed;
#[cfg(feature = "serde")]
pub mod stored;
pub mod tmds;
pub mod tree;
pub mod usb;
#[cfg(not(target_arch = "wasm32"))]
pub mod verilator;
pub mod watch;
pub mod wave;

pub use animation::Animation;
pub use bench::ByName;
pub use cat::{cat, width};
pub use circuit::*;
pub use cosim::Pair;
pub use drawing::expect_waves;
pub use encoded::*;
pub use engine::*;
pub use frame::Frame;
pub use gamepad::Gamepad;
pub use initial::Initial;
pub use keyboard::{Keyboard, KeyboardFrame, KeyboardTiming, Typematic};
pub use monitor::Monitor;
pub use optional::Optional;
pub use random::Random;
pub use serial::{SerialFault, SerialFrame, SerialReceiver, SerialSender, SerialTiming};
pub use signed::signed_bit_cast;
pub use tengen_derive::{Circuit, LogicState, LogicStruct, kernel, kernel_body};
pub use tengen_fast::{self as fast, Clocks, Waveform};
pub use tree::{Verilog, constant_of, mux_of, tree, wire_of};
pub use usb::UsbKeyboard;
#[cfg(not(target_arch = "wasm32"))]
pub use verilator::*;
pub use watch::{Broken, Findings, Watch, Watches};
pub use wave::*;
