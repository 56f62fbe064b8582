//! A learned object as a scene file.

use crate::contact::Contact;
use crate::object::LearnedMode;
use std::f64::consts::{LN_10, PI};
use std::fmt::Write;

/// How much heavier all modes together are than the hammer: it must not feel them, since the contact
/// was learned as that with something rigid.
const HEAVIER: f64 = 50.0;

/// The scene. `signs` are those of the modes where they are heard.
pub(crate) fn scene(
    names: &[&str],
    modes: &[LearnedMode],
    signs: &[f64],
    contact: &Contact,
    speed: f64,
    rate: f64,
) -> String {
    let mass = HEAVIER * contact.mass_kg * modes.len() as f64;
    let list =
        |of: &dyn Fn(usize) -> String| (0..modes.len()).map(of).collect::<Vec<_>>().join(", ");
    // The modes of a scene have undamped frequencies; those that are heard are lower.
    let decay = |k: usize| 3.0 * LN_10 / modes[k].t60_s;
    let undamped = |k: usize| modes[k].frequency_hz.hypot(decay(k) / (2.0 * PI));
    let q = |k: usize| PI * undamped(k) / decay(k);
    // A pulse of spectrum F makes a mode move with the velocity F·weight/mass.
    let heard = |k: usize| signs[k] * contact.transfers[k] * mass / contact.mass_kg;
    let longest = modes.iter().map(|mode| mode.t60_s).fold(0.5, f64::max).min(20.0);
    let mut text = String::new();
    let title: String =
        names.join(", ").chars().filter(|c| !c.is_control() && *c != '"' && *c != '\\').collect();
    let _ = write!(
        text,
        r#"version = 1
title = "Learned from {title}"
description = """
{count} modes that were heard in {what}, and a mallet whose contact explains how they were struck.
The sound does not tell masses: the mallet's is a guess, and the object is far heavier."""
sample_rate = {rate}
duration = {longest:.3}
level = {{ full_scale = 1.0 }}

[[body]]
name = "mallet"
mass = {hammer}
velocity = {speed}

[[body]]
name = "object"
modes = {{ frequency = [{frequencies}], q = [{qualities}], mass = {mass} }}
points = {{ struck = [{struck}], heard = [{heard}] }}

[[contact]]
between = ["mallet", "object"]
at = {{ object = "struck" }}
# Exponent {alow:.2} to {ahigh:.2}, contact {tlow:.3} to {thigh:.3} ms: the data allow these.
law = {{ kind = "power", stiffness = {stiffness:e}, exponent = {exponent} }}

[[pickup]]
body = "object"
at = "heard"
quantity = "velocity"
gain = 1.4142135623730951    # what is in the middle is 3 dB down on each side
"#,
        count = modes.len(),
        what = if names.len() == 1 { "a recording" } else { "recordings" },
        hammer = contact.mass_kg,
        frequencies = list(&|k| format!("{:.4}", undamped(k))),
        qualities = list(&|k| format!("{:.3}", q(k).max(0.51))),
        struck = list(&|_| "1".into()),
        heard = list(&|k| format!("{:.6e}", heard(k))),
        alow = contact.exponent.low,
        ahigh = contact.exponent.high,
        tlow = 1000.0 * contact.duration_s.low,
        thigh = 1000.0 * contact.duration_s.high,
        stiffness = contact.stiffness,
        exponent = contact.exponent.value,
    );
    text
}
