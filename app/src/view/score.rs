//! How many were handed out: the hero number, its three companions, and both scores for a phone.

use super::live::{live, memo};
use leptos::prelude::*;
use race_core::wire::RaceResult;

use super::{Cx, SIDES};
use crate::model::number::{group, yuan};
use crate::model::scene::LaneView;
use crate::model::words::Words;

/// From this many grabs or shares on, the score needs the room of five digits.
const LONG: u64 = 10_000;

/// The score of a lane.
pub fn score(
    words: &'static Words,
    index: usize,
    view: ReadSignal<LaneView>,
    result: ReadSignal<Option<RaceResult>>,
    shares: Memo<u64>,
) -> impl IntoView {
    let side = SIDES[index];
    let long = memo(move || {
        let grabs = view.with(|view| view.waiting + view.in_flight + view.won + view.refused);
        grabs.max(shares.get()) >= LONG
    });
    let tone = memo(move || view.with(tone));
    let none = Signal::derive(|| None);
    let paid = Signal::derive(move || {
        let total = result.with(|result| result.as_ref().map(|result| result.config.total_fen));
        let paid = view.with(|view| view.paid_fen);
        total.map(|total| words.overpaid_tip(paid, total))
    });
    view! {
        <div class="score-row" class:long=long>
            <p class="hero" data-testid=format!("score-{side}")>
                <b class=tone data-testid=format!("hero-{side}")>
                    {live(move || view.with(|view| group(view.handed_out)))}
                </b>
                <span class="hero-of">
                    <strong>{live(move || words.of(shares.get()))}</strong>
                    {words.lane.handed_out}
                </span>
            </p>
            <dl class="companions">
                {companion(format!("given-twice-{side}"), words.lane.given_twice, view, |view| (group(view.given_twice), view.given_twice > 0), none)}
                {companion(format!("oversold-{side}"), words.lane.oversold, view, |view| (group(view.oversold), view.oversold > 0), none)}
                {companion(format!("overpaid-{side}"), words.lane.overpaid, view, |view| (yuan(view.overpaid_fen), view.overpaid_fen > 0), paid)}
            </dl>
        </div>
    }
}

/// A number and its name; the flag says whether it is one that should be 0.
fn companion(
    testid: String,
    name: &'static str,
    view: ReadSignal<LaneView>,
    read: fn(&LaneView) -> (String, bool),
    title: Signal<Option<String>>,
) -> AnyView {
    view! {
        <div class="companion">
            <dt>{name}</dt>
            <dd class:over=live(move || view.with(read).1) title=title data-testid=testid>
                {live(move || view.with(read).0)}
            </dd>
        </div>
    }
    .into_any()
}

/// The class of a score.
fn tone(view: &LaneView) -> &'static str {
    match view.oversold + view.given_twice {
        0 if view.handed_out == 0 => "",
        0 => "exact",
        _ => "over",
    }
}

/// Both scores, always in sight on a phone; they are the switch between the lanes.
pub fn scores(cx: Cx) -> impl IntoView {
    let Cx { page, words, desk, .. } = cx;
    let score = move |index: usize| {
        let view = page.lanes[index].view.read_only();
        let venue = move || page.workload.with(|workload| words.venue(workload.lanes[index].venue));
        view! {
            <button
                class="score"
                data-testid=format!("show-{}", SIDES[index])
                aria-pressed=live(move || (desk.front.get() == index).to_string())
                on:click=move |_| desk.front.set(index)
            >
                <small>{venue}</small>
                <b class=live(move || view.with(tone))>{live(move || view.with(|view| group(view.handed_out)))}</b>
                " "
                {live(move || words.of(cx.shares(index).get()))}
            </button>
        }
        .into_any()
    };
    view! { <div class="scores">{score(0)} {score(1)}</div> }
}
