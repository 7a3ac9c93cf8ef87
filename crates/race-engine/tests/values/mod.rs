//! The right values of races in lockstep: the model and a real Redis must both give exactly these.

use race_core::result::RaceResult;

/// A race as words of a config, and what must come of it: fields of the result, `-` for nothing.
pub const ROWS: &[(&str, &str)] = &[
    // The naive way: each round of 8 reads the same value …
    ("shares=10 concurrency=8 racers=88", "won=80 sold_out=8 counter=0 oversold=70 given_twice=70"),
    ("shares=1 concurrency=2 racers=2", "won=2 counter=0 oversold=1"),
    // … and the counter can end far above what it should be.
    ("shares=100 concurrency=500 racers=500", "won=500 counter=99 oversold=400"),
    ("venue=server", "won=10 sold_out=78 counter=0 oversold=0"),
    ("stock=10.5 racers=10", "won=0 corrupt=10 counter=- oversold=0"),
    // Never more than S + K - 1.
    ("strategy=check_decr venue=client racers=24", "won=16 sold_out=8 counter=-6 oversold=6"),
    (
        "strategy=check_decr venue=client shares=1 racers=8",
        "won=8 counter=-7 counter_min=-7 oversold=7",
    ),
    // A stock that those in flight divide hides it.
    (
        "strategy=check_decr venue=client shares=100 racers=500 concurrency=50",
        "won=100 sold_out=400 counter=0 oversold=0",
    ),
    (
        "strategy=check_decr venue=client shares=100 racers=500 concurrency=200",
        "won=200 sold_out=300 counter=-100 oversold=100",
    ),
    ("strategy=decr venue=client shares=1 racers=100", "won=1 counter=-99 oversold=0"),
    ("strategy=decr venue=client shares=10 racers=100", "won=10 counter=-90 oversold=0"),
    (
        "strategy=decr_incr venue=client racers=100",
        "won=10 sold_out=90 counter=0 counter_min=-8 oversold=0 undersold=0",
    ),
    (
        "strategy=decr_incr venue=client shares=2 quantities=3,2 racers=2 concurrency=2",
        "won=0 counter=2 undersold=2",
    ),
    (
        "strategy=atomic venue=server shares=2 quantities=3,2 racers=2 concurrency=2",
        "won=1 sold_out=1 counter=0 undersold=0 shares_won=2",
    ),
    (
        "strategy=watch_multi shares=50 racers=50 concurrency=50 attempts=50",
        "won=50 counter=0 oversold=0 retries=1225 gave_up=0",
    ),
    (
        "strategy=lock_ttl shares=1 racers=2 concurrency=2 lock_ttl_ms=20 gap_ms=40 attempts=2",
        "won=2 counter=0 oversold=1 retries=1",
    ),
    (
        "strategy=lock_ttl shares=1 racers=2 concurrency=2 lock_ttl_ms=50 gap_ms=80 attempts=2",
        "won=2 counter=0 oversold=1 retries=1 stale_releases=0",
    ),
    (
        "strategy=lock_token shares=1 racers=2 concurrency=2 lock_ttl_ms=20 gap_ms=40 attempts=2",
        "won=2 counter=0 oversold=1 stale_releases=2",
    ),
    (
        "strategy=lock_fenced shares=1 racers=2 concurrency=2 lock_ttl_ms=20 gap_ms=40 attempts=2",
        "won=1 sold_out=1 counter=0 oversold=0 stale_writes=1",
    ),
    ("strategy=atomic venue=server racers=100", "won=10 sold_out=90 counter=0 oversold=0"),
    (
        "strategy=atomic venue=server racers=100 concurrency=100",
        "won=10 sold_out=90 counter=0 oversold=0",
    ),
    (
        "strategy=atomic venue=server shares=100 racers=1 grabs_per_racer=100",
        "won=1 duplicate=99 counter=99 oversold=0",
    ),
    (
        "strategy=atomic venue=server shares=1 racers=50 concurrency=50",
        "won=1 sold_out=49 counter=0 oversold=0",
    ),
    ("strategy=atomic venue=server racers=10 stock=absent", "won=0 missing=10 counter=-"),
    (
        "strategy=atomic venue=server shares=10 racers=6 quantities=3,2",
        "won=4 sold_out=2 counter=0 oversold=0",
    ),
    ("strategy=atomic venue=client racers=88", "won=16 sold_out=72 counter=-6 oversold=6"),
    (
        "strategy=atomic venue=client shares=2 racers=1 grabs_per_racer=2 concurrency=2",
        "won=2 counter=0 oversold=0",
    ),
    ("strategy=atomic_unguarded venue=server racers=10 stock=absent", "won=0 failed=10 counter=-"),
    ("strategy=off_by_one racers=50", "won=11 counter=-1 oversold=1"),
    (
        "strategy=deduct_first shares=100 racers=1 grabs_per_racer=100",
        "won=1 duplicate=99 counter=0 recorded=1",
    ),
    (
        "strategy=hash_locked venue=server racers=1 grabs_per_racer=5",
        "won=5 duplicate=0 counter=5 oversold=0",
    ),
    (
        "strategy=hash_locked_fixed venue=server racers=1 grabs_per_racer=5",
        "won=1 duplicate=4 counter=9 oversold=0",
    ),
    ("strategy=token_pool racers=100", "won=10 sold_out=90 counter=0 recorded=10"),
    // Home is empty, three are left elsewhere.
    (
        "strategy=sharded_no_probe shares=3 racers=1 stock=1,1,0,1",
        "won=0 sold_out=1 counter=3 undersold=3 commands=3",
    ),
    ("strategy=sharded shares=3 racers=1 stock=0,3,0,0", "won=1 counter=2 undersold=0 commands=5"),
    ("strategy=sharded shares=100 racers=200", "won=100 sold_out=100 counter=0 oversold=0"),
];

/// The same for the strategies that need a SQL database beside Redis.
pub const SQL_ROWS: &[(&str, &str)] = &[
    (
        "strategy=sql_check_update shares=10 concurrency=8 racers=88",
        "won=80 sold_out=8 counter=0 oversold=70 given_twice=70",
    ),
    ("strategy=sql_check_update shares=100 concurrency=500 racers=500", "won=500 counter=99"),
    ("strategy=sql_guarded racers=88", "won=10 sold_out=78 counter=0 counter_min=0 oversold=0"),
    ("strategy=sql_guarded racers=8 stock=absent", "won=0 missing=8 counter=-"),
    ("strategy=sql_guarded racers=8 stock=-3", "won=0 sold_out=8 counter=-3"),
    ("strategy=sql_guarded racers=3 grabs_per_racer=2 shares=5", "won=5 sold_out=1 counter=0"),
    // Nobody waits for the lock, so in lockstep three attempts are used up.
    (
        "strategy=sql_for_update racers=88",
        "won=10 sold_out=3 gave_up=75 retries=153 counter=0 recorded=10",
    ),
    (
        "strategy=sql_for_update racers=88 attempts=100",
        "won=10 sold_out=78 gave_up=0 counter=0 recorded=10",
    ),
    (
        "strategy=sql_for_update racers=64 concurrency=32 shares=3 attempts=200",
        "won=3 sold_out=61 counter=0 recorded=3",
    ),
    ("strategy=sql_for_update racers=8 stock=absent", "won=0 missing=8 counter=- recorded=0"),
    (
        "strategy=sql_for_update racers=3 grabs_per_racer=2 attempts=50",
        "won=3 duplicate=3 counter=7 recorded=3",
    ),
];

/// Returns the fields of the result that a row names, in its words.
pub fn shown(result: &RaceResult, expected: &str) -> String {
    let some = |number: Option<i64>| number.map_or("-".to_owned(), |number| number.to_string());
    let field = |name: &str| match name {
        "won" => result.won.to_string(),
        "shares_won" => result.shares_won.to_string(),
        "sold_out" => result.sold_out.to_string(),
        "duplicate" => result.duplicate.to_string(),
        "missing" => result.missing.to_string(),
        "corrupt" => result.corrupt.to_string(),
        "gave_up" => result.gave_up.to_string(),
        "failed" => result.failed.to_string(),
        "oversold" => result.oversold.to_string(),
        "undersold" => result.undersold.to_string(),
        "given_twice" => result.given_twice.to_string(),
        "commands" => result.commands.to_string(),
        "retries" => result.retries.to_string(),
        "stale_releases" => result.stale_releases.to_string(),
        "stale_writes" => result.stale_writes.to_string(),
        "counter" => some(result.counter_final),
        "counter_min" => some(result.counter_min),
        "recorded" => some(result.recorded.map(|recorded| recorded as i64)),
        other => panic!("{other} is no field of a row"),
    };
    let name = |word: &str| word.split_once('=').expect("name=value").0.to_owned();
    let words = expected.split_whitespace().map(name);
    words.map(|name| format!("{name}={}", field(&name))).collect::<Vec<_>>().join(" ")
}
