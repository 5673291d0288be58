//! Vivado in non-project mode: everything in memory, reports and the bitstream on disk.

use super::{Project, script};
use crate::Board;

pub(super) fn project(board: &Board, top: &str, sources: &[&str], constraints: &str) -> Project {
    let bitstream = format!("{top}.bit");
    let arguments = ["-mode", "batch", "-nojournal", "-source", "build.tcl"];
    Project {
        tool: "AMD Vivado",
        command: "vivado -mode batch -nojournal -source build.tcl",
        files: vec![("build.tcl".into(), build(board, top, sources, constraints))],
        steps: vec![script("vivado", &arguments, &bitstream)],
        bitstream,
    }
}

fn build(board: &Board, top: &str, sources: &[&str], constraints: &str) -> String {
    format!(
        r#"# Builds {top}.bit for {title} with Vivado: vivado -mode batch -source build.tcl
# Exit code 1 when a step fails or the circuit misses its clock. (In batch mode Vivado leaves with 1 on any Tcl error.)

cd [file dirname [file normalize [info script]]]
file delete {top}.bit report.json

read_verilog {{{sources}}}
read_xdc {constraints}
synth_design -top {top} -part {part}
opt_design
place_design
phys_opt_design
route_design
report_utilization -file utilization.rpt
report_timing_summary -file timing.rpt

# The slack of the worst path in ns; no path at all would mean that there is no clock.
proc slack {{kind args}} {{
    set worst [eval get_timing_paths -$kind -max_paths 1 $args]
    if {{[llength $worst] == 0}} {{
        puts stderr "ERROR: no $kind path: the clock does not reach the circuit, see timing.rpt"
        exit 1
    }}
    return [get_property SLACK $worst]
}}
proc count {{reference}} {{
    return [llength [get_cells -quiet -hierarchical -filter "REF_NAME =~ $reference"]]
}}

set setup [slack setup]
set hold [slack hold]
set met [expr {{$setup >= 0 && $hold >= 0 ? "true" : "false"}}]
set machine [get_clocks -of_objects [get_pins clock_buffer/O]]
set period [get_property PERIOD $machine]

set report [open report.json w]
puts $report "{{"
puts $report "  \"board\": \"{name}\","
puts $report "  \"part\": \"{part}\","
puts $report "  \"fmax_mhz\": [format %.2f [expr {{1000.0 / ($period - [slack setup -to $machine])}}]],"
puts $report "  \"target_mhz\": [format %.2f [expr {{1000.0 / $period}}]],"
puts $report "  \"met\": $met,"
puts $report "  \"luts\": [count LUT*],"
puts $report "  \"ffs\": [count FD*],"
puts $report "  \"brams\": [expr {{[count RAMB36*] + [count RAMB18*] / 2.0}}],"
puts $report "  \"tools\": {{\"vivado\": \"[version -short]\"}}"
puts $report "}}"
close $report

if {{$met eq "false"}} {{
    puts stderr "ERROR: the clock is missed: worst slack $setup ns at setup, $hold ns at hold, see timing.rpt"
    exit 1
}}
write_bitstream -force {top}.bit
puts "{top}.bit is ready"
"#,
        title = board.title,
        name = board.name,
        part = board.part,
        sources = sources.join(" "),
    )
}
