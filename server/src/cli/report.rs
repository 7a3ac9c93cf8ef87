//! A race's result for people: what was run, what came of it, and the verdict.

use std::fmt::Write as _;

use race_core::result::{Latency, RaceResult, Status};
use race_core::trace::{Standing, Venue};

use super::figures::{counted, duration, grouped, yuan};
use super::ink::Ink;
use super::verdict::{about, word};

/// Commands of an X-ray that are printed.
const SEEN_MAX: usize = 40;

/// Returns the whole report; `simulated`: of a race that only the model ran.
pub fn text(race: &RaceResult, simulated: bool, ink: Ink) -> String {
    let mut text = format!("{}\n{}\n\n", ink.paint("1", &program(race)), workload(race, simulated));
    let rows = rows(race);
    let wide = rows.iter().map(|(_, value, _)| value.chars().count()).max().unwrap_or_default();
    for (label, value, note) in rows {
        let line = format!("  {label:<12}{value:>wide$}  {note}");
        let _ = writeln!(text, "{}", line.trim_end());
    }
    text.push('\n');
    for (property, standing) in &race.verdict {
        let (code, word) = word(*standing);
        let word = ink.paint(code, &format!("{word:<12}"));
        let _ = writeln!(text, "  {:<15}{word}{}", property.name(), about(*property));
    }
    text.push_str(&seen(race));
    let _ = writeln!(text, "\n{}", ink.paint("1", &sentence(race)));
    text
}

/// Returns the order in which Redis itself ran the commands, from its beginning.
fn seen(race: &RaceResult) -> String {
    let mut text = String::new();
    if !race.xray.is_empty() {
        text.push_str("\n  Redis ran, by its own clock:\n");
    }
    for seen in race.xray.iter().take(SEEN_MAX) {
        let indent = if seen.in_script { "  " } else { "" };
        let _ = writeln!(text, "  {:>9} µs  {indent}{}", grouped(seen.at_us), seen.text);
    }
    let more = race.xray.len().saturating_sub(SEEN_MAX) as u64;
    if more > 0 {
        let _ = writeln!(text, "             and {} more: --json has all", grouped(more));
    }
    if race.xray_dropped > 0 {
        let dropped = grouped(race.xray_dropped);
        let _ = writeln!(text, "             and {dropped} more that were not kept");
    }
    text
}

fn program(race: &RaceResult) -> String {
    let venue = match race.venue {
        Venue::Client => "command by command",
        Venue::Server => "as one script",
    };
    format!("{}, {venue} ({})", race.strategy, race.venue)
}

fn workload(race: &RaceResult, simulated: bool) -> String {
    let config = &race.config;
    let mut text = format!(
        "{}, {}, {}, ",
        counted(u64::from(race.shares), "share"),
        counted(u64::from(race.racers), "racer"),
        counted(u64::from(race.grabs), "grab"),
    );
    let _ = match config.schedule.is_empty() {
        true => write!(text, "{} at once", grouped(u64::from(config.concurrency))),
        false => write!(text, "in the order {}", config.schedule),
    };
    if config.lockstep {
        text.push_str(", in lockstep");
    }
    for (name, ms) in [("gap", config.gap_ms), ("jitter", config.jitter_ms)] {
        if ms > 0.0 {
            let _ = write!(text, ", {name} {ms} ms");
        }
    }
    if let Some(rate) = config.rate {
        let _ = write!(text, ", {} arriving a second", grouped(u64::from(rate)));
    }
    let _ = write!(text, ", seed {}", race.seed);
    if simulated {
        text.push_str(", simulated");
    }
    text
}

/// Returns the rows, each a label, a value and a note.
fn rows(race: &RaceResult) -> Vec<(&'static str, String, String)> {
    let none = String::new;
    let mut rows = vec![(
        "won",
        format!("{} of {}", grouped(race.shares_won), grouped(u64::from(race.shares))),
        none(),
    )];
    if race.shares_won != race.won {
        rows[0].2 = format!("by {}", counted(race.won, "grab"));
    }
    let ends = [
        ("sold out", race.sold_out),
        ("duplicate", race.duplicate),
        ("missing", race.missing),
        ("corrupt", race.corrupt),
        ("gave up", race.gave_up),
        ("limited", race.limited),
        ("failed", race.failed),
        ("lost", race.lost),
        ("retries", race.retries),
        ("undersold", race.undersold),
        ("given twice", race.given_twice),
    ];
    rows.extend(
        ends.into_iter()
            .filter(|(_, count)| *count > 0)
            .map(|(label, count)| (label, grouped(count), none())),
    );
    rows.push(("oversold", grouped(race.oversold), none()));
    rows.push((
        "overpaid",
        yuan(race.overpaid_fen),
        format!("{} paid of {}", yuan(race.paid_fen), yuan(race.config.total_fen)),
    ));
    let counter = race.counter_final.map_or("none".to_owned(), |counter| counter.to_string());
    let lowest = race.counter_min.map_or(none(), |lowest| format!("lowest {lowest}"));
    rows.push(("counter", counter, lowest));
    rows.push(("commands", grouped(race.commands), none()));
    let mut rate = format!("{} grabs a second", grouped(race.grabs_per_second.round() as u64));
    if let Some(offered) = race.config.rate {
        let _ = write!(rate, " of {} offered", grouped(u64::from(offered)));
    }
    rows.push(("elapsed", duration(race.elapsed_ms * 1_000.0), rate));
    rows.extend(waited("won in", &race.latency_won_us));
    rows.extend(waited("refused in", &race.latency_refused_us));
    rows.extend(
        race.failures.iter().map(|failure| ("", grouped(failure.count), failure.reason.clone())),
    );
    rows
}

fn waited(label: &'static str, latency: &Latency) -> Option<(&'static str, String, String)> {
    let median = duration(latency.p50? as f64);
    let rest =
        [("p90", latency.p90), ("p99", latency.p99), ("p99.9", latency.p999), ("max", latency.max)];
    let rest: Vec<_> = rest
        .iter()
        .filter_map(|(name, us)| us.map(|us| format!("{name} {}", duration(us as f64))))
        .collect();
    Some((label, median, format!("median; {}", rest.join(", "))))
}

/// Returns what came of it, in one sentence.
fn sentence(race: &RaceResult) -> String {
    if race.status != Status::Finished {
        return unfinished(race);
    }
    let shares = u64::from(race.shares);
    let broken: Vec<_> = race
        .verdict
        .iter()
        .filter(|(_, standing)| **standing == Standing::Broken)
        .map(|(property, _)| property.name())
        .collect();
    match (race.oversold, broken.as_slice()) {
        (0, []) => format!(
            "Right: {} of {} won, and no share was won that does not exist.",
            grouped(race.shares_won),
            counted(shares, "share")
        ),
        (0, broken) => format!("Not oversold, but not right either: {}.", broken.join(", ")),
        (oversold, _) => format!(
            "Oversold: {} existed, {} were won, {} too many.",
            counted(shares, "share"),
            grouped(race.shares_won),
            grouped(oversold)
        ),
    }
}

/// Returns why a race has no verdict.
pub fn unfinished(race: &RaceResult) -> String {
    let status = match race.status {
        Status::Running => "Still running",
        Status::Finished => "Finished",
        Status::Cancelled => "Stopped",
        Status::Failed => "Failed",
        Status::Interrupted => "Interrupted",
    };
    format!("{status}: {}", race.reason.as_deref().unwrap_or("no reason is known"))
}

#[cfg(test)]
mod tests {
    use race_core::RaceConfig;
    use race_core::config::field::plain;
    use race_engine::simulate::simulate;

    use super::*;

    fn report(fields: &[(&str, &str)]) -> String {
        let fields = plain(fields.iter().copied());
        text(&simulate(&RaceConfig::from_fields(&fields).unwrap()).result, true, Ink::Plain)
    }

    #[test]
    fn the_naive_race_is_shown_in_numbers_and_one_sentence() {
        let text = report(&[("lockstep", "true")]);
        for line in [
            "get_set, command by command (client)",
            "10 shares, 88 racers, 88 grabs, 8 at once, in lockstep, seed 1, simulated",
            "  no_oversell    BROKEN      no more shares won than there are",
            "Oversold: 10 shares existed, 80 were won, 70 too many.",
        ] {
            assert!(text.lines().any(|each| each == line), "{line}\n{text}");
        }
        assert!(text.contains("80 of 10") && text.contains("¥700.00"), "{text}");
        assert!(!text.contains('\x1b'), "{text}");
    }

    #[test]
    fn values_stand_right_below_each_other() {
        let text = report(&[("strategy", "atomic"), ("venue", "server"), ("lockstep", "true")]);
        let row =
            |label: &str| text.lines().find(|line| line.trim_start().starts_with(label)).unwrap();
        let end = |label: &str, value: &str| row(label).find(value).unwrap() + value.len();
        assert_eq!(end("won ", "10 of 10"), end("sold out", "78"), "{text}");
        assert!(
            text.ends_with(
                "Right: 10 of 10 shares won, and no share was won that does not exist.\n"
            ),
            "{text}"
        );
    }
}
