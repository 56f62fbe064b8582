//! Whatever is sent, the server answers or closes, keeps its memory, and goes on.

use std::io::{Read, Write};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use crate::support::{ENGINE, Reply, Server};

/// Tests take turns: server and clients share this process, and one's memory is not another's.
fn alone() -> MutexGuard<'static, ()> {
    static TURN: Mutex<()> = Mutex::new(());
    TURN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Memory that this process holds (bytes); nothing where the system does not say.
fn resident() -> Option<usize> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmRSS:"))?;
    Some(line.split_whitespace().nth(1)?.parse::<usize>().ok()? << 10)
}

/// How much memory a piece of work leaves behind or needs at most, watched every few milliseconds.
fn growth(work: impl FnOnce()) -> usize {
    use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
    let before = resident().unwrap_or(0);
    let (peak, over) = (AtomicUsize::new(before), AtomicBool::new(false));
    std::thread::scope(|scope| {
        scope.spawn(|| {
            while !over.load(Ordering::Relaxed) {
                peak.fetch_max(resident().unwrap_or(0), Ordering::Relaxed);
                std::thread::sleep(Duration::from_millis(5));
            }
        });
        work();
        over.store(true, Ordering::Relaxed);
    });
    peak.into_inner() - before
}

#[test]
fn a_thousand_requests_at_once_are_answered_in_bounded_memory() {
    let _alone = alone();
    let server = Server::start();
    let statuses = std::sync::Mutex::new(Vec::new());
    let grown = growth(|| {
        std::thread::scope(|scope| {
            for i in 0..1000 {
                let (server, statuses) = (&server, &statuses);
                let ask = move || {
                    let path =
                        ["/assets/engine.wasm", "/", "/assets/start.json", "/nowhere"][i % 4];
                    statuses.lock().unwrap().push((i % 4, server.get(path).status));
                };
                std::thread::Builder::new().stack_size(128 << 10).spawn_scoped(scope, ask).unwrap();
            }
        });
    });
    let statuses = statuses.into_inner().unwrap();
    assert_eq!(statuses.len(), 1000);
    assert!(statuses.iter().all(|(kind, status)| *status == if *kind == 3 { 404 } else { 200 }));
    // Every client holds a whole engine, and so may every connection.
    assert!(grown < (250 + 300) * ENGINE + (100 << 20), "{grown}");
    server.assert_well();
}

#[test]
fn connections_that_are_cut_concern_nobody_else() {
    let _alone = alone();
    let server = Server::start();
    let request = server.head("GET", "/assets/engine.wasm", &[], 0);
    for cut in [0, 1, 10, request.len() - 1, request.len()] {
        for _ in 0..20 {
            let mut stream = server.connect();
            stream.write_all(&request.as_bytes()[..cut]).unwrap();
        }
    }
    server.assert_well();
}

#[test]
fn a_large_body_is_refused_and_kept_by_nobody() {
    let _alone = alone();
    let server = Server::start();
    let block = vec![b' '; 1 << 16];
    let grown = growth(|| {
        let mut stream = server.connect();
        let head = server.head("POST", "/", &[], 100 << 20);
        stream.write_all(head.as_bytes()).unwrap();
        for _ in 0..1600 {
            // The answer comes first, and the connection is closed.
            if stream.write_all(&block).is_err() {
                break;
            }
        }
    });
    assert!(grown < 64 << 20, "{grown}");
    server.assert_well();
}

#[test]
fn slow_connections_are_closed_and_block_nobody() {
    let _alone = alone();
    let server = Server::start();
    let mut half_heads: Vec<_> = (0..200).map(|_| server.connect()).collect();
    for stream in &mut half_heads {
        stream.write_all(b"GET / HTTP/1.1\r\nHo").unwrap();
    }
    // While they are all still open.
    server.assert_well();
    for mut stream in half_heads {
        // Closed, with or without an answer.
        let mut rest = Vec::new();
        let _ = stream.read_to_end(&mut rest);
    }
    server.assert_well();
}

#[test]
fn an_answer_that_nobody_reads_is_given_up() {
    let _alone = alone();
    let server = Server::start();
    let head = server.head("GET", "/assets/engine.wasm", &[], 0);
    // As many as there may be connections: the next waits until they are given up.
    let silent: Vec<_> = (0..256)
        .map(|_| {
            let mut stream = server.connect();
            stream.write_all(head.as_bytes()).unwrap();
            stream
        })
        .collect();
    server.assert_well();
    drop(silent);
}

#[test]
fn methods_that_do_not_fit_are_answered_sensibly() {
    let _alone = alone();
    let server = Server::start();
    assert_eq!(server.send("GET", "/", &[], b"a body").status, 200);
    let head = server.send("HEAD", "/assets/engine.wasm", &[], b"");
    assert_eq!((head.status, head.body.len()), (200, 0));
    assert_eq!(head.header("content-length"), Some(ENGINE.to_string().as_str()));
    assert_eq!(head.header("content-type"), Some("application/wasm"));
    for (method, path) in [("POST", "/"), ("DELETE", "/assets/start.json"), ("PUT", "/studies/")] {
        let reply = server.send(method, path, &[], b"");
        assert_eq!((reply.status, reply.header("allow")), (405, Some("GET, HEAD")), "{method}");
    }
    assert_eq!(server.send("POST", "/nowhere", &[], b"").status, 404);
    let mut stream = server.connect();
    stream.write_all(b"\x16\x03\x01 this is not HTTP\r\n\r\n").unwrap();
    let _ = Reply::read(&mut stream);
    server.assert_well();
}

#[test]
fn the_pages_are_there_and_old_addresses_lead_to_them() {
    let _alone = alone();
    let server = Server::start();
    for page in ["/", "/index.html", "/gallery.html", "/listen.html", "/studies/"] {
        let reply = server.get(page);
        assert_eq!(reply.status, 200, "{page}");
        assert_eq!(reply.header("content-type"), Some("text/html; charset=utf-8"));
    }
    for (old, new) in [("/gallery", "gallery.html"), ("/collide", "collide.html")] {
        assert_eq!(server.get(old).header("location"), Some(new));
    }
}
