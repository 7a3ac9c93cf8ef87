//! Holds the style sheet to its contrasts: 4.5:1 for text, 3:1 for marks, in both themes.

use std::collections::BTreeMap;

const TOKENS: &str = include_str!("../../../../style/tokens.css");
const GROUNDS: [&str; 6] = ["paper", "card", "stage", "lit", "won-soft", "over-soft"];
const TEXTS: [&str; 4] = ["ink", "mute", "won-text", "over-text"];
const MARKS: [&str; 8] = ["ink", "won", "over", "wait", "cut", "same", "idle", "edge"];

type Colours = BTreeMap<String, [f64; 3]>;

/// The colours of the two themes: the dark one is laid over the light one.
fn themes() -> [Colours; 2] {
    let (light, dark) = TOKENS.split_once(":root[data-theme=\"dark\"]").expect("a dark theme");
    let light = colours(light);
    let mut both = light.clone();
    both.extend(colours(dark));
    [light, both]
}

fn colours(css: &str) -> Colours {
    css.lines()
        .filter_map(|line| {
            let (name, value) = line.trim().strip_prefix("--")?.split_once(": #")?;
            let rgb = u32::from_str_radix(value.strip_suffix(';')?, 16).ok()?;
            let part = |shift: u32| f64::from(rgb >> shift & 0xff) / 255.0;
            Some((name.to_owned(), [part(16), part(8), part(0)]))
        })
        .collect()
}

/// Relative luminance, as WCAG defines it.
fn luminance(colour: [f64; 3]) -> f64 {
    let linear = |part: f64| {
        if part <= 0.04045 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
    };
    0.2126 * linear(colour[0]) + 0.7152 * linear(colour[1]) + 0.0722 * linear(colour[2])
}

fn assert_contrast(colours: &Colours, theme: usize, mark: &str, ground: &str, least: f64) {
    let [a, b] = [mark, ground].map(|name| luminance(colours[name]));
    let contrast = (a.max(b) + 0.05) / (a.min(b) + 0.05);
    let theme = ["light", "dark"][theme];
    assert!(contrast >= least, "{theme}: --{mark} on --{ground} is {contrast:.2}:1, not {least}:1");
}

#[test]
fn text_is_legible_on_every_ground() {
    for (theme, colours) in themes().iter().enumerate() {
        for (text, ground) in TEXTS.iter().flat_map(|text| GROUNDS.map(|ground| (text, ground))) {
            assert_contrast(colours, theme, text, ground, 4.5);
        }
        for (text, ground) in [("red-ink", "red"), ("on-envelope", "envelope"), ("card", "ink")] {
            assert_contrast(colours, theme, text, ground, 4.5);
        }
    }
}

#[test]
fn marks_stand_out_from_the_grounds_that_they_lie_on() {
    for (theme, colours) in themes().iter().enumerate() {
        for (mark, ground) in
            MARKS.iter().flat_map(|mark| GROUNDS[..3].iter().map(move |ground| (mark, ground)))
        {
            assert_contrast(colours, theme, mark, ground, 3.0);
        }
        for (mark, ground) in [
            ("wait", "lit"),
            ("won", "won-soft"),
            ("over", "over-soft"),
            ("red", "paper"),
            ("gold", "envelope"),
        ] {
            assert_contrast(colours, theme, mark, ground, 3.0);
        }
        // On ink the envelope is deep red, and its gold edge is what is seen.
        let edge = ["envelope", "gold"][theme];
        for ground in ["paper", "card", "stage"] {
            assert_contrast(colours, theme, edge, ground, 3.0);
        }
    }
}
