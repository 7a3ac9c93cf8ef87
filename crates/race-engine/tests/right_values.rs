//! Lockstep on the model gives the right values. The server's tests hold a real Redis against the
//! same table.

use race_core::RaceConfig;
use race_core::config::field::plain;
use race_engine::simulate::simulate;

mod values;

#[test]
fn lockstep_on_the_model_gives_exactly_the_right_values() {
    let mut wrong = Vec::new();
    for (words, expected) in values::ROWS.iter().chain(values::SQL_ROWS) {
        let ordered = words.split_whitespace().chain(["lockstep=true"]);
        let fields = plain(ordered.map(|word| word.split_once('=').expect("name=value")));
        let config = RaceConfig::from_fields(&fields).unwrap_or_else(|e| panic!("{words}: {e}"));
        let shown = values::shown(&simulate(&config).result, expected);
        if shown != *expected {
            wrong.push(format!("{words}\n  gives {shown}\n  not   {expected}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
