//! The stage: a canvas that the session draws on, and what lies under the pointer in words.

use super::live::{live, memo};
use leptos::ev::PointerEvent;
use leptos::html::Canvas;
use leptos::prelude::*;

use super::Cx;

/// A place on the canvas, in CSS pixels, and whether it lies in the right half.
type Place = (f64, f64, bool);

/// The stage of a lane. Everything on it stands in the facts table as well.
pub fn stage(cx: Cx, index: usize) -> impl IntoView {
    let Cx { session, page, .. } = cx;
    let canvas = NodeRef::<Canvas>::new();
    canvas.on_load(move |canvas| session.attach(index, canvas));
    let pointer = RwSignal::new(None::<Place>);
    let view = page.lanes[index].view.read_only();
    let tip = memo(move || {
        view.track();
        pointer.get().and_then(|(x, y, _)| session.describe(index, x, y))
    });
    let at = move |event: PointerEvent| {
        let (x, y) = (f64::from(event.offset_x()), f64::from(event.offset_y()));
        let width = canvas.get_untracked().map_or(0.0, |canvas| f64::from(canvas.client_width()));
        pointer.set(Some((x, y, x > width / 2.0)));
    };
    let place = move || pointer.get().unwrap_or_default();
    view! {
        <div class="stage">
            <canvas
                node_ref=canvas
                aria-hidden="true"
                data-testid=format!("stage-{}", super::SIDES[index])
                on:pointermove=at
                on:pointerdown=at
                on:pointerleave=move |_| pointer.set(None)
            ></canvas>
            <p
                class="tip"
                class:left=live(move || place().2)
                style:left=live(move || format!("{}px", place().0 as i32))
                style:top=live(move || format!("{}px", place().1 as i32))
                data-testid=format!("tip-{}", super::SIDES[index])
            >
                {tip}
            </p>
        </div>
    }
}
