//! The checks between the fields of a race: each field may be right and the race impossible.

use super::refusal::{Beside, FieldError, Why};
use super::{GRABS_MAX, InitialStock, RaceConfig, TRACED_GRABS_MAX};
use crate::program::{KeyKind, Program};
use crate::trace::Venue;

/// All grabs of a race arrive within this time.
const ARRIVE_WITHIN_S: u32 = 30;
/// Most grabs in flight, where each needs a connection of its own.
const CONNECTIONS_MAX: u32 = 500;
/// Most connections to the SQL database. Where an order is decided beforehand, a grab that waited for one
/// would hold up the grab that has it.
pub const SQL_CONNECTIONS_MAX: u32 = 32;

impl RaceConfig {
    /// Refuses a race whose fields contradict each other.
    pub(super) fn check(&self, program: &Program) -> Result<(), FieldError> {
        self.refuse_stock(program)?;
        self.refuse_arrivals()?;
        self.refuse_connections(program)?;
        self.refuse_sql_connections(program)?;
        self.refuse_schedule()?;
        self.refuse_size()?;
        self.split_packet().map_err(|why| FieldError::new("total_fen", why))?;
        Ok(())
    }

    /// A stock that is in several places, or no number, cannot be any text.
    fn refuse_stock(&self, program: &Program) -> Result<(), FieldError> {
        let InitialStock::Text(text) = &self.stock else { return Ok(()) };
        let parts = self.shards;
        let why = if program.has_key(KeyKind::StockSql) && text.parse::<i64>().is_err() {
            Why::StockNumber
        } else if program.has_key(KeyKind::PoolList) {
            Why::StockList
        } else if program.has_key(KeyKind::StockShards) && text.split(',').count() != parts as usize
        {
            Why::StockParts { parts }
        } else {
            return Ok(());
        };
        Err(FieldError::new("stock", why))
    }

    fn refuse_arrivals(&self) -> Result<(), FieldError> {
        let is_spread = self.jitter_ms > 0.0;
        let (field, why) = if self.lockstep && is_spread {
            ("jitter_ms", Why::ZeroInLockstep)
        } else if self.lockstep && self.rate.is_some() {
            ("rate", Why::Beside(Beside::Lockstep))
        } else if is_spread && self.rate.is_some() {
            ("rate", Why::Beside(Beside::Jitter))
        } else {
            return Ok(());
        };
        Err(FieldError::new(field, why))
    }

    fn refuse_connections(&self, program: &Program) -> Result<(), FieldError> {
        let is_own = self.venue == Venue::Client && program.needs_connection();
        if !is_own || self.concurrency <= CONNECTIONS_MAX {
            return Ok(());
        }
        let strategy = program.name.clone();
        let why = Why::RedisConnections { strategy, max: CONNECTIONS_MAX };
        Err(FieldError::new("concurrency", why))
    }

    /// In an order that is decided beforehand no grab can wait for a connection.
    fn refuse_sql_connections(&self, program: &Program) -> Result<(), FieldError> {
        let max = SQL_CONNECTIONS_MAX;
        let (field, is_over) = match self.schedule.is_empty() {
            true => ("concurrency", self.lockstep && self.concurrency.min(self.grabs()) > max),
            false => ("schedule", self.schedule.names_more_than(max)),
        };
        if !is_over || !program.holds_transaction() {
            return Ok(());
        }
        Err(FieldError::new(field, Why::SqlConnections { strategy: program.name.clone(), max }))
    }

    /// A schedule decides everything that these fields are about.
    fn refuse_schedule(&self) -> Result<(), FieldError> {
        if self.schedule.is_empty() {
            return Ok(());
        }
        if let Some(grab) = self.schedule.grab_max().filter(|grab| *grab >= self.grabs()) {
            let why = Why::UnknownGrab { grab, last: self.grabs() - 1 };
            return Err(FieldError::new("schedule", why));
        }
        let others = [
            ("lockstep", self.lockstep),
            ("jitter_ms", self.jitter_ms > 0.0),
            ("rate", self.rate.is_some()),
            ("gap_ms", self.gap_ms > 0.0),
        ];
        match others.into_iter().find(|(_, is_set)| *is_set) {
            Some((field, _)) => Err(FieldError::new(field, Why::Beside(Beside::Schedule))),
            None => Ok(()),
        }
    }

    fn refuse_size(&self) -> Result<(), FieldError> {
        let grabs = u64::from(self.racers) * u64::from(self.grabs_per_racer);
        if self.owners.is_empty() && grabs > GRABS_MAX {
            let why = Why::TooManyGrabs { max: GRABS_MAX, grabs };
            return Err(FieldError::new("grabs_per_racer", why));
        }
        if self.xray && self.trace_every() > 1 {
            let why = Why::XrayTooLarge { grabs_max: TRACED_GRABS_MAX };
            return Err(FieldError::new("xray", why));
        }
        let (grabs, within_s) = (self.grabs(), ARRIVE_WITHIN_S);
        let min = grabs.div_ceil(within_s);
        if self.rate.is_some_and(|rate| rate < min) {
            return Err(FieldError::new("rate", Why::TooSlow { min, grabs, within_s }));
        }
        Ok(())
    }
}
