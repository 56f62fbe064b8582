//! Facts, sounds and links.

use std::fmt::{Display, Write};

use super::html::{anchor, number, words};
use crate::encode::data_uri;
use crate::text::escape;

/// Single values, each with its label and unit.
#[derive(Debug, Clone, Default)]
#[must_use]
pub struct Facts {
    facts: Vec<(String, String, String)>,
}

impl Facts {
    /// No facts yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a fact; formatting is the caller's, the unit may be empty. Exponents and values that
    /// are not numbers are written as by [`Cell::number`](crate::Cell::number).
    pub fn fact(
        mut self,
        label: impl Into<String>,
        value: impl Display,
        unit: impl Into<String>,
    ) -> Self {
        self.facts.push((label.into(), number(&value.to_string()), unit.into()));
        self
    }

    pub(super) fn html(&self) -> String {
        let mut out = String::from("<dl class=\"facts\">\n");
        for (label, value, unit) in &self.facts {
            let _ = write!(out, "<div><dt>{}</dt><dd>{}", words(label), words(value));
            if !unit.is_empty() {
                let _ = write!(out, " <span class=\"unit\">{}</span>", words(unit));
            }
            out += "</dd></div>\n";
        }
        out + "</dl>\n"
    }
}

/// A sound that can be played on the page and saved from it.
#[derive(Debug, Clone)]
#[must_use]
pub struct Audio {
    name: String,
    sound: Sound,
    caption: String,
}

#[derive(Debug, Clone)]
enum Sound {
    /// The page holds it.
    Within(Vec<u8>),
    /// It stands in a file beside the page.
    Beside(String),
}

impl Audio {
    /// The content of a WAV file, and the name under which it is saved.
    pub fn wav(name: impl Into<String>, bytes: impl Into<Vec<u8>>) -> Self {
        Self { name: name.into(), sound: Sound::Within(bytes.into()), caption: String::new() }
    }

    /// A sound file beside the page, by its relative address, and the name under which it is saved.
    pub fn file(name: impl Into<String>, address: impl Into<String>) -> Self {
        Self { name: name.into(), sound: Sound::Beside(address.into()), caption: String::new() }
    }

    /// Sets the line above the player.
    pub fn caption(mut self, caption: impl Into<String>) -> Self {
        self.caption = caption.into();
        self
    }

    pub(super) fn html(&self) -> String {
        let mut out = String::from("<figure class=\"audio\">\n");
        if !self.caption.is_empty() {
            let _ = writeln!(out, "<figcaption>{}</figcaption>", words(&self.caption));
        }
        let (source, size) = match &self.sound {
            Sound::Within(bytes) => (data_uri("audio/wav", bytes), size(bytes.len())),
            Sound::Beside(address) => (escape(address), String::new()),
        };
        let _ =
            write!(out, "<div><audio controls=\"\" preload=\"metadata\" src=\"{source}\"></audio>");
        // The script takes the address from the player, so that the page contains the sound once.
        let name = escape(&self.name);
        let _ = writeln!(
            out,
            "<a class=\"save\" download=\"{name}\" hidden=\"\">{name}<span>{size}</span></a></div>"
        );
        out + "</figure>\n"
    }
}

fn size(bytes: usize) -> String {
    match bytes as f64 / 1e3 {
        kilo if kilo < 1.0 => format!("{bytes} B"),
        kilo if kilo < 999.5 => format!("{kilo:.0} kB"),
        kilo => format!("{:.1} MB", kilo / 1e3),
    }
}

/// One entry in a list of links: see [`Section::links`](crate::Section::links).
#[derive(Debug, Clone)]
#[must_use]
pub struct Link {
    title: String,
    address: String,
}

impl Link {
    /// A link. What is neither a relative address nor one of the web or of mail is shown without.
    pub fn new(title: impl Into<String>, address: impl Into<String>) -> Self {
        Self { title: title.into(), address: address.into() }
    }

    pub(super) fn html(&self) -> String {
        format!("<li><div>{}</div></li>\n", anchor(&self.address, "", &words(&self.title)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sound_is_held_once() {
        let html = Audio::wav("a\"b.wav", b"foobar".to_vec()).html();
        assert_eq!(html.matches("Zm9vYmFy").count(), 1);
        assert!(html.contains("src=\"data:audio/wav;base64,Zm9vYmFy\""));
        assert!(html.contains("download=\"a&quot;b.wav\"") && html.contains("6 B"));
    }

    #[test]
    fn sizes_are_rounded() {
        assert_eq!([999, 96_044, 999_700].map(size), ["999 B", "96 kB", "1.0 MB"]);
    }
}
