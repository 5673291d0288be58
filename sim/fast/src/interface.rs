//! The interface of every engine: ports to drive and read, and clocks.
//!
//! ```text
//!            set(..)  step()                 get(..)
//! clock    ___________/‾‾‾‾‾‾‾‾‾‾‾‾\___________________
//! inputs   ==X========= settled before the edge =======
//! outputs  ===========X=== after the edge ==============
//! ```

use std::ops::Range;

use crate::clocks::Clocks;

/// One signal of a circuit's interface.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Port {
    pub name: &'static str,
    pub direction: PortDirection,
    /// Width in bits.
    pub width: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PortDirection {
    Clock,
    Input,
    Output,
    InOut,
}

/// A circuit that can be driven port by port and clock by clock.
pub trait Engine {
    /// The interface. Positions in this list are the port numbers of `set` and `get`.
    fn ports(&self) -> &[Port];

    /// Drives an input, or, if there are several clocks, one clock to that level; takes effect at the next `settle` or
    /// `step`. Data must settle before the edge that samples it.
    fn set(&mut self, port: usize, value: u64);

    /// The value of a port as of the last `settle` or `step`.
    fn get(&self, port: usize) -> u64;

    /// Lets changed inputs reach every output that depends on them.
    fn settle(&mut self);

    /// Settles the inputs, then makes one rising edge: of all clocks at once if there are several.
    fn step(&mut self);

    /// Runs that many steps with the inputs as they are. Engines for which the call of a step costs more than the step
    /// override this.
    fn steps(&mut self, count: u64) {
        for _ in 0..count {
            self.step();
        }
    }

    /// Settles the inputs and the clocks' present levels, then makes all edges of these clocks before the time `end`, with the
    /// inputs as they are. Engines for which the call of an edge costs more than the edge override this.
    fn run_until(&mut self, clocks: &mut Clocks, end: u64) {
        for (port, level) in clocks.levels() {
            self.set(port, level);
        }
        self.settle();
        clocks.drive(self, end);
    }

    /// Runs that many steps with changes of inputs that are known beforehand, in the order of their clocks. `seen`
    /// receives the values of its ports after each step, when the inputs already have their values for the next step.
    fn watch(&mut self, count: usize, changes: &[Change], seen: &mut Seen) {
        let mut engine = self;
        watch(&mut engine, count, changes, seen);
    }

    /// The number of clocks that are best run together; more are no faster.
    fn batch(&self) -> usize {
        1
    }

    /// Keeps this state for [`Engine::go_back`], in place of any kept before. False: this engine cannot.
    fn keep(&mut self) -> bool {
        false
    }

    /// Returns to the state that was kept, if any.
    fn go_back(&mut self) {}

    /// The number of the port with that name.
    ///
    /// # Panics
    /// If there is no such port: port names are fixed when the circuit is written.
    fn port(&self, name: &str) -> usize {
        self.ports()
            .iter()
            .position(|port| port.name == name)
            .unwrap_or_else(|| panic!("no port named {name}"))
    }
}

/// A new value for an input before the given step, counted from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Change {
    pub clock: usize,
    pub port: usize,
    pub value: u64,
}

/// The values of some ports, clock by clock.
#[derive(Clone, Debug, Default)]
pub struct Seen {
    columns: Vec<Column>,
    clocks: usize,
}

#[derive(Clone, Debug)]
struct Column {
    port: usize,
    values: Vec<u64>,
    /// The value common to all clocks, if there is known to be one; `values` is not used then.
    same: Option<u64>,
}

impl Column {
    /// The first of so many clocks in which the other one has another value.
    fn differs(&self, other: &Column, clocks: usize) -> Option<usize> {
        let from = |values: &Column, same: u64| values.values[..clocks].iter().position(|value| *value != same);
        match (self.same, other.same) {
            (Some(one), Some(two)) => (one != two && clocks > 0).then_some(0),
            (Some(same), None) => from(other, same),
            (None, Some(same)) => from(self, same),
            (None, None) => (0..clocks).find(|clock| self.values[*clock] != other.values[*clock]),
        }
    }
}

impl Seen {
    /// An empty record for these ports.
    pub fn of(ports: &[usize]) -> Seen {
        let column = |port: &usize| Column { port: *port, values: vec![], same: None };
        Seen { columns: ports.iter().map(column).collect(), clocks: 0 }
    }

    /// The number of clocks recorded.
    pub fn clocks(&self) -> usize {
        self.clocks
    }

    /// The value of the port at index `column` after clock `clock`.
    #[inline]
    pub fn get(&self, column: usize, clock: usize) -> u64 {
        let column = &self.columns[column];
        column.same.unwrap_or_else(|| column.values[clock])
    }

    /// The value common to all clocks, if there is known to be one.
    #[inline]
    pub fn same(&self, column: usize) -> Option<u64> {
        self.columns[column].same
    }

    /// The values of these clocks, or the value common to all clocks if there is known to be one.
    #[inline]
    pub fn values(&self, column: usize, clocks: Range<usize>) -> Result<&[u64], u64> {
        let column = &self.columns[column];
        column.same.map_or_else(|| Ok(&column.values[clocks]), Err)
    }

    /// The first clock in which a record of the same ports has another value, and the index of the first such port.
    pub fn differs(&self, other: &Seen) -> Option<(usize, usize)> {
        let columns = self.columns.iter().zip(&other.columns).enumerate();
        let differing = columns.filter_map(|(column, (one, two))| Some((one.differs(two, self.clocks)?, column)));
        differing.min()
    }

    /// Makes room for that many clocks.
    pub fn begin(&mut self, clocks: usize) {
        self.clocks = clocks;
        for column in &mut self.columns {
            column.same = None;
            column.values.resize(column.values.len().max(clocks), 0);
        }
    }

    /// Copies the values that another record has of these ports.
    ///
    /// # Panics
    /// If the other record lacks one of them.
    pub fn take(&mut self, other: &Seen) {
        self.clocks = other.clocks;
        for column in &mut self.columns {
            let of = other.columns.iter().find(|of| of.port == column.port);
            column.clone_from(of.unwrap_or_else(|| panic!("nobody looks at port number {}", column.port)));
        }
    }

    /// The recorded ports, in order.
    pub fn ports(&self) -> impl Iterator<Item = usize> {
        self.columns.iter().map(|column| column.port)
    }

    /// Records one value for all clocks.
    pub fn set_same(&mut self, column: usize, value: u64) {
        self.columns[column].same = Some(value);
    }

    /// The values from that clock on.
    pub fn values_mut(&mut self, column: usize, from: usize) -> &mut [u64] {
        &mut self.columns[column].values[from..self.clocks]
    }
}

/// Forwards the named methods to a field that is an engine: for use within an `impl Engine`.
///
/// ```
/// # use tengen_fast::{Engine, Port, hand_on};
/// struct Counted<E> {
///     engine: E,
///     steps: u64,
/// }
///
/// impl<E: Engine> Engine for Counted<E> {
///     hand_on!(engine: ports, set, get, settle);
///     fn step(&mut self) {
///         self.engine.step();
///         self.steps += 1;
///     }
/// }
/// ```
#[macro_export]
macro_rules! hand_on {
    ($field:ident: $($method:ident),* $(,)?) => {
        $($crate::hand_on!(@$method $field);)*
    };
    (@ports $field:ident) => {
        fn ports(&self) -> &[$crate::Port] {
            self.$field.ports()
        }
    };
    (@set $field:ident) => {
        fn set(&mut self, port: usize, value: u64) {
            self.$field.set(port, value)
        }
    };
    (@get $field:ident) => {
        fn get(&self, port: usize) -> u64 {
            self.$field.get(port)
        }
    };
    (@settle $field:ident) => {
        fn settle(&mut self) {
            self.$field.settle()
        }
    };
    (@step $field:ident) => {
        fn step(&mut self) {
            self.$field.step()
        }
    };
    (@batch $field:ident) => {
        fn batch(&self) -> usize {
            self.$field.batch()
        }
    };
    (@keep $field:ident) => {
        fn keep(&mut self) -> bool {
            self.$field.keep()
        }
    };
    (@go_back $field:ident) => {
        fn go_back(&mut self) {
            self.$field.go_back()
        }
    };
}

/// [`Engine::watch`] for any engine. It is compiled here, where it is optimised, and not wherever a test has an engine of its own.
fn watch(engine: &mut dyn Engine, count: usize, changes: &[Change], seen: &mut Seen) {
    seen.begin(count);
    let mut changes = changes.iter().peekable();
    for clock in 0..=count {
        let mut settled = true;
        while let Some(change) = changes.next_if(|change| change.clock == clock) {
            engine.set(change.port, change.value);
            settled = false;
        }
        if clock > 0 {
            if !settled {
                engine.settle();
            }
            for column in &mut seen.columns {
                column.values[clock - 1] = engine.get(column.port);
            }
        }
        if clock < count {
            engine.step();
        }
    }
}

/// A pointer to an engine is an engine.
macro_rules! forward {
    ($pointer:ty) => {
        impl<E: Engine + ?Sized> Engine for $pointer {
            fn ports(&self) -> &[Port] {
                (**self).ports()
            }
            fn set(&mut self, port: usize, value: u64) {
                (**self).set(port, value)
            }
            fn get(&self, port: usize) -> u64 {
                (**self).get(port)
            }
            fn settle(&mut self) {
                (**self).settle()
            }
            fn step(&mut self) {
                (**self).step()
            }
            fn steps(&mut self, count: u64) {
                (**self).steps(count)
            }
            fn run_until(&mut self, clocks: &mut Clocks, end: u64) {
                (**self).run_until(clocks, end)
            }
            fn watch(&mut self, count: usize, changes: &[Change], seen: &mut Seen) {
                (**self).watch(count, changes, seen)
            }
            fn batch(&self) -> usize {
                (**self).batch()
            }
            fn keep(&mut self) -> bool {
                (**self).keep()
            }
            fn go_back(&mut self) {
                (**self).go_back()
            }
        }
    };
}

forward!(Box<E>);
forward!(&mut E);

#[cfg(test)]
mod tests {
    use super::*;

    /// A record of ports 4 and 7 over three clocks; a column of one value is kept as such.
    fn record(values: [&[u64]; 2]) -> Seen {
        let mut seen = Seen::of(&[4, 7]);
        seen.begin(3);
        for (column, values) in values.into_iter().enumerate() {
            match values {
                [same] => seen.set_same(column, *same),
                _ => seen.values_mut(column, 0).copy_from_slice(values),
            }
        }
        seen
    }

    #[test]
    fn the_first_difference_is_that_of_the_first_clock_and_then_of_the_first_port() {
        let one = record([&[1, 2, 3], &[5]]);
        for (other, differs) in [
            (record([&[1, 2, 3], &[5, 5, 5]]), None),
            (record([&[1, 2, 3], &[5, 6, 5]]), Some((1, 1))),
            (record([&[1, 2, 4], &[5, 6, 5]]), Some((1, 1))),
            (record([&[1, 0, 3], &[6]]), Some((0, 1))),
            (record([&[1], &[5, 6, 6]]), Some((1, 0))),
        ] {
            assert_eq!(one.differs(&other), differs, "{other:?}");
            assert_eq!(other.differs(&one), differs, "{other:?}");
        }
    }
}
