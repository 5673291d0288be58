//! Lattice ECP5: the PLL `EHXPLLL` with one output or two, and the start through `DCCA`.
//!
//! ```text
//! input -/ divide ──> detector ──> oscillator ─┬─/ multiply ──────> CLKOP  (feedback)
//!                        ^                     ├─/ output_divide ─> CLKOS  (raw)
//!                        └────── CLKOP         └─/ faster_divide ─> CLKOS2 (shift_raw)
//! ```
//!
//! CLKOP only closes the feedback loop, so that the oscillator may be any multiple of the detector's frequency.

use super::{Khz, Wanted, mhz};
use std::ops::RangeInclusive;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Ehxplll {
    divide: u32,
    multiply: u32,
    output_divide: u32,
    /// The divider of the second output, if there is one.
    faster_divide: Option<u32>,
}

/// The limits of frequencies: FPGA-DS-02012, sysCLOCK PLL timing.
const INPUT_KHZ: RangeInclusive<u32> = 8_000..=400_000;
const DETECTOR_KHZ: RangeInclusive<u32> = 10_000..=400_000;
const OSCILLATOR_KHZ: RangeInclusive<u32> = 400_000..=800_000;
const OUTPUT_KHZ: RangeInclusive<u32> = 3_125..=400_000;
/// The dividers of the input and of every output: FPGA-TN-02200 (formerly TN1263), sysCLOCK PLL.
const DIVIDERS: RangeInclusive<u32> = 1..=128;

impl Ehxplll {
    /// Among the settings nearest to the wanted frequency, the one with the fastest detector, then the one whose
    /// oscillator is nearest the middle of its range.
    pub(super) fn plan(input_khz: u32, wanted: Wanted) -> Option<Ehxplll> {
        DIVIDERS
            .filter(|_| INPUT_KHZ.contains(&input_khz))
            .filter(|divide| Khz::scaled(input_khz, 1, *divide).is_in(&DETECTOR_KHZ))
            .flat_map(|divide| DIVIDERS.map(move |multiply| (divide, multiply)))
            .filter(|(divide, multiply)| Khz::scaled(input_khz, *multiply, *divide).is_in(&OSCILLATOR_KHZ))
            .filter_map(|(divide, multiply)| Self::of_oscillator(input_khz, divide, multiply, wanted))
            .filter_map(|pll| Some((wanted.miss(pll.output(input_khz))?, pll)))
            .min_by_key(|(miss, pll)| {
                let oscillator = Khz::scaled(input_khz, pll.multiply, pll.divide);
                (*miss, pll.divide, oscillator.off_middle(&OSCILLATOR_KHZ))
            })
            .map(|(_, pll)| pll)
    }

    /// The greatest output dividers that do not make the clocks too slow.
    fn of_oscillator(input_khz: u32, divide: u32, multiply: u32, wanted: Wanted) -> Option<Ehxplll> {
        let times = wanted.times.unwrap_or(1);
        let fastest = input_khz * multiply / divide / (wanted.khz * times);
        let pll =
            Ehxplll { divide, multiply, output_divide: fastest * times, faster_divide: wanted.times.map(|_| fastest) };
        let possible = |divide| {
            DIVIDERS.contains(&divide) && Khz::scaled(input_khz, multiply, pll.divide * divide).is_in(&OUTPUT_KHZ)
        };
        (possible(pll.output_divide) && possible(fastest)).then_some(pll)
    }

    pub(super) fn output(self, input_khz: u32) -> Khz {
        Khz::scaled(input_khz, self.multiply, self.divide * self.output_divide)
    }

    pub(super) fn verilog(self, input: &str, input_khz: u32) -> String {
        // An output's first edge is delayed by its divider less one steps of the oscillator, so that all first edges
        // coincide.
        let output = |name: &str, divide: u32| {
            let phase = divide - 1;
            format!(
                ",
        .{name}_ENABLE(\"ENABLED\"),
        .{name}_DIV({divide}),
        .{name}_CPHASE({phase}),
        .{name}_FPHASE(0)"
            )
        };
        let mut parameters = output("CLKOP", self.multiply) + &output("CLKOS", self.output_divide);
        let [mut declaration, mut connection] = [String::new(), String::new()];
        if let Some(divide) = self.faster_divide {
            declaration += "    wire shift_raw;\n";
            parameters += &output("CLKOS2", divide);
            connection += "\n        .CLKOS2(shift_raw),";
        }
        // The attributes inform the tool: the input's frequency in MHz, and the loop filter that Project Trellis'
        // ecppll sets for every frequency.
        format!(
            "    wire feedback;
{declaration}    (* FREQUENCY_PIN_CLKI = \"{input_mhz}\" *)
    (* ICP_CURRENT = \"12\" *)
    (* LPF_RESISTOR = \"8\" *)
    (* MFG_ENABLE_FILTEROPAMP = \"1\" *)
    (* MFG_GMCREF_SEL = \"2\" *)
    EHXPLLL #(
        .CLKI_DIV({divide}),
        .CLKFB_DIV(1),
        .FEEDBK_PATH(\"CLKOP\"){parameters}
    ) pll (
        .CLKI({input}),
        .CLKFB(feedback),
        .RST(1'b0),
        .STDBY(1'b0),
        .PLLWAKESYNC(1'b0),
        .PHASESEL1(1'b0),
        .PHASESEL0(1'b0),
        .PHASEDIR(1'b0),
        .PHASESTEP(1'b0),
        .PHASELOADREG(1'b0),
        .ENCLKOP(1'b0),
        .CLKOP(feedback),
        .CLKOS(raw),{connection}
        .LOCK(locked)
    );
",
            input_mhz = mhz(input_khz),
            divide = self.divide,
        )
    }
}

/// A gate that passes each clock once it has been locked for eight of its own periods. `DCCA` switches between two
/// pulses: FPGA-TN-02200, dynamic clock control. The wires keep their names so that reports use them.
pub(super) fn start(faster: bool) -> String {
    let gate = |steady: &str, raw: &str, clock: &str| {
        format!(
            "    reg [7:0] {steady};
    initial {steady} = 8'd0;
    always @(posedge {raw}) {steady} <= {{{steady}[6:0], locked}};
    (* keep *) wire {clock};
    DCCA {clock}_gate (.CLKI({raw}), .CE({steady}[7]), .CLKO({clock}));
"
        )
    };
    let mut text =
        "    // A clock is held back until it has been true for eight of its periods: there is no reset to mend a bad start.\n"
            .to_string();
    text += &gate("steady", "raw", "clock");
    if faster {
        text += &gate("shift_steady", "shift_raw", "shift_clock");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_numbers_of_dvi_at_25_mhz() {
        let wanted = Wanted { times: Some(5), ..Wanted::exactly(25_000) };
        let pll = Ehxplll::plan(25_000, wanted).unwrap();
        assert_eq!(
            pll,
            Ehxplll { divide: 1, multiply: 25, output_divide: 25, faster_divide: Some(5) }
        );
        let text = pll.verilog("pin", 25_000);
        for part in [
            ".CLKI_DIV(1)",
            ".CLKOP_DIV(25)",
            ".CLKOS_DIV(25)",
            ".CLKOS2_DIV(5)",
            ".CLKOS2_CPHASE(4)",
            ".CLKOS2(shift_raw)",
            "FREQUENCY_PIN_CLKI = \"25\"",
        ] {
            assert!(text.contains(part), "{part}\n{text}");
        }
        assert!(start(true).contains(".CLKO(shift_clock)"));
        let single = Ehxplll::plan(12_000, Wanted::exactly(24_000)).unwrap();
        assert!(!single.verilog("pin", 12_000).contains("CLKOS2") && !start(false).contains("shift"));
    }

    #[test]
    fn usual_oscillators_make_25_mhz_with_a_shift_clock() {
        let wanted = Wanted { times: Some(5), ..Wanted::exactly(25_000) };
        for input_khz in [10_000, 12_500, 25_000, 50_000, 100_000, 125_000, 200_000] {
            let pll = Ehxplll::plan(input_khz, wanted).unwrap();
            let of = pll.divide * pll.output_divide;
            assert_eq!(input_khz * pll.multiply, 25_000 * of, "{pll:?}");
        }
        // From 12 and 48 MHz only the pixel clock can be made.
        for input_khz in [12_000, 48_000] {
            assert!(Ehxplll::plan(input_khz, Wanted::exactly(25_000)).is_some());
        }
    }

    #[test]
    fn every_plan_keeps_to_the_data_sheet() {
        let mut found = 0;
        for input_khz in (7_000..420_000).step_by(900) {
            for (khz, times) in [(25_000, None), (25_000, Some(5)), (74_250, Some(5)), (3_125, None)] {
                let highest_khz = khz + khz / 100;
                let wanted = Wanted { khz, highest_khz, times };
                let Some(pll) = Ehxplll::plan(input_khz, wanted) else {
                    continue;
                };
                found += 1;
                assert!((8_000..=400_000).contains(&input_khz));
                let detector = f64::from(input_khz) / f64::from(pll.divide);
                assert!((10e3..=400e3).contains(&detector), "{pll:?}");
                let oscillator = detector * f64::from(pll.multiply);
                assert!((400e3..=800e3).contains(&oscillator), "{pll:?}");
                let output = oscillator / f64::from(pll.output_divide);
                let close_enough = f64::from(khz) * 0.999_999..=f64::from(highest_khz);
                assert!(close_enough.contains(&output), "{pll:?}");
                assert_eq!(pll.faster_divide.is_some(), times.is_some());
                if let (Some(divide), Some(times)) = (pll.faster_divide, times) {
                    assert_eq!(divide * times, pll.output_divide);
                    assert!(oscillator / f64::from(divide) <= 400e3);
                }
                for divider in [pll.divide, pll.multiply, pll.output_divide] {
                    assert!((1..=128).contains(&divider), "{pll:?}");
                }
            }
        }
        assert!(found > 1000, "{found} plans");
    }
}
