//! The loops as a figure.

use carom_report::{Figure, Panel, Series};

use super::{Answer, Loop};

/// Force against compression, as it is, and on logarithmic axes, where a power law is straight: its
/// slope is α for a slow hand, and α − 1 for a blow so fast that the felt has no time to relax.
pub fn figure(answer: &Answer) -> Figure {
    let plain = Panel::new("(a) Loops", "compression (mm)", "force (N)")
        .x_include(0.0)
        .y_include(0.0)
        .with_all(answer.loops.iter().map(|one| series(one, one.curve.iter().copied())));
    let steep = Panel::log("(b) The way in, on logarithmic axes", "compression (mm)", "force (N)")
        .with_all(answer.loops.iter().map(|one| series(one, way_in(one))))
        .with(power_law(answer));
    Figure::new(format!("Hammer of key {} against a rigid wall", answer.key))
        .caption(caption(answer))
        .panel(plain)
        .panel(steep)
        .columns(2)
        .panel_size(400.0, 320.0)
}

fn series(one: &Loop, curve: impl Iterator<Item = (f64, f64)>) -> Series {
    let name = format!("{} m/s", one.speed);
    Series::line(name, curve.map(|(compression, force)| (1e3 * compression, force)).collect())
}

/// From a twentieth of the largest compression to the largest force.
fn way_in(one: &Loop) -> impl Iterator<Item = (f64, f64)> {
    let from = 0.05 * one.peak_compression;
    let peak = one.curve.iter().map(|point| point.1).fold(0.0, f64::max);
    let top = one.curve.iter().position(|point| point.1 >= peak).unwrap_or(0);
    one.curve[..=top].iter().copied().filter(move |point| point.0 >= from)
}

/// k·(1 − ε)·x^α, what a slow hand would feel.
fn power_law(answer: &Answer) -> Series {
    let hammer = &answer.hammer;
    let deepest = answer.loops.iter().map(|one| one.peak_compression).fold(0.0, f64::max);
    let force = |x: f64| hammer.stiffness * (1.0 - hammer.hysteresis) * x.powf(hammer.exponent);
    let at = |share: f64| (1e3 * share * deepest, force(share * deepest));
    Series::guide("pressed slowly", vec![at(0.15), at(1.0)])
}

fn caption(answer: &Answer) -> String {
    let hammer = &answer.hammer;
    let most = |value: &dyn Fn(&Loop) -> f64| answer.loops.iter().map(value).fold(0.0, f64::max);
    let least =
        |value: &dyn Fn(&Loop) -> f64| answer.loops.iter().map(value).fold(f64::MAX, f64::min);
    let (left, held) =
        (|one: &Loop| 100.0 * one.compression_left, |one: &Loop| 100.0 * one.energy_in_felt);
    format!(
        "{:.2} g, exponent {:.2}, hysteresis {:.4}, relaxation {:.2} µs (Stulov's felt). The \
         hammer leaves with {:.0} to {:.0} % of the compression and {:.1} to {:.1} % of the energy \
         still in the felt.",
        1e3 * hammer.mass,
        hammer.exponent,
        hammer.hysteresis,
        1e6 * hammer.relaxation,
        least(&left),
        most(&left),
        least(&held),
        most(&held)
    )
}
