//! Turns names of Rust into names of Verilog.

use super::keywords::is_keyword;

/// Why a word is not a valid identifier, if so.
pub fn objection(word: &str) -> Option<String> {
    let starts_well = word.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
    if !starts_well || !word.chars().all(|c| c.is_ascii_alphanumeric() || c == '_') {
        Some(format!(
            "`{word}` is no Verilog name: use letters, digits and `_`, a letter first"
        ))
    } else if is_keyword(word) {
        Some(format!(
            "`{word}` is a keyword of Verilog or SystemVerilog: choose another name"
        ))
    } else {
        None
    }
}

/// A module name from a type name: `DualPortRam` becomes `dual_port_ram`, `VGASync` becomes `vga_sync`.
pub fn snake(name: &str) -> String {
    let letters: Vec<char> = name.chars().collect();
    let mut words = String::new();
    for (i, letter) in letters.iter().enumerate() {
        let after_lower = i > 0 && !letters[i - 1].is_uppercase() && letters[i - 1] != '_';
        let before_lower =
            i > 0 && letters[i - 1].is_uppercase() && letters.get(i + 1).is_some_and(|c| c.is_lowercase());
        if letter.is_uppercase() && (after_lower || before_lower) {
            words.push('_');
        }
        words.push(letter.to_ascii_lowercase());
    }
    words
}

/// A constant's name: `Phase`, `WaitForKey` becomes `PHASE_WAIT_FOR_KEY`.
pub fn label(type_name: &str, variant: &str) -> String {
    format!("{}_{}", snake(type_name), snake(variant)).to_ascii_uppercase()
}

/// A signal's path as in the Rust source: `second$0$turns` of rust-hdl becomes `second[0].turns`.
pub fn rust_path(spelled: &str) -> String {
    let mut path = String::new();
    for word in spelled.split('$') {
        if !word.is_empty() && word.bytes().all(|b| b.is_ascii_digit()) {
            path += &format!("[{word}]");
        } else {
            if !path.is_empty() {
                path.push('.');
            }
            path += word;
        }
    }
    path
}

/// A signal's path as an identifier: `second_0_turns`.
pub fn identifier(spelled: &str) -> String {
    spelled.replace('$', "_")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_taken_apart() {
        assert_eq!(snake("DualPortRam"), "dual_port_ram");
        assert_eq!(snake("VGASync"), "vga_sync");
        assert_eq!(snake("Ps2Receiver"), "ps2_receiver");
        assert_eq!(label("Phase", "WaitForKey"), "PHASE_WAIT_FOR_KEY");
        assert_eq!(rust_path("second$0$turns"), "second[0].turns");
    }

    #[test]
    fn only_plain_words_are_identifiers() {
        assert_eq!(objection("read_data"), None);
        for word in ["", "9lives", "r#type", "größe", "tri", "always_comb"] {
            assert!(objection(word).is_some(), "{word}");
        }
    }
}
