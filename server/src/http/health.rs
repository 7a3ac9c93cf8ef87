//! `GET /healthz`: whether a race could start right now.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use serde::Serialize;
use utoipa::ToSchema;

use crate::error::ApiError;

use super::App;
use super::schema::Error;

/// The state of the server.
#[derive(Serialize, ToSchema)]
pub struct Health {
    status: HealthStatus,
}

/// The one state that is reported with 200.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum HealthStatus {
    /// A race could start right now.
    Ok,
}

/// Serves `GET /healthz`.
#[utoipa::path(
    get, path = "/healthz", operation_id = "health", summary = "Whether a race could start right now",
    responses(
        (status = 200, description = "One could", body = Health),
        (status = 503, description = "Redis cannot be used", body = Error),
    ),
)]
pub async fn show(State(app): State<Arc<App>>) -> Result<Json<Health>, ApiError> {
    app.backends.redis.check().await?;
    Ok(Json(Health { status: HealthStatus::Ok }))
}
