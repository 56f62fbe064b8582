//! One trace: its baseline, its pulse, and what is measured of that.

use std::ops::Range;

use super::{FEWEST, FEWEST_QUIET, Measurement, shapes};
use crate::measure::baseline::{Baseline, between, median, pulses, robust_sd};
use crate::measure::trial::Measured;

/// The top of a pulse is what lies above this share of its largest sample.
const TOP: f64 = 0.85;

/// A trace turned so that its pulse is positive, free of its baseline.
pub(super) struct Trace {
    start: f64,
    step: f64,
    polarity: f64,
    force: Vec<f64>,
    pulse: Range<usize>,
    baseline: Baseline,
    warnings: Vec<String>,
}

impl Trace {
    pub(super) fn new(raw: &[f64], start: f64, step: f64) -> Result<Self, String> {
        let (middle, noise) = (median(raw), robust_sd(raw));
        let far = raw.iter().map(|f| f - middle).max_by(|a, b| a.abs().total_cmp(&b.abs()));
        let polarity = if far.unwrap_or(0.0) < 0.0 { -1.0 } else { 1.0 };
        let activity: Vec<f64> = raw.iter().map(|f| (polarity * (f - middle)).max(0.0)).collect();
        let all = pulses(&activity, noise, 2);
        let height = |pulse: &Range<usize>| {
            activity[pulse.clone()].iter().fold(0.0, |most: f64, &f| most.max(f))
        };
        let by_height = |a: &&Range<usize>, b: &&Range<usize>| height(a).total_cmp(&height(b));
        let Some(pulse) = all.iter().max_by(by_height).cloned() else {
            return Err("there is no pulse in the trace: nothing rises above the noise".into());
        };
        let quiet = between(&all, raw.len());
        let before: usize = quiet.iter().filter(|q| q.end <= pulse.start).map(Range::len).sum();
        let after: usize = quiet.iter().filter(|q| q.start >= pulse.end).map(Range::len).sum();
        for (side, found) in [("before", before), ("after", after)] {
            if found < FEWEST_QUIET {
                return Err(format!(
                    "only {found} quiet samples lie {side} the pulse (from {:.6} to {:.6} s); at least \
                     {FEWEST_QUIET} are needed for the baseline",
                    start + step * pulse.start as f64,
                    start + step * pulse.end as f64
                ));
            }
        }
        let baseline = Baseline::through(raw, &quiet);
        let mut warnings = Vec::new();
        let rival = all.iter().filter(|&one| *one != pulse).map(height).fold(0.0, f64::max);
        if rival > 0.3 * height(&pulse) {
            warnings.push(format!(
                "there are {} pulses in the trace; the highest was taken",
                all.len()
            ));
        }
        if polarity < 0.0 {
            warnings.push("the pulse is negative; its sign was turned".into());
        }
        let above = |(i, f): (usize, &f64)| polarity * (f - baseline.at(i));
        let force = raw.iter().enumerate().map(above).collect();
        Ok(Self { start, step, polarity, force, pulse, baseline, warnings })
    }

    fn time(&self, sample: usize) -> f64 {
        self.start + self.step * sample as f64
    }

    pub(super) fn measure(self, name: &str, level: f64) -> Result<Measurement, String> {
        let top = self.pulse.clone().max_by(|&a, &b| self.force[a].total_cmp(&self.force[b]));
        let top = top.unwrap_or(self.pulse.start);
        let (height, peak_time) = self.height(top);
        let interval = self.interval(top, level * height.value)?;
        let samples: Vec<(f64, f64)> =
            self.pulse.clone().map(|i| (self.time(i), self.force[i])).collect();
        // An error of the baseline moves all samples of the pulse alike.
        let shift = self.baseline.line.sd_at(top as f64, self.baseline.slow_variance());
        let fits = shapes::fits(&samples, height.value, peak_time, interval.value, shift);
        let mut warnings = self.warnings.clone();
        let noise = self.baseline.variance.sqrt();
        if let Some(best) =
            fits.first().filter(|fit| fit.residual > (3.0 * noise).max(0.05 * height.value))
        {
            warnings.push(format!(
                "no shape fits well: the best ({}) leaves {:.3} N with {noise:.3} N of noise",
                best.shape, best.residual
            ));
        }
        let (line, slow) = (&self.baseline.line, self.baseline.slow_variance());
        let slope = Measured::new(line.slope / self.step, line.slope_sd(slow) / self.step);
        Ok(Measurement {
            trial: name.into(),
            area: self.area(),
            height,
            interval,
            peak_time,
            polarity: self.polarity,
            fits,
            baseline: [Measured::new(line.value, line.value_sd(slow)), slope],
            noise,
            rate: 1.0 / self.step,
            level,
            warnings,
            samples,
        })
    }

    /// The sum over the pulse, whose noise and baseline err independently.
    fn area(&self) -> Measured {
        let (line, slow) = (&self.baseline.line, self.baseline.slow_variance());
        let sum: f64 = self.force[self.pulse.clone()].iter().sum();
        let count = self.pulse.len() as f64;
        let lever: f64 = self.pulse.clone().map(|i| i as f64 - line.centre).sum();
        let variance = slow * (count + count * count / line.count + lever * lever / line.spread);
        Measured::new(self.step * sum, self.step * variance.sqrt())
    }

    /// The vertex of a parabola through the samples at the top, at least three, and its moment.
    fn height(&self, top: usize) -> (Measured, f64) {
        let high = TOP * self.force[top];
        let end = self.force.len() - 1;
        let reach = |side: &dyn Fn(usize) -> Option<usize>| {
            (1..).take_while(|&n| side(n).is_some_and(|i| self.force[i] > high)).count().max(1)
        };
        let left = reach(&|n| top.checked_sub(n)).min(top);
        let right = reach(&|n| Some(top + n).filter(|&i| i <= end)).min(end - top);
        let around: Vec<(f64, f64)> =
            (top - left..=top + right).map(|i| (i as f64 - top as f64, self.force[i])).collect();
        let Some([c, b, a]) = parabola(&around).filter(|p| p[2] < 0.0) else {
            return (Measured::new(self.force[top], self.baseline.variance.sqrt()), self.time(top));
        };
        let vertex = (-0.5 * b / a).clamp(-(left as f64), right as f64);
        // In the middle of n points a parabola has 9/4 of the variance of their mean.
        let sd = (2.25 * self.baseline.variance / around.len() as f64).sqrt();
        let value = c + vertex * (b + vertex * a);
        (Measured::new(value, sd), self.time(top) + self.step * vertex)
    }

    /// From where the force last rises through `level` before the top to where it first falls after.
    fn interval(&self, top: usize, level: f64) -> Result<Measured, String> {
        let noise = self.baseline.variance.sqrt();
        let crossing = |steps: &mut dyn Iterator<Item = usize>| {
            let mut last = top;
            for i in steps {
                let (inner, outer) = (self.force[last], self.force[i]);
                if outer < level {
                    let share = (inner - level) / (inner - outer);
                    let place = last as f64 + share * (i as f64 - last as f64);
                    return Some((place, noise / (inner - outer).max(noise)));
                }
                last = i;
            }
            None
        };
        let before = crossing(&mut (0..top).rev());
        let after = crossing(&mut (top + 1..self.force.len()));
        let (Some((from, from_sd)), Some((to, to_sd))) = (before, after) else {
            return Err(format!("the pulse does not fall to {level:.4} N on both sides"));
        };
        if to - from < FEWEST as f64 {
            return Err(format!(
                "the pulse spans {:.1} samples; at least {FEWEST} are needed, at a higher rate",
                to - from
            ));
        }
        Ok(Measured::new(self.step * (to - from), self.step * from_sd.hypot(to_sd)))
    }
}

/// c + b·x + a·x² by least squares.
fn parabola(points: &[(f64, f64)]) -> Option<[f64; 3]> {
    let count = points.len() as f64;
    let mean = points.iter().map(|p| p.0).sum::<f64>() / count;
    let sum =
        |of: &dyn Fn(f64, f64) -> f64| points.iter().map(|&(x, y)| of(x - mean, y)).sum::<f64>();
    let (s2, s4) = (sum(&|x, _| x * x), sum(&|x, _| x.powi(4)));
    let (t0, t1, t2) = (sum(&|_, y| y), sum(&|x, y| x * y), sum(&|x, y| x * x * y));
    // Points are evenly spaced: odd sums about their mean vanish.
    let determinant = count * s4 - s2 * s2;
    let a = (count * t2 - s2 * t0) / determinant;
    let (b, c) = (t1 / s2, (t0 - a * s2) / count);
    let back = [c - b * mean + a * mean * mean, b - 2.0 * a * mean, a];
    back.iter().all(|v| v.is_finite()).then_some(back)
}
