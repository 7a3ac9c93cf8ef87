//! The texts of the guide that the race page does not have, in English and in Chinese: apart from
//! [`crate::words`], so that the race page does not carry them.

use race_core::counterexample::StaleWrite;
use race_core::number::{group, signed};
use race_core::property::Claim;
use race_core::result::RaceResult;
use race_core::trace::{Property, Standing};

use super::worker::WorkerError;
use crate::words::{Forms, Lang, counted, fill};

/// Declares a group of texts whose names say what they are: the text itself stands in `en.rs`.
macro_rules! texts {
    ($($(#[$about:meta])* struct $name:ident { $($access:vis $field:ident: $kind:ty,)+ })+) => {
        $($(#[$about])*
        #[derive(Debug)]
        #[allow(missing_docs, reason = "the English text of the same name says it")]
        pub struct $name { $($access $field: $kind,)+ })+
    };
}

mod compare;
mod en;
pub mod fairness;
mod zh;

pub use compare::CompareWords;
pub use en::EN;
pub use zh::ZH;

texts! {
    /// All texts of one language.
    struct GuideWords {
        pub lang: Lang,
        pub compare: &'static CompareWords,
        pub skip: &'static str,
        pub working: &'static str,
        pub matrix: Matrix,
        pub strategy: StrategyWords,
        pub case: CaseWords,
        pub not_found: NotFoundWords,
        pub fairness: fairness::FairnessWords,
        pub worker_failed: &'static str,
        pub race_it: &'static str,
        pub holds: &'static str,
        pub broken: &'static str,
        pub not_judged: &'static str,
        pub colon: &'static str,
        pub gap: &'static str,
        pub faults: [(&'static str, &'static str, &'static str); 3],
        shares: Forms,
        states: Forms,
        grabs: Forms,
        trips: Forms,
        acts: Forms,
    }

    /// The page with all strategies.
    struct Matrix {
        pub title: &'static str,
        pub intro: &'static str,
        pub how: &'static str,
        pub caption: &'static str,
        pub strategy: &'static str,
        pub under: &'static str,
        pub legend: &'static str,
    }

    /// The page of one strategy.
    struct StrategyWords {
        pub all: &'static str,
        pub facts: &'static str,
        pub venues: &'static str,
        pub source: &'static str,
        pub keys: &'static str,
        pub arguments: &'static str,
        pub returns: &'static str,
        pub share_won: &'static str,
        pub none: &'static str,
        pub faults: &'static str,
        pub cost: &'static str,
        pub cost_how: &'static str,
        pub remarks: &'static str,
        pub claims: &'static str,
        pub program: &'static str,
        pub program_how: &'static str,
        pub what: &'static str,
        pub use_it: &'static str,
        pub avoid: &'static str,
        pub breaks: &'static str,
        pub belief: &'static str,
        pub equivalents: &'static str,
        pub not_executed: &'static str,
        pub sources: [(&'static str, &'static str); 4],
        pub repaired: &'static str,
        pub between: &'static str,
        cost_won: &'static str,
        cost_refused: &'static str,
    }

    /// The page of one property of one strategy.
    struct CaseWords {
        pub turn: &'static str,
        pub schedule: &'static str,
        pub table: &'static str,
        pub passing_table: &'static str,
        pub replay: &'static str,
        pub race_passing: &'static str,
        pub previous: &'static str,
        pub next: &'static str,
        pub others: &'static str,
        pub script: &'static str,
        pub nothing: &'static str,
        pub dies: &'static str,
        pub time: &'static str,
        pub refund: &'static str,
        pub searched: &'static str,
        pub scenarios: &'static str,
        pub states: &'static str,
        pub won_most: &'static str,
        pub standing: &'static str,
        pub merged: &'static str,
        pub no_fault: &'static str,
        pub at_once: &'static str,
        pub passing: &'static str,
        pub notation: &'static str,
        searching: &'static str,
        shortest: &'static str,
        exhausted: &'static str,
        not_judged: &'static str,
        unfinished: &'static str,
        bounds: &'static str,
        under: &'static str,
        grab: &'static str,
        head: &'static str,
        steps_in: &'static str,
        reads: &'static str,
        writes: &'static str,
        ended: &'static str,
        ended_share: &'static str,
        stale: &'static str,
        oversell: &'static str,
        duplicate: &'static str,
        negative: &'static str,
        phantom: &'static str,
        undersell: &'static str,
        conserved: &'static str,
        conserved_record: &'static str,
        progress: &'static str,
        failure: &'static str,
    }

    /// The page for a path that leads nowhere.
    struct NotFoundWords {
        title: &'static str,
        pub list: &'static str,
    }
}

impl GuideWords {
    /// Returns the words of a language.
    pub fn of(lang: Lang) -> &'static GuideWords {
        match lang {
            Lang::En => &EN,
            Lang::Zh => &ZH,
        }
    }

    /// Returns what is claimed about a property, in a word.
    pub fn claim(&self, claim: Claim) -> &'static str {
        match claim {
            Claim::Held => self.holds,
            Claim::Broken => self.broken,
            Claim::NotJudged => self.not_judged,
        }
    }

    /// Returns a fault's name, and what it means.
    pub fn fault(&self, name: &str) -> (&'static str, &'static str) {
        let known = self.faults.iter().find(|(fault, ..)| *fault == name);
        known.map_or(("", ""), |(_, short, long)| (short, long))
    }

    /// Returns where a strategy was described: `A 1.2, C 3.2` in words.
    pub fn source(&self, source: &str) -> String {
        let one = |part: &str| {
            let (mark, place) = part.trim().split_once(' ').unwrap_or((part.trim(), ""));
            let known = self.strategy.sources.iter().find(|(known, _)| *known == mark);
            let name = known.map_or(mark, |(_, name)| name);
            match place {
                "" => name.to_owned(),
                "repaired" => format!("{name}{}", self.strategy.repaired),
                place => format!("{name} {place}"),
            }
        };
        source.split(',').map(one).collect::<Vec<_>>().join(self.strategy.between)
    }

    /// Returns what a win costs.
    pub fn cost_won(&self, trips: u32) -> String {
        fill(self.strategy.cost_won, &[("trips", counted(self.trips, trips.into()))])
    }

    /// Returns what a refusal costs, and which.
    pub fn cost_refused(&self, trips: u32, outcome: &str) -> String {
        let trips = counted(self.trips, trips.into());
        fill(self.strategy.cost_refused, &[("trips", trips), ("outcome", outcome.to_owned())])
    }

    /// Returns the sentence that there is nothing of this name.
    pub fn not_found(&self, name: &str) -> String {
        fill(self.not_found.title, &[("name", name)])
    }

    /// Returns how far the search is.
    pub fn searching(&self, states: u64) -> String {
        fill(self.case.searching, &[("states", counted(self.states, states))])
    }

    /// Returns the sentence that the worker has failed, with the browser's reason if there is one.
    pub fn worker_failed(&self, error: &WorkerError) -> String {
        let why = match error.reason.as_str() {
            "" => String::new(),
            reason => format!(" ({reason})"),
        };
        fill(self.worker_failed, &[("why", why)])
    }

    /// Returns how a property stands, in a sentence: how long the shortest order is, or that there is none.
    pub fn found(
        &self,
        standing: Standing,
        acts: usize,
        states: u64,
        won: u64,
        why: &str,
    ) -> String {
        let template = match standing {
            Standing::Broken if acts == 0 => self.case.at_once,
            Standing::Broken => self.case.shortest,
            Standing::Held => self.case.exhausted,
            Standing::NotJudged => self.case.not_judged,
            Standing::NotExhausted => self.case.unfinished,
        };
        let values = [
            ("acts", counted(self.acts, acts as u64)),
            ("states", counted(self.states, states)),
            ("grabs", counted(self.grabs, won)),
            ("why", why.to_owned()),
        ];
        fill(template, &values)
    }

    /// Returns the bounds of the search.
    pub fn bounds(&self, racers: u64, shares: u64, scenarios: usize, states: u64) -> String {
        let values = [
            ("racers", group(racers)),
            ("shares", counted(self.shares, shares)),
            ("scenarios", group(scenarios as u64)),
            ("states", counted(self.states, states)),
        ];
        fill(self.case.bounds, &values)
    }

    /// Returns the faults that it was searched under.
    pub fn under(&self, faults: &[String]) -> String {
        if faults.is_empty() {
            return self.case.no_fault.to_owned();
        }
        let names: Vec<_> = faults.iter().map(|name| self.fault(name).1).collect();
        fill(self.case.under, &[("faults", names.join(self.strategy.between))])
    }

    /// Returns the name of a grab, counted as in schedules.
    pub fn grab(&self, grab: u32) -> String {
        fill(self.case.grab, &[("grab", grab)])
    }

    /// Returns the head of a grab's column.
    pub fn head(&self, grab: u32, racer: u32) -> String {
        fill(self.case.head, &[("grab", self.grab(grab)), ("racer", racer.to_string())])
    }

    /// Returns the sentence that the turn passes to a grab.
    pub fn steps_in(&self, grab: u32) -> String {
        fill(self.case.steps_in, &[("grab", self.grab(grab))])
    }

    /// Returns the sentence that the stock was read.
    pub fn reads(&self, value: i64) -> String {
        fill(self.case.reads, &[("value", signed(value))])
    }

    /// Returns the sentence that the stock was written.
    pub fn writes(&self, value: i64) -> String {
        fill(self.case.writes, &[("value", signed(value))])
    }

    /// Returns how a grab ended.
    pub fn ended(&self, outcome: &str, share: Option<i64>) -> String {
        let outcome = ("outcome", outcome.to_owned());
        match share {
            Some(share) => fill(self.case.ended_share, &[outcome, ("share", signed(share))]),
            None => fill(self.case.ended, &[outcome]),
        }
    }

    /// Returns the sentence about a write that was computed from a value that was no longer true.
    pub fn stale(&self, stale: &StaleWrite) -> String {
        let values = [
            ("grab", self.grab(stale.grab)),
            ("other", self.grab(stale.other)),
            ("read", signed(stale.read)),
            ("wrote", signed(stale.wrote)),
            ("other_wrote", signed(stale.other_wrote)),
        ];
        fill(self.case.stale, &values)
    }

    /// Returns what went wrong, in a sentence.
    pub fn wrong(&self, property: Property, result: &RaceResult) -> String {
        let counter = result.counter_final.unwrap_or(0);
        let template = match (property, result.recorded) {
            (Property::NoOversell, _) => self.case.oversell,
            (Property::NoDuplicate, _) => self.case.duplicate,
            (Property::NoNegative, _) => self.case.negative,
            (Property::NoPhantom, _) => self.case.phantom,
            (Property::NoUndersell, _) => self.case.undersell,
            (Property::Conserved, Some(_)) => self.case.conserved_record,
            (Property::Conserved, None) => self.case.conserved,
            (Property::Progress, _) => self.case.progress,
            (Property::NoFailure, _) => self.case.failure,
        };
        let reason = result.failures.first().map_or("", |failure| failure.reason.as_str());
        let values = [
            ("won", group(result.shares_won)),
            ("shares", counted(self.shares, result.shares.into())),
            ("left", group(counter.max(0).unsigned_abs())),
            ("lowest", signed(result.counter_min.unwrap_or(counter))),
            ("undersold", group(result.undersold)),
            ("recorded", group(result.recorded.unwrap_or(0))),
            ("reason", reason.to_owned()),
        ];
        fill(template, &values)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use race_core::RaceConfig;
    use race_core::catalogue;
    use race_core::result::RaceResult;
    use race_engine::check::scenario::STANDARD;

    /// Returns every text that a method fills, in one language.
    fn filled(texts: &GuideWords) -> Vec<String> {
        let config = RaceConfig::from_fields(&[]).unwrap();
        let result = RaceResult::new("x", &config);
        let recorded = RaceResult { recorded: Some(3), ..result.clone() };
        let stale = StaleWrite { grab: 0, read: 1, wrote: 0, other: 1, other_wrote: 0 };
        let mut filled = vec![
            texts.not_found("x"),
            texts.worker_failed(&WorkerError { reason: String::new() }),
            texts.worker_failed(&WorkerError { reason: "x".to_owned() }),
            texts.under(&[]),
            texts.under(&["die".to_owned(), "time".to_owned(), "refund".to_owned()]),
            texts.grab(1),
            texts.head(1, 0),
            texts.steps_in(1),
            texts.reads(-1),
            texts.writes(0),
            texts.ended("", None),
            texts.ended("", Some(1)),
            texts.stale(&stale),
        ];
        for n in [0, 1, 2, 12_345] {
            filled.extend([
                texts.searching(n),
                texts.cost_won(n as u32),
                texts.cost_refused(n as u32, ""),
                texts.bounds(n, n, n as usize, n),
            ]);
            let found = |standing: &Standing| texts.found(*standing, n as usize, n, n, "");
            filled.extend(Standing::ALL.iter().map(found));
        }
        for property in Property::ALL {
            filled.extend([&result, &recorded].map(|result| texts.wrong(*property, result)));
        }
        filled
    }

    #[test]
    fn every_template_is_filled_and_each_language_says_it_in_its_own_letters() {
        let is_han =
            |text: &str| text.chars().any(|sign| ('\u{4e00}'..='\u{9fff}').contains(&sign));
        for (english, chinese) in filled(&EN).iter().zip(filled(&ZH)) {
            for text in [english, &chinese] {
                assert!(!text.contains(['{', '}']), "{text}");
            }
            assert!(!is_han(english) && is_han(&chinese), "{english} / {chinese}");
        }
    }

    #[test]
    fn every_source_of_a_header_is_spelled_out() {
        for program in catalogue::strategies() {
            for texts in [&EN, &ZH] {
                let marks = program.source.split(',').map(|part| part.trim().split(' ').next());
                for mark in marks.flatten() {
                    let named = texts.strategy.sources.iter().any(|(known, _)| *known == mark);
                    assert!(named, "{}: {mark}", program.name);
                }
            }
        }
        let c = "C 《高并发系统防超卖架构设计与Redis实战》";
        let a = "A, a long article on flash sales and red packets with Redis";
        assert_eq!(EN.source("A 1.2, C 3.2"), format!("{a} 1.2 · {c} 3.2"));
        assert_eq!(EN.source("C repaired"), format!("{c}, repaired"));
    }

    #[test]
    fn there_are_as_many_scenarios_as_the_page_says() {
        assert_eq!(STANDARD.len(), 6);
        assert!(EN.matrix.how.contains("six") && ZH.matrix.how.contains("六个"));
    }
}
