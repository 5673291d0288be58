//! How fast something runs: the most clocks a second it may make, and those it makes.
//!
//! ```text
//! time     0 ms     10 ms    20 ms      a limit of 100 000 clocks a second
//! clocks   0 .. 1000 (waits) .. 2000    a slice that took 4 ms is followed by a wait of 6 ms
//! ```

use std::time::Duration;

use super::clock::{now, since};

/// If it is further behind its limit, timing starts anew: what was missed is not made up for.
const MOST_BEHIND: Duration = Duration::from_millis(250);
/// The shortest time over which a rate is measured.
const MEASURED: Duration = Duration::from_millis(250);

pub struct Pace {
    /// The most clocks per second; `None`: no limit.
    limit: Option<u64>,
    /// The time and the clock from which the speed is kept.
    origin: (Duration, u64),
    /// The time and the clock from which the rate is measured; `None` before the first measurement.
    measured: Option<(Duration, u64)>,
    rate: u64,
}

impl Pace {
    pub fn new(limit: Option<u64>) -> Pace {
        Pace { limit, origin: (now(), 0), measured: None, rate: 0 }
    }

    pub fn limit(&self) -> Option<u64> {
        self.limit
    }

    /// Sets the limit, from that clock on.
    pub fn set_limit(&mut self, limit: Option<u64>, clock: u64) {
        self.limit = limit;
        self.begin(clock);
    }

    /// Keeps the speed anew from that clock on, which is now.
    pub fn begin(&mut self, clock: u64) {
        self.origin = (now(), clock);
    }

    /// The time until that clock is due; `None` if it is due now.
    pub fn ahead(&mut self, clock: u64) -> Option<Duration> {
        let due = Duration::from_secs_f64((clock - self.origin.1) as f64 / self.limit? as f64);
        let elapsed = since(self.origin.0);
        if elapsed > due + MOST_BEHIND {
            self.begin(clock);
        }
        due.checked_sub(elapsed).filter(|ahead| !ahead.is_zero())
    }

    /// The clocks per second recently, in that clock.
    pub fn rate(&mut self, clock: u64) -> u64 {
        let (last, counted) = *self.measured.get_or_insert((now(), clock));
        let elapsed = since(last);
        if elapsed >= MEASURED {
            self.rate = ((clock - counted) as f64 / elapsed.as_secs_f64()) as u64;
            self.measured = Some((now(), clock));
        }
        self.rate
    }
}
