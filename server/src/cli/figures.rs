//! Numbers as people read them.

use race_core::money::Fen;

/// Returns `1 share`, `1,000 shares`.
pub fn counted(count: u64, thing: &str) -> String {
    format!("{} {thing}{}", grouped(count), if count == 1 { "" } else { "s" })
}

/// Returns a number in groups of three digits.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// Returns fen as yuan, `¥1,700.00`; what is paid is never negative.
pub fn yuan(fen: i64) -> String {
    let text = Fen(fen.max(0)).to_string();
    let (whole, rest) = text.split_once('.').unwrap_or((&text, "00"));
    format!("¥{}.{rest}", grouped(whole.parse().unwrap_or_default()))
}

/// Returns microseconds in the unit that suits them.
pub fn duration(us: f64) -> String {
    match us {
        us if us < 1_000.0 => format!("{us:.0} µs"),
        us if us < 1_000_000.0 => format!("{:.1} ms", us / 1_000.0),
        us => format!("{:.2} s", us / 1_000_000.0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn money_is_in_yuan() {
        assert_eq!(
            (yuan(0), yuan(5), yuan(1_234_567)),
            ("¥0.00".into(), "¥0.05".into(), "¥12,345.67".into())
        );
    }

    #[test]
    fn numbers_are_grouped_and_times_keep_their_unit() {
        assert_eq!(
            (grouped(0), grouped(999), grouped(1_234_567)),
            ("0".into(), "999".into(), "1,234,567".into())
        );
        assert_eq!(
            (duration(12.0), duration(1_234.0), duration(2.5e6)),
            ("12 µs".into(), "1.2 ms".into(), "2.50 s".into())
        );
    }
}
