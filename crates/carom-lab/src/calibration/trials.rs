//! Measured collisions.

use std::path::Path;

use carom_files::csv::{CsvError, Table};

use super::{CalibrationError, Motion};

/// What the components of a [`Motion`] are called.
pub const COMPONENTS: [&str; 3] = ["vx", "vz", "spin"];

/// Their units.
pub const UNITS: [&str; 3] = ["m/s", "m/s", "rad/s"];

/// More rows take hours to refit without each of them, and add little.
const MOST_ROWS: usize = 1000;

/// One collision, measured before and after.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Trial {
    /// The row it comes from, from 1.
    pub row: usize,
    /// The motion before.
    pub before: Motion,
    /// The motion after.
    pub after: Motion,
    /// Standard deviations of the motion before; 0 where none are known.
    pub before_sd: Motion,
    /// Standard deviations of the motion after, where they are known.
    pub after_sd: [Option<f64>; 3],
}

impl Trial {
    /// A collision whose uncertainties are not known.
    #[must_use]
    pub fn new(row: usize, before: Motion, after: Motion) -> Self {
        Self { row, before, after, before_sd: [0.0; 3], after_sd: [None; 3] }
    }

    /// How fast it approaches the wall (m/s).
    #[must_use]
    pub fn approach(&self) -> f64 {
        -self.before[1]
    }
}

/// Measured collisions and what was not used of their file.
#[derive(Clone, Debug, PartialEq)]
pub struct Trials {
    /// In the order of the file.
    pub trials: Vec<Trial>,
    /// Columns that mean nothing here.
    pub ignored: Vec<String>,
}

impl Trials {
    /// Reads the columns `vx_before`, `vz_before`, `spin_before`, `vx_after`, `vz_after`,
    /// `spin_after`, in any order, and any of the same names with `_sd` behind them.
    pub fn read(path: &Path) -> Result<Self, CalibrationError> {
        Ok(Self::from_table(&Table::read(path)?)?)
    }

    /// Reads the text of such a file; `name` is what errors call it.
    pub fn parse(text: &str, name: &str) -> Result<Self, CalibrationError> {
        Ok(Self::from_table(&Table::parse(text, name)?)?)
    }

    fn from_table(table: &Table) -> Result<Self, CsvError> {
        if table.rows() > MOST_ROWS {
            let reason = format!("more than {MOST_ROWS} rows, the most that are fitted");
            return Err(table.cell_error(MOST_ROWS, "vx_before", reason));
        }
        let (before, before_sd) = side(table, "before")?;
        let (after, after_sd) = side(table, "after")?;
        for (row, motion) in before.iter().enumerate() {
            if motion[1] >= 0.0 {
                let reason = format!(
                    "{} does not approach the wall: z points away from it, so a disc that will \
                     touch it has a velocity below 0",
                    motion[1]
                );
                return Err(table.cell_error(row, "vz_before", reason));
            }
        }
        for (row, motion) in after.iter().enumerate() {
            if motion[1] < 0.0 {
                let reason = format!("{} goes into the wall; it must be 0 or above", motion[1]);
                return Err(table.cell_error(row, "vz_after", reason));
            }
        }
        for (c, name) in COMPONENTS.iter().enumerate() {
            let zero = |sd: &[Option<f64>; 3]| sd[c] == Some(0.0);
            if let Some(row) = after_sd.iter().position(zero) {
                let reason = "0 would give it an infinite weight; it must be above 0";
                return Err(table.cell_error(row, &format!("{name}_after_sd"), reason));
            }
        }
        let trials = (0..table.rows()).map(|i| Trial {
            row: i + 1,
            before: before[i],
            after: after[i],
            before_sd: before_sd[i].map(Option::unwrap_or_default),
            after_sd: after_sd[i],
        });
        let ignored = table.names().filter(|name| !is_known(name)).map(str::to_owned).collect();
        Ok(Self { trials: trials.collect(), ignored })
    }
}

fn is_known(name: &str) -> bool {
    let name = name.to_lowercase();
    let name = name.strip_suffix("_sd").unwrap_or(&name);
    let part = name.strip_suffix("_before").or_else(|| name.strip_suffix("_after"));
    part.is_some_and(|part| COMPONENTS.contains(&part))
}

type Side = (Vec<Motion>, Vec<[Option<f64>; 3]>);

fn side(table: &Table, when: &str) -> Result<Side, CsvError> {
    let mut motions = vec![[0.0; 3]; table.rows()];
    let mut deviations = vec![[None; 3]; table.rows()];
    for (c, component) in COMPONENTS.iter().enumerate() {
        let name = format!("{component}_{when}");
        for (motion, value) in motions.iter_mut().zip(table.column(&name)?) {
            motion[c] = *value;
        }
        let name = format!("{name}_sd");
        let Some(column) = table.optional_column(&name)? else { continue };
        for (row, &sd) in column.iter().enumerate() {
            if sd < 0.0 {
                let reason = format!("a standard deviation of {sd}; it must be 0 or above");
                return Err(table.cell_error(row, &name, reason));
            }
            deviations[row][c] = Some(sd);
        }
    }
    Ok((motions, deviations))
}
