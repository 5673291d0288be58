//! What the harness knows of a circuit: its ports by number, and how a clock edge reaches it.
//!
//! `#[derive(Circuit)]` (crate `tengen-derive`) writes the implementation; nothing else should.

use rust_hdl::prelude::*;
use std::{cell::Cell, marker::PhantomData};

use crate::{Encoded, Port};

/// A block that evaluates this often without coming to rest holds a combinational loop.
pub const MOST_ROUNDS: usize = 1000;

/// A rust-hdl block that runs as `tengen-derive` describes.
pub trait Circuit: Block + Clone {
    /// Everything below hangs on the rising edge of the one clock of this block, so an edge may be handed down directly.
    const ONE_CLOCK: bool;

    /// The rising edge, arriving while every input is settled. Does nothing in a block without a clock. Tells whether
    /// anything in here has moved: if not, another edge will not move anything either before an input changes.
    fn tick(&mut self) -> bool;

    /// It has an output of the type `Clock`.
    const HANDS_ON_A_CLOCK: bool;

    /// Lets the level that its clocks will have reach its outputs of that type. Nothing else in it moves, and the edge is
    /// still to come.
    fn hand_on_clocks(&mut self);

    /// The interface in the order of the fields: clocks, inputs and outputs (arrays of signals are left out).
    fn ports() -> Vec<Port>
    where
        Self: Sized;

    /// Drives input number `port` of [`Circuit::ports`], a clock to its level; it is seen at the next `update_all`. Panics
    /// if it is no input.
    fn write(&mut self, port: usize, value: u64);

    /// The settled value of port number `port`, at most 64 bits of it. Panics if there is none.
    fn read(&self, port: usize) -> u64;

    /// Drives every clock input.
    fn set_clock(&mut self, level: bool);

    /// Makes the values of `Local` signals visible to a `Probe`, which sees latched values only: in
    /// `all` blocks, or in those that do not rest.
    fn latch_locals(&mut self, all: bool);

    /// Shows itself in the order in which a probe meets it, and no more than the observer wants to see.
    fn observe(&self, observer: &mut dyn Observer);
}

/// Whoever looks at every signal again and again, as a [`Probe`] does, but quickly.
pub trait Observer {
    /// A block begins. If it `rests`, no edge and no input has moved anything in it since it was looked at last. True: it is to
    /// show what is in it, and to end with `leave`.
    fn enter(&mut self, rests: bool) -> bool;

    /// A signal or a constant, with the value that was latched last if it has at most 64 bits.
    fn see(&mut self, atom: &dyn Atom, value: Option<u64>);

    fn leave(&mut self);
}

/// A scope is announced to probes as `instance:Type`, since rust-hdl has no other way to carry the type's name.
pub fn scope_name(instance: &str, type_name: &str) -> String {
    format!("{instance}:{type_name}")
}

/// The two halves of [`scope_name`]; the type is empty for a block of another derive.
pub fn split_scope(scope: &str) -> (&str, &str) {
    scope.split_once(':').unwrap_or((scope, ""))
}

/// What `#[derive(Circuit)]` has seen in the source file. rust-hdl's tree of a kernel tells neither lines nor all that the
/// kernel says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Source {
    /// As the compiler was given it; empty if there is none.
    pub file: &'static str,
    /// Where the kernel begins; 0 if it was not found, as one that a macro writes may not be.
    pub line: u32,
    /// The line of each statement of the kernel, in the order of the text.
    pub statements: &'static [u32],
    /// What the kernel says and the tree does not: the line, and what to write instead.
    pub lost: &'static [(u32, &'static str)],
    /// The inputs that the derive takes for clocks.
    pub clocks: &'static [&'static str],
}

thread_local! {
    static ANNOUNCED: Cell<Option<&'static Source>> = const { Cell::new(None) };
}

/// Called before a block opens its scope to a probe, which has no other way to know its source.
pub fn announce(source: &'static Source) {
    ANNOUNCED.set(Some(source));
}

/// What was announced for the scope that opens now; nothing for a block of another derive.
pub fn announced() -> Option<&'static Source> {
    ANNOUNCED.take()
}

/// A memory as its circuit describes it, beside its Verilog. Its ports are called as those of the console's memories:
///
/// | kind     | ports                                                                              |
/// |----------|------------------------------------------------------------------------------------|
/// | Table    | address, data: at once                                                             |
/// | Rom      | clock, address, data: at the edge                                                  |
/// | DualPort | clock, write_enable, write_address, write_data, read_address, read_data: at the edge; while it is written the answer stays |
/// | Stream   | the same; while it is written it answers what was there before                     |
/// | Small    | the same; the answer is there at once                                              |
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Memory {
    pub kind: MemoryKind,
    /// The first contents, each word as digits of 64 bits, the lowest first.
    pub words: Vec<Vec<u64>>,
    /// What it answers before it has been asked.
    pub initial: Vec<u64>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MemoryKind {
    Table,
    Rom,
    DualPort,
    Stream,
    Small,
}

thread_local! {
    static ANNOUNCED_MEMORY: Cell<Option<Memory>> = const { Cell::new(None) };
}

/// Called by a memory that tells its Verilog, which nobody is to read for what it does.
pub fn announce_memory(memory: Memory) {
    ANNOUNCED_MEMORY.set(Some(memory));
}

/// What the circuit announced that has just told its Verilog.
pub fn announced_memory() -> Option<Memory> {
    ANNOUNCED_MEMORY.take()
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

/// What every type but `Clock` answers: an associated constant of a type itself comes before that of a trait.
pub trait NoClock {
    const IS_CLOCK: bool = false;
}

impl<T> NoClock for Typed<T> {}

/// Conversion for whatever is [`Encoded`].
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

/// Conversion for everything else, by way of the value's literal.
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
