use std::collections::BTreeSet;

use super::*;

fn plain(fields: &[(&str, &str)]) -> Result<RaceConfig, FieldError> {
    let fields = field::plain(fields.iter().copied());
    RaceConfig::from_fields(&fields)
}

#[test]
fn no_fields_are_the_race_of_the_first_minute() {
    let config = plain(&[]).unwrap();
    assert_eq!(config.strategy, "get_set");
    assert_eq!((config.venue, config.shares, config.grabs()), (Venue::Client, 10, 88));
    assert_eq!((config.concurrency, config.total_fen, config.seed), (8, 10_000, 1));
}

#[test]
fn a_config_and_its_fields_are_the_same() {
    let cases: [&[(&str, &str)]; 9] = [
        &[("racers", "5"), ("grabs_per_racer", "2"), ("jitter_ms", "3")],
        &[("owners", "0,0,1"), ("schedule", "0.1.2")],
        &[("strategy", "lock_ttl"), ("lock_ttl_ms", "20"), ("attempts", "5")],
        &[("strategy", "sharded"), ("shards", "8")],
        &[],
        &[("strategy", "atomic"), ("venue", "server"), ("quantities", "3,2")],
        &[("rate", "1000"), ("concurrency", "500"), ("xray", "true")],
        &[("lockstep", "true"), ("gap_ms", "0.5"), ("stock", "abc"), ("seed", "7")],
        &[("shares", "100"), ("total_fen", "12345"), ("split", "fair_mean"), ("stock", "absent")],
    ];
    let mut names = BTreeSet::from(["quantity"]);
    for fields in cases {
        let config = plain(fields).unwrap();
        let written = config.to_fields();
        names.extend(written.iter().map(|(name, _)| *name));
        let again: Vec<_> = written.iter().map(|(name, text)| (*name, text.as_str())).collect();
        assert_eq!(plain(&again).unwrap(), config, "{written:?}");
    }
    // A single quantity is written as a list. A field that is never written would be lost in every link.
    assert_eq!(
        names,
        FIELDS.iter().map(|field| field.name).collect(),
        "each field is written once"
    );
}

#[test]
fn each_wrong_field_is_named_with_what_it_accepts() {
    type Fields = &'static [(&'static str, &'static str)];
    const TO_32: &str =
        "0.1.2.3.4.5.6.7.8.9.10.11.12.13.14.15.16.17.18.19.20.21.22.23.24.25.26.27.28.29.30.31.32";
    let cases: &[(Fields, &str, &str)] = &[
        (&[("racers", "0")], "racers", "1 to 200000"),
        (&[("racers", "-1")], "racers", "1 to 200000"),
        (&[("racers", "1.5")], "racers", "1 to 200000"),
        (&[("racers", "1e12")], "racers", "1 to 200000"),
        (&[("racers", "18446744073709551616")], "racers", "1 to 200000"),
        (&[("racers", "+5")], "racers", "1 to 200000"),
        (&[("shares", "9007199254740993")], "shares", "1 to 200000"),
        (&[("concurrency", "1000000")], "concurrency", "1 to 10000"),
        (&[("gap_ms", "NaN")], "gap_ms", "0 to 10000"),
        (&[("gap_ms", "1e400")], "gap_ms", "0 to 10000"),
        (&[("venue", "Client")], "venue", "client, server"),
        (&[("strategy", "Get_set")], "strategy", "get_set, check_decr"),
        (&[("strategy", "atomic"), ("quantity", "0")], "quantity", "1 to 1000"),
        (&[("strategy", "atomic"), ("quantities", "3,-100")], "quantities", "from 1 to 1000"),
        (&[("quantity", "2")], "quantity", "no use"),
        (&[("lock_ttl_ms", "20")], "lock_ttl_ms", "no use"),
        (&[("attempts", "3")], "attempts", "no use"),
        (&[("shards", "2")], "shards", "no use"),
        (&[("strategy", "token_pool"), ("stock", "7")], "stock", "loaded or absent"),
        (&[("strategy", "sharded"), ("stock", "7")], "stock", "4 parts"),
        (&[("schedule", "0.88")], "schedule", "grabs 0 to 87"),
        (&[("schedule", "0.y")], "schedule", "turn 2"),
        (&[("schedule", "0.1"), ("lockstep", "true")], "lockstep", "schedule"),
        (&[("owners", "0,2")], "owners", "0, 1"),
        (&[("owners", "0,0"), ("racers", "1")], "racers", "owners"),
        (&[("strategy", "watch_multi"), ("concurrency", "501")], "concurrency", "at most 500"),
        (&[("xray", "true"), ("racers", "5001")], "xray", "more than 5000 grabs"),
        (
            &[("strategy", "sql_for_update"), ("lockstep", "true"), ("concurrency", "33")],
            "concurrency",
            "at most 32 grabs in flight",
        ),
        (
            &[("strategy", "sql_for_update"), ("schedule", TO_32)],
            "schedule",
            "at most 32 grabs in flight",
        ),
        (&[("strategy", "sql_guarded"), ("stock", "10.5")], "stock", "a whole number"),
        (&[("strategy", "sql_guarded"), ("xray", "true")], "xray", "no use"),
        (&[("racers", "200000"), ("grabs_per_racer", "11")], "grabs_per_racer", "2000000"),
        (&[("shares", "15"), ("total_fen", "10")], "total_fen", "fen"),
        (&[("shares", "4"), ("total_fen", "2")], "total_fen", "fen"),
        (&[("lockstep", "true"), ("jitter_ms", "1")], "jitter_ms", "lockstep"),
        (&[("lockstep", "true"), ("rate", "10")], "rate", "lockstep"),
        (&[("schedule", "0.1"), ("rate", "10")], "rate", "schedule"),
        (&[("jitter_ms", "5"), ("rate", "10")], "rate", "jitter_ms"),
        (&[("rate", "0")], "rate", "1 to 1000000"),
        (&[("rate", "2")], "rate", "at least 3 for 88 grabs"),
        (&[("colour", "red")], "colour", "no such field"),
        (&[("racers", "5"), ("racers", "6")], "racers", "twice"),
    ];
    for (fields, field, says) in cases {
        let error = plain(fields).unwrap_err();
        assert_eq!(&error.field, field, "{fields:?}: {error}");
        assert!(error.why.to_string().contains(says), "{fields:?}: {error}");
    }
}

#[test]
fn homes_are_spread_evenly_but_neighbours_may_meet() {
    let config = plain(&[("strategy", "sharded")]).unwrap();
    let mut homes = [0; 4];
    for racer in 0..10_000 {
        homes[config.home(racer) as usize] += 1;
    }
    assert!(homes.iter().all(|count| (2_000..3_000).contains(count)), "{homes:?}");
    assert_eq!([0, 1, 2].map(|racer| config.home(racer)), [2, 2, 3]);
}

#[test]
fn a_typed_value_of_the_wrong_type_is_refused_even_if_its_text_would_do() {
    let ten = || "10".to_owned();
    for value in
        [Value::Text(ten()), Value::Other("null"), Value::Switch(true), Value::List(vec![])]
    {
        let error = RaceConfig::from_fields(&[("racers".to_owned(), value)]).unwrap_err();
        assert_eq!(error.field, "racers");
    }
    assert!(RaceConfig::from_fields(&[("racers".to_owned(), Value::Number(ten()))]).is_ok());
}

#[test]
fn up_to_five_thousand_grabs_everybody_is_traced_and_above_a_bounded_sample() {
    assert_eq!(plain(&[("racers", "5000")]).unwrap().trace_every(), 1);
    let large = plain(&[("racers", "50000")]).unwrap();
    let traced = (0..large.grabs()).filter(|grab| large.is_traced(*grab)).count();
    assert_eq!(traced, 5_000);
    assert_eq!(large.trace_every(), 10);
}
