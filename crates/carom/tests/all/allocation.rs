//! Nothing that sounds allocates memory or frees it.
#![allow(unsafe_code)] // A counting allocator cannot be written without it.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::sync::Arc;

use crate::support::{Pair, Sine, fixed};
use carom::law::{Damping, Felt, Law, Loss, Potential};
use carom::{ContactSample, FarField, Hands, Heard, Mode, Options, PortId, Rational, Voice};
use carom_schemes::Method;
use carom_schemes::correction::Correction;

struct Counting;

thread_local! {
    // Of this thread only: the test harness allocates when it pleases.
    static ALLOCATED: Cell<usize> = const { Cell::new(0) };
    static FREED: Cell<usize> = const { Cell::new(0) };
}

// SAFETY: every call is passed on unchanged to the system's allocator.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ALLOCATED.set(ALLOCATED.get() + 1);
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        ALLOCATED.set(ALLOCATED.get() + 1);
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        FREED.set(FREED.get() + 1);
        unsafe { System.dealloc(pointer, layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        ALLOCATED.set(ALLOCATED.get() + 1);
        FREED.set(FREED.get() + 1);
        unsafe { System.realloc(pointer, layout, size) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

const RATE: f64 = 44_100.0;

/// The modes of a bar, all below half of any rate here.
fn bar() -> Vec<Mode> {
    (1..=16).map(|n| Mode::ringing(0.1, 200.0 * f64::from(n), 50.0)).collect()
}

fn hunt_crossley() -> Law {
    Law::hunt_crossley(1e9, 1.5, Damping::Mu(0.5)).unwrap()
}

/// Plays into two rows and watches the contact, by calls of several lengths, and reads all there is to
/// read: how often that allocates and frees. Something must touch meanwhile.
fn counted(voice: &mut Voice, what: &str) {
    let mut sound = [[0.0f64; 100], [0.0; 100]];
    let mut single = [0.0f32; 64];
    let mut contact = [ContactSample::default(); 37];
    let before = (ALLOCATED.get(), FREED.get());
    let mut touched = voice.logs()[0].is_touching();
    for _ in 0..20 {
        voice.process(&mut sound);
        voice.process(&mut [&mut single[..]]);
        voice.watch(&mut sound, &mut [&mut contact]);
        voice.advance(1).unwrap();
        touched |= contact.iter().any(|sample| sample.force != 0.0);
        let _ = voice.state();
        let _ = (voice.first_release(), voice.first_contact(0), voice.forces());
        let _ = (voice.ledger(), voice.energy(), voice.hamiltonian(), voice.counts());
        let account = voice.account();
        let _ = (account.losses(1), account.stored(0), account.contact(0));
        touched |= voice.logs()[0].count > 0;
    }
    let after = (ALLOCATED.get(), FREED.get());
    assert_eq!(voice.stopped(), None, "{what}");
    assert!(touched, "{what}: nothing touched");
    let (allocated, freed) = (after.0 - before.0, after.1 - before.1);
    assert_eq!((allocated, freed), (0, 0), "{what}: allocated and freed");
}

/// A mass on its way to a wall, heard.
fn impact(law: Law) -> Pair {
    heard_far_away(Pair::wall(0.01, law).thrown(-1e-4, 1.0).heard(), 1)
}

/// A hammer on its way to a bar, heard.
fn hammer(law: Law) -> Pair {
    let pair = Pair::modes(0.01, &bar(), &[1.0; 16], law).thrown(-1e-4, 1.0);
    heard_far_away(pair.heard_at(&[1.0; 16]), 16)
}

/// The same with the pressure of one of the two, which has so many modes.
fn heard_far_away(mut pair: Pair, modes: usize) -> Pair {
    let poles = vec![[-9e3, 1.1e4], [-3e4, 0.0]];
    let filter = Rational { poles, residues: vec![[2e-2, -1.5e-2], [-4e-2, 0.0]] };
    let heard = Heard { ring: [1e-3, 2e-3], filter: Some(0), gain: 0.7 };
    let far = FarField { delay: 1e-3, filters: vec![filter], modes: vec![heard; modes] };
    let body = if modes > 1 { &pair.other } else { &pair.mass };
    pair.world.listen_as(body, &far).unwrap();
    pair
}

#[test]
fn the_allocator_counts() {
    let before = (ALLOCATED.get(), FREED.get());
    drop(std::hint::black_box(Box::new(1)));
    assert!(ALLOCATED.get() > before.0 && FREED.get() > before.1);
}

#[test]
fn no_scheme_allocates_or_frees() {
    let lone = [Method::Am1Table].into_iter().chain(Method::CONTACT);
    for method in lone {
        let options = Options { traced: 100, ..Options::plain() };
        let mut voice = impact(hunt_crossley()).voice_by(RATE, method, options);
        counted(&mut voice, &format!("{method} at a wall"));
    }
    for (method, alpha) in [(Method::Linear, 1.0), (Method::Cubic, 3.0)] {
        let spring = Law::oscillator(1e4, alpha).unwrap();
        let mut voice = impact(spring).voice_by(RATE, method, Options::plain());
        counted(&mut voice, &format!("{method} in a spring"));
    }
    let any = [Method::Am1, Method::Am1Table, Method::Verlet, Method::Heun, Method::Rk4];
    for method in any.into_iter().chain([Method::TwoPoint]) {
        let mut voice = hammer(hunt_crossley()).voice_by(192_000.0, method, Options::plain());
        counted(&mut voice, &format!("{method} at a bar"));
    }
}

#[test]
fn no_correction_allocates_or_frees() {
    for correction in [
        Correction::Hybrid,
        Correction::VOut,
        Correction::Both,
        Correction::Duration,
        Correction::DurationPhase,
        Correction::Spectrum,
    ] {
        let what = format!("{correction:?}");
        let impact = impact(Law::power(1e9, 1.5).unwrap());
        counted(&mut impact.voice_by(RATE, correction, Options::plain()), &what);
    }
}

/// Every kind of law.
fn laws() -> Vec<(&'static str, Law)> {
    let felt = Felt { hysteresis: 0.99, relaxation: 1e-5 };
    vec![
        ("power", Law::power(1e9, 1.5).unwrap()),
        ("another power", Law::power(1e11, 2.3).unwrap()),
        ("hunt-crossley", hunt_crossley()),
        ("constant restitution", Law::constant_restitution(1e9, 1.5, 0.5).unwrap()),
        ("felt", Law::felt(1e12, 2.8, felt).unwrap()),
        ("two sides", Law::centred(1e9, 1.5, 1e-5).unwrap()),
        (
            "two lossy sides",
            Law::centred(1e9, 1.5, 1e-5)
                .unwrap()
                .with_loss(Loss::HuntCrossley { mu: 0.2 })
                .unwrap(),
        ),
        ("without adhesion", hunt_crossley().without_adhesion().unwrap()),
    ]
}

/// The same law, softer.
fn softened(law: &Law) -> Law {
    let potential = law.potential();
    let soft = Potential::new(1e6, potential.exponent(), potential.sides()).unwrap();
    let soft = Law::new(soft, law.loss()).unwrap();
    if law.is_adhesive() { soft } else { soft.without_adhesion().unwrap() }
}

#[test]
fn no_law_allocates_or_frees_however_finely_it_is_stepped() {
    for (name, law) in laws() {
        for (steps, options) in
            [("played", Options::default()), ("offline", Options::offline()), ("fixed", fixed(48))]
        {
            let mut voice = impact(law.clone()).voice(RATE, options);
            counted(&mut voice, &format!("{name} at a wall, {steps}"));
            let mut pair = hammer(law.clone());
            pair.push(2.0);
            let mut voice = pair.voice(RATE, options);
            counted(&mut voice, &format!("{name} at a bar, {steps}"));
        }
        let mut voice = hammer(law).voice_by(RATE, Method::Rk4, fixed(16));
        counted(&mut voice, &format!("{name} at a bar, rk4"));
    }
}

#[test]
fn coupled_contacts_neither_allocate_nor_free() {
    let mut pair = hammer(hunt_crossley());
    let second = pair.world.mass(0.02).unwrap();
    for port in [pair.other.weighing(&[0.5; 16]).unwrap(), (&pair.mass).into()] {
        pair.world.contact(&second, port, hunt_crossley()).unwrap();
    }
    pair.world.throw(&second, -2e-4, 2.0).unwrap();
    counted(&mut pair.voice(RATE, Options::offline()), "coupled contacts");
}

#[test]
fn a_tension_that_changes_neither_allocates_nor_frees() {
    let (mut voice, mut hands, hit) = crate::tension::gong(2e10, 3.0);
    let slack = voice.model().modes().omega[0];
    hands.strike(hit, 10.0).unwrap();
    hands.at(900).strike(hit, 20.0).unwrap();
    counted(&mut voice, "a tension");
    assert!(voice.model().modes().omega[0] > 1.01 * slack);
}

/// A ball that is rolled over a bar.
fn rolled(law: Law) -> (Pair, PortId) {
    let mut pair = hammer(law).thrown(2e-6, 0.0);
    let weight = pair.push(0.0981);
    let path = Arc::new(Sine { speed: 0.3, length: 0.4 });
    pair.world.travel(pair.hit, &pair.other, path).unwrap();
    (pair, weight)
}

#[test]
fn no_gesture_allocates_or_frees() {
    for (name, law) in laws() {
        let (pair, _) = rolled(law);
        counted(&mut pair.voice(RATE, Options::default()), &format!("rolled on {name}"));
    }
    for scheme in [Method::Am1, Method::Verlet, Method::Heun, Method::Rk4] {
        let (pair, _) = rolled(Law::hunt_crossley(1e6, 1.5, Damping::Mu(0.3)).unwrap());
        let mut voice = pair.voice_by(192_000.0, scheme, fixed(4));
        counted(&mut voice, &format!("rolled by {scheme}"));
    }
}

/// Commands that every scheme can carry out.
fn play_simply(hands: &mut Hands, pair: &Pair, port: PortId, law: Law) {
    let mut elsewhere = pair.world.state().clone();
    (elsewhere.displacement[0], elsewhere.velocity[0]) = (-1e-5, 0.3);
    hands.strike(pair.hit, 1.5).unwrap();
    hands.at(200).push(port, 1.0).unwrap();
    hands.at(400).impulse(port, 0.01).unwrap();
    hands.at(600).gap(pair.hit, 1e-4, 0.0).unwrap();
    hands.at(800).law(pair.hit, law).unwrap();
    hands.at(1000).load(&elsewhere).unwrap();
    hands.at(1200).strike(pair.hit, 0.5).unwrap();
    hands.at(1201).push(port, 0.0).unwrap();
}

/// Commands for schemes that can change a world.
fn play_everything(hands: &mut Hands, pair: &Pair, port: PortId, law: Law) {
    play_simply(hands, pair, port, law);
    let place = |weight: f64| pair.other.weighing(&[weight; 16]).unwrap();
    let path = || Arc::new(Sine { speed: 0.3, length: 0.4 });
    let tuned: Vec<Mode> = bar().iter().map(|mode| Mode { mass: 0.2, ..*mode }).collect();
    hands.at(1300).strike_at(pair.hit, place(0.7), 1.0).unwrap();
    hands.at(1400).place_contact(pair.hit, place(0.4)).unwrap();
    hands.at(1500).damp(&pair.other, 30.0).unwrap();
    hands.at(1600).modes(&pair.other, &tuned).unwrap();
    hands.at(1700).gap(pair.hit, 0.0, 0.001).unwrap();
    hands.at(1800).travel(pair.hit, &pair.other, path()).unwrap();
    hands.at(1803).strike(pair.hit, 1.0).unwrap();
    hands.at(1900).travel(pair.hit, &pair.other, path()).unwrap();
    hands.at(2200).reset().unwrap();
    hands.at(2300).strike(pair.hit, 1.0).unwrap();
    // Many for one sample.
    for i in 0..200 {
        hands.at(2400).strike_at(pair.hit, place(1.0), 0.01 * f64::from(i)).unwrap();
    }
}

#[test]
fn no_command_allocates_or_frees_while_it_is_carried_out() {
    for method in Method::CONTACT {
        let mut pair = impact(hunt_crossley());
        let port = pair.push(0.5);
        let (mut voice, mut hands) =
            carom_schemes::start(&pair.world, RATE, method, Options::plain()).unwrap();
        let law = Law::hunt_crossley(1e8, 1.3, Damping::Mu(0.2)).unwrap();
        play_simply(&mut hands, &pair, port, law);
        hands.at(1500).reset().unwrap();
        // The quadratic scheme may meet a complex root, and falls silent until it is reset.
        counted(&mut voice, &format!("hands on {method}"));
    }
    for scheme in [Method::Am1, Method::Verlet, Method::Heun, Method::Rk4, Method::TwoPoint] {
        for (name, law) in laws() {
            for options in [Options::default(), fixed(4)] {
                let (pair, port) = rolled(Law::power(1e7, 1.5).unwrap());
                let started = carom_schemes::start(&pair.world, 192_000.0, scheme, options);
                let (mut voice, mut hands) = started.unwrap();
                // Softer than those that are played finely: some schemes would diverge.
                let law = if scheme == Method::TwoPoint { law.clone() } else { softened(&law) };
                play_everything(&mut hands, &pair, port, law);
                counted(&mut voice, &format!("hands on {scheme}, {name}"));
                assert!(voice.frames() > 2500 && voice.counts().late == 0);
            }
        }
    }
}

#[test]
fn hands_that_are_gone_free_nothing_while_it_sounds() {
    let (pair, port) = rolled(hunt_crossley());
    let (mut voice, mut hands) = pair.start(RATE, Options::default());
    play_everything(&mut hands, &pair, port, hunt_crossley());
    drop(hands);
    counted(&mut voice, "no hands");
}
