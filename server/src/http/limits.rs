//! `GET /api/limits`: every field of a race config with its range, and the server's own limits.

use axum::Json;
use race_core::config::field::{Field, FieldKind};
use race_core::config::{FIELDS, GRABS_MAX, TRACED_GRABS_MAX};
use serde::Serialize;
use utoipa::ToSchema;

use crate::limits;
use crate::live::RACE_MAX;

/// What the server accepts.
#[derive(Serialize, ToSchema)]
pub struct Limits {
    /// The fields of a race config.
    fields: Vec<FieldLimits>,
    race: RaceLimits,
    server: ServerLimits,
}

/// One field of a race config.
#[derive(Serialize, ToSchema)]
struct FieldLimits {
    name: &'static str,
    about: &'static str,
    /// Its default, as text; null where it follows from other fields.
    default: Option<&'static str>,
    #[serde(flatten)]
    range: FieldRange,
}

/// What a field accepts.
#[derive(Serialize, ToSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
enum FieldRange {
    /// A whole number.
    Whole { min: u64, max: u64 },
    /// Milliseconds, with up to three decimals.
    Millis { min: u64, max: u64 },
    /// `true` or `false`.
    Switch,
    /// One of a few names.
    Choice { names: &'static [&'static str] },
    /// Whole numbers, at least one.
    WholeList { min: u64, max: u64, len_max: usize },
    /// A text.
    Text { bytes_max: usize },
}

/// The limits of one race.
#[derive(Serialize, ToSchema)]
struct RaceLimits {
    at_once: u32,
    seconds_max: u64,
    grabs_max: u64,
    traced_whole_grabs_max: u64,
}

/// The limits of the server.
#[derive(Serialize, ToSchema)]
struct ServerLimits {
    body_bytes_max: usize,
    request_seconds_max: u64,
    connections_max: usize,
    starts_burst: u32,
    starts_per_second: u32,
    idempotency_key_bytes_max: usize,
    results_kept: usize,
    traces_kept: usize,
    viewers_max: usize,
    message_bytes_max: usize,
}

/// Serves `GET /api/limits`.
#[utoipa::path(
    get, path = "/api/limits", operation_id = "limits", summary = "Every field's range and the server's limits",
    responses((status = 200, description = "The limits", body = Limits)),
)]
pub async fn show() -> Json<Limits> {
    Json(Limits {
        fields: FIELDS.iter().map(FieldLimits::of).collect(),
        race: RaceLimits {
            at_once: 1,
            seconds_max: RACE_MAX.as_secs(),
            grabs_max: GRABS_MAX,
            traced_whole_grabs_max: TRACED_GRABS_MAX,
        },
        server: ServerLimits {
            body_bytes_max: limits::BODY_BYTES_MAX,
            request_seconds_max: limits::REQUEST_TIME_MAX.as_secs(),
            connections_max: limits::CONNECTIONS_MAX,
            starts_burst: limits::STARTS_BURST,
            starts_per_second: limits::STARTS_PER_SECOND,
            idempotency_key_bytes_max: limits::KEY_BYTES_MAX,
            results_kept: limits::RESULTS_KEPT,
            traces_kept: limits::TRACES_KEPT,
            viewers_max: limits::VIEWERS_MAX,
            message_bytes_max: limits::MESSAGE_BYTES_MAX,
        },
    })
}

impl FieldLimits {
    fn of(field: &Field) -> FieldLimits {
        let range = match field.kind {
            FieldKind::Whole { min, max } => FieldRange::Whole { min, max },
            FieldKind::Millis { max } => FieldRange::Millis { min: 0, max },
            FieldKind::Switch => FieldRange::Switch,
            FieldKind::Choice(names) => FieldRange::Choice { names },
            FieldKind::WholeList { min, max, len_max } => {
                FieldRange::WholeList { min, max, len_max }
            }
            FieldKind::Text { len_max } => FieldRange::Text { bytes_max: len_max },
        };
        let default = Some(field.default).filter(|default| !default.is_empty());
        FieldLimits { name: field.name, about: field.about, default, range }
    }
}
