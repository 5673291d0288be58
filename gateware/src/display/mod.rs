//! A byte as two hexadecimal digits, on multiplexed seven-segment digits or on digits behind a shift register.

pub mod hex_digit;
pub mod seven_segment;
pub mod seven_segment_serial;

pub use hex_digit::HexDigit;
pub use seven_segment::{FastSevenSegment, SevenSegment};
pub use seven_segment_serial::SevenSegmentSerial;
