//! Values that follow from one narrow value alone: words of a table.
//!
//! ```text
//! kind == 2 | kind == 5 | kind == 6 ? 7 : kind        =>   table[kind]
//! ```

#[cfg(test)]
use crate::faults::Fault;
use crate::{
    code::Code,
    netlist::{Id, Netlist, Op},
};

/// The widest index of a table, in bits.
const WIDEST: usize = 6;
/// Fewer operators take no longer than a table.
const FEWEST: u32 = 3;

/// A value as a word of a table.
pub struct Table {
    pub index: Id,
    pub words: Vec<u64>,
    /// The operators it stands for; those that are read twice are counted twice.
    operators: u32,
}

/// For each value its table, if that is worth it.
pub fn tables(netlist: &Netlist) -> Vec<Option<Table>> {
    let mut tables: Vec<Option<Table>> = vec![];
    for id in 0..netlist.nodes.len() as Id {
        let table = table(netlist, id, &tables);
        tables.push(table);
    }
    let is_worth_it = |table: &Table| table.operators >= FEWEST;
    tables.into_iter().map(|table| table.filter(is_worth_it)).collect()
}

/// The table of a value of which all operands follow from one narrow value.
fn table(netlist: &Netlist, id: Id, tables: &[Option<Table>]) -> Option<Table> {
    let op = netlist.nodes[id as usize].op;
    let of = |id: Id| tables[id as usize].as_ref();
    let constant = |id: Id| match netlist.nodes[id as usize].op {
        Op::Constant(value) => Some(value),
        _ => None,
    };
    let (mut indices, mut operators) = (vec![], 1_u32);
    op.each_operand(&mut |operand| {
        if constant(operand).is_none() {
            indices.push(of(operand).map_or(operand, |table| table.index));
            operators = operators.saturating_add(of(operand).map_or(0, |table| table.operators));
        }
    });
    indices.dedup();
    let &[index] = indices.as_slice() else { return None };
    let width = netlist.nodes[index as usize].width;
    if width > WIDEST {
        return None;
    }
    let code = Code::of(netlist, id);
    let word = |value: u64| {
        let operand = |id: Id| match (constant(id), of(id)) {
            (Some(constant), _) => constant,
            (_, Some(table)) => table.words.get(value as usize).copied().unwrap_or_default(),
            _ => value,
        };
        code.evaluate(operand, &netlist.tables)
    };
    let last = 1 << width;
    #[cfg(test)]
    let last = last - u64::from(Fault::TableShort.is_there());
    Some(Table { index, words: (0..last).map(word).collect(), operators })
}
