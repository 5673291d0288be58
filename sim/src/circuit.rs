//! The harness's view of a circuit: its ports by number, and how it receives a clock edge.
//!
//! `#[derive(Circuit)]` (crate `tengen-derive`) writes the implementation; nothing else should.

use rust_hdl::prelude::*;
use std::{cell::Cell, marker::PhantomData};

use crate::{Encoded, Port};

/// A block evaluated this often without settling has a combinational loop.
pub const MOST_ROUNDS: usize = 1000;

/// A rust-hdl block that runs as `tengen-derive` describes.
pub trait Circuit: Block + Clone {
    /// Everything inside runs on the rising edge of this block's only clock, so an edge may be passed down directly.
    const ONE_CLOCK: bool;

    /// Makes the rising edge, while every input is settled. Does nothing in a block without a clock. Returns whether
    /// anything inside has changed: if not, further edges change nothing until an input changes.
    fn tick(&mut self) -> bool;

    /// Whether it has an output of type `Clock`.
    const HANDS_ON_A_CLOCK: bool;

    /// Passes the level that its clocks will have to its clock outputs. Nothing else inside changes, and the edge is
    /// still to come.
    fn hand_on_clocks(&mut self);

    /// The interface in the order of the fields: clocks, inputs and outputs (arrays of signals are left out).
    fn ports() -> Vec<Port>
    where
        Self: Sized;

    /// Drives input number `port` of [`Circuit::ports`], or sets a clock's level; takes effect at the next
    /// `update_all`. Panics if it is not an input.
    fn write(&mut self, port: usize, value: u64);

    /// The settled value of port number `port`, at most 64 bits of it. Panics if there is none.
    fn read(&self, port: usize) -> u64;

    /// Drives every clock input.
    fn set_clock(&mut self, level: bool);

    /// Makes the values of `Local` signals visible to a `Probe`, which sees latched values only: in
    /// `all` blocks, or in those that do not rest.
    fn latch_locals(&mut self, all: bool);

    /// Shows its blocks and signals in the order in which a probe visits them, as far as the observer asks.
    fn observe(&self, observer: &mut dyn Observer);
}

/// Observes every signal repeatedly, like a [`Probe`] but faster.
pub trait Observer {
    /// A block begins. If it `rests`, nothing in it has changed since it was last observed. If this returns true, the
    /// block shows its contents and ends with `leave`.
    fn enter(&mut self, rests: bool) -> bool;

    /// A signal or a constant, with its latched value if it has at most 64 bits.
    fn see(&mut self, atom: &dyn Atom, value: Option<u64>);

    fn leave(&mut self);
}

/// The name under which a scope is announced to probes, `instance:Type`: rust-hdl has no other way to pass on the
/// type's name.
pub fn scope_name(instance: &str, type_name: &str) -> String {
    format!("{instance}:{type_name}")
}

/// Splits a [`scope_name`]; the type is empty for a block of another derive.
pub fn split_scope(scope: &str) -> (&str, &str) {
    scope.split_once(':').unwrap_or((scope, ""))
}

/// What `#[derive(Circuit)]` has found in the source file. rust-hdl's tree of a kernel has no line numbers and not
/// everything that the kernel says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Source {
    /// The path as given to the compiler; empty if there is none.
    pub file: &'static str,
    /// The folder of the package, absolute. The path above begins in it or in a folder that it is in.
    pub folder: &'static str,
    /// The line where the kernel begins; 0 if it was not found, as may happen with a kernel written by a macro.
    pub line: u32,
    /// The line of each statement of the kernel, in source order.
    pub statements: &'static [u32],
    /// What the tree has lost: the line, and what to write instead.
    pub lost: &'static [(u32, &'static str)],
    /// The inputs that the derive treats as clocks.
    pub clocks: &'static [&'static str],
}

thread_local! {
    static ANNOUNCED: Cell<Option<&'static Source>> = const { Cell::new(None) };
}

/// Announces a block's source before the block opens its scope to a probe, which has no other way to get it.
pub fn announce(source: &'static Source) {
    ANNOUNCED.set(Some(source));
}

/// The source announced for the scope that opens now; `None` for a block of another derive.
pub fn announced() -> Option<&'static Source> {
    ANNOUNCED.take()
}

/// A memory as described by its circuit, beside its Verilog. Its ports have fixed names:
///
/// | kind        | ports                                            |
/// |-------------|--------------------------------------------------|
/// | Table       | address, data: combinational                     |
/// | Rom         | clock, address, data: at the edge                |
/// | DualPortRom | clock, address_a, address_b, data_a, data_b: at the edge |
/// | DualPort    | clock, write_enable, write_address, write_data, read_address, read_data: at the edge; during a write the output is kept |
/// | Stream      | the same; during a write it outputs the old word |
/// | Small       | the same; the read is combinational              |
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Memory {
    pub kind: MemoryKind,
    /// The first contents, each word as 64-bit digits, lowest first.
    pub words: Vec<Vec<u64>>,
    /// The output before the first read.
    pub initial: Vec<u64>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MemoryKind {
    Table,
    Rom,
    DualPortRom,
    DualPort,
    Stream,
    Small,
}

thread_local! {
    static ANNOUNCED_MEMORY: Cell<Option<Memory>> = const { Cell::new(None) };
}

/// Announces a memory when it writes its Verilog, so that nobody has to parse the text.
pub fn announce_memory(memory: Memory) {
    ANNOUNCED_MEMORY.set(Some(memory));
}

/// The memory announced by the circuit that has just written its Verilog.
pub fn announced_memory() -> Option<Memory> {
    ANNOUNCED_MEMORY.take()
}

/// The behaviour of a circuit that is described by Verilog text alone, for the fast engine. All outputs come from registers.
#[derive(Clone, Copy, Debug)]
pub struct Behaviour {
    /// Maps the words of a clock to those after its edge. The words are those of the outputs, then those of `state`, then, as
    /// an argument alone, those of the inputs but the clock; ports in the order of their declaration. A port of more than 64
    /// bits has several words, the lowest first. It must follow from the words alone.
    pub edge: tengen_fast::Function,
    /// The widths of what it remembers beside its outputs, each at most 64 bits. All words are 0 at first.
    pub state: &'static [usize],
}

thread_local! {
    static ANNOUNCED_BEHAVIOUR: Cell<Option<Behaviour>> = const { Cell::new(None) };
}

/// Announces a circuit's behaviour when it writes its Verilog.
pub fn announce_behaviour(behaviour: Behaviour) {
    ANNOUNCED_BEHAVIOUR.set(Some(behaviour));
}

/// The behaviour announced by the circuit that has just written its Verilog.
pub fn announced_behaviour() -> Option<Behaviour> {
    ANNOUNCED_BEHAVIOUR.take()
}

/// Carries a type to the two traits below. Method lookup tries [`PlainValue`] (no reference) before [`AnyValue`] (one
/// reference), so ports of plain types are fast and every other port still reads.
pub struct Typed<T>(PhantomData<T>);

impl<T> Typed<T> {
    #[allow(clippy::new_without_default)]
    pub fn new() -> Self {
        Typed(PhantomData)
    }
}

impl Typed<Clock> {
    pub const IS_CLOCK: bool = true;
}

/// The value for every type but `Clock`: an associated constant of the type itself takes precedence over one of a
/// trait.
pub trait NoClock {
    const IS_CLOCK: bool = false;
}

impl<T> NoClock for Typed<T> {}

/// Conversion for types that are [`Encoded`].
pub trait PlainValue<T> {
    fn to_u64(&self, value: T) -> u64;
    #[allow(clippy::wrong_self_convention)]
    fn from_u64(&self, value: u64) -> T;
}

impl<T: Encoded> PlainValue<T> for Typed<T> {
    #[inline]
    fn to_u64(&self, value: T) -> u64 {
        value.encode()
    }
    #[inline]
    fn from_u64(&self, value: u64) -> T {
        T::decode(value)
    }
}

/// Conversion for all other types, through the value's literal.
pub trait AnyValue<T> {
    fn to_u64(&self, value: T) -> u64;
    #[allow(clippy::wrong_self_convention)]
    fn from_u64(&self, value: u64) -> T;
}

impl<T: Synth> AnyValue<T> for &Typed<T> {
    fn to_u64(&self, value: T) -> u64 {
        let literal = format!("{:x}", value.verilog());
        let digits = literal.rsplit('h').next().unwrap_or_default();
        let kept = &digits[digits.len().saturating_sub(16)..];
        u64::from_str_radix(kept, 16).unwrap_or_default()
    }
    fn from_u64(&self, _: u64) -> T {
        panic!("an input of rust-hdl's own LogicState or LogicStruct cannot be driven: derive those of this crate")
    }
}
