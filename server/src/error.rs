//! Every refusal of the API.
//!
//! Policy: a request that cannot be read is 400; one that can, but asks for what may not be, is 422
//! and names the field and what it accepts; one that would do at another time is 409, 429 or 503
//! and says when. The message is for the caller, in a plain sentence without our insides; what only
//! we should know goes into the log. Every refusal is `{"error":{"code","message","field"?}}`.

use axum::Json;
use axum::http::header::{HeaderName, RETRY_AFTER, UPGRADE};
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use race_core::config::FieldError;
use race_core::wire::{ErrorBody, ErrorDetail};

use crate::limits;
use crate::races::Refusal;
use crate::store::StoreError;

/// A refusal on its way to the caller.
#[derive(Debug)]
pub struct ApiError {
    status: StatusCode,
    detail: Box<ErrorDetail>,
    header: Option<(HeaderName, HeaderValue)>,
}

impl ApiError {
    fn new(status: StatusCode, code: &str, message: impl Into<String>) -> ApiError {
        let detail =
            ErrorDetail { code: code.to_owned(), message: message.into(), field: None, why: None };
        ApiError { status, detail: Box::new(detail), header: None }
    }

    fn with(mut self, name: HeaderName, value: &str) -> ApiError {
        self.header = HeaderValue::from_str(value).ok().map(|value| (name, value));
        self
    }

    /// 400: the body is no JSON object.
    pub fn malformed(why: &str) -> ApiError {
        let message = format!("The body must be one JSON object: {why}.");
        ApiError::new(StatusCode::BAD_REQUEST, "malformed_body", message)
    }

    /// 400: the key is no short printable text.
    pub fn bad_key() -> ApiError {
        let message = format!(
            "An Idempotency-Key is 1 to {} visible ASCII characters.",
            limits::KEY_BYTES_MAX
        );
        ApiError::new(StatusCode::BAD_REQUEST, "bad_idempotency_key", message)
    }

    /// 403: another site's page sent this.
    pub fn foreign() -> ApiError {
        let message = "Only this server's own page, or a program that is no browser, may do this.";
        ApiError::new(StatusCode::FORBIDDEN, "foreign_origin", message)
    }

    /// 404: nothing is there.
    pub fn not_found() -> ApiError {
        ApiError::new(StatusCode::NOT_FOUND, "not_found", "There is nothing here.")
    }

    /// 404: no such race, or not any more.
    pub fn no_race() -> ApiError {
        let message = format!("There is no such race; the last {} are kept.", limits::RESULTS_KEPT);
        ApiError::new(StatusCode::NOT_FOUND, "no_such_race", message)
    }

    /// 405: not with this method; the router adds `Allow`.
    pub fn method() -> ApiError {
        let message = "That method does nothing here; the Allow header lists those that do.";
        ApiError::new(StatusCode::METHOD_NOT_ALLOWED, "method_not_allowed", message)
    }

    /// 408: the body came too slowly.
    pub fn slow() -> ApiError {
        let message =
            format!("The body was not here within {} s.", limits::REQUEST_TIME_MAX.as_secs());
        ApiError::new(StatusCode::REQUEST_TIMEOUT, "too_slow", message)
    }

    /// 410: the result is still here, the trace is not.
    pub fn trace_gone() -> ApiError {
        let message = format!(
            "Only the last {} races can be watched again; the result of this one is still here.",
            limits::TRACES_KEPT
        );
        ApiError::new(StatusCode::GONE, "trace_gone", message)
    }

    /// 413: the body is too large.
    pub fn too_large() -> ApiError {
        let message = format!("A body has at most {} bytes.", limits::BODY_BYTES_MAX);
        ApiError::new(StatusCode::PAYLOAD_TOO_LARGE, "body_too_large", message)
    }

    /// 415: the body does not say that it is JSON.
    pub fn no_json() -> ApiError {
        let message = "The body must be JSON, with the header Content-Type: application/json.";
        ApiError::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, "not_json", message)
    }

    /// 421: this server does not go by that name.
    pub fn misdirected() -> ApiError {
        let message = "This server does not go by the name in the Host header; `race serve --allow-host NAME` adds one.";
        ApiError::new(StatusCode::MISDIRECTED_REQUEST, "unknown_host", message)
    }

    /// 426: a race's events are a WebSocket.
    pub fn no_upgrade() -> ApiError {
        let message = "A race's events are a WebSocket: connect with ws://.";
        ApiError::new(StatusCode::UPGRADE_REQUIRED, "upgrade_required", message)
            .with(UPGRADE, "websocket")
    }

    /// 500: our fault.
    pub fn internal() -> ApiError {
        let message = "That was the server's fault, not yours; its log says more.";
        ApiError::new(StatusCode::INTERNAL_SERVER_ERROR, "internal", message)
    }

    /// 503: every seat is taken.
    pub fn too_many_viewers() -> ApiError {
        let message =
            format!("{} viewers are watching already; try again later.", limits::VIEWERS_MAX);
        ApiError::new(StatusCode::SERVICE_UNAVAILABLE, "too_many_viewers", message)
            .with(RETRY_AFTER, "5")
    }
}

impl From<FieldError> for ApiError {
    fn from(error: FieldError) -> ApiError {
        let mut refusal =
            ApiError::new(StatusCode::UNPROCESSABLE_ENTITY, "invalid_field", error.to_string());
        refusal.detail.field = Some(error.field);
        refusal.detail.why = Some(error.why);
        refusal
    }
}

impl From<StoreError> for ApiError {
    fn from(error: StoreError) -> ApiError {
        tracing::warn!("Redis cannot be used: {}", error.message);
        ApiError::new(StatusCode::SERVICE_UNAVAILABLE, "store_unavailable", error.message)
            .with(RETRY_AFTER, "2")
    }
}

impl From<Refusal> for ApiError {
    fn from(refusal: Refusal) -> ApiError {
        match refusal {
            Refusal::Busy(id) => {
                let message = format!(
                    "Race {id} is running, and there is one at a time: wait for it, or stop it."
                );
                ApiError::new(StatusCode::CONFLICT, "race_running", message)
            }
            Refusal::OtherContent => {
                let message =
                    "This Idempotency-Key began another race; use a new key for a new race.";
                ApiError::new(StatusCode::UNPROCESSABLE_ENTITY, "idempotency_key_reused", message)
            }
            Refusal::TooFast { seconds } => {
                let message =
                    format!("Races are being started too fast; try again in {seconds} s.");
                ApiError::new(StatusCode::TOO_MANY_REQUESTS, "too_many_starts", message)
                    .with(RETRY_AFTER, &seconds.to_string())
            }
            Refusal::ShuttingDown => {
                let message = "The server is shutting down.";
                ApiError::new(StatusCode::SERVICE_UNAVAILABLE, "shutting_down", message)
                    .with(RETRY_AFTER, "5")
            }
        }
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let mut response = (self.status, Json(ErrorBody { error: *self.detail })).into_response();
        response.headers_mut().extend(self.header);
        response
    }
}

#[cfg(test)]
mod tests {
    use race_core::config::Why;

    use super::*;

    #[test]
    fn every_refusal_has_its_status_and_a_code_of_its_own() {
        let store = StoreError { message: "Redis is down.".to_owned() };
        let table: [(ApiError, u16, &str); 20] = [
            (ApiError::malformed("it is empty"), 400, "malformed_body"),
            (ApiError::bad_key(), 400, "bad_idempotency_key"),
            (ApiError::foreign(), 403, "foreign_origin"),
            (ApiError::not_found(), 404, "not_found"),
            (ApiError::no_race(), 404, "no_such_race"),
            (ApiError::method(), 405, "method_not_allowed"),
            (ApiError::slow(), 408, "too_slow"),
            (Refusal::Busy("7f3a".to_owned()).into(), 409, "race_running"),
            (ApiError::trace_gone(), 410, "trace_gone"),
            (ApiError::too_large(), 413, "body_too_large"),
            (ApiError::no_json(), 415, "not_json"),
            (ApiError::misdirected(), 421, "unknown_host"),
            (FieldError::new("racers", Why::Twice).into(), 422, "invalid_field"),
            (Refusal::OtherContent.into(), 422, "idempotency_key_reused"),
            (ApiError::no_upgrade(), 426, "upgrade_required"),
            (Refusal::TooFast { seconds: 1 }.into(), 429, "too_many_starts"),
            (ApiError::internal(), 500, "internal"),
            (ApiError::too_many_viewers(), 503, "too_many_viewers"),
            (store.into(), 503, "store_unavailable"),
            (Refusal::ShuttingDown.into(), 503, "shutting_down"),
        ];
        for (error, status, code) in &table {
            assert_eq!((error.status.as_u16(), error.detail.code.as_str()), (*status, *code));
            assert!(
                error.detail.message.ends_with(['.', 'e']),
                "a sentence: {}",
                error.detail.message
            );
        }
    }
}
