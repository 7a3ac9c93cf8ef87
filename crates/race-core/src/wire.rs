//! What goes between server and page, and what `--json` prints: one set of types for all three.

pub mod worker;

use serde::{Deserialize, Serialize};

use crate::config::Why;
use crate::result::RaceResult;
use crate::trace::{Step, Tally};

/// One message of a race's event stream, `postcard` in a binary WebSocket message.
///
/// The first frame is a snapshot; a frame comes at least every second, so a silent line is a dead one.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Frame {
    /// 0, 1, 2, …: a viewer that misses one connects again.
    pub seq: u64,
    /// The race as it stands; the last frame is the first whose status is not `running`.
    pub race: RaceResult,
    /// Steps since the last frame, in the order of their replies.
    pub steps: Vec<Step>,
    /// Tallies since the last frame; none where every racer is traced.
    pub tallies: Vec<Tally>,
}

/// The API's answer to what it does not do.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ErrorBody {
    /// The one member.
    pub error: ErrorDetail,
}

/// Why a request was refused.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ErrorDetail {
    /// A name for programs, such as `invalid_field`.
    pub code: String,
    /// A sentence for people, which names the field and what it accepts where there is one.
    pub message: String,
    /// The field, where one is to blame.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub field: Option<String>,
    /// Why its value was refused, for a reader who has words of its own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub why: Option<Why>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_refusal_without_a_reason_has_the_members_that_it_always_had() {
        let detail = ErrorDetail {
            code: "not_found".to_owned(),
            message: "There is nothing here.".to_owned(),
            field: None,
            why: None,
        };
        let text = serde_json::to_string(&ErrorBody { error: detail.clone() }).unwrap();
        assert_eq!(text, r#"{"error":{"code":"not_found","message":"There is nothing here."}}"#);
        assert_eq!(serde_json::from_str::<ErrorBody>(&text).unwrap().error, detail);
    }

    #[test]
    fn a_refused_field_carries_its_reason_beside_the_sentence() {
        let why = Why::Whole { min: 1, max: 200_000 };
        let detail = ErrorDetail {
            code: "invalid_field".to_owned(),
            message: format!("racers: {why}"),
            field: Some("racers".to_owned()),
            why: Some(why),
        };
        let text = serde_json::to_string(&detail).unwrap();
        assert!(text.ends_with(r#""field":"racers","why":{"whole":{"min":1,"max":200000}}}"#));
        assert_eq!(serde_json::from_str::<ErrorDetail>(&text).unwrap(), detail);
    }
}
