//! Which requests are answered, and what a page can reach.

use std::io::Write;
use std::net::{Ipv6Addr, SocketAddr, TcpListener, TcpStream};
use std::time::Duration;

use crate::support::{Reply, Server, site};
use carom_studio::{OpenError, Port, Studio};

fn with_host(server: &Server, host: &str, extra: &str) -> Reply {
    let mut stream = server.connect();
    let head = format!("GET /assets/start.json HTTP/1.1\r\n{host}{extra}Connection: close\r\n\r\n");
    stream.write_all(head.as_bytes()).unwrap();
    Reply::read(&mut stream).unwrap()
}

#[test]
fn a_forged_name_gets_nothing() {
    let server = Server::start();
    let port = server.port;
    for own in ["127.0.0.1", "localhost", "[::1]"] {
        assert_eq!(with_host(&server, &format!("Host: {own}:{port}\r\n"), "").status, 200, "{own}");
    }
    for forged in [
        "evil.example".to_owned(),
        format!("evil.example:{port}"),
        format!("127.0.0.1.nip.io:{port}"),
        format!("localhost.evil.example:{port}"),
        format!("0.0.0.0:{port}"),
        format!("192.168.0.7:{port}"),
        "127.0.0.1".to_owned(),
        format!("127.0.0.1:{}", port ^ 1),
        String::new(),
    ] {
        let reply = with_host(&server, &format!("Host: {forged}\r\n"), "");
        assert_eq!(reply.status, 403, "{forged}");
        assert!(!reply.text().contains("scene"), "{}", reply.text());
    }
    let own = format!("Host: 127.0.0.1:{port}\r\n");
    let twice = with_host(&server, &own, "Host: evil.example\r\n");
    assert!([400, 403].contains(&twice.status));
    assert!([400, 403].contains(&with_host(&server, "", "").status));
    let mut stream = server.connect();
    let absolute = format!(
        "GET http://evil.example/assets/start.json HTTP/1.1\r\n{own}Connection: close\r\n\r\n"
    );
    stream.write_all(absolute.as_bytes()).unwrap();
    assert_eq!(Reply::read(&mut stream).unwrap().status, 403);
}

#[test]
fn a_page_of_another_origin_gets_nothing() {
    let server = Server::start();
    let own = format!("http://127.0.0.1:{}", server.port);
    let asked = |name: &str, value: &str| {
        let reply = server.send("GET", "/assets/engine.wasm", &[(name, value)], b"");
        assert_eq!(reply.header("access-control-allow-origin"), None);
        reply.status
    };
    assert_eq!(asked("Origin", &own), 200);
    let other_port = format!("http://127.0.0.1:{}", server.port ^ 1);
    for foreign in [
        "null",
        "https://evil.example",
        "http://evil.example",
        "file://",
        &other_port,
        "http://127.0.0.1",
    ] {
        assert_eq!(asked("Origin", foreign), 403, "{foreign}");
    }
    assert_eq!(asked("Sec-Fetch-Site", "same-origin"), 200);
    assert_eq!(asked("Sec-Fetch-Site", "cross-site"), 403);
    assert_eq!(asked("Sec-Fetch-Site", "same-site"), 403);
    // A preflight request is not answered either.
    let headers = [("Origin", "http://evil.example"), ("Access-Control-Request-Method", "GET")];
    let preflight = server.send("OPTIONS", "/assets/engine.wasm", &headers, b"");
    assert_eq!(preflight.status, 403);
    assert_eq!(preflight.header("access-control-allow-origin"), None);
}

#[test]
fn answers_cannot_be_framed_embedded_sniffed_or_kept() {
    let server = Server::start();
    for path in ["/", "/assets/start.json", "/nowhere"] {
        let reply = server.get(path);
        let policy = reply.header("content-security-policy").unwrap().to_owned();
        assert!(policy.contains("default-src 'none'") && policy.contains("frame-ancestors 'none'"));
        assert_eq!(reply.header("x-content-type-options"), Some("nosniff"));
        assert_eq!(reply.header("cross-origin-resource-policy"), Some("same-origin"));
    }
    assert_eq!(server.get("/assets/start.json").header("cache-control"), Some("no-cache"));
    assert_eq!(server.get("/nowhere").header("cache-control"), Some("no-store"));
}

#[test]
fn no_path_leads_out_of_the_assets() {
    let server = Server::start();
    for path in [
        "/assets/../Cargo.toml",
        "/assets/..%2fCargo.toml",
        "/assets/%2e%2e/Cargo.toml",
        "/assets//etc/passwd",
        "/assets/",
        "/assets/.",
        "/assets/..",
        "/assets/pages/../../Cargo.toml",
        "/../../etc/passwd",
        "/compare.htm",
        "/engine.wasm",
        "/nowhere",
        "//",
    ] {
        let reply = server.get(path);
        assert_eq!(reply.status, 404, "{path}");
        assert!(reply.json()["error"]["message"].is_string());
    }
}

#[test]
fn the_other_loopback_address_is_answered_where_there_is_one() {
    let server = Server::start();
    let address = SocketAddr::from((Ipv6Addr::LOCALHOST, server.port));
    if TcpListener::bind((Ipv6Addr::LOCALHOST, 0)).is_err() {
        return;
    }
    let mut stream = TcpStream::connect_timeout(&address, Duration::from_secs(5)).unwrap();
    let head = format!(
        "GET /assets/start.json HTTP/1.1\r\nHost: [::1]:{}\r\nConnection: close\r\n\r\n",
        server.port
    );
    stream.write_all(head.as_bytes()).unwrap();
    assert_eq!(Reply::read(&mut stream).unwrap().status, 200);
}

#[test]
fn other_machines_are_not_listened_to() {
    let server = Server::start();
    let any = TcpListener::bind(("0.0.0.0", 0)).unwrap();
    drop(any);
    // Whatever address this machine has besides the loopback one.
    let probe = std::net::UdpSocket::bind(("0.0.0.0", 0)).unwrap();
    let outside = probe.connect(("192.0.2.1", 9)).and_then(|()| probe.local_addr());
    if let Ok(address) = outside.map(|address| SocketAddr::new(address.ip(), server.port))
        && !address.ip().is_loopback()
    {
        assert!(TcpStream::connect_timeout(&address, Duration::from_secs(2)).is_err());
    }
}

#[test]
fn a_port_that_is_taken_is_named() {
    let server = Server::start();
    match Studio::open(Port::Fixed(server.port), site()) {
        Err(error @ OpenError::Port { .. }) => {
            assert!(error.to_string().contains(&server.port.to_string()), "{error}");
        }
        _ => panic!("two studios on one port"),
    }
}

#[test]
#[cfg(feature = "papers")]
fn a_link_of_another_site_opens_pages_but_computes_nothing() {
    let server = Server::start();
    let linked = [("Sec-Fetch-Site", "cross-site"), ("Sec-Fetch-Mode", "navigate")];
    let study = "/studies/papetti/table-1.html";
    assert_eq!(server.send("GET", "/", &linked, b"").status, 200);
    assert_eq!(server.send("GET", "/studies/", &linked, b"").status, 200);
    assert_eq!(server.send("GET", study, &linked, b"").status, 403);
    assert_eq!(server.send("POST", "/", &linked, b"").status, 403, "a form is no navigation");
    let own = [("Sec-Fetch-Site", "same-origin"), ("Sec-Fetch-Mode", "navigate")];
    assert_eq!(server.send("GET", study, &own, b"").status, 200);
    // What was computed may be seen.
    assert_eq!(server.send("GET", study, &linked, b"").status, 200);
}
