//! The values of a crossing before and after a change of its threats.
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
//! | now, was | out | Worth  | a clock later: its values, see `weights::worths` | 0       |

use rust_hdl::prelude::*;

use super::ports::{Change, Threats};
use super::weights::{self, Worth, WorthRom};
use crate::{Circuit, kernel};

#[derive(Circuit)]
pub struct Worths {
    pub clock: Signal<In, Clock>,
    pub change: Signal<In, Change>,
    pub now: Signal<Out, Worth>,
    pub was: Signal<Out, Worth>,

    #[init(weights::worths())]
    of_now: WorthRom,
    #[init(weights::worths())]
    of_then: WorthRom,

    threats: Signal<Local, Threats>,
    black: Signal<Local, Bits<4>>,
    white: Signal<Local, Bits<4>>,
}

#[kernel]
impl Logic for Worths {
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
