//! Every sentence, over packets of every kind.

use super::*;
use race_core::fairness::Plan;
use race_core::money::Fen;

fn line(split: Split, packets: u32, total: i64, shares: u32, cap: i64) -> Line {
    let plan = Plan { split, packets, shares, total: Fen(total), cap: Fen(cap), seed: 1 };
    let mut drawing = plan.begin().unwrap();
    drawing.draw(packets);
    Line { plan, positions: drawing.positions() }
}

fn lines() -> Vec<Line> {
    vec![
        line(Split::Equal, 1_000, 1_000, 10, 20_000),
        line(Split::Equal, 1_000, 100, 18, 20_000),
        line(Split::LineCut, 10_000, 10_000, 10, 20_000),
        line(Split::FairMean, 10_000, 10_000, 10, 20_000),
        line(Split::DoubleMean, 10_000, 15, 10, 20_000),
        line(Split::FairMean, 100_000, 10, 5, 3),
    ]
}

fn filled(words: &FairnessWords) -> Vec<String> {
    let lines = lines();
    let mut texts = vec![words.drawing(1, 2), words.wrong(&Wrong::Whole(1, 2)), words.sure(&lines)];
    texts.push(words.wrong(&Wrong::Yuan(1, 200)));
    texts.push(words.cap_note(&lines));
    for line in &lines {
        texts.extend([words.mean_of(line), words.spread_of(line), words.luck_of(line)]);
        texts.push(words.headline(std::slice::from_ref(line)));
    }
    let limits = race_core::packet::Limits { cap: Fen(100), shares_max: 5 };
    for (total, shares) in [(1, 9), (1, 3), (301, 3), (103, 3)] {
        let error = limits.check(Fen(total), shares, Split::LineCut).unwrap_err();
        texts.push(words.wrong(&Wrong::Packet(error)));
    }
    texts
}

#[test]
fn every_sentence_is_filled_in_both_languages() {
    let is_han = |text: &str| text.chars().any(|sign| ('\u{4e00}'..='\u{9fff}').contains(&sign));
    for (english, chinese) in filled(&EN).iter().zip(filled(&ZH)) {
        for text in [english, &chinese] {
            assert!(!text.contains(['{', '}']), "{text}");
        }
        assert!(!is_han(english) && is_han(&chinese), "{english} / {chinese}");
    }
}

#[test]
fn a_round_number_of_the_scale_is_written_with_the_decimals_that_it_needs() {
    let (fine, coarse) = (Scale::around(100.0, 1.0), Scale::around(1_000.0, 1.0));
    assert_eq!(EN.tick(97.5, 100.0, &fine), "¥0.975");
    assert_eq!(EN.tick(1_025.0, 1_000.0, &coarse), "¥10.25");
}

#[test]
fn what_is_said_is_what_is_seen() {
    let lines = lines();
    assert_eq!(EN.mean_of(&lines[0]), "Every place always gets ¥1.");
    assert!(EN.mean_of(&lines[1]).contains("place 11 always gets 5.000 fen, place 1 always 6.000"));
    assert!(EN.luck_of(&lines[2]).contains("equally often, 10.0%"));
    assert!(EN.headline(&lines[3..4]).starts_with("On average, every place gets the same: ¥10."));
    assert!(EN.headline(&lines[3..5]).starts_with("Place matters: with textbook double mean, "));
    assert!(
        EN.mean_of(&lines[4]).starts_with("Not even. Place 1 gets 1.000 fen on average, place 10")
    );
    assert!(EN.cap_note(&lines[5..]).contains("no share above ¥0.03"));
    assert_eq!(EN.cap_note(&lines[..5]), "");
    assert!(
        EN.luck_of(&lines[4]).ends_with("tie often.") && !EN.luck_of(&lines[3]).contains("tie")
    );
    let shares = [1_050.0, 1.5, 2.0, 10_000.0 / 3.0].map(|even| EN.even_share(even));
    assert_eq!(shares, ["¥10.50", "1.5 fen", "2 fen", "¥33.333"]);
    assert_eq!(EN.money(-0.4, 1.0), "−0.400 fen");
    assert_eq!(EN.money(-150.0, 1_000.0), "−¥1.500");
}
