//! The numbers of the console's ports, and the ports that are watched clock by clock.

use anyhow::{Context, Result};
use tengen_sim::{Engine, Seen};

/// Defines a struct with the number of each port.
macro_rules! pins {
    ($($name:ident),*) => {
        #[derive(Clone)]
        pub(super) struct Pins { $(pub $name: usize),* }

        impl Pins {
            /// Finds every port; the error names a missing one.
            pub fn of(engine: &impl Engine) -> Result<Pins> {
                let find = |name: &str| {
                    engine.ports().iter().position(|port| port.name == name)
                        .with_context(|| format!("this circuit is no console: it has no port {name}"))
                };
                Ok(Pins { $($name: find(stringify!($name))?),* })
            }
        }
    };
}

pins!(
    ps2_clk,
    ps2_data,
    buttons,
    rx,
    tx,
    hsync,
    vsync,
    red,
    green,
    blue,
    sound,
    sound_on,
    pending,
    page,
    asking,
    game,
    demo,
    black_computer,
    white_computer,
    black_line,
    white_line,
    link_phase,
    link_news,
    black_level,
    white_level,
    rule,
    turn,
    cursor_row,
    cursor_col,
    moves,
    last_row,
    last_col,
    timed,
    seconds_tens,
    seconds_ones,
    ply,
    ply_white,
    ply_row,
    ply_col,
    ended,
    ended_outcome,
    ended_reason,
    ended_helped,
    club,
    club_money,
    club_strength,
    club_feed,
    club_pigs,
    club_grown
);

/// The ports watched clock by clock. The constants are their columns in [`Seen`].
impl Pins {
    pub const PLY: [usize; 4] = [0, 1, 2, 3];
    pub const ENDING: [usize; 4] = [4, 5, 6, 7];
    pub const SETTINGS: [usize; 6] = [8, 9, 10, 11, 12, 13];
    pub const PENDING: usize = 14;
    pub const TX: usize = 15;
    /// Present only while a speaker is connected.
    pub const SOUND: usize = 16;

    /// The columns of the picture.
    pub fn picture(heard: bool) -> [usize; 5] {
        let first = Pins::SOUND + usize::from(heard);
        std::array::from_fn(|place| first + place)
    }

    /// The ports to watch without the picture, and with it.
    pub fn watched(&self, heard: bool) -> [Seen; 2] {
        let ply = [self.ply, self.ply_white, self.ply_row, self.ply_col];
        let ending = [self.ended, self.ended_outcome, self.ended_reason, self.ended_helped];
        let sound = [self.sound];
        let sound = if heard { &sound[..] } else { &[] };
        let game = [&ply[..], &ending, &self.settings(), &[self.pending, self.tx], sound].concat();
        let picture = [self.hsync, self.vsync, self.red, self.green, self.blue];
        [Seen::of(&game), Seen::of(&[game, picture.to_vec()].concat())]
    }

    /// The ports of a game's settings, in the order of `Settings::of`.
    pub fn settings(&self) -> [usize; 6] {
        let [black, white] = [
            [self.black_computer, self.black_level],
            [self.white_computer, self.white_level],
        ];
        [self.demo, self.rule, black[0], black[1], white[0], white[1]]
    }

    /// The ports of the club, in the order of `club::Numbers::of`.
    pub fn club(&self) -> [usize; 5] {
        [
            self.club_pigs,
            self.club_feed,
            self.club_strength,
            self.club_money,
            self.club_grown,
        ]
    }
}
