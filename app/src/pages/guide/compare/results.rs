//! The results: the table row by row as it comes in, then charts, verdicts, and the files to keep.

use leptos::prelude::*;
use race_report::report::rest;
use race_report::tables::{notes, results_inside};
use race_report::{Comparison, Markup};

use super::CompareState;
use super::save::{FileKind, save};
use super::state::Phase;
use crate::pages::guide::context::Context;

/// Everything below the form; nothing before the first run.
#[component]
pub fn Results() -> impl IntoView {
    let CompareState { comparison, .. } = expect_context();
    let has_begun = Memo::new(move |_| comparison.read().is_some());
    view! {
        <section class="sheet">
            <Show when=move || has_begun.get()>
                <ResultsTable />
                <ChartsAndVerdicts />
                <Files />
            </Show>
        </section>
    }
}

/// Scrolls to the table, when a run begins.
pub fn scroll_into_view() {
    if let Ok(Some(sheet)) = document().query_selector(".compare .sheet") {
        sheet.scroll_into_view();
    }
}

/// Returns a part of the results as escaped HTML; it changes only if the part does.
fn html(
    comparison: RwSignal<Option<Comparison>>,
    render: impl Fn(&Comparison) -> Markup + Send + Sync + 'static,
) -> Memo<String> {
    Memo::new(move |_| {
        comparison.read().as_ref().map(|all| render(all).into_string()).unwrap_or_default()
    })
}

/// A row for each race. Only the inside of the table changes, so that its scroll position and its focus
/// stay.
#[component]
fn ResultsTable() -> impl IntoView {
    let words = expect_context::<Context>().texts.compare.results;
    let CompareState { comparison, .. } = expect_context();
    let inside = html(comparison, move |all| results_inside(words, all));
    let notes = html(comparison, move |all| notes(words, all));
    view! {
        <div>
            <h2>{words.results}</h2>
            <div class="scroll" role="region" tabindex="0" aria-label=words.results>
                <table data-testid="compare-table" inner_html=move || inside.get()></table>
            </div>
            <div inner_html=move || notes.get()></div>
        </div>
    }
}

/// Charts, verdicts, settings and machine, once a race has ended.
#[component]
fn ChartsAndVerdicts() -> impl IntoView {
    let words = expect_context::<Context>().texts.compare.results;
    let CompareState { comparison, .. } = expect_context();
    let inside =
        html(comparison, move |all| match all.rows.iter().any(|row| row.finished().is_some()) {
            true => rest(words, all),
            false => Markup::default(),
        });
    view! { <div data-testid="compare-rest" inner_html=move || inside.get()></div> }
}

/// The results as files.
#[component]
fn Files() -> impl IntoView {
    let texts = expect_context::<Context>().texts.compare;
    let CompareState { comparison, phase, .. } = expect_context();
    let can_save = Memo::new(move |_| {
        let has_race = |all: &Comparison| all.rows.iter().any(|row| row.race.is_some());
        comparison.read().as_ref().is_some_and(has_race) && phase.get() == Phase::Idle
    });
    let button = |kind: FileKind, testid: &'static str, label: &'static str| {
        let save = move |_| {
            if let Some(comparison) = &*comparison.read_untracked() {
                save(kind, comparison, texts.results);
            }
        };
        view! {
            <button
                class="chip"
                type="button"
                data-testid=testid
                disabled=move || !can_save.get()
                on:click=save
            >
                {label}
            </button>
        }
    };
    view! {
        <div class="keep" role="group" aria-label=texts.save>
            {button(FileKind::Html, "save-html", texts.save_html)}
            {button(FileKind::Csv, "save-csv", "CSV")}
            {button(FileKind::Json, "save-json", "JSON")}
        </div>
    }
}
