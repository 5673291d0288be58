//! Every interleaving of two ends, for small cases: frames are lost, doubled and delayed at any place, an end is
//! restarted at any time, and both ends play, ask for a new game and cross each other.

use std::collections::{HashSet, VecDeque};
use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};

use tengen_link::endpoint::{Events, Local};
use tengen_link::{Endpoint, Frame, Greeting, Kind, Phase, Tally, Timing, Verdict};

/// Every timer runs out with every tick, so that all orders of time-outs are tried.
const TIMING: Timing = Timing { first: 1, longest: 1, beat: 1, silence: 1 };
/// Nonces that each end may choose.
const NONCES: u16 = 3;

/// What may happen in a case.
#[derive(Clone, Copy)]
struct Case {
    /// Frames that a direction of the line holds.
    room: usize,
    /// Plies of a game.
    plies: usize,
    /// New games that black's machine, and white's, may ask for.
    new_games: [u8; 2],
    /// Restarts of a machine.
    restarts: u8,
    /// The machine whose first nonce is the higher one.
    higher: usize,
}

/// A machine: its end, its game, and what it may still do.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Machine {
    end: Endpoint,
    white: bool,
    plies: Vec<u8>,
    /// The games begun by a message in this session.
    games: u8,
    /// The nonces that it chooses one after the other, and how many it has chosen.
    choices: [u16; NONCES as usize],
    nonces: u16,
    new_games: u8,
    /// The messages offered. A refused one may be offered once more.
    offers: u8,
    /// The message that the game has not answered yet.
    delivered: Option<(Kind, u8)>,
    /// The message that waits for its answer.
    offered: Option<(Kind, u8)>,
}

impl Machine {
    fn local(&self) -> Local {
        let mut tally = Tally::default();
        self.plies.iter().for_each(|ply| tally.push(*ply));
        let entropy = self.choices[usize::from(self.nonces.min(NONCES - 1))];
        Local {
            active: true,
            greeting: Greeting { white: self.white, ..Greeting::default() },
            tally,
            steady: self.offered.is_none() && self.delivered.is_none(),
            entropy,
        }
    }

    fn apply(&mut self, (kind, argument): (Kind, u8)) {
        match kind {
            Kind::Place => self.plies.push(argument),
            Kind::NewGame => {
                self.plies.clear();
                self.games += 1;
            }
            _ => unreachable!("{kind:?}"),
        }
    }

    /// The side to move is this machine's.
    fn to_move(&self) -> bool {
        (self.plies.len() % 2 == 1) == self.white
    }

    fn offer(&mut self, kind: Kind, argument: u8) {
        self.end.offer(kind, argument);
        self.offers += 1;
        self.offered = Some((kind, argument));
    }

    /// The part of the game: what it does at an event.
    fn handle(&mut self, events: Events) {
        if events.begin {
            self.plies.clear();
            self.games = 0;
            self.offered = None;
            self.delivered = None;
        }
        if let Some(verdict) = events.verdict {
            let offered = self.offered.take().expect("a verdict belongs to a message");
            if verdict == Verdict::Accepted {
                self.apply(offered);
            }
        }
        self.delivered = events.delivered.or(self.delivered);
    }

    /// The game answers.
    fn judge(&mut self) {
        if let Some(message) = self.delivered.take() {
            let lawful = message.0 == Kind::NewGame || !self.to_move();
            if lawful {
                self.apply(message);
            }
            self.end
                .answer(if lawful { Verdict::Accepted } else { Verdict::Unlawful });
        }
    }

    fn receive(&mut self, frame: Frame) {
        let (local, before) = (self.local(), self.end.tag());
        let events = self.end.receive(frame, &local);
        self.handle(events);
        if self.end.phase == Phase::Seeking && self.end.tag() != before {
            // A session that has ended takes its message with it.
            self.offered = self.offered.filter(|_| self.end.pending());
            self.delivered = None;
        }
        if self.end.nonce() != 0 && local.entropy == self.end.nonce() && before != self.end.tag() {
            self.nonces += 1;
        }
    }
}

/// Two machines and what is on the line, by direction.
#[derive(Clone, PartialEq, Eq, Hash)]
struct World {
    machines: [Machine; 2],
    line: [VecDeque<Frame>; 2],
    restarts: u8,
}

impl World {
    fn new(case: Case) -> World {
        let choices = [[1, 7, 5], [4, 2, 6]];
        let machine = |white| {
            let mut machine = Machine {
                end: Endpoint::new(TIMING),
                white,
                plies: vec![],
                games: 0,
                choices: choices[usize::from(white) ^ 1 ^ case.higher],
                nonces: 0,
                new_games: 0,
                offers: 0,
                offered: None,
                delivered: None,
            };
            machine.end.follow(&machine.local());
            machine.nonces = 1;
            machine
        };
        World { machines: [machine(false), machine(true)], line: Default::default(), restarts: 0 }
    }

    /// All worlds that may come next.
    fn next(&self, case: Case) -> Vec<World> {
        let mut next = vec![];
        let mut step = |change: &dyn Fn(&mut World)| {
            let mut world = self.clone();
            change(&mut world);
            next.push(world);
        };
        for at in 0..2 {
            if self.line[at].len() < case.room {
                step(&|world| world.transmit(at));
                step(&|world| {
                    world.machines[at].end.tick();
                    world.transmit(at);
                });
            }
            if !self.line[at].is_empty() {
                step(&|world| world.line[at].truncate(world.line[at].len() - 1));
                step(&|world| world.deliver(at, true));
                step(&|world| world.deliver(at, false));
            }
            let machine = &self.machines[at];
            if machine.delivered.is_some() {
                step(&|world| world.machines[at].judge());
            }
            let free = machine.end.phase == Phase::Joined
                && machine.offered.is_none()
                && machine.delivered.is_none()
                && machine.offers < 2;
            if free && machine.plies.len() < case.plies && machine.to_move() {
                step(&|world| {
                    let ply = world.machines[at].plies.len() as u8 + 0x10 * world.machines[at].games;
                    world.machines[at].offer(Kind::Place, ply);
                });
            }
            if free && machine.new_games < case.new_games[at] {
                step(&|world| {
                    world.machines[at].new_games += 1;
                    world.machines[at].offer(Kind::NewGame, 0);
                });
            }
            if self.restarts < case.restarts {
                step(&|world| {
                    let machine = &mut world.machines[at];
                    world.restarts += 1;
                    machine.end = Endpoint::new(TIMING);
                    machine.plies.clear();
                    machine.games = 0;
                    machine.offered = None;
                    machine.delivered = None;
                    machine.end.follow(&machine.local());
                    machine.nonces += 1;
                });
            }
        }
        next
    }

    fn transmit(&mut self, at: usize) {
        let local = self.machines[at].local();
        let frame = self.machines[at].end.transmit(&local);
        self.line[at].extend(frame);
    }

    /// The first frame of a direction arrives; a doubled one stays on the line.
    fn deliver(&mut self, at: usize, once: bool) {
        let frame = self.line[at][0];
        if once {
            self.line[at].pop_front();
        }
        self.machines[1 - at].receive(frame);
    }

    /// Both ends are in one session.
    fn joined(&self) -> bool {
        let [one, other] = &self.machines;
        one.end.phase == Phase::Joined && other.end.phase == Phase::Joined && one.end.tag() == other.end.tag()
    }

    fn equal(&self) -> bool {
        let [one, other] = &self.machines;
        one.plies == other.plies
    }

    /// The games are the same, or one machine is ahead by the message for whose answer the other waits.
    fn check(&self) -> Result<(), &'static str> {
        let [one, other] = &self.machines;
        if !self.joined() {
            return Ok(());
        }
        if one.end.out_of_step || other.end.out_of_step {
            return Err("out of step");
        }
        let ahead = |behind: &Machine, ahead: &Machine| {
            behind.offered.is_some_and(|message| {
                let mut moved = behind.clone();
                moved.apply(message);
                moved.plies == ahead.plies
            })
        };
        if self.equal() || ahead(one, other) || ahead(other, one) {
            Ok(())
        } else {
            Err("a stone on one side only")
        }
    }

    /// Nothing is lost any more and nobody plays: the machines agree in the end.
    fn settles(&self) -> bool {
        let mut world = self.clone();
        for _ in 0..24 {
            let still = world.machines.iter().all(|machine| machine.offered.is_none());
            if still && world.joined() && world.equal() && world.line.iter().all(VecDeque::is_empty) {
                return true;
            }
            for at in 0..2 {
                world.machines[at].end.tick();
                for _ in 0..4 {
                    world.transmit(at);
                }
                while !world.line[at].is_empty() {
                    world.deliver(at, true);
                }
                world.machines.iter_mut().for_each(Machine::judge);
            }
        }
        false
    }
}

/// Visits all worlds; returns how many.
fn visit(case: Case) -> usize {
    let name = |world: &World| BuildHasherDefault::<DefaultHasher>::default().hash_one(world);
    let mut seen = HashSet::from([name(&World::new(case))]);
    let mut waiting = VecDeque::from([World::new(case)]);
    while let Some(world) = waiting.pop_front() {
        for next in world.next(case) {
            if next.machines.iter().any(|machine| machine.nonces > NONCES) || !seen.insert(name(&next)) {
                continue;
            }
            if let Err(fault) = next.check() {
                panic!(
                    "{fault}: {:#?} {:?}",
                    next.machines.map(|machine| (machine.end, machine.plies)),
                    next.line
                );
            }
            assert!(
                next.settles(),
                "never settles: {:#?} {:?}",
                next.machines.map(|machine| machine.end),
                next.line
            );
            waiting.push_back(next);
        }
    }
    seen.len()
}

#[test]
fn two_plies() {
    for higher in [0, 1] {
        let worlds = visit(Case { room: 2, plies: 2, new_games: [0, 0], restarts: 0, higher });
        println!("{worlds} worlds");
    }
}

#[test]
fn a_ply_and_a_restart() {
    for higher in [0, 1] {
        let worlds = visit(Case { room: 2, plies: 1, new_games: [0, 0], restarts: 1, higher });
        println!("{worlds} worlds");
    }
}

#[test]
fn a_ply_and_a_new_game_that_cross_or_follow_each_other() {
    for (higher, new_games) in [(0, [0, 1]), (1, [0, 1]), (1, [1, 0])] {
        let worlds = visit(Case { room: 1, plies: 1, new_games, restarts: 0, higher });
        println!("{worlds} worlds");
    }
}
