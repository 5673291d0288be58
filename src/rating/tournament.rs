//! A round robin: every player against every other, from each opening once with either colour.

use super::contest::play;
use super::gomoku::begun;
use super::openings::Opening;
use super::outcome::Outcome;
use super::own::Own;
use crate::rules::gomoku::Colour;
use crate::workers;

/// A finished game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Played {
    /// The number of its opening.
    pub opening: usize,
    /// The number of the player with black.
    pub black: usize,
    /// The number of the player with white.
    pub white: usize,
    /// `None` for a draw.
    pub winner: Option<Colour>,
}

impl Played {
    /// The outcome for one of its players.
    pub fn outcome(&self, player: usize) -> Outcome {
        let colour = if player == self.black { Colour::Black } else { Colour::White };
        Outcome::of(self.winner, colour)
    }
}

/// Plays all games, some at a time; a search gets `clocks` per move if given. `tick` is called after each game, from
/// several threads.
pub fn tournament(
    players: &[Own],
    openings: &[Opening],
    clocks: Option<u64>,
    at_once: usize,
    tick: impl Fn() + Sync,
) -> Vec<Played> {
    let all = 0..players.len();
    let pairings = all
        .clone()
        .flat_map(|black| all.clone().map(move |white| (black, white)));
    let games: Vec<(usize, usize, usize)> = pairings
        .filter(|(black, white)| black != white)
        .flat_map(|(black, white)| (0..openings.len()).map(move |opening| (black, white, opening)))
        .collect();
    workers::each(&games, at_once, |&(black, white, opening)| {
        let seat = |player: usize| (players[player], clocks);
        let (_, finish) = play(&begun(&openings[opening]), &mut seat(black), &mut seat(white));
        tick();
        Played { opening, black, white, winner: finish.winner }
    })
}

#[cfg(test)]
mod tests {
    use super::super::openings::openings;
    use super::*;
    use std::sync::atomic::{AtomicUsize, Ordering};

    #[test]
    fn each_pair_plays_each_opening_with_either_colour() {
        let ticks = AtomicUsize::new(0);
        let (players, openings) = (
            ["mcu", "sjtu2", "dan1"].map(|name| Own::named(name).unwrap()),
            openings(2, 1),
        );
        let clocks = Some(5000);
        let played = tournament(&players, &openings, clocks, 2, || {
            ticks.fetch_add(1, Ordering::Relaxed);
        });
        assert_eq!((played.len(), ticks.into_inner()), (12, 12));
        for (i, game) in played.iter().enumerate() {
            assert_ne!(game.black, game.white);
            let same =
                |other: &Played| (other.opening, other.black, other.white) == (game.opening, game.black, game.white);
            assert_eq!(played.iter().position(same), Some(i));
            let points = [game.black, game.white].map(|player| game.outcome(player).points());
            assert_eq!(points.iter().sum::<f64>(), 1.0);
            let [mut black, mut white] = [game.black, game.white].map(|player| (players[player], clocks));
            let (_, finish) = play(&begun(&openings[game.opening]), &mut black, &mut white);
            assert_eq!(game.winner, finish.winner);
        }
    }

    #[test]
    fn points_go_to_the_winner() {
        let game = |winner| Played { opening: 0, black: 2, white: 0, winner };
        for (winner, points) in [(Some(Colour::Black), 1.0), (Some(Colour::White), 0.0), (None, 0.5)] {
            assert_eq!(game(winner).outcome(2).points(), points);
            assert_eq!(game(winner).outcome(0).points(), 1.0 - points);
        }
    }
}
