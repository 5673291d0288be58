//! A console as a file: its netlist, with what a session needs to know of it, so that a page need not build it first.
//!
//! A stand-in's function cannot be in a file; its name is, and [`FUNCTIONS`] has the rest.

use anyhow::{Context, Result};
use serde::{Deserialize, Serialize};
use tengen_sim::fast::Netlist;
use tengen_sim::stored::StoredNetlist;
use tengen_sim::{Circuit, WaveSignal};

use super::running::{Console, Running};
use crate::simulation::stand_in::FUNCTIONS;

/// A console's circuit, ready for the fast engine.
pub struct Image {
    pub netlist: Netlist,
    /// The signals that waves may have.
    pub signals: Vec<WaveSignal>,
    /// The clocks of one second of the game's own clock.
    pub second: u64,
    /// What identifies the circuit: [`design`](super::saved::design), which takes a while.
    pub design: String,
}

#[cfg(not(target_arch = "wasm32"))]
impl Image {
    /// The image of a console, with stand-ins for its searches.
    ///
    /// # Errors
    /// If it is not a circuit that comes out as Verilog.
    pub fn of(variant: crate::gateware::console::Variant) -> Result<Image> {
        use crate::simulation::hdl::verilog;
        use crate::simulation::stand_in::STAND_INS;
        use tengen_sim::{WaveOptions, chosen};
        let second = variant.second.into();
        let mut console = Console::new(variant);
        let netlist = verilog::netlist_with(&mut console, "console", &|_| true, &STAND_INS)?;
        let signals = chosen(&console, &WaveOptions::new("console"))?;
        let design = super::saved::design(&netlist);
        Ok(Image { netlist, signals, second, design })
    }
}

impl Image {
    /// The engine that runs it, with those of the signals that the netlist has: nothing reads the others.
    pub fn engine(self) -> Running {
        Running::fast(self.netlist, Console::ports(), self.signals)
    }

    /// The image as a file.
    ///
    /// # Errors
    /// If it calls a function that [`FUNCTIONS`] does not have.
    pub fn write(&self) -> Result<Vec<u8>> {
        let netlist = StoredNetlist::new(&self.netlist, &self.signals, &FUNCTIONS)?;
        let written = Written { netlist, second: self.second, design: self.design.clone() };
        Ok(postcard::to_stdvec(&written)?)
    }

    /// Reads an image that [`Image::write`] has written.
    ///
    /// # Errors
    /// If it is none.
    pub fn read(file: &[u8]) -> Result<Image> {
        let written: Written = postcard::from_bytes(file).context("this is no image of a machine")?;
        let Written { netlist, second, design } = written;
        let (netlist, signals) = netlist.open(&FUNCTIONS)?;
        Ok(Image { netlist, signals, second, design })
    }
}

#[derive(Serialize, Deserialize)]
struct Written {
    netlist: StoredNetlist,
    second: u64,
    design: String,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gateware::console::Variant;

    #[test]
    fn an_image_read_back_is_the_same_machine() {
        let image = Image::of(Variant::default()).unwrap();
        let file = image.write().unwrap();
        let read = Image::read(&file).unwrap();
        assert_eq!(format!("{:?}", read.netlist), format!("{:?}", image.netlist));
        assert_eq!((&read.signals, read.second), (&image.signals, image.second));
        assert_eq!(read.design, super::super::saved::design(&read.netlist));
        assert!(Image::read(&file[..file.len() - 1]).is_err());
        assert!(Image::read(b"tengen").is_err());
    }
}
