//! The fields of a race config as they were given, read through the table.

use super::field::{Field, FieldError, Kind, Value};
use super::uses;
use super::{ABSENT, FEN_PER_SHARE, FIELDS, LOADED, RaceConfig, Stock, field_named};
use crate::catalogue;
use crate::program::{KeyKind, Program};
use crate::schedule::Schedule;
use crate::trace::Venue;

/// Grabs in flight, where each needs a connection of its own.
const CONNECTIONS_MAX: u32 = 500;
/// Connections to the SQL database, at most. Where an order is decided beforehand, whoever waited for
/// one would hold up whoever has it.
pub const SQL_CONNECTIONS_MAX: u32 = 32;

/// The fields that were given, over the table's defaults.
pub struct Given<'a>(&'a [(String, Value)]);

impl<'a> Given<'a> {
    pub fn new(fields: &'a [(String, Value)]) -> Result<Given<'a>, FieldError> {
        for (at, (name, _)) in fields.iter().enumerate() {
            if field_named(name).is_none() {
                let known: Vec<_> = FIELDS.iter().map(|field| field.name).collect();
                let short: String = name.chars().take(64).collect();
                let message = format!("there is no such field; there are {}", known.join(", "));
                return Err(FieldError::new(&short, message));
            }
            if fields[..at].iter().any(|(earlier, _)| earlier == name) {
                return Err(FieldError::new(name, "stands there twice"));
            }
        }
        Ok(Given(fields))
    }

    fn get(&self, name: &str) -> Option<&'a Value> {
        self.0.iter().find(|(given, _)| given == name).map(|(_, value)| value)
    }

    /// Reads a field with the table's own reader, or its default.
    fn read<T>(
        &self,
        name: &str,
        reader: impl Fn(&Field, &Value) -> Result<T, FieldError>,
    ) -> Result<T, FieldError> {
        let field = field_named(name).expect("a field of the table");
        match self.get(name) {
            Some(value) => reader(field, value),
            None => reader(field, &Value::Plain(field.default.to_owned())),
        }
    }

    pub fn whole(&self, name: &str) -> Result<u64, FieldError> {
        self.read(name, Field::whole)
    }

    pub fn millis(&self, name: &str) -> Result<f64, FieldError> {
        self.read(name, Field::millis)
    }

    pub fn switch(&self, name: &str) -> Result<bool, FieldError> {
        self.read(name, Field::switch)
    }

    pub fn choice(&self, name: &str) -> Result<&'static str, FieldError> {
        self.read(name, |field, value| {
            let chosen = field.choice(value)?;
            let Kind::Choice(names) = field.kind else {
                return Err(field.refuse());
            };
            names.iter().copied().find(|name| *name == chosen).ok_or_else(|| field.refuse())
        })
    }

    pub fn program(&self) -> Result<Program, FieldError> {
        let name = self.read("strategy", |field, value| Ok(field.text(value)?.to_owned()))?;
        catalogue::strategy(&name).ok_or_else(|| {
            let names: Vec<_> = catalogue::strategies().into_iter().map(|each| each.name).collect();
            FieldError::new("strategy", format!("must be one of {}", names.join(", ")))
        })
    }

    pub fn venue(&self, program: &Program) -> Result<Venue, FieldError> {
        if self.get("venue").is_none() {
            return Ok(program.venues[0]);
        }
        let venue = Venue::from_name(self.choice("venue")?).expect("the table's names");
        if program.venues.contains(&venue) {
            return Ok(venue);
        }
        let has: Vec<_> = program.venues.iter().map(|each| each.name()).collect();
        let message = format!("{} runs only in: {}", program.name, has.join(", "));
        Err(FieldError::new("venue", message))
    }

    pub fn total_fen(&self) -> Result<i64, FieldError> {
        match self.get("total_fen") {
            Some(_) => Ok(self.whole("total_fen")? as i64),
            None => Ok(FEN_PER_SHARE * self.whole("shares")? as i64),
        }
    }

    pub fn rate(&self) -> Result<Option<u32>, FieldError> {
        match self.get("rate") {
            Some(_) => Ok(Some(self.whole("rate")? as u32)),
            None => Ok(None),
        }
    }

    pub fn quantities(&self) -> Result<Vec<u32>, FieldError> {
        match (self.get("quantity"), self.get("quantities")) {
            (Some(_), Some(_)) => {
                Err(FieldError::new("quantities", "cannot stand beside quantity; give one of them"))
            }
            (None, Some(_)) => self.read("quantities", Field::whole_list),
            _ => Ok(vec![self.whole("quantity")? as u32]),
        }
    }

    /// Who owns each grab, if that is said: racers are numbered from 0 in the order in which they
    /// first grab, so that none is without one.
    pub fn owners(&self) -> Result<Vec<u32>, FieldError> {
        if self.get("owners").is_none() {
            return Ok(Vec::new());
        }
        for field in ["racers", "grabs_per_racer"] {
            if self.get(field).is_some() {
                let why = "cannot stand beside owners, which say how many there are";
                return Err(FieldError::new(field, why));
            }
        }
        let owners = self.read("owners", Field::whole_list)?;
        let mut next = 0;
        for owner in &owners {
            if *owner > next {
                let why = "must number the racers 0, 1, 2 … in the order in which they first grab";
                return Err(FieldError::new("owners", why));
            }
            next = next.max(owner + 1);
        }
        Ok(owners)
    }

    pub fn schedule(&self) -> Result<Schedule, FieldError> {
        self.read("schedule", |field, value| {
            field.text(value)?.parse().map_err(|why: String| FieldError::new(field.name, why))
        })
    }

    pub fn stock(&self) -> Result<Stock, FieldError> {
        self.read("stock", |field, value| {
            Ok(match field.text(value)? {
                LOADED => Stock::Loaded,
                ABSENT => Stock::Absent,
                text => Stock::Text(text.to_owned()),
            })
        })
    }

    /// A field that changes nothing is refused rather than ignored.
    pub fn refuse_unused(&self, program: &Program, config: &RaceConfig) -> Result<(), FieldError> {
        let name = &program.name;
        if let Some(why) = uses::unsupported(program) {
            return Err(FieldError::new("strategy", format!("{name} {why}")));
        }
        let unused = |field: &str, why: String| match self.get(field) {
            Some(_) => Err(FieldError::new(field, why)),
            None => Ok(()),
        };
        for field in uses::NOT_FOR_ALL {
            if let Some(why) = uses::why_none(program, field)
                && !(config.quantities == [1] && field.starts_with("quantit"))
            {
                unused(field, format!("{name} has no use for it: {why}"))?;
            }
        }
        self.refuse_stock(program, config)?;
        if config.lockstep && config.jitter_ms > 0.0 {
            let why = "must be 0 in lockstep, where rounds decide who arrives when";
            return Err(FieldError::new("jitter_ms", why));
        }
        for (is_said, other) in [
            (config.lockstep, "lockstep, where rounds decide who arrives when"),
            (config.jitter_ms > 0.0, "jitter_ms, which spreads arrivals too"),
        ] {
            if is_said && config.rate.is_some() {
                return Err(FieldError::new("rate", format!("cannot stand beside {other}")));
            }
        }
        let own_connections = config.venue == Venue::Client && program.needs_connection();
        if own_connections && config.concurrency > CONNECTIONS_MAX {
            let why = format!(
                "must be at most {CONNECTIONS_MAX} for {name}: each grab in flight has a connection of its own"
            );
            return Err(FieldError::new("concurrency", why));
        }
        self.refuse_sql_connections(program, config)?;
        if config.schedule.is_empty() {
            return Ok(());
        }
        if let Some(grab) = config.schedule.grab_max().filter(|grab| *grab >= config.grabs()) {
            let last = config.grabs() - 1;
            let why = format!("names grab {grab}, but there are only grabs 0 to {last}");
            return Err(FieldError::new("schedule", why));
        }
        for (field, is_said) in [
            ("lockstep", config.lockstep),
            ("jitter_ms", config.jitter_ms > 0.0),
            ("rate", config.rate.is_some()),
            ("gap_ms", config.gap_ms > 0.0),
        ] {
            if is_said {
                let why = "cannot stand beside a schedule, which says who comes when";
                return Err(FieldError::new(field, why));
            }
        }
        Ok(())
    }

    /// A stock that is in several places, or no number, cannot be any text.
    fn refuse_stock(&self, program: &Program, config: &RaceConfig) -> Result<(), FieldError> {
        let Stock::Text(text) = &config.stock else { return Ok(()) };
        let why = if program.has_key(KeyKind::StockSql) && text.parse::<i64>().is_err() {
            "must be loaded, absent or a whole number, where it is a row of a database".to_owned()
        } else if program.has_key(KeyKind::PoolList) {
            "must be loaded or absent, where the shares themselves lie in a list".to_owned()
        } else if program.has_key(KeyKind::StockShards)
            && text.split(',').count() != config.shards as usize
        {
            format!("must be loaded, absent, or {} parts with commas between", config.shards)
        } else {
            return Ok(());
        };
        Err(FieldError::new("stock", why))
    }

    /// In an order that is decided beforehand nobody can wait for a connection.
    fn refuse_sql_connections(
        &self,
        program: &Program,
        config: &RaceConfig,
    ) -> Result<(), FieldError> {
        let most = SQL_CONNECTIONS_MAX;
        let (field, is_over) = match config.schedule.is_empty() {
            true => {
                ("concurrency", config.lockstep && config.concurrency.min(config.grabs()) > most)
            }
            false => ("schedule", config.schedule.names_more_than(most)),
        };
        if !is_over || !program.holds_transaction() {
            return Ok(());
        }
        let why = format!(
            "may have at most {most} grabs in flight for {}, each with a connection to the database",
            program.name
        );
        Err(FieldError::new(field, why))
    }
}
