use std::f64::consts::{FRAC_PI_2, PI};

use super::*;

const STEEL: Elastic = Elastic::isotropic(2e11, 0.3, 7850.0);

fn piece(length: f64, curvature: f64, thickness: f64) -> Piece {
    Piece { length, curvature, thickness: [thickness; 2] }
}

fn shell(meridian: Meridian, [start, end]: [Edge; 2]) -> Shell {
    Shell { meridian, start, end, water: None }
}

/// A bowl of radius 1 up to an angle from the pole.
fn cap(angle: f64, thickness: f64, end: Edge) -> Shell {
    shell(Meridian::from_pole(&[piece(angle, 1.0, thickness)]), [Edge::Pole, end])
}

/// A cylinder of radius 1.
fn cylinder(length: f64, thickness: f64, edges: [Edge; 2]) -> Shell {
    shell(Meridian::new(1.0, FRAC_PI_2, &[piece(length, 0.0, thickness)]), edges)
}

/// ω over √(E/ρ).
fn figures(shell: &Shell, n: u32, up_to: f64) -> Vec<f64> {
    let unit = (STEEL.young / STEEL.density).sqrt();
    let modes = shell.modes(&STEEL, n, up_to * unit / TAU);
    modes.iter().map(|mode| mode.square.max(0.0).sqrt() / unit).collect()
}

#[test]
fn a_whole_sphere_has_its_exact_frequencies_whatever_the_waves_around() {
    // Junger and Feit, Sound, Structures, and Their Interaction, 2nd ed. 1986, §7.14: with
    // λ = l(l+1), β² = h²/12a² and Ω² = ω²a²ρ(1−ν²)/E a quadratic equation for each l.
    for thickness in [0.01_f64, 0.03] {
        let sphere = cap(PI, thickness, Edge::Pole);
        let (nu, beta) = (0.3, thickness * thickness / 12.0);
        let exact = |l: f64| {
            let lambda = l * (l + 1.0);
            let b = 1.0 + 3.0 * nu + lambda - beta * (1.0 - nu - lambda * lambda - nu * lambda);
            let cube = lambda.powi(3) - 4.0 * lambda * lambda + lambda * (5.0 - nu * nu);
            let c = (lambda - 2.0) * (1.0 - nu * nu) + beta * (cube - 2.0 * (1.0 - nu * nu));
            let root = (b * b - 4.0 * c).sqrt();
            [(b - root) / 2.0, (b + root) / 2.0].map(|s| (s.max(0.0) / (1.0 - nu * nu)).sqrt())
        };
        for n in [0, 1, 2, 3, 6] {
            let found = figures(&sphere, n, 2.0);
            for l in n.max(2)..12 {
                let [low, _] = exact(l.into());
                let near = found.iter().map(|f| (f / low - 1.0).abs()).fold(1.0, f64::min);
                // The theories differ by a share of β².
                assert!(low > 2.0 || near < beta, "{thickness}, {n}, {l}: {low}, {found:?}");
            }
        }
    }
}

#[test]
fn a_long_cylinder_between_diaphragms_has_the_published_frequencies() {
    // Markuš, The Mechanics of Vibrations of Cylindrical Shells, Elsevier 1988, as quoted by Loy,
    // Lam and Shu, Shock Vib. 4 (1997) 193: ωR·√((1−ν²)ρ/E) for L/R = 20, h/R = 0.01, ν = 0.3.
    let tube = cylinder(20.0, 0.01, [Edge::Diaphragm; 2]);
    let known = [(1, 0.016_101), (2, 0.009_382), (3, 0.022_105), (4, 0.042_095), (5, 0.068_008)];
    for (n, known) in known {
        // Theories of thin shells differ by as much as the tolerance.
        let first = &ritz::modes(&tube, &STEEL, n, &[24], f64::INFINITY)[0];
        let found = (first.square * STEEL.density / STEEL.young * 0.91).sqrt();
        assert!((found / known - 1.0).abs() < 1e-3, "{n}: {found} is not {known}");
    }
}

#[test]
fn a_flat_cap_is_a_round_plate() {
    // Leissa, Vibration of Plates, 1969: ω·a²·√(ρh/D).
    let unit = 0.01 / (12.0 * 0.91_f64).sqrt();
    let plate = |end| shell(Meridian::from_pole(&[piece(1.0, 0.0, 0.01)]), [Edge::Pole, end]);
    let known = [
        (Edge::Clamped, 0, 0, 10.2158),
        (Edge::Clamped, 1, 0, 21.260),
        (Edge::Clamped, 2, 0, 34.877),
        (Edge::Clamped, 0, 1, 39.771),
        (Edge::Free, 2, 0, 5.358),
        (Edge::Free, 3, 0, 12.439),
        (Edge::Free, 0, 1, 9.003),
        (Edge::Free, 1, 2, 20.475),
    ];
    for (end, n, rank, known) in known {
        let mut found = figures(&plate(end), n, 0.2);
        found.retain(|f| *f > 1e-6 || end == Edge::Clamped || rank > 0);
        let found = found[rank] / unit;
        assert!((found / known - 1.0).abs() < 1e-4, "{n}, {rank}: {found} is not {known}");
    }
}

#[test]
fn as_the_wall_gets_thin_a_hemisphere_bends_without_stretching() {
    // Rayleigh's figures, ω = {5.240, 14.726, 28.462}·√(G/6ρ)·h/a²; what remains is the stretching
    // near the rim, which goes as √h.
    for (n, known) in [(2, 5.240), (3, 14.726), (4, 28.462)] {
        let known = known * (1.0_f64 / 2.6 / 6.0).sqrt();
        let off = |h: f64| 1.0 - figures(&cap(FRAC_PI_2, h, Edge::Free), n, 0.5)[0] / (known * h);
        let [thick, thin] = [off(1e-3), off(2.5e-4)];
        assert!(0.0 < thin && thin < thick && thick < 0.03, "{n}: {thick} {thin}");
        // With half the root of h, twice the second minus the first is what is off at h = 0.
        assert!((2.0 * thin - thick).abs() < 1e-3, "{n}: {thick} {thin}");
    }
}

#[test]
fn moved_as_a_whole_nothing_is_strained() {
    for shell in [cap(FRAC_PI_2, 0.02, Edge::Free), cylinder(1.5, 0.02, [Edge::Free; 2])] {
        let first = figures(&shell, 2, 0.5)[0];
        let (up, across) = (figures(&shell, 0, 0.99), figures(&shell, 1, 0.99));
        assert!(up[0] < 1e-3 * first && across[..2].iter().all(|f| *f < 1e-3 * first));
        assert!(up[1] > first && across[2] > first);
    }
}

#[test]
fn errors_fall_faster_than_any_power() {
    let bowl = cap(FRAC_PI_2, 0.03, Edge::Free);
    let fifth = |more: usize| ritz::modes(&bowl, &STEEL, 2, &[more], f64::INFINITY)[4].square;
    let exact = fifth(44);
    let errors: Vec<f64> = [8, 12, 16].iter().map(|more| fifth(*more) / exact - 1.0).collect();
    assert!(errors.iter().all(|error| *error > 0.0), "{errors:?}");
    assert!(errors[1] < errors[0] / 30.0 && errors[2] < errors[1] / 30.0, "{errors:?}");
}

#[test]
fn the_highest_modes_are_accurate_to_a_thousandth() {
    let (bowl, lid) = (cap(FRAC_PI_2, 0.03, Edge::Free), cap(0.8, 0.003, Edge::Clamped));
    for (bowl, radians) in [(bowl, 30.0_f64), (lid, 45.0)] {
        let up_to = bowl.slow(&STEEL) * radians.powi(2) / TAU;
        for n in [0, 1, 2, 7] {
            let found = bowl.modes(&STEEL, n, up_to);
            let exact = ritz::modes(&bowl, &STEEL, n, &[50], (1.1 * TAU * up_to).powi(2));
            assert!(found.len() > 3);
            for (found, exact) in found.iter().zip(&exact).filter(|(_, e)| e.square > 1e3) {
                let off = (found.square / exact.square).sqrt() - 1.0;
                assert!(off.abs() < 1e-3, "{n}: {off}");
            }
        }
    }
}

#[test]
fn a_meridian_may_be_cut_anywhere() {
    let whole = cap(FRAC_PI_2, 0.03, Edge::Free);
    let pieces = [0.5, 0.3, FRAC_PI_2 - 0.8].map(|length| piece(length, 1.0, 0.03));
    let cut = shell(Meridian::from_pole(&pieces), [Edge::Pole, Edge::Free]);
    for n in 0..5 {
        let (whole, cut) = (figures(&whole, n, 2.0), figures(&cut, n, 2.0));
        for (a, b) in whole.iter().zip(&cut).filter(|(a, _)| **a > 1e-4) {
            assert!((a / b - 1.0).abs() < 1e-5, "{n}: {a} {b}");
        }
    }
}

#[test]
fn shapes_have_a_mean_square_of_one() {
    // Without waves around, nothing moves around.
    let bowl = cap(FRAC_PI_2, 0.03, Edge::Free);
    for line in bowl.lines(&STEEL, 1500.0, 0.0, 0.0) {
        let Wall::Wave { around: Around::Even, along, .. } = line.form else { continue };
        let [out, up] = &along.functions[0];
        let term = |node: &crate::eigen::polynomial::Node| {
            let jets = basis::jets(FRAC_PI_2, node.place, out.len() - 4);
            let sum = |by: &[f64]| jets.iter().zip(by).map(|(jet, x)| jet[0] * x).sum::<f64>();
            let square = sum(out).powi(2) + sum(up).powi(2);
            node.weight * FRAC_PI_2 * (FRAC_PI_2 * node.place).sin() * square
        };
        let mean: f64 = gauss(60).iter().map(term).sum();
        assert!((mean - 1.0).abs() < 1e-9, "{}: {mean}", line.name);
    }
    // A ring moves around by 1/n of what it moves outwards.
    let ring = cylinder(0.3, 0.01, [Edge::Free; 2]);
    let modes = ring.lines(&STEEL, 300.0, 0.0, 0.0);
    for n in [2, 3] {
        let line = modes.iter().find(|line| line.name == format!("({n}, 0) cos")).unwrap();
        let square = line.form.weight([0.5, 0.0]).powi(2) * 0.5 * (1.0 + f64::from(n).powi(-2));
        assert!((square - 1.0).abs() < 0.02, "{n}: {square}");
    }
}
