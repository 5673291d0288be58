//! Enums and structs, in matches, signals and registers.

use super::*;

#[derive(LogicState, Copy, Clone, Debug, PartialEq)]
pub enum Phase {
    Idle,
    Run,
    Wait,
    Stop,
    End,
}

#[derive(LogicState, Copy, Clone, Debug, PartialEq)]
pub enum Ink {
    Red,
    Green,
    Blue,
    White,
}

#[derive(LogicState, Copy, Clone, Debug, PartialEq)]
pub enum Side {
    Black,
    White,
}

torture! {
    Choices, choices,
    in { clock: Clock, a: Bits<8>, k: Bits<2>, f: Bit }
    out { number: Bits<8>, wide: Bits<8>, phase: Phase, ink: Ink, two: Bits<2>, side: Side, stopped: Bit, nested: Bits<4>, first: Bits<4>, fixed: Bits<3> }
    has {
        state: {Register<Phase>} = Phase::Wait,
        colour: {Register<Ink>},
        turn: {Register<Side>},
        variant: {Constant<Bits<2>>} = 2,
    }
}

impl Logic for Choices {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, state, colour, turn);
        match self.k.val().index() {
            0 => self.number.next = 1.into(),
            1 => {
                if self.f.val() {
                    self.number.next = self.a.val();
                } else if self.a.val() == 7 {
                    self.number.next = 77.into();
                } else {
                    self.number.next = self.a.val() + 1;
                }
            }
            0b10 => self.number.next = 0xF0.into(),
            _ => self.number.next = !self.a.val(),
        }
        self.wide.next = 0.into();
        match (self.a.val() + 1).index() {
            0x10 => self.wide.next = 1.into(),
            255 => self.wide.next = 2.into(),
            0 => self.wide.next = 3.into(),
            _ => {}
        }
        match self.state.q.val() {
            Phase::Idle => self.state.d.next = Phase::Run,
            Phase::Run => {
                if self.f.val() {
                    self.state.d.next = Phase::Wait;
                }
            }
            Phase::Wait => self.state.d.next = Phase::Stop,
            Phase::Stop => match self.f.val() {
                true => self.state.d.next = Phase::End,
                false => self.state.d.next = Phase::Idle,
            },
            Phase::End => self.state.d.next = Phase::Idle,
        }
        match self.colour.q.val() {
            Ink::Red => self.colour.d.next = Ink::Green,
            Ink::Green => self.colour.d.next = Ink::Blue,
            Ink::Blue => self.colour.d.next = Ink::White,
            Ink::White => self.colour.d.next = Ink::Red,
        }
        match self.turn.q.val() {
            Side::Black => self.turn.d.next = Side::White,
            Side::White => self.turn.d.next = Side::Black,
        }
        self.two.next = 0.into();
        match self.state.q.val() {
            Phase::Run => self.two.next = 1.into(),
            _ => self.two.next = 2.into(),
        }
        self.phase.next = self.state.q.val();
        self.ink.next = self.colour.q.val();
        self.side.next = self.turn.q.val();
        self.stopped.next = (self.state.q.val() == Phase::Stop) | (self.colour.q.val() != Ink::Red);
        self.nested.next = 0.into();
        for i in 0..4 {
            if i == 0 {
                self.nested.next = self.a.val().get_bits::<4>(4);
            } else {
                if self.a.val().get_bit(2 * i - 1) {
                    self.nested.next = self.nested.val() + 1;
                }
            }
        }
        self.first.next = 15.into();
        for i in 0..3 {
            match i {
                0 => self.first.next = self.a.val().get_bits::<4>(0),
                1 => {
                    if self.f.val() {
                        self.first.next = self.a.val().get_bits::<4>(1);
                    }
                }
                _ => self.first.next = self.first.val() ^ 9,
            }
        }
        if self.variant.val() == 2 {
            self.fixed.next = 5.into();
        } else {
            self.fixed.next = 2.into();
        }
    }
}

#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
pub struct Point {
    pub row: Bits<4>,
    pub column: Bits<3>,
}

#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
pub struct Stone {
    pub at: Point,
    pub ink: Ink,
    pub height: Bits<6>,
    pub shown: Bit,
}

torture! {
    Records, records,
    in { clock: Clock, row: Bits<4>, column: Bits<3>, f: Bit, g: Bit }
    out {
        stone: Stone, row_now: Bits<4>, point: Point, ink: Ink, equal: Bit, low: Bit, late: Bits<4>, as_bits: Bits<16>,
        fixed_row: Bits<4>, kept_column: Bits<3>
    }
    has {
        state: {Register<Stone>} = Stone {
            at: Point { row: 9.into(), column: 5.into() }, ink: Ink::Blue, height: 57.into(), shown: true
        },
        history: {[Register<Stone>; 3]},
        next: {Signal<Local, Stone>},
        seat: {Constant<Point>} = Point { row: 6.into(), column: 3.into() },
    }
}

impl Logic for Records {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, state);
        for i in 0..3 {
            self.history[i].clock.next = self.clock.val();
        }
        self.history[0].d.next = self.state.q.val();
        for i in 1..3 {
            self.history[i].d.next = self.history[i - 1].q.val();
        }
        self.next.next = self.state.q.val();
        if self.f.val() {
            self.next.next.at.row = self.row.val();
            self.next.next.at.column = self.state.q.val().at.column + 1;
            self.next.next.shown = !self.state.q.val().shown;
        }
        if self.g.val() {
            self.next.next.ink = Ink::Red;
            self.next.next.height = self.state.q.val().height - bit_cast::<6, 4>(self.row.val());
        }
        self.state.d.next = self.next.val();
        if self.next.val().at.row == 3 {
            self.state.d.next.at = self.seat.val();
        }
        self.stone.next = self.state.q.val();
        self.row_now.next = self.state.q.val().at.row;
        self.point.next = self.history[2].q.val().at;
        self.ink.next = self.history[1].q.val().ink;
        self.equal.next = self.history[0].q.val().at == self.history[1].q.val().at;
        self.low.next = signed_cast(self.state.q.val().height) < signed_cast(self.history[0].q.val().height);
        self.late.next = self.history[2].q.val().at.row ^ self.next.val().at.row;
        self.as_bits.next = self.history[0].q.val().into();
        self.fixed_row.next = self.seat.val().row;
        self.kept_column.next = self.column.val();
    }
}
