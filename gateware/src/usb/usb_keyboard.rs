//! A USB keyboard, plugged straight into the chip, that reads like a PS/2 keyboard: finds it, asks it, sends scan codes.
//!
//! ```text
//! status    Absent =========X Starting =========================X Ready ====================
//! line      ___/ plugged in   128 ms   reset 64 ms   requests     IN each 8 ms
//! strobe    ____________________________________________________/‾\_____________/‾\/‾\______
//! code                                                          AA              E0 75
//! ```
//!
//! | port      | dir | width    | meaning                                                                     | initial |
//! |-----------|-----|----------|-----------------------------------------------------------------------------|---------|
//! | clock     | in  | 1        | rising edge; 25 MHz by default                                              | –       |
//! | plus      | in  | 1        | D+, asynchronous; 15 kOhm to ground                                         | –       |
//! | minus     | in  | 1        | D-, the same                                                                | –       |
//! | leds      | in  | 3        | the lights: 0 Num Lock, 1 Caps Lock, 2 Scroll Lock                          | –       |
//! | plus_out  | out | 1        | D+ while `drive`                                                            | 0       |
//! | minus_out | out | 1        | D- while `drive`                                                            | 0       |
//! | drive     | out | 1        | the host drives both lines                                                  | 0       |
//! | status    | out | UsbState | whether there is a keyboard                                                 | Absent  |
//! | code      | out | 8        | a byte of scan code set 2, held until the next                              | 0       |
//! | strobe    | out | 1        | one clock for each byte                                                     | 0       |
//!
//! | phase    | what happens in it, in frames of a millisecond                                                       |
//! |----------|------------------------------------------------------------------------------------------------------|
//! | Absent   | waits until a device has been there for 128                                                          |
//! | Reset    | 64 of SE0                                                                                            |
//! | Recover  | 64 in which the device gets ready; also after SET_ADDRESS                                            |
//! | Setup, Data, Status | the stages of a request (`requests.rs`), one transaction a frame                          |
//! | Poll     | asks for a report in every eighth                                                                    |
//! | Refused  | until it is pulled out: a full-speed device, or none with a keyboard                                 |
//!
//! A transaction that fails is repeated; after eight failures in a row, or 256 frames without an answer, all begins with
//! a reset. That begins with the next frame, when the device drives the line no more. A device that is pulled out leaves
//! both lines low for two frames.
//!
//! Sources: USB 2.0, chapters 7 to 9; HID 1.11, chapter 7. `leds` may change at any time; the keyboard is told then.

use std::ops::RangeInclusive;

use crate::{Circuit, LogicState, LogicStruct, Register, kernel};
use rust_hdl::prelude::*;
use tengen_hdl::library::memory::DualPortRam;

use super::boot_report::BootReport;
use super::requests::{
    self, ADDRESSED, CONFIGURATION_GIVEN, DESCRIBED, DIRECTION, INTERFACE_GIVEN, LIGHTS, OPTIONAL, REPORTS,
};
use super::usb_line::{RATE, UsbLine};
use super::usb_transaction::{Kind, Outcome, UsbTransaction};
use crate::director::SECOND;

/// Whether there is a keyboard.
#[derive(LogicState, Copy, Clone, Debug, PartialEq)]
pub enum UsbState {
    Absent,
    /// A device is there, and being asked what it is.
    Starting,
    Ready,
    /// It is no low-speed keyboard.
    Refused,
}

#[derive(LogicState, Copy, Clone, Debug, PartialEq)]
enum Phase {
    Absent,
    Reset,
    Recover,
    Setup,
    Data,
    Status,
    Poll,
    Refused,
}

#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
pub struct UsbKeyboardState {
    phase: Phase,
    /// Bits of this frame.
    bits: Bits<11>,
    frame: Bit,
    /// Frames that have passed in this phase.
    age: Bits<9>,
    /// Nothing was there a frame ago.
    gone: Bit,
    /// A transaction is to start in this frame.
    due: Bit,
    /// Failures in a row.
    failures: Bits<3>,
    /// The request, and whether its data come from the device.
    request: Bits<3>,
    inward: Bit,
    /// DATA1 is next in this request, and at the endpoint of the reports.
    toggle: Bit,
    poll_toggle: Bit,
    address: Bit,
    /// Bytes that are left of a descriptor, the place in it, and its type.
    left: Bits<8>,
    place: Bits<4>,
    kind: Bits<8>,
    /// Of the configuration and of an interface that may be a keyboard.
    configuration: Bits<8>,
    interface: Bits<8>,
    /// So far the interface is one.
    fits: Bit,
    /// Its endpoint; 0: not found.
    endpoint: Bits<4>,
    /// The lights as the keyboard knows them.
    lit: Bits<3>,
    hello: Bit,
    forget: Bit,
    status: UsbState,
}

#[derive(Circuit)]
pub struct UsbKeyboard {
    pub clock: Signal<In, Clock>,
    pub plus: Signal<In, Bit>,
    pub minus: Signal<In, Bit>,
    pub leds: Signal<In, Bits<3>>,
    pub plus_out: Signal<Out, Bit>,
    pub minus_out: Signal<Out, Bit>,
    pub drive: Signal<Out, Bit>,
    pub status: Signal<Out, UsbState>,
    pub code: Signal<Out, Bits<8>>,
    pub strobe: Signal<Out, Bit>,

    #[given]
    transaction: UsbTransaction,
    #[given]
    report: BootReport,
    #[init(DualPortRam::new(requests::words()))]
    memory: DualPortRam<Bits<10>, { requests::WIDTH }>,
    state: Register<UsbKeyboardState>,
    /// Bits in a frame, less one; then frames, each a power of two: before a reset, of it and after it, and between two
    /// polls.
    #[given]
    frame_bits: Constant<Bits<11>>,
    #[given]
    attached: Constant<Bits<9>>,
    #[given]
    pause: Constant<Bits<9>>,
    #[given]
    poll: Constant<Bits<9>>,
    /// A transaction starts.
    starts: Signal<Local, Bit>,
    /// The request is over.
    answered: Signal<Local, Bit>,
    /// The device is to be reset.
    restart: Signal<Local, Bit>,
}

/// Descriptors, and what is read of them (USB 2.0, 9.6).
const CONFIGURATION: u64 = 2;
const INTERFACE: u64 = 4;
const ENDPOINT: u64 = 5;
/// bDescriptorType, and bConfigurationValue.
const TYPE: u64 = 1;
const VALUE: u64 = 5;
/// bInterfaceNumber, class, subclass and protocol; bEndpointAddress.
const NUMBER: u64 = 2;
const CLASS: u64 = 5;
const SUBCLASS: u64 = 6;
const PROTOCOL: u64 = 7;
const HID: u64 = 3;
const BOOT: u64 = 1;
const KEYBOARD: u64 = 1;

/// Frames of a millisecond until a device counts as there, of a reset and after it, and between two polls. A device settles
/// for at least 100 ms, and a reset lasts at least 50 ms (USB 2.0, 7.1.7.3 and 7.1.7.5).
const FRAMES: [u32; 3] = [128, 64, 8];
/// Bits in the shortest frame of a simulation: all packets of a transaction fit.
const SHORTEST: u32 = 256;
/// The bytes of a full packet.
const MOST: u64 = 8;
/// Failures in a row before a reset, less one.
const PATIENCE: u64 = 7;
/// The bit of `age` that is set after 256 frames without an answer.
const LONGEST: usize = 8;

impl UsbKeyboard {
    /// The supported clock frequencies, in Hz: those of [`UsbLine`].
    pub const CLOCKS: RangeInclusive<u32> = UsbLine::CLOCKS;

    /// Creates the circuit for a clock of `hertz`.
    ///
    /// # Panics
    /// If `hertz` is not in [`UsbKeyboard::CLOCKS`].
    pub fn at(hertz: u32) -> Self {
        UsbKeyboard::timed(hertz, RATE / 1000, FRAMES, BootReport::default())
    }

    /// Creates the circuit for a clock of 25 MHz and a simulation in which `second` clocks count as a second. Frames are
    /// shorter, down to 256 bits, and with them everything that is counted in frames.
    pub fn hastened(second: u32) -> Self {
        let frame = (u64::from(RATE / 1000) * u64::from(second) / u64::from(SECOND)) as u32;
        UsbKeyboard::timed(SECOND, frame.max(SHORTEST), FRAMES, BootReport::default())
    }

    /// Creates the circuit for a simulation: a clock of 12 MHz, frames of 256 bits, and few of them in each pause.
    pub fn fast() -> Self {
        UsbKeyboard::timed(8 * RATE, SHORTEST, [4, 2, 1], BootReport::repeating(20, 4))
    }

    fn timed(hertz: u32, frame: u32, frames: [u32; 3], report: BootReport) -> Self {
        let [attached, pause, poll] = frames.map(|count| Constant::new(u64::from(count).into()));
        let frame = Constant::new(u64::from(frame - 1).into());
        UsbKeyboard::given(UsbTransaction::at(hertz), report, frame, attached, pause, poll)
    }
}

impl Default for UsbKeyboard {
    fn default() -> Self {
        UsbKeyboard::at(SECOND)
    }
}

#[kernel]
impl Logic for UsbKeyboard {
    fn update(&mut self) {
        let polls = q.phase == Phase::Poll;
        let setup = q.phase == Phase::Setup;
        let data = q.phase == Phase::Data;
        let ends = q.phase == Phase::Status;
        let asks = setup | data | ends | polls;
        let awake = asks | (q.phase == Phase::Recover);

        // A byte of the request, or what takes its place.
        let given = memory.read_data.get_bits::<2>(8);
        let literal = memory.read_data.get_bits::<8>(0);
        memory = DualPortRam {
            write_enable: transaction.got & polls,
            write_address: cat(bits::<4>(REPORTS), report.store),
            write_data: bit_cast::<10, 8>(transaction.received),
            read_address: if report.works {
                report.address
            } else {
                cat(bits::<2>(0), q.request, transaction.index.get_bits::<3>(0))
            },
        };
        starts = q.due & transaction.idle & !q.frame & !report.works;
        transaction = UsbTransaction {
            plus,
            minus,
            frame: q.frame & awake,
            reset: (q.phase == Phase::Reset) & (q.age != 0),
            start: starts,
            kind: Kind::In,
            address: q.address,
            endpoint: if polls { q.endpoint } else { 0 },
            toggle: if polls { q.poll_toggle } else { q.toggle },
            size: 0,
            next_byte: literal,
        };
        if setup {
            transaction.kind = Kind::Setup;
            transaction.size = MOST.into();
            if given == CONFIGURATION_GIVEN {
                transaction.next_byte = q.configuration;
            } else if given == INTERFACE_GIVEN {
                transaction.next_byte = q.interface;
            }
        } else if data & !q.inward {
            transaction.kind = Kind::Out;
            transaction.size = 1;
            transaction.next_byte = bit_cast::<8, 3>(q.lit);
        } else if ends & q.inward {
            transaction.kind = Kind::Out;
        }

        let nothing = transaction.levels == 0;
        let full_speed = transaction.levels == 1;
        d.hello = false;
        d.forget = false;
        d.frame = false;
        if transaction.tick {
            d.bits = q.bits + 1;
            if q.bits == frame_bits {
                d.bits = 0;
                d.frame = true;
            }
        }
        if starts {
            d.due = false;
        }

        // What is read of the device's answers.
        let takes = transaction.got & data & q.inward;
        let is_endpoint = (q.kind == ENDPOINT) & (q.place == NUMBER);
        if takes {
            d.left = q.left - 1;
            if !q.place.get_bit(3) {
                d.place = q.place + 1;
            }
            if q.left == 0 {
                d.left = transaction.received - 1;
                d.place = TYPE.into();
            }
            if (q.left != 0) & (q.place == TYPE) {
                d.kind = transaction.received;
            }
            if (q.left != 0) & (q.request == DESCRIBED) {
                if (q.kind == CONFIGURATION) & (q.place == VALUE) {
                    d.configuration = transaction.received;
                } else if (q.kind == INTERFACE) & (q.endpoint == 0) {
                    if q.place == NUMBER {
                        d.interface = transaction.received;
                        d.fits = true;
                    } else if q.place == CLASS {
                        d.fits = q.fits & (transaction.received == HID);
                    } else if q.place == SUBCLASS {
                        d.fits = q.fits & (transaction.received == BOOT);
                    } else if q.place == PROTOCOL {
                        d.fits = q.fits & (transaction.received == KEYBOARD);
                    }
                } else if is_endpoint & q.fits & (q.endpoint == 0) & transaction.received.get_bit(7) {
                    d.endpoint = transaction.received.get_bits::<4>(0);
                }
            }
        }

        answered = false;
        restart = false;
        let optional = q.request >= OPTIONAL;
        let lights = q.request == LIGHTS;
        if q.frame {
            d.age = q.age + 1;
        }
        match q.phase {
            Phase::Absent => {
                d.status = UsbState::Absent;
                if q.frame {
                    if nothing {
                        d.age = 0;
                    } else if (q.age & attached) != 0 {
                        d.age = 0;
                        d.phase = if full_speed { Phase::Refused } else { Phase::Reset };
                    }
                }
            }
            Phase::Refused => {
                d.status = UsbState::Refused;
            }
            Phase::Reset => {
                d.status = UsbState::Starting;
                d.request = 0;
                d.address = false;
                d.failures = 0;
                d.forget = true;
                if q.frame & ((q.age & pause) != 0) {
                    d.age = 0;
                    d.phase = Phase::Recover;
                }
            }
            Phase::Recover => {
                if q.frame & ((q.age & pause) != 0) {
                    d.age = 0;
                    d.phase = Phase::Setup;
                }
            }
            Phase::Setup => {
                d.toggle = false;
                d.left = 0;
                d.kind = 0;
                // What was read of a packet that came wrong is forgotten.
                d.fits = false;
                if q.request == DESCRIBED {
                    d.endpoint = 0;
                }
                if transaction.index == DIRECTION {
                    d.inward = literal.get_bit(7);
                }
                if lights {
                    d.lit = leds;
                }
                if transaction.done & (transaction.outcome == Outcome::Acknowledged) {
                    d.age = 0;
                    d.toggle = true;
                    d.phase = if q.inward | lights { Phase::Data } else { Phase::Status };
                }
            }
            Phase::Data => {
                if transaction.done & (transaction.outcome == Outcome::Acknowledged) {
                    if !q.inward {
                        d.phase = Phase::Status;
                        d.age = 0;
                    } else if transaction.as_toggled {
                        d.toggle = !q.toggle;
                        d.age = 0;
                        if transaction.length != MOST {
                            d.toggle = true;
                            d.phase = Phase::Status;
                        }
                    }
                }
            }
            Phase::Status => {
                d.toggle = true;
                answered = transaction.done & (transaction.outcome == Outcome::Acknowledged);
            }
            Phase::Poll => {
                d.status = UsbState::Ready;
                if transaction.done & (transaction.outcome == Outcome::Acknowledged) & transaction.as_toggled {
                    d.poll_toggle = !q.poll_toggle;
                }
            }
        }

        if transaction.done {
            d.due = false;
            if (transaction.outcome == Outcome::Acknowledged) | (transaction.outcome == Outcome::Busy) {
                d.failures = 0;
            } else {
                d.failures = q.failures + 1;
                if q.failures == PATIENCE {
                    restart = true;
                }
            }
            if transaction.outcome == Outcome::Stalled {
                if optional & !polls {
                    answered = true;
                } else {
                    restart = true;
                }
            } else if (transaction.outcome == Outcome::Failed) & data {
                // What has come may be wrong, so the request begins anew.
                d.phase = Phase::Setup;
            }
        }
        if answered {
            d.age = 0;
            d.failures = 0;
            d.request = q.request + 1;
            d.phase = Phase::Setup;
            if q.request == ADDRESSED {
                d.address = true;
                d.phase = Phase::Recover;
            } else if (q.request == DESCRIBED) & (q.endpoint == 0) {
                d.phase = Phase::Refused;
            } else if lights {
                d.request = LIGHTS.into();
                d.phase = Phase::Poll;
                if q.status != UsbState::Ready {
                    d.hello = true;
                    d.poll_toggle = false;
                }
            }
        }

        // One transaction a frame; in the last phase, one poll in some.
        if q.frame & asks & !transaction.done {
            d.due = true;
            if polls {
                d.due = (q.age & poll) != 0;
                if (q.age & poll) != 0 {
                    d.age = 1;
                }
                if leds != q.lit {
                    d.due = false;
                    d.age = 0;
                    d.phase = Phase::Setup;
                }
            } else if q.age.get_bit(LONGEST) {
                restart = true;
            }
        }
        if restart {
            d.age = 0;
            d.due = false;
            d.phase = Phase::Reset;
        }
        if q.frame {
            d.gone = nothing;
            if nothing & q.gone & (awake | (q.phase == Phase::Refused)) {
                d.age = 0;
                d.due = false;
                d.forget = true;
                d.phase = Phase::Absent;
            }
        }
        if q.phase == Phase::Reset {
            d.gone = false;
        }

        report = BootReport {
            quiet: transaction.idle & !transaction.done,
            got: transaction.got & polls,
            // 1 to 3: without a carry chain, which a comparison would take.
            wrong: (transaction.received != 0) & !transaction.received.get_bits::<6>(2).any(),
            commit: transaction.done & polls & (transaction.outcome == Outcome::Acknowledged) & transaction.as_toggled,
            hello: q.hello,
            forget: q.forget,
            poll: starts & polls,
            word: memory.read_data.get_bits::<9>(0),
        };

        plus_out = transaction.plus_out;
        minus_out = transaction.minus_out;
        drive = transaction.drive;
        status = q.status;
        code = report.code;
        strobe = report.strobe;
    }
}

#[cfg(test)]
mod tests;
