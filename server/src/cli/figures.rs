//! Numbers as people read them.

use race_core::money::Fen;

/// `1 share`, `1,000 shares`.
pub fn counted(count: u64, thing: &str) -> String {
    format!("{} {thing}{}", grouped(count), if count == 1 { "" } else { "s" })
}

/// A number in groups of three digits.
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

/// Fen as yuan, `¥700.00`.
pub fn yuan(fen: i64) -> String {
    format!("¥{}", Fen(fen))
}

/// Microseconds in the unit that suits them.
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
