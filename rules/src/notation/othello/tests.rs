//! Reads files of other programs, names moves that cannot be played, and writes and reads back every kind of game.

use std::collections::BTreeMap;

use tengen_sim::Random;

use super::*;
use crate::Colour;
use crate::notation::{self, Format, Outcome};
use crate::othello::{Game, Ply, Square};

const NBOARD: &str = "(;GM[Othello]PC[NBoard]DT[2014-02-21 20:52:27 GMT]PB[a]PW[b]RE[?]TI[15:00]TY[8]\
    BO[8 --------------------------- O*------*O--------------------------- *]B[F5]W[F6//0.5]B[D3/1.2]W[C5]B[E6];)";
/// A game in the style of a game server: lower-case letters, an evaluation and a time, a line per side.
const SERVER: &str = "(;GM[Othello]PC[GGS/os]DT[2003.12.15_13:24:03.MST]PB[Ada]PW[Bob]RB[2197.01]RW[2199.72]\n\
    TI[05:00//02:00]TY[8]RE[+64.000:r]\n\
    BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]\n\
    B[d3//0.01]W[c5/-1.50/0.01]B[e6//0.01]W[d2];)";
const EDAX: &str = "(;FF[4]GM[2]AP[edax:4.5.5]\nPC[Edax]DT[2026-10-07]\nPB[?]PW[?]\nSZ[8]AB[e4][d5]AW[d4][e5]PL[B]\n\
    RE[Void]\nB[f5];W[d6];\nB[c3];W[d3];\nB[c4];)\n";

fn read_any(text: &str) -> Result<Record> {
    match notation::read(text.as_bytes())? {
        notation::Record::Othello(record) => Ok(*record),
        other => panic!("{other:?} is no game of Othello"),
    }
}

fn moves(record: &Record) -> String {
    notation::Record::from(record.clone()).moves().join(" ")
}

#[test]
fn what_others_write_is_read() {
    for (text, expected) in [
        ("F5D6C3D3C4", "f5 d6 c3 d3 c4"),
        ("F5d6C3d3C4\r\n", "f5 d6 c3 d3 c4"),
        (" f5 D6\n\tc3\nd3 c4", "f5 d6 c3 d3 c4"),
        (EDAX, "f5 d6 c3 d3 c4"),
        ("(;GM[2];B[fe];W[DF];B[cc]C[so](;W[dc])(;W[ff]))", "f5 d6 c3 d3"),
        (NBOARD, "f5 f6 d3 c5 e6"),
        (SERVER, "d3 c5 e6 d2"),
    ] {
        assert_eq!(moves(&read_any(text).unwrap()), expected, "{text}");
    }
    let nboard = read_any(NBOARD).unwrap();
    assert_eq!((nboard.head.black.as_str(), nboard.head.white.as_str()), ("a", "b"));
    assert_eq!((nboard.head.place.as_str(), nboard.outcome()), ("NBoard", None));
    let server = read_any(SERVER).unwrap();
    assert_eq!(
        (server.head.black.as_str(), server.head.date.as_str()),
        ("Ada", "2003.12.15_13:24:03.MST")
    );
    assert_eq!(server.outcome(), Some(Outcome::Won(Colour::Black)));
    let edax = read_any(EDAX).unwrap();
    assert_eq!((edax.head.place.as_str(), edax.head.black.as_str()), ("Edax", ""));
    // A byte of another code page is accepted in a name, not in a move.
    let latin = b"(;GM[Othello]PB[Andr\xE9]B[F5];)";
    assert_eq!(read(latin, Format::Ggf).unwrap().head.black, "Andr\u{e9}");
}

/// The first game of random moves with at least this many passes.
fn with_passes(passes: usize) -> Game {
    let games = (0..).map(|seed| random_game(&mut Random::new(seed), 0));
    let count = |game: &Game| game.plies().filter(|ply| *ply == Ply::Pass).count();
    games.into_iter().find(|game| count(game) >= passes).unwrap()
}

/// Random moves to the end; a turn is lost once in `losses`, or never if that is 0.
fn random_game(random: &mut Random, losses: u64) -> Game {
    let mut game = Game::new();
    while !game.is_over() {
        let squares: Vec<Square> = Square::of(game.position().legal()).collect();
        match squares.is_empty() || losses > 0 && random.once_in(losses) {
            true => game.pass().unwrap(),
            false => game.play(random.of(&squares)).unwrap(),
        }
    }
    game
}

#[test]
fn a_pass_may_be_said_or_left_out() {
    let game = with_passes(2);
    let name = |ply: Ply, pass: &str| match ply {
        Ply::Disc(at) => at.to_string(),
        Ply::Pass => pass.into(),
    };
    for pass in ["", "--", "pa", "PA", "Pass", " -- "] {
        let text: String = game.plies().map(|ply| name(ply, pass)).collect();
        assert_eq!(read_any(&text).unwrap().game, game, "{text}");
        // Some programs also write passes after the end.
        let text = text + pass + pass;
        assert_eq!(read_any(&text).unwrap().game, game, "{text}");
    }
    for pass in ["[]", "[PA]", "[pass]", "[tt]"] {
        let sides = game.plies().enumerate();
        let text: String = sides
            .map(|(number, ply)| match ply {
                Ply::Disc(at) => format!(";{}[{at}]", ["B", "W"][number % 2]),
                Ply::Pass => format!(";{}{pass}", ["B", "W"][number % 2]),
            })
            .collect();
        assert_eq!(read_any(&format!("(;GM[2]{text})")).unwrap().game, game, "{text}");
        let without: String = text.replace(&format!(";B{pass}"), "").replace(&format!(";W{pass}"), "");
        assert_eq!(read_any(&format!("(;GM[2]{without})")).unwrap().game, game, "{without}");
        let ggf = without.replace(';', "");
        assert_eq!(read_any(&format!("(;GM[Othello]{ggf};)")).unwrap().game, game, "{ggf}");
    }
}

#[test]
fn what_cannot_be_followed_is_named_in_a_line() {
    for (text, reason) in [
        // Transcripts.
        ("f5f6z9", "move 3, z9: \"z9\" is no square: a1 to h8"),
        ("f5f6e", "move 3, e: \"e\" is no square: a1 to h8"),
        ("f5f6\u{1b}[", "move 3, \\u{1b}[: \"\\u{1b}[\" is no square: a1 to h8"),
        ("f5\u{e9}6", "move 2, \u{e9}6: \"\u{e9}6\" is no square: a1 to h8"),
        ("f5d4", "move 2, d4: the square is taken"),
        ("f5a1", "move 2, a1: a disc there flips nothing"),
        ("e6f4e3f6g5d6e7f5c5a1", "move 10, a1: the game is over"),
        (
            "f5--",
            "move 2, --: the side to move has a move; a transcript knows no lost turns",
        ),
        // GGF.
        ("(;GM[Othello]", "byte 13: the file ends within the game"),
        ("(;GM[Othello]TY[10];)", "TY[10]: only the board of 8x8 is played"),
        ("(;GM[Othello]B[F5]B[F6];)", "move 2, B[F6]: the other side is to move"),
        ("(;GM[Othello]B[A1];)", "move 1, B[A1]: a disc there flips nothing"),
        ("(;GM[Othello]B[K9];)", "move 1, B[K9]: \"K9\" is no square: a1 to h8"),
        (
            "(;GM[Othello]B[panda];)",
            "move 1, B[panda]: \"panda\" is no square: a1 to h8",
        ),
        (
            "(;GM[Othello]BO[8 --- *];)",
            "BO[8 --- *]: 64 squares and the side to move are 4 characters, not 65",
        ),
        ("(;GM[Othello]PB[x", "byte 17: the file ends within the game"),
        (
            "(;GM[Othello]BO[8 -------- -------- -------- ---*O--- ---O*--- -------- -------- -------- *];)",
            "the game begins with another position than the machine's",
        ),
        // SGF.
        ("(;GM[2]SZ[10])", "byte 7: SZ[10] is another board; this one is SZ[8]"),
        (
            "(;GM[2];B[f5];B[f6])",
            "byte 14: move 2, B[f6]: the other side is to move",
        ),
        ("(;GM[2];B[f5];W[f5])", "byte 14: move 2, W[f5]: the square is taken"),
        (
            "(;GM[2];B[i9])",
            "byte 8: move 1, B[i9]: no square; there are a1 to h8, or aa to hh",
        ),
        (
            "(;GM[2]AB[a1])",
            "byte 7: the game begins with another position than black on d5 and e4, white on d4 and e5",
        ),
        ("(;GM[2]PL[W])", "byte 7: PL[W]: black is to move first"),
        ("(;GM[2];AB[f5])", "byte 8: AB[f5] changes the position within the game"),
        ("(;GM[2];B[f5]", "byte 13: the file ends within the game"),
        ("(;GM[2];B[f5]7)", "byte 13: here should be a property, not \"7\""),
    ] {
        let error = format!("{:#}", notation::read(text.as_bytes()).unwrap_err());
        assert_eq!(error, reason, "{text}");
        assert!(!error.contains('\n'));
    }
    let error = read(b"  \n", Format::Transcript).unwrap_err();
    assert_eq!(error.to_string(), "there is no move in it");
}

#[test]
fn a_format_says_what_it_cannot_say() {
    let mut game = Game::new();
    game.play("f5".parse().unwrap()).unwrap();
    game.pass().unwrap();
    let lost = Record::new(game);
    assert_eq!(lost.lost_turn(), Some(2));
    assert_eq!(
        lost.write(Format::Transcript).unwrap_err().to_string(),
        "move 2 is a lost turn, which a transcript cannot say: write the game as SGF or GGF"
    );
    for format in [Format::Sgf, Format::Ggf] {
        assert_eq!(read(lost.write(format).unwrap().as_bytes(), format).unwrap(), lost);
    }
    let none = Record::default().write(Format::Transcript).unwrap_err();
    assert_eq!(none.to_string(), "a game without a move has no transcript");
    let other = "(;GM[Othello]BO[8 -------- -------- -------- ---*O--- ---O*--- -------- -------- -------- *]B[C5];)";
    let other = ggf::read(other).unwrap_or_else(|error| panic!("{error:#}"));
    assert_eq!(ggf::read(&other.write(Format::Ggf).unwrap()).unwrap(), other);
    for format in [Format::Sgf, Format::Transcript] {
        let error = other.write(format).unwrap_err().to_string();
        assert!(
            error.ends_with("what position the game begins with: write it as GGF"),
            "{error}"
        );
    }
}

#[test]
fn the_formats_look_as_they_are_described() {
    let mut record = read_any("f5d6c3").unwrap();
    record.head.black = "Ada [7]".into();
    record.head.place = "club".into();
    record.head.comments = BTreeMap::from([(0, "Before".into()), (2, "A usual\nanswer".into())]);
    record.say(Some(Outcome::Won(Colour::White)));
    assert_eq!(record.write(Format::Transcript).unwrap(), "f5d6c3\n");
    assert_eq!(
        record.write(Format::Ggf).unwrap(),
        "(;GM[Othello]PC[club]PB[Ada 7]RE[-64:r]TY[8]\
         BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]B[F5]W[D6]B[C3];)\n"
    );
    let version = env!("CARGO_PKG_VERSION");
    let sgf = format!(
        "(;FF[4]GM[2]CA[UTF-8]AP[Tengen:{version}]SZ[8]AB[e4][d5]AW[d4][e5]PL[B]\n\
         PB[Ada [7\\]]PC[club]RE[W+]C[Before]\n;B[f5];W[d6]C[A usual\nanswer];B[c3])\n"
    );
    assert_eq!(record.write(Format::Sgf).unwrap(), sgf);
    assert_eq!(read_any(&sgf).unwrap(), record);
    let wiped_out = read_any("e6f4e3f6g5d6e7f5c5").unwrap();
    assert!(wiped_out.write(Format::Sgf).unwrap().contains("\nRE[B+64]\n"));
    assert!(wiped_out.write(Format::Ggf).unwrap().contains("RE[+64]"));
}

#[test]
fn every_game_goes_through_every_format_that_can_say_it() {
    let mut random = Random::new(9);
    let (mut passes, mut lost, mut unfinished) = (0, 0, 0);
    for round in 0..600 {
        let losses = [0, 0, 30][round % 3];
        let game = random_game(&mut random, losses);
        let mut record = Record::new(game);
        if round % 2 == 1 {
            let plies = 1 + random.below(record.game.plies().len());
            record = record.until(plies);
        }
        unfinished += usize::from(!record.game.is_over());
        passes += usize::from(record.game.plies().any(|ply| ply == Ply::Pass));
        for format in Format::ALL {
            match record.write(format) {
                Ok(text) => {
                    let file = notation::read(text.as_bytes()).unwrap_or_else(|error| panic!("{text}: {error:#}"));
                    assert_eq!(file, record.clone().into(), "{text}");
                }
                Err(error) => {
                    assert_eq!(format, Format::Transcript, "{error}");
                    lost += usize::from(record.lost_turn().is_some());
                }
            }
        }
    }
    assert!(
        passes > 100 && lost > 50 && unfinished > 100,
        "{passes} {lost} {unfinished}"
    );
}

#[test]
fn a_wiped_out_side_has_lost_in_every_format() {
    for line in ["e6f4e3f6g5d6e7f5c5", "f5d6c3d3c4f4f6f3e6e7"] {
        let record = read_any(line).unwrap();
        for format in Format::ALL {
            let again = read(record.write(format).unwrap().as_bytes(), format).unwrap();
            assert_eq!(again.game.end(), record.game.end());
            assert_eq!(again, record);
        }
    }
}

#[test]
fn what_a_file_says_is_recalled_for_its_game_alone() {
    let mut file = read_any("(;GM[2]PB[Ada]EV[Cup]RE[B+R];B[f5]C[one];W[d6]C[two])").unwrap();
    file.head.comments.insert(0, "before".into());
    let played = |text: &str| {
        let mut record = read_any(text).unwrap();
        record.head.black = "Tengen".into();
        record
    };
    let mut same = played("f5d6");
    same.recall(&file);
    assert_eq!((same.head.black.as_str(), same.head.event.as_str()), ("Tengen", "Cup"));
    assert_eq!(
        (same.head.comments.len(), same.outcome()),
        (3, Some(Outcome::Won(Colour::Black)))
    );
    let mut shorter = played("f5");
    shorter.recall(&file);
    assert_eq!((shorter.head.comments.len(), shorter.outcome()), (2, None));
    let mut other = played("f5f6");
    other.recall(&file);
    assert_eq!(other, played("f5f6"));
}

#[test]
fn a_page_is_told_a_node_for_every_ply() {
    let tree = read_any("(;GM[2]PB[Ada]RE[W+R];B[f5]C[one];W[])").unwrap().tree();
    assert_eq!((&tree["black"], &tree["result"]), (&"Ada".into(), &"W+".into()));
    assert_eq!(
        tree["nodes"],
        serde_json::json!([
            {"parent": null, "move": null, "comment": "", "children": [1]},
            {"parent": 0, "move": "f5", "comment": "one", "children": [2]},
            {"parent": 1, "move": "", "comment": "", "children": []},
        ])
    );
}
