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
//! | port     | dir | width | meaning                                                                          | initial |
//! |----------|-----|-------|----------------------------------------------------------------------------------|---------|
//! | clock    | in  | 1     | rising edge                                                                      | –       |
//! | fresh    | in  | 1     | one clock: a report may come                                                     | –       |
//! | received | in  | 8     | a byte of it, valid with `got`                                                   | –       |
//! | got      | in  | 1     | one clock for each of eight bytes                                                | –       |
//! | commit   | in  | 1     | one clock: they are right                                                        | –       |
//! | hello    | in  | 1     | one clock while nothing is to be told: the keyboard is in use                    | –       |
//! | forget   | in  | 1     | one clock: it is not; all keys count as up                                       | –       |
//! | frame    | in  | 1     | one clock each millisecond                                                       | –       |
//! | entry    | in  | 9     | the ROM's word for `usage` a clock ago: 8 E0 goes before it, 7 to 0 the code     | –       |
//! | looks    | out | 1     | `usage` must be looked up                                                        | 0       |
//! | usage    | out | 7     | the key                                                                          | 0       |
//! | code     | out | 8     | a byte as from a PS/2 keyboard, valid with `strobe`                              | 0       |
//! | strobe   | out | 1     | one clock for each byte                                                          | 0       |
//!
//! Each key of the last report that is not in the new one is released, then each of the new one that was not in the last
//! is pressed. Both are the same 36 comparisons of two shift registers, one clock each, with the registers exchanged.
//! A report of too many keys (usage 1 in each place) changes nothing. The key pressed last repeats, as a PS/2 keyboard's
//! does after power-on: after 500 ms, then 10.9 times a second. `hello` sends AA, as a keyboard does that is plugged in.
//!
//! Source: HID 1.11, appendix B.1 and C.

use crate::{Circuit, LogicState, LogicStruct, Register, kernel};
use rust_hdl::prelude::*;

use super::requests::MODIFIER_USAGES;

/// What is being compared.
#[derive(LogicState, Copy, Clone, Debug, PartialEq)]
enum Phase {
    Rest,
    Modifiers,
    Releases,
    Presses,
}

/// What is being told.
#[derive(LogicState, Copy, Clone, Debug, PartialEq)]
enum Told {
    Nothing,
    /// The ROM is being read.
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
    told: Told,
    /// The last report: the modifiers in bits 7 to 0, then six keys.
    last: Bits<56>,
    /// The one that comes.
    next: Bits<56>,
    /// Bytes of it so far.
    place: Bits<4>,
    /// Modifiers, or keys of `last`, that are done.
    outer: Bits<3>,
    /// Keys of `next` that the first of `last` was compared with.
    inner: Bits<3>,
    found: Bit,
    usage: Bits<7>,
    breaking: Bit,
    /// The key that repeats.
    newest: Bits<7>,
    repeats: Bit,
    /// Milliseconds until it does.
    wait: Bits<9>,
    code: Bits<8>,
    strobe: Bit,
}

#[derive(Circuit)]
pub struct BootReport {
    pub clock: Signal<In, Clock>,
    pub fresh: Signal<In, Bit>,
    pub received: Signal<In, Bits<8>>,
    pub got: Signal<In, Bit>,
    pub commit: Signal<In, Bit>,
    pub hello: Signal<In, Bit>,
    pub forget: Signal<In, Bit>,
    pub frame: Signal<In, Bit>,
    pub entry: Signal<In, Bits<9>>,
    pub looks: Signal<Out, Bit>,
    pub usage: Signal<Out, Bits<7>>,
    pub code: Signal<Out, Bits<8>>,
    pub strobe: Signal<Out, Bit>,

    state: Register<BootReportState>,
    /// Milliseconds until a key repeats, and between two repeats.
    #[given]
    delay: Constant<Bits<9>>,
    #[given]
    period: Constant<Bits<9>>,
}

/// A report has so many bytes, of which the second has no meaning, and so many keys.
const BYTES: u64 = 8;
const RESERVED: u64 = 1;
const KEYS: u64 = 6;
const MODIFIERS: u64 = 8;
/// The first usage that is a key, and the first that this circuit does not know.
const FIRST: u64 = 0x04;
const UNKNOWN: u64 = 0x68;
const EXTENDED: u64 = 0xE0;
const BREAK: u64 = 0xF0;
const WELL: u64 = 0xAA;
/// The typematic default of a PS/2 keyboard: 500 ms, then 10.9 times a second.
const DELAY_MS: u32 = 500;
const PERIOD_MS: u32 = 92;

impl BootReport {
    /// Creates the circuit with other times, in frames, from 1 to 511.
    pub fn repeating(delay: u32, period: u32) -> Self {
        let frames = |count: u32| Constant::new(u64::from(count).into());
        BootReport::given(frames(delay), frames(period))
    }
}

impl Default for BootReport {
    fn default() -> Self {
        BootReport::repeating(DELAY_MS, PERIOD_MS)
    }
}

#[kernel]
impl Logic for BootReport {
    fn update(&mut self) {
        let quiet = q.told == Told::Nothing;
        let head = q.last.get_bits::<8>(8);
        let other = q.next.get_bits::<8>(8);
        let found = q.found | (head == other);
        let is_key = (head >= FIRST) & (head < UNKNOWN);

        d.strobe = false;
        match q.told {
            Told::Nothing => {
                d.code = WELL.into();
                d.strobe = hello;
            }
            Told::Looks => {
                d.told = Told::First;
            }
            Told::First => {
                d.strobe = entry != 0;
                d.told = Told::Nothing;
                if entry.get_bit(8) {
                    d.code = EXTENDED.into();
                    d.told = Told::AfterPrefix;
                } else if q.breaking & (entry != 0) {
                    d.code = BREAK.into();
                    d.told = Told::AfterBreak;
                } else {
                    d.code = entry.get_bits::<8>(0);
                }
            }
            Told::AfterPrefix => {
                d.strobe = true;
                d.code = if q.breaking { BREAK.into() } else { entry.get_bits::<8>(0) };
                d.told = if q.breaking { Told::AfterBreak } else { Told::Nothing };
            }
            Told::AfterBreak => {
                d.strobe = true;
                d.code = entry.get_bits::<8>(0);
                d.told = Told::Nothing;
            }
        }

        if fresh {
            d.place = 0;
        }
        if got {
            d.place = q.place + 1;
            if q.place != RESERVED {
                d.next = cat(received, q.next.get_bits::<48>(8));
            }
        }

        if frame & q.repeats & (q.wait != 0) {
            d.wait = q.wait - 1;
        }
        match q.phase {
            Phase::Rest => {
                d.outer = 0;
                d.inner = 0;
                d.found = false;
                if commit & (q.place == BYTES) {
                    // Usages 1 to 3 in the first place are errors.
                    if (other == 0) | (other >= FIRST) {
                        d.phase = Phase::Modifiers;
                    }
                } else if quiet & q.repeats & (q.wait == 0) {
                    d.wait = period;
                    d.usage = q.newest;
                    d.breaking = false;
                    d.told = Told::Looks;
                }
            }
            Phase::Modifiers => {
                if quiet {
                    d.last = cat(q.last.get_bits::<48>(8), q.last.get_bit(0), q.last.get_bits::<7>(1));
                    d.next = cat(q.next.get_bits::<48>(8), q.next.get_bit(0), q.next.get_bits::<7>(1));
                    d.outer = q.outer + 1;
                    if q.last.get_bit(0) != q.next.get_bit(0) {
                        d.usage = bit_cast::<7, 3>(q.outer) | MODIFIER_USAGES;
                        d.breaking = q.last.get_bit(0);
                        d.told = Told::Looks;
                    }
                    if q.outer == MODIFIERS - 1 {
                        d.phase = Phase::Releases;
                    }
                }
            }
            _ => {
                if quiet & (q.outer == KEYS) {
                    d.outer = 0;
                    d.last = q.next;
                    d.next = q.last;
                    d.phase = Phase::Presses;
                    if q.phase == Phase::Presses {
                        d.last = q.last;
                        d.phase = Phase::Rest;
                    }
                } else if quiet {
                    d.next = cat(q.next.get_bits::<8>(8), q.next.get_bits::<40>(16), q.next.get_bits::<8>(0));
                    d.inner = q.inner + 1;
                    d.found = found;
                    if q.inner == KEYS - 1 {
                        d.last = cat(q.last.get_bits::<8>(8), q.last.get_bits::<40>(16), q.last.get_bits::<8>(0));
                        d.outer = q.outer + 1;
                        d.inner = 0;
                        d.found = false;
                        if !found & is_key {
                            d.usage = head.get_bits::<7>(0);
                            d.breaking = q.phase == Phase::Releases;
                            d.told = Told::Looks;
                            if q.phase == Phase::Presses {
                                d.newest = head.get_bits::<7>(0);
                                d.repeats = true;
                                d.wait = delay;
                            } else if q.newest == head.get_bits::<7>(0) {
                                d.repeats = false;
                            }
                        }
                    }
                }
            }
        }
        if forget {
            d.last = 0;
            d.repeats = false;
            d.phase = Phase::Rest;
        }

        looks = q.told != Told::Nothing;
        BootReportState { usage, code, strobe, .. } = q;
    }
}
