//! `GET /api/strategies`: every strategy, as its file describes it.

use std::collections::BTreeMap;

use axum::Json;
use race_core::catalogue;
use race_core::program::{Program, Returned};
use serde::Serialize;
use utoipa::ToSchema;

/// The catalogue.
#[derive(Serialize, ToSchema)]
pub struct Strategies {
    strategies: Vec<Strategy>,
}

/// One strategy.
#[derive(Serialize, ToSchema)]
struct Strategy {
    name: String,
    /// What it does, in one sentence.
    about: String,
    /// Where it was described.
    source: String,
    /// Where it may run, the default first.
    venues: Vec<&'static str>,
    /// What KEYS holds, in order.
    keys: Vec<&'static str>,
    /// What ARGV holds, in order.
    argv: Vec<String>,
    /// What the numbers that it returns mean.
    returns: Vec<Meaning>,
    /// The properties that it breaks, for each venue that it may run in.
    breaks: BTreeMap<&'static str, Vec<&'static str>>,
    /// What may go wrong, besides the order of commands, where `breaks` was found.
    faults: Vec<String>,
    notes: Vec<String>,
    /// The whole file.
    text: String,
}

/// What a returned number means.
#[derive(Serialize, ToSchema)]
struct Meaning {
    /// The number, or `>0`.
    returned: String,
    /// The outcome of the grab.
    outcome: &'static str,
}

/// Serves `GET /api/strategies`.
#[utoipa::path(
    get, path = "/api/strategies", operation_id = "strategies", summary = "Every strategy, its text and its claims",
    responses((status = 200, description = "The catalogue", body = Strategies)),
)]
pub async fn list() -> Json<Strategies> {
    Json(all())
}

/// Returns the catalogue, as the API and `race strategies --json` print it.
pub fn all() -> Strategies {
    Strategies { strategies: catalogue::strategies().iter().map(Strategy::of).collect() }
}

impl Strategy {
    fn of(program: &Program) -> Strategy {
        let returns = program.returns.iter().map(|(returned, outcome)| Meaning {
            returned: match returned {
                Returned::Share => ">0".to_owned(),
                Returned::Exactly(number) => number.to_string(),
            },
            outcome: outcome.name(),
        });
        let breaks = program.venues.iter().map(|&venue| {
            let broken = program.breaks(venue).iter().map(|property| property.name());
            (venue.name(), broken.collect())
        });
        Strategy {
            name: program.name.clone(),
            about: program.about.clone(),
            source: program.source.clone(),
            venues: program.venues.iter().map(|venue| venue.name()).collect(),
            keys: program.keys.iter().map(|kind| kind.name()).collect(),
            argv: program.argv.clone(),
            returns: returns.collect(),
            breaks: breaks.collect(),
            faults: program.faults.clone(),
            notes: program.notes.clone(),
            text: program.text.clone(),
        }
    }
}
