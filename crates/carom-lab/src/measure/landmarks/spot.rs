//! One landmark in one frame: threshold, connected pixels, centre of gravity to a part of a pixel.

use super::colour::{Colour, dot};
use super::image::Image;

/// How landmarks are detected.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Detection {
    /// The share of its colour that a pixel needs.
    pub threshold: f64,
    /// The fewest pixels of a landmark.
    pub smallest: usize,
}

/// Where a landmark is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Spot {
    /// Right and down from the middle of the first pixel (pixels).
    pub(super) centre: [f64; 2],
    /// Pixels above the threshold.
    pub(super) size: usize,
    /// Whether another patch of the colour was at least half as large.
    pub(super) rivalled: bool,
}

/// Rings of pixels around a patch that may hold a part of the landmark.
const RIM: u8 = 2;
/// Rings around it that end the stretch whose colour is the background's.
const AROUND: u8 = 5;

/// Finds the landmark, the nearest to `near` if there are several. The error is a message.
pub(super) fn find(
    image: &Image,
    colour: &Colour,
    detection: Detection,
    near: Option<[f64; 2]>,
) -> Result<Spot, String> {
    let shares: Vec<f64> = image.pixels.iter().map(|&pixel| colour.share(pixel)).collect();
    let mut patches = patches(image, &shares, detection.threshold);
    patches.sort_by_key(|patch| std::cmp::Reverse(patch.len()));
    let largest = patches.first().map_or(0, Vec::len);
    if largest < detection.smallest {
        let most = shares.iter().fold(0.0, |most: f64, &share| most.max(share));
        return Err(if largest == 0 {
            format!(
                "no pixel of the colour {} reaches the threshold {} (the most is {most:.2})",
                colour.name, detection.threshold
            )
        } else {
            format!(
                "the largest patch of the colour {} above the threshold {} has {largest} pixels; \
                 a landmark needs {}",
                colour.name, detection.threshold, detection.smallest
            )
        });
    }
    patches.retain(|patch| 2 * patch.len() >= largest);
    let rivalled = patches.len() > 1;
    let distance = |patch: &Vec<usize>| {
        let middle = middle(image, patch);
        near.map_or(0.0, |near| (middle[0] - near[0]).hypot(middle[1] - near[1]))
    };
    let nearest = patches.iter().min_by(|a, b| distance(a).total_cmp(&distance(b)));
    let Some(patch) = nearest else { return Err("there is no landmark".into()) };
    if patch.iter().any(|&at| is_at_edge(image, at)) {
        return Err(format!("the {} landmark touches the edge of the image", colour.name));
    }
    let centre = weighted(image, patch).unwrap_or_else(|| middle(image, patch));
    Ok(Spot { centre, size: patch.len(), rivalled })
}

fn is_at_edge(image: &Image, at: usize) -> bool {
    let (x, y) = (at % image.width, at / image.width);
    x == 0 || y == 0 || x + 1 == image.width || y + 1 == image.height
}

/// Connected pixels above the threshold.
fn patches(image: &Image, shares: &[f64], threshold: f64) -> Vec<Vec<usize>> {
    let mut open: Vec<bool> = shares.iter().map(|&share| share >= threshold).collect();
    let mut found = Vec::new();
    for start in 0..open.len() {
        if !open[start] {
            continue;
        }
        open[start] = false;
        let mut patch = vec![start];
        let mut next = 0;
        while let Some(&at) = patch.get(next) {
            next += 1;
            let x = at % image.width;
            let sides = [
                (x > 0).then(|| at.wrapping_sub(1)),
                (x + 1 < image.width).then_some(at + 1),
                at.checked_sub(image.width),
                Some(at + image.width),
            ];
            for side in sides.into_iter().flatten() {
                if open.get(side) == Some(&true) {
                    open[side] = false;
                    patch.push(side);
                }
            }
        }
        found.push(patch);
    }
    found
}

/// The centre of gravity of whole pixels.
fn middle(image: &Image, patch: &[usize]) -> [f64; 2] {
    let count = patch.len() as f64;
    let sum = |part: fn(usize, usize) -> usize| {
        patch.iter().map(|&at| part(at, image.width) as f64).sum::<f64>() / count
    };
    [sum(|at, width| at % width), sum(|at, width| at / width)]
}

/// The centre of gravity with every pixel weighted by how much of it the landmark covers: its colour
/// lies that far from the background's to the landmark's. `None` where the two hardly differ.
fn weighted(image: &Image, patch: &[usize]) -> Option<[f64; 2]> {
    let near = Neighbourhood::new(image, patch);
    let (ground, mark) = (near.background()?, near.inside()?);
    let way: [f64; 3] = std::array::from_fn(|i| mark[i] - ground[i]);
    let contrast = dot(way, way);
    if contrast < 1e-3 {
        return None;
    }
    let mut sums = [0.0; 3];
    for (x, y, ring) in near.places() {
        if ring > RIM {
            continue;
        }
        let pixel = image.at(x, y);
        let share = dot(std::array::from_fn(|i| f64::from(pixel[i]) - ground[i]), way) / contrast;
        sums = [sums[0] + share, sums[1] + share * x as f64, sums[2] + share * y as f64];
    }
    (sums[0] > 0.0).then(|| [sums[1] / sums[0], sums[2] / sums[0]])
}

/// The pixels about a patch and how many rings away from it they lie.
struct Neighbourhood<'a> {
    image: &'a Image,
    left: usize,
    top: usize,
    width: usize,
    rings: Vec<u8>,
}

impl<'a> Neighbourhood<'a> {
    fn new(image: &'a Image, patch: &[usize]) -> Self {
        let margin = usize::from(AROUND);
        let columns = patch.iter().map(|at| at % image.width);
        let rows = patch.iter().map(|at| at / image.width);
        let span = |low: usize, high: usize, end: usize| {
            (low.saturating_sub(margin), (high + margin + 1).min(end))
        };
        let (left, right) =
            span(columns.clone().min().unwrap_or(0), columns.max().unwrap_or(0), image.width);
        let (top, bottom) =
            span(rows.clone().min().unwrap_or(0), rows.max().unwrap_or(0), image.height);
        let width = right - left;
        let mut rings = vec![u8::MAX; width * (bottom - top)];
        for at in patch {
            rings[(at / image.width - top) * width + at % image.width - left] = 0;
        }
        let mut near = Self { image, left, top, width, rings };
        (1..=AROUND).for_each(|ring| near.grow(ring));
        near
    }

    fn grow(&mut self, ring: u8) {
        let height = self.rings.len() / self.width;
        let before = self.rings.clone();
        for y in 0..height {
            for x in 0..self.width {
                let rows = y.saturating_sub(1)..(y + 2).min(height);
                let columns = x.saturating_sub(1)..(x + 2).min(self.width);
                let touches = rows
                    .into_iter()
                    .any(|y| columns.clone().any(|x| before[y * self.width + x] == ring - 1));
                let place = &mut self.rings[y * self.width + x];
                if touches && *place == u8::MAX {
                    *place = ring;
                }
            }
        }
    }

    fn places(&self) -> impl Iterator<Item = (usize, usize, u8)> + '_ {
        self.rings
            .iter()
            .enumerate()
            .map(|(at, &ring)| (self.left + at % self.width, self.top + at / self.width, ring))
    }

    /// The median colour of the outer rings.
    fn background(&self) -> Option<[f64; 3]> {
        let outer = self.places().filter(|(.., ring)| (RIM + 1..=AROUND).contains(ring));
        let colours: Vec<[f32; 3]> = outer.map(|(x, y, _)| self.image.at(x, y)).collect();
        let median = |i: usize| {
            let mut values: Vec<f32> = colours.iter().map(|colour| colour[i]).collect();
            values.sort_by(f32::total_cmp);
            values.get(values.len() / 2).copied().map(f64::from)
        };
        Some([median(0)?, median(1)?, median(2)?])
    }

    /// The mean colour of pixels that the landmark covers whole, or of the patch if it is too small.
    fn inside(&self) -> Option<[f64; 3]> {
        let ring_at = |x: usize, y: usize| {
            (y.checked_sub(self.top))
                .zip(x.checked_sub(self.left))
                .filter(|(_, x)| *x < self.width)
                .and_then(|(y, x)| self.rings.get(y * self.width + x))
                .copied()
        };
        let whole = |x: usize, y: usize| {
            let sides = [(x.wrapping_sub(1), y), (x + 1, y), (x, y.wrapping_sub(1)), (x, y + 1)];
            sides.into_iter().all(|(x, y)| ring_at(x, y) == Some(0))
        };
        let patch: Vec<_> = self.places().filter(|(.., ring)| *ring == 0).collect();
        let inner: Vec<_> = patch.iter().filter(|(x, y, _)| whole(*x, *y)).collect();
        let places = if inner.len() >= 3 { inner } else { patch.iter().collect() };
        let count = places.len() as f64;
        let mean = |i: usize| {
            places.iter().map(|(x, y, _)| f64::from(self.image.at(*x, *y)[i])).sum::<f64>() / count
        };
        (!places.is_empty()).then(|| std::array::from_fn(mean))
    }
}
