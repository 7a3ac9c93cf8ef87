//! The trace: the steps of a race, in a form that can be shown.
//!
//! All drivers yield the same trace, and one player shows it. An event of a live race is an
//! interval: only Redis knows the instant in between.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

named! {
    /// Where the lines of a program run.
    #[derive(Serialize, Deserialize)]
    #[serde(rename_all = "snake_case")]
    pub enum Venue {
        /// In the application, one network trip to Redis a command; others step in between.
        Client = "client",
        /// Inside Redis, in one piece.
        Server = "server",
    }
}

named! {
    /// What became of a grab.
    #[derive(Serialize, Deserialize)]
    #[serde(rename_all = "snake_case")]
    pub enum Outcome {
        /// It got a share.
        Won = "won",
        /// There was none left.
        SoldOut = "sold_out",
        /// This racer had won before.
        Duplicate = "duplicate",
        /// The stock was never loaded.
        Missing = "missing",
        /// The stock is not a whole number.
        Corrupt = "corrupt",
        /// Its attempts were used up.
        GaveUp = "gave_up",
        /// It was turned away at the front door.
        Limited = "limited",
        /// The script failed; the reason stands beside it.
        Failed = "failed",
        /// No reply came; whether it won is unknown.
        Lost = "lost",
    }
}

named! {
    /// The command of a step; `script` is the whole program run inside Redis.
    #[derive(Serialize, Deserialize)]
    #[serde(rename_all = "snake_case")]
    pub enum Verb {
        /// The whole program, by EVALSHA.
        Script = "script",
        /// GET.
        Get = "get",
        /// SET.
        Set = "set",
        /// DECR or DECRBY.
        Decr = "decr",
        /// INCR or INCRBY.
        Incr = "incr",
        /// SISMEMBER.
        IsMember = "is_member",
        /// SADD.
        Add = "add",
        /// A statement of the SQL database.
        Sql = "sql",
        /// Any other command.
        Other = "other",
        /// The program ended without a command.
        None = "none",
    }
}

impl Verb {
    /// Returns the verb of a command's name, in any case.
    pub fn of_command(name: &str) -> Verb {
        match name.to_ascii_uppercase().as_str() {
            "EVALSHA" | "EVAL" | "FCALL" => Verb::Script,
            "GET" => Verb::Get,
            "SET" => Verb::Set,
            "DECR" | "DECRBY" => Verb::Decr,
            "INCR" | "INCRBY" => Verb::Incr,
            "SISMEMBER" => Verb::IsMember,
            "SADD" => Verb::Add,
            "SQL" => Verb::Sql,
            _ => Verb::Other,
        }
    }
}

named! {
    /// What must be true of a race, under a name that never changes.
    #[derive(Serialize, Deserialize)]
    #[serde(rename_all = "snake_case")]
    pub enum Property {
        /// Shares won ≤ shares.
        NoOversell = "no_oversell",
        /// At most one win a racer.
        NoDuplicate = "no_duplicate",
        /// The strategy's own counter was never below 0.
        NoNegative = "no_negative",
        /// Every share number won exists and was won once.
        NoPhantom = "no_phantom",
        /// No grab was `sold_out` while, at the end, enough was left to serve it.
        NoUndersell = "no_undersell",
        /// max(0, counter) + wins = shares, in shares and in fen.
        Conserved = "conserved",
        /// With stock left, one fresh racer, alone, wins.
        Progress = "progress",
        /// No grab `failed`.
        NoFailure = "no_failure",
    }
}

named! {
    /// How a property stands.
    #[derive(Serialize, Deserialize)]
    #[serde(rename_all = "snake_case")]
    pub enum Standing {
        /// It was true.
        Held = "held",
        /// It was not.
        Broken = "broken",
        /// This run cannot judge it.
        NotJudged = "not_judged",
        /// The checker's bounds were reached first.
        NotExhausted = "not_exhausted",
    }
}

/// A standing for each property.
pub type Verdict = BTreeMap<Property, Standing>;

/// What a command's reply proves about the stock at the instant Redis ran it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Touch {
    /// Nothing.
    None,
    /// The stock was read and held this value.
    Read(i64),
    /// The stock was written and held this value afterwards.
    Wrote(i64),
}

/// How a grab ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct End {
    /// What became of it.
    pub outcome: Outcome,
    /// The highest share number it won; at or below 0, or above the shares that exist, it is
    /// a phantom. A grab of quantity q holds the q numbers that end here. `None` unless it won.
    pub share: Option<i64>,
}

/// One command of one grab; in the server venue, the whole grab.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Step {
    /// The grab, 0 and up, in the order of arrival.
    pub grab: u32,
    /// When the command left, in µs since the race began.
    pub sent_us: u64,
    /// When its reply was here, in µs since the race began.
    pub replied_us: u64,
    /// The line of the program's file that is waiting for the reply; 0 for the whole script.
    pub line: u16,
    /// The command.
    pub verb: Verb,
    /// What the reply proves about the stock.
    pub touch: Touch,
    /// How the grab ended, on its last step.
    pub end: Option<End>,
}

/// The totals so far. Only [`crate::Counter`] counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Counts {
    /// Grabs that won.
    pub won: u64,
    /// Shares that the winners got.
    pub shares_won: u64,
    /// Grabs refused because nothing was left.
    pub sold_out: u64,
    /// Grabs of racers who had won before.
    pub duplicate: u64,
    /// Grabs that found no stock key.
    pub missing: u64,
    /// Grabs that found a stock that is no whole number.
    pub corrupt: u64,
    /// Grabs whose attempts were used up.
    pub gave_up: u64,
    /// Grabs turned away at the front door.
    pub limited: u64,
    /// Grabs whose script failed.
    pub failed: u64,
    /// Grabs without an answer.
    pub lost: u64,
    /// Shares won beyond the distinct ones.
    pub given_twice: u64,
    /// What the winners were paid, in fen.
    pub paid_fen: i64,
    /// Round trips to Redis.
    pub commands: u64,
    /// Tries beyond a grab's first, after a refused one.
    pub retries: u64,
    /// Locks that were no longer one's own when they were to be released.
    pub stale_releases: u64,
    /// Writes that were refused because a newer holder of the lock had drawn a number.
    pub stale_writes: u64,
}

impl Counts {
    /// Returns the grabs that have ended.
    pub fn ended(&self) -> u64 {
        self.won + self.refused() + self.failed + self.lost
    }

    /// Returns the grabs that were refused.
    pub fn refused(&self) -> u64 {
        self.sold_out + self.duplicate + self.missing + self.corrupt + self.gave_up + self.limited
    }

    /// Returns the total of the grabs that end this way.
    pub fn slot(&mut self, outcome: Outcome) -> &mut u64 {
        match outcome {
            Outcome::Won => &mut self.won,
            Outcome::SoldOut => &mut self.sold_out,
            Outcome::Duplicate => &mut self.duplicate,
            Outcome::Missing => &mut self.missing,
            Outcome::Corrupt => &mut self.corrupt,
            Outcome::GaveUp => &mut self.gave_up,
            Outcome::Limited => &mut self.limited,
            Outcome::Failed => &mut self.failed,
            Outcome::Lost => &mut self.lost,
        }
    }
}

/// The exact counts at one instant, with every share won since the last tally: what keeps the
/// page's numbers and its board exact when only a sample of the racers is traced.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tally {
    /// The instant, in µs since the race began.
    pub at_us: u64,
    /// All that was counted until then.
    pub counts: Counts,
    /// The share numbers won since the last tally, phantoms included, in the order of the replies.
    pub shares: Vec<i64>,
}
