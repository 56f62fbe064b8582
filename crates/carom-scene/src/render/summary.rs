//! What a run came to, as numbers.

use carom::{ContactLog, Ledger, State};
use serde::Serialize;

use super::players::Players;
use crate::build::Built;
use crate::plan::Plan;
use carom_listen::Partial;

/// The whole summary, SI units.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Summary {
    /// The version of this structure.
    pub version: u32,
    /// The title of the scene.
    pub title: Option<String>,
    /// How many modes each body with a shape has.
    pub modes: Vec<ModeCount>,
    /// One for each contact, in the order of the scene.
    pub contacts: Vec<ContactSummary>,
    /// When the force of the first contact first returned to zero.
    pub at_first_release: Option<Moment>,
    /// At the end of the run.
    pub at_end: Moment,
    /// Where the energy went.
    pub energy: EnergySummary,
    /// What is heard.
    pub audio: AudioSummary,
    /// The scheme.
    pub scheme: &'static str,
    /// Samples per second.
    pub sample_rate: f64,
    /// Samples played.
    pub samples: u64,
    /// The most iterations of a step.
    pub iterations_max: u32,
    /// Samples whose steps were coarser than they should have been: 0, as a run has no deadline.
    pub coarsened: u64,
    /// Steps of contacts.
    pub contact_steps: u64,
    /// Steps that were taken in halves, because their energy did not add up.
    pub halved: u64,
    /// Steps in which contacts acted as viscous stops, because halves did not help.
    pub stopped: u64,
}

/// How many modes a body with a shape has.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ModeCount {
    /// Its name.
    pub body: String,
    /// How many ring.
    pub count: usize,
    /// Up to which frequency they were kept (Hz).
    pub up_to: f64,
}

/// What happened at a contact.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ContactSummary {
    /// Its name.
    pub name: String,
    /// Its bodies.
    pub between: [String; 2],
    /// The contact of whose line this is a further point, if it is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub point_of: Option<usize>,
    /// What happened, as the engine records it.
    #[serde(flatten)]
    pub log: ContactLog,
}

/// All bodies at one instant.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Moment {
    /// s.
    pub time: f64,
    /// In the order of the scene.
    pub bodies: Vec<BodyState>,
}

/// One body.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct BodyState {
    /// Its name.
    pub name: String,
    /// At its first contact port (m/s).
    pub velocity: f64,
    /// Kinetic and elastic (J).
    pub energy: f64,
}

/// The ledger of the run.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct EnergySummary {
    /// J.
    pub initial: f64,
    /// J, at the end.
    pub stored: f64,
    /// J.
    pub dissipated: f64,
    /// J.
    pub supplied: f64,
    /// What is missing or too much, relative to the initial energy plus the work in magnitude.
    pub residual: f64,
    /// Whether that is at most a millionth.
    pub adds_up: bool,
}

/// What is heard.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct AudioSummary {
    /// The largest sample of either channel, before the gain.
    pub peak: f64,
    /// The gain to the file.
    pub gain: f64,
    /// Over both channels, before the gain.
    pub rms: f64,
    /// The largest momentary loudness of the file (LUFS); nothing for silence.
    pub loudness_lufs: Option<f64>,
    /// Of the first 50 ms.
    pub centroid_hz: f64,
    /// What rings.
    pub partials: Vec<Partial>,
}

/// Gathers the summary of a run; `level` is peak, gain, rms and loudness, `heard` centroid and partials.
pub(super) fn summarise(
    plan: &Plan,
    built: &Built,
    players: &mut Players,
    (centroid_hz, partials): (f64, Vec<Partial>),
    level: [f64; 4],
) -> Summary {
    let samples = players.frames();
    let end = players.state().clone();
    let [peak, gain, rms, loudness] = level;
    Summary {
        version: 1,
        title: plan.title.clone(),
        modes: mode_counts(plan, built),
        contacts: plan
            .contacts
            .iter()
            .zip(players.logs())
            .map(|(contact, log)| ContactSummary {
                name: contact.name.clone(),
                between: contact.between.map(|body| plan.name(body).to_owned()),
                point_of: contact.point_of,
                log: *log,
            })
            .collect(),
        at_first_release: players.first_release().map(|r| moment(plan, built, r.time, &r.state)),
        at_end: moment(plan, built, samples as f64 / plan.sample_rate, &end),
        energy: energy_summary(&players.ledger()),
        audio: AudioSummary {
            peak,
            gain,
            rms,
            loudness_lufs: loudness.is_finite().then_some(loudness),
            centroid_hz,
            partials,
        },
        scheme: plan.method.name(),
        sample_rate: plan.sample_rate,
        samples,
        iterations_max: players.iterations_max(),
        coarsened: players.count(|counts| counts.coarsened),
        contact_steps: players.count(|counts| counts.contact_steps),
        halved: players.count(|counts| counts.halved),
        stopped: players.count(|counts| counts.stopped),
    }
}

fn mode_counts(plan: &Plan, built: &Built) -> Vec<ModeCount> {
    let omega = &built.world.model().modes().omega;
    let count = |(body, up_to): (usize, f64)| ModeCount {
        body: plan.name(body).to_owned(),
        count: built.modes_of(body).filter(|&i| omega[i] > 0.0).count(),
        up_to,
    };
    let shaped = built.up_to.iter().enumerate();
    shaped.filter_map(|(body, up_to)| Some(count((body, (*up_to)?)))).collect()
}

fn moment(plan: &Plan, built: &Built, time: f64, state: &State) -> Moment {
    let model = built.world.model();
    let body = |(body, here): (&crate::plan::PlannedBody, &carom::Body)| BodyState {
        name: body.name.clone(),
        velocity: model.velocity_at_first_contact(here.id().index(), state).unwrap_or(0.0),
        energy: model.energy_of(here.id().index(), state),
    };
    Moment { time, bodies: plan.bodies.iter().zip(&built.bodies).map(body).collect() }
}

fn energy_summary(ledger: &Ledger) -> EnergySummary {
    // A strike from outside is work, too, whichever scheme booked it.
    let supplied = ledger.supplied() + ledger.corrected();
    let scale = ledger.initial() + supplied.abs();
    let residual = if scale > 0.0 { ledger.residual() / scale } else { 0.0 };
    EnergySummary {
        initial: ledger.initial(),
        stored: ledger.stored(),
        dissipated: ledger.dissipated(),
        supplied,
        residual,
        adds_up: residual.abs() <= ADDS_UP,
    }
}

/// The share of the energy that may be missing from what adds up.
const ADDS_UP: f64 = 1e-6;

/// A larger share than this is not rounding, where a scheme balances its energy.
const ROUNDING: f64 = 1e-9;

/// Of all energy that came and went, and that contacts stored and gave back, rounding may leave this share.
const ROUNDED: f64 = 1e-12;

/// What is wrong with the ledger of a run, and why, if anything is.
pub(super) fn judge(plan: &Plan, summary: &Summary, ledger: &Ledger) -> Option<String> {
    let EnergySummary { residual, adds_up, .. } = summary.energy;
    let scheme = summary.scheme;
    let share = residual.abs();
    if !plan.method.has_exact_balance() {
        let does = if residual < 0.0 { "lost" } else { "made" };
        return (!adds_up).then(|| {
            format!(
                "{scheme} {does} {share:.1e} of the energy: it does not balance it, and its steps are too \
                 long for this; scheme = \"two-point\" balances it, smaller substeps lessen it"
            )
        });
    }
    if share <= ROUNDING {
        let Summary { stopped, contact_steps, .. } = summary;
        return (*stopped > 0).then(|| {
            format!(
                "in {stopped} of {contact_steps} steps of contacts no force was found that keeps the energy: there they \
                 acted as viscous stops; more substeps or softer contacts avoid this"
            )
        });
    }
    let does = if residual < 0.0 { "is missing" } else { "is too much" };
    let passed = ledger.passed() + ledger.exchanged();
    let why = if ledger.residual().abs() <= ROUNDED * passed {
        format!("rounding, as {passed:.1e} J came and went")
    } else {
        "the reason is not known, please report it".to_owned()
    };
    Some(format!("{share:.1e} of the energy {does}: {why}"))
}
