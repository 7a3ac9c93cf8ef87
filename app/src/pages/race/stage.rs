//! The stage: a canvas that the session draws on, and what lies under the pointer in words.

use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{Event, HtmlCanvasElement, PointerEvent};

use super::{Cx, SIDES};
use crate::components::dom::{El, el};

/// A place on the canvas, in CSS pixels, and whether it lies in the right half.
type Place = (i32, i32, bool);

/// The stage of a lane. Everything on it stands in the facts table as well.
pub fn stage(cx: Cx, index: usize) -> El {
    let Cx { session, page, .. } = cx;
    let side = SIDES[index];
    let pointer = RwSignal::new(None::<Place>);
    let canvas = el("canvas", "").test(&format!("stage-{side}")).set("aria-hidden", "true");
    let surface = canvas.raw::<HtmlCanvasElement>();
    session.attach(index, surface.clone());
    let at = move |event: Event| {
        let event = event.unchecked_into::<PointerEvent>();
        let (x, y) = (event.offset_x(), event.offset_y());
        pointer.set(Some((x, y, x > surface.client_width() / 2)));
    };
    let canvas = canvas
        .on("pointermove", at.clone())
        .on("pointerdown", at)
        .on("pointerleave", move |_| pointer.set(None));
    let tip = move || {
        page.lanes[index].view.track();
        let under = pointer.get().and_then(|(x, y, _)| session.describe(index, x.into(), y.into()));
        under.unwrap_or_default()
    };
    let place = move || pointer.get().unwrap_or_default();
    let tip = el("p", "tip")
        .test(&format!("tip-{side}"))
        .has("left", move || place().2)
        .styles("left", move || format!("{}px", place().0))
        .styles("top", move || format!("{}px", place().1))
        .says(tip);
    el("div", "stage").add(canvas).add(el("p", "sample").says(move || sample(cx, index))).add(tip)
}

/// What one mark stands for, where not everybody is drawn.
fn sample(cx: Cx, index: usize) -> String {
    let asked = cx.page.workload.read().lane_config(index).ok();
    let raced = cx.page.lanes[index].result.read().as_ref().map(|result| result.trace_every);
    match raced.or(asked.map(|config| config.trace_every())) {
        Some(people) if people > 1 => cx.words.sampled(people.into()),
        _ => String::new(),
    }
}
