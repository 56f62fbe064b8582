//! Nothing that hands do to a scene while it sounds allocates memory or frees it.
#![allow(unsafe_code)] // A counting allocator cannot be written without it.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

use carom_scene::build::BuildOptions;
use carom_scene::gallery::PIECES;
use carom_scene::scene::Scene;
use carom_web::live::{Deed, Live, Pitches, Stage};

struct Counting;

thread_local! {
    // Of this thread only: the test harness allocates when it pleases.
    static COUNT: Cell<usize> = const { Cell::new(0) };
}

// SAFETY: every call is passed on unchanged to the system's allocator.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        COUNT.set(COUNT.get() + 1);
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        COUNT.set(COUNT.get() + 1);
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

#[test]
fn strikes_holds_and_quanta_neither_allocate_nor_free() {
    let (mut loud, mut wrong) = (0, Vec::new());
    for piece in PIECES {
        let live = Live::new(&Scene::parse(piece.name, piece.text).unwrap(), None);
        let strokes = live.strokes.len();
        let mut stage = Stage::new(live, BuildOptions::default()).unwrap();
        stage.keeps_running = true;
        stage.begin(true);
        let (mut left, mut right) = ([0.0; 128], [0.0; 128]);
        let before = COUNT.get();
        for n in 0..60 {
            if n % 6 == 0 {
                for stroke in 0..strokes {
                    let place = [0.1 + 0.01 * f64::from(n), 0.3 + 0.005 * f64::from(n)];
                    let frame = stage.frame() + 40 * stroke as u64;
                    stage.strike(&Deed { frame, stroke, finger: None, place, speed: 1.0 });
                    stage.hold(stroke, n % 12 == 0);
                    let _ = stage.draw(stroke, place, n % 24 == 0);
                }
            }
            stage.render(&mut left, &mut right);
            loud += usize::from(left.iter().any(|sample| sample.abs() > 1e-3));
        }
        let count = COUNT.get() - before;
        if count > 0 {
            wrong.push((piece.name, count));
        }
    }
    assert!(wrong.is_empty(), "{wrong:?}");
    assert!(loud > 20 * PIECES.len(), "{loud} quanta sounded");
    // The counter counts.
    let before = COUNT.get();
    drop(std::hint::black_box(Vec::<u8>::with_capacity(10)));
    assert_eq!(COUNT.get(), before + 2);
}

#[test]
fn keys_and_quanta_neither_allocate_nor_free() {
    let piece = PIECES.iter().find(|piece| piece.name == "marimba-bar").unwrap();
    let scene = Scene::parse(piece.name, piece.text).unwrap();
    let mut pitches = Pitches::new(&scene, None, Some(2)).unwrap();
    let own = pitches.described()["own"].as_u64().unwrap() as u32;
    let (mut left, mut right) = ([0.0; 128], [0.0; 128]);
    let mut loud = 0;
    let before = COUNT.get();
    for n in 0..200 {
        let frame = pitches.frame() + u64::from(n % 100);
        pitches.note(own - 2 + n % 5, if n % 3 == 0 { 0.0 } else { 0.7 }, frame);
        pitches.render(&mut left, &mut right);
        loud += usize::from(left.iter().any(|sample| sample.abs() > 1e-3));
    }
    pitches.begin(false);
    assert_eq!(COUNT.get(), before);
    assert!(loud > 150, "{loud} quanta sounded");
}
