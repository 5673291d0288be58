//! The club's user interface: handles the cursor on its page and the choices there, and decides which games count.
//!
//! ```text
//!   a key of the page --> cursor, Enter --> Ledger --> numbers --> report
//!   the end of a game --> does it count? ------^
//! ```
//!
//! | port   | dir | width      | meaning                                                              | initial                |
//! |--------|-----|------------|----------------------------------------------------------------------|------------------------|
//! | clock  | in  | 1          | rising edge                                                          | –                      |
//! | key    | in  | KeyEvent   | a key event on the page; after the club's end any key starts it anew | –                      |
//! | ending | in  | Ending     | the end of a game                                                    | –                      |
//! | seats  | in  | Seats      | who has played it                                                    | –                      |
//! | demo   | in  | 1          | the game belongs to the demo, so it does not count                   | –                      |
//! | report | out | ClubReport | numbers, standing and cursor                                         | see [`Ledger`]; line 1 |
//!
//! A game counts if a person played it against the computer without undo and hint. If it was left or restarted, it
//! counts as lost. Up and down move the cursor over the lines, 1 to 4 go to the first four. The cursor begins on the
//! sale of a pig, which costs nothing. Enter on a choice that would lose the club asks first: a second Enter makes
//! the choice, any other key cancels it.

use rust_hdl::prelude::*;

use super::ledger::{Finish, Ledger};
use crate::keyboard::key::Key;
use crate::ports::{ClubReport, Ending, KeyEvent, Outcome, Seats, Standing};
use crate::{Circuit, Register, kernel};
use tengen_rules::club::Choice;

const LAST_LINE: u64 = Choice::ALL.len() as u64 - 1;
const FIRST_LINE: u64 = Choice::SellGrown as u64;

#[derive(Circuit)]
pub struct Club {
    pub clock: Signal<In, Clock>,
    pub key: Signal<In, KeyEvent>,
    pub ending: Signal<In, Ending>,
    pub seats: Signal<In, Seats>,
    pub demo: Signal<In, Bit>,
    pub report: Signal<Out, ClubReport>,

    ledger: Ledger,
    #[init(Choice::SellGrown as u64)]
    line: Register<Bits<3>>,
    /// The choice under the cursor waits for a second Enter.
    asked: Register<Bit>,
}

#[kernel]
impl Logic for Club {
    fn update(&mut self) {
        let linked = seats.black.line | seats.white.line;
        let counts = ending.strobe & (seats.black.computer ^ seats.white.computer) & !linked & !ending.helped & !demo;
        // The person has won.
        let own = (ending.outcome == Outcome::WhiteWins) == seats.black.computer;
        ledger.finish = Finish::None;
        if counts {
            match ending.outcome {
                Outcome::None => ledger.finish = Finish::Lost,
                Outcome::Draw => ledger.finish = Finish::Drawn,
                _ => ledger.finish = if own { Finish::Won } else { Finish::Lost },
            }
        }

        ledger = Ledger { choose: false, choice: line.q };
        let anew = key.strobe & (ledger.standing != Standing::Open);
        ledger.restart = anew;
        if anew {
            line.d = FIRST_LINE;
        }
        if key.strobe {
            asked.d = false;
        }
        if key.strobe & asked.q {
            ledger.choose = key.key == Key::Enter;
        } else if key.strobe & (ledger.standing == Standing::Open) {
            match key.key {
                Key::Up => line.d = if !line.q.any() { LAST_LINE } else { line.q - 1 },
                Key::Down => line.d = if line.q == LAST_LINE { 0 } else { line.q + 1 },
                Key::One => line.d = 0,
                Key::Two => line.d = 1,
                Key::Three => line.d = 2,
                Key::Four => line.d = 3,
                Key::Enter => {
                    ledger.choose = !ledger.loses;
                    asked.d = ledger.loses;
                }
                _ => {}
            }
        }

        report.numbers = ledger.numbers;
        report.standing = ledger.standing;
        report.line = line.q;
        report.asks = asked.q;
        report.at_stake = ledger.at_stake;
        report.busy = ledger.busy;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ports::Seat;
    use tengen_hdl::library::decimal_counter::decimal;
    use tengen_sim::{ByName, Engine, Native};

    fn hit(club: &mut Native<Club>, key: Key) {
        for strobe in [true, false] {
            club.drive_as("key", KeyEvent { key, strobe });
            club.step();
        }
        rest(club);
    }

    fn rest(club: &mut Native<Club>) -> ClubReport {
        for _ in 0..100 {
            club.step();
        }
        club.circuit.report.val()
    }

    fn end(club: &mut Native<Club>, computers: [bool; 2], outcome: Outcome, helped: bool) -> ClubReport {
        let [black, white] = computers.map(|computer| Seat { computer, ..Seat::default() });
        club.drive_as("seats", Seats { black, white });
        let ending = Ending { strobe: true, outcome, helped, ..Ending::default() };
        club.drive_as("ending", ending);
        club.step();
        club.drive_as("ending", Ending::default());
        rest(club)
    }

    /// The effect of each ending on a club with five coins and strength three.
    #[test]
    fn only_a_game_against_the_computer_without_help_counts() {
        let outcomes = [Outcome::BlackWins, Outcome::WhiteWins, Outcome::Draw, Outcome::None];
        for demo in [false, true] {
            for helped in [false, true] {
                for computers in [[false, true], [true, false], [true, true], [false, false]] {
                    for outcome in outcomes {
                        let mut club = Native::new(Club::default());
                        end(&mut club, [false, true], Outcome::BlackWins, false);
                        club.drive("demo", u64::from(demo));
                        let report = end(&mut club, computers, outcome, helped);
                        let counts = computers[0] != computers[1] && !helped && !demo;
                        let own = [Outcome::BlackWins, Outcome::WhiteWins][usize::from(computers[0])];
                        let money = match outcome {
                            _ if !counts => 5,
                            Outcome::Draw => 5,
                            other if other == own => 10,
                            _ => 4,
                        };
                        let strength = if counts { 1 } else { 3 };
                        assert_eq!(report.numbers.money, decimal(money), "{computers:?}, {outcome:?}");
                        assert_eq!(report.numbers.strength, decimal(strength));
                    }
                }
            }
        }
    }

    #[test]
    fn the_cursor_walks_round_and_enter_chooses() {
        let mut club = Native::new(Club::default());
        let line = |club: &Native<Club>| club.circuit.report.val().line.index();
        for expected in [2, 3, 4, 0, 1] {
            hit(&mut club, Key::Down);
            assert_eq!(line(&club), expected);
        }
        for expected in [0, 4, 3, 2, 1] {
            hit(&mut club, Key::Up);
            assert_eq!(line(&club), expected);
        }
        for (key, expected) in [(Key::Four, 3), (Key::Two, 1), (Key::One, 0), (Key::Three, 2)] {
            hit(&mut club, key);
            assert_eq!(line(&club), expected);
        }
        end(&mut club, [false, true], Outcome::BlackWins, false);
        hit(&mut club, Key::Enter);
        let report: ClubReport = club.circuit.report.val();
        assert_eq!(
            (report.numbers.money, report.numbers.strength),
            (decimal(4), decimal(8))
        );
    }

    #[test]
    fn any_key_starts_anew_what_has_ended_and_chooses_nothing() {
        for key in [Key::Enter, Key::Up, Key::Hint, Key::Club] {
            let mut club = Native::new(Club::default());
            assert_eq!(
                end(&mut club, [false, true], Outcome::WhiteWins, false).standing,
                Standing::NoMoney
            );
            hit(&mut club, key);
            let report: ClubReport = club.circuit.report.val();
            assert_eq!((report.standing, report.line.index()), (Standing::Open, 1));
            assert_eq!(report.numbers.strength, decimal(5));
        }
    }

    #[test]
    fn what_would_lose_is_asked_about_once() {
        let report = |club: &Native<Club>| -> ClubReport { club.circuit.report.val() };
        // Without coins every choice loses the club, except the sale of a pig, which does nothing without a pig.
        for line in [0, 2, 3, 4] {
            let lost = match line {
                4 => Standing::TooFew,
                _ => Standing::NoMoney,
            };
            for (second, standing, asks) in [
                (Key::Enter, lost, false),
                (Key::Down, Standing::Open, false),
                (Key::Hint, Standing::Open, false),
            ] {
                let mut club = Native::new(Club::default());
                hit(&mut club, Key::Enter);
                assert_eq!((report(&club).standing, report(&club).asks), (Standing::Open, false));
                hit(&mut club, Key::One);
                for _ in 0..line {
                    hit(&mut club, Key::Down);
                }
                hit(&mut club, Key::Enter);
                assert_eq!(
                    (report(&club).standing, report(&club).asks),
                    (Standing::Open, true),
                    "line {line}"
                );
                hit(&mut club, second);
                let after = report(&club);
                assert_eq!(
                    (after.standing, after.asks, after.line.index()),
                    (standing, asks, line),
                    "{second:?}"
                );
                hit(&mut club, Key::Enter);
                let asked_again = second != Key::Enter;
                assert_eq!(report(&club).asks, asked_again);
            }
        }
    }
}
