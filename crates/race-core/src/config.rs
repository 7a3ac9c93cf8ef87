//! A race config: every field, its limits, and the checks between fields.

mod check;
pub mod field;
mod fields;
mod input;
mod output;
mod refusal;
pub mod uses;

pub use self::check::SQL_CONNECTIONS_MAX;
pub use self::fields::{FIELDS, field_named};
pub use self::refusal::{Beside, FieldError, Unused, Why};

use self::field::Value;
use self::input::Input;
use crate::catalogue;
use crate::money::Fen;
use crate::packet::{self, Split};
use crate::program::Program;
use crate::schedule::Schedule;
use crate::trace::Venue;
use serde::{Deserialize, Serialize};

/// Grabs in one race, at most: racers × grabs a racer.
pub const GRABS_MAX: u64 = 2_000_000;
/// Up to this many grabs a race is traced whole; above it, a sample of its racers is.
pub const TRACED_GRABS_MAX: u64 = 5_000;
/// What a share is worth where no total is set, in fen.
pub const FEN_PER_SHARE: i64 = 1_000;

pub(super) const LOADED: &str = "loaded";
pub(super) const ABSENT: &str = "absent";

/// What the stock key holds when the race begins.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum InitialStock {
    /// As many as there are shares.
    Loaded,
    /// Nothing: the key does not exist.
    Absent,
    /// This text.
    Text(String),
}

/// A race that may be run: every field checked.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RaceConfig {
    /// The program that grabs.
    pub strategy: String,
    /// Where its lines run.
    pub venue: Venue,
    /// Shares in the packet.
    pub shares: u32,
    /// The packet's total, in fen.
    pub total_fen: i64,
    /// How the total is split.
    pub split: Split,
    /// Shares that a grab asks for, cycled over the grabs.
    pub quantities: Vec<u32>,
    /// People who grab.
    pub racers: u32,
    /// How often each of them grabs.
    pub grabs_per_racer: u32,
    /// The racer of each grab, where they do not all grab alike; otherwise empty.
    pub owners: Vec<u32>,
    /// Grabs in flight at once.
    pub concurrency: u32,
    /// Time between a racer's commands, in ms.
    pub gap_ms: f64,
    /// Arrivals are spread over this time, in ms.
    pub jitter_ms: f64,
    /// Grabs that arrive a second, whether or not there is room; `None`: as soon as there is room.
    pub rate: Option<u32>,
    /// All grabs in flight finish command k before any starts k+1.
    pub lockstep: bool,
    /// The order to run the commands in; empty: as they come.
    pub schedule: Schedule,
    /// What the stock key holds at the start.
    pub stock: InitialStock,
    /// How long a lock lives, in ms.
    pub lock_ttl_ms: u32,
    /// Tries before a grab gives up.
    pub attempts: u32,
    /// Keys that the stock is spread over, where it is.
    pub shards: u32,
    /// The seed of everything that varies.
    pub seed: u64,
    /// True if Redis's own order is recorded.
    pub xray: bool,
}

impl RaceConfig {
    /// Returns the race of these fields, with the defaults filled in.
    ///
    /// # Errors
    /// The first field that is wrong, and what it accepts.
    ///
    /// # Examples
    /// ```
    /// use race_core::RaceConfig;
    /// use race_core::config::field::plain;
    ///
    /// let config = RaceConfig::from_fields(&plain([("shares", "20"), ("racers", "5")]))?;
    /// assert_eq!((config.shares, config.grabs(), config.strategy.as_str()), (20, 5, "get_set"));
    ///
    /// let error = RaceConfig::from_fields(&plain([("racers", "many")])).unwrap_err();
    /// assert_eq!(error.to_string(), "racers: must be a whole number from 1 to 200000");
    /// # Ok::<(), race_core::config::FieldError>(())
    /// ```
    pub fn from_fields(fields: &[(String, Value)]) -> Result<RaceConfig, FieldError> {
        let input = Input::new(fields)?;
        RaceConfig::checked(&input, input.program()?)
    }

    /// Returns the race of a program that need not be in the catalogue; `strategy` is not among the fields.
    ///
    /// # Errors
    /// The first field that is wrong, and what it accepts.
    pub fn for_program(
        program: &Program,
        fields: &[(String, Value)],
    ) -> Result<RaceConfig, FieldError> {
        RaceConfig::checked(&Input::new(fields)?, program)
    }

    fn checked(input: &Input<'_>, program: &Program) -> Result<RaceConfig, FieldError> {
        let owners = input.owners()?;
        let racers = match owners.iter().max() {
            Some(last) => last + 1,
            None => input.whole("racers")? as u32,
        };
        let config = RaceConfig {
            venue: input.venue(program)?,
            shares: input.whole("shares")? as u32,
            total_fen: input.total_fen()?,
            split: Split::from_name(input.choice("split")?).expect("the table's names"),
            quantities: input.quantities()?,
            racers,
            grabs_per_racer: input.whole("grabs_per_racer")? as u32,
            owners,
            concurrency: input.whole("concurrency")? as u32,
            gap_ms: input.millis("gap_ms")?,
            jitter_ms: input.millis("jitter_ms")?,
            rate: input.rate()?,
            lockstep: input.switch("lockstep")?,
            schedule: input.schedule()?,
            stock: input.stock()?,
            lock_ttl_ms: input.whole("lock_ttl_ms")? as u32,
            attempts: input.whole("attempts")? as u32,
            shards: input.whole("shards")? as u32,
            seed: input.whole("seed")?,
            xray: input.switch("xray")?,
            strategy: program.name.clone(),
        };
        if let Some(why) = uses::unsupported(program) {
            return Err(FieldError::new("strategy", why));
        }
        input.refuse_unused(program, &config)?;
        config.check(program)?;
        Ok(config)
    }

    /// Returns the number of grabs.
    pub fn grabs(&self) -> u32 {
        match self.owners.len() {
            0 => self.racers * self.grabs_per_racer,
            grabs => grabs as u32,
        }
    }

    /// Returns the racer who owns a grab. Without `owners` the grabs of one racer are neighbours, like a
    /// double click.
    pub fn racer(&self, grab: u32) -> u32 {
        self.owners.get(grab as usize).copied().unwrap_or(grab / self.grabs_per_racer)
    }

    /// Returns which of the stock's keys a racer asks first: the upper bits of its number's FNV-1a hash.
    pub fn home(&self, racer: u32) -> u32 {
        let mix = |hash: u32, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193);
        let hash = racer.to_string().bytes().fold(0x811c_9dc5, mix);
        (hash >> 25) % self.shards
    }

    /// Returns true if some racer grabs more than once.
    pub fn has_repeats(&self) -> bool {
        self.grabs() > self.racers
    }

    /// Returns the first grab of a racer.
    fn grab_of(&self, racer: u32) -> u32 {
        let owned = self.owners.iter().position(|owner| *owner == racer);
        owned.map_or(racer * self.grabs_per_racer, |at| at as u32)
    }

    /// Returns the shares that a grab asks for.
    pub fn quantity(&self, grab: u32) -> u32 {
        self.quantities[grab as usize % self.quantities.len()]
    }

    /// Returns the text of the stock key at the start; `None`: no such key.
    pub fn stock_text(&self) -> Option<String> {
        match &self.stock {
            InitialStock::Loaded => Some(self.shares.to_string()),
            InitialStock::Absent => None,
            InitialStock::Text(text) => Some(text.clone()),
        }
    }

    /// Returns the shares that these racers hold if each of them won once, for records of winners.
    pub fn shares_of_racers(&self, racers: impl Iterator<Item = u32>) -> u64 {
        racers.map(|racer| u64::from(self.quantity(self.grab_of(racer)))).sum()
    }

    /// Returns the distance between two traced racers; 1: all are traced.
    pub fn trace_every(&self) -> u32 {
        u64::from(self.grabs()).div_ceil(TRACED_GRABS_MAX).max(1) as u32
    }

    /// Returns true if a grab's steps are in the trace.
    pub fn is_traced(&self, grab: u32) -> bool {
        self.racer(grab).is_multiple_of(self.trace_every())
    }

    /// Returns the program that grabs.
    ///
    /// # Panics
    /// If the config did not come from [`RaceConfig::from_fields`].
    pub fn program(&self) -> &'static Program {
        catalogue::strategy(&self.strategy).expect("a checked config names a strategy")
    }

    /// Returns the shares' amounts: the first one is that of share number `shares`, the first to be taken.
    ///
    /// # Panics
    /// If the config did not come from [`RaceConfig::from_fields`].
    pub fn amounts(&self) -> Vec<Fen> {
        self.split_packet().expect("a checked config splits")
    }

    fn split_packet(&self) -> Result<Vec<Fen>, packet::PacketError> {
        let limits = packet::Limits::default();
        packet::split(Fen(self.total_fen), self.shares, self.split, &limits, self.seed)
    }
}

#[cfg(test)]
mod tests;
