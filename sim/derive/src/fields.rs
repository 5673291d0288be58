//! The roles of a circuit's fields, derived from their types.

use proc_macro2::TokenStream;
use quote::quote;
use syn::{
    Attribute, Data, DeriveInput, Expr, GenericArgument, Ident, Meta, PathArguments, Result, Type, spanned::Spanned,
};

/// The role of a field within the block.
#[derive(PartialEq, Clone, Copy)]
pub enum Role {
    Clock,
    Input,
    Output,
    Local,
    InOut,
    Constant,
    Part,
    /// An array or `Vec` of parts.
    Parts,
    /// Plain Rust state; its name begins with `_`.
    Plain,
}

pub struct Field {
    pub name: Ident,
    /// The type as written.
    pub whole: Type,
    pub role: Role,
    /// A single signal, not an array of signals.
    pub scalar: bool,
    /// The type of one part, or of the value a signal carries.
    pub inner: Type,
    pub start: Start,
}

/// The source of a field's first value.
pub enum Start {
    /// The field's type.
    Type,
    /// `#[init(expression)]`
    Init(Box<Expr>),
    /// `#[given]`: an argument of the constructor.
    Given,
}

impl Field {
    /// Whether it is a single `Register`.
    pub fn is_register(&self) -> bool {
        self.role == Role::Part && last_segment(&self.whole).is_some_and(|segment| segment.ident == "Register")
    }

    /// The last word of the type of one part or value; of an `Optional` part, of the type inside.
    pub fn part_type(&self) -> Option<&Ident> {
        let segment = last_segment(&self.inner)?;
        let inside = type_argument(segment, 0).filter(|_| segment.ident == "Optional");
        inside.map_or(Some(segment), last_segment).map(|segment| &segment.ident)
    }

    /// Whether it is an array or a `Vec`.
    pub fn is_several(&self) -> bool {
        let vec = || last_segment(&self.whole).is_some_and(|segment| segment.ident == "Vec");
        matches!(self.whole, Type::Array(_)) || vec()
    }

    /// How a kernel accesses the field: `kernel_body!` reads these words.
    pub fn kind(&self) -> TokenStream {
        match self.role {
            Role::Part if self.is_register() => quote!(register),
            Role::Part | Role::Parts => quote!(part),
            _ => quote!(signal),
        }
    }
}

/// All fields of the struct, in order.
pub fn of(input: &DeriveInput) -> Result<Vec<Field>> {
    let Data::Struct(data) = &input.data else {
        return Err(syn::Error::new(input.span(), "a circuit is a struct"));
    };
    let mut fields = vec![];
    for field in &data.fields {
        let Some(name) = &field.ident else {
            return Err(syn::Error::new(field.span(), "a circuit names its fields"));
        };
        let whole = ungrouped(&field.ty).clone();
        let (role, scalar, inner) = match name.to_string().starts_with('_') {
            true => (Role::Plain, false, whole.clone()),
            false => classify(&whole)?,
        };
        fields.push(Field { name: name.clone(), whole, role, scalar, inner, start: start(&field.attrs)? });
    }
    Ok(fields)
}

fn start(attributes: &[Attribute]) -> Result<Start> {
    let mut start = Start::Type;
    for attribute in attributes {
        let found = match &attribute.meta {
            Meta::List(list) if list.path.is_ident("init") => Start::Init(Box::new(list.parse_args()?)),
            Meta::Path(path) if path.is_ident("given") => Start::Given,
            other if other.path().is_ident("init") => {
                return Err(syn::Error::new(
                    attribute.span(),
                    "write what it starts as: #[init(expression)]",
                ));
            }
            other if other.path().is_ident("given") => {
                return Err(syn::Error::new(
                    attribute.span(),
                    "#[given] stands alone: the constructor gives the value",
                ));
            }
            _ => continue,
        };
        if !matches!(start, Start::Type) {
            return Err(syn::Error::new(attribute.span(), "a field starts from one value"));
        }
        start = found;
    }
    Ok(start)
}

fn type_argument(segment: &syn::PathSegment, index: usize) -> Option<&Type> {
    let PathArguments::AngleBracketed(arguments) = &segment.arguments else {
        return None;
    };
    match arguments.args.iter().nth(index) {
        Some(GenericArgument::Type(ty)) => Some(ty),
        _ => None,
    }
}

pub fn last_segment(ty: &Type) -> Option<&syn::PathSegment> {
    match ungrouped(ty) {
        Type::Path(path) => path.path.segments.last(),
        _ => None,
    }
}

/// Unwraps a type that came through a `macro_rules!` parameter and so is wrapped in an invisible group.
fn ungrouped(ty: &Type) -> &Type {
    match ty {
        Type::Group(group) => ungrouped(&group.elem),
        Type::Paren(paren) => ungrouped(&paren.elem),
        other => other,
    }
}

/// The role of a field of this type, whether it is a single signal, and the type inside.
fn classify(ty: &Type) -> Result<(Role, bool, Type)> {
    let ty = ungrouped(ty);
    let several = |element: &Type| {
        let (role, _, inner) = classify(element)?;
        let role = if role == Role::Part { Role::Parts } else { role };
        Ok((role, false, inner))
    };
    if let Type::Array(array) = ty {
        return several(&array.elem);
    }
    let Some(segment) = last_segment(ty) else {
        return Ok((Role::Part, false, ty.clone()));
    };
    match segment.ident.to_string().as_str() {
        "Constant" => Ok((Role::Constant, false, ty.clone())),
        "Vec" => {
            let element = type_argument(segment, 0).ok_or_else(|| syn::Error::new(ty.span(), "a Vec of what?"))?;
            several(element)
        }
        "Signal" => {
            let direction = type_argument(segment, 0).and_then(last_segment);
            let value = type_argument(segment, 1)
                .ok_or_else(|| syn::Error::new(ty.span(), "a signal needs a direction and a type"))?;
            let is_clock = last_segment(value).is_some_and(|s| s.ident == "Clock");
            let role = match direction.map(|d| d.ident.to_string()).as_deref() {
                Some("In") if is_clock => Role::Clock,
                Some("In") => Role::Input,
                Some("Out") => Role::Output,
                Some("Local") => Role::Local,
                Some("InOut") => Role::InOut,
                _ => {
                    return Err(syn::Error::new(
                        ty.span(),
                        "the direction of a signal must be written In, Out, Local or InOut",
                    ));
                }
            };
            Ok((role, true, value.clone()))
        }
        _ => Ok((Role::Part, false, ty.clone())),
    }
}
