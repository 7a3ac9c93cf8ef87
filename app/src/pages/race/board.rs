//! The board: one tile a share, up to a hundred of them; above that, a mosaic on a canvas.

use leptos::{html, prelude::*};
use race_core::money::Fen;
use race_core::packet::Split;

use super::context::{Context, SIDES};

/// Up to this many shares the board is a row or two under the stage; above, it stands beside it.
pub const ROWS_MAX: u64 = 20;
const TILES_MAX: u64 = 100;

/// The board of a lane, for a packet of this many shares.
#[component]
pub fn Board(index: usize, shares: u64) -> impl IntoView {
    let is_mosaic = shares > TILES_MAX;
    view! {
        <div class=is_mosaic.then_some("mosaic")>
            {match is_mosaic {
                true => view! { <Mosaic index /> }.into_any(),
                false => view! { <Tiles index shares /> }.into_any(),
            }}
            <Wrong index />
        </div>
    }
}

/// A tile for each share, the highest number first.
#[component]
fn Tiles(index: usize, shares: u64) -> impl IntoView {
    let Context { page, words, .. } = expect_context();
    let result = page.lanes[index].result;
    // The first amount is that of the highest number.
    let amounts = Memo::new(move |_| {
        result.read().as_ref().map_or(Vec::new(), |result| result.config.amounts())
    });
    let is_narrow = shares > ROWS_MAX;
    let tile = |(at, share): (usize, u64)| {
        let amount = Memo::new(move |_| amounts.read().get(at).copied());
        view! { <Tile index share amount is_narrow /> }
    };
    view! {
        <ul class="board" data-testid=format!("board-{}", SIDES[index]) aria-label=words.board.label>
            {(1..=shares).rev().enumerate().map(tile).collect_view()}
        </ul>
    }
}

/// One share: its number, and a tick for one owner or how many there are.
#[component]
fn Tile(
    index: usize,
    share: u64,
    /// What the share is worth, once that is known.
    amount: Memo<Option<Fen>>,
    /// True if there is no room for a sign beside the number of owners.
    is_narrow: bool,
) -> impl IntoView {
    let Context { page, words, .. } = expect_context();
    let view = page.lanes[index].view;
    let owners =
        Memo::new(move |_| view.read().owners.get(share as usize - 1).copied().unwrap_or_default());
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
        more if is_narrow => more.to_string(),
        more => format!("×{more}"),
    };
    view! {
        <li
            class=class
            title=move || words.tile(share, amount.get().map(Fen::fen), owners.get().into())
            data-testid="tile"
            data-share=share
            data-owners=move || owners.get()
        >
            <b>{sign}</b>
            <small>{format!("#{share}")}</small>
        </li>
    }
}

/// Wins that no tile can show, and, where amounts differ, the share for which most was paid too much.
#[component]
fn Wrong(index: usize) -> impl IntoView {
    let Context { page, words, .. } = expect_context();
    let lane = page.lanes[index];
    let phantoms = move || match lane.view.read().phantoms {
        0 => String::new(),
        many => words.phantoms(many.into()),
    };
    let paid =
        move || lane.view.read().paid_most.map(|paid| words.paid_most(paid)).unwrap_or_default();
    let is_uneven = Memo::new(move |_| {
        lane.result.read().as_ref().is_some_and(|result| result.config.split != Split::Equal)
    });
    let paid_most = move || {
        let line = || view! { <p class="phantoms over" data-testid="paid-most">{paid}</p> };
        is_uneven.get().then(line)
    };
    view! {
        <div>{paid_most}</div>
        <p class="phantoms over">{phantoms}</p>
    }
}

/// The shares as dots on a canvas that the session draws on, and what their colours mean.
#[component]
fn Mosaic(index: usize) -> impl IntoView {
    let Context { session, words, .. } = expect_context();
    let canvas = NodeRef::<html::Canvas>::new();
    canvas.on_load(move |canvas| session.attach_mosaic(index, canvas));
    let legend = words.board.classes.iter().enumerate().map(|(class, name)| {
        view! { <li class=format!("owners owners-{class}")>{*name}</li> }
    });
    view! {
        <div class="mosaic-ground">
            <canvas
                node_ref=canvas
                data-testid="mosaic"
                data-lane=SIDES[index]
                role="img"
                aria-label=words.board.label
            />
        </div>
        <ul class="legend">{legend.collect_view()}</ul>
    }
}
