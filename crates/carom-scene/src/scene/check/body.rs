//! Bodies: what they are, and what fits that.

use std::collections::BTreeMap;

use super::super::types::{Body, Kind, Modes, Scene};
use super::super::values::Numbers;
use super::{Checker, Part, limit};

/// The most modes that all bodies of a scene may have together.
pub const MOST_MODES: usize = 1_000_000;

impl Checker<'_> {
    pub(super) fn bodies(&mut self, scene: &Scene) {
        let parts: Vec<_> = scene.body.iter().enumerate().map(|(i, body)| part(i, body)).collect();
        let names = scene.body.iter().map(|body| body.name.clone());
        self.unique_names("body", &names.collect::<Vec<_>>());
        for (part, body) in parts.iter().zip(&scene.body) {
            self.one_body(part, body, scene.sample_rate);
        }
        let count = |body: &Body| body.modes.as_ref().map_or(0, Modes::count);
        let total: usize = scene.body.iter().map(count).sum();
        if total > MOST_MODES {
            let message = format!("the bodies have {total} modes together");
            let largest = (0..scene.body.len()).max_by_key(|&i| count(&scene.body[i]));
            let field = format!("body.{}.modes", largest.unwrap_or(0));
            let help = format!("at most {MOST_MODES} modes are allowed");
            self.fault(&Part::root(), &field, &message, "most of them here", &help);
        }
    }

    /// No name may be empty or given twice.
    pub fn unique_names(&mut self, list: &str, names: &[String]) {
        let mut seen = BTreeMap::new();
        for (i, name) in names.iter().enumerate() {
            let part = Part::new(list, i, String::new());
            if name.is_empty() {
                let message = format!("{list} {i} has an empty name");
                let help = "`name` must have at least one character";
                self.fault(&part, "name", &message, "empty", help);
                continue;
            }
            let first = *seen.entry(name).or_insert(i);
            if first != i {
                let line = self.map.line(&Part::new(list, first, String::new()).path.join("name"));
                let label = line.map_or_else(
                    || format!("{list} {first} is called the same"),
                    |line| format!("taken in line {line}"),
                );
                let message = format!("{list} {first} and {list} {i} are both called `{name}`");
                let help = format!("each {list} needs a name of its own");
                self.fault(&part, "name", &message, &label, &help);
            }
        }
    }

    fn one_body(&mut self, part: &Part, body: &Body, sample_rate: f64) {
        self.optional(part, "mass", body.mass, &limit::MASS);
        self.optional(part, "velocity", body.velocity, &limit::VELOCITY);
        self.optional(part, "displacement", body.displacement, &limit::DISPLACEMENT);
        self.optional(part, "force", body.force, &limit::FORCE);
        self.optional(part, "q", body.q, &limit::QUALITY);
        self.optional(part, "radius", body.radius, &limit::TOUCHED_RADIUS);
        self.optional(part, "hardness", body.hardness, &limit::HARDNESS);
        self.material(part, body);
        self.only_where_it_means_something(part, body);
        match body.kind() {
            None => self.not_one_kind(part, body),
            Some(Kind::Mass(_)) => self.only_with_modes(part, body, "a free mass"),
            Some(Kind::Wall) => {
                self.only_with_modes(part, body, "a wall");
                self.only_free(part, body, "a wall", ["it never moves"; 3]);
            }
            Some(Kind::Modes(modes)) => {
                let instead = ["use `mode_velocity`", "use `mode_displacement`", "leave it out"];
                self.only_free(part, body, "a body with modes", instead);
                self.modes(part, body, modes, sample_rate);
            }
            Some(Kind::Shape(shape)) => {
                self.only_with_modes(part, body, "a body with a shape");
                self.shape(part, body, shape);
            }
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
                self.fault(part, last, &message, "one too many", help);
            }
            _ => {
                let message = "it has no mass, no modes, no shape and is no wall";
                self.fault_of(part, message, "what is it?", help);
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
                self.fault(part, field, &message, "not allowed here", &help);
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
            self.fault(part, field, &message, "not allowed here", &help);
        }
    }

    fn modes(&mut self, part: &Part, body: &Body, modes: &Modes, sample_rate: f64) {
        let count = modes.count();
        if count == 0 {
            let message = "it has zero modes";
            let help = "`modes` needs at least one frequency; a body without any is a wall";
            self.fault(part, "modes", message, "empty", help);
            return;
        }
        let lists = [
            ("modes.frequency", Some(&modes.frequency), &limit::FREQUENCY),
            ("modes.q", modes.q.as_ref(), &limit::QUALITY),
            ("modes.mass", Some(&modes.mass), &limit::MASS),
            ("mode_displacement", body.mode_displacement.as_ref(), &limit::DISPLACEMENT),
            ("mode_velocity", body.mode_velocity.as_ref(), &limit::VELOCITY),
        ];
        for (field, values, limit) in lists {
            let Some(values) = values else { continue };
            self.numbers(part, field, values, limit);
            if let Some(length) = values.listed().filter(|length| *length != count) {
                let message = wrong_length(field, length, count);
                let help = "give one number, or one per mode";
                self.fault(part, field, &message, &format!("{length}, not {count}"), help);
            }
        }
        self.points(part, body, count);
        self.too_high(part, modes, count, sample_rate);
    }

    fn points(&mut self, part: &Part, body: &Body, count: usize) {
        let path = part.path.join("points");
        for (name, weights) in &body.points {
            let (path, field) = (path.join(name), format!("points.{name}"));
            if weights.len() != count {
                let message = part.says(&wrong_length(&field, weights.len(), count));
                let error = self.map.error(&path, message);
                let error = error.label(format!("{}, not {count}", weights.len()));
                self.errors.push(error.help("a point has one weight per mode"));
            }
            self.list(part, &path, &field, weights, &limit::WEIGHT);
        }
    }

    /// Modes that cannot be sampled are left out, with a word about it.
    fn too_high(&mut self, part: &Part, modes: &Modes, count: usize, sample_rate: f64) {
        let nyquist = 0.5 * sample_rate;
        let is_high = |i: &usize| modes.frequency.get(*i).is_some_and(|hertz| hertz >= nyquist);
        let Some(first) = (0..count).find(is_high) else { return };
        let high = (0..count).filter(is_high).count();
        let which = match (high, count) {
            (high, count) if high == count => "none of its modes is below".to_owned(),
            (1, _) => format!("1 of its {count} modes is at or above"),
            _ => format!("{high} of its {count} modes are at or above"),
        };
        let message = format!("{which} half the sample rate ({nyquist:?} Hz)");
        let path = part.path.field("modes.frequency");
        let path = match &modes.frequency {
            Numbers::All(_) => path,
            Numbers::Each(_) => path.index(first),
        };
        let warning = self.map.warning(&path, part.says(&message));
        let help = "such modes are left out; a higher sample_rate keeps them";
        self.warnings.push(warning.label("left out").help(help));
    }
}

pub(super) fn part(i: usize, body: &Body) -> Part {
    Part::new("body", i, format!("body `{}`", body.name))
}

fn wrong_length(field: &str, length: usize, count: usize) -> String {
    let plural = |count: usize| if count == 1 { "" } else { "s" };
    format!("`{field}` has {length} value{} for {count} mode{}", plural(length), plural(count))
}
