//! The shape of a value: a number, a state, or a struct of values, flattened into its leaves.
//!
//! ```text
//! struct Walk { position: Bits<4>, turns: Bits<5>, down: Bit }
//!
//!  bit   9        8 .. 4     3 .. 0        the first field is the least significant
//!      [ down ] [ turns ] [ position ]     three leaves
//! ```

use std::rc::Rc;

use rust_hdl::prelude::{TypeDescriptor, TypeKind};

/// A field of a struct, at any depth, or the whole value if it is not a struct.
#[derive(Clone, Debug)]
pub struct Leaf {
    /// The fields on the path to it, outermost first; empty if the value is not a struct.
    pub fields: Vec<String>,
    /// Its lowest bit.
    pub offset: usize,
    /// The width in bits.
    pub width: usize,
    pub kind: Kind,
}

#[derive(Clone, Debug)]
pub enum Kind {
    Bits,
    Signed,
    Enumeration(Rc<Enumeration>),
}

/// A `LogicState`: variant number i has code i.
#[derive(Debug, PartialEq, Eq)]
pub struct Enumeration {
    pub name: String,
    pub variants: Vec<String>,
    /// The width of a code in bits.
    pub width: usize,
}

/// The leaves of a type, lowest bit first.
pub fn leaves(shape: &TypeDescriptor) -> Vec<Leaf> {
    let mut found = vec![];
    collect(shape, &mut vec![], &mut 0, &mut found);
    found
}

fn collect(shape: &TypeDescriptor, fields: &mut Vec<String>, offset: &mut usize, found: &mut Vec<Leaf>) {
    let (width, kind) = match &shape.kind {
        TypeKind::Composite(members) => {
            for member in members {
                fields.push(member.fieldname.clone());
                collect(&member.kind, fields, offset, found);
                fields.pop();
            }
            return;
        }
        TypeKind::Bits(width) => (*width, Kind::Bits),
        TypeKind::Signed(width) => (*width, Kind::Signed),
        TypeKind::Enum(labels) => {
            let width = rust_hdl::prelude::clog2(labels.len());
            let variants = labels.iter().map(|l| l.rsplit(':').next().unwrap_or(l).to_string());
            let enumeration = Enumeration { name: shape.name.clone(), variants: variants.collect(), width };
            (width, Kind::Enumeration(Rc::new(enumeration)))
        }
    };
    found.push(Leaf { fields: fields.clone(), offset: *offset, width, kind });
    *offset += width;
}
