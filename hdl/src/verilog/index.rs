//! The grammar of an index such as `self.taps[2 * i + 1]`, evaluated when the loops are unrolled.
//!
//! ```text
//! sum     = product { ("+" | "-") product }
//! product = atom { "*" atom }
//! atom    = "(" sum ")" | number | loop variable
//! ```

use std::{iter::Peekable, str::Chars};

/// The value of an index; `variable` gives the values of loop variables. `None` if the text is not an index.
pub fn evaluate(text: &str, variable: &dyn Fn(&str) -> Option<i64>) -> Option<i64> {
    let squeezed: String = text.chars().filter(|c| !c.is_whitespace()).collect();
    let mut rest = Reader { letters: squeezed.chars().peekable(), variable };
    let value = rest.sum()?;
    rest.letters.next().is_none().then_some(value)
}

struct Reader<'a> {
    letters: Peekable<Chars<'a>>,
    variable: &'a dyn Fn(&str) -> Option<i64>,
}

impl Reader<'_> {
    fn sum(&mut self) -> Option<i64> {
        let mut value = self.product()?;
        while let Some(sign) = self.letters.next_if(|c| matches!(c, '+' | '-')) {
            let term = self.product()?;
            value = if sign == '+' { value.checked_add(term)? } else { value.checked_sub(term)? };
        }
        Some(value)
    }

    fn product(&mut self) -> Option<i64> {
        let mut value = self.atom()?;
        while self.letters.next_if_eq(&'*').is_some() {
            value = value.checked_mul(self.atom()?)?;
        }
        Some(value)
    }

    fn atom(&mut self) -> Option<i64> {
        if self.letters.next_if_eq(&'(').is_some() {
            let value = self.sum()?;
            return (self.letters.next() == Some(')')).then_some(value);
        }
        let mut word = String::new();
        while let Some(letter) = self.letters.next_if(|c| c.is_alphanumeric() || *c == '_') {
            word.push(letter);
        }
        let digits = word.trim_end_matches("usize").replace('_', "");
        digits.parse().ok().or_else(|| (self.variable)(&word))
    }
}

#[cfg(test)]
mod tests {
    use super::evaluate;

    #[test]
    fn indices_are_computed() {
        let i = |name: &str| (name == "i").then_some(5);
        assert_eq!(evaluate("2 * (i - 1) + 1", &i), Some(9));
        assert_eq!(evaluate("1_0usize", &i), Some(10));
        for text in ["", "i-j", "(i", "address$val()", "9223372036854775807+1"] {
            assert_eq!(evaluate(text, &i), None, "{text}");
        }
    }
}
