//! A studio on a port of its own, and a client that speaks plain HTTP to it.

#![allow(dead_code, reason = "each test uses a part of it")]

use std::io::{Read, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpStream};
use std::thread::JoinHandle;
use std::time::Duration;

use carom_studio::{Modules, Port, Site, Start, Stopper, Studio};
use serde_json::Value;

/// A page whose engine does nothing: it is served, not run.
pub(crate) fn site() -> Site {
    Site::new(&Start::built_in(), Modules { engine: vec![7; ENGINE], learning: None })
}

/// How large that engine is.
pub(crate) const ENGINE: usize = 1 << 20;

/// A studio that ends when it is dropped.
pub(crate) struct Server {
    pub(crate) port: u16,
    stopper: Stopper,
    thread: Option<JoinHandle<()>>,
}

impl Server {
    pub(crate) fn start() -> Self {
        let studio = Studio::open(Port::Fixed(0), site()).unwrap();
        let (port, stopper) = (studio.port(), studio.stopper());
        let thread = Some(std::thread::spawn(move || studio.serve().unwrap()));
        Self { port, stopper, thread }
    }

    pub(crate) fn connect(&self) -> TcpStream {
        let address = SocketAddr::from((Ipv4Addr::LOCALHOST, self.port));
        let stream = TcpStream::connect_timeout(&address, Duration::from_secs(30)).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
        stream.set_write_timeout(Some(Duration::from_secs(60))).unwrap();
        stream
    }

    pub(crate) fn host(&self) -> String {
        format!("127.0.0.1:{}", self.port)
    }

    /// Sends a request with these headers besides the host and the length.
    pub(crate) fn send(
        &self,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: &[u8],
    ) -> Reply {
        let mut stream = self.connect();
        let head = self.head(method, path, headers, body.len());
        stream.write_all(head.as_bytes()).unwrap();
        stream.write_all(body).unwrap();
        Reply::read(&mut stream).unwrap()
    }

    pub(crate) fn head(
        &self,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        length: usize,
    ) -> String {
        let mut head = format!("{method} {path} HTTP/1.1\r\nHost: {}\r\n", self.host());
        for (name, value) in headers {
            head += &format!("{name}: {value}\r\n");
        }
        if length > 0 {
            head += &format!("Content-Length: {length}\r\n");
        }
        head + "Connection: close\r\n\r\n"
    }

    pub(crate) fn get(&self, path: &str) -> Reply {
        self.send("GET", path, &[], b"")
    }

    /// That the server goes on.
    pub(crate) fn assert_well(&self) {
        assert_eq!(self.get("/assets/start.json").status, 200);
        assert_eq!(self.get("/assets/engine.wasm").body.len(), ENGINE);
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.stopper.stop();
        let ended = self.thread.take().map(JoinHandle::join);
        if !std::thread::panicking() {
            ended.unwrap().unwrap();
        }
    }
}

/// What came back.
#[derive(Clone, Debug)]
pub(crate) struct Reply {
    pub(crate) status: u16,
    pub(crate) head: String,
    pub(crate) body: Vec<u8>,
}

impl Reply {
    /// Reads to the end of the connection; nothing if it broke off without an answer.
    pub(crate) fn read(stream: &mut TcpStream) -> Option<Self> {
        let mut bytes = Vec::new();
        let end = stream.read_to_end(&mut bytes);
        let split = bytes.windows(4).position(|window| window == b"\r\n\r\n")?;
        let head = String::from_utf8(bytes[..split].to_vec()).unwrap();
        let body = bytes[split + 4..].to_vec();
        if let Some(length) = header(&head, "content-length") {
            assert!(end.is_ok() || body.len() == length.parse::<usize>().unwrap(), "{head}");
        }
        let status = head.split(' ').nth(1)?.parse().ok()?;
        Some(Self { status, head, body })
    }

    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        header(&self.head, name)
    }

    pub(crate) fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    pub(crate) fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|_| panic!("no JSON: {}", self.text()))
    }

    /// The message and the path of the first error.
    pub(crate) fn error(&self) -> (String, Option<String>) {
        let error = self.json()["error"].clone();
        let text = |value: &Value| value.as_str().map(str::to_owned);
        (text(&error["message"]).unwrap(), text(&error["path"]))
    }
}

fn header<'a>(head: &'a str, name: &str) -> Option<&'a str> {
    let mut lines = head.lines().skip(1).filter_map(|line| line.split_once(':'));
    lines.find(|(key, _)| key.eq_ignore_ascii_case(name)).map(|(_, value)| value.trim())
}
