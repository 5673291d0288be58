//! The position that is searched: of every crossing what a stone of either colour would threaten there, kept up to date as
//! stones come and go.
//!
//! A stone changes the lines of the crossings that are at most four steps away in the eight directions, and where exactly five
//! are needed of those five steps away: a sixth stone there makes a line too long.

use std::sync::LazyLock;

use super::threat::{THREATS, Threat};
use super::weights::Weights;
use crate::gomoku::board::SIZE;
use crate::gomoku::{Board, Colour, Crossing, Direction, Rule, Shape, Window};

/// Crossings of the board, numbered in scan order.
pub const CROSSINGS: usize = SIZE * SIZE;
/// So far away a stone may lie and count: a line of six ends there.
const REACH: isize = 5;

/// The cells of a line around a crossing, -5 to -1 and then +1 to +5, a bit each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Cells {
    black: u16,
    white: u16,
    empty: u16,
}

impl Cells {
    /// The window of nine that `colour` sees.
    fn window(self, colour: Colour) -> Window {
        let near = |cells: u16| (cells >> 1) as u8;
        Window {
            own: near(self.own(colour)),
            empty: near(self.empty),
        }
    }

    fn own(self, colour: Colour) -> u16 {
        match colour {
            Colour::Black => self.black,
            Colour::White => self.white,
        }
    }

    /// How long the unbroken line through a stone of `colour` would be.
    fn run(self, colour: Colour) -> u32 {
        let own = self.own(colour);
        let before = (own << (16 - REACH)).leading_ones();
        let after = (own >> REACH).trailing_ones();
        before + 1 + after
    }
}

/// What is known of a crossing. It is kept for a taken one as well.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Around {
    cells: [Cells; 4],
    shapes: [[Shape; 4]; 2],
    threats: [Threat; 2],
    /// The colour may not be allowed to play there.
    barred: [bool; 2],
}

/// A crossing that a stone changes, in which direction, and which of its cells the stone is.
struct Neighbour {
    at: u8,
    direction: u8,
    bit: u8,
}

/// The cell is the first or the last, five steps away.
fn is_far(bit: usize) -> bool {
    bit.is_multiple_of(2 * REACH as usize - 1)
}

static NEIGHBOURS: LazyLock<Vec<Vec<Neighbour>>> = LazyLock::new(|| {
    let of = |at: Crossing| {
        let mut neighbours = vec![];
        for (number, direction) in Direction::ALL.into_iter().enumerate() {
            for steps in (-REACH..=REACH).filter(|&steps| steps != 0) {
                if let Some(neighbour) = direction.walk(at, steps) {
                    let back = if steps > 0 { REACH - steps } else { REACH - 1 - steps };
                    neighbours.push(Neighbour {
                        at: index(neighbour) as u8,
                        direction: number as u8,
                        bit: back as u8,
                    });
                }
            }
        }
        neighbours
    };
    Crossing::all().map(of).collect()
});

/// The number of a crossing in scan order.
pub fn index(at: Crossing) -> usize {
    at.row() * SIZE + at.col()
}

/// The crossing with that number.
pub fn crossing(index: usize) -> Option<Crossing> {
    Crossing::new(index / SIZE, index % SIZE)
}

#[derive(Clone, Debug)]
pub struct Position {
    rule: Rule,
    stones: [Option<Colour>; CROSSINGS],
    around: Vec<Around>,
    /// Of each colour, on how many empty crossings it has each threat.
    counts: [[u32; THREATS]; 2],
    placed: usize,
    key: u64,
    /// The stones that can be taken back, and what each has changed, as it was.
    played: Vec<Played>,
    before: Vec<(u8, Around)>,
}

/// A stone that was placed.
#[derive(Clone, Debug)]
struct Played {
    at: usize,
    counts: [[u32; THREATS]; 2],
    key: u64,
    /// Of the crossings that it has changed, the first.
    before: usize,
}

/// Where the stones lie is compared and what follows from it, not how they came there.
impl PartialEq for Position {
    fn eq(&self, other: &Position) -> bool {
        let known = |position: &Position| (position.rule, position.stones, position.counts);
        known(self) == known(other)
            && self.around == other.around
            && self.key == other.key
            && self.placed == other.placed
    }
}

impl Position {
    /// The empty board.
    pub fn new(rule: Rule) -> Position {
        Position::of(rule, &Board::new())
    }

    pub fn of(rule: Rule, board: &Board) -> Position {
        let mut position = Position {
            rule,
            stones: std::array::from_fn(|at| crossing(at).and_then(|at| board.get(at))),
            around: vec![],
            counts: [[0; THREATS]; 2],
            placed: board.stones(),
            key: 0,
            played: vec![],
            before: vec![],
        };
        for at in Crossing::all() {
            let around = position.look_around(board, at);
            let taken = board.get(at);
            position.key ^= taken.map_or(0, |colour| hash(index(at), colour));
            if taken.is_none() {
                for colour in [Colour::Black, Colour::White] {
                    position.counts[colour as usize][around.threats[colour as usize] as usize] += 1;
                }
            }
            position.around.push(around);
        }
        position
    }

    fn look_around(&self, board: &Board, at: Crossing) -> Around {
        let cells = Direction::ALL.map(|direction| {
            let mut cells = Cells::default();
            let steps = (-REACH..=REACH).filter(|&steps| steps != 0);
            for (bit, cell) in steps.map(|steps| direction.walk(at, steps)).enumerate() {
                // What lies so far away never counts there.
                if self.rule == Rule::Freestyle && is_far(bit) {
                    continue;
                }
                match cell.map(|cell| board.get(cell)) {
                    Some(None) => cells.empty |= 1 << bit,
                    Some(Some(Colour::Black)) => cells.black |= 1 << bit,
                    Some(Some(Colour::White)) => cells.white |= 1 << bit,
                    None => {}
                }
            }
            cells
        });
        let shapes = [Colour::Black, Colour::White].map(|colour| cells.map(|cells| shape(self.rule, cells, colour)));
        let barred = barred(self.rule, cells, &shapes);
        Around {
            cells,
            shapes,
            threats: threats(&shapes, barred),
            barred,
        }
    }

    /// Puts a stone on an empty crossing.
    pub fn place(&mut self, at: usize, colour: Colour) {
        self.played.push(Played {
            at,
            counts: self.counts,
            key: self.key,
            before: self.before.len(),
        });
        for (counts, threat) in self.counts.iter_mut().zip(self.around[at].threats) {
            counts[threat as usize] -= 1;
        }
        self.stones[at] = Some(colour);
        self.placed += 1;
        self.key ^= hash(at, colour);
        self.change(at, colour);
    }

    /// Takes the last stone off that was placed.
    pub fn take_back(&mut self) {
        if let Some(played) = self.played.pop() {
            self.stones[played.at] = None;
            self.placed -= 1;
            (self.counts, self.key) = (played.counts, played.key);
            for (there, around) in self.before.drain(played.before..) {
                self.around[usize::from(there)] = around;
            }
        }
    }

    /// The crossings around a new stone.
    fn change(&mut self, at: usize, colour: Colour) {
        let rule = self.rule;
        let neighbours = NEIGHBOURS[at].iter();
        for neighbour in neighbours.filter(|neighbour| rule != Rule::Freestyle || !is_far(neighbour.bit.into())) {
            let (there, direction) = (usize::from(neighbour.at), usize::from(neighbour.direction));
            let around = &mut self.around[there];
            self.before.push((neighbour.at, *around));
            // Read whole, changed, and written whole: a read of what was just written in parts would have to wait for it.
            let mut cells = around.cells[direction];
            cells.empty ^= 1 << neighbour.bit;
            match colour {
                Colour::Black => cells.black ^= 1 << neighbour.bit,
                Colour::White => cells.white ^= 1 << neighbour.bit,
            }
            around.cells[direction] = cells;
            let mut same = true;
            for side in [Colour::Black, Colour::White] {
                let (known, new) = (&mut around.shapes[side as usize][direction], shape(rule, cells, side));
                same &= *known == new;
                *known = new;
            }
            if rule != Rule::Freestyle {
                around.barred = barred(rule, around.cells, &around.shapes);
            } else if same {
                continue;
            }
            let old = around.threats;
            let new = threats(&around.shapes, around.barred);
            around.threats = new;
            if self.stones[there].is_none() {
                for side in [Colour::Black, Colour::White].map(|colour| colour as usize) {
                    self.counts[side][old[side] as usize] -= 1;
                    self.counts[side][new[side] as usize] += 1;
                }
            }
        }
    }

    pub fn stone(&self, at: usize) -> Option<Colour> {
        self.stones[at]
    }

    /// What a stone of `colour` on the empty crossing would threaten.
    pub fn threat(&self, at: usize, colour: Colour) -> Threat {
        self.around[at].threats[colour as usize]
    }

    /// The crossing is empty, and a stone of `colour` there is no foul and makes no line too long.
    pub fn may_play(&self, at: usize, colour: Colour) -> bool {
        self.stones[at].is_none() && !self.around[at].barred[colour as usize]
    }

    /// On how many empty crossings `colour` has the threat.
    pub fn count_of(&self, colour: Colour, threat: Threat) -> u32 {
        self.counts[colour as usize][threat as usize]
    }

    pub fn is_full(&self) -> bool {
        self.placed == CROSSINGS
    }

    pub fn is_empty(&self) -> bool {
        self.placed == 0
    }

    /// A number that tells positions apart.
    pub fn key(&self) -> u64 {
        self.key
    }

    /// What the position is worth to the mover, by what both sides threaten.
    pub fn value(&self, mover: Colour, weights: &Weights) -> i32 {
        let [own, other] = [mover, mover.other()].map(|colour| &self.counts[colour as usize]);
        let sum = |counts: &[u32; THREATS], weights: &[i32; THREATS]| -> i32 {
            counts
                .iter()
                .zip(weights)
                .map(|(&count, weight)| count as i32 * weight)
                .sum()
        };
        weights.tempo + sum(own, &weights.mover) - sum(other, &weights.opponent)
    }
}

/// A line that is too long is nothing.
fn shape(rule: Rule, cells: Cells, colour: Colour) -> Shape {
    match rule.exact(colour) && cells.run(colour) > 5 {
        true => Shape::Other,
        false => cells.window(colour).shape(),
    }
}

/// Where a colour does not play, it threatens nothing.
fn threats(shapes: &[[Shape; 4]; 2], barred: [bool; 2]) -> [Threat; 2] {
    [0, 1].map(|side| match barred[side] {
        true => Threat::Nothing,
        false => Threat::of(shapes[side]),
    })
}

/// Which colours do not play there in a search.
///
/// Under Renju black does not where it may be a foul: never said of a five, always of a foul, and now and then of a stone that
/// is allowed, for what makes a three or a four of Renju is not looked at in full. Where exactly five are needed nobody plays
/// where a line of either colour would be too long, for such a stone changes more than the four cells next to it.
fn barred(rule: Rule, cells: [Cells; 4], shapes: &[[Shape; 4]; 2]) -> [bool; 2] {
    let is_long = |line: usize, colour| rule.exact(colour) && cells[line].run(colour) > 5;
    let [black, white] = shapes;
    // Two ways to a five from a line that is no row of four are two fours.
    let two_in_one =
        |line: usize| rule == Rule::Renju && black[line] == Shape::LiveFour && cells[line].run(Colour::Black) != 4;
    let suspect = (0..4).any(|line| is_long(line, Colour::Black) || is_long(line, Colour::White) || two_in_one(line));
    let count = |wanted: &[Shape]| black.iter().filter(|shape| wanted.contains(shape)).count();
    let fouls = count(&[Shape::RushFour, Shape::LiveFour]) >= 2 || count(&[Shape::LiveThree]) >= 2;
    let [black_five, white_five] = [black, white].map(|shapes| shapes.contains(&Shape::Five));
    [
        (suspect || rule == Rule::Renju && fouls) && !black_five,
        rule == Rule::ExactFive && suspect && !white_five,
    ]
}

/// A random number for each stone on each crossing: Splitmix64 of their number.
pub fn hash(at: usize, colour: Colour) -> u64 {
    let mut mixed = (2 * at as u64 + colour as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ (mixed >> 31)
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

    /// Walks at random through positions, and looks at each.
    fn walk(rule: Rule, steps: usize, mut look: impl FnMut(&Position)) {
        let mut random = Random::new(11);
        let mut position = Position::new(rule);
        let mut placed = 0;
        for _ in 0..steps {
            // Near the middle, so that lines form.
            let at = index(Crossing::new(2 + random.below(11), 2 + random.below(11)).unwrap());
            if placed < 90 && random.below(5) > 0 {
                if position.stone(at).is_none() {
                    let colour = if random.once_in(2) {
                        Colour::Black
                    } else {
                        Colour::White
                    };
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
                    let scan = Scan {
                        rule,
                        board: &board,
                        mover: colour,
                    };
                    for at in board.vacant() {
                        let mut shapes: Vec<Shape> = scan.shapes(at, colour).collect();
                        // Lines that are too long are left out there.
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
        let weights = &*super::super::weights::WEIGHTS;
        let middle = CROSSINGS / 2;
        let [one, other] = [Colour::Black, Colour::White].map(|colour| {
            let mut position = Position::new(Rule::Freestyle);
            for at in [middle, middle + 1, middle + 2] {
                position.place(at, colour);
            }
            position.place(middle - SIZE, colour.other());
            [colour, colour.other()].map(|mover| position.value(mover, weights))
        });
        assert_eq!(one, other);
        assert!(one[0] > 0 && one[1] < 0, "{one:?}");
    }
}
