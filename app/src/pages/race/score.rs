//! How many were handed out: the hero number, its three companions, and both scores for a phone.

use leptos::prelude::*;
use race_core::number::{group, signed, yuan};

use super::context::{Context, SIDES};
use crate::player::lane_view::LaneView;

/// From this many grabs or shares on, the score needs the room of five digits.
const LONG: u64 = 10_000;

/// The score of a lane.
#[component]
pub fn Score(index: usize, shares: Memo<u64>) -> impl IntoView {
    let Context { page, words, .. } = expect_context();
    let side = SIDES[index];
    let lane = page.lanes[index];
    let is_long = move || {
        let view = lane.view.read();
        (view.waiting + view.in_flight + view.won + view.refused).max(shares.get()) >= LONG
    };
    let paid = move || {
        let total = lane.result.read().as_ref().map(|result| result.config.total_fen)?;
        Some(words.overpaid_tip(lane.view.read().paid_fen, total))
    };
    view! {
        <div class="score-row" class:long=is_long>
            <p class="hero" data-testid=format!("score-{side}")>
                <b
                    class=move || tone(&lane.view.read())
                    data-testid=format!("hero-{side}")
                >
                    {move || group(lane.view.read().handed_out)}
                </b>
                <span class="hero-of">
                    <strong>{move || words.of(shares.get())}</strong>
                    {words.lane.handed_out}
                </span>
            </p>
            <dl class="companions">
                <div class="companion">
                    <dt>{words.lane.given_twice}</dt>
                    <Excess index name="given-twice" read=|view| view.given_twice as i64 show=signed />
                </div>
                <div class="companion">
                    <dt>{words.lane.oversold}</dt>
                    <Excess index name="oversold" read=|view| view.oversold as i64 show=signed />
                </div>
                <div class="companion" title=paid>
                    <dt>{words.lane.overpaid}</dt>
                    <Excess index name="overpaid" read=|view| view.overpaid_fen show=yuan />
                </div>
            </dl>
        </div>
    }
}

/// The colour of the number that was handed out, as a class.
fn tone(view: &LaneView) -> Option<&'static str> {
    match view.oversold + view.given_twice {
        0 if view.handed_out == 0 => None,
        0 => Some("exact"),
        _ => Some("over"),
    }
}

/// A number that should be 0.
#[component]
fn Excess(
    index: usize,
    /// The name for tests.
    name: &'static str,
    read: fn(&LaneView) -> i64,
    show: fn(i64) -> String,
) -> impl IntoView {
    let Context { page, .. } = expect_context();
    let number = Memo::new(move |_| read(&page.lanes[index].view.read()));
    view! {
        <dd data-testid=format!("{name}-{}", SIDES[index]) class:over=move || { number.get() > 0 }>
            {move || show(number.get())}
        </dd>
    }
}

/// Both scores, always in sight on a phone; they are the switch between the lanes.
#[component]
pub fn Scores() -> impl IntoView {
    view! {
        <div class="scores">
            <LaneButton index=0 />
            <LaneButton index=1 />
        </div>
    }
}

/// The button that brings a lane to the front, with the lane's score.
#[component]
fn LaneButton(index: usize) -> impl IntoView {
    let context: Context = expect_context();
    let Context { page, words, panels, .. } = context;
    let view = page.lanes[index].view;
    let shares = context.shares(index);
    view! {
        <button
            class="score"
            type="button"
            data-testid=format!("show-{}", SIDES[index])
            aria-pressed=move || (panels.front.get() == index).to_string()
            on:click=move |_| panels.front.set(index)
        >
            <small>{move || words.venue(page.workload.read().lanes[index].venue)}</small>
            <b class=move || tone(&view.read())>{move || group(view.read().handed_out)}</b>
            {move || format!(" {}", words.of(shares.get()))}
        </button>
    }
}
