//! Claims of a win: a search that proves one says so with its move, and the game then shows whether it was true.

use serde::{Deserialize, Serialize};

use super::contest::{Contest, Player, Reply};
use super::finish::Fault;

/// A claim, and where it was made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Claim {
    /// The number of the opening.
    pub opening: usize,
    /// The first player has black in this game.
    pub first_black: bool,
    pub player: String,
    /// The number of the claim's ply in the game, counted from 1.
    pub ply: usize,
    /// The plies within which the player says it wins.
    pub wins_in: u32,
    /// Whether it won the game.
    pub won: bool,
}

/// A player whose claims are noted.
pub struct Noted<'a, G> {
    player: &'a mut dyn Player<G>,
    /// For each claim the number of its ply, and the plies within which the player says it wins.
    pub claims: Vec<(usize, u32)>,
}

impl<'a, G> Noted<'a, G> {
    pub fn new(player: &'a mut dyn Player<G>) -> Noted<'a, G> {
        Noted { player, claims: vec![] }
    }
}

impl<G: Contest> Player<G> for Noted<'_, G> {
    fn reply(&mut self, game: &G) -> Result<Reply<G::Move>, Fault> {
        let reply = self.player.reply(game)?;
        self.claims
            .extend(reply.wins_in.map(|plies| (game.length() + 1, plies)));
        Ok(reply)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rating::contest::play;
    use crate::rating::gomoku::begun;
    use crate::rating::openings::openings;
    use crate::rating::own::Own;
    use crate::rules::Colour;

    #[test]
    fn a_search_that_wins_has_claimed_it_and_a_player_of_one_ply_claims_nothing() {
        let [mut search, mut greedy] = ["dan1", "mcu"].map(|name| (Own::named(name).unwrap(), Some(50_000)));
        let (mut black, mut white) = (Noted::new(&mut search), Noted::new(&mut greedy));
        let (game, finish) = play(&begun(&openings(1, 1)[0]), &mut black, &mut white);
        assert_eq!(finish.winner, Some(Colour::Black));
        assert_eq!(white.claims, []);
        // The last one is of the move that made five.
        let (ply, wins_in) = *black.claims.last().unwrap();
        assert_eq!((ply, wins_in), (game.length(), 1));
        assert!(black.claims.len() > 1, "{:?}", black.claims);
    }
}
