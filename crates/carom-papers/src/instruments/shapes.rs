//! Shapes that instruments have, beside what is published or was computed apart.

use std::f64::consts::{LN_10, PI, TAU};

use carom_shapes::{
    BRONZE, Bar, Bell, Edges, Elastic, Grain, Kettledrum, MYLAR, Object, Plate, ROSEWOOD,
    Resonator, RoundMembrane, SkinAir,
};

use super::beside;
use crate::study::prelude::*;

pub(super) const STUDIES: &[Study] =
    &[Study::new("instruments/shapes", "Bars that shear, air under skins, grain, a bell", shapes)
        .of(Kind::Exact)];

/// Numbers that are known, how far off the first and the others may be, and those found, by name.
struct Beside {
    what: &'static str,
    by: &'static str,
    known: &'static [&'static str],
    within: [f64; 2],
    found: Vec<(String, f64)>,
}

fn shapes() -> Result<Findings> {
    let panels = [
        (Panel::new("(a) Euler and Bernoulli", axis("mode", 6), "too sharp (%)"), vec![bar()?]),
        (Panel::new("(b) Timpano", axis("waves around", 5), "over (1, 1)"), drum()?),
        (Panel::new("(c) Door of spruce", axis("mode", 5), "frequency (Hz)"), vec![door()]),
        (Panel::new("(d) Bell", axis("partial", 9), Axis::log("T60", "s")), vec![bell()?]),
    ];
    let (mut figure, mut checks) = (Figure::new("Shapes").columns(2), Vec::new());
    let mut colours = 0..;
    for (mut panel, all) in panels {
        for (one, colour) in all.into_iter().zip(&mut colours) {
            let known = one.known.iter().map(|known| Printed::new(known));
            for (i, ((name, found), printed)) in one.found.iter().zip(known.clone()).enumerate() {
                let check = Check::number(format!("{}, {name}", one.what), &printed, *found);
                checks.push(check.relative(one.within[i.min(1)]));
            }
            let numbered = |values: Vec<f64>| (0..).map(f64::from).zip(values).collect::<Vec<_>>();
            let both =
                [one.found.iter().map(|at| at.1).collect(), known.map(|k| k.value()).collect()];
            panel = panel.with_all(beside(one.what, one.by, both.map(numbered), colour));
        }
        figure = figure.panel(panel);
    }
    Ok(Findings::new()
        .parameter("bar", "rosewood, 35×5×2.2 cm, E/G = 14, ν = 0 (shear coefficient 5/6), free")
        .parameter("drum", "65.6 cm, 0.262 kg/m², 3990 N/m; kettle of 0.14 m³")
        .parameter("door", "Sitka spruce (Wood Handbook), 200×80×3.5 cm, supported")
        .parameter("bell", "bronze, 70 cm")
        .text(
            "A bar that shears and turns (Timoshenko) is lower than Euler and Bernoulli say; T. C. \
             Huang (J. Appl. Mech. 28, 579 (1961)) prints its equation, solved here apart. Air makes a \
             skin heavier, and a kettle lifts (0, 1) by its spring: T. D. Rossing (Percussionist 19, 18 \
             (1982); Fletcher and Rossing 1998, table 18.1) measured a timpano with and without. A door \
             bends most easily across its grain; finite elements were computed apart. The decays of \
             the bell are fitted, not computed: they are those quoted from Fletcher and Rossing, \
             chapter 21, and what bronze and air take must leave room for them.",
        )
        .figure(figure)
        .checks(checks))
}

fn axis(label: &str, count: u32) -> Axis {
    let first = if label.starts_with("waves") { 0 } else { 1 };
    Axis::categories(label, (first..first + count).map(|n| n.to_string()))
}

fn frequency(object: &Object, name: &str) -> Result<f64> {
    let mode = object.modes.iter().find(|mode| mode.name == name);
    Ok(mode.ok_or_else(|| format!("there is no mode {name}"))?.frequency)
}

fn bar() -> Result<Beside> {
    let young = ROSEWOOD.elastic.young;
    let elastic = Elastic { shear: young / 14.0, poisson: 0.0, ..ROSEWOOD.elastic };
    let bar = Bar { length: 0.35, width: 0.05, thickness: 0.022, ..Bar::default() };
    let object = bar.design(&elastic, 20_000.0);
    let speed = (young / (12.0 * elastic.density)).sqrt();
    let mut found = Vec::new();
    for mode in 1..=6 {
        // cosh β·cos β = 1, by Newton's method from where cos β = 0.
        let start = (f64::from(mode) + 0.5) * PI;
        let newton = |b: f64| b - (b.cos() - 1.0 / b.cosh()) / (b.tanh() / b.cosh() - b.sin());
        let beta = (0..4).fold(start, |beta, _| newton(beta));
        let euler = (beta / bar.length).powi(2) * bar.thickness * speed / TAU;
        let sharp = euler / frequency(&object, &mode.to_string())? - 1.0;
        found.push((format!("mode {mode}: too sharp by (%)"), 100.0 * sharp));
    }
    let known = &["4.088", "13.406", "26.202", "41.694", "59.042", "77.725"];
    Ok(Beside { what: "bar", by: "Huang", known, within: [1e-3; 2], found })
}

fn drum() -> Result<Vec<Beside>> {
    let (diameter, tension, thickness) = (0.656, 3990.0, 1.9e-4);
    let elastic = Elastic { density: 0.262 / thickness, ..MYLAR.elastic };
    let skin = RoundMembrane { diameter, tension, thickness, air: SkinAir::Wall };
    let kettle = Kettledrum { diameter, tension, thickness, volume: 0.14 };
    let of = |what, shape: &dyn Resonator, known, within| -> Result<Beside> {
        let object = shape.design(&elastic, 600.0);
        let own = frequency(&object, "(1, 1) cos")?;
        let mut found = Vec::new();
        for name in ["(0, 1)", "(1, 1) cos", "(2, 1) cos", "(3, 1) cos", "(4, 1) cos"] {
            found.push((format!("{name} over (1, 1)"), frequency(&object, name)? / own));
        }
        Ok(Beside { what, by: "measured", known, within, found })
    };
    Ok(vec![
        of("skin", &skin, &["0.53", "1.00", "1.48", "1.92", "2.36"], [0.04, 0.02])?,
        of("kettle", &kettle, &["0.85", "1.00", "1.51", "1.99", "2.44"], [0.03; 2])?,
    ])
}

fn door() -> Beside {
    let of_along = |ratio: f64| 11.5e9 * ratio;
    let grain = Grain {
        young: [0.078, 0.043].map(of_along),
        shear: [0.064, 0.061, 0.003].map(of_along),
        poisson: [0.372, 0.467, 0.435],
    };
    let plain = Elastic::isotropic(of_along(1.0), 0.372, 420.0);
    let spruce = Elastic { shear: grain.shear[0], grain: Some(grain), ..plain };
    let edges = Edges::Supported;
    let door = Plate { length: 2.0, width: 0.8, thickness: 0.035, edges, suspension: None };
    let modes = door.design(&spruce, 900.0).modes.into_iter().take(5);
    let found = modes.map(|mode| (format!("{} (Hz)", mode.name), mode.frequency)).collect();
    let known = &["51.10", "108.12", "158.34", "204.40", "210.38"];
    Beside { what: "door", by: "finite elements", known, within: [5e-3; 2], found }
}

fn bell() -> Result<Beside> {
    let thing = Bell { diameter: 0.7, thickness: 0.7 / 13.0, split: 0.0 }.of(&BRONZE)?;
    let pairs = thing.modes().iter().zip(&thing.object().modes).step_by(2);
    let known = &["52", "16", "16", "6", "3", "1.4", "3.6", "5", "4.2"];
    let found = pairs.map(|(mode, designed)| {
        let name = designed.name.trim_end_matches(" cos");
        (format!("{name}: T60 (s)"), 3.0 * LN_10 / mode.sigma)
    });
    let found = found.take(known.len()).collect();
    Ok(Beside { what: "bell", by: "measured", known, within: [0.03; 2], found })
}
