//! Checks the top of every board with the tools that can read it: yosys knows the vendors' primitives and refuses a
//! wrong port or parameter; Verilator and Icarus Verilog check the text strictly.
//!
//! First the top alone, with stand-in modules for the machine; then the whole machine as `tengen build` writes it.
#![cfg(feature = "eda")]

use rust_hdl_bsp::{
    Board, Family, Picture,
    boards::{BOARDS, find},
};
use std::{collections::BTreeSet, fs, path::Path, process::Command};
use tengen::hdl::{
    tools::Tools,
    top::{self, SEVEN_SEGMENT, SEVEN_SEGMENT_SERIAL, TOP, modules, top},
};
use tengen::{board_console::plan, editions};

use crate::turns::has_its_turn;

/// Stand-in modules with the machine's ports; each output depends on every input so that nothing is optimised away.
fn stand_in(board: &Board) -> String {
    let [red, green, blue] = board.picture.colour_bits();
    // Only a console for DVI has this output, and only then is it connected.
    let (visible, encoder) = match board.picture {
        Picture::Vga(_) => ("", ""),
        Picture::Dvi(dvi) if dvi.negative.is_some() => ("output reg visible,", DVI_OUTPUT_OSER10),
        Picture::Dvi(_) => ("output reg visible,", DVI_OUTPUT),
    };
    let show = if visible.is_empty() { "" } else { "visible <= key_code[2];" };
    let has = |module| modules(board).any(|name| name == module);
    let buttons = if has(top::TWO_BUTTONS) { TWO_BUTTONS } else { "" };
    let plug = if has(top::USB_OR_PS2) { USB_OR_PS2 } else { "" };
    let display = match (has(SEVEN_SEGMENT), has(SEVEN_SEGMENT_SERIAL)) {
        (true, _) => {
            "module seven_segment (input wire clock, input wire [7:0] value,
    output reg [6:0] segments, output reg [3:0] digit);
  always @(posedge clock) begin segments <= value[6:0]; digit <= {value[7], value[2:0]}; end
endmodule
"
        }
        (_, true) => {
            "module seven_segment_serial (input wire clock, input wire [7:0] value,
    output wire serial_clock, output reg serial_data, output wire show, output wire keep);
  assign serial_clock = clock; assign keep = 1'b1; assign show = 1'b1;
  always @(posedge clock) serial_data <= ^value;
endmodule
"
        }
        _ => "",
    };
    format!(
        "module console (input wire clock, input wire ps2_clk, input wire ps2_data, input wire usb_plus, input wire usb_minus,
    output reg usb_plus_out, output reg usb_minus_out, output reg usb_drive, input wire [4:0] buttons,
    input wire rx, input wire pad_data, input wire tilt_cipo, output reg tx, output reg pad_latch, output reg pad_clock,
    output reg tilt_cs_n, output reg tilt_sclk, output reg tilt_copi,
    output reg hsync, output reg vsync, {visible} output reg [{}:0] red, output reg [{}:0] green, output reg [{}:0] blue,
    output reg [7:0] key_code, output reg sound, output reg sound_on, output wire other);
  initial key_code = 8'd0;
  assign other = ps2_clk;
  always @(posedge clock) begin
    key_code <= key_code + {{rx ^ pad_data ^ tilt_cipo ^ usb_plus ^ usb_minus, buttons, ps2_clk, ps2_data}};
    hsync <= key_code[0]; vsync <= key_code[1]; {show}
    tx <= key_code[5]; pad_latch <= key_code[6]; pad_clock <= key_code[7];
    tilt_cs_n <= key_code[0]; tilt_sclk <= key_code[1]; tilt_copi <= key_code[2];
    usb_plus_out <= key_code[1]; usb_minus_out <= key_code[2]; usb_drive <= key_code[3];
    sound <= key_code[3]; sound_on <= key_code[4];
    red <= key_code[{}:0]; green <= key_code[{}:0]; blue <= key_code[{}:0];
  end
endmodule
{display}{encoder}{buttons}{plug}",
        red - 1,
        green - 1,
        blue - 1,
        red - 1,
        green - 1,
        blue - 1
    )
}

/// Outputs on the shift clock, each of which depends on every input.
const DVI_OUTPUT: &str =
    "module dvi_output (input wire clock, input wire shift_clock, input wire hsync, input wire vsync,
    input wire visible, input wire [7:0] red, input wire [7:0] green, input wire [7:0] blue,
    output reg [2:0] data, output reg data_clock);
  reg pixel;
  always @(posedge clock) pixel <= ^{hsync, vsync, visible, red, green, blue};
  initial data = 3'd0;
  always @(posedge shift_clock) begin data <= {data[1:0], pixel}; data_clock <= ~data_clock ^ pixel; end
endmodule
";

/// The same for a chip with serialisers in its pins.
const DVI_OUTPUT_OSER10: &str =
    "module dvi_output_oser10 (input wire clock, input wire shift_clock, input wire hsync, input wire vsync,
    input wire visible, input wire [7:0] red, input wire [7:0] green, input wire [7:0] blue, output wire [2:0] data);
  reg [9:0] word;
  initial word = 10'd0;
  always @(posedge clock) word <= {word[8:0], ^{hsync, vsync, visible, red, green, blue}};
  wire [2:0] resets = {word[9], word[5], word[0]};
  OSER10 serialiser_0 (.D0(word[0]), .D1(word[1]), .D2(word[2]), .D3(word[3]), .D4(word[4]), .D5(word[5]), .D6(word[6]),
    .D7(word[7]), .D8(word[8]), .D9(word[9]), .PCLK(clock), .FCLK(shift_clock), .RESET(resets[0]), .Q(data[0]));
  OSER10 serialiser_1 (.D0(word[1]), .D1(word[2]), .D2(word[3]), .D3(word[4]), .D4(word[5]), .D5(word[6]), .D6(word[7]),
    .D7(word[8]), .D8(word[9]), .D9(word[0]), .PCLK(clock), .FCLK(shift_clock), .RESET(resets[1]), .Q(data[1]));
  OSER10 serialiser_2 (.D0(word[2]), .D1(word[3]), .D2(word[4]), .D3(word[5]), .D4(word[6]), .D5(word[7]), .D6(word[8]),
    .D7(word[9]), .D8(word[0]), .D9(word[1]), .PCLK(clock), .FCLK(shift_clock), .RESET(resets[2]), .Q(data[2]));
endmodule
";

const TWO_BUTTONS: &str = "module two_buttons (input wire clock, input wire [1:0] pressed, output reg [4:0] buttons);
  initial buttons = 5'd0;
  always @(posedge clock) buttons <= {buttons[2:0], pressed};
endmodule
";

const USB_OR_PS2: &str = "module usb_or_ps2 (input wire clock, input wire plus, input wire minus, output reg plus_pull,
    output reg minus_pull, output wire usb_plus, output wire usb_minus, output wire ps2_clk, output wire ps2_data);
  assign usb_plus = plus & ~plus_pull; assign usb_minus = minus & ~plus_pull;
  assign ps2_clk = plus | ~plus_pull; assign ps2_data = minus | ~plus_pull;
  always @(posedge clock) begin plus_pull <= plus; minus_pull <= minus; end
endmodule
";

/// Primitives for tools that do not know them, with ports only.
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
module EHXPLLL #(parameter CLKI_DIV = 1, parameter CLKFB_DIV = 1, parameter FEEDBK_PATH = \"\",
                 parameter CLKOP_ENABLE = \"\", parameter CLKOP_DIV = 8, parameter CLKOP_CPHASE = 0, parameter CLKOP_FPHASE = 0,
                 parameter CLKOS_ENABLE = \"\", parameter CLKOS_DIV = 8, parameter CLKOS_CPHASE = 0, parameter CLKOS_FPHASE = 0,
                 parameter CLKOS2_ENABLE = \"\", parameter CLKOS2_DIV = 8, parameter CLKOS2_CPHASE = 0, parameter CLKOS2_FPHASE = 0)
    (input wire CLKI, input wire CLKFB, input wire RST, input wire STDBY, input wire PLLWAKESYNC, input wire PHASESEL1,
     input wire PHASESEL0, input wire PHASEDIR, input wire PHASESTEP, input wire PHASELOADREG, input wire ENCLKOP,
     output wire CLKOP, output wire CLKOS, output wire CLKOS2, output wire LOCK);
  assign CLKOP = CLKI; assign CLKOS = CLKI; assign CLKOS2 = CLKI;
  assign LOCK = CLKFB & ~RST & ~STDBY & ~PLLWAKESYNC & ~PHASESEL1 & ~PHASESEL0 & ~PHASEDIR & ~PHASESTEP & ~PHASELOADREG & ~ENCLKOP;
endmodule
module ODDRX1F (input wire SCLK, input wire RST, input wire D0, input wire D1, output wire Q);
  assign Q = SCLK ? D0 : D1 & ~RST;
endmodule
module DCCA (input wire CLKI, input wire CE, output wire CLKO); assign CLKO = CLKI & CE; endmodule
module SB_PLL40_PAD #(parameter FEEDBACK_PATH = \"\", parameter [3:0] DIVR = 0, parameter [6:0] DIVF = 0,
                      parameter [2:0] DIVQ = 0, parameter [2:0] FILTER_RANGE = 0)
    (input wire PACKAGEPIN, input wire RESETB, input wire BYPASS, output wire PLLOUTCORE, output wire LOCK);
  assign PLLOUTCORE = PACKAGEPIN; assign LOCK = RESETB & ~BYPASS;
endmodule
module rPLL #(parameter FCLKIN = \"\", parameter IDIV_SEL = 0, parameter FBDIV_SEL = 0, parameter ODIV_SEL = 8,
              parameter DYN_SDIV_SEL = 2)
    (input wire CLKIN, input wire CLKFB, input wire RESET, input wire RESET_P, input wire [5:0] IDSEL, input wire [5:0] FBDSEL,
     input wire [5:0] ODSEL, input wire [3:0] PSDA, input wire [3:0] DUTYDA, input wire [3:0] FDLY,
     output wire CLKOUT, output wire LOCK);
  assign CLKOUT = CLKIN; assign LOCK = ~CLKFB & ~RESET & ~RESET_P & ~|{IDSEL, FBDSEL, ODSEL, PSDA, DUTYDA, FDLY};
endmodule
module CLKDIV #(parameter DIV_MODE = \"2\", parameter GSREN = \"false\")
    (input wire HCLKIN, input wire RESETN, input wire CALIB, output wire CLKOUT);
  assign CLKOUT = HCLKIN & RESETN & ~CALIB;
endmodule
module OSER10 (input wire D0, input wire D1, input wire D2, input wire D3, input wire D4, input wire D5, input wire D6,
               input wire D7, input wire D8, input wire D9, input wire PCLK, input wire FCLK, input wire RESET, output wire Q);
  assign Q = PCLK & FCLK & ~RESET & ^{D0, D1, D2, D3, D4, D5, D6, D7, D8, D9};
endmodule
module TLVDS_OBUF (input wire I, output wire O, output wire OB); assign O = I; assign OB = ~I; endmodule
module ELVDS_OBUF (input wire I, output wire O, output wire OB); assign O = I; assign OB = ~I; endmodule
module SB_GB (input wire USER_SIGNAL_TO_GLOBAL_BUFFER, output wire GLOBAL_BUFFER_OUTPUT);
  assign GLOBAL_BUFFER_OUTPUT = USER_SIGNAL_TO_GLOBAL_BUFFER;
endmodule
";

/// Runs a tool in `folder` and returns its output; panics if the tool fails.
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
        let (synthesis, cells): (_, &[&str]) = match board.part.family {
            Family::Spartan6 => ("synth_xilinx -family xc6s", &["DCM_SP", "BUFGCE", "BUFG"]),
            Family::Series7 => ("synth_xilinx -family xc7", &["MMCME2_BASE", "BUFGCE", "BUFG"]),
            Family::Ecp5 => ("synth_ecp5", &["EHXPLLL", "DCCA"]),
            Family::Ice40 => ("synth_ice40", &["SB_PLL40_PAD", "SB_GB"]),
            Family::Gowin => ("synth_gowin", &["rPLL", "CLKDIV", "OSER10", "LVDS_OBUF"]),
        };
        let mut yosys = tools.command("yosys").unwrap();
        yosys.arg("-p").arg(format!(
            "read_verilog top.v machine.v; {synthesis} -top top; check -assert; stat"
        ));
        let said = said(yosys, folder);
        let stat = said
            .rsplit_once("Number of cells")
            .map_or(said.as_str(), |(_, stat)| stat);
        for cell in cells {
            assert!(stat.contains(cell), "{}: no {cell} in\n{stat}", board.name);
        }
        assert!(!said.contains("Latch inferred"), "{}", board.name);
    });
}

#[test]
fn verilator_has_nothing_to_say_of_it() {
    for_every_board(|_, folder, tools| {
        let mut verilator = tools.command("verilator").unwrap();
        // These are left open on purpose: unused outputs of the primitive and of the machine.
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

/// Lock comes between two edges, is lost and comes again; every pulse of the machine's clock must be complete, and none
/// may come too early. Lines that begin with "wrong" report errors.
const START_BENCH: &str = "`timescale 1ns/1ps
module bench;
  reg pin = 0;
  always #20 pin = ~pin;
  top dut (.board_clock(pin), .ps2_clk(1'b1), .ps2_data(1'b1), .buttons(1'b1));
  integer since_lock = 0, pulses = 0;
  realtime rose = 0;
  always @(posedge pin) since_lock = since_lock + 1;
  always @(posedge dut.clock) begin
    rose = $realtime;
    pulses = pulses + 1;
    if (since_lock <= 256) $display(\"wrong: a pulse %0d clocks after lock\", since_lock);
  end
  always @(negedge dut.clock) if (rose > 0 && $realtime - rose != 20) $display(\"wrong: a pulse of %0t\", $realtime - rose);
  initial begin
    force dut.pll.LOCK = 0; #1003;
    if (pulses != 0) $display(\"wrong: %0d pulses without lock\", pulses);
    force dut.pll.LOCK = 1; since_lock = 0; #20000;
    $display(\"%0d pulses\", pulses);
    force dut.pll.LOCK = 0; #213; pulses = 0; #5000;
    if (pulses != 0) $display(\"wrong: %0d pulses after lock was lost\", pulses);
    force dut.pll.LOCK = 1; since_lock = 0; #20007;
    $display(\"%0d pulses\", pulses);
    $finish;
  end
endmodule
";

/// iCE40's start is the only one built from logic instead of a buffer with an enable.
#[test]
fn the_clock_of_an_ice40_starts_late_and_whole() {
    let tools = Tools::find();
    let board = find("icebreaker").unwrap();
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in [
        ("top.v", top(board).unwrap()),
        ("machine.v", stand_in(board)),
        ("primitives.v", PRIMITIVES.into()),
        ("bench.v", START_BENCH.into()),
    ] {
        fs::write(folder.path().join(name), text).unwrap();
    }
    let mut iverilog = tools.command("iverilog").unwrap();
    iverilog.args([
        "-g2001",
        "-o",
        "bench",
        "-s",
        "bench",
        "top.v",
        "machine.v",
        "primitives.v",
        "bench.v",
    ]);
    said(iverilog, folder.path());
    // Icarus' simulator is in the same folder as its compiler.
    let compiler = tools.tool("iverilog").path.as_ref().unwrap();
    let mut vvp = Command::new(compiler.with_file_name("vvp"));
    vvp.args(["-n", "bench"]);
    let said = said(vvp, folder.path());
    assert!(!said.contains("wrong"), "{said}");
    let pulses: Vec<u32> = said
        .lines()
        .filter_map(|line| line.strip_suffix(" pulses")?.parse().ok())
        .collect();
    // 500 clocks after lock, less the waiting time and the clocks until lock is recognised.
    assert!(
        pulses.len() == 2 && pulses.iter().all(|n| (235..=245).contains(n)),
        "{said}"
    );
}

/// The Verilog of a whole board: `console.v` and `top.v` as built.
fn whole(board: &'static Board) -> String {
    let build = plan(board, editions::of(board)).unwrap();
    let sources = build.files.iter().filter(|file| file.name.ends_with(".v"));
    sources
        .map(|file| String::from_utf8(file.contents.clone()).unwrap())
        .collect()
}

/// Checks one board of each edition, and a board that is the circuit of the day: machines of the same edition differ only in colour depth,
/// and every top is read by the tests above.
#[test]
fn the_whole_machine_is_free_of_warnings() {
    // Unused signals and open pins are intended.
    const ACCEPTED: [&str; 3] = ["UNUSED", "PINCONNECTEMPTY", "PINMISSING"];
    let tools = Tools::find();
    let mut editions = BTreeSet::new();
    for board in BOARDS {
        if !editions.insert(editions::of(board).name) && !has_its_turn(board.name) {
            continue;
        }
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

/// A ROM of 1024 words of 6 bits, which yosys makes of one memory with one port.
const ROM: &str = "module top (input wire clock, input wire [9:0] address, output reg [5:0] data);
  reg [5:0] words [0:1023];
  initial begin : first
    integer i;
    for (i = 0; i < 1024; i = i + 1) words[i] = i * 7;
  end
  always @(posedge clock) data <= words[address];
endmodule
";

/// nextpnr has no right timing for it, so the build puts one with two ports in its place, with the same words.
#[test]
fn a_rom_of_a_gw2a_has_two_ports() {
    let board = rust_hdl_bsp::boards::find("tang-nano-20k").unwrap();
    let project = rust_hdl_bsp::project::project(board, TOP, &["rom.v"], 25_200);
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("rom.v"), ROM).unwrap();
    let (_, map) = project.files.iter().find(|(name, _)| name == "roms.v").unwrap();
    fs::write(folder.path().join("roms.v"), map).unwrap();
    let (_, script) = project.files.iter().find(|(name, _)| name == "synth.ys").unwrap();
    // Up to the map of ROMs, as it stands in the script, and the first words before and after it.
    let (before, map) = script.split_once("techmap -map roms.v").unwrap();
    let map = map.lines().next().unwrap();
    let commands = format!(
        "{before}select -assert-count 1 t:SPX9\nlog before\ndump t:SPX9\ntechmap -map roms.v{map}\n\
         select -assert-none t:SPX9\nselect -assert-count 1 t:SDPX9B\nlog after\ndump t:SDPX9B\nlog end\n"
    );
    fs::write(folder.path().join("rom.ys"), commands).unwrap();
    let mut yosys = Tools::find().command("yosys").unwrap();
    yosys.args(["-s", "rom.ys"]);
    let said = said(yosys, folder.path());
    let words = |start: &str, end: &str| -> Vec<String> {
        let piece = said
            .rsplit_once(&format!("\n{start}\n"))
            .unwrap()
            .1
            .split(&format!("\n{end}\n"))
            .next()
            .unwrap();
        let lines = piece.lines().filter(|line| line.contains("parameter \\INIT_RAM_"));
        lines.map(|line| line.trim().to_string()).collect()
    };
    let (first, second) = (words("before", "after"), words("after", "end"));
    assert!(first.len() == 64 && first == second, "{} {}", first.len(), second.len());
}
