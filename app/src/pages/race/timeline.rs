//! The timeline: the left lane's wins stand up from the middle, the right lane's hang down; chapters
//! and ends are ticks; the cursor follows the pointer.

use std::fmt::Write;

use leptos::{html, prelude::*};
use race_core::config::field::decimal;
use web_sys::PointerEvent;

use super::context::Context;
use super::position::position;

/// Of the drawing, in units of its own. Whole numbers throughout: what formats floats would be a
/// tenth of the page.
const WIDTH: u32 = 12_000;
const HEIGHT: u32 = 480;
/// Positions of the slider, which the keyboard moves.
const PLACES: u32 = 400;

/// The timeline of both lanes.
#[component]
pub fn Timeline() -> impl IntoView {
    let context: Context = expect_context();
    let Context { page, session, words, .. } = context;
    let share = Memo::new(move |_| {
        let player = page.player.read();
        (player.cursor / player.length.max(f32::EPSILON)).clamp(0.0, 1.0)
    });
    let seek = move |share: f32| session.seek(share * page.player.read_untracked().length);
    let slide = move |event| {
        if let Ok(place) = event_target_value(&event).parse::<u32>() {
            seek(place as f32 / PLACES as f32);
        }
    };
    let ground = NodeRef::<html::Div>::new();
    let point = move |event: &PointerEvent| {
        let Some(ground) = ground.get_untracked() else { return };
        let bounds = ground.get_bounding_client_rect();
        let share = (f64::from(event.client_x()) - bounds.left()) / bounds.width().max(1.0);
        seek(share.clamp(0.0, 1.0) as f32);
    };
    let press = move |event: PointerEvent| {
        if let Some(ground) = ground.get_untracked() {
            let _ = ground.set_pointer_capture(event.pointer_id());
        }
        point(&event);
    };
    let drag = move |event: PointerEvent| {
        let ground = ground.get_untracked();
        if ground.is_some_and(|ground| ground.has_pointer_capture(event.pointer_id())) {
            point(&event);
        }
    };
    view! {
        <div
            class="timeline"
            node_ref=ground
            style=("--at", move || percent(share.get()))
            on:pointerdown=press
            on:pointermove=drag
        >
            <Chart />
            <Ticks />
            <span class="cursor"></span>
            <input
                data-testid="timeline"
                type="range"
                min="0"
                max=PLACES
                aria-label=words.player.timeline
                aria-valuetext=move || position(context)
                prop:value=move || ((share.get() * PLACES as f32).round() as u32).to_string()
                on:input=slide
            />
        </div>
    }
}

/// The bars, once as they are to come and once as they have been.
#[component]
fn Chart() -> impl IntoView {
    let Context { page, .. } = expect_context();
    let bars = Memo::new(move |_| bars(&page.marks.read().wins));
    view! {
        <svg viewBox=format!("0 0 {WIDTH} {HEIGHT}") aria-hidden="true" preserveAspectRatio="none">
            <path class="axis" d=format!("M0 {}h{WIDTH}v10H0z", HEIGHT / 2 - 5) />
            <path class="todo" d=bars />
            <path class="done" d=bars />
        </svg>
    }
}

/// Chapters and ends, as small marks with names.
#[component]
fn Ticks() -> impl IntoView {
    let Context { page, words, .. } = expect_context();
    let names = [words.player.all_read, words.player.first_overwrite, words.player.last_share];
    let ends = [("lane-end", words.player.left_ends), ("lane-end right", words.player.right_ends)];
    move || {
        let marks = page.marks.read();
        // The player's own length is published a frame later.
        let length = marks.length.max(f32::EPSILON);
        let tick = |class: &'static str, name: &'static str, instant: f32| {
            let at = percent((instant / length).clamp(0.0, 1.0));
            view! { <span class=class title=name style=("--at", at)></span> }
        };
        let chapters = marks.chapters.iter().map(|(instant, chapter)| {
            let name = names.get(usize::from(*chapter)).copied().unwrap_or_default();
            tick("chapter", name, *instant)
        });
        let ends = ends.into_iter().zip(marks.ends);
        let ends = ends.filter_map(|((class, name), end)| Some(tick(class, name, end?)));
        chapters.chain(ends).collect_view()
    }
}

/// Returns a share of the whole for the style sheet, to a hundredth of a percent.
fn percent(share: f32) -> String {
    format!("{}%", decimal((share * 100_000.0) as u64))
}

/// Returns the bars of both lanes as one path, scaled to the highest.
fn bars(wins: &[Vec<u32>; 2]) -> String {
    let most = wins.iter().flatten().copied().max().unwrap_or(0).max(1);
    let middle = HEIGHT / 2;
    let mut path = String::new();
    for (lane, wins) in wins.iter().enumerate() {
        let pitch = WIDTH / wins.len().max(1) as u32;
        for (slice, wins) in wins.iter().enumerate().filter(|(_, wins)| **wins > 0) {
            let height =
                (u64::from(*wins) * u64::from(middle - 20) / u64::from(most)).max(20) as u32;
            let (x, y) = (slice as u32 * pitch, if lane == 0 { middle - height } else { middle });
            let width = pitch * 18 / 25;
            let _ = write!(path, "M{x} {y}h{width}v{height}h-{width}z");
        }
    }
    path
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_left_lane_stands_up_and_the_right_one_hangs_down() {
        let path = bars(&[vec![8, 0], vec![0, 8]]);
        assert_eq!(path, "M0 20h4320v220h-4320zM6000 240h4320v220h-4320z");
        assert_eq!(bars(&[vec![], vec![0]]), "");
    }
}
