//! Keys that scrape, roll and drum.

use crate::support::{bar, small};
use carom_instrument::{Action, Instrument, Parameter, Setup, Who};

fn instrument(gesture: &str) -> Instrument {
    let mut instrument = Instrument::new(&bar(), &Setup { keys: [72, 74], ..small() }).unwrap();
    let gesture = Parameter::Gesture.read(gesture).unwrap();
    instrument.act(Action::Set(Parameter::Gesture, gesture));
    instrument
}

fn on(velocity: f64) -> Action {
    crate::support::on(72, velocity)
}

/// The effective value of the next samples.
fn rms(instrument: &mut Instrument, samples: usize) -> f64 {
    let (mut left, mut right) = (vec![0.0f64; samples], vec![0.0f64; samples]);
    instrument.render(&mut left, &mut right);
    assert!(left.iter().all(|x| x.abs() <= 1.0));
    (left.iter().map(|x| x * x).sum::<f64>() / samples as f64).sqrt()
}

#[test]
fn what_scrapes_sounds_as_long_as_its_key_is_down() {
    for gesture in ["scrape", "roll"] {
        let mut instrument = instrument(gesture);
        assert_eq!(rms(&mut instrument, 1000), 0.0);
        instrument.act(on(1.0));
        rms(&mut instrument, 9_600);
        let levels: Vec<f64> = (0..8).map(|_| rms(&mut instrument, 9_600)).collect();
        println!("{gesture}: {levels:.5?} {:?}", instrument.work());
        let (least, most) =
            levels.iter().fold((1.0f64, 0.0f64), |(a, b), x| (a.min(*x), b.max(*x)));
        assert!(least > 1e-5 && most < 30.0 * least, "{gesture}: {levels:?}");
        instrument.act(Action::NoteOff(Who::ALL));
        for _ in 0..20 {
            rms(&mut instrument, 9_600);
        }
        assert_eq!(rms(&mut instrument, 1000), 0.0, "{gesture}");
        assert_eq!(instrument.sounding(), 0);
    }
}

#[test]
fn faster_and_harder_scraping_is_louder() {
    let level = |action: Option<Action>| {
        let mut instrument = instrument("scrape");
        action.into_iter().for_each(|action| instrument.act(action));
        instrument.act(on(1.0));
        rms(&mut instrument, 9_600);
        rms(&mut instrument, 48_000)
    };
    let usual = level(None);
    let slow = level(Some(Action::Wheel(0.2)));
    let light = level(Some(Action::Set(Parameter::Force, 0.2)));
    println!("{usual:.2e}, slow {slow:.2e}, light {light:.2e}");
    assert!(slow < 0.7 * usual && light < 0.9 * usual);
}

#[test]
fn a_drag_sounds_while_it_moves() {
    let mut instrument = instrument("strike");
    let who = Who::key(72);
    let mut moving = Vec::new();
    for step in 0..60u32 {
        let place = 0.1 + 0.8 * f64::from(step) / 60.0;
        instrument.act(Action::Drag(who, place, 1.0));
        moving.push(rms(&mut instrument, 800));
    }
    rms(&mut instrument, 96_000);
    let still = rms(&mut instrument, 24_000);
    let moving = moving[10..].iter().sum::<f64>() / 50.0;
    println!("moving {moving:.2e}, still {still:.2e}");
    assert!(moving > 1e-5 && still < 0.1 * moving);
    instrument.act(Action::Drag(who, 0.9, 0.0));
    rms(&mut instrument, 48_000);
    assert_eq!(instrument.work().coarsened, 0);
}

#[test]
fn a_held_key_drums() {
    let mut instrument = instrument("drum roll");
    instrument.act(on(0.7));
    let (mut left, mut right) = (vec![0.0f64; 96_000], vec![0.0f64; 96_000]);
    instrument.render(&mut left, &mut right);
    // Twelve strokes a second: the level of 10 ms jumps at each.
    let level = |part: &[f64]| part.iter().fold(0.0f64, |peak, x| peak.max(x.abs()));
    let levels: Vec<f64> = left.chunks(480).map(level).collect();
    let strokes = levels.windows(2).filter(|pair| pair[1] > 1.3 * pair[0]).count();
    println!("{strokes} strokes");
    assert!((18..=28).contains(&strokes), "{strokes}");
}
