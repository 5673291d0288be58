//! `#[derive(LogicState)]` and `#[derive(LogicStruct)]`: enumerations and structs as the values of signals.
//!
//! They replace rust-hdl's derives of the same names and generate the same code, plus `Encoded`: the conversion of the
//! value to and from a number, so that a port of such a type is driven and read as fast as a number. A state is
//! numbered from 0; a struct has its first field in its lowest bits. A struct may have type parameters, and then at
//! most 64 bits, because stable Rust cannot write `Bits` of a width that depends on a parameter.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::{Data, DeriveInput, Error, Fields, Result, spanned::Spanned};

pub fn state(input: &DeriveInput) -> Result<TokenStream> {
    let Data::Enum(data) = &input.data else {
        return Err(Error::new(input.span(), "LogicState is for an enumeration"));
    };
    for variant in &data.variants {
        if !matches!(variant.fields, Fields::Unit) {
            return Err(Error::new(variant.span(), "a state has no fields"));
        }
        if variant.discriminant.is_some() {
            return Err(Error::new(variant.span(), "states are counted from 0"));
        }
    }
    let name = &input.ident;
    let variants: Vec<_> = data.variants.iter().map(|variant| &variant.ident).collect();
    let Some(first) = variants.first() else {
        return Err(Error::new(input.span(), "a state there must be"));
    };
    let codes: Vec<u64> = (0..variants.len() as u64).collect();
    let count = variants.len();
    Ok(quote! {
        impl rust_hdl::prelude::Synth for #name {
            const BITS: usize = rust_hdl::prelude::clog2(#count);
            fn descriptor() -> rust_hdl::prelude::TypeDescriptor {
                rust_hdl::prelude::TypeDescriptor {
                    name: stringify!(#name).to_string(),
                    kind: rust_hdl::prelude::TypeKind::Enum(vec![
                        #(concat!(stringify!(#name), "::", stringify!(#variants)).to_string(),)*
                    ]),
                }
            }
            fn vcd(self) -> rust_hdl::prelude::VCDValue {
                match self {
                    #(#name::#variants => rust_hdl::prelude::VCDValue::String(stringify!(#variants).into()),)*
                }
            }
            fn verilog(self) -> rust_hdl::prelude::VerilogLiteral {
                (self as usize).into()
            }
        }
        impl From<#name> for rust_hdl::prelude::Bits<{ <#name as rust_hdl::prelude::Synth>::BITS }> {
            fn from(value: #name) -> Self {
                (value as u64).into()
            }
        }
        impl ::core::default::Default for #name {
            fn default() -> Self {
                #name::#first
            }
        }
        impl ::tengen_sim::cat::Piece for #name {
            const WIDTH: usize = <#name as rust_hdl::prelude::Synth>::BITS;
            fn widened<const W: usize>(self) -> rust_hdl::prelude::Bits<W> {
                (self as u64).into()
            }
        }
        impl ::tengen_sim::Encoded for #name {
            #[inline]
            fn encode(self) -> u64 {
                self as u64
            }
            #[inline]
            fn decode(code: u64) -> Self {
                match code {
                    #(#codes => #name::#variants,)*
                    _ => panic!("{} has no state number {code}", stringify!(#name)),
                }
            }
        }
    })
}

pub fn structure(input: &DeriveInput) -> Result<TokenStream> {
    let Data::Struct(data) = &input.data else {
        return Err(Error::new(input.span(), "LogicStruct is for a struct"));
    };
    let Fields::Named(named) = &data.fields else {
        return Err(Error::new(input.span(), "a LogicStruct names its fields"));
    };
    let name = &input.ident;
    let fields: Vec<_> = named.named.iter().filter_map(|field| field.ident.as_ref()).collect();
    let types: Vec<_> = named.named.iter().map(|field| &field.ty).collect();
    let widths: Vec<_> = fields
        .iter()
        .map(|field| format_ident!("get_my_width_{field}"))
        .collect();
    let offsets: Vec<_> = fields
        .iter()
        .map(|field| format_ident!("get_my_offset_{field}"))
        .collect();
    let before: Vec<TokenStream> = (0..types.len())
        .map(|i| {
            let before = &types[..i];
            quote!(0usize #(+ <#before as rust_hdl::prelude::Synth>::BITS)*)
        })
        .collect();
    let (impl_generics, type_generics, where_clause) = input.generics.split_for_impl();
    let bits = quote!(<#name as rust_hdl::prelude::Synth>::BITS);
    let as_bits = quote! {
        impl From<#name> for rust_hdl::prelude::Bits<{ #bits }> {
            fn from(value: #name) -> Self {
                rust_hdl::prelude::Bits::<{ #bits }>::default() #(
                    | (rust_hdl::prelude::bit_cast::<{ #bits }, { <#types as rust_hdl::prelude::Synth>::BITS }>(
                        value.#fields.into(),
                    ) << ((#before) as rust_hdl::prelude::LiteralType))
                )*
            }
        }
    };
    let (as_bits, literal) = match input.generics.params.is_empty() {
        true => (
            as_bits,
            quote! {
                let bits: rust_hdl::prelude::Bits<{ #bits }> = self.into();
                bits.into()
            },
        ),
        false => (
            quote!(),
            quote! {
                const { assert!(<Self as rust_hdl::prelude::Synth>::BITS <= 64) };
                ::tengen_sim::Encoded::encode(self).into()
            },
        ),
    };
    Ok(quote! {
        impl #impl_generics #name #type_generics #where_clause {
            #(
                #[doc(hidden)]
                pub fn #widths(&self) -> usize {
                    <#types as rust_hdl::prelude::Synth>::BITS
                }
                #[doc(hidden)]
                pub fn #offsets(&self) -> usize {
                    #before
                }
            )*
        }
        #as_bits
        impl #impl_generics rust_hdl::prelude::Synth for #name #type_generics #where_clause {
            const BITS: usize = 0usize #(+ <#types as rust_hdl::prelude::Synth>::BITS)*;
            fn descriptor() -> rust_hdl::prelude::TypeDescriptor {
                rust_hdl::prelude::TypeDescriptor {
                    name: stringify!(#name).to_string(),
                    kind: rust_hdl::prelude::TypeKind::Composite(vec![#(
                        Box::new(rust_hdl::prelude::TypeField {
                            fieldname: stringify!(#fields).to_string(),
                            kind: <#types as rust_hdl::prelude::Synth>::descriptor(),
                        }),
                    )*]),
                }
            }
            fn vcd(self) -> rust_hdl::prelude::VCDValue {
                rust_hdl::prelude::VCDValue::Composite(vec![
                    #(Box::new(rust_hdl::prelude::Synth::vcd(self.#fields)),)*
                ])
            }
            fn verilog(self) -> rust_hdl::prelude::VerilogLiteral {
                #literal
            }
        }
        impl #impl_generics ::tengen_sim::Encoded for #name #type_generics #where_clause {
            #[inline]
            fn encode(self) -> u64 {
                0 #(| ::tengen_sim::placed(::tengen_sim::Encoded::encode(self.#fields), #before))*
            }
            #[inline]
            fn decode(code: u64) -> Self {
                #name {
                    #(#fields: ::tengen_sim::Encoded::decode(
                        ::tengen_sim::taken(code, #before, <#types as rust_hdl::prelude::Synth>::BITS),
                    ),)*
                }
            }
        }
    })
}
