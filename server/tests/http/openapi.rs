//! The OpenAPI document.

use axum::body::Body;
use race_core::config::FIELDS;
use serde_json::{Value, json};

use crate::support::{SHORT, Site, request};

#[tokio::test]
async fn the_document_names_every_route_and_every_field_of_a_result() {
    let site = Site::new().await;
    let described = site.get("/api/openapi.json").await.json();
    let paths = described["paths"].as_object().unwrap();
    for (path, methods) in paths {
        for method in ["get", "post", "delete"] {
            let answer = site.send(
                request(&method.to_uppercase(), &path.replace("{id}", "x"))
                    .body(Body::empty())
                    .unwrap(),
            );
            let known = answer.await.status != 405;
            assert_eq!(known, methods.get(method).is_some(), "{method} {path}");
        }
    }
    // No route is there without its description.
    let router = include_str!("../../src/http/router.rs");
    assert_eq!(paths.len(), router.matches(".routes(routes!(").count());
    assert!(!router.contains(".route(\"") && !router.contains("nest"));

    let id = site.start(SHORT).await.race().id;
    site.ended(&id).await;
    let race = site.get(&format!("/api/races/{id}")).await.json();
    assert_fits(&race, &described["components"]["schemas"]["RaceResult"], "race");
    site.close().await;
}

#[tokio::test]
async fn the_document_names_every_status_and_the_body_of_every_refusal() {
    let site = Site::new().await;
    let document = site.get("/api/openapi.json").await.json();
    let table: [(&str, &str, &[u16]); 11] = [
        ("/", "get", &[200, 421]),
        ("/api/limits", "get", &[200, 421]),
        ("/api/machine", "get", &[200, 421, 503]),
        ("/api/openapi.json", "get", &[200, 421]),
        ("/api/races", "post", &[201, 400, 403, 408, 409, 413, 415, 421, 422, 429, 503]),
        ("/api/races/{id}", "delete", &[200, 403, 404, 421]),
        ("/api/races/{id}", "get", &[200, 404, 421]),
        ("/api/races/{id}/events", "get", &[101, 403, 404, 410, 421, 426, 503]),
        ("/api/strategies", "get", &[200, 421]),
        ("/healthz", "get", &[200, 421, 503]),
        ("/metrics", "get", &[200, 421]),
    ];
    let operations = document["paths"].as_object().unwrap().values();
    assert_eq!(operations.map(|path| path.as_object().unwrap().len()).sum::<usize>(), table.len());
    for (path, method, statuses) in table {
        let responses = document["paths"][path][method]["responses"].as_object().unwrap();
        let expected: Vec<_> = statuses.iter().map(u16::to_string).collect();
        assert!(responses.keys().eq(&expected), "{method} {path}: {:?}", responses.keys());
        for (status, response) in responses.iter().filter(|(status, _)| status.as_str() >= "400") {
            let schema = &response["content"]["application/json"]["schema"]["$ref"];
            assert_eq!(*schema, "#/components/schemas/Error", "{method} {path} {status}");
        }
    }
    let error = &document["components"]["schemas"]["Error"];
    let refusal = site.start(r#"{"racers":0}"#).await.json();
    assert_fits(&refusal, error, "error");
    assert_eq!(error["properties"]["error"]["required"], json!(["code", "message"]));
    site.close().await;
}

#[tokio::test]
async fn every_reference_leads_somewhere() {
    let site = Site::new().await;
    let document = site.get("/api/openapi.json").await;
    let (text, document) = (document.text(), document.json());
    let mut names = text.split("\"#/components/schemas/").skip(1).peekable();
    assert!(names.peek().is_some());
    for name in names.filter_map(|rest| rest.split('"').next()) {
        assert!(document["components"]["schemas"][name].is_object(), "{name}");
    }
    site.close().await;
}

#[tokio::test]
async fn the_request_has_the_fields_of_the_table_with_their_ranges() {
    let site = Site::new().await;
    let document = site.get("/api/openapi.json").await.json();
    let request = &document["paths"]["/api/races"]["post"]["requestBody"];
    assert_eq!(request["required"], true);
    let schema = &request["content"]["application/json"]["schema"]["$ref"];
    assert_eq!(*schema, "#/components/schemas/RaceConfig");
    let config = &document["components"]["schemas"]["RaceConfig"];
    let fields = config["properties"].as_object().unwrap();
    assert_eq!(config["additionalProperties"], false);
    assert_eq!(fields.len(), FIELDS.len());
    assert!(FIELDS.iter().all(|field| fields[field.name]["description"] == field.about));
    let racers = &fields["racers"];
    assert_eq!(
        (&racers["type"], &racers["minimum"], &racers["maximum"], &racers["default"]),
        (&json!("integer"), &json!(1), &json!(200_000), &json!(88))
    );
    site.close().await;
}

/// Asserts that a value has exactly the members that a schema describes, all the way down.
pub fn assert_fits(value: &Value, schema: &Value, at: &str) {
    match value {
        Value::Object(members) => {
            let Some(properties) = schema["properties"].as_object() else {
                // Left open: an object with the data of one of many reasons.
                return assert_eq!(schema["type"], json!(["string", "object"]), "{at}: {schema}");
            };
            assert!(
                members.keys().eq(properties.keys()),
                "{at}: {:?} {:?}",
                members.keys(),
                properties.keys()
            );
            for (name, value) in members {
                assert_fits(value, &properties[name], &format!("{at}.{name}"));
            }
        }
        Value::Array(items) => {
            items.iter().for_each(|item| assert_fits(item, &schema["items"], at))
        }
        Value::Null => assert!(
            schema["type"].as_array().is_some_and(|types| types.contains(&"null".into())),
            "{at}"
        ),
        _ => assert!(schema["type"] != "object" && schema["type"] != "array", "{at}: {schema}"),
    }
}
