//! Fig. 4: the energy of an impact in closed form.

use super::cases::{Case, exact_energies};
use crate::study::prelude::*;

pub(super) const STUDIES: &[Study] = &[Study::new("papetti/fig-4", "Energy over velocity", fig_4)];

/// Fig. 4.
fn fig_4() -> Result<Findings> {
    let exact = Case::HARD.exact()?;
    let (before, after) = (exact.energy_in(), exact.energy_in() - exact.energy_lost());
    let curve = exact_energies(&exact);
    let falls = curve.windows(2).all(|pair| pair[1].1 <= pair[0].1 * (1.0 + 1e-15));
    let panel = Panel::new("", Axis::linear("velocity v", "m/s").inverted(), "Hamiltonian H (J)").y_include(0.0)
    .with(Series::reference("H(v)", curve))
    .hline(before, "H₀")
    .hline(after, "H_τ");
    let figure = Figure::new("Energy over velocity").panel(panel).panel_size(560.0, 330.0);
    Ok(Case::HARD.begin().text(TEXT_4).figure(figure).checks([
        Check::claim("(16), the energy never rises", "0 ≤ H(t+dt) ≤ H(t)")
            .holds(falls && after > 0.0, "it rises at none of 800 points"),
        Check::unpublished("Fig. 4, H₀", before).unit("J"),
        Check::unpublished("Fig. 4, H_τ", after).unit("J"),
    ]))
}

const TEXT_4: &str = "Kinetic and elastic energy together, over a velocity that runs backwards \
    so that the impact reads from left to right. Most is lost where the mass is fast and deep \
    at once, nothing at the turning point.";
