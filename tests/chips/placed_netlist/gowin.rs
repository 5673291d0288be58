//! Models of Gowin's cells of which yosys knows the ports alone: block RAMs, the PLL, the clock divider, the serialiser.
//!
//! ```text
//! SP, SPX9      one port           ─┐
//! DPB, DPX9B    two ports          ─┼─> gowin_block: 2048 bytes of 8 or 9 bits, two ports
//! SDPB, SDPX9B  one writes, one    ─┘
//!               reads
//!
//! word n of W bits    bits n * W and up of INIT_RAM_00, INIT_RAM_01, ..
//! its address         n * W, where a byte has 8 bits; n * W / 9 * 8, where it has 9
//! ```
//!
//! Source: Gowin UG285, BSRAM and SSRAM, chapters 3 and 4.

/// The rows of first contents, each of 32 bytes.
const ROWS: usize = 64;

/// One port.
const SINGLE: &str = "
module NAME (
    output [4*BYTE-1:0] DO, input [4*BYTE-1:0] DI, input [2:0] BLKSEL, input [13:0] AD, input WRE, CLK, CE, OCE, RESET
);
    parameter READ_MODE = 0;
    parameter WRITE_MODE = 0;
    parameter BIT_WIDTH = 4*BYTE;
    parameter BLK_SEL = 0;
    parameter RESET_MODE = \"SYNC\";
PARAMETERS
    gowin_block #(.BYTE(BYTE), .WIDTH_A(BIT_WIDTH), .MODE_A(WRITE_MODE), .FIRST(FIRST)) block (
        .clock(CLK), .enable_a(CE), .write_a(WRE), .address_a(AD), .data_a(DI), .read_a(DO),
        .enable_b(1'b0), .write_b(1'b0), .address_b(14'd0), .data_b({4*BYTE{1'b0}}), .read_b()
    );
endmodule
";

/// Two ports. The model has one clock for both.
const DUAL: &str = "
module NAME (
    output [2*BYTE-1:0] DOA, DOB, input [2*BYTE-1:0] DIA, DIB, input [2:0] BLKSELA, BLKSELB, input [13:0] ADA, ADB,
    input WREA, WREB, CLKA, CLKB, CEA, CEB, OCEA, OCEB, RESETA, RESETB
);
    parameter READ_MODE0 = 0;
    parameter READ_MODE1 = 0;
    parameter WRITE_MODE0 = 0;
    parameter WRITE_MODE1 = 0;
    parameter BIT_WIDTH_0 = 2*BYTE;
    parameter BIT_WIDTH_1 = 2*BYTE;
    parameter BLK_SEL_0 = 0;
    parameter BLK_SEL_1 = 0;
    parameter RESET_MODE = \"SYNC\";
PARAMETERS
    wire [2*BYTE-1:0] upper_a, upper_b;
    gowin_block #(
        .BYTE(BYTE), .WIDTH_A(BIT_WIDTH_0), .WIDTH_B(BIT_WIDTH_1), .MODE_A(WRITE_MODE0), .MODE_B(WRITE_MODE1), .FIRST(FIRST)
    ) block (
        .clock(CLKA),
        .enable_a(CEA), .write_a(WREA), .address_a(ADA), .data_a({{2*BYTE{1'b0}}, DIA}), .read_a({upper_a, DOA}),
        .enable_b(CEB), .write_b(WREB), .address_b(ADB), .data_b({{2*BYTE{1'b0}}, DIB}), .read_b({upper_b, DOB})
    );
endmodule
";

/// Port A writes, port B reads.
const SEMI: &str = "
module NAME (
    output [4*BYTE-1:0] DO, input [4*BYTE-1:0] DI, input [2:0] BLKSELA, BLKSELB, input [13:0] ADA, ADB,
    input CLKA, CLKB, CEA, CEB, OCE, RESETA, RESETB
);
    parameter READ_MODE = 0;
    parameter BIT_WIDTH_0 = 4*BYTE;
    parameter BIT_WIDTH_1 = 4*BYTE;
    parameter BLK_SEL_0 = 0;
    parameter BLK_SEL_1 = 0;
    parameter RESET_MODE = \"SYNC\";
PARAMETERS
    gowin_block #(.BYTE(BYTE), .WIDTH_A(BIT_WIDTH_0), .WIDTH_B(BIT_WIDTH_1), .FIRST(FIRST)) block (
        .clock(CLKA),
        .enable_a(CEA), .write_a(1'b1), .address_a(ADA), .data_a(DI), .read_a(),
        .enable_b(CEB), .write_b(1'b0), .address_b(ADB), .data_b({4*BYTE{1'b0}}), .read_b(DO)
    );
endmodule
";

const MEMORIES: [(&str, usize, &str); 6] = [
    ("SP", 8, SINGLE),
    ("SPX9", 9, SINGLE),
    ("DPB", 8, DUAL),
    ("DPX9B", 9, DUAL),
    ("SDPB", 8, SEMI),
    ("SDPX9B", 9, SEMI),
];

/// The Verilog of all these models.
pub fn models() -> String {
    let memories = MEMORIES.map(|(name, byte, text)| {
        let row = |row: usize| format!("INIT_RAM_{row:02X}");
        let bits = 32 * byte;
        let parameters = (0..ROWS).map(|i| format!("    parameter [{}:0] {} = 0;\n", bits - 1, row(i)));
        let rows: Vec<String> = (0..ROWS).rev().map(row).collect();
        let first = format!(
            "    localparam [{}:0] FIRST = {{{}}};",
            ROWS * bits - 1,
            rows.join(", ")
        );
        text.replace("NAME", name)
            .replace("(BYTE)", &format!("({byte})"))
            .replace("*BYTE", &format!("*{byte}"))
            .replace("PARAMETERS\n", &(parameters.collect::<String>() + &first + "\n"))
    });
    include_str!("gowin.v").to_string() + &memories.concat()
}
