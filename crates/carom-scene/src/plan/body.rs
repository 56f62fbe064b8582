//! Bodies: what each of them is.

use carom::Mode;
use carom::law::Sides;
use carom_files::{Part, listed};
use carom_shapes::material;
use carom_shapes::touch;

use super::{Approach, GRAVITY, Kind, PlannedBody, Planner, Start};
use crate::scene::{Body, Modes, Numbers};

/// The most modes that all bodies of a scene may have together.
pub const MOST_MODES: usize = 1_000_000;

/// How far away a mass waits until it strikes (m).
const WAITING: f64 = 1.0;

/// Which of the modes of a list are below half the sample rate.
pub(super) fn kept(modes: &Modes, sample_rate: f64) -> Vec<usize> {
    let below = |i: &usize| modes.frequency.get(*i).is_some_and(|hertz| hertz < 0.5 * sample_rate);
    (0..modes.count()).filter(below).collect()
}

fn mode(modes: &Modes, i: usize) -> Option<Mode> {
    let (hertz, mass) = (modes.frequency.get(i)?, modes.mass.get(i)?);
    let of = |numbers: &Option<Numbers>| numbers.as_ref().and_then(|numbers| numbers.get(i));
    Some(match (of(&modes.q), of(&modes.decay)) {
        (Some(q), _) => Mode::ringing(mass, hertz, q),
        // 60 dB are a factor of 1000.
        (None, decay) => {
            let sigma = decay.map_or(0.0, |decay| 1000f64.ln() / decay);
            Mode { sigma, ..Mode::ringing(mass, hertz, 1.0) }
        }
    })
}

pub(super) fn part(i: usize, body: &Body) -> Part {
    Part::new("body", i, format!("body `{}`", body.name))
}

impl Planner<'_> {
    pub(super) fn plan_bodies(&mut self) {
        let scene = self.scene;
        self.findings.unique_names("body", scene.body.iter().map(|body| body.name.as_str()));
        for (i, body) in scene.body.iter().enumerate() {
            let kind = self.plan_body(i, body);
            self.bodies.push(kind.map(|kind| PlannedBody { name: body.name.clone(), kind }));
        }
        let count = |body: &Body| body.modes.as_ref().map_or(0, Modes::count);
        let total: usize = scene.body.iter().map(count).sum();
        if total > MOST_MODES {
            let message = format!("the bodies have {total} modes together");
            let largest = (0..scene.body.len()).max_by_key(|&i| count(&scene.body[i]));
            let field = format!("body.{}.modes", largest.unwrap_or(0));
            let help = format!("at most {MOST_MODES} modes are allowed");
            self.findings.error(&Part::root(), &field, &message, "most of them here", &help);
        }
    }

    fn plan_body(&mut self, i: usize, body: &Body) -> Option<Kind> {
        let part = &part(i, body);
        let material = self.material(part, body);
        self.materials.push(material);
        match (body.mass, &body.modes, &body.shape, body.wall) {
            (Some(mass), None, None, false) => {
                self.only_with_modes(part, body, "a free mass");
                self.only_where_it_has_an_effect(part, body, true, false);
                let of_ball = || touch::radius_of(mass, material?.elastic.density).ok();
                let radius = body.radius.or_else(of_ball);
                Some(Kind::Mass { mass, radius, start: self.start(i, body) })
            }
            (None, Some(modes), None, false) => {
                let instead = ["use `mode_velocity`", "use `mode_displacement`", "leave it out"];
                self.only_free(part, body, "a body with modes", instead);
                self.only_where_it_has_an_effect(part, body, false, false);
                self.plan_modes(part, body, modes)
            }
            (None, None, Some(shape), false) => {
                self.only_with_modes(part, body, "a body with a shape");
                self.only_where_it_has_an_effect(part, body, false, true);
                if body.material.is_none() {
                    let help = format!("materials: {}", listed(material::names()));
                    let message = "it has a shape but no `material`";
                    self.findings.error(part, "shape", message, "of what?", &help);
                }
                let within = part.within("shape");
                let resonator = shape.resonator();
                self.findings.fields(&within, &resonator.errors());
                if !self.findings.has_errors_in(&within.path) {
                    if let Some(material) = &material {
                        let errors = resonator.material_errors(&material.elastic);
                        self.findings.fields(&within, &errors);
                    }
                    for (field, doubt) in resonator.warnings() {
                        self.findings.warning(&within, field, doubt, "doubtful", "");
                    }
                }
                let losses = self.losses(part, i, shape);
                let (material, start) = (Box::new(material?), self.start(i, body));
                let highest = body.highest_mode.or(self.scene.highest_mode);
                Some(Kind::Shape { shape: shape.clone(), material, losses, highest, start })
            }
            (None, None, None, true) => {
                self.only_with_modes(part, body, "a wall");
                self.only_free(part, body, "a wall", ["it never moves"; 3]);
                self.only_where_it_has_an_effect(part, body, false, false);
                Some(Kind::Wall)
            }
            _ => {
                self.not_one_kind(part, body);
                None
            }
        }
    }

    /// Where something free starts.
    fn start(&self, i: usize, body: &Body) -> Start {
        Start {
            displacement: body.displacement.unwrap_or(0.0),
            velocity: body.velocity.unwrap_or(0.0),
            force: body.force.unwrap_or(0.0),
            gravity: if body.gravity { GRAVITY * self.side(i) } else { 0.0 },
            hardest_blow: body.hardest_blow,
        }
    }

    /// A value without effect is a mistake.
    fn only_where_it_has_an_effect(&mut self, part: &Part, body: &Body, mass: bool, shape: bool) {
        let checks = [
            (
                "hardness",
                body.hardness.is_some() && !mass,
                "only a body with `mass` has a hardness",
            ),
            (
                "hardest_blow",
                body.hardest_blow.is_some() && !mass,
                "only a body with `mass` can strike",
            ),
            (
                "q",
                body.q.is_some() && !shape,
                "only a body with a `shape` has `q`; modes have their own",
            ),
            (
                "decay",
                body.decay.is_some() && !shape,
                "only a body with a `shape` has `decay`; given modes have theirs in `modes`",
            ),
            (
                "support",
                !body.support.is_empty() && !shape,
                "only a body with a `shape` has supports",
            ),
            (
                "highest_mode",
                body.highest_mode.is_some() && !shape,
                "only a body with a `shape` has modes that can be left out",
            ),
            (
                "edge_loss",
                body.edge_loss.is_some() && !shape,
                "only a body with a `shape` has edges",
            ),
            ("gravity", body.gravity && !(mass || shape), "only what moves freely has a weight"),
        ];
        for (field, _, help) in checks.into_iter().filter(|(_, is_wrong, _)| *is_wrong) {
            let message = format!("`{field}` means nothing here");
            self.findings.error(part, field, &message, "not allowed here", help);
        }
    }

    fn not_one_kind(&mut self, part: &Part, body: &Body) {
        let given = [
            ("mass", body.mass.is_some()),
            ("modes", body.modes.is_some()),
            ("shape", body.shape.is_some()),
            ("wall", body.wall),
        ];
        let given: Vec<_> = given.iter().filter(|(_, is_given)| *is_given).collect();
        let help = "give exactly one of mass, modes, shape, wall = true";
        match given.as_slice() {
            [(first, _), .., (last, _)] => {
                let message = format!("it has both `{first}` and `{last}`");
                self.findings.error(part, last, &message, "one too many", help);
            }
            _ => {
                let message = "it has no mass, no modes, no shape and is no wall";
                self.findings.error(part, "", message, "what is it?", help);
            }
        }
    }

    /// What only a free mass may have.
    fn only_free(&mut self, part: &Part, body: &Body, kind: &str, instead: [&str; 3]) {
        let given = [body.velocity, body.displacement, body.force];
        for ((field, value), instead) in
            ["velocity", "displacement", "force"].into_iter().zip(given).zip(instead)
        {
            if value.is_some() {
                let message = format!("`{field}` is given for {kind}");
                let help = format!("only a body with `mass` has `{field}`; {instead}");
                self.findings.error(part, field, &message, "not allowed here", &help);
            }
        }
    }

    /// What only a body with modes may have.
    fn only_with_modes(&mut self, part: &Part, body: &Body, kind: &str) {
        let given = [
            ("points", !body.points.is_empty()),
            ("mode_displacement", body.mode_displacement.is_some()),
            ("mode_velocity", body.mode_velocity.is_some()),
        ];
        for (field, _) in given.into_iter().filter(|(_, is_given)| *is_given) {
            let message = format!("`{field}` is given for {kind}");
            let help = format!("only a body with `modes` has `{field}`");
            self.findings.error(part, field, &message, "not allowed here", &help);
        }
    }

    fn plan_modes(&mut self, part: &Part, body: &Body, modes: &Modes) -> Option<Kind> {
        let count = modes.count();
        if count == 0 {
            let help = "`modes` needs at least one frequency; a body without any is a wall";
            self.findings.error(part, "modes", "it has zero modes", "empty", help);
            return None;
        }
        let lists = [
            ("modes.frequency", Some(&modes.frequency)),
            ("modes.q", modes.q.as_ref()),
            ("modes.decay", modes.decay.as_ref()),
            ("modes.mass", Some(&modes.mass)),
            ("mode_displacement", body.mode_displacement.as_ref()),
            ("mode_velocity", body.mode_velocity.as_ref()),
        ];
        for (field, values) in lists {
            let listed = values.and_then(Numbers::listed).filter(|length| *length != count);
            if let Some(length) = listed {
                let (message, label) = (wrong_length(field, length, count), wrong(length, count));
                let help = "give one number, or one per mode";
                self.findings.error(part, field, &message, &label, help);
            }
        }
        if modes.q.is_some() && modes.decay.is_some() {
            self.decays_twice(part, "modes.decay");
        }
        for (name, weights) in body.points.iter().filter(|(_, weights)| weights.len() != count) {
            let message = wrong_length(&format!("points.{name}"), weights.len(), count);
            let points = part.within("points").within(name);
            let (label, help) = (wrong(weights.len(), count), "a point has one weight per mode");
            self.findings.error(&points, "", &message, &label, help);
        }
        self.too_high(part, modes, count);
        let kept = kept(modes, self.scene.sample_rate);
        let of = |numbers: &Option<Numbers>, i: usize| {
            numbers.as_ref().and_then(|numbers| numbers.get(i)).unwrap_or(0.0)
        };
        let start = |&i: &usize| [of(&body.mode_displacement, i), of(&body.mode_velocity, i)];
        Some(Kind::Modes {
            start: kept.iter().map(start).collect(),
            left_out: count - kept.len(),
            modes: kept.iter().filter_map(|&i| mode(modes, i)).collect(),
        })
    }

    /// Modes that cannot be sampled are left out, with a warning.
    fn too_high(&mut self, part: &Part, modes: &Modes, count: usize) {
        let nyquist = 0.5 * self.scene.sample_rate;
        let is_high = |i: &usize| modes.frequency.get(*i).is_some_and(|hertz| hertz >= nyquist);
        let Some(first) = (0..count).find(is_high) else { return };
        let high = (0..count).filter(is_high).count();
        let which = match (high, count) {
            (high, count) if high == count => "none of its modes is below".to_owned(),
            (1, _) => format!("1 of its {count} modes is at or above"),
            _ => format!("{high} of its {count} modes are at or above"),
        };
        let message = format!("{which} half the sample rate ({nyquist} Hz)");
        let field = match &modes.frequency {
            Numbers::All(_) => "modes.frequency".to_owned(),
            Numbers::Each(_) => format!("modes.frequency.{first}"),
        };
        let help = "such modes are left out; a higher sample_rate keeps them";
        self.findings.warning(part, &field, &message, "left out", help);
    }

    /// A mass that strikes later and has nothing else to do waits out of the way.
    pub(super) fn lift(&mut self, strikes: &[Approach]) {
        for i in 0..self.bodies.len() {
            let written = &self.scene.body[i];
            let busy = written.velocity.is_some_and(|v| v != 0.0) || written.displacement.is_some();
            let strikes = strikes.iter().any(|strike| strike.body == i);
            if busy || !(strikes || written.hardest_blow.is_some()) {
                continue;
            }
            let side = self.side(i);
            // Between walls there is no way out.
            let leaves = self.contacts.iter().flatten().all(|contact| {
                let one = matches!(contact.law.potential().sides(), Sides::One { .. });
                !contact.between.contains(&i) || (one && contact.side(i) == side)
            });
            if let Some(PlannedBody { kind: Kind::Mass { start, .. }, .. }) = &mut self.bodies[i]
                && leaves
                && (start.displacement, start.force, start.gravity) == (0.0, 0.0, 0.0)
            {
                start.displacement = -side * WAITING;
            }
        }
    }
}

fn wrong(length: usize, count: usize) -> String {
    format!("{length}, not {count}")
}

fn wrong_length(field: &str, length: usize, count: usize) -> String {
    let plural = |count: usize| if count == 1 { "" } else { "s" };
    format!("`{field}` has {length} value{} for {count} mode{}", plural(length), plural(count))
}
