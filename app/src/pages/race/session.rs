//! The session: runs races, moves the cursor in one animation-frame loop, and hands snapshots to
//! the components at most ten times a second.

mod lane;
mod run;
mod tick;

use std::cell::RefCell;
use std::rc::Rc;

use leptos::prelude::*;
use web_sys::HtmlCanvasElement;

use self::lane::LaneState;
use crate::draw::{Mosaic, Palette, Stage};
use crate::pages::race::state::{Connection, Page};
use crate::player::axis::Axis;
use crate::player::playback::{Player, speed_from_slider};
use crate::player::timeline::{EXIT_S, by_time};

/// A handle that components call; it is `Copy`, like a signal.
#[derive(Clone, Copy)]
pub struct Session {
    page: Page,
    inner: StoredValue<Rc<RefCell<Inner>>, LocalStorage>,
}

/// What changes too often for signals.
struct Inner {
    player: Player,
    lanes: [LaneState; 2],
    axis: Axis,
    palette: Palette,
    /// Counts starts: whatever belongs to an earlier one is dropped.
    run: u32,
    /// True if a race is under way or on its way.
    busy: bool,
    /// Where the cursor goes once both lanes are in, and whether it plays on from there.
    opens_at: Option<f32>,
    frame_ms: f64,
    snapshot_ms: f64,
    /// Something has changed that the canvases have not drawn.
    dirty: bool,
    still: bool,
}

impl Session {
    /// A session for this page; starts the one animation-frame loop.
    pub fn new(page: Page) -> Session {
        let inner = Inner {
            player: page.player.get_untracked(),
            lanes: [LaneState::default(), LaneState::default()],
            axis: Axis::of(&[]),
            palette: Palette::read(),
            run: 0,
            busy: false,
            opens_at: None,
            frame_ms: 0.0,
            snapshot_ms: 0.0,
            dirty: true,
            still: prefers_less_motion(),
        };
        let session = Session { page, inner: StoredValue::new_local(Rc::new(RefCell::new(inner))) };
        session.follow_theme();
        tick::run(session);
        session
    }

    /// Starts the race of both lanes anew, from the form.
    pub fn start(&self) {
        run::start(*self, None);
    }

    /// Starts the race of both lanes and leaves the cursor at this second of playback, paused: what
    /// a shared link asks for.
    pub fn open_at(&self, cursor: f32) {
        run::start(*self, Some(cursor));
    }

    /// Space: starts if there is no race yet, else plays or pauses; at the end, plays again.
    pub fn toggle(&self) {
        let (has_race, busy) = self.read(|inner| (inner.lanes[0].record.is_some(), inner.busy));
        if has_race {
            self.change(|inner| inner.player.toggle());
        } else if !busy {
            self.start();
        }
    }

    /// Pauses.
    pub fn pause(&self) {
        self.change(|inner| inner.player.pause());
    }

    /// Moves the cursor, in playback seconds.
    pub fn seek(&self, to: f32) {
        self.change(|inner| inner.player.seek(to));
    }

    /// One event on or back.
    pub fn step(&self, forward: bool) {
        self.change(|inner| {
            let instants = inner.instants();
            inner.player.step(forward, &instants);
        });
    }

    /// One chapter on or back.
    pub fn chapter(&self, forward: bool) {
        self.change(|inner| {
            let chapters = inner.chapters();
            inner.player.chapter(forward, &chapters);
        });
    }

    /// The speed slider, 0 to 100.
    pub fn set_speed(&self, slider: u8) {
        self.change(|inner| {
            inner.player.speed = speed_from_slider(f32::from(slider), inner.axis.stretch());
        });
    }

    /// Gives a lane the canvas to draw on.
    pub fn attach(&self, lane: usize, canvas: HtmlCanvasElement) {
        self.change(|inner| inner.lanes[lane].stage = Stage::new(canvas));
    }

    /// Gives a lane the canvas for the board of a large packet.
    pub fn attach_mosaic(&self, lane: usize, canvas: HtmlCanvasElement) {
        self.change(|inner| inner.lanes[lane].give_mosaic(Mosaic::new(canvas)));
    }

    /// What lies under the pointer on a lane's canvas, as a sentence, if anything does.
    pub fn describe(&self, lane: usize, x: f64, y: f64) -> Option<String> {
        let words = self.page.lang.get_untracked().words();
        self.read(|inner| inner.lanes[lane].describe(words, x, y))
    }

    /// Colours are read again when the theme has changed and the browser has applied it.
    fn follow_theme(&self) {
        let session = *self;
        Effect::new(move |_| {
            session.page.theme.track();
            session.page.presenter.track();
            request_animation_frame(move || {
                session.change(|inner| inner.palette = Palette::read());
            });
        });
        Effect::new(move |_| {
            session.page.lang.track();
            session.change(|_| ());
        });
        let media = window().match_media("(prefers-color-scheme: dark)").ok().flatten();
        if let Some(media) = media {
            let changed = wasm_bindgen::closure::Closure::<dyn Fn()>::new(move || {
                session.change(|inner| inner.palette = Palette::read());
            });
            use wasm_bindgen::JsCast;
            media.set_onchange(Some(changed.as_ref().unchecked_ref()));
            changed.forget();
        }
    }

    /// Reads the inner state.
    fn read<T>(&self, read: impl FnOnce(&Inner) -> T) -> T {
        let inner = self.inner.get_value();
        let inner = inner.borrow();
        read(&inner)
    }

    /// Changes the inner state; the next frame draws it and the components get a new snapshot.
    fn change<T>(&self, change: impl FnOnce(&mut Inner) -> T) -> T {
        let inner = self.inner.get_value();
        let mut inner = inner.borrow_mut();
        inner.dirty = true;
        inner.snapshot_ms = 0.0;
        change(&mut inner)
    }

    fn connection(&self, now: Connection) {
        self.page.connection.set(now);
    }
}

impl Inner {
    /// Lays out both lanes on one axis, after one of them has changed.
    fn lay_out(&mut self) {
        let records: Vec<_> = self.lanes.iter().filter_map(|lane| lane.record.as_ref()).collect();
        self.axis = Axis::of(&records);
        for lane in &mut self.lanes {
            lane.lay_out(&self.axis);
        }
        let ends = self.lanes.iter().map(LaneState::ends).fold(0.0, f32::max);
        // The last cards get the time to leave.
        self.player.length = self.axis.length().max(ends + EXIT_S);
        self.dirty = true;
    }

    /// The instants of both lanes, in order, each once.
    fn instants(&self) -> Vec<f32> {
        let mut instants =
            in_order(self.lanes.iter().flat_map(|lane| lane.timeline.instants()).collect());
        instants.dedup_by(|a, b| (*a - *b).abs() < 1e-4);
        instants
    }

    /// Where a presenter jumps to, in order.
    fn chapters(&self) -> Vec<f32> {
        let chapters = self.lanes.iter().flat_map(|lane| &lane.timeline.chapters);
        in_order(chapters.map(|(at, _)| *at).collect())
    }
}

fn in_order(instants: Vec<f32>) -> Vec<f32> {
    by_time(instants.iter().copied()).into_iter().map(|at| instants[at as usize]).collect()
}

fn prefers_less_motion() -> bool {
    let media = window().match_media("(prefers-reduced-motion: reduce)").ok().flatten();
    media.is_some_and(|media| media.matches())
}
