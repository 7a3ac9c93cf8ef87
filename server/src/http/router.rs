//! Every route, on one page.

use std::sync::Arc;

use axum::middleware::{from_fn_with_state, map_request};
use axum::{Extension, Router};
use tower_http::request_id::{MakeRequestUuid, PropagateRequestIdLayer, SetRequestIdLayer};
use tower_http::trace::TraceLayer;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::error::ApiError;

use super::{
    App, events, guard, health, limits, machine, metrics, openapi, page, races, security,
    strategies, trace,
};

/// Returns the router of everything that this server answers to.
pub fn router(app: Arc<App>) -> Router {
    let (router, mut document) = OpenApiRouter::with_openapi(openapi::empty())
        .routes(routes!(strategies::list))
        .routes(routes!(races::start))
        .routes(routes!(races::show, races::stop))
        .routes(routes!(events::watch))
        .routes(routes!(limits::show))
        .routes(routes!(machine::show))
        .routes(routes!(openapi::show))
        .routes(routes!(health::show))
        .routes(routes!(metrics::show))
        .routes(routes!(page::index))
        .split_for_parts();
    openapi::add_common_responses(&mut document);
    let tracing = TraceLayer::new_for_http()
        .make_span_with(trace::span)
        .on_request(())
        .on_response(trace::respond)
        .on_failure(());
    // The last layer is the outermost.
    router
        .fallback(page::file)
        .method_not_allowed_fallback(async || ApiError::MethodNotAllowed)
        .layer(Extension(Arc::new(document)))
        .layer(from_fn_with_state(app.clone(), guard::check))
        .layer(from_fn_with_state(app.clone(), security::headers))
        .layer(from_fn_with_state(app.clone(), metrics::count))
        .layer(tracing)
        .layer(PropagateRequestIdLayer::new(trace::X_REQUEST_ID))
        .layer(SetRequestIdLayer::new(trace::X_REQUEST_ID, MakeRequestUuid))
        .layer(map_request(trace::check_id))
        .with_state(app)
}
