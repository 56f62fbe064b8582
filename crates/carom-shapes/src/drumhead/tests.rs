use super::modes::{Together, alone};
use super::*;

/// The kettledrum of Christian et al.: 0.262 kg/m², 3990 N/m, 65.6 cm.
const KETTLE: Head = Head { radius: 0.328, density: 0.262, tension: 3990.0 };

fn lowest(around: Around) -> Vec<(f64, f64)> {
    let first = |m: u32| {
        let basis = Basis::new(m, REACH);
        let modes = Together::new(&[KETTLE], &basis, around).modes();
        let mode = modes.iter().find(|mode| mode.kind == modes::Kind::Skin(0, 1)).unwrap();
        (mode.omega / std::f64::consts::TAU, mode.radiation)
    };
    (0..5).map(first).collect()
}

#[test]
fn print() {
    let t = std::time::Instant::now();
    let basis = Basis::new(2, REACH);
    eprintln!("basis {:?}", t.elapsed());
    let together = Together::new(&[KETTLE], &basis, Around::Both(Outside::Wall));
    eprintln!("table {:?}", t.elapsed());
    let modes = together.modes();
    eprintln!("modes {} {:?}", modes.len(), t.elapsed());
    for around in [Around::Both(Outside::Wall), Around::Both(Outside::Open), Around::Shell(0.14 / (std::f64::consts::PI * 0.328 * 0.328))] {
        let t = std::time::Instant::now();
        let found = lowest(around);
        eprintln!("{around:?} {:?}", t.elapsed());
        for (f, r) in &found { eprintln!("{f:.3} {:.4} T60 {:.3}", f / found[1].0, 6.91 / r); }
        let t = std::time::Instant::now();
        let n = super::lines(&[KETTLE], around, 5000.0).len();
        eprintln!("{n} lines {:?}", t.elapsed());
        for m in [0, 3, 8, 15] {
            let basis = Basis::new(m, 26.0);
            let modes = Together::new(&[KETTLE], &basis, around).modes();
            for (i, z) in basis.zeros.iter().enumerate() {
                let mode = modes.iter().find(|mode| mode.kind == modes::Kind::Skin(0, i + 1));
                if *z < 17.0 || mode.is_none() { continue; }
                let mode = mode.unwrap();
                let a = alone(&KETTLE, around, m, *z);
                eprintln!("{m} {z:.2} {:.5} loss {:.4} {:.4}", a.0 / mode.omega, a.1, mode.radiation);
            }
        }
    }
}
