use super::math::{exp, exp_m1, ln_1p, log_cubic_ratio, log_excess, powf};
use super::{Answers, Column, Outcome, SchemeRows, Status, WallRows, WallScheme, exact, wall};
use carom_numeric::cpu::Cpu;
use carom_numeric::{Random, special};

fn close(found: f64, expected: f64, tolerance: f64, what: &str) {
    let error = (found - expected).abs();
    assert!(error <= tolerance * expected.abs(), "{what}: {found:e} for {expected:e}");
}

fn functions_are_those_of_the_library<const FMA: bool>() {
    let mut random = Random::new(1);
    for _ in 0..100_000 {
        let x = random.uniform(-700.0, 700.0);
        close(exp::<FMA>(x), x.exp(), 1e-15, "exp");
        let small = random.log_uniform(1e-300, 30.0) * if x < 0.0 { -1.0 } else { 1.0 };
        let (value, excess) = exp_m1::<FMA>(small);
        close(value, small.exp_m1(), 1e-15, "exp_m1");
        close(excess, special::exp_excess_ratio(small), 1e-14, "excess of exp");
        let w = random.log_uniform(1e-300, 1e300);
        close(ln_1p::<FMA>(w), w.ln_1p(), 1e-15, "ln_1p");
        let below = -random.log_uniform(1e-18, 0.999);
        close(ln_1p::<FMA>(below), below.ln_1p(), 1e-15, "ln_1p below 0");
        close(log_excess::<FMA>(w).1, special::log_excess_ratio(w), 3e-15, "excess of ln_1p");
        let near = random.uniform(-0.29, 0.41);
        let expected = special::log_cubic_ratio(near);
        close(log_cubic_ratio::<FMA>(near), expected, 1e-13, "cubic ratio");
        let (base, power) = (random.log_uniform(1e-50, 1e50), random.uniform(-6.0, 6.0));
        close(powf::<FMA>(base, power), base.powf(power), 2e-15, "powf");
    }
    assert_eq!((exp::<FMA>(0.0), exp_m1::<FMA>(0.0)), (1.0, (0.0, 0.5)));
    assert_eq!((ln_1p::<FMA>(0.0), log_excess::<FMA>(0.0)), (0.0, (0.0, 0.5)));
    assert!(exp::<FMA>(-1e9) < 1e-300 && exp::<FMA>(1e9) > 1e300);
}

#[test]
fn functions_without_branches_are_those_of_the_library() {
    functions_are_those_of_the_library::<false>();
    functions_are_those_of_the_library::<true>();
}

#[test]
fn any_processor_gives_the_same_digits() {
    let mut random = Random::new(2);
    let rows = 1000;
    let mut column = |low: f64, high: f64| -> Vec<f64> {
        (0..rows).map(|_| random.log_uniform(low, high)).collect()
    };
    let (exponent, mu, velocity) = (column(1.0, 5.0), column(1e-9, 1e3), column(0.1, 10.0));
    let (stiffness, rate) = (column(1e4, 1e8), column(1e3, 1e5));
    let wall = WallRows {
        mass: Column::Same(0.01),
        stiffness: Column::Each(&stiffness),
        exponent: Column::Each(&exponent),
        mu: Column::Each(&mu),
        velocity: Column::Each(&velocity),
    };
    let phase = Column::Same(0.3);
    let stepped = SchemeRows { wall, rate: Column::Each(&rate), phase, most_steps: 20_000 };
    let results = |cpu: Cpu, scheme: Option<WallScheme>| {
        let (mut values, mut status) = (vec![0.0; 6 * rows], vec![Status::Ok; rows]);
        let outcomes = Outcome::ALL.into_iter().zip(values.chunks_mut(rows)).collect();
        let mut answers = Answers { outcomes, status: &mut status };
        match scheme {
            None => exact::answers_on(cpu, &wall, 0..rows, &mut answers),
            Some(scheme) => wall::run_on(cpu, scheme, &stepped, 0..rows, &mut answers),
        }
        (values, status)
    };
    let schemes = [WallScheme::TwoPoint, WallScheme::Verlet, WallScheme::Rk4].map(Some);
    for scheme in schemes.into_iter().chain([None]) {
        let (fast, fast_status) = results(Cpu::detect(), scheme);
        let (plain, plain_status) = results(Cpu::plain(), scheme);
        assert_eq!(fast_status, plain_status, "{scheme:?}");
        for (i, (fast, plain)) in fast.iter().zip(&plain).enumerate() {
            let both_fail = fast.is_nan() && plain.is_nan();
            // A scheme rounds relative to the velocity before.
            let velocity = velocity[i % rows];
            let scale = match (scheme, Outcome::ALL[i / rows]) {
                (Some(_), Outcome::VOut) => velocity,
                (Some(_), Outcome::Restitution) => 1.0,
                (Some(_), Outcome::EnergyLost) => 0.01 * velocity * velocity,
                _ => plain.abs(),
            };
            let (scale, error) = (scale.max(plain.abs()), (fast - plain).abs());
            assert!(both_fail || error <= 1e-12 * scale, "{scheme:?} {i}: {fast:e} {plain:e}");
        }
    }
}
