//! The top row: the name, the presets, and the page's own switches.

use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::HtmlElement;

use super::dom::{El, button, el};
use super::icon::{LINK, MOON, SCREEN, SUN, envelope, icon};
use super::live::memo;
use super::look::is_dark;
use super::state::Theme;
use super::{Cx, Notice};
use crate::model::workload::Preset;

/// The top row.
pub fn top(cx: Cx) -> El {
    el("header", "top")
        .add(el("span", "logo").add(envelope()).say(cx.words.title))
        .add(presets(cx))
        .add(tools(cx))
}

fn presets(cx: Cx) -> El {
    let Cx { page, words, desk, .. } = cx;
    let chip = |preset: Preset| {
        let (name, text, hint) = match preset {
            Preset::Step8 => ("preset-step8", words.form.step8, words.form.step8_hint),
            Preset::Rush => ("preset-rush", words.form.rush, words.form.rush_hint),
            Preset::Crowd => ("preset-crowd", words.form.crowd, words.form.crowd_hint),
        };
        let act = move || page.workload.update(|workload| workload.use_preset(preset));
        let pressed = move || page.workload.read().preset() == Some(preset);
        button("chip", name, act)
            .set("title", hint)
            .keeps("aria-pressed", move || Some(pressed().to_string()))
            .say(text)
    };
    let text = move || if desk.form.get() { words.form.less } else { words.form.more };
    let more = button("chip", "more", move || desk.form.update(|open| *open = !*open))
        .set("aria-controls", "form")
        .keeps("aria-expanded", move || Some(desk.form.get().to_string()))
        .says(move || text().to_owned());
    el("div", "presets")
        .set("role", "group")
        .set("aria-label", words.form.presets)
        .all(Preset::ALL.map(chip).into())
        .add(more)
}

fn tools(cx: Cx) -> El {
    let Cx { page, words, desk, .. } = cx;
    let nav = &words.nav;
    let tool = |class: &str, testid: &str, name: &str, act: Box<dyn Fn()>| {
        button(class, testid, act).set("aria-label", name).set("title", name)
    };
    let dark = memo(move || is_dark(page, desk));
    let name = move || Some(if dark.get() { nav.to_light } else { nav.to_dark }.to_owned());
    let other = move || {
        page.theme.set(if dark.get_untracked() { Theme::Light } else { Theme::Dark });
    };
    let theme = button("tool", "theme", other)
        .keeps("aria-label", name)
        .keeps("title", name)
        .part(move || vec![icon(if dark.get() { SUN } else { MOON }, "")]);
    let lang = button("tool", "lang", move || page.lang.update(|lang| *lang = lang.other()))
        .set("lang", words.lang.other().tag())
        .set("aria-label", nav.to_other_lang)
        .say(nav.other_lang);
    let copy = tool("tool wide-only", "copy-link", nav.copy_link, Box::new(move || copy_link(cx)));
    let full = Box::new(move || page.presenter.set(true));
    let full = tool("tool wide-only", "presenter", nav.presenter, full);
    let help = tool("tool", "help", nav.help, Box::new(move || desk.help.set(true)));
    el("div", "tools")
        .add(copy.add(icon(LINK, "")))
        .add(full.add(icon(SCREEN, "")))
        .add(lang)
        .add(theme)
        .add(help.set("aria-haspopup", "dialog").say("?"))
}

/// Gives the focus back to the button that changed the language: it is a new one now.
pub fn focus_language() {
    let button = document().query_selector("[data-testid=lang]").ok().flatten();
    if let Some(button) = button.and_then(|button| button.dyn_into::<HtmlElement>().ok()) {
        let _ = button.focus();
    }
}

/// The address holds the settings and the moment: it is all there is to share.
fn copy_link(cx: Cx) {
    let window = window();
    if let Ok(address) = window.location().href() {
        // A browser that refuses leaves the address where it is anyway: in the address bar.
        let _ = window.navigator().clipboard().write_text(&address);
        cx.desk.notice.set(Some(Notice::LinkCopied));
    }
}
