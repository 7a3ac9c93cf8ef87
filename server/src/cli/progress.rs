//! How far a race is: a bar on a terminal, nothing in a pipe.

use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};
use race_core::result::RaceResult;

const EVERY: Duration = Duration::from_millis(100);

/// A bar on standard error, gone when the race is over.
pub struct Progress(ProgressBar);

impl Progress {
    /// Returns a bar for this race, behind a label; hidden where standard error is no terminal.
    pub fn new(race: &RaceResult, label: &str) -> Progress {
        let template = "{prefix}{bar:40} {human_pos} of {human_len} grabs, {msg}";
        let style = ProgressStyle::with_template(template).expect("a template");
        let bar = ProgressBar::new(u64::from(race.grabs)).with_style(style);
        Progress(bar.with_prefix(label.to_owned()))
    }

    /// Waits until it is time to show it again.
    pub async fn due(&self) {
        match self.0.is_hidden() {
            true => std::future::pending().await,
            false => tokio::time::sleep(EVERY).await,
        }
    }

    /// Shows how far the race is.
    pub fn show(&self, race: &RaceResult) {
        let refused = race.sold_out
            + race.duplicate
            + race.missing
            + race.corrupt
            + race.gave_up
            + race.limited;
        self.0.set_message(format!("{} won", race.won));
        self.0.set_position(race.won + refused + race.failed + race.lost);
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}
