//! Calibration: the ten trials that iguchi printed, data made by each model itself, measured forces,
//! and files that are no measurements.

use carom::exact;
use carom::numeric::Random;
use carom_lab::calibration::{
    Calibration, Components, Disc, Estimate, Model, PulseShape, Setup, Trace, Trial, Trials,
    calibrate, estimate, example,
};
use carom_lab::measure::Measured;
use carom_papers::study::Printed;
use carom_rigid::{
    Body, Collision, Compliant, Friction, Iguchi, Method, Mirtich, Pulse, Shape, Tangential,
    collide_with_history,
};
use serde::Deserialize;

const PUBLISHED: &str = include_str!("../../data/published/iguchi.toml");

#[derive(Deserialize)]
struct Published {
    table_1: Vec<Vec<Printed>>,
    table_2: Vec<Vec<Printed>>,
    table_4: Vec<Vec<Printed>>,
}

fn published() -> Published {
    toml::from_str(PUBLISHED).unwrap()
}

fn puck() -> Setup {
    Setup { disc: Disc::new(0.008, 0.0324, None).unwrap(), pulse: None }
}

fn ten_trials() -> Vec<Trial> {
    Trials::parse(example(), "example").unwrap().trials
}

fn calibrated(models: &[Model]) -> Calibration {
    calibrate(&ten_trials(), &puck(), models, &[]).unwrap()
}

fn near(found: f64, wanted: f64, tolerance: f64) -> bool {
    (found - wanted).abs() <= tolerance
}

#[test]
fn the_example_is_what_was_printed() {
    let published = published();
    let trials = ten_trials();
    assert_eq!(trials.len(), 10);
    for (trial, (before, after)) in
        trials.iter().zip(published.table_1.iter().zip(&published.table_2))
    {
        assert_eq!(trial.before, [0, 1, 2].map(|c| before[c].value()));
        assert_eq!(trial.after, [0, 1, 2].map(|c| after[c].value()));
    }
}

/// The root of the mean square distance of iguchi's Table 4 from the measurements.
fn table_4() -> Components {
    let rows = published().table_4;
    let residuals: Vec<[f64; 3]> = rows
        .iter()
        .zip(ten_trials())
        .map(|(row, trial)| [0, 1, 2].map(|c| row[c].value() - trial.after[c]))
        .collect();
    Components::rms(&residuals)
}

#[test]
fn the_best_model_beats_table_4_on_trials_it_has_not_seen() {
    let found = calibrated(&Model::ALL);
    assert_eq!(found.models.len(), 5);
    let printed = table_4().array();
    assert!(near(printed[0], 0.133, 0.001) && near(printed[2], 5.11, 0.01));
    let best = found.best().unwrap();
    let left = best.leave_one_out.array();
    for (left, (printed, most)) in left.iter().zip(printed.iter().zip([0.09, 0.115, 3.6])) {
        assert!(left < printed && *left <= most, "{}: {left}, at most {most}", best.name);
    }
    let said = found.undecided().join("\n");
    for open in ["pulse: mu_s", "sigma_A", "compliant: k_t", "10 trials do not distinguish"] {
        assert!(said.contains(open), "{open} in {said}");
    }
}

#[test]
fn refitted_models_come_out_as_an_independent_fit_has_them() {
    let found = calibrated(&[Model::Mirtich, Model::MirtichFalling]);
    assert!(near(found.restitution_alone, 0.5702, 5e-5));
    let [mirtich, falling] = &found.models[..] else { panic!() };
    let value = |parameters: &carom_lab::calibration::Estimates, name: &str| {
        let one = parameters.get(name).unwrap();
        assert!(one.identified, "{name}");
        one.value
    };
    assert!(near(value(&mirtich.parameters, "E"), 0.570, 5e-4));
    assert!(near(value(&mirtich.parameters, "mu"), 0.068, 5e-4));
    assert!(near(mirtich.rms.vx, 0.083, 0.001) && near(mirtich.rms.vz, 0.121, 5e-4));
    assert!(near(mirtich.rms.spin, 3.18, 0.02));
    assert!(near(mirtich.leave_one_out.vx, 0.084, 5e-4));
    assert!(near(mirtich.leave_one_out.vz, 0.130, 5e-4));
    assert!(near(value(&falling.parameters, "lambda"), 0.19, 0.005));
    assert!(near(value(&falling.parameters, "d"), 0.55, 0.005));
    assert!(near(falling.rms.vz, 0.089, 5e-4) && near(falling.leave_one_out.vz, 0.108, 5e-4));
}

#[test]
fn a_trial_left_out_does_not_reach_its_own_prediction() {
    let mut trials = ten_trials();
    let predicted = |trials: &[Trial], model: Model| {
        let found = calibrate(trials, &puck(), &[model], &[]).unwrap();
        [0, 1, 2].map(|c| trials[7].after[c] + found.models[0].left_out[7][c])
    };
    for model in [Model::Mirtich, Model::MirtichFalling, Model::Pulse, Model::Iguchi] {
        let honest = predicted(&trials, model);
        let kept = trials[7].after;
        trials[7].after = [-3.0, 3.0, 90.0];
        let spoilt = predicted(&trials, model);
        trials[7].after = kept;
        for c in 0..3 {
            let size = 1.0 + honest[c].abs();
            assert!(near(honest[c], spoilt[c], 2e-3 * size), "{}", model.name());
        }
    }
}

/// What a model is made of in the tests below, and what it is called with.
struct Truth {
    model: Model,
    values: &'static [(&'static str, f64)],
    /// What the trials cannot decide.
    open: &'static [&'static str],
}

const TRUTHS: [Truth; 5] = [
    Truth { model: Model::Mirtich, values: &[("E", 0.6), ("mu", 0.12)], open: &[] },
    Truth {
        model: Model::MirtichFalling,
        values: &[("lambda", 0.25), ("d", 0.5), ("mu", 0.12)],
        open: &[],
    },
    Truth {
        model: Model::Pulse,
        values: &[("E", 0.6), ("mu_d", 0.12)],
        open: &["mu_s", "sigma_A", "sigma_B"],
    },
    Truth {
        model: Model::Compliant,
        values: &[("lambda", 0.25), ("d", 0.5), ("mu", 0.12), ("k_t", 3e4)],
        open: &["k"],
    },
    Truth {
        model: Model::Iguchi,
        values: &[("E", 0.6), ("mu_d", 0.12)],
        open: &["sigma_A", "sigma_B"],
    },
];

impl Truth {
    fn method(&self, approach: f64) -> Method {
        let value = |i: usize| self.values[i].1;
        let friction = |mu: f64| Friction::coulomb(mu).unwrap();
        match self.model {
            Model::Mirtich => Method::Mirtich(Mirtich::new(value(0), friction(value(1))).unwrap()),
            Model::MirtichFalling => {
                let e = exact::restitution(value(0) * approach + value(1));
                Method::Mirtich(Mirtich::new(e, friction(value(2))).unwrap())
            }
            Model::Pulse => {
                let shape = Shape::HalfSine { duration: 2e-3 };
                Method::Pulse(Pulse::new(value(0), friction(value(1)), &shape).unwrap())
            }
            Model::Compliant => {
                // The puck's tangential mobility is 3/m; a tenth of critical damping.
                let stiffness = value(3);
                let damping = 0.2 * (stiffness * 0.008 / 3.0).sqrt();
                let bristles = Tangential::LuGre { stiffness, damping, stribeck: 1.0 };
                let k = one_millisecond();
                let losses = (value(0), value(1));
                let law = Compliant::new(k, 1.5, losses, friction(value(2)), bristles).unwrap();
                Method::Compliant(law.with_steps(1000).unwrap())
            }
            Model::Iguchi => {
                Method::Iguchi(Iguchi::new(value(0), friction(value(1)), 0.5e-3, 0.3e-3).unwrap())
            }
        }
    }
}

/// The k of 8 g that touches for a millisecond at 1 m/s, lossless: 2.9432·x_m/v.
fn one_millisecond() -> f64 {
    let deepest: f64 = 1e-3 / 2.943_275;
    1.25 * 0.008 / deepest.powf(2.5)
}

const NOISE: [f64; 3] = [0.03, 0.03, 1.5];

fn normal(random: &mut Random) -> f64 {
    let (u, v) = (random.uniform(1e-12, 1.0), random.uniform(0.0, std::f64::consts::TAU));
    (-2.0 * u.ln()).sqrt() * v.cos()
}

/// Trials that a model would give, measured with noise; `stated` if its size is known.
fn made(truth: &Truth, count: usize, random: &mut Random, stated: bool) -> Vec<Trial> {
    let disc = puck().disc;
    (1..=count)
        .map(|row| {
            let before = [
                random.uniform(-2.0, 2.0),
                random.uniform(-4.0, -0.5),
                random.uniform(-30.0, 30.0),
            ];
            let exact = disc.strike(before, &truth.method(-before[1])).unwrap();
            let after = [0, 1, 2].map(|c| exact[c] + NOISE[c] * normal(random));
            let mut trial = Trial::new(row, before, after);
            if stated {
                trial.after_sd = NOISE.map(Some);
            }
            trial
        })
        .collect()
}

fn named<'a>(estimates: &'a [Estimate], name: &str) -> &'a Estimate {
    estimates.iter().find(|estimate| estimate.name == name).unwrap()
}

/// How often, of `draws`, the truth lies within the 95 % interval, for each parameter.
fn coverage(truth: &Truth, draws: usize, stated: bool) -> Vec<f64> {
    let mut random = Random::new(7);
    let mut held = vec![0; truth.values.len()];
    for _ in 0..draws {
        let trials = made(truth, 14, &mut random, stated);
        let found = estimate(&trials, &puck(), truth.model).unwrap();
        for (held, (name, value)) in held.iter_mut().zip(truth.values) {
            let one = named(&found, name);
            assert!(one.identified, "{} {name}: {:?}", truth.model.name(), one.reason);
            let [low, high] = one.interval.unwrap();
            *held += usize::from((low..=high).contains(value));
        }
        for name in truth.open {
            assert!(!named(&found, name).identified, "{} {name}", truth.model.name());
        }
    }
    held.into_iter().map(|held| held as f64 / draws as f64).collect()
}

/// 95 % intervals hold the truth in 88 to 100 % of the draws.
fn intervals_hold(truth: &Truth, draws: usize, stated: bool) {
    for (rate, (name, _)) in coverage(truth, draws, stated).iter().zip(truth.values) {
        println!("{} {name}: {rate}", truth.model.name());
        assert!((0.88..=1.0).contains(rate), "{} {name}: {rate}", truth.model.name());
    }
}

#[test]
fn intervals_of_mirtich_and_of_a_pulse_hold_the_truth_as_often_as_they_say() {
    intervals_hold(&TRUTHS[0], 100, false);
    intervals_hold(&TRUTHS[0], 100, true);
    intervals_hold(&TRUTHS[1], 100, false);
    intervals_hold(&TRUTHS[2], 100, true);
}

#[test]
fn intervals_of_a_compliant_contact_hold_the_truth_as_often_as_they_say() {
    intervals_hold(&TRUTHS[3], 50, true);
}

#[test]
fn intervals_of_the_three_steps_hold_the_truth_as_often_as_they_say() {
    intervals_hold(&TRUTHS[4], 50, false);
}

#[test]
fn what_one_speed_cannot_tell_apart_is_said() {
    let mut random = Random::new(3);
    let mut trials = made(&TRUTHS[1], 12, &mut random, false);
    for trial in &mut trials {
        trial.before[1] = -2.0;
        let exact = puck().disc.strike(trial.before, &TRUTHS[1].method(2.0)).unwrap();
        trial.after = [0, 1, 2].map(|c| exact[c] + NOISE[c] * normal(&mut random));
    }
    let found = estimate(&trials, &puck(), Model::MirtichFalling).unwrap();
    let (lambda, d) = (named(&found, "lambda"), named(&found, "d"));
    assert!(!lambda.identified && !d.identified);
    let said = format!("{:?} {:?}", lambda.reason, d.reason);
    assert!(said.contains("only together with") || said.contains("bound"), "{said}");
    assert!(named(&found, "mu").identified);
}

#[test]
fn friction_without_slip_is_not_decided() {
    let trials: Vec<Trial> = (1..=6)
        .map(|row| {
            let v = f64::from(row as u32);
            let noise = if row % 2 == 0 { 0.01 } else { -0.01 };
            Trial::new(row, [0.0, -v, 0.0], [0.0, 0.6 * v + noise, 0.0])
        })
        .collect();
    let found = estimate(&trials, &puck(), Model::Mirtich).unwrap();
    let mu = named(&found, "mu");
    assert!(!mu.identified && mu.sd.is_none());
    assert!(mu.reason.as_deref().unwrap().contains("changes none"));
    assert!(named(&found, "E").identified);
}

#[test]
fn deviations_before_the_impact_widen_what_is_known_and_small_ones_are_found_out() {
    let mut random = Random::new(5);
    let trials = made(&TRUTHS[0], 16, &mut random, true);
    let sd = |trials: &[Trial]| {
        let found = estimate(trials, &puck(), Model::Mirtich).unwrap();
        named(&found, "E").sd.unwrap()
    };
    let exact_before = sd(&trials);
    let mut vague = trials.clone();
    let mut boastful = trials.clone();
    for i in 0..trials.len() {
        vague[i].before_sd = [0.1, 0.1, 3.0];
        boastful[i].after_sd = NOISE.map(|sd| Some(0.1 * sd));
    }
    // E·0.1 m/s beside 0.03 m/s.
    let wanted = exact_before * (0.03f64.hypot(0.06)) / 0.03;
    assert!(near(sd(&vague), wanted, 0.15 * wanted), "{} {wanted}", sd(&vague));
    let found = calibrate(&boastful, &puck(), &[Model::Mirtich], &[]).unwrap();
    let excess = found.models[0].reduced_chi_square.unwrap();
    assert!(near(excess.sqrt(), 10.0, 2.5), "{excess}");
    assert!(near(sd(&boastful), exact_before, 0.3 * exact_before));
    assert!(found.undecided().join(" ").contains("times the stated standard deviations"));
}

#[test]
fn the_shape_of_a_pulse_does_not_show_in_velocities() {
    let quantity = |value| Measured { value, sd: 0.0 };
    let wide =
        PulseShape { sides: [quantity(2e-3), quantity(0.4e-3)], scaled_duration: quantity(2e-3) };
    for model in [Model::Pulse, Model::Compliant] {
        let narrow = estimate(&ten_trials(), &puck(), model).unwrap();
        let setup = Setup { pulse: Some(wide), ..puck() };
        let found = estimate(&ten_trials(), &setup, model).unwrap();
        for (a, b) in narrow.iter().zip(&found).take(3).filter(|(a, _)| a.identified) {
            assert!(near(a.value, b.value, 1e-3 * a.value), "{} {}", model.name(), a.name);
        }
    }
}

#[test]
fn a_measured_force_shows_how_stiff_the_contact_is() {
    let (stiffness, speed) = (2e6, 1.7);
    let friction = Friction::coulomb(0.1).unwrap();
    let bristles = Tangential::Bristle { stiffness: 1e5, damping: 1.0 };
    let law = Compliant::new(stiffness, 1.5, (0.19, 0.55), friction, bristles).unwrap();
    let puck_itself = Body::disc(0.008, 0.0324, [0.0, 1.0, 0.0]).unwrap();
    let falling = puck_itself.moving([0.0, 0.0, -speed], [0.0; 3]);
    let collision = Collision::new([falling, Body::immovable()], [0.0, 0.0, 1.0]).unwrap();
    let after = collide_with_history(&collision, &Method::Compliant(law), 200e3).unwrap();
    let samples = after.history.iter().map(|sample| (sample.time, sample.force[2]));
    let rest = (1..20).map(|k| (after.contact_time + 1e-5 * f64::from(k), 0.0));
    let rise = std::iter::once((-1e-5, 0.0));
    let trace = Trace { file: "blow".into(), samples: rise.chain(samples).chain(rest).collect() };
    let pulse = PulseShape::of(&[trace.pulse().unwrap()]);
    let found = estimate(&ten_trials(), &Setup { pulse, ..puck() }, Model::Compliant).unwrap();
    let k = named(&found, "k");
    assert!(k.identified && near(k.value, stiffness, 2.0 * k.sd.unwrap()), "{k:?}");
}

#[test]
fn a_measured_force_shows_its_two_sides() {
    let (height, peak, rise, fall) = (46.0, 3.1e-3, 0.42e-3, 0.23e-3);
    let mut random = Random::new(11);
    let mut traces = Vec::new();
    for _ in 0..40 {
        let mut text = String::from("time,force\n");
        for k in 0..400 {
            let t = f64::from(k) * 20e-6;
            let sigma = if t < peak { rise } else { fall };
            let force = height * (-0.5 * ((t - peak) / sigma).powi(2)).exp();
            text += &format!("{t},{}\n", force + 0.4 * normal(&mut random));
        }
        traces.push(Trace::parse(&text, "blow.csv").unwrap().pulse().unwrap());
    }
    let held = |of: &dyn Fn(&carom_lab::calibration::PulseFit) -> Measured, truth: f64| {
        traces.iter().filter(|fit| (of(fit).value - truth).abs() <= 1.96 * of(fit).sd).count()
    };
    assert!(held(&|fit| fit.sigma_a, rise) >= 34 && held(&|fit| fit.sigma_b, fall) >= 34);
    assert!(held(&|fit| fit.height, height) >= 34 && held(&|fit| fit.time, peak) >= 34);
    let first = &traces[0];
    let area = height * (rise + fall) * (std::f64::consts::PI / 2.0).sqrt();
    assert!(near(first.impulse, area, 0.01 * area));
    // A twentieth lies √(2·ln 20) = 2.448 σ away.
    assert!(near(first.duration, 2.448 * (rise + fall), 0.05e-3));
    let shape = PulseShape::of(&traces).unwrap();
    assert!(near(shape.sides[0].value, rise, 3.0 * shape.sides[0].sd));
    let setup = Setup { pulse: Some(shape), ..puck() };
    let found = estimate(&ten_trials(), &setup, Model::Pulse).unwrap();
    assert!(named(&found, "sigma_A").identified && named(&found, "sigma_B").identified);
}

fn refused(text: &str) -> String {
    Trials::parse(text, "a.csv").unwrap_err().to_string()
}

const HEADER: &str = "vx_before,vz_before,spin_before,vx_after,vz_after,spin_after";

#[test]
fn columns_are_found_by_name_in_any_order() {
    let text = "\u{feff}spin_after,trial,vx_before, vz_before ,\"spin_before\",vx_after,vz_after,\
                vz_after_sd\r\n6,1,1,-2,3,4,5,0.5\r\n\r\n# a remark\r\n";
    let read = Trials::parse(text, "a.csv").unwrap();
    let trial = read.trials[0];
    assert_eq!((trial.before, trial.after), ([1.0, -2.0, 3.0], [4.0, 5.0, 6.0]));
    assert_eq!(trial.after_sd, [None, Some(0.5), None]);
    assert_eq!(read.ignored, ["trial"]);
}

#[test]
fn what_is_no_measurement_is_named_with_its_place() {
    let shown = refused("vx_before,vz_before\n1,-1\n");
    assert!(shown.contains("no column \"spin_before\"") && shown.contains("vx_before, vz_before"));
    for text in ["fast", "NaN", "inf", "", "1e400"] {
        let shown = refused(&format!("{HEADER}\n1,-1,0,1,1,0\n1,-1,0,1,{text},0\n"));
        let place = format!("a.csv, line 3, column \"vz_after\": \"{text}\" is not");
        assert!(shown.starts_with(&place), "{shown}");
    }
    let shown = refused(&format!("{HEADER}\n1,0.5,0,1,1,0\n"));
    assert!(shown.contains("line 2") && shown.contains("\"vz_before\": 0.5 does not approach"));
    assert!(refused(&format!("{HEADER}\n1,-1,0,1,-1,0\n")).contains("goes into the wall"));
    assert!(refused(&format!("{HEADER}\n1,-1,0,1\n")).contains("the row ends before it"));
    assert!(refused("").contains("it is empty"));
    assert!(refused(&format!("{HEADER}\n")).contains("a header and no rows"));
    assert!(refused(&HEADER.replace(',', ";")).contains("separated by semicolons"));
    assert!(refused(&format!("{HEADER},vx_after\n1,-1,0,1,1,0,1\n")).contains("two columns"));
    assert!(
        refused(&format!("{HEADER},vx_after_sd\n1,-1,0,1,1,0,-1\n")).contains("deviation of -1")
    );
    assert!(refused(&format!("{HEADER},vx_after_sd\n1,-1,0,1,1,0,0\n")).contains("above 0"));
    let many = format!("{HEADER}\n{}", "1,-1,0,1,1,0\n".repeat(1001));
    assert!(refused(&many).contains("more than 1000 rows"));
    let flat = Trace::parse(
        &format!("time,force\n{}", (0..9).map(|t| format!("{t},0\n")).collect::<String>()),
        "f.csv",
    );
    assert!(flat.unwrap().pulse().unwrap_err().to_string().contains("no force"));
}

#[test]
fn too_few_rows_say_how_many_are_needed() {
    let trials = &ten_trials()[..3];
    let error = calibrate(trials, &puck(), &[Model::Compliant], &[]).unwrap_err().to_string();
    assert!(error.contains("3 rows") && error.contains("4 parameters"), "{error}");
    assert!(error.contains("needs 5 rows"), "{error}");
    let found = calibrate(trials, &puck(), &Model::ALL, &[]).unwrap();
    assert_eq!(found.models.len(), 2);
    assert_eq!(found.skipped.len(), 3);
    for (mass, radius, inertia) in [(0.0, 1.0, None), (1.0, 0.0, None), (1.0, 1.0, Some(0.0))] {
        assert!(Disc::new(mass, radius, inertia).is_err());
    }
    assert!(Model::named("mirtch").unwrap_err().to_string().contains("mirtich"));
}
