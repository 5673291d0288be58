//! The memories of the machine: a ROM and RAMs with one write and one read port, read synchronously, so that they
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

use num_bigint::BigUint;
use rust_hdl::prelude::*;

use tengen_sim::{Memory, MemoryKind, announce_memory};

use crate::Circuit;

/// `2^N` words of constant contents. Words not given have the type's default.
#[derive(Circuit)]
#[steady]
pub struct Rom<D: Synth, const N: usize> {
    pub clock: Signal<In, Clock>,
    /// N bits, sampled at each rising edge.
    pub address: Signal<In, Bits<N>>,
    /// The word at the address sampled at the last edge. It starts as the type's default.
    pub data: Signal<Out, D>,
    #[given]
    _words: Vec<D>,
}

impl<D: Synth, const N: usize> Rom<D, N> {
    /// # Panics
    /// If there are more than `2^N` words.
    pub fn new(words: impl IntoIterator<Item = D>) -> Self {
        Rom::given(filled::<D>(words, 1 << N))
    }

    /// A ROM of exactly these words, so that it takes no more block RAM than needed. Addresses beyond them must not be
    /// read.
    ///
    /// # Panics
    /// If there are no words, or more than `2^N`.
    pub fn sized(words: impl IntoIterator<Item = D>) -> Self {
        let words: Vec<D> = words.into_iter().collect();
        assert!((1..=1 << N).contains(&words.len()), "{} words of 2^{N}", words.len());
        Rom::given(words)
    }
}

impl<D: Synth, const N: usize> Logic for Rom<D, N> {
    fn update(&mut self) {
        if self.clock.pos_edge() {
            let address = self.address.val().index() & ((1 << used_bits(&self._words)) - 1);
            self.data.next = self._words.get(address).copied().unwrap_or_default();
        }
    }

    fn connect(&mut self) {
        self.data.connect();
    }

    fn hdl(&self) -> Verilog {
        announce(MemoryKind::Rom, &self._words);
        Verilog::Custom(format!(
            "{storage}\
             initial data = {default};\n\n\
             always @(posedge clock) data <= words[{address}];",
            storage = storage::<D, N>(&self._words, Style::Constant),
            address = match used_bits(&self._words) {
                bits if bits == N => "address".into(),
                bits => format!("address[{}:0]", bits.max(1) - 1),
            },
            default = literal(D::default()),
        ))
    }
}

/// `2^N` words of constant contents, at most [`TABLE_WORDS`], with combinational read. Words not given have the type's
/// default.
#[derive(Circuit)]
pub struct Table<D: Synth, const N: usize> {
    /// N bits.
    pub address: Signal<In, Bits<N>>,
    /// The word at the address.
    pub data: Signal<Out, D>,
    #[given]
    _words: Vec<D>,
}

/// The most words of a [`Table`]: a longer one should be a ROM, since its logic would cost more than a register.
pub const TABLE_WORDS: usize = 64;

impl<D: Synth, const N: usize> Table<D, N> {
    /// # Panics
    /// If there are more than `2^N` words, or `2^N` is more than [`TABLE_WORDS`].
    pub fn new(words: impl IntoIterator<Item = D>) -> Self {
        assert!(1 << N <= TABLE_WORDS, "a table of 2^{N} words: at most {TABLE_WORDS}");
        Table::given(filled::<D>(words, 1 << N))
    }
}

impl<D: Synth, const N: usize> Logic for Table<D, N> {
    fn update(&mut self) {
        self.data.next = self._words[self.address.val().index()];
    }

    fn connect(&mut self) {
        self.data.connect();
    }

    fn hdl(&self) -> Verilog {
        announce(MemoryKind::Table, &self._words);
        let mut text = String::from("always @(*) begin\n  case (address)\n");
        for (address, word) in self._words.iter().enumerate() {
            text += &format!("    {N}'d{address}: data = {};\n", literal(*word));
        }
        text += &format!("    default: data = {};\n  endcase\nend", literal(D::default()));
        Verilog::Custom(text)
    }
}

/// At most `2^N` words, with one write port and one read port on the same clock. A clock that writes does not read, and
/// the output is kept; so no family needs logic besides its block RAM.
///
/// A write beyond the last word is lost; the result of a read there is undefined.
#[derive(Circuit)]
#[steady]
pub struct DualPortRam<D: Synth, const N: usize> {
    pub clock: Signal<In, Clock>,
    /// While high, each rising edge stores `write_data` at `write_address`.
    pub write_enable: Signal<In, Bit>,
    pub write_address: Signal<In, Bits<N>>,
    pub write_data: Signal<In, D>,
    /// N bits, sampled at each rising edge that does not write.
    pub read_address: Signal<In, Bits<N>>,
    /// The word at the address sampled last. It starts as the type's default.
    pub read_data: Signal<Out, D>,
    #[given]
    _words: Vec<D>,
}

impl<D: Synth, const N: usize> DualPortRam<D, N> {
    /// A RAM that starts with these words, and the type's default after them.
    ///
    /// # Panics
    /// If there are more than `2^N` words.
    pub fn new(words: impl IntoIterator<Item = D>) -> Self {
        DualPortRam::given(filled::<D>(words, 1 << N))
    }

    /// A RAM of `depth` words, so that it takes no more block RAM than needed; they start as the type's default.
    ///
    /// # Panics
    /// If `depth` is 0 or more than `2^N`.
    pub fn of_depth(depth: usize) -> Self {
        assert!((1..=1 << N).contains(&depth), "{depth} words of 2^{N}");
        DualPortRam::given(filled::<D>([], depth))
    }
}

impl<D: Synth, const N: usize> Default for DualPortRam<D, N> {
    fn default() -> Self {
        DualPortRam::new([])
    }
}

impl<D: Synth, const N: usize> Logic for DualPortRam<D, N> {
    fn update(&mut self) {
        if self.clock.pos_edge() {
            if self.write_enable.val() {
                if let Some(word) = self._words.get_mut(self.write_address.val().index()) {
                    *word = self.write_data.val();
                }
            } else if let Some(word) = self._words.get(self.read_address.val().index()) {
                self.read_data.next = *word;
            }
        }
    }

    fn connect(&mut self) {
        self.read_data.connect();
    }

    fn hdl(&self) -> Verilog {
        announce(MemoryKind::DualPort, &self._words);
        Verilog::Custom(format!(
            "{storage}\
             initial read_data = {default};\n\n\
             always @(posedge clock) begin\n\
             \x20 if (write_enable) words[write_address] <= write_data;\n\
             \x20 else read_data <= words[read_address];\n\
             end",
            storage = storage::<D, N>(&self._words, Style::Block),
            default = literal(D::default()),
        ))
    }
}

/// `2^N` words, with one write port and one read port on the same clock; both work in the same clock. The word being
/// written must not be read at the same time: the result is undefined, so that no family needs logic besides its block
/// RAM.
#[derive(Circuit)]
#[steady]
pub struct StreamRam<D: Synth, const N: usize> {
    pub clock: Signal<In, Clock>,
    /// While high, each rising edge stores `write_data` at `write_address`.
    pub write_enable: Signal<In, Bit>,
    pub write_address: Signal<In, Bits<N>>,
    pub write_data: Signal<In, D>,
    /// N bits, sampled at each rising edge.
    pub read_address: Signal<In, Bits<N>>,
    /// The word at the address sampled last. It starts as the type's default.
    pub read_data: Signal<Out, D>,
    #[given]
    _words: Vec<D>,
}

impl<D: Synth, const N: usize> Default for StreamRam<D, N> {
    fn default() -> Self {
        StreamRam::given(filled::<D>([], 1 << N))
    }
}

impl<D: Synth, const N: usize> Logic for StreamRam<D, N> {
    fn update(&mut self) {
        if self.clock.pos_edge() {
            self.read_data.next = self._words[self.read_address.val().index()];
            if self.write_enable.val() {
                self._words[self.write_address.val().index()] = self.write_data.val();
            }
        }
    }

    fn connect(&mut self) {
        self.read_data.connect();
    }

    fn hdl(&self) -> Verilog {
        announce(MemoryKind::Stream, &self._words);
        Verilog::Custom(format!(
            "{storage}\
             initial read_data = {default};\n\n\
             always @(posedge clock) begin\n\
             \x20 if (write_enable) words[write_address] <= write_data;\n\
             \x20 if (write_enable && write_address == read_address) read_data <= {{{bits}{{1'bx}}}};\n\
             \x20 else read_data <= words[read_address];\n\
             end",
            storage = storage::<D, N>(&self._words, Style::Block),
            default = literal(D::default()),
            bits = D::BITS,
        ))
    }
}

/// `2^N` words, at most [`TABLE_WORDS`], with one write port and a combinational read port. On most families this
/// becomes distributed RAM, where block RAM would be wasted or a clock too late.
#[derive(Circuit)]
pub struct SmallRam<D: Synth, const N: usize> {
    pub clock: Signal<In, Clock>,
    /// While high, each rising edge stores `write_data` at `write_address`.
    pub write_enable: Signal<In, Bit>,
    pub write_address: Signal<In, Bits<N>>,
    pub write_data: Signal<In, D>,
    /// N bits.
    pub read_address: Signal<In, Bits<N>>,
    /// The word at the address; a new word appears after the edge that writes it.
    pub read_data: Signal<Out, D>,
    #[given]
    _words: Vec<D>,
}

impl<D: Synth, const N: usize> SmallRam<D, N> {
    /// A RAM that starts with these words, and the type's default after them.
    ///
    /// # Panics
    /// If there are more than `2^N` words, or `2^N` is more than [`TABLE_WORDS`].
    pub fn new(words: impl IntoIterator<Item = D>) -> Self {
        assert!(
            1 << N <= TABLE_WORDS,
            "a small RAM of 2^{N} words: at most {TABLE_WORDS}"
        );
        SmallRam::given(filled::<D>(words, 1 << N))
    }
}

impl<D: Synth, const N: usize> Default for SmallRam<D, N> {
    fn default() -> Self {
        SmallRam::new([])
    }
}

impl<D: Synth, const N: usize> Logic for SmallRam<D, N> {
    fn update(&mut self) {
        if self.clock.pos_edge() && self.write_enable.val() {
            self._words[self.write_address.val().index()] = self.write_data.val();
        }
        self.read_data.next = self._words[self.read_address.val().index()];
    }

    fn connect(&mut self) {
        self.read_data.connect();
    }

    fn hdl(&self) -> Verilog {
        announce(MemoryKind::Small, &self._words);
        // The word needs a wire of its own: Icarus Verilog warns about an @* that would wait for every word.
        Verilog::Custom(format!(
            "{storage}\
             always @(posedge clock) if (write_enable) words[write_address] <= write_data;\n\n\
             wire {range}word = words[read_address];\n\
             always @(*) read_data = word;",
            range = range::<D>(),
            storage = storage::<D, N>(&self._words, Style::Distributed),
        ))
    }
}

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
