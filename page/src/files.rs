//! The page: one HTML file in two forms, as `tengen play` serves it and as it is alone.
//!
//! | form   | style and programs             | `link`       | the machine                                |
//! |--------|--------------------------------|--------------|--------------------------------------------|
//! | served | files of the server            | `socket.js`  | behind the server's WebSocket              |
//! | alone  | in the HTML file, as data URLs | `workers.js` | in `machine.js`, or in the HTML file too   |
//!
//! The programs are modules that import each other by bare names; an import map says where each is. A page opened from
//! disk may load neither modules nor a worker's program from files beside it, only plain scripts.

use std::fmt::Write;

/// A program of the page: a module of that name.
pub struct Module {
    pub name: &'static str,
    pub text: &'static str,
}

macro_rules! modules {
    ($($name:literal),*) => {
        [$(Module { name: $name, text: include_str!(concat!("../files/", $name, ".js")) }),*]
    };
}

const INDEX: &str = include_str!("../files/index.html");
/// Its style.
pub const STYLE: &str = include_str!("../files/play.css");
/// The program of a lone page's workers.
const WORKER: &str = include_str!("../files/worker.js");
/// The programs of both forms.
const COMMON: [Module; 8] = modules!(
    "play",
    "picture",
    "keys",
    "game",
    "evaluation",
    "diagram",
    "sound",
    "inside"
);
/// What is `link` in each.
const SOCKET: Module = Module { name: "link", text: include_str!("../files/socket.js") };
const WORKERS: Module = Module { name: "link", text: include_str!("../files/workers.js") };

/// The file of the machine beside a lone page.
pub const MACHINE: &str = "machine.js";

/// The modules of the served page.
pub fn served_modules() -> impl Iterator<Item = Module> {
    COMMON.into_iter().chain([SOCKET])
}

/// The page as it is served.
pub fn served() -> String {
    let place = |module: Module| (module.name, format!("./{}.js", module.name));
    index(
        r#"<link rel="stylesheet" href="play.css">"#,
        served_modules().map(place),
        "",
    )
}

/// Where a lone page has its machine.
pub enum Place<'a> {
    /// In the file [`MACHINE`] beside it.
    Beside,
    /// In the page itself: the text of that file.
    Inside(&'a str),
}

/// The page as it is alone.
pub fn alone(machine: Place) -> String {
    let machine = match machine {
        Place::Beside => format!("<script defer src=\"{MACHINE}\"></script>"),
        Place::Inside(machine) => format!("<script>{machine}</script>"),
    };
    let workers = format!("{machine}\n  <script type=\"text/plain\" id=\"worker\">\n{WORKER}  </script>\n  ");
    let place = |module: Module| (module.name, data_url(&module));
    index(
        &format!("<style>\n{STYLE}  </style>"),
        COMMON.into_iter().chain([WORKERS]).map(place),
        &workers,
    )
}

/// The text of [`MACHINE`], of a program and an image, both compressed by gzip and written in base 64.
pub fn machine(program: &str, image: &str) -> String {
    format!("globalThis.tengen = {{ program: \"{program}\", image: \"{image}\" }};\n")
}

fn index(style: &str, places: impl Iterator<Item = (&'static str, String)>, before: &str) -> String {
    let map: serde_json::Map<String, serde_json::Value> =
        places.map(|(name, place)| (name.into(), place.into())).collect();
    let map = serde_json::json!({ "imports": map });
    let programs = format!(
        "{before}<script type=\"importmap\">{map}</script>\n  <script type=\"module\">import \"play\";</script>"
    );
    INDEX
        .replace("<!-- style -->", style)
        .replace("<!-- programs -->", &programs)
}

/// A module as an address of its own, with a name for the browser's tools.
fn data_url(module: &Module) -> String {
    let mut url = "data:text/javascript;charset=utf-8,".to_owned();
    let text = format!("{}//# sourceURL={}.js\n", module.text, module.name);
    for byte in text.bytes() {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' => url.push(byte.into()),
            // Writing to a string never fails.
            _ => _ = write!(url, "%{byte:02X}"),
        }
    }
    url
}
