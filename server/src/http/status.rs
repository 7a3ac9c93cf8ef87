//! How the server is, and what it allows.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use race_core::config::field::{Field, FieldKind};
use race_core::config::{FIELDS, GRABS_MAX, TRACED_GRABS_MAX};
use serde_json::{Value, json};

use crate::error::ApiError;
use crate::limits;
use crate::live::RACE_MAX;

use super::App;

/// `GET /healthz`: whether a race could start right now.
pub async fn health(State(app): State<Arc<App>>) -> Result<Json<Value>, ApiError> {
    app.backends.redis.check().await?;
    Ok(Json(json!({ "status": "ok" })))
}

/// `GET /api/limits`: every field of a race config with its range, and the server's own limits.
pub async fn limits() -> Json<Value> {
    Json(told())
}

/// The limits as the API tells them.
pub fn told() -> Value {
    json!({
        "fields": FIELDS.iter().map(field).collect::<Vec<_>>(),
        "race": {
            "at_once": 1,
            "seconds_max": RACE_MAX.as_secs(),
            "grabs_max": GRABS_MAX,
            "traced_whole_grabs_max": TRACED_GRABS_MAX,
        },
        "server": {
            "body_bytes_max": limits::BODY_BYTES_MAX,
            "request_seconds_max": limits::REQUEST_TIME_MAX.as_secs(),
            "connections_max": limits::CONNECTIONS_MAX,
            "starts_burst": limits::STARTS_BURST,
            "starts_per_second": limits::STARTS_PER_SECOND,
            "idempotency_key_bytes_max": limits::KEY_BYTES_MAX,
            "results_kept": limits::RESULTS_KEPT,
            "traces_kept": limits::TRACES_KEPT,
            "viewers_max": limits::VIEWERS_MAX,
            "message_bytes_max": limits::MESSAGE_BYTES_MAX,
        },
    })
}

fn field(field: &Field) -> Value {
    let mut told = match field.kind {
        FieldKind::Whole { min, max } => json!({ "kind": "whole", "min": min, "max": max }),
        FieldKind::Millis { max } => json!({ "kind": "millis", "min": 0, "max": max }),
        FieldKind::Switch => json!({ "kind": "switch" }),
        FieldKind::Choice(names) => json!({ "kind": "choice", "names": names }),
        FieldKind::WholeList { min, max, len_max } => {
            json!({ "kind": "whole_list", "min": min, "max": max, "len_max": len_max })
        }
        FieldKind::Text { len_max } => json!({ "kind": "text", "bytes_max": len_max }),
    };
    told["name"] = field.name.into();
    told["about"] = field.about.into();
    told["default"] = if field.default.is_empty() { Value::Null } else { field.default.into() };
    told
}
