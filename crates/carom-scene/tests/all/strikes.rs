//! Strikes at places of their own, and presses: what a player of a keyboard does to a bar.

use carom_scene::plan::{Plan, Spot};
use carom_scene::render::{RenderOptions, Rendering, Sound, render, render_sound};
use carom_scene::scene::Scene;

/// A mallet that strikes a bar twice, and a piece of felt above the bar.
const BAR: &str = r#"version = 1
duration = 0.6
highest_mode = 12000
level = { full_scale = 1 }
strikes = [
    { body = "mallet", time = 0.01, velocity = 1 },
    { body = "mallet", time = 0.3, velocity = 1 },
]
[[body]]
name = "mallet"
mass = 0.02
[[body]]
name = "bar"
material = "rosewood"
shape = { kind = "bar", length = 0.3, width = 0.04, thickness = 0.015, suspension = 20 }
[[body]]
name = "felt"
wall = true
[[contact]]
between = ["mallet", "bar"]
at = { bar = 0.5 }
law = { kind = "hunt-crossley", stiffness = 1e8, exponent = 2, mu = 0.3 }
[[contact]]
between = ["felt", "bar"]
at = { bar = 0.45 }
gap = 0.01
law = { kind = "hunt-crossley", stiffness = 1e7, exponent = 1.5, mu = 20 }
[[pickup]]
body = "bar"
at = 0.05
quantity = "velocity"
"#;

const PRESS: &str = r#"gesture=[{kind='press',body='felt',on='bar',time=0.1,gap=-0.0005},
    {kind='press',body='felt',on='bar',time=0.25,gap=0.01,over=0.01}]"#;

fn plan(set: &[&str]) -> Plan {
    Scene::parse_with("test.toml", BAR, set).unwrap_or_else(|errors| panic!("{errors}")).plan
}

fn sound(set: &[&str]) -> Sound {
    render_sound(&plan(set), RenderOptions::default()).unwrap()
}

fn rendered(set: &[&str]) -> Rendering {
    render(&plan(set), RenderOptions::default()).unwrap()
}

fn refused(set: &[&str]) -> String {
    match Scene::parse_with("test.toml", BAR, set) {
        Ok(_) => panic!("accepted: {set:?}"),
        Err(errors) => errors.to_string(),
    }
}

fn peak(samples: &[f32]) -> f64 {
    samples.iter().fold(0.0, |peak, sample| f64::from(sample.abs()).max(peak))
}

/// The largest difference of two sounds, as a share of the peak of the second.
fn distance(one: &[f32], other: &[f32]) -> f64 {
    assert_eq!(one.len(), other.len());
    let difference: Vec<f32> = one.iter().zip(other).map(|(a, b)| a - b).collect();
    peak(&difference) / peak(other)
}

#[test]
fn a_strike_lands_where_it_says() {
    let moved = sound(&["strikes.0.at=0.2", "strikes.1.at=0.2"]);
    let there = sound(&["contact.0.at.bar=0.2"]);
    // Above 12 kHz, what was not kept gives way as it does at the place of the strike.
    assert!(distance(&moved.left, &there.left) < 1e-9);
    assert!(distance(&moved.left, &sound(&[]).left) > 0.1);
    assert!(moved.rendering.summary.energy.residual.abs() < 1e-11);
}

#[test]
fn a_strike_without_a_place_returns_to_that_of_the_contact() {
    let plan = plan(&["strikes.0.at=0.2"]);
    let places: Vec<_> = plan.strikes.iter().map(|strike| strike.at.clone()).collect();
    let place = |along: f64| Some(Spot::Place([along, 0.5]));
    assert_eq!(places, [place(0.2), place(0.5)]);
    // The felt stops the bar between the two, so that they sound alike.
    let damped = [PRESS, "gesture.0.time=0.02", "contact.1.law.mu=5"];
    let [there, here] = [["strikes.0.at=0.2"], [""]].map(|at| {
        let set: Vec<&str> = damped.into_iter().chain(at).filter(|set| !set.is_empty()).collect();
        sound(&set)
    });
    let second = 13_230..13_230 + 2205;
    let first = 441..441 + 2205;
    assert!(distance(&there.left[first.clone()], &here.left[first]) > 0.1);
    assert!(distance(&there.left[second.clone()], &here.left[second]) < 0.02);
}

#[test]
fn a_place_of_a_strike_is_checked() {
    let error = refused(&["strikes.0.at=1.5"]);
    assert!(error.contains("strike 0: this is no place on body `bar`"), "{error}");
    assert!(error.contains("one number from 0 to 1"), "{error}");
    let error = refused(&["strikes.0.at='tip'"]);
    assert!(error.contains("this is no place on body `bar`"), "{error}");
    let error = refused(&["strikes.0.at=true"]);
    assert!(error.contains("a number from 0 to 1, two numbers in brackets"), "{error}");
}

#[test]
fn a_scheme_that_cannot_move_contacts_says_so() {
    let ball = "version=1\nscheme='quadratic'\nduration=0.1\n[[body]]\nname='ball'\nmass=0.01\n\
        [[body]]\nname='wall'\nwall=true\n[[contact]]\nbetween=['ball','wall']\n\
        law={kind='hunt-crossley',stiffness=1e6,exponent=1.5,mu=0.1,adhesive=true}\n\
        [[gesture]]\nkind='press'\nbody='wall'\non='ball'\ntime=0.05\ngap=-1e-3\n";
    let parsed = Scene::parse("test.toml", ball).unwrap_or_else(|errors| panic!("{errors}"));
    let refused = render(&parsed.plan, RenderOptions::default()).map(|_| "rendered");
    let error = refused.unwrap_err().to_string();
    assert!(error.contains("quadratic") && error.contains("cannot move a contact"), "{error}");
}

#[test]
fn felt_that_comes_down_stops_the_bar_and_lets_it_ring_again() {
    let (open, damped) = (sound(&[]), sound(&[PRESS]));
    let (touched, lifted) = (4410, 11_025);
    assert_eq!(open.left[..touched], damped.left[..touched]);
    let late = lifted - 441..lifted;
    let share = peak(&damped.left[late.clone()]) / peak(&open.left[late]);
    assert!(share < 0.03, "{share}");
    // Lifted, it lets the second strike ring as long as ever.
    let second = 13_230 + 4410..13_230 + 8820;
    let share = peak(&damped.left[second.clone()]) / peak(&open.left[second]);
    assert!(share > 0.5, "{share}");
    let summary = damped.rendering.summary;
    assert!(summary.contacts[1].log.count > 0);
    assert!(summary.energy.residual.abs() < 1e-11, "{:?}", summary.energy);
}

#[test]
fn a_press_takes_as_long_as_it_says() {
    let pressed = |over: &str| {
        let set = ["strikes=[]", PRESS, "gesture.0.time=0.1", over, "contact.1.gap=0.001"];
        rendered(&set).summary.contacts[1].log.first_contact_at.unwrap()
    };
    // From 1 mm above to 0.5 mm below: it touches after two thirds of the way.
    for (set, over) in [("gesture.0.over=0.06", 0.06), ("gesture.0.over=0.02", 0.02)] {
        let touched = pressed(set);
        assert!((touched - 0.1 - over / 1.5).abs() < 2.0 / 44_100.0, "{set}: {touched}");
    }
    assert!((pressed("gesture.0.over=0") - 0.1).abs() < 2.0 / 44_100.0);
    let plan = plan(&["gesture=[{kind='press',body='felt',on='bar',time=1,gap=0}]"]);
    assert_eq!(plan.presses[0].over, 0.02);
}

#[test]
fn a_run_waits_for_presses() {
    let late = "gesture=[{kind='press',body='felt',on='bar',time=9,gap=-1e-4,over=0.5}]";
    let text = BAR.replace("duration = 0.6\n", "");
    let parsed = Scene::parse_with("test.toml", &text, &[late]).unwrap();
    let summary = render(&parsed.plan, RenderOptions::default()).unwrap().summary;
    assert!(summary.samples as f64 >= 9.5 * 44_100.0, "{}", summary.samples);
}

#[test]
fn presses_are_in_the_order_of_time() {
    let plan = plan(&[PRESS, "gesture.0.time=0.4"]);
    let times: Vec<f64> = plan.presses.iter().map(|press| press.time).collect();
    assert_eq!(times, [0.25, 0.4]);
    assert_eq!(plan.presses[0].contact, 1);
}

#[test]
fn what_is_wrong_with_a_press_is_named() {
    let wrong = [
        ("gesture.0.on='bra'", "gesture 0 (press): there is no body `bra`"),
        ("gesture.0.on='mallet'", "gesture 0 (press): no contact is between `felt` and `mallet`"),
        ("gesture.0.on='felt'", "gesture 0 (press): no contact is between `felt` and `felt`"),
        ("gesture.0.gap=2", "gesture 0 (press): `gap` is 2"),
        ("gesture.0.over=-1", "gesture 0 (press): `over` is -1"),
        ("gesture.0.time=-1", "gesture 0 (press): `time` is -1"),
    ];
    for (set, said) in wrong {
        let error = refused(&[PRESS, set]);
        assert!(error.contains(said), "{set}: {error}");
    }
    let way = "{kind='scrape',body='mallet',on='bar',from=0.2,to=0.8,speed=1,force=1}";
    let set = format!("gesture=[{way},{{kind='press',body='mallet',on='bar',time=0,gap=0}}]");
    let error = refused(&[&set, "body.mallet.radius=0.01"]);
    assert!(error.contains("gesture 1 (press): a roll or scrape moves `mallet`"), "{error}");
    let loose = BAR.replace(", suspension = 20", "");
    let loose = Scene::parse_with("test.toml", &loose, &[PRESS]);
    let warnings = loose.unwrap().warnings_report().unwrap().to_string();
    assert!(warnings.contains("nothing holds `bar`"), "{warnings}");
    let late = Scene::parse_with("test.toml", BAR, &[PRESS, "gesture.1.time=3"]).unwrap();
    let warnings = late.warnings_report().unwrap().to_string();
    assert!(warnings.contains("gesture 1 (press): `time` is 3.0, after the end"), "{warnings}");
}
