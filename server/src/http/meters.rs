//! What the server counts about itself, as Prometheus reads it.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use axum::extract::{Request, State};
use axum::http::header::CONTENT_TYPE;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use race_core::result::RaceResult;
use race_core::trace::Outcome;

use crate::limits;

use super::App;

/// Counters since the server began.
#[derive(Default)]
pub struct Meters(Mutex<Counted>);

#[derive(Clone, Default)]
struct Counted {
    /// By status code; a handful.
    responses: BTreeMap<u16, u64>,
    /// By the name of the status.
    races: BTreeMap<String, u64>,
    /// By the name of the outcome.
    grabs: BTreeMap<&'static str, u64>,
    commands: u64,
}

impl Meters {
    /// Counts a race that has ended.
    pub fn race(&self, result: &RaceResult) {
        let mut counted = self.lock();
        let status = format!("{:?}", result.status).to_ascii_lowercase();
        *counted.races.entry(status).or_default() += 1;
        for &outcome in Outcome::ALL {
            *counted.grabs.entry(outcome.name()).or_default() += of(result, outcome);
        }
        counted.commands += result.commands;
    }

    fn lock(&self) -> MutexGuard<'_, Counted> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The grabs that ended this way.
fn of(result: &RaceResult, outcome: Outcome) -> u64 {
    match outcome {
        Outcome::Won => result.won,
        Outcome::SoldOut => result.sold_out,
        Outcome::Duplicate => result.duplicate,
        Outcome::Missing => result.missing,
        Outcome::Corrupt => result.corrupt,
        Outcome::GaveUp => result.gave_up,
        Outcome::Limited => result.limited,
        Outcome::Failed => result.failed,
        Outcome::Lost => result.lost,
    }
}

/// Counts every answer by its status.
pub async fn count(State(app): State<Arc<App>>, request: Request, next: Next) -> Response {
    let response = next.run(request).await;
    *app.meters.lock().responses.entry(response.status().as_u16()).or_default() += 1;
    response
}

/// `GET /metrics`.
pub async fn show(State(app): State<Arc<App>>) -> impl IntoResponse {
    let counted = app.meters.lock().clone();
    let viewers = limits::VIEWERS_MAX - app.seats.available_permits();
    let running = u64::from(app.races.is_running());
    let text = told(&counted, viewers as u64, running);
    ([(CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8")], text)
}

fn told(counted: &Counted, viewers: u64, running: u64) -> String {
    let mut text = String::new();
    family(
        &mut text,
        "race_http_responses_total",
        "counter",
        "Answers by status.",
        "status",
        &counted.responses,
    );
    family(
        &mut text,
        "race_races_total",
        "counter",
        "Races that ended, by status.",
        "status",
        &counted.races,
    );
    family(
        &mut text,
        "race_grabs_total",
        "counter",
        "Grabs that ended, by outcome.",
        "outcome",
        &counted.grabs,
    );
    for (name, kind, about, value) in [
        (
            "race_commands_total",
            "counter",
            "Round trips to Redis of races that ended.",
            counted.commands,
        ),
        ("race_running", "gauge", "Races under way.", running),
        ("race_viewers", "gauge", "Viewers connected.", viewers),
    ] {
        let _ = writeln!(text, "# HELP {name} {about}\n# TYPE {name} {kind}\n{name} {value}");
    }
    text
}

/// One metric with a label; the labels' values are our own names, which need no escaping.
fn family<K: std::fmt::Display>(
    text: &mut String,
    name: &str,
    kind: &str,
    about: &str,
    label: &str,
    values: &BTreeMap<K, u64>,
) {
    let _ = writeln!(text, "# HELP {name} {about}\n# TYPE {name} {kind}");
    for (value, count) in values {
        let _ = writeln!(text, "{name}{{{label}=\"{value}\"}} {count}");
    }
}
