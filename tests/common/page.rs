//! How tests compile the program of a page of files: sooner than the best code, and with what is compiled for the tests.

/// The variables for `tengen page`, `tengen release` and the web site.
pub const SOON: [(&str, &str); 2] = [("TENGEN_PAGE_PROFILE", "dev"), ("CARGO_PROFILE_DEV_OPT_LEVEL", "1")];
