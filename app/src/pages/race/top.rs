//! The top row: the name, the presets, and the page's own switches.

use leptos::prelude::*;

use super::context::{Context, Notice};
use crate::components::icon::{Envelope, Icon, LINK, SCREEN};
use crate::components::sections::Sections;
use crate::components::switches::{LanguageSwitch, ThemeSwitch};
use crate::workload::Preset;

/// The top row.
#[component]
pub fn Top() -> impl IntoView {
    let Context { page, words, .. } = expect_context();
    view! {
        <header class="top">
            <span class="logo">
                <Envelope />
                {words.title}
            </span>
            <Presets />
            <Sections nav=&words.nav here="/" lang=page.lang theme=page.theme />
            <Tools />
        </header>
    }
}

/// The presets, and the switch that opens the form.
#[component]
fn Presets() -> impl IntoView {
    let Context { page, words, panels, .. } = expect_context();
    let chip = |preset: Preset| {
        let (name, text, hint) = match preset {
            Preset::Step8 => ("preset-step8", words.form.step8, words.form.step8_hint),
            Preset::Rush => ("preset-rush", words.form.rush, words.form.rush_hint),
            Preset::Crowd => ("preset-crowd", words.form.crowd, words.form.crowd_hint),
        };
        let is_pressed = move || page.workload.read().preset() == Some(preset);
        view! {
            <button
                class="chip"
                type="button"
                data-testid=name
                title=hint
                aria-pressed=move || is_pressed().to_string()
                on:click=move |_| page.workload.update(|workload| workload.use_preset(preset))
            >
                {text}
            </button>
        }
    };
    view! {
        <div class="presets" role="group" aria-label=words.form.presets>
            {Preset::ALL.map(chip)}
            <button
                class="chip"
                type="button"
                data-testid="more"
                aria-controls="form"
                aria-expanded=move || panels.form.get().to_string()
                on:click=move |_| panels.form.update(|open| *open = !*open)
            >
                {move || if panels.form.get() { words.form.less } else { words.form.more }}
            </button>
        </div>
    }
}

/// The page's own switches.
#[component]
fn Tools() -> impl IntoView {
    let context: Context = expect_context();
    let Context { page, words, panels, .. } = context;
    let nav = &words.nav;
    view! {
        <div class="tools">
            <button
                class="tool wide-only"
                type="button"
                data-testid="copy-link"
                aria-label=nav.copy_link
                title=nav.copy_link
                on:click=move |_| copy_link(context)
            >
                <Icon path=LINK />
            </button>
            <button
                class="tool wide-only"
                type="button"
                data-testid="presenter"
                aria-label=nav.presenter
                title=nav.presenter
                on:click=move |_| page.presenter.set(true)
            >
                <Icon path=SCREEN />
            </button>
            <LanguageSwitch nav lang=page.lang />
            <ThemeSwitch nav theme=page.theme browser_dark=panels.browser_dark />
            <button
                class="tool"
                type="button"
                data-testid="help"
                aria-label=nav.help
                title=nav.help
                aria-haspopup="dialog"
                on:click=move |_| panels.help.set(true)
            >
                "?"
            </button>
        </div>
    }
}

/// Copies the address, which holds the settings and the moment: it is all there is to share.
fn copy_link(context: Context) {
    let window = window();
    if let Ok(address) = window.location().href() {
        // A browser that refuses leaves the address where it is anyway: in the address bar.
        let _ = window.navigator().clipboard().write_text(&address);
        context.panels.notice.set(Some(Notice::LinkCopied));
    }
}
