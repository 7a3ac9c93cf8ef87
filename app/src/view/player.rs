//! The player: step, play, the timeline, where the cursor is, how fast it goes.

use super::live::{live, memo};
use leptos::prelude::*;
use race_core::trace::Verb;

use super::icon::{BACK, ON, PAUSE, PLAY, icon};
use super::{Cx, timeline};
use crate::model::player::{slider_from_speed, speed_words};

/// The bar under both lanes.
pub fn player(cx: Cx) -> impl IntoView {
    let words = cx.words;
    view! {
        <footer class="player" aria-label=words.player.label>
            {transport(cx)}
            {timeline::timeline(cx)}
            <p class="where" data-testid="where">{live(move || whereabouts(cx))}</p>
            {speed(cx)}
        </footer>
    }
}

fn transport(cx: Cx) -> impl IntoView {
    let Cx { page, session, words, .. } = cx;
    let playing = memo(move || page.player.with(|player| player.playing));
    let name = move || {
        if playing.get() { words.player.pause } else { words.player.play }
    };
    view! {
        <div class="transport">
            {step(cx, false, BACK, words.player.step_back, "step-back")}
            <button
                class="tool play"
                data-testid="play"
                aria-label=name
                title=name
                on:click=move |_| session.toggle()
            >
                {live(move || icon(if playing.get() { PAUSE } else { PLAY }, "full"))}
            </button>
            {step(cx, true, ON, words.player.step_forward, "step-forward")}
        </div>
    }
}

fn step(
    cx: Cx,
    forward: bool,
    path: &'static str,
    name: &'static str,
    testid: &'static str,
) -> AnyView {
    view! {
        <button class="tool" data-testid=testid aria-label=name title=name on:click=move |_| cx.session.step(forward)>
            {icon(path, "full")}
        </button>
    }
    .into_any()
}

/// The round or the true time at the cursor, the command, and whether this is the live edge.
fn whereabouts(cx: Cx) -> impl IntoView {
    let Cx { page, session, words, .. } = cx;
    let at = words_at(cx);
    let (live, following) = page.player.with(|player| (player.live, player.following));
    let verb = page.lanes[0].view.with(|view| view.verb).filter(|verb| *verb != Verb::None);
    let below = match (live, following) {
        (true, true) => {
            view! { <span class="live" data-testid="live">{words.player.live}</span> }.into_any()
        }
        (true, false) => view! {
            <button class="to-live" data-testid="to-live" on:click=move |_| session.seek(f32::MAX)>
                {words.player.to_live}
            </button>
        }
        .into_any(),
        _ => verb.map(|verb| verb.name().to_ascii_uppercase()).into_any(),
    };
    view! {
        {at}
        <small>{below}</small>
    }
}

/// Where the cursor is, in words.
pub fn words_at(cx: Cx) -> String {
    let Cx { page, words, .. } = cx;
    let views = page.lanes.map(|lane| lane.view.with(|view| (view.round, view.true_us)));
    let us = |lane: usize| {
        page.lanes[lane]
            .result
            .with(|result| result.as_ref().map(|it| (it.elapsed_ms * 1_000.0) as u64))
    };
    if let Some((round, of)) = views[0].0.or(views[1].0) {
        return words.round(round, of);
    }
    let Some(now) = views[0].1.max(views[1].1) else { return String::new() };
    // While a race is under way, nobody knows how long it will be.
    let live = page.player.with(|player| player.live);
    let longest = if live { now } else { us(0).max(us(1)).unwrap_or_default() };
    words.at(now.min(longest), longest)
}

fn speed(cx: Cx) -> impl IntoView {
    let Cx { page, session, words, .. } = cx;
    let speed = memo(move || page.player.with(|player| player.speed));
    let stretch = memo(move || page.marks.with(|marks| marks.stretch));
    let said = memo(move || speed_words(words, speed.get(), stretch.get()));
    let place = move || slider_from_speed(speed.get(), stretch.get()).round() as u32;
    view! {
        <label class="speed">
            <input
                type="range"
                min="0"
                max="100"
                aria-label=words.player.speed
                aria-valuetext=said
                data-testid="speed"
                prop:value=live(move || place().to_string())
                on:input=move |event| {
                    if let Ok(place) = event_target_value(&event).parse() {
                        session.set_speed(place);
                    }
                }
            />
            <span data-testid="speed-words">{said}</span>
        </label>
    }
}
