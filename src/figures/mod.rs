//! The cost of the machine on the boards' chips: measured by the tools, recorded in `reports/qor.csv`, and drawn.
//!
//! ```text
//! boards, editions ── measure ──> results ──> reports/results.json: of today's design, or a test fails
//! promised units                    └──────── history ──> reports/qor.csv ── chart ──> reports/qor.svg
//! ```

pub mod chart;
pub mod history;
pub mod measure;
pub mod mutation;
pub mod results;

use serde::Serialize;

/// The cost of a circuit, and its speed if known.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Figures {
    /// LUTs of the family's own size; on a placed iCE40, logic cells. See [`crate::hdl::report`].
    pub luts: usize,
    pub ffs: usize,
    /// Block RAMs of the family's own size.
    pub brams: usize,
    /// The frequency of the pixel clock; `None` if nothing was placed.
    pub fmax_mhz: Option<f64>,
}

impl Figures {
    /// The counted figures, with their names.
    pub fn counts(&self) -> [(&'static str, usize); 3] {
        [
            ("LUTs", self.luts),
            ("flip-flops", self.ffs),
            ("block RAMs", self.brams),
        ]
    }
}
