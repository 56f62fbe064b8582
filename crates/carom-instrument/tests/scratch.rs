//! x
mod support;
use carom_instrument::*;
use support::*;
#[test] fn main() {
    for (name, key) in [("bar", 60u8), ("bar", 72), ("marimba-bar", 50), ("marimba-bar", 65), ("wine-glass", 75), ("chimes", 62)] {
        let setup = Setup { keys: [key, key], ..small() };
        let scene = if name == "bar" { bar() } else { piece(name) };
        let mut i = Instrument::new(&scene, &setup).unwrap();
        for t60 in [0.05, 0.1, 0.2, 0.5] {
            i.act(Action::Set(Parameter::Damping, 1.0));
            i.act(Action::Set(Parameter::Damper, t60));
            i.act(on(key, 0.8));
            let forte = peak(&sound(&mut i, seconds(0.1)));
            i.act(off(key));
            let s = sound(&mut i, seconds(1.5));
            let levels: Vec<f64> = s.chunks(240).map(peak).collect();
            let at = |db: f64| levels.iter().rposition(|l| decibels(*l / levels[0].min(forte)) > db).map_or(0.0, |n| (n + 1) as f64 * 0.005);
            let (a, b, c) = (at(-20.0), at(-40.0), at(-60.0));
            let thump_with = decibels(peak(&s[..2400]) / forte);
            i.act(Action::AllSoundOff);
            sound(&mut i, 1000);
            i.act(Action::Set(Parameter::Damping, 100.0));
            i.act(on(key, 0.01));
            sound(&mut i, seconds(0.05));
            let mut before = peak(&sound(&mut i, 480));
            let mut n = 0;
            while before > 1e-6 && n < 100 { n += 1; before = peak(&sound(&mut i, 480)); }
            i.act(Action::Set(Parameter::Damping, 1.0));
            let steps = i.work().steps;
            i.act(off(key));
            let s = sound(&mut i, seconds(0.3));
            println!("{name} {key} T60 {t60}: -20 {a:.3} -40 {b:.3} -60 {c:.3}; loudest after release {thump_with:.1} dB; thump alone {:.1} dB of forte ({:.1} before, awake {})", decibels(peak(&s) / forte), decibels(before / forte), i.work().steps > steps);
            i.act(Action::AllSoundOff);
            sound(&mut i, 1000);
        }
    }
}
