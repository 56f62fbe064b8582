//! The envelope of a rolling ball: a morphological dilation of the surface by a disc.
//!
//! E(x) = max over |s| ≤ R of h(x+s) − (R − √(R²−s²)), as in the morphological filters of surface
//! metrology (ISO 16610-41). Above every sample stands the upper half of a circle; E is the
//! highest of them. Two equal arcs change places at most once, the left one being higher on the
//! left, so that the highest are found in one pass over a stack, as Felzenszwalb and Huttenlocher
//! find the lowest parabolas (Theory of Computing 8, 415, 2012): the cost does not grow with R.

/// The envelope of a disc over a surface with straight lines between samples at equal distances.
pub(super) fn envelope(heights: &[f64], spacing: f64, radius: f64) -> Vec<f64> {
    let disc = Disc::new(heights, spacing, radius);
    let arcs = disc.highest_arcs();
    let mut envelope = Vec::with_capacity(heights.len());
    let mut current = 0;
    for i in 0..heights.len() {
        while arcs.get(current + 1).is_some_and(|arc| arc.from <= i as f64) {
            current += 1;
        }
        envelope.push(disc.height(i, arcs[current].sample as usize));
    }
    envelope
}

/// An arc that is the highest from some place on, until the next takes over.
struct Arc {
    sample: u32,
    /// In samples.
    from: f64,
}

struct Disc<'a> {
    heights: &'a [f64],
    spacing: f64,
    radius: f64,
    /// Whether there may be walls that the ball touches with its side.
    steep: bool,
}

impl<'a> Disc<'a> {
    fn new(heights: &'a [f64], spacing: f64, radius: f64) -> Self {
        let highest = heights.iter().copied().fold(f64::MIN, f64::max);
        let lowest = heights.iter().copied().fold(f64::MAX, f64::min);
        Self { heights, spacing, radius, steep: highest - lowest > 0.1 * radius }
    }

    fn highest_arcs(&self) -> Vec<Arc> {
        let mut arcs: Vec<Arc> = Vec::new();
        for sample in 0..self.heights.len() {
            let mut from = f64::NEG_INFINITY;
            while let Some(last) = arcs.last() {
                from = self.meeting(last.sample as usize, sample);
                if from > last.from {
                    break;
                }
                arcs.pop();
                from = f64::NEG_INFINITY;
            }
            arcs.push(Arc { sample: sample as u32, from });
        }
        arcs
    }

    /// Where the arc over the right sample begins to be the higher one, in samples.
    fn meeting(&self, left: usize, right: usize) -> f64 {
        let apart = (right - left) as f64 * self.spacing;
        let step = self.heights[right] - self.heights[left];
        let middle = 0.5 * (left + right) as f64;
        if apart >= 2.0 * self.radius {
            return middle;
        }
        // The circles meet on the perpendicular bisector of their centres; what counts is whether
        // they meet above both centres.
        let distance = (apart * apart + step * step).sqrt();
        let half_chord = (self.radius * self.radius - 0.25 * distance * distance).max(0.0).sqrt();
        if half_chord * apart >= 0.5 * distance * step.abs() {
            return middle - half_chord * (step / distance) / self.spacing;
        }
        // One arc ends in the air before it reaches the other.
        let reach = self.radius / self.spacing;
        if step > 0.0 { right as f64 - reach } else { left as f64 + reach }
    }

    /// How high the ball stands at `i` if it rests near `touched`.
    fn height(&self, i: usize, touched: usize) -> f64 {
        let height = self.heights[i].max(self.on_sample(i, touched));
        let height = height.max(self.beside(i, touched));
        if !self.steep {
            return height;
        }
        // The upper edge of a wall may lie outside of the ball, and no sample inside tell of it.
        let reach = self.radius / self.spacing;
        let (left, right) = ((i as f64 - reach).ceil() as usize, (i as f64 + reach) as usize);
        height.max(self.beside(i, left)).max(self.beside(i, right))
    }

    /// If it rests on one of the lines that meet at a sample.
    fn beside(&self, i: usize, sample: usize) -> f64 {
        let before = sample.checked_sub(1).and_then(|start| self.on_line(i, start));
        let after = self.on_line(i, sample);
        [before, after].into_iter().flatten().fold(f64::MIN, f64::max)
    }

    fn on_sample(&self, i: usize, touched: usize) -> f64 {
        let aside = i.abs_diff(touched) as f64 * self.spacing;
        if aside < self.radius {
            self.heights[touched] - drop(aside, self.radius)
        } else {
            self.heights[i]
        }
    }

    /// If it rests on the line from sample `start` to the next. Without this the ball would
    /// stumble over the samples themselves.
    fn on_line(&self, i: usize, start: usize) -> Option<f64> {
        let rise = self.heights.get(start.checked_add(1)?)? - self.heights[start];
        let slope = rise / self.spacing;
        let aside = self.radius * slope / (1.0 + slope * slope).sqrt();
        let along = aside + (i as f64 - start as f64) * self.spacing;
        let inside = along > 0.0 && along < self.spacing;
        let touched = self.heights[start] + slope * along;
        inside.then(|| touched - drop(aside.abs().min(self.radius), self.radius))
    }
}

/// How far a circle lies below its top, in a form that keeps its digits near the top.
pub(super) fn drop(aside: f64, radius: f64) -> f64 {
    let square = aside * aside;
    square / (radius + (radius * radius - square).max(0.0).sqrt())
}

#[cfg(test)]
mod tests {
    use super::*;
    use carom::numeric::Random;

    /// By the definition, over all samples.
    fn slow(heights: &[f64], spacing: f64, radius: f64) -> Vec<f64> {
        let disc = Disc::new(heights, spacing, radius);
        let at = |i| {
            let samples = (0..heights.len()).map(|j| disc.on_sample(i, j));
            let lines = (0..heights.len()).filter_map(|j| disc.on_line(i, j));
            samples.chain(lines).fold(f64::MIN, f64::max)
        };
        (0..heights.len()).map(at).collect()
    }

    fn noise(count: usize, height: f64) -> Vec<f64> {
        let mut random = Random::new(3);
        (0..count).map(|_| random.uniform(0.0, height)).collect()
    }

    #[test]
    fn it_is_what_the_definition_says_for_small_and_large_balls() {
        for radius in [0.1, 0.49, 0.51, 1.0, 1.7, 5.0, 40.0, 1e3, 1e6] {
            for height in [0.0, 1e-6, 0.1, 1.0, 30.0] {
                let heights = noise(300, height);
                let (fast, slow) = (envelope(&heights, 1.0, radius), slow(&heights, 1.0, radius));
                for (i, (fast, slow)) in fast.iter().zip(&slow).enumerate() {
                    let error = (fast - slow).abs();
                    assert!(error <= 1e-9 * height, "{radius} {height} {i}: {fast} {slow}");
                }
            }
        }
    }

    #[test]
    fn over_a_spike_it_is_the_circle_of_the_ball() {
        let (spacing, radius) = (1e-5, 3e-3);
        let mut heights = vec![0.0; 2001];
        heights[1000] = 1e-3;
        let envelope = envelope(&heights, spacing, radius);
        for (i, height) in envelope.iter().enumerate() {
            let aside = (i as f64 - 1000.0) * spacing;
            let circle = if aside.abs() < radius {
                1e-3 - (radius - (radius * radius - aside * aside).sqrt())
            } else {
                0.0
            };
            assert!((height - circle.max(0.0)).abs() < 1e-12, "{i}");
        }
    }

    #[test]
    fn over_a_slit_it_dips_as_far_as_geometry_says() {
        let (spacing, radius) = (1e-5, 0.01);
        let inside = |i: i32| (i - 2000).abs() < 100;
        let heights: Vec<_> = (0..4001).map(|i| if inside(i) { -1.0 } else { 0.0 }).collect();
        let envelope = envelope(&heights, spacing, radius);
        let deepest = envelope.iter().copied().fold(f64::MAX, f64::min);
        let expected = radius - (radius * radius - 1e-6f64).sqrt();
        assert!((deepest + expected).abs() < 1e-9 * expected, "{deepest} {expected}");
        assert_eq!(deepest, envelope[2000]);
    }

    #[test]
    fn on_a_slope_it_is_the_parallel_line() {
        for (slope, radius) in [(0.01, 0.1), (1.0, 1e-7), (5.0, 1e-4), (30.0, 1e-3)] {
            let heights: Vec<_> = (0..2000).map(|i| slope * f64::from(i) * 1e-5).collect();
            let envelope = envelope(&heights, 1e-5, radius);
            let middle = envelope[1000] - heights[1000];
            let expected = radius * ((1.0f64 + slope * slope).sqrt() - 1.0);
            assert!((middle - expected).abs() < 1e-9 * expected + 1e-15, "{slope} {middle}");
        }
    }

    #[test]
    fn it_lies_nowhere_below_the_surface() {
        let heights = noise(10_000, 1e-3);
        for radius in [1e-6, 1e-3, 10.0] {
            let envelope = envelope(&heights, 1e-5, radius);
            assert!(envelope.iter().zip(&heights).all(|(envelope, height)| envelope >= height));
        }
    }
}
