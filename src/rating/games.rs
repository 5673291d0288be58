//! The games of a match as files: a folder of SGF, a file a game, each written whole when its game ends.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard};

use anyhow::{Context, Error, Result};
use tengen_sim::output::DraftFolder;

use super::claim::Claim;
use super::finish::Finish;
use crate::files::write_file;
use crate::notation::{Format, Outcome, Record};

pub struct Games {
    folder: PathBuf,
    /// Why a game could not be written.
    failed: Mutex<Option<Error>>,
}

/// A finished game.
pub struct Ended<'a> {
    pub opening: usize,
    /// The first player of the match has black.
    pub first_black: bool,
    pub record: Record,
    /// The names of the players, black's first.
    pub names: [&'a str; 2],
    pub finish: &'a Finish,
    pub claims: &'a [Claim],
}

impl Games {
    /// Games in that folder, which is made if it is not there.
    ///
    /// # Errors
    /// If nothing can be written there.
    pub fn within(folder: &Path) -> std::io::Result<Games> {
        fs::create_dir_all(folder)?;
        DraftFolder::within(folder)?;
        Ok(Games { folder: folder.into(), failed: Mutex::default() })
    }

    /// Writes a game. A failure is told at the end.
    pub fn add(&self, game: Ended) {
        let place = self.folder.join(game.file_name());
        let written = write_file(&place, game.text().as_bytes());
        if let Err(error) = written.with_context(|| format!("cannot write {}", place.display())) {
            self.failed().get_or_insert(error);
        }
    }

    /// Whether a game could not be written.
    pub fn have_failed(&self) -> bool {
        self.failed().is_some()
    }

    /// # Errors
    /// The first failure.
    pub fn end(self) -> Result<()> {
        self.failed().take().map_or(Ok(()), Err)
    }

    fn failed(&self) -> MutexGuard<'_, Option<Error>> {
        self.failed.lock().expect("nobody panics while holding it")
    }
}

impl Ended<'_> {
    fn file_name(&self) -> String {
        let first = if self.first_black { "black" } else { "white" };
        format!("{:04}-{first}.sgf", self.opening)
    }

    /// SGF, with comments on who claimed a win, and by what fault the game was lost.
    fn text(self) -> String {
        let Ended { mut record, names, finish, claims, .. } = self;
        record.say(Some(finish.winner.map_or(Outcome::Draw, Outcome::Won)));
        let plies = record.moves().len();
        let head = match &mut record {
            Record::Gomoku(record) => &mut record.head,
            Record::Othello(record) => &mut record.head,
        };
        [head.black, head.white] = names.map(str::to_string);
        for claim in claims {
            head.comment(claim.ply, &format!("{}: WIN IN {}", claim.player, claim.wins_in));
        }
        if let (Some(fault), Some(winner)) = (&finish.fault, finish.winner) {
            head.comment(plies, &format!("{} {fault}", names[winner.other() as usize]));
        }
        record.write(Format::Sgf).expect("SGF has room for every game")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rating::contest::Contest;
    use crate::rating::finish::Fault;
    use crate::rating::gomoku::begun;
    use crate::rating::openings::openings;
    use crate::rules::Colour;

    #[test]
    fn what_cannot_be_written_is_told_at_the_end() {
        let folder = tempfile::tempdir().unwrap();
        let place = folder.path().join("games");
        let games = Games::within(&place).unwrap();
        let finish = Finish::lost(Colour::Black, Fault::new("has ended"));
        let add = || {
            let (record, names) = (begun(&openings(1, 1)[0]).record(), ["one", "other"]);
            games.add(Ended { opening: 3, first_black: true, record, names, finish: &finish, claims: &[] });
        };
        add();
        assert!(!games.have_failed());
        let text = fs::read_to_string(place.join("0003-black.sgf")).unwrap();
        assert!(text.contains("RE[W+]") && text.contains("C[one has ended]"), "{text}");
        fs::remove_dir_all(&place).unwrap();
        add();
        assert!(games.have_failed());
        let said = games.end().unwrap_err().to_string();
        assert!(
            said.starts_with("cannot write ") && said.ends_with("0003-black.sgf"),
            "{said}"
        );
    }
}
