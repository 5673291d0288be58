//! One parser under libFuzzer; [`PARSER`] in the environment names it.

#![no_main]

use std::sync::LazyLock;

use libfuzzer_sys::{Corpus, fuzz_target};
use tengen_parsers::parsers::{PARSER, Parser, named};

static PARSED: LazyLock<&Parser> = LazyLock::new(|| {
    let name = std::env::var(PARSER).unwrap_or_default();
    named(&name).unwrap_or_else(|| panic!("{PARSER} names no parser: {name:?}"))
});

// What is refused is kept too: it reaches the code that refuses.
fuzz_target!(|input: &[u8]| -> Corpus {
    (PARSED.check)(input);
    Corpus::Keep
});
