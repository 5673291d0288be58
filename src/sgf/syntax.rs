//! From bytes to the properties of the main line.
//!
//! ```text
//! Collection = GameTree { GameTree }             Property = Identifier Value { Value }
//! GameTree   = "(" Sequence { GameTree } ")"     Value    = "[" text "]"
//! Sequence   = ";" { Property } { Sequence }     in text "\" takes the meaning from what follows
//! ```
//!
//! The main line takes the first tree everywhere, and the first tree comes first in the file. So it is all that stands
//! before the first closing parenthesis, and no tree has to be built.

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

/// The properties of the main line of the first game, in order. What stands before the game is passed over.
///
/// # Errors
/// If there is no game, it does not follow the grammar, or the file ends within it.
pub fn main_line(file: &[u8]) -> Result<Vec<Property>, Fault> {
    let mut reader = Reader { file, at: start(file)? };
    let mut line = vec![];
    loop {
        match reader.next()? {
            b')' => return Ok(line),
            b'(' | b';' => {}
            letter if letter.is_ascii_alphabetic() => line.push(reader.property(letter)?),
            other => {
                let what = format!("here should be a property, not \"{}\"", other.escape_ascii());
                return Err(reader.fault_before(what));
            }
        }
    }
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

struct Reader<'a> {
    file: &'a [u8],
    at: usize,
}

impl Reader<'_> {
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

    /// A value as simple text (the format's word): escapes resolved, white space as spaces, the bracket behind it read.
    fn value(&mut self) -> Result<String, Fault> {
        let mut text = vec![];
        loop {
            match self.byte()? {
                b']' => break,
                b'\\' => match self.byte()? {
                    end @ (b'\r' | b'\n') => self.second_half_of_line_end(end),
                    byte => text.push(plain(byte)),
                },
                byte => {
                    if byte == b'\r' || byte == b'\n' {
                        self.second_half_of_line_end(byte);
                    }
                    text.push(plain(byte));
                }
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
