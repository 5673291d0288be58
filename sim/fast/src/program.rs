//! Logic as a program: a fixed order of operators, in which those that only one outcome of a test needs stand behind a
//! branch.
//!
//! ```text
//! a = x + 1                        if t { s = x + 1 } else { s = y * 3 }
//! b = y * 3                =>
//! s = t ? a : b                    what either outcome needs stands before the branch
//! ```
//!
//! A *region* is the code that runs under one outcome of a test, so it is an arm of a branch. Regions form a tree. An operator
//! stands in the deepest region that holds all its readers. Selections of a region by the same test become one branch. In
//! a region the outcome of its test is known, so a selection by that test is replaced by the operand it chooses.

use std::{
    collections::BTreeMap,
    mem::{Discriminant, discriminant},
};

use crate::{arrays::Arrays, code::Code, netlist::Op, sums::Sums};
#[cfg(test)]
use crate::{arrays::Write, faults::Fault};

/// The logic between one state and the next.
pub struct Logic<'a> {
    /// The operators, each after its operands.
    pub code: &'a [Code],
    pub stores: Vec<Store>,
    pub memories: Vec<Ports>,
    pub sums: Sums,
    pub arrays: Arrays,
}

/// A value that is needed in every clock.
#[derive(Clone, Copy)]
pub struct Store {
    /// The number of what is stored.
    pub target: u32,
    pub from: u32,
    /// The place whose value is there already.
    pub held: Option<u32>,
}

/// The ports of a memory.
#[derive(Clone, Copy)]
pub struct Ports {
    /// The number of the memory.
    pub memory: u32,
    pub address: u32,
    /// Enable, address, data.
    pub write: Option<[u32; 3]>,
    /// Whether a clock that writes also reads.
    pub reads: bool,
}

/// A step of a program.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Task {
    /// Computes the value of a place.
    Work(u32, Op),
    /// Counts the bits that a place has in common with a mask.
    Count(u32, u32, u64),
    /// Gives a selection the value of its chosen operand.
    Choose(u32, u32),
    /// Stores a value under that number.
    Store(u32, u32),
    /// Reads the element of an array: gives a place, at an index, by a table of slots.
    Pick(u32, u32, u32),
    /// Stores an element of an array: by a table of slots, at an index, a value.
    Put(u32, u32, u32),
    /// Reads the memory of that number at an address.
    Read(u32, u32),
    /// Writes the memory of that number at the edge: address and data.
    Write(u32, u32, u32),
}

#[derive(Clone, Debug, PartialEq)]
pub enum Statement {
    Do(Task),
    /// Runs the first statements if the place is not zero, else the second.
    If(u32, Vec<Statement>, Vec<Statement>),
}

pub struct Program {
    pub statements: Vec<Statement>,
}

impl Task {
    pub fn each_operand(&self, visit: &mut dyn FnMut(u32)) {
        match *self {
            Task::Work(_, op) => op.each_operand(visit),
            Task::Count(_, from, _) | Task::Choose(_, from) | Task::Store(_, from) | Task::Read(_, from) => visit(from),
            Task::Pick(_, index, _) => visit(index),
            Task::Put(_, index, value) => [index, value].into_iter().for_each(visit),
            Task::Write(_, address, data) => [address, data].into_iter().for_each(visit),
        }
    }

    fn with(self, new: &mut dyn FnMut(u32) -> u32) -> Task {
        match self {
            Task::Work(place, op) => Task::Work(place, op.map(new)),
            Task::Count(place, from, bits) => Task::Count(place, new(from), bits),
            Task::Choose(place, from) => Task::Choose(place, new(from)),
            Task::Store(target, from) => Task::Store(target, new(from)),
            Task::Pick(place, index, table) => Task::Pick(place, new(index), table),
            Task::Put(table, index, value) => Task::Put(table, new(index), new(value)),
            Task::Read(memory, address) => Task::Read(memory, new(address)),
            Task::Write(memory, address, data) => Task::Write(memory, new(address), new(data)),
        }
    }

    /// The place whose value it gives.
    fn gives(self) -> Option<u32> {
        match self {
            Task::Work(place, _) | Task::Count(place, ..) | Task::Choose(place, _) | Task::Pick(place, ..) => {
                Some(place)
            }
            _ => None,
        }
    }
}

type Region = u32;
const ROOT: Region = 0;

struct Place {
    parent: Region,
    /// The branch that the region is an arm of.
    branch: u32,
    test: u32,
    high: bool,
    depth: u32,
}

/// The regions of some logic, and what is in each.
struct Plan<'a> {
    code: &'a [Code],
    /// Selections that are computed as operators.
    plain: &'a [bool],
    arrays: &'a Arrays,
    regions: Vec<Place>,
    branches: BTreeMap<(Region, u32), [Region; 2]>,
    /// The region of each place that is needed.
    needed: Vec<Option<Region>>,
    /// The number of readers of each place.
    reads: Vec<u32>,
    tasks: Vec<(Task, Region)>,
}

impl Plan<'_> {
    fn new<'a>(logic: &'a Logic<'a>, plain: &'a [bool]) -> Plan<'a> {
        let code = logic.code;
        let mut reads = vec![0; code.len()];
        for code in code {
            code.op.each_operand(&mut |operand| reads[operand as usize] += 1);
        }
        for store in &logic.stores {
            reads[store.from as usize] += 1;
        }
        for memory in &logic.memories {
            reads[memory.address as usize] += 1;
            memory
                .write
                .into_iter()
                .flatten()
                .for_each(|place| reads[place as usize] += 1);
        }
        let mut plan = Plan {
            code,
            plain,
            arrays: &logic.arrays,
            regions: vec![Place { parent: ROOT, branch: 0, test: u32::MAX, high: false, depth: 0 }],
            branches: BTreeMap::new(),
            needed: vec![None; code.len()],
            reads,
            tasks: vec![],
        };
        for store in &logic.stores {
            plan.store(*store, ROOT);
        }
        for write in &logic.arrays.writes {
            #[cfg(test)]
            let write = &Write { enable: write.enable.filter(|_| !Fault::PutsAlways.is_there()), ..*write };
            let region = match write.enable {
                Some(enable) => plan.branch(enable, ROOT)[1],
                None => ROOT,
            };
            plan.task(Task::Put(write.table, write.index, write.value), region);
        }
        for memory in &logic.memories {
            let number = memory.memory;
            let mut read_in = ROOT;
            if let Some([enable, address, data]) = memory.write {
                let [low, high] = plan.branch(enable, ROOT);
                plan.task(Task::Write(number, address, data), high);
                if !memory.reads {
                    read_in = low;
                }
            }
            plan.task(Task::Read(number, memory.address), read_in);
        }
        for place in (0..code.len() as u32).rev() {
            let (op, Some(region)) = (code[place as usize].op, plan.needed[place as usize]) else {
                continue;
            };
            if !op.works() {
                continue;
            }
            if let Some((index, table)) = logic.arrays.reads[place as usize] {
                plan.task(Task::Pick(place, index, table), region);
                continue;
            }
            match plan.way(place) {
                Some((test, a, b)) => {
                    let [low, high] = plan.branch(test, region);
                    plan.task(Task::Choose(place, a), high);
                    plan.task(Task::Choose(place, b), low);
                }
                None => plan.task(logic.sums.task(place, op), region),
            }
        }
        plan
    }

    /// The test and the alternatives of a place, if it becomes part of a branch.
    fn way(&self, place: u32) -> Option<(u32, u32, u32)> {
        match self.code[place as usize].op {
            Op::Select(test, a, b) if !self.plain[place as usize] && self.arrays.reads[place as usize].is_none() => {
                Some((test, a, b))
            }
            _ => None,
        }
    }

    /// Stores a value; a selection that nothing else reads stores its operands instead.
    fn store(&mut self, store: Store, region: Region) {
        let from = self.resolve(store.from, region);
        if store.held == Some(from) {
            return;
        }
        match self.way(from) {
            Some((test, a, b)) if self.reads[from as usize] == 1 => {
                let [low, high] = self.branch(test, region);
                self.store(Store { from: a, ..store }, high);
                #[cfg(test)]
                if Fault::StoresHalf.is_there() {
                    return;
                }
                self.store(Store { from: b, ..store }, low);
            }
            _ => self.task(Task::Store(store.target, from), region),
        }
    }

    /// A branch in a region: its regions, the one for a low test first.
    fn branch(&mut self, test: u32, region: Region) -> [Region; 2] {
        let test = self.resolve(test, region);
        self.need(test, region);
        self.arms(region, test)
    }

    /// What a place is when it is read in that region.
    fn resolve(&self, mut place: u32, region: Region) -> u32 {
        loop {
            let known = |test: u32| {
                let mut region = region;
                while region != ROOT {
                    let at = &self.regions[region as usize];
                    if at.test == test {
                        return Some(at.high);
                    }
                    region = at.parent;
                }
                None
            };
            place = match self.code[place as usize].op {
                Op::Extend(a) => a,
                Op::Select(test, a, b) => match known(test) {
                    Some(high) => {
                        #[cfg(test)]
                        let high = high != Fault::KnowsWrongly.is_there();
                        if high { a } else { b }
                    }
                    None => return place,
                },
                _ => return place,
            };
        }
    }

    fn task(&mut self, task: Task, region: Region) {
        let task = task.with(&mut |operand| self.resolve(operand, region));
        task.each_operand(&mut |operand| self.need(operand, region));
        self.tasks.push((task, region));
    }

    /// A place is read in that region.
    fn need(&mut self, place: u32, region: Region) {
        let before = self.needed[place as usize];
        #[cfg(test)]
        let before = before.filter(|_| !Fault::SinksTooDeep.is_there());
        self.needed[place as usize] = Some(before.map_or(region, |before| self.common(before, region)));
    }

    /// The regions of the two outcomes of a test, the low one first.
    fn arms(&mut self, parent: Region, test: u32) -> [Region; 2] {
        if let Some(arms) = self.branches.get(&(parent, test)) {
            return *arms;
        }
        let (first, branch) = (self.regions.len() as Region, self.branches.len() as u32);
        let depth = self.regions[parent as usize].depth + 1;
        for high in [false, true] {
            self.regions.push(Place { parent, branch, test, high, depth });
        }
        self.branches.insert((parent, test), [first, first + 1]);
        [first, first + 1]
    }

    /// The deepest region that holds both.
    fn common(&self, mut a: Region, mut b: Region) -> Region {
        while a != b {
            let depth = |region: Region| self.regions[region as usize].depth;
            if depth(a) >= depth(b) {
                a = self.regions[a as usize].parent;
            } else {
                b = self.regions[b as usize].parent;
            }
        }
        a
    }

    fn holds(&self, outer: Region, inner: Region) -> bool {
        self.common(outer, inner) == outer
    }

    /// The selections whose branch would save less than `least` operators.
    fn cheap(&self, least: u32) -> impl Iterator<Item = u32> {
        let mut weights = vec![0u32; self.regions.len()];
        for (task, region) in &self.tasks {
            weights[*region as usize] += match task {
                Task::Work(..) | Task::Count(..) | Task::Store(..) | Task::Pick(..) => 1,
                Task::Choose(..) => 0,
                Task::Read(..) | Task::Write(..) | Task::Put(..) => least,
            };
        }
        for region in (1..weights.len()).rev() {
            weights[self.regions[region].parent as usize] += weights[region];
        }
        self.tasks.iter().filter_map(move |(task, region)| {
            let at = &self.regions[*region as usize];
            let arms = || self.branches[&(at.parent, at.test)];
            match *task {
                Task::Choose(place, _) if at.high => {
                    let weight: u32 = arms().iter().map(|arm| weights[*arm as usize]).sum();
                    (weight < least).then_some(place)
                }
                _ => None,
            }
        })
    }
}

/// Branches that save fewer operators are selections.
const LEAST: u32 = 8;
/// Without some branches others may save less.
const ROUNDS: usize = 4;

impl Program {
    /// With `branches`, or with selections alone; tasks of one kind in a row, or each soon after what it reads.
    pub fn new(logic: &Logic, branches: bool, by_kinds: bool) -> Program {
        let mut plain = vec![!branches; logic.code.len()];
        for _ in 0..ROUNDS {
            let cheap: Vec<u32> = Plan::new(logic, &plain).cheap(LEAST).collect();
            cheap.iter().for_each(|place| plain[*place as usize] = true);
            if cheap.is_empty() {
                break;
            }
        }
        Program { statements: Order::new(&Plan::new(logic, &plain), by_kinds).region(ROOT) }
    }
}

/// The kind of a task: what it does, and which operator it is.
type Kind = Option<(Discriminant<Task>, Option<Discriminant<Op>>)>;

/// The tasks of a region that can run, by kind.
#[derive(Clone, Default)]
struct Ready(Vec<(Kind, Vec<u32>)>);

impl Ready {
    fn is_empty(&self) -> bool {
        self.0.iter().all(|(_, tasks)| tasks.is_empty())
    }

    fn push(&mut self, kind: Kind, task: u32) {
        match self.0.iter_mut().find(|(of, _)| *of == kind) {
            Some((_, tasks)) => tasks.push(task),
            None => self.0.push((kind, vec![task])),
        }
    }

    /// Removes a task of that kind; if there is none, one of the most frequent kind.
    fn pop(&mut self, kind: Kind) -> Option<u32> {
        let most = self
            .0
            .iter_mut()
            .max_by_key(|(of, tasks)| (!tasks.is_empty() && *of == kind, tasks.len()));
        most?.1.pop()
    }
}

/// The order of the tasks of a plan.
struct Order<'a> {
    plan: &'a Plan<'a>,
    by_kinds: bool,
    /// The kind of the last task.
    kind: Kind,
    /// For each task the operands that are not computed yet.
    waits: Vec<u32>,
    /// The tasks that read each place.
    readers: Vec<Vec<u32>>,
    /// The number of tasks left that give each place its value.
    givers: Vec<u32>,
    /// For each branch what is missing from outside before all of it can run.
    missing: Vec<u32>,
    /// For each branch its tasks that are left.
    left: Vec<u32>,
    /// For each region its tasks that can run.
    ready: Vec<Ready>,
    /// The branches in each region.
    inner: Vec<Vec<u32>>,
    arms: Vec<(u32, [Region; 2])>,
}

impl<'a> Order<'a> {
    fn new(plan: &'a Plan<'a>, by_kinds: bool) -> Self {
        let regions = plan.regions.len();
        let mut inner = vec![vec![]; regions];
        let mut arms = vec![(0, [0, 0]); plan.branches.len()];
        for ((parent, test), of) in &plan.branches {
            let branch = plan.regions[of[0] as usize].branch;
            inner[*parent as usize].push(branch);
            arms[branch as usize] = (*test, *of);
        }
        let mut order = Order {
            plan,
            by_kinds,
            kind: None,
            waits: vec![0; plan.tasks.len()],
            readers: vec![vec![]; plan.code.len()],
            givers: vec![0; plan.code.len()],
            missing: vec![0; arms.len()],
            left: vec![0; arms.len()],
            ready: vec![Ready::default(); regions],
            inner,
            arms,
        };
        for (task, region) in &plan.tasks {
            if let Some(place) = task.gives() {
                order.givers[place as usize] += 1;
            }
            order.each_branch(*region, ROOT, |order, branch| order.left[branch as usize] += 1);
        }
        for (number, (task, region)) in (0..).zip(&plan.tasks) {
            let mut waits_for = vec![];
            task.each_operand(&mut |operand| waits_for.push(operand));
            let mut around = *region;
            while around != ROOT {
                waits_for.push(plan.regions[around as usize].test);
                around = plan.regions[around as usize].parent;
            }
            waits_for.sort_unstable();
            waits_for.dedup();
            waits_for.retain(|place| order.givers[*place as usize] > 0);
            #[cfg(test)]
            if Fault::RunsEarly.is_there() && waits_for.len() == 2 {
                waits_for.pop();
            }
            order.waits[number as usize] = waits_for.len() as u32;
            for place in waits_for {
                order.readers[place as usize].push(number);
                let home = order.home(place);
                order.each_branch(*region, home, |order, branch| order.missing[branch as usize] += 1);
            }
            if order.waits[number as usize] == 0 {
                order.is_ready(number);
            }
        }
        order
    }

    fn kind(&self, number: u32) -> Kind {
        let task = &self.plan.tasks[number as usize].0;
        let op = match task {
            Task::Work(_, op) => Some(discriminant(op)),
            _ => None,
        };
        self.by_kinds.then_some((discriminant(task), op))
    }

    fn is_ready(&mut self, number: u32) {
        let (region, kind) = (self.plan.tasks[number as usize].1, self.kind(number));
        self.ready[region as usize].push(kind, number);
    }

    /// The region of a place.
    fn home(&self, place: u32) -> Region {
        self.plan.needed[place as usize].unwrap_or(ROOT)
    }

    /// Each branch around `inner` that is not around `outer`.
    fn each_branch(&mut self, mut inner: Region, outer: Region, does: impl Fn(&mut Self, u32)) {
        while !self.plan.holds(inner, outer) {
            let at = &self.plan.regions[inner as usize];
            does(self, at.branch);
            inner = at.parent;
        }
    }

    fn run(&mut self, number: u32, into: &mut Vec<Statement>) {
        let (task, region) = self.plan.tasks[number as usize];
        into.push(Statement::Do(task));
        self.each_branch(region, ROOT, |order, branch| order.left[branch as usize] -= 1);
        let Some(place) = task.gives() else { return };
        self.givers[place as usize] -= 1;
        if self.givers[place as usize] > 0 {
            return;
        }
        let home = self.home(place);
        for reader in std::mem::take(&mut self.readers[place as usize]) {
            let (_, region) = self.plan.tasks[reader as usize];
            self.each_branch(region, home, |order, branch| order.missing[branch as usize] -= 1);
            self.waits[reader as usize] -= 1;
            if self.waits[reader as usize] == 0 {
                self.is_ready(reader);
            }
        }
    }

    /// Runs what can run in a region, but no branch of which something would be left.
    fn whole(&mut self, region: Region, into: &mut Vec<Statement>) {
        loop {
            if let Some(number) = self.ready[region as usize].pop(self.kind) {
                self.kind = self.kind(number);
                self.run(number, into);
                continue;
            }
            let inner = &self.inner[region as usize];
            let is_whole = |branch: &&u32| self.missing[**branch as usize] == 0 && self.left[**branch as usize] > 0;
            let Some(&branch) = inner.iter().find(is_whole) else {
                return;
            };
            self.branch(branch, into);
        }
    }

    fn branch(&mut self, branch: u32, into: &mut Vec<Statement>) {
        let (test, [low, high]) = self.arms[branch as usize];
        let high = self.region(high);
        let low = self.region(low);
        into.push(Statement::If(test, high, low));
    }

    /// Runs all that can run in a region.
    fn region(&mut self, region: Region) -> Vec<Statement> {
        let mut into = vec![];
        loop {
            self.whole(region, &mut into);
            let inner = self.inner[region as usize].clone();
            let Some(branch) = inner.into_iter().find(|branch| self.any(*branch)) else {
                return into;
            };
            self.branch(branch, &mut into);
        }
    }

    /// Whether something in a branch can run.
    fn any(&self, branch: u32) -> bool {
        let (_, arms) = self.arms[branch as usize];
        self.left[branch as usize] > 0
            && arms.iter().any(|arm| {
                !self.ready[*arm as usize].is_empty() || self.inner[*arm as usize].iter().any(|inner| self.any(*inner))
            })
    }
}
