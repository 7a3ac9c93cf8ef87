//! Paragraphs with `code` in them, and the marks that say how a property stands.

use crate::components::dom::{El, el};
use crate::pages::guide::note::Piece;
use crate::pages::guide::words::GuideWords;
use race_core::property::Claim;

/// Appends text and code to an element.
pub fn say(into: El, pieces: Vec<Piece>) -> El {
    pieces.into_iter().fold(into, |into, piece| match piece {
        Piece::Text(text) => into.say(&text),
        Piece::Code(code) => into.add(el("code", "").say(&code)),
    })
}

/// Paragraphs, one element each.
pub fn paragraphs(paragraphs: Vec<Vec<Piece>>) -> Vec<El> {
    paragraphs.into_iter().map(|pieces| say(el("p", ""), pieces)).collect()
}

/// A claim as a sign and a word: its hue is never all that tells it.
pub fn mark(says: &GuideWords, claim: Claim) -> El {
    let (class, sign) = match claim {
        Claim::Held => ("mark held", "✓"),
        Claim::Broken => ("mark broken", "✗"),
        Claim::NotJudged => ("mark open", "–"),
    };
    el("span", class).add(el("i", "").set("aria-hidden", "true").say(sign)).say(says.claim(claim))
}
