//! The lanes of all values of a netlist, and what is known about them.

use crate::{
    lanes::Lanes,
    netlist::{Id, Netlist},
    readers::Readers,
};

#[derive(Clone)]
pub struct Values {
    pub lanes: Vec<Lanes>,
    known: Vec<Known>,
    /// The number of lanes.
    most: usize,
    /// The parts that read each value.
    readers: Readers,
    /// The parts that are to be looked at, one bit each.
    pub marks: Vec<u64>,
    /// The number of the batch.
    now: u64,
}

#[derive(Clone, Default)]
struct Known {
    /// The value common to all computed lanes, if there is known to be one.
    uniform: Option<u64>,
    /// The number of lanes that have been computed.
    reach: usize,
    /// The last batch whose lanes differed from those of the batch before.
    changed: u64,
    /// The lanes that differ from the one before.
    changes: Vec<u32>,
    /// The number of lanes for which `changes` is complete.
    searched: usize,
}

impl Values {
    /// `readers` are the parts that read each value.
    pub fn new(netlist: &Netlist, most: usize, readers: Vec<Vec<u32>>, parts: usize) -> Self {
        Values {
            readers: Readers::of(readers),
            marks: vec![0; parts.div_ceil(u64::BITS as usize)],
            now: 1,
            lanes: netlist.nodes.iter().map(|node| Lanes::new(node.width, most)).collect(),
            known: vec![Known::default(); netlist.nodes.len()],
            most,
        }
    }

    #[inline]
    pub fn get(&self, id: Id, lane: usize) -> u64 {
        self.known[id as usize]
            .uniform
            .unwrap_or_else(|| self.lanes[id as usize].get(lane))
    }

    #[inline]
    pub fn changed(&self, id: Id) -> bool {
        self.known[id as usize].changed == self.now
    }

    /// Begins the next batch.
    pub fn begin(&mut self) {
        self.now += 1;
    }

    /// The number of the batch.
    pub fn number(&self) -> u64 {
        self.now
    }

    /// The lanes of a value are no longer right.
    pub fn lose(&mut self, id: Id) {
        self.known[id as usize].reach = 0;
    }

    /// Forgets which lanes are right: in the next batch all values have changed.
    pub fn forget(&mut self) {
        for known in &mut self.known {
            (known.changed, known.searched) = (self.now + 1, 0);
        }
    }

    fn mark(&mut self, id: Id) {
        self.readers.mark(id as usize, &mut self.marks);
    }

    #[inline]
    pub fn uniform(&self, id: Id) -> Option<u64> {
        self.known[id as usize].uniform
    }

    /// Whether the first `lanes` lanes have been computed.
    #[inline]
    pub fn reaches(&self, id: Id, lanes: usize) -> bool {
        self.known[id as usize].reach >= lanes
    }

    /// Sets all lanes to that value.
    pub fn set_uniform(&mut self, id: Id, value: u64, lanes: usize) {
        let known = &mut self.known[id as usize];
        if known.uniform != Some(value) || known.reach < lanes {
            self.lanes[id as usize].fill(0, self.most, value);
            known.uniform = Some(value);
            known.reach = self.most;
            known.searched = 0;
            known.changed = self.now;
            self.mark(id);
        }
    }

    /// Swaps in the lanes of `found` if they differ from the present ones; the old lanes are left in `found`.
    pub fn exchange(&mut self, id: Id, found: &mut Lanes, lanes: usize) {
        let known = &mut self.known[id as usize];
        let own = &mut self.lanes[id as usize];
        if known.reach < lanes || !own.same(found, lanes) {
            std::mem::swap(own, found);
            known.uniform = own.uniform(lanes);
            known.searched = 0;
            known.changed = self.now;
            self.known[id as usize].reach = lanes;
            self.mark(id);
        } else {
            // The lanes beyond were computed from other sources.
            known.reach = lanes;
        }
    }

    /// Sets the lanes to those of `of`, which are not uniform.
    pub fn show(&mut self, id: Id, of: &Lanes, lanes: usize) {
        let known = &mut self.known[id as usize];
        let own = &mut self.lanes[id as usize];
        if known.reach < lanes || !own.same(of, lanes) {
            own.copy(of, 0..lanes);
            (known.uniform, known.reach) = (None, lanes);
            (known.searched, known.changed) = (0, self.now);
            self.mark(id);
        } else {
            known.reach = lanes;
        }
    }

    /// Finds the lanes that differ from the one before.
    pub fn find_changes(&mut self, id: Id, lanes: usize) {
        let known = &mut self.known[id as usize];
        if known.searched < lanes {
            self.lanes[id as usize].changes(lanes, &mut known.changes);
            known.searched = lanes;
        }
    }

    /// The changes that have been found; there may be more beyond the lanes of this batch.
    #[inline]
    pub fn changes(&self, id: Id) -> &[u32] {
        &self.known[id as usize].changes
    }
}
