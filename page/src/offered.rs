//! The files that a session offers for download: the picture, the game on the board, the last recordings, and the
//! signals inside.
//!
//! | name         | content                      |
//! |--------------|------------------------------|
//! | picture.png  | the picture on the screen    |
//! | game.sgf     | the game on the board        |
//! | game.ggf     | a game of Othello as GGF     |
//! | game.txt     | a game of Othello, its moves |
//! | film.gif     | the last film                |
//! | waves.zip    | the last waves               |
//! | parts.json   | the signals: `[{"path": "gomoku.turn", "width": 1, "states": ["Black", "White"]}, ..]`; states of an enumeration alone |
//! | modules.json | the modules of a circuit: [`ModuleText`](tengen_sim::stored::ModuleText) each |
//! | ring.json    | [`Written`](super::looking::Written), the last clocks of the signals that are looked at |

use std::sync::{Arc, Mutex, MutexGuard};

use super::looking::Ring;
use super::running::NO_SIGNALS;
use crate::notation::{Format, Record};

/// The bytes of a file.
pub type Bytes = Arc<[u8]>;

/// The newest of each file.
#[derive(Default)]
pub struct Offered {
    pub picture: Latest<Bytes>,
    pub film: Latest<Bytes>,
    pub waves: Latest<Bytes>,
    pub game: Latest<Record>,
    /// The signals, as JSON; `None` if the engine shows none.
    pub parts: Latest<Option<Bytes>>,
    pub ring: Latest<Arc<Ring>>,
    /// The modules of a circuit, as JSON; the console offers none.
    pub modules: Latest<Bytes>,
}

/// The newest of something, if there is one yet.
pub struct Latest<T>(Mutex<Option<T>>);

impl<T> Default for Latest<T> {
    fn default() -> Self {
        Latest(Mutex::new(None))
    }
}

impl<T: Clone> Latest<T> {
    fn held(&self) -> MutexGuard<'_, Option<T>> {
        self.0.lock().unwrap_or_else(|poison| poison.into_inner())
    }

    pub fn put(&self, value: T) {
        *self.held() = Some(value);
    }

    pub fn get(&self) -> Option<T> {
        self.held().clone()
    }

    pub fn exists(&self) -> bool {
        self.held().is_some()
    }
}

/// A file for download.
pub struct Download {
    /// The media type.
    pub kind: &'static str,
    /// The name under which it is saved.
    pub name: &'static str,
    pub bytes: Bytes,
}

/// Why there is no file.
#[derive(Debug, PartialEq)]
pub enum Missing {
    /// Nothing of that name is ever offered.
    Unknown,
    /// Nothing has been recorded yet.
    Yet,
    /// The engine shows no signals.
    Signals,
    /// The game cannot be written in that format; a line that says why.
    Unwritable(String),
}

impl std::fmt::Display for Missing {
    fn fmt(&self, to: &mut std::fmt::Formatter) -> std::fmt::Result {
        match self {
            Missing::Unknown => to.write_str("there is no such file"),
            Missing::Yet => to.write_str("nothing is recorded yet"),
            Missing::Signals => to.write_str(NO_SIGNALS),
            Missing::Unwritable(why) => to.write_str(why),
        }
    }
}

/// The names of all files.
pub const NAMES: [&str; 8] = [
    "picture.png",
    "game.sgf",
    "game.ggf",
    "game.txt",
    "film.gif",
    "waves.zip",
    "parts.json",
    "ring.json",
];

impl Offered {
    /// The file of that name.
    ///
    /// # Errors
    /// Why there is none.
    pub fn file(&self, name: &str) -> Result<Download, Missing> {
        let recorded = |kind, name, bytes: &Latest<Bytes>| {
            let bytes = bytes.get().ok_or(Missing::Yet)?;
            Ok(Download { kind, name, bytes })
        };
        match name {
            "picture.png" => recorded("image/png", "tengen.png", &self.picture),
            "game.sgf" => self.game(Format::Sgf, "application/x-go-sgf", "tengen.sgf"),
            "game.ggf" => self.game(Format::Ggf, "text/plain; charset=utf-8", "tengen.ggf"),
            "game.txt" => self.game(Format::Transcript, "text/plain; charset=utf-8", "tengen.txt"),
            "film.gif" => recorded("image/gif", "tengen.gif", &self.film),
            "waves.zip" => recorded("application/zip", "tengen-waves.zip", &self.waves),
            "parts.json" => {
                let bytes = self.parts.get().ok_or(Missing::Yet)?.ok_or(Missing::Signals)?;
                Ok(Download { kind: "application/json", name: "tengen-parts.json", bytes })
            }
            "modules.json" => {
                let bytes = self.modules.get().ok_or(Missing::Unknown)?;
                Ok(Download { kind: "application/json", name: "tengen-modules.json", bytes })
            }
            "ring.json" => {
                let ring = self.ring.get().ok_or(Missing::Yet)?;
                let ring =
                    serde_json::to_vec(&ring.written()).map_err(|error| Missing::Unwritable(error.to_string()))?;
                let bytes = ring.into();
                Ok(Download { kind: "application/json", name: "tengen-ring.json", bytes })
            }
            _ => Err(Missing::Unknown),
        }
    }

    fn game(&self, format: Format, kind: &'static str, name: &'static str) -> Result<Download, Missing> {
        let text = match &self.game.get().ok_or(Missing::Yet)? {
            Record::Gomoku(_) if format != Format::Sgf => Err("Gomoku is kept as SGF alone".into()),
            record => record.write(format).map_err(|error| error.to_string()),
        };
        let bytes = text.map_err(Missing::Unwritable)?.into_bytes().into();
        Ok(Download { kind, name, bytes })
    }
}
