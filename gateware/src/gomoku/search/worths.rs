//! What a crossing adds to the value, before and after a change of its threats.
//!
//! ```text
//! clock     __/‾‾\__/‾‾\__/‾‾\__
//! change    ==< a >==< b >======
//! now, was  ========< a >==< b >
//! ```
//!
//! | port     | dir | width  | meaning                                          | initial |
//! |----------|-----|--------|--------------------------------------------------|---------|
//! | clock    | in  | 1      | rising edge                                      | –       |
//! | change   | in  | Change | the threats on the crossing, before and after    | –       |
//! | now, was | out | Worths | a clock later: what it adds for each colour      | 0       |

use rust_hdl::prelude::*;

use super::ports::{Change, Threats};
use super::weights::{self, WorthRom, Worths};
use crate::{Circuit, kernel};

#[derive(Circuit)]
pub struct WorthsOf {
    pub clock: Signal<In, Clock>,
    pub change: Signal<In, Change>,
    pub now: Signal<Out, Worths>,
    pub was: Signal<Out, Worths>,

    #[init(weights::worths())]
    of_now: WorthRom,
    #[init(weights::worths())]
    of_then: WorthRom,

    threats: Signal<Local, Threats>,
    black: Signal<Local, Bits<4>>,
    white: Signal<Local, Bits<4>>,
}

#[kernel]
impl Logic for WorthsOf {
    fn update(&mut self) {
        threats = change.now;
        black = threats.black.into();
        white = threats.white.into();
        of_now.address = cat(white, black);
        threats = change.was;
        black = threats.black.into();
        white = threats.white.into();
        of_then.address = cat(white, black);
        now = of_now.data;
        was = of_then.data;
    }
}
