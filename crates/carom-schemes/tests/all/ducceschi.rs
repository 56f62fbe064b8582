//! The scheme of ducceschi with the s that the engine chooses.

use crate::support::Pair;
use carom::Options;
use carom::law::Law;
use carom_schemes::Method;

#[test]
fn the_default_s_meets_no_complex_root_and_gains_nothing() {
    let mut random = carom::numeric::Random::new(5);
    for i in 0..4000 {
        let alpha = random.uniform(1.0, 5.0);
        // A wall at h is a wall at 0 seen from −h, which keeps the digits of u − h; two walls have
        // no such place, so theirs are softer.
        let gap = random.uniform(0.01, 0.2);
        let (law, u) = if i % 2 == 0 {
            (Law::power(random.log_uniform(1e0, 1e15), alpha), -gap)
        } else {
            (Law::centred(random.log_uniform(1e0, 1e9), alpha, gap), 0.0)
        };
        let v = random.log_uniform(1e-2, 1e2);
        let dt = 0.05 / v / random.uniform(2.0, 200.0);
        let pair = Pair::wall(1.0, law.unwrap()).thrown(u, v);
        let mut run = pair.voice_by(1.0 / dt, Method::Quadratic { s: None }, Options::plain());
        let initial = run.ledger().initial();
        run.advance(1000).unwrap();
        assert!((run.ledger().stored() / initial - 1.0).abs() < 1e-11, "{run:?}");
    }
}
