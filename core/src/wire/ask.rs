//! What a page asks of its worker, and what the worker answers: the work that needs the Lua VM, or that
//! would keep the page from drawing.

use serde::{Deserialize, Serialize};

use crate::trace::{Property, Venue};

/// One thing to do.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Request {
    /// Walk every order of the standard scenarios: how does this property stand?
    Check {
        /// The program that grabs.
        strategy: String,
        /// Where its lines run.
        venue: Venue,
        /// What may break.
        property: Property,
    },
}

/// What comes back. A request has one last answer, and any number of others before it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Answer {
    /// Still at it.
    Working {
        /// States walked so far.
        states: u64,
    },
    /// It cannot be done; the reason is for people, in English.
    Refused(String),
}

impl Answer {
    /// Whether none comes after it.
    pub fn is_last(&self) -> bool {
        !matches!(self, Answer::Working { .. })
    }
}
