//! `race compare`.

use race_core::machine::Machine;
use race_core::result::{RaceResult, Status};
use race_core::trace::{Property, Venue};
use race_report::csv::COLUMNS;
use serde::Deserialize;

use crate::support::{code, command, err, out, race};

/// What `--json` prints, as another program reads it.
#[derive(Debug, Deserialize)]
struct Printed {
    rows: Vec<PrintedRow>,
    machine: Machine,
}

#[derive(Debug, Deserialize)]
struct PrintedRow {
    strategy: String,
    venue: Venue,
    not_run: Option<String>,
    runs: u32,
    broken: Vec<Property>,
    race: Option<RaceResult>,
}

#[test]
fn json_is_one_object_with_a_row_for_each_and_what_they_ran_on() {
    let words = "compare get_set atomic:server --lockstep --json";
    let output = race(words);
    assert_eq!(code(&output), 1, "{}", err(&output));
    assert_eq!(err(&output), "");
    let text = out(&output);
    assert_eq!(text.lines().count(), 1, "{text}");
    let all: Printed = serde_json::from_str(&text).unwrap();
    let rows: Vec<_> = all
        .rows
        .iter()
        .map(|row| (format!("{}:{}", row.strategy, row.venue), row.race.as_ref().unwrap()))
        .map(|(way, race)| (way, race.won, race.oversold))
        .collect();
    assert_eq!(rows, [("get_set:client".into(), 80, 70), ("atomic:server".into(), 10, 0)]);
    assert!(all.rows[0].broken.contains(&Property::NoOversell) && all.rows[1].broken.is_empty());
    assert!(all.machine.redis.contains(|each: char| each.is_ascii_digit()), "{:?}", all.machine);
    assert_eq!(all.machine.persistence.appendonly, "no");
    assert!(all.machine.cores > 0 && !all.machine.os.is_empty());
}

#[test]
fn the_exit_code_shows_how_it_ended_and_a_refusal_names_field_and_range() {
    let table = [
        ("compare atomic:server get_set:server --lockstep", 0, ""),
        ("compare get_set atomic:server --lockstep", 1, ""),
        ("compare watch_multi atomic:server --concurrency 600", 0, ""),
        ("compare", 2, "STRATEGY"),
        ("compare nobody", 2, "STRATEGY: there is no nobody; must be one of get_set"),
        ("compare get_set:moon", 2, "client, server"),
        ("compare get_set get_set:client", 2, "twice"),
        ("compare get_set --racers 0", 2, "--racers: must be a whole number from 1 to 200000"),
        ("compare get_set --concurrency 8,x", 2, "--concurrency: must be 1 to 8 whole numbers"),
        ("compare get_set decr --lock-ttl-ms 5", 2, "--lock-ttl-ms: none of these has use for it"),
        ("compare watch_multi --concurrency 501", 2, "--concurrency: must be at most 500"),
        ("compare get_set --venue server", 2, "--venue"),
        ("compare get_set --repeat 2", 2, "1, 3, 5, 7, 9"),
        ("compare get_set --lang fr", 2, "en, zh"),
        ("compare get_set --csv - --json", 2, "--csv: cannot stand beside --json"),
        ("compare get_set --csv - --html -", 2, "--csv: cannot stand beside --html"),
        ("compare get_set --csv ./x.f --html x.f", 2, "--html: must be another file"),
        ("compare get_set --html /nowhere/at/all.html", 2, "--html: cannot write"),
        ("compare get_set --redis-url redis://127.0.0.1:1", 3, "error"),
    ];
    for (words, exit, expected) in table {
        let output = race(words);
        assert_eq!(code(&output), exit, "race {words}\n{}{}", out(&output), err(&output));
        assert!(err(&output).contains(expected), "race {words}\n{}", err(&output));
        assert_eq!(out(&output).is_empty(), exit >= 2, "race {words}\n{}", out(&output));
    }
}

#[test]
fn a_strategy_that_asks_for_one_share_whatever_is_configured_is_named() {
    let text = out(&race("compare get_set:server atomic:server --lockstep --quantity 2"));
    assert!(text.contains("quantities 2 (get_set: 1)"), "{text}");
}

#[test]
fn people_read_a_table_with_every_row_and_why_one_could_not_run() {
    let output = race("compare watch_multi decr get_set:server --racers 600 --concurrency 100,600");
    let text = out(&output);
    assert_eq!(err(&output), "", "no progress in a pipe");
    let rows = |name: &str| text.lines().filter(|line| line.starts_with(name)).count();
    assert_eq!(
        [rows("watch_multi:client"), rows("decr:client"), rows("get_set:server")],
        [2, 2, 2]
    );
    for part in [
        "at once 100 · 600, people 600, seed 1, shares 10",
        "× is times as fast as decr:client.",
        "watch_multi:client, 600 at once  not run: must be at most 500 for watch_multi",
        "decr:client, 100 at once  broken: no_negative",
        "held everything that was judged, 2 broke something.",
    ] {
        assert!(text.contains(part), "{part}\n{text}");
    }
    let widest =
        text.lines().take_while(|line| !line.starts_with("  ")).map(|line| line.chars().count());
    assert!(widest.max().unwrap() <= 150, "{text}");
}

#[test]
fn files_hold_the_same_rows_and_the_report_speaks_the_language_asked_for() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
    let words = format!(
        "compare get_set atomic:server --lockstep --csv {} --html {} --lang zh",
        path("a.csv"),
        path("a.html")
    );
    let output = race(&words);
    assert_eq!(code(&output), 1, "{}", err(&output));
    let csv = std::fs::read_to_string(path("a.csv")).unwrap();
    let lines: Vec<_> = csv.split_terminator("\r\n").collect();
    let head: Vec<_> = COLUMNS.iter().map(|column| column.name).collect();
    assert_eq!((lines[0], lines.len()), (head.join(",").as_str(), 3));
    assert!(lines[1].starts_with("get_set,client,8,broken,no_oversell no_phantom conserved,"));
    let html = std::fs::read_to_string(path("a.html")).unwrap();
    for part in ["<html lang=\"zh-CN\">", "超卖", "被打破", "data-row=\"atomic:server@8\"", "种子"]
    {
        assert!(html.contains(part), "{part}");
    }
    for foreign in ["http", "<script", "src="] {
        assert!(!html.contains(foreign), "{foreign}");
    }
}

#[test]
fn a_hyphen_sends_the_file_to_standard_output_and_nothing_beside_it() {
    let csv = out(&race("compare get_set --lockstep --csv -"));
    assert!(
        csv.starts_with("strategy,venue,concurrency,") && csv.split("\r\n").count() == 3,
        "{csv}"
    );
    let html = out(&race("compare get_set --lockstep --html -"));
    assert!(html.starts_with("<!DOCTYPE html>") && html.trim_end().ends_with("</html>"), "{html}");
}

#[test]
fn repeated_races_make_one_row_with_their_number() {
    let output = race("compare atomic:server --repeat 3 --json");
    let all: Printed = serde_json::from_str(&out(&output)).unwrap();
    assert_eq!((code(&output), all.rows.len(), all.rows[0].runs), (0, 1, 3));
}

#[test]
fn a_signal_ends_the_comparison_and_the_rest_is_marked_as_not_run() {
    let words = "compare get_set atomic:server --lockstep --gap-ms 2000 --json";
    let pipe = std::process::Stdio::piped;
    let child = command(words).stdout(pipe()).stderr(pipe()).spawn().unwrap();
    std::thread::sleep(std::time::Duration::from_secs(3));
    let pid = child.id().to_string();
    assert!(std::process::Command::new("kill").arg(&pid).status().unwrap().success());
    let output = child.wait_with_output().unwrap();
    assert_eq!(code(&output), 3);
    let all: Printed = serde_json::from_str(&out(&output)).unwrap();
    assert!(
        all.rows[0].race.as_ref().is_none_or(|race| race.status != Status::Finished),
        "{all:?}"
    );
    let stopped = Some("it was stopped before its turn");
    assert_eq!(all.rows[1].not_run.as_deref(), stopped, "{all:?}");
}
