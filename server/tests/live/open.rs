//! Open arrivals: grabs arrive by a plan, and what they wait is counted from their planned arrival on.

use race_core::result::RaceResult;
use race_server::live;
use rstest::rstest;

use crate::support::{becomes, connect, log, private, race, send, trials, wait};

/// How long Redis stands still in mid-race.
const STALL_MS: u64 = 400;

/// Runs a race during which Redis stands still once.
async fn stalled(id: &str, words: &str) -> RaceResult {
    let backends = private().await;
    let log = log(id, words);
    let other = connect(&backends).await;
    let (result, ()) = tokio::join!(live::run(&backends, log.clone()), async {
        becomes("somebody has won", async || log.result().won > 0).await;
        send(&other, &format!("CLIENT PAUSE {STALL_MS} ALL")).await;
    });
    assert_eq!((result.failed, result.lost), (0, 0), "{:?}", result.failures);
    result
}

#[test]
fn a_stall_that_a_closed_race_hides_is_in_the_latency_of_an_open_one() {
    wait(async {
        let words = "strategy=decr venue=client racers=20000 shares=20000 concurrency=20";
        let closed = stalled("open-closed", words).await.latency_won_us;
        let [p99, max] = [closed.p99, closed.max].map(Option::unwrap_or_default);
        // Twenty of 20,000 met the stall: one in a thousand.
        assert!(max > STALL_MS * 750, "{closed:?}");
        assert!(p99 * u64::from(trials(2, 4)) < max, "{closed:?}");
        for venue in ["client", "server"] {
            let words = format!(
                "strategy=decr venue={venue} racers=2000 shares=2000 concurrency=2000 rate=2000"
            );
            let open = stalled(&format!("open-{venue}"), &words).await.latency_won_us;
            // Of 2,000 in a second, those of 400 ms met it, and the first of them waited longest.
            assert!(open.p99 > Some(STALL_MS * 750), "{venue}: {open:?}");
            assert!(open.p50 < open.p90 && open.p90 > Some(STALL_MS * 250), "{venue}: {open:?}");
        }
    });
}

#[rstest]
#[case::from_the_app("client")]
#[case::inside_redis("server")]
fn grabs_arrive_at_their_rate_however_fast_redis_is(#[case] venue: &str) {
    let words = format!("strategy=decr venue={venue} racers=500 shares=500 rate=1000");
    let result = wait(race(&format!("open-rate-{venue}"), &words)).result;
    // 500 at 1,000 a second take 500 ms; a busy machine takes longer, never less.
    assert!(result.elapsed_ms >= 500.0, "{} ms", result.elapsed_ms);
    assert!(result.grabs_per_second <= 1_000.0, "{}", result.grabs_per_second);
    assert_eq!(result.won, 500);
}

#[test]
fn a_grab_that_waits_for_room_waits_from_the_planned_arrival_on() {
    wait(async {
        // One at a time with 5 ms between two commands, but one arrives every ms.
        let words = "strategy=get_set racers=60 shares=60 concurrency=1 gap_ms=5 rate=1000";
        let open = race("open-room", words).await.result;
        let closed = race("open-no-room", &words.replace(" rate=1000", "")).await.result;
        let medians = [&open, &closed].map(|result| result.latency_won_us.p50.unwrap_or_default());
        assert!(medians[0] > 4 * medians[1], "{medians:?} µs");
        let longest = open.latency_won_us.max.unwrap_or_default() as f64;
        assert!(longest <= open.elapsed_ms * 1e3 + 1.0, "{longest} µs of {} ms", open.elapsed_ms);
    });
}
