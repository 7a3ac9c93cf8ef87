//! The sentence under a lane: what is going on at the cursor, and at the end what happened.

use leptos::prelude::*;

use super::{Cx, SIDES};
use crate::components::dom::{El, el};
use crate::components::live::{effect, memo};
use crate::pages::race::caption;

/// The sentence is read aloud at most this often, in ms.
const ALOUD_MS: u64 = 2_000;

/// The sentence of a lane; what is read aloud follows it more slowly.
pub fn say(cx: Cx, index: usize) -> [El; 2] {
    let Cx { page, words, .. } = cx;
    let [lane, beside] = [page.lanes[index], page.lanes[1 - index]];
    let sentence = memo(move || {
        let beside = beside.result.read();
        let beside = beside.as_ref().map(|beside| &beside.config);
        match lane.result.read().as_ref() {
            Some(result) => caption::sentence(words, result, &lane.view.read(), beside),
            None => words.lane.no_race_yet.to_owned(),
        }
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
    let side = SIDES[index];
    [
        el("p", "say").test(&format!("caption-{side}")).says(move || sentence.get()),
        el("p", "unseen")
            .test(&format!("aloud-{side}"))
            .set("aria-live", "polite")
            .says(move || aloud.get()),
    ]
}
