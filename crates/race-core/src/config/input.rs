//! The fields that somebody put in, read through the table of fields.

use super::field::{Field, FieldKind, Value};
use super::refusal::{Beside, FieldError, Why};
use super::uses;
use super::{ABSENT, FEN_PER_SHARE, FIELDS, InitialStock, LOADED, RaceConfig, field_named};
use crate::catalogue;
use crate::program::Program;
use crate::schedule::Schedule;
use crate::trace::Venue;

/// Characters of a wrong name that are kept.
const NAME_SHOWN: usize = 64;

/// The fields of an input, over the table's defaults.
pub struct Input<'a>(&'a [(String, Value)]);

impl<'a> Input<'a> {
    pub fn new(fields: &'a [(String, Value)]) -> Result<Input<'a>, FieldError> {
        for (at, (name, _)) in fields.iter().enumerate() {
            if field_named(name).is_none() {
                let known = FIELDS.iter().map(|field| field.name.to_owned()).collect();
                let short: String = name.chars().take(NAME_SHOWN).collect();
                return Err(FieldError::new(&short, Why::UnknownField { known }));
            }
            if fields[..at].iter().any(|(earlier, _)| earlier == name) {
                return Err(FieldError::new(name, Why::Twice));
            }
        }
        Ok(Input(fields))
    }

    /// Returns true if the field was put in, rather than left to its default.
    pub fn has(&self, name: &str) -> bool {
        self.get(name).is_some()
    }

    fn get(&self, name: &str) -> Option<&'a Value> {
        self.0.iter().find(|(field, _)| field == name).map(|(_, value)| value)
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
            let FieldKind::Choice(names) = field.kind else {
                return Err(field.refuse());
            };
            names.iter().copied().find(|name| *name == chosen).ok_or_else(|| field.refuse())
        })
    }

    pub fn program(&self) -> Result<&'static Program, FieldError> {
        let name = self.read("strategy", |field, value| Ok(field.text(value)?.to_owned()))?;
        catalogue::strategy(&name)
            .ok_or_else(|| FieldError::new("strategy", Why::OneOf { names: catalogue::names() }))
    }

    pub fn venue(&self, program: &Program) -> Result<Venue, FieldError> {
        if !self.has("venue") {
            return Ok(program.venues[0]);
        }
        let venue = Venue::from_name(self.choice("venue")?).expect("the table's names");
        if program.has_venue(venue) {
            return Ok(venue);
        }
        let venues = program.venues.iter().map(|each| each.name().to_owned()).collect();
        Err(FieldError::new("venue", Why::OtherVenue { strategy: program.name.clone(), venues }))
    }

    pub fn total_fen(&self) -> Result<i64, FieldError> {
        match self.has("total_fen") {
            true => Ok(self.whole("total_fen")? as i64),
            false => Ok(FEN_PER_SHARE * self.whole("shares")? as i64),
        }
    }

    pub fn rate(&self) -> Result<Option<u32>, FieldError> {
        match self.has("rate") {
            true => Ok(Some(self.whole("rate")? as u32)),
            false => Ok(None),
        }
    }

    pub fn quantities(&self) -> Result<Vec<u32>, FieldError> {
        match (self.has("quantity"), self.has("quantities")) {
            (true, true) => Err(FieldError::new("quantities", Why::Beside(Beside::Quantity))),
            (false, true) => self.read("quantities", Field::whole_list),
            _ => Ok(vec![self.whole("quantity")? as u32]),
        }
    }

    /// Returns who owns each grab, or nothing where all racers grab alike. Racers are numbered from 0 in
    /// the order in which they first grab, so that each of them has a grab.
    pub fn owners(&self) -> Result<Vec<u32>, FieldError> {
        if !self.has("owners") {
            return Ok(Vec::new());
        }
        if let Some(field) = ["racers", "grabs_per_racer"].into_iter().find(|name| self.has(name)) {
            return Err(FieldError::new(field, Why::Beside(Beside::Owners)));
        }
        let owners = self.read("owners", Field::whole_list)?;
        let mut next = 0;
        for owner in &owners {
            if *owner > next {
                return Err(FieldError::new("owners", Why::OwnersOrder));
            }
            next = next.max(owner + 1);
        }
        Ok(owners)
    }

    pub fn schedule(&self) -> Result<Schedule, FieldError> {
        self.read("schedule", |field, value| {
            field.text(value)?.parse::<Schedule>().map_err(|why| FieldError::new(field.name, why))
        })
    }

    pub fn stock(&self) -> Result<InitialStock, FieldError> {
        self.read("stock", |field, value| {
            Ok(match field.text(value)? {
                LOADED => InitialStock::Loaded,
                ABSENT => InitialStock::Absent,
                text => InitialStock::Text(text.to_owned()),
            })
        })
    }

    /// Refuses a field that changes nothing in this race.
    pub fn refuse_unused(&self, program: &Program, config: &RaceConfig) -> Result<(), FieldError> {
        for field in uses::NOT_FOR_ALL.iter().filter(|field| self.has(field)) {
            let Some(reason) = uses::why_none(program, field) else { continue };
            let is_one_share = config.quantities == [1] && field.starts_with("quantit");
            if !is_one_share {
                let strategy = program.name.clone();
                return Err(FieldError::new(field, Why::Unused { strategy, reason }));
            }
        }
        Ok(())
    }
}
