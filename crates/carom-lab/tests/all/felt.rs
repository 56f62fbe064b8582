//! A piano hammer whose felt remembers, on a wall.

use carom_lab::felt::{Answer, Loop, Question, strike_wall};

fn piano(key: u32) -> Answer {
    strike_wall(&Question { key, speeds: vec![0.5, 1.0, 2.0, 4.0] }).unwrap()
}

#[test]
fn felt_closes_its_account_and_leaves_dented() {
    for key in [1, 16, 49, 88] {
        for one in piano(key).loops {
            let about = format!("key {key}: {:?}", Loop { curve: Vec::new(), ..one.clone() });
            assert!(one.residual.abs() < 1e-12, "{about}");
            let shares = one.energy_returned + one.energy_lost + one.energy_in_felt;
            assert!((shares - 1.0).abs() < 1e-12, "{about}");
            // Soft blows in the bass leave half of the compression, blows that the lag τ·ε/(1−ε) of
            // the felt outlasts nearly all of it.
            assert!((0.5..0.99).contains(&one.compression_left), "{about}");
            assert!((0.015..0.17).contains(&one.energy_in_felt), "{about}");
        }
    }
}

#[test]
fn felt_agrees_with_its_law_in_tiny_steps() {
    // Steps of a two-hundredth of the relaxation time; z exactly for x^α held over each.
    let Answer { hammer, loops, .. } = piano(49);
    for one in loops {
        let step = 0.005 * hammer.relaxation;
        let kept = (-step / hammer.relaxation).exp();
        let (mut x, mut v, mut z, mut time, mut deepest) = (0.0_f64, one.speed, 0.0, 0.0, 0.0_f64);
        loop {
            let pressed = x.powf(hammer.exponent);
            z = pressed + (z - pressed) * kept;
            let force = hammer.stiffness * (pressed - hammer.hysteresis * z);
            if time > 0.0 && force <= 0.0 {
                break;
            }
            v -= step * force / hammer.mass;
            x += step * v;
            deepest = deepest.max(x);
            time += step;
        }
        let (left, returned) = (x / deepest, (v / one.speed).powi(2));
        let found = [one.contact_time, one.compression_left, one.energy_returned];
        for (found, expected) in found.into_iter().zip([time, left, returned]) {
            assert!((found / expected - 1.0).abs() < 0.01, "{}: {found} {expected}", one.speed);
        }
    }
}

#[test]
fn faster_loops_enclose_slower_ones_and_grow_steeper() {
    for key in [1, 49, 88] {
        for pair in piano(key).loops.windows(2) {
            let (slow, fast) = (&pair[0], &pair[1]);
            assert!(fast.peak_force > 2.0 * slow.peak_force);
            assert!(fast.contact_time < slow.contact_time);
            // The way out of the fast one is to the right of all of the slow one.
            let left = fast.compression_left * fast.peak_compression;
            assert!(left > slow.compression_left * slow.peak_compression);
            for share in [0.1, 0.3, 0.5, 0.7] {
                let x = share * slow.peak_compression;
                assert!(way_in(fast, x) > way_in(slow, x), "key {key} at {x}");
            }
        }
        for one in piano(key).loops {
            let slope = |share: f64| {
                let (x, d) = (share * one.peak_compression, 0.05 * one.peak_compression);
                (way_in(&one, x + d) - way_in(&one, x)) / d
            };
            assert!(slope(0.4) > 2.0 * slope(0.2) && slope(0.2) > 2.0 * slope(0.1), "key {key}");
        }
    }
}

/// The force at a compression, before the largest.
fn way_in(one: &Loop, x: f64) -> f64 {
    let next = one.curve.iter().position(|point| point.0 >= x).unwrap();
    let ((x0, f0), (x1, f1)) = (one.curve[next - 1], one.curve[next]);
    f0 + (f1 - f0) * (x - x0) / (x1 - x0)
}

#[test]
fn felt_refuses_what_is_no_hammer_or_no_speed() {
    let field = |key: u32, speeds: &[f64]| {
        let question = Question { key, speeds: speeds.to_vec() };
        strike_wall(&question).unwrap_err().to_string()
    };
    assert!(field(0, &[1.0]).contains("key") && field(89, &[1.0]).contains("1 to 88"));
    for speed in [0.0, -1.0, f64::NAN, f64::INFINITY, 1e-9] {
        assert!(field(49, &[1.0, speed]).contains("speeds"), "{speed}");
    }
    assert!(field(49, &[]).contains("1 to 16") && field(49, &[1.0; 17]).contains("1 to 16"));
}
