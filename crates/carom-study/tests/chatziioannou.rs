//! Contact durations: what the schemes of chatziioannou hold, and what corrections make of them.

use carom::Method;
use carom::correction::{
    DurationError, closed_form_stiffness, linear_three_point_stiffness, spread,
};
use carom::exact::WallImpact;
use carom::law::Damping;
use carom::numeric::Random;
use carom_study::impact::{Correct, Impact, Run, Status, compare};

fn run(impact: &Impact, method: Method) -> Run {
    let impact = Impact { methods: vec![method], ..impact.clone() };
    compare(&impact).unwrap().runs.remove(0)
}

/// A 1 kg mass at 1 m/s and 50 kHz, α = 1: the paper's collisions, the impact on a sample.
fn paper(stiffness: f64) -> Impact {
    Impact { rate: 50_000.0, ..Impact::new(1.0, stiffness, 1.0) }
}

#[test]
fn uncorrected_durations_of_fig_3_and_4() {
    for (k, exact, two, three) in
        [(1e9, 99.35, 102.52, 107.23), (1e10, 31.42, 40.00, 50.92), (1e11, 9.93, 23.64, 40.50)]
    {
        let microseconds = |time: Option<f64>| (1e8 * time.unwrap()).round() / 100.0;
        let comparison = compare(&paper(k)).unwrap();
        assert_eq!(microseconds(comparison.exact.contact_time), exact);
        assert_eq!(microseconds(run(&paper(k), Method::TwoPoint).contact_time), two);
        assert_eq!(microseconds(run(&paper(k), Method::ThreePoint).contact_time), three);
    }
}

#[test]
fn shortest_contacts_are_one_and_two_samples() {
    let mut random = Random::new(21);
    for _ in 0..2000 {
        let impact =
            Impact { phase: random.uniform(0.0, 1.0), ..paper(random.log_uniform(1e9, 1e16)) };
        let two = run(&impact, Method::TwoPoint);
        assert!(two.samples >= 1);
        assert!(two.contact_time.unwrap() * 50_000.0 > 1.0 - 1e-9);
        let three = run(&impact, Method::ThreePoint);
        assert!(three.samples >= 2);
        assert!(three.contact_time.unwrap() * 50_000.0 > 3.0 - 2f64.sqrt() - 1e-6);
    }
}

#[test]
fn limits_of_fig_6() {
    // k = 1e10: the sample rates from which each scheme can be made exact.
    let impact = WallImpact::new(1.0, 1e10, 1.0, 0.0, 1.0).unwrap();
    type Stiffness<'a> = &'a dyn Fn(f64) -> Result<f64, DurationError>;
    let two: Stiffness = &|rate| closed_form_stiffness(&impact, 1.0 / rate);
    let three: Stiffness = &|rate| linear_three_point_stiffness(1.0, 1e10, 1.0 / rate);
    for (stiffness, limit) in [(two, 31_831.0), (three, 63_662.0)] {
        assert!(stiffness(limit + 1.0).is_ok());
        let refused = stiffness(limit - 1.0);
        let Err(DurationError::TooShort { samples, shortest }) = refused else {
            panic!("{refused:?}")
        };
        assert!(samples < shortest);
    }
}

#[test]
fn linear_correction_is_exact_in_the_mean_over_the_phase() {
    for (method, spread) in [(Method::TwoPoint, 0.013), (Method::ThreePoint, 0.019)] {
        let impact = |phase: f64| Impact { phase, correct: Correct::Duration, ..paper(1e9) };
        let exact = compare(&paper(1e9)).unwrap().exact.contact_time.unwrap();
        let errors: Vec<f64> = (0..200)
            .map(|i| run(&impact(f64::from(i) / 200.0), method).contact_time.unwrap())
            .map(|time| (time - exact) * 50_000.0)
            .collect();
        let mean = errors.iter().sum::<f64>() / errors.len() as f64;
        let worst = errors.iter().fold(0.0, |a: f64, e| a.max(e.abs()));
        assert!(mean.abs() < 5e-4, "{method}: {mean}");
        assert!(worst < 1.1 * spread, "{method}: {worst}");
    }
}

/// A lossless impact whose contact lasts `samples` at 44.1 kHz.
fn lasting(samples: f64, alpha: f64, mu: f64, phase: f64) -> Impact {
    let unit = WallImpact::new(0.01, 1.0, alpha, mu, 1.0).unwrap().contact_time();
    // τ ~ k^(−1/(α+1)).
    let stiffness = (unit * 44_100.0 / samples).powf(alpha + 1.0);
    Impact { phase, damping: Damping::Mu(mu), ..Impact::new(0.01, stiffness, alpha) }
}

fn duration_error(impact: &Impact, correct: Correct, samples: f64) -> f64 {
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
            let error = duration_error(&impact, Correct::DurationPhase, samples).abs();
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
                squares[0] += duration_error(&impact, Correct::None, samples).powi(2);
                squares[1] += duration_error(&impact, Correct::Duration, samples).powi(2);
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
            Impact { correct: Correct::Duration, ..lasting(0.99 * limit, alpha, 0.0, 0.2) };
        let refused = run(&impact, Method::TwoPoint);
        assert_eq!(refused.status, Status::Refused);
        let message = refused.message.unwrap();
        assert!(message.contains(&format!("{limit:.4}")), "{message}");
        let fine = Impact { correct: Correct::Duration, ..lasting(1.01 * limit, alpha, 0.0, 0.2) };
        assert_eq!(run(&fine, Method::TwoPoint).status, Status::Ok);
    }
}

#[test]
fn with_losses_the_phase_aware_correction_holds_too() {
    let mut random = Random::new(24);
    for mu in [0.1, 0.5, 1.0] {
        let mut worst = 0.0f64;
        for _ in 0..60 {
            let (alpha, samples) = (random.uniform(1.0, 3.0), random.log_uniform(2.0, 50.0));
            let impact = lasting(samples, alpha, mu, random.uniform(0.0, 1.0));
            let error = duration_error(&impact, Correct::DurationPhase, samples).abs();
            worst = worst.max(error);
        }
        println!("mu {mu}: phase-aware {worst:.2e}");
        assert!(worst < 1e-3, "mu {mu}: {worst:e}");
    }
}
