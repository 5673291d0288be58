//! Games over a line that drops, doubles, flips, inserts and delays bytes, is cut and joined again, while machines are
//! restarted: the machines agree whenever both say so, and every game ends.

use std::collections::VecDeque;

use fastrand::Rng;
use tengen_link::endpoint::{Events, Local, TICKS};
use tengen_link::{Endpoint, Frame, Greeting, Kind, Phase, Tally, Timing, Verdict, tally, wire};

/// Bytes that the line carries in a tick: 115200 baud.
const BYTES: u32 = 115_200 / 10 / TICKS;

/// A machine with a person who plays at random.
struct Machine {
    end: Endpoint,
    decoder: wire::Decoder,
    white: bool,
    plies: Vec<u8>,
    offered: Option<(Kind, u8)>,
    /// The bytes of the frame that is being sent.
    sending: VecDeque<u8>,
    /// This machine, or the other, has asked to take a ply back.
    asked: [bool; 2],
    /// Games that this machine has seen to their end.
    ended: u32,
}

/// Plies of a game. The last of them ends it.
const LAST: usize = 24;

impl Machine {
    fn new(white: bool) -> Machine {
        Machine {
            end: Endpoint::new(Timing::default()),
            decoder: wire::Decoder::default(),
            white,
            plies: vec![],
            offered: None,
            sending: VecDeque::new(),
            asked: [false; 2],
            ended: 0,
        }
    }

    fn tally(&self) -> Tally {
        let mut tally = Tally::default();
        self.plies.iter().for_each(|ply| tally.push(*ply));
        tally
    }

    fn local(&self, random: &mut Rng) -> Local {
        Local {
            active: true,
            greeting: Greeting { white: self.white, ..Greeting::default() },
            tally: self.tally(),
            steady: self.offered.is_none(),
            entropy: random.u16(..),
        }
    }

    fn to_move(&self, white: bool) -> bool {
        (self.plies.len() % 2 == 1) == white
    }

    /// Applies a message of the machine that plays white, or black; false if it is against the rules.
    fn apply(&mut self, (kind, argument): (Kind, u8), white: bool) -> bool {
        let by = usize::from(white != self.white);
        let goes_on = self.plies.len() < LAST;
        match kind {
            Kind::Place if !goes_on || !self.to_move(white) || self.plies.contains(&argument) => return false,
            Kind::Pass if !goes_on || !self.to_move(white) => return false,
            Kind::Place => self.plies.push(argument),
            Kind::Pass => self.plies.push(tally::LOST_TURN),
            Kind::AskUndo if self.plies.len() < 2 || !goes_on => return false,
            Kind::AskUndo => {
                self.asked[by] = true;
                return true;
            }
            Kind::GrantUndo | Kind::RefuseUndo if !self.asked[1 - by] => return false,
            Kind::GrantUndo => {
                self.plies.pop();
                while !self.to_move(!white) {
                    self.plies.pop();
                }
            }
            Kind::RefuseUndo => {
                self.asked[1 - by] = false;
                return true;
            }
            Kind::NewGame => {
                self.ended += u32::from(!goes_on);
                self.plies.clear();
            }
            _ => unreachable!("{kind:?}"),
        }
        self.asked = [false; 2];
        true
    }

    fn handle(&mut self, events: Events) {
        if events.begin {
            self.plies.clear();
            self.offered = None;
            self.asked = [false; 2];
        }
        if let Some(verdict) = events.verdict {
            let offered = self.offered.take().expect("a verdict belongs to a message");
            if verdict == Verdict::Accepted {
                // A request may be answered after the game has gone on.
                let lawful = self.apply(offered, self.white);
                assert!(
                    lawful || !offered.0.changes(),
                    "the other took what is against the rules: {offered:?}"
                );
            }
        }
        if let Some(message) = events.delivered {
            let lawful = self.apply(message, !self.white);
            self.end
                .answer(if lawful { Verdict::Accepted } else { Verdict::Unlawful });
        }
    }

    /// The person does something now and then.
    fn play(&mut self, random: &mut Rng) {
        if self.offered.is_some() || self.end.phase != Phase::Joined {
            return;
        }
        let message = if self.asked[1] {
            Some(if random.bool() { (Kind::GrantUndo, 0) } else { (Kind::RefuseUndo, 0) })
        } else if random.u8(..) < 2 {
            Some((Kind::NewGame, 0))
        } else if self.plies.len() == LAST {
            (random.u8(..8) == 0).then_some((Kind::NewGame, 0))
        } else if random.u8(..16) == 0 {
            Some((Kind::AskUndo, 0))
        } else if self.to_move(self.white) {
            Some(if random.u8(..16) == 0 { (Kind::Pass, 0) } else { (Kind::Place, random.u8(..0xEF)) })
        } else {
            None
        };
        if let Some((kind, argument)) = message {
            self.end.offer(kind, argument);
            self.offered = message;
        }
    }
}

/// One direction of the line.
#[derive(Default)]
struct Line {
    bytes: VecDeque<u8>,
    /// Bytes kept back, and for how many ticks.
    kept: Vec<u8>,
    delay: u32,
}

impl Line {
    /// A byte enters the line. One in `rare` is dropped, doubled, flipped, delayed, or has another byte before it.
    fn send(&mut self, byte: u8, rare: u32, random: &mut Rng) {
        let fault = (random.u32(..rare) == 0).then(|| random.u8(..5));
        let mut sent = vec![byte];
        match fault {
            Some(0) => sent.clear(),
            Some(1) => sent.push(byte),
            Some(2) => sent[0] ^= 1 << random.u8(..8),
            Some(3) => sent.insert(0, random.u8(..)),
            Some(_) if self.delay == 0 => self.delay = random.u32(1..40),
            _ => {}
        }
        if self.delay == 0 { self.bytes.extend(sent) } else { self.kept.extend(sent) }
    }

    fn tick(&mut self) {
        self.delay = self.delay.saturating_sub(1);
        if self.delay == 0 {
            self.bytes.extend(self.kept.drain(..));
        }
    }
}

/// Plays until this many games have ended. Returns the ticks that were needed.
fn play(games: u32, rare: u32, seed: u64) -> u32 {
    let mut random = Rng::with_seed(seed);
    let mut machines = [Machine::new(false), Machine::new(true)];
    let mut lines = [Line::default(), Line::default()];
    let (mut cut, mut ticks, mut ended) = (0, 0, 0);
    while ended < games {
        ticks += 1;
        assert!(ticks < games * 60 * 60 * TICKS, "{ended} of {games} games have ended");
        if cut == 0 && random.u32(..20_000) == 0 {
            cut = random.u32(..60 * TICKS);
        }
        cut = cut.saturating_sub(1);
        if random.u32(..20_000) == 0 {
            let at = random.usize(..2);
            let white = machines[at].white;
            ended += machines[at].ended;
            machines[at] = Machine::new(white);
        }
        for at in 0..2 {
            let machine = &mut machines[at];
            machine.end.follow(&machine.local(&mut random));
            machine.end.tick();
            for _ in 0..BYTES {
                if machine.sending.is_empty() {
                    let local = machine.local(&mut random);
                    machine
                        .sending
                        .extend(machine.end.transmit(&local).into_iter().flat_map(wire::encode));
                }
                let Some(byte) = machine.sending.pop_front() else { break };
                if cut == 0 {
                    lines[at].send(byte, rare, &mut random);
                }
            }
            lines[at].tick();
            let other = &mut machines[1 - at];
            for byte in lines[at].bytes.drain(..) {
                if let Some(Ok(frame)) = other.decoder.push(byte) {
                    let frame: Frame = frame;
                    let local = other.local(&mut random);
                    let events = other.end.receive(frame, &local);
                    if !other.end.pending() && events.verdict.is_none() {
                        other.offered = None;
                    }
                    other.handle(events);
                }
            }
            if random.u8(..) < 8 {
                machines[at].play(&mut random);
            }
        }
        let [one, other] = &machines;
        let together =
            one.end.phase == Phase::Joined && one.end.phase == other.end.phase && one.end.tag() == other.end.tag();
        if together {
            assert!(!one.end.out_of_step && !other.end.out_of_step);
            let waits = one.end.pending() || other.end.pending();
            assert!(waits || one.plies == other.plies, "{:x?} {:x?}", one.plies, other.plies);
        }
        let now = machines[0].ended.max(machines[1].ended);
        if now > 0 {
            ended += now;
            machines.iter_mut().for_each(|machine| machine.ended = 0);
        }
    }
    ticks
}

#[test]
fn every_game_ends_and_no_stone_is_on_one_side_only() {
    for (rare, seed) in [(1_000_000, 1), (1000, 2), (300, 3), (100, 4), (30, 5), (10, 6)] {
        let games = 170;
        let ticks = play(games, rare, seed);
        println!("faults one in {rare}: {games} games in {} s", ticks / TICKS);
    }
}
