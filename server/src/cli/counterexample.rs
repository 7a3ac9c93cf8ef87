//! What a check found, for people: how each property stands, and the shortest way in which it goes
//! wrong, one column a grab.

mod columns;

use std::fmt::Write as _;

use race_core::RaceConfig;
use race_core::catalogue;
use race_core::counterexample::StaleWrite;
use race_core::program::Program;
use race_core::property::Property;
use race_core::report::CheckReport;
use race_core::result::RaceResult;
use race_core::schedule::Schedule;
use race_core::trace::Standing;
use race_engine::check::explain::explain;
use race_engine::check::scenario;

use super::figures::{counted, grouped};
use super::ink::Ink;
use super::verdict::{about, word};
use columns::columns;

/// Characters of a schedule that are shown in the list of properties.
const SCHEDULE_SHOWN_MAX: usize = 60;
/// A schedule this long is that of a program that does not end: there is nothing to learn from it.
const REPLAYED_MAX: usize = 150;
/// One way in which something goes wrong.
struct Way {
    schedule: Schedule,
    /// The name of the scenario.
    scenario: String,
    /// What it breaks.
    properties: Vec<Property>,
}

/// Returns the whole report.
pub fn text(
    checked: &CheckReport,
    program: &Program,
    scenarios: &[RaceConfig],
    ink: Ink,
) -> String {
    let title = format!("{}, {}", checked.strategy, checked.venue);
    let mut text = format!("{}\n{}\n\n", ink.paint("1", &title), walked(checked));
    for (property, found) in &checked.properties {
        let (code, word) = word(found.status);
        let word = ink.paint(code, &format!("{word:<15}"));
        let way = match (&found.schedule, found.steps) {
            (Some(_), Some(0)) => "before anybody has a turn".to_owned(),
            (Some(schedule), Some(steps)) => {
                let short: String = schedule.chars().take(SCHEDULE_SHOWN_MAX).collect();
                let more = if short.len() < schedule.len() { "…" } else { "" };
                format!("{}: {short}{more}", counted(steps.into(), "turn"))
            }
            _ => about(*property).to_owned(),
        };
        let _ = writeln!(text, "  {:<15}{word}{way}", property.name());
    }
    if let Some(why) = &checked.failure {
        let _ = writeln!(text, "\nA grab failed: {why}");
    }
    for way in ways(checked) {
        if way.schedule.is_empty() || way.schedule.len() > REPLAYED_MAX {
            continue;
        }
        let is_named = |config: &&RaceConfig| scenario::name(config) == way.scenario;
        let config = scenarios.iter().find(is_named).expect("it was walked");
        text.push_str(&way.text(config, program, ink));
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

/// Returns each distinct way in which something goes wrong, with all that it breaks, shortest first.
fn ways(checked: &CheckReport) -> Vec<Way> {
    let mut ways: Vec<Way> = Vec::new();
    for (property, found) in &checked.properties {
        let Some(schedule) = &found.schedule else { continue };
        let schedule: Schedule = schedule.parse().expect("a schedule");
        let scenario = found.scenario.as_ref().unwrap_or(&checked.scenario);
        let is_same = |way: &&mut Way| way.schedule == schedule && way.scenario == *scenario;
        match ways.iter_mut().find(is_same) {
            Some(way) => way.properties.push(*property),
            None => {
                ways.push(Way { schedule, scenario: scenario.clone(), properties: vec![*property] })
            }
        }
    }
    ways.sort_by_key(|way| way.schedule.len());
    ways
}

impl Way {
    fn text(&self, config: &RaceConfig, program: &Program, ink: Ink) -> String {
        let shown = explain(config, program, &self.schedule);
        let names: Vec<_> = self.properties.iter().map(|property| property.name()).collect();
        let title = format!("{} breaks {}", scenario::name(&shown.config), names.join(", "));
        let mut text = format!("\n{}\n", ink.paint("1", &title));
        text.push_str(&columns(&shown));
        for property in &self.properties {
            let _ = writeln!(text, "  {}", sentence(*property, &shown.result));
        }
        if let Some(stale) = &shown.stale {
            let _ = writeln!(text, "  {}", stale_text(stale));
        }
        if catalogue::strategy(&program.name).is_some_and(|known| known.text == program.text) {
            let _ = writeln!(text, "  On the real Redis: {}", command(&shown.config));
        }
        text
    }
}

/// Returns what went wrong, in words.
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
                "A grab was refused as sold out while {} of {shares} were left.",
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

/// Returns the command that runs this very order on a real Redis.
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
