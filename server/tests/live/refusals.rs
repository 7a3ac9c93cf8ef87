//! Redis servers that cannot be raced on: each is refused with a plain sentence, and well again after.

use race_core::result::Status;
use race_server::backends::Backends;
use race_server::live;
use race_server::store::{Source, Store};
use rstest::rstest;

use crate::support::{connect, log, private, send, wait};

/// Returns why this address is refused.
async fn error_of(url: &str) -> String {
    match Store::open(Source::Url(url.to_owned())).await {
        Ok(_) => panic!("{url} was taken"),
        Err(error) => error.to_string(),
    }
}

#[rstest]
#[case::a_closed_port("redis://127.0.0.1:1", "No Redis answers at 127.0.0.1:1")]
#[case::no_such_socket("unix:///nowhere/redis.sock", "No Redis answers at /nowhere/redis.sock")]
#[case::no_address("localhost", "not of its form")]
#[case::no_password("redis://app@127.0.0.1:1", "a user but no password")]
#[case::tls("rediss://127.0.0.1:1", "TLS")]
fn what_cannot_be_reached_is_named_by_its_address(#[case] url: &str, #[case] expected: &str) {
    let error = wait(error_of(url));
    assert!(error.contains(expected), "{error}");
}

#[test]
fn a_wrong_or_missing_password_is_refused_and_nobody_races_as_the_default_user() {
    wait(async {
        let own = private().await;
        let url = format!("unix://{}", own.redis.address());
        let other = connect(&own).await;
        send(&other, "ACL SETUSER app on >right ~rpr:* &* +@all").await;
        send(&other, "CONFIG SET requirepass secret").await;
        for (login, expected) in [
            ("", "asks for a password"),
            ("?pass=guess1", "refused the user name or the password"),
            ("?user=app&pass=guess2", "refused the user name or the password"),
            ("?user=nobody&pass=guess3", "refused the user name or the password"),
        ] {
            let error = error_of(&format!("{url}{login}")).await;
            assert!(error.contains(expected) && !error.contains("guess"), "{login}: {error}");
        }
        for login in ["?pass=secret", "?user=app&pass=right"] {
            let redis = Store::open(Source::Url(format!("{url}{login}"))).await.expect(login);
            let backends = Backends::from(redis);
            let result = live::run(&backends, log("refusals-login", "lockstep=true")).await;
            assert_eq!((result.status, result.won), (Status::Finished, 80), "{:?}", result.reason);
            assert!(
                !backends.redis.address().contains("secret")
                    && !backends.redis.address().contains("right")
            );
        }
        send(&other, "ACL SETUSER app -eval").await;
        let error = error_of(&format!("{url}?user=app&pass=right")).await;
        assert!(error.contains("does not let this user") && error.contains("eval"), "{error}");
        own.close().await;
    });
}

#[test]
fn a_replica_is_refused_and_its_promotion_is_noticed() {
    wait(async {
        let backends = private().await;
        let other = connect(&backends).await;
        send(&other, "REPLICAOF 127.0.0.1 1").await;
        let error = backends.redis.check().await.expect_err("it only reads").to_string();
        assert!(error.contains("is a replica"), "{error}");
        let result = live::run(&backends, log("refusals-replica", "lockstep=true")).await;
        assert_eq!(result.status, Status::Failed);
        let reason = result.reason.expect("a reason");
        assert!(reason.contains("is a replica"), "{reason}");
        send(&other, "REPLICAOF NO ONE").await;
        backends.redis.check().await.expect("it is a master again");
        backends.close().await;
    });
}

#[test]
fn a_redis_that_throws_keys_away_is_refused_until_it_does_not() {
    wait(async {
        let backends = private().await;
        let other = connect(&backends).await;
        send(&other, "CONFIG SET maxmemory 100mb").await;
        send(&other, "CONFIG SET maxmemory-policy allkeys-lru").await;
        let error = backends.redis.check().await.expect_err("it evicts").to_string();
        assert!(error.contains("allkeys-lru"), "{error}");
        send(&other, "CONFIG SET maxmemory-policy noeviction").await;
        backends.redis.check().await.expect("it keeps what it has");
        backends.close().await;
    });
}

#[test]
fn a_given_redis_that_was_gone_for_a_while_is_found_again() {
    wait(async {
        let own = private().await;
        let redis = Store::open(Source::Url(format!("unix://{}", own.redis.address()))).await;
        let backends = Backends::from(redis.expect("it answers"));
        let other = connect(&own).await;
        send(&other, "CLIENT KILL TYPE normal").await;
        backends.redis.check().await.expect("it connects anew");
        own.close().await;
        let error = backends.redis.check().await.expect_err("it is gone").to_string();
        assert!(error.contains("No Redis answers"), "{error}");
        let result = live::run(&backends, log("refusals-gone", "lockstep=true")).await;
        assert_eq!(result.status, Status::Failed);
        assert!(result.reason.expect("a reason").contains("No Redis answers"));
    });
}
