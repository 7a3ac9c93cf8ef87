//! The log of an X-ray: the latest commands as Redis ran them, by its own clock.

use leptos::prelude::*;

use super::{Cx, SIDES};
use crate::components::dom::{El, el};
use crate::components::live::memo;
use crate::player::scene::LogLine;
use race_core::number::{duration, group};

/// The log of a lane; nothing unless its race was X-rayed.
pub fn xray(cx: Cx, index: usize) -> El {
    let Cx { page, words, .. } = cx;
    let lane = page.lanes[index];
    let is_there =
        memo(move || lane.result.read().as_ref().is_some_and(|result| !result.xray.is_empty()));
    let log = memo(move || lane.view.read().log.clone());
    let row = move |line: &LogLine| {
        let class = match (line.in_script, line.together > 0) {
            (true, _) => "inside",
            (false, true) => "together",
            (false, false) => "",
        };
        let together = match line.together {
            0 => String::new(),
            many => format!("×{}", group(many.into())),
        };
        el("li", class)
            .add(el("span", "quiet").say(&duration(line.at_us)))
            .add(el("span", "").say(&format!("#{}", group(line.racer.into()))))
            .add(el("code", "").say(&line.text))
            .add(el("span", "mark").say(&together))
    };
    el("div", "xray").part(move || match is_there.get() {
        false => Vec::new(),
        true => vec![
            el("h3", "").say(words.lane.xray),
            el("p", "quiet").say(words.lane.read_together),
            el("ol", "")
                .test(&format!("xray-{}", SIDES[index]))
                .part(move || log.read().iter().map(row).collect()),
        ],
    })
}
