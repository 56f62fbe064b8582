//! Where the energy of metals goes: heat between the faces, supports, air.

use std::f64::consts::{PI, TAU};

use carom::Mode;
use carom_shapes::material::{Damping, Heat};
use carom_shapes::{
    ALUMINIUM, BRASS, Bar, Elastic, Losses, Material, Motion, Plate, Resonator, STEEL, Support,
    Takes,
};

use super::{Points, beside, largest, thrown};
use crate::study::prelude::*;

pub(super) const STUDIES: &[Study] =
    &[Study::new("instruments/losses", "Where the energy of metals goes", losses).of(Kind::Exact)];

fn losses() -> Result<Findings> {
    let (mut checks, mut panels) = (Vec::new(), Vec::new());
    for (thickness, title) in [(1e-3, "(a) Bars, 1 mm"), (3e-3, "(b) Bars, 3 mm")] {
        let (x, y) = (Axis::log("frequency", "Hz"), Axis::log("thermoelastic loss factor", ""));
        let mut panel = Panel::new(title, x, y).y_range(1e-7, 4e-3);
        for (colour, material) in [ALUMINIUM, STEEL, BRASS].iter().enumerate() {
            let found = thermoelastic(material, thickness)?;
            let heat = material.heat.ok_or("metals conduct heat")?;
            let line = |path: usize| {
                let known = |at: &(f64, f64)| heated(&heat, material, thickness, at.0)[path];
                found.iter().map(|at| (at.0, known(at))).collect::<Points>()
            };
            let (first, all) = (line(0), line(1));
            let apart = |known: &Points| {
                largest(&[found.clone(), known.clone()], |a, b| 100.0 * (a / b - 1.0))
            };
            let of = format!("{}, {} mm: largest distance from", material.name, 1e3 * thickness);
            checks.extend([
                Check::at_most(format!("{of} Zener"), "1", apart(&first)).unit("%"),
                Check::unpublished(format!("{of} Lifshitz and Roukes"), apart(&all)).unit("%"),
            ]);
            let few = found.iter().enumerate().filter(|(i, _)| *i < 6 || i % 6 == 0);
            let few = few.map(|(_, at)| *at).collect();
            panel = panel.with_all(beside(material.name, "Zener", [few, first], colour));
            panel = panel.with(Series::line("all paths", all).dashed().colour(colour));
        }
        panels.push(panel);
    }
    let (modes, energies, residual) = struck()?;
    let mut panel = Panel::new("(c) Struck plate", Axis::log("frequency", "Hz"), "share (%)")
        .y_range(0.0, 100.0);
    type Part = fn(&Mode) -> f64;
    let parts: [(&str, Part); 3] = [
        ("material", |mode| mode.sigma - mode.support - mode.radiation),
        ("supports", |mode| mode.support),
        ("air", |mode| mode.radiation),
    ];
    for (i, ((name, part), energy)) in parts.into_iter().zip(energies).enumerate() {
        let share = |mode: &Mode| (mode.omega / TAU, 100.0 * part(mode) / mode.sigma);
        let points = modes.iter().filter(|mode| mode.sigma > 0.0).map(share).collect();
        panel = panel.with(Series::markers(name, points).colour(i + 3));
        let percent = 100.0 * energy / energies.iter().sum::<f64>();
        let place = format!("plate: share of all losses in 3 s, {name}");
        checks.push(Check::unpublished(place, percent).unit("%"));
    }
    let place = "plate: error of the account over the energy of the ball";
    checks.push(Check::at_most(place, "1e-10", residual));
    Ok(Findings::new()
        .parameter("bars", "free, 60 cm, without other inner losses")
        .parameter("plate", "aluminium, 30×20 cm, 2 mm, free, on four soft feet of 0.05 N·s/m")
        .parameter("blow", "steel ball, 5 mm in radius, 1 m/s")
        .text(
            "What is pressed grows warm, and heat flows to the stretched side: C. Zener (Phys. Rev. \
             52, 230 (1937)) has η = (Eα²T/ρc)·ωτ/(1+ω²τ²) with τ = h²ρc/π²κ, which the modes of \
             bars show. R. Lifshitz and M. L. Roukes (Phys. Rev. B 61, 5600 (2000)) have the sum over \
             all paths of the heat (dashed), of which Zener takes the first; far above the peak all of \
             them take up to a fifth more than it. There the loss falls, and what a plate of \
             aluminium loses above some kilohertz is sound.",
        )
        .figure(Figure::new("Losses").panels(panels).panel(panel))
        .checks(checks))
}

/// The loss factors of a bar that loses by heat alone, over the frequencies of its modes (Hz).
fn thermoelastic(material: &Material, thickness: f64) -> Result<Points> {
    let material = Material { damping: Damping::constant(0.0), ..*material };
    let bar = Bar { length: 0.6, width: 0.01, thickness, ..Bar::default() };
    let thing = bar.of(&material)?;
    let both = thing.object().modes.iter().zip(thing.modes());
    let bending = both.filter(|(designed, _)| designed.motion == Motion::Bending);
    let loss = |mode: &Mode| 2.0 * (mode.sigma - mode.radiation) / mode.omega;
    Ok(bending.map(|(designed, mode)| (designed.frequency, loss(mode))).collect())
}

/// Its loss factors after Zener and after Lifshitz and Roukes, with ξ = h·√(ωρc/2κ).
fn heated(heat: &Heat, material: &Material, thickness: f64, hertz: f64) -> [f64; 2] {
    let Elastic { young, density, .. } = material.elastic;
    let capacity = density * heat.capacity;
    let strength = young * heat.expansion.powi(2) * 293.15 / capacity;
    let x = thickness * (PI * hertz * capacity / heat.conductivity).sqrt();
    let (turn, path) = (2.0 * (x / PI).powi(2), (x.sinh() + x.sin()) / (x.cosh() + x.cos()));
    [turn / (1.0 + turn * turn), 6.0 / (x * x) * (1.0 - path / x)].map(|share| strength * share)
}

/// The modes of a plate on four feet, what of a blow went into material, supports and air (J), and
/// the error of the account over all energy.
fn struck() -> Result<(Vec<Mode>, [f64; 3], f64)> {
    let plate = Plate::default();
    let object = plate.object(&ALUMINIUM, 20_000.0);
    let feet = [[0.1, 0.1], [0.9, 0.1], [0.1, 0.9], [0.9, 0.9]];
    let feet = feet.map(|at| Support { at, takes: Takes::Resistance(0.05) });
    let radiation = plate.radiation(&object).losses();
    let all = Losses { supports: &feet, radiation: &radiation, ..Losses::of(&ALUMINIUM) };
    let modes = plate.ringing(&object, &all);
    let weights = object.weights([0.3, 0.4]);
    let mut voice = thrown((&STEEL, 5e-3), (&ALUMINIUM, &modes, &weights), 44_100.0)?;
    voice.advance(3 * 44_100)?;
    let lost = voice.account().losses(1).ok_or("it loses")?;
    let ledger = voice.ledger();
    let energies = [lost.material, lost.supports, lost.radiation];
    Ok((modes, energies, ledger.residual().abs() / ledger.initial()))
}
