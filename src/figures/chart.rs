//! The recorded figures as SVG: at the top the newest ones of each board, below a panel for each figure with a line per
//! board.
//!
//! ```text
//! +--------------------------------------+
//! | ● board     LUTs  FFs  BRAMs  MHz    |
//! | ...                                  |
//! +------------------+-------------------+      x: the designs in the order in which they were kept
//! | LUTs      ___●── | flip-flops        |      y: as far as the figures reach
//! |    ●_____|       |                   |      a dot where a figure was kept; the line holds until the next
//! +------------------+-------------------+
//! | block RAMs       | pixel clock, MHz  |
//! +------------------+-------------------+
//! ```

use super::{Figures, history::Kept};
use std::fmt::Write;

/// The boards' colours in order, chosen so that colour-blind people can tell them apart (Okabe and Ito's set, with its
/// yellow replaced, which is too light for a line on white).
const COLOURS: [&str; 8] = [
    "#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#6a3d9a", "#4d4d4d",
];

const WIDTH: f64 = 960.0;
const MARGIN: f64 = 32.0;
/// The top of the table.
const TABLE_TOP: f64 = 104.0;
/// The height of a row.
const ROW: f64 = 22.0;
/// The right edges of the table's columns of figures.
const COLUMNS: [f64; 4] = [330.0, 440.0, 550.0, 660.0];
const PANEL_WIDTH: f64 = 384.0;
const PANEL_HEIGHT: f64 = 180.0;
/// The distances between panels.
const PANEL_PITCH: (f64, f64) = (464.0, 272.0);
/// The distance from a panel's left edge to the end of its axis' numbers.
const AXIS: f64 = 48.0;
/// The approximate number of labels on an axis.
const TICKS: f64 = 4.0;
/// The greatest number of designs named below an axis.
const NAMES: usize = 6;

/// The value of a panel.
type Value = fn(&Figures) -> Option<f64>;

/// The panels, in the order of the table's columns.
const PANELS: [(&str, Value); 4] = [
    ("LUTs", |figures| Some(figures.luts as f64)),
    ("flip-flops", |figures| Some(figures.ffs as f64)),
    ("block RAMs", |figures| Some(figures.brams as f64)),
    ("pixel clock, MHz", |figures| figures.fmax_mhz),
];

/// A line of a panel: its points are the number of a design and a value.
struct Series {
    colour: &'static str,
    points: Vec<(usize, f64)>,
}

/// The picture of the recorded figures of `circuits`, in order.
pub fn svg(kept: &Kept, circuits: &[&str]) -> String {
    let mut designs: Vec<&str> = kept.lines.iter().map(|line| line.design.as_str()).collect();
    designs.dedup();
    let shown: Vec<(&str, &str)> = circuits
        .iter()
        .copied()
        .filter(|name| kept.last(name).is_some())
        .zip(COLOURS.into_iter().cycle())
        .collect();

    let panels_top = TABLE_TOP + ROW * shown.len() as f64 + 48.0;
    let height = panels_top + 2.0 * PANEL_PITCH.1 - 16.0;
    let mut text = format!(
        r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" font-family="system-ui, sans-serif" font-size="13" fill="#24292f">
<rect width="{WIDTH}" height="{height}" rx="8" fill="#ffffff"/>
<text x="{MARGIN}" y="46" font-size="20" font-weight="600">What the machine costs, board by board</text>
<text x="{MARGIN}" y="68" fill="#57606a">Filled: placed and timed. Hollow: synthesised, not placed. Each family counts cells of its own size.</text>
"##
    );
    table(&mut text, kept, &shown);
    for (number, (title, value)) in PANELS.into_iter().enumerate() {
        let place = (
            MARGIN + AXIS + PANEL_PITCH.0 * (number % 2) as f64,
            panels_top + PANEL_PITCH.1 * (number / 2) as f64,
        );
        let series: Vec<Series> = shown
            .iter()
            .map(|(name, colour)| Series { colour, points: points(kept, &designs, name, value) })
            .filter(|series| !series.points.is_empty())
            .collect();
        panel(&mut text, place, title, &series, &designs);
    }
    text + "</svg>\n"
}

/// The figures of one circuit in the order of the designs.
fn points(kept: &Kept, designs: &[&str], circuit: &str, value: Value) -> Vec<(usize, f64)> {
    let lines = kept.lines.iter().filter(|line| line.circuit == circuit);
    lines
        .filter_map(|line| {
            let design = designs.iter().position(|design| *design == line.design)?;
            Some((design, value(&line.figures)?))
        })
        .collect()
}

fn table(text: &mut String, kept: &Kept, shown: &[(&str, &str)]) {
    for ((title, _), x) in PANELS.iter().zip(COLUMNS) {
        let _ = writeln!(
            text,
            r##"<text x="{x}" y="{y}" text-anchor="end" fill="#57606a">{title}</text>"##,
            y = TABLE_TOP - 4.0,
        );
    }
    for (row, (name, colour)) in shown.iter().enumerate() {
        let y = TABLE_TOP + ROW * (row + 1) as f64 - 4.0;
        let figures = kept.last(name).expect("only what is kept is shown");
        let (x, middle) = (MARGIN + 6.0, y - 4.5);
        dot(text, (x, middle), colour, figures.fmax_mhz.is_some());
        let _ = writeln!(text, r#"<text x="{}" y="{y}">{}</text>"#, MARGIN + 20.0, escaped(name));
        for ((_, value), x) in PANELS.iter().zip(COLUMNS) {
            let value = value(figures).map_or("–".into(), |value| value.to_string());
            let _ = writeln!(text, r#"<text x="{x}" y="{y}" text-anchor="end">{value}</text>"#);
        }
    }
}

fn dot(text: &mut String, (x, y): (f64, f64), colour: &str, filled: bool) {
    let fill = if filled { colour } else { "#ffffff" };
    let _ = writeln!(
        text,
        r#"<circle cx="{x:.1}" cy="{y:.1}" r="4" fill="{fill}" stroke="{colour}" stroke-width="2"/>"#
    );
}

fn panel(text: &mut String, (left, top): (f64, f64), title: &str, series: &[Series], designs: &[&str]) {
    let (right, bottom) = (left + PANEL_WIDTH, top + PANEL_HEIGHT);
    let _ = writeln!(
        text,
        r#"<text x="{left}" y="{}" font-weight="600">{title}</text>"#,
        top - 12.0
    );
    let values = series.iter().flat_map(|series| &series.points).map(|(_, value)| *value);
    let (low, high, step) = axis(values);
    let x = |design: f64| left + PANEL_WIDTH * (design + 0.5) / designs.len().max(1) as f64;
    let y = |value: f64| bottom - PANEL_HEIGHT * (value - low) / (high - low);

    let ticks = ((high - low) / step).round() as usize;
    for value in (0..=ticks).map(|tick| low + step * tick as f64) {
        let _ = writeln!(
            text,
            r##"<line x1="{left}" x2="{right}" y1="{y:.1}" y2="{y:.1}" stroke="#eaeef2"/><text x="{x}" y="{base:.1}" text-anchor="end" font-size="11" fill="#57606a">{value}</text>"##,
            y = y(value),
            x = left - 8.0,
            base = y(value) + 4.0,
        );
    }
    // Always the last one, and earlier ones at equal distances.
    let every = designs.len().div_ceil(NAMES).max(1);
    for (number, design) in designs.iter().enumerate() {
        if (designs.len() - 1 - number).is_multiple_of(every) {
            let short: String = design.chars().take(7).collect();
            let _ = writeln!(
                text,
                r##"<text x="{:.1}" y="{}" text-anchor="middle" font-size="11" font-family="monospace" fill="#57606a">{}</text>"##,
                x(number as f64),
                bottom + 20.0,
                escaped(&short),
            );
        }
    }
    for Series { colour, points } in series {
        let mut path = String::new();
        for (design, value) in points {
            let (x, y) = (x(*design as f64), y(*value));
            let _ = match path.is_empty() {
                true => write!(path, "M{x:.1} {y:.1}"),
                false => write!(path, "H{x:.1}V{y:.1}"),
            };
        }
        let _ = writeln!(
            text,
            r#"<path d="{path}H{right:.1}" fill="none" stroke="{colour}" stroke-width="2" stroke-opacity="0.55"/>"#
        );
    }
    for Series { colour, points } in series {
        for (design, value) in points {
            dot(text, (x(*design as f64), y(*value)), colour, true);
        }
    }
}

/// The ends of an axis and the distance of its labels: 1, 2 or 5 times a power of ten. It reaches slightly beyond the
/// values, and never below 0.
fn axis(values: impl Iterator<Item = f64> + Clone) -> (f64, f64, f64) {
    let low = values.clone().fold(f64::INFINITY, f64::min);
    let high = values.fold(f64::NEG_INFINITY, f64::max);
    if low > high {
        return (0.0, 1.0, 1.0);
    }
    let beyond = (0.1 * (high - low)).max(0.1 * high).max(1.0);
    let (low, high) = ((low - beyond).max(0.0), high + beyond);
    let rough = (high - low) / TICKS;
    let power = 10f64.powf(rough.log10().floor());
    let steps = [1.0, 2.0, 5.0].map(|digit| digit * power);
    let step = steps.into_iter().find(|step| *step >= rough).unwrap_or(10.0 * power);
    ((low / step).floor() * step, (high / step).ceil() * step, step)
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_axis_holds_its_values_and_has_round_numbers() {
        for (values, expected) in [
            (vec![1509.0, 2479.0], (1000.0, 3000.0, 500.0)),
            (vec![17.0], (15.0, 19.0, 1.0)),
            (vec![0.0, 0.0], (0.0, 1.0, 0.5)),
            (vec![29.0, 3.0], (0.0, 40.0, 10.0)),
            (vec![], (0.0, 1.0, 1.0)),
        ] {
            let found = axis(values.iter().copied());
            assert_eq!(found, expected, "{values:?}");
            assert!(values.iter().all(|value| (found.0..=found.1).contains(value)));
        }
    }

    #[test]
    fn every_board_has_a_row_and_a_line_in_each_panel_that_knows_it() {
        let mut kept = Kept::default();
        for (design, luts) in [("aaaaaaaaaaaa", 2800), ("bbbbbbbbbbbb", 2900)] {
            for (name, fmax_mhz) in [("ulx3s", Some(76.57)), ("nexys3", None)] {
                let figures = Figures { luts, ffs: 1299, brams: 17, fmax_mhz };
                kept.add(design, name, &figures);
            }
        }
        let text = svg(&kept, &["nexys3", "basys3", "ulx3s"]);
        assert_eq!(text.matches("<path ").count(), 2 + 2 + 2 + 1);
        assert!(text.contains(">nexys3<") && text.contains(">ulx3s<") && !text.contains(">basys3<"));
        assert!(text.contains(">2900<") && text.contains(">76.57<") && text.contains(">bbbbbbb<"));
        assert!(text.starts_with("<svg ") && text.ends_with("</svg>\n") && !text.contains("NaN"));
        assert!(!svg(&Kept::default(), &["nexys3"]).contains("NaN"));
    }
}
