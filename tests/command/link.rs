//! `tengen link` against `tengen link`, over two pseudo-terminals that the test joins: games of levels and of programs,
//! players at fault, ports that go away, Ctrl-C, and what is refused.

use std::fs;
use std::io::{BufRead, BufReader, ErrorKind, Read, Write};
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStderr, Output};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::Duration;

use tempfile::TempDir;

use super::line::{LINE, LOOK, Pty, kill, tengen, wait_for_link};
use super::program::put_program;

/// A child's lines, as they come.
fn lines(said: ChildStderr) -> Receiver<String> {
    let (tell, lines) = channel();
    thread::spawn(move || {
        BufReader::new(said)
            .lines()
            .try_for_each(|line| tell.send(line.unwrap()))
    });
    lines
}

/// Waits for that line.
fn expect_line(lines: &Receiver<String>, expected: &str) {
    let mut before = vec![];
    while before.last().is_none_or(|line| line != expected) {
        match lines.recv_timeout(PATIENCE) {
            Ok(line) => before.push(line),
            Err(_) => panic!("not said: {expected}; but {before:?}"),
        }
    }
}

/// Two ports that are joined, as links in a folder.
struct Ports {
    folder: TempDir,
    lines: [Pty; 2],
    links: [PathBuf; 2],
}

/// A line that is to come comes sooner on any computer.
const PATIENCE: Duration = Duration::from_secs(60);
const PORTS: [&str; 2] = ["one", "other"];

impl Ports {
    fn new() -> Ports {
        let folder = tempfile::tempdir().unwrap();
        let lines = [(); 2].map(|()| Pty::new());
        let links = PORTS.map(|name| folder.path().join(name));
        for (line, link) in lines.iter().zip(&links) {
            symlink(&line.name, link).unwrap();
        }
        Ports { folder, lines, links }
    }

    fn path(&self) -> &Path {
        self.folder.path()
    }

    /// Starts the command at both ends.
    fn start(&self, arguments: [&[&str]; 2]) -> [Child; 2] {
        [0, 1].map(|end| {
            tengen(self.path(), &[&["link", "--port", PORTS[end]], arguments[end]].concat())
                .spawn()
                .unwrap()
        })
    }

    /// Passes the bytes on that have come; returns how many.
    fn pass(&mut self) -> usize {
        let mut passed = 0;
        for end in 0..2 {
            let mut bytes = [0; 64];
            let count = match self.lines[end].far.read(&mut bytes) {
                Ok(count) => count,
                Err(error) if error.kind() == ErrorKind::WouldBlock => 0,
                Err(error) => panic!("{error}"),
            };
            self.lines[1 - end].far.write_all(&bytes[..count]).unwrap();
            passed += count;
        }
        if passed == 0 {
            thread::sleep(LOOK);
        }
        passed
    }

    /// Passes bytes on until both have ended; returns what each has printed and said.
    fn end(&mut self, mut children: [Child; 2]) -> [(Option<i32>, String, String); 2] {
        while children.iter_mut().any(|child| child.try_wait().unwrap().is_none()) {
            self.pass();
        }
        children.map(|child| {
            let Output { status, stdout, stderr } = child.wait_with_output().unwrap();
            let [stdout, stderr] = [stdout, stderr].map(|text| String::from_utf8(text).unwrap());
            (status.code(), stdout, stderr)
        })
    }

    /// The port of the first end goes away, and comes back as another one.
    fn replug(&mut self, said: impl FnOnce()) {
        fs::remove_file(&self.links[0]).unwrap();
        self.lines[0] = Pty::new();
        said();
        symlink(&self.lines[0].name, &self.links[0]).unwrap();
    }

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path().join(name)).unwrap()
    }
}

/// The moves of the games in a file, without what stands before them.
fn moves(sgf: &str) -> Vec<&str> {
    sgf.split("(;")
        .filter_map(|game| Some(game.split_once("\n;")?.1))
        .collect()
}

/// Plays two games between a program, the command's own brain, and a level.
fn two_games(program: &str, level: &str, game: &[&str], first: &str) {
    let program = program.replace(
        "brain",
        &format!("{} brain", assert_cmd::cargo::cargo_bin!("tengen").display()),
    );
    let mut ports = Ports::new();
    fs::write(ports.path().join("1.sgf"), "(;GM[4];B[hh])\n").unwrap();
    // Both would be white, and one changes.
    let children = ports.start([
        &[game, &[&program, "--games", "2", "--sgf", "1.sgf"]].concat(),
        &[game, &[level, "--games", "2", "--sgf", "2.sgf"]].concat(),
    ]);
    let [one, other] = ports.end(children);
    assert_eq!([one.0, other.0], [Some(0); 2], "{one:?} {other:?}");
    let begins = |side: &str| format!("a game begins; the player is {side}\n{first}");
    let black = [&one.1, &other.1].map(|said| said.starts_with(&begins("black")));
    let white = [&other.1, &one.1].map(|said| said.starts_with(&begins("white")));
    assert!(black == white && black[0] != black[1], "{one:?} {other:?}");
    for said in [one.1, other.1] {
        let ends = said.matches("has won\n").count() + said.matches("a draw\n").count();
        assert_eq!(ends, 2, "{said}");
    }
    let [theirs, ours] = ["1.sgf", "2.sgf"].map(|name| ports.read(name));
    let (kept, theirs) = theirs.split_at(theirs.find("(;FF").unwrap());
    assert_eq!(kept, "(;GM[4];B[hh])\n");
    assert_eq!((moves(theirs), moves(theirs).len()), (moves(&ours), 2));
    assert!(
        theirs.contains(&program) && ours.to_lowercase().contains(level),
        "{theirs}{ours}"
    );
    // Two of the ports and two files: no draft.
    assert_eq!(fs::read_dir(ports.path()).unwrap().count(), 4);
}

#[test]
fn both_ends_record_the_same_games_of_gomoku() {
    let program = "gomocup:brain --level 3 --engine model";
    let first = "1 black plays h8\n2 white plays ";
    two_games(program, "sjtu", &["--rule", "renju", "--opening"], first);
}

#[test]
fn both_ends_record_the_same_games_of_othello() {
    let program = "nboard:brain --game othello --level 2";
    two_games(program, "c1", &["--game", "othello"], "1 black plays ");
}

#[test]
fn a_player_at_fault_resigns() {
    let resigns = |script: &str, turn_time: &str, fault: &str| {
        let mut ports = Ports::new();
        put_program(&ports.path().join("engine"), &format!("#!/bin/sh\n{script}\n"));
        let children = ports.start([
            &["--side", "black", "--turn-time", turn_time, "gomocup:./engine"],
            &["--games", "1", "--sgf", "game.sgf", "mcu"],
        ]);
        let [engine, other] = ports.end(children);
        assert_eq!([engine.0, other.0], [Some(1), Some(0)], "{engine:?} {other:?}");
        let line = format!("tengen: gomocup:./engine {fault}: the game is lost");
        assert_eq!(engine.2.lines().last(), Some(&*line));
        assert!(other.1.ends_with("black has resigned\n"), "{}", other.1);
        assert!(ports.read("game.sgf").contains("PW[mcu]RE[W+]"));
    };
    let long = "600000";
    let ends = "while read line; do case $line in START*) echo OK;; BEGIN) exit;; esac; done";
    let taken = "while read line; do case $line in START*) echo OK;; BEGIN|TURN*) echo 0,0;; esac; done";
    let cases = [
        (ends, long, "has ended"),
        ("read line; echo OK; exec sleep 600", "1", "has not answered in time"),
        ("while read line; do echo OK; done", long, "answers \"OK\" to its turn"),
        (taken, long, "plays a15: the crossing is taken: choose an empty one"),
    ];
    thread::scope(|scope| {
        for (script, turn_time, fault) in cases {
            scope.spawn(move || resigns(script, turn_time, fault));
        }
    });
}

#[test]
fn a_game_goes_on_when_the_port_is_back() {
    let mut ports = Ports::new();
    let mut children = ports.start([
        &["--games", "1", "--sgf", "1.sgf", "thesis"],
        &["--games", "1", "--sgf", "2.sgf", "zju"],
    ]);
    let said = lines(children[0].stderr.take().unwrap());
    // Both have joined then, and some stones are on the board.
    let mut passed = 0;
    while passed < 400 {
        passed += ports.pass();
    }
    ports.replug(|| expect_line(&said, "one: has gone away; waiting for it"));
    let [one, other] = ports.end(children);
    assert_eq!([one.0, other.0], [Some(0); 2], "{one:?} {other:?}");
    let games = ["1.sgf", "2.sgf"].map(|name| ports.read(name));
    assert_eq!((moves(&games[0]), moves(&games[0]).len()), (moves(&games[1]), 1));
    assert!(!one.1.contains("unfinished") && !other.1.contains("unfinished"));
}

#[test]
fn an_interrupt_leaves_the_session_and_keeps_the_game() {
    let mut ports = Ports::new();
    // The engine thinks about its second move.
    put_program(
        &ports.path().join("engine"),
        "#!/bin/sh\nwhile read line; do case $line in START*) echo OK;; BEGIN) echo 7,7;; TURN*)  echo $$ >thinks; exec sleep 600;; esac; done\n",
    );
    let mut children = ports.start([
        &[
            "--side",
            "black",
            "--turn-time",
            "600000",
            "--sgf",
            "1.sgf",
            "gomocup:./engine",
        ],
        &["--sgf", "2.sgf", "mcu"],
    ]);
    let said = lines(children[1].stderr.take().unwrap());
    // The shell makes the file first, and writes into it afterwards.
    while !fs::read(ports.path().join("thinks")).is_ok_and(|text| !text.is_empty()) {
        ports.pass();
    }
    kill(&children[0], "INT");
    while children[0].try_wait().unwrap().is_none() {
        ports.pass();
    }
    // What it has said last is in the line.
    while ports.pass() > 0 {}
    expect_line(&said, "other: the other machine has left; waits for it");
    let engine = Path::new("/proc").join(ports.read("thinks").trim());
    assert!(!engine.exists(), "the engine is left");
    kill(&children[1], "TERM");
    let [one, other] = ports.end(children);
    assert_eq!([one.0, other.0], [Some(130); 2], "{one:?} {other:?}");
    let games = ["1.sgf", "2.sgf"].map(|name| ports.read(name));
    assert_eq!(games.each_ref().map(|game| moves(game).len()), [1, 1]);
    assert_eq!(moves(&games[0]), moves(&games[1]));
    for said in [one.1, other.1] {
        assert!(said.ends_with("the game is left unfinished\n"), "{said}");
    }
    // Two ports, two files, the engine and its mark: no draft.
    assert_eq!(fs::read_dir(ports.path()).unwrap().count(), 6);
}

#[test]
fn what_cannot_be_played_is_refused_in_one_line() {
    let ports = Ports::new();
    fs::write(ports.path().join("letter"), "Dear Ada,\n").unwrap();
    let refused = |arguments: &[&str]| {
        let output = tengen(ports.path(), &[&["link"], arguments].concat()).output().unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(
            (output.stdout.len(), said.lines().count()),
            (0, 1),
            "{arguments:?}: {said}"
        );
        (output.status.code().unwrap(), said.trim_end().to_string())
    };
    for (arguments, code, expected) in [
        (
            &["--port", "none", "mcu"][..],
            1,
            "there is no port none; connect the board, or name another with --port",
        ),
        (
            &["--port", "one", "mcuu"],
            2,
            "no player is named \"mcuu\"; the nearest is \"mcu\"; ",
        ),
        (
            &["--port", "one", "c1"],
            2,
            "c1 is a player of Othello: choose --game othello",
        ),
        (
            &["--port", "one", "gomocup:/no/engine"],
            2,
            "gomocup:/no/engine: cannot start /no/engine",
        ),
        (
            &["--port", "one", "nboard:true"],
            2,
            "nboard:true: a program of this game begins with gomocup:",
        ),
        (
            &["--port", "one", "--game", "othello", "--rule", "renju", "c1"],
            2,
            "--rule: of Gomoku alone",
        ),
        (
            &["--port", "one", "--game", "othello", "--opening", "c1"],
            2,
            "--opening: of Gomoku alone",
        ),
        (
            &["--port", "one", "--clocks", "1000", "mcu"],
            2,
            "--clocks: the player does not search",
        ),
        (
            &["--port", "one", "--sgf", "letter", "mcu"],
            2,
            "cannot write to letter: what is there does not begin with a game; ",
        ),
        (
            &["--port", "one", "--sgf", "-", "mcu"],
            2,
            "cannot write to -: games go to a file; ",
        ),
        (
            &["--port", "one", "--sgf", "no/file", "mcu"],
            2,
            "cannot write to no/file: ",
        ),
    ] {
        let (found, said) = refused(arguments);
        assert_eq!(found, code, "{said}");
        assert!(said.starts_with(&format!("tengen: {expected}")), "{said}");
    }
    let _held = serialport::new(ports.links[0].to_str().unwrap(), 115_200)
        .open()
        .unwrap();
    let busy = (1, "tengen: port one is in use by another program".to_string());
    assert_eq!(refused(&["--port", "one", "mcu"]), busy);
}

#[test]
fn a_simulated_board_is_played_to_the_end() {
    let folder = tempfile::tempdir().unwrap();
    // Black is the board's computer at its first level, white the machine on the other side of the line.
    let script = "enter m m right down left enter hangup settle";
    let arguments = [
        "sim",
        "--link",
        LINE,
        "--script",
        script,
        "--state",
        "-",
        "--save-sgf",
        "board.sgf",
    ];
    let mut board = tengen(folder.path(), &arguments).spawn().unwrap();
    wait_for_link(folder.path(), &mut board);
    let arguments = ["link", "--port", LINE, "--games", "1", "--sgf", "player.sgf", "mcu"];
    let player = tengen(folder.path(), &arguments)
        .spawn()
        .unwrap()
        .wait_with_output()
        .unwrap();
    let board = board.wait_with_output().unwrap();
    assert_eq!(
        [player.status.code(), board.status.code()],
        [Some(0); 2],
        "{player:?} {board:?}"
    );
    let said = String::from_utf8(player.stdout).unwrap();
    assert!(said.starts_with("a game begins; the player is white\n"), "{said}");
    let state = String::from_utf8(board.stdout).unwrap();
    // The game depends on when each move comes. Now and then the board is full in the end.
    let ends = [
        ("black", "black has won"),
        ("white", "white has won"),
        ("draw", "a draw"),
    ];
    let end = ends
        .into_iter()
        .find(|(winner, _)| state.contains(&format!("\"winner\":\"{winner}\"")));
    let (_, end) = end.unwrap_or_else(|| panic!("{state}"));
    assert!(said.contains(&format!("{end}\n")), "{said} {state}");
    assert!(state.contains("\"link\":\"gone\""), "{state}");
    let [board, player] = ["board.sgf", "player.sgf"].map(|name| fs::read_to_string(folder.path().join(name)).unwrap());
    assert_eq!(moves(&board), moves(&player));
    assert!(moves(&board)[0].len() > 9 * "B[hh];".len(), "{board}");
}
