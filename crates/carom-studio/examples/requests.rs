//! What a request can cost: `requests [COUNT [SEED]]` (Linux). Every page of a study and many damaged requests are
//! sent one after the other, while a second visitor asks for the page all the time. Prints the most that one
//! request cost in processor time and memory, and how long the second visitor waited at most.

#[path = "../tests/all/support/mod.rs"]
mod support;

use std::fs;
use std::io::Write;
use std::net::Shutdown;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use carom_numeric::Random;
use support::{Reply, Server};

fn main() {
    let mut words = std::env::args().skip(1);
    let mut number = |usual: u64| words.next().map_or(usual, |word| word.parse().unwrap_or(usual));
    let (count, seed) = (number(10_000), number(1));
    let server = Server::start();
    let before = memory();
    let over = AtomicBool::new(false);
    let (costs, waited) = std::thread::scope(|scope| {
        let other = scope.spawn(|| {
            let mut longest = Duration::ZERO;
            while !over.load(Ordering::Relaxed) {
                let begin = Instant::now();
                assert_eq!(server.get("/").status, 200);
                longest = longest.max(begin.elapsed());
                std::thread::sleep(Duration::from_millis(20));
            }
            longest
        });
        let mut costs: Vec<_> =
            studies().map(|path| (cost(&server, &request(&path), true), path)).collect();
        let mut random = Random::new(seed);
        for n in 0..count {
            let bytes = damaged(&mut random);
            costs.push((cost(&server, &bytes, false), format!("damaged request {n}")));
        }
        over.store(true, Ordering::Relaxed);
        (costs, other.join().unwrap_or_default())
    });
    let (most, which) = costs.iter().max_by_key(|(cost, _)| *cost).cloned().unwrap_or_default();
    println!(
        "{} requests; the dearest took {:.2} s of a processor: {which}",
        costs.len(),
        most.as_secs_f64()
    );
    println!("memory grew by {} MB", (memory() - before) >> 20);
    println!("another visitor waited {} ms at most", waited.as_millis());
}

fn studies() -> impl Iterator<Item = String> {
    carom_papers::study::all().into_iter().map(|study| format!("/studies/{}.html", study.id))
}

fn request(path: &str) -> Vec<u8> {
    format!("GET {path} HTTP/1.1\r\nHost: HOST\r\nConnection: close\r\n\r\n").into_bytes()
}

/// A request with a few of its bytes changed, removed, repeated or cut off.
fn damaged(random: &mut Random) -> Vec<u8> {
    let paths = ["/", "/studies/", "/assets/engine.wasm", "/assets/start.json", "/nowhere"];
    let below =
        |random: &mut Random, end: usize| (random.uniform(0.0, end as f64) as usize).min(end - 1);
    let mut bytes = request(paths[below(random, paths.len())]);
    for _ in 0..1 + below(random, 8) {
        if bytes.is_empty() {
            break;
        }
        let at = below(random, bytes.len());
        match below(random, 5) {
            0 => bytes[at] = below(random, 256) as u8,
            1 => drop(bytes.remove(at)),
            2 => bytes.insert(at, below(random, 256) as u8),
            3 => bytes.extend_from_within(at..),
            _ => bytes.truncate(at.max(1)),
        }
    }
    bytes
}

/// The processor time of this process while a request is answered. What it costs the client is counted, too.
/// One that is not whole would be waited for, unless the client says that it has nothing more to say.
fn cost(server: &Server, bytes: &[u8], is_whole: bool) -> Duration {
    let host = server.host();
    let text: Vec<u8> = match bytes.windows(4).position(|window| window == b"HOST") {
        Some(at) => [&bytes[..at], host.as_bytes(), &bytes[at + 4..]].concat(),
        None => bytes.to_vec(),
    };
    let before = processor();
    let mut stream = server.connect();
    let is_sent = stream.write_all(&text).is_ok();
    if is_sent && (is_whole || stream.shutdown(Shutdown::Write).is_ok()) {
        let _ = Reply::read(&mut stream);
    }
    processor() - before
}

/// Processor time of this process so far.
fn processor() -> Duration {
    let stat = fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let after_name = stat.rsplit(')').next().unwrap_or_default();
    let ticks =
        after_name.split_whitespace().skip(11).take(2).filter_map(|word| word.parse::<u64>().ok());
    Duration::from_millis(ticks.sum::<u64>() * 10)
}

/// The most memory that this process has held (bytes).
fn memory() -> usize {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find(|line| line.starts_with("VmHWM:")).unwrap_or_default();
    line.split_whitespace().nth(1).and_then(|word| word.parse::<usize>().ok()).unwrap_or(0) << 10
}
