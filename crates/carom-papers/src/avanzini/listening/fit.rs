//! The most likely model of ordered choices.

use super::{Answer, AnswerError, BoundaryAt, MATERIALS, Model};

/// a₁, a₂, a₃, b, c.
const COUNT: usize = 5;
type Vector = [f64; COUNT];
type Matrix = [Vector; COUNT];

/// The fewest answers to learn from.
const FEWEST: usize = 20;
/// Answers that follow the decay more sharply than this have no width that could be learned.
const SHARPEST: f64 = 60.0;
const MOST_ROUNDS: usize = 100;

/// A model with its covariance.
pub(super) struct Fitted {
    at: Vector,
    covariance: Matrix,
    log_likelihood: f64,
    without: f64,
}

fn logistic(x: f64) -> f64 {
    if x >= 0.0 { 1.0 / (1.0 + (-x).exp()) } else { x.exp() / (1.0 + x.exp()) }
}

/// ln(decay/1 s) and ln(pitch/1000 Hz).
fn cues(answer: &Answer) -> [f64; 2] {
    [answer.decay_s.ln(), (answer.pitch_hz / 1000.0).ln()]
}

/// The logarithm of the likelihood and its gradient; −∞ where the boundaries are out of order.
fn likelihood(answers: &[Answer], at: &Vector) -> (f64, Vector) {
    let (mut sum, mut gradient) = (0.0, [0.0; COUNT]);
    for answer in answers {
        let [decay, pitch] = cues(answer);
        let odds = |k: usize| at[k] - at[3] * decay - at[4] * pitch;
        let k = answer.material;
        let above = if k < 3 { logistic(odds(k)) } else { 1.0 };
        let below = if k > 0 { logistic(odds(k - 1)) } else { 0.0 };
        let chance = above - below;
        if chance.is_nan() || chance <= 0.0 {
            return (f64::NEG_INFINITY, gradient);
        }
        sum += chance.ln();
        let slopes = [above * (1.0 - above) / chance, below * (1.0 - below) / chance];
        if k < 3 {
            gradient[k] += slopes[0];
        }
        if k > 0 {
            gradient[k - 1] -= slopes[1];
        }
        gradient[3] -= decay * (slopes[0] - slopes[1]);
        gradient[4] -= pitch * (slopes[0] - slopes[1]);
    }
    (sum, gradient)
}

/// Minus the second derivatives, by differences of the gradient.
fn curvature(answers: &[Answer], at: &Vector) -> Matrix {
    let mut matrix = [[0.0; COUNT]; COUNT];
    for i in 0..COUNT {
        let step = 1e-4 * (1.0 + at[i].abs());
        let moved = |by: f64| {
            let mut at = *at;
            at[i] += by;
            likelihood(answers, &at).1
        };
        let (ahead, behind) = (moved(step), moved(-step));
        for j in 0..COUNT {
            matrix[i][j] = (behind[j] - ahead[j]) / (2.0 * step);
        }
    }
    std::array::from_fn(|i| std::array::from_fn(|j| 0.5 * (matrix[i][j] + matrix[j][i])))
}

/// The inverse of a positive definite matrix; none if it is not.
fn inverse(matrix: &Matrix) -> Option<Matrix> {
    let mut left = *matrix;
    let mut right: Matrix =
        std::array::from_fn(|i| std::array::from_fn(|j| f64::from(u8::from(i == j))));
    for i in 0..COUNT {
        let pivot = left[i][i];
        if pivot.is_nan() || pivot <= 0.0 {
            return None;
        }
        for j in 0..COUNT {
            left[i][j] /= pivot;
            right[i][j] /= pivot;
        }
        for row in (0..COUNT).filter(|row| *row != i) {
            let factor = left[row][i];
            for j in 0..COUNT {
                left[row][j] -= factor * left[i][j];
                right[row][j] -= factor * right[i][j];
            }
        }
    }
    Some(right)
}

/// The boundaries that explain how often each material was chosen, if nothing else mattered.
fn without_cues(answers: &[Answer]) -> Vector {
    let count = answers.len() as f64;
    let mut at = [0.0; COUNT];
    for (k, a) in at.iter_mut().enumerate().take(3) {
        let share = answers.iter().filter(|answer| answer.material <= k).count() as f64 / count;
        *a = (share / (1.0 - share)).ln();
    }
    at
}

pub(super) fn fit(answers: &[Answer]) -> Result<Fitted, AnswerError> {
    let too_few = |message: String| Err(AnswerError::TooFew(message));
    if answers.len() < FEWEST {
        return too_few(format!(
            "{} answers are too few, at least {FEWEST} are needed",
            answers.len()
        ));
    }
    for (m, name) in MATERIALS.iter().enumerate() {
        if !answers.iter().any(|answer| answer.material == m) {
            return too_few(format!("nobody answered `{name}`: its boundary cannot be known"));
        }
    }
    let differs =
        |cue: usize| answers.iter().any(|answer| cues(answer)[cue] != cues(&answers[0])[cue]);
    if !differs(0) || !differs(1) {
        return too_few(
            "all sounds have the same decay or the same pitch: nothing can be compared".into(),
        );
    }
    let mut at = without_cues(answers);
    let without = likelihood(answers, &at).0;
    let (mut value, mut gradient) = likelihood(answers, &at);
    for _ in 0..MOST_ROUNDS {
        let Some(inverse) = inverse(&curvature(answers, &at)) else { break };
        let step: Vector =
            inverse.map(|row| row.iter().zip(&gradient).map(|(a, b)| a * b).sum::<f64>());
        let mut share = 1.0;
        let next = loop {
            let next: Vector = std::array::from_fn(|i| at[i] + share * step[i]);
            let (found, slope) = likelihood(answers, &next);
            if found >= value {
                break Some((next, found, slope));
            }
            share *= 0.5;
            if share < 1e-9 {
                break None;
            }
        };
        let Some((next, found, slope)) = next else { break };
        let gained = found - value;
        (at, value, gradient) = (next, found, slope);
        if at[3].abs() > SHARPEST {
            return too_few(
                "the answers change so sharply with the decay that the width of a boundary cannot be known: \
                 more listeners are needed"
                    .into(),
            );
        }
        if gained < 1e-12 * (1.0 + value.abs()) {
            break;
        }
    }
    match inverse(&curvature(answers, &at)) {
        Some(covariance) if at[3] > 0.0 => {
            Ok(Fitted { at, covariance, log_likelihood: value, without })
        }
        _ => too_few(
            "the answers do not follow the decay: no boundary between materials can be found"
                .into(),
        ),
    }
}

impl Fitted {
    /// The variance of something with this gradient.
    fn variance(&self, gradient: &Vector) -> f64 {
        let row = |row: &Vector| row.iter().zip(gradient).map(|(a, b)| a * b).sum::<f64>();
        self.covariance.iter().zip(gradient).map(|(one, slope)| slope * row(one)).sum()
    }

    pub(super) fn boundary(&self, k: usize, pitch_hz: f64) -> BoundaryAt {
        let pitch = (pitch_hz / 1000.0).ln();
        let [b, c] = [self.at[3], self.at[4]];
        let decay = (self.at[k] - c * pitch) / b;
        let mut gradient = [0.0; COUNT];
        (gradient[k], gradient[3], gradient[4]) = (1.0 / b, -decay / b, -pitch / b);
        let factor = self.variance(&gradient).sqrt().exp();
        BoundaryAt { pitch_hz, decay_s: decay.exp(), factor }
    }

    pub(super) fn written(&self) -> Model {
        let [a1, a2, a3, b, c] = self.at;
        let slope_sd = self.variance(&[0.0, 0.0, 0.0, c / (b * b), -1.0 / b]).sqrt();
        Model {
            a: [a1, a2, a3],
            b,
            c,
            sd: std::array::from_fn(|i| self.covariance[i][i].sqrt()),
            log_likelihood: self.log_likelihood,
            log_likelihood_without: self.without,
            slope: -c / b,
            slope_sd,
        }
    }
}

impl Model {
    /// The chance of each material for a sound.
    #[must_use]
    pub fn chances(&self, decay_s: f64, pitch_hz: f64) -> [f64; 4] {
        let odds = |a: f64| a - self.b * decay_s.ln() - self.c * (pitch_hz / 1000.0).ln();
        let at_most = self.a.map(|a| logistic(odds(a)));
        [at_most[0], at_most[1] - at_most[0], at_most[2] - at_most[1], 1.0 - at_most[2]]
    }
}
