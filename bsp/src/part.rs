//! The chip on a board, in the spelling of its vendor's tool; refused if no such chip is sold.

use anyhow::{Result, bail};
use std::fmt;

/// Chips that share primitives, constraint format and tool.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Family {
    /// Spartan-6: ISE, UCF, `DCM_SP`.
    Spartan6,
    /// Artix-7 and Kintex-7: Vivado, XDC, `MMCME2_BASE`.
    Series7,
    /// Lattice ECP5: yosys and nextpnr, LPF, `EHXPLLL`.
    Ecp5,
    /// Lattice iCE40 HX and UltraPlus: yosys and nextpnr, PCF, `SB_PLL40`.
    Ice40,
    /// Gowin GW1NR and GW2AR: yosys and nextpnr, CST, `rPLL`.
    Gowin,
}

impl Family {
    pub const ALL: [Family; 5] = [
        Family::Spartan6,
        Family::Series7,
        Family::Ecp5,
        Family::Ice40,
        Family::Gowin,
    ];

    /// Whether open tools place, route and time it.
    pub fn has_open_tools(self) -> bool {
        matches!(self, Family::Ecp5 | Family::Ice40 | Family::Gowin)
    }

    /// The vendor's name of the family.
    pub fn name(self) -> &'static str {
        match self {
            Family::Spartan6 => "Spartan-6",
            Family::Series7 => "7 series",
            Family::Ecp5 => "ECP5",
            Family::Ice40 => "iCE40",
            Family::Gowin => "Gowin",
        }
    }
}

/// One orderable chip.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Part {
    pub family: Family,
    pub device: &'static str,
    pub package: &'static str,
    /// The speed grade without its dash; empty if a device is sold in one grade only.
    pub speed: &'static str,
}

/// The number of cells of each kind on a chip. A look-up table has as many inputs as its family's do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Capacity {
    pub luts: usize,
    pub flip_flops: usize,
    /// The number of block RAMs, of the family's own size.
    pub block_rams: usize,
}

/// A device that can be ordered.
struct Device {
    family: Family,
    name: &'static str,
    packages: &'static [&'static str],
    speeds: &'static [&'static str],
    capacity: Capacity,
}

const fn device(
    family: Family,
    name: &'static str,
    packages: &'static [&'static str],
    speeds: &'static [&'static str],
    [luts, flip_flops, block_rams]: [usize; 3],
) -> Device {
    let capacity = Capacity { luts, flip_flops, block_rams };
    Device { family, name, packages, speeds, capacity }
}

/// The devices used here: packages, speed grades; LUTs, flip-flops, block RAMs.
///
/// Xilinx DS160 (Spartan-6 overview; RAMs of 18 Kbit) and DS180 (7 series overview; RAMs of 36 Kbit). Lattice
/// FPGA-DS-02012 (ECP5 family; EBRs of 18 Kbit) and FPGA-DS-02029, FPGA-DS-02008 (iCE40 LP/HX and UltraPlus; EBRs of 4
/// Kbit). Gowin DS117 (GW1NR) and DS226 (GW2AR; BSRAMs of 18 Kbit); the speed grade has the temperature range in it.
#[rustfmt::skip]
const SOLD: &[Device] = &[
    device(Family::Spartan6, "xc6slx16", &["cpg196", "csg225", "ftg256", "csg324"], &["2", "3"], [9_112, 18_224, 32]),
    device(Family::Series7, "xc7a35t", &["cpg236", "csg324", "csg325", "ftg256", "fgg484"], &["1", "2", "3"], [20_800, 41_600, 50]),
    device(Family::Series7, "xc7a100t", &["csg324", "ftg256", "fgg484", "fgg676"], &["1", "2", "3"], [63_400, 126_800, 135]),
    device(Family::Series7, "xc7k160t", &["fbg484", "fbg676", "ffg676"], &["1", "2", "3"], [101_400, 202_800, 325]),
    device(Family::Ecp5, "LFE5U-25F", &["CABGA256", "CABGA381"], &["6", "7", "8"], [24_288, 24_288, 56]),
    device(Family::Ecp5, "LFE5U-85F", &["CABGA381", "CABGA554", "CABGA756"], &["6", "7", "8"], [83_640, 83_640, 208]),
    device(Family::Ice40, "iCE40HX8K", &["CB132", "CM225", "CT256"], &[""], [7_680, 7_680, 32]),
    device(Family::Ice40, "iCE40UP5K", &["SG48", "UWG30"], &[""], [5_280, 5_280, 30]),
    device(Family::Gowin, "GW2AR-LV18", &["QN88", "EQ144", "EQ176"], &["C8/I7", "C7/I6"], [20_736, 15_552, 46]),
    device(Family::Gowin, "GW1NR-LV9", &["QN88", "QN88P", "LQ144P"], &["C6/I5", "C5/I4"], [8_640, 6_480, 26]),
];

impl Part {
    /// Refuses a part that is not sold, and says which of its words is wrong and what would be right.
    pub fn check(&self) -> Result<()> {
        let Some(device) = self.row() else {
            let devices: Vec<&str> = SOLD.iter().map(|device| device.name).collect();
            bail!(
                "unknown part {self}: no {:?} device {}; known are {}",
                self.family,
                self.device,
                devices.join(", ")
            );
        };
        if !device.packages.contains(&self.package) {
            bail!(
                "unknown part {self}: {} is sold in {}",
                self.device,
                device.packages.join(", ")
            );
        }
        if !device.speeds.contains(&self.speed) {
            bail!(
                "unknown part {self}: {} is sold in speed grades {}",
                self.device,
                device.speeds.join(", ")
            );
        }
        Ok(())
    }

    /// The part's capacity; an error if no such chip is sold.
    pub fn capacity(&self) -> Result<Capacity> {
        self.check()?;
        Ok(self.row().expect("a part that is sold has a row").capacity)
    }

    fn row(&self) -> Option<&'static Device> {
        SOLD.iter()
            .find(|device| device.family == self.family && device.name == self.device)
    }
}

/// The form that `xst -p` and Vivado's `-part` expect, and that of Lattice's part numbers.
impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let Part { device, package, speed, .. } = self;
        match self.family {
            Family::Spartan6 => write!(f, "{device}-{speed}-{package}"),
            Family::Series7 => write!(f, "{device}{package}-{speed}"),
            // Lattice shortens CABGA381 to BG381; C is the commercial temperature range.
            Family::Ecp5 => write!(f, "{device}-{speed}{}C", package.replacen("CABGA", "BG", 1)),
            Family::Ice40 => write!(f, "{device}-{package}"),
            Family::Gowin => write!(f, "{device}{package}{speed}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GOOD: Part = Part { family: Family::Series7, device: "xc7a35t", package: "cpg236", speed: "1" };

    #[test]
    fn the_wrong_word_is_named() {
        GOOD.check().unwrap();
        for (part, expected) in [
            (Part { device: "xc7a34t", ..GOOD }, "no Series7 device xc7a34t"),
            (Part { package: "tqg144", ..GOOD }, "xc7a35t is sold in cpg236"),
            (Part { speed: "9", ..GOOD }, "speed grades 1, 2, 3"),
            (Part { family: Family::Spartan6, ..GOOD }, "no Spartan6 device xc7a35t"),
        ] {
            let error = part.check().unwrap_err().to_string();
            assert!(error.contains("unknown part") && error.contains(expected), "{error}");
        }
    }

    #[test]
    fn each_family_has_its_spelling() {
        assert_eq!(GOOD.to_string(), "xc7a35tcpg236-1");
        let spartan = Part { family: Family::Spartan6, device: "xc6slx16", package: "csg324", speed: "3" };
        assert_eq!(spartan.to_string(), "xc6slx16-3-csg324");
        let ecp5 = Part { family: Family::Ecp5, device: "LFE5U-25F", package: "CABGA381", speed: "6" };
        assert_eq!(ecp5.to_string(), "LFE5U-25F-6BG381C");
        let gowin = Part { family: Family::Gowin, device: "GW1NR-LV9", package: "QN88P", speed: "C6/I5" };
        assert_eq!(gowin.to_string(), "GW1NR-LV9QN88PC6/I5");
    }
}
