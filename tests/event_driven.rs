//! Every unit under Icarus Verilog, an event-driven simulator: before and after every edge every output is what it is in the
//! rust-hdl simulation, and none is ever unknown.
//!
//! Verilator and synthesis start from the registers' first values whatever the text looks like. An event-driven simulator runs
//! an `always @(*)` only when something it reads changes, so a first value that is there before the block waits is never seen
//! by it. SystemVerilog gives first values in declarations exactly so early, Verilog-2001 does not; both readings must work.
//!
//! And only here is a register without a first value unknown. Elsewhere it starts with some level, which may be the right one.
#![cfg(feature = "eda")]

use std::{fs, iter, path::Path, process::Command};

use tempfile::TempDir;
use tengen::simulation::demonstration;
use tengen::units::{self, UNITS, Unit};
use tengen_sim::{Engine, Port, PortDirection};

/// Clocks with the inputs at rest, so that nothing but the circuit itself makes an event: longer than any pipeline from a
/// register to a pin. Not for ever: read as SystemVerilog, a block that reads nothing but pins at rest is never run.
const REST: u64 = 100;
/// Each is another power-on, and another few hundred clocks.
const SEEDS: u64 = 6;
const ROUNDS: usize = 24;
/// Of a demonstration, which may show a whole picture, so many clocks are compared.
const LONGEST: usize = 4_000;

/// An engine of which every clock is written down: the inputs, and the outputs before and after the edge.
struct Record {
    engine: Box<dyn Engine>,
    clocks: Vec<String>,
}

impl Record {
    /// What a unit does under a stimulus from power-on, a line a clock.
    fn of(unit: &Unit, stimulus: impl Fn(&mut dyn Engine)) -> String {
        let mut record = Record {
            engine: unit.native(),
            clocks: vec![],
        };
        for port in record.ports() {
            // Through an `Engine` no more can be driven, and no unit has more.
            assert!(port.width <= 64 && port.direction != PortDirection::InOut, "{port:?}");
        }
        stimulus(&mut record);
        record.clocks.concat()
    }

    fn bits(&self, direction: PortDirection) -> String {
        let ports = self.ports().iter().enumerate();
        let ports = ports.filter(|(_, port)| port.direction == direction);
        ports
            .map(|(number, port)| format!("{:0width$b}_", self.get(number), width = port.width))
            .collect()
    }
}

impl Engine for Record {
    fn ports(&self) -> &[Port] {
        self.engine.ports()
    }
    fn set(&mut self, port: usize, value: u64) {
        self.engine.set(port, value)
    }
    fn get(&self, port: usize) -> u64 {
        self.engine.get(port)
    }
    fn settle(&mut self) {
        self.engine.settle()
    }
    fn step(&mut self) {
        if self.clocks.len() == LONGEST {
            return self.engine.step();
        }
        self.settle();
        let before = self.bits(PortDirection::Input) + &self.bits(PortDirection::Output);
        self.engine.step();
        self.clocks.push(before + &self.bits(PortDirection::Output) + "\n");
    }
}

/// Rounds of random inputs, held for a while, so that machines get somewhere; in half of them the single bits are strobes.
fn random(seed: u64, engine: &mut dyn Engine) {
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let mut random = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state >> 8
    };
    let inputs: Vec<(usize, usize)> = (engine.ports().iter().enumerate())
        .filter(|(_, port)| port.direction == PortDirection::Input)
        .map(|(number, port)| (number, port.width))
        .collect();
    for _ in 0..ROUNDS {
        let strobes = random() % 2 == 0;
        for &(port, width) in &inputs {
            let value = if strobes && width == 1 {
                random() & random()
            } else {
                random()
            };
            engine.set(port, value & (u64::MAX >> (64 - width)));
        }
        engine.step();
        for &(port, _) in inputs.iter().filter(|(_, width)| strobes && *width == 1) {
            engine.set(port, 0);
        }
        engine.steps([0, 1, 30, 120][random() as usize % 4]);
    }
}

/// The last line a test bench says, so that one that does nothing is not taken for one that finds nothing.
const END: &str = "the script is over";

/// Goes through a script of [`Record`], says every output that is not what it ought to be, and [`END`].
fn test_bench(unit: &Unit) -> String {
    let native = unit.native();
    let ports = native.ports();
    let of = |direction| ports.iter().filter(move |port| port.direction == direction);
    let (clocks, inputs, outputs) = (PortDirection::Clock, PortDirection::Input, PortDirection::Output);
    let widths: usize = of(outputs).map(|port| port.width).sum();
    let all = of(inputs).map(|port| port.width).sum::<usize>() + 2 * widths;
    let lines = |direction, line: fn(&Port) -> String| of(direction).map(line).collect::<String>();
    let list = |direction, item: fn(&Port) -> String| of(direction).map(item).collect::<Vec<_>>().join(", ");
    let connect = |port: &Port| format!(".{0}({0})", port.name);
    let driven = |port: &Port| format!("  reg [{}:0] {} = 0;\n", port.width - 1, port.name);
    let declarations = [
        lines(clocks, driven),
        lines(inputs, driven),
        lines(outputs, |Port { name, width, .. }| {
            format!("  wire [{0}:0] {name};\n  reg [{0}:0] right_{name};\n", width - 1)
        }),
    ]
    .concat();
    format!(
        r#"module test_bench;
{declarations}
  reg [{all}:1] script [1:{LONGEST}];
  reg [{widths}:1] right_before, right_after;
  integer i, clocks;

  {unit} circuit ({connections});

  task check(input [{widths}:1] right, input [48:1] moment);
    begin
      {{{right}}} = right;
{checks}    end
  endtask

  initial begin
    i = $value$plusargs("clocks=%d", clocks);
    // Zeros all along are no event. Pins that are driven come from somewhere, and each of them makes one.
    if ($test$plusargs("driven")) begin
{unknown}    end
    $readmemb("script", script, 1, clocks);
    #1;
    for (i = 1; i <= clocks; i = i + 1) begin
      {{{driven}right_before, right_after}} = script[i];
      #1 check(right_before, "before");
{rise}      #1 check(right_after, "after");
{fall}    end
    $display("{END}");
  end
endmodule
"#,
        unit = unit.name,
        connections = ports.iter().map(connect).collect::<Vec<_>>().join(", "),
        right = list(outputs, |port| format!("right_{}", port.name)),
        checks = lines(outputs, |port| format!(
            "      if ({0} !== right_{0}) $display(\"{0} is %b, not %b, %0s edge %0d\", {0}, right_{0}, moment, i);\n",
            port.name
        )),
        unknown = lines(inputs, |port| format!("      {} = 'bx;\n", port.name)),
        driven = lines(inputs, |port| format!("{}, ", port.name)),
        rise = lines(clocks, |port| format!("      {} = 1;\n", port.name)),
        fall = lines(clocks, |port| format!("      {} = 0;\n", port.name)),
    )
}

/// A unit's test bench and what its outputs are to be, in a folder of their own.
struct Bench {
    folder: TempDir,
    rest: String,
    driven: Vec<String>,
}

impl Bench {
    fn of(unit: &Unit) -> Bench {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("bench.v"), test_bench(unit)).unwrap();
        // Keys, stones and moves, which random inputs never make.
        let shown = demonstration::of(unit.name).unwrap();
        let shown = Record::of(unit, |engine| drop(shown(engine).unwrap()));
        let driven = (1..=SEEDS).map(|seed| Record::of(unit, |engine| random(seed, engine)));
        Bench {
            folder,
            rest: Record::of(unit, |engine| engine.steps(REST)),
            driven: driven.chain([shown]).collect(),
        }
    }

    /// The first thing a circuit does wrong, if there is one.
    fn fault(&self, circuit: &str, generation: &str) -> Option<String> {
        let folder = self.folder.path();
        fs::write(folder.join("circuit.v"), circuit).unwrap();
        let mut iverilog = Command::new("iverilog");
        iverilog.args([generation, "-o", "bench", "-s", "test_bench", "bench.v", "circuit.v"]);
        said(&mut iverilog, folder);
        let driven = self.driven.iter().map(|script| (script, "+driven"));
        iter::once((&self.rest, "+rest"))
            .chain(driven)
            .find_map(|(script, how)| {
                fs::write(folder.join("script"), script).unwrap();
                let clocks = format!("+clocks={}", script.lines().count());
                let text = said(Command::new("vvp").args(["bench", &clocks, how]), folder);
                let first = text.lines().next();
                first.filter(|line| *line != END).map(String::from)
            })
    }
}

fn said(command: &mut Command, folder: &Path) -> String {
    let output = command.current_dir(folder).output().expect("Icarus Verilog");
    let text = String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned();
    assert!(output.status.success(), "{command:?}: {text}");
    text
}

#[test]
fn every_output_is_what_it_is_in_the_rust_hdl_simulation() {
    for unit in UNITS {
        let bench = Bench::of(unit);
        let circuit = unit.verilog().unwrap();
        for generation in ["-g2001", "-g2012"] {
            assert_eq!(bench.fault(&circuit, generation), None, "{}, {generation}", unit.name);
        }
    }
}

/// The lines of a text that give a register, not a memory, its first value.
fn first_values(circuit: &str) -> Vec<&str> {
    let mut initial = false;
    let is_one = |line: &&str| {
        let words: Vec<_> = line.split_whitespace().collect();
        match words[..] {
            ["initial", "begin"] => initial = true,
            ["end"] => initial = false,
            _ => {}
        }
        match words[..] {
            [register, "=", _] => initial && !register.contains('['),
            ["initial", _, "=", _] => true,
            _ => false,
        }
    };
    circuit.lines().filter(is_one).collect()
}

/// Registers whose first value nothing ever sees, unit by unit.
const SILENT: [(&str, &str); 7] = [
    ("vga_sync", ""),
    ("seven_segment", ""),
    // Taken over when the first byte is, before they are looked at.
    ("seven_segment_serial", "shown lit"),
    // Taken from the pins at `start`; `own` is new on every clock.
    ("win_checker", "home_row home_col colour exact forward own"),
    // All of a pixel that is not visible, as none is that was not sent; the disparity is none after each of them.
    (
        "tmds_encoder",
        "chained_q_word chained_q_xor weighed_q_word weighed_q_xor weighed_q_balance disparity_q",
    ),
    // The pins' first levels are gone before anything has lasted long enough to be an edge. Only clk_first can shift one, by a
    // clock, if the line turns just then: tests/keyboard.rs lets it. A frame's first edge sets the rest.
    (
        "ps2_receiver",
        "clk_first clk_second data_first data_second disagreed spoiled shifted quiet",
    ),
    // While it is idle some follow the pins; the others, those of the scan along a line among them, are set where a crossing
    // and where a line begins. What the memory read before is not looked at.
    (
        "renju_judge",
        "read_data run before_gap before_far before_room reach far cells placing lifting colour row col at_row at_col \
         direction forward asking late overline four double_four three spare",
    ),
];

/// Each line is left out, and the value's complement put there: an unknown condition counts as false, which may be just right.
#[test]
fn a_first_value_that_is_missing_or_wrong_is_found_out() {
    for (name, silent) in SILENT {
        let unit = units::find(name).unwrap();
        let bench = Bench::of(unit);
        let circuit = unit.verilog().unwrap();
        let lines = first_values(&circuit);
        assert!(!lines.is_empty(), "{name} has registers");
        let unseen = lines.into_iter().filter(|line| {
            assert_eq!(circuit.matches(line).count(), 1, "{line}");
            let faulty = ["", &line.replace(" = ", " = ~")].map(|fault| circuit.replace(line, fault));
            faulty.iter().all(|circuit| bench.fault(circuit, "-g2001").is_none())
        });
        let registers: Vec<_> = unseen
            .filter_map(|line| line.trim_start_matches("  initial").split_whitespace().next())
            .map(|register| register.trim_start_matches("state_q_"))
            .collect();
        assert_eq!(registers.join(" "), silent, "{name}");
    }
}
