//! Folds selections into the selections that read them, so that only the selected operands are computed.
//!
//! ```text
//! Select(t, a, Select(u, b, c))   two operators, one stored value: t high gives a, whatever u, b and c are
//! ```
//!
//! A state machine becomes a long chain of selections. Stored one by one, each would pass on the result of the one
//! before; folded, the last one follows the chain to the selected value.

use crate::{code::Code, netlist::Op};

/// Added to the place of a folded operand; no place is that high.
pub const FOLDED: u32 = 1 << 31;

/// Which selections are folded: those with a single reader, which is a selection that has them as an alternative.
/// `kept` marks the values that something other than an operator reads.
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

/// Calls `visit` for everything a place reads, also through what is folded into it.
pub fn each_source(code: &[Code], folded: &[bool], place: u32, visit: &mut dyn FnMut(u32)) {
    code[place as usize].op.each_operand(&mut |operand| {
        visit(operand);
        if folded[operand as usize] {
            each_source(code, folded, operand, visit);
        }
    });
}

/// The code to execute, with folded operands marked.
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

/// Computes the value of a place, following folded selections.
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
