//! The page for a path that leads nowhere: it says so, and lists every strategy.

use leptos::prelude::*;
use race_core::catalogue;
use race_core::program::Program;

use super::context::Context;
use super::links::PageLink;
use super::prose::{Prose, Summary};
use super::route::Route;

/// The page.
#[component]
pub fn NotFound(
    /// What was asked for.
    name: String,
) -> impl IntoView {
    let Context { texts, .. } = expect_context();
    let strategy = |program: &'static Program| {
        let Summary { pieces, lang } = Summary::new(program, texts.lang);
        view! {
            <li>
                <PageLink class="name" path=Route::strategy(&program.name)>
                    {program.name.as_str()}
                </PageLink>
                <span class="about" lang=lang>
                    <Prose pieces />
                </span>
            </li>
        }
    };
    view! {
        <main class="nowhere" id="main" tabindex="-1">
            <h1>{texts.not_found(&name)}</h1>
            <p>{texts.not_found.list}</p>
            <ul data-testid="strategies">
                {catalogue::strategies().iter().map(strategy).collect_view()}
            </ul>
        </main>
    }
}
