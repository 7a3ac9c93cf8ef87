//! The player: step, play, the timeline, where the cursor is, how fast it goes.

use leptos::prelude::*;
use race_core::trace::Verb;

use super::{Cx, timeline};
use crate::components::dom::{El, button, el, typed};
use crate::components::icon::{BACK, ON, PAUSE, PLAY, icon};
use crate::components::live::memo;
use crate::player::playback::{slider_from_speed, speed_words};

/// The bar under both lanes.
pub fn player(cx: Cx) -> El {
    el("footer", "player")
        .set("aria-label", cx.words.player.label)
        .add(transport(cx))
        .add(timeline::timeline(cx))
        .add(whereabouts(cx))
        .add(speed(cx))
}

fn transport(cx: Cx) -> El {
    let Cx { page, session, words, .. } = cx;
    let playing = memo(move || page.player.read().playing);
    let name =
        move || Some(if playing.get() { words.player.pause } else { words.player.play }.to_owned());
    let play = button("tool play", "play", move || session.toggle())
        .keeps("aria-label", name)
        .keeps("title", name)
        .part(move || vec![icon(if playing.get() { PAUSE } else { PLAY }, "full")]);
    let step = |forward: bool, testid: &str, name: &str, path: &str| {
        button("tool", testid, move || session.step(forward))
            .set("aria-label", name)
            .set("title", name)
            .add(icon(path, "full"))
    };
    el("div", "transport")
        .add(step(false, "step-back", words.player.step_back, BACK))
        .add(play)
        .add(step(true, "step-forward", words.player.step_forward, ON))
}

/// The round or the true time at the cursor, the command, and whether this is the live edge.
fn whereabouts(cx: Cx) -> El {
    let Cx { page, session, words, .. } = cx;
    let edge = memo(move || {
        let player = page.player.read();
        (player.live, player.following)
    });
    let verb = move || {
        let verb = page.lanes[0].view.read().verb.filter(|verb| *verb != Verb::None);
        verb.map_or(String::new(), |verb| verb.name().to_ascii_uppercase())
    };
    let below = move || match edge.get() {
        (true, true) => el("span", "live").test("live").say(words.player.live),
        (true, false) => {
            let go = move || session.seek(f32::MAX);
            button("to-live", "to-live", go).say(words.player.to_live)
        }
        (false, _) => el("span", "").says(verb),
    };
    el("p", "where")
        .test("where")
        .says(move || words_at(cx))
        .add(el("small", "").part(move || vec![below()]))
}

/// Where the cursor is, in words.
pub fn words_at(cx: Cx) -> String {
    let Cx { page, words, .. } = cx;
    let views = page.lanes.map(|lane| {
        let view = lane.view.read();
        (view.round, view.true_us, view.turn)
    });
    if let Some((turn, of)) = views[0].2.or(views[1].2) {
        return words.turn(turn, of);
    }
    if let Some((round, of)) = views[0].0.or(views[1].0) {
        return words.round(round, of);
    }
    let Some(now) = views[0].1.max(views[1].1) else { return String::new() };
    let us = |lane: usize| {
        let result = page.lanes[lane].result.read();
        result.as_ref().map_or(0, |result| (result.elapsed_ms * 1_000.0) as u64)
    };
    // While a race is under way, nobody knows how long it will be.
    let longest = if page.player.read().live { now } else { us(0).max(us(1)) };
    words.at(now.min(longest), longest)
}

fn speed(cx: Cx) -> El {
    let Cx { page, session, words, .. } = cx;
    let speed = memo(move || (page.player.read().speed, page.marks.read().stretch));
    let said = move || {
        let (speed, stretch) = speed.get();
        speed_words(words, speed, stretch)
    };
    let place = move || {
        let (speed, stretch) = speed.get();
        (slider_from_speed(speed, stretch).round() as u32).to_string()
    };
    let slider = el("input", "")
        .test("speed")
        .set("type", "range")
        .set("min", "0")
        .set("max", "100")
        .set("aria-label", words.player.speed)
        .keeps("aria-valuetext", move || Some(said()))
        .value(place)
        .on("input", move |event| {
            if let Ok(place) = typed(&event).parse() {
                session.set_speed(place);
            }
        });
    el("label", "speed").add(slider).add(el("span", "").test("speed-words").says(said))
}
