//! Several contacts at once: what they keep, known answers, and an independent solver.

use crate::line::Line;
use crate::random_contacts::{Survey, survey};
use carom_rigid::{
    Body, Collision, CollisionError, Compliant, ContactLaw, ContactPoint, Friction, Method,
    Resolution, Resolved, Solid, Tangential, collide, resolve, resolve_with,
};

const UP: [f64; 3] = [0.0, 0.0, 1.0];

fn fine(steps: usize) -> Resolution {
    Resolution::default().with_steps(steps).unwrap()
}

/// Balls of these masses on a line, touching or apart, the first at 1 m/s.
fn row(
    masses: &[f64],
    stiffness: &[f64],
    exponent: f64,
    e: f64,
    gap: f64,
) -> (Vec<Body>, Vec<ContactPoint>) {
    let ball = |mass: &f64| Body::sphere(*mass, 0.01).unwrap();
    let mut balls: Vec<Body> = masses.iter().map(ball).collect();
    balls[0] = balls[0].moving([1.0, 0.0, 0.0], [0.0; 3]);
    let levers = [[0.01, 0.0, 0.0], [-0.01, 0.0, 0.0]];
    let contact = |(i, k): (usize, &f64)| {
        let law = ContactLaw::new(*k, exponent, e).unwrap();
        ContactPoint::new([i, i + 1], levers, [-1.0, 0.0, 0.0], law).with_gap(gap)
    };
    (balls, stiffness.iter().enumerate().map(contact).collect())
}

fn speeds(after: &Resolved) -> Vec<f64> {
    after.bodies.iter().map(|body| body.velocity()[0]).collect()
}

fn worst(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).fold(0.0, |most: f64, (a, b)| most.max((a - b).abs()))
}

#[test]
fn a_thousand_random_piles_keep_momentum_and_energy_in_any_order() {
    let part = |thread: u64| {
        (thread..1000)
            .step_by(2)
            .map(|seed| survey(seed, fine(100)))
            .fold(Survey::default(), Survey::and)
    };
    let all = std::thread::scope(|scope| {
        let other = scope.spawn(|| part(1));
        part(0).and(other.join().unwrap())
    });
    assert!(all.momentum <= 1e-12 && all.gain <= 1e-12 && all.order <= 1e-9, "{all:?}");
    assert!(all.unfinished == 0 && all.approach <= 1e-9, "{all:?}");
}

/// Three bodies slide on each other for ever, and what they press with falls as a power of time.
#[test]
fn what_friction_wedges_together_comes_to_rest() {
    let found = survey(73_821, fine(100));
    assert!(found.unfinished == 0 && found.approach <= 1e-9 && found.gain <= 0.0, "{found:?}");
}

#[test]
fn a_single_contact_returns_its_restitution_at_any_speed() {
    for exponent in [1.0, 1.5, 2.5] {
        for e in [0.05, 0.5, 0.9, 1.0] {
            for speed in [1e-3, 1.0, 30.0] {
                let law = ContactLaw::new(1e6, exponent, e).unwrap();
                let ball = Body::sphere(0.1, 0.01).unwrap().moving([0.0, 0.0, -speed], [0.0; 3]);
                let contact = ContactPoint::new([0, 1], [[0.0, 0.0, -0.01], [0.0; 3]], UP, law);
                let after = resolve(&[ball, Body::immovable()], &[contact]).unwrap();
                let out = after.bodies[0].velocity()[2] / speed;
                assert!((out / e - 1.0).abs() < 1e-5, "{exponent} {e} {speed}: {out}");
            }
        }
    }
}

#[test]
fn hunt_and_crossleys_loss_follows_its_closed_form() {
    // φ(−μ·v_out) = e²·φ(μ·v_in) with φ(w) = w − log(1+w).
    let phi = |w: f64| w - w.ln_1p();
    for (mu, e) in [(0.3, 1.0), (0.8, 0.7)] {
        let law = ContactLaw::new(1e6, 1.5, e).unwrap().with_mu(mu).unwrap();
        let ball = Body::sphere(0.1, 0.01).unwrap().moving([0.0, 0.0, -2.0], [0.0; 3]);
        let contact = ContactPoint::new([0, 1], [[0.0, 0.0, -0.01], [0.0; 3]], UP, law);
        let after = resolve(&[ball, Body::immovable()], &[contact]).unwrap();
        let out = after.bodies[0].velocity()[2];
        let ratio = phi(-mu * out) / (e * e * phi(2.0 * mu));
        assert!((ratio - 1.0).abs() < 1e-4, "{ratio}");
    }
}

#[test]
fn three_balls_with_linear_contacts_leave_as_their_closed_form_says() {
    // δ₁ ± δ₂ swing at 1 and √3 until the first contact parts; the second is then alone.
    let root = 3f64.sqrt();
    let first = |t: f64| 0.5 * (t.sin() + (root * t).sin() / root);
    let (mut low, mut high) = (2.0, 3.1);
    for _ in 0..60 {
        let middle: f64 = 0.5 * (low + high);
        if first(middle) > 0.0 { low = middle } else { high = middle }
    }
    let (plus, minus) = (low.cos(), (root * low).cos());
    // v₁ − v₂, v₂ − v₃ and the sum of velocities, which is 1.
    let (a, b) = (0.5 * (plus + minus), 0.5 * (plus - minus));
    let v1 = (1.0 + 2.0 * a + b) / 3.0;
    let pair = 0.5 * (1.0 - v1);
    let depth = 0.5 * (low.sin() - (root * low).sin() / root);
    let apart = (b * b + 2.0 * depth * depth).sqrt();
    let expected = [v1, pair - 0.5 * apart, pair + 0.5 * apart];
    let (balls, contacts) = row(&[1.0; 3], &[1e6; 2], 1.0, 1.0, 0.0);
    let after = resolve(&balls, &contacts).unwrap();
    println!("{expected:?} {:?}", speeds(&after));
    assert!(worst(&speeds(&after), &expected) < 1e-5, "{expected:?} {:?}", speeds(&after));
}

#[test]
fn newtons_cradle_disperses_as_an_independent_solver_says() {
    let cases: [(&[f64], &[f64]); 4] = [
        (&[1.0; 3], &[1.0; 2]),
        (&[1.0; 5], &[1.0; 4]),
        (&[1.0, 2.0, 0.5], &[1.0, 10.0]),
        (&[1.0, 0.3, 0.3, 2.0], &[1.0, 0.1, 5.0]),
    ];
    for (masses, stiffness) in cases {
        let n = masses.len();
        let mut before = vec![0.0; n];
        before[0] = 1.0;
        let gaps = vec![0.0; n];
        let line = Line { masses, stiffness, exponent: 1.5, gaps: &gaps, velocities: &before };
        let (coarse, reference) = (line.after(60.0, 100_000), line.after(60.0, 200_000));
        assert!(worst(&coarse, &reference) < 1e-8, "{:e}", worst(&coarse, &reference));
        let (balls, contacts) = row(masses, stiffness, 1.5, 1.0, 0.0);
        let errors = [100, 200, 400].map(|steps| {
            worst(&speeds(&resolve_with(&balls, &contacts, fine(steps)).unwrap()), &reference)
        });
        println!("{masses:?}: {reference:?} {errors:?}");
        assert!(errors[2] < 2e-5 && errors[2] < 0.35 * errors[1], "{errors:?}");
    }
}

#[test]
fn contacts_that_are_over_before_the_next_begins_move_the_last_ball_alone() {
    // 1 kg at 1 m/s compresses 1e8 N/m^1.5 by about half a millimetre.
    let (balls, contacts) = row(&[1.0; 5], &[1e8; 4], 1.5, 1.0, 2e-3);
    let after = resolve(&balls, &contacts).unwrap();
    let expected = [0.0, 0.0, 0.0, 0.0, 1.0];
    println!("{:e}", worst(&speeds(&after), &expected));
    assert!(worst(&speeds(&after), &expected) < 1e-9, "{:?}", speeds(&after));
}

#[test]
fn stiffness_decides_the_order_of_contacts() {
    // A first contact that is over before the soft second has moved: one after the other.
    let (balls, contacts) = row(&[1.0; 3], &[1e12, 1e4], 1.5, 1.0, 0.0);
    let ordered = speeds(&resolve(&balls, &contacts).unwrap());
    assert!(worst(&ordered, &[0.0, 0.0, 1.0]) < 1e-3, "{ordered:?}");
    // A second contact that holds its balls together while the first lasts: they are one of 2 kg, which gets
    // 2/3 m/s in a slow push and keeps it.
    let (balls, contacts) = row(&[1.0; 3], &[1e4, 1e12], 1.5, 1.0, 0.0);
    let together = speeds(&resolve(&balls, &contacts).unwrap());
    println!("{ordered:?} {together:?}");
    assert!((together[0] + 1.0 / 3.0).abs() < 0.01, "{together:?}");
}

/// A block of 1 kg, 0.2 by 0.1 by 0.1 m, that falls at 1 m/s, tilted about y by so much.
fn landing(tilt: f64, points: usize, e: f64) -> Resolved {
    let size = [0.2, 0.1, 0.1];
    let own = Solid::Block { size }.inertia(1.0);
    let (sine, cosine) = tilt.sin_cos();
    let turn = |p: [f64; 3]| [cosine * p[0] + sine * p[2], p[1], cosine * p[2] - sine * p[0]];
    let mut inertia = own;
    inertia[0][0] = cosine * cosine * own[0][0] + sine * sine * own[2][2];
    inertia[2][2] = sine * sine * own[0][0] + cosine * cosine * own[2][2];
    inertia[0][2] = sine * cosine * (own[2][2] - own[0][0]);
    inertia[2][0] = inertia[0][2];
    let block = Body::new(1.0, inertia).unwrap().moving([0.0, 0.0, -1.0], [0.0; 3]);
    let across: &[f64] = if points == 2 { &[0.0] } else { &[-0.05, 0.05] };
    let corners: Vec<[f64; 3]> = [-0.1, 0.1]
        .into_iter()
        .flat_map(|x| across.iter().map(move |y| turn([x, *y, -0.05])))
        .collect();
    let lowest = corners.iter().fold(f64::INFINITY, |least, corner| least.min(corner[2]));
    let law = ContactLaw::new(1e8, 1.5, e).unwrap();
    let contact = |corner: &[f64; 3]| {
        ContactPoint::new([0, 1], [*corner, [0.0; 3]], UP, law).with_gap(corner[2] - lowest)
    };
    let contacts: Vec<ContactPoint> = corners.iter().map(contact).collect();
    resolve_with(&[block, Body::immovable()], &contacts, fine(400)).unwrap()
}

fn leaves(after: &Resolved) -> [f64; 2] {
    [after.bodies[0].velocity()[2], after.bodies[0].spin()[1]]
}

#[test]
fn a_block_that_lands_flat_leaves_flat() {
    for points in [2, 4] {
        let [up, spin] = leaves(&landing(0.0, points, 0.5));
        assert!((up - 0.5).abs() < 1e-5 && spin.abs() < 1e-12, "{up} {spin}");
    }
}

#[test]
fn a_landing_block_is_continuous_in_its_tilt() {
    let flat = leaves(&landing(0.0, 4, 0.5));
    for tilt in [1e-12, 1e-9, 1e-7, 1e-6, 1e-5, 1e-4] {
        let [up, spin] = leaves(&landing(tilt, 4, 0.5));
        println!("{tilt:e}: {up} {spin}");
        assert!((up - flat[0]).abs() <= 2000.0 * tilt + 1e-9, "{tilt:e}: {up}");
        assert!((spin - flat[1]).abs() <= 20000.0 * tilt + 1e-9, "{tilt:e}: {spin}");
        let other = leaves(&landing(-tilt, 4, 0.5));
        assert!((other[0] - up).abs() < 1e-9 && (other[1] + spin).abs() < 1e-8);
    }
    // No jumps on the way to a corner that strikes alone.
    let mut last = flat;
    let mut most: f64 = 0.0;
    for i in 1..=400 {
        let tilt = 1e-7 * 10f64.powf(f64::from(i) * 0.0125);
        let found = leaves(&landing(tilt, 2, 0.5));
        most = most.max((found[0] - last[0]).abs());
        last = found;
    }
    println!("largest change {most}");
    assert!(most < 0.05, "{most}");
}

/// A block of half width 1 and this half height that rocks over from its left corner at 1 rad/s: how fast it
/// turns afterwards.
fn rocks(half_height: f64, e: f64) -> f64 {
    let (b, h) = (1.0, half_height);
    let inertia = Solid::Block { size: [2.0 * b, 1.0, 2.0 * h] }.inertia(1.0);
    let block = Body::new(1.0, inertia).unwrap().moving([h, 0.0, -b], [0.0, 1.0, 0.0]);
    let stiffness: f64 = 1e8;
    let law = ContactLaw::new(stiffness, 1.0, e)
        .unwrap()
        .with_friction(Friction::coulomb(5.0).unwrap())
        .with_bristles(1e4 * stiffness, 2.0 * (1e4 * stiffness).sqrt())
        .unwrap();
    let corner = |x: f64| ContactPoint::new([0, 1], [[x, 0.0, -h], [0.0; 3]], UP, law);
    let corners = [corner(-b), corner(b)];
    let after = resolve_with(&[block, Body::immovable()], &corners, fine(100)).unwrap();
    after.bodies[0].spin()[1]
}

#[test]
fn a_rocking_block_slows_as_housner_says_where_nothing_bounces() {
    for half_height in [2.0, 3.0, 5.0] {
        let sine2 = 1.0 / (1.0 + half_height * half_height);
        let housner = 1.0 - 1.5 * sine2;
        let off = [0.08, 0.04, 0.02, 0.01].map(|e| (rocks(half_height, e) - housner).abs());
        println!("h/b {half_height}: {housner}, off {off:?}");
        let rigid = |e: f64| 1.5 * e * sine2;
        for (off, e) in off.iter().zip([0.08, 0.04, 0.02, 0.01]) {
            assert!((off - rigid(e)).abs() < 1e-3, "{off} {e}");
        }
    }
}

#[test]
fn one_contact_with_friction_is_that_of_the_compliant_method() {
    let friction = Friction::coulomb(0.3).unwrap();
    let (stiffness, damping) = (2e6, 3.0);
    let ball = Body::sphere(0.1, 0.02)
        .unwrap()
        .moving([1.5, -0.4, -2.0], [3.0, 40.0, -5.0])
        .touched_at([0.0, 0.0, -0.02]);
    let tangential = Tangential::Bristle { stiffness, damping };
    let other = Compliant::new(1e8, 1.5, (0.0, 0.0), friction, tangential).unwrap();
    let collision = Collision::new([ball, Body::immovable()], UP).unwrap();
    let method = Method::Compliant(other.with_steps(20_000).unwrap());
    let reference = collide(&collision, &method).unwrap();
    let law = ContactLaw::new(1e8, 1.5, 1.0)
        .unwrap()
        .with_friction(friction)
        .with_bristles(stiffness, damping)
        .unwrap();
    let contact = ContactPoint::new([0, 1], [ball.contact(), [0.0; 3]], UP, law);
    let after = resolve_with(&[ball, Body::immovable()], &[contact], fine(20_000)).unwrap();
    let (a, b) = (&after.bodies[0], &reference.bodies[0]);
    assert!(worst(&a.velocity(), &b.velocity()) < 1e-5, "{a:?} {b:?}");
    assert!(worst(&a.spin(), &b.spin()) < 1e-3, "{a:?} {b:?}");
}

#[test]
fn histories_sum_to_the_impulses_and_say_who_touched_when() {
    let (balls, contacts) = row(&[1.0; 3], &[1e8; 2], 1.5, 0.9, 1e-6);
    let resolution = fine(200).with_history(1e5).unwrap();
    let after = resolve_with(&balls, &contacts, resolution).unwrap();
    for (history, impulse) in after.histories.iter().zip(&after.impulses) {
        let sum: f64 = history.iter().map(|sample| sample.force[0] / 1e5).sum();
        assert!((sum - impulse[0]).abs() < 1e-12, "{sum} {impulse:?}");
    }
    let [Some(first), Some(second)] = after.touched[..] else { panic!("{:?}", after.touched) };
    assert!(first.0 < second.0 && first.1 < second.1 && second.1 <= after.duration);
}

#[test]
fn impossible_input_is_refused_by_name() {
    let (balls, contacts) = row(&[1.0; 2], &[1e6], 1.5, 1.0, 0.0);
    let law = ContactLaw::new(1e6, 1.5, 1.0).unwrap();
    let message = |found: Result<Resolved, CollisionError>| found.unwrap_err().to_string();
    let refused = |contact: ContactPoint| message(resolve(&balls, &[contact]));
    assert!(message(resolve(&balls, &[])).contains("number of contacts"));
    let between = |between| ContactPoint::new(between, [[0.0; 3]; 2], [-1.0, 0.0, 0.0], law);
    assert!(refused(between([0, 2])).contains("index of a body"));
    assert!(refused(between([1, 1])).contains("index of the second body"));
    assert!(refused(between([1, 0])).contains("do not approach"));
    assert!(refused(contacts[0].with_gap(-1.0)).contains("gap"));
    let walls = [Body::immovable(), Body::immovable()];
    assert_eq!(message(resolve(&walls, &[between([0, 1])])), "both bodies are immovable");
    let flat = ContactPoint::new([0, 1], [[0.0; 3]; 2], [0.0; 3], law);
    assert!(refused(flat).contains("length of the normal"));
    assert!(ContactLaw::new(1e6, 1.5, 0.0).unwrap_err().to_string().contains("restitution"));
    assert!(ContactLaw::new(0.0, 1.5, 0.5).is_err() && ContactLaw::new(1.0, 0.5, 0.5).is_err());
    assert!(law.with_mu(-1.0).is_err() && law.with_bristles(0.0, 0.0).is_err());
    assert!(Resolution::default().with_steps(5).is_err());
}
