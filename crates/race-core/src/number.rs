//! Numbers, money and times as people read them, the same in both languages.

/// A count with its digits in groups of three: `10,000`.
pub fn group(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::with_capacity(digits.len() * 4 / 3);
    for (at, digit) in digits.char_indices() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A whole number with its digits in groups of three and a true minus sign: `−1,000`.
pub fn signed(number: i64) -> String {
    let sign = if number < 0 { "−" } else { "" };
    format!("{sign}{}", group(number.unsigned_abs()))
}

/// Fen as yuan, without decimals where there are none: `¥700`, `¥12.34`.
pub fn yuan(fen: i64) -> String {
    let sign = if fen < 0 { "−" } else { "" };
    let (yuan, rest) = (fen.unsigned_abs() / 100, fen.unsigned_abs() % 100);
    match rest {
        0 => format!("{sign}¥{}", group(yuan)),
        _ => format!("{sign}¥{}.{rest:02}", group(yuan)),
    }
}

/// A span of time in µs, in the unit that suits it: `340 µs`, `12.3 ms`, `1.2 s`.
pub fn duration(us: u64) -> String {
    if us < 1_000 {
        return format!("{us} µs");
    }
    // Tenths, rounded before the unit is chosen, so that 999.96 ms is 1 s and not 1000 ms.
    let tenths_ms = (us + 50) / 100;
    if tenths_ms < 10_000 {
        return format!("{} ms", tenths(tenths_ms));
    }
    format!("{} s", tenths((us + 50_000) / 100_000))
}

/// How many times as fast or slow, to two digits: `1,200`, `12`, `1.5`, `0.25`.
pub fn factor(times: f64) -> String {
    if !times.is_finite() || times <= 0.0 {
        return "0".to_owned();
    }
    // Whole millionths from here on: what formats floats would be a tenth of the page.
    let millionths = (times * 1e6).round() as u64;
    let unit = 10u64.pow(millionths.max(1).ilog10().saturating_sub(1));
    let rounded = (millionths + unit / 2) / unit * unit;
    let (whole, rest) = (rounded / 1_000_000, rounded % 1_000_000);
    match rest {
        _ if whole >= 10 => group(whole),
        0 => whole.to_string(),
        _ => format!("{whole}.{rest:06}").trim_end_matches('0').to_owned(),
    }
}

fn tenths(number: u64) -> String {
    match number % 10 {
        // From 100 on, a tenth is noise.
        rest if rest > 0 && number < 1_000 => format!("{}.{rest}", number / 10),
        _ => group((number + 5) / 10),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_are_grouped_by_three() {
        let cases = [(0, "0"), (999, "999"), (1_000, "1,000"), (10_000, "10,000")];
        for (number, text) in cases {
            assert_eq!(group(number), text);
        }
        assert_eq!(group(u64::MAX), "18,446,744,073,709,551,615");
        assert_eq!(
            (signed(-6), signed(-1_000), signed(7)),
            ("−6".into(), "−1,000".into(), "7".into())
        );
        assert_eq!(signed(i64::MIN), "−9,223,372,036,854,775,808");
    }

    #[test]
    fn yuan_drop_decimals_that_say_nothing() {
        let cases =
            [(0, "¥0"), (70_000, "¥700"), (1_234, "¥12.34"), (5, "¥0.05"), (-150, "−¥1.50")];
        for (fen, text) in cases {
            assert_eq!(yuan(fen), text);
        }
        assert_eq!(yuan(123_456_700), "¥1,234,567");
    }

    #[test]
    fn a_duration_takes_the_unit_that_suits_it() {
        let cases = [
            (0, "0 µs"),
            (340, "340 µs"),
            (999, "999 µs"),
            (1_000, "1 ms"),
            (12_340, "12.3 ms"),
            (99_990, "100 ms"),
            (340_400, "340 ms"),
            (999_960, "1 s"),
            (1_234_000, "1.2 s"),
            (61_000_000, "61 s"),
            (3_600_000_000, "3,600 s"),
        ];
        for (us, text) in cases {
            assert_eq!(duration(us), text);
        }
    }

    #[test]
    fn a_factor_has_two_digits() {
        let cases = [
            (1_234.0, "1,200"),
            (123.0, "120"),
            (12.4, "12"),
            (9.96, "10"),
            (1.5, "1.5"),
            (1.0, "1"),
            (0.25, "0.25"),
            (0.0999, "0.1"),
            (0.000_1, "0.0001"),
            (f64::NAN, "0"),
            (f64::INFINITY, "0"),
        ];
        for (times, text) in cases {
            assert_eq!(factor(times), text, "{times}");
        }
    }
}
