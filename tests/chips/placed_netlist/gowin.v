// A block of 2048 bytes of 8 or 9 bits, with two ports of one clock. A read is what was there before the clock, whatever the
// other port writes. From two bytes a word on, the lowest bits of an address enable the bytes of a write.
module gowin_block #(
    parameter BYTE = 8,
    // Bits of a word.
    parameter WIDTH_A = 8,
    parameter WIDTH_B = 8,
    // What a write leaves at the port's output: 0 what was there, 1 the new word, 2 the word before.
    parameter MODE_A = 0,
    parameter MODE_B = 0,
    parameter [2048*BYTE-1:0] FIRST = 0
) (
    input clock,
    input enable_a, write_a, input [13:0] address_a, input [4*BYTE-1:0] data_a, output reg [4*BYTE-1:0] read_a,
    input enable_b, write_b, input [13:0] address_b, input [4*BYTE-1:0] data_b, output reg [4*BYTE-1:0] read_b
);
    reg [2048*BYTE-1:0] words = FIRST;
    initial read_a = 0;
    initial read_b = 0;

    // How far apart the addresses of neighbouring words are: the ninth bits have none.
    localparam STEP_A = BYTE == 9 ? WIDTH_A / 9 * 8 : WIDTH_A;
    localparam STEP_B = BYTE == 9 ? WIDTH_B / 9 * 8 : WIDTH_B;
    wire [14:0] place_a = address_a / STEP_A * WIDTH_A;
    wire [14:0] place_b = address_b / STEP_B * WIDTH_B;
    wire [WIDTH_A-1:0] mask_a;
    wire [WIDTH_B-1:0] mask_b;
    genvar i;
    generate
        for (i = 0; i < WIDTH_A; i = i + 1)
            assign mask_a[i] = WIDTH_A < 2*BYTE ? 1'b1 : address_a[i / BYTE];
        for (i = 0; i < WIDTH_B; i = i + 1)
            assign mask_b[i] = WIDTH_B < 2*BYTE ? 1'b1 : address_b[i / BYTE];
    endgenerate

    reg [WIDTH_A-1:0] before_a, after_a;
    reg [WIDTH_B-1:0] before_b, after_b;
    always @(posedge clock) begin
        before_a = words[place_a +: WIDTH_A];
        before_b = words[place_b +: WIDTH_B];
        after_a = before_a & ~mask_a | data_a[WIDTH_A-1:0] & mask_a;
        after_b = before_b & ~mask_b | data_b[WIDTH_B-1:0] & mask_b;
        if (enable_a && (!write_a || MODE_A != 0)) read_a <= write_a && MODE_A == 1 ? after_a : before_a;
        if (enable_b && (!write_b || MODE_B != 0)) read_b <= write_b && MODE_B == 1 ? after_b : before_b;
        if (enable_a && write_a) words[place_a +: WIDTH_A] = after_a;
        if (enable_b && write_b) words[place_b +: WIDTH_B] = after_b;
    end
endmodule

// The PLL without frequency synthesis: in the simulation the machine's clock equals the board's. It is always in lock.
module rPLL (
    output CLKOUT, CLKOUTP, CLKOUTD, CLKOUTD3, LOCK,
    input CLKIN, CLKFB, RESET, RESET_P, input [5:0] FBDSEL, IDSEL, ODSEL, input [3:0] PSDA, DUTYDA, FDLY
);
    parameter FCLKIN = "27";
    parameter IDIV_SEL = 0;
    parameter FBDIV_SEL = 0;
    parameter ODIV_SEL = 8;
    parameter DYN_SDIV_SEL = 2;
    assign CLKOUT = CLKIN;
    assign LOCK = 1;
endmodule

// The divider divides by one, and begins with a whole period.
module CLKDIV (output CLKOUT, input HCLKIN, RESETN, CALIB);
    parameter DIV_MODE = "5";
    parameter GSREN = "false";
    reg runs = 0;
    always @(negedge HCLKIN) runs <= RESETN;
    assign CLKOUT = HCLKIN & runs;
endmodule

// A pin sends nothing here: the test reads the ten bits.
module OSER10 (output Q, input D0, D1, D2, D3, D4, D5, D6, D7, D8, D9, FCLK, PCLK, RESET);
    parameter GSREN = "false";
    parameter LSREN = "true";
    assign Q = 0;
endmodule
