//! What is to be compared: which strategies in which venues, over which workload. Texts as they were
//! typed, over the page's defaults; core reads them as it does for a single race.

mod groups;

use race_core::catalogue;
use race_core::compare::plan::LEVELS;
use race_core::compare::{Planned, Way, plan};
use race_core::race::config::{FIELDS, field_named};
use race_core::race::field::{Field, FieldError, plain};
use race_core::race::uses::why_none;

use groups::every_way;
pub use groups::{Group, Preset};

use crate::link::{decode, encode};
use crate::workload::check;

/// The parameter of the address that holds the strategies.
const WITH: &str = "with";
/// Fields that are always on the page.
pub const UP_FRONT: [&str; 4] = ["shares", "racers", LEVELS, "lockstep"];
/// Fields behind the fold, where one of the strategies has use for them.
const BEHIND: [&str; 9] = [
    "gap_ms",
    "jitter_ms",
    "rate",
    "grabs_per_racer",
    "quantity",
    "lock_ttl_ms",
    "attempts",
    "shards",
    "seed",
];
/// Enough winners and losers for a 99th percentile of each, in a few seconds.
const PAGE_DEFAULTS: [(&str, &str); 3] = [("shares", "1000"), ("racers", "5000"), (LEVELS, "100")];
/// What is to be compared.
#[derive(Clone, Debug, PartialEq)]
pub struct Choice {
    ways: Vec<Way>,
    /// Only what differs from the page's defaults.
    texts: Vec<(&'static str, String)>,
}

impl Default for Choice {
    fn default() -> Choice {
        Choice { ways: Preset::Shipped.ways(), texts: Vec::new() }
    }
}

impl Choice {
    /// What a query asks for. What is wrong or unknown is left out, one by one.
    pub fn from_query(query: &str) -> Choice {
        let mut choice = Choice::default();
        for pair in query.trim_start_matches('?').split('&') {
            let (name, text) = pair.split_once('=').unwrap_or((pair, ""));
            let (Some(name), Some(text)) = (decode(name), decode(text)) else { continue };
            if name == WITH {
                let asked =
                    text.split(',').filter_map(|way| Way::parse(&way.replace('.', ":")).ok());
                let asked: Vec<_> = asked.collect();
                choice.ways = in_order(|way| asked.contains(way));
            } else if let Some(field) = field_named(&name).filter(|field| is_on_page(field.name))
                && (field.name == LEVELS || check(field, &text).is_ok())
            {
                choice.set(field.name, &text);
            }
        }
        choice
    }

    /// The query that asks for it, without its question mark; empty for what the page begins with.
    pub fn to_query(&self) -> String {
        let mut pairs: Vec<(&str, String)> = Vec::new();
        if *self.ways != Preset::Shipped.ways() {
            let ways: Vec<_> =
                self.ways.iter().map(|way| way.to_string().replace(':', ".")).collect();
            pairs.push((WITH, ways.join(",")));
        }
        let fields = FIELDS.iter().filter_map(|field| Some((field.name, self.typed(field.name)?)));
        let right = |name: &str| self.error(name).is_none();
        pairs.extend(
            fields.filter(|(name, _)| right(name)).map(|(name, text)| (name, text.to_owned())),
        );
        let mut query = String::new();
        for (name, text) in pairs {
            query += if query.is_empty() { "" } else { "&" };
            query += name;
            query.push('=');
            encode(&text, &mut query);
        }
        query
    }

    /// A field's text.
    pub fn get(&self, name: &str) -> &str {
        self.typed(name).unwrap_or_else(|| page_default(name))
    }

    fn typed(&self, name: &str) -> Option<&str> {
        self.texts.iter().find(|(field, _)| *field == name).map(|(_, text)| text.as_str())
    }

    /// Types a text into a field of the page.
    pub fn set(&mut self, name: &str, text: &str) {
        let Some(field) = field_named(name).filter(|field| is_on_page(field.name)) else { return };
        self.texts.retain(|(typed, _)| *typed != field.name);
        if text != page_default(name) {
            self.texts.push((field.name, text.to_owned()));
            self.texts.sort();
        }
    }

    /// Whether this is chosen.
    pub fn has(&self, way: &Way) -> bool {
        self.ways.contains(way)
    }

    /// Chooses it, or no longer.
    pub fn choose(&mut self, way: &Way, on: bool) {
        let had = self.ways.clone();
        self.ways = in_order(|each| if each == way { on } else { had.contains(each) });
    }

    /// Chooses what a preset chooses, and nothing else; the workload stays.
    pub fn use_preset(&mut self, preset: Preset) {
        self.ways = preset.ways();
    }

    /// Chooses nothing.
    pub fn clear(&mut self) {
        self.ways.clear();
    }

    /// The preset that is chosen, if it is one.
    pub fn preset(&self) -> Option<Preset> {
        Preset::ALL.into_iter().find(|preset| preset.ways() == self.ways)
    }

    /// The fields behind the fold that at least one of the strategies has use for.
    pub fn behind(&self) -> Vec<&'static Field> {
        BEHIND
            .iter()
            .filter(|name| self.is_used(name))
            .filter_map(|name| field_named(name))
            .collect()
    }

    fn is_used(&self, name: &str) -> bool {
        match name {
            // In lockstep rounds decide who arrives when.
            "jitter_ms" | "rate" => self.get("lockstep") != "true",
            _ => self.ways.iter().any(|way| {
                let program = catalogue::strategy(&way.strategy);
                program.is_some_and(|program| why_none(&program, name).is_none())
            }),
        }
    }

    /// The races, or what is wrong.
    pub fn plan(&self) -> Result<Vec<Planned>, FieldError> {
        let names = UP_FRONT.into_iter().chain(BEHIND);
        let used = names.filter(|name| UP_FRONT.contains(name) || self.is_used(name));
        let fields = used.map(|name| (name, self.get(name)));
        let given = fields.filter(|(name, text)| {
            *name == LEVELS || field_named(name).is_some_and(|field| field.default != *text)
        });
        plan(&self.ways, &plain(given))
    }

    /// What is wrong with a field, if anything is.
    pub fn error(&self, name: &str) -> Option<FieldError> {
        let field = field_named(name)?;
        let text = self.get(name);
        if name != LEVELS
            && text != field.default
            && (UP_FRONT.contains(&name) || self.is_used(name))
            && let Err(error) = check(field, text)
        {
            return Some(error);
        }
        self.plan().err().filter(|error| error.field == name)
    }
}

fn in_order(keep: impl Fn(&Way) -> bool) -> Vec<Way> {
    every_way().into_iter().map(|(_, way)| way).filter(|way| keep(way)).collect()
}

fn is_on_page(name: &str) -> bool {
    UP_FRONT.contains(&name) || BEHIND.contains(&name)
}

fn page_default(name: &str) -> &'static str {
    let own = PAGE_DEFAULTS.iter().find(|(field, _)| *field == name).map(|(_, text)| *text);
    own.or_else(|| field_named(name).map(|field| field.default)).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_restores_the_choice_and_leaves_out_what_is_wrong() {
        assert_eq!(Choice::default().to_query(), "");
        let mut choice = Choice::default();
        choice.clear();
        choice.choose(&Way::parse("atomic:server").unwrap(), true);
        choice.choose(&Way::parse("get_set").unwrap(), true);
        choice.set("shares", "10");
        choice.set("concurrency", "8,16");
        let query = choice.to_query();
        assert_eq!(query, "with=get_set.client,atomic.server&shares=10&concurrency=8,16");
        assert_eq!(Choice::from_query(&format!("?{query}")), choice);
        let wrong = "?with=nobody.client,decr.moon,atomic.server&racers=0&colour=red&left=x&shares=%ZZ&lang=zh";
        let choice = Choice::from_query(wrong);
        assert_eq!(choice.to_query(), "with=atomic.server");
    }

    #[test]
    fn a_wrong_field_knows_its_error_and_fields_without_use_are_not_shown() {
        let mut choice = Choice::default();
        choice.set("racers", "many");
        choice.set("concurrency", "8,8");
        assert_eq!(choice.error("racers").unwrap().field, "racers");
        assert_eq!(choice.error("shares"), None);
        choice.set("racers", "10");
        assert!(choice.error("concurrency").unwrap().message.contains("twice"));
        let behind =
            |choice: &Choice| choice.behind().iter().map(|field| field.name).collect::<Vec<_>>();
        assert!(behind(&choice).contains(&"lock_ttl_ms") && !behind(&choice).contains(&"shards"));
        choice.set("lockstep", "true");
        choice.clear();
        assert!(!behind(&choice).contains(&"rate"));
        assert_eq!(choice.plan().unwrap_err().field, "strategy");
    }
}
