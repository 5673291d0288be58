//! The club's numbers and rules: carries out a person's choices, applies the result of a game, and feeds the pigs.
//!
//! ```text
//!            an event: its changes, one unit a clock
//!   Idle ----------------------------------------------> Changes ---- of a choice ----> Idle
//!    ^                                                      |
//!    |                                                      | of a game: feeds a pig a clock, the oldest first
//!    |                                                      v
//!    '-- Back <---- Newborn <---- Once <---- Twice <---- Grown
//! ```
//!
//! A pig that eats moves on to the next age. A grown pig that eats is moved to `fed`; `Back` returns these.
//!
//! | port     | dir | width       | meaning                                                                                | initial                |
//! |----------|-----|-------------|----------------------------------------------------------------------------------------|------------------------|
//! | clock    | in  | 1           | rising edge                                                                            | –                      |
//! | choose   | in  | 1           | strobe: carries out `choice`; ignored while busy                                       | –                      |
//! | choice   | in  | 3           | 0 buy a pig, 1 sell a grown one, 2 meal, 3 feed, 4 and above: end the club             | –                      |
//! | finish   | in  | Finish      | for one clock: a game has ended, with this result for the person                       | –                      |
//! | restart  | in  | 1           | strobe: starts the club anew; ignored while busy                                       | –                      |
//! | loses    | out | 1           | `choice` would lose the club; combinational; valid while the club is open and not busy | 0                      |
//! | at_stake | out | 1           | a lost game would lose the club; combinational                                         | 1                      |
//! | numbers  | out | ClubNumbers | the numbers, at most 99; stable while not busy                                         | strength 5, the rest 0 |
//! | standing | out | Standing    | whether the club goes on; after its end only `restart` has an effect                   | Open                   |
//! | busy     | out | 1           | numbers are changing, for up to 220 clocks                                             | 0                      |
//!
//! A game that ends while the ledger is busy waits; a later one replaces it. The rules are those of `rules::club`.

use rust_hdl::prelude::*;

use super::changes::{self, Change, Event, Number};
use crate::ports::{ClubNumbers, Decimal, Standing};
use crate::{Circuit, LogicState, LogicStruct, Register, kernel};
use tengen_hdl::library::decimal_counter::{DecimalCounter, decimal};
use tengen_hdl::library::memory::Table;
use tengen_rules::club::{EFFORT, GOAL, PIG, STRENGTH};

/// The result of a game against the computer for the person; None: no game has ended.
#[derive(LogicState, Copy, Clone, Debug, PartialEq)]
pub enum Finish {
    None,
    Won,
    Lost,
    Drawn,
}

#[derive(LogicState, Copy, Clone, Debug, PartialEq)]
enum Phase {
    Idle,
    Changes,
    /// Feeds the grown pigs; then come those that have eaten twice, once and never.
    Grown,
    Twice,
    Once,
    Newborn,
    /// Returns the fed grown pigs to `grown`.
    Back,
}

#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
struct State {
    phase: Phase,
    event: Event,
    /// The current step of the event.
    step: Bits<2>,
    /// How many units of the step are done.
    made: Bits<4>,
    /// The result of a game that waits to be applied.
    waiting: Finish,
    standing: Standing,
}

const PRICE_OF_A_PIG: u64 = PIG as u64;
const LEAST_STRENGTH: u64 = EFFORT as u64;

#[derive(Circuit)]
pub struct Ledger {
    pub clock: Signal<In, Clock>,
    pub choose: Signal<In, Bit>,
    pub choice: Signal<In, Bits<3>>,
    pub finish: Signal<In, Finish>,
    pub restart: Signal<In, Bit>,
    pub loses: Signal<Out, Bit>,
    pub at_stake: Signal<Out, Bit>,
    pub numbers: Signal<Out, ClubNumbers>,
    pub standing: Signal<Out, Standing>,
    pub busy: Signal<Out, Bit>,

    state: Register<State>,
    money: DecimalCounter<8>,
    #[init(DecimalCounter::from(STRENGTH))]
    strength: DecimalCounter<8>,
    feed: DecimalCounter<8>,
    pigs: DecimalCounter<8>,
    newborn: DecimalCounter<8>,
    once: DecimalCounter<8>,
    twice: DecimalCounter<8>,
    grown: DecimalCounter<8>,
    /// Grown pigs that have just eaten.
    fed: DecimalCounter<8>,
    #[init(changes::table())]
    changes: Table<Change, 5>,

    /// The money or the strength would fall below 0: the club is lost.
    short: Signal<Local, Bit>,
    /// The number being changed is the strength.
    tired: Signal<Local, Bit>,
    /// A pig is served: it eats, or dies for lack of feed.
    eats: Signal<Local, Bit>,

    #[init(decimal(GOAL))]
    goal: Constant<Decimal>,
}

#[kernel]
impl Logic for Ledger {
    fn update(&mut self) {
        self.rest();

        changes.address = cat(q.event, q.step);
        let anew = restart & (q.phase == Phase::Idle) & (q.waiting == Finish::None);
        short = false;
        tired = false;
        // There is feed for the pig.
        let served = !feed.zero;
        eats = false;
        let rich = money.value > goal;

        match q.phase {
            Phase::Idle => self.begin(rich),
            Phase::Changes => self.change(),
            Phase::Grown => {
                eats = !grown.zero;
                grown.down = eats;
                fed.up = eats & served;
                if !eats {
                    d.phase = Phase::Twice;
                }
            }
            Phase::Twice => {
                eats = !twice.zero;
                twice.down = eats;
                grown.up = eats & served;
                if !eats {
                    d.phase = Phase::Once;
                }
            }
            Phase::Once => {
                eats = !once.zero;
                once.down = eats;
                twice.up = eats & served;
                if !eats {
                    d.phase = Phase::Newborn;
                }
            }
            Phase::Newborn => {
                eats = !newborn.zero;
                newborn.down = eats;
                once.up = eats & served;
                if !eats {
                    d.phase = Phase::Back;
                }
            }
            Phase::Back => {
                fed.down = true;
                grown.up = !fed.zero;
                if fed.zero {
                    d.phase = Phase::Idle;
                }
            }
        }
        if short {
            d.standing = if tired { Standing::NoStrength } else { Standing::NoMoney };
            d.phase = Phase::Idle;
        }
        if eats {
            feed.down = served;
            pigs.down = !served;
        }
        if finish != Finish::None {
            d.waiting = finish;
        }
        if anew {
            d.standing = Standing::Open;
            d.waiting = Finish::None;
        }

        self.restart_counters(anew);
        self.warn(rich);
        self.tell();
        standing = q.standing;
        busy = (q.phase != Phase::Idle) | (q.waiting != Finish::None);
    }

    /// Sets all counters to hold; the phases override this.
    fn rest(&mut self) {
        money = DecimalCounter { up: false, down: false };
        strength = DecimalCounter { up: false, down: false };
        feed = DecimalCounter { up: false, down: false };
        pigs = DecimalCounter { up: false, down: false };
        newborn = DecimalCounter { up: false, down: false };
        once = DecimalCounter { up: false, down: false };
        twice = DecimalCounter { up: false, down: false };
        grown = DecimalCounter { up: false, down: false };
        fed = DecimalCounter { up: false, down: false };
    }

    /// Begins the next event. The result of a game takes priority over a person's choice.
    fn begin(&mut self, rich: Bit) {
        d.step = 0;
        d.made = 0;
        if q.standing == Standing::Open {
            match q.waiting {
                Finish::None => {
                    if choose {
                        match choice.index() {
                            0 => {
                                d.event = Event::BuyPig;
                                if !pigs.full {
                                    d.phase = Phase::Changes;
                                }
                            }
                            1 => {
                                d.event = Event::SellGrown;
                                if !grown.zero & !money.full {
                                    d.phase = Phase::Changes;
                                }
                            }
                            2 => {
                                d.event = Event::Meal;
                                if !strength.full {
                                    d.phase = Phase::Changes;
                                }
                            }
                            3 => {
                                d.event = Event::Feed;
                                if !feed.full {
                                    d.phase = Phase::Changes;
                                }
                            }
                            _ => d.standing = if rich { Standing::Won } else { Standing::TooFew },
                        }
                    }
                }
                Finish::Won => {
                    d.event = Event::Won;
                    d.phase = Phase::Changes;
                }
                Finish::Lost => {
                    d.event = Event::Lost;
                    d.phase = Phase::Changes;
                }
                Finish::Drawn => {
                    d.event = Event::Drawn;
                    d.phase = Phase::Changes;
                }
            }
        }
        d.waiting = Finish::None;
    }

    /// Changes one number by one.
    fn change(&mut self) {
        match changes.data.number {
            Number::Money => {
                money = DecimalCounter { up: changes.data.rises, down: !changes.data.rises };
                short = !changes.data.rises & money.zero;
            }
            Number::Strength => {
                strength = DecimalCounter { up: changes.data.rises, down: !changes.data.rises };
                short = !changes.data.rises & strength.zero;
                tired = true;
            }
            Number::Feed => feed.up = true,
            Number::Pigs => pigs = DecimalCounter { up: changes.data.rises, down: !changes.data.rises },
            Number::Newborn => newborn.up = true,
            Number::Grown => grown.down = true,
        }
        d.made = q.made + 1;
        if q.made == changes.data.more {
            d.made = 0;
            d.step = q.step + 1;
            if changes.data.last {
                d.phase = Phase::Idle;
                match q.event {
                    Event::Won => d.phase = Phase::Grown,
                    Event::Lost => d.phase = Phase::Grown,
                    Event::Drawn => d.phase = Phase::Grown,
                    _ => {}
                }
            }
        }
    }

    /// Restarts all counters when the club starts anew.
    fn restart_counters(&mut self, anew: Bit) {
        money.restart = anew;
        strength.restart = anew;
        feed.restart = anew;
        pigs.restart = anew;
        newborn.restart = anew;
        once.restart = anew;
        twice.restart = anew;
        grown.restart = anew;
        fed.restart = anew;
    }

    /// Warns if the choice under the cursor, or a lost game, would lose the club.
    fn warn(&mut self, rich: Bit) {
        match choice.index() {
            0 => loses = !pigs.full & (money.value < PRICE_OF_A_PIG),
            1 => loses = false,
            2 => loses = !strength.full & money.zero,
            3 => loses = !feed.full & money.zero,
            _ => loses = !rich,
        }
        at_stake = (q.standing == Standing::Open) & (money.zero | (strength.value < LEAST_STRENGTH));
    }

    /// Outputs the numbers.
    fn tell(&mut self) {
        numbers.money = money.value;
        numbers.strength = strength.value;
        numbers.feed = feed.value;
        numbers.pigs = pigs.value;
        numbers.grown = grown.value;
        numbers.newborn = newborn.value;
        numbers.once = once.value;
        numbers.twice = twice.value;
    }
}

#[cfg(test)]
mod tests;
