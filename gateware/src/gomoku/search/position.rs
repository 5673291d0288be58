//! The position being searched: the threats on every crossing, updated as stones are placed and removed.
//!
//! ```text
//! clock      __/‾‾\__/‾‾\__/‾‾\_ .. _/‾‾\__/‾‾\__/‾‾\__/‾‾\__
//! start      __/‾‾‾‾‾\__________ .. _________________________   with the stone
//! step       ========< 0 >< 1 > .. < 7 >====================
//! writes     ============< 0 >= .. ======< 7 >==============   the changed keys, a clock after the step
//! fives ...  ================== .. =================< all >=   ten clocks after the start; value: a clock later
//! ```
//!
//! The next stone may start nine clocks after this one. If a stone is only tried, `restore` undoes it; it must come
//! before the next stone starts.
//!
//! With two lanes the circuit examines two lines a clock in place of four: the stone's own crossing in the first clock,
//! then for each step first the row and the column, then the diagonals. An update takes nine clocks more.
//!
//! | port         | dir | width            | meaning                                                       | initial |
//! |--------------|-----|------------------|---------------------------------------------------------------|---------|
//! | clock        | in  | 1                | rising edge                                                   | –       |
//! | clear, clear_at | in  | 1, 6          | empties crossing {third, row} of each bank; lines of that row | –       |
//! | rule         | in  | Rule             | the rule of the game; constant from clear to clear            | –       |
//! | start        | in  | 1                | strobe: places or removes `stone`                             | –       |
//! | stone        | in  | Stone            | the stone                                                     | –       |
//! | restore      | in  | 1                | strobe: undoes a stone that was only tried                    | –       |
//! | mover        | in  | 1                | 0 black, 1 white: the mover, for the outputs below            | –       |
//! | black, white | out | 1                | a stone of the colour is on `stone`'s crossing; combinational | 0       |
//! | writes       | out | BANKS x KeyWrite | keys that have changed                                        | 0       |
//! | value, fives, doubles, threatens, blocks, lost, threatened, answers | out | 14, 1, 1, 1, 1, 1, 1, 1 | see [`Tally`] |  |
//! | won          | out | 1                | the stone makes five                                          | 0       |
//! | block | out | Candidate      | where the stone's colour threatens five; the key is the other colour's | none    |

use rust_hdl::prelude::*;

use super::assessor::Assessor;
use super::bank::Bank;
use super::lane::Lane;
use super::lines::Lines;
use super::pairing::Pairing;
use super::ports::{BANKS, Candidate, KeyWrite, LineShapes, Stone, Visit};
use super::route::{NEAR_STEPS, Part, Route, STEPS};
use super::tally::Tally;
use crate::gomoku::ports::Rule;
use crate::{Circuit, LogicStruct, Optional, Register, kernel};
use tengen_hdl::library::memory::Table;
use tengen_rules::gomoku::search::Lanes;

/// The crossing where a five is threatened, and the colour that threatens it.
#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
pub struct Seen {
    bank: Bits<3>,
    write: KeyWrite,
    white: Bit,
}

#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
pub struct State {
    stone: Stone,
    walking: Bit,
    step: Bits<4>,
    part: Part,
    /// It is the first clock of the walk.
    first: Bit,
    second: Bit,
    /// The stone of the step one clock earlier, and two clocks earlier.
    stone_2: Stone,
    stone_3: Stone,
    vacant: Bits<4>,
    won: Bit,
    seen: Seen,
}

const LAST_NEAR: u64 = NEAR_STEPS - 1;
const LAST: u64 = STEPS - 1;

#[derive(Circuit)]
pub struct Position {
    pub clock: Signal<In, Clock>,
    pub clear: Signal<In, Bit>,
    pub clear_at: Signal<In, Bits<6>>,
    pub rule: Signal<In, Rule>,
    pub start: Signal<In, Bit>,
    pub stone: Signal<In, Stone>,
    pub restore: Signal<In, Bit>,
    pub mover: Signal<In, Bit>,
    pub black: Signal<Out, Bit>,
    pub white: Signal<Out, Bit>,
    pub writes: [Signal<Out, KeyWrite>; BANKS],
    pub value: Signal<Out, Bits<14>>,
    pub fives: Signal<Out, Bit>,
    pub doubles: Signal<Out, Bit>,
    pub threatens: Signal<Out, Bit>,
    pub blocks: Signal<Out, Bit>,
    pub lost: Signal<Out, Bit>,
    pub threatened: Signal<Out, Bit>,
    pub answers: Signal<Out, Bit>,
    pub won: Signal<Out, Bit>,
    pub block: Signal<Out, Candidate>,

    state: Register<State>,
    lines: Lines,
    route: Route,
    lanes: [Optional<Lane>; 4],
    shapes: [Register<LineShapes>; 4],
    banks: [Bank; BANKS],
    /// One for each bank; with two lanes only two.
    assessors: [Optional<Assessor>; BANKS],
    #[init(Optional::absent())]
    pairing: Optional<Pairing>,
    tally: Tally,
    /// By {bank, row modulo five}: the column, for each third.
    #[init(std::array::from_fn(|third| Table::new((0..64).map(|address| column(third as u64, address)))))]
    columns: [Table<Bits<4>, 6>; 3],
    #[init(Table::new((0..16u64).map(|row| Bits::from(row % 5))))]
    remainder: Table<Bits<3>, 4>,

    visit: Signal<Local, Visit>,
    vacant: Signal<Local, Bits<4>>,
    #[init(std::array::from_fn(|bank| Constant::new((bank as u64).into())))]
    numbers: [Constant<Bits<3>>; BANKS],
    /// There are two lanes; else four.
    #[init(false)]
    by_pairs: Constant<Bit>,
}

impl Position {
    /// Creates a circuit that examines `lanes` lines a clock.
    pub fn new(lanes: Lanes) -> Self {
        let by_pairs = lanes == Lanes::Two;
        Position {
            lines: Lines::new(lanes),
            lanes: std::array::from_fn(|lane| Optional::when(!by_pairs || lane < 2)),
            assessors: std::array::from_fn(|assessor| Optional::when(!by_pairs || assessor < 2)),
            pairing: Optional::when(by_pairs),
            tally: Tally::new(lanes),
            by_pairs: Constant::new(by_pairs),
            ..Default::default()
        }
    }
}

/// By {bank, row modulo five}: the column of the bank's crossing in that third.
fn column(third: u64, address: u64) -> Bits<4> {
    let (bank, row) = (address >> 3, address & 7);
    Bits::from(5 * third + 3 * (bank + 10 - row) % 5)
}

#[kernel]
impl Logic for Position {
    fn update(&mut self) {
        self.walk();
        self.read_lines();
        self.assess();
        self.keep();

        // The totals. They are stored in the second clock, before the first step's changes reach them.
        tally = Tally { clear, keep: state.q.second, restore, mover };

        Lines { black, white, .. } = lines;
        Tally { value, fives, doubles, threatens, blocks, lost, threatened, answers, .. } = tally;
        won = state.q.won;
        self.show_block();
    }

    /// Walks along the lines of the stone, step by step.
    fn walk(&mut self) {
        lines.clear = clear;
        lines.load = start;
        lines.row = if clear { clear_at.get_bits::<4>(0) } else { stone.row };
        lines = Lines { col: stone.col, placed: stone.placed, colour: stone.colour, keep: !stone.tried };
        if state.q.walking {
            match state.q.part {
                Part::All => {
                    state.d.step = state.q.step + 1;
                    if (state.q.step == LAST) | ((state.q.step == LAST_NEAR) & !state.q.stone.far) {
                        state.d.walking = false;
                    }
                }
                Part::Stone => state.d.part = Part::Straight,
                Part::Straight => state.d.part = Part::Diagonal,
                Part::Diagonal => {
                    state.d.step = state.q.step + 1;
                    state.d.part = Part::Straight;
                    if state.q.step == LAST_NEAR {
                        state.d.part = Part::All;
                        state.d.walking = state.q.stone.far;
                    }
                }
            }
        }
        state.d.first = false;
        state.d.second = state.q.first;
        if start {
            state.d.stone = stone;
            state.d.walking = true;
            state.d.step = 0;
            state.d.part = Part::Stone;
            state.d.first = true;
        }
        if !by_pairs {
            state.d.part = Part::All;
        }
    }

    /// Reads the lines of a step, and classifies the crossings there.
    fn read_lines(&mut self) {
        route = Route { row: state.q.stone.row, col: state.q.stone.col, step: state.q.step, part: state.q.part };
        lines = Lines { at_row: route.at_row, at_col: route.at_col, diagonal: route.diagonal };
        vacant = 0;
        for i in 0..4 {
            lanes[i] = Lane { rule, not_black: lines.not_black[i], not_white: lines.not_white[i] };
            shapes[i].d = lanes[i].shapes;
            vacant = vacant.replace_bit(i, lanes[i].vacant);
        }
        if by_pairs {
            for i in 0..2 {
                shapes[i + 2].d = lanes[i].shapes;
                vacant = vacant.replace_bit(i + 2, lanes[i].vacant);
            }
        }
        state.d.vacant = vacant;
        state.d.stone_2 = state.q.stone;
        state.d.stone_3 = state.q.stone_2;
    }

    /// Sends the crossings of the step through the banks to the assessors.
    fn assess(&mut self) {
        for i in 0..5 {
            visit = route.visits[i];
            if !state.q.walking {
                visit.active = false;
            }
            banks[i] = Bank { clear, clear_at, visit };
            assessors[i] = Assessor { rule, vacant: state.q.vacant, stone: state.q.stone_2 };
            for line in 0..4 {
                assessors[i].shapes[line] = shapes[line].q;
            }
            assessors[i] = Assessor { visited: banks[i].visited, kept: banks[i].kept, bank: numbers[i] };
            pairing.visited[i] = banks[i].visited;
            pairing.kept[i] = banks[i].kept;
        }
        if by_pairs {
            for lane in 0..2 {
                assessors[lane].visited = pairing.chosen[lane];
                assessors[lane] = Assessor { kept: pairing.chosen_kept[lane], bank: pairing.chosen_bank[lane] };
            }
        }
    }

    /// Stores the new values of the crossings, and sends their keys and threats on.
    fn keep(&mut self) {
        for i in 0..5 {
            banks[i] = Bank { keep: !state.q.stone_2.tried, around: assessors[i].around, keys: assessors[i].keys };
            if by_pairs {
                banks[i] = Bank { around: assessors[0].around, keys: assessors[0].keys };
                if pairing.second[i] {
                    banks[i] = Bank { around: assessors[1].around, keys: assessors[1].keys };
                }
            }
            writes[i] = banks[i].write;
            tally.changes[i] = assessors[i].change;
            if assessors[i].won {
                state.d.won = true;
            }
            if assessors[i].five {
                state.d.seen.bank = assessors[i].written_bank;
                state.d.seen.write = assessors[i].written;
                state.d.seen.white = state.q.stone_3.colour;
            }
        }
        if start {
            state.d.won = false;
        }
    }

    /// Shows the crossing where a five is threatened, with the key of the other colour.
    fn show_block(&mut self) {
        remainder.address = state.q.seen.write.row;
        for i in 0..3 {
            columns[i].address = cat(state.q.seen.bank, remainder.data);
        }
        block.row = state.q.seen.write.row;
        block.col = columns[0].data;
        if state.q.seen.write.third == 1 {
            block.col = columns[1].data;
        } else if state.q.seen.write.third == 2 {
            block.col = columns[2].data;
        }
        block.key = if state.q.seen.white { state.q.seen.write.keys.black } else { state.q.seen.write.keys.white };
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use tengen_rules::gomoku::search::{Position as Model, Threat, WEIGHTS};
    use tengen_rules::gomoku::{Colour, Crossing, Rule as Known};
    use tengen_sim::{ByName, Encoded, Engine, Native, Random};

    const COLOURS: [Colour; 2] = [Colour::Black, Colour::White];

    struct Bench {
        circuit: Native<Position>,
        model: Model<'static>,
        rule: Known,
        lanes: Lanes,
        /// The keys that were written, by crossing and colour.
        keys: Vec<[u64; 2]>,
    }

    impl Bench {
        fn new(rule: Known, lanes: Lanes) -> Bench {
            let mut circuit = Native::new(Position::new(lanes));
            circuit.circuit.rule.next = Rule::decode(rule as u64);
            Bench { circuit, model: Model::new(rule), rule, lanes, keys: vec![[1, 1]; 225] }
        }

        fn step(&mut self) {
            self.circuit.step();
            for bank in 0..BANKS {
                let write = self.circuit.circuit.writes[bank].val();
                if write.enable {
                    let (row, third) = (write.row.index(), write.third.index());
                    let col = (0..5).find(|col| (row + 2 * (5 * third + col)) % 5 == bank).unwrap();
                    let keys = [write.keys.black, write.keys.white];
                    self.keys[15 * row + 5 * third + col] = keys.map(|key| key.key.index() as u64);
                }
            }
        }

        fn walk(&mut self, at: usize, colour: Colour, placed: bool, tried: bool, far: bool) {
            self.circuit.circuit.stone.next = Stone {
                row: ((at / 15) as u64).into(),
                col: ((at % 15) as u64).into(),
                colour: colour == Colour::White,
                placed,
                tried,
                far,
            };
            self.circuit.drive_as("start", true);
            self.step();
            self.circuit.drive_as("start", false);
            for _ in 0..if far { 18 } else { 10 } + self.lanes.longer() {
                self.step();
            }
            match placed {
                true => self.model.place(at, colour),
                false => _ = self.model.take_back(),
            }
        }

        fn compare(&mut self, tried: bool) {
            for mover in COLOURS {
                self.circuit.drive("mover", mover as u64);
                self.circuit.settle();
                let circuit = &self.circuit.circuit;
                let count = |colour, threats: &[Threat]| {
                    threats
                        .iter()
                        .map(|&threat| self.model.count_of(colour, threat))
                        .sum::<u32>()
                };
                let other = mover.other();
                let fours = [Threat::Four, Threat::FourMore, Threat::FourThree, Threat::DoubleFour];
                assert_eq!(circuit.fives.val(), count(mover, &[Threat::Five]) > 0);
                assert_eq!(circuit.doubles.val(), count(mover, &[Threat::DoubleFour]) > 0);
                assert_eq!(
                    circuit.threatens.val(),
                    count(mover, &[Threat::FourThree, Threat::DoubleThree]) > 0
                );
                assert_eq!(circuit.blocks.val(), count(other, &[Threat::Five]) > 0);
                assert_eq!(circuit.lost.val(), count(other, &[Threat::Five]) > 1);
                assert_eq!(circuit.threatened.val(), count(other, &[Threat::DoubleFour]) > 0);
                assert_eq!(circuit.answers.val(), count(other, &fours) > 0);
                self.step();
                let value = self.model.value(mover) + 8192;
                assert_eq!(self.circuit.circuit.value.val().index(), value as usize);
                if !tried {
                    for at in Crossing::all() {
                        let at = at.row() * 15 + at.col();
                        let key = match self.model.may_play(at, mover) {
                            true => WEIGHTS.key(self.model.threat(at, mover), self.model.threat(at, other)),
                            false => 0,
                        };
                        assert_eq!(self.keys[at][mover as usize], u64::from(key), "{at} {:?}", self.rule);
                    }
                }
            }
        }
    }

    #[test]
    fn random_stones_are_followed_under_all_rules() {
        let mut random = Random::new(6);
        for (rule, lanes) in Known::ALL
            .into_iter()
            .flat_map(|rule| Lanes::ALL.map(|lanes| (rule, lanes)))
        {
            let mut bench = Bench::new(rule, lanes);
            let mut path: Vec<(usize, Colour)> = vec![];
            for _ in 0..250 {
                let at = (2 + random.below(11usize)) * 15 + 2 + random.below(11usize);
                let colour = COLOURS[random.below(2usize)];
                if path.len() < 60 && random.below(4u32) > 0 {
                    if bench.model.stone(at).is_some() {
                        continue;
                    }
                    if rule == Known::Freestyle && random.once_in(3) {
                        bench.walk(at, colour, true, true, false);
                        bench.compare(true);
                        bench.model.take_back();
                        bench.circuit.drive_as("restore", true);
                        bench.step();
                        bench.circuit.drive_as("restore", false);
                        bench.compare(false);
                    } else {
                        bench.walk(at, colour, true, false, rule != Known::Freestyle);
                        path.push((at, colour));
                        bench.compare(false);
                    }
                } else if let Some((at, colour)) = path.pop() {
                    bench.walk(at, colour, false, false, rule != Known::Freestyle);
                    bench.compare(false);
                }
            }
        }
    }
}
