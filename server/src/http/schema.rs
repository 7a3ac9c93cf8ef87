//! JSON schemas of our own types, read off the types themselves, so that they cannot lag behind.

use race_core::RaceConfig;
use race_core::config::FIELDS;
use race_core::config::field::{Field, FieldKind};
use race_core::machine::Machine;
use race_core::result::{Bucket, ExecutedCommand, Failure, Latency, RaceResult};
use race_core::trace::{Property, Standing, Venue};
use serde::Serialize;
use serde_json::{Map, Value, json};

/// The body that starts a race, from the table of its fields.
pub fn config() -> Value {
    let fields: Map<_, _> = FIELDS.iter().map(|each| (each.name.to_owned(), field(each))).collect();
    json!({ "type": "object", "properties": fields, "additionalProperties": false })
}

fn field(field: &Field) -> Value {
    let mut schema = match field.kind {
        FieldKind::Whole { min, max } => {
            json!({ "type": "integer", "minimum": min, "maximum": max })
        }
        FieldKind::Millis { max } => json!({ "type": "number", "minimum": 0, "maximum": max }),
        FieldKind::Switch => json!({ "type": "boolean" }),
        FieldKind::Choice(names) => json!({ "type": "string", "enum": names }),
        FieldKind::WholeList { min, max, len_max } => {
            let item = json!({ "type": "integer", "minimum": min, "maximum": max });
            json!({ "type": "array", "items": item, "minItems": 1, "maxItems": len_max })
        }
        FieldKind::Text { len_max } => json!({ "type": "string", "maxLength": len_max }),
    };
    schema["description"] = field.about.into();
    if !field.default.is_empty() {
        let text = || field.default.into();
        schema["default"] = serde_json::from_str(field.default).unwrap_or_else(|_| text());
    }
    schema
}

/// A race as it stands: the shape of one with nothing in it and of one with everything.
pub fn result() -> Value {
    let config = RaceConfig::from_fields(&[]).expect("the defaults are a race");
    let empty = RaceResult::new("7f3a", &config);
    let mut schema = shape(&plain(&empty), &plain(&full(empty.clone())));
    let properties = &mut schema["properties"];
    properties["status"]["enum"] =
        json!(["running", "finished", "cancelled", "failed", "interrupted"]);
    let names = |all: &[Venue]| all.iter().map(|each| each.name()).collect::<Vec<_>>();
    properties["venue"]["enum"] = names(Venue::ALL).into();
    let standings: Vec<_> = Standing::ALL.iter().map(|each| each.name()).collect();
    let verdict: Map<_, _> = Property::ALL
        .iter()
        .map(|property| {
            (property.name().to_owned(), json!({ "type": "string", "enum": standings }))
        })
        .collect();
    properties["verdict"] = json!({ "type": "object", "properties": verdict });
    schema
}

fn full(mut race: RaceResult) -> RaceResult {
    race.reason = Some(String::new());
    (race.recorded, race.counter_final, race.counter_min) = (Some(0), Some(0), Some(0));
    race.latency_won_us = Latency {
        p50: Some(0),
        p90: Some(0),
        p99: Some(0),
        p999: Some(0),
        max: Some(0),
        mean: Some(0.0),
        count: 0,
        buckets: vec![Bucket { up_to_us: 1, count: 0 }],
    };
    race.latency_refused_us = race.latency_won_us.clone();
    race.failures = vec![Failure { reason: String::new(), count: 0 }];
    race.config.rate = Some(0);
    race.xray = vec![ExecutedCommand { at_us: 0, step: 0, in_script: false, text: String::new() }];
    race
}

/// What races run on.
pub fn machine() -> Value {
    let empty = Machine::default();
    let full = Machine { cpu: Some(String::new()), ..Machine::default() };
    shape(&plain(&empty), &plain(&full))
}

/// The schema of a value that is never absent.
pub fn of(value: &impl Serialize) -> Value {
    let value = plain(value);
    shape(&value, &value)
}

fn plain(value: &impl Serialize) -> Value {
    serde_json::to_value(value).expect("our types are JSON")
}

/// What can be absent is null in the empty value and something in the full one.
fn shape(empty: &Value, full: &Value) -> Value {
    let name = match full {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(number) if number.is_f64() => "number",
        Value::Number(_) => "integer",
        Value::String(_) => "string",
        Value::Array(items) => {
            let item = items.first().map_or(json!({}), |item| shape(item, item));
            return json!({ "type": "array", "items": item });
        }
        Value::Object(members) => {
            let properties: Map<_, _> = members
                .iter()
                .map(|(name, full)| (name.clone(), shape(empty.get(name).unwrap_or(full), full)))
                .collect();
            let required: Vec<_> = members.keys().collect();
            return json!({ "type": "object", "properties": properties, "required": required });
        }
    };
    match empty.is_null() && !full.is_null() {
        true => json!({ "type": [name, "null"] }),
        false => json!({ "type": name }),
    }
}
