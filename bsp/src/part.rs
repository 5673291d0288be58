//! The chip on a board, spelled as its vendor's tool wants it, and refused when no such chip is sold.

use anyhow::{Result, bail};
use std::fmt;

/// Chips that share primitives, constraint format and tool.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Family {
    /// Spartan-6: ISE, UCF, `DCM_SP`.
    Spartan6,
    /// Artix-7 and Kintex-7: Vivado, XDC, `MMCME2_BASE`.
    Series7,
}

/// One orderable chip.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Part {
    pub family: Family,
    pub device: &'static str,
    pub package: &'static str,
    /// The speed grade without its dash.
    pub speed: &'static str,
}

/// What can be ordered: family, device, packages, speed grades.
/// From Xilinx DS160 (Spartan-6 overview) and DS180 (7 series overview), for the devices used here.
const SOLD: &[(Family, &str, &[&str], &[&str])] = &[
    (
        Family::Spartan6,
        "xc6slx16",
        &["cpg196", "csg225", "ftg256", "csg324"],
        &["2", "3"],
    ),
    (
        Family::Series7,
        "xc7a35t",
        &["cpg236", "csg324", "csg325", "ftg256", "fgg484"],
        &["1", "2", "3"],
    ),
    (
        Family::Series7,
        "xc7a100t",
        &["csg324", "ftg256", "fgg484", "fgg676"],
        &["1", "2", "3"],
    ),
    (
        Family::Series7,
        "xc7k160t",
        &["fbg484", "fbg676", "ffg676"],
        &["1", "2", "3"],
    ),
];

impl Part {
    /// Refuses a part that is not sold, saying which of its words is wrong and what would be right.
    pub fn check(&self) -> Result<()> {
        let Some((_, _, packages, speeds)) = SOLD.iter().find(|row| row.0 == self.family && row.1 == self.device)
        else {
            let devices: Vec<&str> = SOLD.iter().map(|row| row.1).collect();
            bail!(
                "unknown part {self}: no {:?} device {}; known are {}",
                self.family,
                self.device,
                devices.join(", ")
            );
        };
        if !packages.contains(&self.package) {
            bail!(
                "unknown part {self}: {} is sold in {}",
                self.device,
                packages.join(", ")
            );
        }
        if !speeds.contains(&self.speed) {
            bail!(
                "unknown part {self}: {} is sold in speed grades {}",
                self.device,
                speeds.join(", ")
            );
        }
        Ok(())
    }
}

/// As `xst -p` and Vivado's `-part` take it.
impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let Part {
            device, package, speed, ..
        } = self;
        match self.family {
            Family::Spartan6 => write!(f, "{device}-{speed}-{package}"),
            Family::Series7 => write!(f, "{device}{package}-{speed}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GOOD: Part = Part {
        family: Family::Series7,
        device: "xc7a35t",
        package: "cpg236",
        speed: "1",
    };

    #[test]
    fn the_wrong_word_is_named() {
        GOOD.check().unwrap();
        for (part, expected) in [
            (
                Part {
                    device: "xc7a34t",
                    ..GOOD
                },
                "no Series7 device xc7a34t",
            ),
            (
                Part {
                    package: "tqg144",
                    ..GOOD
                },
                "xc7a35t is sold in cpg236",
            ),
            (Part { speed: "9", ..GOOD }, "speed grades 1, 2, 3"),
            (
                Part {
                    family: Family::Spartan6,
                    ..GOOD
                },
                "no Spartan6 device xc7a35t",
            ),
        ] {
            let error = part.check().unwrap_err().to_string();
            assert!(error.contains("unknown part") && error.contains(expected), "{error}");
        }
    }

    #[test]
    fn each_family_has_its_spelling() {
        assert_eq!(GOOD.to_string(), "xc7a35tcpg236-1");
        let spartan = Part {
            family: Family::Spartan6,
            device: "xc6slx16",
            package: "csg324",
            speed: "3",
        };
        assert_eq!(spartan.to_string(), "xc6slx16-3-csg324");
    }
}
