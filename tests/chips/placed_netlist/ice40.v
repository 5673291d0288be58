// The PLL without frequency synthesis: in the simulation the machine's clock equals the board's. It is always in lock.
module SB_PLL40_PAD (
    input PACKAGEPIN, output PLLOUTCORE, output PLLOUTGLOBAL, output LOCK, input BYPASS, input RESETB, input EXTFEEDBACK,
    input [7:0] DYNAMICDELAY, input LATCHINPUTVALUE, output SDO, input SDI, input SCLK
);
    parameter FEEDBACK_PATH = "SIMPLE";
    parameter DIVR = 0;
    parameter DIVF = 0;
    parameter DIVQ = 0;
    parameter FILTER_RANGE = 0;
    assign PLLOUTCORE = PACKAGEPIN;
    assign PLLOUTGLOBAL = PACKAGEPIN;
    assign LOCK = 1;
    assign SDO = 0;
endmodule
