//! Two whole consoles play each other over their serial lines, through their keyboards' pins.

use tengen::gateware::console::{Console, Variant};
use tengen::gateware::edition::Edition;
use tengen::gateware::keyboard::key;
use tengen::hdl::verilog::netlist;
#[cfg(feature = "eda")]
use tengen::hdl::verilog::verilog;
use tengen::notation::Outcome;
use tengen::rules::Colour;
use tengen::simulation::machine::{Machine, State};
use tengen_sim::{Circuit, Engine, fast::Fast};
#[cfg(feature = "eda")]
use tengen_sim::{Verilator, VerilatorTool};

type Coarse = Console<3, 3, 2>;

/// The clocks that one console runs ahead of the other: less than a byte takes.
const AHEAD: u64 = 1600;
/// Clocks in which a message has certainly been answered.
const MESSAGE: u64 = 400_000;
/// The clocks of a second: a short one, since two machines look for each other a few times a second.
const SECOND: u32 = 5_000_000;

struct Consoles<E: Engine>([Machine<E>; 2]);

fn console(edition: Edition) -> Coarse {
    Coarse::new(Variant { shuffle: false, second: SECOND, edition, ..Variant::default() })
}

fn simulated(edition: Edition) -> Consoles<Fast> {
    Consoles::new(|| {
        Fast::new(
            netlist(&mut console(edition), "console", &|_| false).unwrap(),
            Coarse::ports(),
        )
    })
}

/// The emitted Verilog in Verilator.
#[cfg(feature = "eda")]
fn emitted(edition: Edition) -> Consoles<Verilator> {
    let text = verilog(&mut console(edition), "console").unwrap();
    let cache = concat!(env!("CARGO_TARGET_TMPDIR"), "/models");
    let model = VerilatorTool::from_environment().build(&text, "console", &Coarse::ports(), cache.as_ref());
    let model = model.unwrap();
    Consoles::new(|| model.start())
}

impl<E: Engine> Consoles<E> {
    /// Each with a game, in which the other console plays white.
    fn new(start: impl Fn() -> E) -> Self {
        let console = || Machine::new(start()).unwrap().with_line();
        let mut consoles = Consoles([console(), console()]);
        // Nobody switches two machines on in the same clock.
        consoles.0[0].cycles(12_345);
        for at in 0..2 {
            // The second line is white's seat: from the first level back to the person, and to the line.
            consoles.keys(at, "m m down left enter");
        }
        consoles.pass(3 * u64::from(SECOND) / 5);
        let states = consoles.states();
        assert_eq!(states.each_ref().map(|state| state.link), [Some("joined"); 2]);
        // Of two that play the same side one has swapped its seats.
        if states[0].seats[0] == "line" {
            consoles.0.swap(0, 1);
        }
        assert_eq!(
            consoles.states().map(|state| state.seats),
            [["person", "line"], ["line", "person"]]
        );
        consoles
    }

    /// Runs both, and passes the bytes on.
    fn pass(&mut self, clocks: u64) {
        for _ in 0..clocks.div_ceil(AHEAD) {
            for at in 0..2 {
                self.0[at].cycles(AHEAD);
                for byte in self.0[at].line().unwrap().take() {
                    self.0[1 - at].line().unwrap().send(byte);
                }
            }
        }
    }

    fn keys(&mut self, at: usize, names: &str) {
        for name in names.split_whitespace() {
            self.0[at].press(key::named(name).unwrap());
            self.pass(40_000);
        }
        self.pass(MESSAGE);
    }

    fn states(&self) -> [State; 2] {
        self.0.each_ref().map(|machine| machine.state().unwrap())
    }

    /// Both show the same game with that many stones.
    fn agree(&self, moves: u64) {
        let [one, other] = self.states();
        assert_eq!((one.moves, &one.board, one.turn), (moves, &other.board, other.turn));
        assert_eq!(other.moves, moves);
    }
}

#[test]
fn a_game_of_gomoku_is_won_on_both() {
    let mut consoles = simulated(Edition::GOMOKU.without_searches());
    consoles.agree(0);
    for column in 0..4 {
        consoles.keys(0, "enter");
        // White thinks; black goes on.
        consoles.keys(0, "right");
        // White's second stone goes on its first try to black's crossing, which the rules refuse.
        if column == 0 {
            consoles.keys(1, "enter down");
        }
        consoles.keys(1, "enter");
        consoles.keys(1, "right");
        consoles.agree(2 * column + 2);
    }
    // The last move is taken back, and played again.
    consoles.keys(1, "u");
    assert_eq!(
        consoles.states().map(|state| state.link),
        [Some("asked to take back"), Some("has asked to take back")]
    );
    consoles.keys(0, "u");
    consoles.agree(7);
    assert_eq!(consoles.states().map(|state| state.link), [Some("joined"); 2]);
    consoles.keys(1, "enter");
    // The undo took both cursors to white's crossing.
    consoles.keys(0, "up right enter");
    consoles.agree(9);
    let states = consoles.states();
    assert_eq!(states.each_ref().map(|state| state.winner), [Some("black"); 2]);
    // A key begins the next game on both, once the end has been looked at.
    consoles.keys(1, "enter enter");
    consoles.agree(0);
}

const OTHELLO: Edition = Edition { gomoku: false, club: false, bring_up: false, ..Edition::FULL.without_searches() };

#[test]
fn a_game_of_othello_is_resigned_and_its_record_says_so() {
    resign(simulated(OTHELLO));
}

#[cfg(feature = "eda")]
#[test]
fn it_is_in_the_emitted_verilog() {
    resign(emitted(OTHELLO));
}

fn resign<E: Engine>(mut consoles: Consoles<E>) {
    consoles.keys(0, "enter");
    consoles.agree(1);
    // The first Ctrl asks, the second resigns.
    consoles.keys(1, "ctrl");
    assert!(consoles.states()[1].asking);
    consoles.keys(1, "ctrl");
    assert_eq!(
        consoles.states().map(|state| (state.winner, state.link)),
        [(Some("black"), Some("resigned")); 2]
    );
    for machine in &consoles.0 {
        let tengen::notation::Record::Othello(record) = machine.record().unwrap() else {
            panic!("it is no game of Othello");
        };
        assert_eq!(record.outcome(), Some(Outcome::Won(Colour::Black)));
    }
    // Who leaves is missed.
    consoles.keys(0, "esc");
    assert_eq!(consoles.states().map(|state| state.link), [None, Some("gone")]);
}
