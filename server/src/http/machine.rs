//! What races run on, for whoever tells their results to others.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use race_core::machine::Machine;

use crate::error::ApiError;
use crate::machine;

use super::App;

/// `GET /api/machine`.
pub async fn show(State(app): State<Arc<App>>) -> Result<Json<Machine>, ApiError> {
    Ok(Json(machine::about(&app.backends.redis).await?))
}
