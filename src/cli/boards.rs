//! `tengen boards`: the boards that can be built for.

use super::{json, table};
use crate::editions::{self, EDITIONS};
use crate::hdl::top::{PIXEL_KHZ, TOP};
use anyhow::Result;
use clap::Args;
use rust_hdl_bsp::{Board, Display, Picture, boards::BOARDS, clocking::mhz, constraints, project};
use serde::Serialize;

/// List the boards that can be built for
#[derive(Args)]
#[command(after_help = "Examples:\n  tengen boards\n  tengen boards --json")]
pub struct Boards {
    /// Print JSON
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Row {
    name: &'static str,
    title: &'static str,
    part: String,
    clock_mhz: String,
    /// Bits of red, green, blue on the connector it has; none on the other.
    vga: Option<[usize; 3]>,
    dvi: Option<[usize; 3]>,
    buttons: bool,
    leds: usize,
    /// "multiplexed", "serial", or none.
    display: Option<&'static str>,
    /// The machine on it has sound.
    audio: bool,
    /// The edition of the machine on it, unless another one is requested.
    edition: &'static str,
    constraints: String,
    tool: &'static str,
}

impl Row {
    fn new(board: &Board) -> Row {
        let colour = board.picture.colour_bits();
        let (vga, dvi) = match board.picture {
            Picture::Vga(_) => (Some(colour), None),
            Picture::Dvi(_) => (None, Some(colour)),
        };
        Row {
            name: board.name,
            title: board.title,
            part: board.part.to_string(),
            clock_mhz: mhz(board.clock.khz),
            vga,
            dvi,
            buttons: board.buttons.is_some(),
            leds: board.leds.map_or(0, |leds| leds.pins.len()),
            display: board.display.map(|display| match display {
                Display::Multiplexed { .. } => "multiplexed",
                Display::Serial { .. } => "serial",
            }),
            audio: board.audio.is_some(),
            edition: editions::of(board).name,
            constraints: constraints::file_name(board),
            tool: project::project(board, TOP, &[], PIXEL_KHZ).tool,
        }
    }
}

/// `VGA 4-4-4`.
fn picture(vga: Option<[usize; 3]>, dvi: Option<[usize; 3]>) -> String {
    let connectors = [("VGA", vga), ("DVI", dvi)].into_iter();
    let there =
        connectors.filter_map(|(name, bits)| Some(format!("{name} {}", bits?.map(|b| b.to_string()).join("-"))));
    there.collect()
}

fn yes(there: bool) -> String {
    if there { "yes" } else { "no" }.into()
}

impl Boards {
    pub fn run(&self) -> Result<String> {
        let rows: Vec<Row> = BOARDS.into_iter().map(Row::new).collect();
        if self.json {
            return json(&rows);
        }
        let heading = [
            "name", "board", "part", "clock", "picture", "buttons", "LEDs", "digits", "audio", "edition", "tool",
        ];
        let mut lines = vec![heading.map(str::to_string).to_vec()];
        lines.extend(rows.into_iter().map(|row| {
            vec![
                row.name.into(),
                row.title.into(),
                row.part,
                format!("{} MHz", row.clock_mhz),
                picture(row.vga, row.dvi),
                yes(row.buttons),
                row.leds.to_string(),
                row.display.unwrap_or("no").into(),
                yes(row.audio),
                row.edition.into(),
                row.tool.into(),
            ]
        }));
        let editions = EDITIONS
            .iter()
            .map(|edition| vec![edition.name.into(), edition.summary.into()]);
        let heading = vec!["edition".to_string(), "holds".to_string()];
        let editions: Vec<Vec<String>> = [heading].into_iter().chain(editions).collect();
        Ok(format!("{}\n{}", table(&lines), table(&editions)))
    }
}
