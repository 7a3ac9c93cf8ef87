//! The board: one tile a share, up to a hundred of them; above that, a mosaic on a canvas.

use super::live::{live, memo};
use leptos::html::Canvas;
use leptos::prelude::*;
use race_core::money::Fen;
use race_core::wire::RaceResult;

use super::{Cx, SIDES};
use crate::model::scene::LaneView;
use crate::model::words::Words;

/// Up to this many shares the board is a row or two under the stage; above, it stands beside it.
pub const ROWS_MAX: u64 = 20;
const TILES_MAX: u64 = 100;

/// The board of a lane; made anew only when the number of shares changes.
pub fn board(cx: Cx, index: usize, shares: Memo<u64>) -> impl IntoView {
    let lane = cx.page.lanes[index];
    let (view, result) = (lane.view.read_only(), lane.result.read_only());
    move || {
        let shares = shares.get();
        match shares <= TILES_MAX {
            true => tiles(cx.words, index, shares, view, result).into_any(),
            false => mosaic(cx, index, view).into_any(),
        }
    }
}

fn tiles(
    words: &'static Words,
    index: usize,
    shares: u64,
    view: ReadSignal<LaneView>,
    result: ReadSignal<Option<RaceResult>>,
) -> impl IntoView {
    // The first amount is that of the highest number.
    let amounts = memo(move || {
        result.with(|result| result.as_ref().map_or(Vec::new(), |result| result.config.amounts()))
    });
    let narrow = shares > ROWS_MAX;
    let tiles: Vec<_> = (0..shares)
        .map(|at| {
            tile(words, shares - at, narrow, view, move || {
                amounts.with(|all| all.get(at as usize).copied())
            })
        })
        .collect();
    view! {
        <div>
            <ul class="board" data-testid=format!("board-{}", SIDES[index]) aria-label=words.board.label>
                {tiles}
            </ul>
            {phantoms(words, view)}
        </div>
    }
}

/// One share: its number, and a tick for one owner or how many there are.
fn tile(
    words: &'static Words,
    share: u64,
    narrow: bool,
    view: ReadSignal<LaneView>,
    amount: impl Fn() -> Option<Fen> + Send + Sync + 'static,
) -> AnyView {
    let owners = memo(move || {
        view.with(|view| view.owners.get(share as usize - 1).copied().unwrap_or_default())
    });
    let class = move || match owners.get() {
        0 => "tile none",
        1 => "tile one",
        2 => "tile pile pile-2",
        3 => "tile pile pile-3",
        _ => "tile pile pile-4",
    };
    let sign = move || match owners.get() {
        0 => "·".to_owned(),
        1 => "✓".to_owned(),
        more if narrow => more.to_string(),
        more => format!("×{more}"),
    };
    let title = move || words.tile(share, amount().map(Fen::fen), owners.get().into());
    view! {
        <li class=class title=title data-testid="tile" data-share=share data-owners=live(move || owners.get().to_string())>
            <b>{sign}</b>
            <small>"#" {share}</small>
        </li>
    }
    .into_any()
}

/// Wins that no tile can show.
fn phantoms(words: &'static Words, view: ReadSignal<LaneView>) -> impl IntoView {
    let phantoms = memo(move || view.with(|view| view.phantoms));
    move || match phantoms.get() {
        0 => ().into_any(),
        many => view! { <p class="phantoms over">{words.phantoms(many.into())}</p> }.into_any(),
    }
}

fn mosaic(cx: Cx, index: usize, view: ReadSignal<LaneView>) -> impl IntoView {
    let Cx { session, words, .. } = cx;
    let canvas = NodeRef::<Canvas>::new();
    canvas.on_load(move |canvas| session.attach_mosaic(index, canvas));
    let legend: Vec<_> = words
        .board
        .classes
        .iter()
        .enumerate()
        .map(|(class, name)| view! { <li class=format!("owners owners-{class}")>{*name}</li> })
        .collect();
    view! {
        <div class="mosaic">
            <div class="mosaic-ground">
                <canvas
                    node_ref=canvas
                    role="img"
                    aria-label=words.board.label
                    data-testid="mosaic"
                    data-lane=SIDES[index]
                ></canvas>
            </div>
            <ul class="legend">{legend}</ul>
            {phantoms(words, view)}
        </div>
    }
}
