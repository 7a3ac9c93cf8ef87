//! The documents' tables are generated: this test holds them true, and with `UPDATE_DOCS=1` in the
//! environment (`make docs`) writes them.

use std::fs;
use std::path::Path;

use race_core::race::config::FIELDS;

const BEGINS: &str = "<!-- fields:";
const ENDS: &str = "<!-- /fields -->";

fn fields_table(head: &str) -> String {
    let mut table = format!("{head}\n|---|---|---|---|\n");
    for field in FIELDS {
        let default = if field.default.is_empty() { "–" } else { field.default };
        let (name, kind, about) = (field.name, field.kind, field.about);
        table.push_str(&format!("| `{name}` | {kind} | {default} | {about} |\n"));
    }
    table
}

fn check(file: &str, head: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(file);
    let text = fs::read_to_string(&path).expect("the document");
    let begins = text.find(BEGINS).expect("the table's first mark");
    let begins = begins + text[begins..].find('\n').expect("its line ends") + 1;
    let ends = text.find(ENDS).expect("the table's last mark");
    let table = fields_table(head);
    if std::env::var_os("UPDATE_DOCS").is_some() {
        fs::write(&path, format!("{}{table}{}", &text[..begins], &text[ends..])).expect("written");
    } else {
        assert_eq!(&text[begins..ends], table, "{file} is out of step: run `make docs`");
    }
}

#[test]
fn the_readmes_list_exactly_the_fields_that_there_are() {
    check("README.md", "| field | accepts | default | what it is |");
    check("README.zh-CN.md", "| 字段 | 取值 | 默认 | 说明 |");
}
