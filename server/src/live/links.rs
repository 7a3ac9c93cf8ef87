//! The connections on which grabs speak: one for all, or, where what one says must not be heard from
//! another, one for each grab in flight.

use std::collections::BTreeMap;

use race_core::program::Program;
use race_core::race::RaceConfig;
use race_core::trace::Venue;

use crate::store::link::Link;
use crate::store::{Dialer, StoreError};

/// The connections of a race whose grabs send their own commands.
pub struct Links {
    shared: Link,
    own: Option<Own>,
}

/// Where each grab in flight needs one of its own.
struct Own {
    dialer: Dialer,
    resting: Vec<Link>,
    held: BTreeMap<u32, Link>,
}

impl Links {
    /// One for all, unless the program leaves something on its connection.
    pub fn new(
        (config, program): (&RaceConfig, &Program),
        (shared, dialer): (Link, Dialer),
    ) -> Links {
        let needs_own = config.venue == Venue::Client && program.needs_connection();
        let own = || Own { dialer, resting: Vec::new(), held: BTreeMap::new() };
        Links { shared, own: needs_own.then(own) }
    }

    /// The connection on which a grab speaks.
    pub async fn of(&mut self, grab: u32) -> Result<Link, StoreError> {
        let Some(own) = &mut self.own else {
            return Ok(self.shared.clone());
        };
        if let Some(link) = own.held.get(&grab) {
            return Ok(link.clone());
        }
        let link = match own.resting.pop() {
            Some(rested) => rested,
            None => own.dialer.connect(None).await?,
        };
        own.held.insert(grab, link.clone());
        Ok(link)
    }

    /// A grab has ended: its connection goes to another, or, if something of it may be left there,
    /// is closed.
    pub fn free(&mut self, grab: u32, is_clean: bool) {
        if let Some(own) = &mut self.own {
            let link = own.held.remove(&grab);
            own.resting.extend(link.filter(|_| is_clean));
        }
    }
}
