//! Pages: one HTML file each, with everything inside.

mod html;
mod parts;
mod section;
mod style;
mod table;

use std::collections::BTreeSet;
use std::fmt::Write;
use std::io;
use std::path::Path;

use crate::text::escape;
use html::{anchor, words};

pub use parts::{Audio, Facts, Link};
pub use section::Section;
pub use table::{Cell, Table};

/// A self-contained HTML page: a title and [`Section`]s, with all figures, sounds and styles
/// inside. It loads nothing from elsewhere, follows the reader's choice of light or dark, and can be
/// printed.
///
/// ```
/// use carom_report::{Facts, Figure, Page, Panel, Section, Series};
///
/// let panel = Panel::new("", "time (s)", "force (N)")
///     .with(Series::line("", vec![(0.0, 0.0), (1.0, 2.0)]));
/// let page = Page::new("One impact").subtitle("A ball on a plate").section(
///     Section::new("Contact")
///         .facts(Facts::new().fact("Peak force", "2.0", "N"))
///         .figure(Figure::new("Force").panel(panel)),
/// );
/// assert!(page.to_html().starts_with("<!DOCTYPE html>"));
/// ```
#[derive(Debug, Clone, Default)]
#[must_use]
pub struct Page {
    title: String,
    subtitle: String,
    home: Option<(String, String)>,
    places: Vec<Place>,
    sections: Vec<Section>,
    footer: String,
    data: String,
}

impl Page {
    /// A page without content.
    pub fn new(title: impl Into<String>) -> Self {
        Self { title: title.into(), ..Self::default() }
    }

    /// Sets the text below the title.
    pub fn subtitle(mut self, subtitle: impl Into<String>) -> Self {
        self.subtitle = subtitle.into();
        self
    }

    /// Names the site at the top, and makes its name a link to its first page.
    pub fn home(mut self, site: impl Into<String>, address: impl Into<String>) -> Self {
        self.home = Some((site.into(), address.into()));
        self
    }

    /// Adds a link to another page of the same site to the line at the top. What is neither a
    /// relative address nor one of the web or of mail is shown without a link.
    pub fn link(self, label: impl Into<String>, address: impl Into<String>) -> Self {
        self.place(label, Some(address.into()), false)
    }

    /// Adds this page itself to the line at the top, between its neighbours.
    pub fn here(self, label: impl Into<String>) -> Self {
        self.place(label, None, true)
    }

    /// Adds a link to the page of the site to which this one belongs, and marks it.
    pub fn within(self, label: impl Into<String>, address: impl Into<String>) -> Self {
        self.place(label, Some(address.into()), true)
    }

    fn place(
        mut self,
        label: impl Into<String>,
        address: Option<String>,
        is_current: bool,
    ) -> Self {
        self.places.push(Place { label: label.into(), address, is_current });
        self
    }

    /// Adds a section.
    pub fn section(mut self, section: Section) -> Self {
        self.sections.push(section);
        self
    }

    /// Sets the line at the end, such as who made the page from what.
    pub fn footer(mut self, footer: impl Into<String>) -> Self {
        self.footer = footer.into();
        self
    }

    /// Adds data that is not shown: an element of HTML, taken as it is.
    pub fn data(mut self, html: impl Into<String>) -> Self {
        self.data += &html.into();
        self
    }

    /// The page as one HTML document. Equal pages give equal bytes.
    pub fn to_html(&self) -> String {
        let mut ids = Ids::default();
        let sections: String = self.sections.iter().map(|s| s.html(&mut ids)).collect();
        let mut out = self.head();
        let _ = writeln!(out, "<body>\n{}{}<main>\n{sections}</main>", self.top(), self.banner());
        if !self.footer.is_empty() {
            let _ = writeln!(out, "<footer><p>{}</p></footer>", words(&self.footer));
        }
        let active = self.sections.iter().any(Section::needs_script);
        let script = if active { style::SCRIPT } else { "" };
        out + &self.data + script + "</body>\n</html>\n"
    }

    /// Writes the page to a file, whole or not at all.
    ///
    /// # Errors
    ///
    /// As for [`carom_files::write_whole`].
    pub fn save(&self, path: impl AsRef<Path>) -> io::Result<()> {
        carom_files::write_whole(path, self.to_html())
    }

    fn head(&self) -> String {
        let title = if self.title.trim().is_empty() { "Report" } else { &self.title };
        let mut head = format!(
            "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n\
             <meta name=\"color-scheme\" content=\"light dark\"/>\n\
             <meta http-equiv=\"Content-Security-Policy\" content=\"{}\"/>\n\
             <title>{}</title>\n",
            style::POLICY,
            escape(title)
        );
        if !self.subtitle.is_empty() {
            let about = escape(&self.subtitle);
            let _ = writeln!(head, "<meta name=\"description\" content=\"{about}\"/>");
        }
        // An empty icon keeps browsers from asking the server for one.
        let _ = writeln!(head, "<link rel=\"icon\" href=\"data:,\"/>");
        let _ = writeln!(head, "<style>\n{}</style>\n{}</head>", style::sheet(), style::THEME);
        head
    }

    /// The bar that all pages of a site share.
    fn top(&self) -> String {
        let places: String = self.places.iter().map(Place::html).collect();
        let nav = match places.as_str() {
            "" => String::new(),
            _ => format!("<nav aria-label=\"Pages\">{places}</nav>\n"),
        };
        let name = match &self.home {
            Some((site, _)) => format!("{}Carom <span>{}</span>", style::MARK, words(site)),
            None => format!("{}Carom", style::MARK),
        };
        let address = self.home.as_ref().map(|(_, address)| address.as_str());
        let brand = anchor(address.unwrap_or_default(), " class=\"brand\"", &name);
        format!("<div class=\"top\">{brand}\n{nav}{}</div>\n", style::CHOICE)
    }

    fn banner(&self) -> String {
        let mut out = String::from("<header>\n");
        if !self.title.is_empty() {
            let _ = writeln!(out, "<h1>{}</h1>", words(&self.title));
        }
        if !self.subtitle.is_empty() {
            let _ = writeln!(out, "<p class=\"sub\">{}</p>", words(&self.subtitle));
        }
        out + "</header>\n"
    }
}

/// One place in the line at the top.
#[derive(Debug, Clone)]
struct Place {
    label: String,
    /// Of another page.
    address: Option<String>,
    /// Whether it is this page, or the one to which this page belongs.
    is_current: bool,
}

impl Place {
    fn html(&self) -> String {
        let mark = match (self.is_current, &self.address) {
            (false, _) => "",
            (true, None) => " aria-current=\"page\"",
            (true, Some(_)) => " aria-current=\"true\"",
        };
        anchor(self.address.as_deref().unwrap_or_default(), mark, &words(&self.label))
    }
}

/// The ids in use on a page.
#[derive(Debug, Default)]
struct Ids(BTreeSet<String>);

impl Ids {
    /// The suffix that makes `id` different from all ids in use.
    fn suffix(&mut self, id: &str) -> String {
        let mut suffix = String::new();
        let mut count = 1;
        while !self.0.insert(format!("{id}{suffix}")) {
            count += 1;
            suffix = format!("-{count}");
        }
        suffix
    }
}
