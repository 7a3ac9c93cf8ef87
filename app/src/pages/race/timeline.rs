//! The timeline: the left lane's wins stand up from the middle, the right lane's hang down; chapters
//! and ends are ticks; the cursor follows the pointer.

use std::fmt::Write;

use leptos::prelude::*;
use race_core::race::field::decimal;
use wasm_bindgen::JsCast;
use web_sys::{Element, Event, PointerEvent};

use super::Cx;
use super::player::words_at;
use crate::components::dom::{El, el, svg, typed};
use crate::components::icon::drawing;
use crate::components::live::memo;

/// Of the drawing, in units of its own. Whole numbers throughout: what formats floats would be a
/// tenth of the page.
const WIDTH: u32 = 12_000;
const HEIGHT: u32 = 480;
/// Positions of the slider, which the keyboard moves.
const PLACES: u32 = 400;

/// The timeline of both lanes.
pub fn timeline(cx: Cx) -> El {
    let Cx { page, session, words, .. } = cx;
    let share = memo(move || {
        let player = page.player.read();
        (player.cursor / player.length.max(f32::EPSILON)).clamp(0.0, 1.0)
    });
    let seek = move |share: f32| session.seek(share * page.player.read_untracked().length);
    let slider = el("input", "")
        .test("timeline")
        .set("type", "range")
        .set("min", "0")
        .set("max", &PLACES.to_string())
        .set("aria-label", words.player.timeline)
        .keeps("aria-valuetext", move || Some(words_at(cx)))
        .value(move || ((share.get() * PLACES as f32).round() as u32).to_string())
        .on("input", move |event| {
            if let Ok(place) = typed(&event).parse::<u32>() {
                seek(place as f32 / PLACES as f32);
            }
        });
    let ground = el("div", "timeline");
    let surface = ground.raw::<Element>();
    let point = move |event: &PointerEvent| {
        let bounds = surface.get_bounding_client_rect();
        let share = (f64::from(event.client_x()) - bounds.left()) / bounds.width().max(1.0);
        seek(share.clamp(0.0, 1.0) as f32);
    };
    let (surface, go) = (ground.raw::<Element>(), point.clone());
    let down = move |event: Event| {
        let event = event.unchecked_into::<PointerEvent>();
        let _ = surface.set_pointer_capture(event.pointer_id());
        go(&event);
    };
    let surface = ground.raw::<Element>();
    let dragged = move |event: Event| {
        let event = event.unchecked_into::<PointerEvent>();
        if surface.has_pointer_capture(event.pointer_id()) {
            point(&event);
        }
    };
    ground
        .styles("--at", move || percent(share.get()))
        .on("pointerdown", down)
        .on("pointermove", dragged)
        .add(chart(cx))
        .part(move || ticks(cx))
        .add(el("span", "cursor"))
        .add(slider)
}

/// The bars, once as they are to come and once as they have been.
fn chart(cx: Cx) -> El {
    let bars = memo(move || bars(&cx.page.marks.read().wins));
    let axis = format!("M0 {}h{WIDTH}v10H0z", HEIGHT / 2 - 5);
    drawing("", &format!("0 0 {WIDTH} {HEIGHT}"))
        .set("preserveAspectRatio", "none")
        .add(svg("path", "axis").set("d", &axis))
        .add(svg("path", "todo").keeps("d", move || Some(bars.get())))
        .add(svg("path", "done").keeps("d", move || Some(bars.get())))
}

/// Chapters and ends, as small marks with names.
fn ticks(cx: Cx) -> Vec<El> {
    let Cx { page, words, .. } = cx;
    // The marks are published together with the length that they lie on.
    let marks = page.marks.read();
    let length = page.player.read_untracked().length.max(f32::EPSILON);
    let at = |instant: f32| percent((instant / length).clamp(0.0, 1.0));
    let tick = |class: &str, name: &str, at: String| {
        el("span", class).set("title", name).styles("--at", move || at.clone())
    };
    let names = [words.player.all_read, words.player.first_overwrite, words.player.last_share];
    let chapters = marks.chapters.iter().map(|(instant, chapter)| {
        let name = names.get(usize::from(*chapter)).copied().unwrap_or_default();
        tick("chapter", name, at(*instant))
    });
    let ends = [("lane-end", words.player.left_ends), ("lane-end right", words.player.right_ends)];
    let ends = ends.into_iter().zip(marks.ends);
    chapters
        .chain(ends.filter_map(|((class, name), end)| Some(tick(class, name, at(end?)))))
        .collect()
}

/// A share of the whole for the style sheet, to a hundredth of a percent.
fn percent(share: f32) -> String {
    format!("{}%", decimal((share * 100_000.0) as u64))
}

/// The bars of both lanes as one path, scaled to the highest.
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
