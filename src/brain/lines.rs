//! Reads lines from an untrusted program: whatever their length and content, they take little memory and stop nothing.

use std::io::{self, BufRead};

/// Longer lines, in bytes, are not valid in the protocol.
pub const LONGEST: usize = 4096;

#[derive(Debug, PartialEq, Eq)]
pub enum Line {
    /// A line without its end: LF, CR LF, or the end of the input.
    Text(String),
    /// Longer than [`LONGEST`]; its text was dropped.
    TooLong,
    /// Not valid UTF-8.
    NoText,
}

pub struct Lines<R> {
    input: R,
}

impl<R: BufRead> Lines<R> {
    pub fn new(input: R) -> Self {
        Lines { input }
    }

    /// The next line; `None` at the end of the input.
    pub fn read(&mut self) -> io::Result<Option<Line>> {
        let mut kept = Vec::new();
        let mut length = 0;
        loop {
            let chunk = match self.input.fill_buf() {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                chunk => chunk?,
            };
            if chunk.is_empty() && length == 0 {
                return Ok(None);
            }
            let end = chunk.iter().position(|&byte| byte == b'\n');
            let part = &chunk[..end.unwrap_or(chunk.len())];
            kept.extend(part.iter().take(LONGEST + 1 - kept.len()));
            let used = end.map_or(chunk.len(), |end| end + 1);
            length += used;
            self.input.consume(used);
            if end.is_some() || used == 0 {
                return Ok(Some(line(kept)));
            }
        }
    }
}

fn line(mut bytes: Vec<u8>) -> Line {
    if bytes.len() > LONGEST {
        return Line::TooLong;
    }
    if bytes.last() == Some(&b'\r') {
        bytes.pop();
    }
    String::from_utf8(bytes).map_or(Line::NoText, Line::Text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::{BufReader, Cursor};

    fn all(bytes: &[u8], buffer: usize) -> Vec<Line> {
        let mut lines = Lines::new(BufReader::with_capacity(buffer, Cursor::new(bytes)));
        std::iter::from_fn(|| lines.read().unwrap()).collect()
    }

    fn text(text: &str) -> Line {
        Line::Text(text.into())
    }

    #[test]
    fn both_ends_of_line_and_a_cut_one() {
        for buffer in [1, 3, 1000] {
            let expected = [text("START 15"), text(""), text("TURN 7,7"), text("a\rb"), text("EN")];
            assert_eq!(all(b"START 15\r\n\nTURN 7,7\na\rb\nEN", buffer), expected);
            assert_eq!(all(b"", buffer), []);
            assert_eq!(all(b"END\n", buffer), [text("END")]);
        }
    }

    #[test]
    fn a_line_may_have_so_many_bytes_and_no_more() {
        for (length, expected) in [(LONGEST, false), (LONGEST + 1, true), (1 << 20, true)] {
            let bytes = [vec![b'x'; length], b"\nEND\n".to_vec()].concat();
            let lines = all(&bytes, 8192);
            assert_eq!((lines.len(), &lines[1]), (2, &text("END")));
            assert_eq!(lines[0] == Line::TooLong, expected, "{length}");
        }
    }

    #[test]
    fn bytes_that_are_no_text_are_one_line_of_their_own() {
        let expected = [Line::NoText, text("END")];
        assert_eq!(all(b"\xff\xfe\x00\nEND", 1000), expected);
    }
}
