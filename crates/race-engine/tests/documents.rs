//! The documents' tables are generated: this test holds them true, and with `UPDATE_DOCS=1` in the
//! environment (`make docs`) writes them.

use race_core::catalogue;
use race_core::config::FIELDS;
use race_core::program::Program;
use race_core::property::Claim;
use race_core::trace::Venue;
use race_engine::check::{Bounds, Check, Faults, scenario};
use race_report::csv::{COLUMNS, CsvColumn, Remark};

mod document;
mod programs;

use document::check;

/// Without symmetry no more racers than these: their states are counted in a moment.
const PLAIN_RACERS_MAX: u32 = 5;

fn fields_table(head: &str) -> String {
    let mut table = format!("{head}\n|---|---|---|---|\n");
    for field in FIELDS {
        let default = if field.default.is_empty() { "–" } else { field.default };
        let (name, about) = (field.name, field.about);
        let accepts = field.kind.why().to_string();
        let accepts = accepts.strip_prefix("must be ").expect("what the field must be");
        table.push_str(&format!("| `{name}` | {accepts} | {default} | {about} |\n"));
    }
    table
}

/// How the states of a check grow with the racers.
fn growth_table() -> String {
    let mut table = String::from(
        "| racers | `get_set` | alike merged | `atomic` | alike merged |\n|---|---|---|---|---|\n",
    );
    for racers in 2..=8 {
        let cells = ["get_set", "atomic"].map(|name| {
            let plain = match racers <= PLAIN_RACERS_MAX {
                true => states(name, racers, false).to_string(),
                false => "–".to_owned(),
            };
            format!("{plain} | {}", states(name, racers, true))
        });
        table.push_str(&format!("| {racers} | {} |\n", cells.join(" | ")));
    }
    table
}

fn states(name: &str, racers: u32, symmetric: bool) -> u64 {
    let program = catalogue::strategy(name).expect("a strategy");
    let fields = [
        ("venue", "client".to_owned()),
        ("racers", racers.to_string()),
        ("shares", "2".to_owned()),
    ];
    let config = scenario::of_fields(program, &fields).expect("a scenario");
    let bounds = Bounds::default();
    let check = Check::new(program, &config, Faults::default(), bounds, symmetric);
    let checked = check.expect("a program").finish();
    assert!(checked.exhausted, "{name}, {racers} racers");
    checked.states
}

/// What each of these strategies breaks, in each venue that it has.
fn claims_table(programs: &[Program], head: &str, nothing: &str) -> String {
    let rows: String = programs.iter().map(|program| claims_row(program, nothing)).collect();
    format!("{head}\n|---|---|---|---|\n{rows}")
}

fn claims_row(program: &Program, nothing: &str) -> String {
    let cells = [Venue::Client, Venue::Server].map(|venue| {
        // As the header lists them; a cell of the page's table is one of these claims.
        let broken = program.breaks(venue).iter();
        let broken = broken.filter(|each| program.claim(venue, **each) == Claim::Broken);
        let broken: Vec<_> = broken.map(|each| each.name()).collect();
        match (program.has_venue(venue), broken.is_empty()) {
            (false, _) => "–".to_owned(),
            (true, true) => nothing.to_owned(),
            (true, false) => broken.join(" "),
        }
    });
    let faults = program.faults.join(" ");
    format!("| `{}` | {} | {faults} |\n", program.name, cells.join(" | "))
}

#[test]
fn the_readmes_list_exactly_the_fields_that_there_are() {
    let english = fields_table("| field | accepts | default | what it is |");
    check("README.md", "fields", &english);
    let chinese = fields_table("| 字段 | 取值 | 默认 | 说明 |");
    check("README.zh-CN.md", "fields", &chinese);
}

#[test]
fn the_readmes_list_what_each_strategy_breaks() {
    let all = catalogue::strategies();
    let head = "| strategy | command by command it breaks | as one script it breaks | faults |";
    check("README.md", "claims", &claims_table(all, head, "nothing"));
    let head = "| 策略 | 逐条发送时打破 | 整段执行时打破 | 故障 |";
    check("README.zh-CN.md", "claims", &claims_table(all, head, "没有"));
}

/// The header is all that the documents need: nothing else of a new strategy is written down for them.
#[test]
fn a_new_strategy_has_its_row_in_the_readmes() {
    let toys = programs::all();
    let table = claims_table(toys, "| strategy |", "nothing");
    let row = "| `toy` | no_oversell no_phantom no_undersell conserved progress \
               | no_undersell progress |  |\n";
    assert!(table.ends_with(row), "{table}");
}

#[test]
fn the_readmes_list_the_columns_of_a_comparisons_csv() {
    let table = |head: &str, text: fn(Remark) -> &'static str| {
        let row = |column: &CsvColumn| format!("| `{}` | {} |\n", column.name, text(column.about));
        format!("{head}\n|---|---|\n{}", COLUMNS.iter().map(row).collect::<String>())
    };
    check("README.md", "csv", &table("| column | what it holds |", |about| about.en));
    check("README.zh-CN.md", "csv", &table("| 列 | 内容 |", |about| about.zh));
}

#[test]
fn the_states_of_a_check_grow_as_it_is_written() {
    check("ARCHITECTURE.md", "growth", &growth_table());
}
