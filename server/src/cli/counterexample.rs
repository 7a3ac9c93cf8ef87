//! What a check found, for people: how each property stands, and the shortest way in which it goes
//! wrong, one column a grab.

use std::fmt::Write as _;

use race_core::RaceConfig;
use race_core::catalogue;
use race_core::counterexample::{Counterexample, Event, Row, StaleWrite};
use race_core::program::Program;
use race_core::property::Property;
use race_core::report::CheckReport;
use race_core::result::RaceResult;
use race_core::schedule::Schedule;
use race_core::trace::{Standing, Touch};
use race_engine::check::explain::{explain, short};
use race_engine::check::scenario;

use super::figures::{counted, grouped};
use super::report::{self, Ink};

/// Characters of a schedule that are shown in the list of properties.
const SCHEDULE_SHOWN_MAX: usize = 60;
/// A schedule so long is that of a program that does not end: there is nothing to learn from it.
const REPLAYED_MAX: usize = 150;
/// Characters of a command or a reply that are shown.
const SHOWN_MAX: usize = 34;

/// The whole report.
pub fn text(
    checked: &CheckReport,
    program: &Program,
    scenarios: &[RaceConfig],
    ink: Ink,
) -> String {
    let title = format!("{}, {}", checked.strategy, checked.venue);
    let mut text = format!("{}\n{}\n\n", ink.paint("1", &title), walked(checked));
    for (property, found) in &checked.properties {
        let (code, word) = report::word(found.status);
        let word = ink.paint(code, &format!("{word:<15}"));
        let way = match (&found.schedule, found.steps) {
            (Some(_), Some(0)) => "before anybody has a turn".to_owned(),
            (Some(schedule), Some(steps)) => {
                let short: String = schedule.chars().take(SCHEDULE_SHOWN_MAX).collect();
                let more = if short.len() < schedule.len() { "…" } else { "" };
                format!("{}: {short}{more}", counted(steps.into(), "turn"))
            }
            _ => report::about(*property).to_owned(),
        };
        let _ = writeln!(text, "  {:<15}{word}{way}", property.name());
    }
    if let Some(why) = &checked.failure {
        let _ = writeln!(text, "\nA grab failed: {why}");
    }
    for (schedule, scenario, properties) in ways(checked) {
        if schedule.is_empty() || schedule.len() > REPLAYED_MAX {
            continue;
        }
        let named = |config: &&RaceConfig| scenario::name(config) == scenario;
        let config = scenarios.iter().find(named).expect("it was walked");
        text.push_str(&way(config, program, &schedule, &properties, ink));
    }
    let _ = writeln!(text, "\n{}", ink.paint("1", &verdict(checked)));
    text
}

fn walked(checked: &CheckReport) -> String {
    let faults = match checked.faults.is_empty() {
        true => String::new(),
        false => format!(", faults {}", checked.faults.join(" ")),
    };
    format!(
        "{}{faults}: {} states, {} acts, {:.0} ms{}",
        checked.scenario,
        grouped(checked.states),
        grouped(checked.transitions),
        checked.elapsed_ms,
        if checked.symmetry { ", alike racers merged" } else { "" },
    )
}

/// Each distinct way in which something goes wrong, with all that it breaks, shortest first.
fn ways(checked: &CheckReport) -> Vec<(Schedule, String, Vec<Property>)> {
    let mut ways: Vec<(Schedule, String, Vec<Property>)> = Vec::new();
    for (property, found) in &checked.properties {
        let Some(schedule) = &found.schedule else { continue };
        let schedule: Schedule = schedule.parse().expect("a schedule");
        let scenario = found.scenario.as_ref().unwrap_or(&checked.scenario);
        let same =
            |way: &&mut (Schedule, String, Vec<Property>)| way.0 == schedule && way.1 == *scenario;
        match ways.iter_mut().find(same) {
            Some(way) => way.2.push(*property),
            None => ways.push((schedule, scenario.clone(), vec![*property])),
        }
    }
    ways.sort_by_key(|(schedule, ..)| schedule.len());
    ways
}

fn way(
    config: &RaceConfig,
    program: &Program,
    schedule: &Schedule,
    properties: &[Property],
    ink: Ink,
) -> String {
    let tale = explain(config, program, schedule);
    let names: Vec<_> = properties.iter().map(|property| property.name()).collect();
    let title = format!("{} breaks {}", scenario::name(&tale.config), names.join(", "));
    let mut text = format!("\n{}\n", ink.paint("1", &title));
    text.push_str(&columns(&tale));
    for property in properties {
        let _ = writeln!(text, "  {}", sentence(*property, &tale.result));
    }
    if let Some(stale) = &tale.stale {
        let _ = writeln!(text, "  {}", stale_text(stale));
    }
    if catalogue::strategy(&program.name).is_some_and(|known| known.text == program.text) {
        let _ = writeln!(text, "  On the real Redis: {}", command(&tale.config));
    }
    text
}

/// One column a grab, one line an act, and a line wherever the turn passes to another.
fn columns(tale: &Counterexample) -> String {
    let config = &tale.config;
    let cells: Vec<String> = tale.rows.iter().map(cell).collect();
    let width = |grab: u32| {
        let own = tale.rows.iter().zip(&cells).filter(|(row, _)| row.grab == Some(grab));
        let widest = own.map(|(_, cell)| cell.chars().count()).max().unwrap_or(0);
        widest.max(head(config, grab).chars().count()) + 3
    };
    let widths: Vec<usize> = (0..config.grabs()).map(width).collect();
    let mut text = String::from("       ");
    for grab in 0..config.grabs() {
        let _ = write!(text, "{:<1$}", head(config, grab), widths[grab as usize]);
    }
    text = text.trim_end().to_owned() + "\n";
    for (at, (row, cell)) in tale.rows.iter().zip(&cells).enumerate() {
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

/// What went wrong, in words.
fn sentence(property: Property, result: &RaceResult) -> String {
    let shares = counted(u64::from(result.shares), "share");
    let counter = result.counter_final.unwrap_or(0);
    match property {
        Property::NoOversell => {
            format!("{} were won, but there was only room for {shares}.", result.shares_won)
        }
        Property::NoDuplicate => "One racer won more than once.".to_owned(),
        Property::NoNegative => {
            format!("The counter fell to {}.", result.counter_min.unwrap_or(counter))
        }
        Property::NoPhantom => {
            "A share was given to two, or one was given that does not exist.".to_owned()
        }
        Property::NoUndersell => {
            format!(
                "Somebody was told «sold out» while {} of {shares} were left.",
                result.undersold
            )
        }
        Property::Conserved => {
            let wins = match result.recorded {
                Some(recorded) => format!("{recorded} in the strategy's own record of winners"),
                None => format!("{} won", result.shares_won),
            };
            format!("{} left and {wins} do not add up to {shares}.", counter.max(0))
        }
        Property::Progress => format!(
            "{} left, but one more racer, alone and with all the time it needs, does not win.",
            counted(counter.max(0).unsigned_abs(), "share")
        ),
        Property::NoFailure => match result.failures.first() {
            Some(failure) => format!("A grab failed: {}", failure.reason),
            None => "A grab failed.".to_owned(),
        },
    }
}

fn stale_text(stale: &StaleWrite) -> String {
    let StaleWrite { grab, read, wrote, other, other_wrote } = stale;
    format!(
        "Grab {grab} had read {read}; then grab {other} wrote {other_wrote}; and grab {grab} still went by {read} and wrote {wrote}."
    )
}

/// The command that runs this very order on a real Redis.
fn command(config: &RaceConfig) -> String {
    let mut text = format!("race run {}", config.strategy);
    for (name, value) in config.to_fields() {
        if name != "strategy" {
            let _ = write!(text, " --{} {value}", name.replace('_', "-"));
        }
    }
    text
}

fn verdict(checked: &CheckReport) -> String {
    let broken: Vec<_> = checked
        .properties
        .iter()
        .filter(|(_, found)| found.status == Standing::Broken)
        .map(|(property, _)| property.name())
        .collect();
    let wins = counted(checked.won_max, "grab");
    match (broken.is_empty(), checked.exhausted) {
        (false, _) => format!("Broken: {}.", broken.join(", ")),
        (true, false) => format!(
            "Not every order was walked: {}. Nothing broke in {}.",
            checked.stopped.as_deref().unwrap_or("there are more"),
            counted(checked.states, "state")
        ),
        (true, true) => format!(
            "Nothing can break here: all {} states were walked, and up to {wins} won.",
            grouped(checked.states)
        ),
    }
}
