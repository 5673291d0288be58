use super::*;
use tengen_link::endpoint::{Events, Local, Phase};
use tengen_link::{Greeting, Tally};
use tengen_sim::{ByName, Encoded, Engine, Native, Random};

/// The circuit and the protocol's end, side by side.
struct Pair {
    circuit: Native<Endpoint>,
    model: tengen_link::Endpoint,
    local: Local,
    random: Random,
    /// What the circuit holds back.
    tick_waits: bool,
    frame_waits: Option<tengen_link::Frame>,
    started: bool,
    /// Frames that the end has given, the last of them.
    given: Vec<tengen_link::Frame>,
    events: Events,
    delivering: bool,
}

impl Pair {
    fn new(seed: u64) -> Pair {
        Pair {
            circuit: Native::new(Endpoint::default()),
            model: tengen_link::Endpoint::new(Timing::default()),
            local: Local::default(),
            random: Random::new(seed),
            tick_waits: false,
            frame_waits: None,
            started: false,
            given: vec![],
            events: Events::default(),
            delivering: false,
        }
    }

    fn drive(&mut self) {
        let local = self.local;
        self.circuit.drive_as(
            "game",
            LinkLocal {
                active: local.active,
                greeting: u64::from(local.greeting.byte()).into(),
                number: u64::from(local.tally.number).into(),
                check: u64::from(local.tally.check).into(),
                steady: local.steady,
                entropy: u64::from(local.entropy).into(),
            },
        );
    }

    /// One clock with these inputs.
    fn clock(
        &mut self,
        tick: bool,
        frame: Option<tengen_link::Frame>,
        offer: Option<(Kind, u8)>,
        answer: Option<Verdict>,
        ready: bool,
    ) {
        self.local.entropy = self.random.below(1 << 16) as u16;
        self.drive();
        self.circuit.drive("tick", tick.into());
        self.circuit.drive("ready", ready.into());
        self.circuit.drive("frame_strobe", frame.is_some().into());
        if let Some(frame) = frame {
            assert!(self.frame_waits.is_none(), "frames come one at a time");
            self.circuit.drive_as("incoming", Frame::from(frame));
        }
        self.circuit.drive("offer", offer.is_some().into());
        self.circuit.drive("answer", answer.is_some().into());
        if let Some((kind, argument)) = offer {
            self.circuit.drive("offer_kind", kind as u64);
            self.circuit.drive("offer_argument", argument.into());
        }
        if let Some(verdict) = answer {
            self.circuit.drive("answer_verdict", verdict as u64);
        }
        self.circuit.step();

        // The same in the model, in the order of the table at the head of the file.
        self.events = Events::default();
        let mut given = None;
        if self.local.active == (self.model.phase == Phase::Off) {
            self.model.follow(&self.local);
        } else if offer.is_some() || answer.is_some() {
            if let Some(verdict) = answer {
                self.model.answer(verdict);
            }
            if let Some((kind, argument)) = offer {
                self.model.offer(kind, argument);
            }
        } else if let Some(frame) = self.frame_waits.take() {
            self.events = self.model.receive(frame, &self.local);
        } else if self.tick_waits {
            self.tick_waits = false;
            self.model.tick();
        } else if ready && !self.started {
            given = self.model.transmit(&self.local);
        }
        self.frame_waits = frame.or(self.frame_waits);
        self.tick_waits |= tick;
        self.started = given.is_some();
        self.given.extend(given);
        self.compare(given);
    }

    fn compare(&mut self, given: Option<tengen_link::Frame>) {
        let circuit = &self.circuit;
        let flag = |name| circuit.read(name) == 1;
        assert_eq!(flag("start"), given.is_some());
        if let Some(given) = given {
            assert_eq!(tengen_link::Frame::from(circuit.circuit.outgoing.val()), given);
        }
        assert_eq!((flag("begun"), flag("swap")), (self.events.begin, self.events.swap));
        let delivered = flag("delivered").then(|| {
            (
                circuit.read("message_kind") as u8,
                circuit.read("message_argument") as u8,
            )
        });
        assert_eq!(
            delivered,
            self.events.delivered.map(|(kind, argument)| (kind as u8, argument))
        );
        let verdict = flag("verdict_strobe").then(|| circuit.read("verdict"));
        assert_eq!(verdict, self.events.verdict.map(|verdict| verdict as u64));
        assert_eq!(circuit.read_as::<LinkPhase>("phase").encode(), self.model.phase as u64);
        assert_eq!(circuit.read("stranger"), self.model.stranger as u64);
        assert_eq!(
            (flag("gone"), flag("out_of_step")),
            (self.model.left, self.model.out_of_step)
        );
        assert_eq!(
            (flag("lost"), flag("pending")),
            (self.model.lost(), self.model.pending())
        );
    }
}

/// A frame like those that another end sends, more often than not of this session.
fn frame(pair: &mut Pair, nonces: [u16; 2]) -> tengen_link::Frame {
    let random = &mut pair.random;
    let kind = random.below(14) as u8;
    let tally = if random.once_in(6) { Tally { number: 1, check: 7 } } else { pair.local.tally };
    let hello = kind == Kind::Hello as u8;
    let other = nonces[usize::from(random.once_in(12))];
    let greeting = Greeting {
        white: !random.once_in(5),
        joined: random.once_in(2),
        rule: u8::from(random.once_in(9)),
        ..pair.local.greeting
    };
    let last = pair.given.last().map_or(0, |frame| frame.sequence);
    tengen_link::Frame {
        kind,
        sequence: match hello {
            true => 1 + u8::from(random.once_in(20)),
            false if random.once_in(2) => last,
            false => random.below(5) as u8 + if random.once_in(20) { 200 } else { 0 },
        },
        tag: match hello {
            true if random.once_in(30) => pair.model.nonce(),
            true => other,
            false => pair.model.tag() ^ u16::from(random.once_in(20)),
        },
        number: tally.number,
        check: if hello && !random.once_in(4) { pair.model.nonce() } else { tally.check },
        argument: if hello { greeting.byte() } else { random.below(5) as u8 },
    }
}

#[test]
fn it_does_what_the_protocols_end_does_whatever_comes() {
    let mut counts = [0; 8];
    for seed in 0..12 {
        let mut pair = Pair::new(seed);
        let nonces = [pair.random.below(1 << 16) as u16, 0x1234];
        for _ in 0..12_000 {
            if pair.random.once_in(300) || !pair.local.active {
                pair.local.active = !pair.local.active;
            }
            if pair.random.once_in(50) {
                pair.local.tally.push(0x77);
            }
            pair.local.steady = !pair.random.once_in(5);
            let frame = (pair.random.once_in(4) && pair.frame_waits.is_none()).then(|| frame(&mut pair, nonces));
            let free = pair.model.phase == Phase::Joined && !pair.model.pending() && pair.local.active;
            // Nothing may withdraw the message in the clock of its offer: the game offers while no frame waits.
            let offers = free && pair.random.once_in(3) && pair.frame_waits.is_none();
            let offer = offers.then(|| {
                (
                    Kind::ALL[4 + pair.random.below(7) as usize],
                    pair.random.below(256) as u8,
                )
            });
            let answers = pair.delivering && pair.random.once_in(3);
            let answer = answers.then(|| Verdict::of(pair.random.below(2) as u8).unwrap());
            let (tick, ready) = (pair.random.once_in(3), !pair.random.once_in(3));
            pair.clock(tick, frame, offer, answer, ready);
            pair.delivering = (pair.delivering && answer.is_none()) || pair.events.delivered.is_some();
            let events = pair.events;
            let seen = [
                events.begin,
                events.swap,
                events.delivered.is_some(),
                events.verdict == Some(Verdict::Crossed),
                events.verdict == Some(Verdict::Accepted),
                pair.model.out_of_step,
                pair.model.left,
                pair.model.pending(),
            ];
            counts
                .iter_mut()
                .zip(seen)
                .for_each(|(count, seen)| *count += u32::from(seen));
        }
    }
    assert!(counts.iter().all(|count| *count > 20), "{counts:?}");
}

#[test]
fn silence_is_told_and_a_message_waits_longer_each_time() {
    let mut pair = Pair::new(5);
    pair.local = Local { active: true, steady: true, ..Local::default() };
    pair.clock(false, None, None, None, true);
    let hello = Greeting { white: true, ..Greeting::default() };
    let frame = tengen_link::Frame {
        sequence: 1,
        tag: 9,
        check: pair.model.nonce(),
        argument: hello.byte(),
        ..Default::default()
    };
    pair.clock(false, Some(frame), None, None, true);
    pair.clock(false, None, None, None, true);
    assert!(pair.events.begin);
    pair.clock(false, None, Some((Kind::Place, 0x77)), None, true);
    let sent = pair.given.len();
    for tick in 0..4 * 600 {
        pair.clock(tick % 4 == 0, None, None, None, true);
    }
    assert!(pair.model.lost());
    let places = pair.given[sent..]
        .iter()
        .filter(|frame| frame.kind == Kind::Place as u8)
        .count();
    assert_eq!(places, 13);
    let status =
        tengen_link::Frame { kind: Kind::Status as u8, tag: pair.model.tag(), argument: 1, ..Default::default() };
    pair.clock(false, Some(status), None, None, true);
    (0..3).for_each(|_| pair.clock(false, None, None, None, true));
    assert_eq!(pair.given.last().map(|frame| frame.kind), Some(Kind::Place as u8));
}
