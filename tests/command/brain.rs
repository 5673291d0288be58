//! `tengen brain` over real pipes: a dialogue word for word, garbage that must not end it, complete games under each
//! rule with the plain rules as referee, and the gateware compared with the reference move by move.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

use tengen::rules::gomoku::board::CENTRE;
use tengen::rules::gomoku::{Colour, Crossing, End, Game, Profile, Rule};
use tengen_sim::Random;

/// The time limit of every wait: a silent brain fails the test instead of blocking it.
const PATIENCE: Duration = Duration::from_secs(120);

/// A running brain, from a manager's point of view.
struct Brain {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
}

impl Brain {
    fn start(arguments: &[&str]) -> Brain {
        let mut child = Command::new(env!("CARGO_BIN_EXE_tengen"))
            .arg("brain")
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the command starts");
        let output = child.stdout.take().expect("a pipe");
        let (sender, lines) = channel();
        thread::spawn(move || {
            let lines = BufReader::new(output).lines().map_while(Result::ok);
            lines.take_while(|line| sender.send(line.clone()).is_ok()).count()
        });
        let input = child.stdin.take();
        Brain { child, input, lines }
    }

    fn send(&mut self, bytes: &[u8]) {
        let input = self.input.as_mut().expect("not closed");
        input.write_all(bytes).expect("the brain reads");
        input.flush().expect("the brain reads");
    }

    fn hear(&self) -> String {
        self.lines.recv_timeout(PATIENCE).expect("an answer in time")
    }

    fn ask(&mut self, line: &str) -> String {
        self.send(format!("{line}\r\n").as_bytes());
        self.hear()
    }

    /// Sends a line that is answered by a move.
    fn turn(&mut self, line: &str) -> Crossing {
        let answer = self.ask(line);
        let numbers: Vec<usize> = answer.split(',').filter_map(|part| part.parse().ok()).collect();
        let &[x, y] = numbers.as_slice() else {
            panic!("{line}: {answer}")
        };
        Crossing::new(y, x).expect("on the board")
    }

    /// Closes its input; returns its remaining output and its exit code.
    fn finish(mut self) -> (Vec<String>, Option<i32>) {
        self.input = None;
        let mut said = vec![];
        loop {
            match self.lines.recv_timeout(PATIENCE) {
                Ok(line) => said.push(line),
                Err(RecvTimeoutError::Disconnected) => break,
                Err(RecvTimeoutError::Timeout) => panic!("it does not leave"),
            }
        }
        (said, self.child.wait().expect("it has ended").code())
    }
}

impl Drop for Brain {
    fn drop(&mut self) {
        // The brain has ended by itself, unless the test fails.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn written(at: Crossing) -> String {
    format!("{},{}", at.col(), at.row())
}

fn info(rule: Rule) -> &'static str {
    match rule {
        Rule::Freestyle => "INFO rule 0\n",
        Rule::ExactFive => "INFO rule 1\n",
        Rule::Renju => "INFO rule 4\n",
    }
}

/// The dialogue, equal for every engine; `zju` chooses the moves.
const DIALOGUE: &[(&str, &str)] = &[
    (
        "ABOUT",
        concat!(
            "name=\"Tengen 3 (zju)\", version=\"",
            env!("CARGO_PKG_VERSION"),
            "\", author=\"the Tengen project\""
        ),
    ),
    ("BEGIN", "ERROR there is no game: send START 15"),
    ("START 20", "ERROR unsupported size 20; this brain plays 15"),
    ("START 15", "OK"),
    (
        "INFO timeout_turn 30000\r\nINFO game_type 1\r\nINFO rule 0\r\nBEGIN",
        "7,7",
    ),
    ("TURN 7,7", "ERROR 7,7 is taken"),
    ("TURN 7,15", "ERROR 7,15 is off the board"),
    ("BEGIN", "ERROR the board is not empty"),
    ("HELLO", "UNKNOWN command \"HELLO\""),
    ("TURN 8,7", "7,6"),
    ("TAKEBACK 8,7", "ERROR the other side has played since"),
    ("TAKEBACK 7,6", "OK"),
    ("TAKEBACK 8,7", "OK"),
    ("turn 8,7", "7,6"),
    ("RESTART", "OK"),
    ("BOARD\r\n7,7,2\r\n7,8,2\r\n6,8,1\r\n7,9,2\r\n3,3,1\r\nDONE", "7,6"),
    (
        "BOARD\r\n7,7,1\r\nDONE",
        "ERROR the stones must make it this brain's turn",
    ),
    ("RECTSTART 15,15", "OK"),
    ("TURN 7,7", "4,4"),
    ("START 15", "OK"),
    ("BOARD\r\nDONE", "7,7"),
];

fn holds_the_dialogue(engine: &str) {
    let mut brain = Brain::start(&["--level", "3", "--engine", engine]);
    for (line, answer) in DIALOGUE {
        assert_eq!(brain.ask(line), *answer, "{engine}: {line}");
    }
    brain.send(b"END\nTURN 0,0\n");
    assert_eq!(brain.finish(), (vec![], Some(0)));
}

#[test]
fn a_dialogue_word_by_word() {
    holds_the_dialogue("model");
    holds_the_dialogue("native");
}

/// Plays a script of tests/command/gomocup: `>` marks a line to send, `<` an expected line, `#` a comment. In an
/// expected line a star matches anything, and MOVE a crossing of the board. No other output may come, and the last line
/// is the end.
fn holds_the_script(script: &str, arguments: &[&str], line_end: &str) {
    let mut brain = Brain::start(arguments);
    for line in script.lines().filter(|line| !line.starts_with('#')) {
        if let Some(sent) = line.strip_prefix("> ") {
            brain.send(format!("{sent}{line_end}").as_bytes());
        } else {
            let expected = line.strip_prefix("< ").unwrap_or_else(|| panic!("{line}"));
            let heard = brain.hear();
            assert!(is_heard(expected, &heard), "{line}, but it said {heard}");
        }
    }
    assert_eq!(brain.finish(), (vec![], Some(0)));
}

fn is_heard(expected: &str, heard: &str) -> bool {
    if expected == "MOVE" {
        let numbers: Vec<_> = heard.split(',').map(str::parse::<usize>).collect();
        return matches!(numbers[..], [Ok(0..15), Ok(0..15)]);
    }
    let (mut parts, mut rest) = (expected.split('*'), heard);
    let begins = parts.next().and_then(|first| rest.strip_prefix(first));
    let Some(behind) = begins else { return false };
    rest = behind;
    let parts: Vec<&str> = parts.collect();
    for (number, part) in parts.iter().enumerate() {
        let at = if number + 1 == parts.len() { rest.strip_suffix(part).map(str::len) } else { rest.find(part) };
        let Some(at) = at else { return false };
        rest = &rest[at + part.len()..];
    }
    rest.is_empty()
}

#[test]
fn managers_and_user_interfaces_are_answered_as_they_expect() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/command/gomocup");
    let mut scripts = 0;
    for entry in std::fs::read_dir(folder).unwrap() {
        let file = entry.unwrap().path();
        let script = std::fs::read_to_string(&file).unwrap();
        for line_end in ["\n", "\r\n"] {
            holds_the_script(&script, &["--engine", "model"], line_end);
        }
        if file.ends_with("c-gomoku-cli.txt") {
            holds_the_script(&script, &[], "\r\n");
        }
        scripts += 1;
    }
    assert_eq!(scripts, 4);
}

#[test]
fn what_a_script_hears_is_compared() {
    for (expected, heard, is) in [
        ("OK", "OK", true),
        ("OK", "OK ", false),
        ("7,6", "7,7", false),
        ("MOVE", "14,0", true),
        ("MOVE", "15,0", false),
        ("MOVE", "7", false),
        ("a*c*", "abcd", true),
        ("a*c", "abcd", false),
        ("a*b*", "acd", false),
        ("ERROR *", "OK", false),
    ] {
        assert_eq!(is_heard(expected, heard), is, "{expected} {heard}");
    }
}

#[test]
fn the_level_is_in_the_name() {
    for (level, name) in [
        ("1", "mcu"),
        ("2", "sjtu"),
        ("3", "zju"),
        ("4", "thesis"),
        ("8", "dan4"),
    ] {
        let mut brain = Brain::start(&["--engine", "model", "--level", level]);
        let about = brain.ask("ABOUT");
        assert!(
            about.starts_with(&format!("name=\"Tengen {level} ({name})\", ")),
            "{about}"
        );
        assert_eq!(brain.finish().1, Some(0));
    }
}

#[test]
fn a_search_tells_what_it_knows_and_keeps_to_its_time() {
    let mut brain = Brain::start(&["--level", "8"]);
    assert_eq!(brain.ask("START 15"), "OK");
    brain.send(b"INFO timeout_turn 200\n");
    let message = brain.ask("TURN 7,7");
    let move_ = brain.hear();
    assert!(message.starts_with("MESSAGE depth "), "{message}");
    assert!(message.contains(" score "), "{message}");
    // The level's own time is 125 million clocks, about twenty a node: much more than any computer runs in 200 ms.
    let nodes: Vec<&str> = message.split(' ').skip_while(|word| *word != "nodes").collect();
    assert!(nodes[1].parse::<u32>().unwrap() < 4_000_000, "{message}");
    assert!(move_.contains(','), "{move_}");
    assert_eq!(brain.finish().1, Some(0));
}

/// A Gomocup manager starts a brain by its file name.
#[cfg(unix)]
#[test]
fn linked_to_a_brains_name_it_is_the_brain() {
    let folder = tempfile::tempdir().unwrap();
    let name = folder.path().join("pbrain-tengen");
    std::os::unix::fs::symlink(assert_cmd::cargo::cargo_bin("tengen"), &name).unwrap();
    let output = assert_cmd::Command::new(&name)
        .write_stdin("ABOUT\nEND\n")
        .output()
        .unwrap();
    let said = String::from_utf8(output.stdout).unwrap();
    assert!(said.starts_with("name=\"Tengen 7 (dan3)\", "), "{said}");
    // With arguments it is the ordinary command.
    let output = assert_cmd::Command::new(&name).arg("units").output().unwrap();
    assert!(String::from_utf8(output.stdout).unwrap().contains("gomoku_search"));
}

#[test]
fn the_end_of_the_input_ends_it_and_a_cut_line_is_a_line() {
    let mut brain = Brain::start(&["--engine", "model"]);
    brain.send(b"START 15\r\nBEGIN");
    assert_eq!(brain.finish(), (vec!["OK".into(), "7,7".into()], Some(0)));
    assert_eq!(Brain::start(&["--engine", "model"]).finish(), (vec![], Some(0)));
}

/// A line of commands and numbers in random combinations, sometimes cut short, or of random bytes.
fn random_line(random: &mut Random) -> Vec<u8> {
    const WORDS: &[&str] = &[
        "START",
        "START 15",
        "RECTSTART",
        "RESTART",
        "BEGIN",
        "TURN",
        "BOARD",
        "DONE",
        "INFO",
        "rule",
        "timeout_turn",
        "timeout_match",
        "TAKEBACK",
        "ABOUT",
        "PLAY",
        "YXBOARD",
        "SWAP2BOARD",
        "YXSHOWFORBID",
        "YXSHOWINFO",
        "end",
        "0",
        "1",
        "4",
        "7,7",
        "7,7,1",
        "8,7,2",
        "0,0",
        "14,14",
        "15,15",
        "-1,3",
        "99999999999999999999",
        "18446744073709551615",
        "3,,4",
        ",",
        "\0",
        "\r",
        "\t",
        "é",
    ];
    let mut line = match random.below(4) {
        0 => (0..random.below(40)).map(|_| random.bits(8) as u8).collect(),
        1 => format!("TURN {},{}", random.below(17), random.below(17)).into_bytes(),
        _ => {
            let words: Vec<&str> = (0..random.below(5)).map(|_| random.of(WORDS)).collect();
            words.join(random.of(&[" ", ",", "  "])).into_bytes()
        }
    };
    line.retain(|&byte| byte != b'\n');
    if random.once_in(4) {
        line.truncate(random.below(line.len() + 1));
    }
    // END would end the brain legitimately.
    let text = String::from_utf8_lossy(&line).trim().to_ascii_uppercase();
    if text == "END" { b"EN".to_vec() } else { line }
}

fn survives(engine: &str, lines: usize) {
    let mut brain = Brain::start(&["--engine", engine]);
    let mut random = Random::new(1);
    brain.send(b"START 15\n");
    for i in 0..lines {
        let mut line = random_line(&mut random);
        if i % 500 == 250 {
            line = vec![random.of(b"T7,\xff "); 1 << 20];
        }
        line.extend_from_slice(random.of(&[b"\n".as_slice(), b"\r\n"]));
        brain.send(&line);
    }
    // An unknown word whose answer is unique: everything before it answers the other lines.
    brain.send(b"\nSTART 15\nthe-last-of-all\n");
    let mut answers = vec![];
    while answers.last().map(String::as_str) != Some("UNKNOWN command \"THE-LAST-OF-ALL\"") {
        answers.push(brain.hear());
        let answer = answers.last().unwrap();
        let known = ["OK", "ERROR ", "UNKNOWN ", "MESSAGE ", "FORBID ", "name="]
            .iter()
            .any(|start| answer.starts_with(start));
        let played = answer.split_once(',').is_some_and(|(x, y)| {
            let number = |text: &str| text.parse::<usize>().is_ok_and(|number| number < 15);
            number(x) && number(y)
        });
        assert!(known || played, "{answer:?}");
    }
    for start in [
        "OK",
        "ERROR ",
        "UNKNOWN ",
        "ERROR the line is too long",
        "ERROR the line is no UTF-8",
        "name=",
    ] {
        assert!(
            answers.iter().any(|answer| answer.starts_with(start)),
            "nothing was answered with {start}"
        );
    }
    assert_eq!(answers.iter().rev().nth(1).unwrap(), "OK");
    assert_eq!(brain.ask("BEGIN"), "7,7");
    assert_eq!(brain.finish(), (vec![], Some(0)));
}

#[test]
fn no_line_ends_it() {
    survives("model", 20_000);
    survives("native", 2_000);
}

#[test]
fn a_single_unended_line_without_end_ends_nothing() {
    let mut brain = Brain::start(&["--engine", "model"]);
    brain.send(&vec![b'S'; 5 << 20]);
    assert_eq!(brain.finish(), (vec!["ERROR the line is too long".into()], Some(0)));
}

/// Plays a game between two brains that are both told the moves; the plain rules decide what is legal and when it ends.
/// `shadow` is asked whenever black is to move, and must give the same answer.
fn play(rule: Rule, black: &mut Brain, white: &mut Brain, mut shadow: Option<&mut Brain>) -> Game {
    let mut game = Game::new(rule);
    for brain in [&mut *black, &mut *white].into_iter().chain(shadow.as_deref_mut()) {
        brain.send(info(rule).as_bytes());
        assert_eq!(brain.ask("START 15"), "OK");
    }
    let mut line = "BEGIN".to_string();
    while game.end().is_none() {
        let at = match game.turn() {
            Colour::Black => {
                let at = black.turn(&line);
                if let Some(shadow) = &mut shadow {
                    let plies = game.plies();
                    assert_eq!(shadow.turn(&line), at, "{rule}, after {plies:?}");
                }
                at
            }
            Colour::White => white.turn(&line),
        };
        game.play(at)
            .unwrap_or_else(|refused| panic!("{rule}: {}: {refused}", written(at)));
        line = format!("TURN {}", written(at));
    }
    if let Some(End::Won { foul, .. }) = game.end() {
        assert_eq!(foul, None, "black never plays a foul by itself");
    }
    game
}

#[test]
fn two_brains_play_whole_games_under_every_rule() {
    let mut black = Brain::start(&["--engine", "native", "--level", "3"]);
    let mut white = Brain::start(&["--engine", "native", "--level", "2"]);
    for rule in Rule::ALL {
        let game = play(rule, &mut black, &mut white, None);
        assert!(game.plies().len() >= 9, "{rule}: {:?}", game.plies());
    }
    for brain in [black, white] {
        assert_eq!(brain.finish(), (vec![], Some(0)));
    }
}

#[test]
fn the_gateware_plays_as_the_reference_move_by_move_at_each_level() {
    let mut opponent = Brain::start(&["--engine", "model", "--level", "3"]);
    for level in ["1", "2", "3", "4"] {
        let mut native = Brain::start(&["--engine", "native", "--level", level]);
        let mut model = Brain::start(&["--engine", "model", "--level", level]);
        for rule in Rule::ALL {
            play(rule, &mut native, &mut opponent, Some(&mut model));
        }
        // Against itself, and also with white.
        let mut white = Game::new(Rule::Freestyle);
        white.play(CENTRE).unwrap();
        for brain in [&mut native, &mut model] {
            brain.send(info(Rule::Freestyle).as_bytes());
            assert_eq!(brain.ask("START 15"), "OK");
        }
        let mut line = format!("TURN {}", written(CENTRE));
        while white.end().is_none() {
            let answer = native.turn(&line);
            assert_eq!(model.turn(&line), answer);
            white.play(answer).unwrap();
            if white.end().is_none() {
                let reply = Profile::Sjtu.player().choose(white.board(), Colour::Black).unwrap();
                white.play(reply).unwrap();
                line = format!("TURN {}", written(reply));
            }
        }
    }
}

/// With very little or no time the answer must still be a legal move, and come at once.
#[test]
fn too_little_time_makes_no_unlawful_move() {
    for (rule, milliseconds) in [
        (Rule::Freestyle, 0),
        (Rule::Freestyle, 1),
        (Rule::Renju, 0),
        (Rule::Renju, 1),
    ] {
        let mut brain = Brain::start(&["--engine", "native"]);
        brain.send(info(rule).as_bytes());
        brain.send(format!("INFO timeout_turn {milliseconds}\n").as_bytes());
        assert_eq!(brain.ask("START 15"), "OK");
        let mut game = Game::new(rule);
        let mut random = Random::new(milliseconds + 1);
        let mut line = "BEGIN".to_string();
        while game.end().is_none() && game.plies().len() < 60 {
            let asked = Instant::now();
            game.play(brain.turn(&line)).expect("an empty crossing");
            // Time enough for a computer that is busy with other things.
            assert!(asked.elapsed() < Duration::from_secs(20));
            if let Some(End::Won { foul, .. }) = game.end() {
                assert_eq!(foul, None);
                break;
            }
            let vacant: Vec<Crossing> = game.board().vacant().collect();
            let reply = random.of(&vacant);
            game.play(reply).unwrap();
            line = format!("TURN {}", written(reply));
        }
        assert!(game.plies().len() >= 9);
    }
}

#[test]
#[cfg(feature = "eda")]
fn the_verilog_plays_as_the_reference() {
    holds_the_dialogue("verilator");
    let mut verilator = Brain::start(&["--engine", "verilator"]);
    let mut model = Brain::start(&["--engine", "model"]);
    let mut opponent = Brain::start(&["--engine", "model", "--level", "2"]);
    for rule in Rule::ALL {
        play(rule, &mut verilator, &mut opponent, Some(&mut model));
    }
}
