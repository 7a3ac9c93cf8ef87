//! The load row: how many shares, how many people, how many at once; the guess; the start.

use leptos::prelude::*;
use race_core::number::group;

use super::context::Context;
use super::guess::Guess;
use super::state::Connection;
use crate::words::Lang;
use crate::workload::DIAL;

/// The load row.
#[component]
pub fn Load() -> impl IntoView {
    let context: Context = expect_context();
    let Context { page, words, .. } = context;
    let has_race = Memo::new(move |_| page.lanes[0].view.read().has_race);
    view! {
        <section class="load" aria-label=words.form.label>
            <h1 data-testid="headline">{move || headline(context)}</h1>
            <Guess has_race />
            <span class="gap"></span>
            <Dial />
            <Start has_race />
        </section>
    }
}

/// Returns `10 shares, 88 people`, as far as the form can be read.
fn headline(context: Context) -> String {
    let Context { page, words, .. } = context;
    let workload = page.workload.read();
    let number = |name: &str| workload.get(name).parse::<u64>().unwrap_or_default();
    // The owner of each grab may be listed instead.
    let people =
        workload.lane_config(0).map_or_else(|_| number("racers"), |race| race.racers.into());
    let comma = if words.lang == Lang::Zh { "红包，" } else { ", " };
    format!("{}{comma}{}", words.shares(number("shares")), words.people(people))
}

/// How many are in flight at once: the one number that decides how far it goes wrong.
#[component]
fn Dial() -> impl IntoView {
    let Context { page, words, .. } = expect_context();
    let stop = |stop: u32| {
        // The last stop stands for all that is more, and shows how many that is.
        let text = move || match (stop, page.workload.read().get("concurrency").parse::<u64>()) {
            (9, Ok(many)) if many > 9 => group(many),
            (9, _) => "9+".to_owned(),
            _ => stop.to_string(),
        };
        view! {
            <label>
                <input
                    type="radio"
                    data-testid=format!("dial-{stop}")
                    name="dial"
                    prop:checked=move || page.workload.read().dial() == Some(stop)
                    on:change=move |_| page.workload.update(|workload| workload.set_dial(stop))
                />
                {text}
            </label>
        }
    };
    view! {
        <fieldset class="dial" title=words.dial.hint>
            <legend class="unseen">{words.dial.label}</legend>
            <span aria-hidden="true">{words.dial.label}</span>
            <div class="switch">{DIAL.map(stop)}</div>
        </fieldset>
    }
}

/// The one red button.
#[component]
fn Start(has_race: Memo<bool>) -> impl IntoView {
    let context: Context = expect_context();
    let Context { page, session, words, .. } = context;
    let is_racing =
        move || matches!(*page.connection.read(), Connection::Racing(_) | Connection::Reconnecting);
    let is_changed = Memo::new(move |_| context.is_changed());
    let key = move || if has_race.get() && !is_changed.get() { "R" } else { words.help.keys[0].0 };
    let text = move || match (is_racing(), has_race.get()) {
        (true, _) => words.form.racing,
        (_, true) => words.form.again,
        _ => words.form.start,
    };
    view! {
        <button
            class="go"
            type="button"
            data-testid="start"
            aria-busy=move || is_racing().to_string()
            on:click=move |_| session.start()
        >
            <span>{text}</span>
            <kbd aria-hidden="true">{key}</kbd>
        </button>
    }
}
