use super::*;

fn of(contenders: &str, fields: &[(&str, &str)]) -> Result<Vec<PlannedRace>, FieldError> {
    plan(&Contender::parse_all(contenders.split(' '))?, &plain(fields.iter().copied()))
}

fn names(planned: &[PlannedRace]) -> Vec<String> {
    planned.iter().map(|each| format!("{}@{}", each.contender, each.concurrency)).collect()
}

#[test]
fn without_a_venue_a_strategy_runs_in_its_first() {
    let planned = of("get_set get_set:server function", &[]).unwrap();
    assert_eq!(names(&planned), ["get_set:client@8", "get_set:server@8", "function:server@8"]);
}

#[test]
fn each_number_in_flight_is_a_block_of_rows() {
    let planned = of("decr atomic:server", &[("concurrency", "100,1000")]).unwrap();
    let expected =
        ["decr:client@100", "atomic:server@100", "decr:client@1000", "atomic:server@1000"];
    assert_eq!(names(&planned), expected);
    assert!(planned.iter().all(|each| each.config.is_ok()));
}

#[test]
fn a_field_is_given_only_to_those_who_have_use_for_it() {
    let fields = [("lock_ttl_ms", "50"), ("attempts", "7"), ("shards", "2"), ("quantity", "3")];
    let planned = of("get_set lock_ttl sharded atomic", &fields).unwrap();
    let configs: Vec<_> = planned
        .iter()
        .map(|each| each.config.as_ref().unwrap())
        .map(|race| (race.lock_ttl_ms, race.attempts, race.shards, race.quantities[0]))
        .collect();
    assert_eq!(configs[0], (1_000, 3, 4, 1));
    assert_eq!((configs[1].0, configs[1].1), (50, 7));
    assert_eq!((configs[2].2, configs[3].3), (2, 3));
}

#[test]
fn who_cannot_have_so_many_in_flight_says_so_and_the_others_race() {
    let planned = of("watch_multi decr", &[("concurrency", "100,1000")]).unwrap();
    let why: Vec<_> = planned.iter().filter_map(|each| each.config.as_ref().err()).collect();
    assert_eq!(why.len(), 1);
    assert!(why[0].why.to_string().contains("at most 500 for watch_multi"), "{why:?}");
    assert!(planned[2].config.is_err());
}

#[test]
fn what_is_refused_is_named_with_what_it_accepts() {
    type Case = (&'static str, &'static [(&'static str, &'static str)], &'static str, &'static str);
    let cases: &[Case] = &[
        ("nobody", &[], "strategy", "get_set, check_decr"),
        ("Get_set", &[], "strategy", "no Get_set"),
        ("get_set:cloud", &[], "strategy", "client, server"),
        ("function:client", &[], "strategy", "runs only in: server"),
        ("get_set get_set:client", &[], "strategy", "get_set:client stands there twice"),
        ("get_set", &[("venue", "server")], "venue", "atomic:server"),
        ("get_set", &[("strategy", "atomic")], "strategy", "atomic:server"),
        ("get_set decr", &[("lock_ttl_ms", "5")], "lock_ttl_ms", "none of these has use for it"),
        ("get_set decr", &[("attempts", "5")], "attempts", "it never tries again"),
        ("get_set decr", &[("shards", "5")], "shards", "one place"),
        ("get_set decr", &[("quantity", "2")], "quantity", "1 share"),
        ("get_set lock_ttl", &[("lock_ttl_ms", "0")], "lock_ttl_ms", "1 to 60000"),
        ("get_set decr", &[("racers", "0")], "racers", "1 to 200000"),
        ("get_set decr", &[("colour", "red")], "colour", "no such field"),
        ("get_set decr", &[("concurrency", "")], "concurrency", "1 to 10000"),
        ("get_set decr", &[("concurrency", "8,0")], "concurrency", "1 to 10000"),
        ("get_set decr", &[("concurrency", "8,8")], "concurrency", "8 stands there twice"),
        ("get_set", &[("concurrency", "1,2,3,4,5,6,7,8,9")], "concurrency", "1 to 8 whole"),
        ("watch_multi", &[("concurrency", "501")], "concurrency", "at most 500"),
        ("decr token_pool", &[("stock", "7")], "stock", "(token_pool:server)"),
        ("decr get_set", &[("rate", "1")], "rate", "at least 3"),
    ];
    for (contenders, fields, field, says) in cases {
        let error = of(contenders, fields).unwrap_err();
        assert_eq!(&error.field, field, "{contenders} {fields:?}: {error}");
        assert!(error.why.to_string().contains(says), "{contenders} {fields:?}: {error}");
    }
}

#[test]
fn a_warm_up_is_small_and_fits_each_strategy_at_every_level() {
    for program in catalogue::strategies() {
        let planned = of(&program.name, &[("concurrency", "500"), ("racers", "100000")]).unwrap();
        let race = warm_up(&planned).unwrap();
        assert_eq!((&race.strategy, race.grabs()), (&program.name, 500));
    }
}
