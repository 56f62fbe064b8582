//! Tables.

use std::fmt::{Display, Write};

use super::html::{anchor, number, words};

/// Texts of at most this many characters are not broken.
const SHORT: usize = 20;

/// One cell of a [`Table`].
#[derive(Debug, Clone, Default)]
#[must_use]
pub struct Cell {
    content: String,
    number: bool,
    /// The CSS class of its colour.
    colour: Option<&'static str>,
    address: Option<String>,
}

impl Cell {
    /// A cell of text, aligned to the left.
    pub fn text(content: impl Into<String>) -> Self {
        Self { content: content.into(), ..Self::default() }
    }

    /// A cell with a number, aligned to the right; formatting is the caller's. An exponent as in
    /// `1.2e-9` is written as a power of ten, and what is not a number as a dash.
    pub fn number(value: impl Display) -> Self {
        Self { content: number(&value.to_string()), number: true, ..Self::default() }
    }

    /// A cell of text with a link to an address, as [`Page::link`](crate::Page::link) does.
    pub fn link(content: impl Into<String>, address: impl Into<String>) -> Self {
        Self { content: content.into(), address: Some(address.into()), ..Self::default() }
    }

    /// Colours the cell as good and adds a sign, for readers who do not see colours.
    pub fn good(self) -> Self {
        Self { colour: Some("good"), ..self }
    }

    /// Colours the cell as bad and adds a sign.
    pub fn bad(self) -> Self {
        Self { colour: Some("bad"), ..self }
    }

    /// Mutes the cell.
    pub fn neutral(self) -> Self {
        Self { colour: Some("neutral"), ..self }
    }

    fn html(&self) -> String {
        // A short text stays on one line, even if the table then has to be scrolled.
        let short = !self.content.is_empty() && self.content.chars().count() <= SHORT;
        let kind = if self.number { Some("num") } else { short.then_some("short") };
        let classes: Vec<&str> = kind.into_iter().chain(self.colour).collect();
        let content = words(&self.content);
        let content = match &self.address {
            Some(address) => anchor(address, "", &content),
            None => content,
        };
        format!("<td{}>{content}</td>", class(&classes))
    }
}

impl From<&str> for Cell {
    fn from(content: &str) -> Self {
        Self::text(content)
    }
}

impl From<String> for Cell {
    fn from(content: String) -> Self {
        Self::text(content)
    }
}

fn class(classes: &[&str]) -> String {
    if classes.is_empty() { String::new() } else { format!(" class=\"{}\"", classes.join(" ")) }
}

/// A table with named columns. Columns of numbers are aligned to the right.
#[derive(Debug, Clone, Default)]
#[must_use]
pub struct Table {
    caption: String,
    columns: Vec<String>,
    rows: Vec<Vec<Cell>>,
}

impl Table {
    /// A table without rows.
    pub fn new<S: Into<String>>(columns: impl IntoIterator<Item = S>) -> Self {
        Self { columns: columns.into_iter().map(Into::into).collect(), ..Self::default() }
    }

    /// Sets the line above the table.
    pub fn caption(mut self, caption: impl Into<String>) -> Self {
        self.caption = caption.into();
        self
    }

    /// Adds a row. Cells that are missing at its end stay empty.
    pub fn row<C: Into<Cell>>(mut self, cells: impl IntoIterator<Item = C>) -> Self {
        self.rows.push(cells.into_iter().map(Into::into).collect());
        self
    }

    fn width(&self) -> usize {
        self.rows.iter().map(Vec::len).chain([self.columns.len()]).max().unwrap_or(0)
    }

    /// Whether a column holds numbers: its name is then aligned as they are.
    fn is_numeric(&self, column: usize) -> bool {
        let mut cells = self.rows.iter().filter_map(|row| row.get(column)).peekable();
        cells.peek().is_some() && cells.all(|cell| cell.number || cell.content.is_empty())
    }

    pub(super) fn html(&self) -> String {
        // Wide tables scroll within the page, also by keyboard.
        let mut out = String::from("<div class=\"scroll\" tabindex=\"0\"><table>\n");
        if !self.caption.is_empty() {
            let _ = writeln!(out, "<caption>{}</caption>", words(&self.caption));
        }
        let width = self.width();
        if !self.columns.is_empty() {
            let head = |column: usize| {
                let kind = if self.is_numeric(column) { " class=\"num\"" } else { "" };
                let name = self.columns.get(column).map_or("", String::as_str);
                format!("<th scope=\"col\"{kind}>{}</th>", words(name))
            };
            let names: String = (0..width).map(head).collect();
            let _ = writeln!(out, "<thead><tr>{names}</tr></thead>");
        }
        out += "<tbody>\n";
        for row in &self.rows {
            let cells: String = row.iter().map(Cell::html).collect();
            let _ = writeln!(out, "<tr>{cells}{}</tr>", "<td></td>".repeat(width - row.len()));
        }
        out + "</tbody>\n</table></div>\n"
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_filled_and_columns_aligned() {
        let table = Table::new(["scheme", "error"])
            .row([Cell::text("a<b"), Cell::number("1e-3").good(), Cell::from("x").neutral()])
            .row(["short"]);
        let html = table.html();
        assert!(
            html.contains("<th scope=\"col\">scheme</th><th scope=\"col\" class=\"num\">error")
        );
        assert!(html.contains(
            "<td class=\"short\">a&lt;b</td><td class=\"num good\">1×10<sup>−3</sup></td>"
        ));
        assert!(html.contains("<tr><td class=\"short\">short</td><td></td><td></td></tr>"));
        assert_eq!(html.matches("<th ").count(), 3);
    }

    #[test]
    fn a_cell_may_lead_elsewhere() {
        let html = Table::new(["n"]).row([Cell::link("a<b", "a.html")]).html();
        assert!(html.contains("<a href=\"a.html\">a&lt;b</a></td>"));
    }

    #[test]
    fn what_is_not_a_number_is_a_dash() {
        let html = Table::new(["n"]).row([Cell::number(f64::NAN)]).html();
        assert!(html.contains(">–</td>") && !html.contains("NaN"));
    }
}
