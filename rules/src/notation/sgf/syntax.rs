//! The SGF grammar: from bytes to the events of a game tree.
//!
//! ```text
//! Collection = GameTree { GameTree }             Property = Identifier Value { Value }
//! GameTree   = "(" Sequence { GameTree } ")"     Value    = "[" text "]"
//! Sequence   = ";" { Property } { Sequence }     in text "\" takes the meaning from what follows
//! ```
//!
//! The main line always takes the first subtree, which comes first in the file. So it is everything before the first
//! closing parenthesis.

use super::Fault;

/// A property and its position in the file.
#[derive(Debug)]
pub struct Property {
    /// Only the capital letters: earlier versions of the format wrote `Black` for `B`.
    pub name: String,
    /// The values; there is at least one.
    pub values: Vec<String>,
    pub byte: usize,
}

impl Property {
    /// Its name and first value, for an error message.
    pub fn shown(&self) -> String {
        self.shown_with(&self.values[0])
    }

    /// The same with another of its values; a long one is shortened.
    pub fn shown_with(&self, value: &str) -> String {
        let quoted: String = value.trim().chars().take(12).flat_map(char::escape_debug).collect();
        format!("{}[{quoted}]", self.name)
    }

    /// Returns a fault in the file at the place of this property.
    pub fn fault(&self, what: String) -> Fault {
        Fault { byte: self.byte, what }
    }
}

/// The next element of a file.
#[derive(Debug)]
pub enum Event {
    /// A variation begins.
    Open,
    /// The properties of a node, in order.
    Node(Vec<Property>),
    /// The variation that was opened last ends.
    Close,
}

/// The start of the first game: a parenthesis followed by a semicolon.
fn start(file: &[u8]) -> Result<usize, Fault> {
    let begins = |at: &usize| {
        let behind = file[at + 1..].iter().find(|byte| !is_space(**byte));
        file[*at] == b'(' && behind == Some(&b';')
    };
    (0..file.len())
        .find(begins)
        .ok_or(Fault { byte: 0, what: "this is no SGF file: it has no \"(;\"".into() })
}

fn is_space(byte: u8) -> bool {
    byte.is_ascii_whitespace() || byte == 0x0B
}

/// Reads the first game and skips what is before it. The game ends when as many variations have closed as have opened.
pub struct Reader<'a> {
    file: &'a [u8],
    at: usize,
}

impl<'a> Reader<'a> {
    /// # Errors
    /// If there is no game.
    pub fn new(file: &'a [u8]) -> Result<Reader<'a>, Fault> {
        Ok(Reader { file, at: start(file)? })
    }

    /// # Errors
    /// If the file does not follow the grammar, or ends within the game.
    pub fn event(&mut self) -> Result<Event, Fault> {
        match self.next()? {
            b'(' => Ok(Event::Open),
            b')' => Ok(Event::Close),
            b';' => self.node(vec![]),
            // A node whose semicolon is missing.
            letter if letter.is_ascii_alphabetic() => {
                let property = self.property(letter)?;
                self.node(vec![property])
            }
            other => {
                let what = format!("here should be a property, not \"{}\"", other.escape_ascii());
                Err(self.fault_before(what))
            }
        }
    }

    /// Reads the rest of a node.
    fn node(&mut self, mut properties: Vec<Property>) -> Result<Event, Fault> {
        loop {
            let behind = self.at;
            match self.next()? {
                letter if letter.is_ascii_alphabetic() => properties.push(self.property(letter)?),
                _ => {
                    self.at = behind;
                    return Ok(Event::Node(properties));
                }
            }
        }
    }

    /// Reads the next byte.
    fn byte(&mut self) -> Result<u8, Fault> {
        let byte = self
            .file
            .get(self.at)
            .copied()
            .ok_or_else(|| Fault { byte: self.file.len(), what: "the file ends within the game".into() })?;
        self.at += 1;
        Ok(byte)
    }

    /// Reads the next byte that is not white space.
    fn next(&mut self) -> Result<u8, Fault> {
        loop {
            let byte = self.byte()?;
            if !is_space(byte) {
                return Ok(byte);
            }
        }
    }

    /// A fault at the byte just read.
    fn fault_before(&self, what: String) -> Fault {
        Fault { byte: self.at - 1, what }
    }

    /// Reads the property that begins with this letter.
    fn property(&mut self, first: u8) -> Result<Property, Fault> {
        let byte = self.at - 1;
        let mut name = String::new();
        let mut next = first;
        while next.is_ascii_alphanumeric() {
            if !next.is_ascii_lowercase() {
                name.push(next.into());
            }
            next = self.byte()?;
        }
        if is_space(next) {
            next = self.next()?;
        }
        if next != b'[' {
            return Err(self.fault_before("a property has no value in brackets".into()));
        }
        let mut values = vec![];
        loop {
            values.push(self.value()?);
            let behind = self.at;
            if self.next()? != b'[' {
                self.at = behind;
                return Ok(Property { name, values, byte });
            }
        }
    }

    /// Reads a value as `text` in the sense of the format: escapes resolved, a line end as one byte, other white space
    /// as spaces. Also reads the closing bracket.
    fn value(&mut self) -> Result<String, Fault> {
        let mut text = vec![];
        loop {
            match self.byte()? {
                b']' => break,
                b'\\' => match self.byte()? {
                    end @ (b'\r' | b'\n') => self.second_half_of_line_end(end),
                    byte => text.push(plain(byte)),
                },
                end @ (b'\r' | b'\n') => {
                    self.second_half_of_line_end(end);
                    text.push(b'\n');
                }
                byte => text.push(plain(byte)),
            }
        }
        Ok(String::from_utf8(text)
            .unwrap_or_else(|not_utf8| not_utf8.into_bytes().into_iter().map(char::from).collect()))
    }

    /// Skips the second byte of a line end, which may be two bytes in either order.
    fn second_half_of_line_end(&mut self, first: u8) {
        let second = if first == b'\r' { b'\n' } else { b'\r' };
        if self.file.get(self.at) == Some(&second) {
            self.at += 1;
        }
    }
}

fn plain(byte: u8) -> u8 {
    if is_space(byte) { b' ' } else { byte }
}
