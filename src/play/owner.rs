//! The thread that owns a session: it waits where the session says so, and hands its results to the server.

use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, TryRecvError};
use std::time::Duration;

use anyhow::Result;
use tengen_page::offered::Offered;
use tengen_page::order::Order;
use tengen_page::session::{Next, Session, Viewer};
use tokio::sync::{broadcast, watch};

/// The pieces of sound that a page may lag behind; it misses older ones.
const MOST_HEARD: usize = 64;
/// The time between two checks for a page.
const PAGE: Duration = Duration::from_millis(20);

/// The latest of everything, for pages and downloads.
pub struct Shown {
    /// The picture as PNG.
    pub picture: watch::Sender<Arc<[u8]>>,
    /// The status as JSON.
    pub status: watch::Sender<Arc<str>>,
    /// The sound, some samples at a time.
    pub sound: broadcast::Sender<Arc<[i8]>>,
    pub offered: Arc<Offered>,
}

impl Default for Shown {
    fn default() -> Self {
        Shown {
            picture: watch::Sender::new(Arc::new([])),
            status: watch::Sender::new("{}".into()),
            sound: broadcast::Sender::new(MOST_HEARD),
            offered: Arc::default(),
        }
    }
}

/// The pages that the server serves. It is no error if there is none.
pub struct Pages(pub Arc<Shown>);

impl Viewer for Pages {
    fn watched(&self) -> bool {
        self.0.picture.receiver_count() > 0
    }
    fn picture(&mut self, png: Arc<[u8]>) {
        self.0.picture.send_replace(png);
    }
    fn status(&mut self, status: String) {
        self.0.status.send_replace(status.into());
    }
    fn sound(&mut self, samples: Vec<i8>) {
        let _ = self.0.sound.send(samples.into());
    }
}

/// Runs a session until all senders of orders are gone.
///
/// # Errors
/// If the session fails.
pub fn run(mut session: Session, orders: Receiver<Order>) -> Result<()> {
    loop {
        loop {
            match orders.try_recv() {
                Ok(order) => session.follow(order),
                Err(TryRecvError::Empty) => break,
                Err(TryRecvError::Disconnected) => return Ok(()),
            }
        }
        let waits = match session.turn()? {
            Next::Now => continue,
            Next::In(time) => time,
            Next::AtPage => PAGE,
            Next::AtOrder => Duration::MAX,
        };
        match orders.recv_timeout(waits) {
            Ok(order) => session.follow(order),
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => return Ok(()),
        }
    }
}
