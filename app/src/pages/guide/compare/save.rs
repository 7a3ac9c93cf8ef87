//! The results as files: made in the page, handed to the browser as a download.

use std::time::Duration;

use js_sys::Array;
use leptos::prelude::*;
use race_core::compare::{csv, report};
use wasm_bindgen::JsValue;
use web_sys::{Blob, BlobPropertyBag, HtmlElement, Url};

use super::Cx;
use crate::components::dom::el;

/// A kind of file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The report, in the language of the page.
    Html,
    /// One line a row.
    Csv,
    /// Everything, for programs.
    Json,
}

/// Hands the results to the browser as a file.
pub fn save(cx: Cx, kind: Kind) {
    let all = cx.desk.all.read_untracked();
    let Some(all) = all.as_ref() else { return };
    let (text, media, name) = match kind {
        Kind::Html => {
            (report::report(cx.says.compare.results, all), "text/html", "red-packet-race.html")
        }
        Kind::Csv => (csv::csv(all), "text/csv", "red-packet-race.csv"),
        Kind::Json => {
            let text = serde_json::to_string_pretty(all).unwrap_or_default();
            (text, "application/json", "red-packet-race.json")
        }
    };
    // Fails only where the browser has no memory left for it.
    if let Ok(url) = url(&text, media) {
        el("a", "").set("href", &url).set("download", name).raw::<HtmlElement>().click();
        // Some browsers read it only a moment later.
        let gone = move || drop(Url::revoke_object_url(&url));
        set_timeout(gone, Duration::from_secs(60));
    }
}

fn url(text: &str, media: &str) -> Result<String, JsValue> {
    let kind = BlobPropertyBag::new();
    kind.set_type(&format!("{media};charset=utf-8"));
    let parts = Array::of1(&text.into());
    Url::create_object_url_with_blob(&Blob::new_with_str_sequence_and_options(&parts, &kind)?)
}
