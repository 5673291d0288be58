//! Lattice iCE40 HX and UltraPlus: the PLL `SB_PLL40_PAD`, and a start made of a flip-flop, an AND and `SB_GB`.
//!
//! ```text
//! pad -/ (divr + 1) ──> detector ──> oscillator ─┬─/ 2^divq ──> PLLOUTCORE (raw)
//!                          ^                     │
//!                          └──── / (divf + 1) ───┘
//! ```
//!
//! The oscillator's pin must be the PLL's own pad, as it is on boards designed for the PLL; place and route refuses any
//! other pin.

use super::{Khz, Wanted};
use std::ops::RangeInclusive;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct SbPll40 {
    divr: u32,
    divf: u32,
    divq: u32,
    filter_range: u32,
}

/// The limits of frequencies: FPGA-DS-02029 (LP/HX) and FPGA-DS-02008 (UltraPlus), sysCLOCK PLL timing; equal in both.
const INPUT_KHZ: RangeInclusive<u32> = 10_000..=133_000;
const DETECTOR_KHZ: RangeInclusive<u32> = 10_000..=133_000;
const OSCILLATOR_KHZ: RangeInclusive<u32> = 533_000..=1_066_000;
const OUTPUT_KHZ: RangeInclusive<u32> = 16_000..=275_000;
/// The dividers: FPGA-TN-02052 (formerly TN1251), with simple feedback.
const DIVR: RangeInclusive<u32> = 0..=15;
const DIVF: RangeInclusive<u32> = 0..=127;
const DIVQ: RangeInclusive<u32> = 1..=6;
/// `FILTER_RANGE` is 1 for a detector below the first of these, 2 below the second, and so on, as in icepll of Project
/// IceStorm, which has them from Lattice's own tool.
const FILTER_STEPS_KHZ: [u32; 5] = [17_000, 26_000, 44_000, 66_000, 101_000];

/// The start waits for 2 to this power clocks of `raw` after lock: 10 us at 25 MHz. Block RAM reads as zero for the
/// first microseconds after configuration, for more than 36 clocks at 25 MHz: github.com/YosysHQ/icestorm, issue 76,
/// and github.com/cliffordwolf/icotools, issue 2.
const START_BITS: u32 = 8;

impl SbPll40 {
    /// Among the settings nearest to the wanted frequency, the one with the fastest detector, then the one whose
    /// oscillator is nearest the middle of its range.
    pub(super) fn plan(input_khz: u32, wanted: Wanted) -> Option<SbPll40> {
        DIVR.filter(|_| INPUT_KHZ.contains(&input_khz))
            .filter(|divr| Khz::scaled(input_khz, 1, divr + 1).is_in(&DETECTOR_KHZ))
            .flat_map(|divr| DIVF.map(move |divf| (divr, divf)))
            .filter(|(divr, divf)| Khz::scaled(input_khz, divf + 1, divr + 1).is_in(&OSCILLATOR_KHZ))
            .flat_map(|(divr, divf)| {
                DIVQ.map(move |divq| SbPll40 { divr, divf, divq, filter_range: filter_range(input_khz / (divr + 1)) })
            })
            .filter(|pll| pll.output(input_khz).is_in(&OUTPUT_KHZ))
            .filter_map(|pll| Some((wanted.miss(pll.output(input_khz))?, pll)))
            .min_by_key(|(miss, pll)| {
                let oscillator = Khz::scaled(input_khz, pll.divf + 1, pll.divr + 1);
                (*miss, pll.divr, oscillator.off_middle(&OSCILLATOR_KHZ))
            })
            .map(|(_, pll)| pll)
    }

    pub(super) fn output(self, input_khz: u32) -> Khz {
        Khz::scaled(input_khz, self.divf + 1, (self.divr + 1) << self.divq)
    }

    pub(super) fn verilog(self, input: &str) -> String {
        let SbPll40 { divr, divf, divq, filter_range } = self;
        format!(
            "    SB_PLL40_PAD #(
        .FEEDBACK_PATH(\"SIMPLE\"),
        .DIVR(4'd{divr}),
        .DIVF(7'd{divf}),
        .DIVQ(3'd{divq}),
        .FILTER_RANGE(3'd{filter_range})
    ) pll (
        .PACKAGEPIN({input}),
        .RESETB(1'b1),
        .BYPASS(1'b0),
        .PLLOUTCORE(raw),
        .LOCK(locked)
    );
"
        )
    }
}

fn filter_range(detector_khz: u32) -> u32 {
    let below = FILTER_STEPS_KHZ.iter().filter(|step| detector_khz >= **step).count();
    1 + u32::try_from(below).expect("five steps")
}

/// The chip has no clock buffer with an enable, so the gate is built from logic: the flip-flop changes on the falling
/// edge, while `raw` and so the AND's output are low whatever the other input does; the first pulse that passes is a
/// whole one. The wire keeps its name, which the constraint file uses.
pub(super) fn start() -> String {
    format!(
        "    // The clock is held back until {clocks} of its periods after lock: there is no reset to mend a bad start, and block RAM
    // must not be read in the first microseconds after configuration.
    wire starting;
    SB_GB starting_buffer (.USER_SIGNAL_TO_GLOBAL_BUFFER(raw), .GLOBAL_BUFFER_OUTPUT(starting));
    reg [1:0] lock_seen;
    reg [{last}:0] waited;
    initial lock_seen = 2'd0;
    initial waited = {bits}'d0;
    always @(posedge starting) begin
        lock_seen <= {{lock_seen[0], locked}};
        if (!lock_seen[1])
            waited <= {bits}'d0;
        else if (!waited[{last}])
            waited <= waited + {bits}'d1;
    end
    // The enable changes while the clock is low, so the AND makes no glitch and lets whole pulses through.
    reg enable;
    initial enable = 1'b0;
    always @(negedge starting) enable <= waited[{last}];
    (* keep *) wire clock;
    SB_GB clock_buffer (.USER_SIGNAL_TO_GLOBAL_BUFFER(raw & enable), .GLOBAL_BUFFER_OUTPUT(clock));
",
        clocks = 1 << START_BITS,
        last = START_BITS,
        bits = START_BITS + 1,
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The numbers that icepll of Project IceStorm prints for the same frequencies.
    #[test]
    fn the_numbers_are_those_of_icepll() {
        let pixel = Wanted { highest_khz: 25_200, ..Wanted::exactly(25_000) };
        let of = |input_khz| SbPll40::plan(input_khz, pixel).unwrap();
        let numbers = |pll: SbPll40| [pll.divr, pll.divf, pll.divq, pll.filter_range];
        assert_eq!(numbers(of(12_000)), [0, 66, 5, 1]);
        assert_eq!(numbers(of(100_000)), [0, 7, 5, 5]);
        assert_eq!(of(12_000).output(12_000).rounded(), 25_125);
        let text = of(12_000).verilog("pin");
        for part in [
            ".DIVR(4'd0)",
            ".DIVF(7'd66)",
            ".DIVQ(3'd5)",
            ".FILTER_RANGE(3'd1)",
            ".PACKAGEPIN(pin)",
        ] {
            assert!(text.contains(part), "{part}\n{text}");
        }
    }

    #[test]
    fn every_plan_keeps_to_the_data_sheet() {
        let mut found = 0;
        for input_khz in (9_000..140_000).step_by(700) {
            for khz in [16_000, 25_000, 40_000, 65_000, 150_000] {
                let highest_khz = khz + khz / 100;
                let wanted = Wanted { highest_khz, ..Wanted::exactly(khz) };
                let Some(pll) = SbPll40::plan(input_khz, wanted) else {
                    continue;
                };
                found += 1;
                assert!((10_000..=133_000).contains(&input_khz));
                let detector = f64::from(input_khz) / f64::from(pll.divr + 1);
                assert!((10e3..=133e3).contains(&detector), "{pll:?}");
                let oscillator = detector * f64::from(pll.divf + 1);
                assert!((533e3..=1066e3).contains(&oscillator), "{pll:?}");
                let output = oscillator / f64::from(1 << pll.divq);
                assert!((f64::from(khz)..=f64::from(highest_khz)).contains(&output), "{pll:?}");
                assert!(pll.divr <= 15 && pll.divf <= 127 && (1..=6).contains(&pll.divq));
                assert!((1..=6).contains(&pll.filter_range));
            }
        }
        assert!(found > 500, "{found} plans");
    }
}
