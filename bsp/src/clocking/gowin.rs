//! Gowin: the PLL `rPLL`, the divider `CLKDIV` where a second clock is wanted, and the start.
//!
//! ```text
//! input ─/ divide ──> detector ──> oscillator ─/ oscillator_divide ─┬─> CLKOUT: raw
//!                        ^                                          │
//!                        └──────────────── / multiply ──────────────┘
//!
//! one clock:   raw ─> DQCE ──────────────> clock    enabled 8 clocks after lock
//! two clocks:  raw ─┬────────────────────> shift_clock
//!                   └─> CLKDIV, / times ─> clock    in reset until 8 clocks of the oscillator after lock
//! ```
//!
//! The divider begins with a whole period when it leaves its reset, so two clocks need no gate.

use super::{Khz, Wanted, mhz};
use std::ops::RangeInclusive;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Rpll {
    divide: u32,
    multiply: u32,
    oscillator_divide: u32,
    /// The factor of the second clock, which is the PLL's own output.
    times: Option<u32>,
}

/// The frequencies that both series allow: DS117 (GW1NR, grade C6/I5) and DS226 (GW2AR, grade C8/I7), PLL
/// switching characteristics.
const INPUT_KHZ: RangeInclusive<u32> = 3_000..=400_000;
const DETECTOR_KHZ: RangeInclusive<u32> = 3_000..=400_000;
const OSCILLATOR_KHZ: RangeInclusive<u32> = 500_000..=1_200_000;
const OUTPUT_KHZ: RangeInclusive<u32> = 3_907..=600_000;
/// UG286, Gowin clock: parameters of `rPLL`, and the factors of `CLKDIV` that are whole.
const DIVIDERS: RangeInclusive<u32> = 1..=64;
const OSCILLATOR_DIVIDERS: [u32; 11] = [2, 4, 8, 16, 32, 48, 64, 80, 96, 112, 128];
const TIMES: [u32; 4] = [2, 4, 5, 8];

impl Rpll {
    /// Among the settings nearest to the wanted frequency, the one with the fastest detector, then the one with the
    /// slowest oscillator, which needs the least power.
    pub(super) fn plan(input_khz: u32, wanted: Wanted) -> Option<Rpll> {
        let times = wanted.times;
        let possible = INPUT_KHZ.contains(&input_khz) && times.is_none_or(|times| TIMES.contains(&times));
        DIVIDERS
            .filter(|_| possible)
            .filter(|divide| Khz::scaled(input_khz, 1, *divide).is_in(&DETECTOR_KHZ))
            .flat_map(|divide| DIVIDERS.map(move |multiply| (divide, multiply)))
            .flat_map(|(divide, multiply)| {
                OSCILLATOR_DIVIDERS.map(|oscillator_divide| Rpll { divide, multiply, oscillator_divide, times })
            })
            .filter(|pll| pll.oscillator(input_khz).is_in(&OSCILLATOR_KHZ))
            .filter(|pll| pll.fastest(input_khz).is_in(&OUTPUT_KHZ))
            .filter_map(|pll| Some((wanted.miss(pll.output(input_khz))?, pll)))
            .min_by_key(|(miss, pll)| (*miss, pll.divide, pll.oscillator_divide))
            .map(|(_, pll)| pll)
    }

    fn oscillator(self, input_khz: u32) -> Khz {
        Khz::scaled(input_khz, self.multiply * self.oscillator_divide, self.divide)
    }

    /// The PLL's output.
    fn fastest(self, input_khz: u32) -> Khz {
        Khz::scaled(input_khz, self.multiply, self.divide)
    }

    pub(super) fn output(self, input_khz: u32) -> Khz {
        Khz::scaled(input_khz, self.multiply, self.divide * self.times.unwrap_or(1))
    }

    pub(super) fn verilog(self, input: &str, input_khz: u32) -> String {
        let Rpll { divide, multiply, oscillator_divide, .. } = self;
        // The fields hold the divider and the multiplier less one. The dynamic inputs are not used.
        format!(
            "    rPLL #(
        .FCLKIN(\"{input_mhz}\"),
        .IDIV_SEL({idiv}),
        .FBDIV_SEL({fbdiv}),
        .ODIV_SEL({oscillator_divide}),
        .DYN_SDIV_SEL(2)
    ) pll (
        .CLKIN({input}),
        .CLKFB(1'b0),
        .RESET(1'b0),
        .RESET_P(1'b0),
        .IDSEL(6'd0),
        .FBDSEL(6'd0),
        .ODSEL(6'd0),
        .PSDA(4'd0),
        .DUTYDA(4'd0),
        .FDLY(4'd0),
        .CLKOUT(raw),
        .LOCK(locked)
    );
",
            input_mhz = mhz(input_khz),
            idiv = divide - 1,
            fbdiv = multiply - 1,
        )
    }
}

/// The start, from the wires that the generator drives; `times` is the factor of the second clock, `input` the
/// oscillator's port. The wire of the clock keeps its name so that reports and constraints use it.
pub(super) fn start(times: Option<u32>, input: &str) -> String {
    let counter = |clock: &str| {
        format!(
            "    reg [7:0] steady;
    initial steady = 8'd0;
    always @(posedge {clock}) steady <= {{steady[6:0], locked}};
    (* keep *) wire clock;
"
        )
    };
    match times {
        Some(times) => {
            "    // The divider waits until the PLL has been in lock for eight periods of the oscillator: there is no reset to mend a bad start.\n"
                .to_string()
                + &counter(input)
                + &format!(
                    "    wire shift_clock;
    assign shift_clock = raw;
    CLKDIV #(.DIV_MODE(\"{times}\"), .GSREN(\"false\")) clock_divider (
        .HCLKIN(shift_clock), .RESETN(steady[7]), .CALIB(1'b0), .CLKOUT(clock)
    );
"
                )
        }
        None => {
            "    // The clock is held back until it has been true for eight periods: there is no reset to mend a bad start.\n"
                .to_string()
                + &counter("raw")
                + "    DQCE clock_gate (.CLKIN(raw), .CE(steady[7]), .CLKOUT(clock));\n"
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_numbers_of_dvi_of_27_mhz() {
        let wanted = Wanted { khz: 25_000, highest_khz: 25_200, times: Some(5) };
        let pll = Rpll::plan(27_000, wanted).unwrap();
        assert_eq!(
            pll,
            Rpll { divide: 3, multiply: 14, oscillator_divide: 4, times: Some(5) }
        );
        assert_eq!(pll.output(27_000).rounded(), 25_200);
        let text = pll.verilog("pin", 27_000);
        for part in [
            ".FCLKIN(\"27\")",
            ".IDIV_SEL(2)",
            ".FBDIV_SEL(13)",
            ".ODIV_SEL(4)",
            ".CLKOUT(raw)",
        ] {
            assert!(text.contains(part), "{part}\n{text}");
        }
        let text = start(Some(5), "pin");
        assert!(
            text.contains("@(posedge pin)") && text.contains(".DIV_MODE(\"5\")") && !text.contains("DQCE"),
            "{text}"
        );
        let single = Rpll::plan(27_000, Wanted::exactly(27_000 * 2)).unwrap();
        assert_eq!(single.oscillator_divide, 16);
        assert!(start(None, "pin").contains("DQCE clock_gate (.CLKIN(raw)"));
    }

    #[test]
    fn every_plan_keeps_to_the_data_sheets() {
        let mut found = 0;
        for input_khz in (2_000..420_000).step_by(4_100) {
            for (khz, times) in [(25_000, None), (25_000, Some(5)), (74_250, Some(5)), (3_000, None)] {
                let highest_khz = khz + khz / 100;
                let Some(pll) = Rpll::plan(input_khz, Wanted { khz, highest_khz, times }) else {
                    continue;
                };
                found += 1;
                assert!((3_000..=400_000).contains(&input_khz) && khz != 3_000);
                let detector = f64::from(input_khz) / f64::from(pll.divide);
                assert!((3e3..=400e3).contains(&detector), "{pll:?}");
                let fastest = detector * f64::from(pll.multiply);
                let oscillator = fastest * f64::from(pll.oscillator_divide);
                assert!((500e3..=1200e3).contains(&oscillator), "{pll:?}");
                assert!((3.907e3..=600e3).contains(&fastest), "{pll:?}");
                let output = fastest / f64::from(times.unwrap_or(1));
                let close_enough = f64::from(khz) * 0.999_999..=f64::from(highest_khz);
                assert!(close_enough.contains(&output), "{pll:?}");
                for divider in [pll.divide, pll.multiply] {
                    assert!((1..=64).contains(&divider), "{pll:?}");
                }
            }
        }
        assert!(found > 100, "{found} plans");
    }

    #[test]
    fn a_factor_that_the_divider_lacks_is_refused() {
        let wanted = |times| Wanted { khz: 25_000, highest_khz: 25_200, times: Some(times) };
        assert!(Rpll::plan(27_000, wanted(5)).is_some());
        assert!(Rpll::plan(27_000, wanted(3)).is_none());
    }
}
