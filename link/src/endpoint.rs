//! One end of a session: finds the other machine, and carries messages to it, each exactly once and one at a time.
//!
//! ```text
//!                active                Hello that knows this nonce, of the same game
//!      Off -------------> Seeking -----------------------------------------------> Joined
//!       ^                    ^  ^                                                  |  |  |
//!       |                    |  '---- Bye; Hello of a nonce not known: it has -----'  |  |
//!       |                    |        been restarted, or is another machine           |  |
//!       '--- not active -----+-----------------------------------------------(Bye)----'  |
//!                                                     silence: `lost`, until a frame <---'
//! ```
//!
//! **Session.** An end that seeks chooses a nonce at random and says Hello. A Hello holds the sender's nonce and the
//! other's, as far as it is known. An end joins when a Hello knows its nonce and the settings agree: game, rule and
//! opening are the same, and the two play different sides. If both play the same side, the one with the lower nonce
//! swaps its seats. Every frame of a session bears both nonces, so that a frame of a former session is ignored. A game
//! begins with a session. A line that was cut and joined again continues the session, and so the game.
//!
//! **Messages.** The sender repeats a message until it is answered, each time after twice the time, up to a limit. The
//! receiver passes a message on once, and answers its repetitions with the same verdict. A message that changes the game
//! changes it at the receiver before the answer, at the sender with the answer. So the game of one end is never more
//! than one message ahead of the other's, and only while that other waits for an answer.
//!
//! **Crossing.** When both ends send a message that changes the game, the one with the higher nonce refuses the other's
//! ([`Verdict::Crossed`]), and the one with the lower nonce withdraws its own.
//!
//! **Positions.** A message and every Status bears the sender's [`Tally`]. Where they differ although neither end has a
//! change under way, the ends are out of step, until a new game begins or the tallies are the same again.

use crate::frame::{Frame, Greeting, Kind, VERSION, Verdict};
use crate::tally::Tally;

/// Periods, in ticks. The shortest is one tick.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Timing {
    /// Between a message and its first repetition.
    pub first: u16,
    /// The longest time between two repetitions.
    pub longest: u16,
    /// Between two Hellos, or two frames of Status.
    pub beat: u16,
    /// Silence after which the line is lost.
    pub silence: u16,
}

/// Ticks in a second.
pub const TICKS: u32 = 128;

impl Timing {
    /// Those of the machine: 31 ms, 0.5 s, 0.25 s and 2 s.
    pub const USUAL: Timing = Timing { first: 4, longest: 64, beat: 32, silence: 256 };
}

impl Default for Timing {
    fn default() -> Self {
        Timing::USUAL
    }
}

/// Where an end is in the making of a session.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Phase {
    /// No game is played over the line.
    #[default]
    Off,
    Seeking,
    Joined,
}

/// Why an end that has heard another does not join it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Stranger {
    #[default]
    None,
    /// It speaks another version of the protocol.
    Version,
    /// It plays another game, or by another rule.
    Game,
}

/// What the game says of itself.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Local {
    /// A game over the line is chosen.
    pub active: bool,
    pub greeting: Greeting,
    pub tally: Tally,
    /// The position is not changing, and the game can take a message.
    pub steady: bool,
    /// A number that differs each time it is looked at.
    pub entropy: u16,
}

/// What an end tells the game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Events {
    /// A session has begun, and with it a game.
    pub begin: bool,
    /// Both machines play the same side: this one is to swap its seats.
    pub swap: bool,
    /// A message for the game, which is to call [`Endpoint::answer`].
    pub delivered: Option<(Kind, u8)>,
    /// The answer to this end's message. Crossed: it is withdrawn or refused.
    pub verdict: Option<Verdict>,
}

/// The message of this end that is not answered yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Pending {
    kind: Kind,
    argument: u8,
    /// It is to be sent.
    due: bool,
    /// Ticks until it is sent again, and the ticks after that.
    wait: u16,
    interval: u16,
}

/// One end of a session.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Endpoint {
    timing: Timing,
    pub phase: Phase,
    /// This end's nonce and the other's, 0 while unknown.
    nonce: u16,
    other: u16,
    pub stranger: Stranger,
    /// The other end has left the session.
    pub left: bool,
    /// The positions differ.
    pub out_of_step: bool,
    /// Ticks since the last frame of the session, up to the limit.
    quiet: u16,

    pending: Option<Pending>,
    /// The number of the last message sent.
    sent: u8,

    /// The number of the last message that was taken, and its verdict.
    taken: u8,
    verdict: Option<Verdict>,
    /// A message is with the game.
    delivering: bool,

    answer_due: bool,
    bye_due: bool,
    hello_due: bool,
    status_due: bool,
    /// Ticks until the next beat.
    beat: u16,
}

impl Endpoint {
    /// An end with these periods.
    pub fn new(timing: Timing) -> Self {
        Endpoint { timing, ..Endpoint::default() }
    }

    /// Whether a message waits for its answer.
    pub fn pending(&self) -> bool {
        self.pending.is_some()
    }

    /// Whether the session is silent.
    pub fn lost(&self) -> bool {
        self.phase == Phase::Joined && self.quiet == self.timing.silence
    }

    /// The number by which this end calls itself; 0 before the first session.
    pub fn nonce(&self) -> u16 {
        self.nonce
    }

    /// What every frame of the session bears.
    pub fn tag(&self) -> u16 {
        self.nonce ^ self.other
    }

    /// Follows the game into a session and out of it. To be called before anything else happens.
    pub fn follow(&mut self, local: &Local) {
        if local.active && self.phase == Phase::Off {
            self.left = false;
            self.bye_due = false;
            self.seek(local);
        } else if !local.active && self.phase != Phase::Off {
            self.bye_due = self.phase == Phase::Joined;
            self.stop();
            self.phase = Phase::Off;
        }
    }

    /// Sends a message. There must be a session, and no message that waits for its answer.
    pub fn offer(&mut self, kind: Kind, argument: u8) {
        let first = self.timing.first;
        self.pending = Some(Pending { kind, argument, due: true, wait: first, interval: first });
        self.sent = self.sent.wrapping_add(1);
    }

    /// The game's answer to the message that was delivered. Without one, because its session has ended, nothing happens.
    pub fn answer(&mut self, verdict: Verdict) {
        if self.delivering {
            self.delivering = false;
            self.verdict = Some(verdict);
            self.answer_due = true;
        }
    }

    /// A tick has passed.
    pub fn tick(&mut self) {
        if self.phase == Phase::Off {
            return;
        }
        self.beat -= 1;
        if self.beat == 0 {
            self.beat = self.timing.beat;
            self.hello_due |= self.phase == Phase::Seeking;
            self.status_due = self.phase == Phase::Joined;
        }
        if self.quiet < self.timing.silence {
            self.quiet += 1;
        }
        if let Some(pending) = &mut self.pending
            && !pending.due
        {
            pending.wait -= 1;
            pending.due = pending.wait == 0;
        }
    }

    /// The next frame to send, when the line is free.
    pub fn transmit(&mut self, local: &Local) -> Option<Frame> {
        let Tally { number, check } = local.tally;
        let frame = Frame { kind: 0, sequence: self.sent, tag: self.tag(), number, check, argument: 0 };
        if self.answer_due {
            self.answer_due = false;
            let argument = self.verdict.map_or(0, |verdict| verdict as u8);
            return Some(Frame { kind: Kind::Answer as u8, sequence: self.taken, argument, ..frame });
        }
        if self.bye_due {
            self.bye_due = false;
            return Some(Frame { kind: Kind::Bye as u8, ..frame });
        }
        if let Some(pending) = &mut self.pending
            && pending.due
        {
            pending.due = false;
            pending.wait = pending.interval;
            pending.interval = (2 * pending.interval).min(self.timing.longest);
            return Some(Frame { kind: pending.kind as u8, argument: pending.argument, ..frame });
        }
        if self.hello_due {
            self.hello_due = false;
            return Some(self.hello(local));
        }
        if self.status_due {
            self.status_due = false;
            let argument = u8::from(self.changing(local));
            return Some(Frame { kind: Kind::Status as u8, argument, ..frame });
        }
        None
    }

    /// Takes a frame from the line.
    pub fn receive(&mut self, frame: Frame, local: &Local) -> Events {
        let Some(kind) = Kind::of(frame.kind) else {
            return Events::default();
        };
        if kind == Kind::Hello {
            return self.greet(frame, local);
        }
        if self.phase != Phase::Joined || frame.tag != self.tag() {
            return Events::default();
        }
        self.hear();
        match kind {
            Kind::Status => {
                if frame.argument == 0 && !self.changing(local) {
                    self.out_of_step = (frame.number, frame.check) != (local.tally.number, local.tally.check);
                }
                Events::default()
            }
            Kind::Answer => self.answered(frame),
            Kind::Bye => {
                self.seek(local);
                self.left = true;
                Events::default()
            }
            kind if kind.is_message() => self.take(kind, frame, local),
            _ => Events::default(),
        }
    }

    /// A message of the other end.
    fn take(&mut self, kind: Kind, frame: Frame, local: &Local) -> Events {
        if frame.sequence == self.taken {
            self.answer_due |= self.verdict.is_some();
            return Events::default();
        }
        // Only the next few numbers are new; the others are of frames that the line has kept back.
        if frame.sequence.wrapping_sub(self.taken) >= 0x80
            || self.delivering
            || !(local.steady || self.pending.is_some())
        {
            return Events::default();
        }
        let changing = self.pending.is_some_and(|pending| pending.kind.changes());
        let same = (frame.number, frame.check) == (local.tally.number, local.tally.check);
        if !same && kind != Kind::NewGame {
            // The other end may have made this end's change already, and its answer may have been lost.
            if !changing {
                self.out_of_step = true;
                self.refuse(frame.sequence, Verdict::OutOfStep);
            }
            return Events::default();
        }
        let mut events = Events::default();
        if changing && kind.changes() {
            if self.nonce > self.other {
                self.refuse(frame.sequence, Verdict::Crossed);
                return events;
            }
            self.pending = None;
            events.verdict = Some(Verdict::Crossed);
        }
        self.taken = frame.sequence;
        self.verdict = None;
        self.delivering = true;
        // An answer to the message before is not wanted any more.
        self.answer_due = false;
        events.delivered = Some((kind, frame.argument));
        events
    }

    fn refuse(&mut self, sequence: u8, verdict: Verdict) {
        self.taken = sequence;
        self.verdict = Some(verdict);
        self.answer_due = true;
    }

    /// An answer of the other end.
    fn answered(&mut self, frame: Frame) -> Events {
        let verdict = Verdict::of(frame.argument);
        if self.pending.is_none() || frame.sequence != self.sent || verdict.is_none() {
            return Events::default();
        }
        self.pending = None;
        self.out_of_step |= verdict == Some(Verdict::OutOfStep);
        Events { verdict, ..Events::default() }
    }

    /// A Hello of the other end.
    fn greet(&mut self, frame: Frame, local: &Local) -> Events {
        let mut events = Events::default();
        if self.phase == Phase::Off || frame.tag == 0 {
            return events;
        }
        if frame.tag == self.nonce {
            // An echo, or by chance the same nonce.
            self.nonce = fresh(local);
            return events;
        }
        if self.phase == Phase::Joined && frame.tag != self.other {
            self.seek(local);
        }
        let (mine, theirs) = (local.greeting, Greeting::of(frame.argument));
        self.stranger = if frame.sequence != VERSION {
            Stranger::Version
        } else if !mine.agrees(theirs) {
            Stranger::Game
        } else {
            Stranger::None
        };
        if self.stranger != Stranger::None {
            return events;
        }
        self.hello_due |= !theirs.joined;
        if self.phase == Phase::Joined {
            self.hear();
            return events;
        }
        self.other = frame.tag;
        if mine.white == theirs.white {
            events.swap = self.nonce < self.other;
        } else if frame.check == self.nonce {
            self.join();
            events.begin = true;
        }
        events
    }

    /// The session begins.
    fn join(&mut self) {
        self.phase = Phase::Joined;
        self.left = false;
        self.quiet = 0;
        self.sent = 0;
        self.taken = 0;
        self.verdict = None;
    }

    /// Looks for another machine, under a new nonce.
    fn seek(&mut self, local: &Local) {
        self.stop();
        self.phase = Phase::Seeking;
        self.nonce = fresh(local);
        self.other = 0;
        self.stranger = Stranger::None;
        self.beat = self.timing.beat;
        self.hello_due = true;
    }

    /// Nothing of the session goes on.
    fn stop(&mut self) {
        self.pending = None;
        self.delivering = false;
        self.out_of_step = false;
        self.answer_due = false;
        self.hello_due = false;
        self.status_due = false;
    }

    /// The other end is there: a message that has waited longer is sent again soon.
    fn hear(&mut self) {
        let back = self.lost();
        self.quiet = 0;
        if let Some(pending) = &mut self.pending
            && back
        {
            pending.due = true;
            pending.interval = self.timing.first;
        }
    }

    /// The position may be about to change.
    fn changing(&self, local: &Local) -> bool {
        self.pending.is_some() || self.delivering || !local.steady
    }

    fn hello(&self, local: &Local) -> Frame {
        Frame {
            kind: Kind::Hello as u8,
            sequence: VERSION,
            tag: self.nonce,
            number: 0,
            check: self.other,
            argument: Greeting { joined: self.phase == Phase::Joined, ..local.greeting }.byte(),
        }
    }
}

/// A new nonce. 0 means that there is none.
fn fresh(local: &Local) -> u16 {
    local.entropy.max(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    const BLACK: Greeting = Greeting { game: 0, rule: 0, opening: false, white: false, joined: false };
    const WHITE: Greeting = Greeting { white: true, ..BLACK };

    fn local(greeting: Greeting, entropy: u16) -> Local {
        Local { active: true, greeting, steady: true, entropy, ..Local::default() }
    }

    fn end(local: &Local) -> Endpoint {
        let mut end = Endpoint::new(Timing::default());
        end.follow(local);
        end
    }

    /// Passes frames between two ends until neither has one to send; returns what each was told.
    fn talk(ends: &mut [Endpoint; 2], locals: &[Local; 2]) -> [Vec<Events>; 2] {
        let mut told = [vec![], vec![]];
        loop {
            let frames = [0, 1].map(|at| ends[at].transmit(&locals[at]));
            if frames == [None; 2] {
                return told;
            }
            for at in 0..2 {
                let events = frames[at].map(|frame| ends[1 - at].receive(frame, &locals[1 - at]));
                told[1 - at].extend(events.filter(|events| *events != Events::default()));
            }
        }
    }

    fn joined() -> ([Endpoint; 2], [Local; 2]) {
        let locals = [local(BLACK, 5), local(WHITE, 9)];
        let mut ends = locals.map(|local| end(&local));
        let begun = Events { begin: true, ..Events::default() };
        assert_eq!(talk(&mut ends, &locals), [vec![begun], vec![begun]]);
        (ends, locals)
    }

    extern crate std;
    use std::{vec, vec::Vec};

    #[test]
    fn of_two_that_play_the_same_side_the_lower_nonce_swaps() {
        let locals = [local(BLACK, 5), local(BLACK, 9)];
        let mut ends = locals.map(|local| end(&local));
        let frames = [0, 1].map(|at| ends[at].transmit(&locals[at]).unwrap());
        assert!(ends[0].receive(frames[1], &locals[0]).swap);
        assert!(!ends[1].receive(frames[0], &locals[1]).swap);
        assert_eq!([ends[0].phase, ends[1].phase], [Phase::Seeking; 2]);
        let told = talk(&mut ends, &[local(WHITE, 5), locals[1]]);
        assert!(told.iter().all(|told| told.last().is_some_and(|events| events.begin)));
    }

    #[test]
    fn of_two_messages_that_cross_the_higher_nonce_wins() {
        let (mut ends, locals) = joined();
        ends[0].offer(Kind::Place, 0x77);
        ends[1].offer(Kind::NewGame, 0);
        let told = talk(&mut ends, &locals);
        let new_game =
            Events { delivered: Some((Kind::NewGame, 0)), verdict: Some(Verdict::Crossed), ..Events::default() };
        assert_eq!(told, [vec![new_game], vec![]]);
        ends[0].answer(Verdict::Accepted);
        let accepted = Events { verdict: Some(Verdict::Accepted), ..Events::default() };
        assert_eq!(talk(&mut ends, &locals), [vec![], vec![accepted]]);
    }

    #[test]
    fn a_frame_of_another_session_is_ignored() {
        let (mut ends, locals) = joined();
        ends[0].offer(Kind::Place, 0x77);
        let frame = ends[0].transmit(&locals[0]).unwrap();
        let before = ends[1];
        assert_eq!(
            ends[1].receive(Frame { tag: frame.tag ^ 1, ..frame }, &locals[1]),
            Events::default()
        );
        assert_eq!(ends[1], before);
        assert!(ends[1].receive(frame, &locals[1]).delivered.is_some());
    }

    #[test]
    fn an_end_does_not_play_itself_nor_a_stranger() {
        let black = local(BLACK, 5);
        let mut alone = end(&black);
        for _ in 0..1000 {
            alone.tick();
            if let Some(frame) = alone.transmit(&black) {
                alone.receive(Frame { argument: WHITE.byte(), ..frame }, &black);
            }
            assert_eq!(alone.phase, Phase::Seeking);
        }
        let hello = Frame { sequence: VERSION, tag: 9, check: 5, argument: WHITE.byte(), ..Frame::default() };
        let strangers = [
            (Frame { sequence: VERSION + 1, ..hello }, Stranger::Version),
            (
                Frame { argument: Greeting { rule: 2, ..WHITE }.byte(), ..hello },
                Stranger::Game,
            ),
            (
                Frame { argument: Greeting { game: 1, ..WHITE }.byte(), ..hello },
                Stranger::Game,
            ),
            (
                Frame { argument: Greeting { opening: true, ..WHITE }.byte(), ..hello },
                Stranger::Game,
            ),
        ];
        for (frame, stranger) in strangers {
            assert_eq!(alone.receive(frame, &black), Events::default());
            assert_eq!((alone.phase, alone.stranger), (Phase::Seeking, stranger));
        }
    }

    #[test]
    fn a_silent_line_is_lost_and_its_message_is_sent_soon_after_it_is_back() {
        let (mut ends, locals) = joined();
        ends[0].offer(Kind::Place, 0x77);
        let mut sent = vec![];
        for tick in 0..600 {
            sent.extend(
                ends[0]
                    .transmit(&locals[0])
                    .filter(|frame| frame.kind == Kind::Place as u8)
                    .map(|_| tick),
            );
            ends[0].tick();
            assert_eq!(ends[0].lost(), tick >= 255);
        }
        assert_eq!(sent[..6], [0, 4, 12, 28, 60, 124], "repeated after twice the time");
        assert!(
            sent[6..].windows(2).all(|pair| pair[1] - pair[0] == 64),
            "at most half a second apart"
        );
        ends[1].tick();
        ends[1].status_due = true;
        let status = ends[1].transmit(&locals[1]).unwrap();
        ends[0].receive(status, &locals[0]);
        assert!(!ends[0].lost());
        assert_eq!(
            ends[0].transmit(&locals[0]).map(|frame| frame.kind),
            Some(Kind::Place as u8)
        );
    }

    #[test]
    fn positions_that_differ_are_told_and_refused() {
        let (mut ends, mut locals) = joined();
        locals[0].tally.push(0x77);
        ends[0].offer(Kind::Place, 0x78);
        let told = talk(&mut ends, &locals);
        assert_eq!(
            told[0],
            [Events { verdict: Some(Verdict::OutOfStep), ..Events::default() }]
        );
        assert!(ends.iter().all(|end| end.out_of_step));
        ends[0].offer(Kind::NewGame, 0);
        assert_eq!(talk(&mut ends, &locals)[1][0].delivered, Some((Kind::NewGame, 0)));
    }

    #[test]
    fn who_leaves_says_so() {
        let (mut ends, mut locals) = joined();
        locals[0].active = false;
        ends[0].follow(&locals[0]);
        talk(&mut ends, &locals);
        assert_eq!([ends[0].phase, ends[1].phase], [Phase::Off, Phase::Seeking]);
        assert!(ends[1].left);
    }
}
