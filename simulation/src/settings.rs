//! The settings of a game on the console, whichever game it is, from the console's outputs.

/// The settings of a game.
#[derive(Clone, Copy, Default)]
pub(super) struct Settings {
    /// The computer plays both sides as a demonstration.
    pub demo: bool,
    /// The number of the rule.
    pub rule: u64,
    /// Black's and white's seats; in the demo both are computers.
    pub seats: [Seat; 2],
}

#[derive(Clone, Copy, Default)]
pub(super) struct Seat {
    pub computer: bool,
    /// The level, from 1.
    pub level: u64,
}

impl Settings {
    /// Decodes the console's outputs: whether it is the demo, the rule, and for each seat whether it is a computer, and
    /// its level.
    pub fn of([demo, rule, black, black_level, white, white_level]: [u64; 6]) -> Settings {
        let seat = |computer, level| Seat { computer: computer == 1 || demo == 1, level: level + 1 };
        Settings { demo: demo == 1, rule, seats: [seat(black, black_level), seat(white, white_level)] }
    }

    /// The mode, such as `PVC`.
    pub fn mode(&self) -> &'static str {
        match self.seats.map(|seat| seat.computer) {
            _ if self.demo => "DEMO",
            [false, false] => "PVP",
            [false, true] => "PVC",
            [true, false] => "CVP",
            [true, true] => "CVC",
        }
    }

    /// The computer's level; if no seat or both are computers, that of white's seat.
    pub fn level(&self) -> u64 {
        let [black, white] = self.seats;
        if black.computer && !white.computer { black.level } else { white.level }
    }
}
