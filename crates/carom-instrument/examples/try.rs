//! scratch
use carom_instrument::*;
use carom_scene::scene::Scene;
fn main() {
    for name in std::env::args().skip(1) {
        let text = std::fs::read_to_string(format!("scenes/{name}.toml")).unwrap();
        let scene = Scene::parse(&name, &text).unwrap();
        let t = std::time::Instant::now();
        let mut i = match Instrument::new(&scene, &Setup::default()) { Ok(i) => i, Err(e) => { println!("{name}: {e}"); continue } };
        let built = t.elapsed();
        let [lo, hi] = i.keys();
        let k = (lo + hi) / 2;
        let t = std::time::Instant::now();
        let (mut l, mut r) = (vec![0.0f64; 48000], vec![0.0f64; 48000]);
        i.act(Action::NoteOn { id: None, channel: 0, key: k, velocity: 1.0 });
        i.render(&mut l, &mut r);
        let p = |x: &[f64]| x.iter().fold(0.0f64, |m, v| m.max(v.abs()));
        let first = l.iter().position(|v| *v != 0.0);
        let a = (p(&l[..2000]), p(&l[40000..]));
        i.act(Action::NoteOff(Who::key(k)));
        let mut levels = vec![];
        for _ in 0..10 { i.render(&mut l[..4800], &mut r[..4800]); levels.push((20.0 * p(&l[..4800]).max(1e-12).log10()).round()); }
        let t = t.elapsed();
        println!("{name}: built {built:.2?} keys {lo}-{hi} peak {a:.3?} first {first:?} release {levels:?} sounding {} work {:?} time {t:.2?}", i.sounding(), i.work());
    }
}
