//! The guess before the first race, and what came of it.

use leptos::prelude::*;

use super::context::Context;

/// Before the first race the question; once the left lane has ended, what came of the answer.
#[component]
pub fn Guess(has_race: Memo<bool>) -> impl IntoView {
    move || match has_race.get() {
        true => view! { <Answer /> }.into_any(),
        false => view! { <Question /> }.into_any(),
    }
}

#[component]
fn Answer() -> impl IntoView {
    let Context { page, words, .. } = expect_context();
    let answer = move || {
        let guess = page.guess.get()?;
        let left = page.lanes[0].view.read();
        left.at_end.then(|| words.guess_answer(guess, left.shares.into(), left.handed_out))
    };
    view! {
        <p class="guess" data-testid="guess-answer">
            {move || answer().unwrap_or_default()}
        </p>
    }
}

#[component]
fn Question() -> impl IntoView {
    let context: Context = expect_context();
    let Context { page, words, .. } = context;
    let shares = context.shares(0);
    let radio = move |guess: u8, testid: &'static str| {
        view! {
            <input
                type="radio"
                data-testid=testid
                name="guess"
                prop:checked=move || page.guess.get() == Some(guess)
                on:change=move |_| page.guess.set(Some(guess))
            />
        }
    };
    view! {
        <fieldset class="guess" data-testid="guess">
            <legend class="unseen">{words.guess.ask}</legend>
            <span aria-hidden="true">{words.guess.ask}</span>
            <div class="switch">
                <label>
                    {radio(0, "guess-exactly")}
                    {move || words.guess_exactly(shares.get())}
                </label>
                <label>{radio(1, "guess-more")}{words.guess.more}</label>
                <label>{radio(2, "guess-fewer")}{words.guess.fewer}</label>
            </div>
        </fieldset>
    }
}
