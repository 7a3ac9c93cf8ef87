//! A program's text, coloured just enough.

use race_core::program::Program;

use super::Cx;
use crate::components::dom::{El, el};
use crate::pages::guide::syntax::{Ink, lua};

/// A box for code, which the keyboard can scroll.
pub fn code(label: &str) -> El {
    el("pre", "").set("tabindex", "0").set("role", "region").set("aria-label", label)
}

/// The lines that run, without the header, which the page tells in its own words.
pub fn program_text(cx: Cx, program: &Program) -> El {
    let words = &cx.says.strategy;
    let piece = |(ink, text): (Ink, &str)| {
        let class = match ink {
            Ink::Plain => "",
            Ink::Comment => "comment",
            Ink::Text => "text",
            Ink::Word => "word",
            Ink::Call => "call",
        };
        el("span", class).say(text)
    };
    let pieces = lua(program.body().trim_end()).into_iter().map(piece).collect();
    let body = code(&format!("{}, {}", words.program, program.name)).test("program").all(pieces);
    el("section", "code")
        .add(el("h2", "").say(words.program))
        .add(el("p", "").say(words.program_how))
        .add(body)
}
