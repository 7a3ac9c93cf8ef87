//! The board: one tile a share, up to a hundred of them; above that, a mosaic on a canvas.

use leptos::prelude::*;
use race_core::money::Fen;
use race_core::packet::Split;

use super::state::Lane;
use super::{Cx, SIDES};
use crate::components::dom::{El, el, follow};
use crate::components::live::memo;
use crate::words::Words;

/// Up to this many shares the board is a row or two under the stage; above, it stands beside it.
pub const ROWS_MAX: u64 = 20;
const TILES_MAX: u64 = 100;

/// The board of a lane; made anew only when the number of shares changes.
pub fn board(cx: Cx, index: usize, shares: u64) -> El {
    let lane = cx.page.lanes[index];
    let board = match shares <= TILES_MAX {
        true => el("div", "").add(tiles(cx.words, index, shares, lane)),
        false => mosaic(cx, index),
    };
    wrong(board, cx.words, lane)
}

/// Tiles are changed by hand, and only those that did change: there may be two hundred of them.
fn tiles(words: &'static Words, index: usize, shares: u64, lane: Lane) -> El {
    let narrow = shares > ROWS_MAX;
    let tiles: Vec<Tile> = (1..=shares).rev().map(Tile::new).collect();
    let board = el("ul", "board")
        .test(&format!("board-{}", SIDES[index]))
        .set("aria-label", words.board.label)
        .all(tiles.iter().map(|tile| tile.body.clone()).collect());
    let mut shown: Vec<Option<u16>> = vec![None; tiles.len()];
    let mut amounts: Vec<Fen> = Vec::new();
    follow(move || {
        // The first amount is that of the highest number.
        let now = lane.result.read().as_ref().map_or(Vec::new(), |result| result.config.amounts());
        if now != amounts {
            amounts = now;
            shown.fill(None);
        }
        let view = lane.view.read();
        for (at, tile) in tiles.iter().enumerate() {
            let owners = view.owners.get(tile.share as usize - 1).copied().unwrap_or_default();
            if shown[at] != Some(owners) {
                shown[at] = Some(owners);
                tile.show(words, owners, narrow, amounts.get(at).copied());
            }
        }
    });
    board
}

/// One share: its number, and a tick for one owner or how many there are.
struct Tile {
    share: u64,
    body: El,
    sign: El,
}

impl Tile {
    fn new(share: u64) -> Tile {
        let sign = el("b", "");
        let body = el("li", "").test("tile").set("data-share", &share.to_string());
        let body = body.add(sign.clone()).add(el("small", "").say(&format!("#{share}")));
        Tile { share, body, sign }
    }

    fn show(&self, words: &Words, owners: u16, narrow: bool, amount: Option<Fen>) {
        let class = match owners {
            0 => "tile none",
            1 => "tile one",
            2 => "tile pile pile-2",
            3 => "tile pile pile-3",
            _ => "tile pile pile-4",
        };
        let sign = match owners {
            0 => "·".to_owned(),
            1 => "✓".to_owned(),
            more if narrow => more.to_string(),
            more => format!("×{more}"),
        };
        let title = words.tile(self.share, amount.map(Fen::fen), owners.into());
        self.body.put("class", Some(class));
        self.body.put("title", Some(&title));
        self.body.put("data-owners", Some(&owners.to_string()));
        self.sign.write(&sign);
    }
}

/// Wins that no tile can show, and, where amounts differ, the share for which most was paid too much.
fn wrong(board: El, words: &'static Words, lane: Lane) -> El {
    let phantoms = move || match lane.view.read().phantoms {
        0 => String::new(),
        many => words.phantoms(many.into()),
    };
    let paid =
        move || lane.view.read().paid_most.map(|paid| words.paid_most(paid)).unwrap_or_default();
    let is_uneven = memo(move || {
        lane.result.read().as_ref().is_some_and(|result| result.config.split != Split::Equal)
    });
    let paid_most = move || match is_uneven.get() {
        true => vec![el("p", "phantoms over").test("paid-most").says(paid)],
        false => Vec::new(),
    };
    board.add(el("div", "").part(paid_most)).add(el("p", "phantoms over").says(phantoms))
}

fn mosaic(cx: Cx, index: usize) -> El {
    let Cx { session, words, .. } = cx;
    let canvas = el("canvas", "")
        .test("mosaic")
        .set("data-lane", SIDES[index])
        .set("role", "img")
        .set("aria-label", words.board.label);
    session.attach_mosaic(index, canvas.raw());
    let classes = words.board.classes.iter().enumerate();
    let legend = classes.map(|(class, name)| el("li", &format!("owners owners-{class}")).say(name));
    el("div", "mosaic")
        .add(el("div", "mosaic-ground").add(canvas))
        .add(el("ul", "legend").all(legend.collect()))
}
