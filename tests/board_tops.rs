//! The top of every board, read by the tools that can read it: yosys knows Xilinx' primitives and refuses a wrong port or
//! parameter, Verilator and Icarus Verilog read the text strictly.
//!
//! First the top alone, with modules of the machine's ports below it; then the whole machine as `tengen build` writes it.
#![cfg(feature = "eda")]

use rust_hdl_bsp::{Board, Family, boards::BOARDS};
use std::{fs, path::Path, process::Command};
use tengen::hdl::{
    build::Build,
    machine::machine,
    tools::Tools,
    top::{TOP, display_module, top},
};

/// Modules with the ports of the machine, each output depending on every input so that nothing is swept away.
fn stand_in(board: &Board) -> String {
    let [red, green, blue] = [board.vga.red, board.vga.green, board.vga.blue].map(|pins| pins.len());
    let display = match display_module(board) {
        Some("seven_segment") => {
            "module seven_segment (input wire clock, input wire [7:0] value,
    output reg [6:0] segments, output reg [3:0] digit);
  always @(posedge clock) begin segments <= value[6:0]; digit <= {value[7], value[2:0]}; end
endmodule
"
        }
        Some(_) => {
            "module seven_segment_serial (input wire clock, input wire [7:0] value,
    output wire serial_clock, output reg serial_data, output wire show, output wire keep);
  assign serial_clock = clock; assign keep = 1'b1; assign show = 1'b1;
  always @(posedge clock) serial_data <= ^value;
endmodule
"
        }
        None => "",
    };
    format!(
        "module console (input wire clock, input wire ps2_clk, input wire ps2_data, input wire [4:0] buttons,
    output reg hsync, output reg vsync, output reg [{}:0] red, output reg [{}:0] green, output reg [{}:0] blue,
    output reg [7:0] key_code, output wire other);
  initial key_code = 8'd0;
  assign other = ps2_clk;
  always @(posedge clock) begin
    key_code <= key_code + {{1'b0, buttons, ps2_clk, ps2_data}};
    hsync <= key_code[0]; vsync <= key_code[1];
    red <= key_code[{}:0]; green <= key_code[{}:0]; blue <= key_code[{}:0];
  end
endmodule
{display}",
        red - 1,
        green - 1,
        blue - 1,
        red - 1,
        green - 1,
        blue - 1
    )
}

/// Primitives for the readers that do not know them: ports only.
const PRIMITIVES: &str = "
module BUFG (input wire I, output wire O); assign O = I; endmodule
module BUFGCE (input wire I, input wire CE, output wire O); assign O = I & CE; endmodule
module DCM_SP #(parameter real CLKIN_PERIOD = 0.0, parameter real CLKDV_DIVIDE = 0.0, parameter CLK_FEEDBACK = \"\")
    (input wire CLKIN, input wire CLKFB, input wire RST, input wire DSSEN, input wire PSCLK, input wire PSEN,
     input wire PSINCDEC, output wire CLK0, output wire CLKDV, output wire LOCKED);
  assign CLK0 = CLKIN; assign CLKDV = CLKIN; assign LOCKED = CLKFB & ~RST & ~DSSEN & ~PSCLK & ~PSEN & ~PSINCDEC;
endmodule
module MMCME2_BASE #(parameter real CLKIN1_PERIOD = 0.0, parameter integer DIVCLK_DIVIDE = 1,
                     parameter real CLKFBOUT_MULT_F = 0.0, parameter real CLKOUT0_DIVIDE_F = 0.0)
    (input wire CLKIN1, input wire CLKFBIN, input wire RST, input wire PWRDWN,
     output wire CLKFBOUT, output wire CLKOUT0, output wire LOCKED);
  assign CLKFBOUT = CLKIN1; assign CLKOUT0 = CLKIN1; assign LOCKED = CLKFBIN & ~RST & ~PWRDWN;
endmodule
";

/// Runs a tool in `folder` and returns what it said; fails if it failed.
fn said(mut command: Command, folder: &Path) -> String {
    let output = command.current_dir(folder).output().unwrap();
    let text = String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned();
    assert!(output.status.success(), "{command:?}:\n{text}");
    text
}

fn for_every_board(check: impl Fn(&'static Board, &Path, &Tools)) {
    let tools = Tools::find();
    for board in BOARDS {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("top.v"), top(board).unwrap()).unwrap();
        fs::write(folder.path().join("machine.v"), stand_in(board)).unwrap();
        fs::write(folder.path().join("primitives.v"), PRIMITIVES).unwrap();
        check(board, folder.path(), &tools);
    }
}

#[test]
fn yosys_synthesises_it_with_the_true_primitives() {
    for_every_board(|board, folder, tools| {
        let (family, primitive) = match board.part.family {
            Family::Spartan6 => ("xc6s", "DCM_SP"),
            Family::Series7 => ("xc7", "MMCME2_BASE"),
            Family::Ecp5 | Family::Ice40 => todo!("boards"),
        };
        let mut yosys = tools.command("yosys").unwrap();
        yosys.arg("-p").arg(format!(
            "read_verilog top.v machine.v; synth_xilinx -family {family} -top top; check -assert; stat"
        ));
        let said = said(yosys, folder);
        let stat = said
            .rsplit_once("Number of cells")
            .map_or(said.as_str(), |(_, stat)| stat);
        for cell in [primitive, "BUFGCE", "BUFG"] {
            assert!(stat.contains(cell), "{}: no {cell} in\n{stat}", board.name);
        }
        assert!(!said.contains("Latch inferred"), "{}", board.name);
    });
}

#[test]
fn verilator_has_nothing_to_say_of_it() {
    for_every_board(|_, folder, tools| {
        let mut verilator = tools.command("verilator").unwrap();
        // What is left open on purpose: unused outputs of the primitive and of the machine.
        verilator.args([
            "--lint-only",
            "-Wall",
            "-Wno-PINMISSING",
            "-Wno-MULTITOP",
            "-Wno-DECLFILENAME",
            "-Wno-UNUSED",
        ]);
        verilator.args(["--top-module", "top", "top.v", "machine.v", "primitives.v"]);
        let said = said(verilator, folder);
        assert!(!said.contains("%Warning"), "{said}");
    });
}

#[test]
fn icarus_reads_it_as_verilog_2001() {
    for_every_board(|_, folder, tools| {
        let mut iverilog = tools.command("iverilog").unwrap();
        iverilog.args(["-g2001", "-Wall", "-Wno-timescale", "-t", "null", "-s", "top"]);
        iverilog.args(["top.v", "machine.v", "primitives.v"]);
        let said = said(iverilog, folder);
        assert!(!said.contains("warning"), "{said}");
    });
}

/// The Verilog of a whole board: `console.v` and `top.v` as they are built.
fn whole(board: &'static Board) -> String {
    let build = Build::plan(board, &machine(board).unwrap()).unwrap();
    let sources = build.files.iter().filter(|file| file.name.ends_with(".v"));
    sources
        .map(|file| String::from_utf8(file.contents.clone()).unwrap())
        .collect()
}

#[test]
fn the_whole_machine_is_free_of_warnings() {
    // Unused signals and open pins are meant.
    const ACCEPTED: [&str; 3] = ["UNUSED", "PINCONNECTEMPTY", "PINMISSING"];
    let tools = Tools::find();
    for board in BOARDS {
        let text = whole(board) + PRIMITIVES;
        let mut warnings = tools.verilator().unwrap().lint(&text, TOP).unwrap();
        warnings.retain(|line| !ACCEPTED.iter().any(|code| line.starts_with(code)));
        assert!(warnings.is_empty(), "{}: {warnings:#?}", board.name);

        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("whole.v"), text).unwrap();
        let mut iverilog = tools.command("iverilog").unwrap();
        iverilog.args(["-g2001", "-Wall", "-Wno-timescale", "-t", "null", "-s", TOP, "whole.v"]);
        let said = said(iverilog, folder.path());
        assert!(!said.contains("warning"), "{}: {said}", board.name);
    }
}
