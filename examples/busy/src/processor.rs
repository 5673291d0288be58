//! A processor of RV32I in three stages: all of its instructions on words, without those on bytes, traps and fences.
//!
//! ```text
//! clock       __/‾‾\__/‾‾\__/‾‾\__/‾‾\__/‾‾\__
//! fetch       ==< a  >< b  >< c  >< t  >< u  >     the address of an instruction
//! execute     ........< a  >< b  ><    ><    >     b is a jump to t: what was fetched meanwhile is dropped
//! write back  ..............< a  >< b  ><    >
//! ```
//!
//! | port    | dir | width | meaning                                                       | initial |
//! |---------|-----|-------|---------------------------------------------------------------|---------|
//! | clock   | in  | 1     | rising edge                                                   | –       |
//! | inward  | in  | 32    | read as the word at the highest address                       | –       |
//! | outward | out | 32    | the last word stored at the highest address                   | 0       |
//! | retired | out | 32    | the number of instructions executed                           | 0       |
//!
//! Instruction and data are in memories of their own, of 256 and 1024 words. A register that the last two instructions have
//! written is taken from their results.

use rust_hdl::prelude::*;
use tengen_hdl::library::memory::{DualPortRam, Rom, StreamRam};
use tengen_hdl::{Circuit, LogicStruct, Register, kernel};

/// An instruction that has been fetched and is not executed yet.
#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
pub struct Fetched {
    valid: Bit,
    address: Bits<32>,
}

/// A result on its way to the registers.
#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
pub struct Written {
    enable: Bit,
    register: Bits<5>,
    /// The value, if it is not loaded.
    value: Bits<32>,
    loaded: Bit,
    /// It is loaded from the port, not from the memory.
    outside: Bit,
}

#[derive(Circuit)]
pub struct Processor {
    pub clock: Signal<In, Clock>,
    pub inward: Signal<In, Bits<32>>,
    pub outward: Signal<Out, Bits<32>>,
    pub retired: Signal<Out, Bits<32>>,

    #[given]
    instructions: Rom<Bits<32>, 8>,
    memory: DualPortRam<Bits<32>, 10>,
    firsts: StreamRam<Bits<32>, 5>,
    seconds: StreamRam<Bits<32>, 5>,

    /// The next address to fetch.
    next: Register<Bits<32>>,
    fetched: Register<Fetched>,
    decoded: Register<Fetched>,
    instruction: Register<Bits<32>>,
    written: Register<Written>,
    /// What was written a clock ago.
    earlier: Register<Written>,
    shown: Register<Bits<32>>,
    count: Register<Bits<32>>,

    /// The sign of every immediate.
    sign: Signal<Local, Bits<32>>,
    a: Signal<Local, Bits<32>>,
    b: Signal<Local, Bits<32>>,
    loaded: Signal<Local, Bits<32>>,
    right: Signal<Local, Bits<32>>,
    result: Signal<Local, Bits<32>>,
    immediate: Signal<Local, Bits<32>>,
    target: Signal<Local, Bits<32>>,
    jumps: Signal<Local, Bit>,
    writes: Signal<Local, Bit>,
    less: Signal<Local, Bit>,
    below: Signal<Local, Bit>,
    stores: Signal<Local, Bit>,
}

impl Processor {
    /// Creates a processor with that program.
    pub fn running(program: &[u32]) -> Processor {
        Processor::given(Rom::new(program.iter().map(|word| u64::from(*word).into())))
    }
}

const LOAD: u64 = 0x03;
const REGISTERS: u64 = 0x33;
/// The highest address of a word, without the two lowest bits.
const PORT: u64 = 0x3FFF_FFFF;
const SIGN: u64 = 0x8000_0000;
const ONES: u64 = 0xFFFF_FFFF;
const EVEN: u64 = 0xFFFF_FFFE;
const UPPER: u64 = 0xFFFF_F000;

#[kernel]
impl Logic for Processor {
    fn update(&mut self) {
        self.operands();
        self.alu();
        self.control();
        self.write_back();
    }

    /// The operands of the instruction in execution.
    fn operands(&mut self) {
        sign = if instruction.q.get_bit(31) { ONES } else { 0 };
        loaded = if written.q.outside { inward } else { memory.read_data };
        let last = mux(written.q.loaded, loaded, written.q.value);
        let first = instruction.q.get_bits::<5>(15);
        let second = instruction.q.get_bits::<5>(20);
        a = firsts.read_data;
        b = seconds.read_data;
        if earlier.q.enable & (earlier.q.register == first) {
            a = earlier.q.value;
        }
        if earlier.q.enable & (earlier.q.register == second) {
            b = earlier.q.value;
        }
        if written.q.enable & (written.q.register == first) {
            a = last;
        }
        if written.q.enable & (written.q.register == second) {
            b = last;
        }
        earlier.d = written.q;
        earlier.d.value = last;
        firsts.write_enable = written.q.enable;
        firsts.write_address = written.q.register;
        firsts.write_data = last;
        seconds.write_enable = written.q.enable;
        seconds.write_address = written.q.register;
        seconds.write_data = last;
        firsts.read_address = instructions.data.get_bits::<5>(15);
        seconds.read_address = instructions.data.get_bits::<5>(20);
    }

    /// The result, of whatever instruction.
    fn alu(&mut self) {
        let upper = instruction.q & UPPER;
        immediate = cat(sign.get_bits::<20>(0), instruction.q.get_bits::<12>(20));
        right = immediate;
        match instruction.q.get_bits::<7>(0).index() {
            // Operations on registers, and branches.
            0x33 => right = b,
            0x63 => right = b,
            _ => {}
        }
        less = (a ^ SIGN) < (right ^ SIGN);
        below = a < right;
        let amount = right.get_bits::<5>(0);
        let turned = instruction.q.get_bit(30);
        let is_op = instruction.q.get_bits::<7>(0) == REGISTERS;
        match instruction.q.get_bits::<3>(12).index() {
            0 => result = mux(turned & is_op, a - right, a + right),
            1 => result = a << amount,
            2 => result = if less { 1 } else { 0 },
            3 => result = if below { 1 } else { 0 },
            4 => result = a ^ right,
            5 => {
                result = a >> amount;
                if turned & a.get_bit(31) {
                    result = !((!a) >> amount);
                }
            }
            6 => result = a | right,
            _ => result = a & right,
        }
        let after = decoded.q.address + 4;
        match instruction.q.get_bits::<7>(0).index() {
            // Lui, auipc, jal, jalr.
            0x37 => result = upper,
            0x17 => result = decoded.q.address + upper,
            0x6F => result = after,
            0x67 => result = after,
            _ => {}
        }
    }

    /// Where the program goes on, and what is stored.
    fn control(&mut self) {
        let code = instruction.q.get_bits::<7>(0);
        let kind = instruction.q.get_bits::<3>(12);
        let i = instruction.q;
        let high = sign.get_bits::<12>(0);
        let middle = cat::<9>(i.get_bits::<8>(12), i.get_bit(20));
        let low = cat::<11>(i.get_bits::<10>(21), bits::<1>(0));
        let far = cat::<32>(high, middle, low);
        let upper = sign.get_bits::<20>(0);
        let half = cat::<7>(i.get_bit(7), i.get_bits::<6>(25));
        let rest = cat::<5>(i.get_bits::<4>(8), bits::<1>(0));
        let near = cat::<32>(upper, half, rest);
        let place = cat::<32>(upper, i.get_bits::<7>(25), i.get_bits::<5>(7));
        jumps = false;
        writes = false;
        stores = false;
        target = decoded.q.address + far;
        // Jal, jalr, branches, stores.
        match code.index() {
            0x6F => {
                jumps = true;
                writes = true;
            }
            0x67 => {
                jumps = true;
                writes = true;
                target = (a + immediate) & EVEN;
            }
            0x63 => {
                target = decoded.q.address + near;
                match kind.index() {
                    0 => jumps = a == b,
                    1 => jumps = a != b,
                    4 => jumps = less,
                    5 => jumps = !less,
                    6 => jumps = below,
                    _ => jumps = !below,
                }
            }
            0x23 => stores = true,
            _ => writes = true,
        }
        let at = a + mux(stores, place, immediate);
        let word = at.get_bits::<30>(2);
        memory.read_address = word.get_bits::<10>(0);
        memory.write_address = word.get_bits::<10>(0);
        memory.write_data = b;
        memory.write_enable = decoded.q.valid & stores & (word != PORT);
        if decoded.q.valid & stores & (word == PORT) {
            shown.d = b;
        }
        let register = instruction.q.get_bits::<5>(7);
        written.d.enable = decoded.q.valid & writes & register.any();
        written.d.register = register;
        written.d.value = result;
        written.d.loaded = code == LOAD;
        written.d.outside = word == PORT;
    }

    /// What is fetched, and what moves on.
    fn write_back(&mut self) {
        let taken = decoded.q.valid & jumps;
        let address = mux(taken, target, next.q);
        instructions.address = address.get_bits::<8>(2);
        next.d = address + 4;
        fetched.d.valid = true;
        fetched.d.address = address;
        decoded.d.valid = fetched.q.valid & !taken;
        decoded.d.address = fetched.q.address;
        instruction.d = instructions.data;
        if decoded.q.valid {
            count.d = count.q + 1;
        }
        outward = shown.q;
        retired = count.q;
    }
}

/// The instructions that the demonstration uses.
pub mod assembler {
    const fn kind_i(code: u32, kind: u32, to: u32, from: u32, number: i32) -> u32 {
        (number as u32) << 20 | from << 15 | kind << 12 | to << 7 | code
    }

    const fn kind_r(kind: u32, turned: u32, to: u32, a: u32, b: u32) -> u32 {
        turned << 30 | b << 20 | a << 15 | kind << 12 | to << 7 | 0x33
    }

    pub const fn addi(to: u32, from: u32, number: i32) -> u32 {
        kind_i(0x13, 0, to, from, number)
    }

    pub const fn slli(to: u32, from: u32, amount: i32) -> u32 {
        kind_i(0x13, 1, to, from, amount)
    }

    pub const fn srli(to: u32, from: u32, amount: i32) -> u32 {
        kind_i(0x13, 5, to, from, amount)
    }

    pub const fn andi(to: u32, from: u32, number: i32) -> u32 {
        kind_i(0x13, 7, to, from, number)
    }

    pub const fn xor(to: u32, a: u32, b: u32) -> u32 {
        kind_r(4, 0, to, a, b)
    }

    pub const fn add(to: u32, a: u32, b: u32) -> u32 {
        kind_r(0, 0, to, a, b)
    }

    pub const fn sub(to: u32, a: u32, b: u32) -> u32 {
        kind_r(0, 1, to, a, b)
    }

    pub const fn sra(to: u32, a: u32, b: u32) -> u32 {
        kind_r(5, 1, to, a, b)
    }

    pub const fn slt(to: u32, a: u32, b: u32) -> u32 {
        kind_r(2, 0, to, a, b)
    }

    pub const fn lw(to: u32, at: u32, number: i32) -> u32 {
        kind_i(0x03, 2, to, at, number)
    }

    pub const fn sw(from: u32, at: u32, number: i32) -> u32 {
        let number = number as u32;
        (number >> 5) << 25 | from << 20 | at << 15 | 2 << 12 | (number & 31) << 7 | 0x23
    }

    pub const fn bne(a: u32, b: u32, by: i32) -> u32 {
        let by = by as u32;
        (by >> 12 & 1) << 31
            | (by >> 5 & 63) << 25
            | b << 20
            | a << 15
            | 1 << 12
            | (by >> 1 & 15) << 8
            | (by >> 11 & 1) << 7
            | 0x63
    }

    pub const fn jal(to: u32, by: i32) -> u32 {
        let by = by as u32;
        (by >> 20 & 1) << 31 | (by >> 1 & 1023) << 21 | (by >> 11 & 1) << 20 | (by >> 12 & 255) << 12 | to << 7 | 0x6F
    }
}

/// A loop without an end: random numbers into a table, their signed sums and comparisons, and a check sum to the port.
pub const DEMONSTRATION: [u32; 23] = {
    use assembler::*;
    [
        addi(1, 0, 1),    //  0  x1: the random number
        addi(2, 0, 0),    //  4  x2: the sum
        addi(3, 0, 0),    //  8  x3: the place in the table
        lw(9, 0, -4),     // 12  the inward port
        xor(1, 1, 9),     // 16
        slli(4, 1, 13),   // 20  a step of the noise, by shifts
        xor(1, 1, 4),     // 24
        srli(4, 1, 17),   // 28
        xor(1, 1, 4),     // 32
        slli(4, 1, 5),    // 36
        xor(1, 1, 4),     // 40
        lw(5, 3, 0),      // 44  what stood in the table
        sw(1, 3, 0),      // 48
        sra(6, 1, 3),     // 52
        sub(6, 6, 5),     // 56
        slt(7, 6, 1),     // 60
        add(2, 2, 6),     // 64
        add(2, 2, 7),     // 68
        addi(3, 3, 4),    // 72
        andi(3, 3, 1023), // 76
        bne(3, 0, -68),   // 80  to 12
        sw(2, 0, -4),     // 84  the sum, to the port
        jal(0, -76),      // 88  to 12
    ]
};
