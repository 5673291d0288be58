//! Parts and arrays of parts, memories, and fields of their words.

use super::types::{Ink, Point, Stone};
use super::*;

torture! {
    Adder, adder,
    in { a: Bits<4>, b: Bits<4>, carry: Bit }
    out { sum: Bits<4>, over: Bit }
    has { whole: {Signal<Local, Bits<5>>} }
}

impl Logic for Adder {
    #[hdl_gen]
    fn update(&mut self) {
        self.whole.next = bit_cast::<5, 4>(self.a.val()) + bit_cast::<5, 4>(self.b.val()) + self.carry.val();
        self.sum.next = bit_cast::<4, 5>(self.whole.val());
        self.over.next = self.whole.val().get_bit(4);
    }
}

torture! {
    House, house,
    in { clock: Clock, a: Bits<8>, b: Bits<8>, write: Bit }
    out { sum: Bits<8>, over: Bit, from_ram: Bits<5>, from_short_ram: Bits<7>, from_small_ram: Bits<6>, from_stream_ram: Bits<6>, from_rom: Bits<6>, from_port_a: Point, from_port_b: Point, from_table: Bits<6>, steps: Bits<8>, twice: Bits<8>, delayed: Bit, stone: Point }
    has {
        adders: {[Adder; 2]},
        ram: {DualPortRam<Bits<5>, 4>},
        short_ram: {DualPortRam<Bits<7>, 5>} = DualPortRam::of_depth(19),
        points: {DualPortRam<Point, 4>},
        small_ram: {SmallRam<Bits<6>, 4>} = SmallRam::new([9u64, 2, 60].map(Bits::from)),
        stream_ram: {StreamRam<Bits<6>, 4>},
        rom: {Rom<Bits<6>, 3>} = Rom::new([3u64, 1, 4, 1, 5, 9, 26].map(Bits::from)),
        dual_rom: {DualPortRom<Point, 4>} = DualPortRom::sized((0..11u64).map(|number| Point { row: number.into(), column: (7 - number % 8).into() })),
        constants: {Table<Bits<6>, 3>} = Table::new([2u64, 7, 1, 8, 28, 18].map(Bits::from)),
        step: {Signal<Local, Bits<8>>},
        taps: {[Signal<Local, Bit>; 4]},
        line: {[Register<Bit>; 4]},
    }
}

impl Logic for House {
    #[hdl_gen]
    fn update(&mut self) {
        clock!(
            self, clock, ram, short_ram, small_ram, stream_ram, rom, dual_rom, points
        );
        self.adders[0].a.next = self.a.val().get_bits::<4>(0);
        self.adders[0].b.next = self.b.val().get_bits::<4>(0);
        self.adders[0].carry.next = false;
        self.adders[1].carry.next = self.adders[0].over.val();
        self.adders[1].a.next = self.a.val().get_bits::<4>(4);
        self.adders[1].b.next = self.b.val().get_bits::<4>(4);
        self.sum.next = bit_cast::<8, 4>(self.adders[0].sum.val()) | (bit_cast::<8, 4>(self.adders[1].sum.val()) << 4);
        self.over.next = self.adders[1].over.val();

        self.ram.write_enable.next = self.write.val();
        self.ram.write_address.next = self.a.val().get_bits::<4>(0);
        self.ram.write_data.next = bit_cast::<5, 8>(self.b.val() + self.a.val());
        self.ram.read_address.next = self.b.val().get_bits::<4>(2);
        self.from_ram.next = self.ram.read_data.val();

        // Nineteen words: the address never exceeds them.
        self.short_ram.write_enable.next = self.write.val();
        self.short_ram.write_address.next = bit_cast::<5, 8>(self.a.val() & 0x0F) + bit_cast::<5, 8>(self.b.val() & 3);
        self.short_ram.write_data.next = bit_cast::<7, 8>(self.a.val() ^ self.b.val());
        self.short_ram.read_address.next = bit_cast::<5, 8>(self.b.val() & 0x0F) + bit_cast::<5, 8>(self.a.val() & 3);
        self.from_short_ram.next = self.short_ram.read_data.val();

        self.small_ram.write_enable.next = self.write.val();
        self.small_ram.write_address.next = self.a.val().get_bits::<4>(2);
        self.small_ram.write_data.next = bit_cast::<6, 8>(self.a.val() + self.b.val());
        self.small_ram.read_address.next = self.b.val().get_bits::<4>(0);
        self.from_small_ram.next = self.small_ram.read_data.val();

        // It is never read where it is being written: the lowest bit differs.
        self.stream_ram.write_enable.next = self.write.val();
        self.stream_ram.write_address.next = self.a.val().get_bits::<4>(0).replace_bit(0, false);
        self.stream_ram.write_data.next = bit_cast::<6, 8>(self.b.val());
        self.stream_ram.read_address.next = self.b.val().get_bits::<4>(3);
        if self.write.val() {
            self.stream_ram.read_address.next = self.b.val().get_bits::<4>(3).replace_bit(0, true);
        }
        self.from_stream_ram.next = self.stream_ram.read_data.val();
        self.rom.address.next = bit_cast::<3, 8>(self.a.val() ^ self.b.val());
        self.from_rom.next = self.rom.data.val();
        // Eleven words: no address exceeds them.
        self.dual_rom.address_a.next = self.a.val().get_bits::<4>(0) & 7;
        self.dual_rom.address_b.next = (self.b.val().get_bits::<4>(1) & 7) + 3;
        self.from_port_a.next = self.dual_rom.data_a.val();
        self.from_port_b.next = self.dual_rom.data_b.val();
        self.constants.address.next = bit_cast::<3, 8>(self.a.val() & self.b.val());
        self.from_table.next = self.constants.data.val();

        self.points.write_enable.next = self.write.val();
        self.points.write_address.next = self.a.val().get_bits::<4>(0);
        self.points.write_data.next.row = self.b.val().get_bits::<4>(0);
        self.points.write_data.next.column = self.b.val().get_bits::<3>(4);
        self.points.read_address.next = self.b.val().get_bits::<4>(2);
        self.stone.next = self.points.read_data.val();

        self.step.next = self.a.val();
        self.steps.next = self.step.val() + 1;
        self.step.next = self.step.val() ^ self.b.val();
        self.twice.next = (self.step.val() + self.b.val()) >> 1;
        if self.write.val() {
            self.step.next = (self.step.val() + 5) >> 2;
        }
        self.steps.next = self.steps.val() - self.step.val();

        self.line[0].clock.next = self.clock.val();
        self.line[0].d.next = self.write.val();
        for i in 1..4 {
            self.line[i].clock.next = self.clock.val();
            self.line[i].d.next = self.line[i - 1].q.val();
        }
        for i in 0..4 {
            self.taps[i].next = self.line[3 - i].q.val() & self.a.val().get_bit(2 * i + 1);
        }
        self.delayed.next = self.taps[0].val() ^ self.taps[1].val() ^ self.taps[2].val() ^ self.taps[3].val();
    }
}

torture! {
    Fields, fields,
    in { clock: Clock, address: Bits<2>, write: Bit, row: Bits<4> }
    out { shown: Bit, ink: Ink, row_of_ram: Bits<4>, column: Bits<3> }
    has {
        stones: {Table<Stone, 2>} = Table::new([3u64, 9].map(|row| Stone {
            at: Point { row: row.into(), column: 2.into() }, ink: Ink::Green, height: row.into(), shown: row == 3
        })),
        ram: {DualPortRam<Stone, 2>},
        seats: {Rom<Point, 2>} = Rom::new([1u64, 2, 5].map(|row| Point { row: row.into(), column: row.into() })),
    }
}

// Some fields of a word that is a struct.
impl Logic for Fields {
    #[hdl_gen]
    fn update(&mut self) {
        clock!(self, clock, ram, seats);
        self.stones.address.next = self.address.val();
        self.shown.next = self.stones.data.val().shown;
        self.ram.write_enable.next = self.write.val();
        self.ram.write_address.next = self.address.val();
        self.ram.read_address.next = self.address.val();
        self.ram.write_data.next = self.stones.data.val();
        self.ram.write_data.next.at.row = self.row.val();
        self.ink.next = self.ram.read_data.val().ink;
        self.row_of_ram.next = self.ram.read_data.val().at.row;
        self.seats.address.next = self.address.val();
        self.column.next = self.seats.data.val().column;
    }
}

/// The comparison can fail: a single wrong operator in the Verilog is detected.
#[test]
fn broken_verilog_is_found() {
    let text = verilog(&mut Adder::default(), "adder").unwrap();
    let broken = text.replacen("+ {4'd0, carry}", "- {4'd0, carry}", 1);
    assert_ne!(text, broken, "the text has changed: {text}");
    let difference = compare(Adder::default(), &broken, "adder", SAMPLES)
        .unwrap_err()
        .to_string();
    assert!(difference.contains("output sum is"), "{difference}");
}
