//! The timeline: the left lane's wins stand up from the middle, the right lane's hang down; chapters
//! and ends are ticks; the cursor follows the pointer.

use std::fmt::Write;

use super::live::{live, memo};
use leptos::ev::PointerEvent;
use leptos::html::Div;
use leptos::prelude::*;
use race_core::race::field::decimal;

use super::Cx;
use super::player::words_at;

/// Of the drawing, in units of its own. Whole numbers throughout: what formats floats would be a
/// tenth of the page.
const WIDTH: u32 = 12_000;
const HEIGHT: u32 = 480;
/// Positions of the slider, which the keyboard moves.
const PLACES: u32 = 400;

/// The timeline of both lanes.
pub fn timeline(cx: Cx) -> impl IntoView {
    let Cx { page, session, words, .. } = cx;
    let ground = NodeRef::<Div>::new();
    let share = memo(move || {
        page.player.with(|player| player.cursor / player.length.max(f32::EPSILON)).clamp(0.0, 1.0)
    });
    let bars = memo(move || page.marks.with(|marks| bars(&marks.wins)));
    let seek =
        move |share: f32| session.seek(share * page.player.with_untracked(|player| player.length));
    let point = move |event: &PointerEvent| {
        let Some(ground) = ground.get_untracked() else {
            return;
        };
        let bounds = ground.get_bounding_client_rect();
        let share = (f64::from(event.client_x()) - bounds.left()) / bounds.width().max(1.0);
        seek(share.clamp(0.0, 1.0) as f32);
    };
    let down = move |event: PointerEvent| {
        if let Some(ground) = ground.get_untracked() {
            let _ = ground.set_pointer_capture(event.pointer_id());
        }
        point(&event);
    };
    let dragged = move |event: PointerEvent| {
        let held =
            ground.get_untracked().is_some_and(|it| it.has_pointer_capture(event.pointer_id()));
        if held {
            point(&event);
        }
    };
    view! {
        <div
            class="timeline"
            node_ref=ground
            style=("--at", move || percent(share.get()))
            on:pointerdown=down
            on:pointermove=dragged
        >
            <svg viewBox=format!("0 0 {WIDTH} {HEIGHT}") preserveAspectRatio="none" aria-hidden="true">
                <rect class="axis" y=HEIGHT / 2 - 5 width=WIDTH height="10"></rect>
                <path class="todo" d=bars></path>
                <path class="done" d=bars></path>
            </svg>
            {live(move || ticks(cx))}
            <span class="cursor"></span>
            <input
                type="range"
                min="0"
                max=PLACES
                aria-label=words.player.timeline
                aria-valuetext=live(move || words_at(cx))
                data-testid="timeline"
                prop:value=live(move || ((share.get() * PLACES as f32).round() as u32).to_string())
                on:input=move |event| {
                    if let Ok(place) = event_target_value(&event).parse::<u32>() {
                        seek(place as f32 / PLACES as f32);
                    }
                }
            />
        </div>
    }
}

/// Chapters and ends, as small marks with names.
fn ticks(cx: Cx) -> AnyView {
    let Cx { page, words, .. } = cx;
    let length = page.player.with(|player| player.length).max(f32::EPSILON);
    let at = move |instant: f32| percent((instant / length).clamp(0.0, 1.0));
    let names = [words.player.all_read, words.player.first_overwrite, words.player.last_share];
    page.marks.with(|marks| {
        let chapters = marks.chapters.iter().map(|(instant, chapter)| {
            let name = names.get(usize::from(*chapter)).copied().unwrap_or_default();
            ("chapter", name, at(*instant))
        });
        let ends =
            [("lane-end", words.player.left_ends), ("lane-end right", words.player.right_ends)];
        let ends = ends.into_iter().zip(marks.ends);
        let ends = ends.filter_map(|((class, name), end)| Some((class, name, at(end?))));
        let tick = |(class, name, at): (&'static str, &'static str, String)| {
            view! { <span class=class title=name style=("--at", at)></span> }
        };
        chapters.chain(ends).map(tick).collect_view().into_any()
    })
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
