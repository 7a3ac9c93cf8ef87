//! Waiting for an instant, to the microsecond.

use std::time::{Duration, Instant};

/// The runtime's timer counts in whole milliseconds and may be one late, so the last one is waited
/// for wide awake.
const AWAKE: Duration = Duration::from_micros(1_200);

/// Waits until this instant, and hardly longer.
pub async fn until(instant: Instant) {
    if let Some(early) = instant.checked_sub(AWAKE)
        && early > Instant::now()
    {
        tokio::time::sleep_until(early.into()).await;
    }
    while Instant::now() < instant {
        tokio::task::yield_now().await;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn waiting_is_never_too_short_and_on_an_idle_machine_hardly_ever_too_long() {
        let late = async |us| {
            let wanted = Duration::from_micros(us);
            let started = Instant::now();
            until(started + wanted).await;
            let waited = started.elapsed();
            assert!(waited >= wanted, "{waited:?}, not {wanted:?}");
            waited - wanted
        };
        let mut lateness = Vec::new();
        for us in [0, 50, 300, 700, 1_500, 2_500, 3_200, 300, 50] {
            lateness.push(late(us).await);
        }
        lateness.sort();
        if std::env::var_os("RACE_SOAK").is_some_and(|value| value == "1") {
            assert!(lateness[4] < Duration::from_micros(300), "{lateness:?}");
        }
    }
}
