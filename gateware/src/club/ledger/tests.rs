use super::*;
use tengen_rules::club::{Choice, Club, Finish as Known};
use tengen_sim::{ByName, Encoded, Engine, Native};

struct Bench {
    ledger: Native<Ledger>,
    rules: Club,
}

impl Bench {
    fn new() -> Bench {
        Bench { ledger: Native::new(Ledger::default()), rules: Club::default() }
    }

    fn choose(&mut self, choice: Choice) {
        self.ledger.drive("choice", choice as u64);
        self.ledger.strobe("choose");
        self.rules.choose(choice);
        self.settle();
    }

    fn finish(&mut self, finish: Known) {
        self.hear(finish);
        self.rules.finish(finish);
        self.settle();
    }

    fn hear(&mut self, finish: Known) {
        let heard = match finish {
            Known::Won => Finish::Won,
            Known::Lost => Finish::Lost,
            Known::Drawn => Finish::Drawn,
        };
        self.ledger.drive_as("finish", heard);
        self.ledger.step();
        self.ledger.drive_as("finish", Finish::None);
        self.ledger.settle();
    }

    /// Waits until the ledger is not busy, compares it with the model, and returns the clocks it took.
    fn settle(&mut self) -> usize {
        let clocks = (0..1000).find(|_| {
            let rests = self.ledger.read("busy") == 0;
            if !rests {
                self.ledger.step();
            }
            rests
        });
        let numbers: ClubNumbers = self.ledger.read_as("numbers");
        let Club { feed, strength, money, .. } = self.rules;
        let pigs = [0, 1, 2, 3].map(|times| decimal(self.rules.eaten(times)));
        let shown = [numbers.newborn, numbers.once, numbers.twice, numbers.grown];
        if !self.rules.standing.is_lost() {
            assert_eq!(shown, pigs);
            assert_eq!(numbers.pigs, decimal(self.rules.pigs()));
        }
        assert_eq!(numbers.feed, decimal(feed));
        assert_eq!(numbers.strength, decimal(strength));
        assert_eq!(numbers.money, decimal(money));
        assert_eq!(self.ledger.read("standing"), self.rules.standing as u64);
        clocks.expect("it comes to rest")
    }
}

#[test]
fn a_pig_grows_and_is_sold() {
    let mut bench = Bench::new();
    bench.finish(Known::Won);
    for choice in [Choice::BuyPig, Choice::Feed, Choice::Meal] {
        bench.choose(choice);
    }
    for _ in 0..3 {
        bench.finish(Known::Drawn);
    }
    bench.choose(Choice::SellGrown);
    assert_eq!((bench.rules.money, bench.rules.pigs()), (13, 0));
    bench.choose(Choice::End);
    bench.choose(Choice::Feed);
}

#[test]
fn a_game_that_ends_while_it_is_busy_waits_and_a_choice_does_not() {
    let mut bench = Bench::new();
    bench.finish(Known::Won);
    bench.ledger.drive("choice", Choice::Feed as u64);
    bench.ledger.strobe("choose");
    bench.rules.choose(Choice::Feed);
    bench.hear(Known::Lost);
    bench.rules.finish(Known::Lost);
    bench.ledger.drive("choice", Choice::Meal as u64);
    bench.ledger.strobe("choose");
    bench.settle();
    assert_eq!((bench.rules.money, bench.rules.feed), (3, 5));
}

#[test]
fn ninety_nine_pigs_eat_within_the_clocks_that_are_promised() {
    let mut bench = Bench::new();
    // Sells a few grown pigs to buy many young ones.
    for _ in 0..5000 {
        let Club { money, strength, feed, .. } = bench.rules;
        let pigs = bench.rules.pigs();
        if pigs == 99 && feed == 99 {
            break;
        } else if money < 14 && bench.rules.grown() > 0 {
            bench.choose(Choice::SellGrown);
        } else if money > 1 && strength < 20 {
            bench.choose(Choice::Meal);
        } else if money > 1 && feed < (pigs + 10).min(99) {
            bench.choose(Choice::Feed);
        } else if money > 2 && pigs < 99 {
            bench.choose(Choice::BuyPig);
        } else {
            bench.finish(Known::Won);
        }
    }
    assert_eq!((bench.rules.pigs(), bench.rules.feed), (99, 99));
    bench.hear(Known::Drawn);
    bench.rules.finish(Known::Drawn);
    let clocks = bench.settle();
    assert!((99..220).contains(&clocks), "{clocks}");
    assert!(bench.rules.grown() > 0);
}

#[test]
fn it_starts_anew_only_once_it_rests() {
    let mut bench = Bench::new();
    bench.finish(Known::Lost);
    assert_eq!(bench.ledger.read("standing"), Standing::NoMoney.encode());
    bench.ledger.strobe("restart");
    bench.rules = Club::default();
    bench.settle();
    bench.hear(Known::Won);
    bench.rules.finish(Known::Won);
    bench.ledger.strobe("restart");
    bench.settle();
}
