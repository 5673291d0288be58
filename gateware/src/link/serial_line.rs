//! A serial line whose other side may be the console's keyboard, another console, or both: bytes and frames, the key events
//! in them, and the menu as text.
//!
//! ```text
//! rx -> UartReceiver -- data, strobe, error --> FrameReceiver -- frame -+-> LineKeys -- key, strobe -->
//!                                                                       '-> LineMenu -- reader -->
//! tx <- UartTransmitter <------- bytes -------- FrameSender <-- answers ----'    '<---- menu
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
//! | menu         | in  | MenuWrite | the menu's cell for the line, while `due`                        |         |
//! | reader       | out | MenuReader | the program on the other side that reads the menu               | 0       |
//! | key          | out | Key   | the key of the last event                                            | None    |
//! | strobe       | out | 1     | one clock: `key` was pressed                                         | 0       |
//! | data         | out | 8     | the last byte from the line                                          | 0       |
//! | data_strobe  | out | 1     | one clock: `data` is new                                             | 0       |
//! | error        | out | 1     | one clock: a byte or a frame was dropped                             | 0       |

use rust_hdl::prelude::*;

use super::frame_receiver::FrameReceiver;
use super::frame_sender::FrameSender;
use super::line_keys::LineKeys;
use super::line_menu::LineMenu;
use super::ports::Frame;
use crate::keyboard::key::Key;
use crate::ports::{MenuReader, MenuWrite};
use crate::{Circuit, LogicState, Optional, Register, kernel};
use tengen_hdl::library::uart::{UartReceiver, UartTransmitter};

/// The frame that is sent, or was the last.
#[derive(LogicState, Copy, Clone, Debug, PartialEq)]
enum Source {
    Outgoing,
    Key,
    Menu,
}

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
    pub menu: Signal<In, MenuWrite>,
    pub reader: Signal<Out, MenuReader>,
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
    #[given]
    text: Optional<LineMenu>,
    source: Register<Source>,
}

impl SerialLine {
    /// Creates a line; with `echo` a program on the other side can read the menu.
    pub fn new(echo: bool) -> Self {
        SerialLine::given(Optional::when(echo))
    }
}

#[kernel]
impl Logic for SerialLine {
    fn update(&mut self) {
        let answers = keys.due & !sender.busy & !start;
        let shows = text.due & !keys.due & !sender.busy & !start;
        receiver.rx = rx;
        frames = FrameReceiver { data: receiver.data, strobe: receiver.strobe };
        keys = LineKeys { frame: frames.frame, frame_strobe: frames.frame_strobe, taken: answers };
        text =
            LineMenu { frame: frames.frame, frame_strobe: frames.frame_strobe, menu, taken: shows, free: !sender.busy };

        if start & !sender.busy {
            source.d = Source::Outgoing;
        }
        if answers {
            source.d = Source::Key;
        }
        if shows {
            source.d = Source::Menu;
        }
        sender.start = answers | shows | start;
        match source.q {
            Source::Outgoing => sender.frame = outgoing,
            Source::Key => sender.frame = keys.answer,
            Source::Menu => sender.frame = text.answer,
        }
        sender.ready = !transmitter.busy;
        transmitter = UartTransmitter { data: sender.data, strobe: sender.strobe };
        tx = transmitter.tx;

        LineKeys { key, strobe, .. } = keys;
        reader = text.reader;
        incoming = frames.frame;
        frame_strobe = frames.frame_strobe;
        ready = !sender.busy & !keys.due & !text.due;
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
    fn a_keyboards_program_presses_keys_and_reads_the_menu_over_a_line_with_faults() {
        let timing = SerialTiming::new(SECOND, BAUD);
        let (mut sender, mut receiver) = (SerialSender::new(timing.faster(20)), SerialReceiver::new(timing));
        let mut line = Native::new(SerialLine::new(true));
        let [rx, tx, strobe, error] = ["rx", "tx", "strobe", "error"].map(|name| line.port(name));
        let mut random = Random::new(36);
        let mut program = keys::Sender::new(0);
        let mut decoder = wire::Decoder::default();
        let wanted = [Key::Up, Key::Enter, Key::Undo, Key::Enter, Key::Enter];
        let (mut pressed, mut sent, mut errors, mut clocks) = (vec![], 0, 0, 0);
        let question = tengen_link::Frame { kind: Kind::AskMenu as u8, ..tengen_link::Frame::default() };
        let (mut cells, mut taken, mut asked) = (vec![], 0u64, false);
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
                && let Some(frame) = program.transmit().or_else(|| (!asked).then_some(question))
            {
                for byte in wire::encode(frame) {
                    // Of forty bytes one is damaged.
                    sender.send(if random.once_in(40) { byte ^ 4 } else { byte });
                }
            }
            line.set(rx, sender.next().into());
            line.settle();
            let MenuReader { asks, took } = line.read_as("reader");
            asked |= asks;
            taken += u64::from(took);
            line.step();
            // The cells of the menu count upwards.
            let cell = MenuWrite { address: taken.into(), cell: taken.into(), due: asked, ..MenuWrite::default() };
            line.drive_as("menu", cell);
            if line.get(strobe) == 1 {
                pressed.push(line.read_as::<Key>("key"));
            }
            errors += line.get(error);
            if let Some(byte) = receiver.next(line.get(tx) == 1)
                && let Some(Ok(frame)) = decoder.push(byte.expect("the line's own bytes are good"))
            {
                match Kind::of(frame.kind) {
                    Some(Kind::MenuCell) => cells.push((frame.sequence, frame.number, frame.argument)),
                    kind => {
                        assert_eq!(kind, Some(Kind::KeyAnswer));
                        program.receive(frame);
                    }
                }
            }
            clocks += 1;
            assert!(clocks < 20_000_000);
        }
        assert_eq!(pressed, wanted);
        let counted = (0..cells.len() as u8).map(|cell| (cell >> 4, cell & 15, cell));
        assert!(cells.len() > 20 && counted.eq(cells.iter().copied()), "{cells:?}");
        assert!(errors > 0, "a frame was damaged on the way");
    }
}
