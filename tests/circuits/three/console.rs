/// The console with a second game, and only the outputs that the test reads.
#[derive(Circuit)]
pub struct TwoGames {
    pub clock: Signal<In, Clock>,
    pub ps2_clk: Signal<In, Bit>,
    pub ps2_data: Signal<In, Bit>,
    pub buttons: Signal<In, Bits<5>>,
    pub hsync: Signal<Out, Bit>,
    pub vsync: Signal<Out, Bit>,
    pub red: Signal<Out, Bits<4>>,
    pub green: Signal<Out, Bits<4>>,
    pub blue: Signal<Out, Bits<4>>,
    pub pending: Signal<Out, Bit>,
    pub page: Signal<Out, Page>,
    pub report: Signal<Out, GameReport>,

    controls: Controls,
    #[given]
    director: Director,
    screen: Screen<4, 4, 4>,
    #[given]
    gomoku: Gomoku,
    board_view: BoardView,
    three: ThreeInARow,
    three_view: ThreeView,

    /// The report of the chosen game.
    says: Signal<Local, GameReport>,
    #[init(GameOrder::default())]
    nothing: Constant<GameOrder>,
}

impl TwoGames {
    pub fn new(edition: &Edition) -> Self {
        let games = vec![gomoku::words::words(edition), words()];
        TwoGames::given(
            Director::new(games, SECOND, edition),
            Gomoku::new(SECOND, true, 0, edition),
        )
    }
}

#[kernel]
impl Logic for TwoGames {
    fn update(&mut self) {
        controls.ps2_clk = ps2_clk;
        controls.ps2_data = ps2_data;
        controls.usb_used = false;
        controls.usb_code = 0;
        controls.usb_strobe = false;
        controls.buttons = buttons;
        director.key.key = controls.key;
        director.key.strobe = controls.strobe;
        director.byte.code = controls.last_code;
        director.byte.strobe = controls.code_strobe;
        director.byte.error = controls.code_error;
        // This machine has no USB keyboard, no serial line, no other machine behind it, and no sensor of
        // its tilt.
        director.usb = UsbState::Absent;
        director.serial.code = 0;
        director.serial.strobe = false;
        director.serial.error = false;
        director.reader.asks = false;
        director.reader.took = false;
        director.link = nothing.link;
        director.tilt.present = false;
        director.tilt.direction = Key::None;
        director.tilt.level = 0;
        director.buttons.down = controls.down;
        director.buttons.valid = controls.down_valid;

        // Only the chosen game receives orders, and only its reports are used.
        gomoku.order = nothing;
        three.order = nothing;
        match director.game.index() {
            0 => {
                gomoku.order = director.order;
                says = gomoku.report;
                screen.board_colour = board_view.colour;
            }
            _ => {
                three.order = director.order;
                says = three.report;
                screen.board_colour = three_view.colour;
            }
        }
        director.report = says;

        board_view.write = gomoku.board;
        board_view.marks.numbers = gomoku.numbers;
        board_view.marks.cursor = gomoku.report.status.cursor;
        board_view.marks.cursor_shown = gomoku.report.status.cursor_shown;
        board_view.marks.last = gomoku.report.status.last;
        board_view.marks.last_shown = gomoku.report.status.last_shown;
        board_view.marks.hollow = gomoku.report.status.hollow;
        board_view.x = screen.board_x;
        board_view.y = screen.board_y;
        three_view.position = three.position;
        three_view.x = screen.board_x;
        three_view.y = screen.board_y;

        screen.view = director.view;
        screen.menu = director.menu;
        screen.page = director.page_picture;
        hsync = screen.hsync;
        vsync = screen.vsync;
        red = screen.red;
        green = screen.green;
        blue = screen.blue;
        pending = director.pending;
        page = director.page;
        report = says;
    }
}
