//! Simbody's normal force beside the engine's.

use carom::exact::restitution;
use carom::law::{Loss, Surface};

use crate::study::prelude::*;

pub(super) const STUDIES: &[Study] = &[Study::new(
    "outside/simbody",
    "The same law of force, but for how two materials are combined",
    force_law,
)
.of(Kind::Exact)];

/// Simbody's description of one side: plane-strain modulus E (Pa) and dissipation c (s/m).
#[derive(Clone, Copy)]
struct Side {
    modulus: f64,
    dissipation: f64,
    radius: f64,
}

/// f = (4/3)·√R·E·x^(3/2)·(1 + (3/2)·c·ẋ) with Simbody's rules of combination.
struct Documented {
    stiffness: f64,
    dissipation: f64,
}

impl Documented {
    fn new(first: Side, second: Side) -> Self {
        let power = |side: Side| side.modulus.powf(2.0 / 3.0);
        // The share of the deformation that the first takes.
        let share = 1.0 / (1.0 + power(first) / power(second));
        let modulus = (share * power(first)).powf(1.5);
        let radius = 1.0 / (1.0 / first.radius + 1.0 / second.radius);
        Self {
            stiffness: 4.0 / 3.0 * radius.sqrt() * modulus,
            dissipation: first.dissipation * share + second.dissipation * (1.0 - share),
        }
    }

    fn force(&self, x: f64, rate: f64) -> f64 {
        self.stiffness * x.powf(1.5) * (1.0 + 1.5 * self.dissipation * rate)
    }
}

/// The engine's law for the same two sides, with Hertz's rule: compliances add.
fn engine(first: Side, second: Side) -> Result<Law> {
    let surface = |side: Side| Surface {
        young: side.modulus,
        poisson: 0.0,
        radius: side.radius.is_finite().then_some(side.radius),
    };
    let mu = 1.5 * Documented::new(first, second).dissipation;
    Ok(Law::hertz(&surface(first), &surface(second))?.with_loss(Loss::HuntCrossley { mu })?)
}

const RIGID: Side = Side { modulus: 1e30, dissipation: 0.0, radius: f64::INFINITY };

/// Force, energy and restitution of Simbody's documentation.
fn force_law() -> Result<Findings> {
    let ball = Side { modulus: 1e6, dissipation: 0.2, radius: 0.05 };
    let law = engine(ball, RIGID)?;
    let theirs = Documented::new(ball, RIGID);
    let worst = worst(&law, &theirs);
    let energy = (0..=50).map(|i| 1e-4 * f64::from(i)).fold(0.0, |most: f64, x| {
        let documented = 0.4 * theirs.stiffness * x.powf(2.5);
        most.max(
            (law.potential().energy(x) - documented).abs()
                / (0.4 * theirs.stiffness * 5e-3_f64.powf(2.5)),
        )
    });
    let small = 1e-4;
    let slope = (1.0 - restitution(1.5 * small)) / small;
    let ratio = |modulus: f64| -> Result<f64> {
        let other = Side { modulus, dissipation: 0.2, radius: 0.05 };
        let ours = engine(ball, other)?.force(1e-3, 0.0, 0.0);
        Ok(Documented::new(ball, other).force(1e-3, 0.0) / ours)
    };
    let equal = ratio(ball.modulus)?;
    let mut table = Table::new(
        "modulus of the second over that of the first | Simbody's force over Hertz's".split(" | "),
    )
    .caption("Two equal spheres of different moduli.");
    for factor in [1.0, 3.0, 10.0, 100.0, 1e4, 1e8] {
        table = table.row([format!("{factor}"), format!("{:.4}", ratio(factor * ball.modulus)?)]);
    }
    Ok(Findings::new()
        .text(
            "Simbody documents the force between two round bodies as (4/3)√R·E·x^(3/2)·(1 + \
             (3/2)c·ẋ), and a restitution that falls as 1 − c·v. With μ = (3/2)c this is the \
             engine's law: a soft ball on what does not yield has the same force, the same energy \
             and the same restitution, to rounding. The two differ in how the moduli of two bodies \
             that both yield are combined. Simbody puts two nonlinear springs in series, which \
             gives two bodies of one material E/2^(3/2); in Hertz's theory both bodies share one \
             area of contact and their compliances add, which gives E/2. Simbody's contact of \
             equal materials is softer by a factor of √2.",
        )
        .parameter("ball", "plane-strain modulus 1 MPa, dissipation 0.2 s/m, radius 50 mm")
        .parameter("range", "overlaps up to 5 mm, rates from −5 to 5 m/s")
        .figure(figure(ball, &law, &theirs)?)
        .table(table)
        .checks([
            Check::claim(
                "Normal force, a ball on what does not yield",
                "f = (4/3)√R·E·x^(3/2)·(1 + (3/2)c·ẋ)",
            )
            .holds(worst < 1e-14, format!("the same within {worst:.0e} over the range")),
            Check::claim("Potential energy, a ball on what does not yield", "pe = (2/5)·k·x^(5/2)")
                .holds(energy < 1e-14, format!("the same within {energy:.0e}")),
            Check::printed("Restitution at low speed, (1 − e)/(c·v)", "1.000", slope),
            Check::claim(
                "Combined modulus, two bodies of one material",
                "E₁/2^(3/2), by E = (s₁·E₁^(2/3))^(3/2)",
            )
            .named("combined-modulus")
            .holds(
                (equal - 1.0).abs() < 1e-12,
                format!("Hertz's E₁/2; Simbody's force is {equal:.4} of it"),
            )
            .fails(
                "In Hertz's theory the two bodies share one area of contact, so that 1/E* = 1/E₁ + \
                 1/E₂ (Johnson 1985, section 4.2); adding the depths of two separate x^(3/2) \
                 springs makes the contact softer by up to √2.",
            ),
        ]))
}

/// The largest difference over a grid of overlaps and rates, relative to the largest force.
fn worst(law: &Law, theirs: &Documented) -> f64 {
    let mut worst: f64 = 0.0;
    for i in 0..=50 {
        for j in -50..=50 {
            let (x, rate) = (1e-4 * f64::from(i), 0.1 * f64::from(j));
            let difference = law.force(x, rate, 0.0) - theirs.force(x, rate);
            worst = worst.max(difference.abs() / theirs.force(5e-3, 5.0));
        }
    }
    worst
}

fn figure(ball: Side, law: &Law, theirs: &Documented) -> Result<Figure> {
    let axes = || (Axis::linear("overlap", "mm"), Axis::linear("force", "N").include(0.0));
    let grid = |force: &dyn Fn(f64) -> f64, every: usize| -> Vec<(f64, f64)> {
        let points = (0..=100).step_by(every).map(|i| 5e-5 * f64::from(i));
        points.map(|x| (1e3 * x, force(x))).collect()
    };
    let (x, y) = axes();
    let mut rigid = Panel::new("(a) On what does not yield", x, y);
    for rate in [0.0, 1.0, -1.0] {
        let name = format!("Carom, ẋ = {rate} m/s");
        rigid = rigid
            .with(Series::line(name, grid(&|x| law.force(x, rate, 0.0), 1)))
            .with(Series::markers("Simbody", grid(&|x| theirs.force(x, rate), 10)).colour(7));
    }
    let (x, y) = axes();
    let (ours, documented) = (engine(ball, ball)?, Documented::new(ball, ball));
    let equal = Panel::new("(b) On its equal", x, y)
        .with(Series::line("Carom, ẋ = 0 m/s", grid(&|x| ours.force(x, 0.0, 0.0), 1)))
        .with(Series::markers("Simbody", grid(&|x| documented.force(x, 0.0), 10)).colour(7));
    Ok(Figure::new("Force over overlap").panel(rigid).panel(equal))
}
