//! Start, show and stop a race.

use std::sync::Arc;

use axum::Json;
use axum::body::Body;
use axum::extract::{Path, State};
use axum::http::header::LOCATION;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use race_core::RaceConfig;
use race_core::result::RaceResult;

use crate::error::ApiError;
use crate::limits;
use crate::live::{self, Log};
use crate::races::{Begun, Known};

use super::schema::{Error, RaceConfigSchema, RaceResultSchema};
use super::{App, body};

/// Serves `POST /api/races`: begins a race and responds at once; the race goes on by itself.
#[utoipa::path(
    post, path = "/api/races", operation_id = "start", summary = "Start a race",
    params((
        "Idempotency-Key" = Option<String>, Header,
        description = "The same key with the same race gets the same response and starts nothing.",
    )),
    request_body(content = RaceConfigSchema, description = "The race; what it leaves out has its default"),
    responses(
        (status = 201, description = "It has begun", body = RaceResultSchema,
            headers(("Location" = String, description = "The race's path"))),
        (status = 400, description = "The body is not a JSON object, or the Idempotency-Key is none", body = Error),
        (status = 403, description = "A page of another site sent this", body = Error),
        (status = 408, description = "The body came too slowly", body = Error),
        (status = 409, description = "Another race is running", body = Error),
        (status = 413, description = "The body is too large", body = Error),
        (status = 415, description = "The body does not declare itself to be JSON", body = Error),
        (status = 422, description = "A field has a value that it does not accept, or the key began another race", body = Error),
        (status = 429, description = "Races are being started too fast", body = Error),
        (status = 503, description = "Redis cannot be used, or the server is shutting down", body = Error),
    ),
)]
pub async fn start(
    State(app): State<Arc<App>>,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, ApiError> {
    let key = idempotency_key(&headers)?;
    let config = body::race_config(&headers, body).await?;
    if let Some(id) = app.races.admit(&config, key)? {
        return Ok(begun(&id, &config));
    }
    app.backends.redis.check().await?;
    match app.races.begin(&config, key)? {
        Begun::Again(id) => Ok(begun(&id, &config)),
        Begun::New(log) => {
            let id = log.result().id;
            app.tasks.spawn(run(app.clone(), id.clone(), log));
            Ok(begun(&id, &config))
        }
    }
}

/// Serves `GET /api/races/{id}`: the race as it stands.
#[utoipa::path(
    get, path = "/api/races/{id}", operation_id = "race", summary = "A race as it stands",
    params(("id" = String, Path, description = "The race's id")),
    responses(
        (status = 200, description = "The race", body = RaceResultSchema),
        (status = 404, description = "There is no such race, or it is no longer kept", body = Error),
    ),
)]
pub async fn show(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
) -> Result<Json<RaceResult>, ApiError> {
    let race = app.races.get(&id).ok_or(ApiError::NoSuchRace)?;
    Ok(Json(race.result()))
}

/// Serves `DELETE /api/races/{id}`: stops the race; one that has ended stays as it is.
#[utoipa::path(
    delete, path = "/api/races/{id}", operation_id = "stop", summary = "Stop a race; again does nothing more",
    params(("id" = String, Path, description = "The race's id")),
    responses(
        (status = 200, description = "The race, stopped", body = RaceResultSchema),
        (status = 403, description = "A page of another site sent this", body = Error),
        (status = 404, description = "There is no such race, or it is no longer kept", body = Error),
    ),
)]
pub async fn stop(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
) -> Result<Json<RaceResult>, ApiError> {
    let race = app.races.get(&id).ok_or(ApiError::NoSuchRace)?;
    if let Known::Logged(log) = &race {
        log.cancel("Somebody stopped it.");
        // If it does not end soon, the response has it running still.
        let _ = tokio::time::timeout(limits::DRAIN_TIME_MAX, log.ended()).await;
    }
    Ok(Json(race.result()))
}

/// Returns the response to a start: the race as it began, so that the same key gets the same response.
fn begun(id: &str, config: &RaceConfig) -> Response {
    let place = [(LOCATION, format!("/api/races/{id}"))];
    (StatusCode::CREATED, place, Json(RaceResult::new(id, config))).into_response()
}

async fn run(app: Arc<App>, id: String, log: Arc<Log>) {
    tracing::info!(race = id, "begins");
    let backends = app.backends.clone();
    let driver = tokio::spawn(async move { live::run(&backends, log).await });
    match driver.await {
        Ok(result) => {
            tracing::info!(race = id, status = ?result.status, won = result.won, reason = result.reason, "ended");
            app.metrics.race(&result);
        }
        Err(error) => tracing::error!(race = id, "the driver gave up: {error}"),
    }
    app.races.end(&id);
}

fn idempotency_key(headers: &HeaderMap) -> Result<Option<&str>, ApiError> {
    let Some(value) = headers.get("idempotency-key") else {
        return Ok(None);
    };
    let key = value.to_str().map_err(|_| ApiError::BadIdempotencyKey)?;
    let fits = (1..=limits::KEY_BYTES_MAX).contains(&key.len());
    if fits { Ok(Some(key)) } else { Err(ApiError::BadIdempotencyKey) }
}
