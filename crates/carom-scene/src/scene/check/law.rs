//! Contact laws: each parameter, and which of them exclude each other.

use super::super::law::{Felt, Hertz, Law};
use super::{Checker, Part, limit};

impl Checker<'_> {
    pub(super) fn law(&mut self, contact: &Part, law: &Law) {
        let part = Part { path: contact.path.join("law"), title: contact.title.clone() };
        if law.has_two_sides() && !law.is_adhesive() {
            let help = "`adhesive` must be true for spring and rattle, which hold from two sides";
            self.fault(&part, "adhesive", "`adhesive` is false", "not allowed here", help);
        }
        match law {
            Law::HuntCrossley(law) => {
                self.power(&part, law.stiffness, law.exponent);
                self.optional(&part, "lambda", law.lambda, &limit::LAMBDA);
                self.damping(&part, law.mu, law.restitution, law.speed);
                let given = [
                    ("mu", law.mu.is_some()),
                    ("lambda", law.lambda.is_some()),
                    ("restitution", law.restitution.is_some()),
                ];
                self.at_most_one(&part, &given);
            }
            Law::Power(law) => self.power(&part, law.stiffness, law.exponent),
            Law::Spring(law) => self.power(&part, law.stiffness, law.exponent),
            Law::ConstantRestitution(law) => {
                self.power(&part, law.stiffness, law.exponent);
                self.number(&part, "restitution", law.restitution, &limit::RESTITUTION);
            }
            Law::Rattle(law) => {
                self.power(&part, law.stiffness, law.exponent);
                self.number(&part, "half_gap", law.half_gap, &limit::HALF_GAP);
                self.optional(&part, "mu", law.mu, &limit::MU);
            }
            Law::Hertz(law) => self.hertz(&part, law),
            Law::Felt(law) => self.felt(&part, law),
        }
    }

    fn felt(&mut self, part: &Part, law: &Felt) {
        self.optional(part, "stiffness", law.stiffness, &limit::STIFFNESS);
        self.optional(part, "exponent", law.exponent, &limit::EXPONENT);
        self.optional(part, "hysteresis", law.hysteresis, &limit::HYSTERESIS);
        self.optional(part, "relaxation", law.relaxation, &limit::RELAXATION);
        let values = [
            ("stiffness", law.stiffness),
            ("exponent", law.exponent),
            ("hysteresis", law.hysteresis),
            ("relaxation", law.relaxation),
        ];
        let help = "give the `key` of a piano hammer, or all of stiffness, exponent, hysteresis \
                    and relaxation";
        let given = values.iter().find(|(_, value)| value.is_some());
        let missing = values.iter().find(|(_, value)| value.is_none());
        match (law.key, given, missing) {
            (Some(key), _, _) if !(1..=88).contains(&key) => {
                let message = format!("`key` is {key}");
                let help = "`key` must be a whole number from 1 to 88";
                self.fault(part, "key", &message, "out of range", help);
            }
            (Some(_), Some((name, _)), _) => {
                let message = format!("the felt is given by both `key` and `{name}`");
                self.fault(part, name, &message, "one too many", help);
            }
            (None, _, Some((name, _))) => {
                self.fault_of(part, &format!("felt without `{name}`"), "incomplete", help);
            }
            _ => {}
        }
    }

    fn power(&mut self, part: &Part, stiffness: f64, exponent: f64) {
        self.number(part, "stiffness", stiffness, &limit::STIFFNESS);
        self.number(part, "exponent", exponent, &limit::EXPONENT);
    }

    fn damping(
        &mut self,
        part: &Part,
        mu: Option<f64>,
        restitution: Option<f64>,
        speed: Option<f64>,
    ) {
        self.optional(part, "mu", mu, &limit::MU);
        self.optional(part, "restitution", restitution, &limit::RESTITUTION);
        self.optional(part, "speed", speed, &limit::SPEED);
        let help = "`restitution` holds at one approach speed: give restitution and speed together";
        match (restitution, speed) {
            (Some(_), None) => {
                let message = "`restitution` is given without `speed`";
                self.fault(part, "restitution", message, "at which speed?", help);
            }
            (None, Some(_)) => {
                let message = "`speed` is given without `restitution`";
                self.fault(part, "speed", message, "speed of what?", help);
            }
            _ => {}
        }
    }

    fn at_most_one(&mut self, part: &Part, given: &[(&str, bool)]) {
        let names: Vec<_> = given.iter().filter(|(_, is)| *is).map(|(name, _)| *name).collect();
        if let [first, .., last] = names.as_slice() {
            let all: Vec<_> = given.iter().map(|(name, _)| *name).collect();
            let message = format!("the loss is given by both `{first}` and `{last}`");
            let help = format!("give at most one of {}", all.join(", "));
            self.fault(part, last, &message, "one too many", &help);
        }
    }

    fn hertz(&mut self, part: &Part, law: &Hertz) {
        for (name, surface) in [("first", &law.first), ("second", &law.second)] {
            self.number(part, &format!("{name}.young"), surface.young, &limit::YOUNG);
            self.number(part, &format!("{name}.poisson"), surface.poisson, &limit::POISSON);
            self.optional(part, &format!("{name}.radius"), surface.radius, &limit::RADIUS);
        }
        if law.first.radius.is_none() && law.second.radius.is_none() {
            let help = "give the radius of at least one of first and second (m)";
            self.fault_of(part, "both surfaces are planes", "no radius", help);
        }
        self.damping(part, law.mu, law.restitution, law.speed);
        let given = [("mu", law.mu.is_some()), ("restitution", law.restitution.is_some())];
        self.at_most_one(part, &given);
    }
}
