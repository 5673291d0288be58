//! Two machines play each other by frames over a line that drops, doubles, flips, inserts and delays bytes and is cut,
//! while they are restarted, take back, resign and begin anew: no stone is ever on one side only, and every game ends.
//!
//! A machine is a game with its session and its rival, without a console, so that a game takes thousands of clocks instead of millions.

#![allow(clippy::collapsible_match)]

use std::collections::VecDeque;

use rust_hdl::prelude::*;
use tengen::gateware::edition::Edition;
use tengen::gateware::gomoku::socket::Gomoku;
use tengen::gateware::keyboard::key::Key;
use tengen::gateware::link::ports::{Frame, LinkNews, LinkOrder, LinkPhase, LinkReport, Message};
use tengen::gateware::link::{Rival, Session};
use tengen::gateware::othello::socket::Othello;
use tengen::gateware::ports::{Crossing, Ending, GameOrder, GameReport, KeyEvent, Outcome, Ply, PlyKind, Stone};
#[cfg(feature = "eda")]
use tengen::hdl::verilog::verilog;
use tengen::{Circuit, kernel};
use tengen_link::{Kind, Tally, wire};
#[cfg(feature = "eda")]
use tengen_sim::VerilatorTool;
use tengen_sim::{ByName, Encoded, Engine, Native, Random};

/// Clocks in a second. A tick of the protocol is a hundred clocks.
const SECOND: u32 = 128 * 100;
const EDITION: Edition = Edition::FULL.without_searches();

/// A game with its session.
macro_rules! machine {
    ($machine:ident, $game:ident, $number:literal) => {
        #[derive(Circuit)]
        pub struct $machine {
            pub clock: Signal<In, Clock>,
            pub key: Signal<In, KeyEvent>,
            pub page_key: Signal<In, KeyEvent>,
            pub begin_game: Signal<In, Bit>,
            pub leave: Signal<In, Bit>,
            pub tick: Signal<In, Bit>,
            pub incoming: Signal<In, Frame>,
            pub frame_strobe: Signal<In, Bit>,
            pub ready: Signal<In, Bit>,
            pub outgoing: Signal<Out, Frame>,
            pub start: Signal<Out, Bit>,
            pub ply: Signal<Out, Ply>,
            pub ending: Signal<Out, Ending>,
            pub news: Signal<Out, LinkNews>,
            pub hollow: Signal<Out, Stone>,
            pub outcome: Signal<Out, Outcome>,
            pub says: Signal<Out, LinkOrder>,
            pub hears: Signal<Out, LinkReport>,
            pub black_line: Signal<Out, Bit>,
            pub white_line: Signal<Out, Bit>,

            #[given]
            game: $game,
            #[given]
            session: Session,
            rival: Rival,
            #[init(GameOrder::default())]
            nothing: Constant<GameOrder>,
            #[init($number)]
            number: Constant<Bits<2>>,
            /// What the game tells.
            told: Signal<Local, GameReport>,
        }

        impl Default for $machine {
            fn default() -> Self {
                $machine::given($game::new(SECOND, true, 0, &EDITION), Session::new(SECOND))
            }
        }

        #[kernel]
        impl Logic for $machine {
            fn update(&mut self) {
                game.order = nothing;
                game.order.key = key;
                game.order.page_key = page_key;
                game.order.begin_game = begin_game;
                game.order.leave = leave;
                game.order.tick = tick;
                game.order.link = rival.report;
                told = game.report;
                session = Session { incoming, frame_strobe, ready, game: number };
                session = Session { settings: told.settings, ply: told.ply, order: rival.order };
                rival = Rival { game: told.rival, link: session.report };
                Session { outgoing, start, .. } = session;
                ply = told.ply;
                ending = told.ending;
                news = told.status.news;
                hollow = told.status.hollow;
                outcome = told.status.outcome;
                says = rival.order;
                hears = session.report;
                black_line = told.settings.seats.black.line;
                white_line = told.settings.seats.white.line;
            }
        }
    };
}

machine!(GomokuMachine, Gomoku, 0);
machine!(OthelloMachine, Othello, 1);

fn simulated<C: Circuit + Default + 'static>() -> Box<dyn Engine> {
    Box::new(Native::new(C::default()))
}

/// The emitted Verilog in Verilator.
#[cfg(feature = "eda")]
fn emitted<C: Circuit + Default>() -> Box<dyn Engine> {
    let text = verilog(&mut C::default(), "machine").unwrap_or_else(|error| panic!("{error:#}"));
    let cache = concat!(env!("CARGO_TARGET_TMPDIR"), "/models");
    let model = VerilatorTool::from_environment().build(&text, "machine", &C::ports(), cache.as_ref());
    Box::new(model.unwrap_or_else(|error| panic!("{error:#}")).start())
}

/// Who sits at a machine.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Who {
    /// A person who presses keys at random.
    Person,
    /// The computer; a person at its machine begins games and resigns.
    Computer,
}

/// The numbers of a machine's ports.
struct Ports {
    key: usize,
    begin_game: usize,
    incoming: usize,
    frame_strobe: usize,
    ready: usize,
    outgoing: usize,
    start: usize,
    ply: usize,
    ending: usize,
    outcome: usize,
    says: usize,
    hears: usize,
}

/// A machine, whoever sits at it, and its way out to the line.
struct Machine {
    engine: Box<dyn Engine>,
    ports: Ports,
    who: Who,
    plies: Vec<Ply>,
    /// Frames that have come and wait.
    inbox: VecDeque<Frame>,
    /// Clocks until the line takes the next frame, or the person does something.
    sending: u64,
    rest: u64,
    /// This machine's message is on its way; a message of the other is in its hands.
    offered: Option<Message>,
    holds: bool,
    /// The tag of the session, once a frame of it has been sent.
    tag: Option<u64>,
    /// Games that it has seen to their end.
    ended: u32,
    refused: u32,
    decoder: wire::Decoder,
}

impl Machine {
    fn new(build: fn() -> Box<dyn Engine>, who: Who, random: &mut Random) -> Machine {
        let engine = build();
        let port = |name| engine.port(name);
        let ports = Ports {
            key: port("key"),
            begin_game: port("begin_game"),
            incoming: port("incoming"),
            frame_strobe: port("frame_strobe"),
            ready: port("ready"),
            outgoing: port("outgoing"),
            start: port("start"),
            ply: port("ply"),
            ending: port("ending"),
            outcome: port("outcome"),
            says: port("says"),
            hears: port("hears"),
        };
        let mut machine = Machine {
            engine,
            ports,
            who,
            plies: vec![],
            inbox: VecDeque::new(),
            sending: 0,
            rest: 0,
            offered: None,
            holds: false,
            tag: None,
            ended: 0,
            refused: 0,
            decoder: wire::Decoder::default(),
        };
        // Two machines are never switched on in the same clock.
        for _ in 0..1000 + random.below(5000) {
            machine.engine.step();
        }
        machine.choose_seats();
        machine
    }

    fn page(&mut self, key: Key) {
        self.engine.drive_as("page_key", KeyEvent { key, strobe: true });
        self.engine.step();
        self.engine.drive_as("page_key", KeyEvent::default());
        self.engine.step();
    }

    /// The other machine plays white; black is a person or the computer. Then a game begins.
    fn choose_seats(&mut self) {
        if self.who == Who::Computer {
            self.page(Key::Right);
        }
        self.page(Key::Down);
        for _ in 0..20 {
            if self.engine.read("white_line") == 0 {
                self.page(Key::Right);
            }
        }
        assert_eq!(self.engine.read("white_line"), 1);
        self.engine.strobe("begin_game");
        self.engine.step();
    }

    fn get<T: Encoded>(&self, port: usize) -> T {
        T::decode(self.engine.get(port))
    }

    fn hears(&self) -> LinkReport {
        self.get(self.ports.hears)
    }

    fn joined(&self) -> bool {
        self.hears().phase == LinkPhase::Joined
    }

    /// Whoever sits at the machine does something now and then.
    fn act(&mut self, random: &mut Random) {
        self.engine.set(self.ports.key, 0);
        self.engine.set(self.ports.begin_game, 0);
        if self.rest > 0 {
            self.rest -= 1;
            return;
        }
        self.rest = random.below(60);
        let over = self.get::<Outcome>(self.ports.outcome) != Outcome::None;
        if random.once_in(if over { 40 } else { 6000 }) {
            self.engine.set(self.ports.begin_game, 1);
            return;
        }
        let key = match random.below(40) {
            0 if self.who == Who::Person && random.once_in(8) => Key::Undo,
            1 if random.once_in(20) => Key::Pass,
            2..10 => Key::Enter,
            10..17 => Key::Up,
            17..24 => Key::Left,
            24..31 => Key::Down,
            _ => Key::Right,
        };
        self.engine.set(self.ports.key, KeyEvent { key, strobe: true }.encode());
    }

    /// One clock. Returns the frame that begins to go out.
    fn step(&mut self) -> Option<Frame> {
        self.engine.set(self.ports.frame_strobe, 0);
        if let Some(frame) = self.inbox.pop_front() {
            self.engine.set(self.ports.incoming, frame.encode());
            self.engine.set(self.ports.frame_strobe, 1);
        }
        self.sending = self.sending.saturating_sub(1);
        self.engine.set(self.ports.ready, u64::from(self.sending == 0));
        self.engine.settle();
        self.hear();
        let frame = (self.engine.get(self.ports.start) == 1).then(|| self.get::<Frame>(self.ports.outgoing));
        if let Some(frame) = frame {
            // A byte takes two clocks.
            self.sending = 30;
            if frame.kind.index() != Kind::Hello as usize && frame.kind.index() != Kind::Bye as usize {
                self.tag = Some(frame.tag.index() as u64);
            }
        }
        self.engine.step();
        frame
    }

    fn hear(&mut self) {
        let ply: Ply = self.get(self.ports.ply);
        match ply.kind {
            PlyKind::None => {}
            PlyKind::Begin => self.plies.clear(),
            PlyKind::Place => self.plies.push(ply),
            PlyKind::Pass => self.plies.push(Ply { at: Crossing::default(), ..ply }),
            PlyKind::UndoPlace | PlyKind::UndoPass => {
                let last = self.plies.pop().expect("there is a ply to take back");
                assert_eq!(
                    (last.kind == PlyKind::Place, last.white),
                    (ply.kind == PlyKind::UndoPlace, ply.white)
                );
                assert!(last.kind == PlyKind::Pass || last.at == ply.at);
            }
        }
        let ending: Ending = self.get(self.ports.ending);
        self.ended += u32::from(ending.strobe && ending.outcome != Outcome::None);
        let (says, hears): (LinkOrder, LinkReport) = (self.get(self.ports.says), self.hears());
        if hears.begun || hears.phase != LinkPhase::Joined {
            (self.offered, self.holds, self.tag) = (None, false, None);
        }
        if hears.delivered {
            self.holds = true;
        }
        if hears.answered {
            self.refused += u32::from(hears.unlawful);
            self.offered = None;
        }
        if says.offer != Message::None {
            assert!(
                self.offered.is_none() && !self.holds && hears.phase == LinkPhase::Joined,
                "{says:?} {hears:?}"
            );
            self.offered = Some(says.offer);
        }
        if says.answer {
            assert!(self.holds);
            self.holds = false;
        }
    }

    /// Nothing is under way at this machine.
    fn quiet(&self) -> bool {
        self.offered.is_none() && !self.holds && self.get::<LinkOrder>(self.ports.says).steady
    }
}

/// One direction of the line.
#[derive(Default)]
struct Line {
    /// Bytes on their way, with the clocks that are left.
    bytes: VecDeque<(u64, u8)>,
}

impl Line {
    /// One byte in `rare` is dropped, doubled, flipped, kept back with all behind it, or has another before it.
    fn send(&mut self, frame: Frame, rare: u64, random: &mut Random) {
        let bytes = wire::encode(frame.into());
        let mut wait = self.bytes.back().map_or(0, |(wait, _)| *wait);
        for byte in bytes {
            wait += 2;
            let fault = random.once_in(rare).then(|| random.below(5));
            match fault {
                Some(0) => continue,
                Some(1) => self.bytes.push_back((wait, byte)),
                Some(2) => {
                    self.bytes.push_back((wait, byte ^ 1 << random.below(8)));
                    continue;
                }
                Some(3) => self.bytes.push_back((wait, random.bits(8) as u8)),
                Some(_) => wait += random.below(4000),
                None => {}
            }
            self.bytes.push_back((wait, byte));
        }
    }

    fn step(&mut self) -> Option<u8> {
        self.bytes
            .iter_mut()
            .for_each(|(wait, _)| *wait = wait.saturating_sub(1));
        match self.bytes.front() {
            Some((0, _)) => self.bytes.pop_front().map(|(_, byte)| byte),
            _ => None,
        }
    }
}

/// Plays until this many games have ended; `rare` as for `Line::send`, or None for a line without faults, cuts and
/// restarts. Returns the clocks, and how many messages were refused as unlawful.
fn play(builds: [fn() -> Box<dyn Engine>; 2], who: [Who; 2], games: u32, rare: Option<u64>, seed: u64) -> (u64, u32) {
    let mut random = Random::new(seed);
    let mut machines = [0, 1].map(|at| Machine::new(builds[at], who[at], &mut random));
    let mut lines = [Line::default(), Line::default()];
    let (mut clocks, mut ended, mut cut, mut together, mut refused) = (0u64, 0, 0u64, 0u64, 0);
    while ended < games {
        clocks += 1;
        assert!(
            clocks < u64::from(games) * 20_000_000,
            "{ended} of {games} games have ended"
        );
        if let Some(rare) = rare {
            // A bad line makes games long: they still come to their ends.
            let slow = 1 + 100 / rare;
            if cut == 0 && random.once_in(400_000 * slow) {
                let longest = if random.once_in(10) { 60 } else { 10 };
                cut = random.below(u64::from(SECOND) * longest);
            }
            if random.once_in(500_000 * slow) {
                let at = random.below(2usize);
                ended += machines[at].ended;
                refused += machines[at].refused;
                machines[at] = Machine::new(builds[at], who[at], &mut random);
            }
        }
        cut = cut.saturating_sub(1);
        for at in 0..2 {
            machines[at].act(&mut random);
            if let Some(frame) = machines[at].step()
                && cut == 0
            {
                lines[at].send(frame, rare.unwrap_or(u64::MAX), &mut random);
            }
            if let Some(byte) = lines[at].step()
                && let Some(Ok(frame)) = machines[1 - at].decoder.push(byte)
            {
                machines[1 - at].inbox.push_back(frame.into());
            }
        }
        let [one, other] = &machines;
        let same = one.tag.is_some() && one.tag == other.tag && one.joined() && other.joined();
        if same && one.quiet() && other.quiet() {
            together += 1;
            assert_eq!(one.plies, other.plies, "after {clocks} clocks");
            for machine in &machines {
                assert!(!machine.hears().out_of_step, "after {clocks} clocks");
            }
        }
        let now = machines[0].ended.max(machines[1].ended);
        if now > 0 && machines[0].ended == machines[1].ended || now > 1 {
            ended += now;
            machines.iter_mut().for_each(|machine| machine.ended = 0);
        }
    }
    assert!(together > 10 * u64::from(games), "{together} of {clocks} clocks");
    refused += machines[0].refused + machines[1].refused;
    (clocks, refused)
}

#[test]
fn games_over_a_good_line_end_and_nothing_is_refused() {
    for (build, who) in [
        (
            simulated::<OthelloMachine> as fn() -> Box<dyn Engine>,
            [Who::Person, Who::Computer],
        ),
        (simulated::<GomokuMachine>, [Who::Computer, Who::Computer]),
        (simulated::<GomokuMachine>, [Who::Person, Who::Person]),
    ] {
        let (clocks, refused) = play([build; 2], who, 4, None, 1);
        println!("{who:?}: {clocks} clocks");
        assert_eq!(refused, 0);
    }
}

/// Games for each kind of machine and each rate of faults; in the long form a thousand in all.
const GAMES: u32 = if cfg!(feature = "long") { 112 } else { 2 };

#[test]
fn games_over_a_bad_line_end_and_no_stone_is_on_one_side_only() {
    let seats = [
        [Who::Person, Who::Computer],
        [Who::Person, Who::Person],
        [Who::Computer, Who::Computer],
    ];
    for (at, rare) in [1000, 300, 100, 30, 10].into_iter().enumerate() {
        for build in [
            simulated::<OthelloMachine> as fn() -> Box<dyn Engine>,
            simulated::<GomokuMachine>,
        ] {
            // A game of Gomoku takes millions of clocks where of three frames one is lost.
            let games = if rare == 10 { GAMES.div_ceil(2) } else { GAMES };
            let (clocks, refused) = play([build; 2], seats[at % 3], games, Some(rare), at as u64);
            println!(
                "faults one in {rare}, {:?}: {games} games, {clocks} clocks, {refused} refused",
                seats[at % 3]
            );
        }
    }
}

#[cfg(feature = "eda")]
#[test]
fn the_emitted_verilog_plays_the_same_games() {
    type Build = fn() -> Box<dyn Engine>;
    let machines: [(Build, Build); 2] = [
        (emitted::<OthelloMachine>, simulated::<OthelloMachine>),
        (emitted::<GomokuMachine>, simulated::<GomokuMachine>),
    ];
    for (emitted, simulated) in machines {
        let played = |build| play([build; 2], [Who::Person, Who::Computer], 2, Some(100), 3);
        assert_eq!(played(emitted), played(simulated));
    }
}

/// Two machines on a good line, with people who press what the test says.
struct Table {
    machines: [Machine; 2],
    /// The line is cut.
    cut: bool,
}

impl Table {
    /// A person plays black at the first machine, another plays white at the second.
    fn new(build: fn() -> Box<dyn Engine>) -> Table {
        let mut random = Random::new(7);
        let machines = [0, 1].map(|_| Machine::new(build, Who::Person, &mut random));
        let mut table = Table { machines, cut: false };
        table.run(20_000);
        // Of two that play the same side, one has swapped its seats.
        if table.read(0, "white_line") == 0 {
            table.machines.swap(0, 1);
        }
        assert_eq!([0, 1].map(|at| table.read(at, "white_line")), [1, 0]);
        table
    }

    fn run(&mut self, clocks: u32) {
        for _ in 0..clocks {
            for at in 0..2 {
                if let Some(frame) = self.machines[at].step()
                    && !self.cut
                {
                    self.machines[1 - at].inbox.push_back(frame);
                }
                self.machines[at].engine.drive("key", 0);
            }
        }
    }

    fn read(&self, at: usize, name: &str) -> u64 {
        self.machines[at].engine.read(name)
    }

    fn press(&mut self, at: usize, key: Key) {
        self.machines[at].engine.drive_as("key", KeyEvent { key, strobe: true });
        self.run(1);
    }

    /// Presses, and waits until the other machine has done what follows.
    fn play(&mut self, at: usize, key: Key) {
        self.press(at, key);
        self.run(3000);
    }

    fn news(&self) -> [LinkNews; 2] {
        [0, 1].map(|at| self.machines[at].engine.read_as("news"))
    }

    fn plies(&self) -> [usize; 2] {
        [0, 1].map(|at| self.machines[at].plies.len())
    }

    fn strobe(&mut self, at: usize, name: &str) {
        self.machines[at].engine.drive(name, 1);
        self.run(1);
        self.machines[at].engine.drive(name, 0);
        self.run(3000);
    }
}

const SAME: [LinkNews; 2] = [LinkNews::None; 2];

#[test]
fn a_stone_is_hollow_until_the_other_machine_has_it() {
    let mut table = Table::new(simulated::<GomokuMachine>);
    assert_eq!((table.news(), table.plies()), (SAME, [0, 0]));
    assert_eq!(table.read(0, "hollow"), Stone::Empty.encode());
    table.cut = true;
    table.play(0, Key::Enter);
    assert_eq!(
        (table.plies(), table.read(0, "hollow")),
        ([0, 0], Stone::Black.encode())
    );
    table.play(0, Key::Right);
    table.play(0, Key::Enter);
    // It is still one stone, on its crossing.
    table.run(30_000);
    assert_eq!((table.plies(), table.news()), ([0, 0], [LinkNews::Lost; 2]));
    table.cut = false;
    table.run(10_000);
    assert_eq!((table.plies(), table.news()), ([1, 1], SAME));
    assert_eq!(table.read(0, "hollow"), Stone::Empty.encode());
    let centre = Crossing { row: 7.into(), col: 7.into() };
    assert!(table.machines.iter().all(|machine| machine.plies[0].at == centre));
    // Black waits; white may not place on black's stone.
    table.play(0, Key::Enter);
    table.play(1, Key::Enter);
    assert_eq!(
        (table.plies(), table.read(1, "hollow")),
        ([1, 1], Stone::Empty.encode())
    );
    table.play(1, Key::Left);
    table.play(1, Key::Enter);
    assert_eq!(table.plies(), [2, 2]);
}

#[test]
fn taking_back_is_asked_and_answered() {
    let mut table = Table::new(simulated::<OthelloMachine>);
    // White has no ply to take back.
    table.play(0, Key::Enter);
    table.play(1, Key::Undo);
    assert_eq!((table.plies(), table.news()), ([1, 1], SAME));
    table.play(0, Key::Undo);
    assert_eq!(table.news(), [LinkNews::Asking, LinkNews::Asked]);
    // The first Enter refuses and places nothing.
    table.play(1, Key::Enter);
    assert_eq!(
        (table.plies(), table.news()),
        ([1, 1], [LinkNews::Refused, LinkNews::None])
    );
    table.play(0, Key::Undo);
    table.play(1, Key::Undo);
    assert_eq!((table.plies(), table.news()), ([0, 0], SAME));
    table.play(0, Key::Enter);
    // White answers above d3: c3 flips nothing, so the cursor goes round to c5, which does.
    for key in [Key::Left, Key::Down, Key::Down, Key::Enter] {
        table.play(1, key);
    }
    assert_eq!(table.plies(), [2, 2]);
    // Black is to move: two plies go.
    table.play(0, Key::Undo);
    table.play(1, Key::Undo);
    assert_eq!(table.plies(), [0, 0]);
}

#[test]
fn a_turn_that_the_other_side_has_lost_is_not_taken_back() {
    let mut table = Table::new(simulated::<GomokuMachine>);
    table.play(0, Key::Pass);
    assert_eq!(table.plies(), [1, 1]);
    table.play(1, Key::Undo);
    assert_eq!((table.plies(), table.news()), ([1, 1], SAME));
}

#[test]
fn resigning_a_new_game_and_leaving() {
    let mut table = Table::new(simulated::<GomokuMachine>);
    table.play(0, Key::Enter);
    table.strobe(1, "begin_game");
    assert_eq!(table.news(), [LinkNews::Resigned; 2]);
    assert_eq!(
        [0, 1].map(|at| table.machines[at].engine.read_as::<Outcome>("outcome")),
        [Outcome::BlackWins; 2]
    );
    // A key shows the picture, another begins the next game on both sides.
    table.play(0, Key::Enter);
    table.play(0, Key::Enter);
    assert_eq!((table.plies(), table.news()), ([0, 0], SAME));
    table.play(0, Key::Enter);
    assert_eq!(table.plies(), [1, 1]);
    table.strobe(1, "leave");
    assert_eq!(table.news(), [LinkNews::Gone, LinkNews::None]);
    table.strobe(1, "begin_game");
    table.run(10_000);
    assert_eq!((table.plies(), table.news()), ([0, 0], SAME));
}

#[test]
fn a_machine_with_another_rule_is_a_stranger() {
    let mut table = Table::new(simulated::<GomokuMachine>);
    table.strobe(1, "leave");
    for key in [Key::Down, Key::Right] {
        table.machines[1].page(key);
    }
    table.strobe(1, "begin_game");
    table.run(10_000);
    assert_eq!(table.news(), [LinkNews::OtherGame; 2]);
    table.play(0, Key::Enter);
    assert_eq!(table.plies(), [0, 0]);
}

#[test]
fn a_stone_out_of_turn_is_unlawful() {
    let mut table = Table::new(simulated::<GomokuMachine>);
    table.play(0, Key::Enter);
    let mut tally = Tally::default();
    tally.push(0x77);
    // Black's machine would send a second stone, in the position that both have.
    let stone = tengen_link::Frame {
        kind: Kind::Place as u8,
        sequence: 2,
        tag: table.machines[0].tag.unwrap() as u16,
        number: tally.number,
        check: tally.check,
        argument: 0x11,
    };
    table.machines[1].inbox.push_back(stone.into());
    table.run(1000);
    assert_eq!((table.plies(), table.news()), ([1, 1], SAME));
    table.play(1, Key::Left);
    table.play(1, Key::Enter);
    assert_eq!(table.plies(), [2, 2]);
}

#[test]
fn machines_that_are_out_of_step_say_so_and_play_on_no_more() {
    let mut table = Table::new(simulated::<GomokuMachine>);
    table.play(0, Key::Enter);
    // A frame that black's machine has not sent: its second stone, out of turn, and then one for white's machine that
    // says white may go on. The first is unlawful.
    let forged = |table: &Table, kind: Kind, sequence: u64, number: u64| Frame {
        kind: (kind as u64).into(),
        sequence: sequence.into(),
        tag: table.machines[0].tag.unwrap().into(),
        number: number.into(),
        check: 0.into(),
        argument: 0x11.into(),
    };
    let status = Frame { argument: 0.into(), ..forged(&table, Kind::Status, 1, 5) };
    table.machines[1].inbox.push_back(status);
    table.run(10);
    assert_eq!(table.news(), [LinkNews::None, LinkNews::OutOfStep]);
    // Nothing can be placed, until a Status shows that it was a mistake.
    table.press(1, Key::Left);
    table.press(1, Key::Enter);
    table.run(20_000);
    assert_eq!((table.plies(), table.news()), ([1, 1], SAME));
    let placed = forged(&table, Kind::Place, 2, 9);
    table.machines[1].inbox.push_back(placed);
    table.run(10);
    assert_eq!(table.news(), [LinkNews::None, LinkNews::OutOfStep]);
    // A new game puts them in step.
    table.strobe(1, "begin_game");
    table.run(10_000);
    assert_eq!((table.plies(), table.news()), ([0, 0], SAME));
}
