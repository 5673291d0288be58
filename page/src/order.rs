//! The orders of a page to the machine, as JSON: `{"do": "key", "name": "up", "down": true}`.

use serde::{Deserialize, Serialize};
use tengen_sim::monitor::Mode;

use super::evaluation::Position;
use super::recorder::WaveFormat;

/// The most clocks of one step.
pub const MOST_STEPS: u64 = 10_000_000;
/// The most thousands of clocks of waves; either limit takes only seconds.
pub const MOST_THOUSANDS: u64 = 1000;

/// The most signals that are looked at.
pub const MOST_LOOKED: usize = 16;

/// The size of the picture in pixels.
pub const WIDTH: usize = Mode::VGA.horizontal.visible;
pub const HEIGHT: usize = Mode::VGA.vertical.visible;

/// One message of a page.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "do", rename_all = "snake_case", deny_unknown_fields)]
pub enum Order {
    /// Presses or releases a key, named as in a script.
    Key {
        name: String,
        down: bool,
    },
    Pause,
    Resume,
    /// Runs that many clocks, then pauses.
    Step {
        clocks: u64,
    },
    /// Sets the clocks per second; `None`: as fast as possible.
    Speed {
        clocks: Option<u64>,
    },
    /// Begins a film, or ends it and makes a file of it.
    Film {
        on: bool,
    },
    /// Records the waves of the next thousands of clocks: of the signals that match one of these globs, or of all.
    Waves {
        thousands: u64,
        #[serde(default)]
        signals: Vec<String>,
        #[serde(default)]
        format: WaveFormat,
    },
    /// Cancels the recording of waves.
    CancelWaves,
    /// Looks at the signals with these paths, and at no other.
    Look {
        signals: Vec<String>,
    },
    /// Runs until a signal takes that value, or any other than it has if that is empty; then pauses. Without a signal it
    /// runs on.
    Until {
        signal: Option<String>,
        #[serde(default)]
        value: String,
    },
    /// Drives an input of a circuit, with a value as [`looking::value`](super::looking::value) takes it.
    Set {
        port: String,
        value: String,
    },
    /// A click or a touch on a pixel of the picture.
    Point {
        x: usize,
        y: usize,
    },
    /// Asks for the game in a file; a game of Gomoku includes its variations. The page that asks gets the answer.
    Read {
        text: String,
    },
    /// Asks for the evaluation of a position; replaces an earlier request of the page.
    Evaluate(Position),
    /// Cancels the evaluation.
    CancelEvaluation,
    /// Plays the game in a file with the machine's own keys: up to a node in the answer to `read`, or else the main
    /// line.
    Sgf {
        text: String,
        node: Option<usize>,
    },
}

impl Order {
    /// Parses a message.
    ///
    /// # Errors
    /// A line for the page if it is not a valid order.
    pub fn parse(text: &str) -> Result<Order, String> {
        let order = serde_json::from_str(text).map_err(|error| format!("this is no order: {error}"))?;
        match order {
            Order::Step { clocks } if !(1..=MOST_STEPS).contains(&clocks) => {
                Err(format!("a step has 1 to {MOST_STEPS} clocks"))
            }
            Order::Speed { clocks: Some(0) } => Err("nothing runs at 0 clocks a second; pause instead".into()),
            Order::Waves { thousands, .. } if !(1..=MOST_THOUSANDS).contains(&thousands) => {
                Err(format!("waves have 1 to {MOST_THOUSANDS} thousand clocks"))
            }
            Order::Look { signals } if signals.len() > MOST_LOOKED => {
                Err(format!("at most {MOST_LOOKED} signals are looked at"))
            }
            Order::Point { x, y } if x >= WIDTH || y >= HEIGHT => Err(format!("the picture is {WIDTH} by {HEIGHT}")),
            order => Ok(order),
        }
    }
}

/// Why an order is refused, in a line, as JSON for the page that gave it.
pub fn refusal(why: &str) -> String {
    serde_json::json!({ "refused": why }).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orders_are_read_and_others_refused() {
        let key = Order::Key { name: "up".into(), down: true };
        assert_eq!(Order::parse(r#"{"do":"key","name":"up","down":true}"#), Ok(key));
        assert_eq!(
            Order::parse(r#"{"do":"speed","clocks":null}"#),
            Ok(Order::Speed { clocks: None })
        );
        for wrong in [
            "",
            "up",
            "[]",
            r#"{"do":"fly"}"#,
            r#"{"do":"key","name":"up"}"#,
            r#"{"do":"step","clocks":0}"#,
            r#"{"do":"step","clocks":-1}"#,
            r#"{"do":"speed","clocks":0}"#,
            r#"{"do":"waves","thousands":1001}"#,
            r#"{"do":"waves","thousands":1,"format":"pdf"}"#,
            r#"{"do":"look"}"#,
            r#"{"do":"look","signals":["","","","","","","","","","","","","","","","",""]}"#,
            r#"{"do":"until","signal":"game.turn","value":1}"#,
            r#"{"do":"point","x":-1,"y":0}"#,
            r#"{"do":"point","x":640,"y":0}"#,
        ] {
            assert!(Order::parse(wrong).is_err(), "{wrong}");
        }
    }
}
