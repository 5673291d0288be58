//! `#[derive(Circuit)]`: the simulation of a rust-hdl block.
//!
//! It replaces the crate's `LogicBlock`, takes the same fields, gives the same results, and guarantees five things:
//!
//! 1. *Inputs first.* A block latches its inputs, then evaluates, so a value crosses a level of hierarchy in the pass
//!    that brings it. (`LogicBlock` evaluates first and needs a whole pass over the machine per level.)
//! 2. *Local settling.* A block evaluates until its own parts are quiet and reports a change on its outputs alone.
//! 3. *Sleep.* A block does nothing while none of its inputs changes.
//! 4. *A bare clock edge goes straight to the registers.* When only the clock moved, everything is settled already, so
//!    the rising edge is handed down as `tick` and kernels run only where a register really changed. The falling edge
//!    does nothing at all: no part of a Tengen machine reacts to it.
//! 5. *Rest.* A block of parts in which an edge changed nothing skips the following edges until one of its inputs
//!    changes: they would change nothing either.
//!
//! ```text
//! clock     __/‾‾‾‾‾‾\______/‾‾‾‾‾‾\______
//! inputs    X_______________X_____________   the harness lets them settle before the edge
//! kernels   s r             s r              s: settle the inputs   r: where a register changed
//! ```
//!
//! The type of a field decides its role: a signal (`Signal<In | Out | Local | InOut, T>`), a `Constant`, or a part
//! (anything else, also as an array or `Vec`). A field whose name begins with `_` is plain Rust state and is left
//! alone. A part must be a `Circuit` itself, which the compiler checks: any other kind of part (a crate widget, a
//! `LogicInterface`) is an error. An `Optional` part of `tengen-sim` is a `Circuit`, present or not.
//!
//! Three kinds of blocks run without promises 4 and 5: a block with two clocks; one marked `#[both_edges]`, which also
//! reacts to the falling edge or the level of its clock; and a clock buffer, which drives a clock output. A buffer
//! passes its clock on before anything on that clock changes, so that everything sees the values from before the edge.
//!
//! In a block with one clock every part runs on that clock, unless the kernel connects another.
//!
//! The derive also writes `Clone`, by which a simulation keeps a state, and `Default` (`initial.rs`). It leaves behind
//! what `#[kernel]` needs to know (`kernel.rs`), and passes the Verilog writer what it finds in the kernel's source
//! file but rust-hdl's tree does not hold (`source.rs`).
//!
//! Plain Rust state may change unseen, so a block that has some never rests, nor does a block that contains it. The
//! mark `#[steady]` says otherwise: an edge that changes no output while the inputs stay the same changes nothing else
//! either.

mod bundle;
mod fields;
mod initial;
mod kernel;
mod shift;
mod shorthand;
mod source;
mod tree;
mod value;

use proc_macro::TokenStream;
use quote::quote;
use syn::{DeriveInput, Ident, Type};

use fields::{Field, Role, last_segment};

#[proc_macro_derive(Circuit, attributes(both_edges, steady, init, given))]
pub fn circuit(input: TokenStream) -> TokenStream {
    let input = syn::parse_macro_input!(input as DeriveInput);
    expand(&input).unwrap_or_else(|error| error.to_compile_error()).into()
}

/// A kernel in short notation (`kernel.rs`).
#[proc_macro_attribute]
pub fn kernel(_: TokenStream, item: TokenStream) -> TokenStream {
    kernel::attribute(item.into())
        .unwrap_or_else(|error| error.to_compile_error())
        .into()
}

/// The second half of `#[kernel]`.
#[doc(hidden)]
#[proc_macro]
pub fn kernel_body(input: TokenStream) -> TokenStream {
    kernel::body(input.into())
        .unwrap_or_else(|error| error.to_compile_error())
        .into()
}

/// An enumeration as the value of a signal (`value.rs`).
#[proc_macro_derive(LogicState)]
pub fn logic_state(input: TokenStream) -> TokenStream {
    let input = syn::parse_macro_input!(input as DeriveInput);
    value::state(&input)
        .unwrap_or_else(|error| error.to_compile_error())
        .into()
}

/// A struct as the value of a signal (`value.rs`).
#[proc_macro_derive(LogicStruct)]
pub fn logic_struct(input: TokenStream) -> TokenStream {
    let input = syn::parse_macro_input!(input as DeriveInput);
    value::structure(&input)
        .unwrap_or_else(|error| error.to_compile_error())
        .into()
}

/// The error for an input that is a clock although its type is not written as one.
fn hidden_clock(type_name: &str, input: &Ident) -> String {
    format!("{type_name}.{input}: a Clock under another name: write its type `Signal<In, Clock>`")
}

fn expand(input: &DeriveInput) -> syn::Result<proc_macro2::TokenStream> {
    let all_fields = fields::of(input)?;
    let constructor = initial::constructor(input, &all_fields);
    let copied: Vec<&Ident> = all_fields.iter().map(|f| &f.name).collect();
    let copied = quote!(Self { #(#copied: ::std::clone::Clone::clone(&self.#copied)),* });
    let carrier = kernel::carry(&input.ident, &all_fields);
    // Plain Rust state, which the harness does not see.
    let (plain, fields): (Vec<Field>, Vec<Field>) = all_fields.into_iter().partition(|f| f.role == Role::Plain);
    let with = |roles: &[Role]| -> Vec<&Ident> {
        fields
            .iter()
            .filter(|f| roles.contains(&f.role))
            .map(|f| &f.name)
            .collect()
    };
    let all: Vec<&Ident> = fields.iter().map(|f| &f.name).collect();
    let all_names: Vec<String> = all.iter().map(|n| n.to_string()).collect();
    let clocks = with(&[Role::Clock]);
    let data = with(&[Role::Input, Role::InOut]);
    let outputs = with(&[Role::Output]);
    let locals = with(&[Role::Local]);
    let single = with(&[Role::Part]);
    let several = with(&[Role::Parts]);
    let parts = with(&[Role::Part, Role::Parts]);
    let part_types: Vec<&Type> = fields
        .iter()
        .filter(|f| matches!(f.role, Role::Part | Role::Parts))
        .map(|f| &f.inner)
        .collect();

    let name = &input.ident;
    let type_name = name.to_string();
    let (impl_generics, type_generics, where_clause) = input.generics.split_for_impl();
    let both_edges = input
        .attrs
        .iter()
        .any(|attribute| attribute.path().is_ident("both_edges"));
    let hands_on = fields
        .iter()
        .any(|f| f.role == Role::Output && last_segment(&f.inner).is_some_and(|s| s.ident == "Clock"));
    let one_clock = clocks.len() <= 1 && !both_edges && !hands_on;
    let hidden = !plain.is_empty() && !input.attrs.iter().any(|attribute| attribute.path().is_ident("steady"));
    // A block of parts stores whether it is awake in the `changed` flag of its clock, which nobody else reads.
    let rests = one_clock && !clocks.is_empty() && !parts.is_empty();

    // A part runs on the clock of its block, unless the kernel connects another.
    let update = match clocks.as_slice() {
        [clock] => quote! {
            #(::tengen_sim::Circuit::set_clock(&mut self.#single, self.#clock.val().clk);)*
            #(for part in self.#several.iter_mut() { ::tengen_sim::Circuit::set_clock(part, self.#clock.val().clk); })*
            rust_hdl::prelude::Logic::update(self);
        },
        _ => quote!(rust_hdl::prelude::Logic::update(self);),
    };
    let parts_changed = quote!(false #(|| rust_hdl::prelude::Block::has_changed(&self.#parts))*);
    let outputs_changed = quote!(false #(|| rust_hdl::prelude::Block::has_changed(&self.#outputs))*);
    let tick_parts = quote! {
        #(moved |= ::tengen_sim::Circuit::tick(&mut self.#single);)*
        #(for part in self.#several.iter_mut() { moved |= ::tengen_sim::Circuit::tick(part); })*
    };
    // Clocks first: as many passes as there may be buffers in a chain.
    let routes = quote!(false #(|| <#part_types as ::tengen_sim::Circuit>::HANDS_ON_A_CLOCK)*);
    let route = quote! {
        if #routes {
            let buffers = 0 #(+ { let _ = &self.#single; 1 })* #(+ self.#several.len())*;
            for _ in 0..buffers {
                #update
                #(::tengen_sim::Circuit::hand_on_clocks(&mut self.#single);)*
                #(for part in self.#several.iter_mut() { ::tengen_sim::Circuit::hand_on_clocks(part); })*
            }
        }
    };
    let hand_on_clocks = match hands_on {
        true => quote! {
            // Sets the level without an edge and takes it back: the edge comes together with all others.
            let before = (#(self.#clocks.val(),)*);
            let after = (#(self.#clocks.next,)*);
            #(rust_hdl::prelude::Block::update_all(&mut self.#clocks); self.#clocks.changed = false;)*
            #route
            #update
            let (#(#clocks,)*) = before;
            #(
                self.#clocks.next = #clocks;
                rust_hdl::prelude::Block::update_all(&mut self.#clocks);
                self.#clocks.changed = false;
            )*
            let (#(#clocks,)*) = after;
            #(self.#clocks.next = #clocks;)*
        },
        false => quote!(),
    };
    let settle = if parts.is_empty() {
        quote!(#update)
    } else {
        quote! {
            let mut rounds = 0;
            loop {
                #route
                #update
                #(rust_hdl::prelude::Block::update_all(&mut self.#parts);)*
                if !(#parts_changed) { break; }
                rounds += 1;
                assert!(rounds < ::tengen_sim::MOST_ROUNDS, "{} does not settle: a combinational loop", #type_name);
            }
        }
    };
    // A leaf samples the edge of its clock; a block of parts passes it down and wakes only if a part changed.
    let tick = match clocks.as_slice() {
        [] => quote!(false),
        [clock] if one_clock && parts.is_empty() => quote! {
            self.#clock.next = false.into();
            rust_hdl::prelude::Block::update_all(&mut self.#clock);
            self.#clock.next = true.into();
            rust_hdl::prelude::Block::update_all(&mut self.#clock);
            #update
            #(rust_hdl::prelude::Block::update_all(&mut self.#outputs);)*
            #hidden || #outputs_changed
        },
        [clock] if one_clock => quote! {
            let awake = self.#clock.changed;
            self.#clock.next = true.into();
            rust_hdl::prelude::Block::update_all(&mut self.#clock);
            self.#clock.changed = false;
            if !awake {
                return false;
            }
            let mut moved = #hidden;
            #tick_parts
            if #parts_changed { #settle }
            #(rust_hdl::prelude::Block::update_all(&mut self.#outputs);)*
            moved = moved || #outputs_changed;
            self.#clock.changed = moved;
            moved
        },
        _ => quote!(unreachable!("{} looks for more than one clock's rising edge and is never ticked", #type_name);),
    };
    let was_awake = match clocks.as_slice() {
        [clock] if rests => quote!(let awake = self.#clock.changed;),
        _ => quote!(),
    };
    let begins_awake = match clocks.as_slice() {
        [clock] if rests => quote!(self.#clock.changed = true;),
        _ => quote!(),
    };
    let stays_awake = match clocks.as_slice() {
        [clock] if rests => quote!(self.#clock.changed = awake;),
        _ => quote!(),
    };
    let asleep = match clocks.as_slice() {
        [clock] if rests => quote!(!self.#clock.changed),
        _ => quote!(false),
    };
    let wakes = match clocks.as_slice() {
        [clock] if rests => quote!(self.#clock.changed = awake || data_changed || clock_changed;),
        _ => quote!(),
    };
    let bare_edge = match clocks.as_slice() {
        [clock] => quote! {
            if <Self as ::tengen_sim::Circuit>::ONE_CLOCK && clock_changed && !data_changed {
                #stays_awake
                if self.#clock.val().clk {
                    ::tengen_sim::Circuit::tick(self);
                    return;
                }
                #(rust_hdl::prelude::Block::update_all(&mut self.#outputs);)*
                return;
            }
        },
        _ => quote!(),
    };

    let ports: Vec<&Field> = fields
        .iter()
        .filter(|f| f.scalar && matches!(f.role, Role::Clock | Role::Input | Role::Output | Role::InOut))
        .collect();
    let port_names: Vec<String> = ports.iter().map(|f| f.name.to_string()).collect();
    let port_idents: Vec<&Ident> = ports.iter().map(|f| &f.name).collect();
    let port_types: Vec<&Type> = ports.iter().map(|f| &f.inner).collect();
    let port_directions: Vec<_> = ports
        .iter()
        .map(|f| match f.role {
            Role::Clock => quote!(Clock),
            Role::Input => quote!(Input),
            Role::InOut => quote!(InOut),
            _ => quote!(Output),
        })
        .collect();
    let indices: Vec<usize> = (0..ports.len()).collect();
    let (written_indices, (written, written_types)): (Vec<usize>, (Vec<&Ident>, Vec<&Type>)) = ports
        .iter()
        .enumerate()
        .filter(|(_, f)| matches!(f.role, Role::Clock | Role::Input))
        .map(|(i, f)| (i, (&f.name, &f.inner)))
        .unzip();

    let observed: Vec<_> = fields.iter().map(observe).collect();

    let source::Source { file, line, statements, lost } =
        source::of(input, fields.iter().filter(|field| field.is_register()).count());
    let (lost_lines, lost_words): (Vec<u32>, Vec<&str>) = lost.into_iter().unzip();
    let clock_names: Vec<String> = clocks.iter().map(|name| name.to_string()).collect();
    let inputs: Vec<&Field> = fields.iter().filter(|f| f.role == Role::Input).collect();
    let hidden_clocks: Vec<String> = inputs.iter().map(|f| hidden_clock(&type_name, &f.name)).collect();
    let input_types: Vec<&Type> = inputs.iter().map(|f| &f.inner).collect();

    Ok(quote! {
        #constructor
        #carrier
        impl #impl_generics ::std::clone::Clone for #name #type_generics #where_clause {
            fn clone(&self) -> Self {
                #copied
            }
        }
        impl #impl_generics rust_hdl::prelude::Block for #name #type_generics #where_clause {
            fn connect_all(&mut self) {
                #[allow(unused_imports)]
                use ::tengen_sim::NoClock;
                #(assert!(!::tengen_sim::Typed::<#input_types>::IS_CLOCK, #hidden_clocks);)*
                rust_hdl::prelude::Logic::connect(self);
                #(rust_hdl::prelude::Block::connect_all(&mut self.#parts);)*
                #(rust_hdl::prelude::Block::update_all(&mut self.#clocks);)*
                #(rust_hdl::prelude::Block::update_all(&mut self.#data);)*
                #settle
                #(rust_hdl::prelude::Block::update_all(&mut self.#outputs);)*
                #begins_awake
            }
            fn update_all(&mut self) {
                #was_awake
                #(rust_hdl::prelude::Block::update_all(&mut self.#clocks);)*
                #(rust_hdl::prelude::Block::update_all(&mut self.#data);)*
                let data_changed = false #(|| rust_hdl::prelude::Block::has_changed(&self.#data))*;
                let clock_changed = false #(|| self.#clocks.changed)*;
                #bare_edge
                if data_changed || clock_changed {
                    #settle
                }
                #(rust_hdl::prelude::Block::update_all(&mut self.#outputs);)*
                #wakes
            }
            fn has_changed(&self) -> bool {
                #outputs_changed
            }
            fn accept(&self, name: &str, probe: &mut dyn rust_hdl::prelude::Probe) {
                static SOURCE: ::tengen_sim::Source = ::tengen_sim::Source {
                    file: #file,
                    folder: ::core::env!("CARGO_MANIFEST_DIR"),
                    line: #line,
                    statements: &[#(#statements),*],
                    lost: &[#((#lost_lines, #lost_words)),*],
                    clocks: &[#(#clock_names),*],
                };
                ::tengen_sim::announce(&SOURCE);
                let scope = ::tengen_sim::scope_name(name, #type_name);
                probe.visit_start_scope(&scope, self);
                #(rust_hdl::prelude::Block::accept(&self.#all, #all_names, probe);)*
                probe.visit_end_scope(&scope, self);
            }
        }

        impl #impl_generics ::tengen_sim::Circuit for #name #type_generics #where_clause {
            const ONE_CLOCK: bool = #one_clock #(&& <#part_types as ::tengen_sim::Circuit>::ONE_CLOCK)*;
            const HANDS_ON_A_CLOCK: bool = #hands_on;
            fn tick(&mut self) -> bool {
                #tick
            }
            fn hand_on_clocks(&mut self) {
                #hand_on_clocks
            }
            fn ports() -> Vec<::tengen_sim::Port> {
                vec![#(::tengen_sim::Port {
                    name: #port_names,
                    direction: ::tengen_sim::PortDirection::#port_directions,
                    width: <#port_types as rust_hdl::prelude::Synth>::BITS,
                }),*]
            }
            fn write(&mut self, port: usize, value: u64) {
                #[allow(unused_imports)]
                use ::tengen_sim::{AnyValue, PlainValue, Typed};
                match port {
                    #(#written_indices => self.#written.next = (&Typed::<#written_types>::new()).from_u64(value),)*
                    _ => panic!("{} has no input number {port}", #type_name),
                }
            }
            fn read(&self, port: usize) -> u64 {
                #[allow(unused_imports)]
                use ::tengen_sim::{AnyValue, PlainValue, Typed};
                match port {
                    #(#indices => (&Typed::<#port_types>::new()).to_u64(self.#port_idents.val()),)*
                    _ => panic!("{} has no port number {port}", #type_name),
                }
            }
            fn set_clock(&mut self, level: bool) {
                #(self.#clocks.next = level.into();)*
            }
            fn latch_locals(&mut self, all: bool) {
                if #asleep && !all {
                    return;
                }
                #(rust_hdl::prelude::Block::update_all(&mut self.#locals);)*
                #(::tengen_sim::Circuit::latch_locals(&mut self.#single, all);)*
                #(for part in self.#several.iter_mut() { ::tengen_sim::Circuit::latch_locals(part, all); })*
            }
            fn observe(&self, observer: &mut dyn ::tengen_sim::Observer) {
                #[allow(unused_imports)]
                use ::tengen_sim::{AnyValue, PlainValue, Typed};
                if observer.enter(#asleep) {
                    #(#observed)*
                    observer.leave();
                }
            }
        }
    })
}

/// Reports a field to the observer, in the order in which a probe visits it.
fn observe(field: &Field) -> proc_macro2::TokenStream {
    let (name, inner) = (&field.name, &field.inner);
    let one = match field.role {
        Role::Part | Role::Parts => quote!(::tengen_sim::Circuit::observe(one, observer);),
        Role::Constant => quote!(observer.see(one, None);),
        _ => quote! {
            let narrow = <#inner as rust_hdl::prelude::Synth>::BITS <= 64;
            observer.see(one, narrow.then(|| (&Typed::<#inner>::new()).to_u64(one.val())));
        },
    };
    match field.is_several() {
        true => quote!(for one in self.#name.iter() { #one }),
        false => quote!({ let one = &self.#name; #one }),
    }
}
