//! Text from outside as it may be shown.

use std::borrow::Cow;

/// Whether a character is one that a terminal acts on, or that changes the order of others.
fn acts(c: char) -> bool {
    (c.is_control() && c != '\n') || matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// A text whose characters are only seen: no escape sequences, no changes of direction. Its lines stay.
///
/// ```
/// use carom_files::visible;
/// assert_eq!(visible("A bar\x1b[31m\nof steel"), "A bar\u{fffd}[31m\nof steel");
/// ```
#[must_use]
pub fn visible(text: &str) -> Cow<'_, str> {
    if !text.chars().any(acts) {
        return Cow::Borrowed(text);
    }
    text.chars().map(|c| if acts(c) { char::REPLACEMENT_CHARACTER } else { c }).collect()
}
