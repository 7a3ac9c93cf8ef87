//! One lane of a session: its record, its layout, its canvases.

use race_core::trace::Venue;

use crate::draw::{CARDS_MAX, Labels, LaneShape, Mosaic, Palette, Stage};
use crate::pages::race::board::ROWS_MAX;
use crate::player::axis::Axis;
use crate::player::lane_view::LaneView;
use crate::player::outline::Outline;
use crate::player::record::Record;
use crate::player::scene::{Scene, holders};
use crate::player::timeline::{Timeline, is_win};
use crate::words::Words;

/// Slices of the timeline under the lanes.
const SLICES: usize = 120;

/// A lane between frames.
#[derive(Default)]
pub struct LaneState {
    /// The race, once one has begun.
    pub record: Option<Record>,
    /// The record in playback time.
    pub timeline: Timeline,
    /// The lane at the cursor.
    pub scene: Scene,
    /// The canvas with the crowd, the cards and the envelope.
    pub stage: Option<Stage>,
    outline: Outline,
    mosaic: Option<Mosaic>,
    mosaic_shown: Option<usize>,
    labels: Labels,
}

impl LaneState {
    /// Takes a race that has just begun.
    pub fn begin(&mut self, record: Record) {
        self.outline = Outline::of(record.result.config.program());
        self.scene = Scene::new(record.result.shares);
        self.timeline = Timeline::default();
        self.mosaic_shown = None;
        self.record = Some(record);
    }

    /// Forgets the race.
    pub fn clear(&mut self) {
        self.record = None;
        self.timeline = Timeline::default();
        self.scene = Scene::default();
        self.mosaic_shown = None;
    }

    /// Lays the record out anew; the scene is folded again from the beginning.
    pub fn lay_out(&mut self, axis: &Axis) {
        if let Some(record) = &self.record {
            self.timeline = Timeline::of(record, axis);
            self.scene = Scene::new(record.result.shares);
        }
    }

    /// Where the lane ends, in seconds of playback.
    pub fn ends(&self) -> f32 {
        self.timeline.ends
    }

    /// A canvas for the board, or none.
    pub fn give_mosaic(&mut self, mosaic: Option<Mosaic>) {
        self.mosaic = mosaic;
        self.mosaic_shown = None;
    }

    /// Moves the lane to the cursor and draws it.
    pub fn paint(&mut self, axis: &Axis, at: f32, palette: &Palette, still: bool) {
        let idle =
            LaneShape { venue: Venue::Client, width: 8, shares: 10, grabs: 0, board_beside: false };
        let shape = self.record.as_ref().map_or(idle, |record| LaneShape {
            venue: record.result.venue,
            width: record.result.config.concurrency.min(record.result.grabs),
            shares: record.result.shares,
            grabs: record.result.grabs,
            board_beside: u64::from(record.result.shares) > ROWS_MAX,
        });
        if let Some(record) = &self.record {
            self.scene.seek(record, &self.timeline, axis, at);
        }
        if let Some(stage) = &mut self.stage {
            stage.paint(&self.scene, &shape, &self.labels, palette, still);
        }
    }

    /// Draws the board of a large packet if it has changed.
    pub fn paint_mosaic(&mut self, palette: &Palette, again: bool) {
        let shown = self.scene.shown();
        if let Some(mosaic) = &mut self.mosaic
            && (again || self.mosaic_shown != Some(shown))
        {
            mosaic.paint(&self.scene.owners, palette);
            self.mosaic_shown = Some(shown);
        }
    }

    /// A snapshot for the components; refreshes the words on the canvas on the way.
    pub fn view(&mut self, axis: &Axis, words: &Words) -> LaneView {
        let Some(record) = &self.record else {
            return LaneView::default();
        };
        let view = self.scene.view(record, &self.timeline, axis, &self.outline);
        self.labels = self.label(&view, words);
        view
    }

    /// Wins by slice of playback time.
    pub fn wins(&self, axis: &Axis, length: f32) -> Vec<u32> {
        let mut slices = vec![0; SLICES];
        let Some(record) = &self.record else {
            return slices;
        };
        let mut add = |at: f32, wins: u32| {
            let slice = (at / length.max(1e-3) * SLICES as f32) as usize;
            slices[slice.min(SLICES - 1)] += wins;
        };
        if record.is_whole() {
            for index in &self.timeline.order {
                if is_win(&record.steps[*index as usize]) {
                    add(self.timeline.spans[*index as usize].shows, 1);
                }
            }
        } else {
            for tally in &record.tallies {
                add(axis.at_us(tally.at_us), tally.shares.len() as u32);
            }
        }
        slices
    }

    /// What lies under a point of the stage.
    pub fn describe(&self, words: &Words, x: f64, y: f64) -> Option<String> {
        let grab = self.stage.as_ref()?.grab_at(x, y)?;
        let card = self.scene.cards.iter().find(|card| card.grab == grab)?;
        let racer = self.record.as_ref()?.result.config.racer(grab);
        Some(words.card(racer + 1, grab + 1, card))
    }

    fn label(&self, view: &LaneView, words: &Words) -> Labels {
        let many = self.scene.cards.len() > CARDS_MAX as usize;
        let held = self.scene.cards.iter().filter(|_| many).filter_map(|card| card.held);
        let groups = holders(held).into_iter().take(2);
        Labels {
            waiting: words.waiting(view.waiting),
            stock: words.stage.stock.to_owned(),
            redis_took: words.stage.redis_took.to_owned(),
            one_at_a_time: words.stage.door.to_owned(),
            now: view.stock.map_or(String::new(), |stock| words.now(stock)),
            won: words.stage.won.to_owned(),
            overwritten: words.stage.overwritten.to_owned(),
            groups: groups.map(|(value, n)| words.hold(u64::from(n), value)).collect(),
            turns: view.turns.clone(),
            is_xray: !view.log.is_empty() && view.round.is_none(),
        }
    }
}
