//! Forces, trajectories and energies as tables: the contacts and a little around them, or everything.

use std::collections::VecDeque;
use std::io::{self, BufWriter, Write};
use std::path::Path;

use carom::ContactSample;
use carom_files::WholeFile;
use carom_scene::plan::Plan;
use carom_scene::render::{Chunk, columns};

/// Samples before and after a contact that are kept.
const MARGIN: usize = 32;

/// Three tables in the making.
pub(super) struct Tables {
    force: BufWriter<WholeFile>,
    trajectory: BufWriter<WholeFile>,
    energy: BufWriter<WholeFile>,
    full: bool,
    /// The last samples before a contact: their index and their rows.
    before: VecDeque<(u64, Vec<ContactSample>)>,
    after: usize,
}

impl Tables {
    pub(super) fn create(directory: &Path, plan: &Plan, full: bool) -> io::Result<Self> {
        let mut force = BufWriter::new(WholeFile::create(directory.join("force.csv"))?);
        let mut trajectory = BufWriter::new(WholeFile::create(directory.join("trajectory.csv"))?);
        let mut energy = BufWriter::new(WholeFile::create(directory.join("energy.csv"))?);
        let columns: Vec<_> = columns(plan).iter().map(|name| quoted(name)).collect();
        writeln!(energy, "{}", columns.join(","))?;
        write!(force, "time_s")?;
        write!(trajectory, "time_s")?;
        for contact in &plan.contacts {
            write!(force, ",{}", quoted(&format!("{} force_n", contact.name)))?;
            for body in contact.between.map(|body| plan.name(body)) {
                for what in ["displacement_m", "velocity_m_s"] {
                    let column = format!("{} {body} {what}", contact.name);
                    write!(trajectory, ",{}", quoted(&column))?;
                }
            }
        }
        writeln!(force)?;
        writeln!(trajectory)?;
        let before = VecDeque::with_capacity(MARGIN);
        Ok(Self { force, trajectory, energy, full, before, after: 0 })
    }

    pub(super) fn take(&mut self, chunk: &Chunk) -> io::Result<()> {
        chunk.energies.write(chunk.rate, &mut self.energy)?;
        for n in 0..chunk.frames {
            let row = || chunk.contacts_at(n);
            if !row().any(|sample| sample.known) {
                self.before.clear();
                self.after = 0;
                continue;
            }
            let touching = row().any(|sample| sample.force != 0.0);
            let index = chunk.start + n as u64 + 1;
            if touching {
                while let Some((index, row)) = self.before.pop_front() {
                    self.write(index, chunk.rate, &row)?;
                }
                self.after = MARGIN;
            }
            let row: Vec<ContactSample> = row().collect();
            if self.full || touching || self.after > 0 {
                self.after = if touching { self.after } else { self.after.saturating_sub(1) };
                self.write(index, chunk.rate, &row)?;
            } else {
                if self.before.len() == MARGIN {
                    self.before.pop_front();
                }
                self.before.push_back((index, row));
            }
        }
        Ok(())
    }

    fn write(&mut self, index: u64, rate: f64, row: &[ContactSample]) -> io::Result<()> {
        let time = index as f64 / rate;
        write!(self.force, "{time:e}")?;
        write!(self.trajectory, "{time:e}")?;
        for sample in row {
            write!(self.force, ",{:e}", sample.force)?;
            if !sample.known {
                write!(self.trajectory, ",,,,")?;
                continue;
            }
            for (displacement, velocity) in sample.ports.iter().zip(sample.velocities) {
                write!(self.trajectory, ",{displacement:e},{velocity:e}")?;
            }
        }
        writeln!(self.force)?;
        writeln!(self.trajectory)
    }

    pub(super) fn finish(self) -> io::Result<[WholeFile; 3]> {
        let whole = |table: BufWriter<WholeFile>| {
            table.into_inner().map_err(io::IntoInnerError::into_error)
        };
        Ok([whole(self.force)?, whole(self.trajectory)?, whole(self.energy)?])
    }
}

/// A column name that a comma or a quote in a body's name cannot break.
fn quoted(name: &str) -> String {
    if name.contains([',', '"', '\n']) {
        format!("\"{}\"", name.replace('"', "\"\""))
    } else {
        name.into()
    }
}
