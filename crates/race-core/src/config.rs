//! A race config: every field, its limits, and the checks between fields.

pub mod field;
mod fields;
mod given;
pub mod uses;

pub use self::fields::{FIELDS, field_named};
pub use self::given::SQL_CONNECTIONS_MAX;

use self::field::{FieldError, Value, millis_text};
use self::given::Given;
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
/// All grabs of a race arrive within this time.
const ARRIVE_WITHIN_S: u32 = 30;
/// What a share is worth where no total is given, in fen.
pub const FEN_PER_SHARE: i64 = 1_000;

pub(super) const LOADED: &str = "loaded";
pub(super) const ABSENT: &str = "absent";

/// What the stock key holds when the race begins.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Stock {
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
    /// Who owns each grab, where that is not the same for all; else empty.
    pub owners: Vec<u32>,
    /// Grabs in flight at once.
    pub concurrency: u32,
    /// Time between a racer's commands, in ms.
    pub gap_ms: f64,
    /// Arrivals are spread over this time, in ms.
    pub jitter_ms: f64,
    /// Grabs that arrive a second, whatever becomes of them; `None`: as soon as there is room.
    pub rate: Option<u32>,
    /// All grabs in flight finish command k before any starts k+1.
    pub lockstep: bool,
    /// The order to run the commands in; empty: as they come.
    pub schedule: Schedule,
    /// What the stock key holds at the start.
    pub stock: Stock,
    /// How long a lock lives, in ms.
    pub lock_ttl_ms: u32,
    /// Tries before a grab gives up.
    pub attempts: u32,
    /// Keys that the stock is spread over, where it is.
    pub shards: u32,
    /// All that varies comes from it.
    pub seed: u64,
    /// Whether Redis's own order is recorded.
    pub xray: bool,
}

impl RaceConfig {
    /// Checks the fields and fills in the defaults. The error names the field and what it accepts.
    pub fn from_fields(fields: &[(String, Value)]) -> Result<RaceConfig, FieldError> {
        let given = Given::new(fields)?;
        RaceConfig::checked(&given, &given.program()?)
    }

    /// The same for a program that need not be in the catalogue; `strategy` is not among the fields.
    pub fn for_program(
        program: &Program,
        fields: &[(String, Value)],
    ) -> Result<RaceConfig, FieldError> {
        RaceConfig::checked(&Given::new(fields)?, program)
    }

    fn checked(given: &Given<'_>, program: &Program) -> Result<RaceConfig, FieldError> {
        let owners = given.owners()?;
        let racers = match owners.iter().max() {
            Some(last) => last + 1,
            None => given.whole("racers")? as u32,
        };
        let config = RaceConfig {
            venue: given.venue(program)?,
            shares: given.whole("shares")? as u32,
            total_fen: given.total_fen()?,
            split: Split::from_name(given.choice("split")?).expect("the table's names"),
            quantities: given.quantities()?,
            racers,
            grabs_per_racer: given.whole("grabs_per_racer")? as u32,
            owners,
            concurrency: given.whole("concurrency")? as u32,
            gap_ms: given.millis("gap_ms")?,
            jitter_ms: given.millis("jitter_ms")?,
            rate: given.rate()?,
            lockstep: given.switch("lockstep")?,
            schedule: given.schedule()?,
            stock: given.stock()?,
            lock_ttl_ms: given.whole("lock_ttl_ms")? as u32,
            attempts: given.whole("attempts")? as u32,
            shards: given.whole("shards")? as u32,
            seed: given.whole("seed")?,
            xray: given.switch("xray")?,
            strategy: program.name.clone(),
        };
        given.refuse_unused(program, &config)?;
        config.check_limits()?;
        Ok(config)
    }

    /// The fields that differ from their defaults, as a command line or a URL writes them.
    pub fn to_fields(&self) -> Vec<(&'static str, String)> {
        let list =
            |numbers: &[u32]| numbers.iter().map(u32::to_string).collect::<Vec<_>>().join(",");
        // Owners say how many racers there are.
        let racers = if self.owners.is_empty() { self.racers.to_string() } else { String::new() };
        let stock = match &self.stock {
            Stock::Loaded => LOADED.to_owned(),
            Stock::Absent => ABSENT.to_owned(),
            Stock::Text(text) => text.clone(),
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

    /// All grabs of the race.
    pub fn grabs(&self) -> u32 {
        match self.owners.len() {
            0 => self.racers * self.grabs_per_racer,
            grabs => grabs as u32,
        }
    }

    /// The racer who owns a grab; where nothing else is said, the grabs of one racer are
    /// neighbours, like a double click.
    pub fn racer(&self, grab: u32) -> u32 {
        self.owners.get(grab as usize).copied().unwrap_or(grab / self.grabs_per_racer)
    }

    /// Which of the stock's keys a racer asks first: the upper bits of its number's FNV-1a hash.
    pub fn home(&self, racer: u32) -> u32 {
        let mix = |hash: u32, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193);
        let hash = racer.to_string().bytes().fold(0x811c_9dc5, mix);
        (hash >> 25) % self.shards
    }

    /// Whether some racer grabs more than once.
    pub fn has_repeats(&self) -> bool {
        self.grabs() > self.racers
    }

    /// The first grab of a racer.
    fn grab_of(&self, racer: u32) -> u32 {
        let owned = self.owners.iter().position(|owner| *owner == racer);
        owned.map_or(racer * self.grabs_per_racer, |at| at as u32)
    }

    /// The shares that a grab asks for.
    pub fn quantity(&self, grab: u32) -> u32 {
        self.quantities[grab as usize % self.quantities.len()]
    }

    /// The text of the stock key at the start; `None`: no such key.
    pub fn stock_text(&self) -> Option<String> {
        match &self.stock {
            Stock::Loaded => Some(self.shares.to_string()),
            Stock::Absent => None,
            Stock::Text(text) => Some(text.clone()),
        }
    }

    /// The shares that these racers hold if each of them won once, for records of winners.
    pub fn shares_of_racers(&self, racers: impl Iterator<Item = u32>) -> u64 {
        racers.map(|racer| u64::from(self.quantity(self.grab_of(racer)))).sum()
    }

    /// Every how many racers one is traced; 1: all of them.
    pub fn trace_every(&self) -> u32 {
        u64::from(self.grabs()).div_ceil(TRACED_GRABS_MAX).max(1) as u32
    }

    /// Whether a grab's steps are in the trace.
    pub fn is_traced(&self, grab: u32) -> bool {
        self.racer(grab).is_multiple_of(self.trace_every())
    }

    /// The program that grabs.
    ///
    /// # Panics
    /// If the config did not come from [`RaceConfig::from_fields`].
    pub fn program(&self) -> Program {
        catalogue::strategy(&self.strategy).expect("a checked config names a strategy")
    }

    /// The shares' amounts: the first one is that of share number `shares`, the first to be taken.
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

    fn check_limits(&self) -> Result<(), FieldError> {
        let grabs = u64::from(self.racers) * u64::from(self.grabs_per_racer);
        if self.owners.is_empty() && grabs > GRABS_MAX {
            let message =
                format!("racers × grabs_per_racer must be from 1 to {GRABS_MAX}, not {grabs}");
            return Err(FieldError::new("grabs_per_racer", message));
        }
        if self.xray && self.trace_every() > 1 {
            let message = format!("must be false for more than {TRACED_GRABS_MAX} grabs");
            return Err(FieldError::new("xray", message));
        }
        let rate_min = self.grabs().div_ceil(ARRIVE_WITHIN_S);
        if self.rate.is_some_and(|rate| rate < rate_min) {
            let message = format!(
                "must be at least {rate_min} for {} grabs: all arrive within {ARRIVE_WITHIN_S} s",
                self.grabs()
            );
            return Err(FieldError::new("rate", message));
        }
        self.split_packet().map_err(|error| FieldError::new("total_fen", error.to_string()))?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plain(fields: &[(&str, &str)]) -> Result<RaceConfig, FieldError> {
        let fields = field::plain(fields.iter().copied());
        RaceConfig::from_fields(&fields)
    }

    #[test]
    fn nothing_given_is_the_race_of_the_first_minute() {
        let config = plain(&[]).unwrap();
        assert_eq!(config.strategy, "get_set");
        assert_eq!((config.venue, config.shares, config.grabs()), (Venue::Client, 10, 88));
        assert_eq!((config.concurrency, config.total_fen, config.seed), (8, 10_000, 1));
    }

    #[test]
    fn a_config_and_its_fields_tell_the_same() {
        let cases: [&[(&str, &str)]; 5] = [
            &[],
            &[("strategy", "atomic"), ("venue", "server"), ("quantities", "3,2")],
            &[("rate", "1000"), ("concurrency", "500"), ("xray", "true")],
            &[("lockstep", "true"), ("gap_ms", "0.5"), ("stock", "abc"), ("seed", "7")],
            &[
                ("shares", "100"),
                ("total_fen", "12345"),
                ("split", "fair_mean"),
                ("stock", "absent"),
            ],
        ];
        for fields in cases {
            let config = plain(fields).unwrap();
            let told = config.to_fields();
            let again: Vec<_> = told.iter().map(|(name, text)| (*name, text.as_str())).collect();
            assert_eq!(plain(&again).unwrap(), config, "{told:?}");
        }
    }

    #[test]
    fn each_wrong_field_is_named_with_what_it_accepts() {
        type Fields = &'static [(&'static str, &'static str)];
        const TO_32: &str = "0.1.2.3.4.5.6.7.8.9.10.11.12.13.14.15.16.17.18.19.20.21.22.23.24.25.26.27.28.29.30.31.32";
        let cases: &[(Fields, &str, &str)] = &[
            (&[("racers", "0")], "racers", "1 to 200000"),
            (&[("racers", "-1")], "racers", "1 to 200000"),
            (&[("racers", "1.5")], "racers", "1 to 200000"),
            (&[("racers", "1e12")], "racers", "1 to 200000"),
            (&[("racers", "18446744073709551616")], "racers", "1 to 200000"),
            (&[("racers", "+5")], "racers", "1 to 200000"),
            (&[("shares", "9007199254740993")], "shares", "1 to 200000"),
            (&[("concurrency", "1000000")], "concurrency", "1 to 10000"),
            (&[("gap_ms", "NaN")], "gap_ms", "0 to 10000"),
            (&[("gap_ms", "1e400")], "gap_ms", "0 to 10000"),
            (&[("venue", "Client")], "venue", "client, server"),
            (&[("strategy", "Get_set")], "strategy", "get_set, check_decr"),
            (&[("strategy", "atomic"), ("quantity", "0")], "quantity", "1 to 1000"),
            (&[("strategy", "atomic"), ("quantities", "3,-100")], "quantities", "from 1 to 1000"),
            (&[("quantity", "2")], "quantity", "no use"),
            (&[("lock_ttl_ms", "20")], "lock_ttl_ms", "no use"),
            (&[("attempts", "3")], "attempts", "no use"),
            (&[("shards", "2")], "shards", "no use"),
            (&[("strategy", "token_pool"), ("stock", "7")], "stock", "loaded or absent"),
            (&[("strategy", "sharded"), ("stock", "7")], "stock", "4 parts"),
            (&[("schedule", "0.88")], "schedule", "grabs 0 to 87"),
            (&[("schedule", "0.y")], "schedule", "turn 2"),
            (&[("schedule", "0.1"), ("lockstep", "true")], "lockstep", "schedule"),
            (&[("owners", "0,2")], "owners", "0, 1"),
            (&[("owners", "0,0"), ("racers", "1")], "racers", "owners"),
            (&[("strategy", "watch_multi"), ("concurrency", "501")], "concurrency", "at most 500"),
            (&[("xray", "true"), ("racers", "5001")], "xray", "more than 5000 grabs"),
            (
                &[("strategy", "sql_for_update"), ("lockstep", "true"), ("concurrency", "33")],
                "concurrency",
                "at most 32 grabs in flight",
            ),
            (
                &[("strategy", "sql_for_update"), ("schedule", TO_32)],
                "schedule",
                "at most 32 grabs in flight",
            ),
            (&[("strategy", "sql_guarded"), ("stock", "10.5")], "stock", "a whole number"),
            (&[("strategy", "sql_guarded"), ("xray", "true")], "xray", "no use"),
            (&[("racers", "200000"), ("grabs_per_racer", "11")], "grabs_per_racer", "2000000"),
            (&[("shares", "15"), ("total_fen", "10")], "total_fen", "fen"),
            (&[("shares", "4"), ("total_fen", "2")], "total_fen", "fen"),
            (&[("lockstep", "true"), ("jitter_ms", "1")], "jitter_ms", "lockstep"),
            (&[("lockstep", "true"), ("rate", "10")], "rate", "lockstep"),
            (&[("schedule", "0.1"), ("rate", "10")], "rate", "schedule"),
            (&[("jitter_ms", "5"), ("rate", "10")], "rate", "jitter_ms"),
            (&[("rate", "0")], "rate", "1 to 1000000"),
            (&[("rate", "2")], "rate", "at least 3 for 88 grabs"),
            (&[("colour", "red")], "colour", "no such field"),
            (&[("racers", "5"), ("racers", "6")], "racers", "twice"),
        ];
        for (fields, field, says) in cases {
            let error = plain(fields).unwrap_err();
            assert_eq!(&error.field, field, "{fields:?}: {error}");
            assert!(error.message.contains(says), "{fields:?}: {error}");
        }
    }

    #[test]
    fn homes_are_spread_evenly_but_neighbours_may_meet() {
        let config = plain(&[("strategy", "sharded")]).unwrap();
        let mut homes = [0; 4];
        for racer in 0..10_000 {
            homes[config.home(racer) as usize] += 1;
        }
        assert!(homes.iter().all(|count| (2_000..3_000).contains(count)), "{homes:?}");
        assert_eq!([0, 1, 2].map(|racer| config.home(racer)), [2, 2, 3]);
    }

    #[test]
    fn a_typed_value_of_the_wrong_type_is_refused_even_if_its_text_would_do() {
        let ten = || "10".to_owned();
        for value in
            [Value::Text(ten()), Value::Other("null"), Value::Switch(true), Value::List(vec![])]
        {
            let error = RaceConfig::from_fields(&[("racers".to_owned(), value)]).unwrap_err();
            assert_eq!(error.field, "racers");
        }
        assert!(RaceConfig::from_fields(&[("racers".to_owned(), Value::Number(ten()))]).is_ok());
    }

    #[test]
    fn up_to_five_thousand_grabs_everybody_is_traced_and_above_a_bounded_sample() {
        assert_eq!(plain(&[("racers", "5000")]).unwrap().trace_every(), 1);
        let large = plain(&[("racers", "50000")]).unwrap();
        let traced = (0..large.grabs()).filter(|grab| large.is_traced(*grab)).count();
        assert_eq!(traced, 5_000);
        assert_eq!(large.trace_every(), 10);
    }
}
