//! Waves of a small machine: a register of a struct that contains an enumeration, a part with its own clock, and a
//! local.

#[path = "../../tests/common/dumps.rs"]
mod dumps;

use std::io::Write;
use std::sync::Arc;

use dumps::{Paper, changes_in_fst, changes_in_vcd};
use rust_hdl::prelude::*;
use tengen_sim::Circuit;
use tengen_sim::gtkwave::{self, Marker};
use tengen_sim::{Engine, Fst, Native, Tracer, Vcd, WaveFile, WaveOptions};

#[derive(LogicState, Copy, Clone, Debug, PartialEq)]
pub enum Light {
    Red,
    Green,
    Amber,
}

#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
pub struct State {
    seconds: Bits<3>,
    light: Light,
}

#[derive(Circuit)]
pub struct Held {
    pub clock: Signal<In, Clock>,
    pub d: Signal<In, State>,
    pub q: Signal<Out, State>,
}

impl Logic for Held {
    fn update(&mut self) {
        if self.clock.pos_edge() {
            self.q.next = self.d.val();
        }
    }
}

/// A traffic light: red for 1 clock, green for 2, amber for 1; `hurry` halves the wait.
#[derive(Circuit)]
pub struct Crossing {
    pub clock: Signal<In, Clock>,
    pub hurry: Signal<In, Bit>,
    pub go: Signal<Out, Bit>,
    state: Held,
    over: Signal<Local, Bit>,
}

impl Logic for Crossing {
    #[hdl_gen]
    fn update(&mut self) {
        self.state.clock.next = self.clock.val();
        self.state.d.next = self.state.q.val();
        self.state.d.next.seconds = self.state.q.val().seconds + 1;
        self.over.next = self.hurry.val() | self.state.q.val().seconds.any();
        self.go.next = false;
        match self.state.q.val().light {
            Light::Red => {
                self.state.d.next.light = Light::Green;
                self.state.d.next.seconds = 0.into();
            }
            Light::Green => {
                self.go.next = true;
                if self.over.val() {
                    self.state.d.next.light = Light::Amber;
                }
            }
            Light::Amber => {
                self.state.d.next.light = Light::Red;
            }
        }
    }
}

/// Six clocks, the last two with `hurry` high.
fn play(options: &WaveOptions, file: impl WaveFile) {
    let mut tracer = Tracer::new(Native::new(Crossing::default()), options, file).unwrap();
    let hurry = tracer.port("hurry");
    for cycle in 0..6 {
        tracer.set(hurry, (cycle >= 4).into());
        tracer.step();
    }
    tracer.finish().unwrap();
}

fn dump(options: WaveOptions) -> String {
    let paper = Paper::default();
    play(&options, Vcd::new(paper.clone()));
    paper.text()
}

#[test]
fn the_whole_dump_of_a_small_machine() {
    let expected = "\
$version
    tengen-sim
$end
$timescale 1 ns $end
$scope module crossing $end
$var wire 1 ! clock $end
$var wire 1 \" hurry $end
$var wire 1 # go $end
$scope module state $end
$var wire 1 ! clock $end
$var wire 3 $ d_seconds $end
$var wire 2 % d_light $end
$var wire 3 & q_seconds $end
$var wire 2 ' q_light $end
$upscope $end
$var wire 1 ( over $end
$upscope $end
$enddefinitions $end
";
    assert_eq!(
        dump(WaveOptions::new("crossing"))
            .split_inclusive("$enddefinitions $end\n")
            .next(),
        Some(expected)
    );
}

#[test]
fn inputs_show_before_the_edge_and_registers_after_it() {
    let mut options = WaveOptions::new("crossing");
    options.signals = ["clock", "hurry", "go", "state.q_*", "over"].map(String::from).into();
    options.cycles = 3..6;
    let body = dump(options);
    let body = body.split_once("$enddefinitions $end\n").unwrap().1;
    // In cycle 3 the light is amber. `hurry` rises in cycle 4, while the clock is low.
    let expected = "\
#120 $dumpvars 0clock 0hurry 0go b010q_seconds b10q_light 1over $end
#140 1clock b011q_seconds b00q_light
#160 0clock 1hurry
#180 1clock 1go b000q_seconds b01q_light
#200 0clock
#220 1clock 0go b001q_seconds b10q_light
#240 0clock
";
    assert_eq!(named(body), expected);
}

/// The dump's body with a line per moment, and with names in place of codes.
fn named(body: &str) -> String {
    let names = ["clock", "hurry", "go", "q_seconds", "q_light", "over"];
    let mut text = String::new();
    for line in body.lines() {
        let code = line.chars().last().unwrap();
        let name = ('!'..)
            .zip(names)
            .find(|(c, _)| *c == code && !line.starts_with(['$', '#']));
        let shown = match name {
            Some((_, name)) => format!(" {}{name}", line[..line.len() - 1].trim_end()),
            None if line.starts_with('#') => format!("\n{line}"),
            None => format!(" {line}"),
        };
        text += &shown;
    }
    text.trim_start().to_string() + "\n"
}

#[test]
fn fst_says_what_vcd_says() {
    let mut late = WaveOptions::new("crossing");
    late.signals = ["clock", "hurry", "state"].map(String::from).into();
    late.cycles = 3..5;
    for options in [WaveOptions::new("crossing"), late] {
        let expected = changes_in_vcd(&dump(options.clone()));
        assert!(expected.0["crossing.state.q_light"].len() > 1, "{expected:?}");
        // In a single block, and in as many as possible.
        for block in [1 << 20, 0] {
            let paper = Paper::default();
            play(&options, Fst::with_block(paper.clone(), block));
            assert_eq!(changes_in_fst(paper.bytes()), expected, "blocks of {block}");
        }
    }
}

#[test]
fn a_glob_that_matches_nothing_is_named() {
    for (glob, found) in [
        ("state", true),
        ("st?te.*", true),
        ("**seconds", true),
        ("*seconds", false),
        ("stat", false),
    ] {
        let mut options = WaveOptions::new("crossing");
        options.signals = vec![glob.into()];
        let result = Tracer::new(Native::new(Crossing::default()), &options, Vcd::new(Paper::default()));
        assert_eq!(result.is_ok(), found, "{glob}");
        if let Err(error) = result {
            assert!(
                error.to_string().starts_with(&format!("no signal matches `{glob}`")),
                "{error}"
            );
        }
    }
}

#[test]
fn tracing_changes_nothing() {
    let mut plain = Native::new(Crossing::default());
    let mut traced = Tracer::new(
        Native::new(Crossing::default()),
        &WaveOptions::new("x"),
        Vcd::new(std::io::sink()),
    )
    .unwrap();
    for cycle in 0..100u64 {
        let hurry = cycle * 7 / 3 % 2;
        plain.set(1, hurry);
        traced.set(1, hurry);
        plain.step();
        traced.step();
        assert_eq!(plain.get(2), traced.get(2), "cycle {cycle}");
    }
}

#[test]
fn a_full_disk_is_reported_at_the_end() {
    struct Full;
    impl Write for Full {
        fn write(&mut self, _: &[u8]) -> std::io::Result<usize> {
            Err(std::io::Error::from(std::io::ErrorKind::StorageFull))
        }
        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }
    let writer = std::io::BufWriter::with_capacity(1000, Full);
    let mut tracer = Tracer::new(
        Native::new(Crossing::default()),
        &WaveOptions::new("x"),
        Vcd::new(writer),
    )
    .unwrap();
    tracer.steps(1000);
    assert_eq!(tracer.finish().err().unwrap().to_string(), "cannot write the waves");
}

#[test]
fn gtkwave_opens_it_grouped_and_labelled() {
    let tracer = Tracer::new(
        Native::new(Crossing::default()),
        &WaveOptions::new("crossing"),
        Vcd::new(std::io::sink()),
    )
    .unwrap();
    let marker = Marker { cycle: 30, label: "green".into(), span: 50 };
    let files = gtkwave::files("crossing.vcd", tracer.signals(), 40, Some(&marker));
    let expected = "\
[*] Open with: gtkwave crossing.gtkw
[dumpfile] \"crossing.vcd\"
[savefile] \"crossing.gtkw\"
[timestart] 20
[size] 1600 900
[sst_expanded] 0
[signals_width] 360
*-8.643856 1220 1220
[markername] Agreen
@800200
-crossing (Crossing)
@28
+{clock} crossing.clock
@28
+{hurry} crossing.hurry
@28
+{go} crossing.go
@28
+{over} crossing.over
@1000200
-crossing (Crossing)
@800200
-state (Held)
@24
+{q_seconds} crossing.state.q_seconds[2:0]
@2022
^1 crossing.Light.txt
+{q_light} crossing.state.q_light[1:0]
@24
+{d_seconds} crossing.state.d_seconds[2:0]
@2022
^1 crossing.Light.txt
+{d_light} crossing.state.d_light[1:0]
@1000200
-state (Held)
";
    assert_eq!(files[0], ("crossing.gtkw".into(), expected.into()));
    assert_eq!(
        files[1],
        ("crossing.Light.txt".into(), "0 Red\n1 Green\n2 Amber\n".into())
    );
    assert_eq!(files.len(), 2);
}

#[test]
fn enumerations_of_one_name_keep_their_own_states() {
    let signal = |part: &str, states: &[&str]| tengen_sim::WaveSignal {
        scope: vec![("uut".into(), "Top".into()), (part.into(), "Part".into())],
        name: "phase".into(),
        width: 1,
        is_clock: false,
        states: Some(Arc::new((
            "Phase".into(),
            states.iter().map(|s| s.to_string()).collect(),
        ))),
    };
    let signals = [
        signal("door", &["Open", "Shut"]),
        signal("lamp", &["Dark", "Lit"]),
        signal("gate", &["Open", "Shut"]),
    ];
    let files = gtkwave::files("uut.vcd", &signals, 40, None);
    let text = |name: &str| &files.iter().find(|(file, _)| file == name).unwrap().1;
    assert_eq!(text("uut.Phase.txt"), "0 Open\n1 Shut\n");
    assert_eq!(text("uut.Phase_2.txt"), "0 Dark\n1 Lit\n");
    let shown: Vec<&str> = text("uut.gtkw").lines().filter(|line| line.starts_with('^')).collect();
    let [door, lamp, gate] = shown[..] else {
        panic!("{shown:?}")
    };
    assert!(
        door.ends_with(" uut.Phase.txt") && lamp.ends_with(" uut.Phase_2.txt"),
        "{shown:?}"
    );
    assert!(
        door == gate && door[..2] != lamp[..2],
        "a table of its own each: {shown:?}"
    );
}
