//! Tables I, II and III of papetti, to the printed digits.
//!
//! What does not reproduce is asserted too, with what comes out instead, so that nothing is
//! explained away: see the comments at each exception.

use carom::law::Damping;
use carom_study::impact::{Comparison, Impact, ReboundKind, Rebounds, Run, compare};
use toml::{Table, Value};

fn published(table: &str) -> Table {
    let text = include_str!("../data/published/papetti.toml");
    let all: Table = text.parse().unwrap();
    all[table].as_table().unwrap().clone()
}

fn number(value: &Value) -> f64 {
    value.as_float().or_else(|| value.as_integer().map(|i| i as f64)).unwrap()
}

fn run_table(name: &str, rebounds: Option<u32>) -> Comparison {
    let parameters = published(name);
    let of = |key: &str| number(&parameters[key]);
    let impact = Impact {
        damping: Damping::Mu(of("mu")),
        velocity: of("velocity"),
        rebounds: rebounds.map(|count| Rebounds { count, kind: ReboundKind::Restart }),
        ..Impact::new(0.01, of("stiffness"), of("exponent"))
    };
    compare(&impact).unwrap()
}

fn of_scheme<'a>(comparison: &'a Comparison, scheme: &str) -> &'a Run {
    comparison.runs.iter().find(|run| run.scheme == scheme).unwrap()
}

/// Whether a value rounds to what was printed with this many decimals, or is cut to it: the tables
/// do both.
fn prints_as(value: f64, printed: f64, decimals: i32) -> bool {
    let unit = 10f64.powi(-decimals);
    let excess = (value.abs() - printed.abs()) / unit;
    (-0.501..1.0).contains(&excess) && (value * printed >= 0.0)
}

fn check(name: &str, column: &str, decimals: i32, value: impl Fn(&Run) -> f64, except: &[&str]) {
    let comparison = run_table(name, None);
    let printed = &published(name)[column];
    for scheme in ["am1", "verlet", "heun", "rk4"].iter().filter(|s| !except.contains(s)) {
        let found = value(of_scheme(&comparison, scheme));
        let expected = number(&printed[*scheme]);
        assert!(
            prints_as(found, expected, decimals),
            "{name} {column} {scheme}: {found} {expected}"
        );
    }
}

#[test]
fn table_1_deviation_of_compression() {
    // AM1 prints 0.255; a fully converged solve gives 0.197.
    check("table_1", "dev_x", 3, |run| run.dev_x.unwrap(), &["am1"]);
    let am1 = run_table("table_1", None);
    assert!(prints_as(of_scheme(&am1, "am1").dev_x.unwrap(), 0.197, 3));
}

#[test]
fn table_1_outgoing_velocity_and_energy() {
    let comparison = run_table("table_1", None);
    let of = |scheme: &str| of_scheme(&comparison, scheme);
    // AM1 and Heun print +2e-5 and -3e-5 %.
    assert!(prints_as(of("am1").err_v_out.unwrap(), 2e-5, 5));
    assert!(prints_as(of("heun").err_v_out.unwrap(), -3e-5, 5));
    // AM1, Verlet and Heun print a dev(H) of 3e-4, 0.052 and 4e-4 %.
    assert!(prints_as(of("am1").dev_h.unwrap(), 3e-4, 4));
    assert!(prints_as(of("verlet").dev_h.unwrap(), 0.052, 3));
    assert!(prints_as(of("heun").dev_h.unwrap(), 4e-4, 4));
    // Verlet and RK4 print +2e-6 % each, and RK4 a dev(H) of 1e-5 %; against the exact v_out they
    // are thirty times better. The paper's own reference seems to be good to 2e-8.
    assert!(of("verlet").err_v_out.unwrap().abs() < 1e-7);
    assert!(of("rk4").err_v_out.unwrap().abs() < 1e-7);
    assert!(of("rk4").dev_h.unwrap() < 1e-6);
}

#[test]
fn table_2a_low_dissipation() {
    check("table_2a", "dev_x", 3, |run| run.dev_x.unwrap(), &[]);
    check("table_2a", "err_v_out", 3, |run| run.err_v_out.unwrap(), &[]);
    check("table_2a", "dev_h", 3, |run| run.dev_h.unwrap(), &[]);
}

#[test]
fn table_2b_hard_impact() {
    check("table_2b", "dev_x", 3, |run| run.dev_x.unwrap(), &[]);
    // Printed relative to the approximation of v_out, not to its exact value.
    check("table_2b", "err_v_out", 3, |run| run.err_v_out_approx.unwrap(), &[]);
    let comparison = run_table("table_2b", None);
    for (scheme, exact) in
        [("am1", 2.5635), ("verlet", 0.8518), ("heun", -4.6803), ("rk4", -0.0929)]
    {
        assert!(prints_as(of_scheme(&comparison, scheme).err_v_out.unwrap(), exact, 4));
    }
    // So is the energy loss that dev(H) is divided by: 0.03 % smaller than the exact one.
    let exact = &comparison.exact;
    let approx = comparison.approx.v_out.unwrap();
    let printed_loss = 0.5 * 0.01 * (1.0 - approx * approx);
    let ratio = exact.energy_lost.unwrap() / printed_loss;
    check("table_2b", "dev_h", 3, |run| run.dev_h.unwrap() * ratio, &[]);
}

#[test]
fn table_3_hundred_rebounds() {
    for (name, case) in [("table_3a", "table_2a"), ("table_3b", "table_2b")] {
        let comparison = run_table(case, Some(100));
        let printed = published(name);
        for scheme in ["am1", "verlet", "rk4"] {
            let found = of_scheme(&comparison, scheme).accumulated.unwrap();
            let expected = number(&printed["accumulated"][scheme]);
            // AM1 in case 2 is 24.297 with a converged solve, printed 24.285.
            let (expected, decimals) =
                if (name, scheme) == ("table_3b", "am1") { (24.297, 3) } else { (expected, 3) };
            assert!(prints_as(found.abs(), expected, decimals), "{name} {scheme}: {found}");
        }
        for scheme in ["am1", "verlet"] {
            let found = of_scheme(&comparison, scheme).max_dev.unwrap();
            let expected = number(&printed["max_dev"][scheme]);
            let decimals = if (name, scheme) == ("table_3b", "am1") { 2 } else { 3 };
            assert!(prints_as(found, expected, decimals), "{name} {scheme}: {found}");
        }
        // RK4's includes the first sample after release: 14.52 and 6.40, printed 14.466 and 6.255.
        let rk4 = of_scheme(&comparison, "rk4").max_dev.unwrap();
        let near = if name == "table_3a" { 14.522 } else { 6.395 };
        assert!(prints_as(rk4, near, 3), "{name}: {rk4}");
        assert!(of_scheme(&comparison, "rk4").accumulated.unwrap() < 0.0);
    }
    // Heun's 147.036 and 946.6 do not reproduce: 9.42 and 0.25 here.
    for (case, found) in [("table_2a", 9.417), ("table_2b", 0.246)] {
        let comparison = run_table(case, Some(100));
        assert!(prints_as(of_scheme(&comparison, "heun").accumulated.unwrap(), found, 3));
    }
}

#[test]
fn table_3_oversampled_rk4() {
    for (name, case) in [("table_3a", "table_2a"), ("table_3b", "table_2b")] {
        let parameters = published(case);
        let of = |key: &str| number(&parameters[key]);
        let impact = Impact {
            damping: Damping::Mu(of("mu")),
            velocity: of("velocity"),
            rate: 16.0 * 44_100.0,
            rebounds: Some(Rebounds { count: 100, kind: ReboundKind::Restart }),
            methods: vec![carom::Method::Rk4],
            ..Impact::new(0.01, of("stiffness"), of("exponent"))
        };
        let run = &compare(&impact).unwrap().runs[0];
        let printed = number(&published(name)["accumulated"]["rk4_16x"]);
        // Case 2 is 0.0015 here, printed 0.002.
        let expected = if name == "table_3b" { 0.0015 } else { printed };
        let found = run.accumulated.unwrap().abs();
        assert!(
            (found - expected).abs() < 5e-4 && (found - printed).abs() < 6e-4,
            "{name}: {run:?}"
        );
    }
}

#[test]
fn corrected_simulations_accumulate_what_the_paper_says() {
    use carom::correction::{Corrected, Correction, OutputVelocity};
    use carom::exact::{Approximation, WallImpact};
    // Case 2, Heun, hybrid and the approximated output velocity under 0.1 %, as in Table III.
    let law = carom::law::Law::hunt_crossley(1e9, 1.5, Damping::Mu(0.5)).unwrap();
    let model = carom::Model::mass_and_wall(0.01, law).unwrap();
    let mut state = model.rest();
    state.velocity[0] = 1.0;
    let output = OutputVelocity::Approximate { formula: Approximation::non_local(4), bound: 1e-3 };
    let simulation =
        carom::Simulation::new(model, &state, carom::Method::Heun, 1.0 / 44_100.0).unwrap();
    let mut run = Corrected::new(simulation, Correction::Both(output)).unwrap();
    let mut exact = 1.0;
    for _ in 0..100 {
        let speed = state.velocity[0];
        run.load(&state).unwrap();
        loop {
            run.step().unwrap();
            let now = run.simulation_mut().state();
            let (x, v) = (now.displacement[0], now.velocity[0]);
            if x <= 0.0 && v < 0.0 {
                state.velocity[0] = -v;
                break;
            }
            let curve = WallImpact::new(0.01, 1e9, 1.5, 0.5, speed).unwrap();
            assert!((curve.compression_at(v).unwrap() - x).abs() < 1e-12 * curve.x_max());
        }
        exact *= carom::exact::restitution(0.5 * exact);
    }
    let accumulated = 100.0 * ((state.velocity[0] / exact).powi(2) - 1.0);
    assert!(prints_as(accumulated.abs(), 0.001, 3), "{accumulated}");
}
