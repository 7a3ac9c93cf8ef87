//! What the server counts about itself, as Prometheus reads it.

use std::sync::Arc;
use std::sync::atomic::AtomicU64;

use axum::extract::{Request, State};
use axum::http::header::CONTENT_TYPE;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::encoding::prometheus_text;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::registry::Registry;
use race_core::result::RaceResult;
use race_core::trace::Outcome;

use crate::limits;

use super::App;

/// Counters since the server began, and gauges that are set when they are read.
#[derive(Default)]
pub struct Metrics {
    registry: Registry,
    responses: Family<ResponseLabels, Counter>,
    races: Family<RaceLabels, Counter>,
    grabs: Family<GrabLabels, Counter>,
    commands: Counter,
    running: Gauge<u64, AtomicU64>,
    viewers: Gauge<u64, AtomicU64>,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct ResponseLabels {
    /// The status code; a handful.
    status: u16,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct RaceLabels {
    /// The name of the race's status.
    status: String,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct GrabLabels {
    /// The name of the outcome.
    outcome: &'static str,
}

impl Metrics {
    /// Returns counters at zero. The library adds a full stop to each help text, and `_total` to a counter's name.
    pub fn new() -> Metrics {
        let mut metrics = Metrics::default();
        let registry = &mut metrics.registry;
        let responses = metrics.responses.clone();
        registry.register("race_http_responses", "Responses by status", responses);
        registry.register("race_races", "Races that ended, by status", metrics.races.clone());
        registry.register("race_grabs", "Grabs that ended, by outcome", metrics.grabs.clone());
        let commands = metrics.commands.clone();
        registry.register("race_commands", "Round trips to Redis of races that ended", commands);
        registry.register("race_running", "Races under way", metrics.running.clone());
        registry.register("race_viewers", "Viewers connected", metrics.viewers.clone());
        metrics
    }

    /// Counts a race that has ended.
    pub fn race(&self, result: &RaceResult) {
        let status = format!("{:?}", result.status).to_ascii_lowercase();
        self.races.get_or_create(&RaceLabels { status }).inc();
        for &outcome in Outcome::ALL {
            let labels = GrabLabels { outcome: outcome.name() };
            self.grabs.get_or_create(&labels).inc_by(grabs(result, outcome));
        }
        self.commands.inc_by(result.commands);
    }

    fn text(&self) -> String {
        let mut text = String::new();
        prometheus_text::encode(&mut text, &self.registry).expect("a string takes it");
        text
    }
}

/// Returns the number of grabs that ended this way.
fn grabs(result: &RaceResult, outcome: Outcome) -> u64 {
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

/// Counts every response by its status.
pub async fn count(State(app): State<Arc<App>>, request: Request, next: Next) -> Response {
    let response = next.run(request).await;
    let status = response.status().as_u16();
    app.metrics.responses.get_or_create(&ResponseLabels { status }).inc();
    response
}

/// Serves `GET /metrics`.
#[utoipa::path(
    get, path = "/metrics", operation_id = "metrics", summary = "Counters, as Prometheus reads them",
    responses((status = 200, description = "Prometheus's text format, version 0.0.4", content_type = "text/plain", body = String)),
)]
pub async fn show(State(app): State<Arc<App>>) -> impl IntoResponse {
    let viewers = limits::VIEWERS_MAX - app.seats.available_permits();
    app.metrics.viewers.set(viewers as u64);
    app.metrics.running.set(u64::from(app.races.is_running()));
    ([(CONTENT_TYPE, prometheus_text::CONTENT_TYPE)], app.metrics.text())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_metric_has_its_name_its_type_and_its_labels() {
        let metrics = Metrics::new();
        metrics.responses.get_or_create(&ResponseLabels { status: 404 }).inc_by(2);
        let config = race_core::RaceConfig::from_fields(&[]).unwrap();
        let mut result = RaceResult::new("7f3a", &config);
        (result.status, result.won) = (race_core::result::Status::Finished, 80);
        metrics.race(&result);
        let text = metrics.text();
        for line in [
            "# HELP race_http_responses_total Responses by status.",
            "# TYPE race_http_responses_total counter",
            "race_http_responses_total{status=\"404\"} 2",
            "race_races_total{status=\"finished\"} 1",
            "race_grabs_total{outcome=\"won\"} 80",
            "race_grabs_total{outcome=\"sold_out\"} 0",
            "race_commands_total 0",
            "# TYPE race_running gauge",
            "race_running 0",
            "race_viewers 0",
        ] {
            assert!(text.lines().any(|each| each == line), "{line}\n{text}");
        }
    }
}
