//! Games are loaded from files, played back with the keys, and saved.

use std::time::Instant;

use serde_json::{Value, json};

use super::{Page, Served, local};

#[test]
fn a_game_of_othello_is_loaded_and_saved_in_every_format_that_can_say_it() {
    let served = Served::new();
    let head = local(&served.host);
    let mut page = served.page();
    page.say(json!({"do": "read", "text": "F5D6 C3D3C4"}));
    page.until("the tree", |page| !page.tree.is_null());
    assert_eq!(page.tree["nodes"].as_array().unwrap().len(), 6);
    page.say(json!({"do": "sgf", "text": "F5D6 C3D3C4", "node": 3}));
    page.until("the moves", |page| page.status["plies"] == json!(["f5", "d6", "c3"]));
    page.until("the end of it", |page| page.status["replay"].is_null());
    assert_eq!(page.status["machine"]["discs"], json!([5, 2]));
    let saved = |name: &str| {
        let (answer, text) = served.get(name, &head);
        (answer.starts_with("http/1.1 200"), String::from_utf8(text).unwrap())
    };
    assert_eq!(saved("/game.txt"), (true, "f5d6c3\n".into()));
    let ggf = "(;GM[Othello]PC[Club]PB[Ada]TY[8]B[F5]W[D6]B[PA]W[F3];)";
    page.say(json!({"do": "sgf", "text": ggf}));
    page.until("the lost turn", |page| {
        page.status["plies"] == json!(["f5", "d6", "", "f3"])
    });
    page.until("the end of it", |page| page.status["replay"].is_null());
    assert_eq!(page.status["players"], json!(["Ada", ""]));
    let (written, why) = saved("/game.txt");
    assert!(!written && why.starts_with("move 3 is a lost turn"), "{why}");
    for (name, expected) in [
        ("/game.ggf", "B[F5]W[D6]B[PA]W[F3];)"),
        ("/game.sgf", ";B[f5];W[d6];B[PA];W[f3])"),
    ] {
        let (written, text) = saved(name);
        assert!(
            written && text.contains(expected) && text.contains("PC[Club]"),
            "{text}"
        );
    }
    page.refused = None;
    page.say(json!({"do": "read", "text": "f5f5"}));
    page.until("a refusal", |page| page.refused.is_some());
    let why = "this game cannot be read: move 2, f5: the square is taken";
    assert_eq!(page.refused.as_deref(), Some(why));
}

#[test]
fn games_are_loaded_played_back_and_saved() {
    let served = Served::new();
    let mut page = served.page();
    // A lost turn is a move like any other.
    page.say(json!({"do": "sgf", "text": "(;GM[4]SZ[15];B[hh];W[aa];B[tt])"}));
    page.until("the lost turn", |page| page.status["plies"] == json!(["h8", "a15", ""]));
    page.say(json!({"do": "sgf", "text": "(;GM[1]SZ[19])"}));
    page.until("a complaint", |page| {
        page.status["trouble"]
            .as_str()
            .is_some_and(|why| why.starts_with("byte "))
    });
    page.press("esc esc enter enter");
    page.until("no complaint", |page| page.status["trouble"].is_null());
    page.until_moves(1);
    let game = "(;GM[4]SZ[15]RU[Renju]EV[Club];B[hh]C[Tengen];W[hi];B[ii];W[gg];B[ih])";
    page.say(json!({"do": "sgf", "text": game}));
    page.until_moves(5);
    page.until("the end of it", |page| page.status["replay"].is_null());
    let machine = &page.status["machine"];
    assert_eq!(
        (&machine["rule"], &machine["mode"], &machine["clock"]),
        (&json!("renju"), &json!("PVP"), &Value::Null)
    );
    assert_eq!(page.status["trouble"], Value::Null);
    page.press("u");
    page.until_moves(4);
    let (_, saved) = served.get("/game.sgf", &local(&served.host));
    let saved = String::from_utf8(saved).unwrap();
    assert!(
        saved.contains("RU[Renju]EV[Club]") && saved.contains(";B[hh]C[Tengen];W[hi];B[ii];W[gg])"),
        "{saved}"
    );
}

/// A game that fills the board without five in a row: pairs of equal rows, black's and white's in turn.
fn full_board() -> String {
    let [mut black, mut white] = [vec![], vec![]];
    for row in 0..15 {
        for col in 0..15 {
            let stones = if (row / 2 + col) % 2 == 0 { &mut black } else { &mut white };
            stones.push(format!("{}{}", char::from(b'a' + col), char::from(b'a' + row)));
        }
    }
    // Black has one of the 225 stones more.
    if black.len() < white.len() {
        std::mem::swap(&mut black, &mut white);
    }
    assert_eq!((black.len(), white.len()), (113, 112));
    // In an order in which the cursor moves far.
    black.sort_by_key(|name| {
        name.bytes()
            .fold(7u32, |hash, byte| hash.wrapping_mul(31) ^ u32::from(byte))
            % 97
    });
    white.sort_by_key(|name| {
        name.bytes()
            .fold(3u32, |hash, byte| hash.wrapping_mul(37) ^ u32::from(byte))
            % 89
    });
    let moves = (0..225).map(|number| match number % 2 {
        0 => format!(";B[{}]", black[number / 2]),
        _ => format!(";W[{}]", white[number / 2]),
    });
    format!("(;GM[4]SZ[15]{})", moves.collect::<String>())
}

/// Less than two seconds, at a million clocks a second of the slower engines.
const SOON: u64 = 2_000_000;

/// Loads a full board while keys are pressed.
pub(super) fn loads_a_full_board_soon(served: &Served) {
    let mut page = served.page();
    page.until("clocks", |page| page.status["clocks"].as_u64() > Some(0));
    let clocks = |page: &Page| page.status["clocks"].as_u64().unwrap();
    let (before, began) = (clocks(&page), Instant::now());
    page.say(json!({"do": "sgf", "text": full_board()}));
    // Keys must wait: N has no effect on the game, and undo would disturb the playback.
    page.press("n n");
    page.until("the whole game", |page| {
        page.status["plies"].as_array().is_some_and(|plies| plies.len() == 225)
    });
    let (took, clocks) = (began.elapsed(), clocks(&page) - before);
    println!("{}: {clocks} clocks, {took:?}", page.status["engine"]);
    assert_eq!(page.status["machine"]["winner"], "draw");
    assert_eq!(page.status["trouble"], Value::Null);
    // The fast engine keeps running at its own speed until it gets orders.
    if page.status["engine"] != "fast" {
        assert!(clocks < SOON, "{clocks} clocks");
    }
}

#[test]
fn a_full_board_is_loaded_soon_and_keys_wait() {
    loads_a_full_board_soon(&Served::new());
}

/// Takes half a minute. The test with the emitted Verilog also shows that the session serves a slow engine.
#[cfg(feature = "long")]
#[test]
fn a_full_board_is_loaded_soon_natively() {
    loads_a_full_board_soon(&Served::by("native", "rust-hdl simulation"));
}

#[test]
fn a_file_is_read_with_its_variations_and_played_to_any_node() {
    let served = Served::new();
    let mut page = served.page();
    let game = "(;GM[4]RU[Renju]PB[Ada];B[hh](;W[ii]C[indirect];B[aa])(;W[hi];B[bb]))";
    page.say(json!({"do": "read", "text": game}));
    page.until("the tree", |page| !page.tree.is_null());
    let nodes = page.tree["nodes"].as_array().unwrap();
    assert_eq!(nodes.len(), 6);
    assert_eq!(
        (&page.tree["black"], &page.tree["rule"]),
        (&json!("Ada"), &json!("Renju"))
    );
    let node = nodes.iter().position(|node| node["move"] == "h7").unwrap();
    page.say(json!({"do": "sgf", "text": game, "node": node}));
    page.until("the variation", |page| page.status["plies"] == json!(["h8", "h7"]));
    assert_eq!(page.status["players"], json!(["Ada", ""]));
    for (wrong, why) in [
        (
            json!({"do": "read", "text": "(;GM[4];B[zz])"}),
            "this game cannot be read: byte 8",
        ),
        (
            json!({"do": "read", "text": "no game"}),
            "this game cannot be read: byte 0",
        ),
    ] {
        page.refused = None;
        page.say(wrong);
        page.until("a refusal", |page| page.refused.is_some());
        assert!(page.refused.as_ref().unwrap().starts_with(why), "{:?}", page.refused);
    }
    page.say(json!({"do": "sgf", "text": game, "node": 99}));
    page.until("a complaint", |page| {
        page.status["trouble"] == "this game has no node 99"
    });
    // The next order clears it.
    page.press("n");
    page.until("no complaint", |page| page.status["trouble"].is_null());
}
