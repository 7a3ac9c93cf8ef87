//! What a race is posted as.

use race_core::config::RaceConfig;
use race_core::config::field::FieldKind;
use race_core::config::field_named;

/// What a race is posted as: only what differs from the API's defaults. Written by hand, because a
/// JSON library weighs more than everything else that goes over the line.
pub fn json(config: &RaceConfig) -> String {
    let mut members = vec![format!("\"strategy\":{}", quoted(&config.strategy))];
    for (name, text) in config.to_fields().into_iter().filter(|(name, _)| *name != "strategy") {
        let value = match field_named(name).map(|field| field.kind) {
            Some(FieldKind::Whole { .. } | FieldKind::Millis { .. } | FieldKind::Switch) => text,
            Some(FieldKind::WholeList { .. }) => format!("[{text}]"),
            _ => quoted(&text),
        };
        members.push(format!("\"{name}\":{value}"));
    }
    format!("{{{}}}", members.join(","))
}

fn quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    for character in text.chars() {
        match character {
            '"' | '\\' => quoted.extend(['\\', character]),
            control if control < ' ' => quoted.push_str(&format!("\\u{:04x}", control as u32)),
            other => quoted.push(other),
        }
    }
    quoted.push('"');
    quoted
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::workload::Workload;

    #[test]
    fn what_is_posted_is_the_race_that_was_checked_with_numbers_as_numbers() {
        let mut workload = Workload::default();
        for (name, text) in [
            ("shares", "20"),
            ("gap_ms", "0.5"),
            ("quantities", "3,2"),
            ("stock", "a\"b\\\n"),
            ("seed", "9007199254740991"),
            ("split", "line_cut"),
            ("total_fen", "2000"),
        ] {
            workload.set(name, text);
        }
        workload.set_strategy(0, "atomic");
        let body = json(&workload.lane_config(0).unwrap());
        assert_eq!(
            serde_json::from_str::<serde_json::Value>(&body).unwrap(),
            serde_json::json!({
                "strategy": "atomic", "venue": "client", "shares": 20, "gap_ms": 0.5,
                "quantities": [3, 2], "stock": "a\"b\\\n", "seed": 9_007_199_254_740_991_u64,
                "split": "line_cut", "total_fen": 2000, "lockstep": true,
            })
        );
    }
}
