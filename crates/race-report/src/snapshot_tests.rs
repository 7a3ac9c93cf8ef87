//! What is rendered, byte for byte: a change of a template shows in the diff of `snapshots/`. With
//! `UPDATE_SNAPSHOTS=1` in the environment these tests write the files anew.

use std::fs;
use std::path::Path;

use crate::report::report;
use crate::words::Words;
use crate::{csv, samples};

fn assert_unchanged(file: &str, rendered: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("snapshots").join(file);
    if std::env::var_os("UPDATE_SNAPSHOTS").is_some() {
        fs::write(&path, rendered).expect("the folder of snapshots");
    }
    let pinned = fs::read_to_string(&path).expect("a snapshot");
    assert!(pinned == rendered, "{file} differs, from here on: {}", difference(&pinned, rendered));
}

/// The first bytes that differ, with a few in front of them.
fn difference<'a>(pinned: &str, rendered: &'a str) -> &'a str {
    let same = pinned.bytes().zip(rendered.bytes()).take_while(|(old, new)| old == new).count();
    let begins = rendered.floor_char_boundary(same.saturating_sub(80));
    &rendered[begins..rendered.floor_char_boundary(same + 80)]
}

#[test]
fn the_report_is_the_same_byte_for_byte() {
    for lang in ["en", "zh"] {
        let html = report(Words::of(lang).expect("a language"), &samples::every_state());
        let (head, rest) = html.split_once("<style>").expect("the style begins");
        let (_, body) = rest.split_once("</style>").expect("the style ends");
        assert_unchanged(&format!("report.{lang}.html"), &format!("{head}{body}"));
    }
}

#[test]
fn the_csv_is_the_same_byte_for_byte() {
    let csv = csv::csv(&samples::every_state());
    assert_unchanged("rows.csv", &csv.replace("\r\n", "\n"));
}

#[test]
fn the_json_is_the_same_byte_for_byte() {
    let json = serde_json::to_string_pretty(&samples::every_state()).expect("JSON");
    assert_unchanged("rows.json", &json);
}
