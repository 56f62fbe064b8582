//! Listens on the loopback addresses and serves connections.

use std::convert::Infallible;
use std::io;
use std::net::{Ipv4Addr, Ipv6Addr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use thiserror::Error;
use tokio::net::{TcpListener, TcpSocket, TcpStream};
use tokio::runtime::{Builder, Runtime};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};

use crate::limits::{MOST_CONNECTIONS, PATIENCE};
use crate::patience::Patient;
use crate::route::{State, answer};
use crate::site::Site;

/// The port that is tried first.
const PREFERRED: u16 = 8700;

/// Which port to listen on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Port {
    /// 8700, or a free one if that is taken.
    Preferred,
    /// This one; 0 for any that is free.
    Fixed(u16),
}

/// Why the studio cannot be opened.
#[derive(Debug, Error)]
pub enum OpenError {
    /// The port cannot be used.
    #[error("cannot listen on port {port} of this machine: {error}")]
    Port {
        /// Which.
        port: u16,
        /// Why.
        error: io::Error,
    },
    /// The system does not let it start.
    #[error("cannot start the server: {0}")]
    Start(#[from] io::Error),
}

/// A studio that listens, on this machine only.
pub struct Studio {
    runtime: Runtime,
    listeners: Vec<TcpListener>,
    state: Arc<State>,
    stop: watch::Sender<bool>,
}

/// Ends a studio from elsewhere.
#[derive(Clone, Debug)]
pub struct Stopper(watch::Sender<bool>);

impl Stopper {
    /// Ends the studio.
    pub fn stop(&self) {
        self.0.send_replace(true);
    }
}

impl Studio {
    /// Binds a port; [`serve`](Self::serve) then answers.
    pub fn open(port: Port, site: Site) -> Result<Self, OpenError> {
        let mut runtime = Builder::new_current_thread();
        let runtime = runtime.enable_all().max_blocking_threads(2).build()?;
        let listeners = runtime.block_on(async {
            match port {
                Port::Fixed(port) => listen(port),
                Port::Preferred => {
                    let free = || (0..8).map(|_| listen(0)).find_map(Result::ok);
                    listen(PREFERRED).or_else(|error| free().ok_or(error))
                }
            }
        })?;
        let port = listeners.first().map_or(Ok(0), |l| l.local_addr().map(|a| a.port()))?;
        let state = Arc::new(State::new(port, site));
        Ok(Self { runtime, listeners, state, stop: watch::Sender::new(false) })
    }

    /// The address of the page.
    #[must_use]
    pub fn url(&self) -> String {
        format!("http://127.0.0.1:{}/", self.port())
    }

    /// The port that is listened on.
    #[must_use]
    pub fn port(&self) -> u16 {
        self.state.port()
    }

    /// Something that ends it.
    #[must_use]
    pub fn stopper(&self) -> Stopper {
        Stopper(self.stop.clone())
    }

    /// Answers until it is stopped.
    pub fn serve(self) -> io::Result<()> {
        let Self { runtime, listeners, state, stop } = self;
        runtime.block_on(async {
            let room = Arc::new(Semaphore::new(MOST_CONNECTIONS));
            for listener in listeners {
                tokio::spawn(accept(listener, Arc::clone(&state), Arc::clone(&room)));
            }
            // The sender lives here, so that this only ends when it is stopped.
            let _ = stop.subscribe().wait_for(|stopped| *stopped).await;
        });
        // A study that is still computed is not waited for.
        runtime.shutdown_timeout(Duration::from_secs(1));
        Ok(())
    }
}

/// Both loopback addresses on one port; that of IPv6 only where there is one.
fn listen(port: u16) -> Result<Vec<TcpListener>, OpenError> {
    let failed = |error| OpenError::Port { port, error };
    let first = bind(SocketAddr::from((Ipv4Addr::LOCALHOST, port))).map_err(failed)?;
    let port = first.local_addr().map_err(failed)?.port();
    match bind(SocketAddr::from((Ipv6Addr::LOCALHOST, port))) {
        Ok(second) => Ok(vec![first, second]),
        // Another program would answer those who come by that address.
        Err(error) if error.kind() == io::ErrorKind::AddrInUse => Err(failed(error)),
        Err(_) => Ok(vec![first]),
    }
}

fn bind(address: SocketAddr) -> io::Result<TcpListener> {
    let socket = if address.is_ipv4() { TcpSocket::new_v4()? } else { TcpSocket::new_v6()? };
    // The port of a studio that just ended can be used at once. (On other systems the option would
    // let two programs share the port.)
    #[cfg(unix)]
    socket.set_reuseaddr(true)?;
    socket.bind(address)?;
    socket.listen(1024)
}

async fn accept(listener: TcpListener, state: Arc<State>, room: Arc<Semaphore>) {
    loop {
        let Ok(place) = Arc::clone(&room).acquire_owned().await else { return };
        match listener.accept().await {
            Ok((stream, _)) => {
                tokio::spawn(handle(stream, Arc::clone(&state), place));
            }
            // Out of file handles, or a connection that was gone before it was accepted.
            Err(_) => tokio::time::sleep(Duration::from_millis(20)).await,
        }
    }
}

async fn handle(stream: TcpStream, state: Arc<State>, _place: OwnedSemaphorePermit) {
    let _ = stream.set_nodelay(true);
    let service = service_fn(move |request| {
        let state = Arc::clone(&state);
        async move { Ok::<_, Infallible>(answer(&state, request).await) }
    });
    let connection = hyper::server::conn::http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(PATIENCE)
        .max_buf_size(64 << 10)
        .serve_connection(TokioIo::new(Patient::new(stream, PATIENCE)), service);
    // An error of one connection does not affect others.
    let _ = connection.await;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_port_that_another_program_has_by_one_address_is_taken() {
        let runtime = Builder::new_current_thread().enable_all().build().unwrap();
        runtime.block_on(async {
            // Without IPv6 there is nothing to take.
            let Ok(other) = bind(SocketAddr::from((Ipv6Addr::LOCALHOST, 0))) else { return };
            let port = other.local_addr().unwrap().port();
            let error = listen(port).unwrap_err().to_string();
            assert!(error.contains(&port.to_string()), "{error}");
        });
    }
}
