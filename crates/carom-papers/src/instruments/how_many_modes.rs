//! How many modes an impact needs: balls of steel on plates of steel, whose bending waves carry
//! energy away (C. Zener, The intrinsic inelasticity of large plates, Phys. Rev. 59, 669 (1941)).

use std::f64::consts::PI;

use carom::Mode;
use carom_shapes::{DesignedMode, Edges, Elastic, Material, Plate, Resonator, STEEL};

use super::thrown;
use crate::study::prelude::*;

pub(super) const STUDIES: &[Study] =
    &[Study::new("instruments/how-many-modes", "How many modes an impact needs", modes)];

/// Radius of the ball (mm), length, width and thickness of the plate (m), and what Zener's equation
/// gives: restitution and contact time (µs).
type Case = (f64, [f64; 3], [&'static str; 2]);
const CASES: [Case; 3] = [
    (2.5, [0.30, 0.25, 3e-3], ["0.831", "17.9"]),
    (5.0, [0.40, 0.35, 4e-3], ["0.664", "36.8"]),
    (10.0, [0.60, 0.50, 6e-3], ["0.487", "77.3"]),
];
/// The highest modes kept, over one divided by the contact time; those of scenes.
const KEPT: [f64; 12] = [0.1, 0.15, 0.2, 0.3, 0.45, 0.7, 1.0, 1.5, 2.0, 3.0, 5.0, 8.0];
const USUAL: f64 = 1.5;

fn modes() -> Result<Findings> {
    let mut panels = ["(a) Restitution", "(b) Contact time"].map(|title| {
        Panel::new(title, Axis::log("highest mode × contact time", ""), "over Zener's")
            .hline(1.0, "")
            .vline(USUAL, "scenes")
    });
    let mut checks = Vec::new();
    for (colour, case) in CASES.iter().enumerate() {
        let [restitution, contact] = case.2.map(Printed::new);
        let (ball, seconds) = (format!("{} mm", case.0), 1e-6 * contact.value());
        for residual in [true, false] {
            let mut lines = [Vec::new(), Vec::new()];
            for kept in KEPT {
                let [e, time] = struck(case, 44_100.0, kept / seconds, residual)?;
                lines[0].push((kept, e / restitution.value()));
                lines[1].push((kept, time / seconds));
            }
            for (panel, line) in panels.iter_mut().zip(lines) {
                let name = if residual { &ball } else { "modes alone" };
                let line = Series::line(name, line).colour(colour);
                let line = if residual { line.marked() } else { line.dashed() };
                *panel = panel.clone().with(line);
            }
        }
        for rate in [44_100.0, 22_050.0] {
            let [e, time] = struck(case, rate, USUAL / seconds, true)?;
            let place = format!("ball of {ball}, {rate} Hz");
            checks.extend([
                Check::number(format!("{place}: restitution"), &restitution, e).relative(0.02),
                Check::number(format!("{place}: contact time"), &contact, 1e6 * time)
                    .relative(0.02)
                    .unit("µs"),
            ]);
        }
    }
    for (what, residual) in [("alone", false), ("and the give of the rest", true)] {
        let [heard, _] = struck(&CASES[0], 44_100.0, 20_000.0, residual)?;
        let place = format!("ball of 2.5 mm, modes to 20 kHz {what}: restitution");
        checks.push(Check::unpublished(place, heard));
    }
    Ok(Findings::new()
        .parameter("plates", "steel, supported: 30×25 cm, 3 mm; 40×35 cm, 4 mm; 60×50 cm, 6 mm")
        .parameter("steel", "E = 205 GPa, ν = 0.29, 7850 kg/m³, lossless, Hertz's contact")
        .parameter("blow", "1 m/s, at the middle; figure at 44 100 Hz")
        .text(
            "A plate carries away energy only in modes that it has: with those that are heard alone \
             a small ball rebounds too fast and too soon (dashed). Markers have one more mode for what \
             all higher ones give way. Far too few modes cannot be mended by it: it then rings with \
             the blow. Up to 1.5 divided by the contact time they are enough, at any sample rate.",
        )
        .figure(Figure::new("Restitution and contact time over the modes kept").panels(panels))
        .checks(checks))
}

/// Restitution and contact time (s) with modes up to a frequency, and with what those above give
/// way, if that is wanted.
fn struck(case: &Case, rate: f64, hertz: f64, residual: bool) -> Result<[f64; 2]> {
    let (radius, [length, width, thickness]) = (1e-3 * case.0, case.1);
    let steel = Material { elastic: Elastic::isotropic(205e9, 0.29, 7850.0), ..STEEL };
    let shape = Plate { length, width, thickness, edges: Edges::Supported, suspension: None };
    let object = shape.design(&steel.elastic, hertz);
    let mut weights = object.weights([0.5, 0.5]);
    let lossless =
        |mode: &DesignedMode| Mode { omega: 2.0 * PI * mode.frequency, ..Mode::free(mode.mass) };
    let mut modes: Vec<Mode> = object.modes.iter().map(lossless).collect();
    modes.extend(object.residual(&shape, &weights, hertz).filter(|_| residual));
    weights.resize(modes.len(), 1.0);
    let mut voice = thrown((&steel, radius), (&steel, &modes, &weights), rate)?;
    voice.advance(64)?;
    let velocity = voice.first_release().ok_or("it rebounds")?.state.velocity[0];
    let time = voice.logs()[0].first_contact_time.ok_or("it touches")?;
    Ok([-velocity, time])
}
