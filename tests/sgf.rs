//! Games as files: what is written is read again, what other programs write is understood, and whatever else comes is
//! refused with its place.

use tengen::rules::gomoku::{Colour, Crossing, Foul, Game, Ply, Rule};
use tengen::sgf::{Outcome, Record, read};
use tengen_sim::Random;

/// A lawful game of random moves, lost turns among them, stopped anywhere.
fn record(random: &mut Random) -> Record {
    let mut game = Game::new(random.of(&Rule::ALL));
    // Close together, so that games come to an end.
    let (side, corner) = (3 + random.below(13), random.below(2));
    for _ in 0..random.below(300) {
        if random.once_in(20) {
            let _ = game.pass();
        } else {
            let place = |number: usize| (number + corner * (15 - side)).min(14);
            let at = Crossing::new(place(random.below(side)), place(random.below(side))).unwrap();
            let _ = game.play(at);
        }
    }
    let mut record = Record::new(game);
    let [black, white] = [Colour::Black, Colour::White].map(|colour| Some(Outcome::Won(colour)));
    record.say(random.of(&[black, white, Some(Outcome::Draw), None]));
    record.black = name(random);
    record.white = name(random);
    record
}

/// Anything that may stand on a line, and what means something to the format.
fn name(random: &mut Random) -> String {
    let letters: Vec<char> = "]\\[;():aB9 \u{a0}é五\u{7f}\u{1}".chars().collect();
    (0..random.below(12)).map(|_| random.of(&letters)).collect()
}

#[test]
fn what_is_written_is_read_again() {
    let mut random = Random::new(1);
    let mut ended = 0;
    for _ in 0..3000 {
        let record = record(&mut random);
        ended += usize::from(record.game().end().is_some());
        let text = record.to_string();
        assert_eq!(read(text.as_bytes()).as_ref(), Ok(&record), "{text}");
    }
    assert!((500..2500).contains(&ended), "{ended} games came to an end");
}

#[test]
fn a_game_looks_like_this() {
    let mut game = Game::new(Rule::Renju);
    for (row, col) in [(7, 7), (0, 14), (6, 7), (14, 0), (8, 8), (1, 1), (8, 9)] {
        game.play(Crossing::new(row, col).unwrap()).unwrap();
    }
    game.pass().unwrap();
    for (row, col) in [(14, 14), (3, 1), (12, 2), (5, 5), (8, 7)] {
        game.play(Crossing::new(row, col).unwrap()).unwrap();
    }
    let mut record = Record::new(game);
    record.white = "Tengen [3]".into();
    let expected = "\
        (;FF[4]GM[4]CA[UTF-8]AP[Tengen:VERSION]SZ[15]\n\
        RU[Renju]PW[Tengen [3\\]]RE[W+]\n\
        ;B[hh];W[oa];B[hg];W[ao];B[ii];W[bb];B[ji];W[];B[oo];W[bd]\n\
        ;B[cm];W[ff];B[hi]C[DOUBLE THREE])\n";
    assert_eq!(
        record.to_string(),
        expected.replace("VERSION", env!("CARGO_PKG_VERSION"))
    );
    assert_eq!(record.outcome(), Some(Outcome::Won(Colour::White)));
}

/// The plies, as `letter number` or a dash.
fn plies(file: &str) -> String {
    let record = read(file.as_bytes()).unwrap_or_else(|fault| panic!("{file}: {fault}"));
    let name = |ply: &Ply| match ply {
        Ply::Stone(at) => format!("{}{}", char::from(b'a' + at.col() as u8), 15 - at.row()),
        Ply::Pass => "-".into(),
    };
    record.game().plies().iter().map(name).collect::<Vec<_>>().join(" ")
}

#[test]
fn what_other_programs_write_is_understood() {
    for (file, found) in [
        ("(;GM[4]SZ[15];B[hh];W[ii])", "h8 i7"),
        ("(;GM[4];B[h8];W[I7];B[o15];W[a1])", "h8 i7 o15 a1"),
        ("(;)", ""),
        // White space, line ends and comments anywhere between.
        (
            "junk ( \r\n ;GM [4]\tSZ\n[15] C[a ; (\\] ) \\\\]\n\n; B [ h8 ]\x0B;W[ii ]\n)\n",
            "h8 i7",
        ),
        // The main line goes through the first variation everywhere.
        ("(;GM[4];B[hh](;W[ii](;B[aa])(;B[bb]))(;W[jj]))(;GM[1])", "h8 i7 a15"),
        // Lost turns, in the present form and in that of earlier versions; earlier names of properties.
        ("(;GaMe[4]SiZe[15]Black[hh];White[];Black[tt];White[ii])", "h8 - - i7"),
        // More than one value, properties nobody knows.
        (
            "(;GM[4]SZ[15:15]XY[1][2]\n[3]KM[6.5];B[hh]BL[30]LB[hh:1][ii:2];W[ii])",
            "h8 i7",
        ),
    ] {
        assert_eq!(plies(file), found, "{file:?}");
    }
}

#[test]
fn rules_results_and_names_are_understood() {
    for (text, rule) in [
        ("Renju", Rule::Renju),
        ("RIF", Rule::Renju),
        ("Taraguchi-10 renju", Rule::Renju),
        ("Exact five", Rule::ExactFive),
        ("standard", Rule::ExactFive),
        ("Freestyle", Rule::Freestyle),
        ("", Rule::Freestyle),
        ("Swap2", Rule::Freestyle),
    ] {
        assert_eq!(
            read(format!("(;RU[{text}])").as_bytes()).unwrap().game().rule(),
            rule,
            "{text}"
        );
    }
    let (black, white) = (Some(Outcome::Won(Colour::Black)), Some(Outcome::Won(Colour::White)));
    for (text, outcome) in [
        ("B+", black),
        ("b+Resign", black),
        (" W+T", white),
        ("0", Some(Outcome::Draw)),
        ("Draw", Some(Outcome::Draw)),
        ("Void", None),
        ("?", None),
        ("", None),
    ] {
        assert_eq!(
            read(format!("(;RE[{text}])").as_bytes()).unwrap().outcome(),
            outcome,
            "{text}"
        );
    }
    // What the board shows goes before what the file says.
    let five = "(;RE[W+];B[aa];W[ao];B[ba];W[bo];B[ca];W[co];B[da];W[do];B[ea])";
    assert_eq!(read(five.as_bytes()).unwrap().outcome(), black);

    let names = read("(;PB[A\\]da\\\\ \\\r\nL.]PW[two\r\nlines\tand \\:])".as_bytes()).unwrap();
    assert_eq!(
        (names.black.as_str(), names.white.as_str()),
        ("A]da\\ L.", "two lines and :")
    );
    // In UTF-8 if it is that, and else in the format's own default.
    assert_eq!(read("(;PB[五子棋])".as_bytes()).unwrap().black, "五子棋");
    assert_eq!(read(b"(;PB[Andr\xE9])").unwrap().black, "André");
}

#[test]
fn what_is_no_game_here_is_refused_with_its_place() {
    for (file, fault) in [
        ("", "byte 0: this is no SGF file: it has no \"(;\""),
        ("GM[4]", "byte 0: this is no SGF file: it has no \"(;\""),
        ("(;GM[4];B[hh]", "byte 13: the file ends within the game"),
        ("(;GM[4];B[h", "byte 11: the file ends within the game"),
        ("(;GM[4];B[h\\", "byte 12: the file ends within the game"),
        ("(;GM[4];B", "byte 9: the file ends within the game"),
        ("(;GM[4]5)", "byte 7: here should be a property, not \"5\""),
        ("(;GM[4]\u{1})", "byte 7: here should be a property, not \"\\x01\""),
        ("(;GM;B[hh])", "byte 4: a property has no value in brackets"),
        (
            "(;GM[1]SZ[15])",
            "byte 2: GM[1] is another game; Gomoku and Renju are GM[4]",
        ),
        ("(;GM[4]SZ[19])", "byte 7: SZ[19] is another board; this one is SZ[15]"),
        (
            "(;GM[4]AB[hh][ii])",
            "byte 7: AB sets up a position; a game here begins on the empty board",
        ),
        (
            "(;GM[4];B[pp])",
            "byte 8: move 1, B[pp]: no crossing; there are aa to oo, or a1 to o15",
        ),
        ("(;GM[4];B[hh];W[hh])", "byte 14: move 2, W[hh]: the crossing is taken"),
        (
            "(;GM[4];W[hh])",
            "byte 8: move 1, W[hh]: the other side is to move; a turn that was lost is an empty move",
        ),
        ("(;GM[4];B[hh][ii])", "byte 8: move 1, B[hh]: a move has one crossing"),
        (
            "(;B[aa];W[ao];B[ba];W[bo];B[ca];W[co];B[da];W[do];B[ea];W[eo])",
            "byte 56: move 10, W[eo]: the game is over by the rule, freestyle",
        ),
        (
            "(;B[aa];W[ao];B[ba];W[bo];B[ca];W[co];B[da];W[do];B[ea];B[])",
            "byte 56: move 10, B[]: the game is over by the rule, freestyle",
        ),
    ] {
        assert_eq!(read(file.as_bytes()).unwrap_err().to_string(), fault, "{file:?}");
    }
    // Nothing of any length is quoted whole.
    let long = format!("(;B[{}])", "\u{1b}x".repeat(100_000));
    assert!(read(long.as_bytes()).unwrap_err().to_string().len() < 200);
}

#[test]
fn an_end_is_an_end_under_the_files_own_rule() {
    let overline = "B[ah];W[aa];B[bh];W[ba];B[ch];W[ca];B[eh];W[ea];B[fh];W[fa];B[dh]";
    for (rule, foul) in [
        ("Freestyle", None),
        ("Exact five", None),
        ("Renju", Some(Foul::Overline)),
    ] {
        let record = read(format!("(;RU[{rule}];{overline})").as_bytes()).unwrap();
        assert_eq!(record.game().end().is_none(), rule == "Exact five");
        assert_eq!(record.to_string().contains("C[OVERLINE]"), foul.is_some());
    }
}

#[test]
fn no_file_is_too_broken_to_be_refused() {
    let mut random = Random::new(2);
    for round in 0..20_000 {
        let mut file: Vec<u8> = match round % 4 {
            // Any bytes.
            0 => (0..random.below(80)).map(|_| random.bits(8) as u8).collect(),
            // What the format is made of.
            1 => {
                let parts: &[&str] = &[
                    "(;", "(", ")", ";", "B[", "W[", "]", "[", "\\", "hh", "a1", "GM[4]", "SZ", "\r", "RE[", "\u{e9}",
                ];
                (0..random.below(60)).flat_map(|_| random.of(parts).bytes()).collect()
            }
            _ => record(&mut random).to_string().into_bytes(),
        };
        if round % 4 == 3 {
            for _ in 0..1 + random.below(4) {
                let at = random.below(file.len());
                file[at] = random.bits(8) as u8;
            }
        }
        // What is read all the same is a game, and can be written.
        if let Ok(record) = read(&file) {
            assert_eq!(read(record.to_string().as_bytes()), Ok(record));
        }
    }
}

#[test]
fn a_file_cut_anywhere_is_refused() {
    let mut random = Random::new(3);
    for _ in 0..20 {
        let text = record(&mut random).to_string();
        let whole = text.trim_end().len();
        for end in 0..whole {
            let fault = read(&text.as_bytes()[..end]).unwrap_err();
            assert!(fault.byte == end || end < 2, "cut at {end}: {fault}");
        }
        assert!(read(&text.as_bytes()[..whole]).is_ok());
    }
}
