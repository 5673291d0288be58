//! A player at one end of a line, against the machine at the other: games by the rules, driven by bytes and ticks.
//!
//! ```text
//! bytes --> hear ----> Endpoint --delivered--> rules --verdict--> answer
//!           tick ---->    |                      |
//! bytes <-- speak <-------'<-- offer <-- wish <--+--> news
//!                                         ^      '--> question --> the player
//!                                         '------------- reply <-----'
//! ```
//!
//! Every ply of this side is a message, and counts once it is accepted; so do Othello's forced passes. An undo is always
//! granted. A player's fault, or a stone that the other machine refuses, loses the game.

use std::collections::VecDeque;
use std::fmt;

use tengen_link::endpoint::{Events, Local, Stranger};
use tengen_link::wire::{self, Decoder};
use tengen_link::{Endpoint, Frame, Greeting, Kind, Phase, Tally, Timing, Verdict};

use super::game::{LineGame, described};
use crate::rating::finish::Fault;
use crate::rules::Colour;
use crate::rules::gomoku::Rule;
use crate::rules::splitmix::Splitmix;

/// What the user has chosen.
#[derive(Clone)]
pub struct Settings<G> {
    /// The game before its first ply.
    pub game: G,
    /// Black's first stone is on the centre.
    pub opening: bool,
    pub side: Colour,
    /// So many games are played; `None`: the other machine begins each further one, without an end.
    pub games: Option<u32>,
    /// Chooses the numbers by which this end calls itself.
    pub seed: u64,
}

/// Where the line stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// Nobody is there.
    Seeking,
    OtherVersion,
    /// The other machine's game, and this one's.
    OtherGame(Greeting, Greeting),
    /// The other machine has left.
    Left,
    Joined,
    Lost,
    OutOfStep,
}

/// The end of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    Won(Colour),
    Draw,
    /// By that side.
    Resigned(Colour),
    Unfinished,
}

/// What has happened.
#[derive(Clone, Debug, PartialEq)]
pub enum News<G: LineGame> {
    State(State),
    /// A game begins; the player has this side.
    Begun(Colour),
    /// A ply with its number; a lost turn has no crossing.
    Played(usize, Colour, Option<G::Move>),
    /// So many plies are left.
    TakenBack(usize),
    /// A ply of the other machine is against the rules.
    Unlawful(Fault),
    /// The other machine refuses a ply of the player.
    Refused(Option<G::Move>),
    /// With the player's side.
    Ended(G, Colour, End),
}

/// A position in which the player is to move.
pub struct Question<G> {
    /// The number of the game.
    pub game: u32,
    /// For the reply.
    pub number: u32,
    pub position: G,
}

/// The player's next move.
#[derive(Clone, Copy)]
enum Thought<M> {
    None,
    Asked,
    Found(M),
}

/// One end of a line, with a player.
pub struct Opponent<G: LineGame> {
    settings: Settings<G>,
    end: Endpoint,
    decoder: Decoder,
    random: Splitmix,
    /// This end has not left.
    active: bool,
    /// The greeting that was heard last.
    theirs: Greeting,

    game: G,
    /// The game has begun and its end has not been told.
    playing: bool,
    resigned: Option<Colour>,
    /// The number of the game.
    begun: u32,
    /// The number of the position; every change has a new one.
    changes: u32,
    /// The other machine has said that it has this position too, and that nothing is under way.
    settled: bool,

    thought: Thought<G::Move>,
    /// The message that waits for its answer.
    offered: Option<(Kind, u8)>,
    /// The other side has asked for an undo.
    asked: bool,
    /// The other machine does not begin another game.
    declined: bool,
    /// This side is to resign, perhaps for a fault of its player.
    resigning: bool,
    fault: Option<Fault>,

    /// The state that was told last.
    told: Option<State>,
    news: VecDeque<News<G>>,
}

impl fmt::Display for State {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(match self {
            State::Seeking => "waits for the other machine",
            State::OtherVersion => "the other machine speaks another version of the protocol",
            State::OtherGame(theirs, ours) => {
                let [theirs, ours] = [theirs, ours].map(terms);
                return write!(
                    f,
                    "the other machine plays {theirs}, this end {ours}: change one of them"
                );
            }
            State::Left => "the other machine has left; waits for it",
            State::Joined => "the other machine is there",
            State::Lost => "does not answer; still trying",
            State::OutOfStep => "OUT OF STEP: the positions differ until a new game begins",
        })
    }
}

/// The game, the rule and the opening of a greeting.
fn terms(greeting: &Greeting) -> String {
    let rule = Rule::ALL.get(usize::from(greeting.rule));
    let game = match (greeting.game, rule) {
        (0, Some(rule)) => format!("Gomoku, {rule}"),
        (1, _) => "Othello".into(),
        _ => "a game that is not known here".into(),
    };
    let opening = if greeting.opening { ", with black's first stone on the centre" } else { "" };
    game + opening
}

impl<G: LineGame> fmt::Display for News<G> {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            News::State(state) => state.fmt(f),
            News::Begun(side) => write!(f, "a game begins; the player is {side}"),
            News::Played(number, colour, at) => write!(f, "{number} {colour} {}", described::<G>(*at)),
            News::TakenBack(plies) => write!(f, "undo: plies left: {plies}"),
            News::Unlawful(fault) => write!(f, "refused: the other machine {fault}"),
            News::Refused(at) => write!(
                f,
                "the other machine does not accept that the player {}",
                described::<G>(*at)
            ),
            News::Ended(_, _, End::Won(colour)) => write!(f, "{colour} has won"),
            News::Ended(_, _, End::Draw) => f.write_str("a draw"),
            News::Ended(_, _, End::Resigned(colour)) => write!(f, "{colour} has resigned"),
            News::Ended(_, _, End::Unfinished) => f.write_str("the game is left unfinished"),
        }
    }
}

impl<G: LineGame> Opponent<G> {
    pub fn new(settings: Settings<G>) -> Opponent<G> {
        let mut opponent = Opponent {
            end: Endpoint::new(Timing::USUAL),
            decoder: Decoder::default(),
            random: Splitmix(settings.seed),
            active: true,
            theirs: Greeting::default(),
            game: settings.game.clone(),
            playing: false,
            resigned: None,
            begun: 0,
            changes: 0,
            settled: false,
            thought: Thought::None,
            offered: None,
            asked: false,
            declined: false,
            resigning: false,
            fault: None,
            told: None,
            news: VecDeque::new(),
            settings,
        };
        let local = opponent.local();
        opponent.end.follow(&local);
        opponent.tell_state();
        opponent
    }

    /// A tick has passed, one of 128 in a second.
    pub fn tick(&mut self) {
        self.end.tick();
        self.act();
    }

    /// Takes a byte from the line.
    pub fn hear(&mut self, byte: u8) {
        if let Some(Ok(frame)) = self.decoder.push(byte)
            && self.active
        {
            self.receive(frame);
            self.act();
        }
    }

    /// The bytes that are to be sent now.
    pub fn speak(&mut self) -> Vec<u8> {
        let mut bytes = vec![];
        loop {
            let local = self.local();
            match self.end.transmit(&local) {
                Some(frame) => bytes.extend(wire::encode(frame)),
                None => return bytes,
            }
        }
    }

    /// A position that the player has not been asked about yet.
    pub fn question(&mut self) -> Option<Question<G>> {
        let goes_on = self.joined() && !self.over() && !self.end.out_of_step && self.fault.is_none();
        let moves = self.game.turn() == self.settings.side && !self.game.must_pass();
        let waits = self.end.pending() || self.asked || self.resigning;
        if !goes_on || !moves || waits || !matches!(self.thought, Thought::None) {
            return None;
        }
        self.thought = Thought::Asked;
        Some(Question { game: self.begun, number: self.changes, position: self.game.clone() })
    }

    /// The player's reply to the question of that number. One that has come too late is dropped.
    pub fn reply(&mut self, number: u32, reply: Result<G::Move, Fault>) {
        if number != self.changes || !matches!(self.thought, Thought::Asked) {
            return;
        }
        match reply.and_then(|at| self.game.clone().place(at).map(|()| at)) {
            Ok(at) => self.thought = Thought::Found(at),
            Err(fault) => {
                self.fault = Some(fault);
                self.resigning = true;
            }
        }
        self.act();
    }

    /// What has happened since the last call.
    pub fn news(&mut self) -> impl Iterator<Item = News<G>> {
        self.news.drain(..)
    }

    /// Leaves the session: what `speak` gives next is the last.
    pub fn leave(&mut self) {
        self.close();
        self.active = false;
        let local = self.local();
        self.end.follow(&local);
    }

    pub fn has_left(&self) -> bool {
        !self.active
    }

    /// The player's fault, by which it has lost.
    pub fn into_fault(self) -> Option<Fault> {
        self.fault
    }

    fn local(&mut self) -> Local {
        Local {
            active: self.active,
            greeting: self.greeting(),
            tally: self.game.tally(),
            steady: true,
            entropy: self.random.word() as u16,
        }
    }

    fn greeting(&self) -> Greeting {
        Greeting {
            opening: self.settings.opening,
            white: self.settings.side == Colour::White,
            ..self.settings.game.greeting()
        }
    }

    fn joined(&self) -> bool {
        self.end.phase == Phase::Joined
    }

    fn over(&self) -> bool {
        self.resigned.is_some() || self.game.result().is_some()
    }

    fn receive(&mut self, frame: Frame) {
        if frame.kind == Kind::Hello as u8 {
            self.theirs = Greeting::of(frame.argument);
        }
        let local = self.local();
        let Tally { number, check } = local.tally;
        let calm = (frame.kind, frame.argument) == (Kind::Status as u8, 0);
        let same = (frame.tag, frame.number, frame.check) == (self.end.tag(), number, check);
        self.settled |= self.joined() && calm && same;
        let events = self.end.receive(frame, &local);
        if events.swap {
            self.settings.side = self.settings.side.other();
        }
        if !self.joined() {
            self.close();
        }
        self.handle(events);
        if !self.end.pending() {
            // Answered, or of a session that has ended.
            self.offered = None;
        }
    }

    fn handle(&mut self, events: Events) {
        if events.begin {
            self.begin();
        }
        if let (Some(verdict), Some(offered)) = (events.verdict, self.offered) {
            self.answered(offered, verdict);
        }
        if let Some(message) = events.delivered {
            let verdict = self.delivered(message);
            self.end.answer(verdict);
        }
    }

    /// A message of the other machine.
    fn delivered(&mut self, (kind, argument): (Kind, u8)) -> Verdict {
        let theirs = self.settings.side.other();
        // What was asked before is no longer wanted.
        self.asked = false;
        let lawful = match kind {
            Kind::NewGame if self.settings.games != Some(0) => {
                self.begin();
                true
            }
            Kind::Place | Kind::Pass => {
                let played = match G::at(argument) {
                    _ if self.game.turn() != theirs => Err(Fault::new("plays out of turn")),
                    None if kind == Kind::Place => Err(Fault::new("plays off the board")),
                    at => self.play(at.filter(|_| kind == Kind::Place)),
                };
                played
                    .map_err(|fault| self.news.push_back(News::Unlawful(fault)))
                    .is_ok()
            }
            Kind::Resign if !self.over() => {
                self.resign(theirs);
                true
            }
            Kind::AskUndo => {
                self.asked = !self.over() && self.undone().is_some();
                self.asked
            }
            // This side asks for no undo.
            _ => false,
        };
        if lawful { Verdict::Accepted } else { Verdict::Unlawful }
    }

    /// The answer to this side's message.
    fn answered(&mut self, (kind, argument): (Kind, u8), verdict: Verdict) {
        let at = G::at(argument).filter(|_| kind == Kind::Place);
        match (kind, verdict) {
            // Something else has come first, or is about to.
            (_, Verdict::Crossed) => {}
            (Kind::Resign, _) => self.resign(self.settings.side),
            (Kind::NewGame, Verdict::Accepted) => self.begin(),
            (Kind::NewGame, _) => self.declined = true,
            (Kind::GrantUndo, Verdict::Accepted) => self.undo(),
            (Kind::GrantUndo, _) => self.asked = false,
            (_, Verdict::OutOfStep) => {}
            // The player's plies are lawful, and the position is still the same.
            (_, Verdict::Accepted) => _ = self.play(at),
            (_, Verdict::Unlawful) => {
                self.news.push_back(News::Refused(at));
                self.resigning = true;
            }
        }
    }

    /// Plays a ply of the side to move, if it is not against the rules.
    fn play(&mut self, at: Option<G::Move>) -> Result<(), Fault> {
        if self.resigned.is_some() {
            return Err(Fault::new("plays after the end"));
        }
        let colour = self.game.turn();
        match at {
            Some(at) => self.game.place(at)?,
            None => self.game.pass()?,
        }
        self.changed();
        let number = self.game.moves().count();
        self.news.push_back(News::Played(number, colour, at));
        if let Some(winner) = self.game.result() {
            self.finish(winner.map_or(End::Draw, End::Won));
        }
        Ok(())
    }

    fn begin(&mut self) {
        self.close();
        self.game = self.settings.game.clone();
        self.playing = true;
        self.declined = false;
        self.begun += 1;
        self.news.push_back(News::Begun(self.settings.side));
        if self.settings.opening {
            _ = self.play(G::OPENING);
        }
    }

    /// Ends a game that has not ended by itself.
    fn close(&mut self) {
        if self.playing && self.game.moves().count() > self.fixed() {
            self.tell_end(End::Unfinished);
        }
        self.playing = false;
        self.resigned = None;
        self.resigning = false;
        self.asked = false;
        self.changed();
    }

    fn resign(&mut self, colour: Colour) {
        self.resigned = Some(colour);
        self.finish(End::Resigned(colour));
    }

    fn finish(&mut self, end: End) {
        self.tell_end(end);
        self.playing = false;
        self.settled = false;
        if let Some(games) = &mut self.settings.games {
            *games = games.saturating_sub(1);
        }
    }

    fn tell_end(&mut self, end: End) {
        self.news
            .push_back(News::Ended(self.game.clone(), self.settings.side, end));
    }

    /// The plies that no undo takes back.
    fn fixed(&self) -> usize {
        self.settings.opening.into()
    }

    /// The game after the undo for which the other side may ask.
    fn undone(&self) -> Option<G> {
        self.game.undone(self.settings.side.other(), self.fixed())
    }

    fn undo(&mut self) {
        self.asked = false;
        if let Some(game) = self.undone() {
            self.game = game;
            self.changed();
            self.news.push_back(News::TakenBack(self.game.moves().count()));
        }
    }

    /// The position has changed, so nothing is known about it.
    fn changed(&mut self) {
        self.changes += 1;
        self.settled = false;
        self.thought = Thought::None;
    }

    /// Does what is next to be done.
    fn act(&mut self) {
        // The game is resigned first, if it can be.
        let resigns = self.resigning && self.joined() && !self.over() && !self.end.lost();
        let ends = self.settings.games == Some(0) || self.fault.is_some() && !resigns;
        // The other machine has to hear that its last ply counts.
        let settled = self.settled || !self.joined() || self.end.lost();
        if self.active && ends && settled {
            return self.leave();
        }
        if self.joined() && !self.end.pending() {
            self.offered = self.wish();
            if let Some((kind, argument)) = self.offered {
                self.end.offer(kind, argument);
            }
        }
        self.tell_state();
    }

    /// The message that is to be sent next.
    fn wish(&self) -> Option<(Kind, u8)> {
        if self.over() {
            let more = self.settings.games.is_some_and(|games| games > 0);
            // A new game would come before the answer to the other's last ply.
            return (more && self.settled && !self.declined).then_some((Kind::NewGame, 0));
        }
        if self.resigning {
            return Some((Kind::Resign, 0));
        }
        if self.end.out_of_step {
            return None;
        }
        if self.asked {
            return Some((Kind::GrantUndo, 0));
        }
        if self.game.turn() != self.settings.side {
            return None;
        }
        match self.thought {
            _ if self.game.must_pass() => Some((Kind::Pass, 0)),
            Thought::Found(at) => Some((Kind::Place, G::byte(at))),
            _ => None,
        }
    }

    /// Tells the state of the line if it is another one.
    fn tell_state(&mut self) {
        let state = match self.end.phase {
            Phase::Off => return,
            Phase::Seeking => match self.end.stranger {
                Stranger::Version => State::OtherVersion,
                Stranger::Game => State::OtherGame(self.theirs, self.greeting()),
                Stranger::None if self.end.left => State::Left,
                Stranger::None => State::Seeking,
            },
            Phase::Joined if self.end.lost() => State::Lost,
            Phase::Joined if self.end.out_of_step => State::OutOfStep,
            Phase::Joined => State::Joined,
        };
        if self.told.replace(state) != Some(state) {
            self.news.push_back(News::State(state));
        }
    }
}

#[cfg(test)]
mod tests;
