//! Writes the constructor of a circuit: `Default`, or `given(..)` if an argument is needed.
//!
//! ```text
//! #[init(HOLD - 2)] hold: Constant<Bits<18>>     starts from the expression
//! #[init(Rom::new(GLYPHS))] font: Rom<..>        a part of another type is the expression itself
//! #[given] limit: Constant<Bits<8>>              no Default; the circuit's own constructor calls `given(limit)`
//! level: Signal<Out, Bit>                        starts from its type
//! ```

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::{DeriveInput, GenericParam, Type, spanned::Spanned};

use crate::fields::{Field, Start, last_segment};

pub fn constructor(input: &DeriveInput, fields: &[Field]) -> TokenStream {
    let name = &input.ident;
    let (impl_generics, type_generics, where_clause) = input.generics.split_for_impl();
    let values = fields.iter().map(|field| {
        let (name, value) = (&field.name, value(field));
        quote!(#name: #value)
    });
    let given: Vec<TokenStream> = fields
        .iter()
        .filter(|field| matches!(field.start, Start::Given))
        .map(|field| {
            let (name, ty) = (&field.name, &field.whole);
            quote!(#name: #ty)
        })
        .collect();
    if !given.is_empty() {
        return quote! {
            impl #impl_generics #name #type_generics #where_clause {
                #[allow(clippy::too_many_arguments)]
                fn given(#(#given),*) -> Self {
                    #name { #(#values),* }
                }
            }
        };
    }
    // In a generic circuit, whether a part has a default may depend on the parameters.
    let generic = input
        .generics
        .params
        .iter()
        .any(|p| !matches!(p, GenericParam::Lifetime(_)));
    let bounds = fields
        .iter()
        .filter(|field| generic && matches!(field.start, Start::Type))
        .map(|field| {
            let ty = &field.whole;
            quote!(#ty: ::core::default::Default,)
        });
    let before = where_clause.map(|clause| &clause.predicates);
    let comma = before.is_some_and(|b| !b.empty_or_trailing()).then(|| quote!(,));
    quote! {
        impl #impl_generics ::core::default::Default for #name #type_generics where #before #comma #(#bounds)* {
            fn default() -> Self {
                #name { #(#values),* }
            }
        }
    }
}

fn value(field: &Field) -> TokenStream {
    let ty = &field.whole;
    match &field.start {
        Start::Type => quote_spanned!(ty.span()=> ::core::default::Default::default()),
        Start::Given => {
            let name = &field.name;
            quote!(#name)
        }
        Start::Init(first) => match around(ty) {
            Some(around) => quote_spanned!(first.span()=> <#ty>::#around(::tengen_sim::Initial::initial(#first))),
            None => quote!(#first),
        },
    }
}

/// The constructor of a type that only wraps one value.
fn around(ty: &Type) -> Option<TokenStream> {
    match last_segment(ty)?.ident.to_string().as_str() {
        "Constant" | "Register" => Some(quote!(new)),
        "Signal" => Some(quote!(new_with_default)),
        _ => None,
    }
}
