//! A browser for tests: Chromium, or the program that `TENGEN_CHROMIUM` names, controlled by its own protocol.
//!
//! ```text
//! Browser::open(address) --> chromium --headless --> its port for tools --- call, value, until ---> one tab
//! ```

use std::io::{BufRead, BufReader};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tungstenite::stream::MaybeTlsStream;
use tungstenite::{Message, WebSocket};

/// The time limit of every wait.
const PATIENCE: Duration = Duration::from_secs(60);

/// Chromium without a window, and one of its tabs.
pub struct Browser {
    child: Child,
    socket: WebSocket<MaybeTlsStream<TcpStream>>,
    calls: u64,
    /// The session of the opened tab.
    tab: Option<Value>,
    _profile: tempfile::TempDir,
}

impl Drop for Browser {
    fn drop(&mut self) {
        // A request to close also ends its helper processes; the program itself may be a script that started it.
        let close = json!({"id": 0, "method": "Browser.close"});
        let _ = self.socket.send(Message::text(close.to_string()));
        let asked = Instant::now();
        while self.child.try_wait().is_ok_and(|ended| ended.is_none()) && asked.elapsed() < Duration::from_secs(5) {
            std::thread::sleep(Duration::from_millis(50));
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Browser {
    /// Opens an address.
    pub fn open(address: &str) -> Browser {
        Browser::with(address, &[])
    }

    /// Opens an address, and logs what is done in the network, or on the disk, to that file until it is dropped.
    pub fn logged(address: &str, log: &Path) -> Browser {
        let log = format!("--log-net-log={}", log.display());
        Browser::with(
            address,
            &[&log, "--disable-background-networking", "--disable-component-update"],
        )
    }

    fn with(address: &str, options: &[&str]) -> Browser {
        let program = std::env::var("TENGEN_CHROMIUM").unwrap_or("chromium".into());
        let profile = tempfile::tempdir().unwrap();
        let mut child = Command::new(&program)
            .args([
                "--headless",
                "--no-sandbox",
                "--disable-gpu",
                "--remote-debugging-port=0",
            ])
            .args(["--force-color-profile=srgb", "--no-first-run", "--window-size=1280,800"])
            .arg(format!("--user-data-dir={}", profile.path().display()))
            .args(options)
            .arg(address)
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap_or_else(|error| panic!("{program}: {error}; install Chromium or set TENGEN_CHROMIUM"));
        let lines = BufReader::new(child.stderr.take().unwrap()).lines();
        let tools = lines
            .map_while(Result::ok)
            .find_map(|line| line.strip_prefix("DevTools listening on ws://").map(str::to_owned))
            .expect("Chromium tells where its tools listen");
        let (socket, _) = tungstenite::connect(format!("ws://{tools}")).unwrap();
        if let MaybeTlsStream::Plain(stream) = socket.get_ref() {
            stream.set_read_timeout(Some(PATIENCE)).unwrap();
        }
        let mut browser = Browser { child, socket, calls: 0, tab: None, _profile: profile };
        let tab = loop {
            let tabs = browser.call("Target.getTargets", json!({}));
            let tab = tabs["targetInfos"]
                .as_array()
                .unwrap()
                .iter()
                .find(|tab| tab["type"] == "page");
            if let Some(tab) = tab {
                break tab["targetId"].clone();
            }
        };
        let attached = browser.call("Target.attachToTarget", json!({"targetId": tab, "flatten": true}));
        browser.tab = Some(attached["sessionId"].clone());
        browser
    }

    /// The answer to a command of the protocol.
    pub fn call(&mut self, method: &str, parameters: Value) -> Value {
        self.calls += 1;
        let mut call = json!({"id": self.calls, "method": method, "params": parameters});
        if let Some(tab) = &self.tab {
            call["sessionId"] = tab.clone();
        }
        self.socket.send(Message::text(call.to_string())).unwrap();
        loop {
            let Message::Text(text) = self.socket.read().unwrap() else {
                continue;
            };
            let answer: Value = serde_json::from_str(&text).unwrap();
            if answer["id"] == self.calls {
                assert!(answer.get("error").is_none(), "{method}: {answer}");
                return answer["result"].clone();
            }
        }
    }

    /// Opens an address in another tab, which is the one in use from now on; returns the one before.
    pub fn another(&mut self, address: &str) -> Option<Value> {
        let before = self.tab.take();
        let tab = self.call("Target.createTarget", json!({"url": address}));
        let attached = self.call(
            "Target.attachToTarget",
            json!({"targetId": tab["targetId"], "flatten": true}),
        );
        self.tab = Some(attached["sessionId"].clone());
        before
    }

    /// Goes back to a tab that [`Browser::another`] has returned.
    pub fn back_to(&mut self, tab: Option<Value>) {
        self.tab = tab;
    }

    /// The value of an expression on the page, after its promise is resolved.
    pub fn value(&mut self, expression: &str) -> Value {
        let parameters = json!({"expression": expression, "returnByValue": true, "awaitPromise": true});
        let result = self.call("Runtime.evaluate", parameters);
        assert!(result.get("exceptionDetails").is_none(), "{expression}: {result}");
        result["result"]["value"].clone()
    }

    /// The screen as a PNG file.
    pub fn screenshot(&mut self) -> Vec<u8> {
        let shot = self.call("Page.captureScreenshot", json!({"format": "png"}));
        let signs = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
        let sextets: Vec<u32> = shot["data"]
            .as_str()
            .unwrap()
            .bytes()
            .filter_map(|sign| signs.iter().position(|known| *known == sign))
            .map(|sextet| sextet as u32)
            .collect();
        let bytes = sextets.chunks(4).flat_map(|four| {
            let word = four
                .iter()
                .enumerate()
                .fold(0, |word, (place, sextet)| word | sextet << (18 - 6 * place));
            word.to_be_bytes()[1..four.len()].to_vec()
        });
        bytes.collect()
    }

    /// Saves the screen in the folder that `TENGEN_SHOT` names, if it is set, for people to look at.
    pub fn shoot(&mut self, name: &str) {
        if let Some(folder) = std::env::var_os("TENGEN_SHOT") {
            let place = std::path::Path::new(&folder).join(format!("{name}.png"));
            std::fs::write(place, self.screenshot()).unwrap();
        }
    }

    /// What of the page breaks a rule of axe-core, as `impact rule: elements`, light and dark. tests/run.sh installs that.
    pub fn inaccessible(&mut self) -> Vec<Value> {
        if self.value("typeof axe") == "undefined" {
            let place = std::env::var("TENGEN_AXE").expect("tests/run.sh says where axe-core is");
            let axe = std::fs::read_to_string(&place).unwrap_or_else(|error| panic!("{place}: {error}"));
            self.value(&format!("{{ {axe}; 0 }}"));
        }
        let mut found = vec![];
        for scheme in ["light", "dark"] {
            let features = json!({"features": [{"name": "prefers-color-scheme", "value": scheme}]});
            self.call("Emulation.setEmulatedMedia", features);
            let broken = self.value(
                "axe.run().then(({ violations }) => violations.map(({ impact, id, nodes }) =>
                   `${impact} ${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`))",
            );
            found.extend(broken.as_array().unwrap().clone());
            self.shoot(scheme);
        }
        found
    }

    /// Waits until the expression is true.
    pub fn until(&mut self, expression: &str) {
        let began = Instant::now();
        while self.value(expression) != true {
            assert!(began.elapsed() < PATIENCE, "{expression} never holds");
            std::thread::sleep(Duration::from_millis(50));
        }
    }
}
