/// The texts of the game. Rows 1 and 2 of the menu form one row of double size.
pub fn words() -> GameWords {
    let white = Ink::White;
    GameWords {
        name: "THREE IN A ROW",
        menu: vec![
            row(1, Pick::Status, white, &["BLACK", "WHITE", "BLACK", "WHITE", "DRAW"]),
            row(3, Pick::Status, white, &[" TO MOVE", " TO MOVE", " WINS", " WINS", ""]),
            row(6, Pick::Note, Ink::Red, &["", "", "", "", " AGAIN TO"]),
            row(7, Pick::Note, Ink::Red, &["", "", "", "", " LEAVE"]),
            row(13, Pick::Keys, white, &[" SAME KEY", " ←↑↓→ AIM", " ANY KEY", "", ""]),
            row(14, Pick::Keys, white, &[" LEAVES", " ↵    PUT", " GOES ON", "", ""]),
            row(21, Pick::Keys, white, &["", " CTRL NEW", " CTRL NEW", "", ""]),
            row(22, Pick::Keys, white, &["", " ESC BACK", " ESC BACK", "", ""]),
        ],
        page: vec![
            item(27, 5, Pick::Fixed, &["TENGEN"]).scale(3),
            item(38, 50, Pick::Fixed, &["THREE IN A ROW"]).ink(PageInk::Red),
            item(44, 70, Pick::Fixed, &["TWO PLAYERS"]),
            item(47, 110, Pick::Fixed, &["ENTER START"]),
        ],
    }
}
