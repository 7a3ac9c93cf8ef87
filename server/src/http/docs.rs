//! `GET /api/openapi.json`: the API described for programs.

use axum::Json;
use race_core::wire::{ErrorBody, ErrorDetail};
use serde_json::{Value, json};

use super::{schema, status, strategies};

/// The whole description.
pub async fn openapi() -> Json<Value> {
    Json(description())
}

fn description() -> Value {
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Red Packet Race",
            "version": env!("CARGO_PKG_VERSION"),
            "description": "Races of grabs for a red packet's shares, on a real Redis. One race at a time.",
        },
        "paths": paths(),
        "components": { "schemas": {
            "RaceConfig": schema::config(),
            "RaceResult": schema::result(),
            "Strategies": schema::of(&strategies::told()),
            "Limits": schema::of(&status::told()),
            "Machine": schema::machine(),
            "Health": { "type": "object", "properties": { "status": { "const": "ok" } } },
            "Error": error(),
        } },
    })
}

fn paths() -> Value {
    let id =
        json!([{ "name": "id", "in": "path", "required": true, "schema": { "type": "string" } }]);
    let key = json!([{
        "name": "Idempotency-Key", "in": "header", "schema": { "type": "string" },
        "description": "The same key with the same race gets the same answer and starts nothing.",
    }]);
    let body = json!({ "required": true, "content": json_of("RaceConfig") });
    json!({
        "/api/strategies": { "get": operation("Every strategy, its text and its claims", &[], &[ok("Strategies")]) },
        "/api/races": { "post": {
            "summary": "Start a race",
            "parameters": key,
            "requestBody": body,
            "responses": responses(&[400, 403, 408, 409, 413, 415, 422, 429, 503], &[(201, "RaceResult")]),
        } },
        "/api/races/{id}": {
            "parameters": id,
            "get": operation("A race as it stands", &[404], &[ok("RaceResult")]),
            "delete": operation("Stop a race; again does nothing more", &[403, 404], &[ok("RaceResult")]),
        },
        "/api/races/{id}/events": {
            "parameters": id,
            "get": {
                "summary": "A race as it goes: a WebSocket of binary frames (postcard of core::wire::Frame), numbered \
                            from 0, a first one with everything so far, one a second at least, closed with 1000",
                "responses": responses(&[403, 404, 410, 426, 503], &[(101, "")]),
            },
        },
        "/api/limits": { "get": operation("Every field's range and the server's limits", &[], &[ok("Limits")]) },
        "/api/machine": { "get": operation("What races run on: system, processor, Redis, and what that keeps on disk", &[503], &[ok("Machine")]) },
        "/api/openapi.json": { "get": operation("This description", &[], &[(200, "")]) },
        "/healthz": { "get": operation("Whether a race could start right now", &[503], &[ok("Health")]) },
        "/metrics": { "get": operation("Counters, as Prometheus reads them", &[], &[(200, "")]) },
        "/": { "get": operation("The page", &[], &[(200, "")]) },
    })
}

fn ok(schema: &'static str) -> (u16, &'static str) {
    (200, schema)
}

fn operation(summary: &str, errors: &[u16], answers: &[(u16, &str)]) -> Value {
    json!({ "summary": summary, "responses": responses(errors, answers) })
}

/// Every answer: those with a schema, those without (`""`), and the refusals.
fn responses(errors: &[u16], answers: &[(u16, &str)]) -> Value {
    let mut all = json!({ "421": { "description": "Refused: the Host is none of ours", "content": json_of("Error") } });
    for (status, schema) in answers {
        all[status.to_string()] = json!({ "description": "Done" });
        if !schema.is_empty() {
            all[status.to_string()]["content"] = json_of(schema);
        }
    }
    for status in errors {
        all[status.to_string()] = json!({ "description": "Refused", "content": json_of("Error") });
    }
    all
}

fn json_of(schema: &str) -> Value {
    json!({ "application/json": { "schema": { "$ref": format!("#/components/schemas/{schema}") } } })
}

fn error() -> Value {
    let text = String::new;
    let detail = ErrorDetail { code: text(), message: text(), field: Some(text()), why: None };
    let mut schema = schema::of(&ErrorBody { error: detail });
    // A refusal names a field only where one is to blame.
    schema["properties"]["error"]["required"] = json!(["code", "message"]);
    schema["properties"]["error"]["properties"]["why"] = json!({
        "type": ["string", "object"],
        "description": "The reason of a refused field: its name, or an object with its name and its data.",
    });
    schema
}
