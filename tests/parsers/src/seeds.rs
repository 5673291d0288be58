//! Valid input for each parser, from which a fuzzer begins.

use serde_json::json;
use tengen_link::frame::{Frame, Kind};
use tengen_link::wire;

/// A game of Gomoku with variations and comments.
const GOMOKU: &str =
    "(;FF[4]GM[4]SZ[15]PB[Black]PW[White]RE[B+]RU[Renju]C[a \\] b\\\\];B[hh];W[hi](;B[ih];W[ii])(;B[gg]N[other]))";
/// A game of Othello in each notation: SGF, GGF, transcript.
const OTHELLO: [&str; 3] = [
    "(;GM[2]FF[4]SZ[8]PB[Black];B[fe];W[ff];B[ef])",
    "(;GM[Othello]PC[GGS/os]DT[2003]PB[a]PW[b]RE[+2]TI[15:00]TY[8]\
     BO[8 ---------------------------O*------*O--------------------------- *]B[F5//1.00]W[D6];)",
    "f5d6c3d3c4f4f6f3e6e7",
];

/// The seeds of the parser of that name, which must be one of [`PARSERS`](super::parsers::PARSERS).
pub fn seeds(parser: &str) -> Vec<Vec<u8>> {
    let text = |texts: &[&str]| texts.iter().map(|text| text.as_bytes().to_vec()).collect();
    match parser {
        "sgf" => text(&[GOMOKU]),
        "games" => text(&[&[GOMOKU][..], &OTHELLO].concat()),
        "script" => text(&[
            "up enter settle frames:2 cycles:1000 shot:board.png hangup",
            "4 right m ctrl esc",
        ]),
        "orders" => orders(),
        "saved" => text(&[r#"{"design":"","past":{"clocks":9,"games":1,"last_ply":5,"events":[]},"moment":[0,1]}"#]),
        "frames" => frames(),
        "gomocup-brain" => text(&[
            "START 15\nINFO rule 4\nINFO timeout_turn 1000\nBEGIN\nTURN 7,7\nTAKEBACK 7,7\nPLAY 8,8\nABOUT\nEND\n",
            "START 15\r\nINFO time_left 5000\r\nBOARD\r\n7,7,1\r\n8,8,2\r\nDONE\r\nRESTART\r\n",
            "RECTSTART 15,15\nINFO rule 4\nYXBOARD\n7,7,1\n8,8,2\nDONE\nYXSHOWFORBID\nYXSHOWINFO\nSWAP2BOARD\nDONE\nABOUT\n",
        ]),
        "nboard-brain" => {
            let set = format!(
                "nboard 2\nset depth 4\nset game {}\nmove C3//2.0\nhint 3\ngo\nping 1\nlearn\nquit\n",
                OTHELLO[1]
            );
            text(&[&set])
        }
        "gomocup-program" => text(&["OK\nMESSAGE depth 1\n7,7\n8,8\nOK\nDEBUG\n9,9\n", "OK\n7,7\nOK\n0,14\n"]),
        "nboard-program" => text(&["set myname x\nstatus thinking\n=== F5/1.2/0.5\n=== D6\n"]),
        "gtp-program" => text(&["=\n\n=\n\n= F5\n\n=\n\n= D6\n\n", "=1 ok\nmore\n\n=\n\n=f5\n\n? no\n\n"]),
        _ => panic!("the parser {parser} has no seeds"),
    }
}

fn orders() -> Vec<Vec<u8>> {
    let position = |game: &str, moves: &[&str]| json!({"do": "evaluate", "game": game, "rule": null, "moves": moves});
    [
        json!({"do": "key", "name": "up", "down": true}),
        json!({"do": "step", "clocks": 1000}),
        json!({"do": "speed", "clocks": null}),
        json!({"do": "film", "on": true}),
        json!({"do": "waves", "thousands": 4, "signals": ["game.*"], "format": "fst"}),
        json!({"do": "look", "signals": ["game.turn"]}),
        json!({"do": "until", "signal": "game.turn", "value": "1"}),
        json!({"do": "set", "port": "go", "value": "0x1F"}),
        json!({"do": "point", "x": 639, "y": 0}),
        position("gomoku", &["h8", "i9"]),
        position("othello", &["f5", "d6"]),
        json!({"do": "read", "text": GOMOKU}),
        json!({"do": "read", "text": OTHELLO[1]}),
        json!({"do": "sgf", "text": GOMOKU, "node": 3}),
        json!({"do": "sgf", "text": OTHELLO[2], "node": null}),
    ]
    .iter()
    .map(|order| order.to_string().into_bytes())
    .collect()
}

/// A frame of each kind. Its sequence and its tag have bytes that are escaped on the line.
fn frames() -> Vec<Vec<u8>> {
    let frame =
        |kind: &Kind| Frame { kind: *kind as u8, sequence: 0x7E, tag: 0x7D01, number: 2, check: 3, argument: 4 };
    Kind::ALL
        .iter()
        .map(|kind| wire::encode(frame(kind)).collect())
        .collect()
}
