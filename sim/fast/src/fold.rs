//! Selections that are worked out within the one that reads them, and only as far as it takes them.
//!
//! ```text
//! Select(t, a, Select(u, b, c))      two operators, one value that is kept: t high is a, and u and b and c do not matter
//! ```
//!
//! A state machine comes as long chains of selections. Kept one by one, each hands on what the one before has found; folded,
//! the last one asks its way through to what it takes.

use crate::{code::Code, netlist::Op};

/// Added to the place of a folded operand; no place is so high.
pub const FOLDED: u32 = 1 << 31;

/// Whether each is folded: a selection that nothing reads but one other, as one of its ways. `kept` are those that are looked
/// at by others than operators.
pub fn folded(code: &[Code], kept: &[bool]) -> Vec<bool> {
    let mut reads = vec![0; code.len()];
    let mut as_way = vec![0; code.len()];
    for code in code {
        code.op.each_operand(&mut |operand| reads[operand as usize] += 1);
        if let Op::Select(_, a, b) = code.op {
            as_way[a as usize] += 1;
            as_way[b as usize] += 1;
        }
    }
    let is_folded = |place: usize| {
        let selects = matches!(code[place].op, Op::Select(..));
        selects && !kept[place] && reads[place] == 1 && as_way[place] == 1
    };
    (0..code.len()).map(is_folded).collect()
}

/// Calls `visit` for all that a place reads, by way of what is folded into it too.
pub fn each_source(code: &[Code], folded: &[bool], place: u32, visit: &mut dyn FnMut(u32)) {
    code[place as usize].op.each_operand(&mut |operand| {
        visit(operand);
        if folded[operand as usize] {
            each_source(code, folded, operand, visit);
        }
    });
}

/// The code as it is run.
pub fn steps(code: &[Code], folded: &[bool]) -> Vec<Code> {
    let step = |code: &Code| Code {
        op: code.op.map(&mut |operand| match folded[operand as usize] {
            true => operand | FOLDED,
            false => operand,
        }),
        ..*code
    };
    code.iter().map(step).collect()
}

/// The value of a step.
#[inline(always)]
pub fn value(mut place: usize, steps: &[Code], values: &[u64], tables: &[Vec<u64>]) -> u64 {
    loop {
        let Op::Select(test, a, b) = steps[place].op else {
            return steps[place].evaluate(|operand| values[operand as usize], tables);
        };
        let taken = if values[test as usize] != 0 { a } else { b };
        match values.get(taken as usize) {
            Some(value) => return *value,
            None => place = (taken ^ FOLDED) as usize,
        }
    }
}
