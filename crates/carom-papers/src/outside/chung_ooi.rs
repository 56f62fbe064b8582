//! Elastic spheres: tests 1 and 2; a restitution that is put in and comes out: test 3.

use std::f64::consts::PI;

use carom::law::Surface;

use super::meeting::{Meeting, Met, difference, off_sample, schemes, size};
use super::published::{self, Benchmarks, Material, Spheres};
use crate::study::prelude::*;

pub(super) const STUDIES: &[Study] = &[
    Study::new("outside/chung-ooi-1", "Two equal elastic spheres meet head-on", test_1),
    Study::new("outside/chung-ooi-2", "An elastic sphere meets a rigid plane", test_2),
    Study::new("outside/chung-ooi-3", "The restitution put in is the one that comes out", test_3),
];

/// Steps per contact: the two-point scheme is then right to six digits.
const STEPS: f64 = 2000.0;
/// Steps per elastic contact of test 3.
const COARSE: f64 = 200.0;
/// The restitutions are called identical; this is what a plot of the test could show.
const ALLOWED: f64 = 1e-3;

/// Sphere on sphere.
fn test_1() -> Result<Findings> {
    let [test, ..] = published::read()?.chung_ooi;
    let mut findings = parameters(&test, "of each sphere").text(
        "Two equal elastic spheres run into each other at 10 m/s each. Both are bodies of the \
         simulation and Hertz's law acts between them; overlap, force and duration are read off \
         the run, the overlap as the approach of the two centres. The values to meet are those of \
         Hertz's theory for the materials of the test, and they come out to every digit given. \
         Each sphere leaves with the velocity that the other brought.",
    );
    let mut runs = Vec::new();
    for material in &test.materials {
        let meeting = spheres(&test, material, true)?;
        let (met, meeting) = run(meeting)?;
        let name = &material.name;
        if let Some(hertz) = &material.hertz {
            let time = met.contact_time.unwrap_or(f64::NAN);
            let place = |what: &str| format!("Test 1, {name}, {what}");
            let overlap = 1e6 * met.overlap();
            findings = findings.checks([
                Check::number(place("largest overlap"), &hertz.overlap_um, overlap).unit("µm"),
                Check::number(place("largest force"), &hertz.force_n, met.force()).unit("N"),
                Check::number(place("duration"), &hertz.time_us, 1e6 * time).unit("µs"),
            ]);
        }
        findings = findings.check(elastic(&format!("Test 1, {name}"), &met));
        runs.push((name.clone(), meeting, met));
    }
    let figure = figure("Test 1: two equal spheres", &runs)?;
    finish(findings.figure(figure), &runs)
}

/// Sphere on plane.
fn test_2() -> Result<Findings> {
    let Benchmarks { chung_ooi: [_, test, _], johnson: factor, .. } = published::read()?;
    let materials = "material, radius and speed as the YADE project runs this test";
    let mut findings = parameters(&test, "towards the plane").parameter("source", materials).text(
        "An elastic sphere of 10 cm meets a plane that neither moves nor yields. The test \
         publishes curves and no numbers; what is checked is the closed form that the curves are \
         compared with, of which the textbooks print the factor 2.87 of the duration. Codes that \
         cannot have a rigid plane make it a thousand times stiffer than the sphere, which changes \
         the overlap by 0.04 %.",
    );
    let mut runs = Vec::new();
    for material in &test.materials {
        let (met, meeting) = run(spheres(&test, material, false)?)?;
        let name = &material.name;
        let (mass, modulus) = (mass(&test, material), modulus(material));
        let time = met.contact_time.unwrap_or(f64::NAN);
        let unit = (mass * mass / (test.radius * modulus * modulus * test.speed)).powf(0.2);
        let energy = 15.0 * mass * test.speed * test.speed;
        let johnson = (energy / (16.0 * test.radius.sqrt() * modulus)).powf(0.4);
        findings = findings.checks([
            Check::number(
                format!("Johnson section 11.4, {name}, factor of the duration"),
                &factor,
                time / unit,
            ),
            Check::claim(
                format!("Johnson section 11.4, {name}, largest overlap"),
                "(15 m V² / 16 √R E*)^(2/5)",
            )
            .holds(
                (met.overlap() / johnson - 1.0).abs() < 1e-5,
                format!("{:.2} µm, {:.0e} off", 1e6 * met.overlap(), met.overlap() / johnson - 1.0),
            ),
            elastic(&format!("Test 2, {name}"), &met),
            Check::unpublished(format!("Test 2, {name}, largest overlap"), 1e6 * met.overlap())
                .named(format!("overlap/{name}"))
                .unit("µm"),
            Check::unpublished(format!("Test 2, {name}, largest force"), 1e-3 * met.force())
                .named(format!("force/{name}"))
                .unit("kN"),
            Check::unpublished(format!("Test 2, {name}, duration"), 1e6 * time).unit("µs"),
        ]);
        runs.push((name.clone(), meeting, met));
    }
    let figure = figure("Test 2: a sphere and a rigid plane", &runs)?;
    finish(findings.figure(figure), &runs)
}

fn mass(test: &Spheres, material: &Material) -> f64 {
    4.0 / 3.0 * PI * test.radius.powi(3) * material.density
}

/// E/(1 − ν²): of a sphere on what does not yield, E*.
fn modulus(material: &Material) -> f64 {
    material.young / (1.0 - material.poisson * material.poisson)
}

/// Two of these spheres, or one and a plane that is rigid: its compliance is nil to rounding.
fn spheres(test: &Spheres, material: &Material, two: bool) -> Result<Meeting> {
    let Material { young, poisson, .. } = *material;
    let sphere = Surface { young, poisson, radius: Some(test.radius) };
    let plane = Surface { young: 1e20 * young, poisson, radius: None };
    let mass = mass(test, material);
    Ok(Meeting {
        masses: [Some(mass), two.then_some(mass)],
        speeds: [test.speed, if two { test.speed } else { 0.0 }],
        gap: 0.0,
        law: Law::hertz(&sphere, if two { &sphere } else { &plane })?,
    })
}

fn run(meeting: Meeting) -> Result<(Met, Meeting)> {
    let time = meeting.exact()?.contact_time();
    let dt = time / STEPS;
    let meeting = Meeting { gap: off_sample(meeting.approach(), dt), ..meeting };
    Ok((meeting.run(Method::TwoPoint, dt, 2.0 * time)?, meeting))
}

fn elastic(place: &str, met: &Met) -> Check {
    let off = (met.restitution - 1.0).abs();
    Check::claim(format!("{place}, energy"), "nothing is lost").holds(
        off < 1e-12 && met.residual.abs() < 1e-12,
        format!("restitution 1 within {}, ledger within {}", size(off), size(met.residual.abs())),
    )
}

fn parameters(test: &Spheres, whose: &str) -> Findings {
    let mut findings = Findings::new()
        .parameter("radius", format!("{} mm", 1e3 * test.radius))
        .parameter("speed", format!("{} m/s {whose}", test.speed));
    for material in &test.materials {
        let Material { name, young, poisson, density, .. } = material;
        findings = findings.parameter(
            name.clone(),
            format!(
                "Young's modulus {} GPa, Poisson's ratio {poisson}, {density} kg/m³",
                1e-9 * young
            ),
        );
    }
    findings
}

type Run = (String, Meeting, Met);

fn figure(title: &str, runs: &[Run]) -> Result<Figure> {
    let mut over_overlap = Panel::new("", "overlap (µm)", "force (kN)").x_include(0.0);
    let mut over_time = Panel::new("", "time (µs)", "force (kN)").x_include(0.0);
    for (name, meeting, met) in runs {
        let exact = meeting.exact()?;
        let fine = |share: f64| share * exact.contact_time();
        let instants: Vec<f64> = (0..=200).map(|i| fine(f64::from(i) / 200.0)).collect();
        let force = |(x, v): (f64, f64)| 1e-3 * exact.force(x, v);
        let curve = exact.sample(&instants);
        let time = instants.iter().zip(&curve).map(|(t, at)| (1e6 * t, force(*at))).collect();
        let overlap = curve.iter().map(|at| (1e6 * at.0, force(*at))).collect();
        over_time = over_time.with(Series::reference("Hertz, exact", time));
        over_overlap = over_overlap.with(Series::reference("Hertz, exact", overlap));
        // Twenty of the steps, so that markers can be told apart.
        let some = met.path.iter().step_by(met.path.len().div_ceil(20).max(1));
        let (times, overlaps) = some
            .map(|m| ((1e6 * m.time, 1e-3 * m.force), (1e6 * m.overlap, 1e-3 * m.force)))
            .unzip();
        over_time = over_time.with(Series::markers(name.as_str(), times));
        over_overlap = over_overlap.with(Series::markers(name.as_str(), overlaps));
    }
    Ok(Figure::new(title)
        .caption(
            "The two-point scheme in 2000 steps, every hundredth shown, on Hertz's closed form.",
        )
        .panel(over_overlap)
        .panel(over_time))
}

fn finish(mut findings: Findings, runs: &[Run]) -> Result<Findings> {
    for (_, meeting, _) in runs {
        findings = findings.command(meeting.command(STEPS)?);
    }
    if let Some((_, meeting, _)) = runs.first() {
        findings = findings.table(schemes(meeting, 20.0)?).table(schemes(meeting, 200.0)?);
    }
    Ok(findings.parameter("scheme", format!("two-point, {STEPS} steps per contact")))
}

/// Chung and Ooi's Fig. of test 3.
fn test_3() -> Result<Findings> {
    let [.., test] = published::read()?.chung_ooi;
    let mut findings = parameters(&test, "towards the plane")
        .parameter("source", "materials as the YADE project runs this test")
        .parameter(
            "scheme",
            format!("two-point, {COARSE} steps per elastic contact; all schemes in the table"),
        );
    let mut panel = Panel::new("", "restitution put in", "restitution that came out")
        .x_range(0.0, 1.05)
        .y_range(0.0, 1.05)
        .with(Series::guide("identical", vec![(0.0, 0.0), (1.05, 1.05)]));
    let mut table =
        Table::new(["put in", "material"].into_iter().chain(Method::CONTACT.map(Method::name)))
            .caption("What came out less what was put in, by scheme.");
    for material in &test.materials {
        let elastic = spheres(&test, material, false)?;
        let mut points = Vec::new();
        for printed in &test.restitutions {
            let potential = elastic.law.potential();
            let (stiffness, exponent) = (potential.stiffness_coefficient(), potential.exponent());
            let lossy = elastic.damped(stiffness, exponent, printed.value())?;
            let mut cells = vec![Cell::text(printed.text()), Cell::text(material.name.as_str())];
            for method in Method::CONTACT {
                let came = out(&elastic, &lossy, method);
                cells.push(difference(came.as_ref().ok().copied(), printed.value(), ALLOWED));
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

fn out(elastic: &Meeting, lossy: &Meeting, method: Method) -> Result<f64> {
    let dt = elastic.exact()?.contact_time() / COARSE;
    let meeting = Meeting { gap: off_sample(lossy.approach(), dt), ..lossy.clone() };
    Ok(meeting.run(method, dt, 3.0 * lossy.exact()?.contact_time())?.restitution)
}
