//! A player on a thread of its own, so that the line is served while it thinks.

use std::sync::mpsc::{Receiver, Sender, TryRecvError, channel};
use std::thread::{self, JoinHandle};

use super::game::LineGame;
use super::opponent::Question;
use crate::rating::contest::{Enter, Player};
use crate::rating::finish::Fault;

/// The number of a question, and the reply.
type Reply<G> = (u32, Result<<G as crate::rating::contest::Contest>::Move, Fault>);

pub struct Thinker<G: LineGame> {
    /// None: the thread is to end.
    questions: Option<Sender<Question<G>>>,
    replies: Receiver<Reply<G>>,
    /// The number of the question that is open.
    open: Option<u32>,
    thread: Option<JoinHandle<()>>,
}

impl<G: LineGame> Thinker<G> {
    /// A thinker that creates a player for each game.
    pub fn new(enter: Box<Enter<G>>) -> Thinker<G> {
        let (ask, questions) = channel();
        let (tell, replies) = channel();
        let thread = thread::spawn(move || think(&enter, &questions, &tell));
        Thinker { questions: Some(ask), replies, open: None, thread: Some(thread) }
    }

    /// Asks in place of what has been asked before.
    pub fn ask(&mut self, question: Question<G>) {
        self.open = Some(question.number);
        if let Some(questions) = &self.questions {
            // If the thread has ended, the next reply says so.
            let _ = questions.send(question);
        }
    }

    /// The reply to the question that is open, once there is one.
    pub fn reply(&mut self) -> Option<Reply<G>> {
        loop {
            let reply = match self.replies.try_recv() {
                Ok(reply) => reply,
                Err(TryRecvError::Empty) => return None,
                Err(TryRecvError::Disconnected) => (self.open?, Err(Fault::new("has broken off"))),
            };
            if self.open == Some(reply.0) {
                self.open = None;
                return Some(reply);
            }
        }
    }
}

impl<G: LineGame> Drop for Thinker<G> {
    /// Ends the player, unless it thinks: then it ends by itself.
    fn drop(&mut self) {
        self.questions = None;
        if let Some(thread) = self.thread.take().filter(|_| self.open.is_none()) {
            let _ = thread.join();
        }
    }
}

fn think<G: LineGame>(enter: &Enter<G>, questions: &Receiver<Question<G>>, replies: &Sender<Reply<G>>) {
    let mut seated: Option<(u32, Box<dyn Player<G>>)> = None;
    while let Ok(mut question) = questions.recv() {
        while let Ok(later) = questions.try_recv() {
            question = later;
        }
        let Question { game, number, position } = question;
        // One that is at fault is ended at once.
        let reply = match seated.take().filter(|(seat, _)| *seat == game) {
            Some((_, player)) => Ok(player),
            None => enter().map_err(Fault::from),
        };
        let reply = reply.and_then(|mut player| {
            let at = player.reply(&position)?.at;
            seated = Some((game, player));
            Ok(at)
        });
        if replies.send((number, reply)).is_err() {
            return;
        }
    }
}
