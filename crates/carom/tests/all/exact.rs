//! Exact answers against 50-digit references.

use crate::data::read;
use carom::exact::{Branch, WallImpact};
use carom::numeric::special::log_excess_ratio;
use carom_schemes::Pressed;
use serde_json::Value;

fn impact(point: &Value) -> WallImpact {
    let of = |name: &str| point[name].as_f64().unwrap();
    WallImpact::new(of("mass"), of("stiffness"), of("exponent"), of("mu"), of("velocity")).unwrap()
}

/// Beyond this μ·v_in the mass leaves so close to −1/μ that a double cannot tell its velocities
/// apart: compression as a function of velocity is then no longer a question about this code.
fn resolves_the_release(exact: &WallImpact) -> bool {
    exact.mu() * exact.v_in() < 3.0
}

/// Whether two compressions hold the same elastic energy, the quantity that a velocity determines:
/// near the surface the compression itself is its (α+1)-th root.
fn same_energy(exact: &WallImpact, a: f64, b: f64, tolerance: f64) -> bool {
    let energy = |x: f64| (x / exact.x_max()).powf(exact.exponent() + 1.0);
    (energy(a) - energy(b)).abs() < tolerance
}

fn compare(point: &Value, name: &str, found: f64, tolerance: f64) {
    let expected = point[name].as_f64().unwrap();
    let error = if expected == 0.0 { found.abs() } else { (found / expected - 1.0).abs() };
    assert!(error <= tolerance, "{name}: {found:e} for {expected:e}, off by {error:e}\n{point}");
}

#[test]
fn impacts_agree_with_fifty_digit_references_to_1e_12() {
    for point in read("impact") {
        let exact = impact(&point);
        compare(&point, "v_out", exact.v_out(), 1e-12);
        compare(&point, "restitution", exact.restitution(), 1e-12);
        compare(&point, "x_max", exact.x_max(), 1e-12);
        compare(&point, "f_max", exact.f_max(), 1e-12);
        compare(&point, "contact_time", exact.contact_time(), 1e-12);
        compare(&point, "energy_lost", exact.energy_lost(), 1e-12);
    }
}

#[test]
fn pressed_impacts_agree_with_their_references() {
    for point in read("pressed") {
        let pressed = Pressed::new(impact(&point), point["force"].as_f64().unwrap()).unwrap();
        let outcome = pressed.solve();
        compare(&point, "v_out", outcome.v_out.unwrap(), 2e-9);
        compare(&point, "contact_time", outcome.contact_time.unwrap(), 2e-9);
    }
}

#[test]
fn a_vanishing_force_gives_the_closed_form() {
    for point in read("impact") {
        let exact = impact(&point);
        let pressed = Pressed::new(exact.clone(), 0.0).unwrap().solve();
        let error = |found: f64, expected: f64| (found / expected - 1.0).abs();
        assert!(error(pressed.v_out.unwrap(), exact.v_out()) < 1e-10, "{point}");
        assert!(error(pressed.contact_time.unwrap(), exact.contact_time()) < 1e-10, "{point}");
        assert!(error(pressed.x_max, exact.x_max()) < 1e-10, "{point}");
        assert!(error(pressed.f_max, exact.f_max()) < 1e-10, "{point}");
        let lost = pressed.energy_lost.unwrap() - exact.energy_lost();
        assert!(lost.abs() < 1e-10 * exact.energy_in(), "{point}");
    }
}

#[test]
fn velocity_and_compression_are_inverse_on_every_branch() {
    for point in read("impact") {
        let exact = impact(&point);
        for i in 0..=20 {
            let x = exact.x_max() * f64::from(i) / 20.0;
            for branch in [Branch::Compression, Branch::Release] {
                let v = exact.velocity_at(x, branch).unwrap();
                assert!(v <= exact.v_in() && v >= exact.v_out() * (1.0 + 1e-15));
                if branch == Branch::Release && !resolves_the_release(&exact) {
                    continue;
                }
                let back = exact.compression_at(v).unwrap();
                assert!(same_energy(&exact, back, x, 1e-13), "{branch:?} {x:e} {back:e} {point}");
            }
            // For small μ·v_in the sticky branch lies at velocities of another scale altogether.
            if exact.mu() * exact.v_in() > 0.01 {
                let v = exact.sticky_velocity_at(x).unwrap();
                assert!(v <= -1.0 / exact.mu());
                if v < -1.0 / exact.mu() * (1.0 + 1e-6) {
                    let back = sticky_compression(&exact, v);
                    assert!(same_energy(&exact, back, x, 1e-9), "sticky {x:e} {back:e} {point}");
                }
            }
        }
    }
}

/// The compression at a velocity below −1/μ, with φ(w) = w − log|1 + w|.
fn sticky_compression(exact: &WallImpact, v: f64) -> f64 {
    let (s, w) = (exact.mu() * exact.v_in(), exact.mu() * v);
    let gain = log_excess_ratio(s) * s * s - (w - (-1.0 - w).ln());
    let share = (2.0 * gain.max(0.0) / s / s).powf(1.0 / (exact.exponent() + 1.0));
    exact.lossless_x_max() * share
}

#[test]
fn trajectory_obeys_the_equation_of_motion() {
    for point in read("impact") {
        let exact = impact(&point);
        let whole = exact.contact_time();
        for i in 1..40 {
            let t = whole * f64::from(i) / 40.0;
            let h = 1e-4 * whole.min(t).min(whole - t);
            let around = exact.sample(&[t - 2.0 * h, t - h, t, t + h, t + 2.0 * h]);
            let slope =
                |f: &dyn Fn(usize) -> f64| (f(0) - 8.0 * f(1) + 8.0 * f(3) - f(4)) / (12.0 * h);
            let (x, v) = around[2];
            let a = -exact.force(x, v) / exact.mass();
            let scale = exact.v_in() / whole;
            assert!((slope(&|i| around[i].0) - v).abs() < 1e-6 * exact.v_in(), "{i} {point}");
            assert!((slope(&|i| around[i].1) - a).abs() < 1e-6 * scale.max(a.abs()), "{i} {point}");
            let on_curve = exact.compression_at(v).unwrap();
            let resolved = v >= 0.0 || resolves_the_release(&exact);
            assert!(!resolved || same_energy(&exact, on_curve, x, 1e-13), "{i} {point}");
        }
    }
}

#[test]
fn the_hamiltonian_falls_from_the_incoming_to_the_outgoing_energy() {
    for point in read("impact") {
        let exact = impact(&point);
        if !resolves_the_release(&exact) {
            continue;
        }
        let (v_in, v_out) = (exact.v_in(), exact.v_out());
        let mut before = f64::INFINITY;
        for i in 0..=100 {
            let v = v_in + (v_out - v_in) * f64::from(i) / 100.0;
            let h = exact.hamiltonian_at(v.max(v_out)).unwrap();
            assert!(h <= before * (1.0 + 1e-14), "{point}");
            before = h;
        }
        let out = 0.5 * exact.mass() * v_out * v_out;
        assert!((before / out - 1.0).abs() < 1e-12, "{point}");
    }
}
