//! A comparison as one HTML file that needs nothing else: no script, no reference to anywhere, light
//! and dark as the reader's system is, fit to be printed.

use maud::{DOCTYPE, Markup, PreEscaped, html};
use race_core::machine::Machine;

use crate::chart;
use crate::comparison::Comparison;
use crate::summary::summary;
use crate::tables::{notes, results, verdicts};
use crate::words::{Words, fill};
use crate::workload::{Fact, command, settings};

/// The colours and the layout of the file.
const FRAME: &str = include_str!("report.css");
/// The looks of tables and charts, the same as on the page.
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

fn facts(title: &str, facts: &[Fact]) -> Markup {
    html! {
        h2 { (title) }
        dl {
            @for fact in facts {
                dt { (fact.name) }
                dd { (fact.value) }
            }
        }
    }
}

fn about_machine(words: &Words, machine: &Machine) -> [Fact; 2] {
    let cores = fill(words.cores, &[("n", &machine.cores.to_string())]);
    let cpu = machine.cpu.clone().unwrap_or_default();
    let hardware = [format!("{} {}", machine.os, machine.arch), cpu, cores];
    let hardware = hardware.iter().filter(|each| !each.trim().is_empty()).map(String::as_str);
    [
        Fact { name: words.machine.to_owned(), value: hardware.collect::<Vec<_>>().join(", ") },
        Fact { name: machine.redis.clone(), value: persistence(words, machine) },
    ]
}

/// Returns what Redis keeps on disk, in words.
pub fn persistence(words: &Words, machine: &Machine) -> String {
    let disk = &machine.persistence;
    match (disk.appendonly.as_str(), disk.save.as_str()) {
        ("" | "unknown", _) => words.persistent_unknown.to_owned(),
        ("no", "") => words.persistent_no.to_owned(),
        (appendonly, save) => {
            let save = if save.is_empty() { "–" } else { save };
            let values =
                [("appendonly", appendonly), ("appendfsync", &disk.appendfsync), ("save", save)];
            fill(words.persistent, &values)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::samples;
    use crate::words::{EN, ZH};

    /// Asserts that every element that is opened is closed, the last one first.
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
    fn persistence_is_what_redis_answers_or_unknown() {
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
