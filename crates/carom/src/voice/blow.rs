//! Blows as they are heard: what forces on a body do to the air beside it, beyond the ringing of
//! its modes.
//!
//! Every pole of a far field has a state with ż = q·z + input, and the sum of their real parts is
//! heard. The input is what the contact forces on the body drive the pole with, each held over a
//! step: z⁺ = e^(qh)·z + (e^(qh) − 1)/q·input is exact. A constant force from outside moves
//! nothing; a change of it does.

use num_complex::Complex64;

use crate::cpu::Cpu;
use crate::hearing::Hearing;
use crate::hold::{Complexes, LANES, LONGEST, Lanes, filter, filter_on, hush};
use crate::model::Model;
use crate::stepper::{Rows, Touch};

/// A state below this (Pa) is silent: 500 dB below what anybody hears.
const SILENT: f64 = 1e-30;

/// So is everything together, beside what was left when nothing touched any more: rounding.
const UNHEARD: f64 = 1e-16;

/// Steps of so many lengths are kept.
const LENGTHS: usize = 4;

/// The modes that share a filter.
#[derive(Clone, Debug)]
struct Group {
    /// Which of the poles. Filters have poles in common, such as those of a limit of all that is heard: what
    /// drives one of them adds up.
    poles: Vec<usize>,
    /// Which modes of the body.
    members: Vec<usize>,
    /// How a newton on each member drives each pole; pole by pole.
    drives: Vec<Complex64>,
}

/// A contact of the body.
#[derive(Clone, Debug)]
struct Input {
    contact: usize,
    side: usize,
    /// How a newton in it drives each pole.
    drives: Vec<Complex64>,
    /// Whether modes or weights have changed since.
    stale: bool,
    /// What a newton over a step does to each pole, and the length of that step (s).
    kicks: Vec<Complexes>,
    dt: f64,
}

/// What a step of some length does to each pole: e^(qh) and (e^(qh) − 1)/q.
#[derive(Clone, Debug)]
struct Step {
    dt: f64,
    turns: Vec<Complexes>,
    shares: Vec<Complex64>,
}

impl Step {
    fn new(poles: &[Complex64], dt: f64) -> Self {
        let mut step = Self {
            dt: 0.0,
            turns: room(poles.len()),
            shares: vec![Complex64::default(); poles.len()],
        };
        step.set(poles, dt);
        step
    }

    fn set(&mut self, poles: &[Complex64], dt: f64) {
        if self.dt == dt {
            return;
        }
        self.dt = dt;
        for (i, &q) in poles.iter().enumerate() {
            let x = q * dt;
            // By its series where the difference would cancel.
            let share = if x.norm() < 0.1 {
                (2..=9).rev().fold(Complex64::from(1.0), |sum, n| 1.0 + x / f64::from(n) * sum)
            } else {
                (x.exp() - 1.0) / x
            };
            put(&mut self.turns, i, x.exp());
            self.shares[i] = share * dt;
        }
    }
}

/// Room for so many numbers side by side; those beyond are 0.
fn room(count: usize) -> Vec<Complexes> {
    vec![Complexes::default(); count.div_ceil(LANES)]
}

fn put(all: &mut [Complexes], i: usize, value: Complex64) {
    let of = &mut all[i / LANES];
    (of.re[i % LANES], of.im[i % LANES]) = (value.re, value.im);
}

fn get(all: &[Complexes], i: usize) -> Complex64 {
    let of = &all[i / LANES];
    Complex64::new(of.re[i % LANES], of.im[i % LANES])
}

/// What one pickup hears of the blows on its body.
#[derive(Clone, Debug)]
pub(super) struct Blow {
    pickup: usize,
    body: usize,
    cpu: Cpu,
    poles: Vec<Complex64>,
    states: Vec<Complexes>,
    /// The sum of their real parts.
    heard: f64,
    /// Room for what drives each pole.
    input: Vec<Complex64>,
    sample: Step,
    /// Steps of some lengths that were needed, and which of them is taken.
    fine: [Step; LENGTHS],
    taken: usize,
    groups: Vec<Group>,
    inputs: Vec<Input>,
    /// The constant force on each mode of the body (N).
    held: Vec<f64>,
    /// Whether any state is not 0.
    sounds: bool,
    /// What was left when nothing touched any more, once that is known (Pa).
    left: f64,
    /// The states after samples that were prepared, the force in each (N), by which input, and room for it.
    ahead: Vec<Complexes>,
    forces: Vec<f64>,
    input_ahead: Option<usize>,
    lanes: Vec<Lanes>,
}

/// The blows of all pickups that hear some.
pub(super) fn blows(model: &Model, forces: &[f64], dt: f64) -> Vec<Blow> {
    let pickups = model.pickups.iter().enumerate();
    let heard = pickups.filter_map(|(p, pickup)| Some((p, pickup.body, pickup.hearing.as_ref()?)));
    let blows = heard.map(|(p, body, hearing)| Blow::new(model, (p, body, hearing), forces, dt));
    blows.filter(|blow| !blow.poles.is_empty()).collect()
}

impl Blow {
    fn new(
        model: &Model,
        (pickup, body, hearing): (usize, usize, &Hearing),
        forces: &[f64],
        dt: f64,
    ) -> Self {
        let (mut poles, mut groups): (Vec<Complex64>, Vec<Group>) = (Vec::new(), Vec::new());
        for (index, filter) in hearing.filters().enumerate() {
            let modes = hearing.far.modes.iter().enumerate();
            let heard = modes.filter(|(_, heard)| heard.filter == Some(index) && heard.gain != 0.0);
            let members: Vec<usize> = heard.map(|(n, _)| n).collect();
            if members.is_empty() {
                continue;
            }
            let mut place = |pole: Complex64| {
                let known = poles.iter().position(|other| *other == pole);
                known.unwrap_or_else(|| {
                    poles.push(pole);
                    poles.len() - 1
                })
            };
            let places: Vec<usize> = filter.map(&mut place).collect();
            let drives = vec![Complex64::default(); places.len() * members.len()];
            groups.push(Group { poles: places, members, drives });
        }
        let zeros = vec![Complex64::default(); poles.len()];
        let touching = model.contacts.iter().enumerate().filter_map(|(contact, definition)| {
            let side = definition.bodies.iter().position(|b| *b == body)?;
            let (drives, kicks) = (zeros.clone(), room(zeros.len()));
            Some(Input { contact, side, drives, stale: true, kicks, dt: 0.0 })
        });
        let mut blow = Self {
            pickup,
            body,
            cpu: Cpu::detect(),
            inputs: touching.collect(),
            states: room(zeros.len()),
            heard: 0.0,
            input: zeros,
            sample: Step::new(&poles, dt),
            fine: std::array::from_fn(|_| Step::new(&poles, dt)),
            taken: 0,
            groups,
            held: forces[model.modes_of(body)].to_vec(),
            sounds: false,
            left: f64::NAN,
            ahead: room(poles.len()),
            forces: Vec::with_capacity(LONGEST),
            input_ahead: None,
            lanes: vec![Lanes::default(); LONGEST],
            poles,
        };
        blow.update_modes(model, body);
        blow
    }

    /// The modes of a body have changed.
    pub(super) fn update_modes(&mut self, model: &Model, body: usize) {
        let hearing = model.pickups[self.pickup].hearing.as_ref().filter(|_| body == self.body);
        let Some(hearing) = hearing else { return };
        let (modes, first) = (&model.modes, model.modes_of(body).start);
        for Group { poles, members, drives } in &mut self.groups {
            for (m, &n) in members.iter().enumerate() {
                let i = first + n;
                let drive = hearing.drives(n, [modes.mass[i], modes.omega[i], modes.sigma[i]]);
                for (row, drive) in (0..poles.len()).zip(drive) {
                    drives[row * members.len() + m] = drive;
                }
            }
        }
        for input in &mut self.inputs {
            input.stale = true;
        }
    }

    /// The weights of a contact have changed.
    pub(super) fn update_weights(&mut self, contact: usize) {
        for input in self.inputs.iter_mut().filter(|input| input.contact == contact) {
            input.stale = true;
        }
    }

    /// One step under the forces that the contacts had in it.
    pub(super) fn step(&mut self, model: &Model, touches: &[Touch], dt: f64) {
        let pushing = self.inputs.iter().position(|input| touches[input.contact].force != 0.0);
        let Some(first) = pushing else {
            self.rest(dt);
            return;
        };
        self.take_length(dt);
        (self.sounds, self.left) = (true, f64::NAN);
        let Self { cpu, inputs, groups, states, fine, taken, .. } = self;
        let fine = &fine[*taken];
        for (n, input) in inputs.iter_mut().enumerate().skip(first) {
            let force = touches[input.contact].force;
            if force == 0.0 {
                continue;
            }
            input.prepare(model, groups, fine);
            if n == first {
                let least = SILENT * SILENT;
                self.heard = filter(*cpu, states, &fine.turns, &input.kicks, force, least);
                continue;
            }
            for (state, kick) in states.iter_mut().zip(&input.kicks) {
                for i in 0..LANES {
                    state.re[i] += force * kick.re[i];
                    state.im[i] += force * kick.im[i];
                    self.heard += force * kick.re[i];
                }
            }
        }
    }

    /// Prepares steps of a length (s); if it is not among those kept, it takes the place of the next of them.
    fn take_length(&mut self, dt: f64) {
        if self.fine[self.taken].dt == dt {
            return;
        }
        let kept = self.fine.iter().position(|step| step.dt == dt);
        self.taken = kept.unwrap_or((self.taken + 1) % LENGTHS);
        self.fine[self.taken].set(&self.poles, dt);
    }

    /// One step without forces.
    pub(super) fn rest(&mut self, dt: f64) {
        if self.sounds {
            self.take_length(dt);
            let turns = &self.fine[self.taken].turns;
            self.heard = filter(self.cpu, &mut self.states, turns, turns, 0.0, SILENT * SILENT);
        }
    }

    /// An impulse (N·s) at a point of a body.
    pub(super) fn kick(&mut self, body: usize, weights: &[f64], impulse: f64) {
        if body == self.body {
            drive(&self.groups, |n| weights[n] * impulse, &mut self.input);
            self.jump(|input, _| input);
        }
    }

    /// Moves each state by what its input and its pole say.
    fn jump(&mut self, by: impl Fn(Complex64, Complex64) -> Complex64) {
        for (i, (input, q)) in self.input.iter().zip(&self.poles).enumerate() {
            let state = get(&self.states, i) + by(*input, *q);
            put(&mut self.states, i, state);
        }
        self.heard = self.states.iter().flat_map(|states| states.re).sum();
        (self.sounds, self.left) = (true, f64::NAN);
    }

    /// Other constant forces on all modes: from where the old ones held each state to where the new
    /// ones do.
    pub(super) fn push(&mut self, model: &Model, forces: &[f64]) {
        let now = &forces[model.modes_of(self.body)];
        if self.held != now {
            drive(&self.groups, |n| now[n] - self.held[n], &mut self.input);
            self.held.copy_from_slice(now);
            self.jump(|input, q| input / q);
        }
    }

    /// Silence, under these constant forces.
    pub(super) fn reset(&mut self, model: &Model, forces: &[f64]) {
        self.held.copy_from_slice(&forces[model.modes_of(self.body)]);
        self.silence();
    }

    fn silence(&mut self) {
        self.states.fill(Complexes::default());
        (self.sounds, self.left, self.heard) = (false, f64::NAN, 0.0);
    }

    /// Adds what is heard now to the first sample of its row.
    pub(super) fn add_now(&self, rows: &mut Rows) {
        if self.sounds {
            rows[self.pickup].samples[0] += self.heard;
        }
    }

    /// Adds what is heard in so many samples in which nothing touches. What nobody could hear ends
    /// here.
    pub(super) fn over_flight(&mut self, frames: usize, rows: &mut Rows) {
        if !self.sounds {
            return;
        }
        let level = self.states.iter().flat_map(|of| of.re.iter().chain(&of.im));
        let level: f64 = level.map(|part| part.abs()).sum();
        if self.left.is_nan() {
            self.left = level;
        }
        if level <= SILENT.max(UNHEARD * self.left) {
            self.silence();
            return;
        }
        self.forces.clear();
        self.forces.resize(frames, 0.0);
        self.draw_on(None, rows);
    }

    /// Adds what is heard in samples in which one contact presses and nothing else touches.
    pub(super) fn over_press(
        &mut self,
        model: &Model,
        contact: usize,
        touches: &[Touch],
        rows: &mut Rows,
    ) {
        let Some(n) = self.inputs.iter().position(|input| input.contact == contact) else {
            self.over_flight(touches.len(), rows);
            return;
        };
        self.inputs[n].prepare(model, &self.groups, &self.sample);
        (self.sounds, self.left) = (true, f64::NAN);
        self.forces.clear();
        self.forces.extend(touches.iter().map(|touch| touch.force));
        self.draw_on(Some(n), rows);
    }

    /// Makes states and sound after as many samples as there are forces, in one of the contacts.
    fn draw_on(&mut self, input: Option<usize>, rows: &mut Rows) {
        self.ahead.copy_from_slice(&self.states);
        let turns = &self.sample.turns;
        let kicks = input.map_or(turns, |n| &self.inputs[n].kicks);
        let lanes = rows[self.pickup].lanes(self.forces.len());
        filter_on(self.cpu, &mut self.ahead, turns, kicks, &self.forces, lanes);
        self.input_ahead = input;
    }

    /// Passes so many of the samples that were prepared.
    pub(super) fn go_ahead(&mut self, frames: usize) {
        if !self.sounds {
            return;
        }
        if frames == self.forces.len() {
            std::mem::swap(&mut self.states, &mut self.ahead);
        } else {
            let turns = &self.sample.turns;
            let kicks = self.input_ahead.map_or(turns, |n| &self.inputs[n].kicks);
            let (forces, lanes) = (&self.forces[..frames], &mut self.lanes[..frames]);
            filter_on(self.cpu, &mut self.states, turns, kicks, forces, lanes);
        }
        // Numbers too small to be heard are slow, and end.
        self.heard = hush(self.cpu, &mut self.states, SILENT * SILENT);
    }
}

impl Input {
    /// Makes what a newton does to each pole in such a step.
    fn prepare(&mut self, model: &Model, groups: &[Group], step: &Step) {
        let stale = std::mem::take(&mut self.stale);
        if stale {
            let weights = &model.contacts[self.contact].coupling.weights;
            // The force pushes each mode by minus its signed weight.
            let weights = &weights[model.side_weights(self.contact, self.side)];
            drive(groups, |n| -weights[n], &mut self.drives);
        }
        if stale || self.dt != step.dt {
            self.dt = step.dt;
            for (i, (drive, share)) in self.drives.iter().zip(&step.shares).enumerate() {
                put(&mut self.kicks, i, drive * share);
            }
        }
    }
}

/// How forces on the members of groups drive each pole.
fn drive(groups: &[Group], force: impl Fn(usize) -> f64, into: &mut [Complex64]) {
    into.fill(Complex64::default());
    for Group { poles, members, drives } in groups {
        for (&pole, drives) in poles.iter().zip(drives.chunks_exact(members.len())) {
            into[pole] +=
                members.iter().zip(drives).map(|(&n, drive)| drive * force(n)).sum::<Complex64>();
        }
    }
}
