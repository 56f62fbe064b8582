//! The figure: panels in a grid, titles above, one legend below.

use crate::draw;
use crate::legend::Legend;
use crate::look::{self, Look};
use crate::panel::Panel;
use crate::plot::Plot;
use crate::style::{self, SUBTITLE, TITLE};
use crate::text::{self, Anchor, escape, num};

/// Around the figure.
const PAD: f64 = 16.0;
/// Between neighbouring panels, on top of their own margins.
const BETWEEN: f64 = 18.0;
/// Points that all series of a figure may take together, about 150 kB.
const POINTS: usize = 11_000;
/// Figures up to this many times as wide as a narrow screen are only scaled to it.
const NARROW: f64 = 1.15;
/// Placeholder of the id, which is derived from the finished content. No text contains it, because
/// escaping removes control characters.
const ID: &str = "\u{1}";

/// A grid of [`Panel`]s with a title, a line below it, and one legend.
#[derive(Debug, Clone, Default)]
#[must_use]
pub struct Figure {
    title: String,
    caption: String,
    panels: Vec<Panel>,
    columns: Option<usize>,
    size: Option<(f64, f64)>,
}

impl Figure {
    /// A figure without panels. The title may be empty.
    pub fn new(title: impl Into<String>) -> Self {
        Self { title: title.into(), ..Self::default() }
    }

    /// Sets the text below the title. It is broken into lines where needed.
    pub fn caption(mut self, caption: impl Into<String>) -> Self {
        self.caption = caption.into();
        self
    }

    /// Adds a panel.
    pub fn panel(mut self, panel: Panel) -> Self {
        self.panels.push(panel);
        self
    }

    /// Adds several panels.
    pub fn panels(mut self, panels: impl IntoIterator<Item = Panel>) -> Self {
        self.panels.extend(panels);
        self
    }

    /// Sets the number of panels side by side; without it, all stand in one row up to three.
    pub fn columns(mut self, columns: usize) -> Self {
        self.columns = Some(columns.max(1));
        self
    }

    /// Sets the size of every panel's frame in pixels, within 80 to 4000.
    pub fn panel_size(mut self, width: f64, height: f64) -> Self {
        let bound = |v: f64| {
            if v.is_finite() { v.clamp(80.0, 4000.0) } else { 300.0 }
        };
        self.size = Some((bound(width), bound(height)));
        self
    }

    /// The figure as a self-contained SVG document, which may also be inlined into HTML. Its ids
    /// derive from a digest of the content.
    pub fn to_svg(&self) -> String {
        self.draw("").1
    }

    /// The id, which ends in `suffix`, and the document.
    pub(crate) fn draw(&self, suffix: &str) -> (String, String) {
        let looks = look::looks(&self.panels);
        let (columns, size) = self.layout();
        let plots = self.plots(&looks, size);
        let [across, down] = lanes(&plots, columns, size);
        let legend = Legend::new(&self.panels, &looks, across.length());
        let width = across.length().max(legend.width());

        let (head, top) = self.head(width);
        let mut body = head;
        let budget = (POINTS / looks.iter().map(Vec::len).sum::<usize>().max(1)).clamp(150, 4000);
        for (i, plot) in plots.iter().enumerate() {
            let (column, row) = (i % columns, i / columns);
            let at = (num(PAD + across.start(column)), num(top + down.start(row)));
            let drawn = draw::panel(plot, across.before[column], budget, &format!("{ID}-clip"));
            body += &format!("<g transform=\"translate({} {})\">\n{drawn}</g>\n", at.0, at.1);
        }
        let below = top + down.length() + if legend.height() > 0.0 { 10.0 } else { 0.0 };
        body += &legend.draw((PAD + (width - legend.width()) / 2.0, below));
        let height = below + legend.height() + 0.75 * PAD;
        self.wrap(&body, (width + 2.0 * PAD, height), size, suffix)
    }

    /// The number of columns, and the size of every panel's frame.
    fn layout(&self) -> (usize, (f64, f64)) {
        let columns = self.columns.unwrap_or(3).clamp(1, self.panels.len().max(1));
        (columns, self.size.unwrap_or(default_size(columns)))
    }

    fn plots<'a>(&'a self, looks: &'a [Vec<Look>], size: (f64, f64)) -> Vec<Plot<'a>> {
        self.panels.iter().zip(looks).map(|(panel, looks)| Plot::new(panel, looks, size)).collect()
    }

    /// The texts above the panels, and where the panels begin.
    fn head(&self, width: f64) -> (String, f64) {
        let (mut out, mut y) = (String::new(), PAD);
        for line in text::wrap(&self.title, TITLE * 1.04, width) {
            let at = (PAD, y + 0.8 * TITLE);
            out += &text::text(at, TITLE, Anchor::Start, "cf-text cf-bold", &line);
            y += TITLE + 6.0;
        }
        for line in text::wrap(&self.caption, SUBTITLE, width) {
            out +=
                &text::text((PAD, y + 0.8 * SUBTITLE), SUBTITLE, Anchor::Start, "cf-soft", &line);
            y += SUBTITLE + 4.5;
        }
        (out, if y > PAD { y + 8.0 } else { y - 2.0 })
    }

    /// Puts the content into its document and gives it its id.
    fn wrap(
        &self,
        body: &str,
        (width, height): (f64, f64),
        frame: (f64, f64),
        suffix: &str,
    ) -> (String, String) {
        let (w, h) = (num(width.ceil()), num(height.ceil()));
        let (frame_w, frame_h) = (num(frame.0), num(frame.1));
        let label = if self.title.is_empty() { "figure".into() } else { escape(&self.title) };
        let svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" id=\"{ID}\" viewBox=\"0 0 {w} {h}\" \
             width=\"{w}\" height=\"{h}\" role=\"img\" aria-label=\"{label}\">\n\
             <style>\n{}</style>\n\
             <defs><clipPath id=\"{ID}-clip\">\
             <rect width=\"{frame_w}\" height=\"{frame_h}\"/></clipPath></defs>\n\
             <rect class=\"cf-bg\" width=\"{w}\" height=\"{h}\"/>\n{body}</svg>\n",
            style::sheet(ID)
        );
        let id = format!("fig-{:016x}{suffix}", digest(&svg));
        let svg = svg.replace(ID, &id);
        (id, svg)
    }

    /// The same figure with its panels below each other, laid out for a screen of the given
    /// width; none if it fits as it is.
    pub(crate) fn narrowed(&self, width: f64) -> Option<Self> {
        let looks = look::looks(&self.panels);
        let total = |size: (f64, f64), columns: usize| {
            lanes(&self.plots(&looks, size), columns, size)[0].length() + 2.0 * PAD
        };
        let (columns, size) = self.layout();
        if total(size, columns) <= NARROW * width {
            return None;
        }
        // Texts keep their size, and the panels get the remaining width.
        let trial = 0.7 * width;
        let wide = (width - (total((trial, trial), 1) - trial)).max(0.4 * width);
        let high = size.1.clamp(0.5 * wide, 0.85 * wide);
        Some(self.clone().columns(1).panel_size(wide, high))
    }
}

/// Sizes of a frame that make figures of one to four columns similarly wide.
fn default_size(columns: usize) -> (f64, f64) {
    match columns {
        1 => (540.0, 330.0),
        2 => (390.0, 270.0),
        3 => (290.0, 250.0),
        _ => (220.0, 200.0),
    }
}

/// The hash FNV-1a, which is the same on every machine.
fn digest(text: &str) -> u64 {
    let fold = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    text.bytes().fold(0xcbf2_9ce4_8422_2325, fold)
}

/// The columns or the rows of a grid of frames, each with the margins of the panel that needs most.
struct Lanes {
    before: Vec<f64>,
    after: Vec<f64>,
    /// The length of a frame.
    size: f64,
}

impl Lanes {
    /// Where the frames of a lane begin.
    fn start(&self, lane: usize) -> f64 {
        let passed = self.before.iter().zip(&self.after).take(lane);
        self.before[lane] + passed.map(|(a, b)| a + b + self.size + BETWEEN).sum::<f64>()
    }

    /// The length of all lanes together.
    fn length(&self) -> f64 {
        let lanes = self.before.iter().zip(&self.after).map(|(a, b)| a + b + self.size);
        lanes.sum::<f64>() + BETWEEN * self.before.len().saturating_sub(1) as f64
    }
}

/// The columns and the rows in which the panels stand.
fn lanes(plots: &[Plot<'_>], columns: usize, size: (f64, f64)) -> [Lanes; 2] {
    let lanes =
        |count: usize, size: f64| Lanes { before: vec![0.0; count], after: vec![0.0; count], size };
    let mut across = lanes(columns, size.0);
    let mut down = lanes(plots.len().div_ceil(columns), size.1);
    for (i, margins) in plots.iter().map(Plot::margins).enumerate() {
        let (column, row) = (i % columns, i / columns);
        let rooms = [
            (&mut across.before[column], margins.left),
            (&mut across.after[column], margins.right),
            (&mut down.before[row], margins.top),
            (&mut down.after[row], margins.bottom),
        ];
        rooms.into_iter().for_each(|(room, needed)| *room = room.max(needed));
    }
    [across, down]
}
