//! The guess before the first race, and what came of it.

use leptos::prelude::*;

use super::Cx;
use crate::components::dom::{El, choice, el};

/// Before the first race the question; once the left lane has ended, what came of the answer.
pub fn guess(cx: Cx, has_race: bool) -> El {
    match has_race {
        true => el("p", "guess").test("guess-answer").says(move || answer(cx).unwrap_or_default()),
        false => question(cx),
    }
}

fn answer(cx: Cx) -> Option<String> {
    let guess = cx.page.guess.get()?;
    let left = cx.page.lanes[0].view.read();
    left.at_end.then(|| cx.words.guess_answer(guess, left.shares.into(), left.handed_out))
}

fn question(cx: Cx) -> El {
    let Cx { page, words, .. } = cx;
    let answer = |guess: u8, testid: &str| {
        let input = choice("radio", testid, move || page.guess.set(Some(guess)))
            .set("name", "guess")
            .checked(move || page.guess.get() == Some(guess));
        el("label", "").add(input)
    };
    let shares = cx.shares(0);
    let exactly = answer(0, "guess-exactly").says(move || words.guess_exactly(shares.get()));
    let more = answer(1, "guess-more").say(words.guess.more);
    let fewer = answer(2, "guess-fewer").say(words.guess.fewer);
    el("fieldset", "guess")
        .test("guess")
        .add(el("legend", "unseen").say(words.guess.ask))
        .add(el("span", "").set("aria-hidden", "true").say(words.guess.ask))
        .add(el("div", "switch").all(vec![exactly, more, fewer]))
}
