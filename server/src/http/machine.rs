//! `GET /api/machine`: what races run on, for those who publish their results.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use race_core::machine::Machine;

use crate::error::ApiError;
use crate::machine;

use super::App;
use super::schema::{Error, MachineSchema};

/// Serves `GET /api/machine`.
#[utoipa::path(
    get, path = "/api/machine", operation_id = "machine",
    summary = "What races run on: system, processor, Redis, and what that keeps on disk",
    responses(
        (status = 200, description = "The machine and its Redis", body = MachineSchema),
        (status = 503, description = "Redis cannot be used", body = Error),
    ),
)]
pub async fn show(State(app): State<Arc<App>>) -> Result<Json<Machine>, ApiError> {
    Ok(Json(machine::about(&app.backends.redis).await?))
}
