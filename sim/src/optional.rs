//! An optional part of a circuit.
//!
//! ```text
//!            present                      absent
//! start ──> [ judge ] ──> done     start ──┤   0 ──> done
//! ```
//!
//! The outputs of an absent part keep their first values: zero, the first variant, or the value of `#[init(..)]`. It
//! has no module, no memory and no scope in the waves, and its kernel never runs. Whether it is present is a property
//! of the instance, set where the circuit is created:
//!
//! ```
//! # use rust_hdl::prelude::*;
//! # use tengen_sim::{Circuit, Optional, kernel};
//! # #[derive(Circuit)]
//! # struct Judge {
//! #     pub start: Signal<In, Bit>,
//! #     pub done: Signal<Out, Bit>,
//! # }
//! # #[kernel]
//! # impl Logic for Judge {
//! #     fn update(&mut self) {
//! #         done = start;
//! #     }
//! # }
//! #[derive(Circuit)]
//! struct Game {
//!     pub start: Signal<In, Bit>,
//!     pub done: Signal<Out, Bit>,
//!     judge: Optional<Judge>,
//! }
//!
//! #[kernel]
//! impl Logic for Game {
//!     fn update(&mut self) {
//!         judge.start = start;
//!         done = judge.done;
//!     }
//! }
//!
//! impl Game {
//!     fn new(judged: bool) -> Self {
//!         Game {
//!             judge: Optional::when(judged),
//!             ..Default::default()
//!         }
//!     }
//! }
//! ```
//!
//! A part that drives a clock output cannot be optional; the compiler refuses it, since everything on that clock would
//! stand still.
//!
//! ```compile_fail,E0080
//! # use rust_hdl::prelude::*;
//! # use tengen_sim::{Circuit, Optional};
//! #[derive(Circuit)]
//! struct Buffer {
//!     pub pin: Signal<In, Clock>,
//!     pub clock: Signal<Out, Clock>,
//! }
//! # impl Logic for Buffer {
//! #     fn update(&mut self) {
//! #         self.clock.next = self.pin.val();
//! #     }
//! # }
//!
//! let buffer = Optional::<Buffer>::absent();
//! ```
//!
//! For a probe an absent part is a namespace, not a scope: its name, followed by the block that would be there. Waves
//! skip it; the Verilog writer reads its ports.

use std::ops::{Deref, DerefMut};

use rust_hdl::prelude::*;

use crate::{Circuit, Observer, Port};

/// A part that is present (the default) or absent. A kernel accesses its ports as if it were the part itself.
#[derive(Clone)]
pub struct Optional<T> {
    // Private, so that no name hides a port of the part. Boxed, because a machine of many parts would overflow the
    // stack.
    part: Box<T>,
    present: bool,
}

impl<T: Circuit> Optional<T> {
    pub fn present(part: T) -> Self {
        Optional { part: Box::new(part), present: true }
    }

    /// An absent part; only its ports are used.
    pub fn without(part: T) -> Self {
        const { assert!(!T::HANDS_ON_A_CLOCK, "a part that hands on a clock cannot be left out") };
        Optional { part: Box::new(part), present: false }
    }
}

impl<T: Circuit + Default> Optional<T> {
    pub fn absent() -> Self {
        Self::without(T::default())
    }

    pub fn when(present: bool) -> Self {
        match present {
            true => Self::present(T::default()),
            false => Self::absent(),
        }
    }
}

impl<T: Circuit + Default> Default for Optional<T> {
    fn default() -> Self {
        Self::present(T::default())
    }
}

impl<T> Deref for Optional<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.part
    }
}

impl<T> DerefMut for Optional<T> {
    fn deref_mut(&mut self) -> &mut T {
        &mut self.part
    }
}

impl<T: Circuit> Logic for Optional<T> {
    fn update(&mut self) {
        if self.present {
            self.part.update();
        }
    }

    fn connect(&mut self) {
        self.part.connect();
    }

    fn hdl(&self) -> Verilog {
        self.part.hdl()
    }

    fn timing(&self) -> Vec<TimingInfo> {
        self.part.timing()
    }
}

impl<T: Circuit> Block for Optional<T> {
    fn connect_all(&mut self) {
        if self.present {
            self.part.connect_all();
        }
    }

    #[inline]
    fn update_all(&mut self) {
        if self.present {
            self.part.update_all();
        }
    }

    #[inline]
    fn has_changed(&self) -> bool {
        self.present && self.part.has_changed()
    }

    fn accept(&self, name: &str, probe: &mut dyn Probe) {
        if self.present {
            self.part.accept(name, probe);
        } else {
            probe.visit_start_namespace(name, &*self.part);
            probe.visit_end_namespace(name, &*self.part);
        }
    }
}

impl<T: Circuit> Circuit for Optional<T> {
    const ONE_CLOCK: bool = T::ONE_CLOCK;
    const HANDS_ON_A_CLOCK: bool = T::HANDS_ON_A_CLOCK;

    #[inline]
    fn tick(&mut self) -> bool {
        self.present && self.part.tick()
    }

    fn hand_on_clocks(&mut self) {
        if self.present {
            self.part.hand_on_clocks();
        }
    }

    fn ports() -> Vec<Port> {
        T::ports()
    }

    fn write(&mut self, port: usize, value: u64) {
        self.part.write(port, value);
    }

    fn read(&self, port: usize) -> u64 {
        self.part.read(port)
    }

    #[inline]
    fn set_clock(&mut self, level: bool) {
        if self.present {
            self.part.set_clock(level);
        }
    }

    fn latch_locals(&mut self, all: bool) {
        if self.present {
            self.part.latch_locals(all);
        }
    }

    fn observe(&self, observer: &mut dyn Observer) {
        if self.present {
            self.part.observe(observer);
        }
    }
}

#[cfg(test)]
mod tests;
