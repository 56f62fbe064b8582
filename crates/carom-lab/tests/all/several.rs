//! Several contacts from files: examples, what is kept, what is refused, and records.

use std::fs;

use carom_files::Record;
use carom_lab::collision::several::{Pile, to_json, write_all};
use carom_lab::collision::{Collision, Example, SEVERAL, rerun};

fn read(name: &str, assignments: &[&str]) -> Pile {
    let example = Example::find(name).unwrap();
    Pile::parse_with(name, example.text, assignments).unwrap_or_else(|errors| panic!("{errors}"))
}

fn refused(name: &str, assignments: &[&str]) -> String {
    let example = Example::find(name).unwrap();
    Pile::parse_with(name, example.text, assignments).unwrap_err().to_string()
}

#[test]
fn examples_keep_momentum_and_energy() {
    for example in SEVERAL {
        let answer = read(example.name, &[]).resolve(None).unwrap();
        assert!(answer.residual.momentum < 1e-12, "{}", example.name);
        assert!(answer.residual.angular_momentum < 1e-12, "{}", example.name);
        assert!(answer.energy.after <= answer.energy.before * (1.0 + 1e-12), "{}", example.name);
        assert!(Pile::is_in(example.name, example.text, &[""; 0]));
        let shown = Collision::parse(example.name, example.text).unwrap_err().to_string();
        assert!(shown.contains("this collision has several contacts"), "{shown}");
    }
}

#[test]
fn the_examples_do_what_their_words_say() {
    let cradle = read("cradle", &[]).resolve(None).unwrap();
    let speeds: Vec<f64> = cradle.bodies.iter().map(|body| body.velocity[0]).collect();
    // From an independent solver, for any mass and stiffness.
    let expected = [-0.071085, -0.030274, -0.014464, 0.127045, 0.988777];
    assert!(speeds.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-5), "{speeds:?}");
    let landed = &read("box-on-a-face", &[]).resolve(None).unwrap().bodies[0];
    assert!((landed.velocity[2] - 0.5).abs() < 2e-3 && landed.spin[1].abs() < 0.3, "{landed:?}");
    let stack = read("stack", &[]).resolve(None).unwrap();
    let along = |i: usize| stack.bodies[i].velocity[0];
    assert!(along(1) > along(0) && along(0) > 0.0 && along(2) != 0.0, "{stack:?}");
    assert!(along(3) < 3.0);
}

#[test]
fn files_are_written_and_made_again_from_their_record() {
    let pile = read("box-on-a-face", &[]);
    let answer = pile.resolve(Some(1e5)).unwrap();
    let record = pile.record(Some(1e5));
    let directory = std::env::temp_dir().join(format!("carom-several-{}", std::process::id()));
    let files = write_all(&pile, &answer, &record, &directory.join("a")).unwrap();
    assert_eq!(files.len(), 4);
    let table = fs::read_to_string(directory.join("a/force.csv")).unwrap();
    assert!(table.starts_with("time_s,mean_normal_force_1_n,"), "{table}");
    let json = to_json(&answer, &record).unwrap();
    let found = Record::find(&json).unwrap();
    rerun(&found, &directory.join("b")).unwrap().unwrap();
    for name in ["force.csv", "force.svg", "summary.json"] {
        let [a, b] = ["a", "b"].map(|side| fs::read(directory.join(side).join(name)).unwrap());
        assert!(a == b, "{name}");
    }
    fs::remove_dir_all(directory).unwrap();
}

#[test]
fn errors_name_the_contact_and_what_is_allowed() {
    for (set, words) in [
        ("contact.0.between=[\"first\", \"sicond\"]", "there is no body `sicond`"),
        ("contact.0.between=[\"first\", \"first\"]", "a body cannot touch itself"),
        ("contact.0.normal=[0, 0, 0]", "`normal` has no direction"),
        ("contact.0.gap=-1", "gap"),
        ("contact.0.restitution=0", "`restitution` must be 0.01 or above"),
        ("restitution=0", "`restitution` must be 0.01 or above"),
        ("contact.0.stiffness=0", "stiffness"),
        ("body.second.position=[0, 0, 0]", "in which direction?"),
    ] {
        let shown = refused("cradle", &[set]);
        assert!(shown.contains(words), "{set}: {shown}");
    }
    let separating = read("cradle", &["body.first.velocity=[-1, 0, 0]"]).resolve(None);
    assert!(separating.unwrap_err().to_string().contains("do not approach"));
    let face = "body.box.orientation={axis=[0, 1, 0], angle=0}";
    let text =
        Example::find("box-on-a-face").unwrap().text.replacen("at = [0.1, 0.05, -0.05]\n", "", 1);
    let shown = Pile::parse_with("box.toml", &text, &[face]).unwrap_err().to_string();
    assert!(shown.contains("touches with an edge or a face"), "{shown}");
}
