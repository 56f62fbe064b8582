//! The functions of the module. Texts and numbers pass through two buffers in its memory: `input`, which
//! the page fills, and `output`, which the page reads. A function that can be refused returns 1 then, and
//! the output says why.
//!
//! No function takes or follows a pointer, so nothing here is unsafe but to give functions the names by
//! which the page finds them: each name is of one function.
#![allow(unsafe_code)]

use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::answers::{Asked, BUILD, checked};
use crate::error::Refusal;
use crate::live::{Deed, Live, Pitches, Stage};

/// Samples of a quantum.
const QUANTUM: usize = 128;

/// Numbers that are written while something sounds: the way of a hand.
const MOST_NUMBERS: usize = 2 * 4096 + 2;

/// All that an instance of the module holds.
#[derive(Default)]
struct Desk {
    input: Vec<u8>,
    output: Vec<u8>,
    numbers: Vec<f64>,
    stage: Option<Stage>,
    /// Instead of a stage: the same object at many pitches.
    pitches: Option<Pitches>,
    channels: [Vec<f32>; 2],
}

/// There is one thread: nobody ever waits for it.
static DESK: Mutex<Option<Desk>> = Mutex::new(None);

fn with<R>(work: impl FnOnce(&mut Desk) -> R) -> R {
    let mut desk: MutexGuard<'_, Option<Desk>> =
        DESK.lock().unwrap_or_else(PoisonError::into_inner);
    work(desk.get_or_insert_with(Desk::default))
}

fn with_stage<R: Default>(work: impl FnOnce(&mut Stage) -> R) -> R {
    with(|desk| desk.stage.as_mut().map(work).unwrap_or_default())
}

fn with_pitches<R: Default>(work: impl FnOnce(&mut Pitches) -> R) -> R {
    with(|desk| desk.pitches.as_mut().map(work).unwrap_or_default())
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

fn give(desk: &mut Desk, answer: Result<Vec<u8>, Refusal>) -> u32 {
    let refused = answer.is_err();
    desk.output = answer.unwrap_or_else(|refusal| refusal.to_json());
    u32::from(refused)
}

/// Answers the question whose name is the first bytes of the input, and whose body is the rest.
#[unsafe(no_mangle)]
extern "C" fn ask(name_bytes: usize) -> u32 {
    with(|desk| {
        let (name, body) = desk.input.split_at(name_bytes.min(desk.input.len()));
        let answer = crate::answers::answer(&String::from_utf8_lossy(name), body);
        give(desk, answer)
    })
}

/// Makes the stage of the question in the input; the output describes it.
#[unsafe(no_mangle)]
extern "C" fn open_stage() -> u32 {
    with(|desk| {
        desk.stage = None;
        let answer = opened(desk).map(|stage| {
            let described = stage.described().to_string().into_bytes();
            desk.stage = Some(stage);
            desk.channels = [vec![0.0; QUANTUM], vec![0.0; QUANTUM]];
            desk.numbers = Vec::with_capacity(MOST_NUMBERS);
            described
        });
        give(desk, answer)
    })
}

fn opened(desk: &Desk) -> Result<Stage, Refusal> {
    let asked = Asked::read(&desk.input)?;
    let live = Live::new(&checked(&asked.scene)?, asked.rate);
    Stage::new(live, BUILD)
}

/// Makes the pitches of the question in the input; the output describes them.
#[unsafe(no_mangle)]
extern "C" fn open_pitches() -> u32 {
    with(|desk| {
        desk.pitches = None;
        let answer = tuned(desk).map(|pitches| {
            let described = pitches.described().to_string().into_bytes();
            desk.pitches = Some(pitches);
            desk.channels = [vec![0.0; QUANTUM], vec![0.0; QUANTUM]];
            described
        });
        give(desk, answer)
    })
}

fn tuned(desk: &Desk) -> Result<Pitches, Refusal> {
    let asked = Asked::read(&desk.input)?;
    Pitches::new(&checked(&asked.scene)?, asked.rate, asked.span)
}

/// Drops the stage and the pitches.
#[unsafe(no_mangle)]
extern "C" fn close_stage() {
    with(|desk| (desk.stage, desk.pitches) = (None, None));
}

/// Makes the next samples of both channels; 1 while it sounds or may sound soon.
#[unsafe(no_mangle)]
extern "C" fn render(frames: usize) -> u32 {
    with(|desk| {
        let count = frames.min(QUANTUM);
        let [left, right] = &mut desk.channels;
        let (left, right) = (&mut left[..count], &mut right[..count]);
        u32::from(match (&mut desk.stage, &mut desk.pitches) {
            (Some(stage), _) => stage.render(left, right),
            (None, Some(pitches)) => pitches.render(left, right),
            (None, None) => false,
        })
    })
}

/// Where the samples of a channel are: 0 is left, 1 is right.
#[unsafe(no_mangle)]
extern "C" fn channel(which: usize) -> *const f32 {
    with(|desk| desk.channels[which.min(1)].as_ptr())
}

/// Strikes so many samples after the next one; the finger that does it, −1 if nothing can.
#[unsafe(no_mangle)]
extern "C" fn strike(stroke: usize, first: f64, second: f64, speed: f64, later: f64) -> i32 {
    let struck = with_stage(|stage| {
        let frame = stage.frame() + later as u64;
        stage.strike(&Deed { frame, stroke, finger: None, place: [first, second], speed })
    });
    struck.map_or(-1, |finger| finger as i32)
}

/// Has a hand damp what a stroke strikes, or let go of it.
#[unsafe(no_mangle)]
extern "C" fn hold(stroke: usize, holds: u32) {
    with_stage(|stage| stage.hold(stroke, holds != 0));
}

/// Draws a hand over what a stroke strikes to a place, or lifts it; 1 if it can be scraped.
#[unsafe(no_mangle)]
extern "C" fn draw(stroke: usize, first: f64, second: f64, lifts: u32) -> u32 {
    u32::from(with_stage(|stage| stage.draw(stroke, [first, second], lifts != 0)))
}

/// Writes the way that a hand has just ended into numbers: the stroke, when it began (s), two numbers for each
/// place. How many they are; 0 if none has ended.
#[unsafe(no_mangle)]
extern "C" fn scraped() -> usize {
    with(|desk| {
        let Desk { stage, numbers, .. } = desk;
        stage.as_mut().map_or(0, |stage| if stage.scraped(numbers) { numbers.len() } else { 0 })
    })
}

/// Has a hand be drawn over what a stroke strikes from a time (s) on, by the numbers that were written: two for each
/// place.
#[unsafe(no_mangle)]
extern "C" fn schedule_scrape(stroke: usize, time: f64) {
    with(|desk| {
        let Desk { stage, numbers, .. } = desk;
        let (places, _) = numbers.as_chunks::<2>();
        if let Some(stage) = stage {
            stage.schedule_scrape(stroke, time, places);
        }
    });
}

/// Has a blow fall in a later sample.
#[unsafe(no_mangle)]
extern "C" fn schedule(
    frame: f64,
    stroke: usize,
    finger: usize,
    first: f64,
    second: f64,
    speed: f64,
) {
    let (frame, place) = (frame as u64, [first, second]);
    with_stage(|stage| stage.schedule(Deed { frame, stroke, finger: Some(finger), place, speed }));
}

/// Has a hand damp what a stroke strikes in a later sample, or let go of it.
#[unsafe(no_mangle)]
extern "C" fn schedule_hold(frame: f64, stroke: usize, holds: u32) {
    with_stage(|stage| stage.schedule_hold(frame as u64, stroke, holds != 0));
}

/// A key goes down, or up with a velocity of 0, so many samples after the next one; 1 if there is such a key.
#[unsafe(no_mangle)]
extern "C" fn note(key: u32, velocity: f64, later: f64) -> u32 {
    u32::from(with_pitches(|pitches| pitches.note(key, velocity, pitches.frame() + later as u64)))
}

/// A key goes down or up in a later sample.
#[unsafe(no_mangle)]
extern "C" fn schedule_note(frame: f64, key: u32, velocity: f64) {
    with_pitches(|pitches| pitches.note(key, velocity, frame as u64));
}

/// Begins anew, with everything at rest: at once, or with the first blow.
#[unsafe(no_mangle)]
extern "C" fn begin(runs: u32) {
    with_stage(|stage| stage.begin(runs != 0));
    with_pitches(|pitches| pitches.begin(runs != 0));
}

/// Whether silence ends what is played.
#[unsafe(no_mangle)]
extern "C" fn keep_running(keeps: u32) {
    with_stage(|stage| stage.keeps_running = keeps != 0);
    with_pitches(|pitches| pitches.keeps_running = keeps != 0);
}

/// The sample that comes next.
#[unsafe(no_mangle)]
extern "C" fn frame() -> f64 {
    with(|desk| {
        let frame = desk.stage.as_ref().map(Stage::frame);
        frame.or(desk.pitches.as_ref().map(Pitches::frame)).unwrap_or(0) as f64
    })
}

/// 1 if the stage broke off since this was last asked; the output says why.
#[unsafe(no_mangle)]
extern "C" fn broke() -> u32 {
    with(|desk| {
        let error = desk.stage.as_mut().and_then(Stage::broke);
        error.map_or(0, |error| give(desk, Err(error.into())))
    })
}

/// Samples whose steps were coarser than they should have been.
#[unsafe(no_mangle)]
extern "C" fn coarsened() -> f64 {
    with_stage(|stage| stage.coarsened() as f64) + with_pitches(|one| one.coarsened() as f64)
}

/// Samples of the contact of the last blow that are known once it is over, 0 before.
#[unsafe(no_mangle)]
extern "C" fn touch_samples() -> usize {
    with_stage(|stage| if stage.touch().is_over { stage.touch().samples.len() } else { 0 })
}

/// Where they are: three numbers each.
#[unsafe(no_mangle)]
extern "C" fn touch() -> *const f32 {
    with(|desk| {
        desk.stage.as_ref().map_or(std::ptr::null(), |stage| stage.touch().samples.as_ptr().cast())
    })
}

/// Writes where everything is into numbers; how many they are.
#[unsafe(no_mangle)]
extern "C" fn carry() -> usize {
    with(|desk| {
        let Desk { stage, numbers, .. } = desk;
        if let Some(stage) = stage {
            stage.carry(numbers);
        }
        numbers.len()
    })
}

/// Room for so many numbers, or where they are.
#[unsafe(no_mangle)]
extern "C" fn numbers(count: usize) -> *mut f64 {
    with(|desk| {
        desk.numbers.resize(count, 0.0);
        desk.numbers.as_mut_ptr()
    })
}

/// Goes on from where another stage was, by the numbers that were written.
#[unsafe(no_mangle)]
extern "C" fn go_on() {
    with(|desk| {
        let Desk { stage, numbers, .. } = desk;
        if let Some(stage) = stage {
            stage.go_on(numbers);
        }
    });
}
