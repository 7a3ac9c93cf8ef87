//! The sentence under a lane: what is going on at the cursor, and at the end what happened.

use std::time::Duration;

use leptos::prelude::*;

use super::caption;
use super::context::{Context, SIDES};

/// The sentence is read aloud at most this often.
const ALOUD: Duration = Duration::from_secs(2);

/// The sentence of a lane; what is read aloud follows it more slowly.
#[component]
pub fn Sentence(index: usize) -> impl IntoView {
    let Context { page, words, .. } = expect_context();
    let [lane, beside] = [page.lanes[index], page.lanes[1 - index]];
    let sentence = Memo::new(move |_| {
        let beside = beside.result.read();
        let beside = beside.as_ref().map(|beside| &beside.config);
        match lane.result.read().as_ref() {
            Some(result) => caption::sentence(words, result, &lane.view.read(), beside),
            None => words.lane.no_race_yet.to_owned(),
        }
    });
    let side = SIDES[index];
    view! {
        <p class="say" data-testid=format!("caption-{side}")>{sentence}</p>
        <p class="unseen" data-testid=format!("aloud-{side}") aria-live="polite">
            {slowly(sentence)}
        </p>
    }
}

/// Returns a text that follows another one, but changes only every two seconds.
fn slowly(text: Memo<String>) -> RwSignal<String> {
    let slow = RwSignal::new(String::new());
    let waiting = StoredValue::new(false);
    Effect::new(move |_| {
        text.track();
        if waiting.get_value() {
            return;
        }
        waiting.set_value(true);
        let follow = move || {
            let _ = waiting.try_set_value(false);
            if let Some(now) = text.try_get_untracked() {
                slow.set(now);
            }
        };
        set_timeout(follow, ALOUD);
    });
    slow
}
