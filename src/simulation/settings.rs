//! What a game on the console is set to, whichever it is, from the console's outputs.

/// What a game is set to.
#[derive(Clone, Copy, Default)]
pub(super) struct Settings {
    /// The computer shows a game.
    pub demo: bool,
    /// The number of the rule.
    pub rule: u64,
    /// Black's and white's; in the demo the computer has both.
    pub seats: [Seat; 2],
}

#[derive(Clone, Copy, Default)]
pub(super) struct Seat {
    pub computer: bool,
    /// From 1.
    pub level: u64,
}

impl Settings {
    /// From the console's outputs: whether it is the demo, the rule, and of each seat whether it is a computer, and the level.
    pub fn of([demo, rule, black, black_level, white, white_level]: [u64; 6]) -> Settings {
        let seat = |computer, level| Seat {
            computer: computer == 1 || demo == 1,
            level: level + 1,
        };
        Settings {
            demo: demo == 1,
            rule,
            seats: [seat(black, black_level), seat(white, white_level)],
        }
    }

    /// In one word.
    pub fn mode(&self) -> &'static str {
        match self.seats.map(|seat| seat.computer) {
            _ if self.demo => "DEMO",
            [false, false] => "PVP",
            [false, true] => "PVC",
            [true, false] => "CVP",
            [true, true] => "CVC",
        }
    }

    /// The computer's level; where there is none, or two, that of white's seat.
    pub fn level(&self) -> u64 {
        let [black, white] = self.seats;
        if black.computer && !white.computer {
            black.level
        } else {
            white.level
        }
    }
}
