//! The Sound Design Toolkit: what its impacts return, and what Carom's do.

use carom::Substeps;

use crate::study::prelude::*;

pub(super) const STUDIES: &[Study] = &[Study::new(
    "outside/sound-design-toolkit",
    "Hard impacts beside those of the Sound Design Toolkit",
    hard_impacts,
)
.of(Kind::Own)];

const MASS: f64 = 0.01;
const EXPONENT: f64 = 1.5;
const RATE: f64 = 44_100.0;

/// Stiffness, and by how many per cent the toolkit's outgoing velocity was too fast, at μ = 0.5 s/m.
const TOO_FAST: [(f64, f64); 2] = [(1e11, 34.0), (1e13, 34.0)];
/// Stiffness, and the share of the energy that the toolkit had left after a hundred rebounds without loss.
const LEFT: [(f64, f64); 2] = [(1e9, 0.475), (1e11, 2e-5)];

fn hard_impacts() -> Result<Findings> {
    let mut table = Table::new(["what", "stiffness", "exact", "Sound Design Toolkit", "Carom"]);
    let mut checks = Vec::new();
    for (stiffness, measured) in TOO_FAST {
        let exact = WallImpact::new(MASS, stiffness, EXPONENT, 0.5, 1.0)?;
        let off = 100.0 * (outgoing(stiffness, 0.5, 1.0)? / exact.v_out() - 1.0);
        table = table.row([
            Cell::text("error of v_out (%)"),
            Cell::number(format!("{stiffness:e}")),
            Cell::number("0"),
            Cell::number(format!("+{measured}")),
            Cell::number(format!("{off:+.3}")),
        ]);
        let place = format!("error of v_out at k = {stiffness:e}, μ = 0.5 s/m");
        checks.push(
            Check::at_most(place, "0.2", off.abs()).named(format!("v-out/{stiffness:e}")).unit("%"),
        );
    }
    for (stiffness, measured) in LEFT {
        let mut velocity = 1.0;
        for _ in 0..100 {
            velocity = -outgoing(stiffness, 0.0, velocity)?;
        }
        let left = velocity * velocity;
        table = table.row([
            Cell::text("energy after 100 rebounds without loss"),
            Cell::number(format!("{stiffness:e}")),
            Cell::number("1"),
            Cell::number(measured),
            Cell::number(format!("{left:.12}")),
        ]);
        let place = format!("energy lost in 100 rebounds without loss at k = {stiffness:e}");
        checks.push(
            Check::at_most(place, "1e-10", (left - 1.0).abs()).named(format!("left/{stiffness:e}")),
        );
    }
    Ok(Findings::new()
        .parameter("mass", "0.01 kg at 1 m/s, α = 1.5, 44.1 kHz")
        .parameter("Carom", "two-point, steps subdivided while in contact, as scenes use it")
        .parameter(
            "Sound Design Toolkit",
            "its impact of an inertial object, measured from outside; the numbers are not computed here",
        )
        .text(
            "The toolkit takes one step a sample. In contacts of fewer than two samples its impact returns with hardly \
             any loss, and without loss it loses energy from rebound to rebound. The kick that it gives to an object \
             that still rings was found to be half to a twentieth of what it should be. Carom's column is computed \
             when this page is made: anyone can rerun it. Its steps follow the contact, so that the error does not \
             depend on the stiffness.",
        )
        .table(table)
        .checks(checks)
        .command("carom impact --mass 0.01 --stiffness 1e13 --exponent 1.5 --mu 0.5 --velocity 1 --scheme two-point --substeps auto"))
}

fn outgoing(stiffness: f64, mu: f64, velocity: f64) -> Result<f64> {
    let impact = Impact {
        mu: Some(mu),
        velocity,
        rate: RATE,
        substeps: Substeps::Auto,
        methods: vec![Method::TwoPoint],
        ..Impact::new(MASS, stiffness, EXPONENT)
    };
    let comparison = compare(&impact)?;
    let run = comparison.runs.first().filter(|run| run.status == Status::Ok);
    run.and_then(|run| run.v_out).ok_or_else(|| "the impact did not end".into())
}
