//! A race config: every field, its limits, and the checks between fields.

use super::field::{Field, FieldError, Kind, Value, millis_text};
use super::given::Given;
use crate::catalogue;
use crate::money::Fen;
use crate::packet::{self, Split};
use crate::program::Program;
pub use crate::wire::{RaceConfig, Stock};

/// Grabs in one race, at most: racers × grabs a racer.
pub const GRABS_MAX: u64 = 2_000_000;
/// Up to this many grabs a race is traced whole; above it, a sample of its racers is.
pub const TRACED_GRABS_MAX: u64 = 5_000;
/// What a share is worth where no total is given, in fen.
pub const FEN_PER_SHARE: i64 = 1_000;

const SHARES_MAX: u64 = 200_000;
/// The largest whole number that JSON readers everywhere keep exact.
const SEED_MAX: u64 = (1 << 53) - 1;
pub(super) const LOADED: &str = "loaded";
pub(super) const ABSENT: &str = "absent";

/// The fields of a race config, in the order in which they are listed to people.
pub const FIELDS: &[Field] = &[
    field("strategy", Kind::Text { len_max: 64 }, "get_set", "the program that grabs"),
    field(
        "venue",
        Kind::Choice(&["client", "server"]),
        "",
        "where its lines run: in the app, one command at a time, or inside Redis; default: its first",
    ),
    field("shares", Kind::Whole { min: 1, max: SHARES_MAX }, "10", "shares in the packet"),
    field(
        "total_fen",
        Kind::Whole { min: 1, max: 4_000_000_000 },
        "",
        "the packet's total in fen; default: 1000 a share",
    ),
    field(
        "split",
        Kind::Choice(&["equal", "double_mean", "fair_mean", "line_cut"]),
        "equal",
        "how the total is split into shares",
    ),
    field("quantity", Kind::Whole { min: 1, max: 1_000 }, "1", "shares that one grab asks for"),
    field(
        "quantities",
        Kind::WholeList { min: 1, max: 1_000, len_max: 64 },
        "",
        "instead of quantity: cycled over the grabs",
    ),
    field("racers", Kind::Whole { min: 1, max: 200_000 }, "88", "people who grab"),
    field(
        "grabs_per_racer",
        Kind::Whole { min: 1, max: 10_000 },
        "1",
        "how often each of them grabs",
    ),
    field("concurrency", Kind::Whole { min: 1, max: 10_000 }, "8", "grabs in flight at once"),
    field(
        "gap_ms",
        Kind::Millis { max: 10_000 },
        "0",
        "time between a racer's commands: exact in lockstep, else the mean of a seeded distribution",
    ),
    field(
        "jitter_ms",
        Kind::Millis { max: 30_000 },
        "0",
        "arrivals are spread over this time, seeded; not in lockstep",
    ),
    field(
        "lockstep",
        Kind::Switch,
        "false",
        "all grabs in flight finish command k before any starts k+1",
    ),
    field(
        "schedule",
        Kind::Text { len_max: 100_000 },
        "",
        "replay exactly this order; not built yet",
    ),
    field(
        "stock",
        Kind::Text { len_max: 64 },
        LOADED,
        "what the stock key holds at the start: loaded, absent, or a text",
    ),
    field(
        "lock_ttl_ms",
        Kind::Whole { min: 1, max: 60_000 },
        "",
        "how long a lock lives; only for strategies that lock",
    ),
    field(
        "attempts",
        Kind::Whole { min: 1, max: 1_000 },
        "3",
        "tries before a grab gives up; only for strategies that try again",
    ),
    field("seed", Kind::Whole { min: 0, max: SEED_MAX }, "1", "all that varies comes from it"),
    field(
        "xray",
        Kind::Switch,
        "false",
        "record the order in which Redis ran the commands; not built yet",
    ),
];

const fn field(
    name: &'static str,
    kind: Kind,
    default: &'static str,
    about: &'static str,
) -> Field {
    Field { name, kind, default, about }
}

/// A field by its name.
pub fn field_named(name: &str) -> Option<&'static Field> {
    FIELDS.iter().find(|field| field.name == name)
}

impl RaceConfig {
    /// Checks the fields and fills in the defaults. The error names the field and what it accepts.
    pub fn from_fields(fields: &[(String, Value)]) -> Result<RaceConfig, FieldError> {
        let given = Given::new(fields)?;
        let program = given.program()?;
        let config = RaceConfig {
            venue: given.venue(&program)?,
            shares: given.whole("shares")? as u32,
            total_fen: given.total_fen()?,
            split: Split::from_name(given.choice("split")?).expect("the table's names"),
            quantities: given.quantities()?,
            racers: given.whole("racers")? as u32,
            grabs_per_racer: given.whole("grabs_per_racer")? as u32,
            concurrency: given.whole("concurrency")? as u32,
            gap_ms: given.millis("gap_ms")?,
            jitter_ms: given.millis("jitter_ms")?,
            lockstep: given.switch("lockstep")?,
            stock: given.stock()?,
            seed: given.whole("seed")?,
            strategy: program.name.clone(),
        };
        given.refuse_unused(&program, &config)?;
        config.check_limits()?;
        Ok(config)
    }

    /// The fields that differ from their defaults, as a command line or a URL writes them.
    pub fn to_fields(&self) -> Vec<(&'static str, String)> {
        let quantities: Vec<String> = self.quantities.iter().map(u32::to_string).collect();
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
            ("quantities", if quantities == ["1"] { String::new() } else { quantities.join(",") }),
            ("racers", self.racers.to_string()),
            ("grabs_per_racer", self.grabs_per_racer.to_string()),
            ("concurrency", self.concurrency.to_string()),
            ("gap_ms", millis_text(self.gap_ms)),
            ("jitter_ms", millis_text(self.jitter_ms)),
            ("lockstep", self.lockstep.to_string()),
            ("stock", stock),
            ("seed", self.seed.to_string()),
        ];
        let is_default =
            |name: &str, text: &str| field_named(name).is_some_and(|field| field.default == text);
        all.into_iter().filter(|(name, text)| !is_default(name, text)).collect()
    }

    /// All grabs of the race.
    pub fn grabs(&self) -> u32 {
        self.racers * self.grabs_per_racer
    }

    /// The racer who owns a grab; the grabs of one racer are neighbours, like a double click.
    pub fn racer(&self, grab: u32) -> u32 {
        grab / self.grabs_per_racer
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
        racers.map(|racer| u64::from(self.quantity(racer * self.grabs_per_racer))).sum()
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
        if grabs > GRABS_MAX {
            let message =
                format!("racers × grabs_per_racer must be from 1 to {GRABS_MAX}, not {grabs}");
            return Err(FieldError::new("grabs_per_racer", message));
        }
        self.split_packet().map_err(|error| FieldError::new("total_fen", error.to_string()))?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::trace::Venue;

    fn plain(fields: &[(&str, &str)]) -> Result<RaceConfig, FieldError> {
        let fields: Vec<_> = fields
            .iter()
            .map(|(name, text)| ((*name).to_owned(), Value::Plain((*text).to_owned())))
            .collect();
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
        let cases: [&[(&str, &str)]; 4] = [
            &[],
            &[("strategy", "atomic"), ("venue", "server"), ("quantities", "3,2")],
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
            (&[("strategy", "Get_set")], "strategy", "get_set, atomic"),
            (&[("strategy", "atomic"), ("quantity", "0")], "quantity", "1 to 1000"),
            (&[("strategy", "atomic"), ("quantities", "3,-100")], "quantities", "from 1 to 1000"),
            (&[("quantity", "2")], "quantity", "no use"),
            (&[("lock_ttl_ms", "20")], "lock_ttl_ms", "no use"),
            (&[("attempts", "3")], "attempts", "no use"),
            (&[("schedule", "0.1")], "schedule", "not built"),
            (&[("xray", "true")], "xray", "not built"),
            (&[("racers", "200000"), ("grabs_per_racer", "11")], "grabs_per_racer", "2000000"),
            (&[("shares", "15"), ("total_fen", "10")], "total_fen", "fen"),
            (&[("lockstep", "true"), ("jitter_ms", "1")], "jitter_ms", "lockstep"),
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
