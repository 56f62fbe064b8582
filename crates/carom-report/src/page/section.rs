//! Sections of a page.

use std::fmt::Write;

use super::Ids;
use super::html::{lines, slug, words};
use super::parts::{Audio, Facts, Link};
use super::table::Table;
use crate::figure::Figure;

/// The width for which figures are laid out a second time, for narrow screens.
const NARROW: f64 = 400.0;

/// One block of a section.
#[derive(Debug, Clone)]
enum Block {
    Text(String),
    Figure(Box<Figure>),
    Table(Table),
    Facts(Facts),
    Audio(Audio),
    Source { label: String, text: String },
    Note { class: &'static str, text: String },
    Links(Vec<Link>),
}

/// A part of a [`Page`](crate::Page): a heading and blocks in the order in which they are added.
#[derive(Debug, Clone, Default)]
#[must_use]
pub struct Section {
    heading: String,
    blocks: Vec<Block>,
}

impl Section {
    /// A section without content. The heading may be empty.
    pub fn new(heading: impl Into<String>) -> Self {
        Self { heading: heading.into(), blocks: Vec::new() }
    }

    /// Where links find the section of a heading that no section before it has.
    #[must_use]
    pub fn anchor(heading: &str) -> String {
        format!("#{}", slug(heading))
    }

    fn with(mut self, block: Block) -> Self {
        self.blocks.push(block);
        self
    }

    /// Adds text; an empty line begins a new paragraph.
    pub fn text(self, text: impl Into<String>) -> Self {
        self.with(Block::Text(text.into()))
    }

    /// Adds a figure. One wider than the screen of a telephone is laid out twice, and the width of
    /// the screen decides which of the two is shown.
    pub fn figure(self, figure: Figure) -> Self {
        self.with(Block::Figure(Box::new(figure)))
    }

    /// Adds a table.
    pub fn table(self, table: Table) -> Self {
        self.with(Block::Table(table))
    }

    /// Adds single values.
    pub fn facts(self, facts: Facts) -> Self {
        self.with(Block::Facts(facts))
    }

    /// Adds a sound.
    pub fn audio(self, audio: Audio) -> Self {
        self.with(Block::Audio(audio))
    }

    /// Adds text that keeps its lines, such as a command or a file, with a button that copies it.
    /// The label may be empty.
    pub fn source(self, label: impl Into<String>, text: impl Into<String>) -> Self {
        self.with(Block::Source { label: label.into(), text: text.into() })
    }

    /// Adds a box with a remark.
    pub fn note(self, text: impl Into<String>) -> Self {
        self.with(Block::Note { class: "note", text: text.into() })
    }

    /// Adds a box with a warning.
    pub fn warning(self, text: impl Into<String>) -> Self {
        self.with(Block::Note { class: "note warning", text: text.into() })
    }

    /// Adds small print.
    pub fn footnote(self, text: impl Into<String>) -> Self {
        self.with(Block::Note { class: "foot", text: text.into() })
    }

    /// Adds a list of links.
    pub fn links(self, links: impl IntoIterator<Item = Link>) -> Self {
        self.with(Block::Links(links.into_iter().collect()))
    }

    /// Whether the section contains something that needs the script.
    pub(super) fn needs_script(&self) -> bool {
        self.blocks.iter().any(|block| matches!(block, Block::Audio(_) | Block::Source { .. }))
    }

    pub(super) fn html(&self, ids: &mut Ids) -> String {
        let mut out = String::from("<section>\n");
        if !self.heading.is_empty() {
            let id = slug(&self.heading);
            let suffix = ids.suffix(&id);
            let _ = writeln!(out, "<h2 id=\"{id}{suffix}\">{}</h2>", words(&self.heading));
        }
        self.blocks.iter().for_each(|block| out += &block.html(ids));
        out + "</section>\n"
    }
}

impl Block {
    fn html(&self, ids: &mut Ids) -> String {
        match self {
            Self::Text(text) => paragraphs(text, ""),
            Self::Figure(figure) => figures(figure, ids),
            Self::Table(table) => table.html(),
            Self::Facts(facts) => facts.html(),
            Self::Audio(audio) => audio.html(),
            Self::Source { label, text } => source(label, text),
            Self::Note { class: "foot", text } => paragraphs(text, " class=\"foot\""),
            Self::Note { class, text } => {
                format!("<aside class=\"{class}\">\n{}</aside>\n", paragraphs(text, ""))
            }
            Self::Links(links) => {
                let items: String = links.iter().map(Link::html).collect();
                format!("<ul class=\"links\">\n{items}</ul>\n")
            }
        }
    }
}

fn paragraphs(text: &str, class: &str) -> String {
    let text = text.replace("\r\n", "\n");
    let parts = text.split("\n\n").filter(|part| !part.trim().is_empty());
    parts.map(|part| format!("<p{class}>{}</p>\n", words(part.trim()))).collect()
}

fn figures(figure: &Figure, ids: &mut Ids) -> String {
    let narrow = figure.narrowed(NARROW);
    let wide = if narrow.is_some() { " wide" } else { "" };
    let mut out = format!("<div class=\"fig{wide}\">\n{}</div>\n", drawn(figure, ids));
    if let Some(narrow) = narrow {
        let _ = writeln!(out, "<div class=\"fig narrow\">\n{}</div>", drawn(&narrow, ids));
    }
    out
}

/// The figure under an id of its own, even if the page shows it twice.
fn drawn(figure: &Figure, ids: &mut Ids) -> String {
    let (id, svg) = figure.draw("");
    let suffix = ids.suffix(&id);
    if suffix.is_empty() { svg } else { figure.draw(&suffix).1 }
}

fn source(label: &str, text: &str) -> String {
    format!(
        "<figure class=\"code\">\n<figcaption><span>{}</span>\
         <button type=\"button\" class=\"copy\" hidden=\"\">Copy</button></figcaption>\n\
         <pre tabindex=\"0\"><code>{}</code></pre>\n</figure>\n",
        words(label),
        lines(text)
    )
}
