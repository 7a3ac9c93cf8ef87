//! A program's text, coloured just enough.

use leptos::prelude::*;
use race_core::program::Program;

use super::context::Context;
use super::syntax::{Ink, lua};

/// A box for code, which the keyboard can scroll.
#[component]
pub fn CodeBox(
    #[prop(into)] label: String,
    /// The name that tests know it by.
    #[prop(into)]
    testid: String,
    children: Children,
) -> impl IntoView {
    view! {
        <pre tabindex="0" role="region" aria-label=label data-testid=testid>
            {children()}
        </pre>
    }
}

/// The lines of a program that run, without the header, whose facts the page shows in words.
#[component]
pub fn ProgramText(program: &'static Program) -> impl IntoView {
    let words = &expect_context::<Context>().texts.strategy;
    let piece = |(ink, text): (Ink, &str)| {
        let class = match ink {
            Ink::Plain => None,
            Ink::Comment => Some("comment"),
            Ink::Text => Some("text"),
            Ink::Word => Some("word"),
            Ink::Call => Some("call"),
        };
        view! { <span class=class>{text.to_owned()}</span> }
    };
    let pieces = lua(program.body().trim_end()).into_iter().map(piece).collect_view();
    view! {
        <section class="code">
            <h2>{words.program}</h2>
            <p>{words.program_how}</p>
            <CodeBox label=format!("{}, {}", words.program, program.name) testid="program">
                {pieces}
            </CodeBox>
        </section>
    }
}
