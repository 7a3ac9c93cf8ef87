use super::*;
use crate::trace::Outcome;

fn race() -> RaceResult {
    RaceResult::new("7f3a", &RaceConfig::from_fields(&[]).unwrap())
}

/// Counts in which no two numbers are alike.
fn counts() -> Counts {
    let mut counts = Counts { shares_won: 90, given_twice: 91, ..Counts::default() };
    for (number, outcome) in (1..).zip(Outcome::ALL) {
        *counts.slot(*outcome) = number;
    }
    (counts.paid_fen, counts.commands, counts.retries) = (12_000, 92, 93);
    (counts.stale_releases, counts.stale_writes) = (94, 95);
    counts
}

#[test]
fn a_result_returns_the_counts_that_were_set() {
    let mut race = race();
    assert_eq!(race.counts(), Counts::default());
    race.count(&counts(), 2_000);
    assert_eq!(race.counts(), counts());
    assert_eq!((race.oversold, race.overpaid_fen), (80, 2_000));
}

#[test]
fn the_json_of_a_result_keeps_its_names_and_their_order() {
    let mut race = race();
    race.count(&counts(), 2_000);
    let expected = concat!(
        r#"{"id":"7f3a","status":"running","reason":null,"strategy":"get_set","venue":"client","#,
        r#""shares":10,"racers":88,"grabs":88,"won":1,"shares_won":90,"sold_out":2,"duplicate":3,"#,
        r#""missing":4,"corrupt":5,"gave_up":6,"limited":7,"failed":8,"lost":9,"oversold":80,"#,
        r#""undersold":0,"given_twice":91,"recorded":null,"counter_final":null,"#,
        r#""counter_min":null,"paid_fen":12000,"overpaid_fen":2000,"retries":93,"#,
        r#""stale_releases":94,"stale_writes":95,"commands":92,"elapsed_ms":2.0,"#,
        r#""grabs_per_second":22500.0,"latency_won_us":{"p50":null,"p90":null,"p99":null,"#,
        r#""p999":null,"max":null,"mean":null,"count":0,"buckets":[]},"#,
        r#""latency_refused_us":{"p50":null,"p90":null,"p99":null,"p999":null,"max":null,"#,
        r#""mean":null,"count":0,"buckets":[]},"verdict":{},"failures":[],"seed":1,"#,
        r#""trace_every":1,"xray":[],"xray_dropped":0,"config":{"strategy":"get_set","venue":"client","#,
        r#""shares":10,"total_fen":10000,"split":"equal","quantities":[1],"racers":88,"#,
        r#""grabs_per_racer":1,"owners":[],"concurrency":8,"gap_ms":0.0,"jitter_ms":0.0,"#,
        r#""rate":null,"lockstep":false,"schedule":"","stock":"loaded","lock_ttl_ms":1000,"#,
        r#""attempts":3,"shards":4,"seed":1,"xray":false}}"#,
    );
    assert_eq!(serde_json::to_string(&race).unwrap(), expected);
    let bytes = postcard::to_allocvec(&race).unwrap();
    assert_eq!(postcard::from_bytes::<RaceResult>(&bytes).unwrap(), race);
}
