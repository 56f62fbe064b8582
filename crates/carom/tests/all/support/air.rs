//! Filters of the air, and modes heard through them, integrated as a whole.
#![allow(dead_code, missing_docs, unreachable_pub)] // Each test uses some of it.

use carom::{FarField, Heard, Mode, Rational, Voice};

pub type Complex = num_complex::Complex64;

pub fn part(value: Complex) -> [f64; 2] {
    [value.re, value.im]
}

pub fn complex([re, im]: [f64; 2]) -> Complex {
    Complex::new(re, im)
}

/// A filter like the air's beside something of 3 cm: a dipole and a real pole.
pub fn air() -> Rational {
    Rational {
        poles: vec![[-9e3, 1.1e4], [-3e4, 0.0]],
        residues: vec![[2e-2, -1.5e-2], [-4e-2, 0.0]],
    }
}

/// s/((s + β)² + β²).
pub fn dipole(beta: f64) -> Rational {
    let pole = Complex::new(-beta, beta);
    Rational { poles: vec![part(pole)], residues: vec![part(pole / (pole - pole.conj()))] }
}

/// A mode that is heard through a filter alone.
pub fn through(filter: &Rational, gain: f64, mode: &Mode) -> Heard {
    let Mode { omega, sigma, .. } = *mode;
    let ring = filter.at([-sigma, (omega * omega - sigma * sigma).max(0.0).sqrt()]);
    Heard { ring: ring.map(|part| gain * part), filter: Some(0), gain }
}

pub fn heard_through(filter: &Rational, gains: &[f64], modes: &[Mode], delay: f64) -> FarField {
    let modes = modes.iter().zip(gains).map(|(mode, gain)| through(filter, *gain, mode));
    FarField { delay, filters: vec![filter.clone()], modes: modes.collect() }
}

/// p = G·s²·y of one mode under a force that is held over pieces of time, as the sum over the poles
/// of G of the state of ẋ = q·x + acceleration: integrated by Runge and Kutta's method of fourth
/// order.
pub struct Whole {
    mode: Mode,
    gain: f64,
    filter: Vec<[Complex; 2]>,
    pub state: Vec<Complex>,
}

impl Whole {
    pub fn new(mode: Mode, gain: f64, filter: &Rational) -> Self {
        let filter: Vec<[Complex; 2]> = filter
            .poles
            .iter()
            .zip(&filter.residues)
            .map(|(q, r)| [complex(*q), complex(*r)])
            .collect();
        Self { mode, gain, state: vec![Complex::default(); filter.len() + 2], filter }
    }

    fn slope(&self, state: &[Complex], force: f64) -> Vec<Complex> {
        let (y, v) = (state[0], state[1]);
        let Mode { mass, omega, sigma, .. } = self.mode;
        let acceleration = force / mass - omega * omega * y - 2.0 * sigma * v;
        let filters = self.filter.iter().zip(&state[2..]);
        let slopes = filters.map(|([q, _], x)| q * x + acceleration);
        [v, acceleration].into_iter().chain(slopes).collect()
    }

    pub fn advance(&mut self, force: f64, time: f64) {
        let fastest = self.filter.iter().fold(self.mode.omega, |fast, [q, _]| fast.max(q.norm()));
        let steps = (time * fastest / 0.01).ceil().max(1.0);
        let h = time / steps;
        for _ in 0..steps as usize {
            let y = self.state.clone();
            let along = |k: &[Complex], h: f64| -> Vec<Complex> {
                y.iter().zip(k).map(|(y, k)| y + k * h).collect()
            };
            let a = self.slope(&y, force);
            let b = self.slope(&along(&a, 0.5 * h), force);
            let c = self.slope(&along(&b, 0.5 * h), force);
            let d = self.slope(&along(&c, h), force);
            for i in 0..y.len() {
                self.state[i] = y[i] + h / 6.0 * (a[i] + 2.0 * b[i] + 2.0 * c[i] + d[i]);
            }
        }
    }

    pub fn pressure(&self) -> f64 {
        let terms = self.filter.iter().zip(&self.state[2..]);
        let twice = |q: &Complex| if q.im > 0.0 { 2.0 } else { 1.0 };
        self.gain * terms.map(|([q, r], x)| twice(q) * (r * x).re).sum::<f64>()
    }
}

/// The pressure of a mode under the forces of a contact, step by step, and then under none.
pub fn integrated(mut whole: Whole, voice: &Voice, frames: usize) -> Vec<f64> {
    let steps = voice.first_contact(0);
    let dt = steps[2].time - steps[1].time;
    let mut forces = vec![0.0; (steps[1].time / dt).round() as usize - 1];
    forces.extend(steps[1..].iter().map(|step| step.force));
    let per_sample = (voice.dt() / dt).round() as usize;
    forces.resize(frames * per_sample, 0.0);
    let mut sound = Vec::new();
    for sample in forces.chunks(per_sample) {
        for force in sample {
            whole.advance(*force, dt);
        }
        sound.push(whole.pressure());
    }
    sound
}
