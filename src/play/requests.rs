//! Accepts connections for [`server`](super::server), one a request, and defines the limits of what a program may use there.

use std::collections::VecDeque;
use std::time::Duration;

use axum::Router;
use hyper::server::conn::http1;
use hyper_util::rt::TokioIo;
use hyper_util::service::TowerToHyperService;
use tokio::net::TcpListener;
use tokio::task::AbortHandle;
use tokio::time;

/// The wait after a connection could not be accepted.
const AGAIN: Duration = Duration::from_millis(5);

/// What a program that is broken, or means harm, can use of the server.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Requests at a time. One beyond them ends the oldest, so that a page is served however many connections are left
    /// half open.
    pub requests: usize,
    /// The time of a request, from its connection to the last byte of its answer.
    pub request: Duration,
    /// Pages at a time. Another one gets status 503.
    pub pages: usize,
    /// The bytes of a page's message. A longer one ends its connection.
    pub message: usize,
    /// The time between two pings of a page.
    pub ping: Duration,
    /// The time in which a page must answer a ping, or take what is sent to it.
    pub silence: Duration,
    /// Orders that the session has not followed yet. Beyond them the server stops reading from pages.
    pub orders: usize,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            // A browser makes six requests of a server at a time.
            requests: 64,
            request: Duration::from_secs(30),
            pages: 16,
            message: 1024 * 1024,
            ping: Duration::from_secs(10),
            silence: Duration::from_secs(60),
            orders: 64,
        }
    }
}

/// Answers requests until the program ends. A connection that became a WebSocket no longer counts as a request.
pub async fn accept(listener: TcpListener, pages: Router, limits: Limits) {
    let mut open: VecDeque<AbortHandle> = VecDeque::new();
    loop {
        let Ok((stream, _)) = listener.accept().await else {
            // The client has gone already, or the process has as many connections as it may.
            time::sleep(AGAIN).await;
            continue;
        };
        open.retain(|request| !request.is_finished());
        if open.len() == limits.requests
            && let Some(oldest) = open.pop_front()
        {
            oldest.abort();
        }
        let service = TowerToHyperService::new(pages.clone());
        let request = tokio::spawn(async move {
            let answer = http1::Builder::new()
                .serve_connection(TokioIo::new(stream), service)
                .with_upgrades();
            // A client that is too slow, or that breaks the protocol, ends only its own connection.
            let _ = time::timeout(limits.request, answer).await;
        });
        open.push_back(request.abort_handle());
    }
}
