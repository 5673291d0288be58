//! Records the last eight bytes from the keyboard, and counts its bad frames.
//!
//! ```text
//! code (hex)   = 0 X E0 =====X F0 =====X 75 =====
//! strobe       ____/‾\_______/‾\_______/‾\_______
//! newer (hex)  = 0 ==X E0 =====X E0F0 ===X E0F075   one clock later
//! count        = 0 ==X 1 ======X 2 ======X 3 ====
//! changed      ______/‾\_______/‾\_______/‾\_____
//! ```
//!
//! | port    | dir | width | meaning                                                                 | initial |
//! |---------|-----|-------|-------------------------------------------------------------------------|---------|
//! | clock   | in  | 1     | rising edge                                                             | –       |
//! | code    | in  | 8     | a byte from the keyboard, valid with `strobe`                           | –       |
//! | strobe  | in  | 1     | high for one clock for each byte                                        | –       |
//! | error   | in  | 1     | high for one clock for each bad frame                                   | –       |
//! | newer   | out | 32    | the last four bytes, `[7:0]` the newest; 0 where none has been received | 0       |
//! | older   | out | 32    | the four bytes before them                                              | 0       |
//! | count   | out | 4     | how many of these were received: 0 to 8                                 | 0       |
//! | errors  | out | 8     | bad frames since power-on; saturates at 255                             | 0       |
//! | changed | out | 1     | one clock: the outputs above have changed                               | 0       |

use crate::{Circuit, LogicStruct, Register, kernel};
use rust_hdl::prelude::*;

#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
pub struct CodeLogState {
    newer: Bits<32>,
    older: Bits<32>,
    count: Bits<4>,
    errors: Bits<8>,
    changed: Bit,
}

#[derive(Circuit)]
pub struct CodeLog {
    pub clock: Signal<In, Clock>,
    pub code: Signal<In, Bits<8>>,
    pub strobe: Signal<In, Bit>,
    pub error: Signal<In, Bit>,
    pub newer: Signal<Out, Bits<32>>,
    pub older: Signal<Out, Bits<32>>,
    pub count: Signal<Out, Bits<4>>,
    pub errors: Signal<Out, Bits<8>>,
    pub changed: Signal<Out, Bit>,

    state: Register<CodeLogState>,
}

#[kernel]
impl Logic for CodeLog {
    fn update(&mut self) {
        d.changed = strobe | error;
        if strobe {
            d.newer = (q.newer << 8) | bit_cast::<32, 8>(code);
            d.older = (q.older << 8) | (q.newer >> 24);
            // Bit 3 is set once eight bytes were received.
            if !q.count.get_bit(3) {
                d.count = q.count + 1;
            }
        }
        if error & !q.errors.all() {
            d.errors = q.errors + 1;
        }

        CodeLogState { newer, older, count, errors, changed, .. } = q;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_sim::{ByName, Engine, Native, Random};

    #[test]
    fn the_last_eight_bytes_and_the_bad_frames_are_kept() {
        let mut log = Native::new(CodeLog::default());
        let (mut bytes, mut bad) = (vec![], 0u64);
        let mut random = Random::new(5);
        for _ in 0..5_000 {
            let (byte, comes, fails) = (random.bits(8), random.once_in(8), random.once_in(16));
            log.drive("code", byte);
            log.drive_as("strobe", comes);
            log.drive_as("error", fails);
            log.step();
            bytes.extend(comes.then_some(byte));
            bad += u64::from(fails);
            let last = &bytes[bytes.len().saturating_sub(8)..];
            let codes = last.iter().fold(0, |codes, byte| codes << 8 | byte);
            let expected = [
                codes >> 32,
                codes & 0xFFFF_FFFF,
                last.len() as u64,
                bad.min(255),
                (comes || fails).into(),
            ];
            let outputs = ["older", "newer", "count", "errors", "changed"];
            assert_eq!(outputs.map(|name| log.read(name)), expected);
        }
        assert!(
            bytes.len() > 500 && bad > 256,
            "{} bytes, {bad} bad frames",
            bytes.len()
        );
    }

    #[test]
    fn the_simulation_draws_the_waves_at_the_head_of_the_file() {
        let stimulus = "
            code    0*2 0xE0*5 0xF0*5 0x75
            strobe  0*2 1 0*4 1 0*4 1 0
        ";
        tengen_sim::expect_waves(file!(), CodeLog::default(), stimulus, 0..17);
    }
}
