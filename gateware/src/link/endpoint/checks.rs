//! What holds of [`Endpoint`](super::Endpoint) in every clock, whatever the line and the other machine do.
//!
//! | port                  | dir | width     | meaning                                                                  | initial |
//! |-----------------------|-----|-----------|--------------------------------------------------------------------------|---------|
//! | clock                 | in  | 1         | rising edge                                                              | –       |
//! | ready, offer          | in  | 1         | as the circuit's inputs                                                  | –       |
//! | offer_kind            | in  | 8         | as the circuit's input                                                   | –       |
//! | start, begun          | in  | 1         | as the circuit's outputs                                                 | –       |
//! | delivered             | in  | 1         | as the circuit's output                                                  | –       |
//! | verdict_strobe        | in  | 1         | as the circuit's output                                                  | –       |
//! | phase                 | in  | LinkPhase | as the circuit's output                                                  | –       |
//! | lost, pending         | in  | 1         | as the circuit's outputs                                                 | –       |
//! | taken, sent           | in  | 8         | numbers of the last message that was taken, and of the last that was sent | –      |
//! | delivering, judged    | in  | 1         | a message is with the game; the last one that was taken has its verdict  | –       |
//! | due, waits, interval   | in  | 1, 7, 7   | a message is to be sent, or waits so many ticks for its repetition       | –       |
//! | beat                  | in  | 6         | ticks until the next Hello or Status                                     | –       |
//! | answers               | in  | 1         | an answer is due                                                         | –       |
//! | message               | in  | 8         | the kind of the message that waits                                       | –       |
//! | kind, number          | in  | 8         | of the frame that is sent                                                | –       |
//! | given_offer           | out | 1         | a message is given while joined, and none waits                          | 1       |
//! | given_kind            | out | 1         | it is a message                                                          | 1       |
//! | always_once           | out | 1         | what is delivered has a new number; what came before it has its answer   | 1       |
//! | always_ahead          | out | 1         | the numbers that are taken never go back in a session                    | 1       |
//! | always_answered       | out | 1         | a message waits until its verdict comes or the session ends              | 1       |
//! | always_counted        | out | 1         | each message that is sent has the next number                            | 1       |
//! | always_repeated       | out | 1         | a message that waits is due, or will be within 64 ticks                  | 1       |
//! | always_beats          | out | 1         | the next Hello or Status is due within 32 ticks; lost is told in a session | 1       |
//! | always_message        | out | 1         | what waits is a message                                                  | 1       |
//! | always_judged         | out | 1         | an answer is due in a session, and sent of the last message that was taken | 1       |
//! | always_ready          | out | 1         | a frame is sent only while the line takes one                            | 1       |
//! | once_sought           | out | 1         | another machine is looked for                                            | 0       |
//! | once_sent             | out | 1         | a frame is sent                                                          | 0       |

use rust_hdl::prelude::*;

use super::{ANSWER, BEAT, FIRST, FIRST_MESSAGE, LONGEST, NEW_GAME};
use crate::link::ports::LinkPhase;
use crate::{Circuit, LogicStruct, Register, kernel};
use tengen_hdl::proof::Checks;

#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
pub struct EndpointPast {
    ready: Bit,
    offer: Bit,
    start: Bit,
    phase: LinkPhase,
    pending: Bit,
    delivering: Bit,
    taken: Bits<8>,
    sent: Bits<8>,
    judged: Bit,
}

#[derive(Circuit)]
pub struct EndpointChecks {
    pub clock: Signal<In, Clock>,
    pub ready: Signal<In, Bit>,
    pub offer: Signal<In, Bit>,
    pub offer_kind: Signal<In, Bits<8>>,
    pub start: Signal<In, Bit>,
    pub begun: Signal<In, Bit>,
    pub delivered: Signal<In, Bit>,
    pub verdict_strobe: Signal<In, Bit>,
    pub phase: Signal<In, LinkPhase>,
    pub lost: Signal<In, Bit>,
    pub pending: Signal<In, Bit>,
    pub taken: Signal<In, Bits<8>>,
    pub sent: Signal<In, Bits<8>>,
    pub delivering: Signal<In, Bit>,
    pub judged: Signal<In, Bit>,
    pub due: Signal<In, Bit>,
    pub waits: Signal<In, Bits<7>>,
    pub interval: Signal<In, Bits<7>>,
    pub beat: Signal<In, Bits<6>>,
    pub answers: Signal<In, Bit>,
    pub message: Signal<In, Bits<8>>,
    pub kind: Signal<In, Bits<8>>,
    pub number: Signal<In, Bits<8>>,
    pub given_offer: Signal<Out, Bit>,
    pub given_kind: Signal<Out, Bit>,
    pub always_once: Signal<Out, Bit>,
    pub always_ahead: Signal<Out, Bit>,
    pub always_answered: Signal<Out, Bit>,
    pub always_counted: Signal<Out, Bit>,
    pub always_repeated: Signal<Out, Bit>,
    pub always_beats: Signal<Out, Bit>,
    pub always_message: Signal<Out, Bit>,
    pub always_judged: Signal<Out, Bit>,
    pub always_ready: Signal<Out, Bit>,
    pub once_sought: Signal<Out, Bit>,
    pub once_sent: Signal<Out, Bit>,

    state: Register<EndpointPast>,
    /// How many numbers further the last message is that was taken.
    further: Signal<Local, Bits<8>>,
    /// `interval` is FIRST, doubled some times, up to LONGEST.
    doubled: Signal<Local, Bit>,
}

#[kernel]
impl Logic for EndpointChecks {
    fn update(&mut self) {
        d = EndpointPast { ready, offer, start, phase, pending, delivering, taken, sent, judged };

        let joined = phase == LinkPhase::Joined;
        further = taken - q.taken;
        doubled = (interval >= FIRST) & (interval <= LONGEST) & (interval & (interval - 1) == 0);
        given_offer = !offer | (joined & !pending);
        given_kind = !offer | ((offer_kind >= FIRST_MESSAGE) & (offer_kind <= NEW_GAME));
        always_once = !delivered | ((further != 0) & !q.delivering);
        always_ahead = (begun | !further.get_bit(7)) & (joined | !delivered);
        always_answered = if verdict_strobe {
            q.pending & !pending & joined
        } else {
            pending | !q.pending | (phase != q.phase) | begun
        };
        let next_sent = if q.offer & (phase == q.phase) { q.sent + 1 } else { q.sent };
        always_counted = (sent == next_sent) | (begun & (sent == 0));
        always_repeated = !pending | (doubled & (due | ((waits != 0) & (waits <= LONGEST))));
        always_beats = (joined | !lost) & ((phase == LinkPhase::Off) | ((beat != 0) & (beat <= BEAT)));
        always_message = !pending | ((message >= FIRST_MESSAGE) & (message <= NEW_GAME));
        always_judged = (joined | !delivering)
            & ((joined & judged) | !answers)
            & (!(start & (kind == ANSWER)) | ((number == q.taken) & q.judged));
        always_ready = !start | (q.ready & !q.start);
        once_sought = phase == LinkPhase::Seeking;
        once_sent = start;
    }
}

impl Checks for EndpointChecks {
    const SEEN: &'static [(&'static str, &'static str)] = &[
        ("taken", "messages.q_taken"),
        ("sent", "messages.q_sent"),
        ("delivering", "messages.q_delivering"),
        ("judged", "messages.q_judged"),
        ("due", "messages.q_due"),
        ("waits", "messages.q_wait"),
        ("interval", "messages.q_interval"),
        ("beat", "state.q_beat"),
        ("answers", "due.q_answer"),
        ("message", "messages.q_kind"),
        ("kind", "composed.q_kind"),
        ("number", "composed.q_sequence"),
    ];
    const DEPTH: usize = 10;

    fn at(_: u32) -> Self {
        Self::default()
    }
}
