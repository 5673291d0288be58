//! A game of Gomoku from the first stone to the picture of its end: the rules as a state machine.
//!
//! ```text
//!   begin_game
//!       v
//!     Drain -> Wipe -> Rest -> Turn <--------------------------------------+
//!                               | opening stone ------------+              |
//!                               | computer: (Pause) Think --+              |
//!                               v                           |              |
//!     Advise <---- hint ----- Human                         |              |
//!     Look -> Taken <- Enter -- | |                         v              |
//!      |       `- free ---------|-|---> Unmark -> Put -> Judge ------------+--> Settle <-> Survey (Renju)
//!      taken: back to Human     | |                         `-> five: Find +       |
//!                               | `- no time left: Lose -------------------+       `-> the end: (Mark, Line)
//!                               `- Undo <-> Lifting -> Remark -> Restore --+            Over -> Shown -> Drain
//! ```
//!
//! From Put a move takes under 400 clocks and a computer's answer 260 more, 25 µs in all; under Renju the survey of black's
//! forbidden points some thousand more. Keys that come in between are dropped, which no hand is quick enough to notice.
//!
//! | port         | dir | width        | meaning                                                       | initial |
//! |--------------|-----|--------------|---------------------------------------------------------------|---------|
//! | clock        | in  | 1            | rising edge                                                   |         |
//! | key          | in  | KeyEvent     | a key event of this game                                      |         |
//! | begin_game   | in  | 1            | strobe: wipe the board and start a new game, whatever goes on |         |
//! | running      | in  | 1            | time passes                                                   |         |
//! | tick         | in  | 1            | one clock in a second                                         |         |
//! | settings     | in  | GameSettings | rule, clock and opening are constant during a game            |         |
//! | profile      | in  | Profile      | which player the computer is                                  |         |
//! | shuffle      | in  | 1            | the computer chooses by chance among equally good moves       |         |
//! | restart_tick | out | 1            | strobe: the next tick is to come a whole second later         | 0       |
//! | board        | out | BoardWrite   | writes of cells as the board view shows them                  | 0       |
//! | stone_write  | out | StoneWrite   | writes into the position                                      | 0       |
//! | status       | out | GameStatus   | what everybody shows                                          | 0; 30 s |
//! | busy         | out | 1            | not waiting for a key or for time to pass                     | 1       |
//!
//! After the end nothing can be placed: the winning line shows, after two seconds or a key the word WIN in the winner's
//! stones or DRAW in both colours, and the next key begins a new game (docs/play.md). A turn passes when the clock
//! has run down, or when every empty crossing is forbidden to a computer that plays black. The computer that plays
//! itself takes a second for each move, and begins the next game two seconds after the picture.

use rust_hdl::prelude::*;

use super::cursor::Cursor;
use super::end_picture::EndPicture;
use super::gomoku_core::GomokuCore;
use super::move_clock::MoveClock;
use super::move_number::MoveNumber;
use super::ports::{
    Direction, Foul, GameSettings, GameStatus, Mode, Outcome, Profile, Rule, Stone, StoneWrite, Verdict,
};
use super::record::Record;
use super::win_checker::WinChecker;
use crate::gateware::keyboard::key::Key;
use crate::gateware::ports::{BoardWrite, KeyEvent};
use crate::{Circuit, LogicState, LogicStruct, Register, kernel};

#[derive(LogicState, Copy, Clone, Debug, PartialEq)]
enum Phase {
    /// Waits for the core and the checker to come to rest before the core is cleared.
    Drain,
    Wipe,
    /// The core takes a little longer to wipe its own.
    Rest,
    Turn,
    Human,
    /// Lets a second pass before a computer that plays itself.
    Pause,
    Think,
    /// The computer thinks for the player.
    Advise,
    /// The core is being asked for the crossing under the cursor.
    Look,
    /// Its answer is there.
    Taken,
    /// Takes the mark from the stone before.
    Unmark,
    Put,
    Judge,
    /// The checker looks for the winning line.
    Find,
    /// The turn is lost.
    Lose,
    /// Takes a ply back.
    Undo,
    Lifting,
    /// The core is being asked for the number of the stone that is now the last.
    Remark,
    /// It gets its mark back.
    Restore,
    /// The position is as it stays until the next ply.
    Settle,
    /// The forbidden points are marked, or their marks taken away.
    Survey,
    /// The core is being asked for the number of a stone of the winning line.
    Mark,
    /// The stone gets its mark.
    Line,
    Over,
    Shown,
}

#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
struct State {
    phase: Phase,
    /// Whose turn it is.
    white: Bit,
    /// The crossing at work.
    row: Bits<4>,
    col: Bits<4>,
    /// The cell being wiped, the stones of the line to go, or the seconds waited.
    scan: Bits<8>,
    /// The last stone's number, in decimal.
    number: Bits<10>,
    /// One more ply is to be taken back.
    again: Bit,
    outcome: Outcome,
    foul: Foul,
}

#[derive(Circuit)]
pub struct GomokuGame {
    pub clock: Signal<In, Clock>,
    pub key: Signal<In, KeyEvent>,
    pub begin_game: Signal<In, Bit>,
    pub running: Signal<In, Bit>,
    pub tick: Signal<In, Bit>,
    pub settings: Signal<In, GameSettings>,
    pub profile: Signal<In, Profile>,
    pub shuffle: Signal<In, Bit>,

    pub restart_tick: Signal<Out, Bit>,
    pub board: Signal<Out, BoardWrite>,
    pub stone_write: Signal<Out, StoneWrite>,
    pub status: Signal<Out, GameStatus>,
    pub busy: Signal<Out, Bit>,

    state: Register<State>,
    core: GomokuCore,
    win_checker: WinChecker,
    record: Record,
    pointer: Cursor,
    move_clock: MoveClock,
    move_number: MoveNumber,
    end_picture: EndPicture,

    /// The crossing at work, the last stone, as addresses.
    here: Signal<Local, Bits<8>>,
    last: Signal<Local, Bits<8>>,
    /// The colour of the side to move, and of the last stone.
    stone: Signal<Local, Stone>,
    last_stone: Signal<Local, Stone>,
    computer: Signal<Local, Bit>,
    demo: Signal<Local, Bit>,
    renju: Signal<Local, Bit>,
    /// The game has been won by a line.
    lined: Signal<Local, Bit>,
    resting: Signal<Local, Bit>,
    /// Two seconds have passed.
    waited: Signal<Local, Bit>,
    /// What is written on the board, but for the number.
    marked_stone: Signal<Local, Bits<4>>,
    written_number: Signal<Local, Bits<10>>,

    #[init(7)]
    middle: Constant<Bits<4>>,
    #[init(15)]
    nowhere: Constant<Bits<4>>,
    #[init(225)]
    crossings: Constant<Bits<8>>,
    #[init(255)]
    last_address: Constant<Bits<8>>,
    #[init(4)]
    mark_last: Constant<Bits<4>>,
    #[init(8)]
    mark_line: Constant<Bits<4>>,
    #[init(0xABu64)]
    forbidden_mark: Constant<Bits<10>>,
}

// The kernel language has no guards of match arms.
#[allow(clippy::collapsible_match)]
#[kernel]
impl Logic for GomokuGame {
    fn update(&mut self) {
        stone = Stone::Black;
        if q.white {
            stone = Stone::White;
        }
        last_stone = Stone::Black;
        if record.last_white {
            last_stone = Stone::White;
        }
        demo = settings.mode == Mode::Demo;
        computer = demo | ((settings.mode == Mode::Pvc) & q.white) | ((settings.mode == Mode::Cvp) & !q.white);
        renju = settings.rule == Rule::Renju;
        let won = (q.outcome == Outcome::BlackWins) | (q.outcome == Outcome::WhiteWins);
        lined = won & (q.foul == Foul::None);
        let over = q.outcome != Outcome::None;
        resting = !core.busy & !win_checker.busy;
        waited = tick & q.scan.get_bit(0);
        here = (bit_cast::<8, 4>(q.row) << 4) | bit_cast::<8, 4>(q.col);
        last = (bit_cast::<8, 4>(record.last_row) << 4) | bit_cast::<8, 4>(record.last_col);

        // The parts listen to the ply at work; their strobes come from the phases below.
        core.clear = false;
        core.place = false;
        core.lift = false;
        core.think = false;
        core.survey = false;
        core.row = q.row;
        core.col = q.col;
        core.colour = q.white;
        core.label_in = q.number;
        core.profile = profile;
        core.rule = settings.rule;
        core.shuffle = shuffle;
        core.look_row = q.row;
        core.look_col = q.col;
        win_checker.start = false;
        win_checker.row = q.row;
        win_checker.col = q.col;
        win_checker.colour = q.white;
        win_checker.exact = (settings.rule == Rule::ExactFive) | (renju & !q.white);
        win_checker.stone = core.stone;
        if win_checker.busy {
            core.look_row = win_checker.address.get_bits::<4>(4);
            core.look_col = win_checker.address.get_bits::<4>(0);
        }
        record.clear = false;
        record.push = false;
        record.skip = false;
        record.back = false;
        record.row = q.row;
        record.col = q.col;
        record.white = q.white;
        record.pair = settings.mode != Mode::Pvp;
        record.fixed = settings.opening | (settings.mode == Mode::Cvp);
        pointer.key = key.key;
        pointer.strobe = false;
        pointer.jump = false;
        pointer.jump_row = record.last_row;
        pointer.jump_col = record.last_col;
        move_clock.tick = tick;
        move_clock.run = (q.phase == Phase::Human) & settings.timed & running;
        move_clock.restart = false;
        move_number.last = q.number;
        end_picture.start = false;
        end_picture.outcome = q.outcome;

        // The last stone with its mark, unless the phase says otherwise.
        restart_tick = false;
        board.enable = false;
        board.address = here;
        marked_stone = bit_cast::<4, 2>(stone.into()) | mark_last;
        written_number = q.number;
        stone_write.enable = false;
        stone_write.address = here;
        stone_write.stone = stone;

        match q.phase {
            Phase::Drain => {
                d.scan = 0;
                if resting & !end_picture.busy {
                    core.clear = true;
                    d.phase = Phase::Wipe;
                }
            }
            Phase::Wipe => {
                record.clear = true;
                pointer.jump = true;
                pointer.jump_row = middle;
                pointer.jump_col = middle;
                board.enable = true;
                board.address = q.scan;
                marked_stone = 0;
                written_number = 0;
                stone_write.enable = true;
                stone_write.address = q.scan;
                stone_write.stone = Stone::Empty;
                d.white = false;
                d.number = 0;
                d.outcome = Outcome::None;
                d.foul = Foul::None;
                d.scan = q.scan + 1;
                if q.scan == last_address {
                    d.phase = Phase::Rest;
                }
            }
            Phase::Rest => {
                if resting {
                    d.phase = Phase::Turn;
                }
            }
            Phase::Turn => {
                restart_tick = true;
                move_clock.restart = true;
                d.row = middle;
                d.col = middle;
                d.phase = Phase::Human;
                if computer {
                    core.think = !demo;
                    d.phase = Phase::Think;
                    if demo {
                        d.phase = Phase::Pause;
                    }
                }
                if settings.opening & !record.moves.any() {
                    core.think = false;
                    d.phase = Phase::Unmark;
                }
            }
            Phase::Human => {
                d.row = pointer.row;
                d.col = pointer.col;
                d.again = settings.mode != Mode::Pvp;
                if key.strobe {
                    pointer.strobe = true;
                    match key.key {
                        Key::Enter => {
                            d.phase = Phase::Look;
                        }
                        Key::Hint => {
                            core.think = true;
                            d.phase = Phase::Advise;
                        }
                        Key::Undo => {
                            if record.undoable {
                                d.phase = Phase::Undo;
                            }
                        }
                        _ => {}
                    }
                } else if move_clock.expired {
                    d.phase = Phase::Lose;
                }
            }
            Phase::Pause => {
                if tick & running {
                    core.think = true;
                    d.phase = Phase::Think;
                }
            }
            Phase::Think => {
                d.row = core.best_row;
                d.col = core.best_col;
                if core.done {
                    d.phase = Phase::Unmark;
                    if core.best_row == nowhere {
                        d.phase = Phase::Lose;
                    }
                }
            }
            Phase::Advise => {
                pointer.jump_row = core.best_row;
                pointer.jump_col = core.best_col;
                if core.done {
                    pointer.jump = core.best_row != nowhere;
                    d.phase = Phase::Human;
                }
            }
            Phase::Look => {
                d.phase = Phase::Taken;
            }
            Phase::Taken => {
                d.phase = Phase::Unmark;
                if core.stone != Stone::Empty {
                    d.phase = Phase::Human;
                } else if renju & !q.white {
                    match core.verdict {
                        Verdict::Overline => d.foul = Foul::Overline,
                        Verdict::DoubleFour => d.foul = Foul::DoubleFour,
                        Verdict::DoubleThree => d.foul = Foul::DoubleThree,
                        _ => {}
                    }
                }
            }
            Phase::Unmark => {
                board.enable = record.moves.any();
                board.address = last;
                marked_stone = bit_cast::<4, 2>(last_stone.into());
                d.number = move_number.after;
                d.phase = Phase::Put;
            }
            Phase::Put => {
                core.place = true;
                record.push = true;
                board.enable = true;
                stone_write.enable = true;
                d.phase = Phase::Judge;
            }
            Phase::Judge => {
                restart_tick = true;
                if resting {
                    d.phase = Phase::Settle;
                    if core.five {
                        win_checker.start = true;
                        d.outcome = Outcome::BlackWins;
                        if q.white {
                            d.outcome = Outcome::WhiteWins;
                        }
                        d.phase = Phase::Find;
                    } else if q.foul != Foul::None {
                        d.outcome = Outcome::WhiteWins;
                    } else if record.moves == crossings {
                        d.outcome = Outcome::Draw;
                    } else {
                        d.white = !q.white;
                    }
                }
            }
            Phase::Find => {
                d.row = win_checker.first_row;
                d.col = win_checker.first_col;
                if win_checker.done {
                    d.phase = Phase::Settle;
                }
            }
            Phase::Lose => {
                record.skip = true;
                d.white = !q.white;
                d.phase = Phase::Settle;
            }
            Phase::Undo => {
                record.back = true;
                d.white = !q.white;
                d.phase = Phase::Lifting;
                if !record.lost {
                    core.lift = true;
                    core.row = record.last_row;
                    core.col = record.last_col;
                    pointer.jump = true;
                    board.enable = true;
                    board.address = last;
                    marked_stone = 0;
                    written_number = 0;
                    stone_write.enable = true;
                    stone_write.address = last;
                    stone_write.stone = Stone::Empty;
                }
            }
            Phase::Lifting => {
                if resting {
                    d.again = false;
                    d.phase = Phase::Remark;
                    if q.again {
                        d.phase = Phase::Undo;
                    }
                }
            }
            Phase::Remark => {
                core.look_row = record.last_row;
                core.look_col = record.last_col;
                d.phase = Phase::Restore;
            }
            Phase::Restore => {
                d.number = 0;
                if record.moves.any() {
                    d.number = core.label;
                    board.enable = true;
                    board.address = last;
                    marked_stone = bit_cast::<4, 2>(last_stone.into()) | mark_last;
                    written_number = core.label;
                }
                d.phase = Phase::Settle;
            }
            Phase::Settle => {
                d.scan = bit_cast::<8, 4>(win_checker.length);
                core.colour = q.white | over;
                d.phase = Phase::Turn;
                if lined {
                    d.phase = Phase::Mark;
                } else if over {
                    d.scan = 0;
                    d.phase = Phase::Over;
                }
                if renju {
                    core.survey = true;
                    d.phase = Phase::Survey;
                }
            }
            Phase::Survey => {
                board.enable = core.survey_valid;
                board.address = (bit_cast::<8, 4>(core.survey_row) << 4) | bit_cast::<8, 4>(core.survey_col);
                marked_stone = 0;
                written_number = 0;
                if core.forbidden {
                    written_number = forbidden_mark;
                }
                if resting {
                    d.phase = Phase::Turn;
                    if lined {
                        d.phase = Phase::Mark;
                    } else if over {
                        d.scan = 0;
                        d.phase = Phase::Over;
                    }
                }
            }
            Phase::Mark => {
                d.phase = Phase::Line;
            }
            Phase::Line => {
                board.enable = true;
                marked_stone = bit_cast::<4, 2>(stone.into()) | mark_line;
                if here == last {
                    marked_stone = bit_cast::<4, 2>(stone.into()) | mark_line | mark_last;
                }
                written_number = core.label;
                match win_checker.direction {
                    Direction::AlongTheRow => d.col = q.col + 1,
                    Direction::DownTheColumn => d.row = q.row + 1,
                    Direction::DownRight => {
                        d.row = q.row + 1;
                        d.col = q.col + 1;
                    }
                    Direction::DownLeft => {
                        d.row = q.row + 1;
                        d.col = q.col - 1;
                    }
                }
                d.scan = q.scan - 1;
                d.phase = Phase::Mark;
                if q.scan == 1 {
                    d.phase = Phase::Over;
                }
            }
            Phase::Over => {
                if tick {
                    d.scan = q.scan + 1;
                }
                if key.strobe | waited {
                    end_picture.start = true;
                    d.scan = 0;
                    d.phase = Phase::Shown;
                }
            }
            Phase::Shown => {
                board.enable = end_picture.write;
                board.address = end_picture.address;
                marked_stone = bit_cast::<4, 2>(end_picture.stone.into());
                written_number = 0;
                if tick {
                    d.scan = q.scan + 1;
                }
                if !end_picture.busy & (key.strobe | (demo & waited)) {
                    d.phase = Phase::Drain;
                }
            }
        }
        if begin_game {
            d.phase = Phase::Drain;
        }

        board.cell = (bit_cast::<14, 10>(written_number) << 4) | bit_cast::<14, 4>(marked_stone);
        status.cursor.row = pointer.row;
        status.cursor.col = pointer.col;
        status.cursor_shown = !over & !demo;
        status.last.row = record.last_row;
        status.last.col = record.last_col;
        status.turn = q.white;
        status.moves = record.moves;
        status.seconds.tens = move_clock.tens;
        status.seconds.ones = move_clock.ones;
        status.outcome = q.outcome;
        status.foul = q.foul;
        busy = (q.phase != Phase::Human)
            & (q.phase != Phase::Pause)
            & (q.phase != Phase::Over)
            & ((q.phase != Phase::Shown) | end_picture.busy);
    }
}

#[cfg(test)]
mod tests {
    use super::super::ports;
    use super::{BoardWrite, GameSettings, GameStatus, GomokuGame, Key, KeyEvent, Mode, StoneWrite};
    use crate::rules::gomoku::game::{End, Game, Ply};
    use crate::rules::gomoku::{Colour, Crossing, Foul, Profile, Rule, board::CENTRE, renju};
    use tengen_sim::{Encoded, Engine, Native};

    /// How a game is set up.
    #[derive(Clone, Copy, Debug)]
    struct Setup {
        mode: Mode,
        rule: Rule,
        opening: bool,
        profile: Profile,
    }

    const TWO_PLAYERS: Setup = Setup {
        mode: Mode::Pvp,
        rule: Rule::Freestyle,
        opening: false,
        profile: Profile::Zju,
    };

    /// The circuit with the RAMs it writes, and the game by the rules beside it.
    struct Bench {
        circuit: Native<GomokuGame>,
        setup: Setup,
        game: Game,
        /// What the board view and a spy on the position have been told, by {row, column}.
        board: [u64; 256],
        position: [u64; 256],
    }

    impl Bench {
        fn new(setup: Setup) -> Bench {
            let mut bench = Bench {
                circuit: Native::new(GomokuGame::default()),
                setup,
                game: Game::new(setup.rule),
                board: [99; 256],
                position: [99; 256],
            };
            let settings = GameSettings {
                mode: setup.mode,
                rule: ports::Rule::decode(setup.rule as u64),
                timed: true,
                opening: setup.opening,
                ..Default::default()
            };
            let inputs = [
                ("settings", settings.encode()),
                ("profile", setup.profile as u64),
                ("running", 1),
            ];
            for (name, value) in inputs {
                bench.set(name, value);
            }
            bench.begin();
            bench
        }

        fn set(&mut self, name: &str, value: u64) {
            match name {
                "timed" => self.circuit.circuit.settings.next.timed = value == 1,
                _ => self.circuit.set(self.circuit.port(name), value),
            }
        }

        fn port<T: Encoded>(&self, name: &str) -> T {
            T::decode(self.circuit.get(self.circuit.port(name)))
        }

        fn get(&self, what: &str) -> u64 {
            let status: GameStatus = self.port("status");
            match what {
                "turn" => status.turn.into(),
                "moves" => status.moves.encode(),
                "cursor_row" => status.cursor.row.encode(),
                "cursor_col" => status.cursor.col.encode(),
                "cursor_shown" => status.cursor_shown.into(),
                "last_row" => status.last.row.encode(),
                "last_col" => status.last.col.encode(),
                "tens" => status.seconds.tens.encode(),
                "ones" => status.seconds.ones.encode(),
                "result" => status.outcome as u64,
                "reason" => status.foul as u64,
                name => self.circuit.get(self.circuit.port(name)),
            }
        }

        fn clock(&mut self) {
            self.circuit.settle();
            let cell: BoardWrite = self.port("board");
            if cell.enable {
                self.board[cell.address.index()] = cell.cell.encode();
            }
            let stone: StoneWrite = self.port("stone_write");
            if stone.enable {
                self.position[stone.address.index()] = stone.stone as u64;
            }
            self.circuit.step();
        }

        /// One clock of the strobe, then until nothing is at work.
        fn strobe(&mut self, name: &str) {
            self.set(name, 1);
            self.clock();
            self.set(name, 0);
            self.until_ready(name);
        }

        fn until_ready(&mut self, name: &str) {
            for _ in 0..200_000 {
                self.clock();
                if self.get("busy") == 0 {
                    return;
                }
            }
            panic!("never ready after {name}");
        }

        fn key(&mut self, key: Key) {
            self.circuit.circuit.key.next = KeyEvent { key, strobe: true };
            self.clock();
            self.circuit.circuit.key.next.strobe = false;
            self.until_ready("a key");
        }

        fn begin(&mut self) {
            self.game = Game::new(self.setup.rule);
            self.strobe("begin_game");
            if self.setup.opening {
                self.game.play(CENTRE).unwrap();
            }
            self.answer();
        }

        fn computer(&self, colour: Colour) -> bool {
            match self.setup.mode {
                Mode::Pvp => false,
                Mode::Pvc => colour == Colour::White,
                Mode::Cvp => colour == Colour::Black,
                Mode::Demo => true,
            }
        }

        /// The computer's move in the game by the rules, if it is its turn.
        fn answer(&mut self) {
            let (game, setup) = (&mut self.game, self.setup);
            if game.end().is_none() && self.setup.mode != Mode::Pvp && self.computer(self.game.turn()) {
                let game = &mut self.game;
                match setup
                    .profile
                    .player()
                    .choose_under(setup.rule, game.board(), game.turn())
                {
                    Some(at) => game.play(at).unwrap(),
                    None => game.pass().unwrap(),
                }
            }
        }

        fn go_to(&mut self, at: Crossing) {
            while self.get("cursor_row") != at.row() as u64 {
                self.key(Key::Down);
            }
            while self.get("cursor_col") != at.col() as u64 {
                self.key(Key::Right);
            }
        }

        fn put(&mut self, at: Crossing) {
            self.go_to(at);
            self.key(Key::Enter);
            if self.game.play(at).is_ok() {
                self.answer();
            }
            assert_eq!(self.cursor(), at, "the cursor stays with the stone");
            self.check();
        }

        /// Lets the time of a move run out.
        fn lose_turn(&mut self) {
            for left in (0..30).rev() {
                self.strobe("tick");
                if left > 0 {
                    assert_eq!(10 * self.get("tens") + self.get("ones"), left);
                }
            }
            self.game.pass().unwrap();
            self.answer();
            self.check();
        }

        /// Asks for what was played last to be taken back; whether the rules allow it.
        fn undo(&mut self) -> bool {
            let count = if self.setup.mode == Mode::Pvp { 1 } else { 2 };
            let fixed = usize::from(self.setup.opening || self.setup.mode == Mode::Cvp);
            let plies = self.game.plies();
            let allowed = self.game.end().is_none() && plies.len() >= fixed + count;
            let mut cursor = self.cursor();
            if allowed {
                for _ in 0..count {
                    if let Some(Ply::Stone(at)) = self.game.take_back() {
                        cursor = at;
                    }
                }
            }
            let position = self.position;
            self.key(Key::Undo);
            assert_eq!(self.cursor(), cursor);
            if self.game.end().is_none() {
                self.check();
            } else {
                // To any key the end answers with its picture.
                assert_eq!(self.position, position);
            }
            allowed
        }

        fn cursor(&self) -> Crossing {
            Crossing::new(self.get("cursor_row") as usize, self.get("cursor_col") as usize).unwrap()
        }

        fn stones(&self) -> Vec<Crossing> {
            let stone = |ply: &Ply| match ply {
                Ply::Stone(at) => Some(*at),
                Ply::Pass => None,
            };
            self.game.plies().iter().filter_map(stone).collect()
        }

        /// Everything that shows is as the game by the rules has it.
        fn check(&self) {
            let (board, stones) = (self.game.board(), self.stones());
            assert_eq!(self.get("moves"), stones.len() as u64);
            let expected = match self.game.end() {
                None => (0, 0),
                Some(End::Draw) => (3, 0),
                Some(End::Won { colour, foul, .. }) => (colour as u64 + 1, foul.map_or(0, |foul| foul as u64 + 1)),
            };
            assert_eq!((self.get("result"), self.get("reason")), expected);
            let going = self.game.end().is_none();
            if going {
                assert_eq!(self.get("turn"), self.game.turn() as u64);
                assert_eq!((self.get("tens"), self.get("ones")), (3, 0), "the clock starts again");
            }
            let last = stones.last().copied();
            if let Some(last) = last {
                assert_eq!(
                    (self.get("last_row"), self.get("last_col")),
                    (last.row() as u64, last.col() as u64)
                );
            }
            let line = match self.game.end() {
                Some(End::Won { line: Some(line), .. }) => Some(line),
                _ => None,
            };
            let in_line = |at| {
                line.is_some_and(|line| {
                    (0..line.length as isize).any(|step| line.direction.walk(line.first, step) == Some(at))
                })
            };
            let shown = self.setup.rule == Rule::Renju && going && self.game.turn() == Colour::Black;
            let marks: Vec<Crossing> = match shown {
                true => renju::forbidden(board).map(|(at, _)| at).collect(),
                false => vec![],
            };
            for at in Crossing::all() {
                let address = at.row() << 4 | at.col();
                let stone = board.get(at).map_or(0, |colour| colour as u64 + 1);
                assert_eq!(self.position[address], stone, "the position on {at:?}");
                let number = stones
                    .iter()
                    .position(|stone| *stone == at)
                    .map_or(0, |index| index as u64 + 1);
                let decimal = (number / 100) << 8 | (number / 10 % 10) << 4 | (number % 10);
                let label = if marks.contains(&at) { 0xAB } else { decimal };
                let marked = label << 4 | u64::from(in_line(at)) << 3 | u64::from(last == Some(at)) << 2 | stone;
                assert_eq!(
                    self.board[address],
                    marked,
                    "the board's {at:?} after {:?}",
                    self.game.plies()
                );
            }
        }
    }

    /// A small random generator of numbers below a limit.
    fn dice(mut seed: u32) -> impl FnMut(usize) -> usize {
        move |below| {
            seed = seed.wrapping_mul(1664525).wrapping_add(1013904223);
            (seed >> 8) as usize % below
        }
    }

    /// An empty crossing, more often than not beside a stone.
    fn somewhere(game: &Game, dice: &mut impl FnMut(usize) -> usize) -> Crossing {
        let vacant: Vec<_> = game.board().vacant().collect();
        let near = |at: &Crossing| {
            (-1..=1).any(|rows| {
                (-1..=1).any(|cols| at.shifted(rows, cols).is_some_and(|at| game.board().get(at).is_some()))
            })
        };
        let close: Vec<_> = vacant.iter().copied().filter(near).collect();
        match close.is_empty() || dice(4) == 0 {
            true => vacant[dice(vacant.len())],
            false => close[dice(close.len())],
        }
    }

    /// Plays at random and takes back at random for so many steps, then takes everything back.
    fn forth_and_back(setup: Setup, seed: u32, steps: usize) -> (usize, usize) {
        let mut bench = Bench::new(setup);
        let mut dice = dice(seed);
        let (mut longest, mut undone, mut going_back) = (0, 0, 0);
        for _ in 0..steps {
            if bench.game.end().is_some() {
                assert!(!bench.undo(), "not after the end");
                bench.begin();
                bench.check();
            }
            if going_back > 0 {
                going_back -= 1;
                undone += usize::from(bench.undo());
                continue;
            }
            match dice(40) {
                0 => going_back = 1 + dice(1 + bench.game.plies().len()),
                1 => bench.lose_turn(),
                2 if !bench.stones().is_empty() => {
                    // A taken crossing.
                    let stones = bench.stones();
                    bench.put(stones[dice(stones.len())]);
                }
                _ => {
                    let at = somewhere(&bench.game, &mut dice);
                    // A foul now and then, but not as often as by chance.
                    let foul = setup.rule.foul(bench.game.board(), at, bench.game.turn()).is_some();
                    if !foul || dice(4) == 0 {
                        bench.put(at);
                    }
                }
            }
            longest = longest.max(bench.stones().len());
        }
        while bench.undo() {
            undone += 1;
        }
        (longest, undone)
    }

    #[test]
    fn two_players_forth_and_back() {
        let (longest, undone) = forth_and_back(TWO_PLAYERS, 1, 500);
        assert!(longest > 25 && undone > 60, "{longest} {undone}");
        let setup = Setup {
            opening: true,
            rule: Rule::ExactFive,
            ..TWO_PLAYERS
        };
        let (longest, undone) = forth_and_back(setup, 2, 400);
        assert!(longest > 25 && undone > 40, "{longest} {undone}");
    }

    #[test]
    fn renju_forth_and_back() {
        let setup = Setup {
            rule: Rule::Renju,
            ..TWO_PLAYERS
        };
        let (longest, undone) = forth_and_back(setup, 3, 220);
        assert!(longest > 20 && undone > 20, "{longest} {undone}");
        let setup = Setup {
            mode: Mode::Cvp,
            opening: true,
            profile: Profile::Thesis,
            ..setup
        };
        forth_and_back(setup, 4, 40);
    }

    #[test]
    fn against_the_computer_forth_and_back() {
        for (mode, opening, profile) in [
            (Mode::Pvc, false, Profile::Zju),
            (Mode::Pvc, true, Profile::Mcu),
            (Mode::Cvp, false, Profile::Thesis),
        ] {
            let setup = Setup {
                mode,
                opening,
                profile,
                ..TWO_PLAYERS
            };
            let (_, undone) = forth_and_back(setup, 5 + mode as u32, 150);
            assert!(undone > 5, "{undone}");
        }
    }

    #[test]
    fn a_game_of_225_stones_is_taken_back_to_the_start() {
        let mut bench = Bench::new(TWO_PLAYERS);
        // Pairs of columns in turn, the other way round in every other row: no line is longer than two.
        let black = |at: &Crossing| ((at.col() + 2 * (at.row() % 2)) / 2).is_multiple_of(2);
        let (mut blacks, mut whites): (Vec<_>, Vec<_>) = Crossing::all().partition(black);
        let mut lost = false;
        while bench.stones().len() < 224 {
            let own = if bench.game.turn() == Colour::Black {
                &mut blacks
            } else {
                &mut whites
            };
            let at = own.pop().unwrap();
            bench.put(at);
            // A lost turn each on the way, so that the turns come out even.
            if [100, 101].contains(&bench.stones().len()) && !lost {
                bench.lose_turn();
                bench.lose_turn();
                lost = true;
            }
        }
        while bench.undo() {}
        assert!(bench.game.plies().is_empty());
        // The same circuit then plays on like a new one.
        let mut fresh = Bench::new(TWO_PLAYERS);
        for at in [CENTRE, Crossing::new(6, 7).unwrap(), Crossing::new(0, 14).unwrap()] {
            bench.put(at);
            fresh.put(at);
            assert_eq!((bench.board, bench.position), (fresh.board, fresh.position));
        }
    }

    #[test]
    fn each_foul_ends_the_game_with_its_name() {
        let cases: [(Foul, &[(usize, usize)]); 3] = [
            (Foul::Overline, &[(7, 3), (7, 4), (7, 5), (7, 7), (7, 8)]),
            (Foul::DoubleFour, &[(7, 3), (7, 4), (7, 5), (8, 6), (9, 6), (10, 6)]),
            (Foul::DoubleThree, &[(7, 4), (7, 5), (8, 6), (9, 6)]),
        ];
        for (foul, stones) in cases {
            let mut bench = Bench::new(Setup {
                rule: Rule::Renju,
                ..TWO_PLAYERS
            });
            for (number, &(row, col)) in stones.iter().enumerate() {
                bench.put(Crossing::new(row, col).unwrap());
                bench.put(Crossing::new(14, 2 * number).unwrap());
            }
            bench.put(Crossing::new(7, 6).unwrap());
            assert_eq!((bench.get("result"), bench.get("reason")), (2, foul as u64 + 1));
            assert!(!bench.undo());
            bench.key(Key::Enter);
            assert_eq!(
                (bench.get("result"), bench.get("reason"), bench.get("moves")),
                (0, 0, 0)
            );
        }
    }

    #[test]
    fn a_hint_moves_the_cursor_to_the_computers_choice_and_nothing_else() {
        for (rule, profile) in [
            (Rule::Freestyle, Profile::Mcu),
            (Rule::ExactFive, Profile::Thesis),
            (Rule::Renju, Profile::Zju),
        ] {
            let mut bench = Bench::new(Setup {
                rule,
                profile,
                ..TWO_PLAYERS
            });
            let mut dice = dice(7);
            while bench.stones().len() < 24 && bench.game.end().is_none() {
                let expected = profile
                    .player()
                    .choose_under(rule, bench.game.board(), bench.game.turn());
                bench.key(Key::Hint);
                assert_eq!(
                    Some(bench.cursor()),
                    expected,
                    "{rule:?} {profile:?} {:?}",
                    bench.game.plies()
                );
                bench.check();
                let at = match dice(2) {
                    0 => bench.cursor(),
                    _ => somewhere(&bench.game, &mut dice),
                };
                bench.put(at);
            }
        }
    }

    #[test]
    fn the_clock_waits_while_time_stands_still_or_it_is_off() {
        let mut bench = Bench::new(TWO_PLAYERS);
        for (port, stopped, going) in [("running", 0, 1), ("timed", 0, 1)] {
            bench.set(port, stopped);
            (0..40).for_each(|_| bench.strobe("tick"));
            assert_eq!(
                (bench.get("tens"), bench.get("ones"), bench.get("turn")),
                (3, 0, 0),
                "{port}"
            );
            bench.set(port, going);
        }
        bench.strobe("tick");
        assert_eq!((bench.get("tens"), bench.get("ones")), (2, 9));
        // A taken crossing, a hint or a move of the cursor wins no time.
        bench.key(Key::Hint);
        bench.key(Key::Left);
        assert_eq!((bench.get("tens"), bench.get("ones")), (2, 9));
    }

    #[test]
    fn the_computer_against_itself_takes_a_second_a_move_and_starts_over() {
        let mut bench = Bench::new(TWO_PLAYERS);
        bench.circuit.circuit.settings.next.mode = Mode::Demo;
        bench.strobe("begin_game");
        let mut ends = 0;
        for _ in 0..500 {
            let (before, over) = (bench.get("moves"), bench.get("result"));
            bench.strobe("tick");
            let moves = bench.get("moves");
            assert!(
                moves == before + 1 || over > 0 && (moves == before || moves == 0),
                "{before} {moves}"
            );
            ends += u64::from(over > 0 && bench.get("result") == 0);
            assert_eq!(bench.get("cursor_shown"), 0);
        }
        assert!(ends > 0, "{ends}");
    }
}
