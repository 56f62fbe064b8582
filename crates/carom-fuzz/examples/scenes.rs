//! Random scenes, on all cores: `scenes [chains] [text] [COUNT [FIRST]]`; with `text` they are written and read again instead
//! of rendered. Prints the seeds of those for which something does
//! not hold, and how many of a hundred copies, with all numbers moved by a thousandth, fail too. `scenes [chains] print
//! SEED [COPY]` prints such a scene.
//!
//! Without `chains` they are scenes of the gallery with other numbers.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicU64, Ordering};

use carom_fuzz::chains::{chain, moved};
use carom_fuzz::scenes::{Fate, check, check_text, scene};
use serde_json::Value;

/// By how much the numbers of a scene that fails are moved.
const MOVED: f64 = 1e-3;

fn verdict(scene: &Value, check: fn(&Value) -> Result<Fate, String>) -> Result<Fate, String> {
    catch_unwind(AssertUnwindSafe(|| check(scene)))
        .unwrap_or_else(|_| Err("it panicked".to_owned()))
}

fn main() {
    let mut words = std::env::args().skip(1).peekable();
    let make = if words.next_if(|word| word == "chains").is_some() { chain } else { scene };
    let check = if words.next_if(|word| word == "text").is_some() { check_text } else { check };
    let print = words.next_if(|word| word == "print").is_some();
    let mut number = |usual: u64| words.next().map_or(usual, |word| word.parse().unwrap_or(usual));
    if print {
        let scene = make(number(0));
        let copy = number(0);
        println!("{:#}", if copy == 0 { scene } else { moved(&scene, MOVED, copy) });
        return;
    }
    let (count, first) = (number(1000), number(0));
    let next = AtomicU64::new(first);
    let [all_steps, all_stopped] = [const { AtomicU64::new(0) }; 2];
    let fates = [const { AtomicU64::new(0) }; 4];
    let begin = std::time::Instant::now();
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                loop {
                    let seed = next.fetch_add(1, Ordering::Relaxed);
                    if seed >= first + count {
                        return;
                    }
                    let scene = make(seed);
                    let begun = std::time::Instant::now();
                    let verdict_of = verdict(&scene, check);
                    if begun.elapsed().as_secs() > 5 {
                        println!("scene {seed} took {:.0} s", begun.elapsed().as_secs_f64());
                    }
                    let fate = match verdict_of {
                        Ok(Fate::Rendered { steps, stopped }) => {
                            all_steps.fetch_add(steps, Ordering::Relaxed);
                            all_stopped.fetch_add(stopped, Ordering::Relaxed);
                            0
                        }
                        Ok(Fate::Refused) => 1,
                        Ok(Fate::BrokeOff) => 2,
                        Err(error) => {
                            let copies = (1..=100)
                                .filter(|&n| verdict(&moved(&scene, MOVED, n), check).is_err());
                            println!(
                                "scene {seed}: {error}; so do {} of 100 copies",
                                copies.count()
                            );
                            3
                        }
                    };
                    fates[fate].fetch_add(1, Ordering::Relaxed);
                }
            });
        }
    });
    let [rendered, refused, broke_off, wrong] = fates.map(AtomicU64::into_inner);
    println!(
        "{count} scenes in {:.0} s: {rendered} rendered, {refused} refused, {broke_off} broke off and said \
         so, {wrong} wrong; {} of {} steps of contacts were viscous stops",
        begin.elapsed().as_secs_f64(),
        all_stopped.into_inner(),
        all_steps.into_inner()
    );
    std::process::exit(i32::from(wrong > 0));
}
