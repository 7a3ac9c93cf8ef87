//! What is to be drawn: presets, five fields, and the ways, whose boxes are the legend as well.

use leptos::prelude::*;
use race_core::packet::Split;

use super::charts::Sample;
use super::form::{FORM_FIELDS, FairnessForm, PRESETS, is_amount};
use crate::components::field::{Field, TextInput};
use crate::pages::guide::context::Context;

/// The form.
#[component]
pub fn FormFields() -> impl IntoView {
    let texts = &expect_context::<Context>().texts.fairness;
    let form: RwSignal<FairnessForm> = expect_context();
    let has_way = move || Split::ALL.iter().any(|way| form.read().has(*way));
    view! {
        <section class="ask" aria-label=texts.form>
            <div class="presets" role="group" aria-label=texts.presets_label>
                {(0..PRESETS.len()).map(|preset| view! { <PresetButton preset /> }).collect_view()}
            </div>
            <div class="inputs">
                {FORM_FIELDS.iter().map(|field| view! { <NumberField name=field.name /> }).collect_view()}
                <button
                    class="chip"
                    type="button"
                    data-testid="another"
                    on:click=move |_| form.write().reseed()
                >
                    {texts.another}
                </button>
            </div>
            <fieldset class="ways-shown">
                <legend>{texts.ways_label}</legend>
                {Split::ALL.map(|way| view! { <WayBox way /> })}
                <p class="wrong" data-testid="no-way">
                    {move || if has_way() { "" } else { texts.no_way }}
                </p>
            </fieldset>
        </section>
    }
}

/// A button that sets the fields to an example.
#[component]
fn PresetButton(preset: usize) -> impl IntoView {
    let texts = &expect_context::<Context>().texts.fairness;
    let form: RwSignal<FairnessForm> = expect_context();
    view! {
        <button
            class="chip"
            type="button"
            data-testid=format!("preset-{preset}")
            aria-pressed=move || form.read().is_preset(preset).to_string()
            on:click=move |_| form.write().use_preset(preset)
        >
            {texts.presets[preset]}
        </button>
    }
}

/// A field of the form.
#[component]
fn NumberField(name: &'static str) -> impl IntoView {
    let texts = &expect_context::<Context>().texts.fairness;
    let form: RwSignal<FairnessForm> = expect_context();
    let (label, hint) = texts.field(name);
    let error = Signal::derive(move || {
        form.read().wrong(name).map_or(String::new(), |wrong| texts.wrong(&wrong))
    });
    let is_wrong = Signal::derive(move || !error.read().is_empty());
    let keyboard = if is_amount(name) { "decimal" } else { "numeric" };
    let value = Signal::derive(move || form.read().get(name).to_owned());
    let on_input = move |text: String| form.write().set(name, &text);
    view! {
        <Field name label hint error>
            <TextInput name keyboard value is_wrong on_input />
        </Field>
    }
}

/// The box of a way to split, with its sign and its rule.
#[component]
fn WayBox(way: Split) -> impl IntoView {
    let texts = &expect_context::<Context>().texts.fairness;
    let form: RwSignal<FairnessForm> = expect_context();
    let (name, rule) = texts.way(way);
    let error_id = format!("error-{}", way.name());
    let refusal = move || {
        let form = form.read();
        let refusal = form.refusal(way).filter(|_| form.has(way) && form.wrong("total").is_none());
        refusal.map_or(String::new(), |error| texts.refused(&error))
    };
    view! {
        <div class="way">
            <label>
                <input
                    type="checkbox"
                    data-testid=format!("way-{}", way.name())
                    aria-describedby=error_id.clone()
                    prop:checked=move || form.read().has(way)
                    on:change=move |event| form.write().show(way, event_target_checked(&event))
                />
                <Sample way />
                <span>
                    <b>{name}</b>
                    <small>{rule}</small>
                </span>
            </label>
            <p class="wrong" id=error_id.clone() data-testid=error_id>
                {refusal}
            </p>
        </div>
    }
}
