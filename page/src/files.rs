//! The page: one HTML file in two forms, as `tengen play` serves it and as it is alone; and the page of a circuit, alone.
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
/// The page of a circuit.
const CIRCUIT_INDEX: &str = include_str!("../files/circuit.html");
/// What both pages have: signals that are looked at, and the recording of waves.
const INSIDE: &str = include_str!("../files/inside.html");
const WAVES: &str = include_str!("../files/waves.html");
/// Its style.
pub const STYLE: &str = include_str!("../files/play.css");
/// What is different in the page of a circuit.
const CIRCUIT_STYLE: &str = include_str!("../files/circuit.css");
/// The program of a lone page's workers.
const WORKER: &str = concat!(include_str!("../files/code.js"), include_str!("../files/worker.js"));
/// The programs of both forms.
const COMMON: [Module; 10] = modules!(
    "play",
    "picture",
    "keys",
    "game",
    "evaluation",
    "diagram",
    "sound",
    "inside",
    "waves",
    "save"
);
/// Those of the page of a circuit.
const CIRCUIT: [Module; 5] = modules!("circuit", "beside", "inside", "waves", "save");
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
    page(
        INDEX,
        "play",
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

/// What a lone page shows.
#[derive(Clone, Copy)]
pub enum Shows {
    /// The machine of an image.
    Machine,
    /// The circuit of a file.
    Circuit,
}

/// The page as it is alone.
pub fn alone(shows: Shows, machine: Place) -> String {
    let machine = match machine {
        Place::Beside => format!("<script defer src=\"{MACHINE}\"></script>"),
        Place::Inside(machine) => format!("<script>{machine}</script>"),
    };
    let workers = format!("{machine}\n  <script type=\"text/plain\" id=\"worker\">\n{WORKER}  </script>\n  ");
    let (index, first, style, modules) = match shows {
        Shows::Machine => (INDEX, "play", STYLE.to_owned(), &COMMON[..]),
        Shows::Circuit => (
            CIRCUIT_INDEX,
            "circuit",
            format!("{STYLE}{CIRCUIT_STYLE}"),
            &CIRCUIT[..],
        ),
    };
    let place = |module: &Module| (module.name, data_url(module));
    page(
        index,
        first,
        &format!("<style>\n{style}  </style>"),
        modules.iter().chain([&WORKERS]).map(place),
        &workers,
    )
}

/// The text of [`MACHINE`], of a program and an image or a circuit's file, both compressed by gzip and written in base 64.
pub fn machine(program: &str, image: &str) -> String {
    format!("globalThis.tengen = {{ program: \"{program}\", image: \"{image}\" }};\n")
}

/// A page of that HTML file, whose programs begin with the module `first`.
fn page(
    index: &str,
    first: &str,
    style: &str,
    places: impl Iterator<Item = (&'static str, String)>,
    before: &str,
) -> String {
    let map: serde_json::Map<String, serde_json::Value> =
        places.map(|(name, place)| (name.into(), place.into())).collect();
    let map = serde_json::json!({ "imports": map });
    let programs = format!(
        "{before}<script type=\"importmap\">{map}</script>\n  <script type=\"module\">import \"{first}\";</script>"
    );
    index
        .replace("<!-- style -->", style)
        .replace("<!-- inside -->", INSIDE)
        .replace("<!-- waves -->", WAVES)
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
