//! The position being searched: for every crossing, what a stone of either colour would threaten there, updated as
//! stones are placed and taken back.
//!
//! A stone changes the lines of the crossings up to four steps away in the eight directions. Where exactly five are
//! needed it also changes those five steps away, since a sixth stone would make an overline.

use std::sync::LazyLock;

use super::threat::{THREATS, Threat};
use super::weights::{self, GROUPS, LIMIT, WEIGHTS, Weights};
use crate::gomoku::board::SIZE;
use crate::gomoku::{Board, Colour, Crossing, Direction, Rule, Shape, Window};
use crate::splitmix;

/// Crossings of the board, numbered in scan order.
pub const CROSSINGS: usize = SIZE * SIZE;
/// The distance, in steps, of the farthest stone that can matter: the other end of a line of six.
const REACH: isize = 5;
/// The cells of a line around a crossing, -5 to -1 and then +1 to +5.
const LINE: usize = 2 * REACH as usize;

/// The ten cells of a line around a crossing. Bits 0 to 9 are black's stones, bits 10 to 19 white's. A cell off the
/// board has both of its bits set.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Cells(u32);

impl Cells {
    /// The bits of one cell: a stone of `colour`, or `None` for a cell off the board.
    fn cell(number: usize, colour: Option<Colour>) -> u32 {
        match colour {
            Some(colour) => 1 << (number + LINE * colour as usize),
            None => Cells::cell(number, Some(Colour::Black)) | Cells::cell(number, Some(Colour::White)),
        }
    }

    /// The middle eight cells of both colours as an index into [`Tables::pairs`].
    fn near(self) -> usize {
        (self.0 >> 1 & 0xFF | self.0 >> 3 & 0xFF00) as usize
    }

    /// The length of the unbroken line through a stone of `colour`.
    fn run(self, colour: Colour) -> u32 {
        let [black, white] = [self.0, self.0 >> LINE];
        let own = match colour {
            Colour::Black => black & !white,
            Colour::White => white & !black,
        };
        let before = (own << (u32::BITS - REACH as u32)).leading_ones();
        let after = (own >> REACH & 0x1F).trailing_ones();
        before + 1 + after
    }
}

/// Bits of a shape.
const SHAPE: usize = 3;
/// Bits of the shapes of four lines.
const SHAPES: usize = 4 * SHAPE;

/// Lookup tables.
struct Tables {
    /// For each [`Cells::near`] the shape of the line for black, and above it for white.
    pairs: Vec<u8>,
    /// For the shapes of four lines the [`Threat`] of the stone that makes them, with [`FIVE`] and [`FOUL`] above.
    sums: Vec<u8>,
}

/// One of the lines is a five.
const FIVE: u8 = 1 << 4;
/// Two of the lines are fours, or two are threes.
const FOUL: u8 = 1 << 5;

static TABLES: LazyLock<Tables> = LazyLock::new(|| {
    let pair = |near: usize| {
        let [black, white] = [near as u8, (near >> 8) as u8];
        let empty = !(black | white);
        let shape = |own| Window { own, empty }.shape() as u8;
        shape(black & !white) | shape(white & !black) << SHAPE
    };
    let sum = |lines: usize| {
        let shapes = [0, 1, 2, 3].map(|line| Shape::ALL[lines >> (SHAPE * line) & 7]);
        let count = |wanted: &[Shape]| shapes.iter().filter(|shape| wanted.contains(shape)).count();
        let foul = count(&[Shape::RushFour, Shape::LiveFour]) >= 2 || count(&[Shape::LiveThree]) >= 2;
        let five = count(&[Shape::Five]) > 0;
        let bit = |holds, bit| if holds { bit } else { 0 };
        Threat::of(shapes) as u8 | bit(five, FIVE) | bit(foul, FOUL)
    };
    Tables { pairs: (0..1 << 16).map(pair).collect(), sums: (0..1 << SHAPES).map(sum).collect() }
});

/// What is known about a crossing, empty or taken.
///
/// | bits | meaning                                               |
/// |------|-------------------------------------------------------|
/// | 0, 4 | black's and white's [`Threat`] there, from these bits |
/// | 8, 9 | black, white may not play there                       |
/// | 10   | there is a stone                                      |
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Verdict(u16);

const BARRED: usize = 8;
const TAKEN: u16 = 1 << 10;

impl Verdict {
    /// Combines the entries of [`Tables::sums`] for both colours.
    ///
    /// Under Renju black is barred where a stone may be a foul: never at a five, always at a foul, and sometimes at a
    /// legal crossing, since the full definition of Renju's threes and fours is not checked. Where exactly five are
    /// needed neither colour plays at an overline of either colour, because such a stone changes more than the four
    /// nearest cells.
    fn new(rule: Rule, sums: [u8; 2], suspect: bool) -> Verdict {
        let barred = match rule {
            Rule::Freestyle => [false; 2],
            Rule::ExactFive => [suspect; 2],
            Rule::Renju => [suspect || sums[0] & FOUL != 0, false],
        };
        let side = |side: usize| match barred[side] && sums[side] & FIVE == 0 {
            // A colour that may not play there threatens nothing.
            true => 1 << (BARRED + side),
            false => u16::from(sums[side] & 0xF) << (4 * side),
        };
        Verdict(side(0) | side(1))
    }

    fn threat(self, colour: Colour) -> Threat {
        Threat::ALL[self.number(colour as usize)]
    }

    /// The number of a side's [`Threat`].
    fn number(self, side: usize) -> usize {
        usize::from(self.0 >> (4 * side) & 0xF)
    }

    fn is_taken(self) -> bool {
        self.0 & TAKEN != 0
    }

    fn may_play(self, colour: Colour) -> bool {
        self.0 & (TAKEN | 1 << (BARRED + colour as usize)) == 0
    }
}

/// The cells and shapes of the four lines through a crossing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Around {
    cells: [Cells; 4],
    lines: Lines,
}

/// The shapes of the four lines through a crossing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Lines {
    /// Black's shapes, and white's, packed.
    shapes: [u16; 2],
    /// A bit for each line that is an overline, or under Renju holds two fours of black.
    suspect: u8,
}

impl Lines {
    /// Looks up the shapes of one of the four lines. An overline counts as no shape.
    fn look(&mut self, line: usize, cells: Cells, rule: Rule, tables: &Tables) {
        let pair = u16::from(tables.pairs[cells.near()]);
        let mut shapes = [pair & 7, pair >> SHAPE];
        if rule != Rule::Freestyle {
            let mut suspect = false;
            for colour in [Colour::Black, Colour::White] {
                if rule.exact(colour) && cells.run(colour) > 5 {
                    shapes[colour as usize] = Shape::Other as u16;
                    suspect = true;
                }
            }
            // Two completions to five on a line that is not a live four: two fours.
            suspect |= rule == Rule::Renju && shapes[0] == Shape::LiveFour as u16 && cells.run(Colour::Black) != 4;
            self.suspect = self.suspect & !(1 << line) | u8::from(suspect) << line;
        }
        for (lines, shape) in self.shapes.iter_mut().zip(shapes) {
            *lines = *lines & !(7 << (SHAPE * line)) | shape << (SHAPE * line);
        }
    }

    fn verdict(self, rule: Rule, tables: &Tables) -> Verdict {
        let sums = self.shapes.map(|shapes| tables.sums[usize::from(shapes)]);
        Verdict::new(rule, sums, self.suspect != 0)
    }
}

/// A crossing that a stone changes, the direction of the line that joins them, and the stone's cell number on that
/// line.
struct Neighbour {
    at: u8,
    direction: u8,
    cell: u8,
}

impl Neighbour {
    /// The cells of this crossing after the stone is placed or taken back.
    fn toggled(&self, cells: Cells, colour: Colour) -> Cells {
        Cells(cells.0 ^ Cells::cell(self.cell.into(), Some(colour)))
    }
}

/// The crossings that a stone changes: those at most four steps away first, which suffice unless exactly five are
/// needed.
struct Neighbours {
    all: Vec<Neighbour>,
    near: usize,
}

impl Neighbours {
    fn of(at: Crossing) -> Neighbours {
        let mut all = vec![];
        for (number, direction) in Direction::ALL.into_iter().enumerate() {
            for steps in (-REACH..=REACH).filter(|&steps| steps != 0) {
                if let Some(neighbour) = direction.walk(at, steps) {
                    let back = if steps > 0 { REACH - steps } else { REACH - 1 - steps };
                    all.push(Neighbour { at: index(neighbour) as u8, direction: number as u8, cell: back as u8 });
                }
            }
        }
        all.sort_by_key(|neighbour| is_far(neighbour.cell.into()));
        let near = all.partition_point(|neighbour| !is_far(neighbour.cell.into()));
        Neighbours { all, near }
    }

    fn under(&self, rule: Rule) -> &[Neighbour] {
        match rule {
            Rule::Freestyle => &self.all[..self.near],
            _ => &self.all,
        }
    }
}

/// Whether the cell is the first or the last, five steps away.
fn is_far(cell: usize) -> bool {
    cell.is_multiple_of(LINE - 1)
}

static NEIGHBOURS: LazyLock<Vec<Neighbours>> = LazyLock::new(|| Crossing::all().map(Neighbours::of).collect());

/// The number of a crossing in scan order.
pub fn index(at: Crossing) -> usize {
    at.row() * SIZE + at.col()
}

/// The crossing with that number.
pub fn crossing(index: usize) -> Option<Crossing> {
    Crossing::new(index / SIZE, index % SIZE)
}

/// For each colour and threat, the number of empty crossings with it.
type Counts = [[u8; THREATS]; 2];
/// The values of all empty crossings if black is to move, and if white is.
type Sums = [i32; 2];

#[derive(Clone, Debug)]
pub struct Position<'a> {
    rule: Rule,
    weights: &'a Weights,
    stones: [Option<Colour>; CROSSINGS],
    around: [Around; CROSSINGS],
    verdicts: [Verdict; CROSSINGS],
    counts: Counts,
    sums: Sums,
    placed: usize,
    key: u64,
    /// The stones that can be taken back.
    played: Vec<Played>,
    /// The former values of the crossings that those stones changed.
    before: Vec<(u8, Verdict, Lines)>,
}

/// A stone on the board that can be taken back.
#[derive(Clone, Debug)]
struct Played {
    at: usize,
    counts: Counts,
    sums: Sums,
    key: u64,
    /// The index in `Position::before` of the first crossing it changed.
    before: usize,
}

/// Compares the stones and what follows from them, not the order of play.
impl PartialEq for Position<'_> {
    fn eq(&self, other: &Position) -> bool {
        let known = |position: &Position| {
            (
                position.rule,
                position.stones,
                position.counts,
                position.sums,
                position.verdicts,
            )
        };
        known(self) == known(other)
            && self.around == other.around
            && self.key == other.key
            && self.placed == other.placed
    }
}

impl Position<'static> {
    /// The empty board.
    pub fn new(rule: Rule) -> Position<'static> {
        Position::of(rule, &Board::new())
    }

    pub fn of(rule: Rule, board: &Board) -> Position<'static> {
        Position::weighted(rule, board, &WEIGHTS)
    }
}

impl<'a> Position<'a> {
    pub fn weighted(rule: Rule, board: &Board, weights: &'a Weights) -> Position<'a> {
        let mut position = Position {
            rule,
            weights,
            stones: std::array::from_fn(|at| crossing(at).and_then(|at| board.get(at))),
            around: [Around::default(); CROSSINGS],
            verdicts: [Verdict(0); CROSSINGS],
            counts: Counts::default(),
            sums: Sums::default(),
            placed: board.stones(),
            key: 0,
            played: vec![],
            before: vec![],
        };
        for at in Crossing::all() {
            let number = index(at);
            let around = look_around(rule, board, at);
            let verdict = around.lines.verdict(rule, &TABLES);
            position.around[number] = around;
            position.verdicts[number] = verdict;
            match board.get(at) {
                Some(colour) => {
                    position.key ^= hash(number, colour);
                    position.verdicts[number].0 |= TAKEN;
                }
                None => position.count(verdict),
            }
        }
        position
    }

    /// Adds a crossing's threats to the counts, and its values to the sums.
    fn count(&mut self, verdict: Verdict) {
        for side in 0..2 {
            self.counts[side][verdict.number(side)] += 1;
            self.sums[side] += self.weights.values[verdict.number(side)][verdict.number(1 - side)];
        }
    }

    /// Takes them off again.
    fn discount(&mut self, verdict: Verdict) {
        for side in 0..2 {
            self.counts[side][verdict.number(side)] -= 1;
            self.sums[side] -= self.weights.values[verdict.number(side)][verdict.number(1 - side)];
        }
    }

    /// Puts a stone on an empty crossing.
    pub fn place(&mut self, at: usize, colour: Colour) {
        self.played
            .push(Played { at, counts: self.counts, sums: self.sums, key: self.key, before: self.before.len() });
        self.discount(self.verdicts[at]);
        self.verdicts[at].0 |= TAKEN;
        self.stones[at] = Some(colour);
        self.placed += 1;
        self.key ^= hash(at, colour);
        let (rule, tables) = (self.rule, &*TABLES);
        for neighbour in NEIGHBOURS[at].under(rule) {
            let there = usize::from(neighbour.at);
            let around = &mut self.around[there];
            let (line, before) = (usize::from(neighbour.direction), around.lines);
            around.cells[line] = neighbour.toggled(around.cells[line], colour);
            around.lines.look(line, around.cells[line], rule, tables);
            if around.lines == before {
                continue;
            }
            let old = self.verdicts[there];
            let new = Verdict(around.lines.verdict(rule, tables).0 | old.0 & TAKEN);
            self.before.push((neighbour.at, old, before));
            if new != old {
                self.verdicts[there] = new;
                if !new.is_taken() {
                    self.discount(old);
                    self.count(new);
                }
            }
        }
    }

    /// Takes back the last stone; returns false if there is none.
    pub fn take_back(&mut self) -> bool {
        let Some(played) = self.played.pop() else {
            return false;
        };
        let Some(colour) = self.stones[played.at].take() else {
            return false;
        };
        self.placed -= 1;
        self.verdicts[played.at].0 &= !TAKEN;
        (self.counts, self.sums, self.key) = (played.counts, played.sums, played.key);
        for neighbour in NEIGHBOURS[played.at].under(self.rule) {
            let cells = &mut self.around[usize::from(neighbour.at)].cells[usize::from(neighbour.direction)];
            *cells = neighbour.toggled(*cells, colour);
        }
        for (there, verdict, lines) in self.before.drain(played.before..) {
            self.verdicts[usize::from(there)] = verdict;
            self.around[usize::from(there)].lines = lines;
        }
        true
    }

    pub fn stone(&self, at: usize) -> Option<Colour> {
        self.stones[at]
    }

    /// The threat of a stone of `colour` on the empty crossing.
    pub fn threat(&self, at: usize, colour: Colour) -> Threat {
        self.verdicts[at].threat(colour)
    }

    /// Whether the crossing is empty and a stone of `colour` there is neither a possible foul nor an overline.
    pub fn may_play(&self, at: usize, colour: Colour) -> bool {
        self.verdicts[at].may_play(colour)
    }

    /// The number of empty crossings where `colour` has the threat.
    pub fn count_of(&self, colour: Colour, threat: Threat) -> u32 {
        self.counts[colour as usize][threat as usize].into()
    }

    pub fn is_full(&self) -> bool {
        self.placed == CROSSINGS
    }

    pub fn is_empty(&self) -> bool {
        self.placed == 0
    }

    /// A hash of the position.
    pub fn key(&self) -> u64 {
        self.key
    }

    /// The static evaluation for the mover: the values of the empty crossings and of the sizes of groups, within
    /// [`LIMIT`], and the outlook.
    pub fn value(&self, mover: Colour) -> i32 {
        let sides = [mover, mover.other()].into_iter().zip(&self.weights.sizes);
        let sizes = sides.map(|(colour, groups)| -> i32 {
            let counts = &self.counts[colour as usize];
            GROUPS
                .iter()
                .zip(groups)
                .map(|(group, values)| values[weights::size(counts, group)])
                .sum()
        });
        let sum = self.sums[mover as usize] + sizes.sum::<i32>();
        sum.clamp(-LIMIT, LIMIT - 1) + self.weights.outlook[self.outlook(mover)]
    }

    /// The index in [`Weights::outlook`].
    pub fn outlook(&self, mover: Colour) -> usize {
        let [own, other] = [mover, mover.other()].map(|colour| &self.counts[colour as usize]);
        weights::outlook(
            weights::level(own),
            weights::level(other),
            other[Threat::DoubleFour as usize].into(),
        )
    }

    /// For each threat of `colour` the number of empty crossings with it.
    pub fn counts(&self, colour: Colour) -> &[u8; THREATS] {
        &self.counts[colour as usize]
    }
}

fn look_around(rule: Rule, board: &Board, at: Crossing) -> Around {
    let mut around = Around::default();
    for (line, direction) in Direction::ALL.into_iter().enumerate() {
        let steps = (-REACH..=REACH).filter(|&steps| steps != 0);
        for (number, cell) in steps.map(|steps| direction.walk(at, steps)).enumerate() {
            // A stone that far away does not matter under freestyle rules.
            if rule == Rule::Freestyle && is_far(number) {
                continue;
            }
            match cell.map(|cell| board.get(cell)) {
                Some(None) => {}
                Some(stone) => around.cells[line].0 |= Cells::cell(number, stone),
                None => around.cells[line].0 |= Cells::cell(number, None),
            }
        }
        around.lines.look(line, around.cells[line], rule, &TABLES);
    }
    around
}

/// A pseudo-random number for each stone on each crossing.
pub fn hash(at: usize, colour: Colour) -> u64 {
    splitmix::at(2 * at as u64 + colour as u64 + 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gomoku::{Scan, renju};
    use tengen_sim::Random;

    fn board(position: &Position) -> Board {
        let mut board = Board::new();
        for at in Crossing::all() {
            if let Some(colour) = position.stone(index(at)) {
                board.place(at, colour).unwrap();
            }
        }
        board
    }

    /// Plays random sequences of stones and take-backs, and checks each position with `look`.
    fn walk(rule: Rule, steps: usize, mut look: impl FnMut(&Position)) {
        let mut random = Random::new(11);
        let mut position = Position::new(rule);
        let mut placed = 0;
        for _ in 0..steps {
            // Near the centre, so that lines form.
            let at = index(Crossing::new(2 + random.below(11), 2 + random.below(11)).unwrap());
            if placed < 90 && random.below(5) > 0 {
                if position.stone(at).is_none() {
                    let colour = if random.once_in(2) { Colour::Black } else { Colour::White };
                    position.place(at, colour);
                    placed += 1;
                }
            } else if placed > 0 {
                position.take_back();
                placed -= 1;
            }
            look(&position);
        }
    }

    #[test]
    fn what_is_kept_up_to_date_is_what_is_there() {
        for rule in Rule::ALL {
            walk(rule, 600, |position| {
                assert!(*position == Position::of(rule, &board(position)), "{rule}");
            });
        }
    }

    #[test]
    fn threats_are_those_of_the_players_that_look_at_shapes() {
        for rule in Rule::ALL {
            walk(rule, 60, |position| {
                let board = board(position);
                for colour in [Colour::Black, Colour::White] {
                    let scan = Scan { rule, board: &board, mover: colour };
                    for at in board.vacant() {
                        let mut shapes: Vec<Shape> = scan.shapes(at, colour).collect();
                        // Overlines are left out by [`Position`].
                        shapes.resize(4, Shape::Other);
                        let expected = match position.may_play(index(at), colour) {
                            true => Threat::of(shapes.try_into().unwrap()),
                            false => Threat::Nothing,
                        };
                        assert_eq!(position.threat(index(at), colour), expected, "{rule}, {at:?}");
                    }
                }
            });
        }
    }

    #[test]
    fn every_foul_is_barred_and_no_five() {
        let (mut fouls, mut barred) = (0, 0);
        walk(Rule::Renju, 150, |position| {
            let board = board(position);
            for at in board.vacant() {
                let verdict = renju::verdict(&board, at);
                let may = position.may_play(index(at), Colour::Black);
                assert!(!(verdict.is_forbidden() && may), "{verdict:?} at {at:?}");
                assert!(verdict != renju::Verdict::ExactFive || may);
                assert!(position.may_play(index(at), Colour::White));
                fouls += u32::from(verdict.is_forbidden());
                barred += u32::from(!may);
            }
        });
        assert!(fouls > 300 && barred < 2 * fouls, "{barred} barred, {fouls} fouls");
    }

    #[test]
    fn the_value_is_the_same_for_both_colours_and_a_live_three_is_worth_the_more_to_whose_it_is() {
        let middle = CROSSINGS / 2;
        let [one, other] = [Colour::Black, Colour::White].map(|colour| {
            let mut position = Position::new(Rule::Freestyle);
            for at in [middle, middle + 1, middle + 2] {
                position.place(at, colour);
            }
            position.place(middle - SIZE, colour.other());
            [colour, colour.other()].map(|mover| position.value(mover))
        });
        assert_eq!(one, other);
        assert!(one[0] > 0 && one[1] < 0, "{one:?}");
    }
}
