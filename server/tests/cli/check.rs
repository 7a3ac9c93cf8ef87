//! `race check`, and the replay of what it finds.

use race_core::report::CheckReport;
use race_core::result::RaceResult;
use race_core::trace::{Property, Standing};

use crate::support::{code, err, out, own, race};

fn checked(words: &str) -> CheckReport {
    let output = race(&format!("check {words} --json"));
    assert_eq!(err(&output), "", "{words}");
    serde_json::from_str(&out(&output)).expect("one JSON object")
}

#[test]
fn json_has_the_scenario_the_states_and_for_each_property_how_it_stands() {
    let output = race("check get_set --venue client --racers 2 --shares 1 --json --no-symmetry");
    assert_eq!(code(&output), 1);
    let value: serde_json::Value = serde_json::from_str(&out(&output)).unwrap();
    for field in
        "strategy venue scenario exhausted states transitions properties elapsed_ms".split(' ')
    {
        assert!(value.get(field).is_some(), "{field}");
    }
    assert_eq!(value["scenario"], "(0,1;1)");
    assert_eq!(value["states"], 11);
    let broken = &value["properties"]["no_oversell"];
    assert_eq!(broken, &serde_json::json!({"status": "broken", "schedule": "0.1.0.1", "steps": 4}));
    assert_eq!(value["properties"]["no_duplicate"], serde_json::json!({"status": "not_judged"}));
    assert_eq!(value["properties"].as_object().unwrap().len(), Property::ALL.len());
}

#[test]
fn the_exit_code_shows_what_was_found() {
    let table = [
        ("check atomic --venue server", 0),
        ("check get_set --venue server --racers 5", 0),
        ("check get_set", 1),
        ("check atomic --venue server --racers 6 --shares 3 --no-symmetry --max-states 20", 4),
        ("check nobody", 2),
        ("check nowhere.lua", 2),
        ("check get_set --racers 13", 2),
        ("check get_set --racers 0", 2),
        ("check get_set --owners 0,2", 2),
        ("check get_set --owners 0,1 --racers 2", 2),
        ("check get_set --faults flood", 2),
        ("check get_set --max-states 0", 2),
        ("check get_set --quantities 3,2", 2),
        ("check get_set --keys stock:string", 2),
        ("check get_set --venue moon", 2),
        ("check", 2),
    ];
    for (words, expected) in table {
        let output = race(words);
        assert_eq!(code(&output), expected, "{words}: {}", err(&output));
        assert_eq!(err(&output).is_empty(), expected != 2, "{words}");
    }
}

#[test]
fn a_counterexample_comes_with_the_command_that_replays_it_on_the_real_redis() {
    let output = race("check get_set --racers 2");
    let text = out(&output);
    let command =
        text.lines().find_map(|line| line.trim().strip_prefix("On the real Redis: race "));
    let replayed = race(&format!("{} --json", command.expect("a command")));
    let result: RaceResult = serde_json::from_str(&out(&replayed)).unwrap();
    assert_eq!((result.won, result.oversold), (2, 1));
    assert_eq!(result.verdict[&Property::NoOversell], Standing::Broken);
    for line in ["grab 0 (racer 0)", "▾ grab 1 steps in", "GET stock → 1 [reads 1]", "2 were won"]
    {
        assert!(text.contains(line), "{line} in\n{text}");
    }
}

#[test]
fn the_standard_scenarios_are_walked_where_none_is_given() {
    let all = checked("atomic --venue client");
    assert_eq!(all.scenarios.len(), 6);
    assert_eq!(all.states, all.scenarios.iter().map(|each| each.states).sum::<u64>());
    let oversell = &all.properties[&Property::NoOversell];
    assert_eq!(oversell.scenario.as_deref(), Some("(0,1;1)"), "the shortest of all");
}

#[test]
fn eight_racers_with_two_commands_each_are_walked_within_ten_seconds() {
    let checked = checked("get_set --venue client --racers 8 --shares 4");
    assert!(checked.exhausted && checked.elapsed_ms < 10_000.0, "{} ms", checked.elapsed_ms);
}

#[test]
fn a_file_of_ones_own_is_checked_with_or_without_a_header() {
    let bare = own(
        "my-grab.lua",
        "local n = tonumber(redis.call('GET', KEYS[1]))\nif n < 1 then return 0 end\nredis.call('DECR', KEYS[1])\nreturn 1\n",
    );
    let words = format!("{} --keys stock:string --argv racer --venue client", bare.path());
    assert_eq!(checked(&words).properties[&Property::NoOversell].steps, Some(4));
    let server = checked(&format!("{} --keys stock:string --venue server --racers 4", bare.path()));
    assert!(server.properties.values().all(|found| found.status != Standing::Broken));

    let header = own(
        "headed.lua",
        &std::fs::read_to_string("../lua/atomic.lua").unwrap().replace("-- atomic", "-- headed"),
    );
    assert_eq!(checked(&format!("{} --venue server", header.path())).strategy, "headed");
    let both = race(&format!("check {} --keys stock:string", header.path()));
    assert!(code(&both) == 2 && err(&both).contains("--keys"), "{}", err(&both));
    let wrong = own("wrong.lua", "-- wrong\n-- It claims too much.\n-- venues: moon\n");
    let output = race(&format!("check {}", wrong.path()));
    assert!(code(&output) == 2 && err(&output).contains("line 3"), "{}", err(&output));
}

#[test]
fn what_may_go_wrong_can_be_chosen() {
    let words = "atomic --venue client --racers 2 --faults die";
    let checked = checked(words);
    let schedule = checked.properties[&Property::Conserved].schedule.clone().unwrap();
    assert_eq!(schedule, "0.0.0.x0.1", "it dies between DECRBY and SADD");
    assert_eq!(checked.faults, ["die"]);
}

#[test]
fn what_a_win_breaks_is_found_without_waiting_for_the_others() {
    let checked = checked("get_set --venue client --racers 8 --shares 1");
    assert_eq!(checked.properties[&Property::NoOversell].steps, Some(4));
}

#[test]
fn what_the_model_lacks_is_not_held_against_the_script() {
    let file = own("random.lua", "redis.call('SRANDMEMBER', KEYS[1])\nreturn 1\n");
    let output = race(&format!("check {} --json", file.path()));
    let checked: CheckReport = serde_json::from_str(&out(&output)).unwrap();
    assert_eq!(code(&output), 4);
    assert!(checked.stopped.unwrap().contains("SRANDMEMBER"));
    assert_eq!(checked.properties[&Property::NoFailure].status, Standing::NotExhausted);
}
