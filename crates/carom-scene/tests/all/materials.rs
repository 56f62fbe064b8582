//! Materials of one's own, supports, edges and given decays in scenes.

use carom_scene::modes::{ModeListing, modes};
use carom_scene::plan::{Kind, Plan};
use carom_scene::scene::Scene;
use carom_shapes::material::Material;
use carom_shapes::{SPRUCE, STEEL};

/// A ball on a bar, with what is said of the bar.
fn scene(of_bar: &str) -> String {
    let shape =
        "{ kind = \"bar\", length = 0.3, width = 0.03, thickness = 0.005, suspension = 20 }";
    scene_of(shape, of_bar)
}

fn scene_of(shape: &str, of_bar: &str) -> String {
    format!(
        "version = 1\n[[body]]\nname = \"ball\"\nmass = 0.01\nvelocity = 1\nmaterial = \"steel\"\n\
         [[body]]\nname = \"bar\"\nshape = {shape}\n{of_bar}\n\
         [[contact]]\nbetween = [\"ball\", \"bar\"]\n"
    )
}

fn plan(of_bar: &str) -> Plan {
    let parsed = Scene::parse("test.toml", &scene(of_bar));
    let parsed = parsed.unwrap_or_else(|errors| panic!("{errors}"));
    assert!(parsed.warnings.is_empty());
    // What a program writes is what a file holds.
    let again = parsed.scene.resolve().unwrap_or_else(|errors| panic!("{errors}"));
    assert_eq!(again.scene, parsed.scene);
    let toml = parsed.scene.to_toml().unwrap();
    assert_eq!(Scene::parse("again.toml", &toml).unwrap().scene, parsed.scene);
    parsed.plan
}

fn material(of_bar: &str) -> Material {
    match &plan(of_bar).bodies[1].kind {
        Kind::Shape { material, .. } => **material,
        _ => panic!("no shape"),
    }
}

/// The modes in which the bar bends.
fn bar(of_bar: &str) -> Vec<ModeListing> {
    let mut modes = modes(&plan(of_bar)).unwrap().bodies.swap_remove(1).modes;
    modes.retain(|mode| mode.name.parse::<usize>().is_ok());
    modes
}

/// What is wrong with the bar: the text that is underlined, and all that is said.
fn refused(text: &str) -> (String, String) {
    let errors = Scene::parse("test.toml", text).unwrap_err();
    let shown = errors.to_string();
    assert_eq!(errors.errors().len(), 1, "{shown}");
    let span = errors.errors()[0].span.clone().unwrap_or_else(|| panic!("no place: {shown}"));
    assert!(shown.contains("\nhelp: "), "{shown}");
    (text[span].to_owned(), shown)
}

fn check(of_bar: &str, underlined: &str, said: &[&str]) {
    let (found, shown) = refused(&scene(of_bar));
    assert_eq!(found, underlined, "{shown}");
    for piece in said {
        assert!(shown.contains(piece), "`{piece}`?\n{shown}");
    }
}

#[test]
fn a_material_may_be_given_by_its_constants() {
    let own = material(
        "material = { name = \"my steel\", young = 205e9, density = 7850, poisson = 0.29, loss = 1e-4,\n\
         taut_loss = 2e-4, expansion = 11.7e-6, conductivity = 51.9, heat_capacity = 486 }",
    );
    assert_eq!(own.elastic, STEEL.elastic);
    assert_eq!(own.damping, STEEL.damping);
    let (heat, steel) = (own.heat.unwrap(), STEEL.heat.unwrap());
    assert!((heat.expansion / steel.expansion - 1.0).abs() < 1e-12);
    assert_eq!((heat.conductivity, heat.capacity), (steel.conductivity, steel.capacity));
    assert_eq!(own.restitution, 0.6);
    let of = |loss: f64| {
        let own = "young = 205e9, density = 7850, poisson = 0.29";
        bar(&format!("material = {{ {own}, loss = {loss} }}"))
    };
    let (steel, low, high) = (bar("material = \"steel\""), of(0.01), of(0.03));
    for ((steel, low), high) in steel.iter().zip(&low).zip(&high) {
        assert!((low.frequency / steel.frequency - 1.0).abs() < 1e-12);
        // What supports and air take is the same: 1/Q grows as the loss.
        let more = high.q.unwrap().recip() - low.q.unwrap().recip();
        assert!((more / 0.02 - 1.0).abs() < 1e-9, "{more}");
    }
}

#[test]
fn what_is_left_out_is_like_a_known_material() {
    let lossy = material("material = { like = \"steel\", loss = 1e-3 }");
    assert_eq!((lossy.elastic, lossy.heat), (STEEL.elastic, STEEL.heat));
    assert_eq!(lossy.restitution, STEEL.restitution);
    assert!((lossy.damping.stretch - 1e-3).abs() < 1e-15);
    // In proportion.
    assert!((lossy.damping.taut - 2e-3).abs() < 1e-15);
    // A modulus that follows, and one of its own.
    let soft = material("material = { like = \"steel\", young = 1e11 }").elastic;
    assert!((soft.shear - 0.5e11 / 1.29).abs() < 1.0);
    let odd = material("material = { like = \"steel\", shear = 5e10 }").elastic;
    assert_eq!((odd.shear, odd.young), (5e10, STEEL.elastic.young));
    // Wood keeps its grain.
    let stiff = material("material = { like = \"spruce\", young = 13e9 }").elastic;
    assert_eq!((stiff.young, stiff.grain), (13e9, SPRUCE.elastic.grain));
}

#[test]
fn wood_has_nine_constants() {
    let wood = material(
        "material = { young = [12e9, 1e9, 0.5e9], shear = [0.8e9, 0.7e9, 0.04e9],\n\
         poisson = [0.37, 0.46, 0.43], density = 420, loss = 0.007, shear_loss = 0.016 }",
    );
    let grain = wood.elastic.grain.unwrap();
    assert_eq!((wood.elastic.young, grain.young), (12e9, [1e9, 0.5e9]));
    assert_eq!((wood.elastic.shear, wood.elastic.poisson), (0.8e9, 0.37));
    assert_eq!(grain.poisson, [0.37, 0.46, 0.43]);
    assert_eq!(wood.surface_young(), 1e9);
    assert_eq!((wood.damping.stretch, wood.damping.shear), (0.007, 0.016));
}

#[test]
fn supports_edges_and_given_decays_are_lost() {
    let free = bar("material = \"steel\"");
    let held = bar("material = \"steel\"\n\
         support = [{ at = 0.2242, resistance = 0.5 }, { at = 0.7758, stiffness = 2000, loss = 0.2 }]");
    let sigma = |mode: &ModeListing| 6.907_755_278_982_137 / mode.decay.unwrap();
    assert!(sigma(&held[0]) < 1.01 * sigma(&free[0]) && sigma(&held[1]) > 2.0 * sigma(&free[1]));
    let edged = bar("material = \"steel\"\nedge_loss = 0.01");
    assert!(sigma(&edged[0]) > sigma(&free[0]));
    assert!(bar("material = \"steel\"\nq = 50").iter().all(|m| (m.q.unwrap() - 50.0).abs() < 1e-9));
    let first = bar("material = \"steel\"\ndecay = [3, 0.5]");
    assert!((first[0].decay.unwrap() - 3.0).abs() < 1e-9);
    assert!((first[1].decay.unwrap() - 0.5).abs() < 1e-9);
    assert_eq!(first[2], free[2]);
}

#[test]
fn what_cannot_be_is_named() {
    check("material = \"stele\"", "\"stele\"", &["no material is called `stele`", "steel"]);
    check("material = 3", "3", &["the name of a material, or a table with its constants"]);
    check("material = { like = \"stele\" }", "\"stele\"", &["no material is called `stele`"]);
    check(
        "material = { young = 1e9, density = 900 }",
        "{ young = 1e9, density = 900 }",
        &["has no poisson, loss", "`like`"],
    );
    check("material = { like = \"steel\", hue = 3 }", "hue", &["unknown key `hue`", "young"]);
    check(
        "material = { like = \"steel\", loss = -0.1 }",
        "-0.1",
        &["`material.loss` is -0.1", "0 or above"],
    );
    check(
        "material = { like = \"steel\", young = -2 }",
        "-2",
        &["young` is -2", "from 1 to 1e15 (Pa)"],
    );
    check(
        "material = { like = \"steel\", young = [1e9, 2e9] }",
        "[1e9, 2e9]",
        &["a number or a list of three numbers"],
    );
    check(
        "material = { like = \"steel\", poisson = 0.5 }",
        "0.5",
        &["`poisson` is 0.5", "above -1 and below 0.5"],
    );
    check(
        "material = { like = \"steel\", young = [1e9, 1e8, 1e8] }",
        "{ like = \"steel\", young = [1e9, 1e8, 1e8] }",
        &["`shear` does not have three numbers", "`like` a wood"],
    );
    check(
        "material = { like = \"spruce\", poisson = [0.4, 0.4, 1.5] }",
        "[0.4, 0.4, 1.5]",
        &["`poisson` is [0.4, 0.4, 1.5]", "no strain sets energy free"],
    );
    check("material = { like = \"wood\", expansion = 1e-5 }", "1e-5", &["without the others"]);
}

#[test]
fn what_cannot_take_energy_is_named() {
    let steel = |more: &str| format!("material = \"steel\"\n{more}");
    check(
        &steel("support = [{ at = 1.2, resistance = 0.5 }]"),
        "1.2",
        &["no place on body `bar`", "from 0 to 1"],
    );
    check(
        &steel("support = [{ at = 0.2, resistance = -0.5 }]"),
        "-0.5",
        &["`support[0].resistance` is -0.5", "0, or a number from 1e-12 to 1e9 (N·s/m)"],
    );
    check(&steel("support = [{ at = 0.2, stiffness = 100, loss = -1 }]"), "-1", &["loss` is -1"]);
    check(&steel("support = [{ at = 0.2 }]"), "{ at = 0.2 }", &["`resistance`, or `stiffness`"]);
    check(
        &steel("support = [{ at = 0.2, resistance = 1, loss = 1 }]"),
        "{ at = 0.2, resistance = 1, loss = 1 }",
        &["either of two"],
    );
    check(&steel("edge_loss = 1.5"), "1.5", &["`edge_loss` is 1.5", "from 0 to 1"]);
    check(&steel("q = 100\ndecay = 2"), "2", &["both `q` and `decay`"]);
    check(&steel("decay = [2, 0]"), "0", &["decay", "from 1e-12 to 1e9 (s)"]);
    check(&steel("q = \"high\""), "\"high\"", &["a list of numbers for the first modes"]);
    let block = "{ kind = \"block\", length = 0.3, width = 0.1, height = 0.1, suspension = 20 }";
    let (found, shown) = refused(&scene_of(block, &steel("edge_loss = 0.1")));
    assert!(found == "0.1" && shown.contains("`edge_loss` means nothing here"), "{shown}");
    for (field, value) in
        [("support", "[{ at = 0.2, resistance = 1 }]"), ("edge_loss", "0.1"), ("decay", "1")]
    {
        let text = scene("material = \"steel\"");
        let text = text.replace("mass = 0.01", &format!("mass = 0.01\n{field} = {value}"));
        let shown = Scene::parse("test.toml", &text).unwrap_err().to_string();
        assert!(shown.contains(&format!("`{field}` means nothing here")), "{shown}");
    }
}
