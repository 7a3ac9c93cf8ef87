//! Which races a comparison has: contenders, times numbers in flight, over one workload.

use race_core::catalogue;
use race_core::config::RaceConfig;
use race_core::config::field::{Field, FieldKind, Value, plain};
use race_core::config::uses::why_none;
use race_core::config::{FieldError, Unused, Why, field_named};

use crate::contender::Contender;

/// The name of the one field of which a comparison takes several values.
pub const LEVELS: &str = "concurrency";
/// The most numbers in flight of one comparison.
const LEVELS_MAX: usize = 8;
/// The fields that each contender fills in itself.
const OF_THE_CONTENDER: [&str; 2] = ["strategy", "venue"];

/// A race of the comparison, before it is run.
#[derive(Clone, Debug, PartialEq)]
pub struct PlannedRace {
    /// What races.
    pub contender: Contender,
    /// Grabs in flight at once.
    pub concurrency: u32,
    /// The race to run, or why this strategy cannot have that many grabs in flight.
    pub config: Result<RaceConfig, FieldError>,
}

/// Returns the races of these contenders over these fields, in the order in which they are to run: all
/// contenders with the first number in flight, then all with the next.
///
/// A field that a strategy does not use is left out of its race. A strategy that cannot have that many
/// grabs in flight has no race, while the others have theirs.
///
/// # Errors
/// Returns an error if a value is not allowed, if none of the strategies uses a field, or if none of
/// them can have that many grabs in flight.
pub fn plan(
    contenders: &[Contender],
    fields: &[(String, Value)],
) -> Result<Vec<PlannedRace>, FieldError> {
    if contenders.is_empty() {
        return Err(FieldError::new("strategy", Why::NoStrategy));
    }
    let own = |name: &String| OF_THE_CONTENDER.contains(&name.as_str());
    if let Some((name, _)) = fields.iter().find(|(name, _)| own(name)) {
        return Err(FieldError::new(name, Why::OfEachStrategy));
    }
    let mut planned = Vec::new();
    for concurrency in levels(fields)? {
        for contender in contenders {
            let config = config(contender, concurrency, contenders, fields);
            planned.push(PlannedRace { contender: contender.clone(), concurrency, config });
        }
    }
    check(&planned)?;
    Ok(planned)
}

/// Returns a small race of the first contender that has one. It is run before the comparison and not
/// counted, so that the first row does not pay for the start of everything.
pub fn warm_up(planned: &[PlannedRace]) -> Option<RaceConfig> {
    let first = planned.iter().find(|each| each.config.is_ok())?;
    let fields = [
        ("strategy", first.contender.strategy.as_str()),
        ("venue", first.contender.venue.name()),
        ("shares", "100"),
        ("racers", "500"),
        ("concurrency", "50"),
    ];
    RaceConfig::from_fields(&plain(fields)).ok()
}

/// Returns the numbers in flight, read as a list of what the field itself accepts.
fn levels(fields: &[(String, Value)]) -> Result<Vec<u32>, FieldError> {
    let single = field_named(LEVELS).expect("a field of the table");
    let FieldKind::Whole { min, max } = single.kind else { return Err(single.refuse()) };
    let field = Field { kind: FieldKind::WholeList { min, max, len_max: LEVELS_MAX }, ..*single };
    let mut values = fields.iter().filter(|(name, _)| name == LEVELS).map(|(_, value)| value);
    let default = Value::Plain(single.default.to_owned());
    let value = values.next().unwrap_or(&default);
    if values.next().is_some() {
        return Err(FieldError::new(LEVELS, Why::Twice));
    }
    let levels = field.whole_list(value)?;
    match levels.iter().enumerate().find(|(at, level)| levels[..*at].contains(level)) {
        Some((_, level)) => {
            Err(FieldError::new(LEVELS, Why::RepeatedValue { value: level.to_string() }))
        }
        None => Ok(levels),
    }
}

/// Returns the race of one contender. A field that it does not use is left out if another contender uses
/// it; if none does, the field stays in and is refused.
fn config(
    contender: &Contender,
    concurrency: u32,
    contenders: &[Contender],
    fields: &[(String, Value)],
) -> Result<RaceConfig, FieldError> {
    let uses = |contender: &Contender, name: &str| unused(contender, name).is_none();
    let mut own = vec![
        ("strategy".to_owned(), Value::Plain(contender.strategy.clone())),
        ("venue".to_owned(), Value::Plain(contender.venue.to_string())),
        (LEVELS.to_owned(), Value::Plain(concurrency.to_string())),
    ];
    for (name, value) in fields.iter().filter(|(name, _)| name != LEVELS) {
        if uses(contender, name) || !contenders.iter().any(|other| uses(other, name)) {
            own.push((name.clone(), value.clone()));
        }
    }
    RaceConfig::from_fields(&own).map_err(|error| match unused_by_all(contenders, &error.field) {
        Some(why) => FieldError::new(&error.field, why),
        None => error,
    })
}

/// Returns why a contender does not use a field, if it does not.
fn unused(contender: &Contender, field: &str) -> Option<Unused> {
    why_none(catalogue::strategy(&contender.strategy)?, field)
}

/// Returns why no contender uses a field, if none does.
fn unused_by_all(contenders: &[Contender], field: &str) -> Option<Why> {
    let first = contenders.first()?;
    let (strategy, reason) = (first.strategy.clone(), unused(first, field)?);
    let all = contenders.iter().all(|contender| unused(contender, field).is_some());
    all.then_some(Why::UnusedByAll { strategy, reason })
}

/// Returns the first error that refuses the whole comparison. A number in flight that is too high for
/// some of the strategies does not.
fn check(planned: &[PlannedRace]) -> Result<(), FieldError> {
    let mut errors = planned.iter().filter_map(|race| Some((race, race.config.as_ref().err()?)));
    let some_can = planned.iter().any(|race| race.config.is_ok());
    let Some((race, error)) = errors.find(|(_, error)| error.field != LEVELS || !some_can) else {
        return Ok(());
    };
    let concerns_all = planned.iter().all(|race| race.config.as_ref().err() == Some(error));
    if concerns_all || error.why.strategy() == Some(&race.contender.strategy) {
        return Err(error.clone());
    }
    let why = Why::OfOne { way: race.contender.to_string(), why: Box::new(error.why.clone()) };
    Err(FieldError::new(&error.field, why))
}

#[cfg(test)]
mod tests;
