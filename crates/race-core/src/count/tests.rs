use super::*;
use crate::config::field::plain;

fn counter(fields: &[(&str, &str)]) -> Counter {
    let fields = plain(fields.iter().copied());
    Counter::new(&RaceConfig::from_fields(&fields).unwrap())
}

#[test]
fn eighty_winners_of_ten_shares_are_seventy_given_twice_and_seven_hundred_yuan_too_much() {
    let mut counter = counter(&[]);
    for grab in 0..80 {
        counter.end(grab, 1, Outcome::Won, Some(10 - i64::from(grab / 8)));
    }
    let counts = counter.counts();
    assert_eq!((counts.won, counts.given_twice, counts.paid_fen), (80, 70, 80_000));
    assert_eq!(counter.facts(Some(0), None).phantoms, 10);
}

#[test]
fn wins_without_a_number_are_numbered_downwards_and_end_as_phantoms_worth_the_mean() {
    let mut counter = counter(&[("shares", "2"), ("total_fen", "301")]);
    let shares: Vec<_> =
        (0..4).map(|grab| counter.end(grab, 1, Outcome::Won, None).share).collect();
    assert_eq!(shares, [Some(2), Some(1), Some(0), Some(-1)]);
    assert_eq!(counter.counts().given_twice, 0);
    assert_eq!(counter.counts().paid_fen, 301 + 150 + 150);
    assert_eq!(counter.facts(Some(-2), None).phantoms, 2);
}

#[test]
fn what_is_refunded_is_the_next_to_be_given_and_no_reproach_to_who_was_refused_before() {
    let mut counter = counter(&[("shares", "2")]);
    for grab in 0..2 {
        counter.end(grab, 1, Outcome::Won, None);
    }
    counter.end(2, 1, Outcome::SoldOut, None);
    counter.refund(0, 1, 2);
    assert_eq!(property::undersold_shares(&counter.facts(Some(1), None)), 0);
    counter.end(3, 1, Outcome::SoldOut, None);
    assert_eq!(property::undersold_shares(&counter.facts(Some(1), None)), 1);
    assert_eq!(counter.end(4, 1, Outcome::Won, None).share, Some(2));
    assert_eq!(counter.facts(Some(0), None).phantoms, 0);
}

#[test]
fn a_grab_of_three_holds_the_three_numbers_that_end_at_its_own() {
    let mut counter = counter(&[("strategy", "atomic"), ("quantity", "3")]);
    counter.end(0, 3, Outcome::Won, Some(10));
    counter.end(1, 3, Outcome::Won, Some(7));
    assert_eq!((counter.counts().shares_won, counter.counts().given_twice), (6, 0));
    let facts = counter.facts(Some(4), None);
    assert_eq!(facts.left_fen + facts.paid_fen, facts.total_fen);
}

#[test]
fn only_so_many_reasons_are_kept_but_all_are_counted() {
    let mut counter = counter(&[]);
    for number in 0..20 {
        counter.failure(&format!("reason {number}"));
    }
    let failures = counter.failures();
    assert_eq!(failures.len(), REASONS_MAX);
    assert_eq!(failures.iter().map(|failure| failure.count).sum::<u64>(), 20);
}
