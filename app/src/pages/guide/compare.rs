//! The page `/compare`: what to compare, the run, and its results.
//!
//! The page posts one race after the other; the tables and charts are those of the report.

pub mod choice;
mod choose;
mod fields;
mod results;
mod run;
mod save;
mod state;

use leptos::prelude::*;

use self::choose::Choose;
use self::fields::WorkloadFields;
use self::results::Results;
pub use self::state::CompareState;
use self::state::Phase;
use super::context::Context;

/// The page.
#[component]
pub fn Compare() -> impl IntoView {
    let Context { words, texts, .. } = expect_context();
    let state: CompareState = expect_context();
    view! {
        <main class="compare" id="main" tabindex="-1">
            <h1>{words.nav.compare}</h1>
            <p class="about">{texts.compare.about}</p>
            <form
                class="compare-form"
                novalidate
                on:submit=move |event| {
                    event.prevent_default();
                    run::start(state);
                }
            >
                <Choose />
                <WorkloadFields />
                // What Enter in a field presses.
                <input class="unseen" type="submit" tabindex="-1" aria-hidden="true" />
            </form>
            <Results />
            <RunBar />
        </main>
    }
}

/// Start or stop, and how far the run is: at the lower edge of the window, wherever the page is scrolled.
#[component]
fn RunBar() -> impl IntoView {
    let texts = expect_context::<Context>().texts.compare;
    let state: CompareState = expect_context();
    let is_running = move || state.phase.get() != Phase::Idle;
    let toggle = move |_| match state.phase.get_untracked() {
        Phase::Idle => run::start(state),
        _ => run::stop(state),
    };
    view! {
        <div class="bar-row">
            <button
                class="go"
                class:running=is_running
                type="button"
                data-testid="compare-start"
                on:click=toggle
            >
                {move || if is_running() { texts.stop } else { texts.start }}
            </button>
            <p class="status" role="status" data-testid="compare-status">
                {move || state.status(texts)}
            </p>
        </div>
    }
}
