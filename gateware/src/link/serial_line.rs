//! A serial line whose other side may be the console's keyboard, another console, or both: bytes and frames, and the key
//! events in them.
//!
//! ```text
//! rx -> UartReceiver -- data, strobe, error --> FrameReceiver -- frame --> LineKeys -- key, strobe -->
//! tx <- UartTransmitter <------- bytes -------- FrameSender <-- answer ------'
//!                                                       '<----- outgoing, start
//! ```
//!
//! | port         | dir | width | meaning                                                              | initial |
//! |--------------|-----|-------|----------------------------------------------------------------------|---------|
//! | clock        | in  | 1     | rising edge; 25 MHz by default                                       |         |
//! | rx           | in  | 1     | the line from the other side, asynchronous; high at rest             |         |
//! | tx           | out | 1     | the line to the other side                                           | 1       |
//! | incoming     | out | Frame | the last frame from the line                                         | 0       |
//! | frame_strobe | out | 1     | one clock: `incoming` is new                                         | 0       |
//! | ready        | out | 1     | the line takes a frame; `start` may come a clock later               | 1       |
//! | outgoing     | in  | Frame | a frame for the line; constant from `start` until `ready`            |         |
//! | start        | in  | 1     | strobe: sends `outgoing`                                             |         |
//! | key          | out | Key   | the key of the last event                                            | None    |
//! | strobe       | out | 1     | one clock: `key` was pressed                                         | 0       |
//! | data         | out | 8     | the last byte from the line                                          | 0       |
//! | data_strobe  | out | 1     | one clock: `data` is new                                             | 0       |
//! | error        | out | 1     | one clock: a byte or a frame was dropped                             | 0       |

use rust_hdl::prelude::*;

use super::frame_receiver::FrameReceiver;
use super::frame_sender::FrameSender;
use super::line_keys::LineKeys;
use super::ports::Frame;
use crate::keyboard::key::Key;
use crate::{Circuit, Register, kernel};
use tengen_hdl::library::uart::{UartReceiver, UartTransmitter};

#[derive(Circuit)]
pub struct SerialLine {
    pub clock: Signal<In, Clock>,
    pub rx: Signal<In, Bit>,
    pub tx: Signal<Out, Bit>,
    pub incoming: Signal<Out, Frame>,
    pub frame_strobe: Signal<Out, Bit>,
    pub ready: Signal<Out, Bit>,
    pub outgoing: Signal<In, Frame>,
    pub start: Signal<In, Bit>,
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
    /// The frame on its way is `outgoing`, else the answer to a key.
    outwards: Register<Bit>,
}

#[kernel]
impl Logic for SerialLine {
    fn update(&mut self) {
        let answers = keys.due & !sender.busy & !start;
        outwards.d = if sender.busy { outwards.q } else { start };
        receiver.rx = rx;
        frames = FrameReceiver { data: receiver.data, strobe: receiver.strobe };
        keys = LineKeys { frame: frames.frame, frame_strobe: frames.frame_strobe, taken: answers };

        sender.start = answers | start;
        sender.frame = if outwards.q { outgoing } else { keys.answer };
        sender.ready = !transmitter.busy;
        transmitter = UartTransmitter { data: sender.data, strobe: sender.strobe };
        tx = transmitter.tx;

        LineKeys { key, strobe, .. } = keys;
        incoming = frames.frame;
        frame_strobe = frames.frame_strobe;
        ready = !sender.busy & !keys.due;
        data = receiver.data;
        data_strobe = receiver.strobe;
        error = receiver.error | frames.damaged;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::director::SECOND;
    use tengen_hdl::library::uart::BAUD;
    use tengen_link::{Kind, keys, wire};
    use tengen_sim::{ByName, Engine, Native, Random, SerialReceiver, SerialSender, SerialTiming};

    #[test]
    fn a_keyboards_program_presses_keys_over_a_line_with_faults() {
        let timing = SerialTiming::new(SECOND, BAUD);
        let (mut sender, mut receiver) = (SerialSender::new(timing.faster(20)), SerialReceiver::new(timing));
        let mut line = Native::new(SerialLine::default());
        let [rx, tx, strobe, error] = ["rx", "tx", "strobe", "error"].map(|name| line.port(name));
        let mut random = Random::new(36);
        let mut program = keys::Sender::new(0);
        let mut decoder = wire::Decoder::default();
        let wanted = [Key::Up, Key::Enter, Key::Undo, Key::Enter, Key::Enter];
        let (mut pressed, mut sent, mut errors, mut clocks) = (vec![], 0, 0, 0);
        while sent < wanted.len() || !program.ready() {
            if program.ready() {
                program.send(Key::ALL.iter().position(|key| *key == wanted[sent]).unwrap() as u8);
                sent += 1;
            }
            // A tick of the protocol is 195312 clocks; here it comes sooner.
            if clocks % 50_000 == 0 {
                program.tick();
            }
            if sender.idle()
                && let Some(frame) = program.transmit()
            {
                for byte in wire::encode(frame) {
                    // Of forty bytes one is damaged.
                    sender.send(if random.once_in(40) { byte ^ 4 } else { byte });
                }
            }
            line.set(rx, sender.next().into());
            line.settle();
            line.step();
            if line.get(strobe) == 1 {
                pressed.push(line.read_as::<Key>("key"));
            }
            errors += line.get(error);
            if let Some(byte) = receiver.next(line.get(tx) == 1)
                && let Some(Ok(frame)) = decoder.push(byte.expect("the line's own bytes are good"))
            {
                assert_eq!(frame.kind, Kind::KeyAnswer as u8);
                program.receive(frame);
            }
            clocks += 1;
            assert!(clocks < 20_000_000);
        }
        assert_eq!(pressed, wanted);
        assert!(errors > 0, "a frame was damaged on the way");
    }
}
