//! JSON schemas of the domain's types, which know nothing of OpenAPI: read off their values, so that they cannot lag
//! behind, and off the table of the config's fields.

use std::borrow::Cow;

use race_core::RaceConfig;
use race_core::config::FIELDS;
use race_core::config::field::{Field, FieldKind};
use race_core::machine::Machine;
use race_core::result::{Bucket, ExecutedCommand, Failure, Latency, RaceResult};
use race_core::trace::{Property, Standing, Venue};
use race_core::wire::{ErrorBody, ErrorDetail};
use serde::Serialize;
use serde_json::Value;
use utoipa::openapi::schema::{AdditionalProperties, ArrayBuilder, SchemaType, Type};
use utoipa::openapi::{ObjectBuilder, RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};

/// The schema of [`RaceConfig`] as a request has it: from the table of its fields.
pub struct RaceConfigSchema;

/// The schema of [`RaceResult`].
pub struct RaceResultSchema;

/// The schema of [`Machine`].
pub struct MachineSchema;

/// The schema of [`ErrorBody`].
pub struct Error;

/// Gives each schema the name by which the document refers to it.
macro_rules! named {
    ($($schema:ty => $name:literal),* $(,)?) => {
        $(impl ToSchema for $schema {
            fn name() -> Cow<'static, str> {
                Cow::Borrowed($name)
            }
        })*
    };
}

named! {
    RaceConfigSchema => "RaceConfig",
    RaceResultSchema => "RaceResult",
    MachineSchema => "Machine",
    Error => "Error",
}

impl PartialSchema for RaceConfigSchema {
    fn schema() -> RefOr<Schema> {
        let object =
            ObjectBuilder::new().additional_properties(Some(AdditionalProperties::FreeForm(false)));
        FIELDS.iter().fold(object, |object, each| object.property(each.name, field(each))).into()
    }
}

/// Returns the schema of one field, its range and default included.
fn field(field: &Field) -> Schema {
    let default = match field.default {
        "" => None,
        text => Some(serde_json::from_str(text).unwrap_or_else(|_| Value::from(text))),
    };
    let about = Some(field.about);
    let object = match field.kind {
        FieldKind::Whole { min, max } => integer(min, max),
        FieldKind::Millis { max } => {
            ObjectBuilder::new().schema_type(Type::Number).minimum(Some(0)).maximum(Some(max))
        }
        FieldKind::Switch => ObjectBuilder::new().schema_type(Type::Boolean),
        FieldKind::Choice(names) => one_of(names.iter().copied()),
        FieldKind::WholeList { min, max, len_max } => {
            let list = ArrayBuilder::new().items(integer(min, max));
            let list = list.min_items(Some(1)).max_items(Some(len_max));
            return list.description(about).default(default).build().into();
        }
        FieldKind::Text { len_max } => {
            ObjectBuilder::new().schema_type(Type::String).max_length(Some(len_max))
        }
    };
    object.description(about).default(default).build().into()
}

fn integer(min: u64, max: u64) -> ObjectBuilder {
    ObjectBuilder::new().schema_type(Type::Integer).minimum(Some(min)).maximum(Some(max))
}

fn one_of(names: impl IntoIterator<Item = &'static str>) -> ObjectBuilder {
    ObjectBuilder::new().schema_type(Type::String).enum_values(Some(names))
}

impl PartialSchema for RaceResultSchema {
    /// The shape of a race with nothing in it and of one with everything.
    fn schema() -> RefOr<Schema> {
        let config = RaceConfig::from_fields(&[]).expect("the defaults are a race");
        let empty = RaceResult::new("7f3a", &config);
        let mut schema = shape(&json(&empty), &json(&full(empty.clone())));
        let statuses = ["running", "finished", "cancelled", "failed", "interrupted"];
        let standings = || one_of(Standing::ALL.iter().map(|standing| standing.name()));
        let verdict = Property::ALL
            .iter()
            .fold(ObjectBuilder::new(), |verdict, each| verdict.property(each.name(), standings()));
        if let Schema::Object(object) = &mut schema {
            let venues = one_of(Venue::ALL.iter().map(|venue| venue.name()));
            for (name, property) in
                [("status", one_of(statuses)), ("venue", venues), ("verdict", verdict)]
            {
                object.properties.insert(name.to_owned(), property.into());
            }
        }
        schema.into()
    }
}

/// Fills in everything that can be absent.
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

impl PartialSchema for MachineSchema {
    fn schema() -> RefOr<Schema> {
        let empty = Machine::default();
        let full = Machine { cpu: Some(String::new()), ..Machine::default() };
        shape(&json(&empty), &json(&full)).into()
    }
}

impl PartialSchema for Error {
    /// A refusal names a field only where one is to blame, so the field is not required.
    fn schema() -> RefOr<Schema> {
        let field = Some(String::new());
        let error = ErrorDetail { code: String::new(), message: String::new(), field, why: None };
        let body = json(&ErrorBody { error });
        let mut schema = shape(&body, &body);
        if let Schema::Object(body) = &mut schema
            && let Some(RefOr::T(Schema::Object(error))) = body.properties.get_mut("error")
        {
            error.required = ["code", "message"].map(str::to_owned).to_vec();
            let why = ObjectBuilder::new()
                .schema_type(SchemaType::from_iter([Type::String, Type::Object]))
                .description(Some(
                    "Why the field was refused: a name, or an object with the name and its data.",
                ));
            error.properties.insert("why".to_owned(), why.into());
        }
        schema.into()
    }
}

fn json(value: &impl Serialize) -> Value {
    serde_json::to_value(value).expect("our types are JSON")
}

/// Returns the schema of a value, given one in which all that can be absent is null and one in which nothing is.
fn shape(empty: &Value, full: &Value) -> Schema {
    let kind = match full {
        Value::Null => Type::Null,
        Value::Bool(_) => Type::Boolean,
        Value::Number(number) if number.is_f64() => Type::Number,
        Value::Number(_) => Type::Integer,
        Value::String(_) => Type::String,
        Value::Array(items) => {
            let item = items.first().map_or_else(any, |item| shape(item, item));
            return ArrayBuilder::new().items(RefOr::T(item)).build().into();
        }
        Value::Object(members) => {
            let object = members.iter().fold(ObjectBuilder::new(), |object, (name, full)| {
                let empty = empty.get(name).unwrap_or(full);
                object.property(name, shape(empty, full)).required(name)
            });
            return object.build().into();
        }
    };
    let kind = match empty.is_null() && !full.is_null() {
        true => SchemaType::Array(vec![kind, Type::Null]),
        false => SchemaType::Type(kind),
    };
    ObjectBuilder::new().schema_type(kind).build().into()
}

/// Returns the schema that any value fits.
fn any() -> Schema {
    ObjectBuilder::new().schema_type(SchemaType::AnyValue).build().into()
}
