//! Every player against every other, from each opening once with either colour.

use super::gomoku;
use super::openings::Opening;
use crate::rules::gomoku::{Colour, Profile};
use std::thread;

/// A game that was played to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Played {
    /// Which of the openings it began with.
    pub opening: usize,
    pub black: Profile,
    pub white: Profile,
    /// `None` for a draw.
    pub winner: Option<Colour>,
}

impl Played {
    /// The points of a player in the game: 1 for a win, half of one for a draw.
    pub fn points(&self, player: Profile) -> f64 {
        match self.winner {
            None => 0.5,
            Some(Colour::Black) => f64::from(player == self.black),
            Some(Colour::White) => f64::from(player == self.white),
        }
    }
}

/// All games. `tick` is called after each, from several threads.
pub fn tournament(openings: &[Opening], tick: impl Fn() + Sync) -> Vec<Played> {
    let pairings = Profile::ALL
        .into_iter()
        .flat_map(|black| Profile::ALL.map(|white| (black, white)))
        .filter(|(black, white)| black != white);
    let tick = &tick;
    thread::scope(|scope| {
        let threads: Vec<_> = pairings
            .map(|(black, white)| {
                scope.spawn(move || -> Vec<Played> {
                    let play = |(opening, stones)| {
                        let (_, finish) = gomoku::play(stones, &mut { black }, &mut { white });
                        tick();
                        Played {
                            opening,
                            black,
                            white,
                            winner: finish.winner,
                        }
                    };
                    openings.iter().enumerate().map(play).collect()
                })
            })
            .collect();
        let played = threads.into_iter().map(|thread| thread.join().expect("no game panics"));
        played.flatten().collect()
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
        let openings = openings(2, 1);
        let played = tournament(&openings, || {
            ticks.fetch_add(1, Ordering::Relaxed);
        });
        assert_eq!((played.len(), ticks.into_inner()), (24, 24));
        for (i, game) in played.iter().enumerate() {
            assert_ne!(game.black, game.white);
            let same =
                |other: &Played| (other.opening, other.black, other.white) == (game.opening, game.black, game.white);
            assert_eq!(played.iter().position(same), Some(i));
            assert_eq!(game.points(game.black) + game.points(game.white), 1.0);
            let (_, finish) = gomoku::play(&openings[game.opening], &mut { game.black }, &mut { game.white });
            assert_eq!(game.winner, finish.winner);
        }
    }

    #[test]
    fn points_go_to_the_winner() {
        let game = |winner| Played {
            opening: 0,
            black: Profile::Zju,
            white: Profile::Mcu,
            winner,
        };
        for (winner, points) in [(Some(Colour::Black), 1.0), (Some(Colour::White), 0.0), (None, 0.5)] {
            assert_eq!(game(winner).points(Profile::Zju), points);
            assert_eq!(game(winner).points(Profile::Mcu), 1.0 - points);
        }
    }
}
