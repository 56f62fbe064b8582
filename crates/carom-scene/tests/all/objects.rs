//! Shapes, materials and gestures as they are heard.

use carom_listen::{Partial, centroid, listen};
use carom_scene::modes::modes;
use carom_scene::plan::Plan;
use carom_scene::render::{RenderOptions, Rendering, render};
use carom_scene::scene::Scene;

fn plan(text: &str) -> Plan {
    Scene::parse("test.toml", text).unwrap_or_else(|errors| panic!("{errors}")).plan
}

fn refused(text: &str) -> String {
    Scene::parse("test.toml", text).unwrap_err().to_string()
}

fn play(text: &str) -> Rendering {
    render(&plan(text), RenderOptions::default()).unwrap()
}

/// A hard light hammer on a shape, struck and heard at these places.
fn struck(material: &str, shape: &str, at: &str, heard: &str) -> String {
    format!(
        r#"
        version = 1
        duration = 4
        [[body]]
        name = "hammer"
        mass = 0.002
        velocity = 1.0
        [[body]]
        name = "thing"
        material = "{material}"
        shape = {shape}
        [[contact]]
        between = ["hammer", "thing"]
        at = {{ thing = {at} }}
        law = {{ kind = "hunt-crossley", stiffness = 1e8, exponent = 1.5, mu = 0.3 }}
        [[pickup]]
        body = "thing"
        at = {heard}
        "#
    )
}

/// Partials of the rendered sound that lie above `least` dB.
fn partials(rendering: &Rendering, rate: f64, least: f64) -> Vec<Partial> {
    let cues = listen(&rendering.heard, rate);
    cues.partials.into_iter().filter(|partial| partial.level_db > least).collect()
}

#[test]
fn partials_have_the_frequencies_and_decays_of_their_design() {
    let things = [
        ("steel", "{ kind = 'bar', length = 0.3, width = 0.03, thickness = 0.005 }", "0.21", "0.0"),
        (
            "aluminium",
            "{ kind = 'bar', length = 0.2, width = 0.02, thickness = 0.006, ends = 'cantilever' }",
            "0.83",
            "1.0",
        ),
        ("brass", "{ kind = 'tube', length = 0.5, diameter = 0.02, wall = 0.002 }", "0.13", "0.02"),
        (
            "steel",
            "{ kind = 'string', length = 0.6, diameter = 0.001, frequency = 300.0 }",
            "0.17",
            "0.07",
        ),
        (
            "glass",
            "{ kind = 'bowl', diameter = 0.16, thickness = 0.004 }",
            "[0.95, 0.0]",
            "[1.0, 0.0]",
        ),
        (
            "bronze",
            "{ kind = 'round-plate', diameter = 0.2, thickness = 0.004 }",
            "[0.83, 0.0]",
            "[0.97, 0.0]",
        ),
        (
            "glass",
            "{ kind = 'plate', length = 0.23, width = 0.17, thickness = 0.006, edges = 'clamped' }",
            "[0.31, 0.37]",
            "[0.22, 0.61]",
        ),
        (
            "wood",
            "{ kind = 'block', length = 0.17, width = 0.06, height = 0.03 }",
            "[0.1, 0.2]",
            "[0.03, 0.9]",
        ),
    ];
    for (material, shape, at, heard) in things {
        let text = struck(material, shape, at, heard);
        let (rendering, listing) = (play(&text), modes(&plan(&text)).unwrap());
        let designed = &listing.bodies[1].modes;
        let found = partials(&rendering, 44_100.0, -35.0);
        assert!(found.len() >= 3, "{shape}: {found:?}");
        for partial in &found {
            let off = |f: f64| (f / partial.frequency_hz - 1.0).abs();
            // Modes that no ear could tell apart count as one.
            let near: Vec<_> = designed
                .iter()
                .filter(|mode| off(mode.frequency) < 0.001 + 0.5 / mode.q.unwrap_or(1e9).powi(2))
                .collect();
            assert!(!near.is_empty(), "{shape}: {partial:?} is no mode");
            // Two that beat within their decay are measured as one with another decay.
            if near.iter().any(|mode| (mode.frequency / near[0].frequency - 1.0).abs() > 1e-6) {
                continue;
            }
            let decay = partial.decay_s.unwrap();
            let close = |mode: &&&carom_scene::modes::ModeListing| {
                // 60 dB are ln 1000 = 6.9 times the time to 1/e.
                mode.decay.is_some_and(|t| (decay * 1000f64.ln() / t - 1.0).abs() < 0.02)
            };
            assert!(near.iter().any(|mode| close(&mode)), "{shape}: {partial:?} {near:?}");
        }
    }
}

#[test]
fn a_mode_that_is_struck_at_its_node_is_silent() {
    let shape = "{ kind = 'bar', length = 0.3, width = 0.03, thickness = 0.005 }";
    let text = struck("steel", shape, "0.5", "0.0");
    let listing = modes(&plan(&text)).unwrap();
    let even = listing.bodies[1].modes.iter().filter(|mode| mode.frequency > 0.0).nth(1).unwrap();
    assert!(even.weight.unwrap().abs() < 1e-12);
    let found = partials(&play(&text), 44_100.0, -60.0);
    let heard =
        found.iter().any(|partial| (partial.frequency_hz / even.frequency - 1.0).abs() < 0.01);
    assert!(!heard && found.len() >= 3, "{found:?}");
}

#[test]
fn the_same_modes_are_kept_at_every_sample_rate() {
    let shape = "{ kind = 'plate', length = 0.3, width = 0.2, thickness = 0.004 }";
    let count = |rate: u32| {
        let text = struck("steel", shape, "[0.3, 0.4]", "[0.1, 0.1]");
        let text = text.replace("duration = 4", &format!("sample_rate = {rate}"));
        modes(&plan(&text)).unwrap().bodies[1].modes.len()
    };
    assert_eq!([44_100, 48_000, 96_000, 192_000].map(count), [count(44_100); 4]);
    let fewer = struck("steel", shape, "[0.3, 0.4]", "[0.1, 0.1]");
    let fewer = fewer.replace("duration = 4", "highest_mode = 5000");
    assert!(modes(&plan(&fewer)).unwrap().bodies[1].modes.len() < count(44_100));
}

/// Contacts per second, level and centroid below 20 kHz of the middle of a journey.
fn texture(text: &str, rate: f64) -> [f64; 3] {
    let text = text.replace("version = 1", &format!("version = 1\nsample_rate = {rate}"));
    let rendering = play(&text);
    let sound = &rendering.heard[(0.3 * rate) as usize..(3.3 * rate) as usize];
    let level = (sound.iter().map(|x| x * x).sum::<f64>() / sound.len() as f64).sqrt();
    let seconds = rendering.summary.samples as f64 / rate;
    let count = rendering.summary.contacts[0].log.count as f64;
    [count / seconds, level, centroid(sound, rate)]
}

#[test]
fn rolling_and_scraping_sound_the_same_at_every_sample_rate() {
    let roll = r#"
        version = 1
        [[body]]
        name = "ball"
        mass = 0.0052
        material = "glass"
        [[body]]
        name = "pane"
        material = "glass"
        shape = { kind = "plate", length = 1.2, width = 0.1, thickness = 0.008, edges = "supported" }
        [[contact]]
        between = ["ball", "pane"]
        [[gesture]]
        kind = "roll"
        body = "ball"
        on = "pane"
        from = [0.05, 0.3]
        to = [0.95, 0.62]
        speed = 0.3
        surface = { kind = "rough", rms = 4e-6, correlation = 0.0012, finest = 0.0003 }
        [[pickup]]
        body = "pane"
        at = [0.81, 0.37]
        "#;
    let scrape = r#"
        version = 1
        [[body]]
        name = "stick"
        mass = 0.002
        material = "wood"
        radius = 0.001
        [[body]]
        name = "board"
        material = "wood"
        shape = { kind = "plate", length = 2.0, width = 0.1, thickness = 0.015, edges = "supported" }
        [[contact]]
        between = ["stick", "board"]
        [[gesture]]
        kind = "scrape"
        body = "stick"
        on = "board"
        from = [0.05, 0.5]
        to = [0.95, 0.55]
        speed = 0.5
        force = 0.1
        surface = { kind = "rough", rms = 6e-5, correlation = 0.0015, finest = 0.0003 }
        [[pickup]]
        body = "board"
        at = [0.7, 0.3]
        "#;
    for text in [roll, scrape] {
        let textures = [44_100.0, 48_000.0, 96_000.0, 192_000.0].map(|rate| texture(text, rate));
        println!("{textures:?}");
        assert!(textures[0][0] > 20.0, "it hops: {textures:?}");
        for texture in &textures[1..] {
            for (value, reference) in texture.iter().zip(&textures[0]) {
                assert!((value / reference - 1.0).abs() < 0.05, "{textures:?}");
            }
        }
    }
}

const DROPPED: &str = r#"
    version = 1
    [[body]]
    name = "ball"
    mass = 0.01
    material = "steel"
    [[body]]
    name = "floor"
    wall = true
    material = "stone"
    [[contact]]
    between = ["ball", "floor"]
    [[gesture]]
    kind = "bounce"
    body = "ball"
    height = 0.2
    [[pickup]]
    body = "ball"
    "#;

#[test]
fn a_ball_dropped_on_the_floor_comes_to_rest_and_stays() {
    let rendering = play(&DROPPED.replace("version = 1", "version = 1\nduration = 70"));
    let summary = &rendering.summary;
    let ball = &summary.at_end.bodies[0];
    assert_eq!((ball.velocity, ball.energy), (0.0, 0.0));
    assert!(summary.contacts[0].log.count > 20);
    assert!(summary.energy.residual.abs() < 1e-12, "{:e}", summary.energy.residual);
    let at = |seconds: f64| rendering.ledgers.iter().find(|(time, _)| *time > seconds).unwrap().1;
    assert_eq!(at(10.0).dissipated(), at(69.0).dissipated());
    assert_eq!(at(10.0).stored(), at(69.0).stored());
}

#[test]
fn without_a_law_materials_and_hardness_make_one() {
    // A steel ball of 10 g on stone, from 0.2 m: Hertz's stiffness, the restitution of the pair.
    let rendering = play(DROPPED);
    let contact = &rendering.summary.contacts[0];
    let time = contact.log.first_contact_time.unwrap();
    assert!((2e-5..2e-4).contains(&time), "{time}");
    // Hardness is a contact time at 1 m/s: 8 ms to 0.15 ms by equal ratios.
    let mallet = |hardness: f64, speed: f64| {
        let text = format!(
            r#"
            version = 1
            duration = 0.1
            [[body]]
            name = "mallet"
            mass = 0.03
            hardness = {hardness}
            velocity = {speed}
            [[body]]
            name = "wall"
            wall = true
            [[contact]]
            between = ["mallet", "wall"]
            "#
        );
        play(&text).summary.contacts[0].log.first_contact_time.unwrap()
    };
    for (hardness, expected) in [(0.0, 8e-3), (0.5, (8e-3f64 * 1.5e-4).sqrt()), (1.0, 1.5e-4)] {
        let found = mallet(hardness, 1.0);
        assert!((found / expected - 1.0).abs() < 0.003, "{hardness}: {found} {expected}");
        assert!(mallet(hardness, 3.0) < 0.9 * found);
    }
}

#[test]
fn what_cannot_be_is_said_where_it_stands() {
    let bar = "{ kind = 'bar', length = 0.3, width = 0.03, thickness = 0.005 }";
    let with = |from: &str, to: &str| struck("steel", bar, "0.3", "0.1").replace(from, to);
    let cases = [
        (with("length = 0.3", "length = -0.3"), "`length` is -0.3", "from 1e-12 to 10000 (m)"),
        (with("material = \"steel\"", "material = \"steal\""), "`steal`", "did you mean `steel`?"),
        (with("thing = 0.3", "thing = 1.3"), "no place on body `thing`", "from 0 to 1"),
        (with("thing = 0.3", "thing = [0.3, 1.2]"), "no place on body `thing`", "one number"),
        (with("kind = 'bar'", "kind = 'barr'"), "\"barr\"", "did you mean `bar`?"),
        (with("thickness = 0.005", "thikness = 0.005"), "thikness", "did you mean `thickness`?"),
        (with("material = \"steel\"", ""), "no `material`", "of what?"),
        (with("mass = 0.002", "mass = 0.002\nhardness = 2"), "`hardness` is 2", "from 0"),
    ];
    for (text, first, second) in cases {
        let errors = refused(&text);
        assert!(errors.contains(first) && errors.contains(second), "{errors}");
    }
    let thick = struck(
        "glass",
        "{ kind = 'plate', length = 0.3, width = 0.1, thickness = 0.2 }",
        "[0.3, 0.3]",
        "[0.1, 0.1]",
    );
    let warnings =
        Scene::parse("test.toml", &thick).unwrap().warnings_report().unwrap().to_string();
    assert!(warnings.contains("thickness"), "{warnings}");
    let no_law =
        with("law = { kind = \"hunt-crossley\", stiffness = 1e8, exponent = 1.5, mu = 0.3 }", "");
    let errors = refused(&no_law);
    assert!(errors.contains("no `law`") && errors.contains("hardness"), "{errors}");
}

#[test]
fn gestures_that_cannot_be_are_refused() {
    let base = |gesture: &str| {
        format!(
            r#"
            version = 1
            [[body]]
            name = "ball"
            mass = 0.01
            material = "steel"
            [[body]]
            name = "plate"
            material = "glass"
            shape = {{ kind = "plate", length = 0.3, width = 0.2, thickness = 0.005 }}
            [[contact]]
            between = ["ball", "plate"]
            [[gesture]]
            {gesture}
            "#
        )
    };
    let roll = |rest: &str| {
        base(&format!("kind = 'roll'\nbody = 'ball'\non = 'plate'\nfrom = [0.1, 0.1]\n{rest}"))
    };
    let cases = [
        (roll("to = [0.9, 1.4]\nspeed = 0.2"), "no place on body `plate`"),
        (roll("to = [0.1, 0.1]\nspeed = 0.2"), "it goes nowhere"),
        (roll("to = [0.9, 0.1]\nspeed = 0"), "`speed` is [0.0]"),
        (roll("to = [0.9, 0.1]\nspeed = [1, 2, 3]"), "`speed` has 3 values"),
        (
            roll("to = [0.9, 0.1]\nspeed = 0.1\nsurface = { kind = 'file', path = 'none.csv' }"),
            "none.csv",
        ),
        (
            roll(
                "to = [0.9, 0.1]\nspeed = 0.1\nsurface = { kind = 'rough', rms = -1, correlation = 1 }",
            ),
            "`rms` is -1",
        ),
        (
            roll(
                "to = [0.9, 0.1]\nspeed = 0.1\nsurface = { kind = 'rough', rsm = 1, correlation = 1 }",
            ),
            "did you mean `rms`?",
        ),
        (base("kind = 'bounce'\nbody = 'plate'\nheight = 0.1"), "not a free mass"),
        (base("kind = 'bounce'\nbody = 'ball'\nheight = 0"), "`height` is 0"),
        (base("kind = 'bounse'\nbody = 'ball'\nheight = 1"), "bounce"),
        (
            base(
                "kind = 'drum-roll'\nbodies = ['ball', 'stick']\nrate = 9\nvelocity = 1\nduration = 1",
            ),
            "there is no body `stick`",
        ),
    ];
    for (text, expected) in cases {
        let errors = refused(&text);
        assert!(errors.contains(expected), "{errors}");
    }
}
