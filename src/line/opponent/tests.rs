//! Two opponents over a noisy line, and one against a machine that a test moves.

use super::*;
use crate::rating::Random;
use crate::rules::gomoku::board::CENTRE;
use crate::rules::{gomoku, othello};
use tengen_link::endpoint::TICKS;

fn settings<G: LineGame>(game: G, side: Colour) -> Settings<G> {
    Settings { game, opening: false, side, games: None, seed: 1 + side as u64 }
}

fn freestyle() -> gomoku::Game {
    gomoku::Game::new(gomoku::Rule::Freestyle)
}

/// The moves and the end of a game.
type Told = (Vec<Option<u8>>, End);

fn told<G: LineGame>(game: &G, end: End) -> Told {
    (game.moves().map(|at| at.map(G::byte)).collect(), end)
}

/// A lawful move by chance.
fn any<G: LineGame>(game: &G, random: &mut Random) -> G::Move {
    loop {
        if let Some(at) = G::at(random.below(256) as u8)
            && game.clone().place(at).is_ok()
        {
            return at;
        }
    }
}

/// Plays games between two opponents until both have left; returns what each end was told of them. One byte in `rare`
/// is dropped, flipped, doubled, or has another before it.
fn play<G: LineGame>(settings: Settings<G>, games: u32, rare: usize) -> [Vec<Told>; 2] {
    let mut random = Random::new(rare as u64);
    // Both want to be black.
    let mut ends = [1, 2].map(|seed| Opponent::new(Settings { games: Some(games), seed, ..settings.clone() }));
    let mut thinking: [Option<Question<G>>; 2] = [None, None];
    let mut ended = [vec![], vec![]];
    for _ in 0..games * 600 * TICKS {
        for at in 0..2 {
            ends[at].tick();
            let mut bytes = vec![];
            for byte in ends[at].speak() {
                match (random.below(rare) == 0).then(|| random.below(4)) {
                    Some(0) => {}
                    Some(1) => bytes.push(byte ^ 1 << random.below(8)),
                    Some(2) => bytes.extend([byte, byte]),
                    Some(_) => bytes.extend([random.below(256) as u8, byte]),
                    None => bytes.push(byte),
                }
            }
            bytes.into_iter().for_each(|byte| ends[1 - at].hear(byte));
            thinking[at] = ends[at].question().or(thinking[at].take());
            if let Some(question) = thinking[at].take_if(|_| random.below(4) == 0) {
                ends[at].reply(question.number, Ok(any(&question.position, &mut random)));
            }
            ended[at].extend(ends[at].news().filter_map(|news| match news {
                News::Ended(game, _, end) => Some(told(&game, end)),
                _ => None,
            }));
        }
        if ends.iter().all(Opponent::has_left) {
            return ended;
        }
    }
    panic!("the games do not end: {ended:?}");
}

#[test]
fn games_are_the_same_at_both_ends_of_a_noisy_line() {
    for (rare, rule) in [1_000_000, 300, 30].into_iter().zip(gomoku::Rule::ALL) {
        let opening = rule != gomoku::Rule::Freestyle;
        let game = gomoku::Game::new(rule);
        let [one, other] = play(Settings { opening, ..settings(game, Colour::Black) }, 3, rare);
        assert_eq!((one.len(), &one), (3, &other));
        for (moves, end) in &one {
            assert!(!opening || moves[0] == Some(gomoku::Game::byte(CENTRE)));
            assert!(matches!(end, End::Won(_) | End::Draw) && !moves.contains(&None));
        }
        let [one, other] = play(settings(othello::Game::new(), Colour::Black), 10, rare);
        assert_eq!((one.len(), &one), (10, &other));
        assert!(
            one.iter().any(|(moves, _)| moves.contains(&None)),
            "no side had to pass"
        );
    }
}

#[test]
fn who_has_played_all_its_games_leaves_the_other_waiting() {
    let mut ends = [1, 2].map(|games| {
        let side = [Colour::Black, Colour::White][games as usize - 1];
        Opponent::new(Settings { games: Some(games), ..settings(freestyle(), side) })
    });
    let mut random = Random::new(1);
    let mut begun = [0, 0];
    for _ in 0..600 * TICKS {
        for at in 0..2 {
            ends[at].tick();
            ends[at].speak().into_iter().for_each(|byte| ends[1 - at].hear(byte));
            if let Some(question) = ends[at].question() {
                ends[at].reply(question.number, Ok(any(&question.position, &mut random)));
            }
            begun[at] += ends[at].news().filter(|news| matches!(news, News::Begun(_))).count();
        }
    }
    assert_eq!(
        (begun, ends.each_ref().map(Opponent::has_left)),
        ([1, 1], [true, false])
    );
}

/// A machine that a test moves, and the opponent at the other end of its line.
struct Bench {
    machine: Endpoint,
    decoder: Decoder,
    local: Local,
    /// What is answered to each message that is delivered.
    verdict: Verdict,
    opponent: Opponent<gomoku::Game>,
    news: Vec<News<gomoku::Game>>,
    /// What the machine was told.
    told: Vec<Events>,
}

impl Bench {
    /// The opponent is of the other side than the machine.
    fn new(machine: Colour) -> Bench {
        let opponent = Opponent::new(settings(freestyle(), machine.other()));
        let white = machine == Colour::White;
        let greeting = Greeting { white, ..opponent.greeting() };
        let mut bench = Bench {
            machine: Endpoint::new(Timing::USUAL),
            decoder: Decoder::default(),
            local: Local { active: true, greeting, steady: true, entropy: 77, ..Local::default() },
            verdict: Verdict::Accepted,
            opponent,
            news: vec![],
            told: vec![],
        };
        bench.machine.follow(&bench.local);
        bench
    }

    /// A game has begun between them.
    fn joined(machine: Colour) -> Bench {
        let mut bench = Bench::new(machine);
        bench.run(2 * TICKS);
        assert!(bench.machine.phase == Phase::Joined && bench.opponent.joined());
        assert_eq!(bench.take_news().last(), Some(&News::State(State::Joined)));
        bench.told.clear();
        bench
    }

    fn run(&mut self, ticks: u32) {
        for _ in 0..ticks {
            self.machine.tick();
            self.opponent.tick();
            for byte in self.opponent.speak() {
                if let Some(Ok(frame)) = self.decoder.push(byte) {
                    let events = self.machine.receive(frame, &self.local);
                    if let Some((kind, argument)) = events.delivered {
                        self.machine.answer(self.verdict);
                        if self.verdict == Verdict::Accepted {
                            match kind {
                                Kind::Place => self.local.tally.push(argument),
                                Kind::Pass => self.local.tally.push(tengen_link::tally::LOST_TURN),
                                _ => {}
                            }
                        }
                    }
                    if events != Events::default() {
                        self.told.push(events);
                    }
                }
            }
            while let Some(frame) = self.machine.transmit(&self.local) {
                wire::encode(frame).for_each(|byte| self.opponent.hear(byte));
            }
            self.news.extend(self.opponent.news());
        }
    }

    /// The machine sends a message; returns the answer. One that is accepted changes its tally as if it were a stone.
    fn send(&mut self, kind: Kind, argument: u8) -> Option<Verdict> {
        self.machine.offer(kind, argument);
        self.told.clear();
        for _ in 0..TICKS {
            self.run(1);
            if let Some(verdict) = self.told.iter().find_map(|events| events.verdict) {
                if (kind, verdict) == (Kind::Place, Verdict::Accepted) {
                    self.local.tally.push(argument);
                }
                return Some(verdict);
            }
        }
        None
    }

    /// The player's move, which the machine gets.
    fn answer(&mut self, byte: u8) {
        let question = self.opponent.question().expect("the player is to move");
        self.opponent
            .reply(question.number, Ok(gomoku::Game::at(byte).unwrap()));
        self.run(TICKS / 8);
    }

    /// What the machine was sent since the last call.
    fn delivered(&mut self) -> Vec<(Kind, u8)> {
        self.told.drain(..).filter_map(|events| events.delivered).collect()
    }

    fn take_news(&mut self) -> Vec<News<gomoku::Game>> {
        std::mem::take(&mut self.news)
    }
}

const ACCEPTED: Option<Verdict> = Some(Verdict::Accepted);
const UNLAWFUL: Option<Verdict> = Some(Verdict::Unlawful);

#[test]
fn what_is_against_the_rules_is_refused_and_changes_nothing() {
    let mut bench = Bench::joined(Colour::Black);
    assert_eq!(bench.send(Kind::GrantUndo, 0), UNLAWFUL, "nobody has asked");
    assert_eq!(bench.send(Kind::AskUndo, 0), UNLAWFUL, "there is nothing to take back");
    assert_eq!(bench.send(Kind::Place, 0xF0), UNLAWFUL);
    assert_eq!(bench.send(Kind::Place, 0x77), ACCEPTED);
    assert_eq!(bench.send(Kind::Place, 0x78), UNLAWFUL);
    bench.answer(0x88);
    assert_eq!(bench.delivered(), [(Kind::Place, 0x88)]);
    assert_eq!(bench.send(Kind::Place, 0x88), UNLAWFUL);
    let said: Vec<String> = bench.take_news().iter().map(News::to_string).collect();
    assert_eq!(
        said,
        [
            "refused: the other machine plays off the board",
            "1 black plays h8",
            "refused: the other machine plays out of turn",
            "2 white plays i7",
            "refused: the other machine plays i7: the crossing is taken: choose an empty one",
        ]
    );
    bench.run(TICKS);
    assert!(!bench.machine.out_of_step && bench.opponent.question().is_none());
}

#[test]
fn an_undo_is_granted_while_the_player_thinks_and_after_its_move() {
    let mut bench = Bench::joined(Colour::Black);
    let begun = bench.local.tally;
    bench.send(Kind::Place, 0x77);
    // The player thinks of a move that is no longer wanted.
    let late = bench.opponent.question().unwrap();
    assert_eq!(bench.send(Kind::AskUndo, 0), ACCEPTED);
    bench.local.tally = begun;
    bench.run(TICKS);
    assert_eq!(bench.delivered(), [(Kind::GrantUndo, 0)]);
    bench.opponent.reply(late.number, Ok(CENTRE));
    assert!(bench.opponent.question().is_none() && !bench.machine.out_of_step);

    bench.send(Kind::Place, 0x77);
    let one = bench.local.tally;
    bench.answer(0x88);
    bench.send(Kind::Place, 0x76);
    bench.answer(0x87);
    bench.delivered();
    // Both plies go back to black's.
    let mut two = one;
    two.push(0x88);
    assert_eq!(bench.send(Kind::AskUndo, 0), ACCEPTED);
    bench.local.tally = two;
    bench.run(TICKS);
    assert_eq!(bench.delivered(), [(Kind::GrantUndo, 0)]);
    assert_eq!(bench.take_news().last(), Some(&News::TakenBack(2)));
    assert!(!bench.machine.out_of_step);
    bench.send(Kind::Place, 0x75);
    let question = bench.opponent.question().unwrap();
    assert_eq!(question.position.plies().len(), 3);
}

#[test]
fn a_lost_turn_is_played_and_a_resigned_game_is_over() {
    let mut bench = Bench::joined(Colour::Black);
    assert_eq!(bench.send(Kind::Pass, 0), ACCEPTED);
    bench.local.tally.push(tengen_link::tally::LOST_TURN);
    bench.answer(0x77);
    assert_eq!(bench.delivered(), [(Kind::Place, 0x77)]);
    assert_eq!(bench.send(Kind::Resign, 0), ACCEPTED);
    for kind in [Kind::Place, Kind::Pass, Kind::Resign, Kind::AskUndo] {
        assert_eq!(bench.send(kind, 0), UNLAWFUL, "{kind:?}");
    }
    let ended = |bench: &mut Bench| {
        let news = bench.take_news();
        let ended = news.iter().find_map(|news| match news {
            News::Ended(game, side, end) => Some((told(game, *end), *side)),
            _ => None,
        });
        (ended, news.last().cloned())
    };
    let resigned = (vec![None, Some(0x77)], End::Resigned(Colour::Black));
    assert_eq!(ended(&mut bench).0, Some((resigned, Colour::White)));
    // The next game is the machine's to begin.
    bench.run(TICKS);
    assert_eq!(bench.send(Kind::NewGame, 0), ACCEPTED);
    bench.local.tally = Default::default();
    assert_eq!(ended(&mut bench), (None, Some(News::Begun(Colour::White))));
    bench.send(Kind::Place, 0x11);
    // It may also begin one before the end.
    assert_eq!(bench.send(Kind::NewGame, 0), ACCEPTED);
    let unfinished = (vec![Some(0x11)], End::Unfinished);
    assert_eq!(ended(&mut bench).0, Some((unfinished, Colour::White)));
}

#[test]
fn a_refused_stone_loses_the_game_and_is_sent_once() {
    let mut bench = Bench::joined(Colour::White);
    bench.verdict = Verdict::Unlawful;
    bench.answer(0x77);
    bench.run(TICKS);
    assert_eq!(bench.delivered(), [(Kind::Place, 0x77), (Kind::Resign, 0)]);
    let said: Vec<String> = bench.take_news().iter().map(News::to_string).collect();
    assert_eq!(
        said,
        [
            "the other machine does not accept that the player plays h8",
            "black has resigned"
        ]
    );
    assert!(!bench.opponent.has_left() && bench.opponent.question().is_none());
}

#[test]
fn a_fault_of_the_player_resigns_and_leaves() {
    let faults: [(Result<gomoku::Crossing, Fault>, &str); 2] = [
        (Err(Fault::new("has ended")), "has ended"),
        (Ok(CENTRE), "plays h8: the crossing is taken: choose an empty one"),
    ];
    for (reply, said) in faults {
        let mut bench = Bench::joined(Colour::Black);
        bench.send(Kind::Place, 0x77);
        let question = bench.opponent.question().unwrap();
        bench.opponent.reply(question.number, reply);
        bench.run(TICKS);
        assert_eq!(bench.delivered(), [(Kind::Resign, 0)]);
        assert!(bench.opponent.has_left() && bench.machine.left);
        assert_eq!(bench.opponent.into_fault(), Some(Fault::new(said)));
    }
    // Nobody hears of it.
    let mut bench = Bench::joined(Colour::White);
    let question = bench.opponent.question().unwrap();
    (0..3 * TICKS).for_each(|_| bench.opponent.tick());
    bench.opponent.reply(question.number, Err(Fault::new("has ended")));
    assert!(bench.opponent.has_left());
}

#[test]
fn positions_that_differ_are_not_played_on() {
    let mut bench = Bench::joined(Colour::White);
    bench.local.tally.push(0x11);
    let question = bench.opponent.question().unwrap();
    bench.opponent.reply(question.number, Ok(CENTRE));
    bench.run(3 * TICKS);
    assert_eq!(bench.delivered(), []);
    assert_eq!(bench.take_news(), [News::State(State::OutOfStep)]);
    assert_eq!(bench.send(Kind::NewGame, 0), ACCEPTED);
    bench.local.tally = Default::default();
    bench.run(TICKS);
    let news = bench.take_news();
    assert_eq!(news, [News::Begun(Colour::Black), News::State(State::Joined)]);
    bench.answer(0x77);
    assert_eq!(bench.delivered(), [(Kind::Place, 0x77)]);
}

#[test]
fn the_state_of_the_line_is_told() {
    let mut bench = Bench::new(Colour::White);
    bench.local.greeting.rule = 2;
    bench.run(TICKS);
    let states = |bench: &mut Bench| -> Vec<String> {
        let news = bench.take_news().into_iter();
        news.filter(|news| matches!(news, News::State(_)))
            .map(|news| news.to_string())
            .collect()
    };
    let other_game = "the other machine plays Gomoku, Renju, this end Gomoku, freestyle: change one of them";
    assert_eq!(states(&mut bench), ["waits for the other machine", other_game]);
    bench.local.greeting.rule = 0;
    bench.run(TICKS);
    assert_eq!(states(&mut bench), ["the other machine is there"]);
    (0..3 * TICKS).for_each(|_| bench.opponent.tick());
    bench.run(TICKS);
    let lost = ["does not answer; still trying", "the other machine is there"];
    assert_eq!(states(&mut bench), lost);
    bench.send(Kind::Resign, 0);
    // A machine that is restarted begins a new session and a game.
    let greeting = bench.local.greeting;
    bench.machine = Endpoint::new(Timing::USUAL);
    bench.local = Local { active: true, greeting, steady: true, entropy: 78, ..Local::default() };
    bench.machine.follow(&bench.local);
    bench.take_news();
    bench.run(TICKS);
    assert_eq!(
        bench.take_news(),
        [
            News::State(State::Seeking),
            News::Begun(Colour::Black),
            News::State(State::Joined)
        ]
    );
    bench.local.active = false;
    bench.machine.follow(&bench.local);
    bench.run(TICKS);
    assert_eq!(states(&mut bench), ["the other machine has left; waits for it"]);
}
