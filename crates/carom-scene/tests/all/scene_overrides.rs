//! Assignments change a scene before it is read, and are checked like the file.

use carom_files::FileErrors;
use carom_scene::law::LawSpec;
use carom_scene::scene::{Level, Numbers, Parsed, Scene};
use carom_schemes::Method;

const SCENE: &str = r#"version = 1
[[body]]
name = "mallet"
mass = 0.01
[[body]]
name = "bar"
modes = { frequency = [523.0, 1441.0, 2826.0], q = 800.0, mass = 0.05 }
points = { tip = [1.0, -0.5, 0.3] }
[[body]]
name = "a.b c"
wall = true
[[contact]]
name = "hit"
between = ["mallet", "bar"]
law = { kind = "hunt-crossley", stiffness = 1.5e11, exponent = 2.8, mu = 0.6 }
[[contact]]
between = ["bar", "a.b c"]
law = { kind = "power", stiffness = 1e9, exponent = 1.5 }
"#;

fn with(assignments: &[&str]) -> Result<Parsed, FileErrors> {
    Scene::parse_with("test.toml", SCENE, assignments)
}

fn set(assignment: &str) -> Scene {
    with(&[assignment]).unwrap_or_else(|errors| panic!("{errors}")).scene
}

fn refused(assignment: &str) -> String {
    match with(&[assignment]) {
        Ok(_) => panic!("accepted: {assignment}"),
        Err(errors) => errors.to_string(),
    }
}

#[test]
fn values_are_replaced_and_inserted() {
    assert_eq!(set("sample_rate=96000").sample_rate, 96_000.0);
    assert_eq!(set("scheme=rk4").scheme, Method::Rk4);
    assert_eq!(set("scheme = \"two-point\"").scheme, Method::TwoPoint);
    assert_eq!(set("title=3 blind mice").title.as_deref(), Some("3 blind mice"));
    assert_eq!(set("title=a=b").title.as_deref(), Some("a=b"));
    assert_eq!(set("level={full_scale=0.5}").level, Level::FullScale(0.5));
    assert_eq!(set("level.full_scale=0.5").level, Level::FullScale(0.5));
    assert_eq!(set("body.mallet.velocity=2.5").body[0].velocity, Some(2.5));
    assert_eq!(set("body.0.velocity=2.5").body[0].velocity, Some(2.5));
    assert_eq!(set("contact.hit.gap=1e-3").contact[0].gap, 1e-3);
    assert_eq!(set("contact.\"bar-a.b c\".gap=1e-3").contact[1].gap, 1e-3);
    assert_eq!(set("contact.0.at.bar=tip").contact[0].at.len(), 1);
    assert_eq!(set("strikes=[{body='mallet',time=1,velocity=2}]").strikes.len(), 1);
    assert_eq!(set("body.bar.points.tip.1=7").body[1].points["tip"], [1.0, 7.0, 0.3]);
    let q = set("body.bar.modes.q=[100,200,300]").body[1].modes.clone().unwrap().q;
    assert_eq!(q, Some(Numbers::Each(vec![100.0, 200.0, 300.0])));
    let Some(LawSpec::HuntCrossley(law)) = set("contact.0.law.mu=0.3").contact[0].law.clone()
    else {
        panic!("another law")
    };
    assert_eq!(law.mu, Some(0.3));
}

#[test]
fn the_last_assignment_counts_and_names_may_change() {
    let scene = with(&["sample_rate=8000", "sample_rate=9000"]).unwrap().scene;
    assert_eq!(scene.sample_rate, 9000.0);
    let renamed = [
        "body.mallet.name=hammer",
        "contact.hit.between=[\"hammer\",\"bar\"]",
        "body.hammer.mass=3",
    ];
    assert_eq!(with(&renamed).unwrap().scene.body[0].mass, Some(3.0));
}

#[test]
fn assignments_are_checked_like_the_file() {
    assert_eq!(
        refused("body.mallet.mass=-2.5"),
        "error: body `mallet`: `mass` is -2.5
  --> assignment 1, column 18
  |
  | body.mallet.mass=-2.5
  |                  ^^^^ out of range
help: `mass` must be a number from 1e-9 to 1e7 (kg)"
    );
    let unknown = refused("body.mallet.velocty=2.5");
    assert!(
        unknown.contains("column 13\n")
            && unknown.contains("  |             ^^^^^^^ did you mean `velocity`?"),
        "{unknown}"
    );
    let typed = refused("contact.0.law.mu=much");
    assert!(
        typed.contains("`mu` is the text \"much\"")
            && typed.contains("  |                  ^^^^ expected a number"),
        "{typed}"
    );
    let within = refused("body.bar.modes={frequency=[1,-2,3],mass=1}");
    assert!(within.contains("  |                              ^^ out of range"), "{within}");
    let scheme = refused("scheme=rk5");
    assert!(scheme.contains("did you mean `rk4`?"), "{scheme}");
    let length = refused("body.bar.modes.q=[1,2]");
    assert!(length.contains("has 2 values for 3 modes"), "{length}");
    let version = refused("version=2");
    assert!(version.contains("only version 1 is known"), "{version}");
}

#[test]
fn errors_of_the_file_still_point_into_the_file() {
    let text = SCENE.replace("0.01", "-1");
    let errors = Scene::parse_with("test.toml", &text, &["contact.hit.gap=nan"]).unwrap_err();
    assert_eq!(errors.errors()[0].assignment, None);
    assert_eq!(errors.errors()[1].assignment, Some(0));
    let shown = errors.to_string();
    assert!(
        shown.contains("  --> test.toml:4:8\n")
            && shown.contains("  --> assignment 1, column 17\n")
    );
}

#[test]
fn an_assignment_that_cannot_be_made_is_named() {
    for (assignment, said) in [
        ("sample_rate", "it has no `=`"),
        ("=3", "a step of the path is empty"),
        ("body..mass=3", "a step of the path is empty"),
        ("body.\"mallet.mass=3", "the quote is not closed"),
        ("", "a step of the path is empty"),
        ("body.malet.mass=3", "did you mean `mallet`?"),
        ("body.9.mass=3", "there are 3 elements: 0 to 2, by name mallet, bar, a.b c"),
        ("contact.bar-floor.gap=3", "by name hit, bar-a.b c"),
        ("pickup.0.gain=3", "the scene has no `pickup`"),
        ("version.major=3", "what stands before `major` is a plain value"),
        ("body.bar.modes.q=[1, 2", "the value is not TOML"),
        ("title=\"a", "the value is not TOML"),
    ] {
        let shown = refused(assignment);
        assert!(shown.starts_with(&format!("error: assignment `{assignment}`: ")), "{shown}");
        assert!(shown.contains(said), "`{said}`?\n{shown}");
        assert!(shown.contains("  --> assignment 1, column ") && shown.contains("\nhelp: "));
    }
    let both = with(&["nothing", "body.9.mass=3"]).unwrap_err();
    assert_eq!(both.errors().len(), 2);
    assert_eq!(both.errors()[1].assignment, Some(1));
}

#[test]
fn a_scene_is_written_with_its_comments_and_assignments() {
    let text = SCENE.replace("mass = 0.01", "mass = 0.01 # as heavy as a coin");
    let set =
        ["body.mallet.mass=0.02", "contact.hit.gap=1e-3", "level.full_scale=0.5", "title=Hit"];
    let parsed = Scene::parse_with("test.toml", &text, &set).unwrap();
    let written = parsed.to_toml();
    assert!(written.contains("mass = 0.02 # as heavy as a coin"), "{written}");
    assert_eq!(Scene::parse("test.toml", &written).unwrap().scene, parsed.scene, "{written}");
    assert_eq!(Scene::parse("test.toml", &text).unwrap().to_toml(), text);
}
