//! The position of a game of Gomoku: the stones, a computer player's move, and black's forbidden points.
//!
//! ```text
//!                     +-------------------- gomoku_core --------------------+
//! clear, place, lift  |  GreedyPlayer  stones in a ring; moves, fives       | best_row, best_col, five, illegal
//! think, survey ----->|      ^ veto                                         |
//!                     |  Trial         stones, labels and verdicts in a RAM | stone, verdict, label
//!                     |  GomokuSearch  stones once more; looks ahead        | score, depth, nodes, reply
//!                     |                                                     | survey_valid, survey_row, survey_col, forbidden
//!                     +-----------------------------------------------------+
//!
//! clock          __/‾‾\__/‾‾\__/‾‾\__ ... __/‾‾\__/‾‾\__
//! think          ___/‾‾‾‾\___________ ... ______________
//! busy           _________/‾‾‾‾‾‾‾‾‾‾ ... ‾‾‾‾\_________
//! done           ____________________ ... ____/‾‾‾‾‾\___    a clock after the player's own
//! best_row, _col == previous ======== ... ===< the move >=   held until the next think
//! ```
//!
//! A strobe lasts one clock and samples the other inputs; strobes while busy are ignored. If several coincide, clear
//! wins over place, place over lift, lift over think, and think over survey. busy rises with the next clock.
//!
//! | strobe | effect                                                                 | takes, in clocks             |
//! |--------|------------------------------------------------------------------------|------------------------------|
//! | clear  | removes all stones                                                     | 258                          |
//! | place  | places a stone with its `label_in`; `illegal` if the crossing is taken | the player's time + 2        |
//! | lift   | removes the stone on the crossing                                      | the player's time + 2        |
//! | think  | finds a move for `colour`; black under Renju surveys first if needed   | the player's or search's + 2 |
//! | survey | reports every empty crossing, judged for black; allowed for white      | 450 and the verdicts         |
//!
//! A survey for black makes the forbidden crossings known until a stone is placed or removed. While not busy, the
//! outputs `stone`, `verdict` and `label` show the crossing at `row`, `col` a clock later.
//!
//! | port                   | dir | width   | meaning                                                       | initial |
//! |------------------------|-----|---------|---------------------------------------------------------------|---------|
//! | clock                  | in  | 1       | rising edge                                                   | –       |
//! | clear                  | in  | 1       | strobe: empties the board                                     | –       |
//! | place                  | in  | 1       | strobe: places a stone                                        | –       |
//! | lift                   | in  | 1       | strobe: removes a stone                                       | –       |
//! | think                  | in  | 1       | strobe: finds a move                                          | –       |
//! | survey                 | in  | 1       | strobe: judges every empty crossing for `colour`              | –       |
//! | row, col               | in  | 4       | the crossing for place and lift, and the crossing to show     | –       |
//! | colour                 | in  | 1       | 0 black, 1 white: of the stone, the move or the survey        | –       |
//! | label_in               | in  | 10      | for place: stored with the stone; its meaning is the caller's | –       |
//! | profile                | in  | Profile | for think: the player                                         | –       |
//! | rule                   | in  | Rule    | the rule of the game; constant from clear to clear            | –       |
//! | shuffle                | in  | 1       | choose at random among equally good crossings                 | –       |
//! | searches               | in  | 1       | for think: the search chooses; if it is lost, the player does | –       |
//! | budget                 | in  | 32      | clocks the search may take                                    | –       |
//! | stop                   | in  | 1       | ends the search with the best so far; high until busy is low  | –       |
//! | busy                   | out | 1       | at work; every strobe is ignored                              | 0       |
//! | done                   | out | 1       | one clock at the end of a think: the first that busy is low   | 0       |
//! | best_row, best_col     | out | 4       | the move that think found; 15, 15 if no move is allowed       | 0, 0    |
//! | score                  | out | 14      | for the mover; +200 multiplies the odds of winning by e       | 0       |
//! | depth                  | out | 7       | of the last search: its depth in plies                        | 0       |
//! | nodes                  | out | 32      | of the last search: number of positions entered               | 0       |
//! | expects, reply_row, reply_col | out | 1, 4, 4 | of the last search: the expected reply, if any         | 0       |
//! | five                   | out | 1       | the stone last placed wins under the rule                     | 0       |
//! | illegal                | out | 1       | the last place or lift changed nothing                        | 0       |
//! | stone                  | out | Stone   | the stone on the crossing shown                               | Empty   |
//! | verdict                | out | Verdict | if that crossing is empty: the verdict of black's last survey | Allowed |
//! | label                  | out | 10      | if that crossing holds a stone: its label                     | 0       |
//! | survey_valid           | out | 1       | one clock: the survey has judged the empty crossing below     | 0       |
//! | survey_row, survey_col | out | 4       | the crossing that has been judged                             | 0, 0    |
//! | forbidden              | out | 1       | valid with `survey_valid`: black may not play there           | 0       |

use super::ports::{Profile, Rule, Stone, Verdict};
use super::renju::trial::Trial;
use super::search::GomokuSearch;
use super::search::entry::WON;
use super::search::valuation::ZERO;
use crate::edition::Edition;
use crate::gomoku::player::greedy_player::GreedyPlayer;
use crate::ports::Crossing;
use crate::{Circuit, LogicState, LogicStruct, Optional, Register, kernel};
use rust_hdl::prelude::*;

#[derive(LogicState, Copy, Clone, Debug, PartialEq)]
pub enum Phase {
    /// Waits for a strobe.
    Idle,
    /// The player, the search and the judge take or remove a stone, or clear the board.
    Settling,
    /// The judge reads the crossing of the survey.
    Fetching,
    /// The judge shows the crossing.
    Asking,
    /// The judge judges the crossing.
    Judging,
    /// Starts the player and the search.
    Starting,
    Thinking,
}

#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
pub struct State {
    phase: Phase,
    /// A think follows the survey.
    thinking: Bit,
    /// The verdicts stored are black's for the current position.
    surveyed: Bit,
    /// Forbidden crossings are vetoed.
    forbidding: Bit,
    colour: Bit,
    /// The current crossing of the survey; between surveys the first.
    at: Crossing,
    done: Bit,
    /// The think uses the search; the search has finished; the player has.
    searching: Bit,
    searched: Bit,
    played: Bit,
    /// The move is the search's.
    better: Bit,
}

const BORDER: u64 = 14;
const NOWHERE: u64 = 15;

#[derive(Circuit)]
pub struct GomokuCore {
    pub clock: Signal<In, Clock>,
    pub clear: Signal<In, Bit>,
    pub place: Signal<In, Bit>,
    pub lift: Signal<In, Bit>,
    pub think: Signal<In, Bit>,
    pub survey: Signal<In, Bit>,
    pub row: Signal<In, Bits<4>>,
    pub col: Signal<In, Bits<4>>,
    pub colour: Signal<In, Bit>,
    pub label_in: Signal<In, Bits<10>>,
    pub profile: Signal<In, Profile>,
    pub rule: Signal<In, Rule>,
    pub shuffle: Signal<In, Bit>,
    pub searches: Signal<In, Bit>,
    pub budget: Signal<In, Bits<32>>,
    pub stop: Signal<In, Bit>,
    pub busy: Signal<Out, Bit>,
    pub done: Signal<Out, Bit>,
    pub best_row: Signal<Out, Bits<4>>,
    pub best_col: Signal<Out, Bits<4>>,
    pub score: Signal<Out, Bits<14>>,
    pub depth: Signal<Out, Bits<7>>,
    pub nodes: Signal<Out, Bits<32>>,
    pub expects: Signal<Out, Bit>,
    pub reply_row: Signal<Out, Bits<4>>,
    pub reply_col: Signal<Out, Bits<4>>,
    pub five: Signal<Out, Bit>,
    pub illegal: Signal<Out, Bit>,
    pub stone: Signal<Out, Stone>,
    pub verdict: Signal<Out, Verdict>,
    pub label: Signal<Out, Bits<10>>,
    pub survey_valid: Signal<Out, Bit>,
    pub survey_row: Signal<Out, Bits<4>>,
    pub survey_col: Signal<Out, Bits<4>>,
    pub forbidden: Signal<Out, Bit>,

    state: Register<State>,
    player: GreedyPlayer,
    trial: Trial,
    search: Optional<GomokuSearch>,

    /// report: the survey reports an empty crossing. advance: it skips a taken one.
    report: Signal<Local, Bit>,
    advance: Signal<Local, Bit>,

    /// The greatest score that is lost, offset by 2^13.
    #[init(ZERO - WON)]
    lost: Constant<Bits<14>>,
    #[init(true)]
    judges: Constant<Bit>,
    #[init(true)]
    can_search: Constant<Bit>,
}

impl GomokuCore {
    /// Creates a core with the rules and players of this edition; without Renju it judges nothing.
    pub fn new(edition: &Edition) -> Self {
        let [_, _, zju, thesis] = edition.levels;
        GomokuCore {
            player: GreedyPlayer::new(zju | thesis),
            trial: Trial::new(edition.renju),
            search: match edition.gomoku_search {
                Some(lanes) => Optional::present(GomokuSearch::new(lanes)),
                None => Optional::absent(),
            },
            judges: Constant::new(edition.renju),
            can_search: Constant::new(edition.gomoku_search.is_some()),
            ..Default::default()
        }
    }
}

#[kernel]
impl Logic for GomokuCore {
    fn update(&mut self) {
        let idle = q.phase == Phase::Idle;
        // Neither the player, the search nor the judge is at work.
        let resting = !player.busy & !trial.busy & !search.busy;
        // Renju's fouls apply, and the judge exists.
        let renju = judges & (rule == Rule::Renju);

        self.hand_on(idle);
        self.look(idle);
        self.step(renju, resting);

        busy = !idle;
        done = q.done;
        GreedyPlayer { best_row, best_col, .. } = player;
        if q.better {
            GomokuSearch { best_row, best_col, .. } = search;
        }
        GomokuSearch { score, depth, nodes, expects, reply_row, reply_col, .. } = search;
        GreedyPlayer { five, illegal, .. } = player;
        stone = trial.stone;
        verdict = trial.marked;
        label = trial.label;
        survey_valid = report;
        survey_row = q.at.row;
        survey_col = q.at.col;
        forbidden = !q.colour & (trial.verdict != Verdict::Allowed) & (trial.verdict != Verdict::ExactFive);
    }

    /// Sends every stone to the player, the search and the judge.
    fn hand_on(&mut self, idle: Bit) {
        player = GreedyPlayer { row, col };
        player.clear = idle & clear;
        player.place = idle & place;
        player.lift = idle & lift;
        player.think = q.phase == Phase::Starting;
        // The colour of the stone, or the mover.
        let side = if q.phase == Phase::Starting { q.colour } else { colour };
        player = GreedyPlayer { colour: side, profile, rule, shuffle };
        search = GomokuSearch { row, col, rule, budget, stop };
        search.clear = idle & clear;
        search.place = idle & place;
        search.lift = idle & lift;
        search.think = (q.phase == Phase::Starting) & q.searching;
        search.colour = side;
        search.deepest = 0;
        trial = Trial { colour, label_in };
        trial.clear = idle & clear;
        trial.place = idle & place;
        trial.lift = idle & lift;
        trial.judge = false;
    }

    /// Selects the crossing to show: the caller's, the survey's, or that of the player's scan.
    fn look(&mut self, idle: Bit) {
        trial.at.row = row;
        trial.at.col = col;
        if q.phase == Phase::Thinking {
            trial.at.row = player.scan_row;
            trial.at.col = player.scan_col;
        } else if !idle {
            trial.at = q.at;
        }
        player.veto = q.forbidding & (trial.marked != Verdict::Allowed) & (trial.marked != Verdict::ExactFive);
    }

    /// The state machine.
    fn step(&mut self, renju: Bit, resting: Bit) {
        report = false;
        advance = false;
        d.done = false;
        match q.phase {
            Phase::Idle => {
                d.colour = colour;
                d.thinking = think;
                d.forbidding = renju & !colour;
                d.searching = searches & can_search;
                d.searched = !(searches & can_search);
                d.played = false;
                if clear | place | lift {
                    d.surveyed = false;
                    d.phase = Phase::Settling;
                } else if think {
                    d.phase = if renju & !colour & !q.surveyed { Phase::Fetching } else { Phase::Starting };
                } else if survey {
                    d.phase = Phase::Fetching;
                }
            }
            Phase::Settling => {
                if resting {
                    d.phase = Phase::Idle;
                }
            }
            Phase::Fetching => d.phase = Phase::Asking,
            Phase::Asking => {
                if trial.stone != Stone::Empty {
                    advance = true;
                } else if q.colour {
                    report = true;
                } else {
                    trial.judge = judges;
                    d.phase = Phase::Judging;
                }
            }
            Phase::Judging => report = trial.done,
            Phase::Starting => d.phase = Phase::Thinking,
            Phase::Thinking => {
                if player.done {
                    d.played = true;
                }
                if search.done {
                    d.searched = true;
                }
                if (q.played | player.done) & (q.searched | search.done) & !search.busy {
                    d.better = q.searching & (search.best_row != NOWHERE) & ((search.score ^ ZERO) > lost);
                    d.done = true;
                    d.phase = Phase::Idle;
                }
            }
        }
        if advance | report {
            d.phase = Phase::Fetching;
            d.at.col = q.at.col + 1;
            if q.at.col == BORDER {
                d.at.col = 0;
                d.at.row = q.at.row + 1;
                if q.at.row == BORDER {
                    d.at.row = 0;
                    d.surveyed = !q.colour;
                    d.phase = if q.thinking { Phase::Starting } else { Phase::Idle };
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::GomokuCore;
    use crate::edition::Edition;
    use crate::gomoku::samples;
    use tengen_rules::gomoku::level::LAST_RESORT;
    use tengen_rules::gomoku::renju::{self, Verdict};
    use tengen_rules::gomoku::{Board, Colour, Crossing, Level, Profile, Rule};
    use tengen_sim::{ByName, Engine, Native, Random};

    struct Bench {
        core: Native<GomokuCore>,
        board: Board,
        /// The crossings that the survey reports, and whether they are forbidden.
        notes: Vec<(Crossing, bool)>,
    }

    impl Bench {
        fn new() -> Bench {
            Bench {
                core: Native::new(GomokuCore::new(&Edition::FULL.without_searches())),
                board: Board::new(),
                notes: vec![],
            }
        }

        fn with_search() -> Bench {
            Bench { core: Native::new(GomokuCore::default()), ..Bench::new() }
        }

        /// Strobes for one clock, then waits. Returns the number of clocks.
        fn run(&mut self, strobe: &str) -> u32 {
            assert_eq!((self.core.read("busy"), self.core.read("done")), (0, 0));
            self.core.strobe(strobe);
            assert_eq!(self.core.read("busy"), 1, "busy rises with the next clock");
            self.notes.clear();
            let mut clocks = 1;
            while self.core.read("busy") == 1 {
                assert_eq!(self.core.read("done"), 0);
                if self.core.read("survey_valid") == 1 {
                    let at = Crossing::new(
                        self.core.read("survey_row") as usize,
                        self.core.read("survey_col") as usize,
                    );
                    self.notes
                        .push((at.expect("on the board"), self.core.read("forbidden") == 1));
                }
                self.core.step();
                clocks += 1;
                assert!(clocks < 70_000, "never ready");
            }
            assert_eq!(self.core.read("done"), u64::from(strobe == "think"));
            self.core.step();
            clocks
        }

        fn stone(&mut self, strobe: &str, at: Crossing, colour: Colour) -> bool {
            self.core.drive("row", at.row() as u64);
            self.core.drive("col", at.col() as u64);
            self.core.drive("colour", colour as u64);
            self.core.drive("label_in", self.board.stones() as u64 + 1);
            let clocks = self.run(strobe);
            assert!(clocks <= 235, "{clocks}");
            self.core.read("illegal") == 0
        }

        fn place(&mut self, at: Crossing, colour: Colour) {
            let placed = self.stone("place", at, colour);
            assert_eq!(placed, self.board.place(at, colour).is_ok(), "{at:?}");
        }

        fn lift(&mut self, at: Crossing) {
            let there = self.board.get(at).is_some();
            assert_eq!(self.stone("lift", at, Colour::White), there, "{at:?}");
            self.board.lift(at);
        }

        fn look(&mut self, at: Crossing) -> (u64, u64, u64) {
            self.core.drive("row", at.row() as u64);
            self.core.drive("col", at.col() as u64);
            self.core.step();
            (
                self.core.read("stone"),
                self.core.read("verdict"),
                self.core.read("label"),
            )
        }

        fn think(&mut self, rule: Rule, profile: Profile, colour: Colour) -> (Option<Crossing>, u32) {
            self.core.drive("rule", rule as u64);
            self.core.drive("profile", profile as u64);
            self.core.drive("colour", colour as u64);
            let clocks = self.run("think");
            let (row, col) = (self.core.read("best_row"), self.core.read("best_col"));
            let found = Crossing::new(row as usize, col as usize);
            assert!(found.is_some() || (row, col) == (15, 15));
            (found, clocks)
        }
    }

    #[test]
    fn positions_that_come_and_go_as_the_rules_say() {
        let mut bench = Bench::new();
        let mut random = Random::new(11);
        let (mut forbidden, mut moves) = (0, 0);
        for round in 0..400 {
            let at = Crossing::new(3 + random.below(9), 3 + random.below(9)).unwrap();
            let colour = random.of(&[Colour::Black, Colour::White]);
            match random.below(5) {
                0 => bench.lift(at),
                _ => bench.place(at, colour),
            }
            if round % 100 == 99 {
                bench.run("clear");
                bench.board = Board::new();
            }
            if round % 5 != 0 {
                continue;
            }
            let verdicts: Vec<(Crossing, Verdict)> = bench
                .board
                .vacant()
                .map(|at| (at, renju::verdict(&bench.board, at)))
                .collect();
            for (colour, strict) in [(Colour::Black, true), (Colour::White, false)] {
                bench.core.drive("colour", colour as u64);
                bench.run("survey");
                let expected: Vec<_> = verdicts
                    .iter()
                    .map(|(at, v)| (*at, strict && v.is_forbidden()))
                    .collect();
                assert_eq!(bench.notes, expected);
                forbidden += expected.iter().filter(|(_, forbidden)| *forbidden).count();
                for (at, verdict) in &verdicts {
                    let (stone, shown, _) = bench.look(*at);
                    assert_eq!(
                        (stone, shown),
                        (0, *verdict as u64),
                        "a survey for white changes nothing"
                    );
                }
            }
            for rule in Rule::ALL {
                let profile = random.of(&Profile::ALL);
                let colour = random.of(&[Colour::Black, Colour::White]);
                let expected = profile.player().choose_under(rule, &bench.board, colour);
                let (found, clocks) = bench.think(rule, profile, colour);
                assert_eq!(found, expected, "{rule:?} {profile:?} {colour:?} {:?}", bench.board);
                let surveyed = rule == Rule::Renju && colour == Colour::Black;
                assert!(surveyed || clocks <= 260, "{clocks}");
                if surveyed {
                    assert!(clocks < 60_000, "{clocks}");
                    let again = bench.think(rule, profile, colour);
                    assert!(
                        again.0 == expected && again.1 <= 260,
                        "the verdicts are kept: {} clocks",
                        again.1
                    );
                }
                moves += 1;
            }
        }
        assert!(forbidden > 60 && moves > 200, "{forbidden} {moves}");
    }

    #[test]
    fn a_search_finds_the_move_and_the_player_where_that_is_lost() {
        const BUDGET: u64 = 4000;
        let mut bench = Bench::with_search();
        let mut random = Random::new(24);
        bench.core.drive("budget", BUDGET);
        let mut lost = 0;
        for round in 0..9 {
            let rule = Rule::ALL[round % 3];
            bench.core.drive("rule", rule as u64);
            bench.run("clear");
            bench.board = Board::new();
            let board = samples::board(&mut random, 4 + 3 * round);
            for at in Crossing::all() {
                if let Some(colour) = board.get(at) {
                    bench.place(at, colour);
                }
            }
            let mover = samples::mover(&board);
            let thought = Level::Dan(1).think(rule, &board, mover, Some(BUDGET)).unwrap();
            let found = thought.found.unwrap();
            lost += u32::from(found.at != Some(thought.at));
            bench.core.drive("searches", 1);
            let (at, clocks) = bench.think(rule, LAST_RESORT, mover);
            assert_eq!(at, Some(thought.at), "{rule}: {board:?}");
            assert!(rule == Rule::Renju || u64::from(clocks) < BUDGET + 300, "{clocks}");
            let [score, depth, nodes] = ["score", "depth", "nodes"].map(|port| bench.core.read(port));
            let expected = [found.score as u64 & 0x3FFF, u64::from(found.depth), found.nodes];
            assert_eq!([score, depth, nodes], expected);
            let reply = found.reply.map(|at| (at.row() as u64, at.col() as u64));
            let read = (bench.core.read("reply_row"), bench.core.read("reply_col"));
            assert_eq!((bench.core.read("expects") == 1).then_some(read), reply);
            bench.core.drive("searches", 0);
            let expected = LAST_RESORT.player().choose_under(rule, &board, mover);
            assert_eq!(bench.think(rule, LAST_RESORT, mover).0, expected);
        }
        assert!(lost > 0, "none of the positions is lost");
    }

    #[test]
    fn stones_keep_their_labels_until_they_are_lifted() {
        let mut bench = Bench::new();
        let at = |row, col| Crossing::new(row, col).unwrap();
        bench.place(at(0, 0), Colour::Black);
        bench.place(at(14, 14), Colour::White);
        bench.place(at(7, 7), Colour::Black);
        // Illegal: nothing changes.
        bench.place(at(7, 7), Colour::White);
        bench.lift(at(3, 3));
        bench.run("survey");
        assert_eq!(bench.look(at(0, 0)), (1, 0, 1));
        assert_eq!(bench.look(at(14, 14)), (2, 0, 2));
        assert_eq!(bench.look(at(7, 7)), (1, 0, 3));
        bench.lift(at(0, 0));
        assert_eq!(bench.look(at(0, 0)).0, 0);
        bench.run("clear");
        for at in Crossing::all() {
            let (stone, verdict, _) = bench.look(at);
            assert_eq!((stone, verdict), (0, 0), "{at:?}");
        }
    }

    #[test]
    fn black_finds_nothing_where_everything_is_forbidden() {
        // One crossing is left; black's stone there makes six.
        let left = Crossing::new(7, 7).unwrap();
        let mut bench = Bench::new();
        for at in Crossing::all().filter(|at| *at != left) {
            let own = at.row() == 7 && (2..=8).contains(&at.col());
            bench.place(at, if own { Colour::Black } else { Colour::White });
        }
        for profile in Profile::ALL {
            assert_eq!(bench.think(Rule::Renju, profile, Colour::Black).0, None);
            assert_eq!(bench.think(Rule::Renju, profile, Colour::White).0, Some(left));
            assert_eq!(bench.think(Rule::ExactFive, profile, Colour::Black).0, Some(left));
        }
    }

    #[test]
    fn strobes_while_busy_are_ignored_and_together_they_have_an_order() {
        let mut bench = Bench::new();
        let centre = Crossing::new(7, 7).unwrap();
        for strobe in ["place", "lift", "think", "survey", "clear"] {
            bench.place(centre, Colour::Black);
            bench.core.drive("row", 7);
            bench.core.drive("col", 7);
            bench.core.strobe(strobe);
            let others = ["clear", "place", "lift", "think", "survey"];
            for clock in 0.. {
                if bench.core.read("busy") == 0 {
                    break;
                }
                bench.core.drive("row", clock % 16);
                others.iter().for_each(|other| bench.core.drive(other, 1));
                bench.core.step();
                // The strobes end one clock before busy falls, so that they start nothing.
                others.iter().for_each(|other| bench.core.drive(other, 0));
            }
            if strobe == "lift" || strobe == "clear" {
                bench.board = Board::new();
            }
            let expected = if bench.board.is_empty() { 0 } else { 1 };
            assert_eq!(bench.look(centre).0, expected, "{strobe}");
            for at in Crossing::all().filter(|at| *at != centre) {
                assert_eq!(bench.look(at).0, 0, "{strobe}");
            }
        }
        // Two strobes that coincide, the winner first; and the number of stones after them.
        for (strobes, stone) in [(["place", "lift"], 1), (["clear", "place"], 0), (["lift", "think"], 0)] {
            bench.core.drive("row", 7);
            bench.core.drive("col", 7);
            strobes.iter().for_each(|strobe| bench.core.drive(strobe, 1));
            bench.core.step();
            strobes.iter().for_each(|strobe| bench.core.drive(strobe, 0));
            while bench.core.read("busy") == 1 {
                bench.core.step();
                assert_eq!(bench.core.read("done"), 0);
            }
            assert_eq!(bench.look(centre).0, stone, "{strobes:?}");
        }
    }
}
