//! Commands of whoever holds the voice, on its own thread: they act before the next sample and need no
//! queue, and what they are given is copied into memory that the voice already has.

use super::log::Trace;
use super::rules::Rules;
use super::{ContactLog, Voice};
use crate::Error;
use crate::check::finite;
use crate::hold::LONGEST;
use crate::law::Law;
use crate::model::{Mode, State};
use crate::port::{Body, ContactId, PortId};

/// Commands without a queue, for whoever holds the voice: an instrument that runs many voices in
/// one audio callback. They do what those of [`Hands`](crate::Hands) do, at once, and neither
/// allocate nor wait.
impl Voice {
    fn rules(&self) -> Rules<'_> {
        Rules { playing: self.playing, model: &self.model }
    }

    /// As [`Hands::strike`](crate::Hands::strike).
    pub fn strike(&mut self, contact: ContactId, speed: f64) -> Result<(), Error> {
        let (contact, side) = self.rules().striking(contact, None, speed)?;
        self.wake();
        self.strike_now(contact, side, speed);
        Ok(())
    }

    /// As [`Hands::strike_at`](crate::Hands::strike_at): the weights are those of a place of the body
    /// that is struck.
    pub fn strike_at(
        &mut self,
        contact: ContactId,
        body: &Body,
        weights: &[f64],
        speed: f64,
    ) -> Result<(), Error> {
        let (contact, striker) = self.rules().striking(contact, None, speed)?;
        let side = self.rules().place_of(contact, body.id(), weights)?;
        self.wake();
        self.strike_there(contact, striker, (side, weights), speed);
        Ok(())
    }

    /// As [`Hands::push`](crate::Hands::push).
    pub fn push(&mut self, port: PortId, newtons: f64) -> Result<(), Error> {
        let port = port.within(&self.model.stamps.ports)?;
        finite("force", newtons)?;
        self.wake();
        self.push_now(port, newtons);
        Ok(())
    }

    /// As [`Hands::gap`](crate::Hands::gap).
    pub fn gap(&mut self, contact: ContactId, metres: f64, seconds: f64) -> Result<(), Error> {
        let contact = self.rules().gap(contact, metres, seconds)?;
        self.wake();
        self.move_gap(contact, metres, seconds);
        Ok(())
    }

    /// As [`Hands::place_contact`](crate::Hands::place_contact): the weights are those of a place of
    /// one of its bodies.
    pub fn place_contact(
        &mut self,
        contact: ContactId,
        body: &Body,
        weights: &[f64],
    ) -> Result<(), Error> {
        let contact = self.rules().contact(contact)?;
        let side = self.rules().place_of(contact, body.id(), weights)?;
        self.wake();
        self.place_now(contact, side, weights);
        Ok(())
    }

    /// As [`Hands::law`](crate::Hands::law).
    pub fn law(&mut self, contact: ContactId, law: &Law) -> Result<(), Error> {
        let contact = self.rules().law(contact, law)?;
        self.wake();
        self.swap_law(contact, &mut law.clone());
        Ok(())
    }

    /// As [`Hands::damp`](crate::Hands::damp).
    pub fn damp(&mut self, body: &Body, rate: f64) -> Result<(), Error> {
        let body = self.rules().damp(body.id(), rate)?;
        self.wake();
        self.damp_now(body, rate);
        Ok(())
    }

    /// As [`Hands::modes`](crate::Hands::modes).
    pub fn modes(&mut self, body: &Body, modes: &[Mode]) -> Result<(), Error> {
        let body = self.rules().modes(body.id(), modes)?;
        self.wake();
        self.replace_modes(body, modes);
        Ok(())
    }

    /// As [`Hands::load`](crate::Hands::load).
    pub fn load(&mut self, state: &State) -> Result<(), Error> {
        self.model.check_state(state)?;
        self.wake();
        self.load_now(state);
        Ok(())
    }

    /// Puts everything where it was at the start, without sound on its way: laws, modes, places, gaps
    /// and forces stay as they are. The change of the energy is booked as supplied; where the account has failed,
    /// with a voice that diverged, a new one is opened.
    pub fn rest(&mut self) {
        self.wake();
        self.change(|voice| {
            voice.state.copy_from(&voice.origin_state);
            voice.refit_tensions();
        });
        for blow in &mut self.blows {
            blow.reset(&self.model, &self.drive.force);
        }
        for delay in &mut self.delays {
            delay.clear();
        }
        self.logs.fill(ContactLog::default());
        self.traces.iter_mut().for_each(Trace::clear);
        self.means.fill(0.0);
        (self.stopped, self.released) = (None, false);
        // What is no number any more would stay so.
        if !self.ledger.passed().is_finite() {
            self.open_account();
        }
    }

    /// Goes on at a sample of the caller's choice: for a voice that is silent and whose samples nobody
    /// asked for meanwhile. What has no losses and touches nothing rings on; for all else no time passes.
    pub fn skip_to(&mut self, frame: u64) {
        self.wake();
        let time = frame.saturating_sub(self.frame) as f64 * self.dt;
        self.frame = frame;
        if time > 0.0 {
            self.change(|voice| voice.ring_on(time));
        }
    }

    /// Turns the modes that have no losses and that nothing touches.
    fn ring_on(&mut self, time: f64) {
        let Self { model, state, drive, .. } = self;
        let touched = |i: usize| {
            let contacts = model.contacts.iter().zip(&drive.touching).filter(|(_, on)| **on);
            let mut parts = contacts.flat_map(|(contact, _)| {
                contact.coupling.modes.iter().zip(&contact.coupling.weights)
            });
            parts.any(|(mode, weight)| *mode == i && *weight != 0.0)
        };
        for i in 0..model.modes.omega.len() {
            let omega = model.modes.omega[i];
            if omega > 0.0 && model.modes.sigma[i] == 0.0 && drive.force[i] == 0.0 && !touched(i) {
                let (sin, cos) = (omega * time).sin_cos();
                let (y, v) = (state.displacement[i], state.velocity[i]);
                state.displacement[i] = y * cos + v / omega * sin;
                state.velocity[i] = v * cos - omega * y * sin;
            }
        }
    }

    /// What a pickup hears at this moment, after what was commanded: the difference to what it heard
    /// before is a jump in the sound. Contacts that do not touch push nothing; 0 for an unknown pickup.
    pub fn heard_now(&mut self, pickup: usize) -> f64 {
        if pickup >= self.rows.len() || self.stopped.is_some() {
            return 0.0;
        }
        self.land();
        for (mean, touching) in self.means.iter_mut().zip(&self.drive.touching) {
            *mean = if *touching { *mean } else { 0.0 };
        }
        self.hear();
        self.rows[pickup].samples[0]
    }

    /// Sets [the budget](crate::Options::budget): until the next multiple of 64 samples it is counted from
    /// now on. A sample takes at least one step, whatever the budget.
    pub fn set_budget(&mut self, work: u32) {
        self.budget = work;
        (self.cell, self.cell_work) = (self.frame / LONGEST as u64, 0);
    }
}
