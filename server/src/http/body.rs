//! A request's body: read within its limits, and parsed without losing a digit.

use std::fmt;

use axum::body::Body;
use axum::http::HeaderMap;
use axum::http::header::{CONTENT_LENGTH, CONTENT_TYPE};
use race_core::RaceConfig;
use race_core::config::field::Value;
use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;

use crate::error::ApiError;
use crate::limits;

/// Reads a race config: a JSON object, each field of which is checked.
///
/// # Errors
/// Refuses a body that is not JSON by its header or by its text, that is too large or too slow, or that has a field
/// with a value that it does not accept.
pub async fn race_config(headers: &HeaderMap, body: Body) -> Result<RaceConfig, ApiError> {
    if !is_json(headers) {
        return Err(ApiError::NotJson);
    }
    let bytes = read(headers, body).await?;
    Ok(RaceConfig::from_fields(&fields(&bytes)?)?)
}

fn is_json(headers: &HeaderMap) -> bool {
    let kind = headers.get(CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    let kind = kind.split(';').next().unwrap_or_default().trim();
    kind.eq_ignore_ascii_case("application/json")
}

async fn read(headers: &HeaderMap, body: Body) -> Result<Vec<u8>, ApiError> {
    let declared =
        headers.get(CONTENT_LENGTH).and_then(|length| length.to_str().ok()?.parse::<u64>().ok());
    if declared.is_some_and(|length| length > limits::BODY_BYTES_MAX as u64) {
        return Err(ApiError::BodyTooLarge);
    }
    let reading = axum::body::to_bytes(body, limits::BODY_BYTES_MAX);
    match tokio::time::timeout(limits::REQUEST_TIME_MAX, reading).await {
        Ok(Ok(bytes)) => Ok(bytes.into()),
        // A connection that broke gets the same response: nobody is there to read it.
        Ok(Err(_)) => Err(ApiError::BodyTooLarge),
        Err(_) => Err(ApiError::TooSlow),
    }
}

/// Returns the members of a JSON object, repeated ones too, numbers in their own digits.
fn fields(bytes: &[u8]) -> Result<Vec<(String, Value)>, ApiError> {
    if bytes.is_empty() {
        return Err(malformed("it is empty"));
    }
    let text = std::str::from_utf8(bytes).map_err(|_| malformed("it is no UTF-8"))?;
    let Members(members) = serde_json::from_str(text).map_err(malformed)?;
    members.into_iter().map(|(name, raw)| Ok((name, value(&raw, true)?))).collect()
}

/// Returns one value; what lies deeper than a list's own values is not looked at.
fn value(raw: &RawValue, top: bool) -> Result<Value, ApiError> {
    let text = raw.get();
    Ok(match text.as_bytes().first() {
        Some(b'"') => Value::Text(parse(text)?),
        Some(b't') => Value::Switch(true),
        Some(b'f') => Value::Switch(false),
        Some(b'n') => Value::Other("null"),
        Some(b'{') => Value::Other("an object"),
        Some(b'[') if top => {
            let values: Vec<Box<RawValue>> = parse(text)?;
            Value::List(values.iter().map(|raw| value(raw, false)).collect::<Result<_, _>>()?)
        }
        Some(b'[') => Value::Other("a list"),
        _ => Value::Number(text.to_owned()),
    })
}

fn malformed(why: impl ToString) -> ApiError {
    ApiError::MalformedBody(why.to_string())
}

fn parse<'a, T: Deserialize<'a>>(text: &'a str) -> Result<T, ApiError> {
    serde_json::from_str(text).map_err(malformed)
}

/// An object as it was written; a map would drop repeated members.
struct Members(Vec<(String, Box<RawValue>)>);

impl<'de> Deserialize<'de> for Members {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Members, D::Error> {
        struct Collect;
        impl<'de> Visitor<'de> for Collect {
            type Value = Members;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Members, A::Error> {
                let mut members = Vec::new();
                while let Some(member) = map.next_entry()? {
                    members.push(member);
                }
                Ok(Members(members))
            }
        }
        from.deserialize_map(Collect)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_keep_their_digits_and_repeated_members_stay() {
        let seen =
            fields(br#"{"a": 18446744073709551616, "a": 1e400, "b": [1, "x", [2]], "c": null}"#)
                .unwrap();
        let number = |text: &str| Value::Number(text.to_owned());
        let list =
            Value::List(vec![number("1"), Value::Text("x".to_owned()), Value::Other("a list")]);
        let expected = [
            ("a", number("18446744073709551616")),
            ("a", number("1e400")),
            ("b", list),
            ("c", Value::Other("null")),
        ];
        assert_eq!(seen, expected.map(|(name, value)| (name.to_owned(), value)));
    }

    #[test]
    fn what_is_no_object_is_malformed_however_deep_it_is() {
        let deep = "[".repeat(10_000);
        for text in [
            "",
            " ",
            "[]",
            "null",
            "5",
            "{",
            "{}x",
            "{\"a\":}",
            "{\"a\":\"\\ud800\"}",
            deep.as_str(),
        ] {
            assert!(fields(text.as_bytes()).is_err(), "{text:.20}");
        }
        assert!(fields(b"{\"a\":\"\xff\"}").is_err());
        let closed = format!("{{\"racers\":{}{}}}", "[".repeat(5_000), "]".repeat(5_000));
        assert_eq!(fields(closed.as_bytes()).unwrap().len(), 1);
    }
}
