//! Text, numbers and addresses in HTML.

use crate::text::{self, escape};
use crate::ticks;

/// Escaped text on one line, with raised and lowered characters as such.
pub(super) fn words(content: &str) -> String {
    let run = |(level, run): (i8, String)| match level {
        1 => format!("<sup>{}</sup>", escape(&run)),
        -1 => format!("<sub>{}</sub>", escape(&run)),
        _ => escape(&run),
    };
    text::runs(content).into_iter().map(run).collect()
}

/// Escaped text with its lines and tabulators.
pub(super) fn lines(content: &str) -> String {
    let line = |line: &str| line.split('\t').map(escape).collect::<Vec<_>>().join("\t");
    content.lines().map(line).collect::<Vec<_>>().join("\n")
}

/// A number with a true minus sign and, for `1.2e-9`, a power of ten; a dash for NaN.
pub(super) fn number(content: &str) -> String {
    match content.trim().parse::<f64>() {
        Ok(value) if value.is_nan() => "–".into(),
        Ok(value) if value.is_infinite() => (if value > 0.0 { "∞" } else { "−∞" }).into(),
        Ok(_) => {
            let plain = content.trim().replace('-', "−");
            match content.trim().split_once(['e', 'E']) {
                Some((digits, exponent)) => exponent.parse().map_or(plain, |exponent: i32| {
                    format!("{}×{}", digits.replace('-', "−"), ticks::power(exponent))
                }),
                None => plain,
            }
        }
        Err(_) => content.into(),
    }
}

/// A link with attributes around content, all of which are HTML already; no link if the address is not allowed.
pub(super) fn anchor(address: &str, attributes: &str, content: &str) -> String {
    let address = address.trim();
    if is_allowed(address) {
        format!("<a{attributes} href=\"{}\">{content}</a>", escape(address))
    } else {
        format!("<span{attributes}>{content}</span>")
    }
}

/// Whether an address is relative, or one of the web or of mail: others may run scripts.
fn is_allowed(address: &str) -> bool {
    let scheme = address.split(['/', '?', '#']).next().unwrap_or("").split_once(':');
    let known = ["http", "https", "mailto"];
    !address.is_empty()
        && scheme.is_none_or(|(name, _)| known.iter().any(|k| name.eq_ignore_ascii_case(k)))
}

/// The id of a section, made of the letters and digits of its heading.
pub(super) fn slug(heading: &str) -> String {
    let mut out = String::from("s");
    for word in heading.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()) {
        out.push('-');
        out.extend(word.chars().flat_map(char::to_lowercase));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_escaped_and_raised() {
        assert_eq!(words("a<b>\n10⁻⁴ & v₀"), "a&lt;b&gt; 10<sup>−4</sup> &amp; v<sub>0</sub>");
        assert_eq!(lines("<a>\n\tb\u{1}\r\n\nc\n"), "&lt;a&gt;\n\tb\n\nc");
    }

    #[test]
    fn numbers_read_well() {
        assert_eq!(number("-1.50e-9"), "−1.50×10⁻⁹");
        assert_eq!(number("-3.25"), "−3.25");
        assert_eq!(number(&f64::NAN.to_string()), "–");
        assert_eq!(number(&f64::NEG_INFINITY.to_string()), "−∞");
        assert_eq!(number("12 of 14 pre-set"), "12 of 14 pre-set");
    }

    #[test]
    fn addresses_that_run_are_not_followed() {
        for good in ["a.html", "../b/c.html#d", "#here", "https://a.b/c?d:e", "a/b:c", "?q=a:b"] {
            assert!(anchor(good, "", "x").starts_with("<a href=\""), "{good}");
        }
        for bad in
            ["javascript:alert(1)", " JavaScript:x", "java\nscript:x", "data:text/html,x", ""]
        {
            assert_eq!(anchor(bad, "", "x"), "<span>x</span>", "{bad}");
        }
        assert_eq!(anchor("a\"b&c", "", "x"), "<a href=\"a&quot;b&amp;c\">x</a>");
    }

    #[test]
    fn slugs_are_words() {
        assert_eq!(slug("Energy & Loss (J)"), "s-energy-loss-j");
        assert_eq!(slug("\"<>"), "s");
    }
}
