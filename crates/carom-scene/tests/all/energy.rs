//! Scenes that once made energy, or memory.

use carom_scene::render::{RenderOptions, render_sound};
use carom_scene::scene::Scene;

/// A mass that is pushed hits a body that rings, which hits a mass before a wall, at first so gently that the loss of
/// constant restitution, set then, was out of all proportion to what came later.
const CHAIN: &str = r#"
version = 1
duration = 0.1
highest_mode = 2000
[[body]]
name = "b0"
mass = 0.00016921653697156007
velocity = -18.31307659986613
force = 17.5977394920169
[[body]]
name = "b1"
modes = {frequency = [2906.5957918444547, 550.4854245703087], q = 11.724111209861327, mass = 0.1551521967053404}
[[body]]
name = "b2"
mass = 0.002000931371255957
material = "spruce"
[[body]]
name = "b3"
shape = {kind = "bell", diameter = 0.061147546633306626, thickness = 0.006013684466745269}
material = "stone"
[[contact]]
between = ["b0", "b1"]
law = {kind = "constant-restitution", stiffness = 6648.853580126918, exponent = 1.5226296758115039, restitution = 0.3889161663787212}
gap = 0.004584604317236559
[[contact]]
between = ["b1", "b2"]
law = {kind = "hertz", first = {young = 90529430769.24773, poisson = 0.0741688885258697, radius = 0.0025078242140455414}, second = {young = 114515476.20741692, poisson = 0.012995690744681876}, restitution = 0.6550784278598611, speed = 1}
[[contact]]
between = ["b2", "b3"]
"#;

#[test]
fn a_chain_with_constant_restitution_makes_no_energy() {
    let scene = Scene::parse("chain", CHAIN).unwrap();
    let rendering = render_sound(&scene.plan, RenderOptions::default()).unwrap().rendering;
    let energy = rendering.summary.energy;
    assert!(energy.residual.abs() < 1e-9, "{:e}", energy.residual);
    // The heaviest thing that moves is the mass that is pushed: no contact is hit by more than that.
    for contact in &rendering.summary.contacts {
        assert!(contact.log.peak_force < 1e4, "{}: {} N", contact.name, contact.log.peak_force);
    }
    assert_eq!(rendering.summary.stopped, 0);
}

/// A number that is out of range is refused before anything is made of it: here it would be 687 GB of points.
#[test]
fn numbers_out_of_range_are_not_expanded() {
    for (points, allowed) in [("2147483648", false), ("201", false), ("1", false), ("200", true)] {
        let text = format!(
            r#"
            version = 1
            duration = 0.01
            highest_mode = 500
            [[body]]
            name = "string"
            material = "steel"
            shape = {{ kind = "string", length = 0.62, diameter = 0.001, tension = 700 }}
            [[body]]
            name = "bridge"
            wall = true
            [[contact]]
            between = ["string", "bridge"]
            along = {{ from = 0.6, to = 0.62, points = {points} }}
            gap = 1e-4
            law = {{ kind = "power", stiffness = 1e8, exponent = 1.5 }}
            "#
        );
        let parsed = Scene::parse("points", &text);
        assert_eq!(parsed.is_ok(), allowed, "{points}");
        if let Err(error) = parsed {
            let message = error.to_string();
            assert!(message.contains("points") && message.contains(points), "{message}");
        }
    }
}
