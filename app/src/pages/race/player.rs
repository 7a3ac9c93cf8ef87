//! The player: step, play, the timeline, where the cursor is, how fast it goes.

use leptos::prelude::*;
use race_core::trace::Verb;

use super::context::Context;
use super::position::position;
use super::timeline::Timeline;
use crate::components::icon::{BACK, Icon, ON, PAUSE, PLAY};
use crate::player::playback::{slider_from_speed, speed_words};

/// The bar under both lanes.
#[component]
pub fn PlayerBar() -> impl IntoView {
    let Context { words, .. } = expect_context();
    view! {
        <footer class="player" aria-label=words.player.label>
            <Transport />
            <Timeline />
            <Whereabouts />
            <Speed />
        </footer>
    }
}

/// Back, play or pause, on.
#[component]
fn Transport() -> impl IntoView {
    let Context { page, session, words, .. } = expect_context();
    let playing = Memo::new(move |_| page.player.read().playing);
    let name = move || if playing.get() { words.player.pause } else { words.player.play };
    view! {
        <div class="transport">
            <button
                class="tool"
                type="button"
                data-testid="step-back"
                aria-label=words.player.step_back
                title=words.player.step_back
                on:click=move |_| session.step(false)
            >
                <Icon path=BACK class="full" />
            </button>
            <button
                class="tool play"
                type="button"
                data-testid="play"
                aria-label=name
                title=name
                on:click=move |_| session.toggle()
            >
                {move || {
                    view! { <Icon path=if playing.get() { PAUSE } else { PLAY } class="full" /> }
                }}
            </button>
            <button
                class="tool"
                type="button"
                data-testid="step-forward"
                aria-label=words.player.step_forward
                title=words.player.step_forward
                on:click=move |_| session.step(true)
            >
                <Icon path=ON class="full" />
            </button>
        </div>
    }
}

/// The round or the true time at the cursor, the command, and whether this is the live edge.
#[component]
fn Whereabouts() -> impl IntoView {
    let context: Context = expect_context();
    let Context { page, session, words, .. } = context;
    let edge = Memo::new(move |_| {
        let player = page.player.read();
        (player.live, player.following)
    });
    let verb = move || {
        let verb = page.lanes[0].view.read().verb.filter(|verb| *verb != Verb::None);
        verb.map_or(String::new(), |verb| verb.name().to_ascii_uppercase())
    };
    let below = move || match edge.get() {
        (true, true) => {
            view! { <span class="live" data-testid="live">{words.player.live}</span> }.into_any()
        }
        (true, false) => view! {
            <button
                class="to-live"
                type="button"
                data-testid="to-live"
                on:click=move |_| session.seek(f32::MAX)
            >
                {words.player.to_live}
            </button>
        }
        .into_any(),
        (false, _) => view! { <span>{verb}</span> }.into_any(),
    };
    view! {
        <p class="where" data-testid="where">
            {move || position(context)}
            <small>{below}</small>
        </p>
    }
}

/// The slider of the speed, and the speed in words.
#[component]
fn Speed() -> impl IntoView {
    let Context { page, session, words, .. } = expect_context();
    let speed = Memo::new(move |_| (page.player.read().speed, page.marks.read().stretch));
    let text = move || {
        let (speed, stretch) = speed.get();
        speed_words(words, speed, stretch)
    };
    let place = move || {
        let (speed, stretch) = speed.get();
        (slider_from_speed(speed, stretch).round() as u32).to_string()
    };
    let set_speed = move |event| {
        if let Ok(place) = event_target_value(&event).parse() {
            session.set_speed(place);
        }
    };
    view! {
        <label class="speed">
            <input
                data-testid="speed"
                type="range"
                min="0"
                max="100"
                aria-label=words.player.speed
                aria-valuetext=text
                prop:value=place
                on:input=set_speed
            />
            <span data-testid="speed-words">{text}</span>
        </label>
    }
}
