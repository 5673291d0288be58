//! Compiles a program to machine code, with Cranelift.
//!
//! ```text
//! if t { s = x + 1 }        cmp [frame + t], 0; je end; mov rax, [frame + x]; inc rax; mov [frame + s], rax; end:
//! ```
//!
//! Between two branches values are in registers of the processor; what is read beyond goes through its slot in the frame.
//! So no value lives long, and the registers are soon allocated.

use std::{cmp::Ordering, collections::BTreeMap};

use cranelift_codegen::{
    ir::{
        AbiParam, Block, BlockArg, InstBuilder, MemFlags, Type, UserFuncName, Value,
        condcodes::IntCC,
        types::{I8, I32, I64},
    },
    settings::{self, Configurable},
};
use cranelift_frontend::{FunctionBuilder, FunctionBuilderContext};
use cranelift_jit::{JITBuilder, JITModule};
use cranelift_module::{FuncId, Module, ModuleError, default_libcall_names};

#[cfg(test)]
use crate::faults::Fault;
use crate::{
    blocks::{both, crossing},
    code::Code,
    frame::{Layout, Span},
    netlist::{Op, mask},
    program::{Program, Statement, Task},
};

/// A function of one argument, the address of a frame.
pub struct Compiled {
    pub module: JITModule,
    pub function: FuncId,
}

const BYTES: i32 = 8;

/// Compiles a program; an error if this machine is not one that Cranelift knows.
pub fn compile(program: &Program, layout: &Layout, code: &[Code], widths: &[usize]) -> Result<Compiled, String> {
    let mut flags = settings::builder();
    let set = |flags: &mut settings::Builder, name, value| flags.set(name, value).map_err(|error| error.to_string());
    // With values that end with their blocks there is little left to optimise.
    set(&mut flags, "opt_level", "none")?;
    set(&mut flags, "enable_verifier", "false")?;
    let isa = cranelift_native::builder()?;
    let isa = isa
        .finish(settings::Flags::new(flags))
        .map_err(|error| error.to_string())?;
    let mut module = JITModule::new(JITBuilder::with_isa(isa, default_libcall_names()));
    let function =
        define(&mut module, program, &Context { layout, code, widths }).map_err(|error| error.to_string())?;
    Ok(Compiled { module, function })
}

/// The type of values of that width.
fn kind_of(width: usize) -> Type {
    match width {
        0..=1 => I8,
        2..=32 => I32,
        _ => I64,
    }
}

struct Context<'a> {
    layout: &'a Layout,
    code: &'a [Code],
    widths: &'a [usize],
}

fn define(module: &mut JITModule, program: &Program, context: &Context) -> Result<FuncId, Box<ModuleError>> {
    let mut code = module.make_context();
    code.func.signature.params.push(AbiParam::new(I64));
    code.func.name = UserFuncName::user(0, 0);
    let mut state = FunctionBuilderContext::new();
    let mut builder = FunctionBuilder::new(&mut code.func, &mut state);
    let entry = builder.create_block();
    builder.append_block_params_for_function_params(entry);
    builder.switch_to_block(entry);
    builder.seal_block(entry);
    let frame = builder.block_params(entry)[0];
    let places = context.code.len();
    let mut writer = Writer {
        builder,
        frame,
        context,
        crosses: crossing(&program.statements, places),
        known: vec![None; places],
        chosen: BTreeMap::new(),
    };
    writer.all(&program.statements);
    writer.builder.ins().return_(&[]);
    writer.builder.finalize();
    let function = module
        .declare_anonymous_function(&code.func.signature)
        .map_err(Box::new)?;
    module.define_function(function, &mut code).map_err(Box::new)?;
    module.clear_context(&mut code);
    module.finalize_definitions().map_err(Box::new)?;
    Ok(function)
}

struct Writer<'a> {
    builder: FunctionBuilder<'a>,
    frame: Value,
    context: &'a Context<'a>,
    /// The places that are read in other blocks, from their slots.
    crosses: Vec<bool>,
    /// The last known value of each place, and the block in which it is known.
    known: Vec<Option<(Value, Block)>>,
    /// The values that the present arms choose.
    chosen: BTreeMap<u32, Option<Value>>,
}

impl Writer<'_> {
    fn all(&mut self, statements: &[Statement]) {
        for statement in statements {
            match statement {
                Statement::Do(task) => self.task(*task),
                Statement::If(test, high, low) => self.branch(*test, high, low),
            }
        }
    }

    /// That value of a place is in a register of the processor until the present block ends.
    fn know(&mut self, place: u32, value: Value) {
        self.known[place as usize] = self.builder.current_block().map(|block| (value, block));
    }

    fn branch(&mut self, test: u32, high: &[Statement], low: &[Statement]) {
        let test = self.any(test);
        let [then, otherwise, end] = [(); 3].map(|()| self.builder.create_block());
        // What both arms choose is in a register of the processor after them.
        let chosen = both(high, low).into_iter().map(|place| {
            let value = self.builder.append_block_param(end, self.kind(place));
            (place, value)
        });
        let chosen: Vec<(u32, Value)> = chosen.collect();
        let other = if low.is_empty() { end } else { otherwise };
        let first = if high.is_empty() { end } else { then };
        self.builder.ins().brif(test, first, &[], other, &[]);
        for (block, statements) in [(then, high), (otherwise, low)] {
            if !statements.is_empty() {
                self.builder.switch_to_block(block);
                self.builder.seal_block(block);
                chosen
                    .iter()
                    .for_each(|(place, _)| _ = self.chosen.insert(*place, None));
                self.all(statements);
                let values = chosen.iter().filter_map(|(place, _)| self.chosen.remove(place)?);
                let values: Vec<BlockArg> = values.map(BlockArg::Value).collect();
                self.builder.ins().jump(end, &values);
            }
        }
        self.builder.switch_to_block(end);
        self.builder.seal_block(end);
        for (place, value) in chosen {
            self.given(place, value);
        }
    }

    fn load(&mut self, kind: Type, slot: u32) -> Value {
        self.builder
            .ins()
            .load(kind, MemFlags::trusted(), self.frame, slot as i32 * BYTES)
    }

    /// Stores a value that is not wider than the slot's other values; the bytes above stay zeros.
    fn save(&mut self, slot: u32, value: Value) {
        self.builder
            .ins()
            .store(MemFlags::trusted(), value, self.frame, slot as i32 * BYTES);
    }

    /// The type of a place.
    fn kind(&self, place: u32) -> Type {
        kind_of(self.context.widths[place as usize])
    }

    /// A value in its own type.
    fn any(&mut self, place: u32) -> Value {
        match self.known[place as usize] {
            Some((value, block)) if self.builder.current_block() == Some(block) => return value,
            _ => {}
        }
        let kind = self.kind(place);
        if let Op::Constant(value) = self.context.code[place as usize].op {
            return self.number(kind, value);
        }
        let value = self.load(kind, self.context.layout.slot(place));
        self.know(place, value);
        value
    }

    /// A value in that type.
    fn get(&mut self, place: u32, kind: Type) -> Value {
        if let Op::Constant(value) = self.context.code[place as usize].op {
            return self.number(kind, value);
        }
        let value = self.any(place);
        self.as_kind(value, kind)
    }

    fn as_kind(&mut self, value: Value, kind: Type) -> Value {
        let own = self.builder.func.dfg.value_type(value);
        match own.bits().cmp(&kind.bits()) {
            Ordering::Equal => value,
            Ordering::Less => self.builder.ins().uextend(kind, value),
            Ordering::Greater => self.builder.ins().ireduce(kind, value),
        }
    }

    fn number(&mut self, kind: Type, value: u64) -> Value {
        let kept = mask(kind.bits() as usize);
        self.builder.ins().iconst(kind, (value & kept) as i64)
    }

    fn masked(&mut self, value: Value, kept: u64) -> Value {
        let kind = self.builder.func.dfg.value_type(value);
        if kept == mask(kind.bits() as usize) {
            return value;
        }
        self.builder.ins().band_imm(value, kept as i64)
    }

    fn task(&mut self, task: Task) {
        let layout = self.context.layout;
        match task {
            Task::Work(place, op) => {
                let value = self.work(place, op);
                self.given(place, value);
            }
            Task::Count(place, from, bits) => {
                let from = self.get(from, I64);
                let from = self.masked(from, bits);
                let count = self.builder.ins().popcnt(from);
                let count = self.as_kind(count, self.kind(place));
                let value = self.masked(count, self.context.code[place as usize].mask);
                self.given(place, value);
            }
            Task::Choose(to, from) => {
                let value = self.get(from, self.kind(to));
                match self.chosen.get_mut(&to) {
                    Some(chosen) => *chosen = Some(value),
                    None => self.save(layout.slot(to), value),
                }
            }
            Task::Store(target, from) => {
                // All that is stored there has one type: what is read through an extension is narrower.
                let value = self.get(from, kind_of(layout.widths[target as usize]));
                self.save(layout.target(target), value);
            }
            Task::Pick(place, index, table) => {
                let at = self.element(table, index);
                let kind = self.kind(place);
                let value = self.builder.ins().load(kind, MemFlags::trusted(), at, 0);
                self.given(place, value);
            }
            Task::Put(table, index, value) => {
                let value = self.get(value, I64);
                let at = self.element(table, index);
                self.builder.ins().store(MemFlags::trusted(), value, at, 0);
            }
            Task::Read(memory, address) => {
                let to = layout.word(memory);
                let old = self.load(I64, to);
                let value = self.look(layout.memories[memory as usize], address, old);
                self.save(to, value);
            }
            Task::Write(memory, address, data) => {
                let values = [self.number(I64, 1), self.get(address, I64), self.get(data, I64)];
                for (slot, value) in (layout.write(memory)..).zip(values) {
                    self.save(slot, value);
                }
            }
        }
    }

    /// A place has been computed.
    fn given(&mut self, place: u32, value: Value) {
        self.know(place, value);
        let crosses = self.crosses[place as usize];
        #[cfg(test)]
        let crosses = crosses && !Fault::ForgetsToStore.is_there();
        if crosses {
            self.save(self.context.layout.slot(place), value);
        }
    }

    /// The address of the slot that a table has for an index.
    fn element(&mut self, table: u32, index: u32) -> Value {
        let index = self.get(index, I64);
        let offset = self.builder.ins().ishl_imm(index, BYTES.ilog2() as i64);
        let at = self.builder.ins().iadd(self.frame, offset);
        let first = self.context.layout.slots_of(table).first as i32 * BYTES;
        let slot = self.builder.ins().load(I64, MemFlags::trusted(), at, first);
        let offset = self.builder.ins().ishl_imm(slot, BYTES.ilog2() as i64);
        self.builder.ins().iadd(self.frame, offset)
    }

    /// The word of a table at an address; `otherwise` beyond its end.
    fn look(&mut self, words: Span, address: u32, otherwise: Value) -> Value {
        let width = self.context.widths[address as usize];
        let address = self.get(address, I64);
        let inside = (mask(width) >= words.len as u64).then(|| {
            self.builder
                .ins()
                .icmp_imm(IntCC::UnsignedLessThan, address, words.len as i64)
        });
        let address = match inside {
            None => address,
            Some(inside) => {
                let zero = self.number(I64, 0);
                self.builder.ins().select(inside, address, zero)
            }
        };
        let offset = self.builder.ins().ishl_imm(address, BYTES.ilog2() as i64);
        let at = self.builder.ins().iadd(self.frame, offset);
        let first = words.first as i32 * BYTES;
        let word = self.builder.ins().load(I64, MemFlags::trusted(), at, first);
        match inside {
            None => word,
            Some(inside) => self.builder.ins().select(inside, word, otherwise),
        }
    }

    /// The wider of the types of two places.
    fn common(&self, a: u32, b: u32) -> Type {
        let (a, b) = (self.kind(a), self.kind(b));
        if a.bits() > b.bits() { a } else { b }
    }

    fn compared(&mut self, how: IntCC, a: u32, b: u32) -> Value {
        let kind = self.common(a, b);
        let (a, b) = (self.get(a, kind), self.get(b, kind));
        self.builder.ins().icmp(how, a, b)
    }

    fn work(&mut self, place: u32, op: Op) -> Value {
        use Op::*;
        let Code { mask: kept, places, .. } = self.context.code[place as usize];
        let kind = self.kind(place);
        let one = |writer: &mut Self, a: u32| writer.get(a, kind);
        let two = |writer: &mut Self, a: u32, b: u32| (writer.get(a, kind), writer.get(b, kind));
        match op {
            Constant(_) | Input(..) | Register(_) | Memory(_) | Answer(..) => self.number(kind, 0),
            Not(a) => {
                let a = one(self, a);
                self.builder.ins().bxor_imm(a, kept as i64)
            }
            Negate(a) => {
                let a = one(self, a);
                let value = self.builder.ins().ineg(a);
                self.masked(value, kept)
            }
            All(a) => {
                // What is read through an extension may be narrower than the mask.
                let kind = if kept > mask(self.kind(a).bits() as usize) { I64 } else { self.kind(a) };
                let (a, all) = (self.get(a, kind), self.number(kind, kept));
                self.builder.ins().icmp(IntCC::Equal, a, all)
            }
            Any(a) => {
                let a = self.any(a);
                self.builder.ins().icmp_imm(IntCC::NotEqual, a, 0)
            }
            Parity(a) => {
                let a = self.get(a, I64);
                let count = self.builder.ins().popcnt(a);
                let count = self.as_kind(count, kind);
                self.builder.ins().band_imm(count, 1)
            }
            Add(a, b) => {
                let (a, b) = two(self, a, b);
                let value = self.builder.ins().iadd(a, b);
                self.masked(value, kept)
            }
            Subtract(a, b) => {
                let (a, b) = two(self, a, b);
                let value = self.builder.ins().isub(a, b);
                self.masked(value, kept)
            }
            Multiply(a, b) => {
                let wide = if kind == I64 { I64 } else { I32 };
                let (a, b) = (self.get(a, wide), self.get(b, wide));
                let value = self.builder.ins().imul(a, b);
                let value = self.as_kind(value, kind);
                self.masked(value, kept)
            }
            And(a, b) => {
                let (a, b) = two(self, a, b);
                self.builder.ins().band(a, b)
            }
            Or(a, b) => {
                let (a, b) = two(self, a, b);
                self.builder.ins().bor(a, b)
            }
            Xor(a, b) => {
                let (a, b) = two(self, a, b);
                self.builder.ins().bxor(a, b)
            }
            ShiftLeft(a, b) | ShiftRight(a, b) => {
                let (a, b) = (self.get(a, I64), self.get(b, I64));
                let inside = self
                    .builder
                    .ins()
                    .icmp_imm(IntCC::UnsignedLessThan, b, i64::from(places));
                let value = match op {
                    ShiftLeft(..) => self.builder.ins().ishl(a, b),
                    _ => self.builder.ins().ushr(a, b),
                };
                let value = self.masked(value, kept);
                let zero = self.number(I64, 0);
                let value = self.builder.ins().select(inside, value, zero);
                self.as_kind(value, kind)
            }
            Equal(a, b) => self.compared(IntCC::Equal, a, b),
            Less(a, b) => self.compared(IntCC::UnsignedLessThan, a, b),
            Select(test, a, b) => {
                let test = self.any(test);
                let (a, b) = two(self, a, b);
                self.builder.ins().select(test, a, b)
            }
            Slice(a, low) => {
                let mut value = self.any(a);
                if low >= self.builder.func.dfg.value_type(value).bits() {
                    return self.number(kind, 0);
                }
                if low > 0 {
                    value = self.builder.ins().ushr_imm(value, i64::from(low));
                }
                let value = self.as_kind(value, kind);
                self.masked(value, kept)
            }
            Extend(a) => one(self, a),
            Join(a, b) => {
                let (a, b) = two(self, a, b);
                let high = self.builder.ins().ishl_imm(a, i64::from(places));
                self.builder.ins().bor(high, b)
            }
            Look(table, a) => {
                let zero = self.number(I64, 0);
                let word = self.look(self.context.layout.tables[table as usize], a, zero);
                self.as_kind(word, kind)
            }
        }
    }
}
