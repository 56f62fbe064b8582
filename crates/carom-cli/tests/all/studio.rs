//! `carom studio` as a person uses it.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Output, Stdio};

fn carom(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_carom"));
    command.arg("studio").args(arguments).stdin(Stdio::null());
    // Any file will do for an engine that nobody runs.
    command.env("CAROM_ENGINE", concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml"));
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn output(arguments: &[&str]) -> Output {
    carom(arguments).output().unwrap()
}

/// A studio that runs, and its port.
fn running(arguments: &[&str]) -> (Child, u16) {
    let mut child = carom(arguments).spawn().unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.as_mut().unwrap()).read_line(&mut line).unwrap();
    let address = line.trim().strip_prefix("The studio is at http://127.0.0.1:").unwrap();
    let port = address.trim_end_matches('/').parse().unwrap();
    (child, port)
}

fn start(port: u16) -> String {
    let mut stream = TcpStream::connect(("127.0.0.1", port)).unwrap();
    let head = format!(
        "GET /assets/start.json HTTP/1.1\r\nHost: localhost:{port}\r\nConnection: close\r\n\r\n"
    );
    stream.write_all(head.as_bytes()).unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    assert!(answer.starts_with("HTTP/1.1 200 OK"), "{answer}");
    answer
}

#[test]
#[cfg(unix)]
fn it_says_where_it_is_and_ends_cleanly_at_ctrl_c() {
    for scene in [None, Some(concat!(env!("CARGO_MANIFEST_DIR"), "/../../scenes/gong.toml"))] {
        let arguments: Vec<_> = scene.into_iter().chain(["--no-open", "--port", "0"]).collect();
        let (mut child, port) = running(&arguments);
        let title = if scene.is_some() { "Gong" } else { "Singing bowl" };
        assert!(start(port).contains(title));
        let interrupt = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
        assert!(interrupt.unwrap().success());
        assert_eq!(child.wait().unwrap().code(), Some(0));
        assert!(TcpStream::connect(("127.0.0.1", port)).is_err());
    }
}

#[test]
fn a_port_that_is_taken_is_named_with_status_3() {
    let (mut child, port) = running(&["--no-open", "--port", "0"]);
    let second = output(&["--no-open", "--port", &port.to_string()]);
    child.kill().unwrap();
    child.wait().unwrap();
    let message = String::from_utf8(second.stderr).unwrap();
    assert_eq!(second.status.code(), Some(3), "{message}");
    assert!(message.contains(&format!("port {port}")) && message.contains("--port"), "{message}");
    assert!(second.stdout.is_empty());
}

#[test]
fn a_bad_scene_is_underlined_before_anything_opens() {
    let directory = std::env::temp_dir().join(format!("carom-studio-cli-{}", std::process::id()));
    std::fs::create_dir_all(&directory).unwrap();
    let path = directory.join("bad.toml");
    std::fs::write(&path, "version = 1\nbdy = 3\n").unwrap();
    let bad = output(&[path.to_str().unwrap(), "--no-open", "--port", "0"]);
    std::fs::remove_dir_all(&directory).unwrap();
    let message = String::from_utf8(bad.stderr).unwrap();
    assert_eq!(bad.status.code(), Some(2));
    assert!(message.contains("bad.toml:2:1"), "{message}");
    let missing = output(&["/nowhere/at/all.toml", "--no-open"]);
    assert_eq!(missing.status.code(), Some(3));
}

#[test]
fn an_engine_that_is_not_there_is_named() {
    let mut command = carom(&["--no-open", "--port", "0"]);
    let missing = command.env("CAROM_ENGINE", "/nowhere/engine.wasm").output().unwrap();
    let message = String::from_utf8(missing.stderr).unwrap();
    assert_eq!(missing.status.code(), Some(3), "{message}");
    assert!(message.contains("CAROM_ENGINE") && message.contains("/nowhere/engine.wasm"));
}

#[test]
fn a_site_that_cannot_be_written_is_refused_before_anything_is_computed() {
    let file = std::env::temp_dir().join(format!("carom-in-the-way-{}", std::process::id()));
    std::fs::write(&file, "mine").unwrap();
    for path in [file.clone(), file.join("public")] {
        // An engine that cannot be read would be the next error.
        let mut command = carom(&["--site", path.to_str().unwrap()]);
        let failed = command.env("CAROM_ENGINE", "/nowhere").output().unwrap();
        let said = String::from_utf8_lossy(&failed.stderr);
        assert_eq!(failed.status.code(), Some(3), "{said}");
        assert!(said.contains("is a file, not a directory"), "{said}");
        assert!(!said.contains("computing"), "{said}");
    }
    assert_eq!(std::fs::read_to_string(&file).unwrap(), "mine");
    std::fs::remove_file(file).unwrap();
}
