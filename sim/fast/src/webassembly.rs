//! Compiles a program to a module of WebAssembly, for browsers.
//!
//! ```text
//! if t { s = x + 1 }        frame; i32.load t; if; frame; frame; i32.load x; i32.const 1; i32.add; i32.store s; end
//! ```
//!
//! A value is kept in a local variable, but only up to the end of its block (`blocks.rs`). A value that another block reads is stored
//! in its slot of the frame, and loaded from there. So there are few variables, and a browser's compiler has little to do. Values
//! have 32 or 64 bits. `browser_machine.rs` runs the module.

#[cfg(test)]
use crate::faults::Fault;
use wasm_encoder::{
    BlockType, CodeSection, EntityType, ExportKind, ExportSection, Function, FunctionSection, ImportSection,
    Instruction as I, MemArg, MemArgTarget, MemoryType, Module, TypeSection, ValType,
};

use crate::{
    blocks::crossing,
    code::Code,
    frame::{Layout, Span},
    netlist::{Op, mask},
    program::{Program, Statement, Task},
};

/// The only function of the module, of one argument: the address of a frame.
const NAME: &str = "run";
/// The local variable with that address.
const FRAME: u32 = 0;
const BYTES: u64 = 8;

/// The module of a program. It imports the memory `code.memory`.
pub fn module(program: &Program, layout: &Layout, code: &[Code], widths: &[usize]) -> Vec<u8> {
    let places = code.len();
    let mut writer = Writer {
        instructions: vec![],
        layout,
        code,
        widths,
        crosses: crossing(&program.statements, places),
        block: 0,
        known: vec![None; places],
        taken: 0,
        most: 0,
    };
    writer.all(&program.statements);
    writer.add(I::End);
    let mut module = Module::new();
    let mut types = TypeSection::new();
    types.ty().function([ValType::I32], []);
    module.section(&types);
    let mut imports = ImportSection::new();
    let memory = MemoryType { minimum: 0, maximum: None, memory64: false, shared: false, page_size_log2: None };
    imports.import("code", "memory", EntityType::Memory(memory));
    module.section(&imports);
    let mut functions = FunctionSection::new();
    functions.function(0);
    module.section(&functions);
    let mut exports = ExportSection::new();
    exports.export(NAME, ExportKind::Func, 0);
    module.section(&exports);
    // The variables come in pairs, so that their numbers do not depend on how many there are of each kind.
    let pairs = (0..writer.most).flat_map(|_| [ValType::I32, ValType::I64]);
    let mut function = Function::new_with_locals_types(pairs);
    for instruction in &writer.instructions {
        function.instruction(instruction);
    }
    let mut body = CodeSection::new();
    body.function(&function);
    module.section(&body);
    module.finish()
}

/// The kinds of values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd)]
enum Kind {
    Word,
    Double,
}
use Kind::{Double, Word};

impl Kind {
    /// The kind of values of that width.
    fn of(width: usize) -> Kind {
        if width > Word.bits() { Double } else { Word }
    }

    fn bits(self) -> usize {
        match self {
            Word => 32,
            Double => 64,
        }
    }
}

struct Writer<'a> {
    instructions: Vec<I<'static>>,
    layout: &'a Layout,
    code: &'a [Code],
    widths: &'a [usize],
    /// The places that are read in other blocks, from their slots.
    crosses: Vec<bool>,
    /// The number of the present block.
    block: u32,
    /// For each place the local variable that holds its value, and the block up to whose end it does.
    known: Vec<Option<(u32, u32)>>,
    /// The pairs of variables that the present block has taken, and the most that one has.
    taken: u32,
    most: u32,
}

/// What an instruction is for each kind.
macro_rules! of_kind {
    ($kind:expr, $word:ident, $double:ident) => {
        match $kind {
            Word => I::$word,
            Double => I::$double,
        }
    };
}

impl Writer<'_> {
    fn add(&mut self, instruction: I<'static>) {
        self.instructions.push(instruction);
    }

    fn all(&mut self, statements: &[Statement]) {
        for statement in statements {
            match statement {
                Statement::Do(task) => self.task(*task),
                Statement::If(test, high, low) => self.branch(*test, high, low),
            }
        }
    }

    fn begin_block(&mut self) {
        self.block += 1;
        self.taken = 0;
    }

    fn branch(&mut self, test: u32, high: &[Statement], low: &[Statement]) {
        self.test(test);
        self.add(I::If(BlockType::Empty));
        self.begin_block();
        self.all(high);
        if !low.is_empty() {
            self.add(I::Else);
            self.begin_block();
            self.all(low);
        }
        self.add(I::End);
        self.begin_block();
    }

    /// Whether a place has a bit that is set.
    fn test(&mut self, place: u32) {
        self.any(place);
        if self.kind(place) == Double {
            self.add(I::I64Const(0));
            self.add(I::I64Ne);
        }
    }

    fn variable(&mut self, kind: Kind) -> u32 {
        let pair = self.taken;
        self.taken += 1;
        self.most = self.most.max(self.taken);
        FRAME + 1 + 2 * pair + u32::from(kind == Double)
    }

    fn place_of(slot: u32) -> MemArg {
        MemArg { offset: u64::from(slot) * BYTES, align: 2, target: MemArgTarget::Memory(0), ordering: None }
    }

    /// Loads from a slot behind an address.
    fn load_at(&mut self, kind: Kind, slot: u32) {
        let at = Self::place_of(slot);
        self.add(of_kind!(kind, I32Load, I64Load)(at));
    }

    fn load(&mut self, kind: Kind, slot: u32) {
        self.add(I::LocalGet(FRAME));
        self.load_at(kind, slot);
    }

    /// Stores what `value` leaves; the bytes above stay zeros, as all that is stored there is of that kind.
    fn save(&mut self, slot: u32, kind: Kind, value: impl FnOnce(&mut Self)) {
        self.add(I::LocalGet(FRAME));
        value(self);
        let at = Self::place_of(slot);
        self.add(of_kind!(kind, I32Store, I64Store)(at));
    }

    fn kind(&self, place: u32) -> Kind {
        Kind::of(self.widths[place as usize])
    }

    /// A value in its own kind.
    fn any(&mut self, place: u32) {
        let kind = self.kind(place);
        if let Op::Constant(value) = self.code[place as usize].op {
            return self.number(kind, value);
        }
        match self.known[place as usize] {
            Some((variable, block)) if block == self.block => self.add(I::LocalGet(variable)),
            _ => {
                self.load(kind, self.layout.slot(place));
                let variable = self.variable(kind);
                self.known[place as usize] = Some((variable, self.block));
                self.add(I::LocalTee(variable));
            }
        }
    }

    /// A value in that kind.
    fn get(&mut self, place: u32, kind: Kind) {
        if let Op::Constant(value) = self.code[place as usize].op {
            return self.number(kind, value);
        }
        self.any(place);
        self.convert(self.kind(place), kind);
    }

    fn two(&mut self, a: u32, b: u32, kind: Kind) {
        self.get(a, kind);
        self.get(b, kind);
    }

    fn convert(&mut self, from: Kind, to: Kind) {
        match (from, to) {
            (Word, Double) => self.add(I::I64ExtendI32U),
            (Double, Word) => self.add(I::I32WrapI64),
            _ => {}
        }
    }

    fn number(&mut self, kind: Kind, value: u64) {
        self.add(match kind {
            Word => I::I32Const(value as u32 as i32),
            Double => I::I64Const(value as i64),
        });
    }

    fn masked(&mut self, kind: Kind, kept: u64) {
        if kept & mask(kind.bits()) != mask(kind.bits()) {
            self.number(kind, kept);
            self.add(of_kind!(kind, I32And, I64And));
        }
    }

    fn task(&mut self, task: Task) {
        let layout = self.layout;
        match task {
            Task::Work(place, op) => {
                self.work(place, op);
                self.given(place);
            }
            Task::Count(place, from, bits) => {
                self.get(from, Double);
                self.masked(Double, bits);
                self.add(I::I64Popcnt);
                let kind = self.kind(place);
                self.convert(Double, kind);
                self.masked(kind, self.code[place as usize].mask);
                self.given(place);
            }
            Task::Choose(to, from) => {
                let kind = self.kind(to);
                self.save(layout.slot(to), kind, |writer| writer.get(from, kind));
            }
            Task::Store(target, from) => {
                let kind = Kind::of(layout.widths[target as usize]);
                self.save(layout.target(target), kind, |writer| writer.get(from, kind));
            }
            Task::Pick(place, index, table) => {
                self.element(table, index);
                self.load_at(self.kind(place), 0);
                self.given(place);
            }
            Task::Put(table, index, value) => {
                self.element(table, index);
                self.get(value, Double);
                self.add(I::I64Store(Self::place_of(0)));
            }
            Task::Read(memory, address) => {
                let to = layout.word(memory);
                self.save(to, Double, |writer| {
                    writer.look(layout.memories[memory as usize], address, |writer| {
                        writer.load(Double, to)
                    });
                });
            }
            Task::Write(memory, address, data) => {
                let slot = layout.write(memory);
                self.save(slot, Double, |writer| writer.number(Double, 1));
                self.save(slot + 1, Double, |writer| writer.get(address, Double));
                self.save(slot + 2, Double, |writer| writer.get(data, Double));
            }
        }
    }

    /// A place has been computed.
    fn given(&mut self, place: u32) {
        let kind = self.kind(place);
        let variable = self.variable(kind);
        self.known[place as usize] = Some((variable, self.block));
        self.add(I::LocalSet(variable));
        let crosses = self.crosses[place as usize];
        #[cfg(test)]
        let crosses = crosses && !Fault::ForgetsToStore.is_there();
        if crosses {
            self.save(self.layout.slot(place), kind, |writer| {
                writer.add(I::LocalGet(variable))
            });
        }
    }

    /// The address of an element of slots behind the frame's address: its number is on the stack.
    fn behind(&mut self) {
        self.number(Word, BYTES.ilog2().into());
        self.add(I::I32Shl);
        self.add(I::LocalGet(FRAME));
        self.add(I::I32Add);
    }

    /// The address of the slot that a table has for an index.
    fn element(&mut self, table: u32, index: u32) {
        self.get(index, Word);
        self.behind();
        self.load_at(Word, self.layout.slots_of(table).first);
        self.behind();
    }

    /// The word of a table at an address; `otherwise` beyond its end.
    fn look(&mut self, words: Span, address: u32, otherwise: impl FnOnce(&mut Self)) {
        let width = self.widths[address as usize];
        if mask(width) < words.len as u64 {
            self.get(address, Word);
            self.behind();
            return self.load_at(Double, words.first);
        }
        let inside = self.variable(Word);
        self.get(address, Double);
        self.number(Double, words.len as u64);
        self.add(I::I64LtU);
        self.add(I::LocalSet(inside));
        self.get(address, Word);
        self.number(Word, 0);
        self.add(I::LocalGet(inside));
        self.add(I::Select);
        self.behind();
        self.load_at(Double, words.first);
        otherwise(self);
        self.add(I::LocalGet(inside));
        self.add(I::Select);
    }

    fn work(&mut self, place: u32, op: Op) {
        use Op::*;
        let Code { mask: kept, places, .. } = self.code[place as usize];
        let kind = self.kind(place);
        let common = |writer: &Self, a, b| match (writer.kind(a), writer.kind(b)) {
            (Word, Word) => Word,
            _ => Double,
        };
        match op {
            Constant(_) | Input(..) | Register(_) | Memory(_) | Answer(..) => self.number(kind, 0),
            Not(a) => {
                self.get(a, kind);
                self.number(kind, kept);
                self.add(of_kind!(kind, I32Xor, I64Xor));
            }
            Negate(a) => {
                self.number(kind, 0);
                self.get(a, kind);
                self.add(of_kind!(kind, I32Sub, I64Sub));
                self.masked(kind, kept);
            }
            All(a) => {
                // What is read through an extension may be narrower than the mask.
                let kind = if kept > mask(Word.bits()) { Double } else { self.kind(a) };
                self.get(a, kind);
                self.number(kind, kept);
                self.is_equal(kind, place);
            }
            Any(a) => {
                let of = self.kind(a);
                self.any(a);
                self.number(of, 0);
                self.add(of_kind!(of, I32Ne, I64Ne));
                self.convert(Word, kind);
            }
            Parity(a) => {
                self.get(a, Double);
                self.add(I::I64Popcnt);
                self.convert(Double, kind);
                self.masked(kind, 1);
            }
            Add(a, b) => {
                self.two(a, b, kind);
                self.add(of_kind!(kind, I32Add, I64Add));
                self.masked(kind, kept);
            }
            Subtract(a, b) => {
                self.two(a, b, kind);
                self.add(of_kind!(kind, I32Sub, I64Sub));
                self.masked(kind, kept);
            }
            Multiply(a, b) => {
                self.two(a, b, kind);
                self.add(of_kind!(kind, I32Mul, I64Mul));
                self.masked(kind, kept);
            }
            And(a, b) => {
                self.two(a, b, kind);
                self.add(of_kind!(kind, I32And, I64And));
            }
            Or(a, b) => {
                self.two(a, b, kind);
                self.add(of_kind!(kind, I32Or, I64Or));
            }
            Xor(a, b) => {
                self.two(a, b, kind);
                self.add(of_kind!(kind, I32Xor, I64Xor));
            }
            ShiftLeft(a, b) | ShiftRight(a, b) => {
                self.two(a, b, Double);
                self.add(match op {
                    ShiftLeft(..) => I::I64Shl,
                    _ => I::I64ShrU,
                });
                self.masked(Double, kept);
                self.number(Double, 0);
                self.get(b, Double);
                self.number(Double, places.into());
                self.add(I::I64LtU);
                self.add(I::Select);
                self.convert(Double, kind);
            }
            Equal(a, b) => {
                let of = common(self, a, b);
                self.two(a, b, of);
                self.is_equal(of, place);
            }
            Less(a, b) => {
                let of = common(self, a, b);
                self.two(a, b, of);
                self.add(of_kind!(of, I32LtU, I64LtU));
                self.convert(Word, kind);
            }
            Select(test, a, b) => {
                self.two(a, b, kind);
                self.test(test);
                self.add(I::Select);
            }
            Slice(a, low) => {
                let of = self.kind(a);
                if low as usize >= of.bits() {
                    return self.number(kind, 0);
                }
                self.any(a);
                if low > 0 {
                    self.number(of, low.into());
                    self.add(of_kind!(of, I32ShrU, I64ShrU));
                }
                self.convert(of, kind);
                self.masked(kind, kept);
            }
            Extend(a) => self.get(a, kind),
            Join(a, b) => {
                self.get(a, kind);
                self.number(kind, places.into());
                self.add(of_kind!(kind, I32Shl, I64Shl));
                self.get(b, kind);
                self.add(of_kind!(kind, I32Or, I64Or));
            }
            Look(table, a) => {
                self.look(self.layout.tables[table as usize], a, |writer| writer.number(Double, 0));
                self.convert(Double, kind);
            }
        }
    }

    /// Compares the two values of that kind on the stack; leaves 1 or 0 there, in the kind of `place`.
    fn is_equal(&mut self, kind: Kind, place: u32) {
        self.add(of_kind!(kind, I32Eq, I64Eq));
        self.convert(Word, self.kind(place));
    }
}
