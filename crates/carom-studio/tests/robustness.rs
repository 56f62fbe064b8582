//! Whatever is sent, the server answers or closes, keeps its memory, and goes on.

mod support;

use std::io::{Read, Write};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use support::{Reply, Server, bar};

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
    let body = bar(0.2).to_string();
    let statuses = std::sync::Mutex::new(Vec::new());
    let grown = growth(|| {
        std::thread::scope(|scope| {
            for i in 0..1000 {
                let (server, body, statuses) = (&server, &body, &statuses);
                let ask = move || {
                    let reply = match i % 4 {
                        0 => server.send("POST", "/api/render", &[], body.as_bytes()),
                        1 => server.send("POST", "/api/toml", &[], body.as_bytes()),
                        2 => server.get("/api/schema"),
                        _ => server.get("/"),
                    };
                    statuses.lock().unwrap().push((i % 4, reply.status));
                };
                std::thread::Builder::new().stack_size(128 << 10).spawn_scoped(scope, ask).unwrap();
            }
        });
    });
    let statuses = statuses.into_inner().unwrap();
    assert_eq!(statuses.len(), 1000);
    // What costs nothing is always answered, the rest is done or put off.
    assert!(statuses.iter().all(|(kind, status)| *status == 200 || (*kind < 2 && *status == 503)));
    let done = statuses.iter().filter(|(_, status)| *status == 200).count();
    println!("{done} of 1000 answered at once, {} MB more memory", grown >> 20);
    assert!(done >= 500 + 64);
    assert!(grown < 300 << 20, "{grown}");
    server.assert_well();
}

#[test]
fn a_body_of_a_hundred_megabytes_gets_an_error() {
    let _alone = alone();
    let server = Server::start();
    let total = 100 << 20;
    let block = vec![b' '; 1 << 16];
    for chunked in [false, true] {
        let mut reply = None;
        let grown = growth(|| {
            let mut stream = server.connect();
            let head = if chunked {
                server.head("POST", "/api/render", &[("Transfer-Encoding", "chunked")], 0)
            } else {
                server.head("POST", "/api/render", &[], total)
            };
            stream.write_all(head.as_bytes()).unwrap();
            for _ in 0..total / block.len() {
                let sent = if chunked {
                    stream
                        .write_all(b"10000\r\n")
                        .and_then(|()| stream.write_all(&block))
                        .and_then(|()| stream.write_all(b"\r\n"))
                } else {
                    stream.write_all(&block)
                };
                if sent.is_err() {
                    break;
                }
            }
            if chunked {
                let _ = stream.write_all(b"0\r\n\r\n");
            }
            reply = Reply::read(&mut stream);
        });
        let reply = reply.unwrap();
        assert_eq!(reply.status, 413, "{}", reply.text());
        assert!(reply.error().0.contains("too large"));
        assert!(grown < 64 << 20, "{grown}");
    }
    // A client that waits before it sends is answered first.
    let mut stream = server.connect();
    let head = server.head("POST", "/api/render", &[("Expect", "100-continue")], total);
    stream.write_all(head.as_bytes()).unwrap();
    assert_eq!(Reply::read(&mut stream).unwrap().status, 413);
    server.assert_well();
}

#[test]
fn connections_that_are_cut_concern_nobody_else() {
    let _alone = alone();
    let server = Server::start();
    let request = server.head("POST", "/api/render", &[], 1000);
    for cut in [0, 1, 10, request.len() - 1, request.len()] {
        for _ in 0..20 {
            let mut stream = server.connect();
            stream.write_all(&request.as_bytes()[..cut]).unwrap();
        }
    }
    // Cut while it is computed, and while it is read: what nobody waits for is not computed on.
    let mut slow = bar(30.0);
    slow["scheme"] = "rk4".into();
    let body = slow.to_string();
    let begun = Instant::now();
    for wait in [0, 5, 50] {
        for _ in 0..10 {
            let mut stream = server.connect();
            let head = server.head("POST", "/api/render", &[], body.len());
            stream.write_all(head.as_bytes()).unwrap();
            stream.write_all(body.as_bytes()).unwrap();
            std::thread::sleep(Duration::from_millis(wait));
            let _ = stream.set_read_timeout(Some(Duration::from_millis(20)));
            let _ = stream.read(&mut [0; 100]);
        }
    }
    server.assert_well();
    // All of them would have taken more than a minute on two processors.
    assert!(begun.elapsed() < Duration::from_secs(50), "{:?}", begun.elapsed());
}

#[test]
fn slow_connections_are_closed_and_block_nobody() {
    let _alone = alone();
    let server = Server::start();
    let head = server.head("POST", "/api/render", &[], 1000);
    let mut half_heads: Vec<_> = (0..100).map(|_| server.connect()).collect();
    for stream in &mut half_heads {
        stream.write_all(b"GET / HTTP/1.1\r\nHo").unwrap();
    }
    let mut half_bodies: Vec<_> = (0..100).map(|_| server.connect()).collect();
    for stream in &mut half_bodies {
        stream.write_all(head.as_bytes()).unwrap();
        stream.write_all(b"{ \"version\"").unwrap();
    }
    // While they are all still open.
    server.assert_well();
    for mut stream in half_heads {
        // Closed, with or without an answer.
        let mut rest = Vec::new();
        let _ = stream.read_to_end(&mut rest);
    }
    for mut stream in half_bodies {
        assert_eq!(Reply::read(&mut stream).unwrap().status, 408);
    }
    server.assert_well();
}

#[test]
fn an_answer_that_nobody_reads_is_given_up() {
    let _alone = alone();
    let server = Server::start();
    let mut long = bar(30.0);
    long["sample_rate"] = 96_000.into();
    let body = long.to_string();
    let silent: Vec<_> = (0..12)
        .map(|_| {
            let mut stream = server.connect();
            let head = server.head("POST", "/api/render", &[], body.len());
            stream.write_all(head.as_bytes()).unwrap();
            stream.write_all(body.as_bytes()).unwrap();
            stream
        })
        .collect();
    // More than may be held unsent: the next one waits until they are given up.
    server.assert_well();
    drop(silent);
}

#[test]
fn what_is_not_a_scene_gets_an_error() {
    let _alone = alone();
    let server = Server::start();
    let deep = "[".repeat(100_000);
    let nested = format!("{}1{}", "{\"a\":".repeat(100), "}".repeat(100));
    let many = format!("{{\"body\":[{}{{}}]}}", "{},".repeat(10_000));
    let name = "x".repeat(500_000);
    let long = json!({ "version": 1, "body": [{ "name": name, "mas": 1 }] }).to_string();
    let wrong = json!({ "version": 1, name: 1 }).to_string();
    let bodies: [&[u8]; 14] = [
        b"",
        b"{",
        b"null",
        b"[]",
        b"3",
        b"\"scene\"",
        b"{}",
        b"{\"version\":2}",
        b"\xff\xfe\x00",
        deep.as_bytes(),
        nested.as_bytes(),
        many.as_bytes(),
        long.as_bytes(),
        wrong.as_bytes(),
    ];
    for question in ["/api/render", "/api/toml", "/api/object", "/api/impact", "/api/parse"] {
        for body in bodies {
            let reply = server.send("POST", question, &[], body);
            assert_eq!(reply.status, 422, "{question}: {}", reply.text());
            assert!(!reply.error().0.is_empty());
        }
    }
    server.assert_well();
}

/// Scenes that are too large, with their names.
fn monsters() -> Vec<(&'static str, Value)> {
    let spoilt = |spoil: &dyn Fn(&mut Value)| {
        let mut scene = bar(1.0);
        spoil(&mut scene);
        scene
    };
    let shape = |shape: Value, material: &str, highest: f64| {
        spoilt(&|scene| {
            scene["body"][1] = json!({ "name": "bar", "material": material, "shape": shape });
            scene["contact"][0]["at"] = json!({});
            scene["pickup"] = json!([{ "body": "bar" }]);
            scene["highest_mode"] = highest.into();
            scene["sample_rate"] = 768_000.into();
        })
    };
    vec![
        ("a day", spoilt(&|scene| scene["duration"] = 86_400.into())),
        ("an hour", spoilt(&|scene| scene["duration"] = 3600.into())),
        ("a minute", spoilt(&|scene| scene["duration"] = 60.into())),
        (
            "half a minute at a high rate",
            spoilt(&|scene| {
                scene["duration"] = 30.into();
                scene["sample_rate"] = 768_000.into();
            }),
        ),
        ("substeps", spoilt(&|scene| scene["substeps"] = 65_536.into())),
        (
            "ten million modes",
            spoilt(&|scene| {
                scene["body"][1] =
                    json!({ "name": "bar", "modes": { "frequency": vec![1; 100_000], "mass": 1 } });
                scene["contact"][0]["at"] = json!({});
                scene["pickup"] = json!([{ "body": "bar" }]);
            }),
        ),
        ("a hall", shape(json!({ "kind": "cavity", "side": 100.0 }), "air", 300_000.0)),
        (
            "a cathedral of foil",
            shape(
                json!({ "kind": "plate", "length": 100.0, "width": 100.0, "thickness": 1e-6, "edges": "supported" }),
                "steel",
                300_000.0,
            ),
        ),
        (
            "a skin",
            shape(
                json!({ "kind": "round-membrane", "diameter": 100.0, "tension": 1e-3, "thickness": 1e-4 }),
                "mylar",
                300_000.0,
            ),
        ),
        (
            "a wire",
            shape(
                json!({ "kind": "string", "length": 1e4, "diameter": 1e-4, "tension": 1e-3 }),
                "steel",
                300_000.0,
            ),
        ),
        (
            "a large bar",
            shape(
                json!({ "kind": "bar", "length": 1e4, "width": 0.1, "thickness": 1e-4 }),
                "steel",
                300_000.0,
            ),
        ),
    ]
}

#[test]
fn errors_of_scenes_that_are_too_large_state_what_is_allowed() {
    let _alone = alone();
    let server = Server::start();
    for (name, scene) in monsters() {
        let mut reply = None;
        let begun = Instant::now();
        let grown = growth(|| reply = Some(server.post("/api/render", &scene)));
        let (reply, time) = (reply.unwrap(), begun.elapsed());
        println!("{name}: {} in {time:.1?}, {} MB", reply.status, grown >> 20);
        // Large scenes get an error when their time is over; a fast machine may be done before.
        if reply.status != 200 || name.starts_with("a day") || name.contains("minute") {
            assert_eq!(reply.status, 422, "{name}");
            assert!(reply.json()["error"]["allowed"].is_string(), "{name}: {}", reply.text());
        }
        assert!(grown < 300 << 20, "{name}: {grown}");
    }
    server.assert_well();
}

#[test]
fn a_sound_without_an_end_needs_a_duration() {
    let _alone = alone();
    let server = Server::start();
    let mut scene = bar(1.0);
    scene.as_object_mut().unwrap().remove("duration");
    scene["body"][1]["q"] = 1e9.into();
    let reply = server.post("/api/render", &scene);
    assert_eq!(reply.status, 422);
    assert_eq!(reply.error().1.as_deref(), Some("duration"));
}

#[test]
fn a_newer_render_of_a_page_ends_the_one_before() {
    let _alone = alone();
    let server = Server::start();
    // Long enough to be overtaken: many modes, always touching.
    let mut slow = bar(30.0);
    slow["sample_rate"] = 96_000.into();
    slow["scheme"] = "rk4".into();
    let (slow, quick) = (slow.to_string(), bar(0.05));
    let mut streams = Vec::new();
    for _ in 0..20 {
        let mut stream = server.connect();
        let head = server.head("POST", "/api/render?id=7", &[], slow.len());
        stream.write_all(head.as_bytes()).unwrap();
        stream.write_all(slow.as_bytes()).unwrap();
        std::thread::sleep(Duration::from_millis(20));
        streams.push(stream);
    }
    let last = server.post("/api/render?id=7", &quick);
    assert_eq!(last.status, 200);
    for mut stream in streams {
        assert_eq!(Reply::read(&mut stream).unwrap().status, 409);
    }
}

#[test]
fn methods_and_bodies_that_do_not_fit_are_answered_sensibly() {
    let _alone = alone();
    let server = Server::start();
    assert_eq!(server.send("GET", "/api/start", &[], b"a body").status, 200);
    let head = server.send("HEAD", "/api/schema", &[], b"");
    assert_eq!((head.status, head.body.len()), (200, 0));
    let length = server.get("/api/schema").body.len().to_string();
    assert_eq!(head.header("content-length"), Some(length.as_str()));
    for (method, path, allow) in [
        ("POST", "/", "GET, HEAD"),
        ("DELETE", "/api/start", "GET, HEAD"),
        ("GET", "/api/render", "POST"),
        ("PUT", "/api/toml", "POST"),
    ] {
        let reply = server.send(method, path, &[], b"");
        assert_eq!((reply.status, reply.header("allow")), (405, Some(allow)), "{method} {path}");
    }
    assert_eq!(server.send("POST", "/nowhere", &[], b"").status, 404);
    let mut stream = server.connect();
    stream.write_all(b"\x16\x03\x01 this is not HTTP\r\n\r\n").unwrap();
    let _ = Reply::read(&mut stream);
    server.assert_well();
}
