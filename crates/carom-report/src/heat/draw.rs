//! A heat map and its bar of colours as SVG.

use super::lane::Lane;
use super::{Heatmap, colours};
use crate::draw::path;
use crate::encode::Indexed;
use crate::frame;
use crate::plot::{GAP, Plot, TICK_LENGTH};
use crate::scale::Scale;
use crate::style::{LABEL, TICK};
use crate::text::{self, Anchor, num};
use crate::thin::Rect;

/// From the frame of the panel to the bar.
const AWAY: f64 = 12.0;
/// Width of the bar.
const BAR: f64 = 11.0;

/// The room beside the frame that the bar of colours needs.
pub(crate) fn room(map: &Heatmap, scale: &Scale) -> f64 {
    let caption = if map.caption(scale).is_empty() { 0.0 } else { LABEL + 2.0 * GAP };
    labels_end(scale) + caption
}

/// Where the labels of the bar end, from the frame on.
fn labels_end(scale: &Scale) -> f64 {
    let widths = scale.ticks.major.iter().map(|(_, label)| text::width(label, TICK));
    AWAY + BAR + TICK_LENGTH + GAP + widths.fold(0.0, f64::max)
}

/// The map itself, to be clipped to the frame; an empty text if no cell is visible.
pub(crate) fn picture(plot: &Plot<'_>) -> String {
    let Some((map, scale)) = plot.heat() else {
        return String::new();
    };
    let (x, y) = (Lane::new(&map.x, &plot.x), Lane::new(&map.y, &plot.y));
    let pixels: Vec<u8> = y
        .picks
        .iter()
        .flat_map(|row| x.picks.iter().map(move |column| (row, column)))
        .map(|(row, column)| largest(map, scale, &y.order[row.clone()], &x.order[column.clone()]))
        .map(|value| value.map_or(0, |value| index(scale, value)))
        .collect();
    if pixels.iter().all(|pixel| *pixel == 0) {
        return String::new();
    }
    let picture = Indexed { width: x.picks.len(), height: y.picks.len(), pixels };
    image(&picture, Rect { x0: x.from, y0: y.from, x1: x.to, y1: y.to })
}

/// The largest value that has a colour among the given rows and columns.
fn largest(map: &Heatmap, scale: &Scale, rows: &[usize], columns: &[usize]) -> Option<f64> {
    let width = map.x.len();
    let cells = rows.iter().flat_map(|row| columns.iter().map(move |column| row * width + column));
    let values = cells.filter_map(|cell| map.cells.get(cell).copied());
    values.filter(|v| scale.at(*v).is_some()).max_by(f64::total_cmp)
}

/// The index of the colour of a value. The top of the bar is light also if its axis is inverted.
fn index(scale: &Scale, value: f64) -> u8 {
    let height = 1.0 - scale.at(value).unwrap_or(0.0) / scale.length;
    let step = (height.clamp(0.0, 1.0) * (colours::COUNT - 1) as f64).round();
    1 + step as u8
}

fn image(picture: &Indexed, place: Rect) -> String {
    // The attribute is for viewers of SVG 1 only.
    format!(
        "<image class=\"cf-heat\" image-rendering=\"optimizeSpeed\" preserveAspectRatio=\"none\" \
         x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" href=\"{}\"/>\n",
        num(place.x0),
        num(place.y0),
        num(place.x1 - place.x0),
        num(place.y1 - place.y0),
        picture.uri(&colours::palette())
    )
}

/// The bar of colours to the right of the frame.
pub(crate) fn bar(plot: &Plot<'_>) -> String {
    let Some((map, scale)) = plot.heat() else {
        return String::new();
    };
    let (left, height) = (plot.x.length + AWAY, scale.length);
    let pixels: Vec<u8> = (1..=colours::COUNT as u8).rev().collect();
    let stripes = Indexed { width: 1, height: pixels.len(), pixels };
    let mut out = image(&stripes, Rect::new(left, 0.0, BAR, height));
    let (x, w, h) = (num(left), num(BAR), num(height));
    let mut outline = format!("M{x} 0h{w}v{h}h-{w}z");
    let right = left + BAR;
    for (y, label) in frame::majors(scale) {
        outline += &format!("M{} {}h{}", num(right), num(y), num(TICK_LENGTH));
        let at = (right + TICK_LENGTH + GAP, y + 0.36 * TICK);
        out += &text::text(at, TICK, Anchor::Start, "cf-text", label);
    }
    out += &(path("cf-frame", &outline) + "\n");
    let caption = map.caption(scale);
    if !caption.is_empty() {
        let at = (plot.x.length + labels_end(scale) + GAP + 0.85 * LABEL, height / 2.0);
        out += &frame::upright(&caption, at, height);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::axis::Axis;
    use crate::encode::decoded;
    use crate::figure::Figure;
    use crate::panel::Panel;

    struct Shown {
        place: Rect,
        picture: Indexed,
    }

    /// The first picture of a figure with one panel of 400 by 300.
    fn shown(x: Axis, y: Axis, map: Heatmap) -> Shown {
        let figure = Figure::new("").panel(Panel::new("", x, y).heat(map)).panel_size(400.0, 300.0);
        let svg = figure.to_svg();
        let tag = svg.split("<image ").nth(1).unwrap().split("/>").next().unwrap();
        let text = |name: &str| {
            tag.split(&format!(" {name}=\"")).nth(1).unwrap().split('"').next().unwrap()
        };
        let number = |name: &str| text(name).parse::<f64>().unwrap();
        let place = Rect::new(number("x"), number("y"), number("width"), number("height"));
        Shown { place, picture: decoded(text("href")).0 }
    }

    impl Shown {
        /// The rectangle of the frame that pixels with this index cover.
        fn extent(&self, index: u8) -> Rect {
            let (w, h) = (self.picture.width as f64, self.picture.height as f64);
            let hits = self.picture.pixels.iter().enumerate().filter(|p| *p.1 == index);
            let at: Vec<(f64, f64)> = hits
                .map(|(i, _)| ((i % self.picture.width) as f64, (i / self.picture.width) as f64))
                .collect();
            let place = |column: f64, row: f64| {
                let p = self.place;
                (p.x0 + (p.x1 - p.x0) * column / w, p.y0 + (p.y1 - p.y0) * row / h)
            };
            let least =
                |of: fn(&(f64, f64)) -> f64| at.iter().map(of).fold(f64::INFINITY, f64::min);
            let most = |of: fn(&(f64, f64)) -> f64| at.iter().map(of).fold(-1.0, f64::max);
            let (x0, y0) = place(least(|p| p.0), least(|p| p.1));
            let (x1, y1) = place(most(|p| p.0) + 1.0, most(|p| p.1) + 1.0);
            Rect { x0, y0, x1, y1 }
        }
    }

    fn hot(x: Vec<f64>, y: Vec<f64>, column: usize, row: usize) -> Heatmap {
        Heatmap::from_fn(x, y, |c, r| if (c, r) == (column, row) { 1.0 } else { 0.0 })
    }

    fn numbers(count: u32) -> Vec<f64> {
        (0..count).map(f64::from).collect()
    }

    #[test]
    fn a_hot_cell_lies_on_its_coordinates() {
        let linear = || Axis::linear("", "");
        let map = hot(numbers(10), numbers(6), 7, 2);
        let spot = shown(linear(), linear(), map.clone()).extent(colours::COUNT as u8);
        // Ten columns of 40 pixels, six rows of 50, the first row at the bottom.
        assert_eq!((spot.x0, spot.x1), (280.0, 320.0));
        assert_eq!((spot.y0, spot.y1), (150.0, 200.0));
        let spot = shown(linear().inverted(), linear().inverted(), map).extent(143);
        assert_eq!((spot.x0, spot.x1), (80.0, 120.0));
        assert_eq!((spot.y0, spot.y1), (100.0, 150.0));
    }

    #[test]
    fn a_hot_cell_on_a_logarithmic_axis() {
        let bins: Vec<f64> = (0..1025).map(|i| f64::from(i) * 24_000.0 / 1024.0).collect();
        let x = || Axis::linear("time", "s").range(2.0, 6.0);
        let y = || Axis::log("frequency", "Hz").range(20.0, 20_000.0);
        for bin in [1_usize, 4, 43, 427, 800] {
            let spot = shown(x(), y(), hot(numbers(9), bins.clone(), 4, bin)).extent(143);
            assert!((spot.x0 - 150.0).abs() < 0.01 && (spot.x1 - 250.0).abs() < 0.01);
            let pixel = |f: f64| 300.0 * (1.0 - (f / 20.0).log10() / 3.0);
            let half = 12_000.0 / 1024.0;
            let (top, bottom) = (pixel(bins[bin] + half), pixel((bins[bin] - half).max(20.0)));
            assert!((spot.y0 - top).abs() <= 1.0, "{bin}: {} for {top}", spot.y0);
            assert!((spot.y1 - bottom).abs() <= 1.0, "{bin}: {} for {bottom}", spot.y1);
        }
    }

    #[test]
    fn a_cell_smaller_than_a_pixel_is_not_lost() {
        let map = hot(numbers(5000), numbers(4000), 3210, 1234);
        let spot = shown(Axis::linear("", ""), Axis::linear("", ""), map).extent(143);
        assert_eq!((spot.x1 - spot.x0, spot.y1 - spot.y0), (1.0, 1.0));
        assert!((spot.x0 - 400.0 * 3210.5 / 5000.0).abs() <= 1.0);
        assert!((spot.y0 - 300.0 * (1.0 - 1234.5 / 4000.0)).abs() <= 1.0);
    }

    #[test]
    fn values_become_colours_and_the_others_nothing() {
        let rows = [[f64::NAN, -99.0, -80.0], [-40.0, 0.0, 99.0], [f64::INFINITY, -20.0, -60.0]];
        let value = |c: usize, r: usize| rows.get(r).map_or(f64::NAN, |row| row[c]);
        let map = Heatmap::from_fn(numbers(3), numbers(4), value)
            .colours(Axis::linear("level", "dB").range(-80.0, 0.0));
        let picture = shown(Axis::linear("", ""), Axis::linear("", ""), map).picture;
        // From the top, where the last row is: it is missing and so transparent.
        assert_eq!(picture.pixels, [0, 0, 0, 0, 108, 37, 72, 143, 143, 0, 1, 1]);
    }

    #[test]
    fn a_picture_of_noise_is_not_too_large() {
        let noise = |c: usize, r: usize| ((c * 7919 + r * 104_729) % 65_537) as f64;
        let map = Heatmap::from_fn(numbers(600), numbers(300), noise);
        let panel = Panel::new("", Axis::linear("", ""), Axis::linear("", "")).heat(map);
        let svg = Figure::new("").panel(panel).panel_size(600.0, 300.0).to_svg();
        assert!(svg.len() < 260_000, "{}", svg.len());
    }
}
