//! Game files: written games are read back, files of other programs are understood, and everything else is refused with
//! its position.

use tengen::notation::Outcome;
use tengen::notation::sgf::{Record, Tree, read, read_tree};
use tengen::rules::gomoku::{Colour, Crossing, End, Foul, Game, Ply, Rule};
use tengen_sim::Random;

/// A legal game of random moves and lost turns, of any length.
fn record(random: &mut Random) -> Record {
    let mut game = Game::new(random.of(&Rule::ALL));
    // Close together, so that games end.
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
    record.head.black = name(random);
    record.head.white = name(random);
    record.head.date = name(random);
    record.head.event = name(random);
    let plies = record.game().plies().len();
    for _ in 0..random.below(4) {
        // Often at an end of the game, where a foul gets a comment.
        let any = random.below(plies + 1);
        let ply = random.of(&[0, any, plies]);
        let foul = if random.once_in(4) { "DOUBLE FOUR" } else { "" };
        let text = format!("{foul}{}\n{}", name(random), name(random));
        record.head.comments.insert(ply, text);
    }
    record
}

/// A random name with letters that have a meaning in the format.
fn name(random: &mut Random) -> String {
    let letters: Vec<char> = "]\\[;():aB9 \u{a0}é五\u{7f}\u{1}".chars().collect();
    (0..random.below(12)).map(|_| random.of(&letters)).collect()
}

#[test]
fn what_is_written_is_read_again() {
    let mut random = Random::new(1);
    let (mut ended, mut fouls) = (0, 0);
    for _ in 0..3000 {
        let record = record(&mut random);
        ended += usize::from(record.game().end().is_some());
        fouls += usize::from(matches!(record.game().end(), Some(End::Won { foul: Some(_), .. })));
        let text = record.to_string();
        assert_eq!(read(text.as_bytes()).as_ref(), Ok(&record), "{text}");
        let tree = read_tree(text.as_bytes()).unwrap();
        assert_eq!(tree.record(tree.nodes.len() - 1), record, "{text}");
    }
    assert!((500..2500).contains(&ended), "{ended} games came to an end");
    assert!(fouls > 50, "{fouls} fouls");
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
    record.head.white = "Tengen [3]".into();
    record.head.date = "2026-11-22".into();
    record.head.event = "Club\nevening".into();
    record.head.comments = [(0, "Two lines\n[of it]"), (2, "far away"), (13, "Oh!")]
        .map(|(ply, text)| (ply, text.into()))
        .into();
    let expected = "\
        (;FF[4]GM[4]CA[UTF-8]AP[Tengen:VERSION]SZ[15]\n\
        RU[Renju]PW[Tengen [3\\]]DT[2026-11-22]EV[Club evening]RE[W+]C[Two lines\n[of it\\]]\n\
        ;B[hh];W[oa]C[far away];B[hg];W[ao];B[ii];W[bb];B[ji];W[];B[oo];W[bd]\n\
        ;B[cm];W[ff];B[hi]C[DOUBLE THREE\nOh!])\n";
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
        ("(;GM[4];B[HH];W[AB];B[oO])", "h8 a14 o1"),
        // With the game number of Go, used by programs that know no other.
        ("(;GM[1]SZ[15]KM[6.5]HA[0];B[hh];W[ii])", "h8 i7"),
        ("(;SZ[15]GM[1];B[hh])", "h8"),
        ("(;)", ""),
        // White space, line ends and comments in between.
        (
            "junk ( \r\n ;GM [4]\tSZ\n[15] C[a ; (\\] ) \\\\]\n\n; B [ h8 ]\x0B;W[ii ]\n)\n",
            "h8 i7",
        ),
        // The main line always follows the first variation.
        ("(;GM[4];B[hh](;W[ii](;B[aa])(;B[bb]))(;W[jj]))(;GM[1])", "h8 i7 a15"),
        // Lost turns, in the present form and in that of earlier versions; earlier names of properties.
        ("(;GaMe[4]SiZe[15]Black[hh];White[];Black[tt];White[ii])", "h8 - - i7"),
        // Several values, and unknown properties.
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
        ("free", Rule::Freestyle),
        ("Gomoku", Rule::Freestyle),
        // The numbers of the Gomocup protocol.
        ("0", Rule::Freestyle),
        ("1", Rule::ExactFive),
        (" 4", Rule::Renju),
    ] {
        let record = read(format!("(;RU[{text}])").as_bytes()).unwrap();
        assert_eq!((record.game().rule(), record.head.remarks), (rule, vec![]), "{text}");
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
    // The board's result takes precedence over the file's.
    let five = "(;RE[W+];B[aa];W[ao];B[ba];W[bo];B[ca];W[co];B[da];W[do];B[ea])";
    assert_eq!(read(five.as_bytes()).unwrap().outcome(), black);

    let names = read("(;PB[A\\]da\\\\ \\\r\nL.]PW[two\r\nlines\tand \\:])".as_bytes()).unwrap();
    assert_eq!(
        (names.head.black.as_str(), names.head.white.as_str()),
        ("A]da\\ L.", "two lines and :")
    );
    // UTF-8 if valid, otherwise the format's own default.
    assert_eq!(read("(;PB[五子棋])".as_bytes()).unwrap().head.black, "五子棋");
    assert_eq!(read(b"(;PB[Andr\xE9])").unwrap().head.black, "André");
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
            "(;GM[2]SZ[15])",
            "byte 2: GM[2] is another game; Gomoku and Renju are GM[4]",
        ),
        (
            "(;GM[1]SZ[19])",
            "byte 2: GM[1] is Go; it is read as Gomoku only with SZ[15]",
        ),
        ("(;GM[1])", "byte 2: GM[1] is Go; it is read as Gomoku only with SZ[15]"),
        ("(;GM[4]SZ[19])", "byte 7: SZ[19] is another board; this one is SZ[15]"),
        (
            "(;GM[4]AB[hh][ii])",
            "byte 7: AB[hh] sets up a position that is none of a game: in turns there are as many black stones as white or \
             one more, not 2 to 0",
        ),
        (
            "(;AW[ao][bo][co][do][eo]RU[4]AB[aa][ca][ea][ga][ia])",
            "byte 2: AW[ao] sets up a position that is none of a game: the game is over in it by the rule, Renju",
        ),
        (
            "(;RU[Renju]AB[aa][ba][ca][da][ea][fa]AW[ao][co][eo][go][io][ko])",
            "byte 11: AB[aa] sets up a position that is none of a game: black has an overline in it",
        ),
        ("(;AB[hh]AW[hh])", "byte 8: AW[hh]: the crossing is taken"),
        (
            "(;AB[hh][p1])",
            "byte 2: AB[p1]: no crossing; there are aa to oo, or a1 to o15",
        ),
        ("(;AB[hh]PL[B])", "byte 8: PL[B]: by the stones it is white's turn"),
        ("(;PL[white])", "byte 2: PL[white]: by the stones it is black's turn"),
        ("(;PL[?])", "byte 2: PL[?]: it names neither B nor W"),
        (
            "(;B[hh];AW[ii])",
            "byte 8: AW[ii] changes the position within the game; stones are set up before it alone",
        ),
        (
            "(;B[hh];W[ii];AE[hh])",
            "byte 14: AE[hh] changes the position within the game; stones are set up before it alone",
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
    // Long values are shortened in messages.
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
            // Random bytes.
            0 => (0..random.below(80)).map(|_| random.bits(8) as u8).collect(),
            // Random pieces of the format.
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
        // If it can nevertheless be read, it is a game and can be written.
        let tree = read_tree(&file);
        if let Ok(mut record) = read(&file) {
            record.head.remarks.clear();
            assert_eq!(read(record.to_string().as_bytes()), Ok(record));
        } else {
            assert!(tree.is_err());
        }
        if let Ok(tree) = tree {
            tree.record(random.below(tree.nodes.len()));
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

#[test]
fn what_is_read_otherwise_than_it_is_said_is_remarked() {
    for (file, remark) in [
        (
            "(;RU[Swap2])",
            "RU[Swap2] is no rule of this machine; read as freestyle",
        ),
        ("(;RU[5])", "RU[5] is no rule of this machine; read as freestyle"),
        (
            "(;B[hh];RU[Renju])",
            "RU[Renju] comes behind the first move; read as freestyle",
        ),
        ("(;GM[1]SZ[15])", "GM[1] is Go; read as Gomoku"),
    ] {
        assert_eq!(read(file.as_bytes()).unwrap().head.remarks, [remark], "{file}");
        assert_eq!(read_tree(file.as_bytes()).unwrap().head.remarks, [remark], "{file}");
    }
    let two = read(b"(;GM[1]SZ[15]RU[Japanese])").unwrap();
    assert_eq!((two.head.remarks.len(), two.game().rule()), (2, Rule::Freestyle));
}

#[test]
fn a_record_keeps_who_when_where_and_what_was_said() {
    let file = "(;GM[4]SZ[15]PB[Ada]PW[Bob]DT[2026-11-22]EV[Club\nevening]C[Begin]\
                ;B[hh]C[two\r\nlines \\]];C[and more];W[ii])(;PB[no])";
    let record = read(file.as_bytes()).unwrap();
    assert_eq!(
        [
            &record.head.black,
            &record.head.white,
            &record.head.date,
            &record.head.event
        ],
        ["Ada", "Bob", "2026-11-22", "Club evening"]
    );
    let comments: Vec<_> = record
        .head
        .comments
        .iter()
        .map(|(ply, text)| (*ply, text.as_str()))
        .collect();
    assert_eq!(comments, [(0, "Begin"), (1, "two\nlines ]\nand more")]);
    assert_eq!(read(record.to_string().as_bytes()), Ok(record));
    // The line that names a foul is not repeated.
    let foul = "(;RU[4]AB[ah][bh][ch][eh][fh]AW[aa][ca][ea][ga][ia];B[dh]C[OVERLINE\nwhat now?])";
    let record = read(foul.as_bytes()).unwrap();
    assert_eq!(record.head.comments[&11], "what now?");
    assert!(record.to_string().contains("C[OVERLINE\nwhat now?]"));
}

#[test]
fn a_machine_that_played_a_file_recalls_what_it_says() {
    let file = read(b"(;PB[Ada]PW[Bob]EV[Club]RE[B+R]C[0];B[hh]C[1];W[ii]C[2];B[jj])").unwrap();
    let played = |moves: &[(usize, usize)], rule| {
        let mut game = Game::new(rule);
        moves
            .iter()
            .for_each(|&(row, col)| game.play(Crossing::new(row, col).unwrap()).unwrap());
        Record::new(game)
    };
    let all = [(7, 7), (8, 8), (9, 9)];
    let mut whole = played(&all, Rule::Freestyle);
    whole.recall(&file);
    assert_eq!(whole, file);
    // A part gets what belongs to it, a longer game gets everything; only the whole game has the result.
    let mut part = played(&all[..1], Rule::Freestyle);
    part.head.white = "Tengen".into();
    part.recall(&file);
    assert_eq!(
        (part.head.black.as_str(), part.head.white.as_str(), part.outcome()),
        ("Ada", "Tengen", None)
    );
    assert_eq!(part.head.comments.keys().copied().collect::<Vec<_>>(), [0, 1]);
    let mut more = played(&[&all[..], &[(0, 0)]].concat(), Rule::Freestyle);
    more.recall(&file);
    assert_eq!(
        (more.head.event.as_str(), more.outcome(), more.head.comments.len()),
        ("Club", None, 3)
    );
    for other in [
        played(&[], Rule::Freestyle),
        played(&[(7, 7), (0, 0)], Rule::Freestyle),
        played(&all, Rule::Renju),
    ] {
        let mut same = other.clone();
        same.recall(&file);
        assert_eq!(same, other);
    }
}

#[test]
fn stones_that_are_set_up_are_the_first_plies() {
    for (file, found) in [
        ("(;AB[hh][aa]AW[ii];W[bb])", "h8 i7 a15 b14"),
        ("(;AW[ii]AB[hh:hi]PL[W])", "h8 i7 h7"),
        ("(;AB[hh]AE[oo])", "h8"),
        ("(;AB[HH]AW[i7]PL[Black];B[a1])", "h8 i7 a1"),
    ] {
        assert_eq!(plies(file), found, "{file}");
    }
    let tree = read_tree(b"(;AB[hh]C[set up](;W[ii])(;W[jj]))").unwrap();
    assert_eq!((tree.nodes[0].ply, tree.setup.len()), (None, 1));
    assert_eq!(tree.record(2).game().plies().len(), 2);
    assert_eq!(tree.record(0).head.comments[&1], "set up");
}

/// Parents, moves and comments, one word per node.
fn outline(tree: &Tree) -> String {
    let json = serde_json::to_value(tree).unwrap();
    let word = |node: &serde_json::Value| {
        let parent = node["parent"].as_u64().map_or("-".into(), |parent| parent.to_string());
        format!(
            "{parent}:{}{}",
            node["move"].as_str().unwrap_or("?"),
            node["comment"].as_str().unwrap()
        )
    };
    json["nodes"]
        .as_array()
        .unwrap()
        .iter()
        .map(word)
        .collect::<Vec<_>>()
        .join(" ")
}

#[test]
fn every_variation_is_in_the_tree() {
    let file =
        "(;GM[4]PB[Ada]RE[W+T]C[!];B[hh](;W[ii]C[a](;B[aa];W[])(;B[bb]))(;C[else];W[jj](;B[ii])(;B[aa])))(;B[cc])";
    let tree = read_tree(file.as_bytes()).unwrap();
    assert_eq!(outline(&tree), "-:?! 0:h8 1:i7a 2:a15 3: 2:b14 1:?else 6:j6 7:i7 7:a15");
    assert_eq!(tree.main_line(), [0, 1, 2, 3, 4]);
    assert_eq!(tree.nodes[7].children, [8, 9]);
    assert_eq!(tree.record(4), read(file.as_bytes()).unwrap());
    let side = tree.record(9);
    assert_eq!((side.head.black.as_str(), side.game().plies().len()), ("Ada", 3));
    assert_eq!(side.outcome(), Some(Outcome::Won(Colour::White)));
    assert_eq!(side.head.comments.values().collect::<Vec<_>>(), ["!", "else"]);
}

#[test]
fn a_tree_for_a_page_looks_like_this() {
    let tree =
        read_tree(b"(;GM[4]PB[Ada]PW[Bob]RU[Swap2]DT[2026]EV[Club]RE[0]AB[hh];W[aa](;B[]C[why?])(;B[bb]))").unwrap();
    let expected = serde_json::json!({
        "black": "Ada", "white": "Bob", "rule": "freestyle", "date": "2026", "event": "Club", "result": "Draw",
        "remarks": ["RU[Swap2] is no rule of this machine; read as freestyle"],
        "setup": ["h8"],
        "nodes": [
            { "parent": null, "move": null, "comment": "", "children": [1] },
            { "parent": 0, "move": "a15", "comment": "", "children": [2, 3] },
            { "parent": 1, "move": "", "comment": "why?", "children": [] },
            { "parent": 1, "move": "b14", "comment": "", "children": [] },
        ],
    });
    assert_eq!(serde_json::to_value(tree).unwrap(), expected);
}

#[test]
fn a_variation_that_is_not_lawful_is_cut_there() {
    let file =
        "(;GM[4];B[hh](;W[ii];B[aa])(;W[bb];B[hh];W[cc](;B[dd])(;B[ee]))(;W[ff](;W[gg])(;B[gg];AE[hh])(;B[jj])))";
    let tree = read_tree(file.as_bytes()).unwrap();
    assert_eq!(outline(&tree), "-:? 0:h8 1:i7 2:a15 1:b14 1:f10 5:g9 5:j6");
    assert_eq!(
        tree.head.remarks,
        [
            "byte 35: move 3, B[hh]: the crossing is taken; the variation is cut there",
            "byte 72: move 3, W[gg]: the other side is to move; a turn that was lost is an empty move; the variation is \
             cut there",
            "byte 86: AE[hh] changes the position within the game; stones are set up before it alone; the variation is \
             cut there",
        ]
    );
    // A game that ended in one variation continues in another.
    let five = "(;B[aa];W[ao];B[ba];W[bo];B[ca];W[co];B[da];W[do](;B[ea];W[eo])(;B[ea];W[eo])(;B[hh];W[eo]))";
    let fault = "byte 57: move 10, W[eo]: the game is over by the rule, freestyle";
    assert_eq!(read_tree(five.as_bytes()).unwrap_err().to_string(), fault);
    let tree = read_tree(five.replacen(";W[eo]", "", 1).as_bytes()).unwrap();
    assert_eq!((tree.nodes.len(), tree.head.remarks.len()), (1 + 8 + 1 + 1 + 2, 1));
    // Only some of very many remarks are reported.
    let many = format!("(;B[hh];W[ii]{})", "(;W[aa])".repeat(100));
    assert!(read_tree(many.as_bytes()).is_err());
    let many = format!("(;B[hh](;W[ii]){})", "(;W[hh])".repeat(100));
    let remarks = read_tree(many.as_bytes()).unwrap().head.remarks;
    assert_eq!((remarks.len(), remarks.last().unwrap().as_str()), (21, "and 80 more"));
}

/// A side variation may contain illegal moves but no grammar errors; the main line is read in either case.
#[test]
fn the_grammar_holds_in_every_variation() {
    let broken = b"(;B[hh](;W[ii])(;W[jj";
    assert!(read(broken).is_ok());
    assert_eq!(
        read_tree(broken).unwrap_err().to_string(),
        "byte 21: the file ends within the game"
    );
}

/// A run time that grows faster than the file would also be noticed: it would take hours.
#[test]
fn a_million_nodes_take_no_stack() {
    const MANY: usize = 250_000;
    let files = [
        // Side by side, nested, and in sequence.
        format!("(;RU[4];B[hh]{})", "(;W[ii];B[ij];W[ji];B[jj])".repeat(MANY)),
        format!(
            "(;B[hh]{}{})",
            "(;W[];B[];W[];B[]".repeat(MANY / 2),
            ")".repeat(MANY / 2)
        ),
        format!("(;{})", ";C[x];B[];W[];C[y]".repeat(MANY / 2)),
    ];
    for (file, nodes) in files.iter().zip([2 + 4 * MANY, 2 + 2 * MANY, 2 + 2 * MANY]) {
        // In the third file the root's semicolon stands alone.
        let tree = read_tree(file.as_bytes()).unwrap();
        assert!(tree.nodes.len().abs_diff(nodes) <= 1, "{}", tree.nodes.len());
        let end = tree.main_line().pop().unwrap();
        assert_eq!(tree.record(end), read(file.as_bytes()).unwrap());
    }
}
