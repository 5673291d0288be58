//! The constraint files in `constraints/` must equal those made from the boards' descriptions. They are in git so that
//! a change of a pin appears as a change of a file that hardware engineers can read.
//!
//! To rewrite them after a change of a board: `TENGEN_WRITE_CONSTRAINTS=1 cargo test --test chips constraints`

use rust_hdl_bsp::{boards::BOARDS, constraints};
use std::{collections::BTreeSet, env, fs, path::Path};
use tengen::hdl::top::{clocking, ports};

const WRITE: &str = "TENGEN_WRITE_CONSTRAINTS";

#[test]
fn kept_constraints_are_those_of_the_boards() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("constraints");
    for board in BOARDS {
        let path = folder.join(constraints::file_name(board));
        let text = constraints::text(board, &ports(board), &clocking(board).unwrap());
        if env::var_os(WRITE).is_some() {
            fs::write(&path, &text).unwrap();
        }
        let kept = fs::read_to_string(&path).unwrap_or_default().replace("\r\n", "\n");
        assert!(
            kept == text,
            "{} is not what the board's description makes; if the description is right, run {WRITE}=1 cargo test --test chips \
             constraints",
            path.display()
        );
    }
    let kept: BTreeSet<String> = fs::read_dir(&folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    let expected: BTreeSet<String> = BOARDS.into_iter().map(constraints::file_name).collect();
    assert_eq!(kept, expected, "one file a board, and nothing else");
}
