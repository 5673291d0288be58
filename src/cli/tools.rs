//! `tengen tools`: which external tools are found, and how to get the others.

use super::{json, table};
use crate::hdl::tools::{self, Tool};
use anyhow::Result;
use clap::Args;
use indicatif::ProgressBar;
use serde::Serialize;
use std::{thread, time::Duration};

/// Show which external tools are found, and their versions
#[derive(Args)]
#[command(after_help = "Examples:\n  tengen tools\n  tengen tools --install\n  \
    TENGEN_TOOLS=/opt/eda tengen tools --json\n\n\
    A tool is looked for in $TENGEN_TOOLS, then in Tengen's own environment (.tools in a checkout, else the user's data \
    folder), then in the search path.")]
pub struct Tools {
    /// Set up the pinned tools in Tengen's own environment (needs python3 and the network)
    #[arg(long)]
    install: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Row<'a> {
    #[serde(flatten)]
    tool: &'a Tool,
    version: Option<String>,
}

impl Tools {
    pub fn run(&self) -> Result<String> {
        if self.install {
            let progress = ProgressBar::new_spinner();
            progress.enable_steady_tick(Duration::from_millis(100));
            let place = tools::home()?;
            let result = tools::install(&place, |step| progress.set_message(step.to_string()));
            progress.finish_and_clear();
            result?;
        }
        let tools = tools::Tools::find();
        // Each version needs a program start, and some start slowly: all are asked at once.
        let versions: Vec<Option<String>> = thread::scope(|scope| {
            let asked: Vec<_> = tools.all.iter().map(|tool| scope.spawn(|| tool.version())).collect();
            asked
                .into_iter()
                .map(|answer| answer.join().unwrap_or_default())
                .collect()
        });
        let rows = tools
            .all
            .iter()
            .zip(versions)
            .map(|(tool, version)| Row { tool, version });
        if self.json {
            return json(&rows.collect::<Vec<_>>());
        }
        let lines: Vec<_> = rows
            .map(|Row { tool, version }| match &tool.path {
                Some(path) => vec![
                    tool.name.into(),
                    path.display().to_string(),
                    // Only the number: some tools print a long description.
                    version.map_or("version not asked".into(), |version| {
                        tools::number_in(&version).unwrap_or(&version).to_string()
                    }),
                ],
                None => vec![
                    tool.name.into(),
                    "not found".into(),
                    format!("{}: {}", tool.purpose, tool.remedy),
                ],
            })
            .collect();
        Ok(table(&lines))
    }
}
