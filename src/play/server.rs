//! The server, for this computer only: the page and its files, and the WebSocket that carries pictures to the page and
//! orders back.
//!
//! | path                        | content                                       |
//! |-----------------------------|-----------------------------------------------|
//! | `/` and the files it names  | the page                                      |
//! | `/keys.json`                | the names of the keys                         |
//! | `/ws`                       | to the page: pictures as PNG and sound (binary; sound is a byte 0 and 8-bit samples), the status as JSON (text), `{"pages": ..}`, the number of pages that show this machine, `{"refused": ..}` for an invalid order, `{"tree": .., "game": ..}` for a game that was read, [`evaluation::Told`] for a position that was evaluated; from it: [`Order`]s |
//! | `/picture.png`, `/game.sgf` | the present picture and game                  |
//! | `/game.ggf`, `/game.txt`    | a game of Othello as GGF, and as a transcript |
//! | `/film.gif`, `/waves.zip`   | the last recordings                           |
//!
//! A request must name the loopback interface as its host and, if it states an origin, come from there. So a page of
//! another site is refused, and so is one whose own host name resolves to this computer.

use std::net::TcpListener;
use std::sync::mpsc::Sender;
use std::sync::{Arc, Mutex};

use anyhow::Result;
use axum::Router;
use axum::extract::ws::{Message, WebSocket, WebSocketUpgrade};
use axum::extract::{Request, State};
use axum::http::header::{CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_TYPE, HOST, ORIGIN};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::get;

use tokio::sync::broadcast::error::RecvError;
use tokio::sync::watch;

use super::evaluation;
use super::page_order::Order;
use super::session::Shown;
use crate::gateware::keyboard::key::KEYS;
use crate::notation::sgf;
use crate::notation::{self, Format, Record};

/// The first byte of a message with sound; a PNG begins with a different one.
const SOUND: u8 = 0;
/// The longest message of a page, in bytes.
const LONGEST_MESSAGE: usize = 1024 * 1024;

/// The files of the page.
const PAGE: [(&str, &str, &str); 9] = [
    ("/", "text/html", include_str!("page/index.html")),
    ("/play.css", "text/css", include_str!("page/play.css")),
    ("/play.js", "text/javascript", include_str!("page/play.js")),
    ("/picture.js", "text/javascript", include_str!("page/picture.js")),
    ("/keys.js", "text/javascript", include_str!("page/keys.js")),
    ("/game.js", "text/javascript", include_str!("page/game.js")),
    ("/evaluation.js", "text/javascript", include_str!("page/evaluation.js")),
    ("/diagram.js", "text/javascript", include_str!("page/diagram.js")),
    ("/sound.js", "text/javascript", include_str!("page/sound.js")),
];

/// The state shared by all requests.
#[derive(Clone)]
struct Desk {
    shown: Arc<Shown>,
    orders: Sender<Order>,
    /// How many pages are open.
    pages: watch::Sender<usize>,
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
pub fn serve(listener: TcpListener, shown: Arc<Shown>, orders: Sender<Order>) -> Result<()> {
    let port = listener.local_addr()?.port();
    listener.set_nonblocking(true)?;
    let desk = Desk { shown, orders, pages: watch::Sender::new(0), port };
    let page = PAGE.iter().fold(Router::new(), |page, (path, kind, contents)| {
        page.route(path, get(|| text(kind, contents)))
    });
    let pages = page
        .route("/keys.json", get(keys))
        .route("/ws", get(connect))
        .route("/picture.png", get(picture))
        .route("/film.gif", get(film))
        .route("/waves.zip", get(waves))
        .route("/game.sgf", get(|desk| game(desk, Format::Sgf)))
        .route("/game.ggf", get(|desk| game(desk, Format::Ggf)))
        .route("/game.txt", get(|desk| game(desk, Format::Transcript)))
        .layer(middleware::from_fn_with_state(desk.clone(), local_only))
        .with_state(desk);
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async { Ok(axum::serve(tokio::net::TcpListener::from_std(listener)?, pages).await?) })
}

async fn text(kind: &'static str, text: &'static str) -> impl IntoResponse {
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
    response
        .headers_mut()
        .insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
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

/// A file for download.
fn file(kind: &'static str, name: &'static str, contents: Option<Arc<[u8]>>) -> Response {
    match contents.filter(|contents| !contents.is_empty()) {
        Some(contents) => {
            let disposition = format!("attachment; filename=\"{name}\"");
            let headers = [(CONTENT_TYPE, kind.to_owned()), (CONTENT_DISPOSITION, disposition)];
            (headers, contents.to_vec()).into_response()
        }
        None => (StatusCode::NOT_FOUND, "nothing is recorded yet\n").into_response(),
    }
}

fn recorded(place: &Mutex<Option<Arc<[u8]>>>) -> Option<Arc<[u8]>> {
    place.lock().unwrap_or_else(|poison| poison.into_inner()).clone()
}

async fn picture(State(desk): State<Desk>) -> Response {
    let picture = desk.shown.picture.borrow().clone();
    file("image/png", "tengen.png", Some(picture))
}

async fn film(State(desk): State<Desk>) -> Response {
    file("image/gif", "tengen.gif", recorded(&desk.shown.film))
}

async fn waves(State(desk): State<Desk>) -> Response {
    file("application/zip", "tengen-waves.zip", recorded(&desk.shown.waves))
}

/// The game on the board in that format, or why it cannot be written in it.
async fn game(State(desk): State<Desk>, format: Format) -> Response {
    let record = desk
        .shown
        .game
        .lock()
        .unwrap_or_else(|poison| poison.into_inner())
        .clone();
    let (kind, name) = match format {
        Format::Sgf => ("application/x-go-sgf", "tengen.sgf"),
        Format::Ggf => ("text/plain; charset=utf-8", "tengen.ggf"),
        Format::Transcript => ("text/plain; charset=utf-8", "tengen.txt"),
    };
    let text = match &record {
        Some(Record::Gomoku(_)) if format != Format::Sgf => Err("Gomoku is kept as SGF alone".into()),
        Some(record) => record.write(format).map_err(|error| error.to_string()),
        None => Ok(String::new()),
    };
    match text {
        Ok(text) => file(kind, name, Some(text.into_bytes().into())),
        Err(why) => (StatusCode::CONFLICT, format!("{why}\n")).into_response(),
    }
}

async fn connect(State(desk): State<Desk>, upgrade: WebSocketUpgrade) -> Response {
    upgrade
        .max_message_size(LONGEST_MESSAGE)
        .max_frame_size(LONGEST_MESSAGE)
        .on_upgrade(move |socket| async move {
            // A page that has gone ends only its own connection.
            let _ = attend(socket, desk).await;
        })
}

/// Serves one page until it closes or sends too long a message.
async fn attend(mut socket: WebSocket, desk: Desk) -> Result<(), axum::Error> {
    let mut picture = desk.shown.picture.subscribe();
    let mut status = desk.shown.status.subscribe();
    let mut sound = desk.shown.sound.subscribe();
    let mut evaluation = evaluation::none();
    let _counted = Counted::new(desk.pages.clone());
    let mut pages = desk.pages.subscribe();
    // A new page gets the present picture and status at once.
    picture.mark_changed();
    status.mark_changed();
    pages.mark_changed();
    loop {
        let message = tokio::select! {
            Ok(()) = picture.changed() => {
                let newest = picture.borrow_and_update().clone();
                if newest.is_empty() {
                    continue;
                }
                Message::Binary(newest.to_vec().into())
            }
            heard = sound.recv() => match heard {
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
            said = socket.recv() => match said {
                None => return Ok(()),
                Some(said) => match said? {
                    Message::Text(text) => match Order::parse(&text) {
                        Ok(Order::Read { text }) => tree(&text),
                        Ok(Order::Evaluate(position)) => match evaluation::begin(position) {
                            Ok(begun) => {
                                evaluation = begun;
                                continue;
                            }
                            Err(why) => refusal(&why),
                        },
                        Ok(Order::CancelEvaluation) => {
                            evaluation = evaluation::none();
                            continue;
                        }
                        Ok(order) => {
                            if desk.orders.send(order).is_err() {
                                return Ok(());
                            }
                            continue;
                        }
                        Err(why) => refusal(&why),
                    },
                    Message::Binary(_) => refusal("orders are text"),
                    Message::Close(_) => return Ok(()),
                    Message::Ping(_) | Message::Pong(_) => continue,
                },
            },
        };
        socket.send(message).await?;
    }
}

/// The game in a file; a game of Gomoku includes its variations.
fn tree(file: &str) -> Message {
    let file = file.as_bytes();
    let told = match notation::notation(file) {
        None => sgf::read_tree(file)
            .map(|tree| serde_json::json!({ "tree": tree, "game": "gomoku" }))
            .map_err(anyhow::Error::from),
        Some(format) => notation::othello::read(file, format)
            .map(|record| serde_json::json!({ "tree": record.tree(), "game": "othello" })),
    };
    match told {
        Ok(told) => Message::Text(told.to_string().into()),
        Err(error) => refusal(&format!("this game cannot be read: {error:#}")),
    }
}

fn refusal(why: &str) -> Message {
    Message::Text(serde_json::json!({ "refused": why }).to_string().into())
}
