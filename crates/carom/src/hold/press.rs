//! A contact that lasts alone, over many samples at once: a pad that damps.
//!
//! While one contact goes on and nothing else can touch, only its force decides what its body does. Where the port
//! would go if nothing pushed, and what would be heard of the body, is known in closed form; what the force of a step
//! adds later, at the port and in every pickup, is its echo, the same for all steps. So forces and signals are found
//! without the modes. These are moved when the samples have passed, each in registers while time passes. Steps and
//! equations are those of one sample at a time.

use super::ExactHold;
use super::flight::{LONGEST, SHORTEST};
use super::kernels::{part, press, rotate_under};
use super::matter::Matter;
use super::vectors::{BEFORE, LANES, add_echoes, add_times};
use crate::energy::Flow;
use crate::law::{Discrete, Sides};
use crate::model::Model;
use crate::stepper::{Drive, Row, Rows, Touch};

/// The samples that were prepared, and room for them.
#[derive(Debug)]
pub(super) struct Press {
    /// The contact that presses, while there are samples.
    pub(super) contact: Option<usize>,
    /// What the contact does in each sample; its forces once more, after so many zeros; and what it loses (J).
    pub(super) touches: Vec<Touch>,
    forces: Vec<f64>,
    lost: Vec<f64>,
    /// By how much a force of one moves the port in each later step, and what each pickup hears of it in its own
    /// sample and in each later one; and of which contact this is known.
    echo: Vec<f64>,
    heard: Vec<Row>,
    pub(super) known: Option<usize>,
    /// By how much the port moves in each step by what is known so far.
    free: Vec<f64>,
    /// A force of one in a contact, none in the others.
    unit: Vec<f64>,
}

impl Press {
    pub(super) fn new(contacts: usize, pickups: usize) -> Self {
        Self {
            contact: None,
            touches: Vec::with_capacity(LONGEST),
            forces: vec![0.0; BEFORE + LONGEST + BEFORE],
            lost: vec![0.0; LONGEST],
            echo: vec![0.0; LONGEST + LANES],
            heard: vec![Row::with_room(LONGEST); pickups],
            known: None,
            free: vec![0.0; LONGEST + LANES],
            unit: vec![0.0; contacts],
        }
    }

    /// The forces of the samples that were prepared.
    fn forces(&self) -> &[f64] {
        &self.forces[BEFORE..][..self.touches.len()]
    }
}

impl ExactHold {
    /// Prepares at most `frames` samples in which one contact goes on, with their signals; which one.
    pub(super) fn prepare_press(
        &mut self,
        model: &Model,
        drive: &Drive,
        frames: usize,
        rows: &mut Rows,
    ) -> Option<usize> {
        let c = self.lasts_alone(model, drive, frames)?;
        self.know_echoes(c);
        self.find_forces(model, drive, c, frames);
        // A force moves others with the square of the time: fewer samples are sooner certain.
        let mut count = self.press.touches.len();
        while count >= SHORTEST {
            let most =
                self.press.forces()[..count].iter().fold(0.0f64, |most, f| most.max(f.abs()));
            if self.stay_away(model, drive, (c, most), count) {
                break;
            }
            count /= 4;
        }
        if count < SHORTEST {
            return None;
        }
        self.press.touches.truncate(count);
        self.press.forces[BEFORE + count..].fill(0.0);
        self.press.contact = Some(c);
        self.sound(rows);
        Some(c)
    }

    /// The contact that touches, if it takes a step per sample, its body has nothing but modes that ring
    /// by themselves, and all others are out of reach for so many samples, or would be if it did not push.
    fn lasts_alone(&mut self, model: &Model, drive: &Drive, frames: usize) -> Option<usize> {
        let [c] = self.coupled.seen[..] else { return None };
        let (link, contact) = (&self.links[c], &model.contacts[c]);
        let [port] = &link.parts[..] else { return None };
        let law = &contact.law;
        let plain = matches!(law.potential().sides(), Sides::One { .. })
            && law.as_felt().is_none()
            && !link.arms;
        let body = &self.bodies[port.body];
        let whole = self.matter.steps.count == 1 && contact.most_substeps == 1 && link.ready;
        let alone = link.masses.is_empty() && !body.driven && !link.reweighed;
        if !(plain && whole && alone && drive.touching[c]) {
            return None;
        }
        for other in (0..self.links.len()).filter(|other| *other != c) {
            self.measure(other);
        }
        self.stay_away(model, drive, (c, 0.0), frames).then_some(c)
    }

    /// Whether no other contact can touch in so many samples, while this one has no more than a force.
    fn stay_away(
        &self,
        model: &Model,
        drive: &Drive,
        (c, force): (usize, f64),
        frames: usize,
    ) -> bool {
        let push = self.links[c].push_of(force);
        (0..self.links.len()).filter(|other| *other != c).all(|other| {
            let gap = model.contacts[other].gap;
            !drive.touching[other] && self.stays_open(model, (other, gap), push, frames)
        })
    }

    /// Finds what a force of one in a step of a contact does later, from the modes at the end of the step.
    fn know_echoes(&mut self, c: usize) {
        if self.press.known.replace(c) == Some(c) {
            return;
        }
        self.save();
        let Self { matter, links, mixer, flight, aside, press, .. } = self;
        let port = &links[c].parts[0];
        let range = port.range.clone();
        let Matter { cpu, bank, steps, .. } = matter;
        bank.y[range.clone()].fill(0.0);
        bank.v[range.clone()].fill(0.0);
        let step = part(steps.sample(), range.clone());
        rotate_under(*cpu, bank.moving(range.clone()), 1.0, &port.ports, step);
        press.echo.fill(0.0);
        let state = matter.bank.state(&range);
        flight.draw_on(matter, port, state, &mut press.echo[..LONGEST]);
        mixer.over_flight(matter, aside, |b| b != port.body, LONGEST, &mut press.heard);
        for row in &mut press.heard {
            row.close(LONGEST);
            row.samples.rotate_right(1);
        }
        press.unit[c] = 1.0;
        mixer.now(matter, links, &press.unit, &mut press.heard);
        press.unit[c] = 0.0;
        self.restore();
    }

    /// Finds the forces of at most so many steps, as long as the bodies touch.
    fn find_forces(&mut self, model: &Model, drive: &Drive, c: usize, frames: usize) {
        let Self { matter, press, links, flight, memory, .. } = self;
        let Press { touches, forces, lost, echo, free, .. } = press;
        let (link, law) = (&mut links[c], &model.contacts[c].law);
        let port = &link.parts[0];
        free.fill(0.0);
        flight.draw_on(matter, port, matter.bank.state(&port.range), &mut free[..LONGEST]);
        touches.clear();
        link.discard_depth();
        let start = link.x;
        for n in 0..frames {
            (link.approach, link.evaluations) = (free[n] - drive.gap_steps[n], 0);
            let outcome = link.solve(law, memory[c], (link.approach, link.compliance), matter.dt);
            let (from, way, force) = (link.x, link.approach, outcome.step.force);
            let moved = way - link.compliance * force;
            if law.potential().depth(outcome.end).0 <= 0.0
                || !Discrete::adds_up(outcome.step.created(moved, link.span()), drive.energy)
            {
                break;
            }
            add_times(matter.cpu, &mut free[n + 1..], force, echo, frames - n - 1);
            let (to, way_after) = (outcome.end, 2.0 * outcome.change - way);
            touches.push(Touch { from, to, force, way, way_after, evaluations: link.evaluations });
            (forces[BEFORE + n], lost[n]) = (force, outcome.step.lost);
            link.x = to;
        }
        link.x = start;
        link.discard_depth();
    }

    /// Writes the signals of all pickups: of what rings on, and the echoes of all forces.
    fn sound(&mut self, rows: &mut Rows) {
        let Self { matter, press, links, bodies, mixer, aside, .. } = self;
        let Press { contact: Some(c), touches, forces, heard, .. } = press else { return };
        let frames = touches.len();
        let quiet = |b: usize| bodies[b].quiet && !bodies[b].driven;
        mixer.over_flight(matter, aside, quiet, frames, rows);
        let hears = |p: &usize| links[*c].bodies.contains(&mixer.body(*p));
        for p in (0..rows.len()).filter(hears) {
            add_echoes(matter.cpu, &mut rows[p].samples[..frames], &heard[p].samples, forces);
        }
    }

    /// Moves what the contact presses on over so many samples of those prepared.
    pub(super) fn pass_press(&mut self, c: usize, frames: usize) -> Flow {
        let Self { press: made, links, matter, .. } = self;
        let Matter { cpu, bank, steps, .. } = matter;
        let link = &mut links[c];
        let port = &link.parts[0];
        let step = part(steps.sample(), port.range.clone());
        let modes = bank.moving(port.range.clone());
        let of_modes = press(*cpu, modes, &made.forces()[..frames], &port.ports, step);
        let passed = &made.touches[..frames];
        link.x = passed.last().map_or(made.touches[0].from, |touch| touch.to);
        let lost: f64 = made.lost[..frames].iter().sum();
        self.contact_lost[c] += lost;
        Flow { dissipated: of_modes + lost, ..Flow::default() }
    }

    /// The contact after so many samples of those prepared, of which there are none any more.
    pub(super) fn take_up(&mut self, frames: usize) {
        let Some(c) = self.press.contact.take() else { return };
        let (link, forces) = (&mut self.links[c], &self.press.forces);
        // The next step looks anew where it is going; where it is stays tracked.
        link.look_again();
        link.discard_depth();
        link.forces = [1, 2, 3].map(|n| forces[BEFORE + frames - n]);
        link.age = link.age.saturating_add(frames as u32);
        self.bodies[link.parts[0].body].pushes += u64::from(frames > 0);
    }
}
