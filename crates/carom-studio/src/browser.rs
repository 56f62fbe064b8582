//! Opens the page in a browser.

use std::io;
use std::process::{Command, Stdio};

/// Opens an address in the default browser.
pub fn open_browser(url: &str) -> io::Result<()> {
    let mut command = if cfg!(target_os = "macos") {
        Command::new("open")
    } else if cfg!(windows) {
        let mut command = Command::new("cmd");
        command.args(["/c", "start", ""]);
        command
    } else {
        Command::new("xdg-open")
    };
    let quiet = command.arg(url).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    let mut child = quiet.spawn()?;
    // It ends as soon as the browser is open; this thread only collects its status.
    std::thread::spawn(move || child.wait());
    Ok(())
}
