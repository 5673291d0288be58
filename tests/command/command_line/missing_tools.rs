//! Tools that are not there are named with their remedy.

use super::Desk;

#[test]
fn missing_tools_are_named_with_their_remedy() {
    let desk = Desk::new();
    let said = desk.run(&["tools"]);
    assert_eq!(said.code, 0, "{}", said.err);
    for tool in [
        "yosys",
        "abc",
        "nextpnr-ice40",
        "icepack",
        "nextpnr-ecp5",
        "ecppack",
        "nextpnr-himbaechel-gowin",
        "gowin_pack",
        "verilator",
        "iverilog",
        "g++",
        "make",
        "gtkwave",
        "netlistsvg",
    ] {
        let line = said.out.lines().find(|line| line.starts_with(tool));
        assert!(line.unwrap().contains("not found"), "{tool}: {}", said.out);
    }
    let rows: serde_json::Value = serde_json::from_str(&desk.run(&["tools", "--json"]).out).unwrap();
    for row in rows.as_array().unwrap() {
        assert!(row["path"].is_null() && row["version"].is_null(), "{row}");
        assert!(!row["remedy"].as_str().unwrap().is_empty(), "{row}");
    }
    // Without Python nothing can be installed, and nothing is started.
    let said = desk.run(&["tools", "--install"]);
    assert_eq!(said.code, 1);
    assert_eq!(
        said.err,
        "tengen: python3 was not found; install Python 3 with venv (Debian: python3-venv)\n"
    );
    assert!(desk.files().is_empty(), "{:?}", desk.files());
}

#[test]
fn run_without_the_boards_tools_is_refused_before_anything_is_written() {
    let desk = Desk::new();
    for (board, missing, command) in [
        ("nexys3", "Xilinx ISE 14.7, of which xtclsh was", "xtclsh build.tcl"),
        (
            "basys3",
            "AMD Vivado, of which vivado was",
            "vivado -mode batch -nojournal -source build.tcl",
        ),
        (
            "ulx3s",
            "yosys and nextpnr, of which yosys, nextpnr-ecp5, ecppack were",
            "sh build.sh",
        ),
        (
            "alchitry-cu",
            "yosys and nextpnr, of which yosys, nextpnr-ice40, icepack were",
            "sh build.sh",
        ),
        (
            "tang-nano-9k",
            "yosys and nextpnr, of which yosys, nextpnr-himbaechel-gowin, gowin_pack were",
            "sh build.sh",
        ),
    ] {
        let said = desk.run(&["build", "--board", board, "--run"]);
        assert_eq!((said.code, said.out.as_str()), (1, ""));
        assert_eq!(said.err.lines().count(), 1, "{}", said.err);
        let expected = format!("tengen: the board is built with {missing} not found; ");
        assert!(said.err.starts_with(&expected), "{}", said.err);
        // Nothing was written, so the suggested folder is the one that the same command makes without --run.
        let way = format!(", or leave out --run and call \"{command}\" in build/{board} where there are such tools\n");
        assert!(said.err.ends_with(&way), "{}", said.err);
    }
    assert!(desk.files().is_empty());
}
