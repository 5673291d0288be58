//! The levels of Gomoku's computer: four one-ply players, and a search with increasing time.

use super::search::alpha_beta::{self, Search, Settings};
use super::search::{Answer, Lanes, Task, WEIGHTS};
use super::{Board, Colour, Crossing, Profile, Rule};
use crate::resumable::Resumable;
use std::fmt;

/// A level of the computer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    /// A one-ply player.
    Greedy(Profile),
    /// A search of the rank DAN 1 to DAN 4.
    Dan(u8),
}

/// Clocks of the machine in a millisecond.
pub const MILLISECOND: u64 = 25_000;

/// The time limit of each rank's search, in milliseconds of the machine.
const TIMES: [u64; 4] = [50, 300, 1000, 5000];

/// The player to use when the search finds every move lost, or no move: the block of the nearest threat is as good as
/// any move.
pub const LAST_RESORT: Profile = Profile::Thesis;

/// A move, and what is known about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Thought {
    pub at: Crossing,
    /// The result, if it came from a search.
    pub found: Option<Answer>,
}

impl Level {
    /// From the lowest to the highest.
    pub const ALL: [Level; 8] = [
        Level::Greedy(Profile::LEVELS[0]),
        Level::Greedy(Profile::LEVELS[1]),
        Level::Greedy(Profile::LEVELS[2]),
        Level::Greedy(Profile::LEVELS[3]),
        Level::Dan(1),
        Level::Dan(2),
        Level::Dan(3),
        Level::Dan(4),
    ];

    /// The time limit in clocks; a one-ply player always takes 232.
    pub fn budget(self) -> Option<u64> {
        match self {
            Level::Greedy(_) => None,
            Level::Dan(rank) => TIMES.get(usize::from(rank) - 1).map(|time| time * MILLISECOND),
        }
    }

    /// The move of `mover`, or `None` if it has none; a search takes at most `budget` clocks, or the level's own limit.
    pub fn think(self, rule: Rule, board: &Board, mover: Colour, budget: Option<u64>) -> Option<Thought> {
        self.think_with(Lanes::default(), rule, board, mover, budget)
    }

    /// The same for a machine whose search has these lanes.
    pub fn think_with(
        self,
        lanes: Lanes,
        rule: Rule,
        board: &Board,
        mover: Colour,
        budget: Option<u64>,
    ) -> Option<Thought> {
        match self {
            Level::Greedy(player) => {
                let at = player.player().choose_under(rule, board, mover)?;
                Some(Thought { at, found: None })
            }
            Level::Dan(_) => {
                let search = self.search(lanes, rule, board, mover, budget)?;
                Thought::after(search.finish(), rule, board, mover)
            }
        }
    }

    /// The search of that thought at its beginning; `None` for a one-ply player. [`Thought::after`] makes a move of what
    /// it finds.
    pub fn search(
        self,
        lanes: Lanes,
        rule: Rule,
        board: &Board,
        mover: Colour,
        budget: Option<u64>,
    ) -> Option<Search<'static>> {
        let budget = budget.unwrap_or(self.budget()?);
        let task = Task { board: board.clone(), mover, rule, budget, deepest: 0 };
        let settings = Settings { lanes, ..Settings::default() };
        Some(Search::new(task, settings, &WEIGHTS))
    }
}

impl Thought {
    /// The move that follows from what a search has found: its best one, or the last resort's if the search is sure to lose.
    /// `None` if there is no move.
    pub fn after(found: Answer, rule: Rule, board: &Board, mover: Colour) -> Option<Thought> {
        let at = found.at.filter(|_| found.score > -alpha_beta::WON);
        let at = at.or_else(|| LAST_RESORT.player().choose_under(rule, board, mover))?;
        Some(Thought { at, found: Some(found) })
    }
}

/// The name in reports of matches.
impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Level::Greedy(player) => player.fmt(f),
            Level::Dan(rank) => write!(f, "dan{rank}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn board(stones: &str) -> Board {
        let mut board = Board::new();
        for (number, name) in stones.split(' ').enumerate() {
            let col = usize::from(name.as_bytes()[0] - b'a');
            let row = 15 - name[1..].parse::<usize>().unwrap();
            let colour = [Colour::Black, Colour::White][number % 2];
            board.place(Crossing::new(row, col).unwrap(), colour).unwrap();
        }
        board
    }

    #[test]
    fn each_level_may_take_more_than_the_one_below() {
        let budgets: Vec<u64> = Level::ALL.iter().filter_map(|level| level.budget()).collect();
        assert_eq!(budgets.len(), 4);
        assert!(budgets.windows(2).all(|pair| 3 * pair[0] <= pair[1]));
        let names = Level::ALL.map(|level| level.to_string()).join(" ");
        assert_eq!(names, "mcu sjtu zju thesis dan1 dan2 dan3 dan4");
    }

    #[test]
    fn a_search_wins_where_fours_do_and_blocks_where_all_is_lost() {
        // Black gets an open four with its next stone.
        let won = board("h8 a1 i8 a3 j8 a5");
        let thought = Level::Dan(1)
            .think(Rule::Freestyle, &won, Colour::Black, Some(20_000))
            .unwrap();
        assert!(thought.found.unwrap().score >= alpha_beta::WON);
        // Black has an open four: white loses wherever it plays, and still blocks one end.
        let lost = board("h8 a1 i8 a3 j8 a5 k8");
        let thought = Level::Dan(1)
            .think(Rule::Freestyle, &lost, Colour::White, Some(20_000))
            .unwrap();
        assert!(thought.found.unwrap().score <= -alpha_beta::WON);
        assert!(
            [6, 11].contains(&thought.at.col()) && thought.at.row() == 7,
            "{:?}",
            thought.at
        );
    }

    #[test]
    fn nothing_is_played_on_a_full_board() {
        let mut full = Board::new();
        for at in Crossing::all() {
            let colour = [Colour::Black, Colour::White][(at.row() / 2 + at.col()) % 2];
            full.place(at, colour).unwrap();
        }
        for level in Level::ALL {
            assert_eq!(level.think(Rule::Freestyle, &full, Colour::Black, Some(5000)), None);
        }
    }
}
