//! What each body is made of: its modes, those that stand for others, how it moves the air.

use std::f64::consts::PI;
use std::sync::Arc;

use carom::{Mode, Tension};
use carom_shapes::radiation::Radiation;
use carom_shapes::{Object, Resonator};

use super::designs::design;
use super::{BuildOptions, reach};
use crate::plan::{Kind, Plan, Spot};

/// Modes that end at such a share of what a contact needs are enough, and so few modes tell nothing
/// about where they end.
const ENOUGH: f64 = 0.7;
const FEW: usize = 20;

/// The modes of a body, and the object behind them if it has a shape.
#[derive(Clone, Default)]
pub(super) struct BodyModes {
    pub(super) modes: Vec<Mode>,
    pub(super) left_out: usize,
    pub(super) object: Option<Arc<Object>>,
    pub(super) radiation: Option<Arc<Radiation>>,
    pub(super) up_to: Option<f64>,
    /// The contacts for each of which a last mode stands for all that were not kept.
    pub(super) residuals: Vec<usize>,
    pub(super) warning: Option<String>,
    pub(super) tension: Option<Tension>,
}

pub(super) fn modes_of(body: usize, plan: &Plan, options: BuildOptions) -> BodyModes {
    match &plan.bodies[body].kind {
        Kind::Wall => BodyModes::default(),
        Kind::Mass { mass, .. } => {
            BodyModes { modes: vec![Mode::free(*mass)], ..BodyModes::default() }
        }
        Kind::Modes { modes, left_out, .. } => {
            BodyModes { modes: modes.clone(), left_out: *left_out, ..BodyModes::default() }
        }
        Kind::Shape { shape, material, losses, highest, .. } => {
            let mut up_to = plan.heard_up_to(body);
            let (mut designed, mut object) = design(shape, material, up_to);
            let needed = reach::needed(plan, body);
            if let Some((hertz, _)) = needed
                && hertz > up_to
                && highest.is_none()
            {
                let hertz = options.reach.map_or(hertz, |reach| hertz.max(reach));
                up_to = reach::affordable(shape.resonator(), &object, up_to, hertz);
                (designed, object) = design(shape, material, up_to);
            }
            let radiation = designed.radiation(&object);
            let radiated = shape.resonator().radiated(&object, radiation);
            let losses = losses.of(material, &radiated);
            let mut modes = shape.resonator().ringing(&object, &losses);
            let all = modes.len();
            if !plan.method.holds() {
                modes.retain(|mode| mode.omega < PI * plan.sample_rate);
            }
            let left_out = all - modes.len();
            let mut found =
                BodyModes { modes, left_out, up_to: Some(up_to), ..BodyModes::default() };
            if let Some((hertz, contact)) = needed {
                found.add_residuals(plan, (body, shape.resonator()), &object, up_to);
                found.warning = too_short(plan, (body, contact), &object, [hertz, up_to]);
            }
            found.tension = shape.resonator().tension(&material.elastic, &object).map(|tension| {
                let weights = tension.weights.into_iter().take(all - left_out).collect();
                Tension { weights, ..tension }
            });
            found.object = Some(object);
            found.radiation = Some(Arc::clone(radiation));
            found
        }
    }
}

impl BodyModes {
    /// A mode more for every contact that strikes a place of a body, which stands for all modes
    /// above those that were kept.
    fn add_residuals(
        &mut self,
        plan: &Plan,
        (body, shape): (usize, &dyn Resonator),
        object: &Object,
        up_to: f64,
    ) {
        for (c, contact) in plan.contacts.iter().enumerate() {
            let Some(side) = contact.between.iter().position(|b| *b == body) else { continue };
            let Spot::Place(place) = contact.at[side] else { continue };
            // What higher modes would give way by is shared by points in a line, not each one's own.
            if plan.is_travelled(c) || contact.in_line {
                continue;
            }
            if let Some(mode) = object.residual(shape, &object.weights(place), up_to) {
                self.modes.push(mode);
                self.residuals.push(c);
            }
        }
    }
}

/// A warning if the modes of a body end where a contact still needs them.
fn too_short(
    plan: &Plan,
    (body, contact): (usize, usize),
    object: &Object,
    [needed, up_to]: [f64; 2],
) -> Option<String> {
    let highest = object.modes.last()?.frequency;
    // Few modes may be far apart.
    let end = if object.modes.len() >= FEW { highest.min(up_to) } else { up_to };
    (end < ENOUGH * needed).then(|| {
        format!(
            "contact `{}` is so short that modes of `{}` up to {:.0} kHz would take part in it, and \
             they end at {:.1} kHz: it gives the body less energy than a real one",
            plan.contacts[contact].name,
            plan.name(body),
            1e-3 * needed,
            1e-3 * end
        )
    })
}
