//! From bytes to the events of a game tree.
//!
//! ```text
//! Collection = GameTree { GameTree }             Property = Identifier Value { Value }
//! GameTree   = "(" Sequence { GameTree } ")"     Value    = "[" text "]"
//! Sequence   = ";" { Property } { Sequence }     in text "\" takes the meaning from what follows
//! ```
//!
//! The main line takes the first tree everywhere, and the first tree comes first in the file. So it is all that stands
//! before the first closing parenthesis.

use super::Fault;

/// A property and where it stands.
#[derive(Debug)]
pub struct Property {
    /// Capital letters alone: earlier versions of the format wrote `Black` for `B`.
    pub name: String,
    /// At least one.
    pub values: Vec<String>,
    pub byte: usize,
}

impl Property {
    /// What it is called and its first value, as an error quotes it.
    pub fn shown(&self) -> String {
        self.shown_with(&self.values[0])
    }

    /// The same with one of its values; of a long one the beginning.
    pub fn shown_with(&self, value: &str) -> String {
        let quoted: String = value.trim().chars().take(12).flat_map(char::escape_debug).collect();
        format!("{}[{quoted}]", self.name)
    }

    /// A fault at it.
    pub fn fault(&self, what: String) -> Fault {
        Fault { byte: self.byte, what }
    }
}

/// What comes next in a file.
#[derive(Debug)]
pub enum Event {
    /// A variation begins.
    Open,
    /// The properties of a node, in order.
    Node(Vec<Property>),
    /// The variation that was opened last ends.
    Close,
}

/// Where the first game begins: at a parenthesis with a semicolon behind it.
fn start(file: &[u8]) -> Result<usize, Fault> {
    let begins = |at: &usize| {
        let behind = file[at + 1..].iter().find(|byte| !is_space(**byte));
        file[*at] == b'(' && behind == Some(&b';')
    };
    (0..file.len()).find(begins).ok_or(Fault {
        byte: 0,
        what: "this is no SGF file: it has no \"(;\"".into(),
    })
}

fn is_space(byte: u8) -> bool {
    byte.is_ascii_whitespace() || byte == 0x0B
}

/// Reads the first game; what stands before it is passed over. Whoever has heard as many variations close as open is
/// through with it.
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
            // A node whose semicolon was forgotten.
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

    /// The rest of a node.
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

    /// The next byte, whatever it is.
    fn byte(&mut self) -> Result<u8, Fault> {
        let byte = self.file.get(self.at).copied().ok_or_else(|| Fault {
            byte: self.file.len(),
            what: "the file ends within the game".into(),
        })?;
        self.at += 1;
        Ok(byte)
    }

    /// The next byte that is no white space.
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
        Fault {
            byte: self.at - 1,
            what,
        }
    }

    /// The property whose first letter has been read.
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

    /// A value as text (the format's word): escapes resolved, a line end as one byte, other white space as spaces, the
    /// bracket behind it read.
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

    /// A line end may be of two bytes, in either order.
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
