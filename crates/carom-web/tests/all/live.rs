//! What is played on a stage is what a scene of it renders.

use carom_scene::build::BuildOptions;
use carom_scene::gallery::PIECES;
use carom_scene::render::{RenderOptions, render_sound};
use carom_scene::scene::{At, Scene};
use carom_web::live::{Blow, Deed, Live, Scrape, Stage, Take};
use serde_json::{Value, json};

/// Quanta of the audio worklet.
const QUANTUM: usize = 128;

fn live(scene: &Value) -> Live {
    Live::new(&Scene::from_json(scene).unwrap(), None)
}

fn stage(live: &Live) -> Stage {
    Stage::new(live.clone(), BuildOptions::default()).unwrap_or_else(|error| panic!("{error:?}"))
}

/// A scene of the gallery with full scale at 1 (Pa or whatever it is heard by).
fn piece(name: &str) -> Value {
    let piece = PIECES.iter().find(|piece| piece.name == name).unwrap();
    let mut scene = Scene::parse(piece.name, piece.text).unwrap().to_json();
    scene["level"] = json!({ "full_scale": 1 });
    scene
}

/// The left channel of so many samples.
fn play(stage: &mut Stage, samples: usize) -> Vec<f32> {
    let (mut left, mut right) = ([0.0; QUANTUM], [0.0; QUANTUM]);
    let mut heard = Vec::new();
    while heard.len() < samples {
        stage.render(&mut left, &mut right);
        heard.extend_from_slice(&left);
    }
    heard.truncate(samples);
    heard
}

/// The largest difference beside the largest sample (dB).
fn difference(one: &[f32], other: &[f32]) -> f64 {
    let peak = one.iter().fold(0.0f32, |peak, x| peak.max(x.abs()));
    let most = one.iter().zip(other).fold(0.0f32, |most, (a, b)| most.max((a - b).abs()));
    20.0 * f64::from(most / peak).log10()
}

/// Blows by hand: on every stroke, at other places and speeds than the usual, some of them while the one
/// before is still in contact.
fn blows(live: &Live) -> Vec<Deed> {
    let mut deeds = Vec::new();
    let places = [[0.31, 0.22], [0.62, 0.71], [0.45, 0.4]];
    for (stroke, one) in live.strokes.iter().enumerate() {
        for (n, place) in places.iter().enumerate() {
            let frame = (1000 + 5000 * n + 777 * stroke + 13 * n * n) as u64;
            let speed = one.speed * (0.5 + 0.4 * n as f64);
            deeds.push(Deed { frame, stroke, finger: None, place: *place, speed });
            // A second finger strikes a little later.
            let frame = frame + 20;
            deeds.push(Deed { frame, stroke, finger: None, place: [0.5, 0.3], speed });
        }
    }
    deeds.sort_by_key(|deed| deed.frame);
    deeds
}

/// Plays blows as hands do: each before the quantum that it falls into. Returns the sound and the take.
fn perform(live: &Live, deeds: &[Deed], samples: usize) -> (Vec<f32>, Take) {
    let mut stage = stage(live);
    let rate = live.scene.sample_rate;
    stage.begin(true);
    let (mut heard, mut take) = (Vec::new(), Take::default());
    let mut deeds = deeds.iter().peekable();
    let (mut left, mut right) = ([0.0; QUANTUM], [0.0; QUANTUM]);
    while heard.len() < samples {
        while let Some(deed) = deeds.next_if(|deed| deed.frame <= stage.frame()) {
            let stroke = &live.strokes[deed.stroke];
            let finger = stage.strike(deed).expect("somebody strikes");
            let body = live.scene.body.iter().find(|body| body.name == stroke.target).unwrap();
            let shape = body.shape.as_ref().map(|shape| shape.resonator().places());
            take.strikes.push(Blow {
                time: stage.frame() as f64 / rate,
                hammer: stroke.hammer.clone(),
                target: stroke.target.clone(),
                finger,
                place: shape.map(|_| At::On(deed.place)),
                strength: deed.speed / stroke.speed,
            });
        }
        stage.render(&mut left, &mut right);
        heard.extend_from_slice(&left);
    }
    heard.truncate(samples);
    assert_eq!(stage.coarsened(), 0);
    take.length = Some(samples as f64 / rate);
    (heard, take)
}

fn run(scene: &Scene) -> Vec<f32> {
    let parsed = scene.resolve().unwrap_or_else(|errors| panic!("{errors}"));
    render_sound(&parsed.plan, RenderOptions::default()).unwrap().left
}

/// A take rendered as `carom run` renders it, without the fade at the end.
fn assert_same(name: &str, live: &Live, (heard, take): &(Vec<f32>, Take)) {
    let rendered = run(&live.played(take).unwrap());
    assert_eq!(rendered.len(), heard.len());
    let kept = heard.len() - (0.012 * live.scene.sample_rate) as usize;
    assert!(heard[..kept].iter().any(|x| *x != 0.0), "{name} is silent");
    let apart = difference(&rendered[..kept], &heard[..kept]);
    println!("{name}: {apart:.1} dB");
    assert!(apart < -100.0, "{name}: {apart:.1} dB");
}

#[test]
fn what_was_played_is_what_is_saved() {
    for name in ["marimba-bar", "chimes", "steel-plate", "piano-string", "wine-glass", "cajon"] {
        let live = live(&piece(name));
        let deeds = blows(&live);
        assert_same(name, &live, &perform(&live, &deeds, 24_000));
    }
}

#[test]
fn a_second_take_after_silence_is_as_true_as_the_first() {
    let mut scene = piece("marimba-bar");
    // A bar that is soon silent.
    scene["body"][2]["decay"] = 0.05.into();
    let live = live(&scene);
    let mut stage = stage(&live);
    let deed = |speed: f64| Deed { frame: 0, stroke: 0, finger: None, place: [0.3, 0.4], speed };
    stage.strike(&deed(1.5)).unwrap();
    play(&mut stage, 3 * 44_100);
    assert_eq!(stage.frame(), 0, "it went back to the start");
    let finger = stage.strike(&deed(0.7)).unwrap();
    let heard = play(&mut stage, 8_000);
    let blow = Blow {
        time: 0.0,
        hammer: live.strokes[0].hammer.clone(),
        target: live.strokes[0].target.clone(),
        finger,
        place: Some(At::On([0.3, 0.4])),
        strength: 0.7 / live.strokes[0].speed,
    };
    let length = Some(8_000.0 / live.scene.sample_rate);
    assert_same("again", &live, &(heard, Take { strikes: vec![blow], length, ..Take::default() }));
}

#[test]
fn a_blow_sounds_in_the_quantum_after_it() {
    let live = live(&piece("glass-bowl"));
    let mut stage = stage(&live);
    assert!(play(&mut stage, 512).iter().all(|x| *x == 0.0), "nothing was struck");
    assert_eq!(stage.frame(), 0);
    let deed = Deed { frame: 0, stroke: 0, finger: None, place: [0.9, 0.1], speed: 1.0 };
    stage.strike(&deed).unwrap();
    assert!(play(&mut stage, QUANTUM).iter().any(|x| *x != 0.0));
}

#[test]
fn every_body_of_every_piece_can_be_struck_and_is_heard() {
    for piece in PIECES {
        let live = live(&self::piece(piece.name));
        let rings = |body: &&carom_scene::scene::Body| body.shape.is_some() || body.modes.is_some();
        for body in live.scene.body.iter().filter(rings) {
            let stroke = live.strokes.iter().position(|stroke| stroke.target == body.name);
            let stroke = stroke.unwrap_or_else(|| panic!("{}: {}", piece.name, body.name));
            let mut stage = stage(&live);
            let quiet = play(&mut stage, QUANTUM);
            assert!(quiet.iter().all(|x| *x == 0.0), "{}: sounds by itself", piece.name);
            let speed = live.strokes[stroke].speed;
            let deed = Deed { frame: 0, stroke, finger: None, place: [f64::NAN; 2], speed };
            stage.strike(&deed).unwrap_or_else(|| panic!("{}: {}", piece.name, body.name));
            let heard = play(&mut stage, 2048);
            assert!(heard.iter().any(|x| x.abs() > 1e-6), "{}: {}", piece.name, body.name);
        }
    }
}

#[test]
fn a_piece_plays_its_own_blows() {
    for name in ["chimes", "woodblock", "three-mallets"] {
        let live = live(&piece(name));
        assert!(live.own.len() > 1, "{name}");
        let mut stage = stage(&live);
        stage.begin(true);
        let deeds: Vec<_> = live.own.iter().map(|blow| stage.deed(blow).unwrap()).collect();
        deeds.iter().for_each(|deed| stage.schedule(*deed));
        let samples = (2.0 * live.scene.sample_rate) as usize;
        let heard = play(&mut stage, samples);
        let take = Take {
            strikes: live.own.clone(),
            length: Some(samples as f64 / live.scene.sample_rate),
            ..Take::default()
        };
        assert_same(name, &live, &(heard, take));
    }
}

#[test]
fn the_fingers_of_a_hand_do_not_disturb_each_other() {
    let live = live(&piece("bar"));
    assert!(live.strokes[0].fingers.len() >= 3);
    let mut stage = stage(&live);
    let deed = Deed { frame: 0, stroke: 0, finger: None, place: [0.3, f64::NAN], speed: 1.0 };
    let fingers: Vec<_> = (0..3).map(|_| stage.strike(&deed).unwrap()).collect();
    assert_eq!(fingers, [0, 1, 2]);
}

#[test]
fn a_stage_goes_on_where_another_was() {
    let scene = piece("steel-plate");
    let (mut old, mut new) = (stage(&live(&scene)), stage(&live(&scene)));
    let deed = Deed { frame: 0, stroke: 0, finger: None, place: [0.3, 0.4], speed: 1.0 };
    old.strike(&deed).unwrap();
    play(&mut old, 4096);
    let mut carried = Vec::new();
    old.carry(&mut carried);
    new.go_on(&carried);
    assert_eq!(new.frame(), old.frame());
    let (one, other) = (play(&mut old, 4096), play(&mut new, 4096));
    assert!(difference(&one, &other) < -100.0, "{}", difference(&one, &other));
    // With other numbers it sounds on, too.
    let mut longer = scene.clone();
    longer["body"][1]["shape"]["length"] = 0.5.into();
    let mut longer = stage(&live(&longer));
    longer.go_on(&carried);
    assert!(play(&mut longer, 1024).iter().any(|x| x.abs() > 1e-6));
}

#[test]
fn a_contact_is_shown_from_the_blow_to_its_end() {
    let live = live(&piece("bar"));
    let mut stage = stage(&live);
    let deed = Deed { frame: 0, stroke: 0, finger: None, place: [0.3, f64::NAN], speed: 1.0 };
    stage.strike(&deed).unwrap();
    play(&mut stage, 2048);
    let touch = stage.touch();
    assert!(touch.is_over);
    let peak = touch.samples.iter().fold(0.0f32, |peak, [.., force]| peak.max(*force));
    assert!(peak > 1.0, "{peak} N");
    assert!(touch.samples[0][1] > 0.0, "it begins towards the surface");
    assert!(touch.samples.last().unwrap()[1] < 0.0, "and ends away from it");
}

#[test]
fn a_hand_damps_what_rings_and_that_is_saved_too() {
    let live = live(&piece("marimba-bar"));
    let rate = live.scene.sample_rate;
    let deed = Deed { frame: 0, stroke: 0, finger: None, place: [0.3, 0.4], speed: 1.0 };
    let mut stage = stage(&live);
    stage.begin(true);
    let (mut heard, mut take) = (Vec::new(), Take::default());
    for (holds, quanta) in [(None, 40), (Some(true), 60), (Some(false), 20), (None, 60)] {
        let time = stage.frame() as f64 / rate;
        let target = live.strokes[0].target.clone();
        match holds {
            Some(holds) => {
                stage.hold(0, holds);
                take.holds.push(carom_web::live::Hold { time, target, holds });
            }
            None => {
                let finger = stage.strike(&deed).unwrap();
                let (hammer, place) = (live.strokes[0].hammer.clone(), Some(At::On(deed.place)));
                let strength = deed.speed / live.strokes[0].speed;
                take.strikes.push(Blow { time, hammer, target, finger, place, strength });
            }
        }
        heard.extend(play(&mut stage, quanta * QUANTUM));
    }
    let loudest = |part: &[f32]| part.iter().fold(0.0f32, |peak, x| peak.max(x.abs()));
    let (before, after) = (&heard[35 * QUANTUM..40 * QUANTUM], &heard[95 * QUANTUM..100 * QUANTUM]);
    // 60 quanta are 0.17 s: 87 dB at 60 dB in 0.12 s.
    assert!(loudest(after) < 1e-3 * loudest(before), "{} {}", loudest(before), loudest(after));
    take.length = Some(heard.len() as f64 / rate);
    assert_same("held", &live, &(heard, take));
}

#[test]
fn a_loudness_becomes_the_level_that_rendering_finds() {
    for pan in [0.0, 0.4] {
        let mut scene = piece("marimba-bar");
        scene["level"] = json!({ "loudness": -30 });
        scene["pickup"] = json!([{ "distance": 1, "pan": pan }]);
        let parsed = Scene::from_json(&scene).unwrap();
        let gain = render_sound(&parsed.plan, RenderOptions::default()).unwrap().rendering.gain;
        let full = stage(&live(&scene)).described()["full_scale"].as_f64().unwrap();
        let apart = 20.0 * (full * gain).log10();
        assert!(apart.abs() < 0.1, "{pan}: {apart} dB");
    }
}

/// A plate that is held at its edges.
fn plate() -> Value {
    json!({
        "version": 1,
        "level": { "full_scale": 1 },
        "body": [
            { "name": "mallet", "mass": 0.02, "hardness": 0.6, "velocity": 0.8 },
            {
                "name": "plate", "material": "steel",
                "shape": { "kind": "plate", "length": 0.3, "width": 0.2, "thickness": 0.002, "edges": "supported" }
            }
        ],
        "contact": [{ "between": ["mallet", "plate"], "at": { "plate": [0.3, 0.4] } }]
    })
}

#[test]
fn a_hand_that_is_drawn_over_a_body_scrapes_and_its_take_renders_the_same() {
    let live = live(&plate());
    let mut stage = stage(&live);
    let rate = live.scene.sample_rate;
    stage.begin(true);
    let (mut heard, mut take, mut numbers) = (Vec::new(), Take::default(), Vec::new());
    let (mut left, mut right) = ([0.0; QUANTUM], [0.0; QUANTUM]);
    for n in 0..400 {
        let way = f64::from(n % 130) / 130.0;
        match n {
            // Two ways, forth and back, and a blow in between.
            10..110 | 200..330 => {
                assert!(stage.draw(0, [0.1 + 0.8 * way, 0.3 + 0.3 * way], false));
            }
            110 | 330 => assert!(stage.draw(0, [0.5, 0.5], true)),
            160 => {
                let (frame, place) = (stage.frame(), [0.2, 0.7]);
                let deed = Deed { frame, stroke: 0, finger: None, place, speed: 0.8 };
                let finger = stage.strike(&deed).unwrap();
                take.strikes.push(Blow {
                    time: frame as f64 / rate,
                    hammer: Some("mallet".to_owned()),
                    target: "plate".to_owned(),
                    finger,
                    place: Some(At::On(place)),
                    strength: 1.0,
                });
            }
            _ => {}
        }
        stage.render(&mut left, &mut right);
        heard.extend_from_slice(&left);
        if stage.scraped(&mut numbers) {
            let [_, time, places @ ..] = &numbers[..] else { panic!("{numbers:?}") };
            let path = places.chunks_exact(2).map(|p| At::On([p[0], p[1]])).collect();
            take.scrapes.push(Scrape { time: *time, target: "plate".to_owned(), path });
        }
    }
    assert_eq!(take.scrapes.len(), 2);
    let loud = |from: usize, to: usize| {
        heard[from * QUANTUM..to * QUANTUM].iter().fold(0.0f32, |peak, x| peak.max(x.abs()))
    };
    let blow = loud(160, 190);
    assert!(loud(0, 10) == 0.0 && loud(30, 110) > 1e-3 * blow, "{} {blow}", loud(30, 110));
    take.length = Some(heard.len() as f64 / rate);
    let played = live.played(&take).unwrap();
    let rendered = run(&played);
    // Without the fade at the end.
    let count = 390 * QUANTUM;
    let apart = difference(&heard[..count], &rendered[..count]);
    assert!(apart < -100.0, "{apart} dB");
    // What is written can be read, and what nobody scraped needs no tip.
    assert!(played.body.iter().any(|body| body.name == "tip"));
    let struck = live.played(&Take { scrapes: Vec::new(), ..take }).unwrap();
    assert!(struck.body.iter().all(|body| body.name != "tip"));
}

#[test]
fn a_hand_that_is_drawn_in_the_quantum_of_the_first_blow_renders_the_same() {
    let live = live(&plate());
    let mut stage = stage(&live);
    let rate = live.scene.sample_rate;
    let place = [0.3, 0.5];
    let deed = Deed { frame: stage.frame(), stroke: 0, finger: None, place, speed: 0.8 };
    let finger = stage.strike(&deed).unwrap();
    let blow = Blow {
        time: 0.0,
        hammer: Some("mallet".to_owned()),
        target: "plate".to_owned(),
        finger,
        place: Some(At::On(place)),
        strength: 1.0,
    };
    let (mut heard, mut numbers) = (Vec::new(), Vec::new());
    let (mut left, mut right) = ([0.0; QUANTUM], [0.0; QUANTUM]);
    let mut scrapes = Vec::new();
    for n in 0..100 {
        let lifts = n == 60;
        if n <= 60 {
            assert!(stage.draw(0, [0.3 + 0.005 * f64::from(n), 0.5], lifts));
        }
        stage.render(&mut left, &mut right);
        heard.extend_from_slice(&left);
        if stage.scraped(&mut numbers) {
            let [_, time, places @ ..] = &numbers[..] else { panic!("{numbers:?}") };
            let path = places.chunks_exact(2).map(|p| At::On([p[0], p[1]])).collect();
            scrapes.push(Scrape { time: *time, target: "plate".to_owned(), path });
        }
    }
    assert_eq!(scrapes.len(), 1);
    let length = Some(heard.len() as f64 / rate);
    let take = Take { strikes: vec![blow], scrapes, length, ..Take::default() };
    let rendered = run(&live.played(&take).unwrap());
    let count = 90 * QUANTUM;
    let apart = difference(&heard[..count], &rendered[..count]);
    assert!(apart < -100.0, "{apart} dB");
}

#[test]
fn a_blow_that_its_scheme_cannot_follow_ends_in_silence_with_its_reason_and_the_next_one_sounds() {
    let mut scene = piece("bar");
    scene["scheme"] = json!("verlet");
    scene["substeps"] = json!(1);
    let live = live(&scene);
    let mut stage = stage(&live);
    let strike = |stage: &mut Stage, speed| {
        let (frame, place) = (stage.frame(), [f64::NAN; 2]);
        stage.strike(&Deed { frame, stroke: 0, finger: None, place, speed }).unwrap();
        play(stage, 4096)
    };
    for keeps in [false, true] {
        stage.keeps_running = keeps;
        let heard = strike(&mut stage, 1e120);
        assert!(heard.iter().all(|sample| sample.is_finite()), "only samples are heard");
        assert!(stage.broke().is_some(), "it says that it broke off");
        assert!(stage.broke().is_none(), "and says so once");
        let soft = strike(&mut stage, 1e-3);
        assert!(soft.iter().any(|sample| *sample != 0.0), "the next blow sounds");
        assert_eq!(stage.broke(), None);
    }
}
