//! Programs that are broken or mean harm: whatever they send to the server, its memory stays bounded and a page is served.

use std::collections::VecDeque;
use std::fs;
use std::io::{ErrorKind, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::json;
use tengen::play::owner::Shown;
use tengen::play::requests::Limits;
use tengen::play::server;
use tengen_page::order::Order;
use tungstenite::Message;
use tungstenite::stream::MaybeTlsStream;

use super::{PATIENCE, Page, Served, local};

/// Connections in all, and those of them that are open at once: a process may have 1024 files open.
const SOCKETS: usize = 10_000;
const AT_ONCE: usize = 500;
/// What the memory of the server's process may grow by, in KiB: a machine that runs grows by a few hundred.
const GROWTH: u64 = 16 * 1024;
/// The upgrade of a connection, by which the page's messages begin.
const UPGRADE: &str = "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n\
                       Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n";

/// The limits of a server that a test has not long to wait for.
const SHORT: Limits = Limits {
    requests: 8,
    request: Duration::from_millis(500),
    pages: 3,
    message: 1024 * 1024,
    ping: Duration::from_millis(100),
    // A page that answers stays, however busy the computer is.
    silence: Duration::from_secs(3),
    orders: 4,
};

impl Served {
    /// The memory of the process that is in use, in KiB.
    fn memory(&self) -> u64 {
        let status = fs::read_to_string(format!("/proc/{}/status", self.child.id())).unwrap();
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap();
        line.trim().trim_end_matches(" kB").parse().unwrap()
    }
}

/// A server without a machine, with the short limits, and the orders that nobody follows.
fn unattended() -> (String, Receiver<Order>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let host = listener.local_addr().unwrap().to_string();
    let (orders, heard) = mpsc::sync_channel(SHORT.orders);
    thread::spawn(move || server::serve(listener, Arc::new(Shown::default()), orders, SHORT));
    (host, heard)
}

fn connected(host: &str) -> TcpStream {
    let stream = TcpStream::connect(host).unwrap();
    stream.set_read_timeout(Some(PATIENCE)).unwrap();
    stream.set_write_timeout(Some(PATIENCE)).unwrap();
    stream
}

/// A connection that has become a page's.
fn upgraded(host: &str) -> TcpStream {
    let mut stream = connected(host);
    write!(stream, "GET /ws HTTP/1.1\r\n{}{UPGRADE}\r\n", local(host)).unwrap();
    let mut head = vec![];
    while !head.ends_with(b"\r\n\r\n") {
        let mut byte = [0];
        stream.read_exact(&mut byte).unwrap();
        head.extend(byte);
    }
    assert!(head.starts_with(b"HTTP/1.1 101"), "{}", String::from_utf8_lossy(&head));
    stream
}

/// The time until the server ends a connection.
fn ended(mut stream: TcpStream) -> Duration {
    let began = Instant::now();
    let mut bytes = vec![0; 1 << 16];
    loop {
        match stream.read(&mut bytes) {
            Ok(0) => return began.elapsed(),
            Ok(_) => assert!(began.elapsed() < 2 * PATIENCE, "it is not ended"),
            Err(error) => {
                assert_eq!(error.kind(), ErrorKind::ConnectionReset, "it is not ended");
                return began.elapsed();
            }
        }
    }
}

/// The head of a client's frame: `opcode`, with the final bit in the last frame of a message; the length in 64 bits; a mask of
/// zeros.
fn frame(opcode: u8, length: u64) -> Vec<u8> {
    [&[opcode, 0x80 | 127][..], &length.to_be_bytes(), &[0; 4]].concat()
}

#[test]
fn ten_thousand_sockets_do_no_harm() {
    let served = Served::new();
    let mut page = served.page();
    page.press("enter m m enter");
    page.until("the game", |page| page.status["machine"]["page"] == "game");
    let before = served.memory();

    // Silent ones, half a request, a request whose end never comes, a body that never comes, and no HTTP at all.
    let whole = format!("GET / HTTP/1.1\r\n{}", local(&served.host));
    let says = [
        "",
        "GET / HT",
        &whole,
        &format!("{whole}Content-Length: 99\r\n\r\n"),
        "\0\x16\x03\x01\r\n\r\n",
    ];
    let mut open = VecDeque::new();
    for socket in 0..SOCKETS {
        if open.len() == AT_ONCE {
            open.pop_front();
        }
        let mut stream = connected(&served.host);
        // The server may have closed the connection already.
        let _ = stream.write_all(says[socket % says.len()].as_bytes());
        open.push_back(stream);
        if socket % 1000 == 999 {
            let began = Instant::now();
            assert!(served.get("/", &local(&served.host)).0.starts_with("http/1.1 200"));
            assert!(began.elapsed() < Duration::from_secs(5), "a page waits");
        }
    }
    assert!(
        served.memory() < before + GROWTH,
        "{before} KiB become {}",
        served.memory()
    );
    page.press("enter");
    page.until_moves(1);
}

#[test]
fn a_frame_of_a_gigabyte_is_not_waited_for() {
    const GIGABYTE: u64 = 1 << 30;
    const TEXT: u8 = 1;
    const FINAL: u8 = 0x80;
    let served = Served::new();
    let mut page = served.page();
    page.until("the list of games", |page| page.status["machine"]["page"] == "home");
    let before = served.memory();

    // One frame of that size, and one message of many frames.
    let mut whole = upgraded(&served.host);
    whole.write_all(&frame(FINAL | TEXT, GIGABYTE)).unwrap();
    // At once, and not because the page is silent after that.
    assert!(ended(whole) < PATIENCE / 2, "a gigabyte is waited for");
    let mut pieces = upgraded(&served.host);
    let piece = vec![b' '; 1 << 16];
    let refused = (0..GIGABYTE >> 16).any(|number| {
        let opcode = if number == 0 { TEXT } else { 0 };
        let sent = pieces.write_all(&frame(opcode, piece.len() as u64));
        sent.and_then(|()| pieces.write_all(&piece)).is_err()
    });
    assert!(refused, "a gigabyte in pieces is taken");
    assert!(
        served.memory() < before + GROWTH,
        "{before} KiB become {}",
        served.memory()
    );
    page.press("enter m m enter enter");
    page.until_moves(1);
}

#[test]
fn half_open_connections_and_silent_pages_end() {
    let (host, _heard) = unattended();
    let mut partial = connected(&host);
    write!(partial, "GET / HTTP/1.1\r\n").unwrap();
    let time = ended(partial);
    assert!(
        time >= SHORT.request / 2 && time < PATIENCE / 2,
        "half a request: {time:?}"
    );
    let mut slow = connected(&host);
    write!(slow, "GET / HTTP/1.1\r\n").unwrap();
    let began = Instant::now();
    while slow.write_all(b"X: y\r\n").is_ok() {
        assert!(began.elapsed() < PATIENCE, "a request may take its time");
        thread::sleep(SHORT.request / 10);
    }

    // It reads, and answers no ping.
    let time = ended(upgraded(&host));
    assert!(
        time >= SHORT.silence / 2 && time < PATIENCE / 2,
        "a silent page: {time:?}"
    );
    // A page that answers stays.
    let mut page = Page::new(&host);
    let began = Instant::now();
    while began.elapsed() < SHORT.silence * 2 {
        page.socket.read().unwrap();
        page.socket.flush().unwrap();
    }
}

#[test]
fn only_so_many_pages_are_open_and_another_may_come_when_one_goes() {
    let (host, _heard) = unattended();
    let mut open: Vec<Page> = (0..SHORT.pages).map(|_| Page::new(&host)).collect();
    let ask = || tungstenite::connect(format!("ws://{host}/ws"));
    let refused = ask().unwrap_err().to_string();
    assert!(refused.contains("503"), "{refused}");
    drop(open.pop());
    let began = Instant::now();
    while ask().is_err() {
        assert!(began.elapsed() < PATIENCE, "no page may come");
        thread::sleep(Duration::from_millis(10));
    }
}

#[test]
fn orders_that_nobody_follows_are_not_heaped_up() {
    const MOST: usize = 200;
    let (host, heard) = unattended();
    let mut page = Page::new(&host);
    let MaybeTlsStream::Plain(stream) = page.socket.get_ref() else {
        unreachable!()
    };
    stream.set_write_timeout(Some(SHORT.silence)).unwrap();
    let text = "x".repeat(500_000);
    let mut order = |node| {
        let order = json!({"do": "sgf", "text": text, "node": node});
        page.socket.send(Message::text(order.to_string()))
    };
    let taken = (0..MOST).take_while(|node| order(*node).is_ok()).count();
    // Those that wait, and what the system's buffers hold.
    assert!((SHORT.orders..MOST / 2).contains(&taken), "{taken} orders are taken");

    // Those that were taken come in their order, none twice.
    for expected in 0..=SHORT.orders {
        match heard.recv_timeout(PATIENCE).unwrap() {
            Order::Sgf { node, .. } => assert_eq!(node, Some(expected)),
            other => panic!("{other:?}"),
        }
    }
}
