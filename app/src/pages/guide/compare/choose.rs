//! Which strategies, in which venues: presets, and a box for each.

use leptos::prelude::*;
use race_core::compare::Way;
use race_core::program::Program;
use race_core::trace::Venue;

use super::Cx;
use crate::components::dom::{El, button, choice, el, ticked};
use crate::pages::guide::compare::choice::{Group, Preset};

/// Presets and groups.
pub fn choose(cx: Cx) -> El {
    let says = cx.says.compare;
    let groups = Group::ALL.iter().filter(|group| !group.programs().is_empty());
    el("section", "choose")
        .add(el("h2", "").say(says.ways))
        .add(presets(cx))
        .add(el("div", "groups").all(groups.map(|each| group(cx, *each)).collect()))
}

fn presets(cx: Cx) -> El {
    let (says, desk) = (cx.says.compare, cx.desk);
    let preset = |preset: Preset| {
        let name = format!("preset-{preset:?}").to_lowercase();
        let is_it = move || Some((desk.choice.read().preset() == Some(preset)).to_string());
        button("chip", &name, move || desk.choice.update(|choice| choice.use_preset(preset)))
            .keeps("aria-pressed", is_it)
            .say((says.preset)(preset))
    };
    let none = button("chip", "preset-none", move || desk.choice.update(|choice| choice.clear()));
    el("div", "chips")
        .set("role", "group")
        .set("aria-label", says.presets)
        .all(Preset::ALL.map(preset).into())
        .add(none.say(says.none))
}

fn group(cx: Cx, group: Group) -> El {
    let row = |program: Program| {
        let boxes = program.venues.iter().map(|venue| way(cx, &program, *venue)).collect();
        el("li", "").add(el("code", "").say(&program.name)).add(el("span", "boxes").all(boxes))
    };
    el("fieldset", "group")
        .add(el("legend", "").say((cx.says.compare.group)(group)))
        .add(el("ul", "").all(group.programs().into_iter().map(row).collect()))
}

fn way(cx: Cx, program: &Program, venue: Venue) -> El {
    let desk = cx.desk;
    let way = Way { strategy: program.name.clone(), venue };
    let (chosen, name) = (way.clone(), (cx.says.compare.results.venue)(venue));
    let input = choice("checkbox", &format!("way-{way}"), || {})
        .set("aria-label", &format!("{}: {name}", program.name))
        .checked(move || desk.choice.read().has(&chosen))
        .on("change", move |event| {
            let on = ticked(&event);
            desk.choice.update(|choice| choice.choose(&way, on));
        });
    el("label", "").add(input).say(name)
}
