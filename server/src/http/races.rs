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
use crate::races::Begun;

use super::{App, body};

/// `POST /api/races`: begins a race and answers at once; the race goes on by itself.
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

/// `GET /api/races/{id}`: the race as it stands.
pub async fn show(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
) -> Result<Json<RaceResult>, ApiError> {
    let race = app.races.get(&id).ok_or(ApiError::NoSuchRace)?;
    Ok(Json(race.result()))
}

/// `DELETE /api/races/{id}`: stops the race; one that has ended stays as it is.
pub async fn stop(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
) -> Result<Json<RaceResult>, ApiError> {
    let race = app.races.get(&id).ok_or(ApiError::NoSuchRace)?;
    if let crate::races::Known::Logged(log) = &race {
        log.cancel("Somebody stopped it.");
        // Where it does not end soon, the answer says that it is still running.
        let _ = tokio::time::timeout(limits::DRAIN_TIME_MAX, log.ended()).await;
    }
    Ok(Json(race.result()))
}

/// The answer to a start. It tells the race as it began, so that the same key gets the same answer.
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
