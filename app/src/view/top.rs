//! The top row: the name, the presets, and the page's own switches.

use super::live::{live, memo};
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::HtmlElement;

use super::icon::{LINK, MOON, SCREEN, SUN, envelope, icon};
use super::look::is_dark;
use super::state::Theme;
use super::{Cx, Notice};
use crate::model::workload::Preset;

/// The top row.
pub fn top(cx: Cx) -> impl IntoView {
    view! {
        <header class="top">
            <span class="logo">{envelope()} {cx.words.title}</span>
            {presets(cx)}
            {tools(cx)}
        </header>
    }
}

fn presets(cx: Cx) -> impl IntoView {
    let Cx { page, words, desk, .. } = cx;
    let stands_at = memo(move || page.workload.with(|workload| workload.preset()));
    let texts = |preset| match preset {
        Preset::Step8 => ("step8", words.form.step8, words.form.step8_hint),
        Preset::Rush => ("rush", words.form.rush, words.form.rush_hint),
        Preset::Crowd => ("crowd", words.form.crowd, words.form.crowd_hint),
    };
    let chip = |preset| {
        let (name, text, hint) = texts(preset);
        view! {
            <button
                class="chip"
                data-testid=format!("preset-{name}")
                title=hint
                aria-pressed=live(move || (stands_at.get() == Some(preset)).to_string())
                on:click=move |_| page.workload.update(|workload| workload.use_preset(preset))
            >
                {text}
            </button>
        }
    };
    view! {
        <div class="presets" role="group" aria-label=words.form.presets>
            {Preset::ALL.map(chip).into_iter().collect_view()}
            <button
                class="chip"
                data-testid="more"
                aria-expanded=live(move || desk.form.get().to_string())
                aria-controls="form"
                on:click=move |_| desk.form.update(|open| *open = !*open)
            >
                {live(move || if desk.form.get() { words.form.less } else { words.form.more })}
            </button>
        </div>
    }
}

fn tools(cx: Cx) -> impl IntoView {
    let Cx { page, words, desk, .. } = cx;
    let dark = memo(move || is_dark(page, desk));
    let theme = move || {
        if dark.get() { words.nav.to_light } else { words.nav.to_dark }
    };
    view! {
        <div class="tools">
            {tool("copy-link", words.nav.copy_link, LINK, move || copy_link(cx))}
            {tool("presenter", words.nav.presenter, SCREEN, move || page.presenter.set(true))}
            <button
                class="tool"
                data-testid="lang"
                lang=words.lang.other().tag()
                aria-label=words.nav.to_other_lang
                on:click=move |_| page.lang.update(|lang| *lang = lang.other())
            >
                {words.nav.other_lang}
            </button>
            <button
                class="tool"
                data-testid="theme"
                aria-label=theme
                title=theme
                on:click=move |_| page.theme.set(if dark.get_untracked() { Theme::Light } else { Theme::Dark })
            >
                {live(move || icon(if dark.get() { SUN } else { MOON }, ""))}
            </button>
            <button
                class="tool"
                data-testid="help"
                aria-label=words.nav.help
                title=words.nav.help
                aria-haspopup="dialog"
                on:click=move |_| desk.help.set(true)
            >
                "?"
            </button>
        </div>
    }
}

/// Gives the focus back to the button that changed the language: it is a new one now.
pub fn focus_language() {
    let button = document().query_selector("[data-testid=lang]").ok().flatten();
    if let Some(button) = button.and_then(|button| button.dyn_into::<HtmlElement>().ok()) {
        let _ = button.focus();
    }
}

fn tool(
    testid: &'static str,
    name: &'static str,
    path: &'static str,
    act: impl Fn() + 'static,
) -> AnyView {
    view! {
        <button class="tool wide-only" data-testid=testid aria-label=name title=name on:click=move |_| act()>
            {icon(path, "")}
        </button>
    }
    .into_any()
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
