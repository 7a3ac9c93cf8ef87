//! The load row: how many shares, how many people, how many at once; the guess; the start.

use leptos::prelude::*;

use super::Cx;
use super::guess::guess;
use super::state::Connection;
use crate::components::dom::{El, button, choice, el};
use crate::components::live::memo;
use crate::words::Lang;
use crate::workload::DIAL;
use race_core::number::group;

/// The load row.
pub fn load(cx: Cx) -> El {
    let has_race = memo(move || cx.page.lanes[0].view.read().has_race);
    el("section", "load")
        .set("aria-label", cx.words.form.label)
        .add(el("h1", "").test("headline").says(move || headline(cx)))
        .part(move || vec![guess(cx, has_race.get())])
        .add(el("span", "gap"))
        .add(dial(cx))
        .add(start(cx, has_race))
}

/// `10 shares, 88 people`, as far as the form can be read.
fn headline(cx: Cx) -> String {
    let Cx { page, words, .. } = cx;
    let workload = page.workload.read();
    let number = |name: &str| workload.get(name).parse::<u64>().unwrap_or_default();
    // Who owns each grab may be said instead.
    let people =
        workload.lane_config(0).map_or_else(|_| number("racers"), |race| race.racers.into());
    let comma = if words.lang == Lang::Zh { "红包，" } else { ", " };
    format!("{}{comma}{}", words.shares(number("shares")), words.people(people))
}

/// How many are in flight at once: the one number that decides how far it goes wrong.
fn dial(cx: Cx) -> El {
    let Cx { page, words, .. } = cx;
    let stop = |stop: u32| {
        // The last stop stands for all that is more, and says how many that is.
        let text = move || match (stop, page.workload.read().get("concurrency").parse::<u64>()) {
            (9, Ok(many)) if many > 9 => group(many),
            (9, _) => "9+".to_owned(),
            _ => stop.to_string(),
        };
        let act = move || page.workload.update(|workload| workload.set_dial(stop));
        let input = choice("radio", &format!("dial-{stop}"), act)
            .set("name", "dial")
            .checked(move || page.workload.read().dial() == Some(stop));
        el("label", "").add(input).says(text)
    };
    el("fieldset", "dial")
        .set("title", words.dial.hint)
        .add(el("legend", "unseen").say(words.dial.label))
        .add(el("span", "").set("aria-hidden", "true").say(words.dial.label))
        .add(el("div", "switch").all(DIAL.map(stop).into()))
}

/// The one red button.
fn start(cx: Cx, has_race: Memo<bool>) -> El {
    let Cx { page, session, words, .. } = cx;
    let racing =
        move || matches!(*page.connection.read(), Connection::Racing(_) | Connection::Reconnecting);
    let changed = memo(move || cx.is_changed());
    let key = move || if has_race.get() && !changed.get() { "R" } else { words.help.keys[0].0 };
    let text = move || match (racing(), has_race.get()) {
        (true, _) => words.form.racing,
        (_, true) => words.form.again,
        _ => words.form.start,
    };
    button("go", "start", move || session.start())
        .keeps("aria-busy", move || Some(racing().to_string()))
        .add(el("span", "").says(move || text().to_owned()))
        .add(el("kbd", "").set("aria-hidden", "true").says(move || key().to_owned()))
}
