//! `carom impact`: a mass against a wall.

mod arguments;
mod csv;
mod plot;
mod table;

pub(crate) use arguments::Arguments;

use std::io::Write;

use carom_lab::impact::{Sample, compare, compare_and_observe};

use crate::failure::{Failure, print};

/// Runs the command.
pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let impact = arguments.experiment()?;
    let mut csv = arguments.csv.as_deref().map(csv::Table::create).transpose()?;
    let mut picture = arguments.open_plot()?;
    let mut curves = arguments.plot.as_ref().map(|_| plot::Curves::default());
    let comparison = if csv.is_none() && curves.is_none() {
        compare(&impact)
    } else {
        compare_and_observe(&impact, &mut |sample: &Sample| {
            if let Some(csv) = &mut csv {
                csv.add(sample);
            }
            if let Some(curves) = &mut curves {
                curves.add(sample);
            }
        })
    };
    let comparison = comparison.map_err(|error| Failure::Input(arguments::as_flag(&error)))?;
    if let (Some(curves), Some((_, file))) = (&curves, &mut picture) {
        let svg = plot::figure(&impact, &comparison, curves);
        let written = file.write_all(svg.as_bytes());
        written.map_err(|error| arguments.cannot_write_plot(&error))?;
    }
    // Both files are whole before either appears.
    if let Some(csv) = csv {
        csv.finish()?;
    }
    if let Some((path, file)) = picture {
        file.commit().map_err(|error| arguments.cannot_write_plot(&error))?;
        eprintln!("wrote {}", path.display());
    }
    let text = if arguments.json {
        serde_json::to_string_pretty(&comparison)
            .map_err(|error| Failure::File(error.to_string()))?
    } else {
        table::render(&impact, &comparison)
    };
    print(&text)
}
