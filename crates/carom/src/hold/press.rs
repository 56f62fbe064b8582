//! A contact that lasts alone, over many samples at once: a pad that damps.
//!
//! While one contact goes on and nothing else can touch, only its force decides what the modes of its
//! body do. Where the port would go if nothing pushed follows from the modes at the start; what a
//! force adds to every later step is its echo, the same for all. So the forces are found one after
//! the other without the modes, and the modes follow in one go, each in registers while time passes.
//! Steps and equations are those of one sample at a time.

use super::ExactHold;
use super::bank::Bank;
use super::flight::{LONGEST, SHORTEST};
use super::kernels::{self, LANES, Lanes, Moving, add, part};
use crate::energy::Flow;
use crate::law::Sides;
use crate::model::{Model, Quantity};
use crate::stepper::{Drive, Rows, Touch};

/// The samples that were prepared, and room for it.
#[derive(Debug)]
pub(super) struct Press {
    /// The contact that presses, while there are samples.
    contact: Option<usize>,
    steps: Vec<Touch>,
    forces: Vec<f64>,
    /// What the contact lost in each step and what whoever moves its gap supplied (J).
    lost: Vec<f64>,
    supplied: Vec<f64>,
    /// By how much a force of one moves the port in each later step, and whose port that is.
    echo: Vec<f64>,
    echo_of: Option<usize>,
    /// By how much the port moves in each step by what is known so far.
    free: Vec<f64>,
    /// The modes at the end.
    y: Vec<f64>,
    v: Vec<f64>,
    mode_lost: Vec<Lanes>,
    modes_lost: f64,
    lanes: Vec<[[f64; LANES]; 2]>,
    silence: Vec<f64>,
}

impl Press {
    pub(super) fn new(bank: &Bank) -> Self {
        let zeros = || vec![0.0; bank.len()];
        let room = || vec![0.0; LONGEST];
        Self {
            contact: None,
            steps: Vec::with_capacity(LONGEST),
            forces: Vec::with_capacity(LONGEST),
            lost: Vec::with_capacity(LONGEST),
            supplied: Vec::with_capacity(LONGEST),
            echo: room(),
            echo_of: None,
            free: room(),
            y: zeros(),
            v: zeros(),
            mode_lost: bank.lost.clone(),
            modes_lost: 0.0,
            lanes: vec![[[0.0; LANES]; 2]; LONGEST],
            silence: zeros(),
        }
    }

    pub(super) fn contact(&self) -> Option<usize> {
        self.contact
    }

    pub(super) fn steps(&self) -> &[Touch] {
        &self.steps
    }

    /// The port of this contact is another.
    pub(super) fn forget(&mut self) {
        self.echo_of = None;
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
        self.find_echo(c);
        self.find_forces(model, drive, c, frames);
        if self.press.forces.len() < SHORTEST {
            self.press.contact = Some(c);
            self.go_back(c, 0);
            self.take_up(0);
            return None;
        }
        self.press.contact = Some(c);
        self.sound(c, rows);
        Some(c)
    }

    /// The contact that touches, if it takes a step per sample, its body has nothing but modes that ring
    /// by themselves, and all others are out of reach for so many samples.
    fn lasts_alone(&self, model: &Model, drive: &Drive, frames: usize) -> Option<usize> {
        let (1, &[c]) = (self.awake, &self.seen[..]) else { return None };
        let (link, contact) = (&self.links[c], &model.contacts[c]);
        let [port] = &link.parts[..] else { return None };
        let law = &contact.law;
        let plain = matches!(law.potential().sides(), Sides::One { .. })
            && law.as_felt().is_none()
            && !link.arms;
        let body = &self.bodies[port.body];
        let whole = self.fine_substeps == 1 && contact.most_substeps == 1 && link.ready;
        let alone = link.masses.is_empty() && !body.driven && !link.reweighed;
        let time = frames as f64 * self.dt;
        let by: f64 = drive.gap_steps[..frames].iter().sum();
        let reach = if by == 0.0 {
            drive.reach
        } else {
            self.reach(model, drive, &std::iter::once((c, by)), time)
        };
        let far = |other: usize| !drive.touching[other] && self.is_far(model, reach, other, time);
        let lasts = plain && whole && alone && drive.touching[c];
        (lasts && (0..self.links.len()).all(|other| other == c || far(other))).then_some(c)
    }

    /// Finds what a force of one at the port of a contact does to it later.
    fn find_echo(&mut self, c: usize) {
        if self.press.echo_of == Some(c) {
            return;
        }
        let port = &self.links[c].parts[0];
        let range = port.range.clone();
        let step = part(&self.fine, range.clone());
        let (y, v) = (&mut self.press.y[range.clone()], &mut self.press.v[range.clone()]);
        for (i, (y, v)) in y.iter_mut().zip(v).enumerate() {
            let (step, push) = (&step[i / LANES], port.ports[i / LANES].push[i % LANES]);
            (*y, *v) = (step.c[i % LANES] * push, step.s[i % LANES] * push);
        }
        let (press, port) = (&mut self.press, &self.links[c].parts[0]);
        press.echo.fill(0.0);
        let state = [&press.y[range.clone()], &press.v[range]];
        self.flight.draw_on(
            self.cpu,
            port,
            self.bodies[port.body].bank.clone(),
            state,
            &mut press.echo,
        );
        self.press.echo_of = Some(c);
    }

    /// Finds the forces of at most so many steps, as long as the bodies touch.
    fn find_forces(&mut self, model: &Model, drive: &Drive, c: usize, frames: usize) {
        let Self { cpu, bank, bodies, press, links, flight, memory, dt, .. } = self;
        let (link, law) = (&mut links[c], &model.contacts[c].law);
        let port = &link.parts[0];
        press.free.fill(0.0);
        flight.draw_on(
            *cpu,
            port,
            bodies[port.body].bank.clone(),
            bank.state(&port.range),
            &mut press.free,
        );
        link.discard_depth();
        press.steps.clear();
        press.forces.clear();
        press.lost.clear();
        press.supplied.clear();
        for n in 0..frames {
            let by = drive.gap_steps[n];
            let way = press.free[n] - by;
            link.evaluations = 0;
            let outcome = link.solve(law, memory[c], way, *dt);
            if law.potential().depth(outcome.end).0 <= 0.0 {
                break;
            }
            let force = outcome.step.force;
            add(*cpu, &mut press.free[n + 1..frames], force, &press.echo);
            press.steps.push(Touch {
                from: link.x,
                to: outcome.end,
                force,
                way,
                way_after: 2.0 * outcome.change - way,
                evaluations: link.evaluations,
            });
            press.forces.push(force);
            press.lost.push(outcome.step.lost);
            press.supplied.push(-force * by);
            link.x = outcome.end;
        }
    }

    /// Moves the modes under the forces, beside where they are, and writes the signals of all pickups.
    fn sound(&mut self, c: usize, rows: &mut Rows) {
        let Self { cpu, press, links, bodies, fine, bank, masses, drives, pickups, .. } = self;
        let port = &links[c].parts[0];
        let all = bodies[port.body].bank.clone();
        let step = part(fine, all.clone());
        let groups = all.start / LANES..all.end / LANES;
        let sources = super::Sources { cpu: *cpu, bank, masses, drives, dt: self.dt };
        let silence = &press.silence[..all.len()];
        let frames = press.forces.len();
        for (p, pickup) in pickups.iter_mut().enumerate() {
            let row = &mut rows[p][..frames];
            if pickup.quantity == Quantity::Force {
                let pushed = links[c].bodies.contains(&pickup.body);
                row.fill(0.0);
                if pushed {
                    row.copy_from_slice(&press.forces);
                }
            } else if pickup.body != port.body {
                let quiet = bodies[pickup.body].quiet && !bodies[pickup.body].driven;
                pickup.over_flight(&sources, &mut self.flight, quiet, row);
            }
        }
        // Two pickups at a time hear the modes while they move.
        let mut heard = (0..pickups.len())
            .filter(|&p| pickups[p].body == port.body && pickups[p].quantity != Quantity::Force);
        let mut moved = false;
        loop {
            let pair = [heard.next(), heard.next()];
            if moved && pair[0].is_none() {
                break;
            }
            moved = true;
            press.y[all.clone()].copy_from_slice(&bank.y[all.clone()]);
            press.v[all.clone()].copy_from_slice(&bank.v[all.clone()]);
            press.mode_lost[groups.clone()].copy_from_slice(&bank.lost[groups.clone()]);
            let state = Moving {
                y: &mut press.y[all.clone()],
                v: &mut press.v[all.clone()],
                lost: &mut press.mode_lost[groups.clone()],
            };
            let lanes = &mut press.lanes[..frames];
            lanes.fill([[0.0; LANES]; 2]);
            let of = pair.map(|p| p.map_or([silence; 2], |p| pickups[p].of_state()));
            press.modes_lost =
                kernels::press(*cpu, state, &press.forces, &port.ports, step, of, lanes);
            for (side, p) in pair.into_iter().enumerate() {
                let Some(p) = p else { continue };
                let direct = pickups[p].direct(c);
                for ((row, lane), force) in rows[p].iter_mut().zip(&*lanes).zip(&press.forces) {
                    *row = lane[side].iter().sum::<f64>() + direct * force;
                }
            }
        }
    }

    /// Moves what the contact presses on over so many samples of those prepared.
    pub(super) fn pass_press(&mut self, c: usize, frames: usize) -> Flow {
        let Self { cpu, press, links, bodies, fine, bank, .. } = self;
        let port = &links[c].parts[0];
        let all = bodies[port.body].bank.clone();
        let mut lost = press.modes_lost;
        if frames == press.forces.len() {
            let groups = all.start / LANES..all.end / LANES;
            bank.y[all.clone()].copy_from_slice(&press.y[all.clone()]);
            bank.v[all.clone()].copy_from_slice(&press.v[all]);
            bank.lost[groups.clone()].copy_from_slice(&press.mode_lost[groups]);
        } else {
            let (step, forces) = (part(fine, all.clone()), &press.forces[..frames]);
            let of = [[&press.silence[..all.len()]; 2]; 2];
            let lanes = &mut press.lanes[..frames];
            lost = kernels::press(*cpu, bank.moving(all), forces, &port.ports, step, of, lanes);
        }
        self.go_back(c, frames);
        let press = &self.press;
        let in_contact: f64 = press.lost[..frames].iter().sum();
        let supplied = press.supplied[..frames].iter().sum();
        self.contact_lost[c] += in_contact;
        Flow { dissipated: lost + in_contact, supplied, ..Flow::default() }
    }

    /// Where the contact is after so many samples of those prepared.
    fn go_back(&mut self, c: usize, frames: usize) {
        let (link, steps) = (&mut self.links[c], &self.press.steps);
        let end = frames.checked_sub(1).and_then(|last| steps.get(last)).map(|step| step.to);
        link.x = end.or(steps.first().map(|step| step.from)).unwrap_or(link.x);
    }

    /// The contact after so many samples of those prepared, of which there are none any more.
    pub(super) fn take_up(&mut self, frames: usize) {
        let Some(c) = self.press.contact.take() else { return };
        let (link, steps) = (&mut self.links[c], &self.press.steps);
        // The next step looks anew where it is going; where it is stays tracked.
        link.look_again();
        link.discard_depth();
        let before = |n: usize| frames.checked_sub(n).map_or(0.0, |at| steps[at].force);
        link.forces = [before(1), before(2), before(3)];
        link.age = link.age.saturating_add(frames as u32);
        self.bodies[link.parts[0].body].pushes += u64::from(frames > 0);
    }
}
