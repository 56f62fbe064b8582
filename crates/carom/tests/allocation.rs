//! No step of any scheme allocates.
#![allow(unsafe_code)] // A counting allocator cannot be written without it.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

use carom::law::{Damping, Law};
use carom::{Method, Mode, Model, Simulation};

struct Counting;

thread_local! {
    // Of this thread only: the test harness allocates when it pleases.
    static ALLOCATIONS: Cell<usize> = const { Cell::new(0) };
}

// SAFETY: every call is passed on unchanged to the system's allocator.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ALLOCATIONS.set(ALLOCATIONS.get() + 1);
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        unsafe { System.dealloc(pointer, layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        ALLOCATIONS.set(ALLOCATIONS.get() + 1);
        unsafe { System.realloc(pointer, layout, size) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// How often stepping and reading the state allocate.
fn allocations(simulation: &mut Simulation) -> usize {
    let before = ALLOCATIONS.get();
    let mut touched = false;
    for _ in 0..2000 {
        simulation.step().unwrap();
        touched |= simulation.forces()[0] > 0.0;
        let _ = simulation.state();
        let _ = simulation.ledger();
    }
    assert!(touched);
    ALLOCATIONS.get() - before
}

#[test]
fn no_step_of_any_scheme_allocates() {
    let law = Law::hunt_crossley(1e9, 1.5, Damping::Mu(0.5)).unwrap();
    for method in Method::CONTACT {
        let model = Model::mass_and_wall(0.01, law.clone()).unwrap();
        let mut state = model.rest();
        (state.displacement[0], state.velocity[0]) = (-1e-4, 1.0);
        let mut run = Simulation::new(model, &state, method, 1.0 / 44_100.0).unwrap();
        assert_eq!(allocations(&mut run), 0, "{method}");
    }
    for method in [Method::Am1, Method::Verlet, Method::Heun, Method::Rk4, Method::TwoPoint] {
        let mut model = Model::default();
        let hammer = model.body(&[Mode::free(0.01)]).unwrap();
        let modes: Vec<Mode> =
            (1..=16).map(|i| Mode::ringing(0.1, 200.0 * f64::from(i), 50.0)).collect();
        let bar = model.body(&modes).unwrap();
        let tip = model.port(hammer, &[1.0]).unwrap();
        let end = model.port(bar, &[1.0; 16]).unwrap();
        model.contact(tip, end, 0.0, law.clone()).unwrap();
        let mut state = model.rest();
        state.velocity[0] = 1.0;
        let mut run = Simulation::new(model, &state, method, 1.0 / 192_000.0).unwrap();
        assert_eq!(allocations(&mut run), 0, "{method}");
    }
}
