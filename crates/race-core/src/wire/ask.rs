//! What a page asks of its worker, and what the worker answers: the work that needs the Lua VM, or that
//! would keep the page from drawing.

use serde::{Deserialize, Serialize};

use super::tale::Tale;
use crate::trace::{Outcome, Property, Standing, Venue};

/// One thing to do.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Request {
    /// Walk every order of the standard scenarios: how does this property stand? [`Answer::Case`].
    Check {
        /// The program that grabs.
        strategy: String,
        /// Where its lines run.
        venue: Venue,
        /// What may break.
        property: Property,
    },
    /// What does a grab cost? [`Answer::Cost`].
    Cost {
        /// The program that grabs.
        strategy: String,
        /// Where its lines run.
        venue: Venue,
    },
    /// Draw many packets: what does each position get? [`Answer::Fairness`].
    Fairness {
        /// How each is split, by name.
        split: String,
        /// How many.
        packets: u32,
        /// In how many shares.
        shares: u32,
        /// What each holds, in fen.
        total_fen: i64,
        /// The most that one share may hold, in fen.
        cap_fen: i64,
        /// What the draws follow from.
        seed: u64,
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
    /// Still drawing.
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

/// What the checker found about one property, over the standard scenarios.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Case {
    /// How it stands.
    pub standing: Standing,
    /// The scenario with the shortest order that breaks it.
    pub scenario: Option<String>,
    /// Each scenario that was walked.
    pub scenarios: Vec<Walked>,
    /// What could go wrong besides the order.
    pub faults: Vec<String>,
    /// Distinct states found, in all scenarios.
    pub states: u64,
    /// Acts tried in them.
    pub transitions: u64,
    /// Whether states that differ only in who is who were walked once.
    pub symmetry: bool,
    /// The most grabs that won in one end state.
    pub won_max: u64,
    /// Why not every order was walked.
    pub stopped: Option<String>,
    /// The shortest order that breaks it; where none does, one that shows a race that goes well.
    pub tale: Option<Tale>,
}

/// One scenario of a check.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Walked {
    /// Who owns each grab; the shares.
    pub scenario: String,
    /// Distinct states found.
    pub states: u64,
    /// The most grabs that won in one end state.
    pub won_max: u64,
    /// How the property stands in it.
    pub standing: Standing,
}

/// Round trips of a grab that nobody disturbs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cost {
    /// Of one that wins; none if it did not.
    pub won: Option<u32>,
    /// Of one that comes when all is gone, and how that ended; none if it was not refused.
    pub refused: Option<(u32, Outcome)>,
}

/// What one position gets out of many packets.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Position {
    /// Its mean share, in fen.
    pub mean_fen: f64,
    /// The standard deviation of its share, in fen.
    pub deviation_fen: f64,
    /// In how many packets it had the largest share, the earliest on a tie.
    pub luckiest: u32,
}

impl Answer {
    /// Whether none comes after it.
    pub fn is_last(&self) -> bool {
        !matches!(self, Answer::Working { .. } | Answer::Drawing { .. })
    }
}
