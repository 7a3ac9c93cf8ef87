//! `race run` and `race strategies`.

use race_core::config::FIELDS;
use race_core::config::field::FieldKind;
use race_core::result::RaceResult;
use serde_json::Value;

use crate::support::{code, command, err, out, race};

/// What a result holds; scripts rely on it.
const RESULT_FIELDS: &str = "status strategy venue shares racers grabs won shares_won sold_out duplicate missing \
    corrupt gave_up limited failed lost oversold undersold given_twice counter_final counter_min paid_fen \
    overpaid_fen retries stale_releases stale_writes commands elapsed_ms grabs_per_second latency_won_us \
    latency_refused_us verdict seed xray xray_dropped";
const LATENCY_FIELDS: &str = "p50 p90 p99 p999 max mean count";
const PROPERTIES: &str =
    "no_oversell no_duplicate no_negative no_phantom no_undersell conserved progress no_failure";

#[test]
fn json_is_one_object_with_the_fields_that_were_promised_and_nothing_beside_it() {
    for flag in ["", "--simulate"] {
        let output = race(&format!("run get_set --lockstep --json {flag}"));
        assert_eq!(code(&output), 1, "{}", err(&output));
        assert_eq!(err(&output), "");
        let text = out(&output);
        assert_eq!(text.lines().count(), 1, "{text}");
        let value: Value = serde_json::from_str(&text).unwrap();
        for field in RESULT_FIELDS.split_whitespace() {
            assert!(value.get(field).is_some(), "{field}");
        }
        for field in LATENCY_FIELDS.split_whitespace() {
            assert!(value["latency_won_us"].get(field).is_some(), "{field}");
        }
        let verdict = value["verdict"].as_object().unwrap();
        assert_eq!(verdict.len(), PROPERTIES.split_whitespace().count());
        assert!(PROPERTIES.split_whitespace().all(|property| verdict.contains_key(property)));

        let result: RaceResult = serde_json::from_str(&text).unwrap();
        let seen = (result.won, result.oversold, result.sold_out, result.counter_final);
        assert_eq!(seen, (80, 70, 8, Some(0)));
    }
}

#[test]
fn the_exit_code_shows_how_it_ended() {
    let table = [
        ("run atomic --venue server --lockstep", 0),
        ("run get_set --venue server --lockstep --simulate", 0),
        ("run get_set --venue client --lockstep", 1),
        ("run get_set --lockstep --simulate", 1),
        ("", 2),
        ("sprint", 2),
        ("run", 2),
        ("run nobody", 2),
        ("run get_set --racers", 2),
        ("run get_set --racers 0", 2),
        ("run get_set --racers -1", 2),
        ("run get_set --racers 1.5", 2),
        ("run get_set --racers 5 --racers 6", 2),
        ("run get_set --venue cloud", 2),
        ("run get_set --quantity 2", 2),
        ("run get_set --owners 0,1 --shares 1 --schedule 0.1.0.1", 1),
        ("run get_set --owners 0,1 --schedule 0.0.1.1 --simulate", 0),
        ("run get_set --schedule 0.88", 2),
        ("run get_set --schedule 0..1", 2),
        ("run get_set --schedule 0.1 --lockstep", 2),
        ("run get_set --owners 1,0", 2),
        ("run get_set --xray --simulate", 2),
        ("run get_set --xray --racers 5001", 2),
        ("run get_set --lockstep --jitter-ms 5", 2),
        ("run get_set --simulate --redis-url redis://127.0.0.1:1", 2),
        ("run sql_guarded --simulate --database-url sqlite:x", 2),
        ("run sql_for_update --lockstep --concurrency 33", 2),
        ("run sql_guarded --venue server", 2),
        ("run sql_guarded --lockstep", 0),
        ("run sql_check_update --lockstep", 1),
        ("run sql_guarded --database-url postgres://127.0.0.1:1/x", 3),
        ("run sql_guarded --database-url nonsense", 3),
        // Who needs no database does not mind that it is down.
        ("run atomic --venue server --database-url postgres://127.0.0.1:1/x", 0),
        ("serve --listen 127.0.0.1:0 --database-url postgres://127.0.0.1:1/x", 3),
        ("serve --listen nowhere", 2),
        ("run get_set --redis-url redis://127.0.0.1:1", 3),
        ("serve --listen 127.0.0.1:0 --redis-url redis://127.0.0.1:1", 3),
        ("run get_set --redis-url nonsense", 3),
        ("strategies", 0),
        ("--help", 0),
        ("--version", 0),
    ];
    for (words, expected) in table {
        let output = race(words);
        assert_eq!(code(&output), expected, "race {words}\n{}{}", out(&output), err(&output));
        if expected >= 2 {
            assert_eq!(out(&output), "", "race {words}");
            assert!(!err(&output).is_empty(), "race {words}");
        }
    }
}

#[test]
fn a_password_of_the_database_is_never_printed() {
    for (url, expected) in [
        ("postgres://app:secret@127.0.0.1:1/x", "No PostgreSQL answers at 127.0.0.1:1"),
        ("mysql://app:secret@127.0.0.1:1/x", "not of its form"),
    ] {
        let by_flag = race(&format!("run sql_guarded --database-url {url}"));
        let mut by_variable = command("run sql_guarded");
        let by_variable = by_variable.env("DATABASE_URL", url).output().expect("it starts");
        for output in [by_flag, by_variable] {
            assert_eq!(code(&output), 3, "{}", err(&output));
            assert!(err(&output).contains(expected), "{}", err(&output));
            assert!(!err(&output).contains("secret"), "{}", err(&output));
        }
    }
    let mut help = command("run --help");
    let help = out(&help.env("DATABASE_URL", "postgres://a:secret@b/c").output().expect("starts"));
    assert!(help.contains("DATABASE_URL") && !help.contains("secret"), "{help}");
}

#[test]
fn a_file_of_ones_own_is_raced_on_and_only_our_tables_are_left_in_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let url = format!("sqlite:{}", folder.path().join("own.db").display());
    let output = race(&format!("run sql_for_update --lockstep --attempts 99 --database-url {url}"));
    assert_eq!(code(&output), 0, "{}", err(&output));
    assert!(folder.path().join("own.db").exists());
}

#[test]
fn an_unusable_value_is_answered_with_its_flag_and_what_it_accepts() {
    let output = race("run get_set --grabs-per-racer 0");
    assert!(
        err(&output)
            .starts_with("error: --grabs-per-racer: must be a whole number from 1 to 10000"),
        "{}",
        err(&output)
    );
    let output = race("run Get_set");
    assert!(
        err(&output).starts_with("error: STRATEGY: must be one of get_set, check_decr"),
        "{}",
        err(&output)
    );
}

#[test]
fn each_field_of_a_race_has_its_flag() {
    let help = out(&race("run --help"));
    for field in FIELDS.iter().filter(|field| field.name != "strategy") {
        let flag = format!("--{}", field.name.replace('_', "-"));
        assert!(
            help.lines().any(|line| line.split_whitespace().any(|word| word == flag)),
            "{flag}\n{help}"
        );
        let needs_value = race(&format!("run get_set {flag} --simulate"));
        // Where the value is missing, the next flag is not taken for it.
        let expected =
            if matches!(field.kind, FieldKind::Switch) { "" } else { "a value is required" };
        assert!(err(&needs_value).contains(expected), "{flag}: {}", err(&needs_value));
    }
}

#[test]
fn a_flag_reaches_the_race() {
    let words = "run atomic --simulate --json --venue server --shares 20 --total-fen 5000 --split fair_mean \
                 --quantities 3,2 --racers 7 --grabs-per-racer 2 --concurrency 3 --gap-ms 0.5 --jitter-ms 2 \
                 --stock 9 --seed 42";
    let output = race(words);
    let value: Value =
        serde_json::from_str(&out(&output)).unwrap_or_else(|_| panic!("{}", err(&output)));
    let config = serde_json::json!({
        "strategy": "atomic", "venue": "server", "shares": 20, "total_fen": 5000, "split": "fair_mean",
        "quantities": [3, 2], "racers": 7, "grabs_per_racer": 2, "concurrency": 3, "gap_ms": 0.5,
        "jitter_ms": 2.0, "lockstep": false, "stock": { "text": "9" }, "seed": 42, "owners": [], "schedule": "",
        "lock_ttl_ms": 1000, "attempts": 3, "shards": 4, "rate": null, "xray": false,
    });
    assert_eq!(value["config"], config);
}

#[test]
fn people_read_a_short_table_and_a_sentence() {
    let output = race("run get_set --lockstep");
    let text = out(&output);
    assert_eq!(err(&output), "", "no progress in a pipe");
    for part in [
        "80 of 10",
        "BROKEN",
        "not judged",
        "held",
        "Oversold: 10 shares existed, 80 were won, 70 too many.",
    ] {
        assert!(text.contains(part), "{part}\n{text}");
    }
    assert!(
        text.lines().count() < 40 && text.lines().all(|line| line.chars().count() <= 100),
        "{text}"
    );
}

#[test]
fn the_same_seed_simulates_the_same_race() {
    let run = |seed: u32| {
        out(&race(&format!("run get_set --simulate --json --jitter-ms 5 --seed {seed}")))
    };
    assert_eq!(run(7), run(7));
    assert_ne!(run(7), run(8));
}

#[test]
fn redis_that_cannot_be_had_is_named_in_a_sentence_without_the_password() {
    let output = race("run get_set --redis-url redis://:hunter2@127.0.0.1:1");
    assert!(err(&output).starts_with("error: "), "{}", err(&output));
    assert!(
        !err(&output).contains("hunter2") && !err(&output).contains("panicked"),
        "{}",
        err(&output)
    );
    let from_env = command("run get_set").env("REDIS_URL", "redis://127.0.0.1:1").output().unwrap();
    assert_eq!(code(&from_env), 3, "{}", err(&from_env));
    let no_server =
        command("run get_set").env("REDIS_SERVER_BIN", "/nowhere/redis-server").output().unwrap();
    assert_eq!(code(&no_server), 3, "{}", err(&no_server));
    assert!(err(&no_server).contains("/nowhere/redis-server"), "{}", err(&no_server));
}

#[test]
fn the_strategies_are_listed_for_people_and_for_programs() {
    assert!(out(&race("strategies")).contains("get_set"));
    let value: Value = serde_json::from_str(&out(&race("strategies --json"))).unwrap();
    let named = |name: &str| {
        value["strategies"].as_array().unwrap().iter().any(|each| each["name"] == name)
    };
    assert!(named("get_set") && named("atomic") && named("lock_fenced"));
}
