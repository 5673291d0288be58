//! Registers that are read or written by an index.
//!
//! ```text
//! x == 3 ? r3 : x == 2 ? r2 : x == 1 ? r1 : r0        =>   r[x]
//! r0.d = enable & x == 0 ? value : r0, and so on      =>   if enable { next r[x] = value }
//! ```
//!
//! A table holds the slot for each index, so the registers can be anywhere.

use std::collections::BTreeMap;

#[cfg(test)]
use crate::faults::Fault;
use crate::{code::Code, frame::Layout, netlist::Op, program::Store};

/// The registers of some logic that are arrays.
pub struct Arrays {
    /// For each place that is an element: its index, and the table.
    pub reads: Vec<Option<(u32, u32)>>,
    pub writes: Vec<Write>,
}

pub struct Write {
    pub enable: Option<u32>,
    pub index: u32,
    pub value: u32,
    pub table: u32,
}

/// The widest index, in bits.
const WIDEST: usize = 8;
/// Fewer elements are no array.
const FEWEST: usize = 4;

/// What the elements of an array have in common: index, condition and value.
type Key = (u32, Option<u32>, u32);

struct Finder<'a> {
    code: &'a [Code],
    widths: &'a [usize],
}

impl Arrays {
    /// None are found.
    pub fn none(code: &[Code]) -> Arrays {
        Arrays { reads: vec![None; code.len()], writes: vec![] }
    }

    /// Finds those of a program; takes what they store out of `stores`, and adds their tables to the layout.
    pub fn find(code: &[Code], widths: &[usize], stores: &mut Vec<Store>, layout: &mut Layout) -> Arrays {
        let mut arrays = Arrays::none(code);
        let finder = Finder { code, widths };
        let mut tables: BTreeMap<Vec<u32>, u32> = BTreeMap::new();
        let mut table = |layout: &mut Layout, slots: Vec<u32>| {
            *tables
                .entry(slots.clone())
                .or_insert_with(|| layout.add_slots(slots.into_iter().map(u64::from).collect()))
        };
        for place in 0..code.len() as u32 {
            if let Some((index, elements)) = finder.element(place) {
                let slots = elements.into_iter().map(|place| layout.slot(place)).collect();
                arrays.reads[place as usize] = Some((index, table(layout, slots)));
            }
        }
        // For each index, condition and value the register at each constant; a second one is stored by itself.
        let mut groups: BTreeMap<Key, BTreeMap<u64, u32>> = BTreeMap::new();
        for store in stores.iter() {
            if let Some((constant, group)) = finder.written(store) {
                groups.entry(group).or_default().entry(constant).or_insert(store.target);
            }
        }
        for ((index, enable, value), elements) in groups {
            if elements.len() < FEWEST {
                continue;
            }
            let mut slots = vec![layout.nothing; 1 << widths[index as usize]];
            for (constant, target) in &elements {
                slots[*constant as usize] = layout.target(*target);
            }
            stores.retain(|store| elements.values().all(|target| *target != store.target));
            arrays
                .writes
                .push(Write { enable, index, value, table: table(layout, slots) });
        }
        arrays
    }
}

impl Finder<'_> {
    /// The value that is compared, and with which constant.
    fn compared(&self, test: u32) -> Option<(u32, u64)> {
        let Op::Equal(a, b) = self.code[test as usize].op else {
            return None;
        };
        let constant = |place: u32| match self.code[place as usize].op {
            Op::Constant(value) => Some(value),
            _ => None,
        };
        let (index, constant) = match (constant(a), constant(b)) {
            (None, Some(constant)) => (a, constant),
            (Some(constant), None) => (b, constant),
            _ => return None,
        };
        let width = self.widths[index as usize];
        (width <= WIDEST && constant < 1 << width).then_some((index, constant))
    }

    /// The index by which a place is chosen, and the place that each index chooses, all of them in slots at any time.
    fn element(&self, mut place: u32) -> Option<(u32, Vec<u32>)> {
        let (mut index, mut chosen) = (None, vec![]);
        while let Op::Select(test, a, b) = self.code[place as usize].op
            && let Some((of, constant)) = self.compared(test)
            && index.is_none_or(|index| index == of)
        {
            index = Some(of);
            chosen.push((constant, a));
            place = b;
        }
        let index = index.filter(|_| chosen.len() >= FEWEST)?;
        let mut elements = vec![self.held(place)?; 1 << self.widths[index as usize]];
        for (constant, place) in chosen.into_iter().rev() {
            elements[constant as usize] = self.held(place)?;
        }
        #[cfg(test)]
        if Fault::PicksTheNext.is_there() {
            elements.rotate_left(1);
        }
        Some((index, elements))
    }

    /// The place that holds the value of a place without being computed.
    fn held(&self, mut place: u32) -> Option<u32> {
        while let Op::Extend(inner) = self.code[place as usize].op {
            place = inner;
        }
        (!self.code[place as usize].op.works()).then_some(place)
    }

    /// Whether a register is stored at one index: which, and the index, the condition and the value.
    fn written(&self, store: &Store) -> Option<(u64, Key)> {
        let Op::Select(test, value, held) = self.code[store.from as usize].op else {
            return None;
        };
        if store.held != Some(held) {
            return None;
        }
        if let Some((index, constant)) = self.compared(test) {
            return Some((constant, (index, None, value)));
        }
        let Op::And(a, b) = self.code[test as usize].op else {
            return None;
        };
        let (enable, (index, constant)) = match (self.compared(a), self.compared(b)) {
            (Some(compared), _) => (b, compared),
            (_, Some(compared)) => (a, compared),
            _ => return None,
        };
        Some((constant, (index, Some(enable), value)))
    }
}
