//! Errors that the user can correct: an unknown name, a folder that cannot be written. Each is one line that says what
//! would be right. The command exits with code 2 for these and with 1 for everything else.

use std::{fmt, path::Path};

/// A request that cannot be fulfilled as made.
#[derive(Debug)]
pub struct Misuse(String);

impl Misuse {
    pub fn new(line: impl Into<String>) -> Self {
        Misuse(line.into())
    }

    /// `name` is not among the `known` ones; the error lists them all, and suggests the nearest one if it is similar.
    pub fn unknown<'a>(what: &str, name: &str, known: impl IntoIterator<Item = &'a str>) -> Self {
        let known: Vec<&str> = known.into_iter().collect();
        let lower = name.to_lowercase();
        let nearest = known
            .iter()
            .map(|candidate| (strsim::jaro_winkler(&lower, &candidate.to_lowercase()), candidate))
            .filter(|(likeness, _)| *likeness > 0.75)
            .max_by(|a, b| a.0.total_cmp(&b.0));
        let proposal = match nearest {
            Some((_, nearest)) => format!("the nearest is \"{nearest}\"; "),
            None => String::new(),
        };
        Misuse(format!(
            "no {what} is named \"{name}\"; {proposal}there are {}",
            known.join(", ")
        ))
    }

    /// `path` cannot be written because of `reason`.
    pub fn unwritable(path: &Path, reason: impl fmt::Display) -> Self {
        Misuse(format!(
            "cannot write to {}: {reason}; name a place you may write to with --out",
            path.display()
        ))
    }
}

impl fmt::Display for Misuse {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Misuse {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_near_name_is_proposed_and_a_far_one_is_not() {
        let boards = ["nexys3", "basys3"];
        assert_eq!(
            Misuse::unknown("board", "nexsy3", boards).to_string(),
            "no board is named \"nexsy3\"; the nearest is \"nexys3\"; there are nexys3, basys3"
        );
        assert_eq!(
            Misuse::unknown("board", "NEXYS3", boards).to_string(),
            "no board is named \"NEXYS3\"; the nearest is \"nexys3\"; there are nexys3, basys3"
        );
        assert_eq!(
            Misuse::unknown("board", "toaster", boards).to_string(),
            "no board is named \"toaster\"; there are nexys3, basys3"
        );
    }
}
