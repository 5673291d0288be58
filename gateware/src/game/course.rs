//! The course of a game: turns, keys, computer moves, the move clock and the picture of the end.
//!
//! ```text
//!   begin_game                          leave
//!       v                                 v
//!     Begin -> Turn <--------------+     Left
//!               | opening stone -->|
//!               | no move: pass -->|
//!               | two computers: Pause --- a second, or Enter -----+
//!               |                  |                               v
//!               | one computer ------------------------------->  Think -- its move --> Turn
//!               |             Advise                               | undo
//!               |               ^ hint                             v
//!               +------------ Human -- Enter ---> Place --> Turn  Undo
//!               |               | ^                 | refused
//!               |               | +-----------------+
//!               |               +---- undo -----> Undo --> Turn, or once more
//!               |               +---- P, or no time left: the turn passes --> Turn
//!               |-> Over -> Shown -> Begin
//!               '-> Away: the other machine is to move, or nothing can be played over the line
//! ```
//!
//! The course sends requests to the game's referee. Every phase waits for its answer, except those that wait for a
//! key or for time. Keys that arrive meanwhile are ignored, so a referee must answer faster than a person types. A
//! think may take any time: undo, `begin_game` and `leave` stop it.
//!
//! | port         | dir | width         | meaning                                             | initial |
//! |--------------|-----|---------------|-----------------------------------------------------|---------|
//! | clock        | in  | 1             | rising edge                                         |         |
//! | key          | in  | KeyEvent      | a key event of this game                            |         |
//! | begin_game   | in  | 1             | strobe: starts a new game, in any phase             |         |
//! | leave        | in  | 1             | strobe: stops the game until the next `begin_game`  |         |
//! | demo         | in  | 1             | the computer plays both sides, game after game      |         |
//! | tick         | in  | 1             | one clock a second                                  |         |
//! | settings     | in  | GameSettings  | `opening` and `seats` must not change during a game, except that `link.swap` swaps the seats | |
//! | link         | in  | RivalReport   | the other machine                                   |         |
//! | order        | out | RefereeOrder  | the request to the referee                          | 0       |
//! | report       | in  | RefereeReport | the referee's report                                |         |
//! | ply          | in  | Ply           | a ply, for one clock                                |         |
//! | restart_tick | out | 1             | strobe: restarts the second, so that the next tick comes a whole second later | 0 |
//! | ending       | out | Ending        | the end of a game, for one clock                    | 0       |
//! | status       | out | GameStatus    | the state of the game, for display                  | 0; 30 s |
//! | rival        | out | RivalOrder    | what the game says to the other machine             | 0       |
//! | busy         | out | 1             | low while waiting for a key, for the other machine or for time to pass | 1 |
//!
//! After the end no stone can be placed. The board shows how the game was won; after two seconds or a key the referee
//! paints the picture of the end, and the next key begins a new game (docs/play.md). A turn passes at key P, when the
//! clock has run down, when the rules allow no move, or when the computer finds none. Two computers wait a second
//! before each move, or until Enter; with `timed` low they wait for Enter only. The demo begins the next game two
//! seconds after the picture. An undo takes back plies until a person is to move: one ply, and then each ply at which
//! the only computer was to move or the side to move had to pass.
//!
//! **Over the line.** One of the seats may be the other machine's, which is `link/rival.rs`. A game begins with a session.
//! What changes it is sent first, after this machine's rules have looked at it, and carried out once the other machine has done so.
//! What the other sends is carried out if it is lawful. Only the opening stone is placed by each machine without a
//! message. A person asks to take back by U. The other side's question is answered by U, which grants, or Enter, which
//! refuses; a computer always grants. Plies are then taken back until the side that asked is to move. `begin_game` in
//! the middle of a game resigns it; after the end, or out of step, it begins the next for both.

use rust_hdl::prelude::*;

use super::cursor::Cursor;
use super::ports::{RefereeOrder, RefereeReport, Request};
use crate::keyboard::key::Key;
use crate::link::ports::{Message, RivalOrder, RivalReport};
use crate::ports::{Crossing, Ending, GameSettings, GameStatus, KeyEvent, Outcome, Ply, PlyKind, Stone};
use crate::{Circuit, LogicState, LogicStruct, Register, kernel};
use tengen_hdl::library::decimal_counter::DecimalCounter;

/// Seconds allowed for a move (docs/play.md).
const SECONDS: u32 = 30;

#[derive(LogicState, Copy, Clone, Debug, PartialEq)]
enum Phase {
    /// Starts a game as soon as the referee is not busy.
    Begin,
    /// Waits until the last ply is done, then decides who plays the next.
    Turn,
    Human,
    /// Waits a second before a computer that plays a computer.
    Pause,
    Think,
    /// The computer finds a hint for a person.
    Advise,
    /// The rules look at a person's stone before it is sent.
    Test,
    /// A stone is placed.
    Place,
    /// A ply is taken back.
    Undo,
    /// The final position is shown.
    Over,
    /// The picture of the end is shown.
    Shown,
    /// A person has left the game.
    Left,
    /// Waits for the other machine: for its ply, for its answer, or for itself.
    Away,
}

#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
struct State {
    phase: Phase,
    /// A second has passed since the end, or since its picture was painted.
    second: Bit,
    /// The think is being stopped: for an undo, or for what comes over the line.
    stopped: Bit,
    /// A person has taken a ply back, or asked for a hint.
    helped: Bit,
    /// A person has begun a game, and has not left it.
    on: Bit,
    /// The game was resigned.
    resigned: Bit,
}

#[derive(Circuit)]
pub struct Course {
    pub clock: Signal<In, Clock>,
    pub key: Signal<In, KeyEvent>,
    pub begin_game: Signal<In, Bit>,
    pub leave: Signal<In, Bit>,
    pub demo: Signal<In, Bit>,
    pub tick: Signal<In, Bit>,
    pub settings: Signal<In, GameSettings>,
    pub link: Signal<In, RivalReport>,

    pub order: Signal<Out, RefereeOrder>,
    pub report: Signal<In, RefereeReport>,
    pub ply: Signal<In, Ply>,

    pub restart_tick: Signal<Out, Bit>,
    pub ending: Signal<Out, Ending>,
    pub status: Signal<Out, GameStatus>,
    pub rival: Signal<Out, RivalOrder>,
    pub busy: Signal<Out, Bit>,

    state: Register<State>,
    #[given]
    pointer: Cursor,
    /// The seconds left for the move.
    #[init(DecimalCounter::from(SECONDS))]
    move_clock: DecimalCounter<6>,

    /// The computer is to move.
    computer: Signal<Local, Bit>,
    /// The other machine is to move.
    remote: Signal<Local, Bit>,
    /// The other machine plays black or white.
    linked: Signal<Local, Bit>,
    /// The computer plays this machine's side against the other machine.
    delegated: Signal<Local, Bit>,
    /// Over the line, the side that takes back is white: the other machine's side if it has asked, else this machine's.
    asker_is_white: Signal<Local, Bit>,

    /// The cursor's crossing when a game begins, and the crossing of the opening stone.
    #[given]
    middle: Constant<Crossing>,
    #[given]
    shuffle: Constant<Bit>,
}

impl Course {
    /// Creates the course of a game on a board of `size` rows and columns, with the cursor on `middle` at first. With
    /// `shuffle` the computer chooses at random among equally good moves.
    pub fn new(size: u64, middle: Crossing, shuffle: bool) -> Self {
        Course::given(Cursor::new(size), Constant::new(middle), Constant::new(shuffle))
    }
}

#[kernel]
impl Logic for Course {
    fn update(&mut self) {
        // Computers play both sides (`alone`), or exactly one side (`against`).
        let alone = demo | (settings.seats.black.computer & settings.seats.white.computer);
        linked = (settings.seats.black.line | settings.seats.white.line) & !demo;
        delegated = linked & (settings.seats.black.computer | settings.seats.white.computer);
        let against = (settings.seats.black.computer ^ settings.seats.white.computer) & !linked;
        computer = settings.seats.black.computer;
        remote = settings.seats.black.line & !demo;
        order.level = settings.seats.black.level;
        if report.turn {
            computer = settings.seats.white.computer;
            remote = settings.seats.white.line & !demo;
            order.level = settings.seats.white.level;
        }
        let over = report.outcome != Outcome::None;
        let in_progress = report.moves.any() & !over & (q.phase != Phase::Left);
        // Two seconds have passed.
        let waited = tick & q.second;
        let undo = key.strobe & (key.key == Key::Undo) & report.undoable;
        let job = link.job != Message::None;

        self.rest(against, in_progress, job);

        self.step(over, alone, undo, against, waited, job);
        let waits =
            (q.phase == Phase::Human) | (q.phase == Phase::Away) | (q.phase == Phase::Over) | (q.phase == Phase::Shown);
        if waits & !job {
            self.question(undo, over);
        }
        self.begin(in_progress);

        ending.reason = report.reason;
        ending.helped = q.helped;
        self.tell(over, alone);
        busy = report.busy
            | ((q.phase != Phase::Human)
                & (q.phase != Phase::Pause)
                & (q.phase != Phase::Over)
                & (q.phase != Phase::Left)
                & (q.phase != Phase::Away)
                & (q.phase != Phase::Shown));
    }

    /// The state machine.
    fn step(&mut self, over: Bit, alone: Bit, undo: Bit, against: Bit, waited: Bit, job: Bit) {
        match q.phase {
            Phase::Begin => {
                pointer.jump_to = middle;
                d.stopped = false;
                d.helped = false;
                d.resigned = false;
                if !report.busy {
                    pointer.jump = true;
                    order.request = Request::Begin;
                    d.phase = Phase::Turn;
                }
            }
            Phase::Turn => self.turn(over, alone),
            Phase::Human => {
                if job {
                    self.carry_out(over);
                } else {
                    self.person(undo);
                }
            }
            Phase::Pause => {
                if (tick & (settings.timed | demo)) | (key.strobe & (key.key == Key::Enter)) {
                    order.request = Request::Think;
                    d.phase = Phase::Think;
                }
                if undo {
                    order.request = Request::Undo;
                    d.helped = true;
                    d.phase = Phase::Undo;
                }
            }
            Phase::Think => self.think(undo, job),
            Phase::Advise => self.advise(undo, job),
            Phase::Test => {
                if !report.busy {
                    d.phase = Phase::Human;
                    if !report.refused {
                        rival.say = Message::Place;
                        d.phase = Phase::Away;
                    }
                }
            }
            Phase::Place => {
                if !report.busy {
                    d.phase = if report.refused & !linked { Phase::Human } else { Phase::Turn };
                    rival.done = job;
                    rival.lawful = !report.refused;
                }
            }
            Phase::Undo => self.undone(against, job),
            Phase::Over => {
                d.second = q.second ^ tick;
                if key.strobe | waited {
                    order.request = Request::Picture;
                    d.second = false;
                    d.phase = Phase::Shown;
                }
                if job {
                    self.carry_out(over);
                }
            }
            Phase::Shown => {
                d.second = q.second ^ tick;
                if !report.busy & (key.strobe | (demo & waited)) {
                    rival.say = Message::NewGame;
                    d.phase = if linked & link.joined { Phase::Shown } else { Phase::Begin };
                }
                if job & !report.busy {
                    self.carry_out(over);
                }
            }
            Phase::Left => {}
            Phase::Away => {
                if job {
                    self.carry_out(over);
                } else if !link.waits & !link.cut & !remote & !(delegated & link.asked) {
                    d.phase = Phase::Turn;
                }
            }
        }
    }

    /// Begins or leaves a game, whatever the phase.
    fn begin(&mut self, in_progress: Bit) {
        if leave {
            d.on = false;
            d.phase = Phase::Left;
        }
        if begin_game {
            if linked & link.joined {
                // Out of step a resignation would not be understood.
                rival.say = if in_progress & !link.out_of_step { Message::Resign } else { Message::NewGame };
            } else {
                ending.strobe = in_progress;
                d.on = true;
                d.phase = Phase::Begin;
            }
        }
        if link.begun {
            ending.strobe = in_progress;
            d.phase = Phase::Begin;
        }
    }

    /// Sets the defaults, which the phases override.
    fn rest(&mut self, against: Bit, in_progress: Bit, job: Bit) {
        order.request = Request::None;
        order.at = pointer.at;
        order.shuffle = shuffle;
        // Who resigns is this machine's side if the message is its own, else the other machine's.
        order.white = settings.seats.black.line ^ !link.own;
        // Against a computer an undo takes back two plies, but only one while the computer thinks. Over the line it
        // is undone until who asked is to move.
        asker_is_white = settings.seats.black.line ^ (link.asked & (link.own | !job));
        order.pair = (against & (q.phase != Phase::Think)) | (linked & (report.turn == asker_is_white));
        // The first stone cannot be taken back if the machine has placed it, nor by the other side.
        order.fixed = settings.opening
            | (settings.seats.black.computer & !settings.seats.white.computer & !linked)
            | (linked & asker_is_white);
        order.stop = q.stopped | (q.phase == Phase::Begin) | (q.phase == Phase::Left);

        pointer.key = key.key;
        // The cursor also moves while the other machine thinks, but not while this machine's stone is on its way.
        let aims = (q.phase == Phase::Human) | ((q.phase == Phase::Away) & !link.waits);
        pointer.strobe = aims & key.strobe;
        pointer = Cursor { jump: ply.kind == PlyKind::UndoPlace, jump_to: ply.at };

        move_clock.up = false;
        move_clock.down = tick & (q.phase == Phase::Human) & settings.timed;
        move_clock.restart = false;
        restart_tick = q.phase == Phase::Turn;
        ending.strobe = in_progress & leave;
        ending.outcome = report.outcome;

        rival.playing = linked & q.on;
        rival.say = Message::None;
        rival.say_at = pointer.at;
        rival.done = false;
        rival.lawful = true;
        rival.steady = (q.phase == Phase::Human)
            | (q.phase == Phase::Away)
            | (q.phase == Phase::Over)
            | (q.phase == Phase::Shown)
            | (q.phase == Phase::Think)
            | (q.phase == Phase::Advise);
        rival.resigned = q.resigned;
    }

    /// Begins a ply: ends the game, or lets the machine or a person play.
    fn turn(&mut self, over: Bit, alone: Bit) {
        order.at = middle;
        d.second = false;
        d.stopped = false;
        if !report.busy {
            move_clock.restart = !over;
            if over {
                ending.strobe = true;
                d.phase = Phase::Over;
            } else if link.cut {
                d.phase = Phase::Away;
            } else if settings.opening & !report.moves.any() {
                order.request = Request::Place;
            } else if report.must_pass & linked & !remote {
                rival.say = Message::Pass;
                d.phase = Phase::Away;
            } else if report.must_pass & !linked {
                order.request = Request::Pass;
            } else if alone {
                d.phase = Phase::Pause;
            } else if remote {
                d.phase = Phase::Away;
            } else if computer {
                order.request = Request::Think;
                d.phase = Phase::Think;
            } else {
                d.phase = Phase::Human;
            }
        }
    }

    /// A person's ply: handles a key, or passes when the time is up.
    fn person(&mut self, undo: Bit) {
        if key.strobe {
            match key.key {
                Key::Enter => {
                    order.request = if linked { Request::Test } else { Request::Place };
                    d.phase = if linked { Phase::Test } else { Phase::Place };
                    if link.waits | link.asked {
                        order.request = Request::None;
                        d.phase = Phase::Human;
                    }
                }
                Key::Hint => {
                    order.request = Request::Think;
                    d.helped = true;
                    d.phase = Phase::Advise;
                }
                Key::Pass => self.pass(),
                _ => {}
            }
        } else if move_clock.zero {
            self.pass();
        }
        if undo & !linked {
            order.request = Request::Undo;
            d.helped = true;
            d.phase = Phase::Undo;
        }
        if link.cut {
            d.phase = Phase::Away;
        }
    }

    /// A person's turn is lost.
    fn pass(&mut self) {
        if linked {
            rival.say = Message::Pass;
            d.phase = if link.waits { Phase::Human } else { Phase::Away };
        } else {
            order.request = Request::Pass;
            d.phase = Phase::Turn;
        }
    }

    /// The computer's ply.
    fn think(&mut self, undo: Bit, job: Bit) {
        order.at = report.best;
        // Over the line a computer stops for what the other machine or a person wants.
        let halt = linked & (job | link.asked | link.waits | link.cut);
        let stopped = q.stopped | halt | (undo & !linked);
        d.stopped = stopped;
        d.helped = q.helped | (undo & !linked);
        if !report.busy & (!report.showing | stopped) {
            if linked {
                d.phase = Phase::Away;
                if !stopped {
                    rival.say = if report.found { Message::Place } else { Message::Pass };
                    rival.say_at = report.best;
                    pointer.jump = report.found;
                    pointer.jump_to = report.best;
                }
            } else {
                d.phase = Phase::Turn;
                order.request = if report.found { Request::Place } else { Request::Pass };
                if stopped {
                    order.request = Request::Undo;
                    d.phase = Phase::Undo;
                }
            }
        }
    }

    /// A hint: moves the cursor to the computer's move.
    fn advise(&mut self, undo: Bit, job: Bit) {
        pointer.jump_to = report.best;
        d.stopped = q.stopped | undo | job;
        if !report.busy {
            d.phase = Phase::Human;
            if (q.stopped | undo) & !linked {
                order.request = Request::Undo;
                d.phase = Phase::Undo;
            } else {
                pointer.jump = report.found & !q.stopped;
            }
        }
    }

    /// A ply has been taken back; perhaps one more is.
    fn undone(&mut self, against: Bit, job: Bit) {
        let more = if linked { report.turn != asker_is_white } else { against & computer };
        if !report.busy {
            d.phase = Phase::Turn;
            if more | report.must_pass {
                order.request = Request::Undo;
                d.phase = Phase::Undo;
            } else {
                rival.done = job;
            }
        }
    }

    /// Carries out what this machine or the other has said.
    fn carry_out(&mut self, over: Bit) {
        rival.done = true;
        rival.lawful = !over;
        let in_turn = (remote ^ link.own) & !over;
        match link.job {
            Message::Place => {
                order.at = link.at;
                rival.lawful = false;
                if in_turn {
                    rival.done = false;
                    order.request = Request::Place;
                    d.phase = Phase::Place;
                }
            }
            Message::Pass => {
                rival.lawful = in_turn;
                if in_turn {
                    order.request = Request::Pass;
                    d.phase = Phase::Turn;
                }
            }
            Message::GrantUndo => {
                rival.lawful = false;
                if (link.own | link.asking) & report.undoable & !over {
                    rival.done = false;
                    order.request = Request::Undo;
                    d.helped = true;
                    d.phase = Phase::Undo;
                }
            }
            Message::Resign => {
                if !over {
                    order.request = Request::Resign;
                    d.resigned = true;
                    d.phase = Phase::Turn;
                }
            }
            Message::NewGame => {
                rival.lawful = true;
                ending.strobe = report.moves.any() & !over;
                d.phase = Phase::Begin;
            }
            _ => {}
        }
    }

    /// Asks to take back, and answers the other machine's question.
    fn question(&mut self, undo: Bit, over: Bit) {
        if link.asked {
            if over | !report.undoable {
                rival.say = Message::RefuseUndo;
            } else if delegated | undo {
                rival.say = Message::GrantUndo;
            } else if key.strobe & (key.key == Key::Enter) {
                rival.say = Message::RefuseUndo;
            }
        } else if undo & linked & !over & !link.asking {
            rival.say = Message::AskUndo;
        }
    }

    /// Outputs what the menu and the board show.
    fn tell(&mut self, over: Bit, alone: Bit) {
        status.cursor = pointer.at;
        status.cursor_shown = (!over & !alone & !delegated) | link.places;
        status.last = report.last;
        status.last_shown = report.moves.any() & (q.phase != Phase::Shown);
        status.hollow = Stone::Empty;
        if link.places {
            status.hollow = if settings.seats.black.line { Stone::White } else { Stone::Black };
        }
        status.turn = report.turn;
        status.moves = report.moves;
        status.seconds = move_clock.value;
        status.outcome = report.outcome;
        status.reason = report.reason;
        status.discs = report.discs;
        status.insight = report.insight;
        status.news = link.news;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ports::{Seat, Seats};
    use tengen_sim::{ByName, Engine, Native};

    const SIZE: u64 = 15;

    fn crossing(row: u64, col: u64) -> Crossing {
        Crossing { col: col.into(), row: row.into() }
    }

    /// The course, with a referee whose answers the test sets.
    struct Bench {
        course: Native<Course>,
        report: RefereeReport,
    }

    impl Bench {
        /// Begins a game, and returns the first request after that.
        fn new(computers: [bool; 2]) -> (Bench, Request) {
            let mut bench = Bench {
                course: Native::new(Course::new(SIZE, crossing(7, 7), false)),
                report: RefereeReport::default(),
            };
            let [black, white] = computers.map(|computer| Seat { computer, ..Seat::default() });
            let settings = GameSettings { seats: Seats { black, white }, timed: true, ..GameSettings::default() };
            bench.course.drive_as("settings", settings);
            assert_eq!(bench.next(), Request::Begin);
            let first = bench.next();
            (bench, first)
        }

        /// The request within the next few clocks. A referee is busy for at least a clock after a request.
        fn next(&mut self) -> Request {
            for _ in 0..4 {
                self.course.settle();
                let order: RefereeOrder = self.course.read_as("order");
                self.course.step();
                if order.request != Request::None {
                    return order.request;
                }
            }
            Request::None
        }

        fn report(&mut self, change: impl Fn(&mut RefereeReport)) {
            change(&mut self.report);
            self.course.circuit.report.next = self.report;
            self.course.settle();
        }

        /// Presses a key, and returns the request that follows.
        fn press(&mut self, key: Key) -> Request {
            self.course.drive_as("key", KeyEvent { key, strobe: true });
            self.course.settle();
            let order: RefereeOrder = self.course.read_as("order");
            self.course.step();
            self.course.drive_as("key", KeyEvent::default());
            self.course.settle();
            match order.request {
                Request::None => self.next(),
                request => request,
            }
        }
    }

    #[test]
    fn a_person_puts_a_stone_under_the_cursor_and_once_more_where_it_is_refused() {
        let (mut bench, first) = Bench::new([false, true]);
        assert_eq!(first, Request::None);
        assert_eq!(bench.press(Key::Right), Request::None);
        bench.course.drive_as("key", KeyEvent { key: Key::Enter, strobe: true });
        bench.course.settle();
        let order: RefereeOrder = bench.course.read_as("order");
        assert_eq!((order.request, order.at), (Request::Place, crossing(7, 8)));
        bench.course.step();
        bench.course.drive_as("key", KeyEvent::default());
        bench.report(|report| report.refused = true);
        assert_eq!(bench.next(), Request::None);
        assert_eq!(bench.press(Key::Enter), Request::Place);
        // The stone is placed, and the computer thinks.
        bench.report(|report| {
            report.refused = false;
            report.turn = true;
            report.moves = 1.into();
        });
        assert_eq!(bench.next(), Request::Think);
    }

    #[test]
    fn a_turn_passes_at_the_key_in_time_and_by_the_rules() {
        let (mut bench, _) = Bench::new([false, false]);
        assert_eq!(bench.press(Key::Pass), Request::Pass);
        assert_eq!(bench.next(), Request::None);
        bench.course.drive("tick", 1);
        let passed = (0..40).position(|_| {
            let order: RefereeOrder = bench.course.read_as("order");
            bench.course.step();
            order.request == Request::Pass
        });
        assert_eq!(passed, Some(30), "half a minute");
        bench.course.drive("tick", 0);
        bench.report(|report| report.must_pass = true);
        assert_eq!(bench.next(), Request::Pass);
        bench.report(|report| report.must_pass = false);
        assert_eq!(bench.next(), Request::None);
        assert_eq!(bench.press(Key::Enter), Request::Place);
    }

    #[test]
    fn an_undo_stops_a_computer_that_thinks() {
        let (mut bench, first) = Bench::new([true, false]);
        assert_eq!(first, Request::Think);
        bench.report(|report| {
            report.busy = true;
            report.undoable = true;
        });
        assert_eq!(bench.press(Key::Undo), Request::None);
        let order: RefereeOrder = bench.course.read_as("order");
        assert!(order.stop);
        bench.report(|report| report.busy = false);
        assert_eq!(bench.next(), Request::Undo);
    }

    #[test]
    fn the_end_is_told_once_and_a_game_that_is_left_was_abandoned() {
        for (ends, outcome) in [(true, Outcome::WhiteWins), (false, Outcome::None)] {
            let (mut bench, _) = Bench::new([false, false]);
            bench.report(|report| report.moves = 9.into());
            assert_eq!(bench.press(Key::Enter), Request::Place);
            bench.report(|report| report.outcome = outcome);
            let mut endings = vec![];
            for clock in 0..20 {
                bench.course.drive("leave", u64::from(!ends && clock == 10));
                bench.course.settle();
                let ending: Ending = bench.course.read_as("ending");
                if ending.strobe {
                    endings.push(ending.outcome);
                }
                bench.course.step();
            }
            assert_eq!(endings, [outcome]);
            // After `leave` keys do nothing; after the end a key brings the picture.
            let expected = if ends { Request::Picture } else { Request::None };
            assert_eq!(bench.press(Key::Enter), expected);
        }
    }

    #[test]
    fn two_computers_take_a_second_for_a_move_or_less_at_enter() {
        let (mut bench, first) = Bench::new([true, true]);
        assert_eq!(first, Request::None);
        assert_eq!(bench.next(), Request::None);
        bench.course.drive("tick", 1);
        assert_eq!(bench.next(), Request::Think);
        bench.course.drive("tick", 0);
        bench.report(|report| report.found = true);
        assert_eq!(bench.next(), Request::Place);
        assert_eq!(bench.next(), Request::None);
        assert_eq!(bench.press(Key::Enter), Request::Think);
    }
}
