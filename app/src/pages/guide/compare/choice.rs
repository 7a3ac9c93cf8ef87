//! What is to be compared: which strategies in which venues, over which workload.

mod groups;

use std::sync::LazyLock;

use race_core::catalogue;
use race_core::config::FieldError;
use race_core::config::field::{Field, plain};
use race_core::config::field_named;
use race_core::config::uses::why_none;
use race_report::plan::LEVELS;
use race_report::{Contender, PlannedRace, plan};

use groups::every_way;
pub use groups::{Group, Preset};

use crate::form::{Form, FormField};
use crate::query;

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
/// Defaults of this page: enough winners and losers for a 99th percentile of each, in a few seconds.
const PAGE_DEFAULTS: [(&str, &str); 3] = [("shares", "1000"), ("racers", "5000"), (LEVELS, "100")];

/// What is to be compared.
#[derive(Clone, Debug, PartialEq)]
pub struct Choice {
    ways: Vec<Contender>,
    form: Form,
}

impl Default for Choice {
    fn default() -> Choice {
        Choice { ways: Preset::Shipped.ways(), form: Form::new(&FORM_FIELDS) }
    }
}

impl Choice {
    /// Returns what a query asks for. What is wrong or unknown is left out, one by one.
    pub fn from_query(query: &str) -> Choice {
        let mut choice = Choice::default();
        for (name, text) in query::parse(query) {
            if name == WITH {
                let asked = text.split(',').map(|way| Contender::parse(&way.replace('.', ":")));
                let asked: Vec<_> = asked.filter_map(Result::ok).collect();
                choice.ways = in_order(|way| asked.contains(way));
            } else {
                choice.form.set_checked(&name, &text);
            }
        }
        choice
    }

    /// Returns the query that asks for it, without its question mark; empty for what the page begins with.
    pub fn to_query(&self) -> String {
        let names: Vec<_> = self.ways.iter().map(|way| way.to_string().replace(':', ".")).collect();
        let names = names.join(",");
        let ways = (self.ways != Preset::Shipped.ways()).then_some((WITH, names.as_str()));
        let fields = self.form.pairs().filter(|(name, _)| self.error(name).is_none());
        query::format(ways.into_iter().chain(fields))
    }

    /// Returns the text of a field.
    pub fn get(&self, name: &str) -> &str {
        self.form.get(name)
    }

    /// Types a text into a field of the page.
    pub fn set(&mut self, name: &str, text: &str) {
        self.form.set(name, text);
    }

    /// Returns true if a strategy is chosen in a venue.
    pub fn has(&self, way: &Contender) -> bool {
        self.ways.contains(way)
    }

    /// Chooses a strategy in a venue, or no longer.
    pub fn choose(&mut self, way: &Contender, on: bool) {
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

    /// Returns the preset that is chosen, if it is one.
    pub fn preset(&self) -> Option<Preset> {
        Preset::ALL.into_iter().find(|preset| preset.ways() == self.ways)
    }

    /// Returns the fields behind the fold that at least one of the strategies has use for.
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
                program.is_some_and(|program| why_none(program, name).is_none())
            }),
        }
    }

    /// Returns the races.
    ///
    /// # Errors
    ///
    /// What is wrong with a field or with what is chosen.
    pub fn plan(&self) -> Result<Vec<PlannedRace>, FieldError> {
        let names = UP_FRONT.into_iter().chain(BEHIND);
        let used = names.filter(|name| UP_FRONT.contains(name) || self.is_used(name));
        let fields = used.map(|name| (name, self.get(name)));
        let changed = fields.filter(|(name, text)| {
            *name == LEVELS || field_named(name).is_some_and(|field| field.default != *text)
        });
        plan(&self.ways, &plain(changed))
    }

    /// Returns what is wrong with a field, if anything is.
    pub fn error(&self, name: &str) -> Option<FieldError> {
        let is_shown = || UP_FRONT.contains(&name) || self.is_used(name);
        let own = self.form.error(name).filter(|_| is_shown());
        if own.is_some() {
            return own;
        }
        self.plan().err().filter(|error| error.field == name)
    }
}

fn in_order(keep: impl Fn(&Contender) -> bool) -> Vec<Contender> {
    every_way().into_iter().map(|(_, way)| way).filter(|way| keep(way)).collect()
}

/// The fields of the page.
static FORM_FIELDS: LazyLock<Vec<FormField>> = LazyLock::new(|| {
    let is_on_page = |name: &str| UP_FRONT.contains(&name) || BEHIND.contains(&name);
    let mut fields = FormField::of_config(is_on_page, &PAGE_DEFAULTS);
    for field in fields.iter_mut().filter(|field| field.name == LEVELS) {
        // Several numbers in one text, which only the plan can check.
        field.check = |_, _| Ok(());
    }
    fields
});

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_restores_the_choice_and_leaves_out_what_is_wrong() {
        assert_eq!(Choice::default().to_query(), "");
        let mut choice = Choice::default();
        choice.clear();
        choice.choose(&Contender::parse("atomic:server").unwrap(), true);
        choice.choose(&Contender::parse("get_set").unwrap(), true);
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
        assert!(choice.error("concurrency").unwrap().to_string().contains("twice"));
        let behind =
            |choice: &Choice| choice.behind().iter().map(|field| field.name).collect::<Vec<_>>();
        assert!(behind(&choice).contains(&"lock_ttl_ms") && !behind(&choice).contains(&"shards"));
        choice.set("lockstep", "true");
        choice.clear();
        assert!(!behind(&choice).contains(&"rate"));
        assert_eq!(choice.plan().unwrap_err().field, "strategy");
    }
}
