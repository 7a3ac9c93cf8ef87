//! Cards and marks: the grabs in flight.

use std::fmt::Write;

use race_core::trace::Venue;

use super::layout::{CARD, CARDS_MAX, Labels, Layout};
use super::palette::Palette;
use super::pen::Pen;
use crate::player::card::{Card, Phase};
use crate::player::scene::Scene;

/// A card with nothing on it yet, in the queue at the door.
const BLANK: f64 = 34.0;
const MARK: f64 = 4.0;
const BOLD: &str = "700 14px system-ui, 'Noto Sans CJK SC', 'PingFang SC', sans-serif";
const TEXT: &str = "14px system-ui, 'Noto Sans CJK SC', 'PingFang SC', sans-serif";

fn ease(progress: f32) -> f64 {
    let t = f64::from(progress);
    t * t * (3.0 - 2.0 * t)
}

fn between(from: f64, to: f64, share: f64) -> f64 {
    from + (to - from) * share
}

/// A card each, with the value that it holds.
pub fn cards(
    pen: &Pen,
    scene: &Scene,
    layout: &Layout,
    labels: &Labels,
    palette: &Palette,
    hits: &mut Vec<(u32, f64, f64)>,
) {
    let (left, door) = layout.ends();
    pen.stroke(&palette.line, 2.0);
    if layout.lane.venue == Venue::Client {
        for card in scene.cards.iter().filter(|card| card.is_in_flight()) {
            let y = layout.row(card.slot);
            pen.line((left, y), (door, y));
        }
    } else if !scene.cards.is_empty() {
        let y = layout.row(layout.lane.width.min(CARDS_MAX) as u16 / 2);
        pen.line((left, y), (door, y));
        pen.font(TEXT);
        pen.align("left");
        pen.fill(&palette.mute);
        pen.write(&labels.one_at_a_time, left, layout.height - 14.0);
    }
    let mut text = String::new();
    let mut queue = 0;
    for card in &scene.cards {
        let Some((x, y)) = position(card, layout, &mut queue) else {
            continue;
        };
        hits.push((card.grab, x + CARD.0 / 2.0, y));
        face(pen, card, scene, (x, y), &mut text, labels, palette);
    }
    pen.opacity(1.0);
}

/// The left edge and the middle line of a card; `None` where it is out of sight.
fn position(card: &Card, layout: &Layout, queue: &mut u32) -> Option<(f64, f64)> {
    let (left, door) = layout.ends();
    let at_door = door - CARD.0;
    let progress = match (layout.still, card.phase) {
        (true, Phase::Won | Phase::Refused) => return None,
        (true, _) => 1.0,
        (false, _) => ease(card.progress),
    };
    if layout.lane.venue == Venue::Server {
        let middle = layout.row(layout.lane.width.min(CARDS_MAX) as u16 / 2);
        return Some(match card.phase {
            Phase::Out => {
                let door = door - BLANK;
                let spacing = ((door - left) / f64::from(layout.lane.width)).min(BLANK + 7.0);
                let place = door - spacing * f64::from(*queue);
                *queue += 1;
                (between(left - CARD.0, place, progress), middle)
            }
            Phase::Back | Phase::Holding => (
                between(at_door, at_door - 8.0, progress),
                between(middle, middle - 30.0, progress),
            ),
            Phase::Won => won_position(card, layout, (at_door - 8.0, middle - 30.0), progress),
            Phase::Refused => (between(at_door - 8.0, left - CARD.0, progress), middle - 30.0),
        });
    }
    let (home, y) = (layout.home(), layout.row(card.slot));
    Some(match card.phase {
        Phase::Out if card.held.is_some() => (between(home, at_door, progress), y),
        Phase::Out => (between(left - CARD.0, at_door, progress), y),
        Phase::Back => (between(at_door, home, progress), y),
        Phase::Holding => (home, y),
        Phase::Won => won_position(card, layout, (home, y), progress),
        Phase::Refused => (between(home, left - CARD.0, progress), y),
    })
}

/// To the tile of its share, below the stage or beside it.
fn won_position(card: &Card, layout: &Layout, from: (f64, f64), progress: f64) -> (f64, f64) {
    if layout.lane.board_beside {
        let share = card.share.unwrap_or(1) as f64 / f64::from(layout.lane.shares);
        let y = (1.0 - share).clamp(0.0, 1.0) * layout.height;
        return (between(from.0, layout.width + 4.0, progress), between(from.1, y, progress));
    }
    let x = layout.tile(card.share.unwrap_or(1)) - CARD.0 / 2.0;
    (between(from.0, x, progress), between(from.1, layout.height + 40.0, progress))
}

fn face(
    pen: &Pen,
    card: &Card,
    scene: &Scene,
    (x, y): (f64, f64),
    text: &mut String,
    labels: &Labels,
    palette: &Palette,
) {
    let blank = card.held.is_none() && card.share.is_none() && card.phase == Phase::Out;
    let (width, height) = if blank { (BLANK, CARD.1) } else { CARD };
    let fades = matches!(card.phase, Phase::Refused);
    let left = 1.0 - f64::from(card.progress);
    pen.opacity(match card.phase {
        Phase::Refused => left,
        // Gone before it would lie on the turn strip.
        Phase::Won => (left * 2.5).min(1.0),
        _ => 1.0,
    });
    let twice = card.share.is_some_and(|share| share < 1 || owners(scene, share) > 1);
    let edge = match card.share {
        Some(_) if twice => &palette.over,
        Some(_) => &palette.won,
        None if card.stale => &palette.wait,
        None => &palette.ink,
    };
    pen.fill(&palette.card);
    pen.stroke(edge, 2.0);
    pen.plate(x, y - height / 2.0, width, height, 4.0);
    if twice {
        // Told by shape as well as by hue.
        pen.stroke(&palette.over_soft, 1.5);
        pen.hatch(x, y - height / 2.0, width, height);
    }
    text.clear();
    let _ = match (card.share, card.held) {
        (Some(share), _) => write!(text, "{} {share}", labels.won),
        (None, Some(held)) => write!(text, "{held}"),
        (None, None) => Ok(()),
    };
    if fades && card.share.is_none() {
        text.clear();
        text.push('✕');
    }
    if text.is_empty() {
        return;
    }
    pen.align("center");
    pen.font(BOLD);
    pen.fill(&palette.ink);
    pen.write(text, x + width / 2.0, y + 1.0);
    if card.stale && card.share.is_none() && !fades {
        // Struck through: what it holds is no longer true. That is the whole story.
        let half = text.len() as f64 * 4.5 + 3.0;
        pen.stroke(&palette.over, 2.0);
        pen.line((x + width / 2.0 - half, y + 0.5), (x + width / 2.0 + half, y + 0.5));
        pen.font(TEXT);
        pen.fill(&palette.mute);
        // On the side where there is room: at the door that is the left.
        let beside =
            if card.phase == Phase::Out { ("right", x - 8.0) } else { ("left", x + width + 8.0) };
        pen.align(beside.0);
        pen.write(&labels.now, beside.1, y + 1.0);
    }
}

fn owners(scene: &Scene, share: i64) -> u16 {
    scene.owners.get((share - 1) as usize).copied().unwrap_or(0)
}

/// Too many to carry a value each: a mark each, in batches of one colour, with what most of them
/// hold written beside.
pub fn marks(
    pen: &Pen,
    scene: &Scene,
    layout: &Layout,
    labels: &Labels,
    palette: &Palette,
    hits: &mut Vec<(u32, f64, f64)>,
) {
    let (left, door) = layout.ends();
    let rows = ((layout.height - 44.0) / (MARK + 2.0)).max(1.0) as u16;
    let home = layout.home();
    let place = |card: &Card| {
        let (column, row) = (card.slot / rows, card.slot % rows);
        let back = f64::from(column) * (MARK + 2.0);
        let progress = if layout.still { 1.0 } else { ease(card.progress) };
        let begins = if card.held.is_some() { home } else { left };
        let y = 10.0 + f64::from(row) * (MARK + 2.0);
        let x = match card.phase {
            Phase::Out => between(begins, door - MARK, progress),
            Phase::Back => between(door - MARK, home, progress),
            Phase::Holding => home,
            Phase::Won => {
                return won_position(card, layout, ((home - back).max(left), y), progress);
            }
            Phase::Refused => between(home, left, progress),
        };
        ((x - back).max(left), y)
    };
    let kind = |card: &Card| match (card.phase, card.stale) {
        (Phase::Won, _)
            if card.share.is_some_and(|share| share < 1 || owners(scene, share) > 1) =>
        {
            0
        }
        (Phase::Won, _) => 1,
        (Phase::Refused, _) => 2,
        (_, true) => 3,
        _ => 4,
    };
    let colours = [&palette.over, &palette.won, &palette.idle, &palette.wait, &palette.ink];
    for (index, colour) in colours.into_iter().enumerate() {
        pen.fill(colour);
        for card in scene.cards.iter().filter(|card| kind(card) == index) {
            let (x, y) = place(card);
            pen.block(x, y, MARK, MARK);
            hits.push((card.grab, x, y));
        }
    }
    pen.font(BOLD);
    pen.align("left");
    pen.fill(&palette.ink);
    // Beside how many wait, as many as there is room for.
    let mut x = left.max(16.0 + pen.measure(&labels.waiting) + 16.0);
    for group in &labels.groups {
        let width = pen.measure(group);
        if x + width > layout.envelope().0 {
            break;
        }
        pen.write(group, x, layout.height - 14.0);
        x += width + 16.0;
    }
}
