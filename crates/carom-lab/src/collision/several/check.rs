//! Checks one of several contacts.

use carom_files::{Findings, Part, did_you_mean, listed};

use super::super::check::{direction, friction};
use super::super::types::{Collision, Contact};
use super::super::values::Restitution;

/// The smallest coefficient of several contacts, whose forces act in time.
const LEAST_RESTITUTION: f64 = 0.01;

/// Finds what is wrong with a contact beyond its form.
pub(in super::super) fn check(
    findings: &mut Findings<'_>,
    i: usize,
    contact: &Contact,
    collision: &Collision,
) {
    let [first, second] = &contact.between;
    let part = Part::new("contact", i, format!("contact of `{first}` and `{second}`"));
    let names = || collision.body.iter().map(|body| body.name.as_str());
    for (k, name) in contact.between.iter().enumerate() {
        if !names().any(|known| known == name) {
            let message = format!("there is no body `{name}`");
            let label = did_you_mean(name, names(), "unknown body");
            let help = format!("bodies: {}", listed(names()));
            findings.error(&part, &format!("between.{k}"), &message, &label, &help);
        }
    }
    if first == second {
        let help = "name two different bodies";
        findings.error(&part, "between.1", "a body cannot touch itself", "the same body", help);
    }
    let held = |name: &String| collision.body.iter().any(|b| b.name == *name && b.immovable);
    if first != second && held(first) && held(second) {
        let help = "leave this contact out, or `immovable` out of one of them";
        findings.error(&part, "between", "both bodies are immovable", "nothing moves", help);
    }
    if let Some(normal) = &contact.normal {
        direction(findings, &part, "normal", normal);
    }
    if let Some(given) = &contact.friction {
        friction(findings, &part, given);
    }
    restitution(findings, &part, contact, collision);
}

fn restitution(findings: &mut Findings<'_>, part: &Part, contact: &Contact, collision: &Collision) {
    let value = match contact.restitution.unwrap_or(collision.restitution) {
        Restitution::Constant(value) => value,
        Restitution::Falling(falling) => falling.slow,
    };
    if value < LEAST_RESTITUTION {
        let message = format!("`restitution` is {value:?}, too small for several contacts");
        let help = "`restitution` must be 0.01 or above: forces that act in time have to part";
        let root = Part::root();
        let part = if contact.restitution.is_some() { part } else { &root };
        findings.error(part, "restitution", &message, "too small", help);
    }
}
