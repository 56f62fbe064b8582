//! Nothing that sounds allocates memory or frees it.
#![allow(unsafe_code)] // A guarding allocator cannot be written without it.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

use crate::support::{Event, Rig, on};
use carom_instrument::Parameter;
use clack_host::prelude::*;

struct Guard;

thread_local! {
    static PLAYING: Cell<bool> = const { Cell::new(false) };
    static COUNT: Cell<usize> = const { Cell::new(0) };
}

fn count() {
    if PLAYING.get() {
        COUNT.set(COUNT.get() + 1);
    }
}

// SAFETY: every call is passed on unchanged to the system's allocator.
unsafe impl GlobalAlloc for Guard {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count();
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        count();
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Guard = Guard;

/// One block, with every event in it; how often memory was asked for or given back.
fn block(rig: &mut Rig, events: &[Event]) -> usize {
    let mut buffer = EventBuffer::with_capacity(4096);
    for event in events {
        event.push(3, &mut buffer);
    }
    let (mut left, mut right) = ([0.0f32; 512], [0.0f32; 512]);
    let mut ports = AudioPorts::with_capacity(2, 1);
    let rows = [&mut left[..], &mut right[..]];
    let mut output = ports.with_output_buffers([AudioPortBuffer {
        latency: 0,
        channels: AudioPortBufferType::f32_output_only(rows.into_iter()),
    }]);
    rig.sent.clear();
    let (none, input) = (InputAudioBuffers::empty(), buffer.as_input());
    let (processor, mut sent) = (rig.processor.as_mut().unwrap(), rig.sent.as_output());
    COUNT.set(0);
    PLAYING.set(true);
    let status = processor.process(&none, &mut output, &input, &mut sent, None, None);
    PLAYING.set(false);
    status.unwrap();
    COUNT.get()
}

#[test]
fn a_block_neither_allocates_nor_frees() {
    let mut rig = Rig::at(48_000.0);
    // The guard sees what it is there for.
    PLAYING.set(true);
    drop(std::hint::black_box(vec![1]));
    PLAYING.set(false);
    assert_eq!(COUNT.get(), 2);

    assert_eq!(block(&mut rig, &[]), 0);
    let notes: Vec<_> = (0..200).map(|n| on(36 + n % 61)).collect();
    assert_eq!(block(&mut rig, &notes), 0);
    for parameter in Parameter::ALL {
        for value in [0.0, 0.5, 1.0, 3.0] {
            let events = [
                Event::Value(parameter, value),
                Event::Modulate { parameter, key: 60, by: 0.1 },
                on(60),
                Event::Midi([0xE0, 3, 100]),
            ];
            assert_eq!(block(&mut rig, &events), 0, "{parameter:?} {value}");
        }
    }
    assert!(rig.preset("kick-of-a-ringing-bar"));
    for _ in 0..4 {
        assert_eq!(block(&mut rig, &[on(72)]), 0);
    }
    let off: Vec<_> = (36..97).map(|key| Event::Off { id: -1, key }).collect();
    assert_eq!(block(&mut rig, &off), 0);
    for _ in 0..200 {
        assert_eq!(block(&mut rig, &[]), 0);
    }
    rig.instance.call_on_main_thread_callback();
}
