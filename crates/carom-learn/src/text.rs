//! A learned object as a scene file.

use crate::blow::Felt;
use crate::touch::Contact;
use num_complex::Complex;
use std::f64::consts::{LN_10, PI, TAU};
use std::fmt::Write;

/// A mode of an object that can be struck.
pub(crate) struct Struck {
    pub(crate) frequency_hz: f64,
    pub(crate) t60_s: f64,
    /// Mass of the hammer divided by that of the mode.
    pub(crate) share: f64,
    /// Its amplitude after a blow of spectrum 1 for a hammer of 1 kg, for each side that hears it.
    pub(crate) gains: Vec<Complex<f64>>,
}

impl Struck {
    /// 1/s.
    fn decay(&self) -> f64 {
        3.0 * LN_10 / self.t60_s
    }

    /// The modes of a scene have undamped frequencies (Hz); those that are heard are lower.
    fn undamped(&self) -> f64 {
        self.frequency_hz.hypot(self.decay() / TAU)
    }

    fn quality(&self) -> f64 {
        (PI * self.undamped() / self.decay()).max(0.51)
    }
}

/// Modes that nobody hears: what else of the object yields to the hammer.
pub(crate) fn silent(felt: &[Felt], sides: usize) -> Vec<Struck> {
    let mode = |felt: &Felt| Struck {
        frequency_hz: felt.frequency,
        t60_s: 3.0 * LN_10 / felt.decay,
        share: felt.share,
        gains: vec![Complex::default(); sides],
    };
    felt.iter().map(mode).collect()
}

/// Somebody who hears the object: by its velocity and its displacement, which together give every
/// mode its phase.
struct Ear {
    name: &'static str,
    turned: &'static str,
    pan: i8,
    /// What is in the middle is 3 dB down on each side.
    gain: f64,
}

const MONO: [Ear; 1] =
    [Ear { name: "heard", turned: "turned", pan: 0, gain: std::f64::consts::SQRT_2 }];
const STEREO: [Ear; 2] = [
    Ear { name: "left", turned: "left-turned", pan: -1, gain: 1.0 },
    Ear { name: "right", turned: "right-turned", pan: 1, gain: 1.0 },
];

impl Ear {
    /// A blow of spectrum F for a hammer of 1 kg moves a mode with the velocity F·share: its cosine is
    /// what moves and the decay times where it is, its sine where it is, times the frequency.
    fn points(&self, modes: &[Struck], side: usize) -> String {
        let list = |of: &dyn Fn(&Struck) -> f64| {
            modes
                .iter()
                .map(|mode| format!("{:.5e}", of(mode) / mode.share))
                .collect::<Vec<_>>()
                .join(", ")
        };
        let moving = list(&|mode| mode.gains[side].re);
        let turned = list(&|mode| {
            let gain = mode.gains[side];
            mode.decay() * gain.re - TAU * mode.frequency_hz * gain.im
        });
        format!(", {} = [{moving}], {} = [{turned}]", self.name, self.turned)
    }

    fn pickups(&self) -> String {
        let pickup = |point: &str, quantity: &str| {
            format!(
                "\n[[pickup]]\nbody = \"object\"\nat = \"{point}\"\nquantity = \"{quantity}\"\npan = {}\ngain = {}\n",
                self.pan, self.gain
            )
        };
        pickup(self.name, "velocity") + &pickup(self.turned, "displacement")
    }
}

/// The scene. The first `named` modes are those of the object, the others what these do not explain.
pub(crate) fn scene(
    names: &[&str],
    modes: &[Struck],
    named: usize,
    contact: &Contact,
    speed: f64,
    rate: f64,
) -> String {
    let list = |of: &dyn Fn(&Struck) -> String| modes.iter().map(of).collect::<Vec<_>>().join(", ");
    let longest = modes.iter().map(|mode| mode.t60_s).fold(0.5, f64::max).min(20.0);
    let ears = if modes.iter().all(|mode| mode.gains.len() == 2) { &STEREO[..] } else { &MONO[..] };
    let mut text = String::new();
    let title: String =
        names.join(", ").chars().filter(|c| !c.is_control() && *c != '"' && *c != '\\').collect();
    let _ = write!(
        text,
        r#"version = 1
title = "Learned from {title}"
description = """
{named} modes that were heard in {what}, and a mallet whose contact explains how they were struck.
The other modes stand for what these do not explain: the noise of the blow, a room.
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
modes = {{ frequency = [{frequencies}], q = [{qualities}], mass = [{masses}] }}
# What moves and where it is gives every mode its phase.
points = {{ struck = [{struck}]{heard} }}

[[contact]]
between = ["mallet", "object"]
at = {{ object = "struck" }}
# Exponent {alow:.2} to {ahigh:.2}, mu {mlow} to {mhigh}, contact {tlow:.3} to {thigh:.3} ms: the data allow these.
law = {{ kind = "{kind}", stiffness = {stiffness:e}, exponent = {exponent}, {loss}, adhesive = false }}
{pickups}"#,
        what = if names.len() == 1 { "a recording" } else { "recordings" },
        hammer = contact.mass_kg,
        frequencies = list(&|mode| format!("{:.4}", mode.undamped())),
        qualities = list(&|mode| format!("{:.5}", mode.quality())),
        masses = list(&|mode| format!("{:.5e}", contact.mass_kg / mode.share)),
        struck = list(&|_| "1".into()),
        heard =
            ears.iter().enumerate().map(|(side, ear)| ear.points(modes, side)).collect::<String>(),
        pickups = ears.iter().map(Ear::pickups).collect::<String>(),
        alow = contact.exponent.low,
        ahigh = contact.exponent.high,
        mlow = contact.loss.low,
        mhigh = contact.loss.high,
        tlow = 1000.0 * contact.duration_s.low,
        thigh = 1000.0 * contact.duration_s.high,
        stiffness = contact.stiffness,
        exponent = contact.exponent.value,
        kind = contact.restitution.map_or("hunt-crossley", |_| "constant-restitution"),
        loss = contact.restitution.map_or_else(
            || format!("mu = {}", contact.loss.value),
            |restitution| format!("restitution = {restitution}"),
        ),
    );
    text
}
