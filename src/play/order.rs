//! What a page may ask of the machine, as JSON: `{"do": "key", "name": "up", "down": true}`.

use serde::{Deserialize, Serialize};
use tengen_sim::monitor::Mode;

use super::evaluation::Position;

/// The most clocks of one step, and the most thousands of clocks of waves: both end within seconds.
pub const MOST_STEPS: u64 = 10_000_000;
pub const MOST_THOUSANDS: u64 = 1000;

/// The picture, in pixels.
pub const WIDTH: usize = Mode::VGA.horizontal.visible;
pub const HEIGHT: usize = Mode::VGA.vertical.visible;

/// One message of a page.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "do", rename_all = "snake_case", deny_unknown_fields)]
pub enum Order {
    /// A key goes down, or up again. Its name as in a script.
    Key {
        name: String,
        down: bool,
    },
    Pause,
    Resume,
    /// So many clocks, then pause.
    Step {
        clocks: u64,
    },
    /// So many clocks a second; none is as fast as it goes.
    Speed {
        clocks: Option<u64>,
    },
    /// Begins a film, or ends it and makes it a file.
    Film {
        on: bool,
    },
    /// The next so many thousand clocks to a file.
    Waves {
        thousands: u64,
    },
    /// No waves after all.
    CancelWaves,
    /// A finger or the mouse on a pixel of the picture.
    Point {
        x: usize,
        y: usize,
    },
    /// Tells the game of a file, of Gomoku with its variations, to the page that asks.
    Read {
        text: String,
    },
    /// Tells what a position is worth, once that is known, to the page that asks; no other that it has asked for.
    Evaluate(Position),
    /// No position after all.
    CancelEvaluation,
    /// Plays the game of a file by the machine's own keys: to a node of what `read` tells, or else the main line.
    Sgf {
        text: String,
        node: Option<usize>,
    },
}

impl Order {
    /// What a message says.
    ///
    /// # Errors
    /// A line for the page if it is no order, or one nothing can follow.
    pub fn parse(text: &str) -> Result<Order, String> {
        let order = serde_json::from_str(text).map_err(|error| format!("this is no order: {error}"))?;
        match order {
            Order::Step { clocks } if !(1..=MOST_STEPS).contains(&clocks) => {
                Err(format!("a step has 1 to {MOST_STEPS} clocks"))
            }
            Order::Speed { clocks: Some(0) } => Err("nothing runs at 0 clocks a second; pause instead".into()),
            Order::Waves { thousands } if !(1..=MOST_THOUSANDS).contains(&thousands) => {
                Err(format!("waves have 1 to {MOST_THOUSANDS} thousand clocks"))
            }
            Order::Point { x, y } if x >= WIDTH || y >= HEIGHT => Err(format!("the picture is {WIDTH} by {HEIGHT}")),
            order => Ok(order),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orders_are_read_and_others_refused() {
        let key = Order::Key {
            name: "up".into(),
            down: true,
        };
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
            r#"{"do":"point","x":-1,"y":0}"#,
            r#"{"do":"point","x":640,"y":0}"#,
        ] {
            assert!(Order::parse(wrong).is_err(), "{wrong}");
        }
    }
}
