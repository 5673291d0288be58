//! Xilinx: `DCM_SP` on Spartan-6, `MMCME2_BASE` on the 7 series, and the start that both share.

use super::{Khz, Wanted, period_ns};
use std::ops::RangeInclusive;

/// Spartan-6's digital clock manager as a divider: `CLKDV` = input / (`halves` / 2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct DcmSp {
    halves: u32,
}

/// The range of `DCM_SP`'s CLKIN when its delay line is used: Xilinx DS162, slowest grade.
const DCM_INPUT_KHZ: RangeInclusive<u32> = 5_000..=250_000;
/// `CLKDV_DIVIDE` goes from 1.5 to 7.5 in halves, then from 8 to 16 in ones: Xilinx UG615.
const DCM_HALVES: RangeInclusive<u32> = 3..=32;
const DCM_LEAST_WHOLE: u32 = 16;

impl DcmSp {
    pub(super) fn plan(input_khz: u32, wanted: Wanted) -> Option<DcmSp> {
        DCM_HALVES
            .filter(|halves| *halves < DCM_LEAST_WHOLE || halves.is_multiple_of(2))
            .map(|halves| DcmSp { halves })
            .filter(|_| DCM_INPUT_KHZ.contains(&input_khz))
            .filter_map(|dcm| Some((wanted.miss(dcm.output(input_khz))?, dcm)))
            .min_by_key(|(miss, _)| *miss)
            .map(|(_, dcm)| dcm)
    }

    pub(super) fn output(self, input_khz: u32) -> Khz {
        Khz::scaled(input_khz, 2, self.halves)
    }

    pub(super) fn verilog(self, input: &str, input_khz: u32) -> String {
        format!(
            "    wire feedback_raw;
    wire feedback;
    DCM_SP #(
        .CLKIN_PERIOD({period}),
        .CLKDV_DIVIDE({whole}.{half}),
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
            whole = self.halves / 2,
            half = self.halves % 2 * 5,
        )
    }
}

/// The 7 series' clock manager: oscillator at input / `divide` * `multiply`, output = oscillator / `output_divide`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Mmcm {
    divide: u32,
    multiply: u32,
    output_divide: u32,
}

/// The ranges of `MMCME2_BASE` in grade -1, the slowest: Xilinx DS181 and DS182; the dividers: UG953.
const MMCM_OSCILLATOR_KHZ: RangeInclusive<u32> = 600_000..=1_200_000;
const MMCM_DETECTOR_KHZ: RangeInclusive<u32> = 10_000..=450_000;
const MMCM_DIVIDE: RangeInclusive<u32> = 1..=106;
const MMCM_MULTIPLY: RangeInclusive<u32> = 2..=64;
const MMCM_OUTPUT_DIVIDE: RangeInclusive<u32> = 1..=128;

impl Mmcm {
    /// Among the settings nearest to the wanted frequency, the one whose oscillator is nearest the middle of its range,
    /// then the one with the smallest divider.
    pub(super) fn plan(input_khz: u32, wanted: Wanted) -> Option<Mmcm> {
        let detector = |divide| Khz::scaled(input_khz, 1, divide);
        let oscillator = |divide, multiply| Khz::scaled(input_khz, multiply, divide);
        MMCM_DIVIDE
            .filter(|divide| detector(*divide).is_in(&MMCM_DETECTOR_KHZ))
            .flat_map(|divide| MMCM_MULTIPLY.map(move |multiply| (divide, multiply)))
            .filter(|(divide, multiply)| oscillator(*divide, *multiply).is_in(&MMCM_OSCILLATOR_KHZ))
            .flat_map(|(divide, multiply)| {
                MMCM_OUTPUT_DIVIDE.map(move |output_divide| Mmcm { divide, multiply, output_divide })
            })
            .filter_map(|mmcm| Some((wanted.miss(mmcm.output(input_khz))?, mmcm)))
            .min_by_key(|(miss, mmcm)| {
                let off_middle = oscillator(mmcm.divide, mmcm.multiply).off_middle(&MMCM_OSCILLATOR_KHZ);
                (*miss, off_middle, mmcm.divide)
            })
            .map(|(_, mmcm)| mmcm)
    }

    pub(super) fn output(self, input_khz: u32) -> Khz {
        Khz::scaled(input_khz, self.multiply, self.divide * self.output_divide)
    }

    pub(super) fn verilog(self, input: &str, input_khz: u32) -> String {
        format!(
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
            divide = self.divide,
            multiply = self.multiply,
            output_divide = self.output_divide,
        )
    }
}

/// A buffer that passes the clock once it has been locked for eight of its periods.
pub(super) const START: &str =
    "    // The clock is held back until it has been true for eight of its periods: there is no reset to mend a bad start.
    wire starting;
    reg [7:0] steady;
    initial steady = 8'd0;
    BUFG starting_buffer (.I(raw), .O(starting));
    always @(posedge starting) steady <= {steady[6:0], locked};
    wire clock;
    BUFGCE clock_buffer (.I(raw), .CE(steady[7]), .O(clock));
";

#[cfg(test)]
mod tests {
    use super::*;

    const PIXEL: Wanted = Wanted::exactly(25_000);

    #[test]
    fn the_numbers_for_100_mhz() {
        assert_eq!(DcmSp::plan(100_000, PIXEL).unwrap(), DcmSp { halves: 8 });
        let found = Mmcm::plan(100_000, PIXEL).unwrap();
        assert_eq!((found.divide, found.multiply, found.output_divide), (1, 9, 36));
    }

    #[test]
    fn every_plan_keeps_to_the_data_sheet() {
        let mut found = 0;
        for input_khz in (1_000..800_000).step_by(1_700) {
            for output_khz in [10_000, 25_000, 25_175, 40_000, 65_000] {
                if let Some(plan) = Mmcm::plan(input_khz, Wanted::exactly(output_khz)) {
                    let Mmcm { divide, multiply, output_divide } = plan;
                    found += 1;
                    let oscillator = f64::from(input_khz * multiply) / f64::from(divide);
                    assert!((600_000.0..=1_200_000.0).contains(&oscillator), "{plan:?}");
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
    fn the_verilog_carries_the_numbers() {
        let text = DcmSp { halves: 15 }.verilog("board_clock", 100_000);
        assert!(
            text.contains(".CLKIN_PERIOD(10.000)") && text.contains(".CLKDV_DIVIDE(7.5)"),
            "{text}"
        );
        let text = Mmcm::plan(100_000, PIXEL).unwrap().verilog("board_clock", 100_000);
        assert!(
            text.contains(".CLKFBOUT_MULT_F(9.0)") && text.contains(".CLKOUT0_DIVIDE_F(36.0)"),
            "{text}"
        );
    }
}
