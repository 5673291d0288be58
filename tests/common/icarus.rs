//! A circuit under Icarus Verilog, an event-driven simulator: before and after every edge each output must equal that
//! of the rust-hdl simulation, and never be unknown.
//!
//! ```text
//! rust-hdl simulation ── stimulus ──> script (inputs, outputs before and after the edge; a line per clock)
//!                                        |
//! emitted Verilog ── test bench ─────────+──> the first output that differs
//! ```

use std::{
    fs::{self, File},
    path::Path,
    process::{Command, Stdio},
    thread::sleep,
    time::{Duration, Instant},
};

use tempfile::TempDir;
use tengen_sim::{Engine, Port, PortDirection, hand_on};

/// The most clocks of a stimulus to compare; it may show a whole picture.
const LONGEST: usize = 4_000;

/// Records every clock of an engine: the inputs, and the outputs before and after the edge.
struct Record {
    engine: Box<dyn Engine>,
    clocks: Vec<String>,
}

impl Record {
    /// The behaviour of a circuit under a stimulus from power-on, a line per clock.
    fn of(engine: Box<dyn Engine>, stimulus: impl Fn(&mut dyn Engine)) -> String {
        let mut record = Record { engine, clocks: vec![] };
        for port in record.ports() {
            // An `Engine` can drive no more than this, and no circuit here has more.
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
    hand_on!(engine: ports, set, get, settle);
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

/// The last line of a test bench's output: without it, a bench that does nothing would look like one that finds no
/// fault.
const END: &str = "the script is over";

/// Writes a bench that plays a script of [`Record`], prints every output that differs, and then [`END`].
fn test_bench(name: &str, ports: &[Port]) -> String {
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
            format!("  wire [{0}:0] {name};\n  reg [{0}:0] wanted_{name};\n", width - 1)
        }),
    ]
    .concat();
    format!(
        r#"module test_bench;
{declarations}
  reg [{all}:1] script [1:{LONGEST}];
  reg [{widths}:1] wanted_before, wanted_after;
  integer i, clocks;

  {name} circuit ({connections});

  task check(input [{widths}:1] all_wanted, input [48:1] moment);
    begin
      {{{wanted}}} = all_wanted;
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
      {{{driven}wanted_before, wanted_after}} = script[i];
      #1 check(wanted_before, "before");
{rise}      #1 check(wanted_after, "after");
{fall}    end
    $display("{END}");
  end
endmodule
"#,
        connections = ports.iter().map(connect).collect::<Vec<_>>().join(", "),
        wanted = list(outputs, |port| format!("wanted_{}", port.name)),
        checks = lines(outputs, |port| format!(
            "      if ({0} !== wanted_{0}) $display(\"{0} is %b, not %b, %0s edge %0d\", {0}, wanted_{0}, moment, i);\n",
            port.name
        )),
        unknown = lines(inputs, |port| format!("      {} = 'bx;\n", port.name)),
        driven = lines(inputs, |port| format!("{}, ", port.name)),
        rise = lines(clocks, |port| format!("      {} = 1;\n", port.name)),
        fall = lines(clocks, |port| format!("      {} = 0;\n", port.name)),
    )
}

/// A circuit's test bench and its expected outputs, in a temporary folder.
pub struct Bench {
    folder: TempDir,
    make: Box<dyn Fn() -> Box<dyn Engine>>,
    /// Each script, with the option for its inputs' first values.
    scripts: Vec<(String, &'static str)>,
}

impl Bench {
    /// Creates a bench for a circuit whose module has that name.
    pub fn new(name: &str, make: impl Fn() -> Box<dyn Engine> + 'static) -> Bench {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("bench.v"), test_bench(name, make().ports())).unwrap();
        Bench { folder, make: Box::new(make), scripts: vec![] }
    }

    /// Adds another power-on. Either the inputs start as unknown and then change to their values, or they stay at zero,
    /// so that only the circuit itself can cause an event.
    pub fn power_on(mut self, from_unknown: bool, stimulus: impl Fn(&mut dyn Engine)) -> Bench {
        let how = if from_unknown { "+driven" } else { "+rest" };
        self.scripts.push((Record::of((self.make)(), stimulus), how));
        self
    }

    /// The first fault in a text of the circuit, if there is one.
    pub fn fault(&self, circuit: &str, generation: &str) -> Option<String> {
        let folder = self.folder.path();
        fs::write(folder.join("circuit.v"), circuit).unwrap();
        let mut iverilog = Command::new("iverilog");
        iverilog.args([generation, "-o", "bench", "-s", "test_bench", "bench.v", "circuit.v"]);
        said(&mut iverilog, folder);
        self.scripts.iter().find_map(|(script, how)| {
            fs::write(folder.join("script"), script).unwrap();
            let clocks = format!("+clocks={}", script.lines().count());
            let text = said(Command::new("vvp").args(["bench", &clocks, how]), folder);
            let first = text.lines().next();
            first.filter(|line| *line != END).map(String::from)
        })
    }
}

/// The longest script takes seconds; two blocks that trigger each other would run for ever.
const PATIENCE: Duration = Duration::from_secs(60);

fn said(command: &mut Command, folder: &Path) -> String {
    // Into a file, because a pipe that nobody reads would block the program.
    let place = folder.join("said");
    let file = File::create(&place).unwrap();
    command.current_dir(folder).stdin(Stdio::null());
    command.stdout(file.try_clone().unwrap()).stderr(file);
    let mut child = command.spawn().expect("Icarus Verilog");
    let end = Instant::now() + PATIENCE;
    let status = loop {
        match child.try_wait().unwrap() {
            Some(status) => break status,
            None if Instant::now() < end => sleep(Duration::from_millis(2)),
            None => {
                child.kill().unwrap();
                break child.wait().unwrap();
            }
        }
    };
    let text = String::from_utf8_lossy(&fs::read(&place).unwrap()).into_owned();
    assert!(status.success(), "{command:?}: {status}: {text}");
    text
}
