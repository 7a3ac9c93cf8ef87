//! A counterexample in columns, one for each grab.

use std::fmt::Write as _;

use race_core::RaceConfig;
use race_core::counterexample::{Counterexample, Event, Row};
use race_core::trace::Touch;
use race_engine::check::explain::short;

/// Characters of a command or a reply that are shown.
const SHOWN_MAX: usize = 34;

/// Returns a column for each grab, a line for each act, and a line wherever the turn passes to another.
pub fn columns(counterexample: &Counterexample) -> String {
    let config = &counterexample.config;
    let cells: Vec<String> = counterexample.rows.iter().map(cell).collect();
    let width = |grab: u32| {
        let own = counterexample.rows.iter().zip(&cells).filter(|(row, _)| row.grab == Some(grab));
        let widest = own.map(|(_, cell)| cell.chars().count()).max().unwrap_or(0);
        widest.max(head(config, grab).chars().count()) + 3
    };
    let widths: Vec<usize> = (0..config.grabs()).map(width).collect();
    let mut text = String::from("       ");
    for grab in 0..config.grabs() {
        let _ = write!(text, "{:<1$}", head(config, grab), widths[grab as usize]);
    }
    text = text.trim_end().to_owned() + "\n";
    for (at, (row, cell)) in counterexample.rows.iter().zip(&cells).enumerate() {
        let indent: usize = widths[..row.grab.unwrap_or(0) as usize].iter().sum();
        if let (Some(grab), true) = (row.grab, row.steps_in) {
            let _ = writeln!(text, "     · {:indent$}▾ grab {grab} steps in", "");
        }
        let _ = writeln!(text, "  {:>3}  {:indent$}{cell}", at + 1, "");
    }
    text
}

fn head(config: &RaceConfig, grab: u32) -> String {
    format!("grab {grab} (racer {})", config.racer(grab))
}

fn cell(row: &Row) -> String {
    let mut cell = match &row.event {
        Event::Dies => return "stops here, for ever".to_owned(),
        Event::Time => return "time passes: a key expires".to_owned(),
        Event::Refund => return "gives its share back".to_owned(),
        Event::Turn { sent, reply } => {
            let sent = sent.as_deref().map_or("the whole script".to_owned(), shown);
            let reply = reply.as_deref().map_or("nothing".to_owned(), shown);
            format!("{sent} → {reply}")
        }
    };
    match row.touch {
        Touch::Read(value) => drop(write!(cell, " [reads {value}]")),
        Touch::Wrote(value) => drop(write!(cell, " [writes {value}]")),
        Touch::None => {}
    }
    if let Some(outcome) = row.outcome {
        match row.share {
            Some(share) => drop(write!(cell, " {outcome} share {share}")),
            None => drop(write!(cell, " {outcome}")),
        }
    }
    cell
}

fn shown(text: &str) -> String {
    short(text, SHOWN_MAX)
}
