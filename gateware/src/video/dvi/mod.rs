//! The picture as DVI 1.0, for a board with a GPDI or HDMI connector: three data channels and a clock channel, ten bits a
//! pixel, two bits a shift clock.
//!
//! ```text
//! pixel clock, 25 MHz                        |  shift clock, 125 MHz
//! blue,  hsync, vsync -> TmdsEncoder - symbol | -> TmdsSerialiser - two bits -> DdrOutput -> data 0
//! green               -> TmdsEncoder - symbol | -> TmdsSerialiser - two bits -> DdrOutput -> data 1
//! red                 -> TmdsEncoder - symbol | -> TmdsSerialiser - two bits -> DdrOutput -> data 2
//!                               five 1, five 0 -> TmdsSerialiser - two bits -> DdrOutput -> data_clock
//!                        MidPixel: when to load ---^
//! ```
//!
//! [`DviOutput`] is the complete output. [`DviOutputOser10`] is that for Gowin's chips, whose pins take all ten bits at
//! once, so that it needs neither `TmdsSerialiser` nor `MidPixel`. Source: Digital Visual Interface 1.0 (Digital Display Working Group),
//! chapter 3.

pub mod ddr_output;
pub mod dvi_output;
pub mod dvi_output_oser10;
pub mod mid_pixel;
pub mod oser10;
pub mod serialiser;
pub mod tmds_encoder;

pub use ddr_output::DdrOutput;
pub use dvi_output::DviOutput;
pub use dvi_output_oser10::DviOutputOser10;
pub use mid_pixel::MidPixel;
pub use oser10::Oser10;
pub use serialiser::TmdsSerialiser;
pub use tmds_encoder::TmdsEncoder;
