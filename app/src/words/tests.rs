//! What the texts of the race page have in common, in both languages.

use race_core::config::Why;

use super::*;
use crate::workload::{Workload, is_shared};
use race_core::trace::Verb;

const BOTH: [&Words; 2] = [&EN, &ZH];

fn view() -> LaneView {
    LaneView { has_race: true, shares: 10, handed_out: 80, oversold: 70, ..LaneView::default() }
}

fn card(phase: Phase, held: Option<i64>, stale: bool) -> Card {
    let (grab, slot, progress, line, share) = (11, 0, 0.5, 12, Some(4));
    Card { grab, slot, phase, progress, line, verb: Verb::Set, held, stale, share, ended: false }
}

/// Every text that a method fills, in one language.
fn filled(words: &Words) -> Vec<String> {
    let mut texts = Vec::new();
    for n in [0, 1, 2, 12_345] {
        texts.extend([
            words.people(n),
            words.shares(n),
            words.of(n),
            words.waiting(n),
            words.now(n as i64),
            words.hold(n, -1),
            words.sampled(n),
            words.owners(n),
            words.tile(n, Some(1_000), n),
            words.tile(n, None, n),
            words.phantoms(n),
            words.here(n, Some(4)),
            words.here(n, None),
            words.round(1, 11),
            words.at(n, 20_000),
            words.guess_answer(n.min(2) as u8, 10, n),
            words.latency_bar(n, n),
            words.latency_grabs(n),
            words.overpaid_tip(80_000, 10_000),
            words.tab(&view(), &view()),
            words.slowed("1,200"),
            words.sped_up("2"),
            words.times("2"),
        ]);
    }
    for phase in [Phase::Out, Phase::Back, Phase::Holding, Phase::Won, Phase::Refused] {
        for (held, stale) in [(None, false), (Some(4), false), (Some(4), true)] {
            texts.push(words.card(12, 12, &card(phase, held, stale)));
            texts.push(words.card(3, 12, &card(phase, held, stale)));
        }
    }
    texts
}

#[test]
fn every_template_is_filled_to_the_last_name() {
    for text in BOTH.into_iter().flat_map(filled) {
        assert!(!text.is_empty() && !text.contains(['{', '}']), "{text:?}");
    }
}

#[test]
fn the_two_languages_say_different_things_in_their_own_letters() {
    let is_han =
        |text: &str| text.chars().any(|letter| ('\u{4e00}'..='\u{9fff}').contains(&letter));
    for (english, chinese) in filled(&EN).iter().zip(filled(&ZH)) {
        assert!(!is_han(english), "{english}");
        assert!(
            is_han(&chinese) || !chinese.contains(char::is_alphabetic) || chinese.contains("ms"),
            "{chinese}"
        );
    }
    for field in FIELDS.iter().filter(|field| is_shared(field.name)) {
        let (english, chinese) = (EN.field(field.name), ZH.field(field.name));
        assert!(!english.1.is_empty() && is_han(chinese.0) && is_han(chinese.1), "{}", field.name);
    }
    for name in ["strategy", "venue"] {
        assert!(!EN.field(name).1.is_empty() && is_han(ZH.field(name).0));
    }
}

#[test]
fn the_browser_chooses_the_language() {
    let cases = [
        ("zh", Lang::Zh),
        ("zh-CN", Lang::Zh),
        ("ZH_hant", Lang::Zh),
        ("en-GB", Lang::En),
        ("de", Lang::En),
        ("zha", Lang::En),
        ("", Lang::En),
    ];
    for (tag, lang) in cases {
        assert_eq!(Lang::from_browser(tag), lang, "{tag}");
        assert_eq!(Lang::from_name(lang.name()), Some(lang));
        assert_eq!(lang.other().other(), lang);
        assert_eq!(lang.words().lang, lang);
    }
}

#[test]
fn a_refused_field_begins_with_its_label_and_ends_with_what_is_allowed() {
    let mut workload = Workload::default();
    workload.set("racers", "many");
    let error = workload.error("racers").unwrap();
    assert_eq!(EN.field_error(&error), "People: must be a whole number from 1 to 200000");
    assert_eq!(ZH.field_error(&error), "人数：请填 1 到 200,000 之间的整数");
    let unknown = FieldError::new("colour", Why::Switch);
    assert_eq!(EN.field_error(&unknown), "colour: must be true or false");
}

#[test]
fn the_words_of_the_page_are_those_agreed_on() {
    assert_eq!(EN.here(7, Some(4)), "7 are here, still holding 4");
    assert_eq!(EN.overpaid_tip(80_000, 10_000), "¥800 paid from a ¥100 packet");
    assert_eq!(ZH.overpaid_tip(80_000, 10_000), "¥100 的红包付出 ¥800");
    assert_eq!(
        (EN.owners(0), EN.owners(1), EN.owners(8)),
        ("free".into(), "one owner".into(), "8 owners".into())
    );
    assert_eq!(EN.sampled(100), "1 mark = 100 people; counters are exact");
    assert_eq!(EN.guess_answer(0, 10, 80), "You said 10. Sending the commands one by one, 80 won.");
    assert_eq!(EN.guess_answer(1, 10, 80), "You said more, and 80 won.");
    assert_eq!(EN.round(7, 11), "round 7 of 11");
}

#[test]
fn nothing_about_a_live_race_says_never() {
    for standing in Standing::ALL {
        assert!(!EN.standing(*standing).contains("never"));
    }
    for property in Property::ALL {
        assert!(
            !EN.property(*property).contains("never")
                && !EN.property_tip(*property).contains("never")
        );
    }
}

#[test]
fn both_languages_explain_the_same_keys() {
    let keys = |words: &Words| words.help.keys.map(|(key, _)| key);
    assert_eq!(keys(&EN), keys(&ZH));
}

#[test]
fn a_template_leaves_what_it_does_not_know_and_braces_that_do_not_close() {
    assert_eq!(fill("a {n} b {n}", &[("n", 7)]), "a 7 b 7");
    assert_eq!(fill("open {n", &[("n", 7)]), "open {n");
    assert_eq!(fill("{n}", &[("n", "{m}")]), "{m}");
}
