//! What is played, written to a sound file by a thread of its own.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;
use std::time::Duration;

use carom_report::scene::{Layout, save_sound};

use carom_scene::scene::Container;
use carom_scene::scene::Format;
use rtrb::{Consumer, Producer, RingBuffer};

use crate::error::CommandError;
use crate::say::say;

/// A recording under way.
pub(super) struct Recording {
    path: PathBuf,
    ended: Arc<AtomicBool>,
    writer: JoinHandle<io::Result<()>>,
}

/// Seconds that the queue holds.
const QUEUE: usize = 10;

impl Recording {
    /// Starts to write; samples go into the queue, left and right by turns.
    pub(super) fn start(path: &Path, rate: u32) -> Result<(Self, Producer<f32>), CommandError> {
        let Some(container) = Container::of(path) else {
            let shown = path.display();
            return Err(CommandError::Input(format!(
                "--record {shown}: a sound file is NAME.wav or NAME.flac"
            )));
        };
        let (producer, consumer) = RingBuffer::new(2 * QUEUE * rate as usize);
        let ended = Arc::new(AtomicBool::new(false));
        let (over, to) = (Arc::clone(&ended), path.to_owned());
        let layout = Layout::new(Format::default(), Some(container), 2, f64::from(rate));
        let writer = std::thread::spawn(move || {
            save_sound(&to, &layout, "played with carom live", |take| write(consumer, &over, take))
        });
        Ok((Self { path: path.to_owned(), ended, writer }, producer))
    }

    /// Ends the recording; the file appears.
    pub(super) fn end(self) -> Result<(), CommandError> {
        self.ended.store(true, Ordering::Release);
        let written = self.writer.join().unwrap_or_else(|_| Err(io::Error::other("it broke off")));
        written.map_err(|error| CommandError::writing(&self.path, &error))?;
        say!("wrote {}", self.path.display());
        Ok(())
    }
}

fn write(
    mut queue: Consumer<f32>,
    ended: &AtomicBool,
    take: &mut carom_report::scene::TakeRows,
) -> io::Result<()> {
    loop {
        // Looked at first: what came before the end is in the queue.
        let over = ended.load(Ordering::Acquire);
        let (mut left, mut right) = (Vec::new(), Vec::new());
        while queue.slots() >= 2 {
            left.extend(queue.pop());
            right.extend(queue.pop());
        }
        take(&[&left, &right])?;
        if over {
            return Ok(());
        }
        std::thread::sleep(Duration::from_millis(20));
    }
}
