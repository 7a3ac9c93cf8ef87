//! The requests of a page to its worker and the responses: the work that needs the Lua VM, or that would
//! keep the page from drawing.

use serde::{Deserialize, Serialize};

use crate::fairness::Position;
use crate::report::{Case, Cost};
use crate::trace::{Property, Venue};

/// A piece of work.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Request {
    /// Walk every order of the standard scenarios: how does this property stand? [`Response::Case`].
    Check {
        /// The program that grabs.
        strategy: String,
        /// Where its lines run.
        venue: Venue,
        /// What may break.
        property: Property,
    },
    /// What does a grab cost? [`Response::Cost`].
    Cost {
        /// The program that grabs.
        strategy: String,
        /// Where its lines run.
        venue: Venue,
    },
    /// Draw many packets: what does each position get? [`Response::Fairness`].
    Fairness {
        /// How each is split, by name.
        split: String,
        /// How many packets.
        packets: u32,
        /// In how many shares.
        shares: u32,
        /// What each holds, in fen.
        total_fen: i64,
        /// The most that one share may hold, in fen.
        cap_fen: i64,
        /// The seed of the draws.
        seed: u64,
    },
}

/// A response. A request has one last response, and any number of others before it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Response {
    /// The checker is still walking.
    Working {
        /// States walked so far.
        states: u64,
    },
    /// The packets are still being drawn.
    Drawing {
        /// Packets drawn so far.
        packets: u32,
    },
    /// How a property stands.
    Case(Box<Case>),
    /// What a grab costs.
    Cost(Cost),
    /// What each position gets, the first to grab first.
    Fairness(Vec<Position>),
    /// It cannot be done; the reason is for people, in English.
    Refused(String),
}

impl Response {
    /// Returns true if no response comes after it.
    pub fn is_last(&self) -> bool {
        !matches!(self, Response::Working { .. } | Response::Drawing { .. })
    }
}
