use super::*;
use crate::ports::KeyEvent;
use tengen_sim::{ByName, Engine, Native};

struct Bench(Native<Othello>);

impl Bench {
    fn new() -> Bench {
        Bench(Native::new(Othello::new(6000, false, 0, &Edition::FULL)))
    }

    fn order(&mut self, order: GameOrder) -> Vec<PlyKind> {
        self.0.drive_as("order", order);
        let mut plies = vec![];
        for clock in 0..100_000 {
            self.0.settle();
            plies.push(self.report().ply.kind);
            self.0.step();
            if clock == 0 {
                let quiet = GameOrder { ..GameOrder::default() };
                self.0.drive_as("order", quiet);
            }
            if clock > 3 && !self.report().busy {
                break;
            }
        }
        plies.retain(|kind| *kind != PlyKind::None);
        plies
    }

    fn key(&mut self, key: Key) -> Vec<PlyKind> {
        let key = KeyEvent { key, strobe: true };
        self.order(GameOrder { key, ..GameOrder::default() })
    }

    fn begin(&mut self) {
        self.order(GameOrder { begin_game: true, ..GameOrder::default() });
    }

    fn report(&self) -> GameReport {
        self.0.circuit.report.val()
    }

    /// Who plays black and white: 'p' a person, 'c' the computer.
    fn seats(&self) -> String {
        let seats = self.report().settings.seats;
        [seats.black, seats.white]
            .map(|seat| if seat.computer { 'c' } else { 'p' })
            .iter()
            .collect()
    }

    /// Plays to the end: repeats the hint key and Enter.
    fn play(&mut self) {
        for _ in 0..100 {
            if self.report().status.outcome != Outcome::None {
                return;
            }
            self.key(Key::Hint);
            self.key(Key::Enter);
        }
        panic!("the game does not end");
    }
}

#[test]
fn a_person_and_the_computer_swap_colours_after_a_game() {
    let mut bench = Bench::new();
    assert_eq!(bench.seats(), "pc");
    bench.begin();
    bench.play();
    assert_eq!(bench.seats(), "pc", "the board shows how it was");
    bench.key(Key::Enter);
    assert_eq!(bench.key(Key::Enter)[0], PlyKind::Begin);
    assert_eq!(bench.seats(), "cp");
    // An abandoned game does not count: the colours are kept.
    bench.begin();
    assert_eq!(bench.seats(), "cp");
    bench.play();
    bench.order(GameOrder { leave: true, ..GameOrder::default() });
    assert_eq!(bench.seats(), "pc", "on the page");
    bench.begin();
    assert_eq!(bench.seats(), "pc");
    bench.play();
    // The next mode: the computer begins.
    bench.order(GameOrder { next_mode: true, ..GameOrder::default() });
    bench.begin();
    assert_eq!(bench.seats(), "cp", "a mode that is chosen stands");
}

#[test]
fn numbers_are_no_key_of_this_game() {
    let mut bench = Bench::new();
    bench.begin();
    bench.play();
    let shown = bench.report().status.last_shown;
    bench.key(Key::Numbers);
    assert_eq!(bench.report().status.last_shown, shown, "no key to go on with");
}
