//! A match in parts: of N parts each plays every N-th opening, on its own machine, and the parts are then joined.
//!
//! ```text
//! openings   0 1 2 3 4 5 6 7 8 ...
//! part 1/3   x     x     x
//! part 2/3     x     x     x
//! part 3/3       x     x     x
//! ```

use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::claim::Claim;
use super::duel::Pair;

/// The number of a part, from 1, and the number of parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shard {
    pub number: usize,
    pub of: usize,
}

impl Shard {
    /// The whole match.
    pub const WHOLE: Shard = Shard { number: 1, of: 1 };

    /// The openings that this part plays, out of `count`.
    pub fn openings(self, count: usize) -> Vec<usize> {
        (self.number - 1..count).step_by(self.of).collect()
    }
}

impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Shard, String> {
        let numbers = text.split_once('/').map(|(number, of)| (number.parse(), of.parse()));
        match numbers {
            Some((Ok(number), Ok(of))) if (1..=of).contains(&number) => Ok(Shard { number, of }),
            _ => Err("a part is written K/N, such as 2/8, with K from 1 to N".into()),
        }
    }
}

/// A played part of a match with the terms `T`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Part<T> {
    pub terms: T,
    pub shard: Shard,
    /// The results, by opening of the shard.
    pub pairs: Vec<Pair>,
    /// Games lost by a player's fault instead of by the rules.
    pub faults: usize,
    /// By opening.
    pub claims: Vec<Claim>,
}

/// Joins all parts of a match, in any order. `pairs` gives the number of openings of a match.
///
/// # Errors
/// Which part is missing, given twice, from another match, or incomplete.
pub fn join<T: PartialEq + Clone>(parts: &[Part<T>], pairs: impl Fn(&T) -> usize) -> Result<Part<T>, String> {
    let first = parts.first().ok_or("there is no part")?;
    let (terms, of) = (first.terms.clone(), first.shard.of);
    if let Some(other) = parts.iter().position(|part| part.terms != terms || part.shard.of != of) {
        return Err(format!("file {} is a part of another match than file 1", other + 1));
    }
    let mut played = vec![None; pairs(&terms)];
    for number in 1..=of {
        let found: Vec<&Part<T>> = parts.iter().filter(|part| part.shard.number == number).collect();
        let [part] = found[..] else {
            let wrong = if found.is_empty() { "is missing" } else { "comes twice" };
            return Err(format!("part {number}/{of} {wrong}"));
        };
        let openings = part.shard.openings(played.len());
        if openings.len() != part.pairs.len() {
            return Err(format!("part {number}/{of} has not all its games"));
        }
        for (opening, pair) in openings.into_iter().zip(&part.pairs) {
            played[opening] = Some(*pair);
        }
    }
    let mut claims: Vec<Claim> = parts.iter().flat_map(|part| part.claims.clone()).collect();
    claims.sort_by_key(|claim| claim.opening);
    Ok(Part {
        terms,
        shard: Shard::WHOLE,
        pairs: played
            .into_iter()
            .map(|pair| pair.expect("every opening is in a part"))
            .collect(),
        faults: parts.iter().map(|part| part.faults).sum(),
        claims,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rating::outcome::Outcome::*;

    fn part(number: usize, pairs: &[Pair]) -> Part<usize> {
        let claim =
            |ply| Claim { opening: number - 1, first_black: true, player: "dan1".into(), ply, wins_in: 5, won: false };
        Part {
            terms: 5,
            shard: Shard { number, of: 3 },
            pairs: pairs.to_vec(),
            faults: number,
            claims: vec![claim(20), claim(30)],
        }
    }

    #[test]
    fn parts_are_written_from_one() {
        assert_eq!("2/8".parse(), Ok(Shard { number: 2, of: 8 }));
        for wrong in ["0/8", "9/8", "1", "1/0", "a/b", "1/2/3", "-1/3", ""] {
            assert!(wrong.parse::<Shard>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn every_opening_is_in_one_part() {
        for (count, of) in [(5, 3), (2, 4), (12, 4), (1, 1)] {
            let mut all: Vec<usize> = (1..=of)
                .flat_map(|number| Shard { number, of }.openings(count))
                .collect();
            all.sort_unstable();
            assert_eq!(all, (0..count).collect::<Vec<_>>());
        }
    }

    #[test]
    fn joined_they_are_the_match() {
        let parts = [
            part(3, &[[Won, Won]]),
            part(1, &[[Won, Lost], [Drawn, Drawn]]),
            part(2, &[[Lost, Lost], [Lost, Won]]),
        ];
        let whole = join(&parts, |pairs| *pairs).unwrap();
        assert_eq!(
            whole.pairs,
            [[Won, Lost], [Lost, Lost], [Won, Won], [Drawn, Drawn], [Lost, Won]]
        );
        assert_eq!((whole.shard, whole.faults), (Shard::WHOLE, 6));
        let claims: Vec<(usize, usize)> = whole.claims.iter().map(|claim| (claim.opening, claim.ply)).collect();
        assert_eq!(claims, [(0, 20), (0, 30), (1, 20), (1, 30), (2, 20), (2, 30)]);
    }

    #[test]
    fn what_does_not_belong_together_is_not_joined() {
        let all = [
            part(1, &[[Won, Lost], [Drawn, Drawn]]),
            part(2, &[[Lost, Lost], [Lost, Won]]),
            part(3, &[[Won, Won]]),
        ];
        let refused = |parts: &[Part<usize>]| join(parts, |pairs| *pairs).unwrap_err();
        assert_eq!(refused(&[]), "there is no part");
        assert_eq!(refused(&all[..2]), "part 3/3 is missing");
        assert_eq!(
            refused(&[all.to_vec(), all[..1].to_vec()].concat()),
            "part 1/3 comes twice"
        );
        let mut short = all.clone();
        short[1].pairs.pop();
        assert_eq!(refused(&short), "part 2/3 has not all its games");
        let mut strange = all;
        strange[1].terms = 6;
        assert_eq!(refused(&strange), "file 2 is a part of another match than file 1");
    }
}
