//! Rebounds under a force by their table, against the integration of each.

use carom::exact::WallImpact;
use carom::numeric::Random;
use carom_lab::rebounds::{Rebound, Rebounds};
use carom_schemes::Pressed;

/// The largest error of outgoing velocity and contact time over random speeds.
fn worst(random: &mut Random, exponent: f64, loss: f64, count: usize) -> [f64; 2] {
    // Mass, stiffness and force of 1 have the speed scale 1.
    let rebounds = Rebounds::new(1.0, 1.0, exponent, loss, 1.0).unwrap();
    let Some(slowest) = rebounds.slowest() else {
        // So much is lost that no speed is enough.
        for v in [1.0, 30.0, 900.0] {
            let impact = WallImpact::new(1.0, 1.0, exponent, loss, v).unwrap();
            assert_eq!(Pressed::new(impact, 1.0).unwrap().solve().v_out, None);
            assert_eq!(rebounds.after(v).unwrap(), Rebound::Held);
        }
        return [0.0; 2];
    };
    let mut worst: [f64; 2] = [0.0; 2];
    for _ in 0..count {
        // From a hundredth of the speed scale up: what is slower, Pressed itself does not resolve.
        let v = (slowest * 1.001).max(random.log_uniform(0.01, 1e4));
        let exact = Pressed::new(WallImpact::new(1.0, 1.0, exponent, loss, v).unwrap(), 1.0)
            .unwrap()
            .solve();
        let found = rebounds.after(v).unwrap();
        let (Some(v_out), Some(time)) = (exact.v_out, exact.contact_time) else {
            panic!("{exponent} {loss} {v} {slowest}: {found:?}");
        };
        let Rebound::Leaves { v_out: out, contact_time } = found else { panic!("{v}: held") };
        let errors = [(out / v_out - 1.0).abs(), (contact_time / time - 1.0).abs()];
        for i in 0..2 {
            if errors[i] > worst[i] {
                worst[i] = errors[i];
            }
        }
    }
    worst
}

#[test]
fn the_table_is_within_a_tenth_of_a_per_mille_of_the_integration() {
    let mut random = Random::new(5);
    for exponent in [1.0, 1.5, 2.2, 4.0] {
        for loss in [0.0, 1e-4, 1e-2, 0.1, 0.5, 1.0] {
            let [velocity, time] = worst(&mut random, exponent, loss, 40);
            println!("α {exponent}, A {loss}: v_out {velocity:.1e}, time {time:.1e}");
            assert!(velocity < 1e-5 && time < 1e-4, "{exponent} {loss}: {velocity:e} {time:e}");
        }
    }
}

#[test]
fn below_the_slowest_speed_nothing_leaves_and_above_it_everything() {
    for (exponent, loss) in [(1.5, 0.01), (1.0, 0.3), (2.5, 0.2)] {
        let rebounds = Rebounds::new(1.0, 1.0, exponent, loss, 1.0).unwrap();
        let slowest = rebounds.slowest().unwrap();
        let leaves = |v: f64| {
            let impact = WallImpact::new(1.0, 1.0, exponent, loss, v).unwrap();
            Pressed::new(impact, 1.0).unwrap().solve().v_out.is_some()
        };
        assert!(!leaves(slowest * (1.0 - 1e-6)) && leaves(slowest * (1.0 + 1e-6)), "{slowest}");
        assert_eq!(rebounds.after(slowest * (1.0 - 1e-6)).unwrap(), Rebound::Held);
    }
}

#[test]
fn units_do_not_matter_and_input_is_checked() {
    let rebounds = Rebounds::new(0.02, 3e8, 1.5, 0.4, 0.25).unwrap();
    let impact = WallImpact::new(0.02, 3e8, 1.5, 0.4, 0.3).unwrap();
    let exact = Pressed::new(impact, 0.25).unwrap().solve();
    let Rebound::Leaves { v_out, contact_time } = rebounds.after(0.3).unwrap() else { panic!() };
    assert!((v_out / exact.v_out.unwrap() - 1.0).abs() < 1e-5);
    assert!((contact_time / exact.contact_time.unwrap() - 1.0).abs() < 1e-5);
    for (force, mu, exponent, word) in
        [(0.0, 0.4, 1.5, "force"), (1.0, 1e9, 1.5, "speed scale"), (1.0, 0.1, 5.0, "exponent")]
    {
        let error = Rebounds::new(0.02, 3e8, exponent, mu, force).unwrap_err().to_string();
        assert!(error.contains(word), "{error}");
    }
    assert!(rebounds.after(-1.0).is_err());
}
