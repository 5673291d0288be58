//! The machine played by a script, as users call it: the outputs of `tengen sim` and `tengen wave`, and what they
//! refuse.

use assert_cmd::Command;
use std::fs;
use std::path::Path;
use tengen_sim::Frame;
use tengen_sim::animation::load_gif;

struct Said {
    code: i32,
    out: String,
    err: String,
}

fn tengen(folder: &Path, arguments: &[&str]) -> Said {
    let checkout = env!("CARGO_MANIFEST_DIR");
    let mut command = Command::cargo_bin("tengen").unwrap();
    if std::env::var_os("TENGEN_TOOLS").is_none() {
        command.env("TENGEN_TOOLS", format!("{checkout}/.tools"));
    }
    // Compiled models are kept there instead of in the user's folder.
    command
        .env_remove("XDG_DATA_HOME")
        .env("HOME", env!("CARGO_TARGET_TMPDIR"));
    let output = command.args(arguments).current_dir(folder).output().unwrap();
    Said {
        code: output.status.code().unwrap(),
        out: String::from_utf8(output.stdout).unwrap(),
        err: String::from_utf8(output.stderr).unwrap(),
    }
}

fn succeeds(folder: &Path, arguments: &[&str]) -> String {
    let said = tengen(folder, arguments);
    assert_eq!((said.code, said.err.as_str()), (0, ""), "{arguments:?}");
    said.out
}

/// Checks that a refusal is one line with exit code 2 and leaves no file.
fn refused(arguments: &[&str]) -> String {
    let folder = tempfile::tempdir().unwrap();
    let said = tengen(folder.path(), arguments);
    assert_eq!((said.code, said.out.as_str()), (2, ""), "{arguments:?}: {}", said.err);
    assert_eq!(said.err.lines().count(), 1, "{}", said.err);
    assert_eq!(
        fs::read_dir(folder.path()).unwrap().count(),
        0,
        "{arguments:?} left something behind"
    );
    said.err
}

/// Two players: black on H8, white on I8, black on H7.
const THREE_STONES: &str =
    "settle enter settle m m settle enter settle enter settle right enter settle left down enter settle";

/// The samples of a WAV file; silence is 0.
fn samples(file: &Path) -> Vec<i8> {
    let bytes = fs::read(file).unwrap();
    assert_eq!((&bytes[..4], &bytes[8..16]), (&b"RIFF"[..], &b"WAVEfmt "[..]));
    let length = u32::from_le_bytes(bytes[40..44].try_into().unwrap()) as usize;
    bytes[44..44 + length].iter().map(|byte| (byte ^ 0x80) as i8).collect()
}

#[test]
fn what_is_heard_is_written_whatever_else_is() {
    let folder = tempfile::tempdir().unwrap();
    // A second is 24414 samples; 60 pictures take slightly more.
    let script = "settle enter settle m m settle enter settle enter frames:60";
    succeeds(folder.path(), &["sim", "--script", script, "--wav", "click.wav"]);
    let click = samples(&folder.path().join("click.wav"));
    assert!((24_500..25_000).contains(&click.len()), "{}", click.len());
    // 32 half waves of 6016 clocks, of which every other one is high.
    let first = click.iter().position(|sample| *sample > 0).unwrap();
    let last = click.iter().rposition(|sample| *sample > 0).unwrap();
    assert!((180..190).contains(&(last - first)), "{first} to {last}");
    let sum: i64 = click.iter().map(|sample| i64::from(*sample)).sum();
    let high = sum as f64 * 1024.0 / 127.0;
    assert!((high / (16.0 * 6016.0) - 1.0).abs() < 0.01, "{high}");

    let film = [
        "--script",
        script,
        "--gif",
        "click.gif",
        "--fst",
        "click.fst",
        "--signals",
        "sound",
    ];
    let more = ["sim", "--engine", "fast", "--wav", "filmed.wav"];
    succeeds(folder.path(), &[&more[..], &film].concat());
    let filmed = samples(&folder.path().join("filmed.wav"));
    let heard = |samples: &[i8]| samples.iter().map(|sample| i64::from(*sample)).sum::<i64>();
    assert!((heard(&filmed) - sum).abs() < 200, "{} and {sum}", heard(&filmed));

    let off = format!("v {script}");
    succeeds(folder.path(), &["sim", "--script", &off, "--wav", "off.wav"]);
    assert!(
        samples(&folder.path().join("off.wav"))
            .iter()
            .all(|sample| *sample == 0)
    );
}

#[test]
fn whatever_is_one_file_goes_to_standard_output_alone() {
    let folder = tempfile::tempdir().unwrap();
    for option in ["--png", "--wav", "--gif"] {
        let output = |place: &str| {
            let mut command = Command::cargo_bin("tengen").unwrap();
            let output = command.args(["sim", option, place]).current_dir(folder.path()).output();
            let output = output.unwrap();
            assert!(output.status.success() && output.stderr.is_empty(), "{option}");
            output.stdout
        };
        let printed = output("-");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0, "{option}");
        assert!(output("file").is_empty());
        assert!(printed == fs::read(folder.path().join("file")).unwrap(), "{option}");
        fs::remove_file(folder.path().join("file")).unwrap();
    }
}

#[test]
fn a_run_of_which_nothing_is_kept_says_what_could_be() {
    let folder = tempfile::tempdir().unwrap();
    let said = succeeds(folder.path(), &["sim"]);
    assert!(said.starts_with("The machine ran \"settle\" from power-on: "), "{said}");
    let outputs = "Nothing is kept of it. What can be: --png, --gif, --wav, --vcd, --fst, --state, --save-sgf.\n";
    assert!(said.ends_with(outputs), "{said}");
}

#[test]
fn every_part_with_checks_is_watched_on_request() {
    let folder = tempfile::tempdir().unwrap();
    let fast = succeeds(folder.path(), &["sim", "--checks"]);
    for engine in ["native", "verilator"] {
        assert_eq!(
            succeeds(folder.path(), &["sim", "--checks", "--engine", engine]),
            fast,
            "{engine}"
        );
    }
    let numbers: Vec<u64> = fast.split(' ').filter_map(|word| word.parse().ok()).collect();
    let [properties, parts, clocks] = numbers[..] else {
        panic!("{fast}")
    };
    assert_eq!(
        fast,
        format!("{properties} properties of {parts} parts held for {clocks} clocks\n")
    );
    assert!(properties >= 60 && parts >= 12 && clocks > 10_000, "{fast}");
    // The picture alone goes to standard output.
    let mut command = Command::cargo_bin("tengen").unwrap();
    let picture = command.args(["sim", "--checks", "--png", "-"]).output().unwrap().stdout;
    assert!(picture.starts_with(b"\x89PNG") && picture.ends_with(b"IEND\xAE\x42\x60\x82"));
    let wrong = refused(&["sim", "--checks", "--vcd", "waves.vcd"]);
    assert!(wrong.contains("--checks"), "{wrong}");
}

/// A file size limit of zero simulates a full disk; `trap` turns the signal for it into a failed write.
#[cfg(unix)]
#[test]
fn waves_that_cannot_be_written_fail_with_the_reason() {
    for engine in ["fast", "native"] {
        // With all signals the head cannot be written; with a few the failure comes at the end.
        for signals in ["**", "clock"] {
            for option in ["--vcd", "--fst"] {
                let folder = tempfile::tempdir().unwrap();
                let limited = "trap '' XFSZ; ulimit -f 0; exec \"$0\" \"$@\"";
                let output = std::process::Command::new("sh")
                    .args(["-c", limited])
                    .arg(assert_cmd::cargo::cargo_bin!("tengen"))
                    .args(["sim", "--engine", engine, "--script", "cycles:10", option, "waves"])
                    .args(["--signals", signals])
                    .current_dir(folder.path())
                    .output()
                    .unwrap();
                let said = String::from_utf8(output.stderr).unwrap();
                assert_eq!(output.status.code(), Some(1), "{option} {signals}: {said}");
                assert_eq!(said.lines().count(), 1, "{said}");
                assert!(
                    said.starts_with("tengen: cannot write the waves: File too large"),
                    "{said}"
                );
                assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
            }
        }
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_device_is_a_failure_with_its_reason() {
    let folder = tempfile::tempdir().unwrap();
    for option in ["--vcd", "--fst", "--png", "--wav", "--state"] {
        let said = tengen(folder.path(), &["sim", "--script", "cycles:10", option, "/dev/full"]);
        let reason = "tengen: cannot write /dev/full: No space left on device";
        assert!(said.code == 1 && said.err.starts_with(reason), "{option}: {}", said.err);
    }
    let full = fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let output = std::process::Command::new(assert_cmd::cargo::cargo_bin!("tengen"))
        .args(["sim", "--script", "cycles:10", "--state", "-"])
        .stdout(full)
        .output()
        .unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(
        said.starts_with("tengen: cannot write to standard output: No space left"),
        "{said}"
    );
}

/// `env` resets a signal that the caller of the tests may have ignored, as nohup does.
#[cfg(target_os = "linux")]
#[test]
fn a_run_that_is_interrupted_leaves_nothing_behind() {
    for (option, signal) in [("--fst", "INT"), ("--vcd", "TERM")] {
        let folder = tempfile::tempdir().unwrap();
        let left = || -> Vec<_> { fs::read_dir(folder.path()).unwrap().collect() };
        let mut run = std::process::Command::new("env")
            .arg("--default-signal=INT,TERM,HUP")
            .arg(assert_cmd::cargo::cargo_bin!("tengen"))
            .args(["sim", "--script", "frames:1000000", option, "waves"])
            .current_dir(folder.path())
            .spawn()
            .unwrap();
        while left().is_empty() {
            assert!(run.try_wait().unwrap().is_none(), "it ends by itself");
            std::thread::yield_now();
        }
        let pid = run.id().to_string();
        let mut kill = std::process::Command::new("kill");
        assert!(kill.args(["-s", signal, &pid]).status().unwrap().success());
        assert_eq!(run.wait().unwrap().code(), Some(130), "{option}");
        assert!(left().is_empty(), "{:?}", left());
    }
}

#[test]
fn a_script_plays_and_the_state_tells() {
    let folder = tempfile::tempdir().unwrap();
    let out = succeeds(folder.path(), &["sim", "--script", THREE_STONES, "--state", "-"]);
    let state: serde_json::Value = serde_json::from_str(&out).unwrap();
    assert_eq!(state["page"], "game");
    assert_eq!(state["mode"], "PVP");
    assert_eq!(state["board"][7], ".......XO......");
    assert_eq!(state["board"][8], ".......X.......");
    assert_eq!(
        (&state["cursor"], &state["last"], &state["moves"], &state["turn"]),
        (
            &serde_json::json!([8, 7]),
            &serde_json::json!([8, 7]),
            &3.into(),
            &"white".into()
        )
    );
    assert!(
        state["clock"]
            .as_u64()
            .is_some_and(|seconds| (1..=30).contains(&seconds))
    );
    assert_eq!(
        state["club"],
        serde_json::json!({"pigs": 0, "feed": 0, "strength": 5, "money": 0, "grown": 0})
    );
    for unset in ["winner", "reason", "club_ended"] {
        assert!(
            state[unset].is_null() && out.contains(&format!("\"{unset}\":null")),
            "{unset}"
        );
    }
}

/// The game of a script, written together with these outputs. The computer's random choice depends on the clocks, so no
/// output may take any.
fn game(engine: &str, script: &str, outputs: &[&str]) -> String {
    let folder = tempfile::tempdir().unwrap();
    let sim = ["sim", "--engine", engine, "--script", script, "--save-sgf", "-"];
    succeeds(folder.path(), &[&sim, outputs].concat())
}

#[test]
fn a_script_is_the_same_game_whatever_is_kept_of_it() {
    let script = include_str!("../../docs/play.script");
    let plain = game("fast", script, &[]);
    let waves = ["--fst", "waves.fst", "--signals", "director.*"];
    let film = ["--gif", "film.gif"];
    for outputs in [&film[..], &["--png", "end.png"], &waves, &[&waves[..], &film].concat()] {
        assert_eq!(game("fast", script, outputs), plain, "{outputs:?}");
    }
    let shots = script.replace("settle", "settle shot:shot.png");
    assert_eq!(game("fast", &shots, &[]), plain);
}

/// A position in which several answers are equally good.
const AN_ANSWER: &str = "settle enter settle enter settle enter settle";

#[test]
fn a_script_is_the_same_game_natively() {
    assert_eq!(game("native", AN_ANSWER, &[]), game("fast", AN_ANSWER, &[]));
}

#[cfg(feature = "eda")]
#[test]
fn a_script_is_the_same_game_in_the_emitted_verilog() {
    assert_eq!(
        game("verilator", AN_ANSWER, &["--gif", "film.gif"]),
        game("fast", AN_ANSWER, &[])
    );
}

#[test]
fn pictures_films_and_states_are_written_whole() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let script = "settle enter settle shot:page.png enter settle frames:2";
    succeeds(
        folder.path(),
        &[
            "sim",
            "--script",
            script,
            "--png",
            "game.png",
            "--gif",
            "film.gif",
            "--state",
            "state.json",
        ],
    );
    let (page, game) = (
        Frame::load_png(at("page.png")).unwrap(),
        Frame::load_png(at("game.png")).unwrap(),
    );
    assert!(
        page.compare(&game).unwrap().is_some(),
        "the game page is not the mode page"
    );
    assert!(fs::read(at("film.gif")).unwrap().starts_with(b"GIF89a"));
    assert!(
        fs::read_to_string(at("state.json"))
            .unwrap()
            .starts_with("{\"page\":\"game\"")
    );
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 4, "nothing else is left");
}

/// A game that black wins with the ninth ply, in the style of another program.
const FIVE: &str =
    "(;GM[4]SZ[15]RU[RIF]PB[Ada]EV[Club];B[h8]C[Tengen];W[hi];B[i7];W[ji];B[g9];W[ki];B[f10];W[li];B[e11])";

#[test]
fn a_game_from_a_file_is_played_before_the_script_and_written_again() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    fs::write(at("five.sgf"), FIVE).unwrap();
    let arguments = ["sim", "--sgf", "five.sgf", "--save-sgf", "again.sgf", "--state", "-"];
    let state: serde_json::Value = serde_json::from_str(&succeeds(folder.path(), &arguments)).unwrap();
    assert_eq!(
        (&state["mode"], &state["rule"], &state["winner"], &state["moves"]),
        (&"PVP".into(), &"renju".into(), &"black".into(), &9.into())
    );
    assert!(state["clock"].is_null());
    let again = fs::read_to_string(at("again.sgf")).unwrap();
    assert!(
        again.contains("RU[Renju]PB[Ada]EV[Club]RE[B+]\n;B[hh]C[Tengen];W[hi];B[ii];W[ji];"),
        "{again}"
    );
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2, "nothing else is left");

    // The written file can be played to the same end, and printed.
    let printed = succeeds(folder.path(), &["sim", "--sgf", "again.sgf", "--save-sgf", "-"]);
    assert_eq!(printed, again);
}

#[test]
fn a_game_of_othello_goes_from_notation_to_notation() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    fs::write(at("a.txt"), "F5D6 c3d3\n").unwrap();
    let state = succeeds(
        folder.path(),
        &["sim", "--load", "a.txt", "--save", "a.ggf", "--state", "-"],
    );
    let state: serde_json::Value = serde_json::from_str(&state).unwrap();
    assert_eq!(
        (&state["game"], &state["mode"], &state["turn"], &state["moves"]),
        (&"othello".into(), &"PVP".into(), &"black".into(), &4.into())
    );
    assert!(
        fs::read_to_string(at("a.ggf"))
            .unwrap()
            .ends_with("B[F5]W[D6]B[C3]W[D3];)\n")
    );
    let sgf = succeeds(folder.path(), &["sim", "--sgf", "a.ggf", "--save-sgf", "-"]);
    assert!(sgf.ends_with("\n;B[f5];W[d6];B[c3];W[d3])\n"), "{sgf}");
    fs::write(at("lost.sgf"), "(;GM[2];B[f5];W[])").unwrap();
    let said = tengen(folder.path(), &["sim", "--sgf", "lost.sgf", "--save-sgf", "lost.txt"]);
    let why =
        "cannot write lost.txt: move 2 is a lost turn, which a transcript cannot say: write the game as SGF or GGF";
    assert_eq!((said.code, said.err), (2, format!("tengen: {why}\n")));
    fs::write(at("wrong.txt"), "f5d6a1").unwrap();
    let said = tengen(folder.path(), &["sim", "--sgf", "wrong.txt"]);
    let why = "cannot play wrong.txt: move 3, a1: a disc there flips nothing";
    assert_eq!((said.code, said.err), (2, format!("tengen: {why}\n")));
    assert!(!at("lost.txt").exists());
}

#[test]
fn what_a_file_says_that_is_read_otherwise_is_said() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("game.sgf"), "(;GM[1]SZ[15]RU[Swap2]AB[hh];W[ii])").unwrap();
    let said = tengen(folder.path(), &["sim", "--sgf", "game.sgf", "--save-sgf", "-"]);
    assert_eq!(
        (said.code, said.err.as_str()),
        (
            0,
            "game.sgf: GM[1] is Go; read as Gomoku\n\
             game.sgf: RU[Swap2] is no rule of this machine; read as freestyle\n"
        )
    );
    assert!(said.out.contains(";B[hh];W[ii])"), "{}", said.out);
}

#[test]
fn the_film_of_a_game_from_a_file_shows_every_stone() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    fs::write(at("two.sgf"), "(;GM[4];B[hh];W[ii])").unwrap();
    let arguments = [
        "sim", "--sgf", "two.sgf", "--script", "n settle", "--gif", "film.gif", "--png", "last.png",
    ];
    succeeds(folder.path(), &arguments);
    let film = load_gif(at("film.gif")).unwrap();
    assert_eq!(film.len(), 4, "the empty board, two stones, their numbers");
    assert_eq!(
        film[3].0.compare(&Frame::load_png(at("last.png")).unwrap()).unwrap(),
        None
    );
    let shown: Vec<u32> = film.iter().map(|(_, hundredths)| *hundredths).collect();
    assert_eq!(shown, [60, 60, 60, 60 + 240]);
}

#[test]
fn the_machine_signs_the_games_it_plays() {
    let folder = tempfile::tempdir().unwrap();
    let printed = succeeds(
        folder.path(),
        &[
            "sim",
            "--script",
            "settle enter settle enter settle enter settle",
            "--save-sgf",
            "-",
        ],
    );
    assert!(
        printed.contains("RU[Freestyle]PW[Tengen, level 3 (zju)]\n;B[hh];W["),
        "{printed}"
    );
}

#[test]
fn a_game_that_the_keys_cannot_play_is_refused() {
    for (file, found) in [
        (
            "(;GM[1]SZ[19];B[pd])",
            "byte 2: GM[1] is Go; it is read as Gomoku only with SZ[15]",
        ),
        ("(;GM[4];B[hh];W[hh])", "byte 14: move 2, W[hh]: the crossing is taken"),
        ("(;GM[4];B[hh]", "byte 13: the file ends within the game"),
        ("", "byte 0: this is no SGF file: it has no \"(;\""),
    ] {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("game.sgf"), file).unwrap();
        let said = tengen(folder.path(), &["sim", "--sgf", "game.sgf", "--png", "a.png"]);
        assert_eq!((said.code, said.out.as_str()), (2, ""), "{file}: {}", said.err);
        assert_eq!(said.err, format!("tengen: cannot play game.sgf: {found}\n"));
        assert_eq!(
            fs::read_dir(folder.path()).unwrap().count(),
            1,
            "{file} left something behind"
        );
    }
}

#[test]
fn waves_of_the_machine_have_a_view_beside_them() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| fs::read_to_string(folder.path().join(name)).unwrap();
    succeeds(
        folder.path(),
        &[
            "sim", "--script", "up", "--vcd", "keys.vcd", "--signal", "controls", "--signal", "key_code", "--cycles",
            "0..5000",
        ],
    );
    assert!(at("keys.vcd").contains("$scope module controls $end") && !at("keys.vcd").contains("hsync"));
    assert!(
        at("keys.vcd").trim_end().rsplit("\n").next().unwrap().starts_with('0'),
        "the last cycle has its second half"
    );
    assert!(at("keys.gtkw").contains("[dumpfile] \"keys.vcd\"") && at("keys.gtkw").contains("keys.Key.txt"));
    assert!(at("keys.Key.txt").contains("1 Up\n") || at("keys.Key.txt").contains("01 Up\n"));
}

#[test]
fn waves_are_limited_to_what_is_looked_for() {
    let folder = tempfile::tempdir().unwrap();
    let play = |more: &[&str]| {
        let waves = [
            "sim",
            "--script",
            "up",
            "--vcd",
            "a.vcd",
            "--signals",
            "key_code",
            "--signals",
            "clock",
        ];
        succeeds(folder.path(), &[&waves[..], more].concat());
        fs::read_to_string(folder.path().join("a.vcd")).unwrap()
    };
    let times = |text: &str| -> Vec<u64> {
        let lines = text.lines().filter_map(|line| line.strip_prefix('#'));
        lines.map(|time| time.parse().unwrap()).collect()
    };
    let by_count = play(&["--from", "1000", "--cycles", "50"]);
    assert_eq!(times(&by_count).first(), Some(&40_000));
    assert_eq!(times(&by_count).last(), Some(&42_000));
    assert!(by_count == play(&["--cycles", "1000..1050"]));
    assert_eq!(times(&play(&["--cycles", "50"])).last(), Some(&2000));
    let rest = times(&play(&["--from", "1000"]));
    assert!(rest[0] == 40_000 && rest.len() > 5000, "{}", rest.len());

    // The FST file is less than a fifth of the size, with the same view.
    let all = |option: &str, file: &str| {
        succeeds(
            folder.path(),
            &["sim", "--script", "up", option, file, "--cycles", "2000"],
        );
        fs::metadata(folder.path().join(file)).unwrap().len()
    };
    let (vcd, fst) = (all("--vcd", "v.vcd"), all("--fst", "f.fst"));
    assert!(5 * fst < vcd, "{fst} of {vcd} bytes");
    let view = |name: &str| fs::read_to_string(folder.path().join(name)).unwrap();
    assert_eq!(
        view("f.gtkw"),
        view("v.gtkw").replace("v.vcd", "f.fst").replace("v.", "f.")
    );
}

#[test]
fn every_unit_shows_its_waves() {
    let folder = tempfile::tempdir().unwrap();
    for unit in tengen::units::UNITS {
        let said = succeeds(folder.path(), &["wave", "--unit", unit.name, "--out", "waves"]);
        assert!(said.contains(&format!("gtkwave waves/{}.gtkw", unit.name)), "{said}");
        let view = fs::read_to_string(folder.path().join(format!("waves/{}.gtkw", unit.name))).unwrap();
        assert!(view.contains(&format!("-{} (", unit.name)), "{view}");
    }
    let engine = fs::read_to_string(folder.path().join("waves/gomoku_engine.gtkw")).unwrap();
    assert!(engine.contains("[markername] Adone"));
}

#[test]
fn mistakes_are_refused_before_anything_is_done() {
    for (arguments, found) in [
        (
            &["sim", "--script", "up entr"][..],
            "no word of a script is named \"entr\"; the nearest is \"enter\"",
        ),
        (&["sim", "--script", "frames:x"], "needs a whole number from 1"),
        (&["sim", "--engine", "iverilog"], "iverilog"),
        (&["sim", "--png", "nowhere/a.png"], "cannot write to nowhere/a.png"),
        (
            &["sim", "--script", "shot:nowhere/b.png"],
            "cannot write to nowhere/b.png",
        ),
        (&["sim", "--wav", "nowhere/a.wav"], "cannot write to nowhere/a.wav"),
        (&["sim", "--state", "/"], "cannot write to /"),
        (&["sim", "--sgf", "nowhere.sgf"], "cannot play nowhere.sgf: "),
        #[cfg(target_os = "linux")]
        (
            &["sim", "--sgf", "/dev/zero"],
            "cannot play /dev/zero: it has more than 64 MB",
        ),
        (
            &["sim", "--vcd", "-"],
            "--vcd cannot go to standard output: name a file",
        ),
        (
            &["sim", "--fst", "-"],
            "--fst cannot go to standard output: name a file",
        ),
        (
            &["sim", "--script", "shot:-"],
            "shot: cannot go to standard output: name a file",
        ),
        (
            &["sim", "--png", "-", "--state", "-"],
            "--png and --state would both be written to -",
        ),
        (
            &["sim", "--png", "a", "--state", "./a"],
            "--png and --state would both be written to ./a",
        ),
        (
            &["sim", "--script", "shot:a", "--vcd", "../../proc/self/cwd/a"],
            "--vcd and shot: would both be written to a",
        ),
        (&["sim", "--save-sgf", "nowhere/a.sgf"], "cannot write to nowhere/a.sgf"),
        (
            &["sim", "--vcd", "a.vcd", "--engine", "verilator"],
            "--vcd needs the native engine",
        ),
        (
            &["sim", "--fst", "a.fst", "--engine", "verilator"],
            "--fst needs the native engine",
        ),
        (&["sim", "--vcd", "a.vcd", "--fst", "a.fst"], "cannot be used with"),
        (&["sim", "--vcd", "a.vcd", "--cycles", "0"], "as in 0..50000"),
        (
            &["sim", "--vcd", "a.vcd", "--from", "3", "--cycles", "4..9"],
            "--cycles 4..9 says from where; leave out --from 3",
        ),
        (
            &["sim", "--script", "cycles:100", "--vcd", "a.vcd", "--from", "100"],
            "the script ends after 100 cycles, before cycle 100",
        ),
        (&["sim", "--from", "3"], "--vcd"),
        (
            &["sim", "--vcd", "a.vcd", "--signals", "contrals"],
            "no signal matches `contrals`",
        ),
        (&["sim", "--vcd", "a.vcd", "--cycles", "9..3"], "as in 0..50000"),
        (&["sim", "--signals", "controls"], "--vcd"),
        (&["wave", "--unit", "vga"], "no unit is named \"vga\""),
        (
            &["wave", "--unit", "vga_sync", "--signal", "z"],
            "no signal matches `z`",
        ),
        (
            &["wave", "--unit", "vga_sync", "--out", "/proc/waves"],
            "cannot write to /proc/waves",
        ),
    ] {
        let line = refused(arguments);
        assert!(line.contains(found), "{arguments:?}: {line}");
    }
}

#[cfg(feature = "eda")]
#[test]
fn both_engines_show_the_same_machine() {
    let folder = tempfile::tempdir().unwrap();
    let play = |engine: &str| {
        let picture = format!("{engine}.png");
        let said = tengen(
            folder.path(),
            &[
                "sim",
                "--engine",
                engine,
                "--script",
                THREE_STONES,
                "--png",
                &picture,
                "--state",
                "-",
            ],
        );
        assert_eq!(said.code, 0, "{}", said.err);
        (said.out, fs::read(folder.path().join(picture)).unwrap())
    };
    assert!(play("native") == play("verilator"));
}
