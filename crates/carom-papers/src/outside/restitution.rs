//! Test 3: a restitution is put in, and one comes out.

use super::chung_ooi::{parameters, spheres};
use super::meeting::{Meeting, off_sample, size};
use super::published;
use crate::study::prelude::*;

pub(super) const STUDIES: &[Study] = &[Study::new(
    "outside/chung-ooi-3",
    "The restitution put in is the one that comes out",
    test_3,
)];

/// Steps per contact.
const STEPS: f64 = 200.0;
/// "Identical" in words; what a plot of the test could show.
const ALLOWED: f64 = 1e-3;

/// Chung and Ooi's Fig. of test 3.
fn test_3() -> Result<Findings> {
    let test = published::read()?.chung_ooi.test_3;
    let mut findings = parameters(&test, "towards the plane")
        .parameter("source", "materials as the YADE project runs this test")
        .parameter(
            "scheme",
            format!("two-point, {STEPS} steps per elastic contact; all schemes in the table"),
        );
    let mut panel = Panel::new("", "restitution put in", "restitution that came out").x_range(0.0, 1.05).y_range(0.0, 1.05)
    .with(Series::guide("identical", vec![(0.0, 0.0), (1.05, 1.05)]));
    let mut table =
        Table::new(["put in", "material"].into_iter().chain(Method::CONTACT.map(Method::name)))
            .caption("What came out less what was put in, by scheme.");
    for material in &test.materials {
        let elastic = spheres(&test, material, false)?;
        let mut points = Vec::new();
        for printed in &test.restitutions {
            let lossy = damped(&elastic, printed.value())?;
            let mut cells = vec![Cell::text(printed.text()), Cell::text(material.name.as_str())];
            for method in Method::CONTACT {
                let came = out(&elastic, &lossy, method);
                cells.push(difference(came.as_ref().ok().copied(), printed.value()));
                if method == Method::TwoPoint {
                    let came = came?;
                    points.push((printed.value(), came));
                    let place =
                        format!("Test 3, {}, restitution {}", material.name, printed.text());
                    findings =
                        findings.check(Check::number(place, printed, came).tolerance(ALLOWED));
                }
            }
            table = table.row(cells);
        }
        panel = panel.with(Series::markers(material.name.as_str(), points));
    }
    Ok(findings
        .text(
            "A sphere meets a rigid plane with losses set for a wanted restitution; a sound code \
             gives it back whatever the material. The test leaves the law of the losses open. Here \
             it is Hunt and Crossley's, for which μ·v_in as a function of the restitution is known \
             exactly, so that the only error left is that of the steps.",
        )
        .figure(
            Figure::new("Test 3: restitution out over restitution in")
                .panel(panel)
                .panel_size(420.0, 380.0),
        )
        .table(table))
}

fn damped(elastic: &Meeting, restitution: f64) -> Result<Meeting> {
    let potential = elastic.law.potential();
    let damping = Damping::Restitution { restitution, speed: elastic.approach() };
    let stiffness = potential.stiffness_coefficient();
    let law = Law::hunt_crossley(stiffness, potential.exponent(), damping)?;
    Ok(Meeting { law, ..elastic.clone() })
}

fn out(elastic: &Meeting, lossy: &Meeting, method: Method) -> Result<f64> {
    let dt = elastic.exact()?.contact_time() / STEPS;
    let meeting = Meeting { gap: off_sample(lossy.approach(), dt), ..lossy.clone() };
    Ok(meeting.run(method, dt, 3.0 * lossy.exact()?.contact_time())?.restitution)
}

fn difference(came: Option<f64>, wanted: f64) -> Cell {
    match came {
        Some(came) => {
            let off = came - wanted;
            let cell = Cell::number(size(off));
            if off.abs() <= ALLOWED { cell } else { cell.bad() }
        }
        None => Cell::text("failed").bad(),
    }
}
