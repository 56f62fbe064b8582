//! Several contacts at once, in numbers.

use std::fmt::Write;
use std::path::PathBuf;

use carom_lab::collision::several::{Pile, SeveralAnswer, to_json, write_all};

use super::{Arguments, failure, table};
use crate::error::{CommandError, print, report_files};
use carom_numeric::five_digits as number;

/// Computes a file with several contacts.
pub(super) fn run(arguments: &Arguments, name: &str, text: &str) -> Result<(), CommandError> {
    if let Some(method) = &arguments.method {
        return Err(CommandError::Input(format!(
            "--method is {method}, but this file has several contacts: they have one method; leave it out"
        )));
    }
    let pile = Pile::parse_with(name, text, &arguments.set).map_err(CommandError::rendered)?;
    let answer = pile.resolve(arguments.rate).map_err(|error| failure(&error))?;
    let record = pile.record(arguments.rate);
    let mut files = Vec::new();
    if let Some(directory) = &arguments.out {
        files = write_all(&pile, &answer, &record, directory).map_err(|error| {
            CommandError::File(format!("cannot write to {}: {error}", directory.display()))
        })?;
    }
    if !arguments.json {
        return print(&shown(&pile, &answer, &files));
    }
    report_files(&files);
    print(&to_json(&answer, &record).map_err(CommandError::file)?)
}

/// The motion, the contacts, the balances and the files.
fn shown(pile: &Pile, answer: &SeveralAnswer, files: &[PathBuf]) -> String {
    let mut text = String::new();
    if let Some(title) = &answer.title {
        let _ = writeln!(text, "{title}");
    }
    let _ = writeln!(text, "{} contacts at once\n", answer.contacts.len());
    let mut rows = vec![table::heading("")];
    for (i, (before, after)) in answer.before.iter().zip(&answer.bodies).enumerate() {
        if pile.collision.body[i].immovable {
            rows.push(table::row(&format!("{} (immovable)", before.name), before));
            continue;
        }
        rows.push(table::row(&format!("{} before", before.name), before));
        rows.push(table::row(&format!("{} after", after.name), after));
    }
    let _ = writeln!(text, "{}", table::align(&rows));
    let titles = ["contact", "touches (s)", "parts (s)", "impulse (N·s)", "peak (N)"];
    let mut rows = vec![titles.map(String::from).to_vec()];
    for (i, contact) in answer.contacts.iter().enumerate() {
        let dash = || "-".to_owned();
        let size = contact.impulse.iter().map(|x| x * x).sum::<f64>().sqrt();
        rows.push(vec![
            format!("{} {}, {}", i + 1, contact.between[0], contact.between[1]),
            contact.touched.map_or_else(dash, |touched| number(touched.0)),
            contact.touched.map_or_else(dash, |touched| number(touched.1)),
            number(size),
            number(contact.peak_force),
        ]);
    }
    let _ = writeln!(text, "{}", table::align(&rows));
    let mut line = |name: &str, value: String| {
        let _ = writeln!(text, "  {name:<18}{value}");
    };
    let (before, after) = (answer.energy.before, answer.energy.after);
    let change = table::change(before, after);
    line("energy", format!("{} J before, {} J after, {change}", number(before), number(after)));
    line("momentum", table::balance(answer.residual.momentum));
    line("angular momentum", table::balance(answer.residual.angular_momentum));
    line("lasted", format!("{} s, {} steps", number(answer.duration), answer.steps));
    if !files.is_empty() {
        text.push('\n');
    }
    for file in files {
        let _ = writeln!(text, "wrote {}", file.display());
    }
    text.trim_end().to_owned()
}
