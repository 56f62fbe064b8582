//! Bodies that can never touch each other: each group is played for itself, and sounds as if the
//! others were not there.

use carom_report::scene::write;
use carom_scene::plan::Plan;
use carom_scene::render::{RenderOptions, Rendering, render};
use carom_scene::scene::{How, Parsed, Scene};

/// A scene of some groups, for half a second.
fn scene(groups: &[&str]) -> Parsed {
    let text = format!(
        "version = 1\nduration = 0.5\nlevel = {{ full_scale = 1 }}\n\
         [[body]]\nname = 'floor'\nwall = true\nmaterial = 'stone'\n{}",
        groups.concat()
    );
    Scene::parse("test.toml", &text).unwrap_or_else(|errors| panic!("{errors}"))
}

/// A mallet that strikes a bar at once and once more.
fn bar(name: &str, length: f64, speed: f64, hardness: f64) -> String {
    format!(
        "[[body]]\nname = 'mallet {name}'\nmass = 0.02\nvelocity = {speed}\n\
         [[body]]\nname = '{name}'\nmaterial = 'steel'\n\
         shape = {{ kind = 'bar', length = {length}, width = 0.03, thickness = 0.008, \
         suspension = 20 }}\n\
         [[contact]]\nbetween = ['mallet {name}', '{name}']\nat = {{ '{name}' = 0.3 }}\n\
         law = {{ kind = 'hunt-crossley', stiffness = {hardness:e}, exponent = 2, mu = 0.3 }}\n\
         [[strikes]]\nbody = 'mallet {name}'\ntime = 0.2\nvelocity = 1\nat = 0.45\n\
         [[pickup]]\nbody = '{name}'\nat = 0.05\nquantity = 'velocity'\npan = {}\n",
        if speed > 1.0 { 0.5 } else { 0.0 }
    )
}

/// A ball that falls on the floor and bounces.
fn ball(name: &str, height: f64) -> String {
    format!(
        "[[body]]\nname = '{name}'\nmass = 0.005\nmaterial = 'glass'\n\
         [[contact]]\nbetween = ['{name}', 'floor']\n\
         [[gesture]]\nkind = 'bounce'\nbody = '{name}'\nheight = {height}\n\
         [[pickup]]\nbody = '{name}'\n"
    )
}

fn played(plan: &Plan) -> Rendering {
    render(plan, RenderOptions::default()).unwrap()
}

fn peak(samples: impl Iterator<Item = f64>) -> f64 {
    samples.fold(0.0, |peak, sample| sample.abs().max(peak))
}

/// Asserts that two groups together sound like one after the other, and lists when both touch.
fn sounds_like_both(one: &str, other: &str) -> [Rendering; 3] {
    let all = [scene(&[one, other]), scene(&[one]), scene(&[other])];
    let [both, first, second] = all.map(|parsed| played(&parsed.plan));
    assert_eq!(both.heard.len(), first.heard.len());
    let sum = first.heard.iter().zip(&second.heard).map(|(a, b)| a + b);
    let missing = peak(both.heard.iter().zip(sum).map(|(both, sum)| both - sum));
    let loudest = peak(both.heard.iter().copied());
    assert!(loudest > 0.0 && missing <= 1e-12 * loudest, "{missing} of {loudest}");
    [both, first, second]
}

#[test]
fn two_bars_sound_like_each_for_itself() {
    let (low, high) = (bar("low", 0.3, 1.0, 1e8), bar("high", 0.17, 2.0, 1e10));
    let [both, first, second] = sounds_like_both(&low, &high);
    // Both touch at the same time, at the start.
    let logs: Vec<_> = both.summary.contacts.iter().map(|contact| contact.log).collect();
    assert_eq!(logs[0].first_contact_at, logs[1].first_contact_at);
    assert_eq!(logs[0], first.summary.contacts[0].log);
    assert_eq!(logs[1], second.summary.contacts[0].log);
    assert!(logs[1].substeps > logs[0].substeps, "{logs:?}");
    let energy = both.summary.energy;
    assert!(energy.residual.abs() < 1e-12, "{energy:?}");
    let parts = [first.summary.energy, second.summary.energy];
    assert!((energy.dissipated / (parts[0].dissipated + parts[1].dissipated) - 1.0).abs() < 1e-12);
    assert!((energy.initial / (parts[0].initial + parts[1].initial) - 1.0).abs() < 1e-12);
    for (time, ledger) in &both.ledgers {
        assert!(ledger.residual().abs() < 1e-12 * energy.initial, "{time}: {ledger:?}");
    }
    // The number of modes of a body depends on what may touch it alone.
    assert_eq!(both.summary.modes[0], first.summary.modes[0]);
    assert_eq!(both.summary.modes[1], second.summary.modes[0]);
    let (end, alone) = (&both.summary.at_end.bodies, &first.summary.at_end.bodies);
    assert_eq!(end[..3], alone[..]);
    assert_eq!(end[3..], second.summary.at_end.bodies[1..]);
}

#[test]
fn all_are_seen_when_the_first_contact_comes_apart() {
    let (low, high) = (bar("low", 0.3, 1.0, 1e8), bar("high", 0.17, 2.0, 1e10));
    let [both, first, second] = sounds_like_both(&low, &high);
    let (all, alone) =
        (both.summary.at_first_release.unwrap(), first.summary.at_first_release.unwrap());
    assert_eq!(all.time, alone.time);
    assert_eq!(all.bodies[..3], alone.bodies[..]);
    // The other mallet has left by then, and flies as fast as at its own release.
    let mallet = second.summary.at_first_release.unwrap();
    assert!(mallet.time < all.time);
    assert_eq!(mallet.bodies[1].name, all.bodies[3].name);
    assert_eq!(mallet.bodies[1].velocity, all.bodies[3].velocity);
}

#[test]
fn a_wall_connects_nothing() {
    let (one, other) = (ball("one", 0.05), ball("other", 0.03));
    let [both, ..] = sounds_like_both(&one, &other);
    assert!(both.summary.contacts.iter().all(|contact| contact.log.count > 2));
    assert!(both.summary.energy.residual.abs() < 1e-11, "{:?}", both.summary.energy);
    let islands = scene(&[&one, &other]).plan.islands();
    assert_eq!(islands.len(), 2);
    assert_eq!(islands[1].bodies, [0, 2]);
    assert_eq!((&islands[1].contacts[..], &islands[1].pickups[..]), (&[1][..], &[1][..]));
    assert_eq!(islands[1].plan.contacts[0].between, [1, 0]);
}

#[test]
fn what_touches_is_one_island_and_so_is_what_another_scheme_plays() {
    let link = "[[contact]]\nbetween = ['low', 'high']\ngap = 0.01\n\
                law = { kind = 'power', stiffness = 1e8, exponent = 1.5 }\n";
    let (low, high) = (bar("low", 0.3, 1.0, 1e8), bar("high", 0.17, 2.0, 1e10));
    assert_eq!(scene(&[&low, &high]).plan.islands().len(), 2);
    assert_eq!(scene(&[&low, &high, link]).plan.islands().len(), 1);
    let mut other = scene(&[&low, &high]).plan;
    other.method = carom_schemes::Method::Verlet;
    let [island] = <[_; 1]>::try_from(other.islands()).unwrap();
    assert_eq!(island.bodies, [0, 1, 2, 3, 4]);
}

/// The tables of a scene, as text.
fn tables(parsed: &Parsed, full: bool) -> [String; 3] {
    let name = format!("carom-islands-{}-{full}", std::process::id());
    let directory = std::env::temp_dir().join(name);
    let options = RenderOptions { full, ..RenderOptions::default() };
    write(parsed, How { full, ..How::default() }, &directory, options).unwrap();
    let read = |name: &str| std::fs::read_to_string(directory.join(name)).unwrap();
    let tables = ["energy.csv", "force.csv", "trajectory.csv"].map(read);
    std::fs::remove_dir_all(directory).unwrap();
    tables
}

#[test]
fn the_tables_hold_all_islands() {
    let (low, high) = (bar("low", 0.3, 1.0, 1e8), bar("high", 0.17, 2.0, 1e10));
    for full in [false, true] {
        let [energy, force, trajectory] = tables(&scene(&[&low, &high]), full);
        let columns: Vec<&str> = energy.lines().next().unwrap().split(',').collect();
        let of = |name: &str| columns.iter().position(|column| *column == name).unwrap();
        let mut rows = 0;
        for line in energy.lines().skip(1) {
            let row: Vec<f64> = line.split(',').map(|cell| cell.parse().unwrap()).collect();
            let (given, mut kept) = (row[of("initial_j")] + row[of("supplied_j")], 0.0);
            for (column, value) in columns.iter().zip(&row).take(of("initial_j")).skip(1) {
                kept += if column.ends_with("supplied_j") { 0.0 } else { *value };
            }
            assert!((kept - given).abs() < 1e-11 * given, "{line}");
            rows += 1;
        }
        assert!(rows > 80);
        let width = force.lines().next().unwrap().split(',').count();
        assert_eq!(width, 3);
        assert!(force.lines().all(|line| line.split(',').all(|cell| !cell.is_empty())));
        let width = trajectory.lines().next().unwrap().split(',').count();
        assert!(trajectory.lines().all(|line| line.split(',').count() == width));
        let holes = trajectory.lines().any(|line| line.split(',').any(str::is_empty));
        assert!(!(full && holes), "with every sample nothing is left out");
        if full {
            assert_eq!(force.lines().count(), 1 + 22_050);
        }
    }
}

#[test]
fn three_tubes_are_three_islands() {
    let text = include_str!("../../../../scenes/chimes.toml");
    let plan = Scene::parse("chimes.toml", text).unwrap().plan;
    let islands = plan.islands();
    assert_eq!(islands.len(), 3);
    let whole = played(&plan);
    assert!(whole.summary.energy.residual.abs() < 1e-11, "{:?}", whole.summary.energy);
    // Each tube for itself; those that end earlier are silent then.
    let mut sum = vec![0.0; whole.heard.len()];
    for island in &islands {
        let mut alone = island.plan.clone();
        alone.duration = Some(whole.summary.samples as f64 / plan.sample_rate);
        for (sum, sample) in sum.iter_mut().zip(played(&alone).heard) {
            *sum += sample;
        }
    }
    let loudest = peak(whole.heard.iter().copied());
    let missing = peak(whole.heard.iter().zip(&sum).map(|(whole, sum)| whole - sum));
    assert!(missing <= 1e-12 * loudest, "{missing} of {loudest}");
    let touched: Vec<u64> =
        whole.summary.contacts.iter().map(|contact| contact.log.count).collect();
    assert!(touched.iter().all(|count| *count > 0), "{touched:?}");
}
