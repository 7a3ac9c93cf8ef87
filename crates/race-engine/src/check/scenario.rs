//! The standard scenarios, on which the claims of the catalogue stand, and their names.

use race_core::config::FieldError;
use race_core::config::RaceConfig;
use race_core::config::field::plain;
use race_core::program::{KeyKind, Program};
use race_core::property::Standing;
use race_core::report::CheckReport;
use race_core::trace::Venue;

/// The owner of each grab, and the number of shares.
pub const STANDARD: &[(&[u32], u32)] = &[
    (&[0, 1], 1),
    (&[0, 1], 2),
    (&[0, 0], 2),
    (&[0, 1, 2], 1),
    (&[0, 0, 1], 2),
    (&[0, 1, 2, 3], 2),
];

/// Returns the standard scenarios of a program in a venue.
///
/// # Errors
/// Where the program refuses a field that they need.
pub fn standard(program: &Program, venue: Venue) -> Result<Vec<RaceConfig>, FieldError> {
    let config = |(owners, shares): &(&[u32], u32)| {
        let owners: Vec<String> = owners.iter().map(u32::to_string).collect();
        let mut fields = vec![
            ("venue", venue.to_string()),
            ("owners", owners.join(",")),
            ("shares", shares.to_string()),
        ];
        fields.extend(small(program).map(|(name, text)| (name, text.to_owned())));
        of_fields(program, &fields)
    };
    STANDARD.iter().map(config).collect()
}

/// Returns the fields of which a scenario needs only a little, as far as this program has use for them: a
/// race's defaults would make more states without showing anything new.
pub fn small(program: &Program) -> impl Iterator<Item = (&'static str, &'static str)> {
    let attempts = program.takes("attempts").then_some(("attempts", "2"));
    let shards = program.has_key(KeyKind::StockShards).then_some(("shards", "2"));
    attempts.into_iter().chain(shards)
}

/// Returns a scenario from fields of a race config.
///
/// # Errors
/// Where a field is refused.
pub fn of_fields(program: &Program, fields: &[(&str, String)]) -> Result<RaceConfig, FieldError> {
    RaceConfig::for_program(program, &plain(fields.iter().map(|(name, text)| (*name, &**text))))
}

/// Returns the name of a scenario: the owner of each grab; the shares.
pub fn name(config: &RaceConfig) -> String {
    let owners: Vec<_> = (0..config.grabs()).map(|grab| config.racer(grab).to_string()).collect();
    let quantities = match config.quantities[..] {
        [1] => String::new(),
        _ => {
            let all: Vec<_> =
                (0..config.grabs()).map(|grab| config.quantity(grab).to_string()).collect();
            format!("; asking {}", all.join(","))
        }
    };
    format!("({};{}{quantities})", owners.join(","), config.shares)
}

/// Returns several reports as one: a property is broken if one breaks it, with the shortest schedule.
pub fn merged(mut all: Vec<CheckReport>) -> Option<CheckReport> {
    if all.len() == 1 {
        return all.pop();
    }
    let mut merged = all.first()?.clone();
    merged.scenario = all.iter().map(|each| each.scenario.as_str()).collect::<Vec<_>>().join(" ");
    merged.exhausted = all.iter().all(|each| each.exhausted);
    merged.symmetry = all.iter().all(|each| each.symmetry);
    merged.states = all.iter().map(|each| each.states).sum();
    merged.transitions = all.iter().map(|each| each.transitions).sum();
    merged.elapsed_ms = all.iter().map(|each| each.elapsed_ms).sum();
    merged.won_max = all.iter().map(|each| each.won_max).max().unwrap_or(0);
    merged.stopped = all.iter().find_map(|each| each.stopped.clone());
    merged.failure = all.iter().find_map(|each| each.failure.clone());
    for (property, found) in &mut merged.properties {
        let rank = |standing: Standing| match standing {
            Standing::Broken => 0,
            Standing::NotExhausted => 1,
            Standing::Held => 2,
            Standing::NotJudged => 3,
        };
        let by = |each: &&CheckReport| {
            let found = &each.properties[property];
            (rank(found.status), found.steps)
        };
        if let Some(worst) = all.iter().min_by_key(by) {
            *found = worst.properties[property].clone();
            found.scenario = found.schedule.is_some().then(|| worst.scenario.clone());
        }
    }
    merged.scenarios = all;
    Some(merged)
}
