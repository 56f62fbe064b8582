//! The functions of the module, named as those of the engine: `input`, which the page fills, `output`, which the
//! page reads, and `ask`, which returns 1 if it refuses; the output says why.
//!
//! No function takes or follows a pointer, so nothing here is unsafe but to give functions the names by
//! which the page finds them: each name is of one function.
#![allow(unsafe_code)]

use std::sync::{Mutex, PoisonError};

use serde_json::json;

/// What passes between the page and the module.
struct Desk {
    input: Vec<u8>,
    output: Vec<u8>,
}

/// There is one thread: nobody ever waits for it.
static DESK: Mutex<Desk> = Mutex::new(Desk { input: Vec::new(), output: Vec::new() });

fn with<R>(work: impl FnOnce(&mut Desk) -> R) -> R {
    work(&mut DESK.lock().unwrap_or_else(PoisonError::into_inner))
}

/// Room for so many bytes of input; where it is.
#[unsafe(no_mangle)]
extern "C" fn input(bytes: usize) -> *mut u8 {
    with(|desk| {
        desk.input.resize(bytes, 0);
        desk.input.as_mut_ptr()
    })
}

/// Where the output is.
#[unsafe(no_mangle)]
extern "C" fn output() -> *const u8 {
    with(|desk| desk.output.as_ptr())
}

/// How many bytes the output has.
#[unsafe(no_mangle)]
extern "C" fn output_bytes() -> usize {
    with(|desk| desk.output.len())
}

/// Learns from the input. Its first bytes name the question, and there is one.
#[unsafe(no_mangle)]
extern "C" fn ask(name_bytes: usize) -> u32 {
    with(|desk| {
        let answer = crate::learned(desk.input.get(name_bytes..).unwrap_or_default());
        let is_refused = answer.is_err();
        let refusal =
            |message| json!({ "error": { "message": message, "path": null, "allowed": null } });
        desk.output = answer.unwrap_or_else(refusal).to_string().into_bytes();
        u32::from(is_refused)
    })
}
