//! Contact durations corrected, for any exponent, phase and loss: beyond what the paper has.

use carom::exact::WallImpact;
use carom::numeric::Random;
use carom_lab::impact::{Impact, Run, Status, compare};
use carom_schemes::Method;
use carom_schemes::correction::Correction;
use carom_schemes::correction::spread;

fn run(impact: &Impact, method: Method) -> Run {
    let impact = Impact { methods: vec![method], ..impact.clone() };
    compare(&impact).unwrap().runs.remove(0)
}

/// A lossless impact whose contact lasts `samples` at 44.1 kHz.
fn lasting(samples: f64, alpha: f64, mu: f64, phase: f64) -> Impact {
    let unit = WallImpact::new(0.01, 1.0, alpha, mu, 1.0).unwrap().contact_time();
    // τ ~ k^(−1/(α+1)).
    let stiffness = (unit * 44_100.0 / samples).powf(alpha + 1.0);
    Impact { phase, mu: Some(mu), ..Impact::new(0.01, stiffness, alpha) }
}

fn duration_error(impact: &Impact, correct: Correction, samples: f64) -> f64 {
    let impact = Impact { correct, ..impact.clone() };
    let run = run(&impact, Method::TwoPoint);
    assert_eq!(run.status, Status::Ok, "{:?}", run.message);
    assert!(run.energy_residual.unwrap().abs() < 1e-12);
    // The ledger books what a correction does: that it does nothing to the energy shows here.
    if impact.mu().unwrap() == 0.0 {
        assert!((run.v_out.unwrap() + impact.velocity).abs() < 1e-12 * impact.velocity);
    }
    run.contact_time.unwrap() * 44_100.0 / samples - 1.0
}

const EXPONENTS: [f64; 6] = [1.0, 1.3, 1.5, 2.0, 2.5, 3.0];

#[test]
fn phase_aware_correction_is_within_a_permille_from_one_and_a_half_samples() {
    let mut random = Random::new(22);
    for alpha in EXPONENTS {
        let mut worst = 0.0f64;
        for i in 0..60 {
            let samples = if i == 0 { 1.5 } else { random.log_uniform(1.5, 50.0) };
            let impact = lasting(samples, alpha, 0.0, random.uniform(0.0, 1.0));
            let error = duration_error(&impact, Correction::DurationPhase, samples).abs();
            worst = worst.max(error);
        }
        println!("alpha {alpha}: phase-aware {worst:.2e}");
        assert!(worst < 1e-3, "alpha {alpha}: {worst:e}");
    }
}

#[test]
fn closed_form_correction_gains_tenfold_from_five_samples() {
    let mut random = Random::new(23);
    for alpha in EXPONENTS {
        for samples in [5.0, 7.5, 12.0, 25.0, 50.0] {
            let mut squares = [0.0; 2];
            for _ in 0..60 {
                let impact = lasting(samples, alpha, 0.0, random.uniform(0.0, 1.0));
                squares[0] += duration_error(&impact, Correction::None, samples).powi(2);
                squares[1] += duration_error(&impact, Correction::Duration, samples).powi(2);
            }
            let gain = (squares[0] / squares[1]).sqrt();
            println!("alpha {alpha}, {samples} samples: {gain:.1} times better");
            assert!(gain >= 10.0, "alpha {alpha}, {samples} samples: {gain}");
        }
    }
}

#[test]
fn closed_form_is_refused_below_its_limit_with_the_number() {
    for alpha in [1.3, 1.5, 2.0, 2.5, 3.0] {
        let limit = (2.0 * spread(alpha)).sqrt();
        let impact =
            Impact { correct: Correction::Duration, ..lasting(0.99 * limit, alpha, 0.0, 0.2) };
        let refused = run(&impact, Method::TwoPoint);
        assert_eq!(refused.status, Status::Refused);
        let message = refused.message.unwrap();
        assert!(message.contains(&format!("{limit:.4}")), "{message}");
        let fine =
            Impact { correct: Correction::Duration, ..lasting(1.01 * limit, alpha, 0.0, 0.2) };
        assert_eq!(run(&fine, Method::TwoPoint).status, Status::Ok);
    }
}

#[test]
fn with_losses_duration_and_outgoing_velocity_are_right_at_once() {
    let mut random = Random::new(24);
    for (mu, shortest) in [(0.1, 1.5), (0.5, 1.5), (1.0, 1.5), (3.0, 2.0)] {
        let (mut duration, mut velocity) = (0.0f64, 0.0f64);
        for i in 0..60 {
            let samples = if i == 0 { shortest } else { random.log_uniform(shortest, 50.0) };
            let alpha = random.uniform(1.0, 3.0);
            let impact = lasting(samples, alpha, mu, random.uniform(0.0, 1.0));
            let impact = Impact { correct: Correction::DurationPhase, ..impact };
            duration = duration.max(duration_error(&impact, impact.correct, samples).abs());
            let exact = impact.closed_form().unwrap().v_out();
            velocity =
                velocity.max((run(&impact, Method::TwoPoint).v_out.unwrap() / exact - 1.0).abs());
        }
        println!("mu {mu}: duration {duration:.2e}, velocity {velocity:.2e}");
        assert!(duration < 1e-3 && velocity < 1e-3, "mu {mu}: {duration:e}, {velocity:e}");
    }
}
