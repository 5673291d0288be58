// A core as others ship it: multiplies, and adds up the products. It knows nothing of this project.
module mac #(
    parameter WIDTH = 16
) (
    input  wire              CLK,
    input  wire              CE,    // A and B are taken
    input  wire              CLR,   // the sum begins anew
    input  wire [WIDTH-1:0]  A,
    input  wire [WIDTH-1:0]  B,
    output reg  [47:0]       P
);

reg [2*WIDTH-1:0] m;

initial begin
    m = 0;
    P = 0;
end

always @(posedge CLK) begin
    m <= CE ? A * B : 0;
    P <= CLR ? m : P + m;
end

endmodule
