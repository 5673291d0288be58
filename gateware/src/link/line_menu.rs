//! Gives the menu to a program on the other side of the line that asks for it, a cell in a frame.
//!
//! ```text
//! frame_strobe  __/‾\______________________________________   AskMenu
//! reader.asks   __/‾\______________________________________
//! menu.due      ________/‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾\_____/‾‾‾‾‾   the next cell
//! due           ________/‾\______________________________/‾\_
//! taken         ________/‾\______________________________/‾\_
//! free          ‾‾‾‾‾‾‾‾‾‾‾\__________________/‾‾‾‾‾‾‾‾‾‾‾‾‾\_   the sender has sent the frame
//! reader.took   _____________________________/‾\____________
//! ```
//!
//! | port         | dir | width      | meaning                                                             | initial |
//! |--------------|-----|------------|---------------------------------------------------------------------|---------|
//! | clock        | in  | 1          | rising edge                                                         |         |
//! | frame        | in  | Frame      | a frame from the line, valid with `frame_strobe`                    |         |
//! | frame_strobe | in  | 1          | one clock for each frame                                            |         |
//! | menu         | in  | MenuWrite  | the cell to send, while `due`                                       |         |
//! | taken        | in  | 1          | strobe: the answer is being sent; it may come only while `due` is high |      |
//! | free         | in  | 1          | the sender has no frame                                             |         |
//! | reader       | out | MenuReader | the program: `asks`, and `took` a cell                              | 0       |
//! | answer       | out | Frame      | the cell's frame                                                    | 0       |
//! | due          | out | 1          | `answer` is to be sent                                              | 0       |
//!
//! A frame that is lost on its way is not sent again: the program asks for the whole menu once more.

use rust_hdl::prelude::*;

use super::ports::Frame;
use crate::ports::{MenuReader, MenuWrite};
use crate::text::menu_text;
use crate::{Circuit, Register, kernel};
use tengen_link::{Kind, menu};

const _: () = assert!(menu::ROWS == menu_text::ROWS && menu::COLUMNS == menu_text::COLUMNS);

const ASK_MENU: u64 = Kind::AskMenu as u64;
const MENU_CELL: u64 = Kind::MenuCell as u64;

#[derive(Circuit)]
pub struct LineMenu {
    pub clock: Signal<In, Clock>,
    pub frame: Signal<In, Frame>,
    pub frame_strobe: Signal<In, Bit>,
    pub menu: Signal<In, MenuWrite>,
    pub taken: Signal<In, Bit>,
    pub free: Signal<In, Bit>,
    pub reader: Signal<Out, MenuReader>,
    pub answer: Signal<Out, Frame>,
    pub due: Signal<Out, Bit>,

    /// The cell is being sent.
    sending: Register<Bit>,
}

#[kernel]
impl Logic for LineMenu {
    fn update(&mut self) {
        let sent = sending.q & free;
        sending.d = taken | (sending.q & !sent);
        reader.asks = frame_strobe & (frame.kind == ASK_MENU);
        reader.took = sent;
        due = menu.due & !sending.q;
        answer.kind = MENU_CELL;
        answer.sequence = bit_cast::<8, 5>(menu.address.get_bits::<5>(4));
        answer.tag = 0;
        answer.number = bit_cast::<8, 4>(menu.address.get_bits::<4>(0));
        answer.check = 0;
        answer.argument = menu.cell;
    }
}
