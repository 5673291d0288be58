//! Gomoku's engine for freestyle games: stores a position, detects a five, and finds a computer player's move. It is a
//! [`GreedyPlayer`] that only uses the first rule, and never chooses at random.
//!
//! ```text
//! clock          __/‾‾\__/‾‾\__/‾‾\__ ... __/‾‾\__/‾‾\__
//! think          ___/‾‾‾‾\___________ ... ______________
//! busy           _________/‾‾‾‾‾‾‾‾‾‾ ... ‾‾‾‾\_________
//! done           ____________________ ... ____/‾‾‾‾‾\___    232 clocks after the strobe, for every profile
//! best_row, _col == previous ======== ... ===< the move >=   held until the next think
//! ```
//!
//! A strobe lasts one clock and samples the other inputs; strobes while busy are ignored. If several coincide, `clear`
//! wins over `place`, and `place` over `think`. busy rises with the next clock.
//!
//! - clear (2 clocks): removes all stones, and resets `five` and `illegal`.
//! - place (232 clocks): places a stone on an empty crossing. If the crossing is taken or off the board, `illegal`
//!   rises and nothing else changes. Both flags are valid once busy is low again.
//! - think (232 clocks): finds the move. On an empty board it is the centre; on a full one (15, 15), which is no
//!   crossing.
//!
//! | port               | dir | width   | meaning                                                       | initial |
//! |--------------------|-----|---------|---------------------------------------------------------------|---------|
//! | clock              | in  | 1       | rising edge                                                   | –       |
//! | clear              | in  | 1       | strobe: empties the board                                     | –       |
//! | place              | in  | 1       | strobe: places a stone                                        | –       |
//! | think              | in  | 1       | strobe: finds a move                                          | –       |
//! | row, col           | in  | 4       | the crossing for place                                        | –       |
//! | colour             | in  | 1       | 0 black, 1 white: of the stone to place, or the mover         | –       |
//! | profile            | in  | Profile | for think: the player; 2 bits: 0 zju, 1 mcu, 2 thesis, 3 sjtu | –       |
//! | busy               | out | 1       | at work; every strobe is ignored                              | 0       |
//! | done               | out | 1       | one clock at the end of a think: the first that busy is low   | 0       |
//! | best_row, best_col | out | 4       | the move that think found                                     | 0, 0    |
//! | five               | out | 1       | the stone last placed made five or more                       | 0       |
//! | illegal            | out | 1       | the last place failed                                         | 0       |
//!
//! It takes 1315 LUT4 and 874 flip-flops on iCE40, 450 of them in the ring.

use super::ports::{Profile, Rule};
use crate::gomoku::player::greedy_player::GreedyPlayer;
use crate::{Circuit, kernel};
use rust_hdl::prelude::*;

#[derive(Circuit)]
pub struct GomokuEngine {
    pub clock: Signal<In, Clock>,
    pub clear: Signal<In, Bit>,
    pub place: Signal<In, Bit>,
    pub think: Signal<In, Bit>,
    pub row: Signal<In, Bits<4>>,
    pub col: Signal<In, Bits<4>>,
    pub colour: Signal<In, Bit>,
    pub profile: Signal<In, Profile>,
    pub busy: Signal<Out, Bit>,
    pub done: Signal<Out, Bit>,
    pub best_row: Signal<Out, Bits<4>>,
    pub best_col: Signal<Out, Bits<4>>,
    pub five: Signal<Out, Bit>,
    pub illegal: Signal<Out, Bit>,

    player: GreedyPlayer,
}

#[kernel]
impl Logic for GomokuEngine {
    fn update(&mut self) {
        player = GreedyPlayer { clear, place, think, row, col, colour, profile };
        player.lift = false;
        player.rule = Rule::Freestyle;
        player.shuffle = false;
        player.veto = false;

        GreedyPlayer { busy, done, best_row, best_col, five, illegal, .. } = player;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gomoku::samples;
    use tengen_rules::gomoku::board::CENTRE;
    use tengen_rules::gomoku::line::five_or_more;
    use tengen_rules::gomoku::{Board, Colour, Crossing, Profile};
    use tengen_sim::{ByName, Native};

    /// Clocks from the strobe to done, for every player.
    const THINK_CLOCKS: u64 = 232;

    /// Strobes for one clock, then waits until busy falls. Returns the number of clocks.
    fn run(engine: &mut Native<GomokuEngine>, strobe: &str, at: Crossing, colour: Colour, profile: u64) -> u64 {
        engine.drive("row", at.row() as u64);
        engine.drive("col", at.col() as u64);
        engine.drive("colour", colour as u64);
        engine.drive("profile", profile);
        engine.strobe(strobe);
        1 + engine.clocks_while("busy", 259)
    }

    fn read<const N: usize>(engine: &Native<GomokuEngine>, names: [&str; N]) -> [u64; N] {
        names.map(|name| engine.read(name))
    }

    #[test]
    fn every_sample_move_of_all_four_and_whether_each_stone_of_the_game_wins() {
        let mut engine = Native::new(GomokuEngine::default());
        for sample in samples::all() {
            run(&mut engine, "clear", CENTRE, Colour::Black, 0);
            let colours = [Colour::Black, Colour::White].into_iter().cycle();
            let mut board = Board::new();
            for (&at, colour) in sample.moves.iter().zip(colours) {
                run(&mut engine, "place", at, colour, 0);
                let five = five_or_more(&board, at, colour).is_some();
                assert_eq!(read(&engine, ["five", "illegal", "done"]), [five.into(), 0, 0]);
                board.place(at, colour).unwrap();
            }
            let expected = [sample.zju, sample.mcu, sample.thesis, sample.sjtu];
            for (profile, at) in Profile::ALL.into_iter().zip(expected) {
                assert_eq!(
                    run(&mut engine, "think", CENTRE, sample.mover, profile as u64),
                    THINK_CLOCKS
                );
                let found = read(&engine, ["done", "best_row", "best_col"]);
                assert_eq!(found, [1, at.row() as u64, at.col() as u64], "{profile}");
            }
        }
    }
}
