//! The results as files: made in the page, handed to the browser as a download.

use std::time::Duration;

use js_sys::Array;
use leptos::prelude::*;
use race_report::Comparison;
use race_report::{Words, csv, report};
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{Blob, BlobPropertyBag, HtmlElement, Url};

/// A kind of file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileKind {
    /// The report, in the language of the page.
    Html,
    /// One line for each row.
    Csv,
    /// Everything, for programs.
    Json,
}

/// A file to download.
struct File {
    name: &'static str,
    media: &'static str,
    text: String,
}

/// Hands the results to the browser as a file.
pub fn save(kind: FileKind, comparison: &Comparison, words: &Words) {
    let file = match kind {
        FileKind::Html => File {
            name: "red-packet-race.html",
            media: "text/html",
            text: report::report(words, comparison),
        },
        FileKind::Csv => {
            File { name: "red-packet-race.csv", media: "text/csv", text: csv::csv(comparison) }
        }
        FileKind::Json => File {
            name: "red-packet-race.json",
            media: "application/json",
            text: serde_json::to_string_pretty(comparison).unwrap_or_default(),
        },
    };
    // Fails only where the browser has no memory left for it.
    let _ = download(&file);
}

fn download(file: &File) -> Result<(), JsValue> {
    let url = object_url(file)?;
    let link = document().create_element("a")?;
    link.set_attribute("href", &url)?;
    link.set_attribute("download", file.name)?;
    link.unchecked_into::<HtmlElement>().click();
    // Some browsers read it only a moment later.
    let revoke = move || drop(Url::revoke_object_url(&url));
    set_timeout(revoke, Duration::from_secs(60));
    Ok(())
}

fn object_url(file: &File) -> Result<String, JsValue> {
    let kind = BlobPropertyBag::new();
    kind.set_type(&format!("{};charset=utf-8", file.media));
    let parts = Array::of1(&file.text.as_str().into());
    Url::create_object_url_with_blob(&Blob::new_with_str_sequence_and_options(&parts, &kind)?)
}
