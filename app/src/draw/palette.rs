//! The page's colours, read once from the style sheet and kept as values: setting a colour from a
//! cached value costs half of setting it from a string.

use wasm_bindgen::JsValue;

/// The style sheet's custom properties that the canvas uses.
#[derive(Clone)]
pub struct Palette {
    /// The paper of a card.
    pub card: JsValue,
    /// Text.
    pub ink: JsValue,
    /// Quiet text.
    pub mute: JsValue,
    /// Quiet lines.
    pub line: JsValue,
    /// The envelope.
    pub envelope: JsValue,
    /// Its flap.
    pub flap: JsValue,
    /// Its edge and seal.
    pub gold: JsValue,
    /// A win that has its own share.
    pub won: JsValue,
    /// One that has not.
    pub over: JsValue,
    /// The hatching of one that has not.
    pub over_soft: JsValue,
    /// A value that is no longer true.
    pub wait: JsValue,
    /// People who wait.
    pub idle: JsValue,
    /// What is written on the envelope.
    pub on_envelope: JsValue,
}

impl Palette {
    /// Reads the colours that are in force now.
    pub fn read() -> Palette {
        let style = web_sys::window().and_then(|window| {
            let root = window.document()?.document_element()?;
            window.get_computed_style(&root).ok()?
        });
        let colour = |name: &str, fallback: &str| {
            let text = style.as_ref().and_then(|style| style.get_property_value(name).ok());
            match text.as_deref().map(str::trim) {
                Some(text) if !text.is_empty() => JsValue::from_str(text),
                _ => JsValue::from_str(fallback),
            }
        };
        Palette {
            card: colour("--card", "#ffffff"),
            ink: colour("--ink", "#1d1a17"),
            mute: colour("--mute", "#6b635b"),
            line: colour("--line", "#e6dfd5"),
            envelope: colour("--envelope", "#b3122a"),
            flap: colour("--envelope-flap", "#9c0d22"),
            gold: colour("--gold", "#c9962f"),
            won: colour("--won", "#0072b2"),
            over: colour("--over", "#d55e00"),
            over_soft: colour("--over-soft", "#fbe6d6"),
            wait: colour("--wait", "#e69f00"),
            idle: colour("--idle", "#857d74"),
            on_envelope: colour("--on-envelope", "#fff6e5"),
        }
    }
}
