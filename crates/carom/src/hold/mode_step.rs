//! One mode over one step under a force that is held, exactly.
//!
//! With g = force/m − ω²y at the start of the step, S the velocity response of the mode at rest to a
//! kick, c = ∫S and d = S′ at its end:
//!
//! ```text
//! y⁺ = y + S·v + c·g          v⁺ = d·v + S·g
//! ```
//!
//! whatever the step. A free mass has S = h, c = h²/2, d = 1. Over the step the mode loses
//! 2mσ·∫v² = a·v² + b·v·g + c·g², a positive form whose coefficients are [`ModeStep::loss`].

/// The coefficients of one mode over a step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct ModeStep {
    /// S (s).
    pub(super) s: f64,
    /// c = ∫S (s²).
    pub(super) c: f64,
    /// d = S′.
    pub(super) d: f64,
}

impl ModeStep {
    pub(super) fn new(omega: f64, sigma: f64, h: f64) -> Self {
        // The largest root of the characteristic equation is at most ω, or 2σ for an overdamped mode.
        if omega.max(2.0 * sigma) * h < 0.5 {
            series(omega, sigma, h)
        } else {
            closed(omega, sigma, h)
        }
    }

    /// Two of these steps in one.
    pub(super) fn twice(self, omega_squared: f64) -> Self {
        let Self { s, c, d } = self;
        Self {
            s: s * (1.0 + d - omega_squared * c),
            c: c + s * s + c * (1.0 - omega_squared * c),
            d: d * d - omega_squared * s * s,
        }
    }

    /// What is lost per v², v·g and g², for a mass of one: in closed form, with S, c and d taken as the
    /// rounded numbers they are. Rounding them creates or destroys a part in 10¹⁶ a step, which would
    /// be missing after tens of millions of steps; so these three are computed with twice the digits
    /// from what the step really does. They agree with the integrals 2σ∫d², 4σ∫dS, 2σ∫S² to rounding.
    pub(super) fn loss(&self, omega_squared: f64) -> [f64; 3] {
        let (s, c, d, k) = (
            Twice::from(self.s),
            Twice::from(self.c),
            Twice::from(self.d),
            Twice::from(omega_squared),
        );
        let one = Twice::from(1.0);
        let (ss, kc) = (s.times(s), k.times(c));
        [
            0.5 * one.minus(d.times(d)).minus(k.times(ss)).value(),
            s.times(one.minus(d).minus(kc)).value(),
            c.minus(ss.half()).minus(kc.times(c).half()).value(),
        ]
    }
}

/// S as a power series: S″ + 2σS′ + ω²S = 0, S(0) = 0, S′(0) = 1.
fn series(omega: f64, sigma: f64, h: f64) -> ModeStep {
    let (damping, turn) = (2.0 * sigma * h, omega * omega * h * h);
    // Terms of S/h, and of its integral and its derivative.
    let (mut before, mut term) = (0.0, 1.0);
    let (mut s, mut c, mut d) = (0.0, 0.0, 0.0);
    for n in 1..26 {
        let n = f64::from(n);
        s += term;
        c += term / (n + 1.0);
        d += n * term;
        let next = -(damping * n * term + turn * before) / ((n + 1.0) * n);
        (before, term) = (term, next);
        // What is left is lost in rounding.
        if before.abs().max(term.abs()) < 1e-20 {
            break;
        }
    }
    ModeStep { s: h * s, c: h * h * c, d }
}

fn closed(omega: f64, sigma: f64, h: f64) -> ModeStep {
    let square = (omega - sigma) * (omega + sigma);
    let turn = square.abs().sqrt();
    let decay = (-sigma * h).exp();
    if turn * h < 0.1 {
        // Near critical damping: sin(x)/x and cos(x) of a small x of either kind, as series in x².
        let q = -square * h * h;
        let sine = 1.0 + q / 6.0 * (1.0 + q / 20.0 * (1.0 + q / 42.0 * (1.0 + q / 72.0)));
        let cosine = 1.0 + q / 2.0 * (1.0 + q / 12.0 * (1.0 + q / 30.0 * (1.0 + q / 56.0)));
        let (s, c) = (decay * h * sine, decay * cosine);
        return ModeStep { s, c: (1.0 - c - sigma * s) / (omega * omega), d: c - sigma * s };
    }
    if square > 0.0 {
        let (sine, cosine) = (turn * h).sin_cos();
        let (s, c) = (decay * sine / turn, decay * cosine);
        return ModeStep { s, c: (1.0 - c - sigma * s) / (omega * omega), d: c - sigma * s };
    }
    // Overdamped: two real exponentials, the slow one without cancellation.
    let (slow, fast) = (omega * omega / (sigma + turn), sigma + turn);
    let (after_slow, after_fast) = ((-slow * h).exp(), (-fast * h).exp());
    let gone = |rate: f64| if rate > 0.0 { -(-rate * h).exp_m1() / rate } else { h };
    ModeStep {
        s: 0.5 * (after_slow - after_fast) / turn,
        c: 0.5 * (gone(slow) - gone(fast)) / turn,
        d: 0.5 * (fast * after_fast - slow * after_slow) / turn,
    }
}

/// A number of twice the digits, as the sum of two.
#[derive(Clone, Copy)]
struct Twice {
    high: f64,
    low: f64,
}

impl Twice {
    fn from(high: f64) -> Self {
        Self { high, low: 0.0 }
    }

    fn times(self, other: Self) -> Self {
        let high = self.high * other.high;
        let low =
            self.high.mul_add(other.high, -high) + (self.high * other.low + self.low * other.high);
        Self { high, low }.tidy()
    }

    fn minus(self, other: Self) -> Self {
        let high = self.high - other.high;
        let part = high - self.high;
        let low = (self.high - (high - part)) - (other.high + part);
        Self { high, low: low + (self.low - other.low) }.tidy()
    }

    fn half(self) -> Self {
        Self { high: 0.5 * self.high, low: 0.5 * self.low }
    }

    fn tidy(self) -> Self {
        let high = self.high + self.low;
        Self { high, low: self.low - (high - self.high) }
    }

    fn value(self) -> f64 {
        self.high + self.low
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::numeric::Random;

    /// 2σ∫d², 4σ∫dS and 2σ∫S² by Gauss's rule over pieces.
    fn integrated(omega: f64, sigma: f64, h: f64) -> [f64; 3] {
        const NODES: [(f64, f64); 3] = [
            (-0.774_596_669_241_483_4, 5.0 / 9.0),
            (0.0, 8.0 / 9.0),
            (0.774_596_669_241_483_4, 5.0 / 9.0),
        ];
        let pieces = 200 + (20.0 * omega.max(2.0 * sigma) * h) as usize;
        let width = h / pieces as f64;
        let mut sums = [0.0; 3];
        for piece in 0..pieces {
            for (node, weight) in NODES {
                let t = width * (piece as f64 + 0.5 + 0.5 * node);
                let ModeStep { s, d, .. } = ModeStep::new(omega, sigma, t);
                let share = 0.5 * width * weight * sigma;
                sums[0] += 2.0 * share * d * d;
                sums[1] += 4.0 * share * d * s;
                sums[2] += 2.0 * share * s * s;
            }
        }
        sums
    }

    #[test]
    fn losses_are_the_integrals_of_the_power() {
        let mut random = Random::new(7);
        for _ in 0..300 {
            let h = random.log_uniform(1e-8, 1e-3);
            let omega = random.log_uniform(1e-4, 5.0) / h;
            let sigma = 0.5 * omega / random.log_uniform(0.1, 1e3);
            let found = ModeStep::new(omega, sigma, h).loss(omega * omega);
            // Beside v² = g²/ω² = 1 rounding leaves parts in 10¹⁶.
            let scale = [1.0, 1.0 / omega, 1.0 / (omega * omega)];
            for (i, wanted) in integrated(omega, sigma, h).into_iter().enumerate() {
                let off = (found[i] - wanted).abs() / scale[i];
                assert!(off < 1e-14 + 1e-9 * wanted / scale[i], "{omega} {sigma} {h}: {i} {off:e}");
            }
        }
    }

    #[test]
    fn a_step_in_two_halves_is_the_step() {
        let mut random = Random::new(8);
        for _ in 0..10_000 {
            let h = random.log_uniform(1e-7, 1e-3);
            let omega = random.log_uniform(1e-6, 10.0) / h;
            // Around critical damping, too.
            let q = if random.bits() & 1 == 0 {
                0.5 + random.uniform(-1e-4, 1e-4)
            } else {
                random.log_uniform(0.05, 1e4)
            };
            let sigma = 0.5 * omega / q;
            let (whole, half) =
                (ModeStep::new(omega, sigma, h), ModeStep::new(omega, sigma, 0.5 * h));
            let k = omega * omega;
            // From v = 1, y = 0, and from v = 0, g = 1.
            for (v, g) in [(1.0, 0.0), (0.0, omega)] {
                let step =
                    |m: &ModeStep, v: f64, g: f64| (m.d * v + m.s * g, g - k * (m.s * v + m.c * g));
                let (v1, g1) = step(&half, v, g);
                let (v2, g2) = step(&half, v1, g1);
                let (v3, g3) = step(&whole, v, g);
                let (v4, g4) = step(&half.twice(k), v, g);
                assert!((v4 - v3).abs() < 3e-14 && (g4 - g3).abs() < 3e-14 * omega);
                assert!((v2 - v3).abs() < 3e-14, "{omega} {sigma} {h}: {v2} {v3}");
                assert!((g2 - g3).abs() < 3e-14 * omega, "{omega} {sigma} {h}: {g2} {g3}");
            }
        }
    }

    #[test]
    fn a_free_mass_flies_and_a_braked_one_slows() {
        let free = ModeStep::new(0.0, 0.0, 1e-3);
        assert_eq!(free, ModeStep { s: 1e-3, c: 0.5e-6, d: 1.0 });
        let braked = ModeStep::new(0.0, 500.0, 1e-2);
        let (rate, h) = (1000.0f64, 1e-2f64);
        assert!((braked.s - -(-rate * h).exp_m1() / rate).abs() < 1e-18);
        assert!((braked.d - (-rate * h).exp()).abs() < 1e-16);
        assert!((braked.c - (h - braked.s) / rate).abs() < 1e-17);
    }
}
