//! The numbers of the search: what each threat is worth, and how crossings are ordered by what they threaten.
//!
//! They stand in `weights.csv`: the values by logistic regression on who won 5500 games that an earlier form of the search played
//! against itself, the keys by a choice model on the moves it played. `examples/gomoku_weights.rs` fits them again.

use std::sync::LazyLock;

use super::threat::{THREATS, Threat};

/// A row for each threat, and what the move is worth.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weights {
    /// An empty crossing on which the mover would have the threat, in two hundredths of a logit of the mover's chance.
    pub mover: [i32; THREATS],
    /// The same for the opponent, to be taken off.
    pub opponent: [i32; THREATS],
    /// To be on the move.
    pub tempo: i32,
    /// Crossings are tried in the order of attack by the mover's threat plus defence by the opponent's.
    pub attack: [u32; THREATS],
    pub defence: [u32; THREATS],
}

impl Weights {
    /// What places the crossing among the candidates: the greatest is tried first.
    pub fn key(&self, mover: Threat, opponent: Threat) -> u32 {
        match mover {
            Threat::Five => HIGHEST_KEY,
            _ => self.attack[mover as usize] + self.defence[opponent as usize],
        }
    }

    /// # Errors
    /// The line that is not as it should be.
    pub fn parse(text: &str) -> Result<Weights, String> {
        let mut rows = text.lines().skip(1);
        let mut numbers = |count: usize| -> Result<Vec<i32>, String> {
            let row = rows.next().ok_or("a row is missing")?;
            let cells = row.split(',').skip(1).take(count);
            let numbers: Result<Vec<i32>, _> = cells.map(str::parse).collect();
            let numbers = numbers.map_err(|error| format!("{row}: {error}"))?;
            match numbers.len() == count {
                true => Ok(numbers),
                false => Err(format!("{row}: {count} numbers are wanted")),
            }
        };
        let mut columns = [[0; THREATS]; 4];
        for threat in 0..THREATS {
            for (column, number) in columns.iter_mut().zip(numbers(4)?) {
                column[threat] = number;
            }
        }
        let [mover, opponent, attack, defence] = columns;
        Ok(Weights {
            mover,
            opponent,
            tempo: numbers(1)?[0],
            attack: attack.map(i32::unsigned_abs),
            defence: defence.map(i32::unsigned_abs),
        })
    }
}

/// The key of a crossing that wins at once; a key has six bits, and 0 is that of none.
pub const HIGHEST_KEY: u32 = 63;

/// `weights.csv`: a heading, then a row for each threat.
pub const TABLE: &str = include_str!("weights.csv");

/// The weights of [`TABLE`].
pub static WEIGHTS: LazyLock<Weights> = LazyLock::new(|| {
    let parsed = Weights::parse(TABLE);
    parsed.unwrap_or_else(|error| panic!("weights.csv: {error}"))
});

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_whole_and_a_key_has_six_bits() {
        let weights = &*WEIGHTS;
        for mover in Threat::ALL {
            for opponent in Threat::ALL {
                assert!(
                    (1..64).contains(&weights.key(mover, opponent)),
                    "{mover:?}, {opponent:?}"
                );
            }
        }
    }

    #[test]
    fn a_row_that_is_missing_or_no_number_is_told() {
        assert!(Weights::parse("threat\n").unwrap_err().contains("missing"));
        assert!(
            Weights::parse("threat\nnothing,1,x,2,3\n")
                .unwrap_err()
                .contains("nothing")
        );
    }
}
