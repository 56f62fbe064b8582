//! Two soft spheres of Project Chrono's unit tests.

use carom::law::Surface;

use super::meeting::{Meeting, difference, schemes};
use super::published::{self, Chrono};
use crate::study::prelude::*;

pub(super) const STUDIES: &[Study] = &[Study::new(
    "outside/chrono-smc",
    "Two soft spheres, from no bounce to a perfect one",
    smooth_contact,
)];

/// The least restitution that Hunt and Crossley's law takes here: at 0 its damping is infinite.
const LEAST: f64 = 1e-9;

/// Restitutions from 0 to 1 with two exponents, and the elastic contact.
fn smooth_contact() -> Result<Findings> {
    let test = published::read()?.chrono;
    let mut findings = Findings::new()
        .text(
            "Two spheres of 1 kg fly at each other; after half a second their relative velocity \
             over that before must be the restitution put in, within 1e-3. The original runs a \
             linear and a Hertzian spring with its own damping; here both have Hunt and \
             Crossley's, which comes as close to no bounce at all as is asked, but not to zero: \
             1e-9 stands for it. AM1, the two-point and the three-point scheme pass everywhere in \
             the step of the original; at no bounce the damping is too stiff for the others. The \
             overlap, force and duration of the elastic case are Hertz's closed form.",
        )
        .parameter(
            "spheres",
            format!("{} kg, radius {} m, {} m/s each", test.mass, test.radius, test.speed),
        )
        .parameter(
            "material",
            format!("Young's modulus {:e} Pa, Poisson's ratio {}", test.young, test.poisson),
        )
        .parameter("start", format!("{} m between the centres", test.distance))
        .parameter("step", format!("{} µs, until {} s", 1e6 * test.step, test.end));
    let mut table =
        Table::new(["spring", "put in"].into_iter().chain(Method::CONTACT.map(Method::name)))
            .caption("What came out less what was put in, by scheme.");
    for (spring, exponent) in [("Hertz", 1.5), ("Hooke", 1.0)] {
        for printed in &test.restitutions {
            let meeting = pair(&test, exponent, printed.value().max(LEAST))?;
            let mut cells = vec![Cell::text(spring), Cell::text(printed.text())];
            for method in Method::CONTACT {
                let met = meeting.for_scheme(method).run(method, test.step, test.end);
                let found = met.as_ref().ok().map(|met| met.restitution);
                cells.push(difference(found, printed.value(), test.held_to));
                if method == Method::TwoPoint {
                    let place = format!("{spring}, restitution {}", printed.text());
                    let check = Check::number(place, printed, met?.restitution);
                    findings = findings.check(check.tolerance(test.held_to));
                }
            }
            table = table.row(cells);
        }
    }
    let elastic = pair(&test, 1.5, 1.0)?;
    let met = elastic.run(Method::TwoPoint, test.step, test.end)?;
    let time = met.contact_time.unwrap_or(f64::NAN);
    findings = findings.checks([
        Check::number("Hertz, elastic, largest overlap", &test.overlap_mm, 1e3 * met.overlap())
            .unit("mm"),
        Check::number("Hertz, elastic, largest force", &test.force_n, met.force()).unit("N"),
        Check::number("Hertz, elastic, duration", &test.time_ms, 1e3 * time).unit("ms"),
    ]);
    let command = elastic.command(met.path.len() as f64)?;
    Ok(findings
        .figure(figure(&test)?)
        .command(command)
        .table(table)
        .table(schemes(&elastic, 20.0)?))
}

/// The two spheres; a linear spring is as stiff as Hertz's is at its deepest.
fn pair(test: &Chrono, exponent: f64, restitution: f64) -> Result<Meeting> {
    let surface = Surface { young: test.young, poisson: test.poisson, radius: Some(test.radius) };
    let hertz = Law::hertz(&surface, &surface)?;
    let meeting = Meeting {
        masses: [Some(test.mass); 2],
        speeds: [test.speed; 2],
        gap: test.distance - 2.0 * test.radius,
        law: hertz,
    };
    let potential = meeting.law.potential();
    let mut stiffness = potential.stiffness_coefficient();
    if exponent == 1.0 {
        stiffness = potential.stiffness(meeting.exact()?.x_max());
    }
    meeting.damped(stiffness, exponent, restitution)
}

fn figure(test: &Chrono) -> Result<Figure> {
    let mut figure = Figure::new("Force between the spheres").caption(
        "By the two-point scheme. No bounce at all is a peak many times as high, and is left out.",
    );
    for (spring, exponent) in [("Hertz", 1.5), ("Hooke", 1.0)] {
        let mut panel = Panel::new(spring, "time (ms)", "force (N)").y_include(0.0);
        for printed in test.restitutions.iter().filter(|printed| printed.value() > 0.0) {
            let meeting = pair(test, exponent, printed.value())?;
            let met = meeting.run(Method::TwoPoint, test.step, test.end)?;
            let force = met.path.iter().take_while(|m| m.time < 0.03);
            let points = force.map(|m| (1e3 * m.time, m.force)).collect();
            panel = panel.with(Series::line(format!("restitution {}", printed.text()), points));
        }
        figure = figure.panel(panel);
    }
    Ok(figure)
}
