//! Memos and effects behind one type each.
//!
//! Every closure has a type of its own, and the framework makes a copy of its code for each. The
//! page's wasm has a budget, and these spend a box to save a copy.

use leptos::prelude::*;

/// Like [`Memo::new`].
pub fn memo<T>(value: impl Fn() -> T + Send + Sync + 'static) -> Memo<T>
where
    T: PartialEq + Send + Sync + 'static,
{
    let value: Box<dyn Fn() -> T + Send + Sync> = Box::new(value);
    Memo::new(move |_| value())
}

/// Like [`Effect::new`].
pub fn effect(act: impl Fn() + 'static) {
    let act: Box<dyn Fn()> = Box::new(act);
    Effect::new(move |_| act());
}
