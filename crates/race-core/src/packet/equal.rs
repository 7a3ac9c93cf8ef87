//! Equal shares. M = q·n + r: r shares get q + 1 fen, the rest q.

/// The shares in fen, the larger ones first.
pub(super) fn amounts(total: u64, shares: u32) -> Vec<u64> {
    let shares = u64::from(shares);
    let (each, over) = (total / shares, total % shares);
    // Never all the remainder on one share: over 18 people that is a last share out of all line.
    (0..shares).map(|i| each + u64::from(i < over)).collect()
}

#[cfg(test)]
mod tests {
    #[test]
    fn one_yuan_over_eighteen_is_ten_sixes_and_eight_fives() {
        let expected = [vec![6; 10], vec![5; 8]].concat();
        assert_eq!(super::amounts(100, 18), expected);
    }
}
