use std::f64::consts::{PI, TAU};

use crate::air::ROOM;

use super::modes::{Kind, Mode, Together, alone};
use super::*;
use crate::special::testing::assert_close;

const WALL: Around = Around::Both(Outside::Wall);
const OPEN: Around = Around::Both(Outside::Open);

/// The skin of the kettledrum of Christian et al.: 65.6 cm, 0.262 kg/m², 3990 N/m.
const TIMPANO: Head = Head { radius: 0.328, density: 0.262, tension: 3990.0 };
/// A kettle of 0.14 m³ under it.
const KETTLE: Around = Around::Shell(0.14 / (PI * 0.328 * 0.328));

fn modes(heads: &[Head], around: Around, m: u32) -> Vec<Mode> {
    Together::new(heads, &Basis::new(m, REACH), around).modes()
}

/// The modes (0, 1) to (4, 1).
fn lowest(around: Around) -> Vec<Mode> {
    let first = |m| {
        let modes = modes(&[TIMPANO], around, m);
        modes.into_iter().find(|mode| mode.kind == Kind::Skin(0, 1)).unwrap()
    };
    (0..5).map(first).collect()
}

fn hertz(modes: &[Mode]) -> Vec<f64> {
    modes.iter().map(|mode| mode.omega / TAU).collect()
}

/// Over the second.
fn ratios(modes: &[Mode]) -> Vec<f64> {
    modes.iter().map(|mode| mode.omega / modes[1].omega).collect()
}

#[test]
fn without_a_kettle_the_partials_are_those_of_a_head_in_a_wall() {
    // Measured on a timpano without its kettle: 82, 155, 229, 297, 366 Hz (Rossing, Acoustics of
    // timpani, Percussionist 19 (3), 18 (1982); Fletcher and Rossing 1998, table 18.1).
    let found = ratios(&lowest(WALL));
    assert_close(&found[..1], &[0.53], 0.04);
    assert_close(&found[1..], &[1.0, 1.48, 1.92, 2.36], 0.02);
    assert_close(&hertz(&lowest(WALL)), &[82.0, 155.0, 229.0, 297.0, 366.0], 0.03);
}

#[test]
fn with_a_kettle_the_partials_are_nearly_harmonic() {
    // With the kettle: 127, 150, 227, 298, 366 Hz (the same).
    assert_close(&ratios(&lowest(KETTLE)), &[0.85, 1.0, 1.51, 1.99, 2.44], 0.01);
    assert_close(&hertz(&lowest(KETTLE)), &[127.0, 150.0, 227.0, 298.0, 366.0], 0.02);
}

#[test]
fn frequencies_are_those_of_an_independent_computation() {
    // In Python, with mpmath's Bessel functions, the closed impedance of the cylinder instead of
    // its modes, and five shapes of the skin.
    assert_close(&hertz(&lowest(WALL)), &[80.75, 158.27, 232.91, 305.03, 375.46], 1e-4);
    assert_close(&hertz(&lowest(OPEN)), &[89.76, 165.92, 238.56, 309.36, 378.94], 1e-4);
    assert_close(&hertz(&lowest(KETTLE)), &[128.54, 151.49, 228.68, 301.56, 372.43], 1e-3);
}

#[test]
fn the_lower_the_order_the_sooner_it_is_gone() {
    for around in [WALL, OPEN, KETTLE] {
        let losses: Vec<f64> = lowest(around).iter().map(|mode| mode.radiation).collect();
        assert!(losses.windows(2).all(|two| two[0] > 2.5 * two[1]), "{around:?} {losses:?}");
    }
    // Air that flows around the rim is heard as a dipole.
    assert!(lowest(OPEN)[0].radiation < 0.1 * lowest(WALL)[0].radiation);
}

#[test]
fn at_low_frequencies_a_skin_in_a_wall_radiates_as_a_point() {
    // R = ρω²U²/(2πc) for each side (Rayleigh, Theory of Sound, §302), with the flow U of (0, 1).
    let slow = Head { tension: 4.0, ..TIMPANO };
    let mode = &modes(&[slow], WALL, 0)[0];
    let basis = Basis::new(0, REACH);
    let area = PI * slow.radius * slow.radius;
    let flow: f64 = (0..basis.zeros.len())
        .map(|q| mode.skins[0][q] * 2.0 * basis.transform(q, 0.0, 1.0) / 2f64.sqrt())
        .sum();
    // Shapes with mean square 1 have the modal mass 1·area.
    let resistance =
        2.0 * ROOM.density * mode.omega.powi(2) * (area * flow).powi(2) / (TAU * ROOM.speed);
    let known = resistance / (2.0 * area);
    assert!((mode.radiation / known - 1.0).abs() < 1e-3, "{} {known}", mode.radiation);
}

#[test]
fn at_low_frequencies_an_open_skin_radiates_as_a_dipole() {
    // The force F of the skin on the air radiates k²F²/(24πρc) (Lamb, Dynamical Theory of Sound,
    // §77). Only the pressure √(1 − r²) has a mean, and it meets (0, 1) with j₁(j)/j; a rigid disc
    // would have 8/3·ρa³ω².
    let slow = Head { tension: 4.0, ..TIMPANO };
    let mode = &modes(&[slow], OPEN, 0)[0];
    let basis = Basis::new(0, REACH);
    let shape = |(part, zero): (&f64, &f64)| {
        let pressure = (zero.sin() / zero - zero.cos()) / zero;
        part * 2f64.sqrt() * pressure / BesselJ::new(0, *zero).slope.abs()
    };
    let met: f64 = mode.skins[0].iter().zip(&basis.zeros).map(shape).sum();
    let pressure = ROOM.density * mode.omega.powi(2) * slow.radius * met * 12.0 / PI;
    let area = TAU * slow.radius.powi(2);
    let force = area * pressure / 3.0;
    let power = (mode.omega / ROOM.speed * force).powi(2) / (24.0 * PI * ROOM.density * ROOM.speed);
    // Energy ½·area·ω² at the amplitude 1: it falls as e^(−2σt).
    let known = power / (area * mode.omega.powi(2));
    assert!((mode.radiation / known - 1.0).abs() < 1e-3, "{} {known}", mode.radiation);
}

#[test]
fn short_waves_join_the_others() {
    for around in [WALL, OPEN, KETTLE] {
        for m in [0, 8, 15] {
            let basis = Basis::new(m, REACH + 6.0);
            let modes = Together::new(&[TIMPANO], &basis, around).modes();
            for (n, zero) in (1..).zip(&basis.zeros).filter(|(_, zero)| **zero > 18.0) {
                let mode = modes.iter().find(|mode| mode.kind == Kind::Skin(0, n)).unwrap();
                let (omega, radiation, _) = alone(&TIMPANO, around, [m.into(), *zero], 0.0);
                assert!((omega / mode.omega - 1.0).abs() < 5e-3, "{around:?} {m} {zero}");
                let apart = (radiation - mode.radiation).abs();
                assert!(apart < 0.8 * mode.radiation + 5.0, "{radiation} {}", mode.radiation);
            }
        }
    }
}

#[test]
fn a_slow_heavy_skin_feels_the_air_inside_as_a_spring() {
    // J₀(x) = −B·J₂(x)/x², B = ρc²πa⁴/(TV): Kinsler and others, Fundamentals of Acoustics, whose
    // table Raichel, The Science and Applications of Acoustics, 2000, table 6.2 repeats.
    for (spring, first, second) in [(1.0, 2.545, 5.54), (2.0, 2.68, 5.55), (5.0, 3.02, 5.59)] {
        let tension = ROOM.density * ROOM.speed.powi(2) * 0.3 / spring;
        let head = Head { radius: 0.3, density: 1e6, tension };
        let found = modes(&[head], Around::Shell(0.3), 0);
        let wave = |mode: &Mode| mode.omega * (head.density / tension).sqrt() * head.radius;
        assert_close(&[wave(&found[0]), wave(&found[1])], &[first, second], 3e-3);
        let equation = |x: f64| {
            let [j0, j2] = [0, 2].map(|n| BesselJ::new(n, x).value);
            j0 + spring * j2 / (x * x)
        };
        let exact = roots(equation, 1.0, 4.0, 0.5)[0];
        assert!((wave(&found[0]) / exact - 1.0).abs() < 1e-4, "{} {exact}", wave(&found[0]));
    }
}

#[test]
fn two_equal_heads_against_each_other_have_a_wall_between_them() {
    let Around::Shell(depth) = KETTLE else { unreachable!() };
    for m in [0, 1, 3] {
        let one = modes(&[TIMPANO], KETTLE, m);
        let two = modes(&[TIMPANO; 2], Around::Shell(2.0 * depth), m);
        for mode in &one[..4] {
            let against = two.iter().filter(|two| two.skins[0][0] * two.skins[1][0] > 0.0);
            let apart = |two: &&Mode| (two.omega - mode.omega).abs();
            let twin = against.min_by(|a, b| apart(a).total_cmp(&apart(b))).unwrap();
            assert!((twin.omega / mode.omega - 1.0).abs() < 2e-3);
            assert!((twin.skins[0][0] - twin.skins[1][0]).abs() < 1e-6, "{m} {mode:?} {twin:?}");
            // The same power at each end of a body twice as large.
            if m > 0 {
                assert!((twin.radiation / mode.radiation - 1.0).abs() < 0.1);
            }
        }
    }
}

#[test]
fn the_lowest_pair_of_two_heads_is_that_of_two_masses_and_three_springs() {
    // Rossing, Bork, Zhao and Fystrom 1992. Heavy skins in vacuum outside: the air inside is a
    // spring between two masses, each with a spring of its own. Only (0, 1) of each skin is
    // taken there, so that the air must be soft against the skins.
    let head = |tension| Head { radius: 0.18, density: 400.0, tension };
    let heads = [head(3e5), head(5e5)];
    let found = modes(&heads, Around::Shell(0.14), 0);
    let zero = 2.404_825_557_695_773;
    // (∫φdA)² over area and ∫φ²dA: 4/j².
    let spring = ROOM.density * ROOM.speed.powi(2) / 0.14 * 4.0 / (zero * zero);
    let [a, b] = heads.map(|head| head.tension * (zero / 0.18).powi(2));
    let (sum, difference) = (a + b + 2.0 * spring, (a - b).hypot(2.0 * spring));
    for (mode, known) in found.iter().zip([sum - difference, sum + difference]) {
        let known = (0.5 * known / 400.0).sqrt();
        assert!((mode.omega / known - 1.0).abs() < 2e-3, "{} {known}", mode.omega);
    }
    // Below, the heads go together, and above against each other.
    assert!(found[0].skins[0][0] * found[0].skins[1][0] < 0.0);
    assert!(found[1].skins[0][0] * found[1].skins[1][0] > 0.0);
}

#[test]
fn heads_that_go_together_are_a_dipole() {
    let head = Head { radius: 0.15, density: 0.3, tension: 1500.0 };
    let found = modes(&[head; 2], Around::Shell(0.2), 0);
    let [together, against] = &found[..2] else { unreachable!() };
    assert!(together.radiation < 0.2 * against.radiation);
    assert!(together.loudness < 1.0 && against.loudness > 1.0);
}

#[test]
fn a_bass_drum_has_its_pairs() {
    // Heads 82 cm wide at equal tension: (0, 1) 44 and 104, (1, 1) 76 and 82, then 120, 160, 198
    // and 240 Hz for (2, 1) to (5, 1), as commonly quoted from Fletcher and Rossing 1998, chapter
    // 18, still to be compared with the printed book. Weight, tension and depth are not given:
    // Mylar as on the timpano is taken, the tension that gives (2, 1), and a depth of 0.45 m.
    let head = Head { radius: 0.41, density: 0.26, tension: 1850.0 };
    let found: Vec<Vec<f64>> =
        (0..6).map(|m| hertz(&modes(&[head; 2], Around::Shell(0.45), m))).collect();
    assert_close(&found[0], &[44.0], 0.02);
    assert_close(&found[0][1..], &[104.0], 0.06);
    assert_close(&found[1], &[76.0, 82.0], 0.02);
    for (pair, known) in found[2..].iter().zip([120.0, 160.0, 198.0, 240.0]) {
        assert!((0.5 * (pair[0] + pair[1]) / known - 1.0).abs() < 0.025, "{pair:?}");
    }
}
