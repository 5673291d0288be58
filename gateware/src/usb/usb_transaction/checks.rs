//! What holds of [`UsbTransaction`](super::UsbTransaction) in every clock, whatever the device answers.
//!
//! | port              | dir | width   | meaning                                                                    | initial |
//! |-------------------|-----|---------|----------------------------------------------------------------------------|---------|
//! | clock             | in  | 1       | rising edge                                                                | –       |
//! | frame, reset      | in  | 1       | as the circuit's inputs                                                    | –       |
//! | start             | in  | 1       | as the circuit's input                                                     | –       |
//! | kind              | in  | Kind    | as the circuit's input                                                     | –       |
//! | toggle            | in  | 1       | as the circuit's input                                                     | –       |
//! | drive, idle       | in  | 1       | as the circuit's outputs                                                   | –       |
//! | got, as_toggled   | in  | 1       | as the circuit's outputs                                                   | –       |
//! | done              | in  | 1       | as the circuit's output                                                    | –       |
//! | outcome           | in  | Outcome | as the circuit's output                                                    | –       |
//! | stage             | in  | Stage   | what goes on                                                               | –       |
//! | piece             | in  | 2       | not 0: the answer's identifier has come                                    | –       |
//! | bytes             | in  | 4       | bytes of the answer after its identifier                                   | –       |
//! | identifier        | in  | 8       | that of the answer                                                         | –       |
//! | free, ended       | in  | 1       | as the outputs of its line                                                 | –       |
//! | given_kind        | out | 1       | what is to be done is a setup, in or out                                   | 1       |
//! | given_still       | out | 1       | it and its toggle stay from start until done                               | 1       |
//! | always_at_work    | out | 1       | it is at work from an accepted start until done, and at no other time      | 1       |
//! | always_ends       | out | 1       | with a frame it ends, and fails; so it does without a packet of the device | 1       |
//! | always_listens    | out | 1       | the host does not drive the lines while the device may                     | 1       |
//! | always_eight      | out | 1       | at most eight bytes are told, and no more than have come                   | 1       |
//! | always_news       | out | 1       | bytes are told only of data that are news                                  | 1       |
//! | always_toggled    | out | 1       | news are the data of an In that have the expected toggle                   | 1       |
//! | always_afresh     | out | 1       | no byte is counted before the answer's identifier                          | 1       |
//! | always_silent     | out | 1       | it sends for a transaction, a frame or a reset, and not besides            | 1       |
//! | once_driven       | out | 1       | the token begins                                                           | 0       |
//! | once_done         | out | 1       | it is over                                                                 | 0       |

use rust_hdl::prelude::*;

use super::{DATA0, DATA1, Kind, MOST, Outcome, Stage};
use crate::usb::usb_line::RATE;
use crate::{Circuit, LogicStruct, Register, kernel};
use tengen_hdl::proof::Checks;

#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
pub struct UsbTransactionPast {
    /// A transaction goes on.
    works: Bit,
    /// A frame came meanwhile.
    cut: Bit,
    /// `reset` in each of the last three clocks.
    resets: Bits<3>,
    kind: Kind,
    toggle: Bit,
    free: Bit,
    /// The line has a reason to send.
    asked: Bit,
    /// Bytes that were told of this transaction.
    told: Bits<4>,
    /// A packet has ended in this transaction.
    heard: Bit,
}

#[derive(Circuit)]
pub struct UsbTransactionChecks {
    pub clock: Signal<In, Clock>,
    pub frame: Signal<In, Bit>,
    pub reset: Signal<In, Bit>,
    pub start: Signal<In, Bit>,
    pub kind: Signal<In, Kind>,
    pub toggle: Signal<In, Bit>,
    pub drive: Signal<In, Bit>,
    pub idle: Signal<In, Bit>,
    pub got: Signal<In, Bit>,
    pub as_toggled: Signal<In, Bit>,
    pub done: Signal<In, Bit>,
    pub outcome: Signal<In, Outcome>,
    pub stage: Signal<In, Stage>,
    pub piece: Signal<In, Bits<2>>,
    pub bytes: Signal<In, Bits<4>>,
    pub identifier: Signal<In, Bits<8>>,
    pub free: Signal<In, Bit>,
    pub ended: Signal<In, Bit>,
    pub given_kind: Signal<Out, Bit>,
    pub given_still: Signal<Out, Bit>,
    pub always_at_work: Signal<Out, Bit>,
    pub always_ends: Signal<Out, Bit>,
    pub always_listens: Signal<Out, Bit>,
    pub always_eight: Signal<Out, Bit>,
    pub always_news: Signal<Out, Bit>,
    pub always_toggled: Signal<Out, Bit>,
    pub always_afresh: Signal<Out, Bit>,
    pub always_silent: Signal<Out, Bit>,
    pub once_driven: Signal<Out, Bit>,
    pub once_done: Signal<Out, Bit>,

    state: Register<UsbTransactionPast>,
    /// Bytes that were told, this clock's among them.
    told: Signal<Local, Bits<4>>,
    /// The identifier of data that are news.
    expected: Signal<Local, Bits<8>>,
}

#[kernel]
impl Logic for UsbTransactionChecks {
    fn update(&mut self) {
        let starts = start & idle;
        let works = q.works & !done;
        told = if got { q.told + 1 } else { q.told };
        d = UsbTransactionPast {
            works: works | starts,
            cut: works & frame,
            resets: cat(q.resets.get_bits::<2>(0), reset),
            kind,
            toggle,
            free,
            asked: starts | frame | reset | works,
            told: if starts { 0 } else { told },
            heard: !starts & (q.heard | ended),
        };

        let was_reset = q.resets.any();
        let listens = (stage == Stage::Wait) | (stage == Stage::Answer);
        expected = if toggle { DATA1 } else { DATA0 };
        // The answer's identifier is known.
        let judged = ((stage == Stage::Answer) & (piece != 0)) | (stage == Stage::Turn) | (stage == Stage::Ack);
        given_kind = (kind == Kind::Setup) | (kind == Kind::In) | (kind == Kind::Out);
        given_still = !q.works | ((kind == q.kind) & (toggle == q.toggle));
        always_at_work = works == (stage != Stage::Idle);
        let failed = outcome == Outcome::Failed;
        always_ends = (!q.cut | (done & failed)) & (q.heard | failed);
        always_listens = !listens | was_reset | (free & !drive);
        always_eight = !q.works | ((told <= MOST) & (told <= bytes));
        always_news = !got | as_toggled;
        always_toggled = !(got | judged) | (as_toggled == ((kind == Kind::In) & (identifier == expected)));
        always_afresh = !works | judged | (bytes == 0);
        always_silent = free | !q.free | q.asked;
        once_driven = drive & works & !was_reset;
        once_done = done;
    }
}

impl Checks for UsbTransactionChecks {
    const SEEN: &'static [(&'static str, &'static str)] = &[
        ("stage", "state.q_stage"),
        ("piece", "state.q_piece"),
        ("bytes", "state.q_bytes"),
        ("identifier", "state.q_identifier"),
        ("free", "line.free"),
        ("ended", "line.ended"),
    ];
    /// Eight clocks in a bit.
    const HERTZ: u32 = 8 * RATE;
    const DEPTH: usize = 12;

    fn at(_: u32) -> Self {
        Self::default()
    }
}
