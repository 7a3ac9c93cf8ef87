//! Every strategy, as its file says.

use axum::Json;
use race_core::catalogue;
use race_core::program::{Program, Returned};
use race_core::trace::{Property, Venue};
use serde_json::{Map, Value, json};

/// `GET /api/strategies`.
pub async fn list() -> Json<Value> {
    Json(told())
}

/// The catalogue, as the API and `race strategies --json` tell it.
pub fn told() -> Value {
    json!({ "strategies": catalogue::strategies().iter().map(strategy).collect::<Vec<_>>() })
}

fn strategy(program: &Program) -> Value {
    let returns = program.returns.iter().map(|(returned, outcome)| match returned {
        Returned::Share => json!({ "returned": ">0", "outcome": outcome.name() }),
        Returned::Exactly(number) => {
            json!({ "returned": number.to_string(), "outcome": outcome.name() })
        }
    });
    json!({
        "name": program.name,
        "about": program.about,
        "source": program.source,
        "venues": program.venues.iter().map(|venue| venue.name()).collect::<Vec<_>>(),
        "keys": program.keys.iter().map(|kind| kind.name()).collect::<Vec<_>>(),
        "argv": program.argv,
        "returns": returns.collect::<Vec<_>>(),
        "breaks": program.venues.iter().map(|&venue| broken(program, venue)).collect::<Map<_, _>>(),
        "faults": program.faults,
        "notes": program.notes,
        "text": program.text,
    })
}

fn broken(program: &Program, venue: Venue) -> (String, Value) {
    let names: Vec<_> =
        program.breaks(venue).iter().map(|property: &Property| property.name()).collect();
    (venue.name().to_owned(), names.into())
}
