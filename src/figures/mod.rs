//! What the machine costs on the boards' chips: measured by the tools, kept from change to change in `reports/qor.csv`,
//! and drawn.
//!
//! ```text
//! every board ── measure ──> figures ── kept ──> reports/qor.csv ── picture ──> reports/qor.svg
//! promised units                        └─ more than 5 % from the last line: a test fails
//! ```

pub mod kept;
pub mod measure;
pub mod picture;

use serde::Serialize;

/// What something costs, and how fast it is where that is known.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Figures {
    /// LUTs of the family's own size; on a placed iCE40 logic cells. See [`crate::hdl::report`].
    pub luts: usize,
    pub ffs: usize,
    /// Blocks of memory of the family's own size.
    pub brams: usize,
    /// Of the pixel clock; None where nothing was placed.
    pub fmax_mhz: Option<f64>,
}

impl Figures {
    /// What is counted, with its name.
    pub fn counts(&self) -> [(&'static str, usize); 3] {
        [
            ("LUTs", self.luts),
            ("flip-flops", self.ffs),
            ("block RAMs", self.brams),
        ]
    }
}
