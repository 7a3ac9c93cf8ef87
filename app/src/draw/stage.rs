//! The stage of a lane: the crowd on the left, Redis as an envelope on the right, cards between.

use race_core::trace::Venue;

use super::card;
use super::layout::{CARDS_MAX, Labels, LaneShape, Layout};
use super::palette::Palette;
use super::pen::Pen;
use crate::player::lane_view::TurnBox;
use crate::player::scene::Scene;

const STRIP: f64 = 34.0;
const TEXT: &str = "14px system-ui, 'Noto Sans CJK SC', 'PingFang SC', sans-serif";
const TEXT_BOLD: &str = "700 14px system-ui, 'Noto Sans CJK SC', 'PingFang SC', sans-serif";
const MONO: &str = "14px ui-monospace, SFMono-Regular, Menlo, monospace";

/// One lane's canvas.
pub struct Stage {
    pen: Pen,
    hits: Vec<(u32, f64, f64)>,
}

impl Stage {
    /// A stage on this canvas.
    pub fn new(canvas: web_sys::HtmlCanvasElement) -> Option<Stage> {
        Some(Stage { pen: Pen::new(canvas)?, hits: Vec::new() })
    }

    /// Draws a lane as it is at the cursor.
    pub fn paint(
        &mut self,
        scene: &Scene,
        lane: &LaneShape,
        labels: &Labels,
        palette: &Palette,
        still: bool,
    ) {
        self.pen.begin();
        let pen = &self.pen;
        let layout = Layout::new(pen.width, pen.height - STRIP, lane, still);
        crowd(pen, scene.crowd.0, &layout, labels, palette);
        self.hits.clear();
        match lane.width <= CARDS_MAX {
            true => card::cards(pen, scene, &layout, labels, palette, &mut self.hits),
            false => card::marks(pen, scene, &layout, labels, palette, &mut self.hits),
        }
        envelope(pen, scene, &layout, labels, palette);
        strip(pen, labels, lane.venue, palette);
    }

    /// The grab whose mark lies under a point, in CSS pixels.
    pub fn grab_at(&self, x: f64, y: f64) -> Option<u32> {
        let near = |(_, mark_x, mark_y): &&(u32, f64, f64)| {
            (mark_x - x).abs() < 32.0 && (mark_y - y).abs() < 14.0
        };
        let distance = |mark: &(u32, f64, f64)| (mark.1 - x).hypot(mark.2 - y);
        let nearest =
            self.hits.iter().filter(near).min_by(|a, b| distance(a).total_cmp(&distance(b)));
        nearest.map(|(grab, ..)| *grab)
    }
}

/// People who have not grabbed yet: each one up to some hundreds, then a column that drains.
fn crowd(pen: &Pen, waiting: u64, layout: &Layout, labels: &Labels, palette: &Palette) {
    let (columns, pitch, size) = match layout.lane.grabs {
        0..=120 => (6, 15.0, 8.0),
        121..=600 => (14, 6.0, 4.0),
        _ => (0, 0.0, 0.0),
    };
    pen.fill(&palette.idle);
    if columns == 0 {
        let full = layout.height - 44.0;
        let share = waiting as f64 / f64::from(layout.lane.grabs);
        pen.fill(&palette.line);
        pen.block(16.0, 12.0, 56.0, full);
        pen.fill(&palette.idle);
        pen.block(16.0, 12.0 + full * (1.0 - share), 56.0, full * share);
    }
    let rows = ((layout.height - 40.0) / pitch).max(1.0) as u64;
    let shown = if columns == 0 { 0 } else { waiting.min(rows * columns) };
    for index in 0..shown {
        let (column, row) = (index % columns, index / columns);
        pen.block(16.0 + column as f64 * pitch, 12.0 + row as f64 * pitch, size, size);
    }
    pen.font(TEXT);
    pen.align("left");
    pen.fill(&palette.mute);
    pen.write(&labels.waiting, 16.0, layout.height - 14.0);
}

/// Redis: a red envelope that shows its stock.
fn envelope(pen: &Pen, scene: &Scene, layout: &Layout, labels: &Labels, palette: &Palette) {
    let (x, y, width, height) = layout.envelope();
    pen.fill(&palette.envelope);
    pen.stroke(&palette.gold, 2.0);
    pen.plate(x, y, width, height, 12.0);
    let flap = y + height * 0.26;
    pen.fill(&palette.flap);
    pen.flap((x + 1.0, y + 6.0), (x + width - 1.0, y + 6.0), flap);
    pen.fill(&palette.gold);
    pen.disc(x + width / 2.0, flap, 9.0);
    pen.align("center");
    pen.fill(&palette.on_envelope);
    let stock = scene.stock.map_or("–".to_owned(), |stock| stock.to_string());
    let fits = (width - 10.0) / (stock.len() as f64 * 0.62);
    pen.font(match fits as u32 {
        36.. => "800 36px system-ui, sans-serif",
        28..36 => "800 28px system-ui, sans-serif",
        20..28 => "800 20px system-ui, sans-serif",
        _ => "800 14px system-ui, sans-serif",
    });
    pen.write(&stock, x + width / 2.0, y + height * 0.58);
    pen.font(TEXT);
    pen.write(&labels.stock, x + width / 2.0, y + height * 0.83);
    if scene.overwritten_up {
        pen.font(TEXT_BOLD);
        pen.fill(&palette.over);
        pen.write(&labels.overwritten, x + width / 2.0, y + height + 12.0);
    }
}

/// What Redis ran, in its own order; a box is what nobody stepped into.
fn strip(pen: &Pen, labels: &Labels, venue: Venue, palette: &Palette) {
    if labels.turns.is_empty() {
        return;
    }
    let y = pen.height - STRIP + 4.0;
    pen.align("left");
    pen.font(TEXT);
    pen.fill(&palette.mute);
    pen.write(&labels.redis_took, 16.0, y + 12.0);
    let begins = 16.0 + pen.measure(&labels.redis_took) + 12.0;
    pen.font(MONO);
    let widths = labels.turns.iter().map(|turn| turn.letters.len() as f64 * 12.0 + 12.0);
    let total: f64 = widths.clone().map(|width| width + 6.0).sum();
    // The newest boxes stay in sight: on a narrow stage the oldest run out on the left.
    let mut x = begins.min(pen.width - 8.0 - total);
    // In lockstep nobody is alone but in a script; an X-ray shows each.
    let overlaps = |turn: &TurnBox| match labels.is_xray {
        true => turn.together,
        false => venue == Venue::Client,
    };
    for (turn, width) in labels.turns.iter().zip(widths) {
        if x >= begins - 1.0 {
            pen.fill(&palette.card);
            let edge = if overlaps(turn) { &palette.over } else { &palette.won };
            pen.stroke(edge, 1.6);
            pen.plate(x, y, width, 24.0, 5.0);
            if turn.together {
                pen.fill(edge);
                pen.block(x, y + 26.0, width, 3.0);
            }
            pen.fill(&palette.ink);
            let mut buffer = [0; 4];
            for (at, letter) in turn.letters.iter().enumerate() {
                pen.write(letter.encode_utf8(&mut buffer), x + 8.0 + at as f64 * 12.0, y + 12.5);
            }
        }
        x += width + 6.0;
    }
}
