//! The sentence under a lane: what is going on at the cursor, and at the end what happened.

use super::live::{effect, memo};
use leptos::prelude::*;

use super::{Cx, SIDES};
use crate::model::caption;

/// The sentence is read aloud at most this often, in ms.
const ALOUD_MS: u64 = 2_000;

/// The sentence of a lane; what is read aloud follows it more slowly.
pub fn say(cx: Cx, index: usize) -> impl IntoView {
    let Cx { page, words, .. } = cx;
    let [lane, beside] = [page.lanes[index], page.lanes[1 - index]];
    let sentence = memo(move || {
        let beside = beside.result.with(|beside| beside.as_ref().map(|it| it.config.clone()));
        lane.result.with(|result| match result {
            Some(result) => {
                lane.view.with(|view| caption::sentence(words, result, view, beside.as_ref()))
            }
            None => words.lane.no_race_yet.to_owned(),
        })
    });
    let aloud = RwSignal::new(String::new());
    let waiting = StoredValue::new(false);
    effect(move || {
        sentence.track();
        if waiting.get_value() {
            return;
        }
        waiting.set_value(true);
        set_timeout(
            move || {
                let _ = waiting.try_set_value(false);
                if let Some(now) = sentence.try_get_untracked() {
                    aloud.set(now);
                }
            },
            std::time::Duration::from_millis(ALOUD_MS),
        );
    });
    view! {
        <p class="say" data-testid=format!("caption-{}", SIDES[index])>
            {sentence}
        </p>
        <p class="unseen" aria-live="polite" data-testid=format!("aloud-{}", SIDES[index])>
            {aloud}
        </p>
    }
}
