//! Makes of a USB keyboard's reports what a PS/2 keyboard would send: presses, releases and repeats in scan codes of set 2.
//!
//! ```text
//! received  < 00 >< 00 >< 52 >< 00 > ..       the modifiers, a byte of no meaning, up to six keys: the up arrow
//! got       _/‾\___/‾\___/‾\___/‾\__ .. ________________________________________
//! commit    __________________________/‾\_______________________________________
//! strobe    __________________________________/‾\/‾\_____________________/‾\/‾\_
//! code                                       E0  75       .. 500 ms       E0 75
//! ```
//!
//! | port    | dir | width | meaning                                                                           | initial |
//! |---------|-----|-------|-----------------------------------------------------------------------------------|---------|
//! | clock   | in  | 1     | rising edge                                                                       | –       |
//! | quiet   | in  | 1     | no report comes, and nobody else reads the memory                                 | –       |
//! | got     | in  | 1     | one clock for each of eight bytes, which is written to the memory in this clock   | –       |
//! | wrong   | in  | 1     | with `got`: the byte is 1 to 3                                                    | –       |
//! | commit  | in  | 1     | one clock: the bytes are right                                                    | –       |
//! | hello   | in  | 1     | one clock while not `works`: the keyboard is in use                               | –       |
//! | forget  | in  | 1     | one clock: it is not; all keys count as up                                        | –       |
//! | poll    | in  | 1     | one clock each 8 ms                                                               | –       |
//! | word    | in  | 9     | the memory's word at `address` a clock ago                                        | –       |
//! | store   | out | 4     | where to write the next byte of a report, among [`REPORTS`]                       | 8       |
//! | works   | out | 1     | `address` must be read; no report may come                                        | 0       |
//! | address | out | 8     | what to read: a byte of a report, or a scan code                                  | 80      |
//! | code    | out | 8     | a byte as from a PS/2 keyboard, held until the next                               | 0       |
//! | strobe  | out | 1     | one clock for each byte                                                           | 0       |
//!
//! The memory (`requests.rs`) holds two reports: the last, and the one that comes. Each key of the last that is not in
//! the new one is released, then each of the new one that was not in the last is pressed; then the two change places. A
//! report of too many keys (usage 1 in each place) changes nothing. The key pressed last repeats, as a PS/2 keyboard's
//! does after power-on: after 0.5 s, then about 10.9 times a second. `hello` sends AA, as a keyboard does that is
//! plugged in.
//!
//! Source: HID 1.11, appendix B.1 and C.

use crate::{Circuit, LogicState, LogicStruct, Register, kernel};
use rust_hdl::prelude::*;

use super::requests::{MODIFIER, REPORTS};

/// What is being compared.
#[derive(LogicState, Copy, Clone, Debug, PartialEq)]
enum Phase {
    Rest,
    Modifiers,
    Releases,
    Presses,
}

/// How far the comparison of one key, or of one modifier, is.
#[derive(LogicState, Copy, Clone, Debug, PartialEq)]
enum Step {
    /// The key is being read.
    Read,
    Take,
    /// One of the other report is being read.
    ReadOther,
    Compare,
}

/// What is being told.
#[derive(LogicState, Copy, Clone, Debug, PartialEq)]
enum Told {
    Nothing,
    /// The scan code is being read.
    Looks,
    First,
    /// E0 was sent.
    AfterPrefix,
    /// F0 was sent.
    AfterBreak,
}

#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
pub struct BootReportState {
    phase: Phase,
    step: Step,
    told: Told,
    /// The last report is in the second of the two places, the next one in the first.
    second: Bit,
    /// There is a last report.
    known: Bit,
    /// Bytes so far of the report that comes; it has an error in place of keys.
    size: Bits<4>,
    spoiled: Bit,
    /// The modifier, or the place of the key, that is compared, and of the key in the other report.
    outer: Bits<3>,
    inner: Bits<3>,
    /// The key, or all modifiers, or what is told.
    key: Bits<8>,
    found: Bit,
    breaking: Bit,
    /// The key that repeats.
    newest: Bits<8>,
    repeats: Bit,
    /// Polls until it does.
    wait: Bits<6>,
    code: Bits<8>,
    strobe: Bit,
}

#[derive(Circuit)]
pub struct BootReport {
    pub clock: Signal<In, Clock>,
    pub quiet: Signal<In, Bit>,
    pub got: Signal<In, Bit>,
    pub wrong: Signal<In, Bit>,
    pub commit: Signal<In, Bit>,
    pub hello: Signal<In, Bit>,
    pub forget: Signal<In, Bit>,
    pub poll: Signal<In, Bit>,
    pub word: Signal<In, Bits<9>>,
    pub store: Signal<Out, Bits<4>>,
    pub works: Signal<Out, Bit>,
    pub address: Signal<Out, Bits<8>>,
    pub code: Signal<Out, Bits<8>>,
    pub strobe: Signal<Out, Bit>,

    state: Register<BootReportState>,
    /// Polls from a press to its first repeat, and from one repeat to the next.
    #[given]
    delay: Constant<Bits<6>>,
    #[given]
    period: Constant<Bits<6>>,
    /// The report that is read, and the place in it.
    half: Signal<Local, Bit>,
    place: Signal<Local, Bits<3>>,
}

/// The bytes of a report; the first is the modifiers, the second has no meaning, then the keys.
const SIZE: u64 = 8;
const FIRST_KEY: u64 = 2;
const LAST: u64 = 7;
const EXTENDED: u64 = 0xE0;
const BREAK: u64 = 0xF0;
const WELL: u64 = 0xAA;
/// The typematic default of a PS/2 keyboard, 500 ms and then 10.9 times a second, in polls of 8 ms.
const DELAY: u32 = 62;
const PERIOD: u32 = 11;

impl BootReport {
    /// Creates the circuit with other times, in polls, from 1 to 63.
    pub fn repeating(delay: u32, period: u32) -> Self {
        let polls = |count: u32| Constant::new(u64::from(count).into());
        BootReport::given(polls(delay), polls(period))
    }
}

impl Default for BootReport {
    fn default() -> Self {
        BootReport::repeating(DELAY, PERIOD)
    }
}

#[kernel]
impl Logic for BootReport {
    fn update(&mut self) {
        let byte_read = word.get_bits::<8>(0);
        let has_code = word != 0;
        let rests = q.phase == Phase::Rest;
        let modifiers = q.phase == Phase::Modifiers;
        let presses = q.phase == Phase::Presses;
        let silent = q.told == Told::Nothing;

        d.strobe = false;
        match q.told {
            Told::Nothing => {
                if hello {
                    d.code = WELL.into();
                    d.strobe = true;
                }
            }
            Told::Looks => {
                d.told = Told::First;
            }
            Told::First => {
                d.told = Told::Nothing;
                if has_code {
                    d.strobe = true;
                    d.code = byte_read;
                    if word.get_bit(8) {
                        d.code = EXTENDED.into();
                        d.told = Told::AfterPrefix;
                    } else if q.breaking {
                        d.code = BREAK.into();
                        d.told = Told::AfterBreak;
                    }
                }
            }
            Told::AfterPrefix => {
                d.strobe = true;
                d.code = if q.breaking { BREAK.into() } else { byte_read };
                d.told = if q.breaking { Told::AfterBreak } else { Told::Nothing };
            }
            Told::AfterBreak => {
                d.strobe = true;
                d.code = byte_read;
                d.told = Told::Nothing;
            }
        }
        if poll & (q.wait != 0) {
            d.wait = q.wait - 1;
        }
        if (q.told == Told::First) & has_code {
            if !q.breaking {
                d.newest = q.key;
                d.repeats = true;
                d.wait = if rests { period } else { delay };
            } else if q.newest == q.key {
                d.repeats = false;
            }
        }

        if got {
            d.size = q.size + 1;
            d.spoiled = q.spoiled | (wrong & (q.size == FIRST_KEY));
        }
        let ends = q.inner == LAST;
        if rests {
            d.outer = 0;
            d.step = Step::Read;
            if commit & (q.size == SIZE) & !q.spoiled {
                d.phase = Phase::Modifiers;
            } else if quiet {
                d.size = 0;
                d.spoiled = false;
                if silent & q.repeats & (q.wait == 0) {
                    d.key = q.newest;
                    d.breaking = false;
                    d.told = Told::Looks;
                }
            }
        } else if silent {
            match q.step {
                Step::Read => {
                    d.step = Step::Take;
                }
                Step::Take => {
                    d.key = byte_read;
                    d.inner = FIRST_KEY.into();
                    d.found = false;
                    d.step = Step::ReadOther;
                }
                Step::ReadOther => {
                    d.step = Step::Compare;
                }
                Step::Compare => {
                    let was = q.known & (q.key >> q.outer).get_bit(0);
                    let is = (byte_read >> q.outer).get_bit(0);
                    let found = q.found | (q.known & (q.key == byte_read));
                    d.found = found;
                    d.inner = q.inner + 1;
                    d.step = Step::ReadOther;
                    if modifiers {
                        d.key = cat(bits::<5>(MODIFIER), q.outer);
                        d.breaking = was;
                        d.told = if was != is { Told::Looks } else { Told::Nothing };
                    } else if ends & !found & !q.key.get_bit(7) {
                        d.breaking = !presses;
                        d.told = Told::Looks;
                    }
                    if modifiers | ends {
                        d.outer = q.outer + 1;
                        d.step = Step::Read;
                        if q.outer == LAST {
                            d.outer = FIRST_KEY.into();
                            if modifiers {
                                d.phase = Phase::Releases;
                            } else if presses {
                                d.phase = Phase::Rest;
                                d.second = !q.second;
                                d.known = true;
                            } else {
                                d.phase = Phase::Presses;
                            }
                        }
                    }
                }
            }
            if (q.phase == Phase::Releases) & !q.known {
                d.outer = FIRST_KEY.into();
                d.step = Step::Read;
                d.told = Told::Nothing;
                d.phase = Phase::Presses;
            }
        }
        if forget {
            d.known = false;
            d.repeats = false;
            d.phase = Phase::Rest;
        }

        let other = (q.step == Step::ReadOther) | (q.step == Step::Compare);
        half = q.second ^ other ^ presses;
        place = if other { q.inner } else { q.outer };
        if modifiers {
            place = 0;
        }
        address = cat(bits::<4>(REPORTS), half, place);
        if !silent {
            // A key is in the upper half, a modifier in the lower.
            address = cat(!q.key.get_bit(7), q.key.get_bits::<7>(0));
        }
        store = cat(!q.second, q.size.get_bits::<3>(0));
        works = !rests | !silent;
        BootReportState { code, strobe, .. } = q;
    }
}
