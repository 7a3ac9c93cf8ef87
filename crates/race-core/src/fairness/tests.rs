//! The facts of the rules, within what chance allows: five standard errors, for one seed.

use super::*;

const PACKETS: u32 = 100_000;

fn plan(split: Split, total: i64, shares: u32, cap: i64) -> Plan {
    Plan { split, packets: PACKETS, shares, total: Fen(total), cap: Fen(cap), seed: 20_260_214 }
}

fn drawn(plan: Plan) -> Vec<Position> {
    let mut drawing = plan.begin().unwrap();
    while !drawing.is_done() {
        drawing.draw(30_000);
    }
    drawing.positions()
}

/// Within five standard errors, or exactly where there is no chance in it.
fn assert_mean(position: &Position, expected: f64) {
    let error = position.deviation_fen / f64::from(PACKETS).sqrt();
    let off = (position.mean_fen - expected).abs();
    assert!(off <= 5.0 * error, "{} instead of {expected}, ±{error}", position.mean_fen);
}

fn spread(position: &Position) -> f64 {
    position.deviation_fen / position.mean_fen
}

fn luck(position: &Position) -> f64 {
    f64::from(position.luckiest) / f64::from(PACKETS)
}

#[test]
fn the_textbook_is_biased_in_whole_fen_and_the_fair_mean_is_not() {
    let textbook = drawn(plan(Split::DoubleMean, 15, 10, 20_000));
    for first in &textbook[..5] {
        assert_eq!((first.mean_fen, first.deviation_fen), (1.0, 0.0));
    }
    assert_mean(&textbook[9], 2.481);
    for position in drawn(plan(Split::FairMean, 15, 10, 20_000)) {
        assert_mean(&position, 1.5);
    }
}

#[test]
fn once_the_cap_binds_the_fair_mean_is_not_exactly_even() {
    let capped = drawn(plan(Split::FairMean, 10, 5, 3));
    assert_mean(&capped[0], 2.0);
    assert_mean(&capped[4], 56.0 / 27.0);
    let error = capped[4].deviation_fen / f64::from(PACKETS).sqrt();
    assert!(capped[4].mean_fen - 2.0 > 10.0 * error, "and it can be told from chance");
}

#[test]
fn the_spread_grows_along_the_line_and_the_last_are_luckiest_more_often() {
    let fair = drawn(plan(Split::FairMean, 10_000, 10, 20_000));
    for position in &fair {
        assert_mean(position, 1_000.0);
    }
    assert!((spread(&fair[0]) - 0.577).abs() < 0.004, "{}", spread(&fair[0]));
    for last in &fair[8..] {
        assert!((spread(last) - 0.768).abs() < 0.008, "{}", spread(last));
    }
    assert!((luck(&fair[0]) - 0.100).abs() < 0.005, "{}", luck(&fair[0]));
    assert!((luck(&fair[9]) - 0.121).abs() < 0.005, "{}", luck(&fair[9]));
}

#[test]
fn the_line_is_cut_with_the_same_mean_and_variance_everywhere() {
    let (total, shares) = (10_000.0_f64, 10.0_f64);
    let variance = total * (total - shares) * (shares - 1.0) / (shares * shares * (shares + 1.0));
    for position in drawn(plan(Split::LineCut, 10_000, 10, 20_000)) {
        assert_mean(&position, 1_000.0);
        assert!((position.deviation_fen / variance.sqrt() - 1.0).abs() < 0.02);
        assert!((luck(&position) - 0.1).abs() < 0.005);
    }
}

#[test]
fn equal_shares_have_no_chance_in_them_and_a_tie_goes_to_the_first() {
    let equal = drawn(plan(Split::Equal, 100, 18, 20_000));
    let means: Vec<f64> = equal.iter().map(|position| position.mean_fen).collect();
    assert_eq!(means, [[6.0; 10].as_slice(), &[5.0; 8]].concat());
    assert!(equal.iter().all(|position| position.deviation_fen == 0.0));
    assert_eq!(equal[0].luckiest, PACKETS);
}

#[test]
fn the_sums_are_exact_and_the_chunks_do_not_matter() {
    for split in Split::ALL {
        let whole = plan(split, 10_003, 7, 20_000);
        let mut by_one = Plan { packets: 1_000, ..whole }.begin().unwrap();
        let mut at_once = Plan { packets: 1_000, ..whole }.begin().unwrap();
        while !by_one.is_done() {
            by_one.draw(1);
        }
        assert_eq!(at_once.draw(u32::MAX), 1_000);
        let positions = by_one.positions();
        assert_eq!(positions, at_once.positions());
        let fen: f64 = positions.iter().map(|position| position.mean_fen * 1_000.0).sum();
        assert!((fen - 10_003_000.0).abs() < 1e-3, "every fen is somebody's");
        assert_eq!(positions.iter().map(|position| position.luckiest).sum::<u32>(), 1_000);
    }
}

#[test]
fn the_first_packet_is_the_one_that_a_race_of_the_same_seed_has() {
    let mut drawing = plan(Split::FairMean, 10_003, 10, 20_000).begin().unwrap();
    drawing.draw(1);
    let means: Vec<f64> = drawing.positions().iter().map(|each| each.mean_fen).collect();
    assert_eq!(means, [1145., 1941., 1426., 1031., 405., 865., 497., 1112., 577., 1004.]);
}

#[test]
fn what_is_outside_its_range_is_refused_with_field_and_range() {
    let fine = plan(Split::LineCut, 10_000, 10, 20_000);
    let refusal = |plan: Plan| plan.begin().err().map(|error| error.to_string());
    assert_eq!(refusal(fine), None);
    let table = [
        (Plan { packets: 999, ..fine }, "packets: must be a whole number from 1000 to 1000000"),
        (Plan { shares: 101, ..fine }, "shares: must be a whole number from 2 to 100"),
        (Plan { total: Fen(-1), ..fine }, "total_fen: must be a whole number from 2 to 2000000"),
        (Plan { cap: Fen(0), ..fine }, "cap_fen: must be a whole number from 1 to 20000"),
        (
            Plan { total: Fen(9), ..fine },
            "total_fen: one_fen_each: 0.09 yuan over 10 shares; allowed: 0.10 to 2000.00 yuan",
        ),
        (
            Plan { cap: Fen(999), split: Split::Equal, ..fine },
            "total_fen: cap: 100.00 yuan over 10 shares; allowed: 0.10 to 99.90 yuan",
        ),
        (
            Plan { cap: Fen(9_990), ..fine },
            "total_fen: line_cut_cap: 100.00 yuan over 10 shares; allowed: 0.10 to 99.99 yuan",
        ),
    ];
    for (plan, expected) in table {
        assert_eq!(refusal(plan).as_deref(), Some(expected));
    }
}
