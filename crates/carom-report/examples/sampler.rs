//! Writes one figure of every kind into the directory given as argument.

use std::error::Error;
use std::f64::consts::TAU;
use std::path::PathBuf;

use carom_report::{Axis, Figure, Panel, Series};

fn main() -> Result<(), Box<dyn Error>> {
    let directory = PathBuf::from(std::env::args().nth(1).ok_or("usage: sampler <directory>")?);
    std::fs::create_dir_all(&directory)?;
    let figures = [
        ("impact", impact()),
        ("convergence", convergence()),
        ("spectrum", spectrum()),
        ("single", single()),
        ("odd", odd()),
        ("layout", layout()),
    ];
    for (name, figure) in figures {
        let path = directory.join(format!("{name}.svg"));
        std::fs::write(&path, figure.to_svg())?;
        println!("{}", path.display());
    }
    Ok(())
}

/// Evenly spaced numbers from 0 to 1, both included.
fn unit(count: u32) -> impl Iterator<Item = f64> + Clone {
    (0..=count).map(move |i| f64::from(i) / f64::from(count))
}

/// Three panels side by side: an exact curve and eight approximations of it.
fn impact() -> Figure {
    let (contact, depth, speed) = (3.1e-4, 1.9e-4, 1.2);
    let push = |t: f64, loss: f64| depth * (TAU / 2.0 * t).sin() * (-loss * t).exp();
    let force =
        |t: f64, loss: f64| 8.4e8 * push(t, loss).max(0.0).powf(1.5) * (1.0 - 0.4 * loss * t);
    let pace = |t: f64, loss: f64| speed * (TAU / 2.0 * t).cos() * (-1.4 * loss * t).exp();
    let curve = |count: u32, x: &dyn Fn(f64) -> f64, y: &dyn Fn(f64) -> f64| -> Vec<(f64, f64)> {
        unit(count).map(|t| (x(t), y(t))).collect()
    };
    let time = move |t: f64| t * contact;
    let rates = [(11, 0.55), (22, 0.42), (44, 0.33), (88, 0.26), (176, 0.2), (352, 0.15)];
    let approximations: Vec<(String, u32, f64)> = rates
        .iter()
        .map(|&(rate, loss)| (format!("{rate} kHz"), 8 + rate, loss))
        .chain([("adaptive".to_string(), 40, 0.1), ("event-driven".to_string(), 900, 0.05)])
        .collect();
    let build = |title: &str,
                 axes: (Axis, Axis),
                 x: &dyn Fn(f64, f64) -> f64,
                 y: &dyn Fn(f64, f64) -> f64| {
        let exact = curve(600, &|t| x(t, 0.0), &|t| y(t, 0.0));
        let lines = approximations.iter().map(|(name, count, loss)| {
            Series::line(name.as_str(), curve(*count, &|t| x(t, *loss), &|t| y(t, *loss))).marked()
        });
        Panel::new(title, axes.0, axes.1).with(Series::reference("exact", exact)).with_all(lines)
    };
    let length = || Axis::linear("compression", "m");
    let seconds = || Axis::linear("time", "s");
    Figure::new("A steel ball on a steel plate, integrated eight ways")
        .caption(
            "Contact of 0.31 ms at 1.2 m s⁻¹; the exact solution is the limit of vanishing step.",
        )
        .columns(3)
        .panel(
            build("(a) Compression", (seconds(), length()), &|t, _| time(t), &push)
                .vline(time(0.5), "turning point"),
        )
        .panel(build(
            "(b) Phase portrait",
            (length(), Axis::linear("velocity", "m s⁻¹")),
            &push,
            &pace,
        ))
        .panel(
            build("(c) Force", (length(), Axis::linear("force", "N")), &push, &force)
                .hline(2000.0, "yield"),
        )
}

/// Errors against step size on logarithmic axes, with slopes to compare with.
fn convergence() -> Figure {
    let steps: Vec<f64> = (0..9).map(|i| 1e-3 / f64::from(1 << i)).collect();
    let law = |factor: f64, order: i32, floor: f64| -> Vec<(f64, f64)> {
        let error = |h: f64| factor * (h / 1e-3).powi(order) + floor;
        steps
            .iter()
            .enumerate()
            .map(|(i, &h)| (h, error(h) * (1.0 + 0.15 * (i as f64).sin())))
            .collect()
    };
    let guide = |factor: f64, order: i32| -> Vec<(f64, f64)> {
        [1e-3, 4e-6].map(|h: f64| (h, factor * (h / 1e-3).powi(order))).to_vec()
    };
    let panel = |title: &str, quantity: &str, scale: f64| {
        Panel::new(title, Axis::log("time step", "s"), Axis::log(quantity, ""))
            .with(Series::guide("", guide(0.6 * scale, 1)))
            .with(Series::guide("", guide(0.05 * scale, 2)))
            .with(Series::guide("slopes 1, 2 and 4", guide(0.002 * scale, 4)))
            .with(Series::line("symplectic Euler", law(0.3 * scale, 1, 0.0)).marked())
            .with(Series::line("Störmer–Verlet", law(0.02 * scale, 2, 0.0)).marked())
            .with(Series::line("Runge–Kutta 4", law(6e-4 * scale, 4, 2e-14)).marked())
            .with(Series::markers("energy-conserving", law(0.007 * scale, 2, 0.0)))
    };
    Figure::new("Convergence")
        .columns(2)
        .panel(panel("(a) Restitution", "relative error of the restitution", 1.0))
        .panel(
            panel("(b) Duration", "relative error of the duration", 0.08)
                .hline(2.2e-16, "rounding"),
        )
}

/// An inverted abscissa, a band, logarithmic ordinate.
fn spectrum() -> Figure {
    let level = |f: f64, at: f64, width: f64| 1.0 / (1.0 + ((f - at) / width).powi(2));
    let response = |f: f64| {
        1e-5 + level(f, 900.0, 12.0) + 0.2 * level(f, 2480.0, 30.0) + 0.03 * level(f, 3900.0, 25.0)
    };
    let points = |factor: f64| {
        unit(4000)
            .map(|u| 100.0 + 4900.0 * u)
            .map(|f| (f, factor * response(f)))
            .collect::<Vec<_>>()
    };
    let decay: Vec<(f64, f64)> = unit(3000)
        .map(|t| (t * 0.02, (-180.0 * t * 0.02).exp() * (TAU * 900.0 * t * 0.02).sin()))
        .collect();
    let hull = |sign: f64| {
        unit(60).map(|t| (t * 0.02, sign * (-180.0 * t * 0.02).exp())).collect::<Vec<_>>()
    };
    let modes = Panel::new(
        "(a) Response, wavelength growing",
        Axis::linear("frequency", "Hz").inverted(),
        Axis::log("mobility", "m s⁻¹ N⁻¹"),
    )
    .with(Series::band("tolerance", points(0.4), points(2.5)))
    .with(Series::line("response", points(1.0)))
    .vline(900.0, "mode 1")
    .vline(2480.0, "mode 2")
    .vline(3900.0, "mode 3");
    let ringing =
        Panel::new("(b) Ringing", Axis::linear("time", "s"), Axis::linear("pressure", "Pa"))
            .with(Series::band("envelope", hull(-1.0), hull(1.0)).colour(1))
            .with(Series::line("response", decay));
    Figure::new("Modes of a struck bar").columns(2).panel(modes).panel(ringing)
}

/// One large panel with more series than colours.
fn single() -> Figure {
    let lines = (1..=11_u32).map(|k| {
        let points = unit(200).map(|t| (t, (TAU * t).sin() / f64::from(k) + 0.1 * f64::from(k)));
        Series::line(format!("k = {k}"), points.collect())
    });
    Figure::new("").panel(
        Panel::new(
            "Eleven series, eight colours",
            Axis::linear("phase", ""),
            Axis::linear("amplitude", ""),
        )
        .with_all(lines),
    )
}

/// Inputs that leave little to draw.
fn odd() -> Figure {
    let panel = |title: &str, y: Axis, points: Vec<(f64, f64)>| {
        Panel::new(title, Axis::linear("x", ""), y).with(Series::line("line", points))
    };
    let gaps =
        unit(300).map(|t| (t, if (0.4..0.5).contains(&t) { f64::NAN } else { (9.0 * t).sin() }));
    let noise = (0..1_000_000_u32).map(|i| {
        let pseudo = f64::from(i.wrapping_mul(2_654_435_761) >> 8) / f64::from(1 << 24);
        (f64::from(i) * 1e-6, pseudo * (f64::from(i) * 6e-6).sin())
    });
    Figure::new("Odd data")
        .caption("Nothing, one point, equal values, non-positive values on a logarithmic axis, extremes, a gap, a million points.")
        .columns(4)
        .panel(panel("Nothing", Axis::linear("y", ""), vec![]))
        .panel(panel("One point", Axis::linear("y", "m"), vec![(3e-5, 2e-9)]))
        .panel(panel("Equal values", Axis::linear("y", ""), vec![(0.0, 7.0), (1.0, 7.0), (2.0, 7.0)]))
        .panel(panel("Non-positive, logarithmic", Axis::log("y", ""), vec![(0.0, -1.0), (1.0, 0.0)]))
        .panel(panel("Extremes", Axis::log("y", ""), vec![(0.0, 1e-300), (0.5, 1.0), (1.0, 1e300)]))
        .panel(panel("Huge", Axis::linear("y", ""), vec![(0.0, -1e300), (0.5, 1.0), (1.0, 1e300)]))
        .panel(panel("Gap", Axis::linear("y", ""), gaps.collect()))
        .panel(panel("A million points", Axis::linear("y", ""), noise.collect()))
}

/// Labels that need room.
fn layout() -> Figure {
    let names =
        ["aluminium", "borosilicate", "polycarbonate", "hardwood", "ceramic", "steel", "rubber"];
    let heights = (0..7).map(|i| (f64::from(i), 0.9 - 0.1 * f64::from(i))).collect();
    let close: Vec<_> = unit(12).map(|u| (1e-6 * 9f64.powf(u), 1.0 + 3e-8 * u * u)).collect();
    let falling: Vec<_> = unit(9).map(|u| (40_000.0 * u, -2.4e7 * u)).collect();
    let scatter = (0..400_u32).map(|i| {
        let angle = f64::from(i) * 2.4;
        (angle.cos() * f64::from(i).sqrt(), angle.sin() * f64::from(i).sqrt())
    });
    Figure::new("A long title that says in one breath what all four panels show, and that therefore has to be broken into lines")
        .columns(2)
        .panel_size(300.0, 180.0)
        .panel(
            Panel::new("(a) Many long names", Axis::categories("", names), Axis::linear("restitution", ""))
                .with(Series::markers("restitution", heights)),
        )
        .panel(
            Panel::new("(b) One decade, digits far behind the point", Axis::log("time step", "s"), Axis::linear("energy", "J"))
                .with(Series::line("energy", close).marked())
                .hline(1.0, "exact")
                .hline(1.000_000_002, "bound"),
        )
        .panel(
            Panel::new("(c) Large numbers", Axis::linear("frequency", "Hz"), Axis::linear("stiffness", "N m⁻¹"))
                .with(Series::line("stiffness with a rather long name for a legend", falling).dotted().marked()),
        )
        .panel(
            Panel::new("(d) Cloud", Axis::linear("x", "m"), Axis::linear("y", "m"))
                .with(Series::markers("scatter, likewise with a long name", scatter.collect())),
        )
}
