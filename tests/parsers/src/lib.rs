//! What others send to the machine, read by every parser: files, words of the command line, messages of a page, bytes of
//! a serial line, lines of other programs.
//!
//! A parser may refuse; it must not panic, hang or use much memory, and what it takes means the same once it is written
//! and read again.
//!
//! | file       | content                                                       |
//! |------------|---------------------------------------------------------------|
//! | parsers.rs | each parser, and what must hold of it                         |
//! | seeds.rs   | valid input, from which a fuzzer begins                       |
//! | fuzzer.rs  | one parser under libFuzzer                                    |
//! | main.rs    | the command: runs libFuzzer on each parser for a time         |

pub mod parsers;
pub mod seeds;

#[cfg(test)]
mod tests {
    use tengen_rules::splitmix::Splitmix;

    use super::parsers::PARSERS;
    use super::seeds::seeds;

    /// Changed seeds for each parser.
    const CHANGED: usize = 3000;

    /// A seed in which bytes are replaced, removed or inserted, or into which a piece of another one is put.
    fn changed(seeds: &[Vec<u8>], random: &mut Splitmix) -> Vec<u8> {
        let mut below = |limit: usize| (random.word() % limit.max(1) as u64) as usize;
        let mut bytes = seeds[below(seeds.len())].clone();
        for _ in 0..=below(4) {
            let at = below(bytes.len());
            match below(4) {
                0 if !bytes.is_empty() => bytes[at] = below(256) as u8,
                1 => bytes.insert(at, below(256) as u8),
                2 => drop(bytes.drain(at..bytes.len().min(at + below(8)))),
                _ => {
                    let other = &seeds[below(seeds.len())];
                    let from = below(other.len());
                    let piece = &other[from..other.len().min(from + below(32))];
                    bytes.splice(at..at, piece.iter().copied());
                }
            }
        }
        bytes
    }

    #[test]
    fn seeds_and_what_is_near_them_do_no_harm() {
        for parser in PARSERS {
            let seeds = seeds(parser.name);
            let mut random = Splitmix(1);
            for seed in &seeds {
                (parser.check)(seed);
            }
            for _ in 0..CHANGED {
                (parser.check)(&changed(&seeds, &mut random));
            }
        }
    }

    #[test]
    fn every_seed_is_taken() {
        for parser in PARSERS {
            for seed in seeds(parser.name) {
                let text = String::from_utf8_lossy(&seed).into_owned();
                assert!((parser.check)(&seed), "{}: {text}", parser.name);
            }
        }
    }
}
