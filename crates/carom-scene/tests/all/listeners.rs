//! Listeners in the room, and the account of energy in files.

use std::fs;
use std::path::PathBuf;

use carom_report::scene::write;

use carom_scene::render::{RenderOptions, Sound, render_sound};
use carom_scene::scene::{How, Parsed, Scene};

/// A ball on a free steel plate, with these pickups.
fn scene(pickups: &str) -> String {
    format!(
        r#"
        version = 1
        duration = 0.5
        level = {{ full_scale = 1 }}
        [[body]]
        name = "ball"
        mass = 0.01
        material = "steel"
        velocity = 1.0
        [[body]]
        name = "plate"
        material = "steel"
        shape = {{ kind = "plate", length = 0.3, width = 0.2, thickness = 0.003, suspension = 10 }}
        support = [{{ at = [0.2, 0.5], resistance = 0.5 }}]
        [[body]]
        name = "plain"
        modes = {{ frequency = 440, q = 100, mass = 1 }}
        [[contact]]
        between = ["ball", "plate"]
        at = {{ plate = [0.3, 0.4] }}
        [[contact]]
        between = ["ball", "plain"]
        gap = 10
        law = {{ kind = "power", stiffness = 1e6, exponent = 1.5 }}
        {pickups}
        "#
    )
}

fn parsed(text: &str) -> Parsed {
    Scene::parse("test.toml", text).unwrap_or_else(|errors| panic!("{errors}"))
}

fn sound(pickups: &str) -> Sound {
    render_sound(&parsed(&scene(pickups)).plan, RenderOptions::default()).unwrap()
}

fn energy(samples: &[f32]) -> f64 {
    samples.iter().map(|sample| f64::from(*sample).powi(2)).sum()
}

#[test]
fn twice_the_distance_is_half_the_pressure_and_later() {
    let at =
        |metres: f64| sound(&format!("[[pickup]]\nbody = \"plate\"\ndistance = {metres}")).left;
    let (near, far) = (at(1.0), at(2.0));
    let first = |samples: &[f32]| samples.iter().position(|sample| *sample != 0.0).unwrap();
    let travel = (44_100.0 / 343.0f64).round() as usize;
    assert!((first(&far) - first(&near)).abs_diff(travel) <= 1);
    let by = first(&far) - first(&near);
    // Up to the fade at the end.
    for (near, far) in near.iter().zip(&far[by..]).take(17_640) {
        assert!((near - 2.0 * far).abs() < 1e-6, "{near} {far}");
    }
}

#[test]
fn a_listener_who_hears_everything_is_the_usual_pickup() {
    let (usual, said) = (sound(""), sound("[[pickup]]\ndistance = 1\ndirection = [0, 45]"));
    assert_eq!(usual.left, said.left);
    let plate = sound("[[pickup]]\nbody = \"plate\"");
    let ball = sound("[[pickup]]\nbody = \"ball\"");
    for ((all, plate), ball) in said.left.iter().zip(&plate.left).zip(&ball.left) {
        assert!((all - plate - ball).abs() < 1e-6);
    }
    assert!(energy(&plate.left) > 100.0 * energy(&ball.left));
    // The edge of a plate is where its two sides cancel.
    let along = sound("[[pickup]]\nbody = \"plate\"\ndirection = [0, 0]");
    assert!(energy(&along.left) < 0.01 * energy(&plate.left));
    // A place on the body is a point of it.
    let point = sound("[[pickup]]\nbody = \"plate\"\nat = [0.1, 0.1]");
    let named = "[[pickup]]\nbody = \"plate\"\nat = [0.1, 0.1]\nquantity = \"velocity\"";
    assert_eq!(point.left, sound(named).left);
    // Nothing is known about given modes but how they move.
    assert!(sound("[[pickup]]\nbody = \"plain\"").left.iter().all(|sample| *sample == 0.0));
}

#[test]
fn what_cannot_be_heard_is_named() {
    let cases = [
        ("distance = 0.1", "`distance` is 0.1: the listener is inside `plate`", "above 0.180 (m)"),
        ("distance = -1", "`distance`", "above 0"),
        ("direction = [0, 91]", "the second angle of `direction` is 91.0", "−90 to 90"),
        ("direction = [200, 0]", "the first angle of `direction` is 200.0", "−180 to 180"),
        ("body = \"plate\"\nquantity = \"pressure\"\nat = [0, 0]", "`at` is given", "`distance`"),
        ("quantity = \"velocity\"", "of which body?", "name the `body`"),
        (
            "body = \"plain\"\nquantity = \"pressure\"",
            "nothing is known about how body `plain` sounds",
            "velocity",
        ),
        (
            "body = \"plate\"\nquantity = \"velocity\"\ndistance = 1",
            "`distance` is given for a point",
            "listener",
        ),
    ];
    for (pickup, message, help) in cases {
        let text = scene(&format!("[[pickup]]\n{pickup}"));
        let error = Scene::parse("test.toml", &text).unwrap_err().to_string();
        assert!(error.contains(message) && error.contains(help), "{pickup}: {error}");
    }
}

struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Self {
        Self(std::env::temp_dir().join(format!("carom-listeners-{}-{name}", std::process::id())))
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Anyone can check the account from the table alone.
#[test]
fn the_account_closes_in_the_table() {
    let scratch = Scratch::new("energy");
    let parsed = parsed(&scene(""));
    write(&parsed, How::default(), &scratch.0, RenderOptions::default()).unwrap();
    let text = fs::read_to_string(scratch.0.join("energy.csv")).unwrap();
    let mut lines = text.lines();
    let columns: Vec<&str> = lines.next().unwrap().split(',').collect();
    let rows: Vec<Vec<f64>> =
        lines.map(|line| line.split(',').map(|cell| cell.parse().unwrap()).collect()).collect();
    assert!(rows.len() > 50 && rows.is_sorted_by(|a, b| a[0] < b[0]));
    let place = |name: &str| columns.iter().position(|column| *column == name).unwrap();
    for row in &rows {
        let (mut held, mut lost) = (0.0, 0.0);
        for (column, value) in columns.iter().zip(row) {
            if column.ends_with(" stored_j") {
                held += value;
            } else if column.contains(" lost") || column.ends_with(" radiated_j") {
                lost += value;
            }
        }
        let given = row[place("initial_j")] + row[place("supplied_j")] + row[place("corrected_j")];
        assert!((held + lost - given).abs() < 1e-10 * given, "{} s", row[0]);
    }
    let last = rows.last().unwrap();
    for name in ["plate radiated_j", "plate lost_to_supports_j", "plate lost_in_material_j"] {
        assert!(last[place(name)] > 1e-3 * last[place("initial_j")], "{name}");
    }
    // The velocity of the ball is the slope of its way, and its momentum that of the force.
    let force = fs::read_to_string(scratch.0.join("force.csv")).unwrap();
    let trajectory = fs::read_to_string(scratch.0.join("trajectory.csv")).unwrap();
    let column = |text: &str, name: &str| -> Vec<f64> {
        let at = text.lines().next().unwrap().split(',').position(|c| c == name).unwrap();
        text.lines().skip(1).map(|line| line.split(',').nth(at).unwrap().parse().unwrap()).collect()
    };
    let velocity = column(&trajectory, "ball-plate ball velocity_m_s");
    let way = column(&trajectory, "ball-plate ball displacement_m");
    let impulse: f64 = column(&force, "ball-plate force_n").iter().sum::<f64>() / 44_100.0;
    let change = 0.01 * (1.0 - velocity.last().unwrap());
    assert!((impulse / change - 1.0).abs() < 1e-9, "{impulse} {change}");
    let after = velocity.len() - 2;
    let slope = (way[after + 1] - way[after]) * 44_100.0;
    assert!((slope / velocity[after] - 1.0).abs() < 1e-9);
}
