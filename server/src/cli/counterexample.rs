//! What a check found, for people: how each property stands, and the shortest way in which it goes
//! wrong, one column a grab.

use std::fmt::Write as _;

use race_core::catalogue;
use race_core::check::scenario;
use race_core::program::Program;
use race_core::property::Property;
use race_core::race::RaceConfig;
use race_core::schedule::{Act, Schedule};
use race_core::simulate::{Simulated, Told, replay};
use race_core::store::{Command, Reply};
use race_core::trace::{Standing, Step, Touch, Verb};
use race_core::wire::{Checked, RaceResult};

use super::figures::{counted, grouped};
use super::report::{self, Ink};

/// Characters of a schedule that are shown in the list of properties.
const SCHEDULE_SHOWN_MAX: usize = 60;
/// A schedule so long is that of a program that does not end: there is nothing to learn from it.
const REPLAYED_MAX: usize = 150;
/// Characters of a command or a reply that are shown.
const SHOWN_MAX: usize = 34;

/// The whole report.
pub fn text(checked: &Checked, program: &Program, scenarios: &[RaceConfig], ink: Ink) -> String {
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

fn walked(checked: &Checked) -> String {
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
fn ways(checked: &Checked) -> Vec<(Schedule, String, Vec<Property>)> {
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
    let config = RaceConfig { schedule: schedule.clone(), ..config.clone() };
    let (simulated, told) = replay(&config, program.clone());
    let names: Vec<_> = properties.iter().map(|property| property.name()).collect();
    let title = format!("{} breaks {}", scenario::name(&config), names.join(", "));
    let mut text = format!("\n{}\n", ink.paint("1", &title));
    text.push_str(&columns(&config, &simulated, &told[..schedule.len().min(told.len())]));
    for property in properties {
        let _ = writeln!(text, "  {}", sentence(*property, &simulated.result));
    }
    if let Some(stale) = stale(&simulated.steps) {
        let _ = writeln!(text, "  {stale}");
    }
    if catalogue::strategy(&program.name).is_some_and(|known| known.text == program.text) {
        let _ = writeln!(text, "  On the real Redis: {}", command(&config));
    }
    text
}

/// One column a grab, one line an act, and a line wherever the turn passes to another.
fn columns(config: &RaceConfig, simulated: &Simulated, told: &[Told]) -> String {
    let mut steps = simulated.steps.iter();
    let cells: Vec<(Option<u32>, String)> = told
        .iter()
        .map(|told| {
            let step = match told.act {
                Act::Turn(_) | Act::Die(_) => steps.next(),
                Act::Time | Act::Refund(_) => None,
            };
            (told.act.grab(), cell(told, step))
        })
        .collect();
    let width = |grab: u32| {
        let own = cells.iter().filter(|(at, _)| *at == Some(grab));
        let widest = own.map(|(_, cell)| cell.chars().count()).max().unwrap_or(0);
        widest.max(head(config, grab).chars().count()) + 3
    };
    let widths: Vec<usize> = (0..config.grabs()).map(width).collect();
    let mut text = String::from("       ");
    for grab in 0..config.grabs() {
        let _ = write!(text, "{:<1$}", head(config, grab), widths[grab as usize]);
    }
    text = text.trim_end().to_owned() + "\n";
    let mut turn = None;
    for (at, (grab, cell)) in cells.iter().enumerate() {
        if let (Some(last), Some(next)) = (turn, *grab)
            && last != next
        {
            let indent: usize = widths[..next as usize].iter().sum();
            let _ = writeln!(text, "     · {:indent$}▾ grab {next} steps in", "");
        }
        let indent: usize = widths[..grab.unwrap_or(0) as usize].iter().sum();
        let _ = writeln!(text, "  {:>3}  {:indent$}{cell}", at + 1, "");
        turn = grab.or(turn);
    }
    text
}

fn head(config: &RaceConfig, grab: u32) -> String {
    format!("grab {grab} (racer {})", config.racer(grab))
}

fn cell(told: &Told, step: Option<&Step>) -> String {
    let mut cell = match told.act {
        Act::Die(_) => return "stops here, for ever".to_owned(),
        Act::Time => return "time passes: a key expires".to_owned(),
        Act::Refund(_) => return "gives its share back".to_owned(),
        Act::Turn(_) => match (&told.sent, &told.reply) {
            (Some(sent), Some(reply)) => format!("{} → {}", command_text(sent), reply_text(reply)),
            (None, Some(reply)) => format!("the whole script → {}", reply_text(reply)),
            _ => String::new(),
        },
    };
    match step.map(|step| step.touch) {
        Some(Touch::Read(value)) => drop(write!(cell, " [reads {value}]")),
        Some(Touch::Wrote(value)) => drop(write!(cell, " [writes {value}]")),
        _ => {}
    }
    if let Some(outcome) = told.outcome {
        let share = step.and_then(|step| step.end).and_then(|end| end.share);
        match share {
            Some(share) => drop(write!(cell, " {outcome} share {share}")),
            None => drop(write!(cell, " {outcome}")),
        }
    }
    cell
}

fn command_text(command: &Command) -> String {
    let word = |word: &Vec<u8>| {
        let text = String::from_utf8_lossy(word);
        match text.split_once("}:") {
            Some((_, key)) => key.to_owned(),
            None if text.contains('\n') => "…".to_owned(),
            None => text.into_owned(),
        }
    };
    // The race of a statement is the same in all, and no key that tells anything.
    let is_told = |at: usize| !command.is_sql() || at != 2;
    let told = command.0.iter().enumerate().filter(|(at, _)| is_told(*at));
    short(&told.map(|(_, each)| word(each)).collect::<Vec<_>>().join(" "))
}

fn reply_text(reply: &Reply) -> String {
    short(&match reply {
        Reply::Nil => "nothing".to_owned(),
        Reply::Int(number) => number.to_string(),
        Reply::Bulk(text) => String::from_utf8_lossy(text).into_owned(),
        Reply::Status(text) | Reply::Error(text) => text.clone(),
        Reply::Array(all) => {
            format!("[{}]", all.iter().map(reply_text).collect::<Vec<_>>().join(", "))
        }
    })
}

fn short(text: &str) -> String {
    let clean: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    match clean.chars().count() > SHOWN_MAX {
        true => clean.chars().take(SHOWN_MAX - 1).chain(['…']).collect(),
        false => clean,
    }
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

/// The first write that was worked out from a value that somebody else had already replaced.
fn stale(steps: &[Step]) -> Option<String> {
    for (at, step) in steps.iter().enumerate() {
        let Touch::Wrote(written) = step.touch else { continue };
        let before = &steps[..at];
        let read = before
            .iter()
            .rposition(|each| each.grab == step.grab && matches!(each.touch, Touch::Read(_)));
        let Some(read) = read.filter(|_| step.verb != Verb::Script) else { continue };
        let Touch::Read(value) = before[read].touch else { continue };
        let between = before[read..]
            .iter()
            .rfind(|each| each.grab != step.grab && matches!(each.touch, Touch::Wrote(_)));
        if let Some(Step { grab, touch: Touch::Wrote(other), .. }) = between {
            return Some(format!(
                "Grab {} had read {value}; then grab {grab} wrote {other}; and grab {} still went by {value} and wrote {written}.",
                step.grab, step.grab
            ));
        }
    }
    None
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

fn verdict(checked: &Checked) -> String {
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
