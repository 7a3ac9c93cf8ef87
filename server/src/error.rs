//! Every refusal of the API, and the table of their responses.
//!
//! Policy: a request that cannot be read is 400; one that can, but asks for what may not be, is 422 and names the
//! field and what it accepts; one that would do at another time is 409, 429 or 503 and says when. The message is for
//! the caller, in a plain sentence without internals; those go into the log. The body of every refusal is
//! `{"error":{"code","message","field"?}}`.

use axum::Json;
use axum::http::header::{HeaderName, RETRY_AFTER, UPGRADE};
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use race_core::config::{FieldError, Why};
use race_core::wire::{ErrorBody, ErrorDetail};
use thiserror::Error;

use crate::limits;
use crate::races::Refusal;
use crate::store::StoreError;

/// Why a request is refused; its text is the message for the caller.
#[derive(Debug, Error)]
pub enum ApiError {
    /// The body is not a JSON object.
    #[error("The body must be one JSON object: {0}.")]
    MalformedBody(String),
    /// The Idempotency-Key is not a short printable text.
    #[error("An Idempotency-Key is 1 to {} visible ASCII characters.", limits::KEY_BYTES_MAX)]
    BadIdempotencyKey,
    /// A page of another site sent this.
    #[error("Only this server's own page, or a program that is no browser, may do this.")]
    ForeignOrigin,
    /// Nothing has this path.
    #[error("There is nothing here.")]
    NotFound,
    /// No race has this id, or none has it any more.
    #[error("There is no such race; the last {} are kept.", limits::RESULTS_KEPT)]
    NoSuchRace,
    /// The path does not have this method; the router adds `Allow`.
    #[error("That method does nothing here; the Allow header lists those that do.")]
    MethodNotAllowed,
    /// The body came too slowly.
    #[error("The body was not here within {} s.", limits::REQUEST_TIME_MAX.as_secs())]
    TooSlow,
    /// Another race is running.
    #[error("Race {0} is running, and there is one at a time: wait for it, or stop it.")]
    RaceRunning(String),
    /// The race's result is kept, its trace is not.
    #[error(
        "Only the last {} races can be watched again; the result of this one is still here.",
        limits::TRACES_KEPT
    )]
    TraceGone,
    /// The body is too large.
    #[error("A body has at most {} bytes.", limits::BODY_BYTES_MAX)]
    BodyTooLarge,
    /// The body does not declare itself to be JSON.
    #[error("The body must be JSON, with the header Content-Type: application/json.")]
    NotJson,
    /// The Host header is not a name of this server.
    #[error(
        "This server does not go by the name in the Host header; `race serve --allow-host NAME` adds one."
    )]
    UnknownHost,
    /// A field of the race config has a value that it does not accept.
    #[error(transparent)]
    InvalidField(#[from] FieldError),
    /// The Idempotency-Key was used for another race.
    #[error("This Idempotency-Key began another race; use a new key for a new race.")]
    IdempotencyKeyReused,
    /// The events of a race were requested over plain HTTP.
    #[error("A race's events are a WebSocket: connect with ws://.")]
    UpgradeRequired,
    /// Races are started too fast.
    #[error("Races are being started too fast; try again in {seconds} s.")]
    TooManyStarts {
        /// When the next one may start.
        seconds: u64,
    },
    /// As many viewers as may be are watching.
    #[error("{} viewers are watching already; try again later.", limits::VIEWERS_MAX)]
    TooManyViewers,
    /// Redis cannot be used.
    #[error(transparent)]
    StoreUnavailable(#[from] StoreError),
    /// The server is about to end.
    #[error("The server is shutting down.")]
    ShuttingDown,
}

impl ApiError {
    /// Returns the status and the code for programs: the table of all refusals.
    fn status_and_code(&self) -> (StatusCode, &'static str) {
        match self {
            ApiError::MalformedBody(_) => (StatusCode::BAD_REQUEST, "malformed_body"),
            ApiError::BadIdempotencyKey => (StatusCode::BAD_REQUEST, "bad_idempotency_key"),
            ApiError::ForeignOrigin => (StatusCode::FORBIDDEN, "foreign_origin"),
            ApiError::NotFound => (StatusCode::NOT_FOUND, "not_found"),
            ApiError::NoSuchRace => (StatusCode::NOT_FOUND, "no_such_race"),
            ApiError::MethodNotAllowed => (StatusCode::METHOD_NOT_ALLOWED, "method_not_allowed"),
            ApiError::TooSlow => (StatusCode::REQUEST_TIMEOUT, "too_slow"),
            ApiError::RaceRunning(_) => (StatusCode::CONFLICT, "race_running"),
            ApiError::TraceGone => (StatusCode::GONE, "trace_gone"),
            ApiError::BodyTooLarge => (StatusCode::PAYLOAD_TOO_LARGE, "body_too_large"),
            ApiError::NotJson => (StatusCode::UNSUPPORTED_MEDIA_TYPE, "not_json"),
            ApiError::UnknownHost => (StatusCode::MISDIRECTED_REQUEST, "unknown_host"),
            ApiError::InvalidField(_) => (StatusCode::UNPROCESSABLE_ENTITY, "invalid_field"),
            ApiError::IdempotencyKeyReused => {
                (StatusCode::UNPROCESSABLE_ENTITY, "idempotency_key_reused")
            }
            ApiError::UpgradeRequired => (StatusCode::UPGRADE_REQUIRED, "upgrade_required"),
            ApiError::TooManyStarts { .. } => (StatusCode::TOO_MANY_REQUESTS, "too_many_starts"),
            ApiError::TooManyViewers => (StatusCode::SERVICE_UNAVAILABLE, "too_many_viewers"),
            ApiError::StoreUnavailable(_) => (StatusCode::SERVICE_UNAVAILABLE, "store_unavailable"),
            ApiError::ShuttingDown => (StatusCode::SERVICE_UNAVAILABLE, "shutting_down"),
        }
    }

    /// Returns the header that goes with the refusal, where one does.
    fn header(&self) -> Option<(HeaderName, HeaderValue)> {
        Some(match self {
            ApiError::UpgradeRequired => (UPGRADE, HeaderValue::from_static("websocket")),
            ApiError::TooManyStarts { seconds } => (RETRY_AFTER, HeaderValue::from(*seconds)),
            ApiError::StoreUnavailable(_) => (RETRY_AFTER, HeaderValue::from(2)),
            ApiError::TooManyViewers | ApiError::ShuttingDown => {
                (RETRY_AFTER, HeaderValue::from(5))
            }
            _ => return None,
        })
    }

    fn refused_field(&self) -> Option<(String, Why)> {
        match self {
            ApiError::InvalidField(error) => Some((error.field.clone(), error.why.clone())),
            _ => None,
        }
    }
}

impl From<Refusal> for ApiError {
    fn from(refusal: Refusal) -> ApiError {
        match refusal {
            Refusal::Busy(id) => ApiError::RaceRunning(id),
            Refusal::OtherContent => ApiError::IdempotencyKeyReused,
            Refusal::TooFast { seconds } => ApiError::TooManyStarts { seconds },
            Refusal::ShuttingDown => ApiError::ShuttingDown,
        }
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        if let ApiError::StoreUnavailable(error) = &self {
            tracing::warn!("Redis cannot be used: {error}");
        }
        let (status, code) = self.status_and_code();
        let (code, message) = (code.to_owned(), self.to_string());
        let (field, why) = self.refused_field().unzip();
        let error = ErrorDetail { code, message, field, why };
        let mut response = (status, Json(ErrorBody { error })).into_response();
        response.headers_mut().extend(self.header());
        response
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_refusal_has_its_status_and_a_code_of_its_own() {
        let table: [(ApiError, u16, &str); 19] = [
            (ApiError::MalformedBody("it is empty".to_owned()), 400, "malformed_body"),
            (ApiError::BadIdempotencyKey, 400, "bad_idempotency_key"),
            (ApiError::ForeignOrigin, 403, "foreign_origin"),
            (ApiError::NotFound, 404, "not_found"),
            (ApiError::NoSuchRace, 404, "no_such_race"),
            (ApiError::MethodNotAllowed, 405, "method_not_allowed"),
            (ApiError::TooSlow, 408, "too_slow"),
            (Refusal::Busy("7f3a".to_owned()).into(), 409, "race_running"),
            (ApiError::TraceGone, 410, "trace_gone"),
            (ApiError::BodyTooLarge, 413, "body_too_large"),
            (ApiError::NotJson, 415, "not_json"),
            (ApiError::UnknownHost, 421, "unknown_host"),
            (FieldError::new("racers", Why::Twice).into(), 422, "invalid_field"),
            (Refusal::OtherContent.into(), 422, "idempotency_key_reused"),
            (ApiError::UpgradeRequired, 426, "upgrade_required"),
            (Refusal::TooFast { seconds: 1 }.into(), 429, "too_many_starts"),
            (ApiError::TooManyViewers, 503, "too_many_viewers"),
            (StoreError::Tls.into(), 503, "store_unavailable"),
            (Refusal::ShuttingDown.into(), 503, "shutting_down"),
        ];
        for (error, status, code) in &table {
            let (found, name) = error.status_and_code();
            assert_eq!((found.as_u16(), name), (*status, *code));
            let message = error.to_string();
            assert!(message.ends_with(['.', 'e']), "a sentence: {message}");
        }
    }
}
