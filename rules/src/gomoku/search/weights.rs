//! The weights of the search: the value of each threat, and the order in which crossings are tried.
//!
//! They are stored in `weights.csv`. The values come from a logistic regression on who won 5500 games that an earlier
//! version of the search played against itself, the keys from a choice model on the moves it played.
//! `examples/gomoku_weights.rs` fits them again.

use std::sync::LazyLock;

use super::threat::{THREATS, Threat};

/// One weight per threat, and the value of having the move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weights {
    /// The value of an empty crossing on which the mover would have the threat, in units of 1/200 logit of the mover's
    /// chance to win.
    pub mover: [i32; THREATS],
    /// The same for the opponent, subtracted.
    pub opponent: [i32; THREATS],
    /// The value of being to move.
    pub tempo: i32,
    /// The mover's part of a crossing's key: crossings are tried in the order of attack plus defence.
    pub attack: [u32; THREATS],
    /// The opponent's part of the key.
    pub defence: [u32; THREATS],
}

impl Weights {
    /// The key of a crossing: candidates with greater keys are tried first.
    pub fn key(&self, mover: Threat, opponent: Threat) -> u32 {
        match mover {
            Threat::Five => HIGHEST_KEY,
            _ => self.attack[mover as usize] + self.defence[opponent as usize],
        }
    }

    /// # Errors
    /// Names the first invalid line.
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

/// The key of a crossing that wins at once. A key has six bits; 0 means that there is no candidate.
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
