//! Numbers for readers.

/// Five digits: a plain number from 0.0001 to 1000000, otherwise with a power of ten.
///
/// ```
/// use carom_numeric::five_digits;
/// assert_eq!([0.0, 0.999_999, 1234.5678, 2.5e-7].map(five_digits), ["0", "1.0000", "1234.6", "2.5000e-7"]);
/// ```
pub fn five_digits(value: f64) -> String {
    let size = value.abs();
    if value == 0.0 {
        return "0".into();
    }
    if !(1e-4..1e6).contains(&size) {
        return format!("{value:.4e}");
    }
    // The exponent after rounding, so that 0.999999 is 1.0000 like 1.
    let rounded: f64 = format!("{size:.4e}").parse().unwrap_or(size);
    let decimals = (4 - rounded.log10().floor() as i32).max(0) as usize;
    format!("{value:.decimals$}")
}
