//! The open tools for Lattice's and Gowin's chips: yosys synthesises, nextpnr places, routes and times, Project Trellis
//! (ECP5), Project IceStorm (iCE40) or Project Apicula (Gowin) packs the bitstream.
//!
//! ```text
//! *.v ── synthesis ──> top.json ── place and route ──> top.config ── packing ──> top.bit    ECP5
//!          yosys   └─> stat.json      nextpnr      └─> nextpnr.json  ecppack
//!                                                      top.asc      ── packing ──> top.bin    iCE40
//!                                                                      icepack
//!                                                      top.pnr.json ── packing ──> top.fs   Gowin
//!                                                                     gowin_pack
//! ```
//!
//! nextpnr exits with 1 when a clock is missed, but leaves a placed design that could be packed: so no step may follow
//! a failed one. nextpnr's option to allow a miss is not used.
//!
//! nextpnr's delays for Gowin lack some classes of wires, and what it reports is too fast. So there each clock is asked
//! for with [`margin_percent`] more than it needs.

use super::{Project, Step};
use crate::{
    Board, Family, Part,
    clocking::{CLOCK, mhz, period_ns},
};

/// nextpnr's `--report`: `fmax` of every clock (achieved, constraint) and the `utilization` of the part.
pub const PLACED: &str = "nextpnr.json";

/// yosys' `stat -json`: the cells of the design before placement.
pub const STATISTICS: &str = "stat.json";

/// The seed of the placement, which is random; the same seed gives the same result every time. ULX3S 85F needs a pixel
/// clock of 25 MHz: its machine reached 24.8 MHz with the seed 1, and 25.3 MHz with 2.
fn seed(part: &Part) -> u32 {
    if part.device == "LFE5U-85F" { 2 } else { 1 }
}

/// By how many per cent each clock must be faster than its circuit needs, for what nextpnr's delays of the family lack.
pub fn margin_percent(family: Family) -> u32 {
    match family {
        Family::Gowin => 30,
        _ => 0,
    }
}

/// A frequency with the family's margin.
fn with_margin(family: Family, khz: u32) -> u32 {
    khz + (khz * margin_percent(family)).div_ceil(100)
}

/// On ECP5 a carry chain takes two LUTs for two bits, and more at its ends: too much for a short sum. The machine of a
/// ULX3S 25F, placed, took 22003 LUTs without a limit and 21593 with 6 bits; a later one 21547 at 29.1 MHz with 6 bits and
/// 21035 at 27.4 MHz with 8.
const ECP5_SHORT_SUM: u32 = 6;

/// On iCE40 a carry cell comes with each LUT, but takes the LUT's inputs, so that nothing else goes into it. The machine of
/// an iCEBreaker, placed, took 4757 cells at 28.4 MHz without a limit, 4743 with 3 bits, 4698 with 4, and 4694 at 28.9 MHz
/// with 5.
const ICE40_SHORT_SUM: u32 = 5;

/// The clocks for a family whose constraint file has none.
const CLOCKS: &str = "clocks.sdc";

/// The file of the map for ROMs.
const ROMS: &str = "roms.v";

/// The number of parameters with the initial contents of a Gowin block RAM.
const FIRST_WORDS: usize = 64;

/// A mapping of our own, in the middle of a family's synthesis.
struct Remap {
    /// The label of the synthesis before which it runs.
    before: &'static str,
    /// The reason, as a comment in the script.
    why: &'static str,
    /// The arguments of yosys' `techmap`.
    techmap: String,
    /// The map, if it is not yosys' own: the name and the text of its file.
    file: Option<(&'static str, String)>,
}

impl Remap {
    /// Sums and comparisons of up to so many bits are made of LUTs alone.
    fn short_sums(bits: u32) -> Remap {
        Remap {
            before: "map_gates",
            why: "Short sums and comparisons are smaller as LUTs than as carry chains.",
            techmap: format!("t:$alu r:Y_WIDTH<={bits} %i"),
            file: None,
        }
    }

    /// ROMs become memories with two ports: see [`roms`].
    fn roms() -> Remap {
        Remap {
            before: "map_ffs",
            why: "nextpnr refuses memories with one port for the timing of a second that they do not have.",
            techmap: format!("-map {ROMS} t:SPX9"),
            file: Some((ROMS, roms())),
        }
    }
}

/// The differences between the families' tools.
struct Chain {
    synthesis: String,
    /// What is mapped differently from the family's own synthesis.
    remap: Option<Remap>,
    place: &'static str,
    /// nextpnr's options for the part.
    part: Vec<String>,
    /// nextpnr's option for the constraint file, and what stands before the file's name in its value.
    constraints: [&'static str; 2],
    /// The file for the clocks, if the constraint file has none.
    clocks: Option<&'static str>,
    placed: &'static str,
    /// The extension of the placed design.
    placed_ending: &'static str,
    pack: &'static str,
    pack_options: Vec<String>,
    /// The packer's option for the bitstream; without one the bitstream is its last argument.
    bitstream_option: Option<&'static str>,
    bitstream_ending: &'static str,
}

impl Chain {
    fn of(part: &Part) -> Chain {
        match part.family {
            Family::Ecp5 => Chain {
                synthesis: "synth_ecp5".into(),
                remap: Some(Remap::short_sums(ECP5_SHORT_SUM)),
                place: "nextpnr-ecp5",
                part: words(&[&ecp5_size(part), "--package", part.package, "--speed", part.speed]),
                constraints: ["--lpf", ""],
                clocks: None,
                placed: "--textcfg",
                placed_ending: "config",
                pack: "ecppack",
                // Compression makes a shorter file, which loads faster from the board's flash memory.
                pack_options: words(&["--compress"]),
                bitstream_option: None,
                bitstream_ending: "bit",
            },
            Family::Ice40 => {
                let device = part.device.trim_start_matches("iCE40").to_lowercase();
                Chain {
                    // yosys optimises for the delays of the chip's type: hx, lp or u.
                    synthesis: format!(
                        "synth_ice40 -device {}",
                        device.trim_end_matches(|c: char| c != 'x' && c != 'u')
                    ),
                    remap: Some(Remap::short_sums(ICE40_SHORT_SUM)),
                    place: "nextpnr-ice40",
                    part: vec![format!("--{device}"), "--package".into(), part.package.to_lowercase()],
                    constraints: ["--pcf", ""],
                    clocks: None,
                    placed: "--asc",
                    placed_ending: "asc",
                    pack: "icepack",
                    pack_options: vec![],
                    bitstream_option: None,
                    bitstream_ending: "bin",
                }
            }
            Family::Gowin => {
                let die = gowin_die(part);
                let series = die.split('-').next().unwrap_or_default().to_lowercase();
                Chain {
                    // yosys has the primitives of each series: gw1n, gw2a.
                    // Wide multiplexers cost more LUTs here than they save.
                    synthesis: format!("synth_gowin -family {series} -nowidelut"),
                    // nextpnr places a GW1N without it.
                    remap: (series == "gw2a").then(Remap::roms),
                    place: "nextpnr-himbaechel-gowin",
                    part: words(&[
                        "--device",
                        &part.to_string(),
                        "--vopt",
                        &format!("family={die}"),
                        "--sdc",
                        CLOCKS,
                    ]),
                    constraints: ["--vopt", "cst="],
                    clocks: Some(CLOCKS),
                    placed: "--write",
                    placed_ending: "pnr.json",
                    pack: "gowin_pack",
                    pack_options: words(&["-d", &die]),
                    bitstream_option: Some("-o"),
                    bitstream_ending: "fs",
                }
            }
            family => unreachable!("{} has no open place and route here", family.name()),
        }
    }
}

/// The size option of nextpnr: `LFE5U-25F` becomes `--25k`.
fn ecp5_size(part: &Part) -> String {
    let size = part.device.rsplit('-').next().unwrap_or_default();
    format!("--{}k", size.trim_end_matches('F'))
}

/// The die in a Gowin part, which the tools want beside its name since the name does not tell the revision: the
/// `GW2AR-LV18` is a `GW2A-18C`, since all that are sold now are of revision C.
fn gowin_die(part: &Part) -> String {
    part.device.replacen("R-LV", "-", 1) + "C"
}

fn words(words: &[&str]) -> Vec<String> {
    words.iter().map(|word| word.to_string()).collect()
}

pub(super) fn project(board: &Board, top: &str, sources: &[&str], constraints: &str, clock_khz: u32) -> Project {
    let chain = Chain::of(&board.part);
    let netlist = format!("{top}.json");
    let placed = format!("{top}.{}", chain.placed_ending);
    let bitstream = format!("{top}.{}", chain.bitstream_ending);
    let family = board.part.family;
    let [constraints_option, prefix] = chain.constraints;
    let constraints = format!("{prefix}{constraints}");

    let mut place = chain.part.clone();
    place.extend(words(&[
        "--json",
        &netlist,
        constraints_option,
        &constraints,
        chain.placed,
        &placed,
        "--report",
        PLACED,
        // The default for clocks without a constraint: none is slower than the circuit's.
        "--freq",
        &mhz(with_margin(family, clock_khz)),
        "--seed",
        &seed(&board.part).to_string(),
    ]));
    let mut pack = chain.pack_options.clone();
    pack.extend(match chain.bitstream_option {
        Some(option) => words(&[option, &bitstream, &placed]),
        None => words(&[&placed, &bitstream]),
    });

    let steps = vec![
        Step {
            name: "synthesis",
            tool: "yosys",
            arguments: words(&["synth.ys"]),
            makes: words(&[&netlist, STATISTICS]),
            log: "yosys.log",
        },
        Step {
            name: "place and route",
            tool: chain.place,
            arguments: place,
            makes: vec![placed, PLACED.into()],
            log: "nextpnr.log",
        },
        Step { name: "packing", tool: chain.pack, arguments: pack, makes: vec![bitstream.clone()], log: "pack.log" },
    ];
    let mut project = Project {
        tool: "yosys and nextpnr",
        command: "sh build.sh",
        files: vec![("synth.ys".into(), synthesis(board, top, sources, &chain, &netlist))],
        steps,
        bitstream,
    };
    if let Some((name, text)) = chain.remap.and_then(|remap| remap.file) {
        project.files.push((name.into(), text));
    }
    if let Some(name) = chain.clocks {
        project.files.push((name.into(), clocks(board, clock_khz)));
    }
    let script = shell(board, &project);
    project.files.push(("build.sh".into(), script));
    project
}

fn synthesis(board: &Board, top: &str, sources: &[&str], chain: &Chain, netlist: &str) -> String {
    let pass = &chain.synthesis;
    let pass = match &chain.remap {
        None => format!("{pass} -top {top} -json {netlist}\n"),
        Some(Remap { before, why, techmap, .. }) => format!(
            "{pass} -top {top} -run :{before}\n\
             # {why}\n\
             techmap {techmap}\n\
             {pass} -top {top} -run {before}: -json {netlist}\n"
        ),
    };
    format!(
        "# {title} ({part}): yosys synth.ys\n\
         read_verilog {sources}\n\
         # The family's primitives are not known yet; the synthesis looks whether every module is there.\n\
         hierarchy -top {top}\n\
         proc\n\
         # A latch would be a signal that is not assigned on every path.\n\
         select -assert-none t:$dlatch t:$adlatch\n\
         {pass}\
         check -assert\n\
         tee -q -o {STATISTICS} stat -json\n",
        title = board.title,
        part = board.part,
        sources = sources.join(" "),
    )
}

/// A yosys techmap that replaces each ROM in an `SPX9`, which has one port, by an `SDPX9B`, which has two.
///
/// The timing model of nextpnr 0.11 gives `SPX9` the address pins of a second port, four times over, and reports hold violations
/// there that no placement can meet: github.com/YosysHQ/nextpnr, issue 1803. Ports and parameters are those of the cells in yosys'
/// `techlibs/gowin`.
fn roms() -> String {
    let first: Vec<String> = (0..FIRST_WORDS).map(|i| format!("INIT_RAM_{i:02X}")).collect();
    let declared: String = first
        .iter()
        .map(|name| format!("  parameter [287:0] {name} = 288'b0;\n"))
        .collect();
    let given: String = first.iter().map(|name| format!("    .{name}({name}),\n")).collect();
    format!(
        "// A memory of one port that is never written, as one of two ports: nextpnr has no right timing for SPX9.
module SPX9 (
  output wire [35:0] DO,
  input  wire [35:0] DI,
  input  wire [13:0] AD,
  input  wire [2:0]  BLKSEL,
  input  wire        WRE,
  input  wire        CE,
  input  wire        CLK,
  input  wire        RESET,
  input  wire        OCE
);
  parameter READ_MODE = 1'b0;
  parameter WRITE_MODE = 2'b00;
  parameter BIT_WIDTH = 9;
  parameter BLK_SEL = 3'b000;
  parameter RESET_MODE = \"SYNC\";
{declared}
  parameter _TECHMAP_CONSTMSK_WRE_ = 1'b0;
  parameter _TECHMAP_CONSTVAL_WRE_ = 1'b0;
  wire _TECHMAP_FAIL_ = _TECHMAP_CONSTMSK_WRE_ !== 1'b1 || _TECHMAP_CONSTVAL_WRE_ !== 1'b0;

  SDPX9B #(
{given}    .READ_MODE(READ_MODE),
    .BIT_WIDTH_0(BIT_WIDTH),
    .BIT_WIDTH_1(BIT_WIDTH),
    .BLK_SEL_0(3'b000),
    .BLK_SEL_1(BLK_SEL),
    .RESET_MODE(RESET_MODE)
  ) _TECHMAP_REPLACE_ (
    .CLKA(CLK),
    .CEA(1'b0),
    .RESETA(1'b0),
    .BLKSELA(3'b000),
    .ADA(14'd0),
    .DI(36'd0),
    .CLKB(CLK),
    .CEB(CE),
    .RESETB(RESET),
    .BLKSELB(BLKSEL),
    .ADB(AD),
    .OCE(OCE),
    .DO(DO)
  );
endmodule
"
    )
}

/// The oscillator's clock and the circuit's, each with the margin. The serialisers' clock goes to nothing that nextpnr
/// times.
fn clocks(board: &Board, clock_khz: u32) -> String {
    let period = |khz| period_ns(with_margin(board.part.family, khz));
    let input = board.clock.khz;
    let mut text = format!(
        "# {title} ({part}). Each clock is {margin} % faster than it needs to be, since nextpnr's delays lack some wires.\n\
         create_clock -name board_clock -period {board_clock} [get_ports {{board_clock}}]\n",
        title = board.title,
        part = board.part,
        margin = margin_percent(board.part.family),
        board_clock = period(input),
    );
    text += &format!(
        "create_clock -name {CLOCK} -period {} [get_nets {{{CLOCK}}}]\n",
        period(clock_khz)
    );
    text
}

/// The steps as a shell script, for people without Tengen.
fn shell(board: &Board, project: &Project) -> String {
    let products: Vec<&str> = project.products().collect();
    let (note, other) = match board.part.family {
        Family::Gowin => (
            "    # An installed nextpnr-himbaechel has every family, YoWASP a program for each.\n",
            " \"${program%-gowin}\"",
        ),
        _ => ("", ""),
    };
    let mut text = format!(
        r#"#!/bin/sh
# Makes {bitstream} for {title} ({part}): sh build.sh
# Needs {tools} in the search path, or the programs of the YoWASP packages.
# Stops at the first step that fails, a missed clock included, with exit code 1.

set -eu
cd "$(dirname "$0")"
rm -f {products}

# step NAME LOG PROGRAM ARGUMENT...
step() {{
    name=$1 log=$2 program=$3
    shift 3
{note}    for candidate in "$program" "yowasp-$program"{other} ""; do
        if [ -z "$candidate" ]; then
            echo "$name: neither $program nor yowasp-$program is in the search path" >&2
            exit 1
        fi
        if command -v "$candidate" >/dev/null; then break; fi
    done
    echo "$name ($candidate)"
    if ! "$candidate" "$@" >"$log" 2>&1; then
        tail -n 3 "$log" >&2
        echo "$name failed; all that $candidate said is in $log" >&2
        exit 1
    fi
}}

"#,
        note = note,
        other = other,
        bitstream = project.bitstream,
        title = board.title,
        part = board.part,
        tools = project
            .steps
            .iter()
            .map(|step| step.tool)
            .collect::<Vec<_>>()
            .join(", "),
        products = products.join(" "),
    );
    for Step { name, tool, arguments, log, .. } in &project.steps {
        text += &format!("step \"{name}\" {log} {tool} {}\n", arguments.join(" "));
    }
    text + &format!("echo \"{} is ready\"\n", project.bitstream)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::boards;

    /// The first board with its chip replaced: a project uses only a board's names.
    fn board(family: Family, device: &'static str, package: &'static str, speed: &'static str) -> Board {
        let part = Part { family, device, package, speed };
        part.check().unwrap();
        Board { part, ..boards::find("basys3").unwrap().clone() }
    }

    fn steps(board: &Board) -> Vec<String> {
        let project = project(board, "top", &["console.v", "top.v"], "pins", 25_000);
        let line = |step: &Step| format!("{} {}", step.tool, step.arguments.join(" "));
        project.steps.iter().map(line).collect()
    }

    #[test]
    fn each_part_is_called_as_nextpnr_calls_it() {
        assert_eq!(
            steps(&board(Family::Ecp5, "LFE5U-85F", "CABGA381", "6")),
            [
                "yosys synth.ys",
                "nextpnr-ecp5 --85k --package CABGA381 --speed 6 --json top.json --lpf pins --textcfg top.config --report \
                 nextpnr.json --freq 25 --seed 2",
                "ecppack --compress top.config top.bit"
            ]
        );
        assert_eq!(
            steps(&board(Family::Ice40, "iCE40UP5K", "SG48", "")),
            [
                "yosys synth.ys",
                "nextpnr-ice40 --up5k --package sg48 --json top.json --pcf pins --asc top.asc --report nextpnr.json --freq \
                 25 --seed 1",
                "icepack top.asc top.bin"
            ]
        );
    }

    #[test]
    fn a_gowin_part_is_named_with_its_die_and_asked_for_with_a_margin() {
        let board = board(Family::Gowin, "GW2AR-LV18", "QN88", "C8/I7");
        assert_eq!(
            steps(&board),
            [
                "yosys synth.ys",
                "nextpnr-himbaechel-gowin --device GW2AR-LV18QN88C8/I7 --vopt family=GW2A-18C --sdc clocks.sdc --json \
                 top.json --vopt cst=pins --write top.pnr.json --report nextpnr.json --freq 32.5 --seed 1",
                "gowin_pack -d GW2A-18C -o top.fs top.pnr.json"
            ]
        );
        let project = project(&board, "top", &["top.v"], "pins", 25_000);
        let text = |wanted: &str| &project.files.iter().find(|(name, _)| name == wanted).unwrap().1;
        let synthesis = "synth_gowin -family gw2a -nowidelut -top top -run";
        let map = "techmap -map roms.v t:SPX9";
        let script = text("synth.ys");
        assert!(
            script.contains(&format!("\n{map}\n{synthesis} map_ffs: -json top.json\n")),
            "{script}"
        );
        assert!(script.contains(&format!("\n{synthesis} :map_ffs\n")), "{script}");
        for line in ["    .INIT_RAM_00(INIT_RAM_00),", "    .INIT_RAM_3F(INIT_RAM_3F),"] {
            assert_eq!(text("roms.v").matches(line).count(), 1, "{line}");
        }
        let clocks = text("clocks.sdc");
        for line in [
            // 100 and 25 MHz, and 30 % more.
            "create_clock -name board_clock -period 7.692 [get_ports {board_clock}]",
            "create_clock -name clock -period 30.769 [get_nets {clock}]",
        ] {
            assert!(clocks.lines().any(|found| found == line), "{line}\n{clocks}");
        }
    }

    #[test]
    fn yosys_is_told_the_sort_of_ice40() {
        for (device, package, sort) in [("iCE40HX8K", "CB132", "hx"), ("iCE40UP5K", "SG48", "u")] {
            let project = project(
                &board(Family::Ice40, device, package, ""),
                "top",
                &["top.v"],
                "pins",
                25_000,
            );
            let script = &project.files.iter().find(|(name, _)| name == "synth.ys").unwrap().1;
            assert!(
                script.contains(&format!(
                    "\nsynth_ice40 -device {sort} -top top -run map_gates: -json top.json\n"
                )),
                "{script}"
            );
        }
    }

    #[test]
    fn the_shell_script_runs_the_same_steps() {
        let board = board(Family::Ecp5, "LFE5U-25F", "CABGA381", "6");
        let project = project(&board, "top", &["console.v", "top.v"], "pins", 25_000);
        let script = &project.files.iter().find(|(name, _)| name == "build.sh").unwrap().1;
        for (step, line) in project.steps.iter().zip(steps(&board)) {
            let call = format!("step \"{}\" {} {line}\n", step.name, step.log);
            assert!(script.contains(&call), "no {call} in\n{script}");
        }
        assert!(script.contains("rm -f top.json stat.json top.config nextpnr.json top.bit report.json\n"));
    }
}
