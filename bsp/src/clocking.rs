//! How a board's oscillator becomes the clock of the circuit: the primitive, its numbers computed and checked, and its
//! Verilog.
//!
//! ```text
//! board_clock ─> DCM_SP / MMCME2_BASE ─ raw ─┬─> BUFG ─ starting ─> eight flip-flops ─┐ enable
//!                        └─ locked ──────────│──────────────^                         v
//!                                            └──────────────────────────────────> BUFGCE ─> clock
//! ```
//!
//! A circuit without a reset starts from the values loaded with the configuration, so its clock must not move before it
//! runs true: the primitive's output is held back until it has reported lock for eight of its own clocks.
//!
//! Frequencies are whole kilohertz, so that "exactly 25 MHz" is a comparison of integers.

use crate::Family;
use anyhow::{Result, bail, ensure};

/// A clock primitive with its numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Clocking {
    /// Spartan-6: `CLKDV` = input / (`halves` / 2).
    DcmSp { input_khz: u32, halves: u32 },
    /// 7 series: oscillator at input / `divide` * `multiply`, output = oscillator / `output_divide`.
    Mmcm {
        input_khz: u32,
        divide: u32,
        multiply: u32,
        output_divide: u32,
    },
}

/// What `DCM_SP` takes at CLKIN when its delay line is used: Xilinx DS162, slowest grade.
const DCM_INPUT_KHZ: std::ops::RangeInclusive<u32> = 5_000..=250_000;
/// `CLKDV_DIVIDE` goes from 1.5 to 7.5 in halves, then from 8 to 16 in ones: Xilinx UG615.
const DCM_MOST_HALVES: u32 = 32;
/// The ranges of `MMCME2_BASE` in grade -1, the slowest: Xilinx DS181 and DS182; the dividers: UG953.
const MMCM_OSCILLATOR_KHZ: std::ops::RangeInclusive<u32> = 600_000..=1_200_000;
const MMCM_DETECTOR_KHZ: std::ops::RangeInclusive<u32> = 10_000..=450_000;
const MMCM_DIVIDE: std::ops::RangeInclusive<u32> = 1..=106;
const MMCM_MULTIPLY: std::ops::RangeInclusive<u32> = 2..=64;
const MMCM_OUTPUT_DIVIDE: std::ops::RangeInclusive<u32> = 1..=128;

impl Clocking {
    /// Finds the numbers that give exactly `output_khz`, or says that there are none.
    pub fn plan(family: Family, input_khz: u32, output_khz: u32) -> Result<Clocking> {
        ensure!(input_khz > 0 && output_khz > 0, "a clock of 0 kHz");
        let found = match family {
            Family::Spartan6 => Self::plan_dcm(input_khz, output_khz),
            Family::Series7 => Self::plan_mmcm(input_khz, output_khz),
            Family::Ecp5 | Family::Ice40 => todo!("boards"),
        };
        let Some(found) = found else {
            bail!("{family:?} cannot make exactly {output_khz} kHz of {input_khz} kHz");
        };
        Ok(found)
    }

    fn plan_dcm(input_khz: u32, output_khz: u32) -> Option<Clocking> {
        let halves = (2 * input_khz).checked_div(output_khz)?;
        let exact = halves * output_khz == 2 * input_khz;
        let allowed =
            (3..16).contains(&halves) || (halves.is_multiple_of(2) && (16..=DCM_MOST_HALVES).contains(&halves));
        (DCM_INPUT_KHZ.contains(&input_khz) && exact && allowed).then_some(Clocking::DcmSp { input_khz, halves })
    }

    /// Of all exact settings the one whose oscillator is nearest the middle of its range, then the smallest divider.
    fn plan_mmcm(input_khz: u32, output_khz: u32) -> Option<Clocking> {
        let middle = (MMCM_OSCILLATOR_KHZ.start() + MMCM_OSCILLATOR_KHZ.end()) / 2;
        let settings = MMCM_DIVIDE.flat_map(|divide| MMCM_MULTIPLY.map(move |multiply| (divide, multiply)));
        settings
            .filter(|(divide, multiply)| (input_khz * multiply).is_multiple_of(*divide))
            .map(|(divide, multiply)| (divide, multiply, input_khz * multiply / divide))
            .filter(|(divide, _, oscillator)| {
                MMCM_DETECTOR_KHZ.contains(&(input_khz / divide))
                    && MMCM_OSCILLATOR_KHZ.contains(oscillator)
                    && oscillator.is_multiple_of(output_khz)
                    && MMCM_OUTPUT_DIVIDE.contains(&(oscillator / output_khz))
            })
            .min_by_key(|(divide, _, oscillator)| (oscillator.abs_diff(middle), *divide))
            .map(|(divide, multiply, oscillator)| Clocking::Mmcm {
                input_khz,
                divide,
                multiply,
                output_divide: oscillator / output_khz,
            })
    }

    pub fn output_khz(&self) -> u32 {
        match *self {
            Clocking::DcmSp { input_khz, halves } => 2 * input_khz / halves,
            Clocking::Mmcm {
                input_khz,
                divide,
                multiply,
                output_divide,
            } => input_khz * multiply / divide / output_divide,
        }
    }

    /// Verilog-2001 statements, indented by four, that declare the wire `clock` and drive it from the port `input`.
    pub fn verilog(&self, input: &str) -> String {
        let primitive = match *self {
            Clocking::DcmSp { input_khz, halves } => format!(
                "    wire feedback_raw;
    wire feedback;
    DCM_SP #(
        .CLKIN_PERIOD({period}),
        .CLKDV_DIVIDE({divide}),
        .CLK_FEEDBACK(\"1X\")
    ) divider (
        .CLKIN({input}),
        .CLKFB(feedback),
        .RST(1'b0),
        .DSSEN(1'b0),
        .PSCLK(1'b0),
        .PSEN(1'b0),
        .PSINCDEC(1'b0),
        .CLK0(feedback_raw),
        .CLKDV(raw),
        .LOCKED(locked)
    );
    BUFG feedback_buffer (.I(feedback_raw), .O(feedback));
",
                period = period_ns(input_khz),
                divide = tenths(halves * 5),
            ),
            Clocking::Mmcm {
                input_khz,
                divide,
                multiply,
                output_divide,
            } => format!(
                "    wire feedback;
    MMCME2_BASE #(
        .CLKIN1_PERIOD({period}),
        .DIVCLK_DIVIDE({divide}),
        .CLKFBOUT_MULT_F({multiply}.0),
        .CLKOUT0_DIVIDE_F({output_divide}.0)
    ) synthesiser (
        .CLKIN1({input}),
        .CLKFBIN(feedback),
        .RST(1'b0),
        .PWRDWN(1'b0),
        .CLKFBOUT(feedback),
        .CLKOUT0(raw),
        .LOCKED(locked)
    );
",
                period = period_ns(input_khz),
            ),
        };
        format!(
            "    // {from} MHz to {to} MHz.
    wire raw;
    wire locked;
{primitive}
    // The clock is held back until it has been true for eight of its periods: there is no reset to mend a bad start.
    wire starting;
    reg [7:0] steady;
    initial steady = 8'd0;
    BUFG starting_buffer (.I(raw), .O(starting));
    always @(posedge starting) steady <= {{steady[6:0], locked}};
    wire clock;
    BUFGCE clock_buffer (.I(raw), .CE(steady[7]), .O(clock));
",
            from = mhz(self.input_khz()),
            to = mhz(self.output_khz()),
        )
    }

    fn input_khz(&self) -> u32 {
        match *self {
            Clocking::DcmSp { input_khz, .. } | Clocking::Mmcm { input_khz, .. } => input_khz,
        }
    }
}

/// A period in nanoseconds with three places, as vendor tools print and expect it.
pub fn period_ns(khz: u32) -> String {
    format!("{:.3}", 1e6 / f64::from(khz))
}

/// A frequency in MHz without needless zeros.
pub fn mhz(khz: u32) -> String {
    format!("{}", f64::from(khz) / 1e3)
}

fn tenths(value: u32) -> String {
    format!("{}.{}", value / 10, value % 10)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::boards::BOARDS;

    #[test]
    fn every_board_makes_exactly_25_mhz() {
        for board in BOARDS {
            assert_eq!(board.clocking(25_000).unwrap().output_khz(), 25_000, "{}", board.name);
        }
    }

    #[test]
    fn the_numbers_for_100_mhz() {
        assert_eq!(
            Clocking::plan(Family::Spartan6, 100_000, 25_000).unwrap(),
            Clocking::DcmSp {
                input_khz: 100_000,
                halves: 8
            }
        );
        assert_eq!(
            Clocking::plan(Family::Series7, 100_000, 25_000).unwrap(),
            Clocking::Mmcm {
                input_khz: 100_000,
                divide: 1,
                multiply: 9,
                output_divide: 36
            }
        );
    }

    #[test]
    fn every_plan_keeps_to_the_data_sheet() {
        let mut found = 0;
        for input_khz in (1_000..800_000).step_by(1_700) {
            for output_khz in [10_000, 25_000, 25_175, 40_000, 65_000] {
                if let Ok(plan) = Clocking::plan(Family::Series7, input_khz, output_khz) {
                    let Clocking::Mmcm {
                        divide,
                        multiply,
                        output_divide,
                        ..
                    } = plan
                    else {
                        panic!("{plan:?}")
                    };
                    found += 1;
                    let oscillator = input_khz * multiply / divide;
                    assert!((600_000..=1_200_000).contains(&oscillator), "{plan:?}");
                    assert!((1..=106).contains(&divide) && (2..=64).contains(&multiply) && output_divide <= 128);
                    assert_eq!(
                        u64::from(input_khz) * u64::from(multiply),
                        u64::from(output_khz) * u64::from(divide * output_divide)
                    );
                }
            }
        }
        assert!(found > 100, "{found} plans");
    }

    #[test]
    fn what_cannot_be_made_is_refused() {
        for (family, from, to) in [
            (Family::Spartan6, 100_000, 27_000),  // not a half
            (Family::Spartan6, 100_000, 100_000), // CLKDV does not go below 1.5
            (Family::Spartan6, 95_000, 10_000),   // 9.5: halves end at 7.5
            (Family::Spartan6, 400_000, 100_000), // too fast for the delay line
            (Family::Series7, 5_000, 25_000),     // too slow for the phase detector
            (Family::Series7, 100_000, 0),
        ] {
            assert!(Clocking::plan(family, from, to).is_err(), "{family:?} {from} -> {to}");
        }
        let error = Clocking::plan(Family::Spartan6, 100_000, 27_000)
            .unwrap_err()
            .to_string();
        assert_eq!(error, "Spartan6 cannot make exactly 27000 kHz of 100000 kHz");
    }

    #[test]
    fn the_verilog_carries_the_numbers() {
        let text = Clocking::plan(Family::Spartan6, 100_000, 25_000)
            .unwrap()
            .verilog("board_clock");
        assert!(
            text.contains(".CLKIN_PERIOD(10.000)") && text.contains(".CLKDV_DIVIDE(4.0)"),
            "{text}"
        );
        let text = Clocking::plan(Family::Series7, 100_000, 25_000)
            .unwrap()
            .verilog("board_clock");
        assert!(
            text.contains(".CLKFBOUT_MULT_F(9.0)") && text.contains(".CLKOUT0_DIVIDE_F(36.0)"),
            "{text}"
        );
    }
}
