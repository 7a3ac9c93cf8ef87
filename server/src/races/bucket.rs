//! How fast races may be started.

use std::time::Instant;

use crate::limits;

use super::refusal::Refusal;

/// Tokens for starts: a burst at once, and a steady number more each second.
pub struct Bucket {
    tokens: f64,
    at: Instant,
}

impl Bucket {
    /// Returns a bucket with as many as may come at once.
    pub fn full(at: Instant) -> Bucket {
        Bucket { tokens: f64::from(limits::STARTS_BURST), at }
    }

    /// Takes one.
    ///
    /// # Errors
    ///
    /// Fails if there is none, with the time at which there will be one.
    pub fn take(&mut self, now: Instant) -> Result<(), Refusal> {
        let per_second = f64::from(limits::STARTS_PER_SECOND);
        let refilled = self.tokens + now.duration_since(self.at).as_secs_f64() * per_second;
        self.tokens = refilled.min(f64::from(limits::STARTS_BURST));
        self.at = now;
        if self.tokens < 1.0 {
            let seconds = ((1.0 - self.tokens) / per_second).ceil() as u64;
            return Err(Refusal::TooFast { seconds });
        }
        self.tokens -= 1.0;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn a_burst_of_starts_is_served_and_then_a_steady_trickle() {
        let start = Instant::now();
        let mut bucket = Bucket::full(start);
        let served = (0..100).filter(|_| bucket.take(start).is_ok()).count();
        assert_eq!(served, limits::STARTS_BURST as usize);
        assert_eq!(bucket.take(start), Err(Refusal::TooFast { seconds: 1 }));
        let later = start + Duration::from_secs(1);
        let served = (0..100).filter(|_| bucket.take(later).is_ok()).count();
        assert_eq!(served, limits::STARTS_PER_SECOND as usize);
    }
}
