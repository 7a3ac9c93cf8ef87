//! The workload of a comparison: its settings, and the command that runs it again.

use std::collections::{BTreeMap, BTreeSet};

use race_core::catalogue;
use race_core::config::uses::{NOT_FOR_ALL, why_none};
use race_core::number::group;
use race_core::result::RaceResult;

use crate::comparison::Comparison;
use crate::plan::LEVELS;
use crate::words::Words;

/// A setting, or another fact by its name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fact {
    /// Its name.
    pub name: String,
    /// Its value.
    pub value: String,
}

/// Returns the settings of the workload: those that every reader asks for, those that are not at their
/// default, and those that only some of the strategies use.
pub fn settings(words: &Words, all: &Comparison) -> Vec<Fact> {
    let fact = |(name, mut value): (&str, String)| {
        if name == "quantities" {
            value += &always_one(all);
        }
        Fact { name: words.field(name).to_owned(), value }
    };
    let mut fields = fields(all);
    if let Some(levels) = fields.get_mut(LEVELS) {
        let grouped: Vec<_> = all.levels().iter().map(|level| group((*level).into())).collect();
        *levels = grouped.join(" · ");
    }
    fields.into_iter().map(fact).collect()
}

/// Returns the command line that runs the same again.
pub fn command(all: &Comparison) -> String {
    let mut contenders: Vec<String> =
        all.rows.iter().map(|row| row.contender().to_string()).collect();
    contenders.truncate(all.rows.len() / all.levels().len().max(1));
    let mut text = format!("race compare {}", contenders.join(" "));
    for (name, value) in fields(all) {
        text += &format!(" --{}", name.replace('_', "-"));
        if value != "true" {
            text += &format!(" {}", quoted(&value));
        }
    }
    if all.runs() > 1 {
        text += &format!(" --repeat {}", all.runs());
    }
    text
}

/// Returns a value as a shell reads it.
fn quoted(value: &str) -> String {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b",._".contains(&byte);
    match value.bytes().all(is_plain) {
        true => value.to_owned(),
        false => format!("'{}'", value.replace('\'', "'\\''")),
    }
}

/// Returns the fields of the workload, by their names and with their values as the command line reads
/// them.
fn fields(all: &Comparison) -> BTreeMap<&'static str, String> {
    let Some(first) = races(all).next().map(|race| &race.config) else { return BTreeMap::new() };
    let mut fields = BTreeMap::from([
        ("shares", first.shares.to_string()),
        ("racers", first.racers.to_string()),
        ("seed", first.seed.to_string()),
    ]);
    for race in races(all) {
        fields.extend(race.config.to_fields());
        let Some(program) = catalogue::strategy(&race.strategy) else { continue };
        for field in NOT_FOR_ALL.iter().filter(|field| why_none(program, field).is_none()) {
            let config = &race.config;
            let value = match *field {
                "lock_ttl_ms" => config.lock_ttl_ms,
                "attempts" => config.attempts,
                "shards" => config.shards,
                _ => continue,
            };
            fields.insert(field, value.to_string());
        }
    }
    let levels: Vec<_> = all.levels().iter().map(u32::to_string).collect();
    fields.insert(LEVELS, levels.join(","));
    fields.retain(|name, _| !["strategy", "venue"].contains(name));
    fields
}

/// Returns a remark that names the strategies that always ask for one share: their rows are another
/// workload than the others'.
fn always_one(all: &Comparison) -> String {
    let ones = races(all).filter(|race| race.config.quantities == [1]);
    let names: BTreeSet<_> = ones.map(|race| race.strategy.as_str()).collect();
    match names.is_empty() {
        true => String::new(),
        false => format!(" ({}: 1)", names.into_iter().collect::<Vec<_>>().join(", ")),
    }
}

fn races(all: &Comparison) -> impl Iterator<Item = &RaceResult> {
    all.rows.iter().filter_map(|row| row.race.as_ref())
}
