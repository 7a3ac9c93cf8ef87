//! The words of a comparison in two languages: one struct, filled once in English and once in Chinese.

mod en;
mod zh;

use race_core::trace::{Property, Venue};

use crate::column::Column;
use crate::row::{NotRun, RowStatus};

pub use en::EN;
pub use zh::ZH;

/// All texts of one language; those with names in braces are templates for [`fill`].
#[derive(Debug)]
#[allow(missing_docs, reason = "the English text of each name says what it is")]
pub struct Words {
    /// The language's tag for the `lang` attribute in HTML.
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
    pub persistent_no: &'static str,
    pub persistent: &'static str,
    pub persistent_unknown: &'static str,
    pub repeat: &'static str,
    pub runs: &'static str,
    pub column: fn(Column) -> &'static str,
    pub property: fn(Property) -> &'static str,
    pub status: fn(RowStatus) -> &'static str,
    pub not_run: fn(&NotRun) -> String,
    pub not_judged: &'static str,
    pub venue: fn(Venue) -> &'static str,
    /// The name of a setting, if it has another than its own.
    pub field: fn(&str) -> Option<&'static str>,
    /// Between a word and what belongs to it.
    pub colon: &'static str,
    /// Between the words of a list.
    pub comma: &'static str,
}

impl Words {
    /// Returns the words of a language, `en` or `zh`.
    pub fn of(name: &str) -> Option<&'static Words> {
        match name {
            "en" => Some(&EN),
            "zh" => Some(&ZH),
            _ => None,
        }
    }

    /// Returns the name of a setting.
    pub fn field<'a>(&self, name: &'a str) -> &'a str {
        (self.field)(name).unwrap_or(name)
    }
}

/// Returns a template with its names in braces replaced by these values.
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
    use race_core::config::{FIELDS, Why};

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
        let strategy = "watch_multi".to_owned();
        let why = NotRun::Refused(Why::RedisConnections { strategy: strategy.clone(), max: 500 });
        let english = "not run: must be at most 500 for watch_multi: \
                       each grab in flight has a connection of its own";
        assert_eq!((EN.not_run)(&why), english);
        let chinese = "没跑：这种写法每个在途请求各占一条连接，最多同时 500";
        assert_eq!((ZH.not_run)(&why), chinese);
        let why = NotRun::Refused(Why::SqlConnections { strategy, max: 500 });
        assert_eq!((ZH.not_run)(&why), chinese);
        assert_eq!((ZH.not_run)(&NotRun::Refused(Why::Twice)), "没跑：stands there twice");
        assert_eq!((EN.not_run)(&NotRun::Stopped), "not run: it was stopped before its turn");
        assert_eq!((ZH.not_run)(&NotRun::Stopped), "没跑：轮到之前就停了");
    }
}
