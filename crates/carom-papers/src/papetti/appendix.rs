//! The appendix: expansions of the outgoing velocity, (29) to (38), against the exact one.

use carom::exact::restitution;
use carom::numeric::special::log_excess;
use carom_schemes::Approximation;
use carom_schemes::verify::convergence;

use crate::study::prelude::*;

pub(super) const STUDIES: &[Study] =
    &[Study::new("papetti/appendix", "Expansions of the outgoing velocity", appendix)
        .of(Kind::Consistency)];

/// μ·v_out as a function of s = μ·v_in, exactly.
fn exact(s: f64) -> f64 {
    -s * restitution(s)
}

/// The appendix.
fn appendix() -> Result<Findings> {
    Ok(Findings::new()
        .parameter("exact", "μ·v_out as a function of s = μ·v_in, to rounding")
        .parameter("coefficients", "of the polynomial through 14 exact values on 0 ≤ s ≤ 0.3")
        .text(TEXT)
        .figure(figure())
        .checks(hunt_crossley())
        .checks(polynomial())
        .checks(system())
        .checks(non_local())
        .checks(exponential()))
}

const TEXT: &str = "Every expansion of the appendix against the exact outgoing velocity: the \
    coefficients are recovered from exact values alone, and what a truncated series leaves \
    falls with the order it should. (33), (8) and the recursion (38) are right. In (32) the \
    right sides of the last three equations have lost their powers of μ, and two sums around \
    (37) begin at 1 where they must begin at 0.";

/// What each approximation leaves, over s.
fn figure() -> Figure {
    let grid = (0..=120).map(|i| 1e-2 * 1e3f64.powf(f64::from(i) / 120.0));
    let curve = |error: &dyn Fn(f64) -> f64| -> Vec<(f64, f64)> {
        grid.clone().map(|s| (s, (error(s) / exact(s)).abs())).filter(|p| p.1 > 1e-15).collect()
    };
    let mut panel =
        Panel::log("", "μ·v_in", "relative error of v_out").x_range(1e-2, 10.0).y_range(1e-10, 1e2);
    for order in 1..=4 {
        let form = Approximation::polynomial(order);
        let name = format!("(30), n = {order}");
        panel = panel.with(Series::line(name, curve(&|s| form.speed_product(s) - exact(s))));
    }
    let form = Approximation::non_local(4);
    panel = panel
        .with(Series::line("(35)", curve(&|s| simple(s) - exact(s))).dashed())
        .with(Series::reference("(7), n = 4", curve(&|s| form.speed_product(s) - exact(s))));
    Figure::new("Approximations of the outgoing velocity").panel(panel).panel_size(600.0, 360.0)
}

/// μ·ṽ_out of (35).
fn simple(s: f64) -> f64 {
    (1.0 + s) * (-2.0 * s).exp_m1() + s
}

/// The first Taylor coefficients at 0 of a function that is smooth on 0 ≤ s ≤ 0.3, from its values
/// at Chebyshev's points by divided differences.
fn coefficients(f: impl Fn(f64) -> f64, count: usize) -> Vec<f64> {
    const POINTS: usize = 14;
    let place = |i: usize| {
        let angle = std::f64::consts::PI * (i as f64 + 0.5) / POINTS as f64;
        0.15 * (1.0 - angle.cos())
    };
    let mut differences: Vec<f64> = (0..POINTS).map(|i| f(place(i))).collect();
    for order in 1..POINTS {
        for i in (order..POINTS).rev() {
            let span = place(i) - place(i - order);
            differences[i] = (differences[i] - differences[i - 1]) / span;
        }
    }
    // Newton's form to powers: p ← p·(s − s_i) + difference.
    let mut powers = vec![0.0; POINTS];
    for i in (0..POINTS).rev() {
        for j in (1..POINTS).rev() {
            powers[j] = powers[j - 1] - place(i) * powers[j];
        }
        powers[0] = differences[i] - place(i) * powers[0];
    }
    powers.truncate(count);
    powers
}

/// One coefficient beside a printed fraction.
fn fraction(locator: String, printed: &str, due: f64, found: f64) -> Check {
    Check::claim(locator, printed).holds((found - due).abs() < 2e-6, format!("{found:.7}"))
}

/// The order with which an error falls as s is halved.
fn order(error: impl Fn(f64) -> f64) -> f64 {
    let lines = convergence(0.005, 1, |s| error(s).abs());
    lines.last().and_then(|line| line.order).unwrap_or(f64::NAN)
}

/// (29).
fn hunt_crossley() -> Vec<Check> {
    let left = |s: f64| exact(s) - (-s + 2.0 / 3.0 * s * s);
    let falls = order(left);
    vec![Check::claim("(29), what −v_in + ⅔μ·v_in² leaves", "of third order").holds(
        (falls - 3.0).abs() < 0.02,
        format!("order {falls:.3}, coefficient {:.4}", left(1e-3) / 1e-9),
    )]
}

/// (30) with (33).
fn polynomial() -> Vec<Check> {
    let found = coefficients(|s| -restitution(s), 4);
    let printed =
        [("−1", -1.0), ("⅔ μ", 2.0 / 3.0), ("−4/9 μ²", -4.0 / 9.0), ("44/135 μ³", 44.0 / 135.0)];
    let mut checks: Vec<Check> = printed
        .iter()
        .zip(&found)
        .enumerate()
        .map(|(j, ((text, due), found))| fraction(format!("(33), a{}", j + 1), text, *due, *found))
        .collect();
    for n in 1..=4 {
        let form = Approximation::polynomial(n);
        let falls = order(|s| exact(s) - form.speed_product(s));
        checks.push(
            Check::claim(
                format!("(30), what the polynomial of order {n} leaves"),
                format!("of order {}", n + 1),
            )
            .holds((falls - (n + 1) as f64).abs() < 0.02, format!("order {falls:.3}")),
        );
    }
    let left = |w: f64| log_excess(w) - w * w * (0.5 - w * (1.0 / 3.0 - w * (0.25 - w / 5.0)));
    let falls = convergence(0.05, 1, |w| left(w).abs())[1].order.unwrap_or(f64::NAN);
    checks.push(
        Check::claim("(31), what its expansion of μv − log(1+μv) leaves", "of sixth order")
            .holds((falls - 6.0).abs() < 0.05, format!("order {falls:.3}")),
    );
    checks
}

/// The left sides of (32) with the coefficients (33).
fn left_sides(mu: f64) -> [f64; 4] {
    let m = |n: i32| mu.powi(n);
    let [a1, a2, a3, a4] = [-1.0, 2.0 / 3.0 * mu, -4.0 / 9.0 * m(2), 44.0 / 135.0 * m(3)];
    [
        0.5 * m(2) * a1 * a1,
        m(3) * a1.powi(3) / 3.0 - m(2) * a1 * a2,
        m(4) * a1.powi(4) / 4.0 - m(3) * a1 * a1 * a2 + m(2) * (a1 * a3 + 0.5 * a2 * a2),
        m(5) * a1.powi(5) / 5.0 - m(4) * a1.powi(3) * a2 + m(3) * (a1 * a2 * a2 + a1 * a1 * a3)
            - m(2) * (a1 * a4 + a2 * a3),
    ]
}

/// (32) as printed, and with its powers of μ.
fn system() -> Vec<Check> {
    let mu = 0.5f64;
    let found = left_sides(mu);
    let off = |right: &dyn Fn(i32) -> f64| {
        let due = |j: usize| right(j as i32 + 2) / (j + 2) as f64;
        (0..4).map(|j| (found[j] / due(j) - 1.0).abs()).fold(0.0, f64::max)
    };
    let (printed, right) = (off(&|_| mu.powi(2)), off(&|n| mu.powi(n)));
    vec![
        Check::claim("(32), right sides μ²/2, μ²/3, μ²/4, μ²/5", "solved by (33)")
            .named("system")
            .holds(printed < 1e-12, format!("off by up to {:.0} % at μ = 0.5", 100.0 * printed))
            .fails("Misprinted: they are μ²/2, μ³/3, μ⁴/4 and μ⁵/5, as in (31)."),
        Check::claim("(32) corrected, right sides μ²/2, μ³/3, μ⁴/4, μ⁵/5", "solved by (33)")
            .holds(right < 1e-12, format!("to {right:.0e}")),
    ]
}

/// (7), (8), (34) to (36), (38).
fn non_local() -> Vec<Check> {
    let identity = |s: f64| {
        let w = exact(s);
        // (34): w = (1+s)·exp(−(s − w)) − 1, without subtracting the ones.
        let right = (1.0 + s) * (w - s).exp_m1() + s;
        (right - w).abs() / w.abs()
    };
    let worst = [1e-3, 0.1, 0.5, 2.0, 10.0].map(identity).into_iter().fold(0.0, f64::max);
    let mut checks = vec![
        Check::claim("(34), v_out by the exponential of Δv", "an identity")
            .holds(worst < 1e-12, format!("to {worst:.0e} for μ·v_in from 1e-3 to 10")),
    ];
    let crude = coefficients(|s| simple(s) / s, 3);
    checks.push(Check::claim("(36), coefficients of (35)", "ã₁ = a₁, the others not").holds(
        (crude[0] + 1.0).abs() < 1e-9 && (crude[1] - 2.0 / 3.0).abs() > 0.1,
        format!("{:.4}, {:.4}, {:.4}", crude[0], crude[1].abs(), crude[2]),
    ));
    // (1 + μ·v_out)·exp(2s) is the polynomial of (7).
    let found = coefficients(|s| (1.0 + exact(s)) * (2.0 * s).exp(), 5);
    let printed = [
        ("1", 1.0),
        ("μ", 1.0),
        ("⅔ μ²", 2.0 / 3.0),
        ("2/9 μ³", 2.0 / 9.0),
        ("14/135 μ⁴", 14.0 / 135.0),
    ];
    for (j, ((text, due), found)) in printed.iter().zip(&found).enumerate() {
        checks.push(fraction(format!("(8), b{j}"), text, *due, *found));
    }
    let recursion = Approximation::non_local(4);
    let apart = recursion.coefficients().iter().zip(printed).map(|(b, (_, due))| (b - due).abs());
    checks.push(
        Check::claim("(38), its recursion for n = 4", "yields (8)")
            .holds(apart.fold(0.0, f64::max) < 1e-14, "to rounding"),
    );
    let falls = order(|s| exact(s) - recursion.speed_product(s));
    checks.push(
        Check::claim("(7), what it leaves for n = 4", "of order 5")
            .holds((falls - 5.0).abs() < 0.05, format!("order {falls:.3}")),
    );
    checks
}

/// (37) and the sum after it, as printed.
fn exponential() -> Vec<Check> {
    let c = |j: i32| (-2.0f64).powi(j) / f64::from((1..=j).product::<i32>());
    let sum = |from: i32, s: f64| (from..=12).map(|j| c(j) * s.powi(j)).sum::<f64>();
    let off = |from: i32| (sum(from, 0.1) - (-0.2f64).exp()).abs();
    let b = Approximation::non_local(4);
    let b = b.coefficients();
    let a = |from: usize, l: usize| (from..=l).map(|j| b[j] * c((l - j) as i32)).sum::<f64>();
    let due = Approximation::polynomial(4);
    let apart = |from: usize| {
        let off = |l: usize| (a(from, l) - due.coefficients()[l]).abs();
        (1..=4).map(off).fold(0.0, f64::max)
    };
    vec![
        Check::claim("(37), exp(−2μ·v_in) as a sum from j = 1", "its expansion")
            .named("exponential")
            .holds(off(1) < 1e-12, format!("off by {:.3}", off(1)))
            .fails("The sum must begin at j = 0, with c₀ = 1; then it is the expansion."),
        Check::claim("(37) from j = 0", "its expansion")
            .holds(off(0) < 1e-12, format!("to {:.0e}", off(0))),
        Check::claim("after (37), a_l = (1/μ)·Σ b_j·c_(l−j) from j = 1", "the coefficients (33)")
            .named("coefficients")
            .holds(apart(1) < 1e-12, format!("off by up to {:.3}", apart(1)))
            .fails("This sum must begin at j = 0 too: b₀·c_l belongs to it, as (38) has it."),
        Check::claim("after (37), from j = 0", "the coefficients (33)")
            .holds(apart(0) < 1e-12, format!("to {:.0e}", apart(0))),
    ]
}
