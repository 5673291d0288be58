//! Splits a netlist into parts: values in one feedback loop, also through registers and memories, form one part.
//!
//! ```text
//! a -> b -> c -> d        parts in order, each after the parts it depends on:
//!      ^----'             [a] [b c] [d]
//! ```
//!
//! Tarjan's strongly connected components (SIAM Journal on Computing 1 (2), 1972), without recursion.

use crate::netlist::{Id, Netlist, Op};

impl Netlist {
    /// Calls `visit` for every value that `id` depends on, in the same clock or through the edge before it.
    pub fn each_source(&self, id: Id, visit: &mut dyn FnMut(Id)) {
        match self.nodes[id as usize].op {
            Op::Register(number) => visit(self.registers[number as usize].d),
            Op::Memory(number) => {
                let memory = &self.memories[number as usize];
                visit(memory.address);
                if let Some(write) = memory.write {
                    [write.enable, write.address, write.data].into_iter().for_each(visit);
                }
            }
            // All words of a call belong together.
            Op::Answer(number, _) => {
                let call = &self.calls[number as usize];
                call.answers.iter().chain(&call.asks).copied().for_each(visit);
            }
            op => op.each_operand(visit),
        }
    }
}

/// The parts, each with its values in the netlist's order.
pub fn parts(netlist: &Netlist) -> Vec<Vec<Id>> {
    let count = netlist.nodes.len();
    let sources: Vec<Vec<Id>> = (0..count as Id)
        .map(|id| {
            let mut found = vec![];
            netlist.each_source(id, &mut |source| found.push(source));
            found
        })
        .collect();
    const UNSEEN: u32 = u32::MAX;
    let mut seen = vec![UNSEEN; count];
    let mut lowest = vec![0u32; count];
    let mut on_stack = vec![false; count];
    let (mut stack, mut found, mut next) = (vec![], vec![], 0u32);
    for start in 0..count {
        if seen[start] != UNSEEN {
            continue;
        }
        // The values being visited, each with the index of its next source.
        let mut open = vec![(start, 0)];
        while let Some((id, position)) = open.pop() {
            if position == 0 {
                (seen[id], lowest[id]) = (next, next);
                next += 1;
                stack.push(id);
                on_stack[id] = true;
            } else {
                let before = sources[id][position - 1] as usize;
                if on_stack[before] {
                    lowest[id] = lowest[id].min(lowest[before]);
                }
            }
            if let Some(&source) = sources[id].get(position) {
                open.push((id, position + 1));
                if seen[source as usize] == UNSEEN {
                    open.push((source as usize, 0));
                }
                continue;
            }
            if lowest[id] == seen[id] {
                let first = stack.iter().rposition(|member| *member == id).unwrap_or_default();
                let mut part: Vec<Id> = stack.split_off(first).into_iter().map(|member| member as Id).collect();
                part.iter().for_each(|member| on_stack[*member as usize] = false);
                part.sort_unstable();
                found.push(part);
            }
        }
    }
    found
}
