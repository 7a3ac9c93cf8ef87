//! The top row: the name, the presets, and the page's own switches.

use leptos::prelude::*;

use super::{Cx, Notice, switches};
use crate::components::dom::{El, button, el};
use crate::components::icon::{LINK, SCREEN, envelope, icon};
use crate::components::sections::sections;
use crate::workload::Preset;

/// The top row.
pub fn top(cx: Cx) -> El {
    el("header", "top")
        .add(el("span", "logo").add(envelope()).say(cx.words.title))
        .add(presets(cx))
        .add(sections(&cx.words.nav, "/", cx.page.lang, cx.page.theme))
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
    let copy = tool("tool wide-only", "copy-link", nav.copy_link, Box::new(move || copy_link(cx)));
    let full = Box::new(move || page.presenter.set(true));
    let full = tool("tool wide-only", "presenter", nav.presenter, full);
    let help = tool("tool", "help", nav.help, Box::new(move || desk.help.set(true)));
    el("div", "tools")
        .add(copy.add(icon(LINK, "")))
        .add(full.add(icon(SCREEN, "")))
        .add(switches::language(nav, page.lang))
        .add(switches::theme(nav, page.theme, desk.browser_dark))
        .add(help.set("aria-haspopup", "dialog").say("?"))
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
