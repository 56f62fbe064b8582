//! Filmed collisions whose truth is known, made by the engine, measured.

use crate::measure_support::{
    CONTACT, Coverage, Scratch, compliant, disc, flight, pulse, random_velocity, truth, values,
};
use carom::numeric::Random;
use carom_lab::measure::example::{Camera, Ride, normal};
use carom_lab::measure::landmarks::{self, Colour, Detection, Scale, Tracks};
use carom_lab::measure::{Wall, csv};

fn camera() -> Camera {
    Camera {
        width: 240,
        height: 210,
        scale: 1.136e-3,
        rate: 1000.0,
        wall: Wall::default(),
        origin: [120.0, 190.0],
        radius: 0.0324,
        distance: 0.036,
        landmark: 0.007,
        noise: 3.0,
    }
}

fn colours() -> [Colour; 2] {
    ["red", "green"].map(|name| name.parse().unwrap())
}

fn detection() -> Detection {
    Detection { threshold: 0.3, smallest: 12 }
}

fn settings(camera: &Camera) -> landmarks::Settings {
    landmarks::Settings {
        wall: camera.wall,
        scale: Scale::Distance(camera.distance),
        centre: 0.5,
        guard: 1.5,
        disc: Some(disc()),
    }
}

/// Tracks of the true centres, to which `seen` does something.
fn tracks(camera: &Camera, ride: &Ride, count: usize, mut seen: impl FnMut(f64) -> f64) -> Tracks {
    let times: Vec<f64> = (0..count).map(|i| i as f64 / camera.rate).collect();
    let place = |t: &f64| camera.landmarks(&ride.at(*t)).map(|mark| mark.map(&mut seen));
    Tracks {
        file: "made-up".into(),
        frames: (0..count).map(|i| format!("frame {i}")).collect(),
        places: times.iter().map(place).collect(),
        times,
        warnings: Vec::new(),
    }
}

#[test]
fn frames_give_velocities_within_their_standard_deviations() {
    let scratch = Scratch::new("coverage");
    let camera = Camera {
        width: 110,
        height: 90,
        scale: 1.5e-3,
        origin: [55.0, 84.0],
        landmark: 0.009,
        ..camera()
    };
    let mut random = Random::new(41);
    let mut coverage = Coverage::default();
    let mut worst_noise: f64 = 0.0;
    for _ in 0..110 {
        let velocity = random_velocity(&mut random).map(|v| 0.6 * v);
        let impact = random.uniform(13e-3, 14e-3);
        let ride = flight(velocity, impact, &pulse());
        scratch.film(&camera, &ride, 30, &mut random);
        let tracks =
            landmarks::follow(&scratch.path, camera.rate, &colours(), detection()).unwrap();
        let found = landmarks::measure("1", &tracks, &settings(&camera)).unwrap();
        let [before, after] = truth(&ride, impact);
        let all = before.into_iter().chain(after);
        coverage.add(values(&found.trial).into_iter().zip(all), found.degrees_of_freedom);
        worst_noise = worst_noise.max(found.noise_pixels[0]).max(found.noise_pixels[1]);
    }
    // The centres are found to a few hundredths of a pixel.
    assert!(worst_noise < 0.05, "{worst_noise}");
    coverage.check();
}

#[test]
fn tracks_with_noise_give_velocities_within_their_standard_deviations() {
    let camera = camera();
    let mut random = Random::new(5);
    let mut coverage = Coverage::default();
    for _ in 0..400 {
        let velocity = random_velocity(&mut random);
        let impact = random.uniform(20e-3, 21e-3);
        let ride = flight(velocity, impact, &compliant());
        let noisy = tracks(&camera, &ride, 45, |v| v + 0.05 * normal(&mut random));
        let found = landmarks::measure("1", &noisy, &settings(&camera)).unwrap();
        let [before, after] = truth(&ride, impact);
        let all = before.into_iter().chain(after);
        coverage.add(values(&found.trial).into_iter().zip(all), found.degrees_of_freedom);
        assert!((found.impact_time.value - impact).abs() < CONTACT);
        assert!(found.warnings.is_empty(), "{:?}", found.warnings);
    }
    coverage.check();
}

#[test]
fn parts_of_pixels_do_far_better_than_counting_them() {
    // The camera of iguchi 5.1: a pixel of 1.136 mm, counted over 10 ms, is 0.1136 m/s.
    let camera = camera();
    let mut random = Random::new(11);
    let mut squares = [0.0; 3];
    let mut coverage = Coverage::default();
    const DRAWS: usize = 300;
    for _ in 0..DRAWS {
        let velocity = random_velocity(&mut random);
        let ride = flight(velocity, 25e-3, &pulse());
        let whole = tracks(&camera, &ride, 55, f64::round);
        let counted = (whole.places[20][0][1] - whole.places[10][0][1]) * camera.scale / 10e-3;
        let steps = counted / 0.1136;
        assert!((steps - steps.round()).abs() < 1e-9);
        // The middle of both landmarks, so that spin does not matter.
        let middle = |i: usize| 0.5 * (whole.places[i][0][1] + whole.places[i][1][1]);
        let counted = (middle(10) - middle(20)) * camera.scale / 10e-3;
        let mut settings = settings(&camera);
        settings.scale = Scale::MetresPerPixel(camera.scale);
        let fitted = landmarks::measure("1", &whole, &settings).unwrap();
        assert_eq!(fitted.raster, Some(1.0));
        assert!(fitted.warnings.iter().any(|warning| warning.contains("raster")));
        let fine = tracks(&camera, &ride, 55, |v| v + 0.03 * normal(&mut random));
        let fine = landmarks::measure("1", &fine, &settings).unwrap();
        let errors = [counted, fitted.trial.before.vz.value, fine.trial.before.vz.value];
        for (square, found) in squares.iter_mut().zip(errors) {
            *square += (found - velocity[1]).powi(2) / DRAWS as f64;
        }
        let [before, after] = truth(&ride, 25e-3);
        let all = before.into_iter().chain(after);
        coverage.add(values(&fitted.trial).into_iter().zip(all), fitted.degrees_of_freedom);
    }
    let [counted, whole, fine] = squares.map(f64::sqrt);
    println!(
        "vz before, rms error: counted {counted:.4}, whole pixels {whole:.4}, parts {fine:.5} m/s"
    );
    assert!(counted > 0.02 && whole < 0.4 * counted && fine < 0.2 * whole);
    // Rounding is no noise: neighbouring frames err alike, and intervals must still hold.
    coverage.check_at_least(0.88);
}

#[test]
fn the_wall_may_lie_anywhere_and_the_body_may_spin_fast() {
    let velocity = [1.3, -2.1, 900.0];
    for wall in ["below", "right", "above", "left", "37.5"] {
        let wall: Wall = wall.parse().unwrap();
        let camera = Camera { wall, ..camera() };
        let ride = flight(velocity, 20.3e-3, &pulse());
        let exact = tracks(&camera, &ride, 50, |v| v);
        let found = landmarks::measure("1", &exact, &settings(&camera)).unwrap();
        let [before, after] = truth(&ride, 20.3e-3);
        for (one, truth) in values(&found.trial).iter().zip(before.into_iter().chain(after)) {
            assert!((one.value - truth).abs() < 1e-5 * truth.abs().max(1.0), "{one:?} {truth}");
        }
        // A uniform disc turned by the wall alone, with Stronge's restitution.
        assert!((found.impact.restitution.value - 0.57).abs() < 1e-5);
        assert!(found.impact.imbalance.unwrap().value.abs() < 1e-8);
    }
    let other = Camera { wall: "left".parse().unwrap(), ..camera() };
    let ride = flight(velocity, 20.3e-3, &pulse());
    let error = landmarks::measure("1", &tracks(&other, &ride, 50, |v| v), &settings(&camera()));
    assert!(error.unwrap_err().to_string().contains("check the place of the wall"));
}

#[test]
fn what_bends_a_path_is_said() {
    let camera = camera();
    let ride = flight([1.0, -2.0, 5.0], 30e-3, &pulse());
    let mut random = Random::new(2);
    let mut bent = tracks(&camera, &ride, 60, |v| v + 0.02 * normal(&mut random));
    for (place, t) in bent.places.iter_mut().zip(&bent.times) {
        place.iter_mut().for_each(|mark| mark[0] += 3000.0 * t * t);
    }
    let found = landmarks::measure("1", &bent, &settings(&camera)).unwrap();
    assert!(found.warnings.iter().any(|w| w.contains("not straight")), "{:?}", found.warnings);
    // A centre of mass beside the middle, told and not told.
    let mut beside = settings(&camera);
    beside.centre = 0.3;
    let spinning = flight([1.0, -2.0, 150.0], 30e-3, &pulse());
    let told = tracks(&camera, &spinning, 60, |v| v + 0.02 * normal(&mut random));
    assert!(landmarks::measure("1", &told, &settings(&camera)).unwrap().warnings.is_empty());
    let found = landmarks::measure("1", &told, &beside).unwrap();
    assert!(found.warnings.iter().any(|w| w.contains("centre of mass")));
}

#[test]
fn ten_filmed_trials_become_a_table_that_is_right() {
    let camera = camera();
    let mut random = Random::new(2001);
    let mut trials = Vec::new();
    let mut coverage = Coverage::default();
    for number in 1..=10 {
        let scratch = Scratch::new("ten");
        let velocity = random_velocity(&mut random);
        let impact = random.uniform(24e-3, 25e-3);
        let method = if number % 2 == 0 { pulse() } else { compliant() };
        let ride = flight(velocity, impact, &method);
        scratch.film(&camera, &ride, 50, &mut random);
        let tracks =
            landmarks::follow(&scratch.path, camera.rate, &colours(), detection()).unwrap();
        let found = landmarks::measure(&number.to_string(), &tracks, &settings(&camera)).unwrap();
        let [before, after] = truth(&ride, impact);
        let all = before.into_iter().chain(after);
        for (one, truth) in
            values(&found.trial).iter().zip(all.clone()).enumerate().map(|(i, v)| {
                // Millimetres per second, and hundredths of a radian.
                assert!(v.0.sd < if i % 3 == 2 { 0.08 } else { 0.002 }, "{i} {v:?}");
                v
            })
        {
            assert!(one.deviations_from(truth).abs() < 4.5, "{one:?} {truth}");
        }
        coverage.add(values(&found.trial).into_iter().zip(all), found.degrees_of_freedom);
        trials.push(found.trial);
    }
    coverage.check();
    let table = csv(&trials);
    assert_eq!(table.lines().count(), 11);
    let columns = "trial,vx_before,vx_before_sd,vz_before,vz_before_sd,spin_before,spin_before_sd,\
                   vx_after,vx_after_sd,vz_after,vz_after_sd,spin_after,spin_after_sd";
    assert_eq!(table.lines().next(), Some(columns));
}
