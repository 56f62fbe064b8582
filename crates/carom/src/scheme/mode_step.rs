//! A ringing mode that a step of any size treats exactly.

/// The coefficients of one mode.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ModeStep {
    pub(crate) a: f64,
    pub(crate) b: f64,
    pub(crate) gamma: f64,
    /// 1/(1 + A + B).
    pub(crate) inverse: f64,
    /// q = from_y·y + from_v·v.
    pub(crate) from_y: f64,
    pub(crate) from_v: f64,
}

impl ModeStep {
    pub(crate) fn new(mass: f64, omega: f64, sigma: f64, dt: f64) -> Self {
        let free = dt * dt / (2.0 * mass);
        let decay = (-sigma * dt).exp();
        let square = (omega - sigma) * (omega + sigma);
        // R·cos θ and R·sin θ/ω_d, in their hyperbolic forms for an overdamped mode, where R alone
        // may vanish while the cosine overflows.
        let (cosine, sine) = if square > 0.0 {
            let root = square.sqrt();
            (decay * (root * dt).cos(), decay * (root * dt).sin() / root)
        } else if square < 0.0 {
            let root = (-square).sqrt();
            let (slow, fast) = ((-(sigma - root) * dt).exp(), (-(sigma + root) * dt).exp());
            (0.5 * (slow + fast), 0.5 * (slow - fast) / root)
        } else {
            (decay, decay * dt)
        };
        let denominator = 1.0 + 2.0 * cosine + decay * decay;
        let a = Self::numerator(omega, sigma, dt, decay) / denominator;
        let b = 2.0 * (1.0 - decay) * (1.0 + decay) / denominator;
        // The static compliance 1/(m·ω²): A/γ = m·ω²/2 at any step; its limit for ω = 0.
        let gamma = if omega * dt > 1e-9 {
            free * a / (0.25 * omega * omega * dt * dt)
        } else if sigma > 0.0 {
            free * (sigma * dt).tanh() / (sigma * dt)
        } else {
            free
        };
        let from_v = 2.0 * sine / denominator;
        let from_y = (decay * decay - 1.0) / denominator + from_v * sigma;
        Self { a, b, gamma, inverse: 1.0 / (1.0 + a + b), from_y, from_v }
    }

    /// 1 − 2R·cos θ + R², without cancellation for slow modes.
    fn numerator(omega: f64, sigma: f64, dt: f64, decay: f64) -> f64 {
        let square = (omega - sigma) * (omega + sigma);
        let half = 0.5 * square.abs().sqrt() * dt;
        let gap = -(-sigma * dt).exp_m1();
        if square >= 0.0 {
            gap * gap + 4.0 * decay * half.sin().powi(2)
        } else if omega == 0.0 {
            0.0
        } else {
            // (1 − R·e^κ)(1 − R·e^−κ), κ = √(σ²−ω²)·Δt; σ − √(σ²−ω²) = ω²/(σ + √).
            let root = (-square).sqrt();
            let slow = -(-(omega * omega / (sigma + root)) * dt).exp_m1();
            let fast = -(-(sigma + root) * dt).exp_m1();
            slow * fast
        }
    }
}
