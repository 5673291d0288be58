//! What the machine costs on the boards' chips: measured by the tools, kept from change to change in `reports/qor.csv`,
//! and drawn.
//!
//! ```text
//! boards, editions ── measure ──> results ──> reports/results.json: of today's design, or a test fails
//! promised units                    └──────── kept ──> reports/qor.csv ── picture ──> reports/qor.svg
//! ```

pub mod kept;
pub mod measure;
pub mod picture;
pub mod results;

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
