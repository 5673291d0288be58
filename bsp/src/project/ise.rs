//! ISE 14.7: xst, ngdbuild, map, par, trce, bitgen, each called from ISE's own Tcl shell.

use super::{Project, script};
use crate::{
    Board,
    clocking::{mhz, period_ns},
};

pub(super) fn project(board: &Board, top: &str, sources: &[&str], constraints: &str, clock_khz: u32) -> Project {
    let list: String = sources
        .iter()
        .map(|file| format!("verilog work \"{file}\"\n"))
        .collect();
    let bitstream = format!("{top}.bit");
    Project {
        tool: "Xilinx ISE 14.7",
        command: "xtclsh build.tcl",
        files: vec![
            ("build.tcl".into(), build(board, top, constraints, clock_khz)),
            (format!("{top}.prj"), list),
            (format!("{top}.xst"), synthesis(board, top)),
        ],
        steps: vec![script("xtclsh", &["build.tcl"], &bitstream)],
        bitstream,
    }
}

/// The options of xst: those that differ from its defaults, and those that the circuit relies on.
fn synthesis(board: &Board, top: &str) -> String {
    format!(
        "run\n\
         -ifn {top}.prj\n\
         -ifmt mixed\n\
         -ofn {top}\n\
         -ofmt NGC\n\
         -p {part}\n\
         -top {top}\n\
         -opt_mode Speed\n\
         -opt_level 1\n\
         -keep_hierarchy No\n\
         -ram_extract Yes\n\
         -rom_extract Yes\n\
         -bus_delimiter <>\n\
         -iobuf YES\n",
        part = board.part
    )
}

fn build(board: &Board, top: &str, constraints: &str, clock_khz: u32) -> String {
    format!(
        r#"# Builds {top}.bit for {title} with {tool}: xtclsh build.tcl
# Exit code 1 when a step fails or the circuit misses its clock.

cd [file dirname [file normalize [info script]]]
file delete {top}.bit report.json

proc step {{name args}} {{
    puts "== $name"
    if {{[catch {{eval exec $args >@ stdout 2>@ stderr}} reason]}} {{
        puts stderr "ERROR: $name failed: $reason"
        exit 1
    }}
}}

step "synthesis"       xst -intstyle xflow -ifn {top}.xst -ofn {top}.syr
step "translation"     ngdbuild -intstyle xflow -p {part} -uc {constraints} {top}.ngc {top}.ngd
step "mapping"         map -intstyle xflow -p {part} -w -o {top}_map.ncd {top}.ngd {top}.pcf
step "routing"         par -intstyle xflow -w {top}_map.ncd {top}.ncd {top}.pcf
step "timing analysis" trce -intstyle xflow -v 3 -o {top}.twr {top}.ncd {top}.pcf

# trce succeeds on a miss too: only its report tells.
proc contents {{name}} {{
    set file [open $name]
    set text [read $file]
    close $file
    return $text
}}
# The number that follows a word in a report, without its thousands separators; null where the report does not say.
proc number {{text word}} {{
    if {{[regexp "$word\\s*(\[0-9.,\]+)" $text -> value]}} {{
        return [string map {{, ""}} $value]
    }}
    return null
}}
set timing [contents {top}.twr]
set used [contents {top}.par]
set errors [number $timing "Timing errors:"]
if {{$errors eq "null"}} {{
    puts stderr "ERROR: {top}.twr does not say how many timing errors there are"
    exit 1
}}

# The table of derived clocks: | name | wanted | reached | ...
set fmax null
if {{[regexp {{\|\s*TS_\S+\s*\|\s*{clock_ns}ns\|\s*([0-9.]+)ns\|}} $timing -> reached]}} {{
    set fmax [format %.2f [expr {{1000.0 / $reached}}]]
}}
set release [expr {{[regexp {{Release (\S+)}} $used -> release] ? $release : "unknown"}}]
set brams null
catch {{set brams [expr {{[number $used "RAMB16BWERs:"] + [number $used "RAMB8BWERs:"] / 2.0}}]}}
set report [open report.json w]
puts $report "{{"
puts $report "  \"board\": \"{name}\","
puts $report "  \"part\": \"{part}\","
puts $report "  \"fmax_mhz\": $fmax,"
puts $report "  \"target_mhz\": {clock_mhz},"
puts $report "  \"met\": [expr {{$errors == 0 ? "true" : "false"}}],"
puts $report "  \"luts\": [number $used "Number of Slice LUTs:"],"
puts $report "  \"ffs\": [number $used "Number of Slice Registers:"],"
puts $report "  \"brams\": $brams,"
puts $report "  \"tools\": {{\"ise\": \"$release\"}}"
puts $report "}}"
close $report

if {{$errors > 0}} {{
    puts stderr "ERROR: the clock is missed: $errors timing errors, see {top}.twr"
    exit 1
}}
step "bitstream" bitgen -intstyle xflow -w {top}.ncd {top}.bit {top}.pcf
puts "{top}.bit is ready"
"#,
        title = board.title,
        tool = "ISE 14.7",
        name = board.name,
        part = board.part,
        clock_ns = period_ns(clock_khz).replace('.', r"\."),
        clock_mhz = mhz(clock_khz),
    )
}
