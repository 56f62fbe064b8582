//! Numbers and texts of the SVG: escaping, raised and lowered runs, widths and line breaks.

use std::fmt::Write;

/// A coordinate with two decimals at most; what is not finite becomes `0`.
pub(crate) fn num(value: f64) -> String {
    let rounded = (value * 100.0).round() / 100.0;
    if rounded == 0.0 || !rounded.is_finite() { "0".into() } else { format!("{rounded}") }
}

/// Escapes XML and drops the characters that XML does not allow at all.
pub(crate) fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            '\t' | '\n' | '\r' => out.push(' '),
            '\u{fffe}' | '\u{ffff}' => {}
            c if c.is_control() => {}
            c => out.push(c),
        }
    }
    out
}

/// Horizontal anchor of a text.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Anchor {
    Start,
    Middle,
    End,
}

/// A text element; `class` is a list of CSS classes.
pub(crate) fn text(
    at: (f64, f64),
    size: f64,
    anchor: Anchor,
    class: &str,
    content: &str,
) -> String {
    let anchor = match anchor {
        Anchor::Start => "",
        Anchor::Middle => " text-anchor=\"middle\"",
        Anchor::End => " text-anchor=\"end\"",
    };
    let content = rich(content, size);
    // Some viewers trim each run, which would remove the space in `10⁻⁴ m`.
    let space = if content.contains('<') { " xml:space=\"preserve\"" } else { "" };
    format!(
        "<text class=\"{class}\" x=\"{}\" y=\"{}\" font-size=\"{}\"{anchor}{space}>{content}</text>\n",
        num(at.0),
        num(at.1),
        num(size),
    )
}

/// The raised characters of Unicode, and the plain ones in the same order.
const RAISED: (&str, &str) = ("⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁽⁾ⁿⁱᵏᵐᵖᵗˣ", "0123456789+−()nikmptx");
/// The lowered characters of Unicode, and the plain ones in the same order.
const LOWERED: (&str, &str) =
    ("₀₁₂₃₄₅₆₇₈₉₊₋₍₎ₐₑₒₓₕₖₗₘₙₚₛₜᵢⱼᵣᵤᵥ", "0123456789+−()aeoxhklmnpstijruv");
/// Size of raised and lowered characters relative to their line.
const SMALL: f64 = 0.72;

/// The character of `to` in the place that `c` has in `from`.
fn translated(c: char, from: &str, to: &str) -> Option<char> {
    from.chars().zip(to.chars()).find(|(key, _)| *key == c).map(|(_, value)| value)
}

/// A text in raised characters, as far as there are any.
pub(crate) fn raised(content: &str) -> String {
    content.chars().map(|c| translated(c, RAISED.1, RAISED.0).unwrap_or(c)).collect()
}

/// `-1` for lowered, `1` for raised, `0` for plain, and the plain character.
fn level(c: char) -> (i8, char) {
    // Most text is ASCII, which no raised or lowered character is.
    if c.is_ascii() {
        return (0, c);
    }
    let found = |level: i8, (from, to)| Some((level, translated(c, from, to)?));
    found(1, RAISED).or_else(|| found(-1, LOWERED)).unwrap_or((0, c))
}

/// Cuts a text into runs of one level (`1` raised, `-1` lowered) in plain characters. Few fonts have
/// all raised and lowered glyphs, and glyphs of two fonts in `10⁻¹⁴` stand at different heights.
pub(crate) fn runs(content: &str) -> Vec<(i8, String)> {
    let mut runs: Vec<(i8, String)> = Vec::new();
    for (level, c) in content.chars().map(level) {
        match runs.last_mut() {
            Some((last, run)) if *last == level => run.push(c),
            _ => runs.push((level, c.to_string())),
        }
    }
    runs
}

/// Escaped text whose raised and lowered runs are `tspan`s.
fn rich(content: &str, size: f64) -> String {
    let mut out = String::new();
    let mut offset = 0.0;
    for (level, run) in runs(content) {
        let wanted = match level {
            1 => -0.36 * size,
            -1 => 0.2 * size,
            _ => 0.0,
        };
        let run = escape(&run);
        let small = if level == 0 { size } else { SMALL * size };
        if wanted == offset && level == 0 {
            out.push_str(&run);
        } else {
            let (dy, small) = (num(wanted - offset), num(small));
            let _ = write!(out, "<tspan dy=\"{dy}\" font-size=\"{small}\">{run}</tspan>");
        }
        offset = wanted;
    }
    out
}

/// Estimated width of a text. The widths are those of Helvetica, widened because the first font of
/// the stack is a little wider: a label may get too much room, never too little.
pub(crate) fn width(content: &str, size: f64) -> f64 {
    let em: f64 = content.chars().map(char_width).sum();
    em * size * 1.08
}

fn char_width(c: char) -> f64 {
    let (level, c) = level(c);
    let em = match c {
        'i' | 'j' | 'l' | '\'' | '|' => 0.24,
        ' ' | '.' | ',' | ':' | ';' | '!' | 'f' | 't' | 'I' | '/' => 0.29,
        'r' | '(' | ')' | '[' | ']' | '-' => 0.34,
        'm' | 'M' | '%' | '—' => 0.86,
        'w' | 'O' | 'Q' | 'G' => 0.76,
        'W' | '@' => 0.96,
        'c' | 'k' | 's' | 'v' | 'x' | 'y' | 'z' | 'J' => 0.5,
        'A'..='Z' => 0.69,
        c if c.is_ascii() => 0.56,
        // Ideographs fill a square.
        c if u32::from(c) >= 0x2e80 => 1.0,
        _ => 0.6,
    };
    if level == 0 { em } else { SMALL * em }
}

/// The size, not above `size`, at which `content` fits into `room`, but no less than is legible.
pub(crate) fn fit(content: &str, size: f64, room: f64) -> f64 {
    let needed = width(content, size);
    if needed <= room { size } else { (size * room / needed).max(0.7 * size) }
}

/// Breaks a text between words into lines not wider than `room`, unless one word is.
pub(crate) fn wrap(content: &str, size: f64, room: f64) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in content.split_whitespace() {
        match lines.last_mut() {
            Some(line) if width(&format!("{line} {word}"), size) <= room => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.into()),
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short_and_finite() {
        assert_eq!(num(1.0 / 3.0), "0.33");
        assert_eq!(num(-0.001), "0");
        assert_eq!(num(12.5), "12.5");
        assert_eq!(num(f64::NAN), "0");
        assert_eq!(num(f64::INFINITY), "0");
    }

    #[test]
    fn markup_is_escaped_and_control_characters_go() {
        assert_eq!(escape("a<b & \"c\"\u{1}\n'd'>"), "a&lt;b &amp; &quot;c&quot; &#39;d&#39;&gt;");
    }

    #[test]
    fn raised_runs_return_to_the_line() {
        let out = rich("10⁻⁴ m", 10.0);
        let raised = "<tspan dy=\"-3.6\" font-size=\"7.2\">−4</tspan>";
        assert_eq!(out, format!("10{raised}<tspan dy=\"3.6\" font-size=\"10\"> m</tspan>"));
        assert_eq!(rich("plain", 10.0), "plain");
        assert!(rich("v₀²", 10.0).ends_with("<tspan dy=\"-5.6\" font-size=\"7.2\">2</tspan>"));
    }

    #[test]
    fn wrapping_keeps_every_word_and_the_width() {
        let words = "one figure may say many things in a single long caption";
        let lines = wrap(words, 12.0, 120.0);
        assert!(lines.len() > 1);
        assert_eq!(lines.join(" "), words);
        assert!(lines.iter().all(|line| width(line, 12.0) <= 120.0));
        assert!(wrap("  ", 12.0, 120.0).is_empty());
        assert_eq!(wrap("indivisible", 12.0, 1.0), ["indivisible"]);
    }
}
