//! Recordings of sensors whose truth is known, made by the engine, measured.

use std::f64::consts::PI;

use crate::measure_support::{
    CONTACT, Coverage, Scratch, compliant, disc, flight, pulse, random_velocity, truth, values,
};
use carom::numeric::Random;
use carom_lab::measure::example::{Accelerometers, ForceSensor, Ride, Triple};
use carom_lab::measure::{Measured, Motion, Wall, accelerometers, force};
use carom_rigid::{Friction, Method, Pulse, Shape};

fn sensors() -> Accelerometers {
    Accelerometers {
        places: [[0.022, 0.0], [-0.022, 0.0]],
        wall: Wall::default(),
        rate: 50_000.0,
        bias: [(1.3, 2.0), (-0.8, -1.0), (0.4, 3.0), (2.1, 0.5)],
        noise: 1.5,
        step: 0.5,
    }
}

/// Rest, a push by the mallet, flight, the wall at 40 ms, flight.
fn pushed(velocity: Triple, method: &Method) -> Ride {
    Ride::new(disc(), [0.0, 0.1, 0.0], [0.0; 3])
        .pushed(15e-3, 3e-3, velocity)
        .struck(40e-3, method)
        .unwrap()
}

fn reading(sensors: &Accelerometers) -> accelerometers::Settings {
    accelerometers::Settings {
        sensors: sensors.places.map(|place| accelerometers::Sensor { place, angle: 0.0 }),
        wall: sensors.wall,
        rate: None,
        cutoff: None,
        start: Motion::default(),
        impact: None,
        disc: disc(),
    }
}

#[test]
fn accelerometers_give_velocities_within_their_standard_deviations() {
    let scratch = Scratch::new("accelerometers");
    let file = scratch.path.join("recording.csv");
    let mut random = Random::new(77);
    let mut coverage: [Coverage; 6] = std::array::from_fn(|_| Coverage::default());
    let (mut drifts, mut impulses) = (Coverage::default(), Coverage::default());
    for draw in 0..150 {
        let velocity = random_velocity(&mut random);
        let ride = pushed(velocity, &if draw % 2 == 0 { pulse() } else { compliant() });
        let sensors = sensors();
        std::fs::write(&file, sensors.record(&ride, 70e-3, &mut random)).unwrap();
        let found = accelerometers::measure("1", &file, &reading(&sensors)).unwrap();
        let [before, after] = truth(&ride, 40e-3);
        let pairs = values(&found.trial).into_iter().zip(before.into_iter().chain(after));
        for (one, pair) in coverage.iter_mut().zip(pairs) {
            one.add([pair], 1000);
        }
        // m·Δv is the impulse of the wall, and the torque its moment about the centre.
        let impact = &found.impact;
        let p = |i: usize| disc().mass() * (after[i] - before[i]);
        impulses.add([(impact.impulse_x.unwrap(), p(0)), (impact.impulse_z.unwrap(), p(1))], 1000);
        impulses.add([(impact.imbalance.unwrap(), 0.0)], 1000);
        let force: f64 = found.samples.iter().map(|s| disc().mass() * s.acceleration[1]).sum();
        let push = disc().mass() * (velocity[1] + after[1] - before[1]);
        assert!((force / 50_000.0 - push).abs() < 2e-5, "{force} {push}");
        // Half the sum of the readings is the body's, their difference over the distance its turn.
        let truths = [(0.85, 2.5), (0.65, -0.25), ((0.8 + 2.1) / 0.044, (1.0 + 0.5) / 0.044)];
        for (drift, (offset, slope)) in found.drift.iter().zip(truths) {
            drifts.add([(drift.offset, offset + 35e-3 * slope), (drift.slope, slope)], 1000);
        }
        assert!(found.warnings.is_empty(), "{:?}", found.warnings);
        let drift = &found.drift[0];
        assert!((drift.velocity_at_end - 70e-3 * (0.85 + 0.5 * 2.5 * 70e-3)).abs() < 0.02);
    }
    coverage.iter().for_each(Coverage::check);
    drifts.check();
    impulses.check();
}

#[test]
fn sensors_may_sit_and_look_anywhere() {
    let scratch = Scratch::new("anywhere");
    let file = scratch.path.join("recording.csv");
    let quiet = Accelerometers { bias: [(0.0, 0.0); 4], noise: 1e-3, step: 0.0, ..sensors() };
    let velocity = [1.1, -2.4, 60.0];
    let ride = pushed(velocity, &pulse());
    let [before, after] = truth(&ride, 40e-3);
    let shared = Accelerometers {
        places: [[0.020, 0.011], [-0.004, -0.019]],
        wall: "-70".parse().unwrap(),
        ..quiet
    };
    std::fs::write(&file, shared.record(&ride, 70e-3, &mut Random::new(1))).unwrap();
    let found = accelerometers::measure("1", &file, &reading(&shared)).unwrap();
    for (one, truth) in values(&found.trial).iter().zip(before.into_iter().chain(after)) {
        assert!((one.value - truth).abs() < 2e-4 * truth.abs().max(1.0), "{one:?} {truth}");
    }
    let [square, _] = found.spin_square.unwrap();
    assert!((square.value - 3600.0).abs() < 2.0, "{square:?}");
    // iguchi (14) and (16): 400 N per m/s and 0.20995 N·m per rad/s at 20 µs.
    assert!((found.internal.force[1] / (400.0 * before[1]) - 1.0).abs() < 1e-3);
    assert!((found.internal.moment / (0.20995 * before[2]) - 1.0).abs() < 1e-3);
    let slip = 400.0 * (before[0] - 0.5 * 0.0324 * before[2]);
    assert!((found.internal.tangential - slip).abs() < 0.5, "{:?}", found.internal);
    // The sensors exchanged is noticed: the body then turns the other way.
    let mut exchanged = reading(&shared);
    exchanged.sensors.swap(0, 1);
    let wrong = accelerometers::measure("1", &file, &exchanged);
    assert!(wrong.is_err() || wrong.is_ok_and(|one| !one.warnings.is_empty()));
}

#[test]
fn a_recording_may_begin_in_flight() {
    let scratch = Scratch::new("flight");
    let file = scratch.path.join("recording.csv");
    let ride = flight([1.0, -2.0, 12.0], 20e-3, &pulse());
    let sensors = sensors();
    // The axes of the puck are the wall's when the recording begins.
    let start = ride.at(0.0).place[2];
    let turned = Accelerometers { wall: Wall { angle: -start }, ..sensors.clone() };
    std::fs::write(&file, turned.record(&ride, 50e-3, &mut Random::new(8))).unwrap();
    let mut settings = reading(&sensors);
    let error = accelerometers::measure("1", &file, &settings).unwrap_err().to_string();
    assert!(error.contains("the motion at the start"), "{error}");
    let known = |value: f64, sd: f64| Measured::new(value, sd);
    settings.start = Motion { vx: known(1.0, 0.01), vz: known(-2.0, 0.02), spin: known(12.0, 0.3) };
    let found = accelerometers::measure("1", &file, &settings).unwrap();
    let [_, after] = truth(&ride, 20e-3);
    for (one, truth) in found.trial.after.values().iter().zip(after) {
        assert!(one.deviations_from(truth).abs() < 4.0 && one.sd > 0.009, "{one:?} {truth}");
    }
}

#[test]
fn forces_give_area_height_and_the_width_of_both_sides() {
    let scratch = Scratch::new("force");
    let file = scratch.path.join("trace.csv");
    let mut random = Random::new(9);
    let (height, rise, fall) = (31.0, 0.42e-3, 0.27e-3);
    let gauss = |t: f64| {
        let sigma = if t < 4e-3 { rise } else { fall };
        height * (-0.5 * ((t - 4e-3) / sigma).powi(2)).exp()
    };
    let area = height * (rise + fall) * (PI / 2.0).sqrt();
    let interval = (rise + fall) * (2.0 * 20f64.ln()).sqrt();
    // 125 µs as in iguchi 3.2, and ten times finer.
    for (rate, draws) in [(8000.0, 150), (80_000.0, 50)] {
        let sensor = ForceSensor { rate, baseline: (-3.0, 40.0), noise: 0.15 };
        let mut coverage: [Coverage; 4] = std::array::from_fn(|_| Coverage::default());
        for _ in 0..draws {
            let offset = random.uniform(0.0, 1.0 / rate);
            let trace = sensor.record_force(gauss, offset, 10e-3 + offset, &mut random);
            std::fs::write(&file, trace).unwrap();
            let found = force::measure("1", &file, &force_settings()).unwrap();
            let best = found.gaussian().unwrap();
            let [a, b] = best.sigmas.unwrap();
            let pairs = [(found.area, area), (best.height, height), (a, rise), (b, fall)];
            for (one, pair) in coverage.iter_mut().zip(pairs) {
                one.add([pair], found.samples.len() - 4);
            }
            assert_eq!(found.fits[0].shape, "gaussian");
            assert!((found.height.value / height - 1.0).abs() < 0.03, "{:?}", found.height);
            assert!((found.interval.value / interval - 1.0).abs() < 0.1, "{:?}", found.interval);
            assert!(found.warnings.is_empty(), "{:?}", found.warnings);
        }
        coverage.iter().for_each(Coverage::check);
    }
}

fn force_settings() -> force::Settings {
    force::Settings { column: "force".into(), rate: None, level: 0.05 }
}

#[test]
fn the_shape_of_a_pulse_is_recognised_and_its_area_is_the_change_of_momentum() {
    let scratch = Scratch::new("shapes");
    let file = scratch.path.join("trace.csv");
    let friction = Friction::coulomb(0.07).unwrap();
    let sensor = ForceSensor { rate: 50_000.0, baseline: (0.2, 0.0), noise: 0.05 };
    let shapes = [
        ("gaussian", Shape::Gaussian { rise: 0.3e-3, fall: 0.2e-3 }),
        ("half-sine", Shape::HalfSine { duration: CONTACT }),
        ("hertz", Shape::Hertz { duration: CONTACT }),
    ];
    for (name, shape) in shapes {
        let method = Method::Pulse(Pulse::new(0.57, friction, &shape).unwrap());
        let ride = flight([1.0, -2.0, 0.0], 5e-3, &method);
        let mut random = Random::new(4);
        let trace = sensor.record(&disc(), &ride, 0.0, 12e-3, &mut random);
        // A sensor that looks the other way gives the same.
        let turned: String = trace
            .lines()
            .map(|line| match line.split_once(',') {
                Some((t, f)) if f != "force" => format!("{t},{}\n", -f.parse::<f64>().unwrap()),
                _ => format!("{line}\n"),
            })
            .collect();
        std::fs::write(&file, &trace).unwrap();
        let found = force::measure("1", &file, &force_settings()).unwrap();
        std::fs::write(&file, &turned).unwrap();
        let other = force::measure("1", &file, &force_settings()).unwrap();
        assert_eq!((found.polarity, other.polarity), (1.0, -1.0));
        assert!((found.area.value - other.area.value).abs() < 1e-12);
        assert_eq!(
            found.fits[0].shape,
            name,
            "{:?}",
            found.fits.iter().map(|f| (f.shape, f.residual)).collect::<Vec<_>>()
        );
        let change = 0.008 * 1.57 * 2.0;
        assert!(found.area.deviations_from(change).abs() < 4.0, "{:?} {change}", found.area);
        if let Some(duration) = found.fits[0].duration {
            assert!(duration.deviations_from(CONTACT).abs() < 5.0, "{duration:?}");
        }
    }
}

#[test]
fn several_pulses_say_what_they_have_in_common() {
    let scratch = Scratch::new("together");
    let sensor = ForceSensor { rate: 50_000.0, baseline: (0.0, 0.0), noise: 0.02 };
    let mut random = Random::new(6);
    let pulses: Vec<_> = [-0.7, -1.8, -3.5]
        .map(|vz| {
            let ride = flight([1.0, vz, 0.0], 5e-3, &pulse());
            let file = scratch.path.join("trace.csv");
            std::fs::write(&file, sensor.record(&disc(), &ride, 0.0, 12e-3, &mut random)).unwrap();
            force::measure("1", &file, &force_settings()).unwrap()
        })
        .into();
    let common = force::together(&pulses).unwrap();
    assert!(common.interval.sd < 0.02 * common.interval.value, "{common:?}");
    assert!(common.height_per_area.sd < 0.01 * common.height_per_area.value, "{common:?}");
    assert!(force::together(&pulses[..1]).is_none());
    assert_eq!(force::csv(&pulses).lines().count(), 4);
}
