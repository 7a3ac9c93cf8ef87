//! The words of a comparison in two languages: one struct, filled once in English and once in Chinese.

mod en;
mod zh;

use race_core::trace::{Property, Venue};

use crate::column::Column;
use crate::row::{STOPPED, Stand};

pub use en::EN;
pub use zh::ZH;

/// All texts of one language; those with braces are templates.
#[derive(Debug)]
#[allow(missing_docs, reason = "the English text of the same name says it")]
pub struct Words {
    /// The `lang` of what is written with them.
    pub tag: &'static str,
    pub title: &'static str,
    pub summary: &'static str,
    pub summary_fastest: &'static str,
    pub once: &'static str,
    pub settings: &'static str,
    pub machine: &'static str,
    pub cores: &'static str,
    pub results: &'static str,
    pub verdict: &'static str,
    pub verdict_note: &'static str,
    pub rates: &'static str,
    pub rates_note: &'static str,
    pub latencies: &'static str,
    pub latencies_note: &'static str,
    pub wins: &'static str,
    pub wins_note: &'static str,
    pub at_once: &'static str,
    pub per_second: &'static str,
    pub of_shares: &'static str,
    pub too_many: &'static str,
    pub won: &'static str,
    pub refused: &'static str,
    pub base: &'static str,
    pub bases: &'static str,
    pub percentiles: &'static str,
    pub not_run_at_most: &'static str,
    pub not_run: &'static str,
    pub not_run_stopped: &'static str,
    pub persistent_no: &'static str,
    pub persistent: &'static str,
    pub persistent_unknown: &'static str,
    pub repeat: &'static str,
    pub runs: &'static str,
    pub column: fn(Column) -> &'static str,
    pub property: fn(Property) -> &'static str,
    pub stand: fn(Stand) -> &'static str,
    pub not_judged: &'static str,
    pub venue: fn(Venue) -> &'static str,
    /// Names of the settings; what is not among them is said by its own name.
    pub fields: &'static [(&'static str, &'static str)],
}

impl Words {
    /// The words of a language, by `en` or `zh`.
    pub fn of(name: &str) -> Option<&'static Words> {
        match name {
            "en" => Some(&EN),
            "zh" => Some(&ZH),
            _ => None,
        }
    }

    /// The name of a setting.
    pub fn field<'a>(&self, name: &'a str) -> &'a str {
        self.fields.iter().find(|(field, _)| *field == name).map_or(name, |(_, text)| text)
    }

    /// Why a row has no race: core says it in English, and here what it can be is said in Chinese too.
    pub fn not_run(&self, reason: &str) -> String {
        if reason == STOPPED {
            return self.not_run_stopped.to_owned();
        }
        let most = reason.split("at most ").nth(1).and_then(|rest| rest.split(' ').next());
        match most.filter(|most| most.bytes().all(|byte| byte.is_ascii_digit())) {
            Some(most) if self.tag != EN.tag => fill(self.not_run_at_most, &[("n", most)]),
            _ => fill(self.not_run, &[("why", reason)]),
        }
    }
}

/// A template with its braces filled.
pub fn fill(template: &str, values: &[(&str, &str)]) -> String {
    let mut text = template.to_owned();
    for (name, value) in values {
        text = text.replace(&format!("{{{name}}}"), value);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use race_core::config::FIELDS;

    #[test]
    fn every_setting_has_a_chinese_name() {
        for field in
            FIELDS.iter().filter(|field| !["strategy", "venue", "xray"].contains(&field.name))
        {
            assert_ne!(ZH.field(field.name), field.name);
        }
    }

    #[test]
    fn why_a_row_did_not_run_is_said_in_both_languages() {
        let why = "must be at most 500 for watch_multi: each grab has a connection of its own";
        assert_eq!(EN.not_run(why), format!("not run: {why}"));
        assert_eq!(ZH.not_run(why), "没跑：这种写法每个在途请求各占一条连接，最多同时 500");
        assert_eq!(ZH.not_run("x"), "没跑：x");
    }
}
