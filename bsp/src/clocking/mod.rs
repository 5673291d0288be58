//! Makes the circuit's clock from a board's oscillator: the family's clock primitive, with parameters computed and
//! checked against the data sheet, as Verilog. One file per family.
//!
//! ```text
//!                 ┌ generator: PLL, ┐          ┌ start ────────────────────────────┐
//! board_clock ──> │ divider or none │ ─ raw ─> │ waits until raw is true, then     │ ──> clock
//!                 └                 ┘ locked ─>│ lets it through without a glitch  │
//!                                              └───────────────────────────────────┘
//! ```
//!
//! | family    | generator     | start                                          | a second, faster clock |
//! |-----------|---------------|------------------------------------------------|------------------------|
//! | Spartan-6 | `DCM_SP`      | 8 clocks after lock, `BUFGCE`                  | no                     |
//! | 7 series  | `MMCME2_BASE` | 8 clocks after lock, `BUFGCE`                  | no                     |
//! | ECP5      | `EHXPLLL`     | 8 clocks after lock, `DCCA`                    | yes                    |
//! | iCE40     | `SB_PLL40`    | 256 clocks after lock, flip-flop, AND, `SB_GB` | no                     |
//! | Gowin     | `rPLL`        | 8 clocks after lock, `DQCE` or `CLKDIV`        | yes                    |
//!
//! A circuit without a reset starts from the values loaded with the configuration, so its clock must not toggle before
//! it is stable. If the oscillator already has the wanted frequency there is no generator, only the start.
//!
//! Frequencies are whole kilohertz, so that "exactly 25 MHz" is an integer comparison.

mod ecp5;
mod gowin;
mod ice40;
mod xilinx;

use crate::Family;
use anyhow::{Context, Result, ensure};
use ecp5::Ehxplll;
use gowin::Rpll;
use ice40::SbPll40;
use xilinx::{DcmSp, Mmcm};

/// The name of the wire that [`Clocking::verilog`] declares; constraint files refer to it.
pub const CLOCK: &str = "clock";

/// The clock that a circuit wants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wanted {
    pub khz: u32,
    /// If `khz` cannot be made exactly, the next higher frequency is used, up to this one.
    pub highest_khz: u32,
    /// The factor of a second, faster clock from the same PLL.
    pub times: Option<u32>,
}

impl Wanted {
    /// One clock, of exactly this frequency.
    pub const fn exactly(khz: u32) -> Wanted {
        Wanted { khz, highest_khz: khz, times: None }
    }

    /// By how much a clock is faster than wanted, in Hz rounded up, so 0 only if it is exact; `None` if it is out of
    /// range.
    fn miss(&self, found: Khz) -> Option<u64> {
        let [least, most] = [self.khz, self.highest_khz].map(|khz| u64::from(khz) * found.of);
        (least..=most)
            .contains(&found.parts)
            .then(|| ((found.parts - least) * 1000).div_ceil(found.of))
    }
}

/// A frequency made by dividers: `parts` / `of` kilohertz.
#[derive(Clone, Copy, Debug)]
struct Khz {
    parts: u64,
    of: u64,
}

impl Khz {
    /// `input_khz` * `multiply` / `divide`.
    fn scaled(input_khz: u32, multiply: u32, divide: u32) -> Khz {
        Khz { parts: u64::from(input_khz) * u64::from(multiply), of: u64::from(divide) }
    }

    fn is_in(self, range: &std::ops::RangeInclusive<u32>) -> bool {
        (u64::from(*range.start()) * self.of..=u64::from(*range.end()) * self.of).contains(&self.parts)
    }

    /// The distance from the middle of a range in Hz: generators work best in the middle.
    fn off_middle(self, range: &std::ops::RangeInclusive<u32>) -> u64 {
        let middle_hz = u64::from(range.start() + range.end()) * 500;
        middle_hz.abs_diff(self.parts * 1000 / self.of)
    }

    /// Whole kilohertz, rounded up, so that a design constrained by it is never too slow.
    fn rounded(self) -> u32 {
        u32::try_from(self.parts.div_ceil(self.of)).expect("a clock of less than 4 THz")
    }
}

/// A generator with its parameters and its context.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clocking {
    pub family: Family,
    pub input_khz: u32,
    /// The second clock's frequency as a multiple of the first's.
    pub times: Option<u32>,
    generator: Generator,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Generator {
    /// None: the oscillator is used directly.
    None,
    DcmSp(DcmSp),
    Mmcm(Mmcm),
    Ehxplll(Ehxplll),
    SbPll40(SbPll40),
    Rpll(Rpll),
}

impl Clocking {
    /// Finds parameters for the wanted frequency, exact if possible; an error if there are none.
    pub fn plan(family: Family, input_khz: u32, wanted: Wanted) -> Result<Clocking> {
        ensure!(
            input_khz > 0 && wanted.khz > 0 && wanted.times != Some(0),
            "a clock of 0 kHz"
        );
        ensure!(
            wanted.times.is_none() || matches!(family, Family::Ecp5 | Family::Gowin),
            "a second clock is made on ECP5 and Gowin alone, not on {}",
            family.name()
        );
        let as_it_is = Khz::scaled(input_khz, 1, 1);
        let generator = if wanted.times.is_none() && wanted.miss(as_it_is).is_some() {
            Some(Generator::None)
        } else {
            match family {
                Family::Spartan6 => DcmSp::plan(input_khz, wanted).map(Generator::DcmSp),
                Family::Series7 => Mmcm::plan(input_khz, wanted).map(Generator::Mmcm),
                Family::Ecp5 => Ehxplll::plan(input_khz, wanted).map(Generator::Ehxplll),
                Family::Ice40 => SbPll40::plan(input_khz, wanted).map(Generator::SbPll40),
                Family::Gowin => Rpll::plan(input_khz, wanted).map(Generator::Rpll),
            }
        };
        let generator = generator.with_context(|| {
            let Wanted { khz, highest_khz, times } = wanted;
            let upto = if highest_khz > khz { format!(" to {highest_khz}") } else { String::new() };
            let and = times.map_or_else(String::new, |times| format!(" and {times} times that"));
            format!("{} cannot make {khz}{upto} kHz{and} of {input_khz} kHz", family.name())
        })?;
        Ok(Clocking { family, input_khz, times: wanted.times, generator })
    }

    /// The real frequency of the circuit's clock, in whole kilohertz, rounded up.
    pub fn output_khz(&self) -> u32 {
        self.output().rounded()
    }

    /// The second clock, if there is one.
    pub fn faster_khz(&self) -> Option<u32> {
        let Khz { parts, of } = self.output();
        self.times.map(|times| {
            let parts = parts * u64::from(times);
            Khz { parts, of }.rounded()
        })
    }

    fn output(&self) -> Khz {
        let input_khz = self.input_khz;
        match self.generator {
            Generator::None => Khz::scaled(input_khz, 1, 1),
            Generator::DcmSp(dcm) => dcm.output(input_khz),
            Generator::Mmcm(mmcm) => mmcm.output(input_khz),
            Generator::Ehxplll(pll) => pll.output(input_khz),
            Generator::SbPll40(pll) => pll.output(input_khz),
            Generator::Rpll(pll) => pll.output(input_khz),
        }
    }

    /// Verilog-2001 statements, indented by four, that declare the wire `clock`, and `shift_clock` for a second clock,
    /// and drive them from the port `input`.
    pub fn verilog(&self, input: &str) -> String {
        let input_khz = self.input_khz;
        let generator = match self.generator {
            Generator::None => format!("    assign raw = {input};\n    assign locked = 1'b1;\n"),
            Generator::DcmSp(dcm) => dcm.verilog(input, input_khz),
            Generator::Mmcm(mmcm) => mmcm.verilog(input, input_khz),
            Generator::Ehxplll(pll) => pll.verilog(input, input_khz),
            Generator::SbPll40(pll) => pll.verilog(input),
            Generator::Rpll(pll) => pll.verilog(input, input_khz),
        };
        let start = match self.family {
            Family::Spartan6 | Family::Series7 => xilinx::START.to_string(),
            Family::Ecp5 => ecp5::start(self.times.is_some()),
            Family::Ice40 => ice40::start(),
            Family::Gowin => gowin::start(self.times, input),
        };
        let outputs: Vec<String> = [Some(self.output_khz()), self.faster_khz()]
            .into_iter()
            .flatten()
            .map(|khz| format!("{} MHz", mhz(khz)))
            .collect();
        format!(
            "    // {from} MHz to {to}.\n    wire raw;\n    wire locked;\n{generator}\n{start}",
            from = mhz(input_khz),
            to = outputs.join(" and "),
        )
    }
}

/// A period in nanoseconds with three decimal places, the form that vendor tools print and expect.
pub fn period_ns(khz: u32) -> String {
    format!("{:.3}", 1e6 / f64::from(khz))
}

/// A frequency in MHz without needless zeros.
pub fn mhz(khz: u32) -> String {
    format!("{}", f64::from(khz) / 1e3)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Picture, boards::BOARDS};

    /// The pixel clock of 640x480 that the console asks for.
    pub const PIXEL: Wanted = Wanted { khz: 25_000, highest_khz: 25_200, times: None };

    #[test]
    fn every_board_makes_25_mhz_or_the_nearest_above() {
        for board in BOARDS {
            let times = matches!(board.picture, Picture::Dvi(_)).then_some(5);
            let found = board.clocking(Wanted { times, ..PIXEL }).unwrap();
            let expected = match board.name {
                "icebreaker" => 25_125,
                "tang-nano-9k" | "tang-nano-20k" => 25_200,
                _ => 25_000,
            };
            assert_eq!(found.output_khz(), expected, "{}", board.name);
            assert_eq!(
                found.faster_khz(),
                times.map(|times| times * expected),
                "{}",
                board.name
            );
        }
    }

    #[test]
    fn an_oscillator_that_will_do_needs_no_generator() {
        for family in Family::ALL {
            for khz in [25_000, 25_175] {
                let plan = Clocking::plan(family, khz, PIXEL).unwrap();
                assert_eq!((plan.generator, plan.output_khz()), (Generator::None, khz));
                let text = plan.verilog("pin");
                assert!(text.contains("assign raw = pin;"), "{text}");
                for generator in ["DCM_SP", "MMCME2_BASE", "EHXPLLL", "SB_PLL40", "rPLL"] {
                    assert!(!text.contains(generator), "{text}");
                }
            }
        }
    }

    #[test]
    fn what_cannot_be_made_is_refused() {
        let refusal = |family, from, wanted| Clocking::plan(family, from, wanted).unwrap_err().to_string();
        for (family, from, to) in [
            (Family::Spartan6, 100_000, 27_000),  // not a half
            (Family::Spartan6, 100_000, 80_000),  // CLKDV does not go below 1.5
            (Family::Spartan6, 95_000, 10_000),   // 9.5: halves end at 7.5
            (Family::Spartan6, 400_000, 100_000), // too fast for the delay line
            (Family::Series7, 5_000, 25_000),     // too slow for the phase detector
            (Family::Ecp5, 7_000, 25_000),        // too slow for the PLL's input
            (Family::Ecp5, 25_000, 3_000),        // too slow for its output
            (Family::Ice40, 12_000, 25_000),      // 25.125 is the nearest
            (Family::Ice40, 150_000, 25_000),     // too fast for the PLL's input
            (Family::Ice40, 100_000, 12_500),     // too slow for its output
            (Family::Gowin, 27_000, 25_000),      // 25.2 is the nearest
            (Family::Gowin, 2_000, 25_000),       // too slow for the PLL's input
        ] {
            let error = refusal(family, from, Wanted::exactly(to));
            assert_eq!(error, format!("{} cannot make {to} kHz of {from} kHz", family.name()));
        }
        assert_eq!(
            refusal(Family::Series7, 100_000, Wanted::exactly(0)),
            "a clock of 0 kHz"
        );
        let twins = Wanted { times: Some(5), ..PIXEL };
        assert_eq!(
            refusal(Family::Ice40, 12_000, twins),
            "a second clock is made on ECP5 and Gowin alone, not on iCE40"
        );
        assert_eq!(
            refusal(Family::Ecp5, 7_000, twins),
            "ECP5 cannot make 25000 to 25200 kHz and 5 times that of 7000 kHz"
        );
    }

    #[test]
    fn a_miss_is_upwards_alone_and_zero_only_if_exact() {
        let third = |parts| Khz { parts, of: 3 };
        assert_eq!(PIXEL.miss(third(75_000)), Some(0));
        assert_eq!(PIXEL.miss(third(75_001)), Some(334));
        assert_eq!(PIXEL.miss(third(74_999)), None);
        assert_eq!(PIXEL.miss(third(75_600)), Some(200_000));
        assert_eq!(PIXEL.miss(third(75_601)), None);
        assert_eq!(third(75_001).rounded(), 25_001);
    }
}
