//! The stage: a canvas that the session draws on, and what lies under the pointer in words.

use leptos::{html, prelude::*};
use web_sys::PointerEvent;

use super::context::{Context, SIDES};

/// A point on the canvas, in CSS pixels.
#[derive(Clone, Copy, Default)]
struct Point {
    x: i32,
    y: i32,
    is_in_right_half: bool,
}

/// The stage of a lane. Everything on it stands in the facts table as well.
#[component]
pub fn Stage(index: usize) -> impl IntoView {
    let context: Context = expect_context();
    let Context { session, page, .. } = context;
    let side = SIDES[index];
    let pointer = RwSignal::new(None::<Point>);
    let canvas = NodeRef::<html::Canvas>::new();
    canvas.on_load(move |canvas| session.attach(index, canvas));
    let point = move |event: PointerEvent| {
        let width = canvas.get_untracked().map_or(0, |canvas| canvas.client_width());
        let (x, y) = (event.offset_x(), event.offset_y());
        pointer.set(Some(Point { x, y, is_in_right_half: x > width / 2 }));
    };
    let tip = move || {
        page.lanes[index].view.track();
        let under = pointer.get().and_then(|at| session.describe(index, at.x.into(), at.y.into()));
        under.unwrap_or_default()
    };
    let at = move || pointer.get().unwrap_or_default();
    view! {
        <div class="stage">
            <canvas
                node_ref=canvas
                data-testid=format!("stage-{side}")
                aria-hidden="true"
                on:pointermove=point
                on:pointerdown=point
                on:pointerleave=move |_| pointer.set(None)
            />
            <p class="sample">{move || sample(context, index)}</p>
            <p
                class="tip"
                data-testid=format!("tip-{side}")
                class:left=move || at().is_in_right_half
                style:left=move || format!("{}px", at().x)
                style:top=move || format!("{}px", at().y)
            >
                {tip}
            </p>
        </div>
    }
}

/// Returns what one mark stands for, where not everybody is drawn; else nothing.
fn sample(context: Context, index: usize) -> String {
    let Context { page, words, .. } = context;
    let asked = page.workload.read().lane_config(index).ok();
    let raced = page.lanes[index].result.read().as_ref().map(|result| result.trace_every);
    match raced.or(asked.map(|config| config.trace_every())) {
        Some(people) if people > 1 => words.sampled(people.into()),
        _ => String::new(),
    }
}
