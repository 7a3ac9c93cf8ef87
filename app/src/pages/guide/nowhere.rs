//! What is shown where there is nothing: that, and all that there is.

use race_core::catalogue;

use super::Cx;
use super::strategies::sentence;
use crate::components::dom::{El, el};
use crate::pages::guide::route::Route;

/// The page.
pub fn view(cx: Cx, name: &str) -> El {
    let strategy = |program: race_core::program::Program| {
        let link = cx.link("name", &Route::strategy(&program.name)).say(&program.name);
        el("li", "").add(link).add(sentence(cx, &program, el("span", "about")))
    };
    let list = catalogue::strategies().into_iter().map(strategy).collect();
    el("main", "nowhere")
        .add(el("h1", "").say(&cx.says.nowhere(name)))
        .add(el("p", "").say(cx.says.nowhere.list))
        .add(el("ul", "").test("strategies").all(list))
}
