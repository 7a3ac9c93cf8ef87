//! The guess before the first race, and what came of it.

use super::live::{live, memo};
use leptos::prelude::*;

use super::Cx;

/// Before the first race the question; once the left lane has ended, what came of the answer.
pub fn guess(cx: Cx) -> AnyView {
    let Cx { page, words, .. } = cx;
    let left = page.lanes[0];
    let has_race = memo(move || left.view.with(|view| view.has_race));
    let won = memo(move || {
        left.view.with(|view| view.at_end.then_some((u64::from(view.shares), view.handed_out)))
    });
    if !has_race.get() {
        return question(cx).into_any();
    }
    let answer = move || {
        let (guess, (shares, won)) = (page.guess.get()?, won.get()?);
        Some(words.guess_answer(guess, shares, won))
    };
    view! { <p class="guess" data-testid="guess-answer">{answer}</p> }.into_any()
}

fn question(cx: Cx) -> impl IntoView {
    let Cx { page, words, .. } = cx;
    let shares = cx.shares(0);
    let answer = |guess: u8, testid: &'static str, text: AnyView| {
        view! {
            <label>
                <input
                    type="radio"
                    name="guess"
                    data-testid=testid
                    prop:checked=live(move || page.guess.get() == Some(guess))
                    on:change=move |_| page.guess.set(Some(guess))
                />
                {text}
            </label>
        }
        .into_any()
    };
    view! {
        <fieldset class="guess" data-testid="guess">
            <legend class="unseen">{words.guess.ask}</legend>
            <span aria-hidden="true">{words.guess.ask}</span>
            <div class="switch">
                {answer(0, "guess-exactly", (move || words.guess_exactly(shares.get())).into_any())}
                {answer(1, "guess-more", words.guess.more.into_any())}
                {answer(2, "guess-fewer", words.guess.fewer.into_any())}
            </div>
        </fieldset>
    }
}
