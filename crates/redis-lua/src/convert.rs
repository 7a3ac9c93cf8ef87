//! Numbers and texts as they cross between Lua and Redis 7.0.15; each line was run there.

use super::strtod::strtod;

/// A Lua number as the argument of a command: `%.17g`, which leaves whole numbers plain up to
/// 17 digits and is *not* what `tostring` gives.
pub fn argument(number: f64) -> Vec<u8> {
    general(number, 17)
}

/// A Lua number as `tostring` and cjson show it: `%.14g`.
pub fn shown(number: f64) -> Vec<u8> {
    general(number, 14)
}

/// A text that is a number, and nothing else but spaces around it, as `lua_tonumber` reads it.
pub fn number(text: &[u8]) -> Option<f64> {
    let (number, length) = strtod(text.trim_ascii_start())?;
    text.trim_ascii_start()[length..].trim_ascii().is_empty().then_some(number)
}

/// C's `%.17g`, with as many digits as asked for.
fn general(number: f64, digits: i32) -> Vec<u8> {
    if number.is_nan() {
        // What 0/0 gives on the machines that Redis runs on; WebAssembly leaves the sign open.
        return b"-nan".to_vec();
    }
    if number.is_infinite() {
        return if number > 0.0 { b"inf".to_vec() } else { b"-inf".to_vec() };
    }
    if number.abs() < 1e14 && number.fract() == 0.0 && !(number == 0.0 && number.is_sign_negative())
    {
        return (number as i64).to_string().into_bytes();
    }
    let scientific = format!("{number:.*e}", digits as usize - 1);
    let (mantissa, exponent) = scientific.split_once('e').expect("the e of {:e}");
    let exponent: i32 = exponent.parse().expect("the exponent of {:e}");
    let text = if (-4..digits).contains(&exponent) {
        without_zeros(&format!("{number:.*}", (digits - 1 - exponent) as usize)).to_owned()
    } else {
        let sign = if exponent < 0 { '-' } else { '+' };
        format!("{}e{sign}{:02}", without_zeros(mantissa), exponent.abs())
    };
    text.into_bytes()
}

fn without_zeros(decimal: &str) -> &str {
    match decimal.contains('.') {
        true => decimal.trim_end_matches('0').trim_end_matches('.'),
        false => decimal,
    }
}

/// A returned Lua number as Redis's whole number: cut toward zero, and all that does not fit is
/// the lowest one, as the processor's own conversion has it (Rust's `as` would saturate).
pub fn whole(number: f64) -> i64 {
    const LIMIT: f64 = 9_223_372_036_854_775_808.0;
    if (-LIMIT..LIMIT).contains(&number) { number as i64 } else { i64::MIN }
}

/// A status or an error as one line, which is all that Redis's protocol has room for.
pub fn one_line(text: &[u8]) -> String {
    String::from_utf8_lossy(text).replace(['\r', '\n'], " ")
}

/// An error's text without the place in the prelude, which is nothing that a script's author knows.
pub fn without_prelude(text: &str) -> &str {
    let place = text.strip_prefix("prelude:").and_then(|rest| rest.split_once(": "));
    match place {
        Some((line, text)) if line.parse::<u32>().is_ok() => text,
        _ => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_go_out_as_redis_writes_them() {
        let cases = [
            (3.0, "3"),
            (0.0, "0"),
            (-0.0, "-0"),
            (-1.0, "-1"),
            (1e15, "1000000000000000"),
            (9_007_199_254_740_993.0, "9007199254740992"),
            (123_456_789_012_345_678.0, "1.2345678901234568e+17"),
            (1e17, "1e+17"),
            (1e20, "1e+20"),
            (0.1, "0.10000000000000001"),
            (10.5, "10.5"),
            (-0.25, "-0.25"),
            (1e-4, "0.0001"),
            (1e-7, "9.9999999999999995e-08"),
            (5e-324, "4.9406564584124654e-324"),
            (f64::MAX, "1.7976931348623157e+308"),
            (4_611_686_018_427_387_904.0, "4.6116860184273879e+18"),
            (f64::INFINITY, "inf"),
            (f64::NEG_INFINITY, "-inf"),
            (f64::NAN, "-nan"),
        ];
        for (number, text) in cases {
            assert_eq!(String::from_utf8(argument(number)).unwrap(), text);
        }
    }

    #[test]
    fn numbers_come_back_cut_toward_zero_and_what_does_not_fit_is_the_lowest() {
        let cases = [
            (3.99, 3),
            (-3.99, -3),
            (-0.5, 0),
            (f64::INFINITY, i64::MIN),
            (f64::NAN, i64::MIN),
            (9_223_372_036_854_775_808.0, i64::MIN),
            (-9_223_372_036_854_775_808.0, i64::MIN),
            (9_007_199_254_740_992.0, 1 << 53),
        ];
        for (number, expected) in cases {
            assert_eq!(whole(number), expected, "{number}");
        }
    }
}
