//! How a game has ended, as the console reports it.

use tengen_sim::Encoded;

use crate::gateware::ports::Outcome;
use crate::notation::Outcome as Said;
use crate::rules::Colour;

#[derive(Clone, Copy)]
pub(super) struct Ending {
    /// `black`, `white` or `draw`; `None`: it was abandoned.
    pub winner: Option<&'static str>,
    /// The reason, as the game numbers it.
    pub reason: u64,
    /// A person took back a ply or asked for a hint.
    pub helped: bool,
}

impl Ending {
    /// How the game has ended; `None`: it was abandoned.
    pub fn outcome(&self) -> Option<Said> {
        match self.winner? {
            "black" => Some(Said::Won(Colour::Black)),
            "white" => Some(Said::Won(Colour::White)),
            _ => Some(Said::Draw),
        }
    }

    /// Decodes the console's outputs of one clock: whether a game ends, the outcome, the reason, and whether a person
    /// had help.
    pub fn of([ended, outcome, reason, helped]: [u64; 4]) -> Option<Ending> {
        let winner = match Outcome::decode(outcome) {
            Outcome::None => None,
            Outcome::BlackWins => Some("black"),
            Outcome::WhiteWins => Some("white"),
            Outcome::Draw => Some("draw"),
        };
        (ended == 1).then_some(Ending { winner, reason, helped: helped == 1 })
    }
}
