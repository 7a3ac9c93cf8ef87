//! Which keys a race touches, how long they live, and what is swept.

use race_core::keys;
use race_server::live;
use redis_model::{Command, Reply};

use crate::support::{becomes, connect, log, race, send, shared, wait};

#[test]
fn a_race_leaves_no_key_behind_and_touches_no_others() {
    wait(async {
        let other = connect(shared().await).await;
        send(&other, "SET keys-foreign:stock 7").await;
        send(&other, "SET rpr-like:{keys-clean}:stock 8").await;
        race("keys-clean", "strategy=atomic venue=server racers=50").await;
        race("keys-clean", "strategy=atomic venue=client racers=50").await;
        for key in keys::all_keys("keys-clean") {
            assert_eq!(send(&other, &format!("EXISTS {key}")).await, Reply::Int(0), "{key}");
        }
        let score = send(&other, &format!("ZSCORE {} keys-clean", keys::REGISTRY)).await;
        assert_eq!(score, Reply::Nil);
        assert_eq!(send(&other, "GET keys-foreign:stock").await, Reply::Bulk(b"7".into()));
        assert_eq!(send(&other, "GET rpr-like:{keys-clean}:stock").await, Reply::Bulk(b"8".into()));
    });
}

#[test]
fn the_keys_of_a_running_race_have_a_life_that_is_renewed_although_set_makes_them_eternal() {
    wait(async {
        let backends = shared().await;
        let other = connect(backends).await;
        let words = "racers=24 shares=24 concurrency=1 jitter_ms=6000";
        let log = log("keys-life", words);
        let stock = keys::all_keys("keys-life").remove(0);
        let (result, ()) = tokio::join!(live::run(backends, log.clone()), async {
            let life = async || match send(&other, &format!("PTTL {stock}")).await {
                Reply::Int(life) => life,
                other => panic!("{other:?}"),
            };
            becomes("a SET has made it eternal", || async { life().await == -1 }).await;
            let renewed = || async { (200_000..=300_000).contains(&life().await) };
            becomes("its life is renewed", renewed).await;
            let score = send(&other, &format!("ZSCORE {} keys-life", keys::REGISTRY)).await;
            assert!(matches!(score, Reply::Bulk(_)), "{score:?}");
            log.cancel("Seen enough.");
        });
        assert!(result.won > 0);
    });
}

#[test]
fn a_sweep_takes_the_keys_of_races_long_silent_and_of_nobody_else() {
    wait(async {
        let backends = shared().await;
        let other = connect(backends).await;
        let Reply::Array(time) = send(&other, "TIME").await else { panic!("no time") };
        let Reply::Bulk(seconds) = &time[0] else { panic!("no seconds") };
        let now: u64 = String::from_utf8_lossy(seconds).parse().expect("seconds");
        for (race, silent_s) in [("keys-ghost", 90), ("keys-young", 30)] {
            let score = (now - silent_s) * 1_000;
            send(&other, &format!("ZADD {} {score} {race}", keys::REGISTRY)).await;
            send(&other, &format!("SET {} 5", keys::all_keys(race)[0])).await;
        }
        let swept = backends.redis.sweep().await.expect("it sweeps");
        assert!(swept.contains(&"keys-ghost".to_owned()), "{swept:?}");
        assert!(!swept.contains(&"keys-young".to_owned()), "{swept:?}");
        let exists = async |race| {
            let key = keys::all_keys(race).remove(0);
            send(&other, &format!("EXISTS {key}")).await
        };
        assert_eq!(exists("keys-ghost").await, Reply::Int(0));
        assert_eq!(exists("keys-young").await, Reply::Int(1));
        backends.redis.leave("keys-young").await.expect("it leaves");
    });
}

#[test]
fn a_lock_with_a_short_life_of_its_own_keeps_it() {
    wait(async {
        let backends = shared().await;
        let other = connect(backends).await;
        let lock = keys::all_keys("keys-lock").into_iter().find(|key| key.ends_with(":lock"));
        let lock = lock.expect("a lock key");
        send(&other, &format!("SET {lock} me PX 20000")).await;
        backends.redis.beat("keys-lock").await.expect("it beats");
        let life = other.call(&Command::new(["PTTL", &lock])).await.expect("an answer");
        assert!(matches!(life, Reply::Int(1..=20_000)), "{life:?}");
        backends.redis.leave("keys-lock").await.expect("it leaves");
    });
}
