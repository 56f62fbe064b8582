//! Nothing that is done to an instrument allocates memory or frees it.
#![allow(unsafe_code)] // A counting allocator cannot be written without it.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

use crate::support::{bars_of, busy_music, on};
use carom_instrument::{Action, Parameter, Who};

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
fn playing_neither_allocates_nor_frees() {
    let mut instrument = bars_of(2);
    let mut music: Vec<Action> =
        busy_music(4, 1, 2000).into_iter().map(|(_, action)| action).collect();
    // The first note ever, each parameter, each gesture.
    music.insert(0, on(60, 1.0));
    music.extend(Parameter::ALL.map(|parameter| Action::Set(parameter, parameter.at(0.7))));
    for gesture in 0..4 {
        music.extend([
            Action::Set(Parameter::Gesture, f64::from(gesture)),
            on(60, 0.9),
            Action::Drag(Who::key(60), 0.5, 1.0),
        ]);
    }
    let (mut left, mut right) = ([0.0f64; 100], [0.0f64; 100]);
    let (mut first, mut second) = ([0.0f32; 77], [0.0f32; 77]);
    let mut sounded = false;
    let before = COUNT.get();
    for action in &music {
        instrument.act(*action);
        instrument.render(&mut left, &mut right);
        instrument.render(&mut first, &mut second);
        sounded |= left[99] != 0.0;
        let _ = (instrument.work(), instrument.sounding(), instrument.value(Parameter::Size));
        assert_eq!(COUNT.get(), before, "{action:?}");
    }
    instrument.reset();
    assert_eq!(COUNT.get(), before, "a reset");
    assert!(sounded && instrument.work().stolen > 0);
    // The counter counts.
    drop(std::hint::black_box(Vec::<u8>::with_capacity(10)));
    assert_eq!(COUNT.get(), before + 2);
}
