//! How a scene is played from keys: what is found without a word, what is said, what is refused.

use carom_scene::gallery::PIECES;
use carom_scene::modes::modes;
use carom_scene::plan::{PlannedInstrument, Plays, Stroke, Tune};
use carom_scene::scene::Scene;

const BARS: &str = r#"version = 1
[[body]]
name = "ball"
mass = 0.01
velocity = 0.5
[[body]]
name = "mallet"
mass = 0.02
[[body]]
name = "low"
material = "steel"
shape = { kind = "bar", length = 0.3, width = 0.03, thickness = 0.005, suspension = 20 }
[[body]]
name = "high"
modes = { frequency = [440, 1200], q = 500, mass = 0.1 }
[[body]]
name = "floor"
wall = true
[[contact]]
between = ["floor", "ball"]
law = { kind = "power", stiffness = 1e8, exponent = 1.5 }
[[contact]]
between = ["mallet", "low"]
law = { kind = "power", stiffness = 1e8, exponent = 1.5 }
[[contact]]
between = ["high", "ball"]
law = { kind = "power", stiffness = 1e8, exponent = 1.5 }
"#;

fn played(set: &[&str]) -> PlannedInstrument {
    let parsed = Scene::parse_with("test.toml", BARS, set);
    parsed.unwrap_or_else(|errors| panic!("{errors}")).plan.instrument.unwrap()
}

fn stroke(instrument: &PlannedInstrument) -> Stroke {
    match &instrument.plays {
        Plays::One { stroke, .. } => *stroke,
        Plays::Set(strokes) => panic!("{strokes:?}"),
    }
}

#[test]
fn a_scene_that_says_nothing_can_be_played() {
    let instrument = played(&[]);
    let first = Stroke { hammer: 1, object: 2, contact: 1 };
    let plays = Plays::One { stroke: first, pitch: None, tune: Tune::Size };
    let usual = PlannedInstrument { plays, keys: None, speed: [0.1, 3.0], damper: Some(0.2) };
    assert_eq!(instrument, usual);
    assert_eq!(played(&["instrument={}"]), usual);
    // The body of the first strike strikes.
    let struck = played(&["strikes=[{body='ball',time=1,velocity=-0.1}]"]);
    assert_eq!(stroke(&struck), Stroke { hammer: 0, object: 3, contact: 2 });
    assert_eq!(struck.speed, [0.05, 1.0]);
}

#[test]
fn a_scene_without_anything_to_play_is_no_instrument() {
    let text = "version=1\n[[body]]\nname='ball'\nmass=1\n[[body]]\nname='wall'\nwall=true\n\
                [[contact]]\nbetween=['ball','wall']\n\
                law={kind='power',stiffness=1e8,exponent=1.5}\n";
    assert_eq!(Scene::parse("test.toml", text).unwrap().plan.instrument, None);
    let error =
        Scene::parse("test.toml", &format!("{text}[instrument]\n")).unwrap_err().to_string();
    assert!(
        error.contains("no contact is between a body with `mass` and a body that rings"),
        "{error}"
    );
}

#[test]
fn what_is_said_is_taken() {
    let said =
        "instrument={object='high',pitch=440,tune='none',keys=[60,72],speed=[0.2,4],damper=0}";
    let instrument = played(&[said]);
    let only = Stroke { hammer: 0, object: 3, contact: 2 };
    let plays = Plays::One { stroke: only, pitch: Some(440.0), tune: Tune::Nothing };
    let wanted = PlannedInstrument { plays, keys: Some([60, 72]), speed: [0.2, 4.0], damper: None };
    assert_eq!(instrument, wanted);
    let tuned = played(&["instrument={hammer='mallet',tune='length'}"]);
    let Plays::One { tune, .. } = tuned.plays else { panic!("{tuned:?}") };
    assert_eq!(tune, Tune::Field("length".into()));
    let set = played(&["instrument={objects={60='low',64='high'}}"]);
    let Plays::Set(strokes) = &set.plays else { panic!("{set:?}") };
    assert_eq!(set.keys, Some([60, 64]));
    assert_eq!(strokes[&60], Stroke { hammer: 1, object: 2, contact: 1 });
    assert_eq!(strokes[&64], only);
}

#[test]
fn what_is_wrong_is_named() {
    let wrong = [
        ("hammer='malet'", "instrument: there is no body `malet`", "mallet"),
        ("hammer='low'", "instrument: body `low` is not a free mass", "only a body with `mass`"),
        ("object='floor'", "instrument: body `floor` does not ring", "`shape` or with `modes`"),
        (
            "hammer='mallet',object='high'",
            "instrument: no contact is between `mallet` and `high`",
            "add a [[contact]]",
        ),
        ("keys=[72,60]", "instrument: `keys` is [72, 60]", "the lowest and the highest"),
        ("keys=[0,128]", "128", "127"),
        ("keys=[0]", "keys", "2"),
        (
            "tune='tension'",
            "instrument: `tune` is \"tension\", which body `low` does not have",
            "`tune` of body `low` can be size, none, length, width, thickness, suspension",
        ),
        ("object='high',tune='length'", "`tune` is \"length\"", "can be size, none"),
        ("speed=[2,1]", "instrument: `speed` is [2.0, 1.0]", "the softest and the hardest"),
        ("speed=[-1,1]", "-1", "0"),
        ("damper=-1", "`instrument.damper` is -1", "from 0 to 60"),
        ("pitch=0", "`instrument.pitch` is 0", "above 0"),
        ("objects={200='low'}", "`objects` has the key `200`", "from 0 to 127"),
        ("objects={60='lo'}", "there is no body `lo`", "low"),
        ("objects={60='ball'}", "body `ball` does not ring", "`shape` or with `modes`"),
        (
            "objects={60='low'},tune='size'",
            "instrument: `tune` means nothing beside `objects`",
            "an object of its own",
        ),
        ("colour='red'", "colour", "hammer"),
    ];
    for (set, said, help) in wrong {
        let set = format!("instrument={{{set}}}");
        let Err(errors) = Scene::parse_with("test.toml", BARS, &[&set]) else { panic!("{set}") };
        let errors = errors.to_string();
        assert!(errors.contains(said) && errors.contains(help), "{set}: {errors}");
    }
}

#[test]
fn the_gallery_knows_its_pitches() {
    let mut heard = 0;
    for scene in PIECES {
        let parsed = Scene::parse(scene.name, scene.text).unwrap();
        let Some(instrument) = &parsed.plan.instrument else { continue };
        let Plays::One { stroke, pitch: Some(pitch), .. } = &instrument.plays else { continue };
        let listing = modes(&parsed.plan).unwrap();
        let all = &listing.bodies[stroke.object].modes;
        let nearest = all.iter().map(|mode| (mode.frequency / pitch - 1.0).abs());
        let nearest = nearest.fold(f64::INFINITY, f64::min);
        assert!(nearest < 0.003, "{}: {nearest}", scene.name);
        heard += 1;
    }
    assert_eq!(heard, 6);
}
