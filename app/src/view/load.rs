//! The load row: how many shares, how many people, how many at once; the guess; the start.

use super::live::{live, memo};
use leptos::prelude::*;

use super::Cx;
use super::guess::guess;
use super::state::Connection;
use crate::model::number::group;
use crate::model::words::Lang;
use crate::model::workload::DIAL;

/// The load row.
pub fn load(cx: Cx) -> impl IntoView {
    let Cx { words, .. } = cx;
    view! {
        <section class="load" aria-label=words.form.label>
            <h1 data-testid="headline">{live(move || headline(cx))}</h1>
            {live(move || guess(cx))}
            <span class="gap"></span>
            {dial(cx)}
            {start(cx)}
        </section>
    }
}

/// `10 shares, 88 people`, as far as the form can be read.
fn headline(cx: Cx) -> String {
    let Cx { page, words, .. } = cx;
    let number = |name: &str| {
        page.workload.with(|workload| workload.get(name).parse::<u64>().unwrap_or_default())
    };
    let comma = if words.lang == Lang::Zh { "红包，" } else { ", " };
    format!("{}{comma}{}", words.shares(number("shares")), words.people(number("racers")))
}

/// How many are in flight at once: the one number that decides how far it goes wrong.
fn dial(cx: Cx) -> impl IntoView {
    let Cx { page, words, .. } = cx;
    let at_once = memo(move || {
        page.workload.with(|workload| workload.get("concurrency").parse::<u64>().ok())
    });
    let stands_at = memo(move || page.workload.with(|workload| workload.dial()));
    let stop = |stop: u32| {
        // The last stop stands for all that is more, and says how many that is.
        let text = move || match (stop, at_once.get()) {
            (9, Some(many)) if many > 9 => group(many),
            (9, _) => "9+".to_owned(),
            _ => stop.to_string(),
        };
        view! {
            <label>
                <input
                    type="radio"
                    name="dial"
                    data-testid=format!("dial-{stop}")
                    prop:checked=live(move || stands_at.get() == Some(stop))
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
            <div class="switch">{DIAL.map(stop).into_iter().collect_view()}</div>
        </fieldset>
    }
}

/// The one red button.
fn start(cx: Cx) -> impl IntoView {
    let Cx { page, session, words, .. } = cx;
    let has_race = memo(move || page.lanes[0].view.with(|view| view.has_race));
    let racing = memo(move || {
        page.connection
            .with(|line| matches!(line, Connection::Racing(_) | Connection::Reconnecting))
    });
    let changed = memo(move || cx.is_changed());
    let key = move || if has_race.get() && !changed.get() { "R" } else { words.help.keys[0].0 };
    let text = move || match (racing.get(), has_race.get()) {
        (true, _) => words.form.racing,
        (_, true) => words.form.again,
        _ => words.form.start,
    };
    view! {
        <button class="go" data-testid="start" aria-busy=live(move || racing.get().to_string()) on:click=move |_| session.start()>
            <span>{text}</span>
            <kbd aria-hidden="true">{key}</kbd>
        </button>
    }
}
