//! How many were handed out: the hero number, its three companions, and both scores for a phone.

use leptos::prelude::*;

use super::state::Lane;
use super::{Cx, SIDES};
use crate::components::dom::{El, button, el};
use crate::player::scene::LaneView;
use crate::words::Words;
use race_core::number::{group, yuan};

/// From this many grabs or shares on, the score needs the room of five digits.
const LONG: u64 = 10_000;

/// The score of a lane.
pub fn score(words: &'static Words, index: usize, lane: Lane, shares: Memo<u64>) -> El {
    let side = SIDES[index];
    let view = lane.view.read_only();
    let long = move || {
        let view = view.read();
        (view.waiting + view.in_flight + view.won + view.refused).max(shares.get()) >= LONG
    };
    let of = el("span", "hero-of")
        .add(el("strong", "").says(move || words.of(shares.get())))
        .say(words.lane.handed_out);
    let hero = el("p", "hero")
        .test(&format!("score-{side}"))
        .add(number(view).test(&format!("hero-{side}")))
        .add(of);
    let paid = move || {
        let total = lane.result.read().as_ref().map(|result| result.config.total_fen)?;
        Some(words.overpaid_tip(view.read().paid_fen, total))
    };
    let named = |name: &str| format!("{name}-{side}");
    let companions = el("dl", "companions")
        .add(companion(&named("given-twice"), words.lane.given_twice, view, |view| {
            (group(view.given_twice), view.given_twice > 0)
        }))
        .add(companion(&named("oversold"), words.lane.oversold, view, |view| {
            (group(view.oversold), view.oversold > 0)
        }))
        .add(
            companion(&named("overpaid"), words.lane.overpaid, view, |view| {
                (yuan(view.overpaid_fen), view.overpaid_fen > 0)
            })
            .keeps("title", paid),
        );
    el("div", "score-row").has("long", long).add(hero).add(companions)
}

/// How many were handed out, in the colour of how that went.
fn number(view: ReadSignal<LaneView>) -> El {
    let tone = move || {
        let view = view.read();
        match view.oversold + view.given_twice {
            0 if view.handed_out == 0 => None,
            0 => Some("exact".to_owned()),
            _ => Some("over".to_owned()),
        }
    };
    el("b", "").keeps("class", tone).says(move || group(view.read().handed_out))
}

/// A number and its name; the flag says whether it is one that should be 0.
fn companion(
    testid: &str,
    name: &str,
    view: ReadSignal<LaneView>,
    read: fn(&LaneView) -> (String, bool),
) -> El {
    let number = el("dd", "")
        .test(testid)
        .has("over", move || read(&view.read()).1)
        .says(move || read(&view.read()).0);
    el("div", "companion").add(el("dt", "").say(name)).add(number)
}

/// Both scores, always in sight on a phone; they are the switch between the lanes.
pub fn scores(cx: Cx) -> El {
    let Cx { page, words, desk, .. } = cx;
    let score = move |index: usize| {
        let venue = move || words.venue(page.workload.read().lanes[index].venue).to_owned();
        let shares = cx.shares(index);
        button("score", &format!("show-{}", SIDES[index]), move || desk.front.set(index))
            .keeps("aria-pressed", move || Some((desk.front.get() == index).to_string()))
            .add(el("small", "").says(venue))
            .add(number(page.lanes[index].view.read_only()))
            .says(move || format!(" {}", words.of(shares.get())))
    };
    el("div", "scores").add(score(0)).add(score(1))
}
