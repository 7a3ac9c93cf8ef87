//! Every route, on one page.

use std::sync::Arc;

use axum::Router;
use axum::middleware::from_fn_with_state;
use axum::routing::{get, post};

use crate::error::ApiError;

use super::{
    App, docs, events, guard, machine, metrics, page, races, security, status, strategies,
};

/// All that this server answers to.
pub fn router(app: Arc<App>) -> Router {
    Router::new()
        .route("/api/strategies", get(strategies::list))
        .route("/api/races", post(races::start))
        .route("/api/races/{id}", get(races::show).delete(races::stop))
        .route("/api/races/{id}/events", get(events::watch))
        .route("/api/limits", get(status::limits))
        .route("/api/machine", get(machine::show))
        .route("/api/openapi.json", get(docs::openapi))
        .route("/healthz", get(status::health))
        .route("/metrics", get(metrics::show))
        .route("/", get(page::index))
        .fallback(page::file)
        .method_not_allowed_fallback(async || ApiError::MethodNotAllowed)
        .layer(from_fn_with_state(app.clone(), guard::check))
        .layer(from_fn_with_state(app.clone(), security::headers))
        .layer(from_fn_with_state(app.clone(), metrics::count))
        .with_state(app)
}
