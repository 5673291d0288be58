//! `tengen units`: the circuits that can be used alone.

use super::{json, table};
use crate::units::UNITS;
use anyhow::Result;
use clap::Args;
use serde::Serialize;

/// List the circuits that stand alone
#[derive(Args)]
#[command(after_help = "Examples:\n  tengen units\n  tengen units --json")]
pub struct Units {
    /// Print JSON
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Row {
    name: &'static str,
    summary: &'static str,
}

impl Units {
    pub fn run(&self) -> Result<String> {
        let rows = UNITS.iter().map(|unit| Row { name: unit.name, summary: unit.summary });
        if self.json {
            return json(&rows.collect::<Vec<_>>());
        }
        let lines: Vec<_> = rows
            .map(|row| vec![row.name.to_string(), row.summary.to_string()])
            .collect();
        Ok(table(&lines))
    }
}
