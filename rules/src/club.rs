//! The club: prizes from games against the computer feed pigs, and pigs earn money.
//!
//! | event                                 | effect                                  |
//! |---------------------------------------|-----------------------------------------|
//! | buy a pig                             | costs 2 coins; adds a pig, the youngest |
//! | sell a grown pig                      | brings 12 coins; the oldest pig goes; without a grown pig nothing happens |
//! | a meal                                | costs 1 coin; strength rises by 5       |
//! | feed                                  | costs 1 coin; adds 5 feed               |
//! | end                                   | won with more than 30 coins, else lost  |
//! | a game against the computer has ended | strength falls by 2; a win brings 5 coins, a loss costs 1; then every pig eats |
//!
//! Every pig eats one feed, the oldest first; a pig that gets none dies, and one that has eaten three times is grown.
//! Strength or money below zero loses at once, whatever else the event would do. No number exceeds 99: a choice whose
//! goods have no room does nothing and costs nothing. After the end nothing counts until the club starts anew.

use std::collections::VecDeque;

/// The upper limit of every number.
pub const MOST: u32 = 99;
/// The strength at the start.
pub const STRENGTH: u32 = 5;
/// The coins that a pig costs.
pub const PIG: u32 = 2;
/// The coins that a grown pig brings.
pub const GROWN_PIG: u32 = 12;
/// The coins that a meal or feed costs.
pub const PORTION: u32 = 1;
/// The strength or feed bought by one portion.
pub const PORTIONS: u32 = 5;
/// The strength that a game costs.
pub const EFFORT: u32 = 2;
/// The coins that a won game brings.
pub const PRIZE: u32 = 5;
/// The coins that a lost game costs.
pub const STAKE: u32 = 1;
/// The number of meals after which a pig is grown.
pub const GROWN: u32 = 3;
/// Ending with more coins than these wins.
pub const GOAL: u32 = 30;

/// A person's choices, in the order of the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    BuyPig,
    SellGrown,
    Meal,
    Feed,
    End,
}

impl Choice {
    pub const ALL: [Choice; 5] = [
        Choice::BuyPig,
        Choice::SellGrown,
        Choice::Meal,
        Choice::Feed,
        Choice::End,
    ];
}

/// How a game against the computer ended for the person.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Finish {
    Won,
    Lost,
    Drawn,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    Open,
    Won,
    /// Lost: strength or money fell below zero, or it was ended with too few coins.
    NoStrength,
    NoMoney,
    TooFew,
}

impl Standing {
    pub fn is_lost(self) -> bool {
        !matches!(self, Standing::Open | Standing::Won)
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Club {
    /// How often each pig has eaten, the oldest first.
    pigs: VecDeque<u32>,
    pub feed: u32,
    pub strength: u32,
    pub money: u32,
    pub standing: Standing,
}

impl Default for Club {
    fn default() -> Self {
        Club { pigs: VecDeque::new(), feed: 0, strength: STRENGTH, money: 0, standing: Standing::Open }
    }
}

impl Club {
    /// All pigs, including the grown ones.
    pub fn pigs(&self) -> u32 {
        self.pigs.len() as u32
    }

    /// The number of grown pigs.
    pub fn grown(&self) -> u32 {
        self.eaten(GROWN)
    }

    /// The number of pigs that have eaten that often; three times and more counts as three.
    pub fn eaten(&self, times: u32) -> u32 {
        let pigs = self.pigs.iter();
        pigs.filter(|pig| (**pig).min(GROWN) == times).count() as u32
    }

    /// Whether this choice would lose the club now.
    pub fn would_lose(&self, choice: Choice) -> bool {
        let mut after = self.clone();
        after.choose(choice);
        self.standing == Standing::Open && after.standing.is_lost()
    }

    /// Whether losing a game would lose the club now.
    pub fn is_at_stake(&self) -> bool {
        let mut after = self.clone();
        after.finish(Finish::Lost);
        self.standing == Standing::Open && after.standing.is_lost()
    }

    pub fn choose(&mut self, choice: Choice) {
        if self.standing != Standing::Open {
            return;
        }
        match choice {
            Choice::BuyPig => {
                if self.buys(self.pigs(), PIG) {
                    self.pigs.push_back(0);
                }
            }
            Choice::SellGrown => {
                if self.grown() > 0 && self.money < MOST {
                    self.pigs.pop_front();
                    self.earn(GROWN_PIG);
                }
            }
            Choice::Meal => {
                if self.buys(self.strength, PORTION) {
                    self.strength = (self.strength + PORTIONS).min(MOST);
                }
            }
            Choice::Feed => {
                if self.buys(self.feed, PORTION) {
                    self.feed = (self.feed + PORTIONS).min(MOST);
                }
            }
            Choice::End => {
                self.standing = match self.money > GOAL {
                    true => Standing::Won,
                    false => Standing::TooFew,
                }
            }
        }
    }

    /// Handles the end of a game against the computer.
    pub fn finish(&mut self, finish: Finish) {
        if self.standing != Standing::Open {
            return;
        }
        match self.strength.checked_sub(EFFORT) {
            Some(left) => self.strength = left,
            None => {
                self.strength = 0;
                self.standing = Standing::NoStrength;
                return;
            }
        }
        match finish {
            Finish::Won => self.earn(PRIZE),
            Finish::Lost => _ = self.pay(STAKE),
            Finish::Drawn => {}
        }
        if self.standing == Standing::Open {
            self.eat();
        }
    }

    /// Feeds every pig; the pigs that get no feed die.
    fn eat(&mut self) {
        let eat = self.pigs().min(self.feed);
        self.feed -= eat;
        self.pigs.truncate(eat as usize);
        self.pigs.iter_mut().for_each(|pig| *pig += 1);
    }

    fn earn(&mut self, coins: u32) {
        self.money = (self.money + coins).min(MOST);
    }

    /// Pays, if there is room for more than `have`; returns whether the purchase succeeded.
    fn buys(&mut self, have: u32, coins: u32) -> bool {
        have < MOST && self.pay(coins)
    }

    /// Pays; returns whether there was enough money. If not, the money becomes zero and the club is lost.
    fn pay(&mut self, coins: u32) -> bool {
        match self.money.checked_sub(coins) {
            Some(left) => self.money = left,
            None => {
                self.money = 0;
                self.standing = Standing::NoMoney;
            }
        }
        self.standing == Standing::Open
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn club(coins: u32) -> Club {
        Club { money: coins, ..Club::default() }
    }

    #[test]
    fn a_pig_is_grown_after_three_games_and_sold() {
        let mut club = club(9);
        for choice in [Choice::BuyPig, Choice::Feed, Choice::Meal] {
            club.choose(choice);
        }
        assert_eq!((club.money, club.pigs(), club.feed, club.strength), (5, 1, 5, 10));
        for grown in [0, 0, 1] {
            club.finish(Finish::Drawn);
            assert_eq!((club.pigs(), club.grown()), (1, grown));
        }
        assert_eq!((club.feed, club.strength), (2, 4));
        club.choose(Choice::SellGrown);
        assert_eq!((club.money, club.pigs()), (17, 0));
        club.choose(Choice::SellGrown);
        assert_eq!(club.money, 17, "there is none");
    }

    #[test]
    fn the_oldest_eat_first_and_who_gets_nothing_dies() {
        let mut club = Club { strength: 50, ..club(50) };
        for age in 0..4 {
            club.choose(Choice::BuyPig);
            if age == 3 {
                club.choose(Choice::BuyPig);
                club.feed = 4;
            } else {
                club.feed = club.pigs();
            }
            club.finish(Finish::Drawn);
        }
        let ages = [0, 1, 2, 3].map(|times| club.eaten(times));
        assert_eq!((ages, club.feed), ([0, 1, 1, 2], 0), "one of the youngest is dead");
    }

    #[test]
    fn strength_or_money_below_zero_loses_and_the_end_takes_more_than_thirty_coins() {
        for (strength, coins, finish, standing) in [
            (2, 0, Finish::Won, Standing::Open),
            (1, 90, Finish::Won, Standing::NoStrength),
            (2, 1, Finish::Lost, Standing::Open),
            (9, 0, Finish::Lost, Standing::NoMoney),
            (9, 0, Finish::Drawn, Standing::Open),
        ] {
            let mut club = Club { strength, ..club(coins) };
            assert_eq!(club.is_at_stake(), strength < EFFORT || coins < STAKE);
            club.finish(finish);
            assert_eq!(club.standing, standing, "{strength}, {coins}, {finish:?}");
        }
        for (coins, choice, standing) in [
            (2, Choice::BuyPig, Standing::Open),
            (1, Choice::BuyPig, Standing::NoMoney),
            (0, Choice::Meal, Standing::NoMoney),
            (0, Choice::Feed, Standing::NoMoney),
            (30, Choice::End, Standing::TooFew),
            (31, Choice::End, Standing::Won),
        ] {
            let mut club = club(coins);
            assert_eq!(club.would_lose(choice), standing.is_lost(), "{coins}, {choice:?}");
            club.choose(choice);
            assert_eq!(club.standing, standing, "{coins}, {choice:?}");
        }
        let mut ended = club(0);
        ended.choose(Choice::Feed);
        let before = ended.clone();
        ended.finish(Finish::Won);
        ended.choose(Choice::End);
        assert_eq!(ended, before, "nothing counts any more");
    }

    #[test]
    fn numbers_stop_and_what_has_no_room_costs_nothing() {
        let mut club = Club { feed: 97, strength: MOST, ..club(97) };
        for (choice, expected) in [
            (Choice::Feed, (96, MOST)),
            (Choice::Feed, (96, MOST)),
            (Choice::Meal, (96, MOST)),
        ] {
            club.choose(choice);
            assert_eq!((club.money, club.feed), expected);
        }
        club.finish(Finish::Won);
        assert_eq!((club.money, club.strength), (MOST, MOST - EFFORT));
        club.pigs.extend([GROWN; MOST as usize]);
        club.choose(Choice::SellGrown);
        assert_eq!(club.grown(), MOST, "there is no room for the coins");
        club.choose(Choice::BuyPig);
        assert_eq!((club.money, club.pigs()), (MOST, MOST));
    }
}
