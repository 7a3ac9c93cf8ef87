//! Rows of commands and replies, for the tests at the foot of each file.

use super::Model;
use crate::{Command, Reply};

/// Runs commands on one new model and compares each reply, as `shown` writes it. A lone `''` is an
/// empty word.
pub fn check(rows: &[(&str, &str)]) {
    let mut model = Model::default();
    for (at, (words, expected)) in rows.iter().enumerate() {
        let words_read = words.split(' ').map(|word| if word == "''" { "" } else { word });
        let reply = model.call(&Command::new(words_read));
        let reply = reply.unwrap_or_else(|lacking| lacking.reply());
        assert_eq!(shown(&reply), *expected, "row {at}: {words}");
    }
}

/// A text as it is, in marks if it is one; a list in brackets.
fn shown(reply: &Reply) -> String {
    match reply {
        Reply::Nil => "nil".to_owned(),
        Reply::Int(number) => number.to_string(),
        Reply::Bulk(text) => format!("'{}'", text.escape_ascii()),
        Reply::Status(text) | Reply::Error(text) => text.clone(),
        Reply::Array(all) => format!("[{}]", all.iter().map(shown).collect::<Vec<_>>().join(" ")),
    }
}
