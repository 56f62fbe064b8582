//! Random scenes: `scenes [COUNT [FIRST]]`, on all cores. Prints the seeds of those for which something does not hold;
//! `scenes print SEED` prints such a scene.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicU64, Ordering};

use carom_fuzz::scenes::{Fate, check, scene};

fn main() {
    let mut words = std::env::args().skip(1).peekable();
    if words.next_if(|word| word == "print").is_some() {
        let seed = words.next().and_then(|word| word.parse().ok()).unwrap_or_default();
        println!("{:#}", scene(seed));
        return;
    }
    let mut number = |usual: u64| words.next().map_or(usual, |word| word.parse().unwrap_or(usual));
    let (count, first) = (number(1000), number(0));
    let next = AtomicU64::new(first);
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
                    let checked = catch_unwind(AssertUnwindSafe(|| check(&scene(seed))));
                    let fate = match checked {
                        Ok(Ok(Fate::Rendered)) => 0,
                        Ok(Ok(Fate::Refused)) => 1,
                        Ok(Ok(Fate::BrokeOff)) => 2,
                        Ok(Err(error)) => {
                            println!("scene {seed}: {error}");
                            3
                        }
                        Err(_) => {
                            println!("scene {seed}: it panicked");
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
         so, {wrong} wrong",
        begin.elapsed().as_secs_f64()
    );
    std::process::exit(i32::from(wrong > 0));
}
