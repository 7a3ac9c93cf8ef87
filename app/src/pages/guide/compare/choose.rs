//! Which strategies, in which venues: presets, and a box for each.

use leptos::prelude::*;
use race_core::program::Program;
use race_core::trace::Venue;
use race_report::Contender;

use super::CompareState;
use super::choice::{Group, Preset};
use crate::pages::guide::context::Context;

/// Presets and groups.
#[component]
pub fn Choose() -> impl IntoView {
    let texts = expect_context::<Context>().texts.compare;
    let groups = Group::ALL.into_iter().map(|group| view! { <GroupBox group /> });
    view! {
        <section class="choose">
            <h2>{texts.ways}</h2>
            <Presets />
            <div class="groups">{groups.collect_view()}</div>
        </section>
    }
}

/// A button for each preset, and one that chooses nothing.
#[component]
fn Presets() -> impl IntoView {
    let texts = expect_context::<Context>().texts.compare;
    let CompareState { choice, .. } = expect_context();
    let button = |preset: Preset| {
        let is_pressed = move || choice.read().preset() == Some(preset);
        view! {
            <button
                class="chip"
                type="button"
                data-testid=format!("preset-{preset:?}").to_lowercase()
                aria-pressed=move || is_pressed().to_string()
                on:click=move |_| choice.write().use_preset(preset)
            >
                {(texts.preset)(preset)}
            </button>
        }
    };
    view! {
        <div class="chips" role="group" aria-label=texts.presets>
            {Preset::ALL.map(button)}
            <button
                class="chip"
                type="button"
                data-testid="preset-none"
                on:click=move |_| choice.write().clear()
            >
                {texts.none}
            </button>
        </div>
    }
}

/// The strategies of a group; nothing if it has none.
#[component]
fn GroupBox(group: Group) -> impl IntoView {
    let texts = expect_context::<Context>().texts.compare;
    let row = |program: &'static Program| {
        let name = &program.name;
        let tick =
            |&venue: &Venue| view! { <WayBox way=Contender { strategy: name.clone(), venue } /> };
        view! {
            <li>
                <code>{name.clone()}</code>
                <span class="boxes">{program.venues.iter().map(tick).collect_view()}</span>
            </li>
        }
    };
    let programs = group.programs();
    (!programs.is_empty()).then(|| {
        view! {
            <fieldset class="group">
                <legend>{(texts.group)(group)}</legend>
                <ul>{programs.into_iter().map(row).collect_view()}</ul>
            </fieldset>
        }
    })
}

/// The box of a strategy in a venue.
#[component]
fn WayBox(way: Contender) -> impl IntoView {
    let texts = expect_context::<Context>().texts.compare;
    let CompareState { choice, .. } = expect_context();
    let venue = (texts.results.venue)(way.venue);
    let label = format!("{}: {venue}", way.strategy);
    let testid = format!("way-{way}");
    let shown = way.clone();
    view! {
        <label>
            <input
                type="checkbox"
                data-testid=testid
                aria-label=label
                prop:checked=move || choice.read().has(&shown)
                on:change=move |event| choice.write().choose(&way, event_target_checked(&event))
            />
            {venue}
        </label>
    }
}
