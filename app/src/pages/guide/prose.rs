//! Text with `code` in it, and the mark of a claim.

use leptos::prelude::*;
use race_core::program::Program;
use race_core::property::Claim;

use super::context::Context;
use super::note::{Note, Piece};
use crate::words::Lang;

/// A run of text and code.
#[component]
pub fn Prose(pieces: Vec<Piece>) -> impl IntoView {
    let piece = |piece| match piece {
        Piece::Text(text) => text.into_any(),
        Piece::Code(code) => view! { <code>{code}</code> }.into_any(),
    };
    pieces.into_iter().map(piece).collect_view()
}

/// Paragraphs of text and code.
#[component]
pub fn Paragraphs(paragraphs: Vec<Vec<Piece>>) -> impl IntoView {
    paragraphs.into_iter().map(|pieces| view! { <p><Prose pieces /></p> }).collect_view()
}

/// A sentence that says what a program does.
pub struct Summary {
    /// The sentence.
    pub pieces: Vec<Piece>,
    /// Its language, where that may be another one than the page's.
    pub lang: Option<&'static str>,
}

impl Summary {
    /// Returns the sentence of the program's note in the language of the page; in English, and where
    /// there is no note, that of the program's header.
    pub fn new(program: &Program, lang: Lang) -> Summary {
        let note = Note::of(&program.name).filter(|_| lang != Lang::En);
        match note.and_then(|note| note.sentence(lang)) {
            Some(pieces) => Summary { pieces, lang: None },
            None => Summary { pieces: vec![Piece::Text(program.about.clone())], lang: Some("en") },
        }
    }
}

/// A claim as a sign and a word, because its hue must not be all that tells it from others.
#[component]
pub fn Mark(claim: Claim) -> impl IntoView {
    let Context { texts, .. } = expect_context();
    let (class, sign) = match claim {
        Claim::Held => ("mark held", "✓"),
        Claim::Broken => ("mark broken", "✗"),
        Claim::NotJudged => ("mark open", "–"),
    };
    view! {
        <span class=class>
            <i aria-hidden="true">{sign}</i>
            {texts.claim(claim)}
        </span>
    }
}
