//! The picture of the force, and the page that shows what happened.

use carom_numeric::five_digits as number;
use carom_report::{Axis, Cell, Facts, Figure, Page, Panel, Section, Series, Table};
use carom_rigid::algebra::{cross, dot, length, scale, subtract};
use carom_rigid::{ForceSample, Vector};

use super::answer::{Answer, BodyState, Results};
use super::types::Collision;

/// The directions in which a force is shown.
struct Axes {
    normal: Vector,
    /// Along the slip as they touch.
    along: Vector,
    across: Vector,
}

impl Axes {
    fn new(collision: &Collision, slip: Vector) -> Self {
        let normal = scale(collision.normal, 1.0 / length(collision.normal));
        let tangent = subtract(slip, scale(normal, dot(slip, normal)));
        let other = if normal[1].abs() <= 0.7 { [0.0, 1.0, 0.0] } else { [0.0, 0.0, 1.0] };
        let start =
            if length(tangent) > 1e-12 * length(slip) { tangent } else { cross(other, normal) };
        let along = scale(start, 1.0 / length(start));
        Self { normal, along, across: cross(normal, along) }
    }
}

/// The force on the first body over time: pushing, and along the surface.
pub(super) fn figure(collision: &Collision, results: &Results) -> Figure {
    let time = || Axis::linear("time", "s");
    let force = || Axis::linear("force", "N").include(0.0);
    let mut push = Panel::new("Normal force", time(), force());
    let mut drag = Panel::new("Friction", time(), force());
    let several = matches!(results, Results::All(_));
    let timed = results.answers().iter().filter(|answer| !answer.curve.is_empty());
    for (colour, answer) in timed.enumerate() {
        let axes = Axes::new(collision, answer.slip.before);
        let line = |name: &str, direction| line(name, answer, direction).colour(colour);
        let [along, across] = if several {
            [answer.method.to_owned(), format!("{}, across the first slip", answer.method)]
        } else {
            ["along the first slip".to_owned(), "across it".to_owned()]
        };
        push = push.with(line(if several { &along } else { "" }, axes.normal));
        drag = drag.with(line(&along, axes.along));
        if sideways(answer, axes.across) {
            drag = drag.with(line(&across, axes.across).dashed());
        }
    }
    let [first, second] = [0, 1].map(|i| collision.body.get(i).map_or("", |body| &body.name));
    Figure::new(format!("Force of `{second}` on `{first}`").replace('`', ""))
        .caption("Normal force: along the normal. Friction: in the plane of contact, negative against the slip.")
        .panel(push)
        .panel(drag)
        .columns(2)
}

fn line(name: &str, answer: &Answer, direction: Vector) -> Series {
    Series::line(name, points(&answer.curve, answer.contact_time, direction))
}

/// Means at the middle of their periods, from nothing to nothing.
fn points(curve: &[ForceSample], end: f64, direction: Vector) -> Vec<(f64, f64)> {
    let half = 0.5 * end / curve.len().max(1) as f64;
    let middle = curve.iter().map(|s| (s.time + half, dot(s.force, direction)));
    [(0.0, 0.0)].into_iter().chain(middle).chain([(end, 0.0)]).collect()
}

fn sideways(answer: &Answer, across: Vector) -> bool {
    let most = answer.curve.iter().map(|s| dot(s.force, across).abs()).fold(0.0, f64::max);
    most > 1e-6 * answer.peak_force.unwrap_or(0.0)
}

/// One self-contained page.
pub(super) fn page(collision: &Collision, source: &str, results: &Results) -> Page {
    let title = collision.title.clone().unwrap_or_else(|| "A collision".into());
    let methods: Vec<_> = results.answers().iter().map(|answer| answer.method).collect();
    let mut page = Page::new(title).subtitle(format!("By {}", methods.join(", ")));
    let mut motion = Section::new("Motion");
    for line in collision.description.iter().flat_map(|text| text.lines()) {
        motion = motion.text(line);
    }
    page = page.section(motion.table(motions(collision, results.answers())));
    if let [answer] = results.answers() {
        page = page.section(Section::new("Contact").facts(facts(answer)));
    } else {
        page = page.section(Section::new("Contact").table(contacts(results.answers())));
    }
    page = page.section(force(collision, results));
    if let Results::All(comparison) = results {
        for refusal in &comparison.refused {
            let text = format!("{}: {}", refusal.method, refusal.message);
            page = page.section(Section::new("").warning(text));
        }
    }
    page.section(Section::new("The collision").source("collision.toml", source))
        .footer("Made by Carom: every joule accounted for.")
}

fn force(collision: &Collision, results: &Results) -> Section {
    let section = Section::new("Force");
    if results.answers().iter().all(|answer| answer.curve.is_empty()) {
        return section.note(NO_TIME);
    }
    let section = section.figure(figure(collision, results).panel_size(360.0, 240.0));
    let without = results.answers().iter().any(|answer| answer.curve.is_empty());
    if without { section.note(NO_TIME) } else { section }
}

/// The note in place of a missing picture.
pub(super) const NO_TIME: &str = "The method mirtich steps through the impulse: no time passes in \
    it, so it has no force over time and no contact time.";

fn motions(collision: &Collision, answers: &[Answer]) -> Table {
    let mut table = Table::new(["body", "", "velocity x, y, z (m/s)", "spin x, y, z (rad/s)"]);
    let moves = |i: &usize| collision.body.get(*i).is_some_and(|body| !body.immovable);
    for i in (0..2).filter(moves) {
        if let Some(answer) = answers.first() {
            table = table.row(motion(&answer.before[i], "before"));
        }
        for answer in answers {
            let when = if answers.len() > 1 {
                format!("after, {}", answer.method)
            } else {
                "after".into()
            };
            table = table.row(motion(&answer.bodies[i], &when));
        }
    }
    table
}

fn motion(state: &BodyState, when: &str) -> [Cell; 4] {
    let three = |a: &Vector| a.map(|x| format!("{x:.4}")).join(", ");
    [
        Cell::text(state.name.clone()),
        Cell::text(when),
        Cell::text(three(&state.velocity)),
        Cell::text(three(&state.spin)),
    ]
}

fn facts(answer: &Answer) -> Facts {
    let mut facts = Facts::new().fact("impulse", number(length(answer.impulse)), "N·s");
    if let Some(peak) = answer.peak_force {
        facts = facts.fact("contact time", format!("{:.4}", 1e3 * answer.contact_time), "ms").fact(
            "peak force",
            number(peak),
            "N",
        );
    }
    if let Some(sticking) = answer.sticking {
        facts = facts.fact("stuck, of the impulse", format!("{:.1}", 100.0 * sticking), "%");
    }
    facts
        .fact("energy before", number(answer.energy.before), "J")
        .fact("energy after", number(answer.energy.after), "J")
        .fact("momentum missing", share(answer.residual.momentum), "")
        .fact("angular momentum missing", share(answer.residual.angular_momentum), "")
}

fn share(value: f64) -> String {
    if value == 0.0 { "0".into() } else { format!("{value:.1e}") }
}

fn contacts(answers: &[Answer]) -> Table {
    let mut table = Table::new([
        "method",
        "impulse (N·s)",
        "lasts (ms)",
        "peak force (N)",
        "stuck (%)",
        "energy before (J)",
        "after (J)",
    ]);
    for answer in answers {
        let or_dash = |value: Option<String>| value.unwrap_or_else(|| "–".into());
        let lasts = answer.peak_force.map(|_| format!("{:.4}", 1e3 * answer.contact_time));
        table = table.row([
            Cell::text(answer.method),
            Cell::number(number(length(answer.impulse))),
            Cell::number(or_dash(lasts)),
            Cell::number(or_dash(answer.peak_force.map(number))),
            Cell::number(or_dash(answer.sticking.map(|share| format!("{:.1}", 100.0 * share)))),
            Cell::number(number(answer.energy.before)),
            Cell::number(number(answer.energy.after)),
        ]);
    }
    table
}
