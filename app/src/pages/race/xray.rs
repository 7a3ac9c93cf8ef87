//! The log of an X-ray: the latest commands as Redis ran them, by its own clock.

use leptos::prelude::*;
use race_core::number::{duration, group};

use super::context::{Context, SIDES};
use crate::player::lane_view::LogLine;

/// The log of a lane; nothing unless its race was X-rayed.
#[component]
pub fn Xray(index: usize) -> impl IntoView {
    let Context { page, words, .. } = expect_context();
    let lane = page.lanes[index];
    let is_there = Memo::new(move |_| {
        lane.result.read().as_ref().is_some_and(|result| !result.xray.is_empty())
    });
    let log = Memo::new(move |_| lane.view.read().log.clone());
    let dropped = move || lane.result.read().as_ref().map_or(0, |result| result.xray_dropped);
    let cut = move || match dropped() {
        0 => None,
        dropped => Some(view! { <p class="quiet">{words.xray_cut(dropped)}</p> }),
    };
    let content = move || {
        is_there.get().then(|| {
            view! {
                <h3>{words.lane.xray}</h3>
                <p class="quiet">{words.lane.read_together}</p>
                <ol data-testid=format!("xray-{}", SIDES[index])>
                    {move || log.get().into_iter().map(row).collect_view()}
                </ol>
                {cut}
            }
        })
    };
    view! { <div class="xray">{content}</div> }
}

/// One command: when, whose, what, and how many read the same.
fn row(line: LogLine) -> impl IntoView {
    let class = match (line.in_script, line.together > 0) {
        (true, _) => Some("inside"),
        (false, true) => Some("together"),
        (false, false) => None,
    };
    let together = match line.together {
        0 => String::new(),
        many => format!("×{}", group(many.into())),
    };
    view! {
        <li class=class>
            <span class="quiet">{duration(line.at_us)}</span>
            <span>{format!("#{}", group(line.racer.into()))}</span>
            <code>{line.text}</code>
            <span class="mark">{together}</span>
        </li>
    }
}
