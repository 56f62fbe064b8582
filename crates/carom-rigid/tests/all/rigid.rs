//! Collisions of rigid bodies: what every method keeps, closed forms, limits, and the tables of iguchi.

use crate::random_collision::{apply, broken, collision, dot, energy_gain, length, momentum_error};
use carom::numeric::Random;
use carom_rigid::{
    Body, Collision, CollisionError, Compliant, Convention, Friction, Iguchi, Method, Mirtich,
    Outcome, Pulse, Shape, Tangential, collide, collide_with_history,
};
use serde_json::Value;

const MASS: f64 = 0.008;
const RADIUS: f64 = 0.0324;
const UP: [f64; 3] = [0.0, 0.0, 1.0];

fn puck(vx: f64, vz: f64, spin: f64) -> Collision {
    let puck = Body::disc(MASS, RADIUS, [0.0, 1.0, 0.0])
        .unwrap()
        .moving([vx, 0.0, vz], [0.0, spin, 0.0])
        .touched_at([0.0, 0.0, -RADIUS]);
    Collision::new([puck, Body::immovable()], UP).unwrap()
}

fn coulomb(mu: f64) -> Friction {
    Friction::coulomb(mu).unwrap()
}

fn mirtich(e: f64, mu: f64) -> Method {
    Method::Mirtich(Mirtich::new(e, coulomb(mu)).unwrap())
}

fn pulse(e: f64, mu: f64) -> Method {
    let shape = Shape::Gaussian { rise: 0.5e-3, fall: 0.3e-3 };
    Method::Pulse(Pulse::new(e, coulomb(mu), &shape).unwrap())
}

fn iguchi(e: f64, mu: f64, convention: Convention) -> Method {
    let iguchi = Iguchi::new(e, coulomb(mu), 0.5e-3, 0.3e-3).unwrap();
    Method::Iguchi(iguchi.with_convention(convention).unwrap())
}

fn bristles(stiffness: f64) -> Tangential {
    // Half of critical for the puck, whose tangential mobility is 3/m.
    Tangential::Bristle { stiffness, damping: (stiffness * MASS / 3.0).sqrt() }
}

fn compliant(e: f64, mu: f64, tangential: Tangential) -> Method {
    let losses = (0.0, Compliant::loss_of(e).unwrap());
    Method::Compliant(Compliant::new(1e6, 1.5, losses, coulomb(mu), tangential).unwrap())
}

fn lugre() -> Tangential {
    Tangential::LuGre { stiffness: 1e5, damping: 5.0, stribeck: 0.1 }
}

/// vx, vz and spin of the first body.
fn seen(after: &Outcome) -> [f64; 3] {
    let body = &after.bodies[0];
    [body.velocity()[0], body.velocity()[2], body.spin()[1]]
}

fn near(a: f64, b: f64, tolerance: f64) -> bool {
    (a - b).abs() <= tolerance * (1.0 + b.abs())
}

#[test]
fn momentum_and_angular_momentum_are_exact_in_all_methods() {
    let mut random = Random::new(3);
    let friction = Friction::new(0.5, 0.3).unwrap();
    let shape = Shape::Hertz { duration: 1e-3 };
    let losses = (0.1, 0.4);
    let methods = [
        Method::Iguchi(Iguchi::new(0.6, friction, 1e-3, 0.6e-3).unwrap()),
        Method::Mirtich(Mirtich::new(0.6, friction).unwrap()),
        Method::Pulse(Pulse::new(0.6, friction, &shape).unwrap()),
        Method::Compliant(Compliant::new(1e6, 1.5, losses, friction, lugre()).unwrap()),
    ];
    for _ in 0..50 {
        let size = random.uniform(0.1, 1.0);
        let body = |random: &mut Random| {
            let velocity = [0; 3].map(|_| random.uniform(-1.0, 1.0));
            let spin = [0; 3].map(|_| random.uniform(-5.0, 5.0));
            let contact = [0; 3].map(|_| random.uniform(-size, size));
            let inertia = [[0.3, 0.05, 0.0], [0.05, 0.2, 0.02], [0.0, 0.02, 0.4]];
            Body::new(random.uniform(0.5, 2.0), inertia)
                .unwrap()
                .moving(velocity, spin)
                .touched_at(contact)
        };
        let bodies = [body(&mut random), body(&mut random)];
        let Ok(collision) = Collision::new(bodies, [1.0, 2.0, -0.5]) else { continue };
        for method in &methods {
            let after = collide(&collision, method).unwrap();
            let error = momentum_error(&collision, &after);
            assert!(error < 1e-12, "{}: {error:e}", method.name());
        }
    }
}

#[test]
fn twenty_thousand_random_impacts_keep_every_property() {
    for method in [crate::random_collision::mirtich, crate::random_collision::pulse] {
        let mut random = Random::new(1);
        for i in 0..20_000 {
            let collision = collision(&mut random);
            let (method, friction) = method(&mut random);
            let after = collide(&collision, &method)
                .unwrap_or_else(|error| panic!("{i}: {error} {collision:?} {friction:?}"));
            let problem = broken(&collision, &friction, &after);
            assert!(problem.is_none(), "{} {i}: {problem:?} {collision:?}", method.name());
        }
    }
}

#[test]
fn wild_compliant_impacts_keep_every_property_or_are_given_up_by_name() {
    let mut random = Random::new(1);
    let mut given_up = 0;
    for i in 0..200 {
        let collision = collision(&mut random);
        let (method, friction) = crate::random_collision::compliant(&mut random);
        match collide(&collision, &method) {
            Ok(after) => assert_eq!(broken(&collision, &friction, &after), None, "{i}"),
            Err(error) => {
                assert_eq!(error, CollisionError::Unfinished { method: "compliant" });
                given_up += 1;
            }
        }
    }
    assert!(given_up <= 1, "{given_up}");
}

#[test]
fn a_disc_and_a_sphere_that_slide_or_stick_throughout_follow_their_closed_forms() {
    let sphere = |vx: f64, vy: f64, vz: f64, spin: [f64; 3]| {
        let ball = Body::sphere(MASS, RADIUS).unwrap();
        let ball = ball.moving([vx, vy, vz], spin).touched_at([0.0, 0.0, -RADIUS]);
        Collision::new([ball, Body::immovable()], UP).unwrap()
    };
    let e = 0.7;
    // Tangential mobility times mass: 1 + m r²/J.
    for (collision, mobility) in [
        (puck(2.0, -1.5, 11.0), 3.0),
        (sphere(2.0, 0.0, -1.5, [0.0, 11.0, 0.0]), 3.5),
        (sphere(1.0, -1.3, -1.5, [4.0, 11.0, 30.0]), 3.5),
    ] {
        let slip = collision.slip();
        let size = slip[0].hypot(slip[1]);
        let normal = MASS * (1.0 + e) * 1.5;
        for (mu, wanted) in [(0.05, 0.05 * normal), (20.0, MASS * size / mobility)] {
            for method in [mirtich(e, mu), pulse(e, mu)] {
                let after = collide(&collision, &method).unwrap();
                let expected = [-wanted * slip[0] / size, -wanted * slip[1] / size, normal];
                for i in 0..3 {
                    let error = (after.impulse[i] - expected[i]).abs();
                    assert!(error < 1e-12 * normal, "{} {mu}: {error:e}", method.name());
                }
            }
        }
    }
}

#[test]
fn without_friction_the_impulse_is_normal_and_newtons() {
    let mut random = Random::new(5);
    for _ in 0..500 {
        let collision = collision(&mut random);
        let normal = collision.normal();
        let mobility = dot(normal, apply(&collision.matrix(), normal));
        let wanted = -1.6 * dot(collision.slip(), normal) / mobility;
        for method in [mirtich(0.6, 0.0), pulse(0.6, 0.0)] {
            let after = collide(&collision, &method).unwrap();
            let off = [0, 1, 2].map(|i| after.impulse[i] - wanted * normal[i]);
            assert!(length(off) < 1e-10 * wanted, "{}: {off:?} {wanted}", method.name());
        }
    }
}

#[test]
fn endless_friction_leaves_no_slip() {
    let mut random = Random::new(6);
    let mut seen = 0;
    for _ in 0..500 {
        let body = Body::new(1.0, [[0.3, 0.05, 0.0], [0.05, 0.2, 0.02], [0.0, 0.02, 0.4]]).unwrap();
        let velocity = [random.uniform(-0.3, 0.3), random.uniform(-0.3, 0.3), -1.0];
        let contact = [random.uniform(-0.3, 0.3), random.uniform(-0.3, 0.3), -0.5];
        let body = body.moving(velocity, [0.0; 3]).touched_at(contact);
        let collision = Collision::new([body, Body::immovable()], UP).unwrap();
        // Sticking from the first touch on is a closed form as long as it still approaches then:
        // u + M·p has no tangential part, and the normal one is −E times what sticking leaves.
        let m = collision.matrix();
        let u = collision.slip();
        let det = m[0][0] * m[1][1] - m[0][1] * m[0][1];
        let solve =
            |x: f64, y: f64| [(m[1][1] * x - m[0][1] * y) / det, (m[0][0] * y - m[0][1] * x) / det];
        let (stop, hold) = (solve(u[0], u[1]), solve(m[0][2], m[1][2]));
        let left = u[2] - m[2][0] * stop[0] - m[2][1] * stop[1];
        let mobility = m[2][2] - m[2][0] * hold[0] - m[2][1] * hold[1];
        if left > -0.1 {
            continue;
        }
        seen += 1;
        let normal = -1.6 * left / mobility;
        let after = collide(&collision, &mirtich(0.6, 1e12)).unwrap();
        assert!(near(after.impulse[2], normal, 1e-9), "{} {normal}", after.impulse[2]);
        for method in [mirtich(0.6, 1e12), pulse(0.6, 1e12)] {
            let after = collide(&collision, &method).unwrap();
            for i in 0..2 {
                let wanted = -stop[i] - hold[i] * after.impulse[2];
                assert!(near(after.impulse[i], wanted, 1e-10), "{}", method.name());
            }
        }
    }
    assert!(seen > 100);
}

#[test]
fn the_pulse_tends_to_mirtich_as_its_steps_shrink() {
    let mut random = Random::new(8);
    let mut errors = [0.0, 0.0];
    for _ in 0..200 {
        let collision = collision(&mut random);
        let exact = collide(&collision, &mirtich(0.5, 0.4)).unwrap();
        for (k, steps) in [50, 800].into_iter().enumerate() {
            let shape = Shape::HalfSine { duration: 1e-3 };
            let pulse = Pulse::new(0.5, coulomb(0.4), &shape).unwrap();
            let pulse = Method::Pulse(pulse.with_steps(steps).unwrap());
            let after = collide(&collision, &pulse).unwrap();
            let off = [0, 1, 2].map(|i| after.impulse[i] - exact.impulse[i]);
            errors[k] += length(off) / length(exact.impulse) / 200.0;
        }
    }
    assert!(errors[1] < 2e-3 && errors[1] < 0.2 * errors[0], "{errors:?}");
}

#[test]
fn a_compliant_contact_never_gains_energy() {
    let mut random = Random::new(9);
    for i in 0..300 {
        let body = Body::new(1.0, [[0.3, 0.05, 0.0], [0.05, 0.2, 0.02], [0.0, 0.02, 0.4]]).unwrap();
        let velocity = [0; 3].map(|_| random.uniform(-1.0, 1.0));
        let spin = [0; 3].map(|_| random.uniform(-3.0, 3.0));
        let contact = [0; 3].map(|_| random.uniform(-0.5, 0.5));
        let other = Body::sphere(3.0, 0.5).unwrap().touched_at([0.0, 0.3, 0.4]);
        let body = body.moving(velocity, spin).touched_at(contact);
        let Ok(collision) = Collision::new([body, other], UP) else { continue };
        let losses = (random.uniform(0.0, 0.3), if i % 3 == 0 { 0.0 } else { 0.5 });
        let friction = Friction::new(random.uniform(0.3, 0.9), 0.3).unwrap();
        let bristle = Tangential::Bristle { stiffness: 1e4, damping: 20.0 };
        for tangential in [bristle, lugre()] {
            let law = Compliant::new(1e5, 1.5, losses, friction, tangential).unwrap();
            let law = Method::Compliant(law.with_steps(200).unwrap());
            let after = collide(&collision, &law).unwrap();
            assert!(energy_gain(&collision, &after) < 1e-12);
            assert!(after.energy_after <= after.energy_before * (1.0 + 1e-12));
        }
    }
}

#[test]
fn a_compliant_contact_bounces_as_its_formula_says() {
    for speed in [0.1, 1.0, 10.0] {
        let losses = (0.19, 0.55);
        let law = Compliant::new(1e6, 1.5, losses, coulomb(0.0), lugre()).unwrap();
        let e = law.restitution(speed);
        let a = 0.19 * speed + 0.55;
        assert!(near(((1.0 + a) / (1.0 - a * e)).ln(), a * (1.0 + e), 1e-12));
        let after = collide(&puck(0.0, -speed, 0.0), &Method::Compliant(law)).unwrap();
        assert!(near(seen(&after)[1], e * speed, 1e-4), "{speed}: {:?}", seen(&after));
    }
}

#[test]
fn a_compliant_contact_tends_to_mirtich_as_its_bristles_stiffen() {
    // One that slides throughout and one that comes to stick.
    for (mu, collision) in [(0.07, puck(2.0, -2.0, 0.0)), (0.5, puck(1.0, -2.0, 5.0))] {
        let exact = seen(&collide(&collision, &mirtich(0.6, mu)).unwrap());
        let error = |tangential| {
            let after = seen(&collide(&collision, &compliant(0.6, mu, tangential)).unwrap());
            (after[0] - exact[0]).abs() + (after[1] - exact[1]).abs()
        };
        let errors = [1e5, 1e7, 1e9].map(|stiffness| error(bristles(stiffness)));
        assert!(errors[2] < 3e-3 && errors[2] < 0.5 * errors[0], "{mu}: {errors:?}");
        let damping = (1e9 * MASS / 3.0).sqrt();
        let stiff = Tangential::LuGre { stiffness: 1e9, damping, stribeck: 0.1 };
        assert!(error(stiff) < 3e-3, "{mu}: {}", error(stiff));
    }
}

#[test]
fn histories_sum_to_the_impulse_at_any_rate() {
    let collision = puck(1.5, -2.0, 12.0);
    for method in [
        pulse(0.6, 0.3),
        compliant(0.6, 0.3, lugre()),
        iguchi(0.6, 0.3, Convention { sticking: false, ..Convention::default() }),
    ] {
        for rate in [500.0, 1000.0, 96_000.0] {
            let after = collide_with_history(&collision, &method, rate).unwrap();
            let mut sum = [0.0; 3];
            for sample in &after.history {
                assert!(sample.time <= after.contact_time);
                for i in 0..3 {
                    sum[i] += sample.force[i] / rate;
                }
            }
            for i in 0..3 {
                assert!((sum[i] - after.impulse[i]).abs() < 1e-14, "{}", method.name());
            }
        }
    }
    let after = collide_with_history(&collision, &mirtich(0.6, 0.3), 1000.0).unwrap();
    assert!(after.history.is_empty() && after.contact_time == 0.0);
}

#[test]
fn impossible_input_is_refused_by_name() {
    let flat = [[1.0, 2.0, 0.0], [2.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
    assert!(Body::new(1.0, flat).unwrap_err().to_string().contains("inertia"));
    let skew = [[1.0, 0.2, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
    assert!(Body::new(1.0, skew).unwrap_err().to_string().contains("asymmetry"));
    assert_eq!(Body::sphere(0.0, 1.0).unwrap_err().field, "mass");
    assert!(Friction::new(0.1, 0.2).is_err() && Friction::coulomb(-0.1).is_err());
    let away = Body::sphere(1.0, 1.0).unwrap().moving([0.0, 0.0, 1.0], [0.0; 3]);
    let refused = Collision::new([away, Body::immovable()], UP);
    assert_eq!(refused, Err(CollisionError::Separating { speed: 1.0 }));
    let walls = Collision::new([Body::immovable(), Body::immovable()], UP);
    assert_eq!(walls, Err(CollisionError::NothingMoves));
    assert!(Mirtich::new(1.1, coulomb(0.1)).is_err());
    let lost = Body::sphere(1.0, 1.0).unwrap().moving([f64::NAN, 0.0, -1.0], [0.0; 3]);
    assert!(Collision::new([lost, Body::immovable()], UP).is_err());
}

struct Tables(Value);

impl Tables {
    fn load() -> Self {
        Self(crate::data::file("iguchi"))
    }

    fn rows(&self, name: &str) -> Vec<[f64; 3]> {
        let rows = self.0[name].as_array().unwrap();
        rows.iter().map(|row| [0, 1, 2].map(|i| row[i].as_f64().unwrap())).collect()
    }

    /// What a method leaves off from a table, trial by trial.
    fn residuals(&self, method: &Method, table: &str) -> Vec<[f64; 3]> {
        let rows = self.rows("before").into_iter().zip(self.rows(table));
        rows.map(|(before, printed)| {
            let collision = puck(before[0], before[1], before[2]);
            let found = seen(&collide(&collision, method).unwrap());
            [0, 1, 2].map(|i| found[i] - printed[i])
        })
        .collect()
    }
}

fn rms(residuals: &[[f64; 3]]) -> [f64; 3] {
    [0, 1, 2].map(|i| {
        let sum: f64 = residuals.iter().map(|row| row[i] * row[i]).sum();
        (sum / residuals.len() as f64).sqrt()
    })
}

/// Trials (from 1) off by more than a bound in any column.
fn off_by(residuals: &[[f64; 3]], bounds: [f64; 3]) -> Vec<usize> {
    let off = |row: &[f64; 3]| (0..3).any(|i| row[i].abs() > bounds[i]);
    (1..).zip(residuals).filter(|(_, row)| off(row)).map(|(trial, _)| trial).collect()
}

#[test]
fn table_1_is_reproduced_with_its_lever_and_sign() {
    let tables = Tables::load();
    let Method::Iguchi(method) = iguchi(0.57394, 0.1028, Convention::table_4()) else { panic!() };
    for (before, printed) in tables.rows("before").into_iter().zip(tables.rows("internal")) {
        let (force, moment) = method.internal_force(&puck(before[0], before[1], before[2]));
        for (found, wanted) in [(force[0], printed[0]), (force[2], printed[1])] {
            assert!((found - wanted).abs() < 0.06, "{found} {wanted}");
        }
        assert!((moment[1] - printed[2]).abs() < 2e-4, "{} {}", moment[1], printed[2]);
    }
}

#[test]
fn table_4_is_reproduced_with_its_lever_and_sign() {
    let method = iguchi(0.57394, 0.1028, Convention::table_4());
    let residuals = Tables::load().residuals(&method, "table_4");
    let found = rms(&residuals);
    println!("table 4: {found:?}");
    assert!(found[0] < 0.01 && found[1] < 0.001 && found[2] < 0.5, "{found:?}");
    // These print 5 to 7 % less friction than the others; nothing in the paper says why.
    assert_eq!(off_by(&residuals, [0.005, 0.001, 0.25]), [1, 4, 5], "{residuals:?}");
}

#[test]
fn table_3_is_reproduced_with_friction_that_turns_round() {
    let method = iguchi(0.5239, 0.1716, Convention::table_3());
    let residuals = Tables::load().residuals(&method, "table_3");
    let found = rms(&residuals);
    println!("table 3: {found:?}");
    assert!(found[0] < 0.005 && found[1] < 0.01 && found[2] < 0.3, "{found:?}");
    // Restitution in these is not that of the others.
    assert_eq!(off_by(&residuals, [0.01, 0.01, 0.6]), [9, 10], "{residuals:?}");
}

#[test]
fn mirtich_with_the_right_slip_fits_the_measurements_better_than_either_table() {
    let tables = Tables::load();
    let found = rms(&tables.residuals(&mirtich(0.570, 0.068), "measured"));
    println!("mirtich against measurements: {found:?}");
    for (value, wanted) in found.into_iter().zip([0.083, 0.121, 3.18]) {
        assert!((value / wanted - 1.0).abs() < 0.01, "{found:?}");
    }
}

#[test]
fn restitution_that_falls_with_speed_fits_the_measurements_better_still() {
    let bristles = Tangential::LuGre { stiffness: 1e5, damping: 0.0, stribeck: 0.1 };
    let law = Compliant::new(1e6, 1.5, (0.19, 0.55), coulomb(0.068), bristles).unwrap();
    let found = rms(&Tables::load().residuals(&Method::Compliant(law), "measured"));
    assert!(found[0] < 0.085 && found[1] < 0.090 && found[2] < 3.3, "{found:?}");
}

#[test]
fn the_printed_sticking_rule_works_backwards() {
    // Trial 9 of Table 1, steeper than the others: the larger μ_s, the less friction acts.
    let collision = puck(1.364, -3.523, -5.105);
    let drag = |sticking: f64| {
        let friction = Friction::new(sticking, 0.1).unwrap();
        let method = Method::Iguchi(Iguchi::new(0.57, friction, 0.5e-3, 0.3e-3).unwrap());
        -collide(&collision, &method).unwrap().impulse[0]
    };
    assert!(drag(0.1) > drag(0.3) && drag(0.3) > drag(1.0));
}

#[test]
fn a_disc_sticks_from_where_its_slip_is_used_up() {
    let (e, mu) = (0.7, 0.3);
    let collision = puck(1.5, -2.0, 12.0);
    let normal = MASS * (1.0 + e) * 2.0;
    let stopped = MASS * collision.slip()[0].abs() / 3.0 / mu;
    let wanted = 1.0 - stopped / normal;
    assert!(wanted > 0.1 && wanted < 0.9);
    let sticking = |method: &Method| collide(&collision, method).unwrap().sticking.unwrap();
    assert!(near(sticking(&mirtich(e, mu)), wanted, 1e-12));
    assert!(near(sticking(&pulse(e, mu)), wanted, 0.02));
    for method in [mirtich(e, 0.01), pulse(e, 0.01), mirtich(e, 0.0), pulse(e, 0.0)] {
        assert_eq!(sticking(&method), 0.0, "{method:?}");
    }
    let central = puck(0.0, -2.0, 0.0);
    for method in [mirtich(e, mu), pulse(e, mu)] {
        assert!(near(collide(&central, &method).unwrap().sticking.unwrap(), 1.0, 1e-12));
    }
    let stiff = compliant(e, mu, bristles(1e9));
    assert!(near(sticking(&stiff), wanted, 0.05), "{} {wanted}", sticking(&stiff));
    assert_eq!(collide(&collision, &compliant(e, mu, lugre())).unwrap().sticking, None);
}
