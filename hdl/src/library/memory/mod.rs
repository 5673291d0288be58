//! The memories of the machine: ROMs, and RAMs with one write and one read port, read synchronously, so that they
//! become block RAM on every family; and small memories with combinational read, which become logic or distributed RAM.
//!
//! ```text
//! clock    ____/‾\_/‾\_/‾\_/‾\_/‾\_/‾\_
//! address  = 0 ====X 1 X 2 ====X 0 ====
//! data     = 0 X 7 ====X 9 X 30 ===X 7=   one clock later
//! ```
//!
//! A written word can be read from the next clock on. In the clock of a write the dual-port RAM does not read: its
//! output is kept. Each of these circuits is written twice, in Rust and in Verilog, because rust-hdl's kernels have no
//! arrays; co-simulation compares the two.

pub mod dual_port_ram;
mod dual_port_rom;
mod rom;
mod small_ram;
mod stream_ram;
mod table;

pub use dual_port_ram::DualPortRam;
pub use dual_port_rom::DualPortRom;
pub use rom::Rom;
pub use small_ram::SmallRam;
pub use stream_ram::StreamRam;
pub use table::{TABLE_WORDS, Table};

use num_bigint::BigUint;
use rust_hdl::prelude::*;

use tengen_sim::{Memory, MemoryKind, announce_memory};

/// The number of low address bits that distinguish the words.
fn used_bits<D>(words: &[D]) -> usize {
    words.len().next_power_of_two().trailing_zeros().max(1) as usize
}

/// Passes kind and words to the Verilog writer.
fn announce<D: Synth>(kind: MemoryKind, words: &[D]) {
    announce_memory(Memory {
        kind,
        words: words.iter().map(|word| number(*word)).collect(),
        initial: number(D::default()),
    });
}

/// The word as 64-bit digits, lowest first.
fn number<D: Synth>(word: D) -> Vec<u64> {
    BigUint::parse_bytes(hexadecimal(word).as_bytes(), 16)
        .unwrap_or_default()
        .to_u64_digits()
}

fn filled<D: Synth>(words: impl IntoIterator<Item = D>, depth: usize) -> Vec<D> {
    let mut words: Vec<D> = words.into_iter().collect();
    assert!(words.len() <= depth, "{} words in a memory of {depth}", words.len());
    words.resize(depth, D::default());
    words
}

/// The most words of a ROM that is left to the tools to become look-up tables, one per bit: block RAM would be wasted.
const SMALL_ROM: usize = 32;

/// The kind of memory that the tools should use for an array.
#[derive(Clone, Copy)]
enum Style {
    Constant,
    Block,
    Distributed,
}

/// The number of first words in each initial block. The time that yosys takes for a block grows with its square: 19200
/// words take 17 s of processor time in one block, and 4 s in blocks of this size (yosys 0.70).
const BLOCK: usize = 1024;

/// The range of a word's declaration.
fn range<D: Synth>() -> String {
    match D::BITS {
        1 => String::new(),
        bits => format!("[{}:0] ", bits - 1),
    }
}

/// The array and its first contents. A loop writes the default words; each of the others has a line.
fn storage<D: Synth, const N: usize>(words: &[D], style: Style) -> String {
    let range = range::<D>();
    let style = match style {
        Style::Constant if words.len() <= SMALL_ROM => "",
        Style::Constant => "(* rom_style = \"block\" *) ",
        Style::Block => "(* ram_style = \"block\" *) ",
        Style::Distributed => "(* ram_style = \"distributed\" *) ",
    };
    let mut text = format!("{style}reg {range}words [0:{last}];\n", last = words.len() - 1);
    let default = D::default();
    for (number, block) in words.chunks(BLOCK).enumerate() {
        let from = number * BLOCK;
        if block.contains(&default) {
            // Each block needs its own variable, since all blocks start at the same time.
            let (to, word) = (from + block.len(), literal(default));
            text += &format!("initial begin : first_words_{number}\n  integer i;\n");
            text += &format!("  for (i = {from}; i < {to}; i = i + 1) words[i] = {word};\n");
        } else {
            text += "initial begin\n";
        }
        for (address, word) in (from..).zip(block).filter(|(_, word)| **word != default) {
            text += &format!("  words[{address}] = {};\n", literal(*word));
        }
        text += "end\n";
    }
    text
}

/// The word in Verilog at its own width; rust-hdl writes an enum as 64 bits.
pub(crate) fn literal<D: Synth>(word: D) -> String {
    format!("{}'h{}", D::BITS, hexadecimal(word))
}

fn hexadecimal<D: Synth>(word: D) -> String {
    let literal = format!("{:x}", word.verilog());
    literal.rsplit('h').next().unwrap_or_default().to_string()
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_sim::{ByName, Engine, Native, Random};

    #[test]
    fn a_ram_answers_unless_it_is_written() {
        let mut ram = Native::new(DualPortRam::<Bits<8>, 4>::default());
        let (mut model, mut answer) = ([0u64; 16], 0);
        let mut random = Random::new(1);
        for _ in 0..5000 {
            let (write, value) = (random.once_in(2), random.bits(8));
            let [to, from] = [16; 2].map(|words| random.below(words));
            ram.drive_as("write_enable", write);
            ram.drive("write_address", to as u64);
            ram.circuit.write_data.next = value.into();
            ram.drive("read_address", from as u64);
            ram.step();
            if write {
                model[to] = value;
            } else {
                answer = model[from];
            }
            assert_eq!(ram.read("read_data"), answer);
        }
    }

    #[test]
    fn a_stream_ram_is_read_and_written_in_the_same_clock() {
        let mut ram = Native::new(StreamRam::<Bits<8>, 4>::default());
        let mut model = [0u64; 16];
        let mut random = Random::new(4);
        for _ in 0..5000 {
            let (write, value) = (random.once_in(2), random.bits(8));
            let [to, from] = [16; 2].map(|words| random.below(words));
            ram.drive_as("write_enable", write);
            ram.drive("write_address", to as u64);
            ram.circuit.write_data.next = value.into();
            ram.drive("read_address", from as u64);
            ram.step();
            if !write || to != from {
                assert_eq!(ram.read("read_data"), model[from]);
            }
            if write {
                model[to] = value;
            }
        }
    }

    #[test]
    fn a_small_ram_answers_at_once() {
        let mut ram = Native::new(SmallRam::<Bits<8>, 4>::default());
        let mut model = [0u64; 16];
        let mut random = Random::new(2);
        for _ in 0..5000 {
            let (write, value) = (random.once_in(2), random.bits(8));
            let [to, from] = [16; 2].map(|words| random.below(words));
            ram.drive_as("write_enable", write);
            ram.drive("write_address", to as u64);
            ram.circuit.write_data.next = value.into();
            ram.drive("read_address", from as u64);
            ram.settle();
            assert_eq!(ram.read("read_data"), model[from]);
            ram.step();
            if write {
                model[to] = value;
            }
            assert_eq!(ram.read("read_data"), model[from]);
        }
    }

    #[test]
    fn a_ram_of_five_words_has_five() {
        let mut ram = Native::new(DualPortRam::<Bits<4>, 3>::of_depth(5));
        for address in 0..8 {
            ram.drive("write_address", address);
            ram.circuit.write_data.next = (address + 1).into();
            ram.strobe("write_enable");
        }
        let found: Vec<u64> = (0..5)
            .map(|address| {
                ram.drive("read_address", address);
                ram.step();
                ram.read("read_data")
            })
            .collect();
        assert_eq!(found, [1, 2, 3, 4, 5]);
        let Verilog::Custom(text) = ram.circuit.hdl() else {
            panic!("a memory is written by hand")
        };
        assert!(text.contains("words [0:4]"), "{text}");
    }

    #[test]
    fn a_table_answers_at_once() {
        let mut table = Native::new(Table::<Bits<5>, 2>::new([7u64, 9, 30].map(Bits::from)));
        for (asked, expected) in [(2, 30), (0, 7), (3, 0), (1, 9)] {
            table.drive("address", asked);
            table.settle();
            assert_eq!(table.read("data"), expected);
        }
    }

    #[test]
    fn a_rom_of_three_words_has_three() {
        let rom = Rom::<Bits<5>, 4>::sized([7u64, 9, 30].map(Bits::from));
        let Verilog::Custom(text) = rom.hdl() else {
            panic!("a memory is written by hand")
        };
        assert!(
            text.contains("words [0:2]") && text.contains("words[address[1:0]]"),
            "{text}"
        );
        let mut rom = Native::new(rom);
        for (asked, expected) in [(2, 30), (0, 7), (1, 9)] {
            rom.drive("address", asked);
            rom.step();
            assert_eq!(rom.read("data"), expected);
        }
    }

    #[test]
    fn a_dual_port_rom_answers_two_addresses_one_clock_later() {
        let mut rom = Native::new(DualPortRom::<Bits<5>, 3>::sized([7u64, 9, 30].map(Bits::from)));
        for ([a, b], expected) in [([2, 0], [30, 7]), ([0, 1], [7, 9]), ([1, 1], [9, 9])] {
            rom.drive("address_a", a);
            rom.drive("address_b", b);
            rom.step();
            assert_eq!(["data_a", "data_b"].map(|port| rom.read(port)), expected);
        }
    }

    #[test]
    fn a_rom_answers_one_clock_later() {
        let mut rom = Native::new(Rom::<Bits<5>, 3>::new([7u64, 9, 30].map(Bits::from)));
        for (asked, expected) in [(2, 30), (0, 7), (7, 0), (1, 9)] {
            rom.drive("address", asked);
            rom.step();
            assert_eq!(rom.read("data"), expected);
        }
    }

    #[test]
    fn the_simulation_draws_the_waves_at_the_head_of_the_file() {
        let rom = Rom::<Bits<5>, 3>::new([7u64, 9, 30].map(Bits::from));
        tengen_sim::expect_waves(file!(), rom, "address 0*2 1 2*2 0", 0..7);
    }
}
