//! A comparison as one HTML file that needs nothing else: no script, no reference to anywhere, light
//! and dark as the reader's system is, fit to be printed.

use maud::{DOCTYPE, Markup, PreEscaped, html};
use std::collections::{BTreeMap, BTreeSet};

use crate::comparison::Comparison;
use race_core::catalogue;
use race_core::config::uses::{NOT_FOR_ALL, why_none};
use race_core::machine::Machine;
use race_core::number::group;

use crate::chart;
use crate::html::{notes, results, summary, verdicts};
use crate::plan::LEVELS;
use crate::words::{Words, fill};

/// The colours and the page around; the tables and charts look as on the page itself.
const FRAME: &str = include_str!("report.css");
const SHEET: &str = include_str!("../../../style/sheet.css");

/// Returns the whole file.
pub fn report(words: &Words, all: &Comparison) -> String {
    let page = html! {
        (DOCTYPE)
        html lang=(words.tag) {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                title { (words.title) }
                style { (PreEscaped(FRAME)) (PreEscaped(SHEET)) }
            }
            body {
                main.sheet {
                    h1 { (words.title) }
                    p.lead { (summary(words, all)) }
                    p { (words.once) }
                    h2 { (words.results) }
                    (results(words, all))
                    (notes(words, all))
                    (rest(words, all))
                    h2 { (words.repeat) }
                    pre { code { (command(all)) } }
                }
            }
        }
    };
    page.into_string() + "\n"
}

/// Returns all that stands below the table of results, in the report and on the page: charts, verdicts,
/// settings and machine.
pub fn rest(words: &Words, all: &Comparison) -> Markup {
    html! {
        (chart::hatch())
        div.charts {
            (chart::wins(words, all))
            (chart::rates(words, all))
            (chart::latencies(words, all))
        }
        h2 { (words.verdict) }
        (verdicts(words, all))
        p.note { (words.verdict_note) }
        (facts(words.settings, &settings(words, all)))
        (facts(words.machine, &about_machine(words, &all.machine)))
    }
}

fn facts(title: &str, facts: &[(String, String)]) -> Markup {
    html! {
        h2 { (title) }
        dl {
            @for (name, value) in facts {
                dt { (name) }
                dd { (value) }
            }
        }
    }
}

fn about_machine(words: &Words, machine: &Machine) -> [(String, String); 2] {
    let cores = fill(words.cores, &[("n", &machine.cores.to_string())]);
    let cpu = machine.cpu.clone().unwrap_or_default();
    let hardware = [format!("{} {}", machine.os, machine.arch), cpu, cores];
    let hardware = hardware.iter().filter(|each| !each.trim().is_empty()).map(String::as_str);
    [
        (words.machine.to_owned(), hardware.collect::<Vec<_>>().join(", ")),
        (machine.redis.clone(), persistence(words, machine)),
    ]
}

/// What Redis keeps on disk, in words.
pub fn persistence(words: &Words, machine: &Machine) -> String {
    let told = &machine.persistence;
    match (told.appendonly.as_str(), told.save.as_str()) {
        ("" | "unknown", _) => words.persistent_unknown.to_owned(),
        ("no", "") => words.persistent_no.to_owned(),
        (appendonly, save) => {
            let save = if save.is_empty() { "–" } else { save };
            let values =
                [("appendonly", appendonly), ("appendfsync", &told.appendfsync), ("save", save)];
            fill(words.persistent, &values)
        }
    }
}

/// The workload, by the names of its fields: what every reader wants to know, whatever is not as usual,
/// and whatever one of the programs has use for and the others have not.
pub fn settings(words: &Words, all: &Comparison) -> Vec<(String, String)> {
    let told = |(name, mut text): (&str, String)| {
        if name == "quantities" {
            text += &always_one(all);
        }
        (words.field(name).to_owned(), text)
    };
    shared(all).into_iter().map(told).collect()
}

/// Those who ask for one share whatever is said: their rows are another workload.
fn always_one(all: &Comparison) -> String {
    let races = all.rows.iter().filter_map(|row| row.race.as_ref());
    let ones = races.filter(|race| race.config.quantities == [1]);
    let names: BTreeSet<_> = ones.map(|race| race.strategy.as_str()).collect();
    match names.is_empty() {
        true => String::new(),
        false => format!(" ({}: 1)", names.into_iter().collect::<Vec<_>>().join(", ")),
    }
}

fn shared(all: &Comparison) -> Vec<(&'static str, String)> {
    let races = || all.rows.iter().filter_map(|row| row.race.as_ref());
    let Some(first) = races().next().map(|race| &race.config) else { return Vec::new() };
    let mut told = BTreeMap::from([
        ("shares", first.shares.to_string()),
        ("racers", first.racers.to_string()),
        ("seed", first.seed.to_string()),
    ]);
    for race in races() {
        told.extend(race.config.to_fields());
        let Some(program) = catalogue::strategy(&race.strategy) else { continue };
        for field in NOT_FOR_ALL.iter().filter(|field| why_none(program, field).is_none()) {
            let config = &race.config;
            let value = match *field {
                "lock_ttl_ms" => config.lock_ttl_ms,
                "attempts" => config.attempts,
                "shards" => config.shards,
                _ => continue,
            };
            told.insert(field, value.to_string());
        }
    }
    let levels: Vec<_> = all.levels().iter().map(|level| group((*level).into())).collect();
    told.insert(LEVELS, levels.join(" · "));
    told.retain(|name, _| !["strategy", "venue"].contains(name));
    told.into_iter().collect()
}

/// The command that runs the same again.
pub fn command(all: &Comparison) -> String {
    let mut ways: Vec<String> = all.rows.iter().map(|row| row.contender().to_string()).collect();
    ways.truncate(all.rows.len() / all.levels().len().max(1));
    let mut text = format!("race compare {}", ways.join(" "));
    for (name, value) in shared(all) {
        let flag = name.replace('_', "-");
        match value.as_str() {
            "true" => text += &format!(" --{flag}"),
            _ if name == LEVELS => text += &format!(" --{flag} {}", plain_levels(all)),
            value
                if value
                    .bytes()
                    .all(|byte| byte.is_ascii_alphanumeric() || b",._".contains(&byte)) =>
            {
                text += &format!(" --{flag} {value}");
            }
            value => text += &format!(" --{flag} '{}'", value.replace('\'', "'\\''")),
        }
    }
    let runs = all.rows.iter().map(|row| row.runs).max().unwrap_or_default();
    if runs > 1 {
        text += &format!(" --repeat {runs}");
    }
    text
}

fn plain_levels(all: &Comparison) -> String {
    all.levels().iter().map(u32::to_string).collect::<Vec<_>>().join(",")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::samples;
    use crate::words::{EN, ZH};

    /// Whether every element that is opened is closed, in its turn.
    fn assert_well_formed(html: &str) {
        const EMPTY: [&str; 2] = ["meta", "!DOCTYPE"];
        let mut open: Vec<&str> = Vec::new();
        for tag in html.split('<').skip(1) {
            let (tag, text) = tag.split_once('>').expect("each tag ends");
            assert!(!text.contains('>'), "a bare > after <{tag}>");
            let name = tag.split([' ', '\n']).next().unwrap();
            match name.strip_prefix('/') {
                Some(closed) => assert_eq!(open.pop(), Some(closed), "</{closed}>"),
                None if EMPTY.contains(&name) => {}
                None => open.push(name),
            }
        }
        assert!(open.is_empty(), "left open: {open:?}");
    }

    #[test]
    fn the_report_needs_nothing_else_and_is_well_formed() {
        for words in [&EN, &ZH] {
            let html = report(words, &samples::comparison());
            assert_well_formed(&html);
            for foreign in ["http", "<script", "@import", "src=", "href=", "style="] {
                assert!(!html.contains(foreign), "{foreign}\n{html}");
            }
            assert_eq!(html.matches("url(").count(), html.matches("url(#hatch)").count());
            assert!(html.contains(&format!("<html lang=\"{}\">", words.tag)));
            assert!(html.contains("prefers-color-scheme") && html.contains("@media print"));
            assert!(!html.contains('{') || !html.split("</style>").nth(1).unwrap().contains('{'));
        }
    }

    #[test]
    fn the_report_carries_verdict_settings_seed_machine_and_persistence() {
        let html = report(&EN, &samples::comparison());
        for part in [
            "broken: no_oversell",
            "<dt>shares</dt><dd>10</dd>",
            "<dt>at once</dt><dd>8</dd>",
            "<dt>seed</dt><dd>1</dd>",
            "linux x86_64, A &lt;fast&gt; &quot;CPU&quot;, &amp; more, 2 cores",
            "<dt>Redis 7.0.15</dt><dd>nothing on disk</dd>",
            "race compare get_set:client atomic:server watch_multi:client --concurrency 8 --racers 88",
        ] {
            assert!(html.contains(part), "{part}\n{html}");
        }
    }

    #[test]
    fn persistence_is_said_as_redis_tells_it_or_as_unknown() {
        let mut machine = samples::comparison().machine;
        assert_eq!(persistence(&EN, &machine), "nothing on disk");
        machine.persistence.appendonly = "yes".to_owned();
        machine.persistence.appendfsync = "everysec".to_owned();
        assert_eq!(
            persistence(&EN, &machine),
            "append-only file yes (fsync everysec), snapshots –"
        );
        machine.persistence.appendonly = "unknown".to_owned();
        assert_eq!(persistence(&EN, &machine), "unknown");
    }
}
