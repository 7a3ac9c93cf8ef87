//! A race as the fields that it was made of.

use super::field::millis_text;
use super::{ABSENT, FEN_PER_SHARE, InitialStock, LOADED, RaceConfig, field_named};

impl RaceConfig {
    /// Returns the fields that differ from their defaults, as a command line or a URL writes them.
    pub fn to_fields(&self) -> Vec<(&'static str, String)> {
        let list =
            |numbers: &[u32]| numbers.iter().map(u32::to_string).collect::<Vec<_>>().join(",");
        // The number of racers follows from owners.
        let racers = if self.owners.is_empty() { self.racers.to_string() } else { String::new() };
        let stock = match &self.stock {
            InitialStock::Loaded => LOADED.to_owned(),
            InitialStock::Absent => ABSENT.to_owned(),
            InitialStock::Text(text) => text.clone(),
        };
        let total = self.total_fen;
        let usual_total = FEN_PER_SHARE * i64::from(self.shares);
        let all = [
            ("strategy", self.strategy.clone()),
            ("venue", self.venue.to_string()),
            ("shares", self.shares.to_string()),
            ("total_fen", if total == usual_total { String::new() } else { total.to_string() }),
            ("split", self.split.name().to_owned()),
            (
                "quantities",
                if self.quantities == [1] { String::new() } else { list(&self.quantities) },
            ),
            ("racers", racers),
            ("grabs_per_racer", self.grabs_per_racer.to_string()),
            ("owners", list(&self.owners)),
            ("concurrency", self.concurrency.to_string()),
            ("gap_ms", millis_text(self.gap_ms)),
            ("jitter_ms", millis_text(self.jitter_ms)),
            ("rate", self.rate.map(|rate| rate.to_string()).unwrap_or_default()),
            ("lockstep", self.lockstep.to_string()),
            ("schedule", self.schedule.to_string()),
            ("stock", stock),
            ("lock_ttl_ms", self.lock_ttl_ms.to_string()),
            ("attempts", self.attempts.to_string()),
            ("shards", self.shards.to_string()),
            ("seed", self.seed.to_string()),
            ("xray", self.xray.to_string()),
        ];
        let is_default =
            |name: &str, text: &str| field_named(name).is_some_and(|field| field.default == text);
        all.into_iter().filter(|(name, text)| !text.is_empty() && !is_default(name, text)).collect()
    }
}
