//! The results in sentences, and the same numbers as a table.

use leptos::prelude::*;
use race_core::packet::Split;

use super::charts::Sample;
use super::finding::{Line, Mean};
use crate::pages::guide::context::Context;

/// A paragraph for each way, then how far the numbers can be trusted.
#[component]
pub fn Findings(lines: Vec<Line>) -> impl IntoView {
    let texts = &expect_context::<Context>().texts.fairness;
    let cap = texts.cap_note(&lines);
    let cap = (!cap.is_empty()).then(|| {
        view! {
            <p class="cap-note" data-testid="cap-note">
                {cap}
            </p>
        }
    });
    let sure = texts.sure(&lines);
    view! {
        <section class="seen">
            <h2>{texts.seen}</h2>
            <div class="ways-seen">
                {lines.into_iter().map(|line| view! { <WayFinding line /> }).collect_view()}
            </div>
            {cap}
            <p class="sure" data-testid="sure">
                {sure}
            </p>
        </section>
    }
}

/// What is found about one way.
#[component]
fn WayFinding(line: Line) -> impl IntoView {
    let Context { texts, .. } = expect_context();
    let fairness = &texts.fairness;
    let way = line.plan.split;
    let rounds_down = way == Split::DoubleMean && matches!(line.mean(), Mean::Uneven(..));
    let whole_fen = (rounds_down && !line.cap_binds()).then(|| fairness.whole_fen.to_owned());
    let sentences: Vec<_> = [
        Some(fairness.mean_of(&line)),
        whole_fen,
        Some(fairness.spread_of(&line)),
        Some(fairness.luck_of(&line)),
    ]
    .into_iter()
    .flatten()
    .collect();
    view! {
        <div class="way-seen" data-testid=format!("seen-{}", way.name())>
            <h3>
                <Sample way />
                {fairness.way(way).0}
            </h3>
            <p>{sentences.join(texts.gap)}</p>
        </div>
    }
}

/// A row for each place, three columns for each way.
#[component]
pub fn ByPlace(lines: Vec<Line>) -> impl IntoView {
    let texts = &expect_context::<Context>().texts.fairness;
    let group = |line: &Line| {
        view! {
            <th class="group" scope="colgroup" colspan="3">
                {texts.way(line.plan.split).0}
            </th>
        }
    };
    let head = |text| view! { <th scope="col">{text}</th> };
    let columns = |_: &Line| [texts.mean, texts.spread, texts.luck].map(head);
    let row = |at: usize| {
        let cells = |line: &Line| texts.row(line, at).map(|text| view! { <td>{text}</td> });
        view! {
            <tr>
                <th scope="row">{at + 1}</th>
                {lines.iter().map(cells).collect_view()}
            </tr>
        }
    };
    let places = lines.first().map_or(0, |line| line.positions.len());
    view! {
        <section>
            <h2>{texts.table}</h2>
            <div class="scroll" role="region" tabindex="0" aria-label=texts.table>
                <table class="by-place" data-testid="by-place">
                    <thead>
                        <tr>
                            <th scope="col" rowspan="2">
                                {texts.place}
                            </th>
                            {lines.iter().map(group).collect_view()}
                        </tr>
                        <tr>{lines.iter().map(columns).collect_view()}</tr>
                    </thead>
                    <tbody>{(0..places).map(row).collect_view()}</tbody>
                </table>
            </div>
        </section>
    }
}
