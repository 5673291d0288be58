//! Displays for a byte as two hexadecimal digits: multiplexed seven-segment digits, and digits driven by a shift
//! register.

pub mod hex_digit;
pub mod seven_segment;
pub mod seven_segment_serial;

pub use hex_digit::HexDigit;
pub use seven_segment::{FastSevenSegment, SevenSegment};
pub use seven_segment_serial::SevenSegmentSerial;
