//! The one animation-frame loop.

use leptos::prelude::*;

use super::{Inner, Session};
use crate::pages::race::state::Marks;

/// The components get a new snapshot this often, in ms.
const SNAPSHOT_MS: f64 = 100.0;

/// Starts the loop. A hidden tab pauses by itself: the browser calls no frames there.
pub fn run(session: Session) {
    request_animation_frame(move || {
        frame(session);
        run(session);
    });
}

fn frame(session: Session) {
    let now = window().performance().map_or(0.0, |clock| clock.now());
    let inner = session.inner.get_value();
    let mut inner = inner.borrow_mut();
    let elapsed_s = (now - inner.frame_ms) as f32 / 1_000.0;
    inner.frame_ms = now;
    let was_playing = inner.player.playing;
    inner.player.tick(elapsed_s);
    let moving = was_playing || inner.player.live;
    if !moving && !inner.dirty {
        return;
    }
    let again = std::mem::take(&mut inner.dirty);
    paint(&mut inner, again);
    if now - inner.snapshot_ms >= SNAPSHOT_MS || was_playing != inner.player.playing {
        inner.snapshot_ms = now;
        publish(session, &mut inner);
    }
}

fn paint(inner: &mut Inner, again: bool) {
    let Inner { lanes, axis, player, palette, still, .. } = inner;
    for lane in lanes {
        lane.paint(axis, player.cursor, palette, *still);
        lane.paint_mosaic(palette, again);
    }
}

/// Hands the components what changed. The words on the canvas are refreshed with it, so one more
/// frame is drawn.
fn publish(session: Session, inner: &mut Inner) {
    let page = session.page;
    let words = page.lang.get_untracked().words();
    for (index, lane) in inner.lanes.iter_mut().enumerate() {
        let view = lane.view(&inner.axis, words);
        if page.lanes[index].view.with_untracked(|known| *known != view) {
            page.lanes[index].view.set(view);
            inner.dirty = true;
        }
    }
    if page.player.with_untracked(|known| *known != inner.player) {
        page.player.set(inner.player.clone());
    }
}

/// Hands the components a new layout: the timeline's bars, chapters and ends.
pub fn publish_marks(session: Session, inner: &Inner) {
    let length = inner.player.length;
    let [left, right] = &inner.lanes;
    let chapters: Vec<(f32, u8)> = [left, right]
        .into_iter()
        .flat_map(|lane| lane.timeline.chapters.iter().map(|(at, chapter)| (*at, *chapter as u8)))
        .collect();
    let ends = [left, right].map(|lane| lane.record.as_ref().map(|_| lane.ends()));
    session.page.marks.set(Marks {
        wins: [left.wins(&inner.axis, length), right.wins(&inner.axis, length)],
        length,
        chapters,
        ends,
        stretch: inner.axis.stretch(),
    });
}
