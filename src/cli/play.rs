//! `tengen play`: the machine in a browser.

use std::io::{self, ErrorKind};
use std::net::{Ipv4Addr, TcpListener};
use std::sync::{Arc, mpsc};
use std::thread;

use anyhow::{Context, Result, anyhow};
use clap::{Args, ValueEnum};
use tengen_page::image::Image;
use tengen_page::running::{Console, Running};
use tengen_page::saved::Keeper;
use tengen_page::session::{Session, Setup};
use tengen_sim::{Circuit, Native};

use super::verilated;
use crate::gateware::console::Variant;
use crate::hdl::verilog;
use crate::line::plug::Plug;
use crate::misuse::Misuse;
use crate::play::owner::{self, Pages, Shown};
use crate::play::requests::Limits;
use crate::play::watched::Watched;
use crate::play::{kept_file, server};
use crate::simulation::timing::CLOCK_HZ;
use crate::units::{Monitored, SLOW_CONSOLE, SLOW_SECOND};

/// The clocks of one second of the game's own clock on the fast engine: what the machine runs in a second.
const FAST_SECOND: u32 = CLOCK_HZ as u32;
/// The default port.
const PORT: u16 = 7225;

#[derive(Clone, Copy, PartialEq, ValueEnum)]
enum EngineKind {
    /// The circuit in batches of clocks, as fast as the machine itself
    Fast,
    /// The rust-hdl simulation
    Native,
    /// The emitted Verilog, scanned out; needs the tools of `tengen tools` and a C++ compiler
    Verilator,
}

/// Play the machine in a browser
#[derive(Args)]
#[command(
    after_help = "Examples:\n  tengen play\n  tengen play --engine verilator --port 8000\n  \
    tengen play --link console.line\n\n\
    Nothing leaves this computer: the address is that of the loopback interface, and only requests from there are \
    answered. The machine makes 25 million clocks a second, and so does the fast engine; with another one a second of the \
    game's own clock is cut to what it makes in one. What the fast engine runs is kept in a file of yours, and goes on from \
    there the next time.\n\n\
    With --checks every part that has checks is watched (docs/proofs.md). A property that does not hold is named, with the clock and \
    the signals, and the machine is paused. No engine makes more than a million clocks a second then, the searches run as circuits, \
    and nothing is kept.\n\n\
    --link makes a pseudo-terminal, and at its path a symbolic link to it, so that tengen keyboard --port and that path is a \
    keyboard too. If there is a port already, another console's line or a board's, it is connected to that. The machine then \
    runs without a page too."
)]
pub struct Play {
    /// What runs the machine
    #[arg(long, value_enum, ignore_case = true, default_value = "fast")]
    engine: EngineKind,
    /// The port of the address; 0 takes any that is free
    #[arg(long, default_value_t = PORT)]
    port: u16,
    /// Print the address, but open no browser
    #[arg(long)]
    no_open: bool,
    /// Begin with a machine at power-on, and not where the last one was left
    #[arg(long)]
    fresh: bool,
    /// Watches every part that has checks, see below
    #[arg(long)]
    checks: bool,
    /// Connects the machine's serial line to this path, see below
    #[arg(long, value_name = "PATH")]
    link: Option<String>,
}

impl Play {
    pub fn run(&self) -> Result<String> {
        let listener =
            TcpListener::bind((Ipv4Addr::LOCALHOST, self.port)).map_err(|error| refusal(self.port, &error))?;
        let address = format!("http://{}", listener.local_addr()?);
        let plug = self.link.as_deref().map(Plug::at).transpose()?;
        let is_fast = self.engine == EngineKind::Fast && !self.checks;
        let second = if is_fast { FAST_SECOND } else { SLOW_SECOND };
        let variant = Variant { second, sound: false, ..Variant::default() };
        let console = move || Console::new(variant);
        let mut kept = None;
        // The machine is created in its own thread, where the simulation's parts must stay.
        let make: Box<dyn FnOnce() -> Result<Running> + Send> = match self.engine {
            EngineKind::Fast if self.checks => Box::new(|| watched(SLOW_CONSOLE.fast_monitored()?)),
            EngineKind::Fast => {
                let image = Image::of(variant)?;
                let file = kept_file::path().map_err(|error| eprintln!("{error:#}")).ok();
                kept = file.map(|file| (file, image.design.clone()));
                Box::new(move || Ok(image.engine()))
            }
            EngineKind::Native if self.checks => Box::new(|| watched(SLOW_CONSOLE.monitored()?)),
            EngineKind::Native => Box::new(move || Ok(Running::Native(Box::new(Native::new(console()))))),
            EngineKind::Verilator if self.checks => {
                let verilog = SLOW_CONSOLE.monitored_verilog()?;
                let model = verilated::model(verilog.text(), verilog.top(), verilog.ports())?;
                Box::new(move || {
                    let (engine, monitors) = verilog.watch(model.start());
                    Ok(Running::Checked(Box::new(Watched::new(Box::new(engine), monitors))))
                })
            }
            EngineKind::Verilator => {
                let text = verilog::verilog(&mut console(), "console")?;
                let model = verilated::model(&text, "console", &Console::ports())?;
                Box::new(move || Ok(Running::Verilated(model.start())))
            }
        };
        let (engine, why) = match self.engine {
            EngineKind::Fast if self.checks => ("fast, with checks", "every clock and every pin, a search too"),
            EngineKind::Fast => (
                "fast",
                "every clock and every pin of the circuit, a search by its model; --engine native is the reference",
            ),
            EngineKind::Native => ("rust-hdl simulation", "you asked for it"),
            EngineKind::Verilator => ("emitted Verilog under Verilator", "you asked for it"),
        };
        let setup = Setup { engine, second: second.into() };
        let before = match &kept {
            Some((file, design)) if !self.fresh => kept_file::load(file, design).unwrap_or_else(|error| {
                eprintln!("the machine begins anew: {error:#}");
                None
            }),
            _ => None,
        };
        if before.is_some() {
            eprintln!("the machine goes on where it was left; --fresh begins anew");
        }
        let limits = Limits::default();
        let shown = Arc::new(Shown::default());
        let (orders, heard) = mpsc::sync_channel(limits.orders);
        let session = {
            let shown = shown.clone();
            thread::spawn(move || {
                let offered = shown.offered.clone();
                let mut session = Session::new(setup, make()?, Box::new(Pages(shown)), offered)?;
                if let Some(mut plug) = plug {
                    session = session.linked(Box::new(move |line| plug.exchange(line)));
                }
                if let Some((file, design)) = kept {
                    let keeper = Keeper::new(design, Box::new(move |json| kept_file::store(&file, json)));
                    session = session.kept(keeper, before);
                }
                owner::run(session, heard)
            })
        };
        eprintln!("engine: {engine} ({why})");
        eprintln!("the machine is at {address}; Ctrl-C ends it");
        if let Some(link) = &self.link {
            eprintln!("its serial line is at {link}");
        }
        if !self.no_open && open::that_detached(&address).is_err() {
            eprintln!("no browser could be opened; open the address yourself");
        }
        thread::spawn(move || server::serve(listener, shown, orders, limits));
        // The server never ends by itself; the session ends only on failure.
        match session.join() {
            Ok(ended) => ended.context("the machine stopped").map(|()| String::new()),
            Err(_) => Err(anyhow!("the machine stopped")),
        }
    }
}

/// The machine with its monitors.
fn watched((engine, monitors): Monitored) -> Result<Running> {
    Ok(Running::Checked(Box::new(Watched::new(engine, monitors))))
}

/// The error if the port cannot be used: the user can choose another port, but cannot correct other failures.
fn refusal(port: u16, error: &io::Error) -> anyhow::Error {
    match error.kind() {
        ErrorKind::AddrInUse => Misuse::new(format!(
            "port {port} is in use, perhaps by another tengen play; name another with --port"
        ))
        .into(),
        ErrorKind::PermissionDenied => {
            Misuse::new(format!("port {port} is not yours to use; name another with --port")).into()
        }
        _ => anyhow!("cannot listen on port {port}: {error}"),
    }
}
