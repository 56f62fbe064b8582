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
use super::kernels::{self, LANES, Lanes, Moving, part};
use super::staggered::{Hearers, Staggers};
use crate::energy::Flow;
use crate::law::{Discrete, Sides};
use crate::model::{Model, Quantity};
use crate::stepper::{Drive, Pressed, Rows};

/// The samples that were prepared, and room for it.
#[derive(Debug)]
pub(super) struct Press {
    /// The contact that presses, while there are samples.
    contact: Option<usize>,
    made: Pressed,
    /// By how much a force of one moves the port in each later step, and whose port that is, of which `steps` are, too.
    echo: Vec<f64>,
    echo_of: Option<usize>,
    /// By how much the port moves in each step by what is known so far.
    free: Vec<f64>,
    /// The modes at the end.
    y: Vec<f64>,
    v: Vec<f64>,
    mode_lost: Vec<Lanes>,
    modes_lost: f64,
    /// The steps of the modes, and how they are heard by two pickups at a time.
    steps: Staggers,
    hearers: Vec<Hearers>,
    lanes: [Vec<Lanes>; 2],
    silence: Vec<Hearers>,
}

impl Press {
    pub(super) fn new(bank: &Bank) -> Self {
        let zeros = || vec![0.0; bank.len()];
        let silence = || vec![Hearers::default(); bank.len() / LANES];
        let room = || vec![0.0; LONGEST + LANES];
        Self {
            contact: None,
            made: Pressed::with_room(LONGEST),
            echo: room(),
            echo_of: None,
            free: room(),
            y: zeros(),
            v: zeros(),
            mode_lost: bank.lost.clone(),
            modes_lost: 0.0,
            steps: Staggers::with_room(bank.len()),
            hearers: silence(),
            lanes: std::array::from_fn(|_| vec![Lanes::default(); LONGEST]),
            silence: silence(),
        }
    }

    pub(super) fn contact(&self) -> Option<usize> {
        self.contact
    }

    pub(super) fn made(&self) -> &Pressed {
        &self.made
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
        self.know_port(c);
        self.find_forces(model, drive, c, frames);
        // A force moves others with the square of the time: fewer samples are sooner certain.
        let mut count = self.press.made.count;
        while count >= SHORTEST {
            let most = kernels::largest_size(self.cpu, &self.press.made.forces[..count]);
            if self.stay_away(model, drive, (c, most), count) {
                break;
            }
            count /= 4;
        }
        if count < SHORTEST {
            self.press.contact = Some(c);
            self.go_back(c, 0);
            self.take_up(0);
            return None;
        }
        self.press.made.count = count;
        self.press.contact = Some(c);
        self.sound(c, rows);
        Some(c)
    }

    /// The contact that touches, if it takes a step per sample, its body has nothing but modes that ring
    /// by themselves, and all others are out of reach for so many samples, or would be if it did not push.
    fn lasts_alone(&mut self, model: &Model, drive: &Drive, frames: usize) -> Option<usize> {
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
        let time = frames as f64 * self.dt;
        let push = self.links[c].push_of(force);
        (0..self.links.len()).filter(|other| *other != c).all(|other| {
            let (link, contact) = (&self.links[other], &model.contacts[other]);
            let span = link.by_motion(contact.gap, &self.masses, time);
            !drive.touching[other] && span.widened(link.pushed(push, time)).is_open(&contact.law)
        })
    }

    /// Finds what a force of one at the port of a contact does to it later, and how the modes beside it move and are
    /// heard.
    fn know_port(&mut self, c: usize) {
        if self.press.echo_of == Some(c) {
            return;
        }
        self.press.echo_of = Some(c);
        let port = &self.links[c].parts[0];
        let all = self.bodies[port.body].bank.clone();
        let (fine, masses) = (part(&self.fine, all.clone()), &self.bank.mass[all]);
        self.press.steps.read(fine, masses, &port.ports);
        let range = port.range.clone();
        let step = part(&self.fine, range.clone());
        let (y, v) = (&mut self.press.y[range.clone()], &mut self.press.v[range.clone()]);
        for (i, (y, v)) in y.iter_mut().zip(v).enumerate() {
            let (step, push) = (&step[i / LANES], port.ports[i / LANES].push[i % LANES]);
            (*y, *v) = (step.c[i % LANES] * push, step.s[i % LANES] * push);
        }
        let (press, port) = (&mut self.press, &self.links[c].parts[0]);
        press.echo.fill(0.0);
        let echo = &mut press.echo[..LONGEST];
        let state = [&press.y[range.clone()], &press.v[range]];
        self.flight.draw_on(self.cpu, port, self.bodies[port.body].bank.clone(), state, echo);
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
            &mut press.free[..LONGEST],
        );
        link.discard_depth();
        let (free, echo, gap_steps) = (&mut press.free, &press.echo, &drive.gap_steps[..frames]);
        let made = &mut press.made;
        (made.start, made.compliance) = (link.x, link.compliance);
        let mut n = 0;
        while n < frames {
            let way = free[n] - gap_steps[n];
            link.evaluations = 0;
            link.approach = way;
            let outcome = link.solve(law, memory[c], *dt);
            let depth = law.potential().depth(outcome.end).0;
            let moved = way - link.compliance * outcome.step.force;
            if depth <= 0.0
                || !Discrete::adds_up(outcome.step.created(moved, link.span()), drive.energy)
            {
                break;
            }
            let force = outcome.step.force;
            kernels::add_times(*cpu, &mut free[n + 1..], force, echo, frames - n - 1);
            (made.ends[n], made.forces[n], made.ways[n]) = (outcome.end, force, way);
            (made.lost[n], made.evaluations[n]) = (outcome.step.lost, link.evaluations);
            link.x = outcome.end;
            n += 1;
        }
        made.count = n;
        let supplied = made.supplied.iter_mut().zip(&made.forces).zip(gap_steps);
        supplied.for_each(|((supplied, force), by)| *supplied = -force * by);
    }

    /// Moves a copy of the modes under the forces, and writes the signals of all pickups.
    fn sound(&mut self, c: usize, rows: &mut Rows) {
        let Self { cpu, press, links, bodies, bank, masses, drives, mixer, flight, aside, .. } =
            self;
        let pressed = links[c].parts[0].body;
        let sources = super::Sources { cpu: *cpu, bank, masses, drives, dt: self.dt };
        let frames = press.made.count;
        // The pressed body is heard below, with the forces on it.
        let quiet = |b: usize| b == pressed || (bodies[b].quiet && !bodies[b].driven);
        mixer.over_flight((&sources, flight, aside), quiet, frames, rows);
        let all = bodies[pressed].bank.clone();
        let groups = all.start / LANES..all.end / LANES;
        let Press { steps, hearers, y, v, mode_lost, modes_lost, lanes, silence, made, .. } = press;
        let mut move_on = |hearers: &[Hearers], lanes: [&mut [Lanes]; 2]| {
            y[all.clone()].copy_from_slice(&bank.y[all.clone()]);
            v[all.clone()].copy_from_slice(&bank.v[all.clone()]);
            mode_lost[groups.clone()].copy_from_slice(&bank.lost[groups.clone()]);
            let state = Moving {
                y: &mut y[all.clone()],
                v: &mut v[all.clone()],
                lost: &mut mode_lost[groups.clone()],
            };
            *modes_lost = steps.press(*cpu, state, made.forces(), hearers, lanes);
        };
        // Inaudible output is skipped.
        let spare = lanes.each_mut().map(|lanes| &mut lanes[..frames]);
        if !mixer.pairs.iter().any(|pair| pair.body == pressed) {
            move_on(&silence[groups.clone()], spare);
            return;
        }
        for pair in mixer.pairs.iter().filter(|pair| pair.body == pressed) {
            mixer.read_hearers(pair, &mut hearers[groups.clone()]);
            let [left, right] = match pair.second.map(|q| rows.get_disjoint_mut([pair.first, q])) {
                Some(Ok(rows)) => rows.map(|row| row.set_lanes(frames)),
                _ => [rows[pair.first].set_lanes(frames), &mut *spare[1]],
            };
            left.fill(Lanes::default());
            right.fill(Lanes::default());
            move_on(&hearers[groups.clone()], [left, right]);
            pair.unfold(*cpu, rows, frames);
        }
        for p in 0..rows.len() {
            let direct = match mixer.quantity(p) {
                Quantity::Force => f64::from(u8::from(links[c].bodies.contains(&mixer.body(p)))),
                _ => mixer.direct(p, c),
            };
            for (sample, force) in rows[p].samples[..frames].iter_mut().zip(made.forces()) {
                *sample += direct * force;
            }
        }
    }

    /// Moves what the contact presses on over so many samples of those prepared.
    pub(super) fn pass_press(&mut self, c: usize, frames: usize) -> Flow {
        let Self { cpu, press, links, bodies, bank, .. } = self;
        let all = bodies[links[c].parts[0].body].bank.clone();
        let groups = all.start / LANES..all.end / LANES;
        let mut lost = press.modes_lost;
        if frames == press.made.count {
            bank.y[all.clone()].copy_from_slice(&press.y[all.clone()]);
            bank.v[all.clone()].copy_from_slice(&press.v[all]);
            bank.lost[groups.clone()].copy_from_slice(&press.mode_lost[groups]);
        } else {
            let (forces, silence) = (&press.made.forces[..frames], &press.silence[groups]);
            let lanes = press.lanes.each_mut().map(|lanes| &mut lanes[..frames]);
            lost = press.steps.press(*cpu, bank.moving(all), forces, silence, lanes);
        }
        self.go_back(c, frames);
        let press = &self.press;
        let in_contact = kernels::sum(self.cpu, &press.made.lost[..frames]);
        let supplied = kernels::sum(self.cpu, &press.made.supplied[..frames]);
        self.contact_lost[c] += in_contact;
        Flow { dissipated: lost + in_contact, supplied, ..Flow::default() }
    }

    /// Where the contact is after so many samples of those prepared.
    fn go_back(&mut self, c: usize, frames: usize) {
        self.links[c].x = self.press.made.after(frames);
    }

    /// The contact after so many samples of those prepared, of which there are none any more.
    pub(super) fn take_up(&mut self, frames: usize) {
        let Some(c) = self.press.contact.take() else { return };
        let (link, forces) = (&mut self.links[c], &self.press.made.forces);
        // The next step looks anew where it is going; where it is stays tracked.
        link.look_again();
        link.discard_depth();
        let before = |n: usize| frames.checked_sub(n).map_or(0.0, |at| forces[at]);
        link.forces = [before(1), before(2), before(3)];
        link.age = link.age.saturating_add(frames as u32);
        self.bodies[link.parts[0].body].pushes += u64::from(frames > 0);
    }
}
