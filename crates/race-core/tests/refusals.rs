//! Every field of the table × every kind of wrong value: which reason it is refused for, and what the
//! sentence says is allowed.

use race_core::RaceConfig;
use race_core::config::field::{Field, FieldKind, Value, plain};
use race_core::config::{Beside, FIELDS, FieldError, Unused, Why};
use race_core::money::Fen;
use race_core::packet::{PacketError, RefusedTotal};
use race_core::schedule::ScheduleError;

fn refused(fields: &[(String, Value)]) -> FieldError {
    RaceConfig::from_fields(fields).expect_err("a refusal")
}

fn text(text: impl Into<String>) -> Value {
    Value::Plain(text.into())
}

fn number(digits: &str) -> Value {
    Value::Number(digits.to_owned())
}

/// Values that a field of this kind refuses, each for another reason.
fn wrong_values(kind: FieldKind) -> Vec<Value> {
    let null = Value::Other("null");
    let above = |max: u64| number(&(u128::from(max) + 1).to_string());
    let quoted = Value::Text("1".to_owned());
    match kind {
        FieldKind::Whole { min, max } => {
            let mut values = vec![text(""), text("many"), text("-1"), text("1.5"), text("1e3")];
            values.extend([above(max), above(u64::MAX), number("-1"), number("1.5")]);
            values.extend([quoted, Value::Switch(true), Value::List(vec![]), null]);
            values.extend(min.checked_sub(1).map(|below| number(&below.to_string())));
            values
        }
        FieldKind::Millis { max } => {
            let mut values = vec![text(""), text("soon"), text("-1"), text("1.2345"), text("NaN")];
            values.extend([above(max), number("-0.5"), quoted, Value::Switch(false), null]);
            values
        }
        FieldKind::Switch => {
            vec![
                text(""),
                text("yes"),
                text("1"),
                number("1"),
                Value::Text("true".to_owned()),
                null,
            ]
        }
        FieldKind::Choice(names) => {
            let capital = names[0].to_uppercase();
            vec![text(""), text("nobody"), text(capital), number("1"), Value::Switch(true), null]
        }
        FieldKind::WholeList { max, len_max, .. } => {
            let long = vec![number("1"); len_max + 1];
            vec![
                text(""),
                text("1,"),
                text("1,x"),
                text("1,-1"),
                text("1.5"),
                text(vec!["1"; len_max + 1].join(",")),
                number("1"),
                Value::List(vec![]),
                Value::List(long),
                Value::List(vec![above(max)]),
                Value::List(vec![Value::Text("1".to_owned())]),
                null,
            ]
        }
        FieldKind::Text { len_max } => {
            vec![text("x".repeat(len_max + 1)), number("1"), Value::Switch(true), null]
        }
    }
}

/// What the sentence about this kind of field has to name.
fn range(kind: FieldKind) -> Vec<String> {
    match kind {
        FieldKind::Whole { min, max } => vec![format!("from {min} to {max}")],
        FieldKind::Millis { max } => vec![format!("from 0 to {max}"), "3 decimals".to_owned()],
        FieldKind::Switch => vec!["true or false".to_owned()],
        FieldKind::Choice(names) => names.iter().map(|name| (*name).to_owned()).collect(),
        FieldKind::WholeList { min, max, len_max } => {
            vec![format!("1 to {len_max} whole numbers"), format!("from {min} to {max}")]
        }
        FieldKind::Text { len_max } => vec![format!("at most {len_max} bytes")],
    }
}

/// A strategy that uses the field.
fn strategy_for(field: &Field) -> &'static str {
    match field.name {
        "quantity" | "quantities" => "atomic",
        "lock_ttl_ms" | "attempts" => "lock_ttl",
        "shards" => "sharded",
        _ => "get_set",
    }
}

#[test]
fn every_wrong_value_of_every_field_is_refused_with_what_the_field_accepts() {
    for field in FIELDS {
        for value in wrong_values(field.kind) {
            let mut fields = vec![(field.name.to_owned(), value.clone())];
            if field.name != "strategy" {
                fields.push(("strategy".to_owned(), text(strategy_for(field))));
            }
            let error = refused(&fields);
            assert_eq!(error.field, field.name, "{value:?}: {error}");
            assert_eq!(error.why, field.kind.why(), "{}: {value:?}", field.name);
            for part in range(field.kind) {
                assert!(error.why.to_string().contains(&part), "{error}: {part}");
            }
        }
    }
}

#[test]
fn a_name_that_nobody_knows_is_refused_with_those_that_there_are() {
    let error = refused(&plain([("colour", "red")]));
    assert_eq!(error.field, "colour");
    let Why::UnknownField { known } = &error.why else { panic!("{error:?}") };
    assert!(known.iter().eq(FIELDS.iter().map(|field| field.name)));
    assert!(error.to_string().contains("there are strategy, venue, shares"));
    let long = refused(&plain([("x".repeat(100).as_str(), "")]));
    assert_eq!(long.field.len(), 64);

    for name in ["", "Get_set", "nobody"] {
        let error = refused(&plain([("strategy", name)]));
        let Why::OneOf { names } = &error.why else { panic!("{error:?}") };
        assert_eq!((error.field.as_str(), names[0].as_str()), ("strategy", "get_set"));
    }
}

#[test]
fn every_field_that_stands_there_twice_is_refused() {
    for field in FIELDS {
        let fields = plain([(field.name, field.default), (field.name, field.default)]);
        assert_eq!(refused(&fields), FieldError::new(field.name, Why::Twice));
    }
}

#[test]
fn a_field_that_the_strategy_does_not_use_is_refused_with_the_reason() {
    let cases = [
        ("get_set", "quantity", "2", Unused::OneShare, "always asks for 1 share"),
        ("get_set", "quantities", "1,2", Unused::OneShare, "always asks for 1 share"),
        ("get_set", "lock_ttl_ms", "5", Unused::NoLock, "takes no lock"),
        ("get_set", "attempts", "5", Unused::NoRetry, "never tries again"),
        ("get_set", "shards", "2", Unused::OneStock, "in one place"),
        ("sql_guarded", "xray", "true", Unused::NoRedis, "does not speak to Redis"),
    ];
    for (name, field, value, reason, says) in cases {
        let error = refused(&plain([("strategy", name), (field, value)]));
        let strategy = name.to_owned();
        assert_eq!(error, FieldError::new(field, Why::Unused { strategy, reason }));
        let sentence = error.to_string();
        assert!(sentence.contains(&format!("{name} has no use for it: it")) || field == "shards");
        assert!(sentence.contains(says), "{sentence}");
    }
    assert!(RaceConfig::from_fields(&plain([("quantity", "1")])).is_ok(), "it changes nothing");
}

#[test]
fn fields_that_contradict_each_other_are_refused_with_the_other_one() {
    type Fields = &'static [(&'static str, &'static str)];
    let beside = |other| Why::Beside(other);
    let sql = |max| Why::SqlConnections { strategy: "sql_for_update".to_owned(), max };
    let to_32: Vec<_> = (0..33).map(|grab| grab.to_string()).collect();
    let to_32: &'static str = Box::leak(to_32.join(".").into_boxed_str());
    let leaked: Fields = Box::leak(Box::new([("strategy", "sql_for_update"), ("schedule", to_32)]));
    let cases: &[(Fields, &str, Why, &str)] = &[
        (
            &[("strategy", "atomic"), ("quantity", "2"), ("quantities", "2,3")],
            "quantities",
            beside(Beside::Quantity),
            "quantity; give one of them",
        ),
        (&[("owners", "0,1"), ("racers", "2")], "racers", beside(Beside::Owners), "owners"),
        (
            &[("owners", "0,1"), ("grabs_per_racer", "1")],
            "grabs_per_racer",
            beside(Beside::Owners),
            "owners",
        ),
        (&[("owners", "0,2")], "owners", Why::OwnersOrder, "0, 1, 2 …"),
        (
            &[("lockstep", "true"), ("jitter_ms", "1")],
            "jitter_ms",
            Why::ZeroInLockstep,
            "must be 0 in lockstep",
        ),
        (&[("lockstep", "true"), ("rate", "10")], "rate", beside(Beside::Lockstep), "lockstep"),
        (&[("jitter_ms", "5"), ("rate", "10")], "rate", beside(Beside::Jitter), "jitter_ms"),
        (&[("schedule", "0"), ("lockstep", "true")], "lockstep", beside(Beside::Schedule), "order"),
        (&[("schedule", "0"), ("jitter_ms", "1")], "jitter_ms", beside(Beside::Schedule), "order"),
        (&[("schedule", "0"), ("rate", "10")], "rate", beside(Beside::Schedule), "order"),
        (&[("schedule", "0"), ("gap_ms", "1")], "gap_ms", beside(Beside::Schedule), "order"),
        (
            &[("schedule", "0.88")],
            "schedule",
            Why::UnknownGrab { grab: 88, last: 87 },
            "grabs 0 to 87",
        ),
        (
            &[("schedule", "0.y")],
            "schedule",
            Why::Schedule(ScheduleError::Turn { number: 2, text: "y".to_owned() }),
            "0.1.x1.t.r0; turn 2 is 'y'",
        ),
        (
            &[("strategy", "function"), ("venue", "client")],
            "venue",
            Why::OtherVenue { strategy: "function".to_owned(), venues: vec!["server".to_owned()] },
            "function runs only in: server",
        ),
        (&[("strategy", "sql_guarded"), ("stock", "1.5")], "stock", Why::StockNumber, "whole"),
        (&[("strategy", "token_pool"), ("stock", "7")], "stock", Why::StockList, "or absent"),
        (
            &[("strategy", "sharded"), ("stock", "7")],
            "stock",
            Why::StockParts { parts: 4 },
            "4 parts",
        ),
        (
            &[("strategy", "watch_multi"), ("concurrency", "501")],
            "concurrency",
            Why::RedisConnections { strategy: "watch_multi".to_owned(), max: 500 },
            "at most 500 for watch_multi",
        ),
        (
            &[("strategy", "sql_for_update"), ("lockstep", "true"), ("concurrency", "33")],
            "concurrency",
            sql(32),
            "at most 32 grabs in flight",
        ),
        (leaked, "schedule", sql(32), "at most 32 grabs in flight"),
        (
            &[("racers", "200000"), ("grabs_per_racer", "11")],
            "grabs_per_racer",
            Why::TooManyGrabs { max: 2_000_000, grabs: 2_200_000 },
            "1 to 2000000, not 2200000",
        ),
        (
            &[("racers", "5001"), ("xray", "true")],
            "xray",
            Why::XrayTooLarge { grabs_max: 5_000 },
            "more than 5000 grabs",
        ),
        (
            &[("rate", "2")],
            "rate",
            Why::TooSlow { min: 3, grabs: 88, within_s: 30 },
            "at least 3 for 88 grabs",
        ),
        (
            &[("shares", "15"), ("total_fen", "10")],
            "total_fen",
            Why::Packet(PacketError::OneFenEach(RefusedTotal {
                total: Fen(10),
                shares: 15,
                total_min: Fen(15),
                total_max: Fen(300_000),
            })),
            "allowed: 0.15 to 3000.00 yuan",
        ),
    ];
    for (fields, field, why, says) in cases {
        let error = refused(&plain(fields.iter().copied()));
        assert_eq!((&error.field.as_str(), &error.why), (field, why), "{fields:?}");
        let says = if *says == "order" { "who comes when" } else { says };
        assert!(error.why.to_string().contains(says), "{error}: {says}");
    }
}

/// One of each reason that a config, a comparison or a packet is refused for.
fn one_of_each() -> Vec<Why> {
    let (strategy, name) = (|| "atomic".to_owned(), || "x".to_owned());
    let known = || vec!["a".to_owned(), "b".to_owned()];
    let packet =
        RefusedTotal { total: Fen(1), shares: 2, total_min: Fen(2), total_max: Fen(40_000) };
    let mut all: Vec<Why> = FIELDS.iter().map(|field| field.kind.why()).collect();
    all.extend([
        Why::UnknownField { known: known() },
        Why::Twice,
        Why::RepeatedValue { value: "8".to_owned() },
        Why::UnknownStrategy { name: name(), known: known() },
        Why::NoStrategy,
        Why::OfEachStrategy,
        Why::OtherVenue { strategy: strategy(), venues: known() },
        Why::UnknownKey { strategy: strategy(), key: name(), known: known() },
        Why::UnknownArgument { strategy: strategy(), argument: name(), known: known() },
        Why::ZeroInLockstep,
        Why::OwnersOrder,
        Why::Schedule(ScheduleError::Turn { number: 2, text: name() }),
        Why::UnknownGrab { grab: 9, last: 8 },
        Why::StockNumber,
        Why::StockList,
        Why::StockParts { parts: 4 },
        Why::RedisConnections { strategy: strategy(), max: 500 },
        Why::SqlConnections { strategy: strategy(), max: 32 },
        Why::TooManyGrabs { max: 1, grabs: 2 },
        Why::XrayTooLarge { grabs_max: 5_000 },
        Why::TooSlow { min: 3, grabs: 88, within_s: 30 },
        Why::Packet(PacketError::SharesRange { shares: 0, shares_max: 1 }),
        Why::Packet(PacketError::OneFenEach(packet)),
        Why::Packet(PacketError::Cap(packet)),
        Why::Packet(PacketError::LineCutCap(packet)),
        Why::OfOne { way: "atomic:server".to_owned(), why: Box::new(Why::StockList) },
    ]);
    let reasons =
        [Unused::OneShare, Unused::NoLock, Unused::NoRetry, Unused::OneStock, Unused::NoRedis];
    all.extend(reasons.map(|reason| Why::Unused { strategy: strategy(), reason }));
    all.extend(reasons.map(|reason| Why::UnusedByAll { strategy: strategy(), reason }));
    let others =
        [Beside::Quantity, Beside::Owners, Beside::Lockstep, Beside::Jitter, Beside::Schedule];
    all.extend(others.map(Why::Beside));
    all
}

#[test]
fn every_reason_goes_over_the_wire_and_comes_back() {
    for why in one_of_each() {
        let json = serde_json::to_string(&why).unwrap();
        assert_eq!(serde_json::from_str::<Why>(&json).unwrap(), why, "{json}");
        let bytes = postcard::to_allocvec(&why).unwrap();
        assert_eq!(postcard::from_bytes::<Why>(&bytes).unwrap(), why, "{json}");
    }
}
