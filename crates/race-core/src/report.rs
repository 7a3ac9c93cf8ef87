//! The findings of the checker: in a scenario, about a property, about the cost of a grab.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::counterexample::Counterexample;
use crate::trace::{Outcome, Property, Standing, Venue};

/// What the checker found in a scenario, or in several.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CheckReport {
    /// The program that grabs.
    pub strategy: String,
    /// Where its lines run.
    pub venue: Venue,
    /// Who owns each grab; the shares.
    pub scenario: String,
    /// What could go wrong besides the order.
    pub faults: Vec<String>,
    /// True if every order was walked.
    pub exhausted: bool,
    /// Distinct states found.
    pub states: u64,
    /// Acts tried in them.
    pub transitions: u64,
    /// True if states that differ only in the numbers of their racers were walked once.
    pub symmetry: bool,
    /// The most grabs that won in one end state: nothing goes wrong where nobody wins.
    pub won_max: u64,
    /// The reason of a grab that failed.
    pub failure: Option<String>,
    /// Why not every order was walked.
    pub stopped: Option<String>,
    /// What became of each property.
    pub properties: BTreeMap<Property, Finding>,
    /// How long it took, in ms.
    pub elapsed_ms: f64,
    /// Each scenario for itself, where there are several.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub scenarios: Vec<CheckReport>,
}

/// How a property stands after a check.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Finding {
    /// How it stands.
    pub status: Standing,
    /// The shortest schedule that breaks it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub schedule: Option<String>,
    /// How many acts that has.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub steps: Option<u32>,
    /// The scenario that it breaks it in, where there are several.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scenario: Option<String>,
}

/// What the checker found about one property, over the standard scenarios.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Case {
    /// How it stands.
    pub standing: Standing,
    /// The scenario with the shortest order that breaks it.
    pub scenario: Option<String>,
    /// Each scenario that was walked.
    pub scenarios: Vec<ScenarioReport>,
    /// What could go wrong besides the order.
    pub faults: Vec<String>,
    /// Distinct states found, in all scenarios.
    pub states: u64,
    /// Acts tried in them.
    pub transitions: u64,
    /// True if states that differ only in the numbers of their racers were walked once.
    pub symmetry: bool,
    /// The most grabs that won in one end state.
    pub won_max: u64,
    /// Why not every order was walked.
    pub stopped: Option<String>,
    /// The shortest order that breaks it; where none does, one that shows a race that goes well.
    pub counterexample: Option<Counterexample>,
}

/// One scenario of a check.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ScenarioReport {
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
