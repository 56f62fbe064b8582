//! `carom impact`: a mass against a wall.

mod arguments;
mod csv;
mod plot;
mod table;

pub(crate) use arguments::Arguments;

use carom_files::Record;
use carom_lab::impact::{Comparison, Impact, Sample, compare, compare_and_observe};

use crate::error::{CommandError, Target, print};

/// Runs the command.
pub(crate) fn run(arguments: &Arguments) -> Result<(), CommandError> {
    let impact = arguments.checked()?;
    let mut csv = arguments.csv.as_deref().map(csv::Table::create).transpose()?;
    // Opened before anything is computed.
    let mut picture = arguments.plot.as_deref().map(Target::open).transpose()?;
    let mut curves = plot::Curves::default();
    let comparison = if csv.is_none() && picture.is_none() {
        compare(impact)
    } else {
        compare_and_observe(impact, &mut |sample: &Sample| {
            if let Some(csv) = &mut csv {
                csv.add(sample);
            }
            curves.add(sample);
        })
    };
    let comparison = comparison.map_err(|error| arguments::as_flag(&error))?;
    if let Some(picture) = &mut picture {
        picture.write(&plot::figure(impact, &comparison, &curves))?;
    }
    // Both files are whole before either appears.
    if let Some(csv) = csv {
        csv.finish()?;
    }
    if let Some(picture) = picture {
        picture.commit()?;
    }
    let text = if arguments.json {
        json(impact, &comparison)?
    } else {
        table::render(impact, &comparison)
    };
    print(&text)
}

/// The comparison with its record.
pub(crate) fn json(impact: &Impact, comparison: &Comparison) -> Result<String, CommandError> {
    let input = serde_json::to_value(impact).map_err(CommandError::file)?;
    let mut value = serde_json::to_value(comparison).map_err(CommandError::file)?;
    Record::new("impact", input).add_to(&mut value);
    serde_json::to_string_pretty(&value).map_err(CommandError::file)
}
