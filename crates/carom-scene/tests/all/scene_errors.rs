//! What is wrong with a scene is named, located and explained.

use carom_files::FileErrors;
use carom_scene::plan::MOST_MODES;
use carom_scene::scene::Scene;

const SCENE: &str = r#"version = 1
sample_rate = 44100
scheme = "two-point"
duration = 2.0
strikes = [{ body = "mallet", time = 0.5, velocity = 1.0 }]
[[body]]
name = "mallet"
mass = 0.01
velocity = 1.2
[[body]]
name = "bar"
modes = { frequency = [523.0, 1441.0, 2826.0], q = 800.0, mass = 0.05 }
points = { tip = [1.0, -0.5, 0.3] }
[[body]]
name = "floor"
wall = true
[[body]]
name = "ceiling"
wall = true
[[contact]]
name = "hit"
between = ["mallet", "bar"]
at = { bar = "tip" }
law = { kind = "hunt-crossley", stiffness = 1.5e11, exponent = 2.8, mu = 0.6 }
[[contact]]
between = ["bar", "floor"]
law = { kind = "power", stiffness = 1e9, exponent = 1.5 }
[[pickup]]
body = "bar"
at = "tip"
pan = 0.5
"#;

fn refused(text: &str) -> FileErrors {
    match Scene::parse("test.toml", text) {
        Ok(_) => panic!("accepted:\n{text}"),
        Err(errors) => errors,
    }
}

/// Each line of a table: what is replaced, by what, then the line of the error, the text that it
/// underlines, and pieces of what it says.
fn check_all(table: &str) {
    for row in table.lines().map(str::trim).filter(|row| !row.is_empty()) {
        let cells: Vec<_> = row.split('|').map(|cell| cell.trim().replace("\\n", "\n")).collect();
        let [old, new, line, underlined, said @ ..] = cells.as_slice() else { panic!("{row}") };
        let said: Vec<_> = said.iter().map(String::as_str).collect();
        check(old, new, line, underlined, &said);
    }
}

fn check(old: &str, new: &str, line: &str, underlined: &str, said: &[&str]) {
    assert!(SCENE.contains(old), "{old}");
    let text = SCENE.replacen(old, new, 1);
    let errors = refused(&text);
    let shown = errors.to_string();
    assert_eq!(errors.errors().len(), 1, "{new}\n{shown}");
    let span = errors.errors()[0].span.clone().unwrap_or_else(|| panic!("no place: {shown}"));
    assert_eq!(&text[span], underlined, "{shown}");
    assert!(shown.contains(&format!("  --> test.toml:{line}:")), "line {line}?\n{shown}");
    assert!(shown.contains('^') && shown.contains("\nhelp: "), "{shown}");
    for piece in said {
        assert!(shown.contains(piece), "`{piece}`?\n{shown}");
    }
}

#[test]
fn the_scene_of_these_tests_is_right() {
    assert!(Scene::parse("test.toml", SCENE).is_ok_and(|parsed| parsed.warnings.is_empty()));
}

#[test]
fn syntax() {
    let errors = refused("version = 1\ntitle = Mallet\n");
    assert!(errors.to_string().contains("  --> test.toml:2:9\n"), "{errors}");
    assert!(errors.to_string().starts_with("error: this is not TOML: "), "{errors}");
    let errors = refused("version = 1\nversion = 1\n").to_string();
    assert!(errors.contains("duplicate key") && errors.contains("toml:2:1\n"), "{errors}");
}

#[test]
fn the_version_comes_first() {
    let errors = refused("version = 2\nshiny = true\n");
    assert_eq!(
        errors.to_string(),
        "error: `version` is 2, but only version 1 is known
  --> test.toml:1:11
   |
 1 | version = 2
   |           ^ unknown version
help: version = 1"
    );
    let errors = refused("title = \"a\"\n").to_string();
    assert!(errors.starts_with("error: missing key `version`\n  --> test.toml\n"), "{errors}");
}

#[test]
fn unknown_keys() {
    check_all(
        r#"
        velocity = 1.2 | velocty = 1.2 | 9 | velocty | did you mean `velocity`? | allowed here: name, mass,
        duration | colour | 4 | colour | unknown key `colour` | ^^^^^^ unknown | sample_rate
        q = 800.0 | Q = 800.0 | 12 | Q | did you mean `q`? | allowed here: frequency, q, decay, mass
        mu = 0.6 | mue = 0.6 | 24 | mue | did you mean `mu`? | lambda, restitution, speed
        exponent = 1.5 } | exponent = 1.5, mu = 1 } | 27 | mu | allowed here: stiffness, exponent
        "#,
    );
}

#[test]
fn all_unknown_keys_are_reported_together() {
    let text =
        SCENE.replace("pan", "pam").replace("mu =", "nu =").replace("mass = 0.01", "mas = 1");
    let errors = refused(&text);
    let mut names: Vec<_> =
        errors.errors().iter().map(|e| &text[e.span.clone().unwrap()]).collect();
    names.sort_unstable();
    assert_eq!(names, ["mas", "nu", "pam"]);
    // What is missing because it was mistyped is not held against the file as well.
    let errors = refused(&SCENE.replacen("name =", "nmae =", 1)).to_string();
    assert!(errors.contains("unknown key `nmae`") && !errors.contains("missing"), "{errors}");
}

#[test]
fn missing_keys() {
    check_all(
        r#"
        name = "mallet"\n |  | 6 | [[body]] | missing key `name` | add name =
        "power", stiffness = 1e9, | "power", | 27 | { kind = "power", exponent = 1.5 } | missing key `stiffness`
        { kind = "power", stiffness | { stiffness | 27 | { stiffness = 1e9, exponent = 1.5 } | missing key `kind`
        , time = 0.5 |  | 5 | { body = "mallet", velocity = 1.0 } | missing key `time`
        "#,
    );
}

#[test]
fn wrong_types() {
    check_all(
        r#"
        mass = 0.01 | mass = "heavy" | 8 | "heavy" | `mass` is the text "heavy" | expected a number
        1e9 | "hard" | 27 | "hard" | `stiffness` is the text "hard"
        "two-point" | "two-pint" | 3 | "two-pint" | did you mean `two-point`? | am1, verlet, heun, rk4
        "two-point" | 4 | 3 | 4 | `scheme` is a number | expected one of am1, verlet
        duration = 2.0 | level = 3 | 4 | 3 | one of auto, full_scale
        duration = 2.0 | level = { full_scale = 1, b = 2 } | 4 | { full_scale = 1, b = 2 } | one of auto, full_scale
        duration = 2.0 | substeps = 0 | 4 | 0 | whole number from 1 to 65536
        duration = 2.0 | substeps = 65537 | 4 | 65537 | whole number from 1 to 65536
        duration = 2.0 | substeps = "many" | 4 | "many" | the text "many"
        1441.0 | true | 12 | true | `frequency[1]` is true | expected a number
        "power" | "pover" | 27 | "pover" | `kind` is "pover" | did you mean `power`?
        wall = true | wall = 1 | 16 | 1 | the number 1 | true or false
        { bar = "tip" } | "tip" | 23 | "tip" | expected a table
        mass = 0.01 | mass = 2020-01-01 | 8 | 2020-01-01 | `mass` is a date
        version = 1 | version = 1.0 | 1 | 1.0 | a whole number
        "#,
    );
    let level = refused(&SCENE.replace("duration = 2.0", "level = { fulscale = 1 }")).to_string();
    assert!(level.contains("unknown key `fulscale`") && level.contains("`full_scale`?"), "{level}");
    let place = refused(&SCENE.replace("at = \"tip\"", "at = true")).to_string();
    assert!(place.contains("or the name of a point") && place.contains(":30:6\n"));
    let number = refused(&SCENE.replace("at = \"tip\"", "at = 3")).to_string();
    assert!(number.contains("no shape to find a place on"), "{number}");
    let single = refused("version = 1\n[body]\nname = \"a\"\n").to_string();
    assert!(single.contains("`body` is a table") && single.contains("write [[body]]"), "{single}");
    let three =
        refused(&SCENE.replace("\"bar\", \"floor\"", "\"bar\", \"floor\", \"a\"")).to_string();
    assert!(three.contains("`between`: 3 names are given, it must be 2"), "{three}");
}

#[test]
fn numbers_out_of_range() {
    check_all(
        r#"
        44100 | 0.5 | 2 | 0.5 | `sample_rate` is 0.5 | from 1000 to 768000
        44100 | nan | 2 | nan | `sample_rate` is NaN
        44100 | 1e6 | 2 | 1e6 | `sample_rate` is 1000000.0
        duration = 2.0 | duration = 0 | 4 | 0 | above 0, at most 3600
        duration = 2.0 | duration = 86400 | 4 | 86400 | above 0, at most 3600
        duration = 2.0 | level = { full_scale = 0 } | 4 | 0 | `level.full_scale` is 0.0
        time = 0.5 | time = -1 | 5 | -1 | strike 0: `time` is -1.0
        velocity = 1.0 | velocity = inf | 5 | inf | strike 0: `velocity` is inf
        mass = 0.01 | mass = 0 | 8 | 0 | body `mallet`: `mass` is 0.0 | from 1e-9 to 1e7 (kg)
        velocity = 1.2 | velocity = nan | 9 | nan | from -10000 to 10000 (m/s)
        velocity = 1.2 | displacement = inf | 9 | inf | from -10000 to 10000 (m)
        velocity = 1.2 | force = -inf | 9 | -inf | (N)
        1441.0 | -1441.0 | 12 | -1441.0 | `modes.frequency[1]` is -1441.0
        q = 800.0 | q = inf | 12 | inf | `modes.q` is inf | leave it out
        mass = 0.05 | mass = [1, 2, 0] | 12 | 0 | `modes.mass[2]` is 0.0
        -0.5 | nan | 13 | nan | `points.tip[1]` is NaN
        name = "hit" | gap = nan | 21 | nan | contact `mallet-bar`: `gap` is NaN
        pan = 0.5 | pan = 1.5 | 31 | 1.5 | pickup 0: `pan` is 1.5 | -1 (left) to 1 (right)
        pan = 0.5 | gain = inf | 31 | inf | pickup 0: `gain` is inf
        "#,
    );
}

#[test]
fn names() {
    check_all(
        r#"
        "ceiling" | "bar" | 18 | "bar" | body 1 and body 3 are both called `bar` | taken in line 11
        "ceiling" | "" | 18 | "" | body 3 has an empty name
        "hit" | "bar-floor" | 25 | [[contact]] | contact 0 and contact 1 are both called `bar-floor`
        "hit" | "" | 21 | "" | contact 0 has an empty name
        ["mallet", "bar"] | ["mallet", "baar"] | 22 | "baar" | no body `baar` | did you mean `bar`? | bar, ceiling, floor, mallet
        at = { bar | at = { floor | 23 | floor | which it does not touch | this contact touches mallet and bar
        bar = "tip" | bar = "top" | 23 | "top" | body `bar` has no point `top` | did you mean `tip`?
        bar = "tip" | mallet = "tip" | 23 | "tip" | has no points
        body = "mallet" | body = "malet" | 5 | "malet" | did you mean `mallet`?
        body = "bar" | body = "gong" | 29 | "gong" | no body `gong` | unknown body
        at = "tip" | at = "tap" | 30 | "tap" | did you mean `tip`?
        "#,
    );
}

#[test]
fn bodies() {
    check_all(
        r#"
        velocity = 1.2 | wall = true | 9 | true | both `mass` and `wall` | exactly one of mass, modes, shape, wall
        wall = true\n[[body]]\nname = "ceiling" | [[body]]\nname = "ceiling" | 14 | [[body]] | body `floor` | what is it?
        q = 800.0 | q = [1, 2] | 12 | [1, 2] | `modes.q` has 2 values for 3 modes | one per mode
        1.0, -0.5, 0.3 | 1.0, 0.3 | 13 | [1.0, 0.3] | `points.tip` has 2 values for 3 modes
        [1.0, -0.5, 0.3] } | [1.0, -0.5, 0.3] }\nvelocity = 1 | 14 | 1 | use `mode_velocity`
        [1.0, -0.5, 0.3] } | [1.0, -0.5, 0.3] }\ndisplacement = 1 | 14 | 1 | use `mode_displacement`
        [1.0, -0.5, 0.3] } | [1.0, -0.5, 0.3] }\nforce = 1 | 14 | 1 | only a body with `mass` has `force`
        [1.0, -0.5, 0.3] } | [1.0, -0.5, 0.3] }\nmode_velocity = [1] | 14 | [1] | `mode_velocity` has 1 value for 3 modes
        velocity = 1.2 | mode_velocity = 1.2 | 9 | 1.2 | for a free mass | only a body with `modes`
        velocity = 1.2 | points = { a = [1] } | 9 | { a = [1] } | for a free mass
        wall = true | wall = true\nvelocity = 1 | 17 | 1 | for a wall | it never moves
        "#,
    );
}

#[test]
fn modes_are_counted() {
    let empty = SCENE.replace("[523.0, 1441.0, 2826.0]", "[]").replace("[1.0, -0.5, 0.3]", "[]");
    let errors = refused(&empty).to_string();
    assert!(
        errors.contains("body `bar`: it has zero modes") && errors.contains(":12:9\n"),
        "{errors}"
    );
    let many = vec!["1"; MOST_MODES].join(",");
    let text = SCENE
        .replace("[523.0, 1441.0, 2826.0]", &format!("[{many},1]"))
        .replace("points = { tip = [1.0, -0.5, 0.3] }", "")
        .replace("at = { bar = \"tip\" }", "")
        .replace("at = \"tip\"", "");
    let errors = refused(&text).to_string();
    assert!(errors.contains("1000001 modes together"), "{errors}");
    assert!(errors.contains("at most 1000000 modes") && errors.len() < 1000, "{errors}");
}

#[test]
fn contacts() {
    check_all(
        r#"
        ["bar", "floor"] | ["bar", "bar"] | 26 | "bar" | body `bar` touches itself
        ["bar", "floor"] | ["ceiling", "floor"] | 26 | ["ceiling", "floor"] | both walls
        name = "ceiling"\nwall = true | name = "ball"\nmass = 1 | 18 | "ball" | no contact names it
        body = "bar"\nat = "tip" | body = "floor" | 29 | "floor" | body `floor` is a wall
        body = "mallet" | body = "bar" | 5 | "bar" | body `bar` is not a free mass
        "#,
    );
}

#[test]
fn laws() {
    let power = "kind = \"power\", stiffness = 1e9, exponent = 1.5";
    let surfaces = "first = { young = 1e9, poisson = 0.3, radius = 0.1 }, second = { young = 1e9, poisson = 0.3 }";
    let law = |text: &str, underlined: &str, said: &[&str]| {
        check(power, text, "27", underlined, said);
    };
    law("kind = \"power\", stiffness = 0, exponent = 1.5", "0", &["`stiffness` is 0.0"]);
    law(
        "kind = \"power\", stiffness = 1, exponent = 0.9",
        "0.9",
        &["`exponent` is 0.9", "from 1 to 100"],
    );
    law("kind = \"spring\", stiffness = 1, exponent = inf", "inf", &["`exponent` is inf"]);
    let damped =
        |tail: &str| format!("kind = \"hunt-crossley\", stiffness = 1, exponent = 1{tail}");
    law(&damped(", mu = -1"), "-1", &["`mu` is -1.0", "(s/m)"]);
    law(&damped(", lambda = nan"), "nan", &["`lambda` is NaN"]);
    law(
        &damped(", mu = 3, lambda = 4"),
        "4",
        &["both `mu` and `lambda`", "at most one of mu, lambda, restitution"],
    );
    law(&damped(", mu = 3, restitution = 0.5, speed = 1"), "0.5", &["both `mu` and `restitution`"]);
    law(&damped(", restitution = 0.5"), "0.5", &["`restitution` is given without `speed`"]);
    law(&damped(", speed = 0.5"), "0.5", &["`speed` is given without `restitution`"]);
    law(&damped(", restitution = 1.5, speed = 1"), "1.5", &["above 0 and at most 1"]);
    law(&damped(", restitution = 0.5, speed = 0"), "0", &["`speed` is 0.0"]);
    law(
        "kind = \"constant-restitution\", stiffness = 1, exponent = 1, restitution = 0",
        "0",
        &["`restitution` is 0.0"],
    );
    law(
        "kind = \"rattle\", stiffness = 1, exponent = 1, half_gap = -1",
        "-1",
        &["`half_gap` is -1.0"],
    );
    let hertz = |tail: &str| format!("kind = \"hertz\", {surfaces}{tail}");
    law(
        &hertz(", mu = 1, restitution = 0.9, speed = 1"),
        "0.9",
        &["at most one of mu, restitution"],
    );
    law(&hertz("").replace("0.1", "-1"), "-1", &["`first.radius` is -1.0", "left out for a plane"]);
    law(&hertz("").replacen("1e9", "0", 1), "0", &["`first.young` is 0.0"]);
    law(&hertz("").replacen("0.3", "0.6", 1), "0.6", &["`first.poisson` is 0.6"]);
    let flat = hertz("").replace(", radius = 0.1", "");
    law(&flat, &format!("{{ {flat} }}"), &["both surfaces are planes"]);
    law(&hertz("").replacen("young", "yuong", 1), "yuong", &["did you mean `young`?"]);
}

#[test]
fn something_should_be_heard() {
    let text = "version = 1\n[[body]]\nname = \"a\"\nmass = 1\n[[body]]\nname = \"w\"\nwall = true\n\
        [[contact]]\nbetween = [\"a\", \"w\"]\nlaw = { kind = \"power\", stiffness = 1, exponent = 1 }\n";
    let parsed = carom_scene::scene::Scene::parse("test.toml", text).unwrap();
    assert!(parsed.warnings.iter().any(|w| w.message.contains("nothing is heard")));
    assert!(refused("version = 1").to_string().contains("nothing is heard"));
}

#[test]
fn all_errors_are_reported_together() {
    let text = SCENE
        .replace("44100", "-1")
        .replace("mass = 0.01", "mass = -1")
        .replace("exponent = 2.8", "exponent = 0")
        .replace("pan = 0.5", "pan = 3");
    let errors = refused(&text);
    let shown = errors.to_string();
    assert_eq!(errors.errors().len(), 4, "{shown}");
    assert_eq!(shown.matches("error: ").count(), 4);
    let paths: Vec<_> = errors.errors().iter().map(|e| e.path.as_deref().unwrap()).collect();
    assert_eq!(paths, ["sample_rate", "body.0.mass", "contact.0.law.exponent", "pickup.0.pan"]);
}

#[test]
fn tabs_and_unicode_do_not_misalign() {
    let text = SCENE
        .replace("name = \"mallet\"\nmass = 0.01", "\tname = \"mallet\"\n\tmass = -1 # «ü»")
        .replace("{ frequency", "{ \"größe\" = 1, frequency");
    let shown = refused(&text).to_string();
    assert!(shown.contains("12 | modes = { \"größe\" = 1"), "{shown}");
    assert!(shown.contains("\n    |           ^^^^^^^ unknown\n"), "{shown}");
    let shown = refused(&text.replace("\"größe\" = 1, ", "")).to_string();
    assert!(shown.contains("  --> test.toml:8:9\n"), "{shown}");
    assert!(
        shown.contains("\n 8 |     mass = -1 # «ü»\n   |            ^^ out of range\n"),
        "{shown}"
    );
}

#[test]
fn what_cannot_strike_or_bounce_is_named() {
    let law = |kind: &str| {
        format!("law = {{ kind = \"{kind}\", stiffness = 1e9, exponent = 1.5, half_gap = 1e-3 }}")
            .replace(if kind == "spring" { ", half_gap = 1e-3" } else { "\n" }, "")
    };
    let written =
        "law = { kind = \"hunt-crossley\", stiffness = 1.5e11, exponent = 2.8, mu = 0.6 }";
    let bounce = "[[gesture]]\nkind = \"bounce\"\nbody = \"mallet\"\nheight = 0.1\n";
    for kind in ["spring", "rattle"] {
        // Held from two sides it may be struck either way, but it does not fall.
        let held = SCENE.replace(written, &law(kind)).replace("velocity = 1.0", "velocity = -1.0");
        Scene::parse("test.toml", &held).unwrap();
        let shown = refused(&format!("{held}{bounce}")).to_string();
        assert!(
            shown.contains("gesture 0 (bounce): `body` is \"mallet\", which is held"),
            "{shown}"
        );
        assert!(shown.contains("help: `body` must first touch a surface"), "{shown}");
        let sticky = law(kind).replace(" }", ", adhesive = true }");
        Scene::parse("test.toml", &SCENE.replace(written, &sticky)).unwrap();
        let shown = refused(&SCENE.replace(written, &sticky.replace("true", "false"))).to_string();
        assert!(shown.contains("contact `hit`: `adhesive` is false"), "{shown}");
        assert!(shown.contains("`adhesive` must be true for spring and rattle"), "{shown}");
    }
    check(
        "velocity = 1.0 }",
        "velocity = -1.0 }",
        "5",
        "-1.0",
        &[
            "strike 0: `velocity` is -1.0, away from what it hits",
            "must be 0 or above (m/s), towards it",
        ],
    );
    let turned = SCENE.replace("[\"mallet\", \"bar\"]", "[\"bar\", \"mallet\"]");
    let shown = refused(&turned).to_string();
    assert!(shown.contains("`velocity` of body `mallet` must be 0 or below (m/s)"), "{shown}");
}

#[test]
fn what_bounces_does_nothing_else() {
    let bar = "shape = { kind = \"bar\", length = 0.3, width = 0.03, thickness = 0.005, suspension = 30 }";
    for (kind, more) in [("roll", ""), ("scrape", "force = 1.0\n")] {
        let text = format!(
            "version = 1\n[[body]]\nname = \"ball\"\nmass = 0.01\nmaterial = \"steel\"\n[[body]]\n\
             name = \"bar\"\nmaterial = \"steel\"\n{bar}\n[[contact]]\nbetween = [\"ball\", \"bar\"]\n\
             [[gesture]]\nkind = \"{kind}\"\nbody = \"ball\"\non = \"bar\"\nfrom = 0.2\nto = 0.8\n\
             speed = 0.5\n{more}"
        );
        Scene::parse("test.toml", &text).unwrap();
        let bounce = "[[gesture]]\nkind = \"bounce\"\nbody = \"ball\"\nheight = 0.1\n";
        let shown = refused(&format!("{text}{bounce}")).to_string();
        assert!(
            shown
                .contains("gesture 1 (bounce): `body` is \"ball\", which already moves over `bar`"),
            "{shown}"
        );
        assert!(shown.contains("`body` must be one that no roll or scrape moves"), "{shown}");
    }
}

#[test]
fn json_is_read_as_strictly_as_toml() {
    let bodies = r#""body": [{ "name": "a", "mass": 1 }, { "name": "w", "wall": true }],
        "contact": [{ "between": ["a", "w"], "law": { "kind": "power", "stiffness": 1e9, "exponent": 1.5 } }]"#;
    let good = format!("{{ \"version\": 1, \"sample_rate\": 96000, {bodies} }}");
    assert!(Scene::parse("a.json", &good).is_ok());
    assert!(Scene::parse("a.json", &format!("\u{feff}{good}")).is_ok());
    for (old, new, said) in [
        ("\"mass\": 1", "\"mass\": 1, \"mass\": 2", "the key `mass` is given twice"),
        ("\"mass\": 1", "\"mass\": null", "`mass` is null"),
        ("96000", "null, \"bodi\": 3", "unknown key `bodi`"),
        ("\"version\": 1", "\"version\": 1, \"provenance\": {}", "`carom rerun`"),
        ("\"mass\": 1", "\"mass\": \"x\"", "--> a.json, at body.0.mass"),
    ] {
        let shown = refused_as("a.json", &good.replacen(old, new, 1));
        assert!(shown.contains(said), "{said}?\n{shown}");
    }
    // Whole numbers beyond 64 bits are numbers all the same.
    let read = "`mass` is 9.223372036854776e18";
    let large = good.replacen("\"mass\": 1", "\"mass\": 9223372036854775808", 1);
    assert!(refused_as("a.json", &large).contains(read));
    let large = SCENE.replacen("mass = 0.01", "mass = 9223372036854775808", 1);
    assert!(refused_as("a.toml", &large).contains(read));
}

fn refused_as(name: &str, text: &str) -> String {
    Scene::parse(name, text).unwrap_err().to_string()
}

#[test]
fn seeds_are_whole_numbers_and_many_errors_are_cut_short() {
    let guiro = include_str!("../../../../scenes/guiro.toml");
    for (seed, said) in [("-1", "a whole number, 0 or above"), ("1.5", "a whole number")] {
        let errors = Scene::parse_with(
            "a.toml",
            guiro,
            &[
                "gesture.0.surface={kind='rough',rms=1e-6,correlation=1e-3}",
                &format!("gesture.0.surface.seed={seed}"),
            ],
        );
        let shown = errors.unwrap_err().to_string();
        assert!(shown.contains(said) && shown.contains("assignment 2"), "{shown}");
    }
    let texts = vec!["\"x\""; 500].join(", ");
    let shown = refused(&SCENE.replace("523.0, 1441.0, 2826.0", &texts)).to_string();
    assert!(shown.lines().count() < 200 && shown.ends_with("and 480 more"), "{shown}");
}

#[test]
fn a_contact_that_stores_more_than_a_real_thing_could_is_refused() {
    let text = r#"
version = 1

[[body]]
name = "coin"
mass = 0.005

[[body]]
name = "table"
wall = true

[[contact]]
between = ["coin", "table"]
gap = 4.5
law = { kind = "spring", stiffness = 75857, exponent = 19.2 }

[[pickup]]
body = "coin"
"#;
    let said = Scene::parse("test.toml", text).unwrap_err().to_string();
    assert!(said.contains("J are stored") && said.contains("at most 1e9 J"), "{said}");
    assert!(said.contains("gap = 4.5"), "{said}");
}
