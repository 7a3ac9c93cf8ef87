//! What each form says of a wrong text: every field, every kind of wrong text, in both languages.

use race_core::catalogue;
use race_core::config::{FIELDS, FieldError};

use crate::pages::guide::compare::choice::Choice;
use crate::words::{EN, Words, ZH};
use crate::workload::Workload;

/// A text of each kind that at least one field refuses.
const WRONG: &[&str] = &[
    "",
    "x",
    "-1",
    "0",
    "1.5",
    "1.23456",
    "1e12",
    "99999999999999999999",
    "true",
    "1,2,x",
    "3,-100",
    "1,1",
    "5,0",
    "0.99",
    "0.x",
    "moon",
    "抢",
    "0123456789012345678901234567890123456789012345678901234567890123456789",
];

/// Words of the Chinese sentences that are names or units and not English.
const NAMES: &[&str] =
    &["Redis", "true", "false", "loaded", "absent", "0.1.x1.t.r0", "atomic:server"];

/// Asserts that a refusal has words of the page's language alone, besides names and what was typed.
fn is_in_one_language(words: &Words, error: &FieldError, typed: &str, place: &str) {
    let text = words.field_error(error);
    // What was typed is quoted.
    let mut rest: String = text.split(['“', '”']).step_by(2).collect();
    for field in FIELDS {
        rest = rest.replace(words.field(field.name).0, " ").replace(field.name, " ");
    }
    let programs = catalogue::strategies().iter().map(|program| program.name.as_str());
    let mut names: Vec<&str> = programs.chain(NAMES.iter().copied()).collect();
    names.extend(["client", "server", "equal", "double_mean", "fair_mean", "line_cut"]);
    names.sort_by_key(|name| std::cmp::Reverse(name.len()));
    for name in names {
        rest = rest.replace(name, " ");
    }
    let rest = if typed.is_empty() { rest } else { rest.replace(typed, " ") };
    let is_han = |c: char| ('\u{4e00}'..='\u{9fff}').contains(&c);
    match std::ptr::eq(words, &ZH) {
        true => assert!(!rest.contains(|c: char| c.is_ascii_alphabetic()), "{place}: {text}"),
        false => assert!(!rest.contains(is_han), "{place}: {text}"),
    }
    let reason = text.split([':', '：']).nth(1).unwrap_or_default();
    assert!(!reason.trim().is_empty(), "{place}: {text}");
}

#[test]
fn the_race_pages_form_answers_in_the_pages_language() {
    let mut refusals = 0;
    for program in catalogue::strategies() {
        for field in FIELDS.iter().filter(|field| !["strategy", "venue"].contains(&field.name)) {
            for wrong in WRONG {
                let mut workload = Workload::default();
                workload.set_strategy(0, &program.name);
                workload.set(field.name, wrong);
                let Some(error) = workload.error(field.name) else { continue };
                refusals += 1;
                for words in [&EN, &ZH] {
                    is_in_one_language(words, &error, wrong, field.name);
                }
            }
        }
    }
    assert!(refusals > 1_000, "{refusals}");
}

#[test]
fn the_form_of_a_comparison_answers_in_the_pages_language() {
    let mut refusals = 0;
    for field in FIELDS {
        for wrong in WRONG {
            let mut choice = Choice::default();
            choice.set(field.name, wrong);
            let Some(error) = choice.error(field.name) else { continue };
            refusals += 1;
            for words in [&EN, &ZH] {
                is_in_one_language(words, &error, wrong, field.name);
            }
        }
    }
    assert!(refusals > 50, "{refusals}");
}
