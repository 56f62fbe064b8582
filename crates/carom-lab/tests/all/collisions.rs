//! Collisions from files: closed forms, what is conserved, what is refused, and what the page says.

use std::fs;
use std::path::PathBuf;

use carom::numeric::Random;
use carom_files::reference_of;
use carom_lab::collision::{
    Answer, CollideError, Collision, EXAMPLES, Method, Parsed, SEVERAL, collide, compare,
};
use serde_json::Value;

const SPHERE: &str = r#"
version = 1
restitution = 0.7
friction = { coefficient = 0.1 }
[[body]]
name = "ball"
mass = 0.17
shape = { kind = "sphere", diameter = 0.06 }
velocity = [1.0, -1.3, -1.5]
spin = [4, 11, 30]
[[body]]
name = "floor"
immovable = true
"#;

fn read(text: &str, assignments: &[&str]) -> Parsed {
    Collision::parse_with("test.toml", text, assignments)
        .unwrap_or_else(|errors| panic!("{errors}"))
}

fn by(parsed: &Parsed, method: Method) -> Answer {
    collide(parsed, method, None).unwrap_or_else(|error| panic!("{}: {error}", method.name()))
}

fn length(a: [f64; 3]) -> f64 {
    a.iter().map(|x| x * x).sum::<f64>().sqrt()
}

fn near(a: f64, b: f64, tolerance: f64) -> bool {
    (a - b).abs() <= tolerance * (1.0 + b.abs())
}

#[test]
fn a_disc_and_a_sphere_follow_their_closed_forms_with_friction() {
    let disc = "body.ball.shape={kind=\"disc\",diameter=0.06,axis=[0,1,0]}";
    let shell = "body.ball.shape={kind=\"hollow-sphere\",diameter=0.06}";
    let in_plane = ["body.ball.velocity=[1,0,-1.5]", "body.ball.spin=[0,11,0]"];
    // Tangential mobility times mass, 1 + m r²/J.
    for (set, mobility) in
        [(vec![], 3.5), (vec![shell], 2.5), (vec![disc, in_plane[0], in_plane[1]], 3.0)]
    {
        for (friction, slides) in
            [("friction.coefficient=0.05", true), ("friction.coefficient=9", false)]
        {
            let mut set = set.clone();
            set.push(friction);
            let parsed = read(SPHERE, &set);
            for method in [Method::Mirtich, Method::Pulse] {
                let answer = by(&parsed, method);
                let slip = answer.slip.before;
                let size = slip[0].hypot(slip[1]);
                let push = 0.17 * 1.7 * 1.5;
                let drag = if slides { 0.05 * push } else { 0.17 * size / mobility };
                for (i, wanted) in
                    [-drag * slip[0] / size, -drag * slip[1] / size, push].into_iter().enumerate()
                {
                    let error = (answer.impulse[i] - wanted).abs();
                    assert!(error < 1e-12, "{set:?} {}: {error:e}", method.name());
                }
                assert_eq!(answer.sticking == Some(0.0), slides, "{set:?}");
            }
        }
    }
}

#[test]
fn two_billiard_balls_follow_theirs() {
    let parsed = read(EXAMPLES[1].text, &[]);
    let push = 0.17 * 1.95 * 2.0 * 0.75f64.sqrt() / 2.0;
    // The cue ball slips along (1, −√3)/2, and friction holds it back.
    let root = 0.75f64.sqrt();
    let wanted = [-root * push - 0.5 * 0.06 * push, -0.5 * push + root * 0.06 * push];
    for method in Method::ALL {
        let answer = by(&parsed, method);
        // A compliant contact slides throughout only in the limit.
        let tolerance = if method == Method::Compliant { 2e-3 } else { 1e-9 };
        for i in 0..2 {
            assert!(near(answer.impulse[i], wanted[i], tolerance), "{answer:?}");
            let momentum = 0.17 * (answer.bodies[0].velocity[i] + answer.bodies[1].velocity[i]);
            assert!(near(momentum, [0.34, 0.0][i], 1e-14), "{momentum}");
        }
    }
}

#[test]
fn every_example_keeps_momentum_and_gains_no_energy_by_any_method() {
    for example in EXAMPLES {
        let parsed = read(example.text, &[]);
        assert!(parsed.collision.title.is_some(), "{}", example.name);
        let about = parsed.collision.description.clone().unwrap_or_default();
        assert_eq!(about.trim().lines().count(), 2, "{}", example.name);
        let comparison = compare(&parsed, Some(1e5));
        assert!(comparison.refused.is_empty(), "{}: {:?}", example.name, comparison.refused);
        for answer in &comparison.collisions {
            let name = format!("{} by {}", example.name, answer.method);
            let Value::Object(residual) = serde_json::to_value(answer.residual).unwrap() else {
                panic!()
            };
            assert!(residual.values().all(|x| x.as_f64().unwrap() < 1e-12), "{name}: {residual:?}");
            assert!(answer.energy.after <= answer.energy.before * (1.0 + 1e-12), "{name}");
            assert!(answer.energy.after > 0.0, "{name}");
            let mut sum = [0.0; 3];
            for sample in &answer.history {
                for (sum, force) in sum.iter_mut().zip(sample.force) {
                    *sum += force / 1e5;
                }
            }
            if answer.method == "mirtich" {
                assert!(answer.history.is_empty() && answer.peak_force.is_none());
                continue;
            }
            let off = [0, 1, 2].map(|i| sum[i] - answer.impulse[i]);
            assert!(length(off) < 1e-12 * length(answer.impulse), "{name}: {off:?}");
            assert!(answer.contact_time > 0.0 && answer.peak_force > Some(0.0), "{name}");
        }
    }
}

#[test]
fn the_superball_comes_back_only_where_the_contact_gives_way() {
    let parsed = read(EXAMPLES[2].text, &[]);
    assert!(by(&parsed, Method::Compliant).bodies[0].velocity[0] < -0.2);
    assert!(by(&parsed, Method::Mirtich).bodies[0].velocity[0] > 0.2);
}

#[test]
fn a_printed_table_comes_out_of_a_file() {
    // Table 4 of Iguchi, Kodama and Noborio, trial 6: before and after.
    let parsed = read(
        EXAMPLES[0].text,
        &[
            "iguchi={convention=\"table-4\"}",
            "restitution=0.57394",
            "friction.coefficient=0.1028",
            "body.puck.velocity=[1.250,0,-2.273]",
            "body.puck.spin=[0,-3.967,0]",
        ],
    );
    let puck = &by(&parsed, Method::Iguchi).bodies[0];
    assert!((puck.velocity[0] - 0.882).abs() < 0.005, "{puck:?}");
    assert!((puck.velocity[2] - 1.305).abs() < 0.001, "{puck:?}");
    assert!((puck.spin[1] - 12.423).abs() < 0.25, "{puck:?}");
}

#[test]
fn restitution_may_fall_with_speed_in_every_method() {
    for speed in [0.5, 5.0] {
        let velocity = format!("body.ball.velocity=[0,0,-{speed}]");
        let parsed =
            read(SPHERE, &["restitution={slow=0.7,mu=0.19}", "body.ball.spin=[0,0,0]", &velocity]);
        let e = by(&parsed, Method::Mirtich).bodies[0].velocity[2] / speed;
        // ln[(1+a)/(1−a·e)] = a(1+e), for the slow one and for this one.
        let loss = |e: f64, a: f64| ((1.0 + a) / (1.0 - a * e)).ln() - a * (1.0 + e);
        let (mut low, mut high) = (1e-6, 1.0 / 0.7 - 1e-9);
        for _ in 0..200 {
            let middle = 0.5 * (low + high);
            if loss(0.7, middle) < 0.0 { low = middle } else { high = middle }
        }
        assert!(loss(e, low + 0.19 * speed).abs() < 1e-9, "{speed}: {e}");
        for method in Method::ALL {
            let bounced = by(&parsed, method).bodies[0].velocity[2] / speed;
            assert!(near(bounced, e, 1e-4), "{}: {bounced} {e}", method.name());
        }
    }
}

#[test]
fn a_contact_lasts_as_long_as_it_is_told() {
    for shape in ["hertz", "half-sine", "gaussian"] {
        let kind = format!("pulse.shape={{kind=\"{shape}\"}}");
        let parsed = read(SPHERE, &["duration=0.002", &kind]);
        assert!(near(by(&parsed, Method::Pulse).contact_time, 0.002, 1e-12), "{shape}");
        assert!(near(by(&parsed, Method::Iguchi).contact_time, 0.002, 2e-5));
        let lasts = by(&parsed, Method::Compliant).contact_time;
        assert!((lasts / 0.002 - 1.0).abs() < 2e-3, "{lasts}");
    }
    // A lossless sphere on a wall: 2.9432·x_m/v with x_m = (5 m v²/(4 k))^(2/5) (Hertz).
    let parsed =
        read(SPHERE, &["restitution=1", "compliant.stiffness=1e8", "friction.coefficient=0"]);
    let depth = (1.25 * 0.17 * 1.5f64.powi(2) / 1e8).powf(0.4);
    let wanted = 2.943_275 * depth / 1.5;
    let lasts = by(&parsed, Method::Compliant).contact_time;
    assert!((lasts / wanted - 1.0).abs() < 1e-3, "{lasts} {wanted}");
}

fn scratch(name: &str, text: &str) -> PathBuf {
    let directory = std::env::temp_dir().join(format!("carom-collisions-{}", std::process::id()));
    fs::create_dir_all(&directory).unwrap();
    let path = directory.join(name);
    fs::write(&path, text).unwrap();
    path
}

#[test]
fn a_measured_force_gives_its_shape_and_its_faults_are_placed() {
    let with = |name: &str, table: &str| {
        let path = scratch(name, table);
        let scene = path.with_extension("toml");
        let text =
            format!("pulse = {{ shape = {{ kind = \"file\", path = \"{name}\" }} }}\n{SPHERE}");
        let parsed = Collision::parse(scene.to_str().unwrap(), &text).unwrap();
        collide(&parsed, Method::Pulse, None)
    };
    // A triangle that lasts 3 ms: its peak is twice its mean, whatever the units of its force.
    let answer = with("triangle.csv", "force,time\n0,0.001\n50,0.002\n0,0.004\n").unwrap();
    assert!(near(answer.contact_time, 0.003, 1e-12));
    let mean = answer.impulse[2] / 0.003;
    let steepest = answer.curve.iter().map(|s| s.force[2]).fold(0.0, f64::max);
    assert!((steepest / mean - 2.0).abs() < 0.02, "{steepest} {mean}");
    for (name, table, says) in [
        (
            "text.csv",
            "time,force\n0,0\n1e-3,strong\n",
            "text.csv, line 3, column \"force\": \"strong\"",
        ),
        ("back.csv", "time,force\n0,0\n1,2\n0.5,0\n", "line 4, column \"time\": 0.5"),
        ("pull.csv", "time,force\n0,0\n1,-2\n2,0\n", "line 3, column \"force\": -2"),
        ("column.csv", "time,newton\n0,0\n", "no column \"force\""),
        ("flat.csv", "time,force\n0,0\n1,0\n", "area of the trace is 0"),
    ] {
        let error = with(name, table).unwrap_err().to_string();
        assert!(error.contains(says) && error.contains("path = "), "{name}: {error}");
    }
    let gone = read(SPHERE, &["pulse.shape={kind=\"file\",path=\"gone.csv\"}"]);
    let error = collide(&gone, Method::Pulse, None).unwrap_err();
    assert!(matches!(&error, CollideError::Scene(_)));
    assert!(error.to_string().contains("gone.csv: cannot be read"), "{error}");
}

#[test]
fn where_it_touches_follows_from_the_shape_or_is_asked_for() {
    let contact = |set: &[&str]| read(SPHERE, set).bodies.bodies()[0].contact();
    assert_eq!(contact(&[]), [0.0, 0.0, -0.03]);
    assert_eq!(contact(&["body.ball.contact=[0.01,0,-0.02]"]), [0.01, 0.0, -0.02]);
    let coin = "body.ball.shape={kind=\"disc\",diameter=0.06,thickness=0.002,axis=[0.6,0,0.8]}";
    let lowest = contact(&[coin]);
    assert!(near(lowest[2], -0.03 * 0.6 - 0.001 * 0.8, 1e-15) && lowest[0] > 0.0, "{lowest:?}");
    let turned = contact(&[
        "body.ball.shape={kind=\"disc\",diameter=0.06,thickness=0.002}",
        "body.ball.orientation={axis=[0,2,0],angle=0.6435011087932844}",
    ]);
    assert!((0..3).all(|i| near(turned[i], lowest[i], 1e-15)), "{turned:?} {lowest:?}");
    for flat in [
        "body.ball.shape={kind=\"disc\",diameter=0.06}",
        "body.ball.shape={kind=\"box\",length=1,width=1,height=1}",
        "body.ball.shape={kind=\"rod\",length=1,diameter=0.1,axis=[1,0,0]}",
    ] {
        let error = Collision::parse_with("x", SPHERE, &[flat]).unwrap_err().to_string();
        assert!(
            error.contains("`contact` is missing here") && error.contains("edge or a face"),
            "{error}"
        );
    }
}

#[test]
fn inertia_is_the_same_however_it_is_written() {
    let of = |set: &[&str]| by(&read(SPHERE, set), Method::Mirtich).bodies;
    let moment = 0.4 * 0.17 * 0.03 * 0.03;
    let contact = "body.ball.contact=[0.01,0.02,-0.03]";
    let principal = format!(
        "body.ball={{name=\"ball\",mass=0.17,inertia=[{moment},{moment},{moment}],velocity=[1,-1.3,-1.5],spin=[4,11,30]}}"
    );
    let tensor = principal.replace(
        &format!("[{moment},{moment},{moment}]"),
        &format!("[[{moment},0,0],[0,{moment},0],[0,0,{moment}]]"),
    );
    let wanted = of(&[contact]);
    assert_eq!(of(&[&principal, contact]), wanted);
    assert_eq!(of(&[&tensor, contact]), wanted);
    let steel = "body.ball={name=\"ball\",material=\"steel\",velocity=[0,0,-1],\
                 shape={kind=\"hollow-sphere\",diameter=0.06,wall=0.01}}";
    let density = carom_shapes::material::find("steel").unwrap().elastic.density;
    let volume = std::f64::consts::PI / 6.0 * (0.06f64.powi(3) - 0.04f64.powi(3));
    let mass = read(SPHERE, &[steel]).bodies.bodies()[0].mass();
    assert!(near(mass, density * volume, 1e-12), "{mass}");
}

/// A change to [`SPHERE`], the text that is pointed at, and what is said about it.
const WRONG: [(&str, &str, &str); 36] = [
    ("mass = 0.17", "mass = 0", "`mass` is 0.0"),
    ("mass = 0.17", "mass = -1.0", "`mass` is -1.0"),
    ("mass = 0.17", "mass = nan", "`mass` is NaN"),
    ("mass = 0.17", "mass = 1e300", "`mass` is 1e300"),
    ("mass = 0.17", "mass = \"heavy\"", "`mass` is the text \"heavy\""),
    ("mass = 0.17", "", "it has no mass"),
    ("mass = 0.17", "mass = 0.17\nmaterial = \"steel\"", "both a mass and a material"),
    ("mass = 0.17", "material = \"stel\"", "there is no material `stel`"),
    ("mass = 0.17", "mas = 0.17", "did you mean `mass`?"),
    ("diameter = 0.06", "diameter = -0.06", "`diameter` is -0.06"),
    ("diameter = 0.06", "radius = 0.06", "unknown key `radius`"),
    ("\"sphere\"", "\"spere\"", "did you mean `sphere`?"),
    (
        "shape = { kind = \"sphere\", diameter = 0.06 }",
        "inertia = [1, 1, 2.5]\ncontact = [0, 0, -1]",
        "triangle inequality",
    ),
    (
        "shape = { kind = \"sphere\", diameter = 0.06 }",
        "inertia = [1, 1, 0]\ncontact = [0, 0, -1]",
        "not positive definite",
    ),
    (
        "shape = { kind = \"sphere\", diameter = 0.06 }",
        "inertia = [1, 1, -1]\ncontact = [0, 0, -1]",
        "not positive definite",
    ),
    (
        "shape = { kind = \"sphere\", diameter = 0.06 }",
        "inertia = [[1, 2, 0], [2, 1, 0], [0, 0, 1]]\ncontact = [0, 0, -1]",
        "not positive definite",
    ),
    (
        "shape = { kind = \"sphere\", diameter = 0.06 }",
        "inertia = [[1, 2, 0], [0, 1, 0], [0, 0, 1]]\ncontact = [0, 0, -1]",
        "not symmetric",
    ),
    (
        "shape = { kind = \"sphere\", diameter = 0.06 }",
        "inertia = [1, 1]",
        "`inertia` must be three principal moments",
    ),
    (
        "shape = { kind = \"sphere\", diameter = 0.06 }",
        "inertia = [nan, 1, 1]",
        "`inertia[0]` is NaN",
    ),
    ("shape = { kind = \"sphere\", diameter = 0.06 }", "", "it has no inertia"),
    ("[1.0, -1.3, -1.5]", "[1.0, -1.3, 1.5]", "`ball` and `floor` do not approach each other"),
    ("[1.0, -1.3, -1.5]", "[1.0, -1.3, 0]", "do not approach"),
    ("[1.0, -1.3, -1.5]", "[1.0, inf, -1.5]", "`velocity[1]` is inf"),
    ("[1.0, -1.3, -1.5]", "[1.0, -1.5]", "2 numbers are given, it must be 3"),
    ("[1.0, -1.3, -1.5]", "2.0", "`velocity` is the number 2.0"),
    ("coefficient = 0.1", "coefficient = -0.1", "`friction.coefficient` is -0.1"),
    ("coefficient = 0.1", "static = 0.1, dynamic = 0.2", "`static` is 0.1, below `dynamic`"),
    ("coefficient = 0.1", "static = 0.1", "no `dynamic`"),
    (
        "coefficient = 0.1",
        "coefficient = 0.1, dynamic = 0.1",
        "a coefficient, and static or dynamic",
    ),
    ("restitution = 0.7", "restitution = 1.2", "`restitution` is 1.2"),
    ("restitution = 0.7", "restitution = -0.2", "`restitution` is -0.2"),
    ("restitution = 0.7", "normal = [0, 0, 0]", "`normal` has no direction"),
    ("restitution = 0.7", "method = \"mirtch\"", "did you mean `mirtich`?"),
    ("restitution = 0.7", "duration = 0", "`duration` is 0.0"),
    ("immovable = true", "immovable = true\nmass = 3", "`mass` is given for an immovable body"),
    ("name = \"floor\"", "name = \"ball\"", "both called `ball`"),
];

#[test]
fn what_is_wrong_is_named_with_its_line() {
    for (from, to, says) in WRONG {
        assert!(SPHERE.contains(from), "{from}");
        let errors = Collision::parse("bad.toml", &SPHERE.replace(from, to)).unwrap_err();
        let shown = errors.to_string();
        assert!(shown.contains(says), "{to}: {shown}");
        assert!(shown.contains("  --> bad.toml:"), "{to}: {shown}");
    }
    let twice = SPHERE.replace(
        "name = \"ball\"\nmass = 0.17\nshape = { kind = \"sphere\", diameter = 0.06 }",
        "name = \"ball\"\nimmovable = true",
    );
    let shown = Collision::parse("bad.toml", &twice).unwrap_err().to_string();
    assert!(shown.contains("both bodies are immovable"), "{shown}");
    let three = format!("{SPHERE}[[body]]\nname = \"third\"\nimmovable = true\n");
    let shown = Collision::parse("bad.toml", &three).unwrap_err().to_string();
    assert!(shown.contains("there are 3 bodies, it must be 2"), "{shown}");
    let shown = Collision::parse("bad.toml", "version = 1").unwrap_err().to_string();
    assert!(shown.contains("there are 0 bodies"), "{shown}");
    let none = read(SPHERE, &["restitution=0"]);
    let error = collide(&none, Method::Compliant, None).unwrap_err().to_string();
    assert!(error.contains("restitution") && error.contains("above 0"), "{error}");
    let error = collide(&none, Method::Pulse, Some(1e15)).unwrap_err().to_string();
    assert!(
        error.contains("1000000000000000 Hz") && error.contains("at most 1.000e9 Hz"),
        "{error}"
    );
}

#[test]
fn a_collision_survives_being_written() {
    for example in EXAMPLES {
        let parsed = read(example.text, &[]);
        let written = parsed.collision.to_toml().unwrap();
        assert_eq!(read(&written, &[]).collision.body, parsed.collision.body, "{written}");
        assert_eq!(read(&written, &[]).collision.to_toml().unwrap(), written);
    }
}

#[test]
fn no_mutation_panics_and_what_is_accepted_is_finite() {
    let pieces =
        ["nan", "-1", "\"", "[", "]", "=", "\n", ".", "1e300", "1e-300", "true", "0", "e9"];
    let mut random = Random::new(12);
    let (mut accepted, mut refused) = (0, 0);
    for i in 0..1500 {
        let mut text = EXAMPLES[i % EXAMPLES.len()].text.to_owned();
        for _ in 0..=random.bits() % 2 {
            let mut at = (random.bits() % text.len() as u64) as usize;
            while !text.is_char_boundary(at) {
                at -= 1;
            }
            if random.bits().is_multiple_of(2) {
                text.insert_str(at, pieces[(random.bits() % pieces.len() as u64) as usize]);
            } else {
                text.remove(at);
            }
        }
        match Collision::parse("mutated.toml", &text) {
            Ok(parsed) => {
                accepted += 1;
                for method in [Method::Mirtich, Method::Pulse] {
                    if let Ok(answer) = collide(&parsed, method, None) {
                        assert!(answer.impulse.iter().all(|x| x.is_finite()), "{text}");
                    }
                }
            }
            Err(errors) => {
                refused += 1;
                assert!(errors.to_string().starts_with("error: "), "{errors}");
            }
        }
    }
    assert!(accepted > 100 && refused > 300, "{accepted} {refused}");
}

#[test]
fn the_reference_of_collisions_is_that_of_the_schema() {
    let schema = Collision::schema();
    assert!(!schema.to_string().contains("null"), "{schema:#}");
    assert!(
        reference_of(schema, "Collision files")
            == include_str!("../../../../docs/collision-reference.md"),
        "docs/collision-reference.md is out of date; update it with
  cargo run -p carom-cli -- collide --schema --markdown > docs/collision-reference.md"
    );
    let guide = include_str!("../../../../docs/collisions.md");
    for name in EXAMPLES.iter().chain(SEVERAL).map(|example| example.name) {
        assert!(guide.contains(&format!("`{name}`")), "docs/collisions.md has no `{name}`");
    }
}
