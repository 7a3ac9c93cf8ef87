//! The columns of the table of results.

use race_core::named;

named! {
    /// A column of the table of results.
    pub enum Column {
        /// The program that grabs.
        Strategy = "strategy",
        /// Where its lines run.
        Venue = "venue",
        /// Grabs in flight at once.
        AtOnce = "at_once",
        /// Shares won, and the shares that there were.
        Won = "won",
        /// Shares won beyond those that there were.
        Oversold = "oversold",
        /// Shares left over although somebody was refused one.
        Undersold = "undersold",
        /// The strategy's own counter at the end.
        Counter = "counter",
        /// Round trips to Redis for each grab.
        Commands = "commands",
        /// Grabs that ended, per second.
        Rate = "rate",
        /// The rate, divided by that of the base row.
        Ratio = "ratio",
        /// The latencies of the grabs that won.
        LatencyWon = "latency_won",
        /// The latencies of the grabs that did not.
        LatencyRefused = "latency_refused",
        /// Tries beyond the first.
        Retries = "retries",
        /// Grabs whose script failed.
        Failed = "failed",
        /// Grabs without an answer.
        Lost = "lost",
        /// Grabs that used up their tries.
        GaveUp = "gave_up",
        /// Held, or the properties that are broken.
        Verdict = "verdict",
    }
}

impl Column {
    /// Returns true if the column holds words, which are aligned to the left.
    pub fn is_text(self) -> bool {
        matches!(self, Column::Strategy | Column::Venue | Column::Verdict)
    }

    /// Returns true if the column counts what should not happen: it is 0 in a good row.
    pub fn counts_trouble(self) -> bool {
        matches!(
            self,
            Column::Undersold | Column::Retries | Column::Failed | Column::Lost | Column::GaveUp
        )
    }
}
