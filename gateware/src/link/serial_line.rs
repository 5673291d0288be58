//! A serial line whose other side may be the console's keyboard: bytes, frames and key events.
//!
//! ```text
//! rx -> UartReceiver -- data, strobe, error --> FrameReceiver -- frame --> LineKeys -- key, strobe -->
//! tx <- UartTransmitter <------- bytes -------- FrameSender <-- answer ------'
//! ```
//!
//! | port        | dir | width | meaning                                                              | initial |
//! |-------------|-----|-------|----------------------------------------------------------------------|---------|
//! | clock       | in  | 1     | rising edge; 25 MHz by default                                       |         |
//! | rx          | in  | 1     | the line from the other side, asynchronous; high at rest             |         |
//! | tx          | out | 1     | the line to the other side                                           | 1       |
//! | key         | out | Key   | the key of the last event                                            | None    |
//! | strobe      | out | 1     | one clock: `key` was pressed                                         | 0       |
//! | data        | out | 8     | the last byte from the line                                          | 0       |
//! | data_strobe | out | 1     | one clock: `data` is new                                             | 0       |
//! | error       | out | 1     | one clock: a byte or a frame was dropped                             | 0       |

use rust_hdl::prelude::*;

use super::frame_receiver::FrameReceiver;
use super::frame_sender::FrameSender;
use super::line_keys::LineKeys;
use crate::keyboard::key::Key;
use crate::{Circuit, kernel};
use tengen_hdl::library::uart::{UartReceiver, UartTransmitter};

#[derive(Circuit)]
pub struct SerialLine {
    pub clock: Signal<In, Clock>,
    pub rx: Signal<In, Bit>,
    pub tx: Signal<Out, Bit>,
    pub key: Signal<Out, Key>,
    pub strobe: Signal<Out, Bit>,
    pub data: Signal<Out, Bits<8>>,
    pub data_strobe: Signal<Out, Bit>,
    pub error: Signal<Out, Bit>,

    receiver: UartReceiver,
    transmitter: UartTransmitter,
    frames: FrameReceiver,
    sender: FrameSender,
    keys: LineKeys,
}

#[kernel]
impl Logic for SerialLine {
    fn update(&mut self) {
        receiver.rx = rx;
        frames = FrameReceiver { data: receiver.data, strobe: receiver.strobe };
        keys = LineKeys { frame: frames.frame, frame_strobe: frames.frame_strobe, taken: sender.start };

        sender.start = keys.due & !sender.busy;
        sender.frame = keys.answer;
        sender.ready = !transmitter.busy;
        transmitter = UartTransmitter { data: sender.data, strobe: sender.strobe };
        tx = transmitter.tx;

        LineKeys { key, strobe, .. } = keys;
        data = receiver.data;
        data_strobe = receiver.strobe;
        error = receiver.error | frames.damaged;
    }
}
