//! The server, for this computer only: the page and its files, and the WebSocket that carries pictures to the page and
//! orders back.
//!
//! | path                        | content                                       |
//! |-----------------------------|-----------------------------------------------|
//! | `/` and the files it names  | the page                                      |
//! | `/keys.json`                | the names of the keys                         |
//! | `/ws`                       | to the page: pictures as PNG and sound (binary; sound is a byte 0 and 8-bit samples), the status as JSON (text), `{"pages": ..}`, the number of pages that show this machine, `{"refused": ..}` for an invalid order, `{"tree": .., "game": ..}` for a game that was read, [`tengen_page::evaluation::Told`] for a position that was evaluated; from it: [`Order`]s |
//! | `/picture.png`, `/game.sgf` | the present picture and game                  |
//! | `/game.ggf`, `/game.txt`    | a game of Othello as GGF, and as a transcript |
//! | `/film.gif`, `/waves.zip`   | the last recordings                           |
//! | `/parts.json`, `/ring.json` | the signals, and the last clocks of some      |
//!
//! A request must name the loopback interface as its host and, if it states an origin, come from there. So a page of
//! another site is refused, and so is one whose own host name resolves to this computer.
//!
//! [`Limits`] bounds the memory and the time that a program can take by what it sends.

use std::net::TcpListener;
use std::sync::Arc;
use std::sync::mpsc::{SyncSender, TrySendError};
use std::time::{Duration, Instant};

use anyhow::Result;
use axum::Router;
use axum::extract::ws::{Message, WebSocket, WebSocketUpgrade};
use axum::extract::{Request, State};
use axum::http::header::{CACHE_CONTROL, CONNECTION, CONTENT_DISPOSITION, CONTENT_TYPE, HOST, ORIGIN};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use tokio::sync::broadcast::error::RecvError;
use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};
use tokio::time;

use tengen_page::offered::{self, Download, Missing};
use tengen_page::order::{Order, refusal};
use tengen_page::{files, game_file};

use super::evaluating;
use super::owner::Shown;
use super::requests::{self, Limits};
use crate::gateware::keyboard::key::KEYS;

/// The first byte of a message with sound; a PNG begins with a different one.
const SOUND: u8 = 0;
/// The wait before an order is offered again to a session whose queue is full.
const ROOM: Duration = Duration::from_millis(5);

/// The state shared by all requests.
#[derive(Clone)]
struct Desk {
    shown: Arc<Shown>,
    orders: SyncSender<Order>,
    /// How many pages are open.
    pages: watch::Sender<usize>,
    /// A permit for each page that may still be opened.
    room: Arc<Semaphore>,
    limits: Limits,
    port: u16,
}

/// Counts a page while it is open.
struct Counted(watch::Sender<usize>);

impl Counted {
    fn new(pages: watch::Sender<usize>) -> Counted {
        pages.send_modify(|pages| *pages += 1);
        Counted(pages)
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        self.0.send_modify(|pages| *pages -= 1);
    }
}

/// Serves requests until the program ends.
///
/// # Errors
/// If the listener cannot be used.
pub fn serve(listener: TcpListener, shown: Arc<Shown>, orders: SyncSender<Order>, limits: Limits) -> Result<()> {
    let port = listener.local_addr()?.port();
    listener.set_nonblocking(true)?;
    let room = Arc::new(Semaphore::new(limits.pages));
    let desk = Desk { shown, orders, pages: watch::Sender::new(0), room, limits, port };
    let page = Router::new()
        .route("/", get(async || text("text/html", files::served())))
        .route("/play.css", get(async || text("text/css", files::STYLE.into())));
    let page = files::served_modules().fold(page, |page, module| {
        page.route(
            &format!("/{}.js", module.name),
            get(async || text("text/javascript", module.text.into())),
        )
    });
    let page = offered::NAMES.iter().fold(page, |page, name| {
        page.route(&format!("/{name}"), get(|desk| download(desk, name)))
    });
    let pages = page
        .route("/keys.json", get(keys))
        .route("/ws", get(connect))
        .layer(middleware::from_fn_with_state(desk.clone(), local_only))
        .with_state(desk);
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        requests::accept(tokio::net::TcpListener::from_std(listener)?, pages, limits).await;
        Ok(())
    })
}

fn text(kind: &'static str, text: String) -> impl IntoResponse {
    ([(CONTENT_TYPE, format!("{kind}; charset=utf-8"))], text)
}

async fn keys() -> impl IntoResponse {
    (
        [(CONTENT_TYPE, "application/json")],
        serde_json::json!(KEYS.map(|key| key.name)).to_string(),
    )
}

async fn local_only(State(desk): State<Desk>, request: Request, next: Next) -> Response {
    if !is_local(request.headers(), desk.port) {
        return (
            StatusCode::FORBIDDEN,
            "this machine is played from its own computer alone\n",
        )
            .into_response();
    }
    let mut response = next.run(request).await;
    let headers = response.headers_mut();
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    // Each request has a time limit, so each has its own connection. A page's is kept open by its upgrade.
    headers.entry(CONNECTION).or_insert(HeaderValue::from_static("close"));
    response
}

/// Whether a request is for the loopback interface by name and, if it has an origin, comes from our own page.
fn is_local(headers: &HeaderMap, port: u16) -> bool {
    let ours = |host: &[u8]| {
        ["127.0.0.1", "localhost", "[::1]"]
            .iter()
            .any(|name| format!("{name}:{port}").as_bytes() == host)
    };
    let host = headers.get(HOST).is_some_and(|host| ours(host.as_bytes()));
    let origin = headers
        .get(ORIGIN)
        .is_none_or(|origin| origin.as_bytes().strip_prefix(b"http://").is_some_and(ours));
    host && origin
}

/// The file of that name, or why there is none.
async fn download(State(desk): State<Desk>, name: &'static str) -> Response {
    match desk.shown.offered.file(name) {
        Ok(Download { kind, name, bytes }) => {
            let disposition = format!("attachment; filename=\"{name}\"");
            let headers = [(CONTENT_TYPE, kind.to_owned()), (CONTENT_DISPOSITION, disposition)];
            (headers, bytes.to_vec()).into_response()
        }
        Err(why) => {
            let status = match why {
                Missing::Unknown | Missing::Yet | Missing::Signals => StatusCode::NOT_FOUND,
                Missing::Unwritable(_) => StatusCode::CONFLICT,
            };
            (status, format!("{why}\n")).into_response()
        }
    }
}

async fn connect(State(desk): State<Desk>, upgrade: WebSocketUpgrade) -> Response {
    let Ok(permit) = desk.room.clone().try_acquire_owned() else {
        return (
            StatusCode::SERVICE_UNAVAILABLE,
            format!("{} pages of this machine are open already\n", desk.limits.pages),
        )
            .into_response();
    };
    upgrade
        .max_message_size(desk.limits.message)
        .max_frame_size(desk.limits.message)
        .on_upgrade(move |socket| async move {
            // A page that has gone ends only its own connection.
            let _ = attend(socket, desk, permit).await;
        })
}

/// Serves one page until it closes, sends too long a message or falls silent.
async fn attend(mut socket: WebSocket, desk: Desk, _permit: OwnedSemaphorePermit) -> Result<(), axum::Error> {
    let mut picture = desk.shown.picture.subscribe();
    let mut status = desk.shown.status.subscribe();
    let mut sound = desk.shown.sound.subscribe();
    let mut evaluation = evaluating::none();
    let _counted = Counted::new(desk.pages.clone());
    let mut pages = desk.pages.subscribe();
    // A new page gets the present picture and status at once.
    picture.mark_changed();
    status.mark_changed();
    pages.mark_changed();
    let mut pings = time::interval(desk.limits.ping);
    let mut heard = Instant::now();
    loop {
        let message = tokio::select! {
            Ok(()) = picture.changed() => {
                let newest = picture.borrow_and_update().clone();
                if newest.is_empty() {
                    continue;
                }
                Message::Binary(newest.to_vec().into())
            }
            samples = sound.recv() => match samples {
                Ok(samples) => Message::Binary([SOUND].into_iter().chain(samples.iter().map(|sample| *sample as u8)).collect()),
                // A slow page misses old sound.
                Err(RecvError::Lagged(_)) => continue,
                Err(RecvError::Closed) => return Ok(()),
            },
            Ok(()) = pages.changed() => {
                let pages = *pages.borrow_and_update();
                Message::Text(serde_json::json!({ "pages": pages }).to_string().into())
            }
            Ok(()) = status.changed() => Message::Text(status.borrow_and_update().to_string().into()),
            Some(told) = evaluation.recv() => Message::Text(serde_json::json!(told).to_string().into()),
            _ = pings.tick() => {
                if heard.elapsed() > desk.limits.silence {
                    return Ok(());
                }
                Message::Ping(Default::default())
            }
            said = socket.recv() => match said {
                None => return Ok(()),
                Some(said) => match said.inspect(|_| heard = Instant::now())? {
                    Message::Text(text) => match Order::parse(&text) {
                        Ok(Order::Read { text }) => Message::Text(game_file::tree(&text).into()),
                        Ok(Order::Evaluate(position)) => match evaluating::begin(position) {
                            Ok(begun) => {
                                evaluation = begun;
                                continue;
                            }
                            Err(why) => refused(&why),
                        },
                        Ok(Order::CancelEvaluation) => {
                            evaluation = evaluating::none();
                            continue;
                        }
                        Ok(order) => {
                            if !hand_on(&desk.orders, order).await {
                                return Ok(());
                            }
                            continue;
                        }
                        Err(why) => refused(&why),
                    },
                    Message::Binary(_) => refused("orders are text"),
                    Message::Close(_) => return Ok(()),
                    Message::Ping(_) | Message::Pong(_) => continue,
                },
            },
        };
        match time::timeout(desk.limits.silence, socket.send(message)).await {
            Ok(sent) => sent?,
            Err(_) => return Ok(()),
        }
    }
}

/// Hands an order to the session, as soon as that has room for it: whether there still is a session.
async fn hand_on(orders: &SyncSender<Order>, mut order: Order) -> bool {
    loop {
        order = match orders.try_send(order) {
            Ok(()) => return true,
            Err(TrySendError::Full(order)) => order,
            Err(TrySendError::Disconnected(_)) => return false,
        };
        time::sleep(ROOM).await;
    }
}

fn refused(why: &str) -> Message {
    Message::Text(refusal(why).into())
}
