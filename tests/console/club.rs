//! The club: its ledger against the rules, in the simulation and as Verilog; and on the whole machine, from the
//! keyboard's two pins to the picture.
//!
//! `TENGEN_RENEW=1` plays the story of docs/club.script again, by a search against the machine's level 1; then its film
//! must be made again too.

use std::sync::LazyLock;

use crate::reference_pictures::{check_kept, renews};
use tengen::editions;
use tengen::gateware::club::ledger::{Finish as Heard, Ledger};
use tengen::gateware::console::{Console, Variant};
use tengen::gateware::edition::Edition;
use tengen::gateware::keyboard::key;
use tengen::gateware::ports::ClubNumbers;
use tengen::hdl::library::decimal_counter::decimal;
use tengen::hdl::verilog::netlist_with;
use tengen::rules::club::{Choice, Club, Finish, MOST, Standing};
use tengen::rules::gomoku::{Board, Colour, Crossing, Level, Rule};
use tengen::simulation::club::Numbers;
use tengen::simulation::machine::{Machine, State};
use tengen::simulation::script::{self, Word};
use tengen::simulation::stand_in::STAND_INS;
use tengen_sim::animation::load_gif;
use tengen_sim::fast::{Fast, Netlist};
use tengen_sim::{ByName, Circuit, Engine, Frame, Native, Random};

/// An event of a club.
#[derive(Clone, Copy, Debug)]
enum Event {
    Choose(Choice),
    Finish(Finish),
    Restart,
}

const FINISHES: [Finish; 3] = [Finish::Won, Finish::Lost, Finish::Drawn];

/// A person's style of play for a while: the percentage of games won, whether the money is watched, and whether as many
/// pigs as possible are kept.
struct Mood {
    luck: u32,
    care: bool,
    breeds: bool,
}

impl Mood {
    fn next(&self, random: &mut Random, club: &Club) -> Event {
        if club.standing != Standing::Open {
            return match random.below(4u32) {
                0 => Event::Choose(random.of(&Choice::ALL)),
                1 => Event::Finish(random.of(&FINISHES)),
                _ => Event::Restart,
            };
        }
        let hungry = club.feed < (club.pigs() + 10).min(MOST);
        if self.breeds && (club.grown() > 0 || club.money > 20) && !random.once_in(100) {
            return Event::Choose(match club.money {
                0..14 => Choice::SellGrown,
                _ if hungry => Choice::Feed,
                _ if club.pigs() < MOST => Choice::BuyPig,
                _ => Choice::Meal,
            });
        }
        if random.once_in(2) {
            let finish = match random.below(100u32) < self.luck {
                true => Finish::Won,
                false => random.of(&FINISHES),
            };
            // A careful person is strong enough for the game.
            if !self.care || club.strength >= 2 {
                return Event::Finish(finish);
            }
        }
        let choice = random.of(&Choice::ALL);
        match choice {
            Choice::End if self.care && !random.once_in(300) => Event::Choose(Choice::Meal),
            Choice::BuyPig if self.care && club.money < 2 => Event::Choose(Choice::SellGrown),
            _ => Event::Choose(choice),
        }
    }
}

/// Compares a hundred thousand events with the rules, and counts what has occurred.
fn follow_the_rules(ledger: &mut dyn Engine) {
    const EVENTS: usize = 100_000;
    let mut random = Random::new(19);
    let mut club = Club::default();
    let mut mood = Mood { luck: 50, care: false, breeds: false };
    let (mut full, mut won, mut died, mut starved) = ([0; 4], 0, 0, 0);
    for number in 0..EVENTS {
        if number.is_multiple_of(500) {
            mood = Mood { luck: 30 + 10 * random.below(8u32), care: random.below(3u32) > 0, breeds: random.once_in(2) };
        }
        let event = mood.next(&mut random, &club);
        let (before, pigs) = (club.standing, club.pigs());
        match event {
            Event::Choose(choice) => {
                ledger.drive("choice", choice as u64);
                ledger.settle();
                if club.standing == Standing::Open {
                    let loses = ledger.read("loses") == 1;
                    assert_eq!(loses, club.would_lose(choice), "{number}: {event:?}, {club:?}");
                }
                ledger.strobe("choose");
                club.choose(choice);
            }
            Event::Finish(finish) => {
                let heard = match finish {
                    Finish::Won => Heard::Won,
                    Finish::Lost => Heard::Lost,
                    Finish::Drawn => Heard::Drawn,
                };
                ledger.drive_as("finish", heard);
                ledger.step();
                ledger.drive_as("finish", Heard::None);
                club.finish(finish);
            }
            Event::Restart => {
                ledger.strobe("restart");
                club = Club::default();
            }
        }
        ledger.settle();
        assert!(ledger.clocks_while("busy", 220) < 220, "{event:?}");
        let numbers: ClubNumbers = ledger.read_as("numbers");
        let found = [
            numbers.money,
            numbers.strength,
            numbers.feed,
            numbers.pigs,
            numbers.newborn,
            numbers.once,
            numbers.twice,
            numbers.grown,
        ];
        let [newborn, once, twice, grown] = [0, 1, 2, 3].map(|times| club.eaten(times));
        let expected = [
            club.money,
            club.strength,
            club.feed,
            club.pigs(),
            newborn,
            once,
            twice,
            grown,
        ];
        assert_eq!(found, expected.map(decimal), "{number}: {event:?}, {club:?}");
        assert_eq!(ledger.read("standing"), club.standing as u64, "{number}: {event:?}");
        assert_eq!(
            ledger.read("at_stake") == 1,
            club.is_at_stake(),
            "{number}: {event:?}, {club:?}"
        );
        for (full, value) in full.iter_mut().zip(expected) {
            *full += usize::from(value == MOST);
        }
        if before == Standing::Open {
            won += usize::from(club.standing == Standing::Won);
            died += usize::from(club.standing.is_lost());
            starved += usize::from(matches!(event, Event::Finish(_)) && club.pigs() < pigs);
        }
    }
    println!("at {MOST}: {full:?}; {won} won, {died} died, {starved} times pigs died");
    assert!(full.iter().all(|times| *times > 20), "{full:?}");
    assert!(won > 10 && died > 100 && starved > 100, "{won}, {died}, {starved}");
}

#[test]
fn a_hundred_thousand_events_are_those_of_the_rules() {
    follow_the_rules(&mut Native::new(Ledger::default()));
}

#[cfg(feature = "eda")]
#[test]
fn a_hundred_thousand_events_are_those_of_the_rules_in_the_emitted_verilog() {
    use tengen::hdl::verilog::verilog;
    use tengen_sim::VerilatorTool;
    let text = verilog(&mut Ledger::default(), "ledger").unwrap();
    let cache = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("models");
    let model = VerilatorTool::from_environment()
        .build(&text, "ledger", &Ledger::ports(), &cache)
        .unwrap();
    follow_the_rules(&mut model.start());
}

/// The colour depth of the pictures: the coarsest.
type Coarse = Console<3, 3, 2>;
type Played = Machine<Fast>;

/// The computer's moves do not depend on time, and the game's clock runs only if a test waits for it.
const VARIANT: Variant = Variant { second: SECOND, shuffle: false, ponder: 0, sound: true, edition: Edition::FULL };
const SECOND: u32 = 25_000_000;

fn compiled(variant: Variant) -> Netlist {
    netlist_with(&mut Coarse::new(variant), "console", &|_| false, &STAND_INS).unwrap()
}

/// A machine at power-on, with its first page painted.
fn power_on(netlist: &Netlist) -> Played {
    let mut machine = Machine::new(Fast::new(netlist.clone(), Coarse::ports())).unwrap();
    machine.settle().unwrap();
    machine
}

fn machine() -> Played {
    static POWERED: LazyLock<Played> = LazyLock::new(|| power_on(&compiled(VARIANT)));
    POWERED.clone()
}

fn press(machine: &mut Played, name: &str) {
    machine.press(key::named(name).unwrap());
}

/// Presses keys, named as in a script, and settles after each.
fn keys(machine: &mut Played, keys: &str) {
    for name in keys.split_whitespace() {
        press(machine, name);
        machine.settle().unwrap();
    }
}

fn state(machine: &Played) -> State {
    machine.state().unwrap()
}

/// Coins and strength.
fn purse(machine: &Played) -> (u64, u64) {
    let Numbers { money, strength, .. } = state(machine).club.unwrap();
    (money, strength)
}

/// The keys that move the cursor there.
fn way(from: (u64, u64), to: (usize, usize)) -> Vec<&'static str> {
    let along = |from: u64, to: usize, [back, forth]: [&'static str; 2]| {
        let key = if (to as u64) < from { back } else { forth };
        vec![key; from.abs_diff(to as u64) as usize]
    };
    let mut keys = along(from.0, to.0, ["up", "down"]);
    keys.extend(along(from.1, to.1, ["left", "right"]));
    keys
}

/// The best stone for black by level 6; to lose, one along an edge.
fn stone(state: &State, wins: bool) -> (usize, usize) {
    if !wins {
        let edges = [0, 14]
            .into_iter()
            .flat_map(|row| (0..15).step_by(2).map(move |col| (row, col)));
        let mut free = edges.filter(|(row, col)| state.board[*row].as_bytes()[*col] == b'.');
        return free.next().unwrap();
    }
    let mut board = Board::new();
    for at in Crossing::all() {
        match state.board[at.row()].as_bytes()[at.col()] {
            b'X' => board.place(at, Colour::Black).unwrap(),
            b'O' => board.place(at, Colour::White).unwrap(),
            _ => {}
        }
    }
    if board.stones() == 0 {
        return (7, 7);
    }
    let at = Level::Dan(2)
        .think(Rule::Freestyle, &board, Colour::Black, None)
        .unwrap()
        .at;
    (at.row(), at.col())
}

/// Plays Gomoku as black against the computer to the end; returns every key pressed.
fn play(machine: &mut Played, wins: bool) -> Vec<&'static str> {
    let mut pressed = vec![];
    for _ in 0..113 {
        let now = state(machine);
        if let Some(winner) = now.winner {
            assert_eq!(winner, if wins { "black" } else { "white" });
            return pressed;
        }
        let mut next = way(now.cursor, stone(&now, wins));
        next.push("enter");
        for name in &next {
            press(machine, name);
        }
        machine.settle().unwrap();
        pressed.extend(next);
    }
    panic!("the game does not end");
}

/// Chooses Othello in the list and plays random legal moves as black against level 1; returns the winner.
fn play_othello(machine: &mut Played) -> Option<&'static str> {
    use tengen::rules::othello::{Position, Square};
    for _ in 0..64 {
        let now = state(machine);
        if now.winner.is_some() {
            break;
        }
        let discs = |colour: u8| {
            let places = now.board.iter().flat_map(|row| row.bytes());
            (0..)
                .zip(places)
                .filter(|(_, disc)| *disc == colour)
                .map(|(place, _): (u32, u8)| 1u64 << place)
                .sum()
        };
        let position = Position { own: discs(b'X'), opponent: discs(b'O') };
        let at = Square::of(position.legal()).next().unwrap();
        for name in way(now.cursor, (at.row(), at.col())) {
            press(machine, name);
        }
        keys(machine, "enter");
    }
    state(machine).winner
}

#[test]
fn games_against_the_computer_count_at_both_games() {
    let mut machine = machine();
    keys(&mut machine, "1 enter");
    while state(&machine).level != 1 {
        keys(&mut machine, "l");
    }
    keys(&mut machine, "enter");
    play(&mut machine, true);
    assert_eq!(purse(&machine), (5, 3));
    check_kept("you_win", &machine.frame().unwrap());
    keys(&mut machine, "enter enter");
    play(&mut machine, false);
    assert_eq!(purse(&machine), (4, 1));
    check_kept("you_lose", &machine.frame().unwrap());

    // Buys meals for the following games.
    keys(&mut machine, "c 3 enter enter enter c");
    assert_eq!((purse(&machine), state(&machine).page), ((1, 16), "game"));
    keys(&mut machine, "esc esc 2 enter");
    while state(&machine).level != 1 {
        keys(&mut machine, "l");
    }
    keys(&mut machine, "enter");
    assert_eq!(state(&machine).game, "othello");
    let after = match play_othello(&mut machine).unwrap() {
        "black" => 6,
        "white" => 0,
        _ => 1,
    };
    assert_eq!(purse(&machine), (after, 14));
}

/// Each case begins with black's stone on the board of Gomoku against level 1, and with five coins and strength three.
#[test]
fn a_game_that_is_left_is_lost_and_one_with_help_or_of_two_does_not_count() {
    let mut begun = machine();
    keys(&mut begun, "1 enter l l l l l l enter");
    play(&mut begun, true);
    keys(&mut begun, "enter enter enter");
    assert_eq!((purse(&begun), state(&begun).moves), ((5, 3), 2));
    for (script, expected) in [
        ("ctrl ctrl", (4, 1)),
        ("m m", (4, 1)),
        ("esc esc", (4, 1)),
        // Asked, but not confirmed.
        ("ctrl 1", (5, 3)),
        // With help.
        ("h ctrl ctrl", (5, 3)),
        ("u enter ctrl ctrl", (5, 3)),
        // The board is empty again.
        ("u ctrl ctrl", (5, 3)),
        ("m m ctrl ctrl", (3, 0)),
        // Changes from a game against the computer to one of two people.
        ("m m m m", (3, 0)),
    ] {
        let mut machine = begun.clone();
        keys(&mut machine, script);
        let found = state(&machine);
        if expected == (3, 0) {
            // The computer has opened the second game, so that this one was left as well.
            assert_eq!(
                (found.club_ended, found.club_reason),
                (Some("died"), Some("strength")),
                "{script}"
            );
        } else {
            assert_eq!(purse(&machine), expected, "{script}");
        }
    }
    let mut two = machine();
    keys(&mut two, "1 enter m m enter enter enter ctrl ctrl");
    assert_eq!((state(&two).mode, purse(&two)), ("PVP", (0, 5)));
    let mut computers = machine();
    keys(&mut computers, "1 enter right enter enter enter ctrl ctrl");
    assert_eq!((state(&computers).mode, purse(&computers)), ("CVC", (0, 5)));
}

/// Compares machines that visit the club at one moment of a script, and return, with a machine that does not, at every
/// other step.
fn is_as_it_was(way_to_it: &str, script: &str) {
    let words: Vec<&str> = script.split_whitespace().collect();
    let mut stays = machine();
    keys(&mut stays, way_to_it);
    let mut before = vec![];
    for word in &words {
        before.push(stays.clone());
        keys(&mut stays, word);
    }
    let picture = stays.frame().unwrap();
    let last = state(&stays);
    // While idle before each key, and directly after it, whatever is going on then.
    for (number, at_once) in (0..words.len()).flat_map(|number| [(number, false), (number, true)]) {
        let mut leaves = before[number].clone();
        if at_once {
            press(&mut leaves, words[number]);
            press(&mut leaves, "c");
        } else {
            keys(&mut leaves, "c");
            assert_eq!(state(&leaves).page, "club", "{script}: {number}");
            // A second would run down the game's clock and the final picture. It takes long to simulate, so not each
            // time.
            if number % 4 == 3 {
                leaves.cycles(3 * u64::from(SECOND));
            }
        }
        keys(&mut leaves, "c");
        if !at_once {
            assert_eq!(state(&leaves), state(&before[number]), "{script}: {number}");
            keys(&mut leaves, words[number]);
        }
        for word in &words[number + 1..] {
            keys(&mut leaves, word);
        }
        assert_eq!(state(&leaves), last, "{script}: {number}, at once {at_once}");
        let difference = leaves.frame().unwrap().compare(&picture).unwrap();
        assert_eq!(difference, None, "{script}: {number}, at once {at_once}");
    }
}

#[test]
fn a_game_of_gomoku_is_as_it_was_after_the_club() {
    // Against a search: its turn, a hint, an undo. Then a game of two people to the end, its line and its picture.
    is_as_it_was("1 enter l l enter", "enter right enter h u enter p");
    is_as_it_was(
        "1 enter m m enter",
        "enter down enter up right enter down enter up right enter down enter up right enter down enter up right enter",
    );
}

#[test]
fn a_game_of_othello_is_as_it_was_after_the_club() {
    is_as_it_was("2 enter enter", "down right enter n h u");
}

#[test]
fn no_time_passes_behind_the_club_and_a_game_of_computers_waits() {
    let quick = Variant { second: 200_000, ..VARIANT };
    let mut machine = power_on(&compiled(quick));
    keys(&mut machine, "1 enter m m enter enter c");
    let before = state(&machine).clock;
    machine.cycles(100 * 200_000);
    assert_eq!(state(&machine).clock, before);
    keys(&mut machine, "c");
    machine.cycles(2 * 200_000);
    assert!(state(&machine).clock < before, "on the board it does");
    keys(&mut machine, "esc esc m m right 2 right right enter c");
    let before = (state(&machine).moves, state(&machine).seats);
    assert_eq!(before.1, ["computer"; 2]);
    machine.cycles(20 * 200_000);
    assert_eq!(state(&machine).moves, before.0);
    keys(&mut machine, "c");
    machine.cycles(20 * 200_000);
    assert!(state(&machine).moves > before.0);
    // The demo does not begin either.
    keys(&mut machine, "esc esc esc c");
    machine.cycles(100 * 200_000);
    assert_eq!((state(&machine).page, state(&machine).mode == "DEMO"), ("club", false));
}

#[test]
fn the_club_is_on_the_list_and_every_key_that_leads_there_leads_back() {
    let mut machine = machine();
    let page = |machine: &Played| state(machine).page;
    for (there, from) in [
        ("3 enter", "home"),
        ("c", "home"),
        ("1 enter c", "mode"),
        ("enter c", "game"),
    ] {
        keys(&mut machine, there);
        assert_eq!(page(&machine), "club", "{there}");
        for back in ["esc c", "left c", "f1 f1", "c"] {
            keys(&mut machine, back);
        }
        assert_eq!(page(&machine), from, "{there}");
    }
}

#[test]
fn without_a_club_c_does_nothing_and_nothing_names_it() {
    let holds = editions::find("gomoku").unwrap().holds;
    let mut machine = power_on(&compiled(Variant { edition: holds, ..VARIANT }));
    keys(&mut machine, "c");
    assert_eq!(state(&machine).page, "mode");
    keys(&mut machine, "enter c");
    assert_eq!((state(&machine).page, state(&machine).club), ("game", None));
    let menu = tengen::gateware::gomoku::words::words(&holds).menu;
    assert!(
        menu.iter()
            .flat_map(|row| &row.texts)
            .all(|text| !text.contains("CLUB"))
    );
    let menu = tengen::gateware::gomoku::words::words(&Edition::FULL).menu;
    assert!(menu.iter().flat_map(|row| &row.texts).any(|text| text.contains("CLUB")));
}

#[test]
fn the_pictures_are_the_kept_ones() {
    let mut machine = machine();
    keys(&mut machine, "c");
    check_kept("club", &machine.frame().unwrap());
    keys(&mut machine, "down down down enter");
    assert_eq!((state(&machine).asking, state(&machine).club_ended), (true, None));
    check_kept("club_question", &machine.frame().unwrap());
    keys(&mut machine, "enter");
    let ended = state(&machine);
    assert_eq!((ended.club_ended, ended.club_reason), (Some("died"), Some("ended")));
    check_kept("club_died", &machine.frame().unwrap());
    keys(&mut machine, "h c");
    assert_eq!((purse(&machine), state(&machine).club_ended), ((0, 5), None));
    // A game that is left costs a coin, and there is none.
    keys(&mut machine, "1 enter enter enter ctrl");
    check_kept("club_at_stake", &machine.frame().unwrap());
    keys(&mut machine, "ctrl");
    assert_eq!(state(&machine).club_reason, Some("money"));
    check_kept("club_over", &machine.frame().unwrap());
    keys(&mut machine, "esc");
    check_kept("club_over_page", &machine.frame().unwrap());
    keys(&mut machine, "esc");
    check_kept("club_over_list", &machine.frame().unwrap());
}

/// Records a script while it is played.
struct Scribe {
    machine: Played,
    lines: Vec<String>,
}

impl Scribe {
    fn write(&mut self, line: &str) {
        act(&mut self.machine, line, |_| {});
        self.lines.push(line.to_owned());
    }

    /// Plays a game; the film gets a picture of every stone, or only of the end.
    fn game(&mut self, wins: bool, every_stone: bool) {
        while state(&self.machine).winner.is_none() {
            let now = state(&self.machine);
            let mut words = way(now.cursor, stone(&now, wins));
            words.extend(["enter", if every_stone { "settle" } else { WHILE_IT_THINKS }]);
            self.write(&words.join(" "));
        }
        self.write("settle");
    }
}

/// Longer than level 1 takes; without a picture.
const WHILE_IT_THINKS: &str = "cycles:100000";
/// From the end of a game through the club to the next game.
const AGAIN: &str = "c enter cycles:100000 enter cycles:100000";

/// Runs the words of a script.
fn act(machine: &mut Played, script: &str, mut shoot: impl FnMut(&mut Played)) {
    for word in script::parse(script).unwrap() {
        match word {
            Word::Key(key) => machine.press(key),
            Word::Cycles(count) => machine.cycles(count),
            Word::Settle => {
                machine.settle().unwrap();
                shoot(machine);
            }
            other => panic!("{other} is no part of the story"),
        }
    }
}

/// The machine that `tengen sim` runs.
fn simulated() -> Played {
    type Usual = Console<4, 4, 4>;
    let netlist = netlist_with(&mut Usual::default(), "console", &|_| false, &STAND_INS).unwrap();
    Machine::new(Fast::new(netlist, Usual::ports())).unwrap()
}

/// The story of system A's report: a win, losses until "YOU DIE", then the farm until "YOU WIN".
fn story() -> String {
    let mut scribe = Scribe { machine: simulated(), lines: vec![] };
    scribe.write("settle enter settle l l l l l l enter settle");
    scribe.game(true, true);
    scribe.write("c settle");
    scribe.write(AGAIN);
    scribe.game(false, true);
    scribe.write("c settle");
    scribe.write(AGAIN);
    scribe.game(false, false);
    scribe.write("c settle");
    scribe.write("enter settle");
    scribe.write(AGAIN);
    for club in [
        "1 enter settle 4 enter settle 3 enter settle",
        "1 enter settle enter settle",
        "4 enter settle 3 enter settle",
        "",
    ] {
        scribe.game(true, false);
        scribe.write("c settle");
        scribe.write(club);
        scribe.write(AGAIN);
    }
    scribe.game(true, false);
    scribe.write("c settle");
    scribe.write("2 enter settle enter settle enter settle");
    scribe.write("4 down settle enter settle");
    scribe.lines.retain(|line| !line.is_empty());
    scribe.lines.join("\n") + "\n"
}

const STORY: &str = "docs/club.script";
const RENEW: &str = "docs/club.gif is no longer what docs/club.script shows; renew them with:\n\
    TENGEN_RENEW=1 cargo test --test console club\n    tengen sim --script \"$(cat docs/club.script)\" --gif docs/club.gif";

#[test]
fn the_story_is_played_to_its_good_end_and_its_film_shows_it() {
    if renews() {
        std::fs::write(STORY, story()).unwrap();
    }
    let mut machine = simulated();
    let mut ends = vec![];
    let mut seen: Vec<Frame> = vec![];
    for line in std::fs::read_to_string(STORY).unwrap().lines() {
        act(&mut machine, line, |machine| seen.push(machine.frame().unwrap()));
        let now = state(&machine);
        if now.page == "club" {
            ends.push((now.club_ended, now.club.unwrap()));
        }
    }
    let died = ends.iter().position(|(ended, _)| *ended == Some("died"));
    let best = ends.iter().map(|(_, numbers)| numbers.pigs).max();
    let (ended, last) = ends.last().unwrap();
    assert!(died.is_some_and(|died| died < ends.len() - 3), "{RENEW}");
    assert_eq!((best, *ended), (Some(3), Some("won")), "{RENEW}");
    assert!((last.pigs, last.money) == (0, 51), "{last:?}; {RENEW}");
    check_kept("club_won", &machine.frame().unwrap());
    if renews() {
        return;
    }

    // Adds the picture at the end, and merges equal ones.
    seen.push(machine.frame().unwrap());
    seen.dedup();
    let film = load_gif("docs/club.gif").unwrap();
    assert_eq!(film.len(), seen.len(), "pictures; {RENEW}");
    for (number, ((kept, _), seen)) in film.iter().zip(&seen).enumerate() {
        assert_eq!(seen.compare(kept).unwrap(), None, "picture {number}; {RENEW}");
    }
    let bytes = std::fs::metadata("docs/club.gif").unwrap().len();
    assert!(bytes <= 400_000, "docs/club.gif has {bytes} bytes");
}
