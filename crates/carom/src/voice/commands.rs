//! How commands are carried out.

use std::sync::atomic::Ordering;

use super::hands::{Action, Command, Spent};
use super::motion::Travelling;
use super::rest::Rest;
use super::rules::striker;
use super::{Blow, ContactLog, Voice, add_forces};
use crate::energy::Ledger;
use crate::law::{Law, Sides};
use crate::model::{Mode, Model, State};
use crate::port::PushPoint;

/// How far before the surface a strike begins: this share of its way in a sample, and so far (m).
const CLEAR_WAY: f64 = 1e-9;
const CLEAR: f64 = 1e-15;

impl Voice {
    /// Takes the commands that have come and carries out those that are due.
    pub(super) fn take_commands(&mut self) {
        // The hands let no more wait than there is room for.
        while let Ok(mut command) = self.queues.commands.pop() {
            if command.at > 0 && command.at < self.frame {
                self.counts.late += 1;
            }
            command.at = command.at.max(self.frame);
            // The latest first; of those for one sample, the one that came first is last.
            let place = self.pending.partition_point(|other| other.at > command.at);
            self.pending.insert(place, command);
        }
        while self.pending.last().is_some_and(|command| command.at <= self.frame) {
            if let Some(Command { action, .. }) = self.pending.pop() {
                self.carry_out(action);
                self.queues.waiting.fetch_sub(1, Ordering::Release);
            }
        }
    }

    /// When the next command is due.
    pub(super) fn next_command(&self) -> Option<u64> {
        self.pending.last().map(|command| command.at)
    }

    /// Ends what was foreseen: something is about to change.
    pub(super) fn wake(&mut self) {
        self.land();
        self.rest = Rest::default();
        self.retry = 0;
    }

    fn carry_out(&mut self, action: Action) {
        self.wake();
        match action {
            Action::Strike { contact, side, speed } => self.strike_now(contact, side, speed),
            Action::StrikeAt { contact, striker, side, weights, speed } => {
                self.strike_there(contact, striker, (side, &weights), speed);
                self.spend(Spent::Weights(weights));
            }
            Action::Push { port, force } => self.push_now(port, force),
            Action::Impulse { port, impulse } => self.change(|voice| {
                let Self { ports, model, state, blows, .. } = voice;
                let PushPoint { body, weights, .. } = &ports[port];
                kick(model, (*body, weights), impulse, state, blows);
            }),
            Action::ImpulseAt { body, weights, impulse } => {
                self.change(|voice| {
                    let Self { model, state, blows, .. } = voice;
                    kick(model, (body, &weights), impulse, state, blows);
                });
                self.spend(Spent::Weights(weights));
            }
            Action::MovePort { port, mut weights } => {
                std::mem::swap(&mut self.ports[port].weights, &mut weights);
                self.apply_forces();
                self.spend(Spent::Weights(weights));
            }
            Action::Gap { contact, gap, time } => self.move_gap(contact, gap, time),
            Action::Place { contact, side, weights } => {
                self.place_now(contact, side, &weights);
                self.spend(Spent::Weights(weights));
            }
            Action::Law { contact, mut law } => {
                self.swap_law(contact, &mut law);
                self.spend(Spent::Law(law));
            }
            Action::Damp { body, rate } => self.damp_now(body, rate),
            Action::Modes { body, modes } => {
                self.replace_modes(body, &modes);
                self.spend(Spent::Modes(modes));
            }
            Action::Travel { contact, travelling } => self.begin_travel(contact, travelling),
            Action::Load(state) => {
                self.load_now(&state);
                self.spend(Spent::State(state));
            }
            Action::Reset => self.reset(),
        }
    }

    pub(super) fn load_now(&mut self, state: &State) {
        self.change(|voice| {
            voice.state.copy_from(state);
            voice.refit_tensions();
        });
        if let Some(corrector) = &mut self.corrector {
            corrector.restart(&self.state);
        }
    }

    pub(super) fn push_now(&mut self, port: usize, force: f64) {
        self.ports[port].force = force;
        self.apply_forces();
    }

    pub(super) fn swap_law(&mut self, contact: usize, law: &mut Law) {
        self.change(|voice| {
            std::mem::swap(&mut voice.model.contacts[contact].law, law);
            if let Some(corrector) = &mut voice.corrector {
                corrector.take_law(contact, &voice.model.contacts[contact].law);
            }
            voice.stepper.update_law(&voice.model, contact);
            // What the other law remembered means nothing to this one.
            voice.state.memory[contact] = 0.0;
        });
    }

    pub(super) fn damp_now(&mut self, body: usize, rate: f64) {
        self.change(|voice| {
            voice.settle_losses();
            voice.damping[body] = rate;
            voice.damp_modes(body);
        });
    }

    pub(super) fn replace_modes(&mut self, body: usize, modes: &[Mode]) {
        self.change(|voice| {
            voice.settle_losses();
            for (i, mode) in voice.model.modes_of(body).zip(modes) {
                voice.model.modes.mass[i] = mode.mass;
                voice.model.modes.omega[i] = mode.omega;
                voice.model.modes.radiation[i] = mode.radiation;
                voice.undamped[i] = [mode.sigma, mode.support];
            }
            voice.model.note_slack_modes(body);
            voice.damp_modes(body);
            // The same force is another acceleration.
            voice.stepper.drive(&voice.model, &voice.drive);
        });
    }

    /// Strikes where it is now, after the point of contact was moved.
    pub(super) fn strike_there(
        &mut self,
        contact: usize,
        striker: usize,
        (side, weights): (usize, &[f64]),
        speed: f64,
    ) {
        self.change(|voice| {
            voice.update_weights(contact, side, weights);
            voice.weights_changed(contact);
        });
        if let Some(travelling) = &mut self.motions[contact].travelling {
            travelling.again();
        }
        self.strike_now(contact, striker, speed);
    }

    /// Sends home what is no longer needed; memory is not freed here.
    fn spend(&mut self, spent: Spent) {
        if let Err(rtrb::PushError::Full(spent)) = self.queues.spent.push(spent) {
            // The hands are gone: better lost than freed while it sounds.
            std::mem::forget(spent);
        }
    }

    /// Changes state or model. The change of the energy is booked as supplied.
    pub(super) fn change(&mut self, edit: impl FnOnce(&mut Self)) {
        let before = self.stepper.energy(&self.model);
        self.stepper.store(&self.model, &mut self.state);
        edit(self);
        self.note_touching();
        self.stepper.load(&self.model, &self.state, &self.drive);
        let after = self.stepper.energy(&self.model);
        self.ledger.supply(after - before);
    }

    /// Which contacts touch in the present state.
    pub(super) fn note_touching(&mut self) {
        for (c, contact) in self.model.contacts.iter().enumerate() {
            let x = self.model.compression(c, &self.state);
            self.drive.touching[c] = contact.law.depth(x, self.state.memory[c]) > 0.0;
        }
    }

    pub(super) fn strike_now(&mut self, contact: usize, side: usize, speed: f64) {
        let end = (self.frame + 1) as f64 * self.dt;
        self.change(|voice| {
            // A point that was just moved is where it is to be: its gap need not be let go.
            let motion = &mut voice.motions[contact];
            if let Some([_, to, _, until]) = motion.glide
                && until <= end + 1e-9 * voice.dt
            {
                motion.glide = None;
                voice.model.contacts[contact].gap = to;
            }
            let Some((mode, weight)) = striker(&voice.model, contact, side) else { return };
            let (law, memory) = (&voice.model.contacts[contact].law, voice.state.memory[contact]);
            let x = voice.model.compression(contact, &voice.state);
            // Not on the surface but hardly before it: rounding must not decide whether it touches.
            let before = CLEAR_WAY * speed.abs() * voice.dt + CLEAR;
            let surface = match law.potential().sides() {
                Sides::One { .. } => x - law.depth(x, memory) - before,
                Sides::Two { half_gap } => (half_gap - before).copysign(speed),
            };
            voice.state.displacement[mode] += (surface - x) / weight;
            voice.state.velocity[mode] = speed * weight.signum();
            // The impact begins now.
            let rate = voice.model.rate(contact, &voice.state);
            let memory = &mut voice.state.memory[contact];
            voice.model.contacts[contact].law.arm(rate, memory);
        });
    }

    /// Which modes have a force on them.
    pub(super) fn note_forced(&mut self) {
        self.forced.clear();
        let forces = self.drive.force.iter().enumerate();
        self.forced.extend(forces.filter(|(_, force)| **force != 0.0).map(|(i, _)| i));
    }

    fn apply_forces(&mut self) {
        add_forces(&self.model, &self.ports, &mut self.drive.force);
        self.note_forced();
        self.stepper.drive(&self.model, &self.drive);
        for blow in &mut self.blows {
            blow.push(&self.model, &self.drive.force);
        }
    }

    /// Sets the decay of the modes of a body; a free mass has none. Hands that damp are a support.
    fn damp_modes(&mut self, body: usize) {
        for i in self.model.modes_of(body) {
            let more = if self.model.modes.omega[i] > 0.0 { self.damping[body] } else { 0.0 };
            let [sigma, support] = self.undamped[i];
            self.model.modes.sigma[i] = sigma + more;
            self.model.modes.support[i] = support + more;
        }
        self.modes_changed(body);
    }

    pub(super) fn modes_changed(&mut self, body: usize) {
        self.model.update_hearing(body);
        self.stepper.update_modes(&self.model, body);
        for blow in &mut self.blows {
            blow.update_modes(&self.model, body);
        }
    }

    fn weights_changed(&mut self, contact: usize) {
        self.stepper.update_weights(&self.model, contact);
        for blow in &mut self.blows {
            blow.update_weights(contact);
        }
    }

    /// Puts new weights on one side of a contact.
    fn update_weights(&mut self, contact: usize, side: usize, weights: &[f64]) {
        let (range, sign) =
            (self.model.side_weights(contact, side), if side == 0 { 1.0 } else { -1.0 });
        let slots = &mut self.model.contacts[contact].coupling.weights[range];
        for (slot, weight) in slots.iter_mut().zip(weights) {
            *slot = sign * weight;
        }
    }

    /// Moves the point of a contact; the compression stays, and the ports meet again over a sample.
    pub(super) fn place_now(&mut self, contact: usize, side: usize, weights: &[f64]) {
        let before = self.stepper.distance(&self.model, contact);
        self.update_weights(contact, side, weights);
        self.weights_changed(contact);
        let jump = self.stepper.distance(&self.model, contact) - before;
        let gap = self.model.contacts[contact].gap;
        self.model.contacts[contact].gap += jump;
        let (now, motion) = (self.frame as f64 * self.dt, &mut self.motions[contact]);
        let [_, to, _, end] = motion.glide.unwrap_or([gap, gap, now, now]);
        motion.glide = Some([gap + jump, to, now, end.max(now + self.dt)]);
    }

    pub(super) fn move_gap(&mut self, contact: usize, gap: f64, time: f64) {
        if time > 0.0 {
            let (now, from) = (self.frame as f64 * self.dt, self.model.contacts[contact].gap);
            self.motions[contact].glide = Some([from, gap, now, now + time]);
            return;
        }
        self.motions[contact].glide = None;
        self.drive.moving[contact] = false;
        self.change(|voice| voice.model.contacts[contact].gap = gap);
    }

    pub(super) fn begin_travel(&mut self, contact: usize, mut travelling: Box<Travelling>) {
        let now = self.frame as f64 * self.dt;
        travelling.begin = now;
        self.change(|voice| {
            let range = travelling.range.clone();
            travelling.weigh(now, &mut voice.model.contacts[contact].coupling.weights[range]);
            voice.model.contacts[contact].gap = travelling.gap(now);
            voice.weights_changed(contact);
        });
        let motion = &mut self.motions[contact];
        (motion.glide, motion.carried) = (None, 0.0);
        match motion.travelling.replace(travelling) {
            // The path of the world is kept for a reset.
            Some(before) if before.own => motion.own = Some(before),
            Some(before) => self.spend(Spent::Travel(before)),
            None => {}
        }
    }

    /// A new account of energies, from now on.
    pub(super) fn open_account(&mut self) {
        self.ledger = Ledger::new(self.stepper.energy(&self.model));
        self.stepper.clear_lost();
        self.losses.clear();
    }

    /// Everything as it was at the start.
    fn reset(&mut self) {
        copy_model(&self.origin, &mut self.model);
        for (port, origin) in self.ports.iter_mut().zip(&self.origin_ports) {
            port.force = origin.force;
            port.weights.copy_from_slice(&origin.weights);
        }
        self.damping.fill(0.0);
        for (i, undamped) in self.undamped.iter_mut().enumerate() {
            *undamped = [self.origin.modes.sigma[i], self.origin.modes.support[i]];
        }
        for c in 0..self.motions.len() {
            let motion = &mut self.motions[c];
            (motion.glide, motion.carried) = (None, 0.0);
            match motion.travelling.take() {
                Some(travelling) if travelling.own => motion.own = Some(travelling),
                Some(travelling) => self.spend(Spent::Travel(travelling)),
                None => {}
            }
        }
        self.state.copy_from(&self.origin_state);
        self.stopped = None;
        for body in 0..self.model.bodies.len() {
            self.modes_changed(body);
        }
        for contact in 0..self.model.contacts.len() {
            self.weights_changed(contact);
            self.stepper.update_law(&self.model, contact);
            if let Some(corrector) = &mut self.corrector {
                corrector.take_law(contact, &self.model.contacts[contact].law);
            }
        }
        self.apply_forces();
        for blow in &mut self.blows {
            blow.reset(&self.model, &self.drive.force);
        }
        for delay in &mut self.delays {
            delay.clear();
        }
        self.note_touching();
        self.stepper.load(&self.model, &self.state, &self.drive);
        self.logs.fill(ContactLog::default());
        for trace in &mut self.traces {
            trace.clear();
        }
        self.released = false;
        self.means.fill(0.0);
        for c in 0..self.motions.len() {
            if let Some(mut own) = self.motions[c].own.take() {
                own.again();
                self.begin_travel(c, own);
            }
        }
        self.open_account();
        if let Some(corrector) = &mut self.corrector {
            corrector.restart(&self.state);
        }
    }
}

/// Gives a point of a body an impulse, which is heard as a blow.
fn kick(
    model: &Model,
    (body, weights): (usize, &[f64]),
    impulse: f64,
    state: &mut State,
    blows: &mut [Blow],
) {
    for (i, weight) in model.modes_of(body).zip(weights) {
        state.velocity[i] += weight * impulse / model.modes.mass[i];
    }
    for blow in blows {
        blow.kick(body, weights, impulse);
    }
}

/// Takes over everything that can change, without allocating.
fn copy_model(from: &Model, to: &mut Model) {
    to.modes.mass.copy_from_slice(&from.modes.mass);
    to.modes.omega.copy_from_slice(&from.modes.omega);
    to.modes.sigma.copy_from_slice(&from.modes.sigma);
    to.modes.radiation.copy_from_slice(&from.modes.radiation);
    to.modes.support.copy_from_slice(&from.modes.support);
    for (from, to) in from.tensions.iter().zip(&mut to.tensions) {
        to.copy_from(from);
    }
    for (from, to) in from.contacts.iter().zip(&mut to.contacts) {
        to.law = from.law.clone();
        to.gap = from.gap;
        to.coupling.weights.copy_from_slice(&from.coupling.weights);
    }
}
