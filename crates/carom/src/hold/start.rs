//! From a model to what steps it.

use super::bank::{Aside, Bank, Slot};
use super::coupled::Coupled;
use super::flight::Flight;
use super::link::Link;
use super::mass::FreeMass;
use super::matter::{Matter, Steps};
use super::mixer::Mixer;
use super::press::Press;
use super::{Body, ExactHold};
use crate::cpu::Cpu;
use crate::model::{Model, State};
use crate::stepper::{Drive, Stepper};
use crate::voice::{Hold, Options};

impl ExactHold {
    pub(crate) fn new(
        model: &Model,
        state: &State,
        dt: f64,
        drive: &Drive,
        options: &Options,
    ) -> Self {
        let bank = Bank::new(model, dt);
        let mut masses = Vec::new();
        let mut bodies = Vec::new();
        for (body, modes) in model.bodies.iter().enumerate() {
            let first = masses.len();
            for i in modes.clone().filter(|&i| matches!(bank.slots[i], Slot::Mass(_))) {
                masses.push(FreeMass::new(i, model.modes.mass[i]));
            }
            let bank = bank.bodies[body].clone();
            bodies.push(Body { bank, masses: first..masses.len(), pushes: 1, ..Body::default() });
        }
        let mut matter = Matter {
            cpu: Cpu::detect(),
            dt,
            drives: Vec::with_capacity(bank.len()),
            steps: Steps::new(&bank, dt),
            bank,
            masses,
        };
        let mut links: Vec<Link> =
            (0..model.contacts.len()).map(|c| Link::new(model, c, &matter)).collect();
        find_lone_masses(&mut links, &mut matter.masses);
        let mut hold = Self {
            substeps: options.substeps,
            most_substeps: options.most_substeps,
            pushed: vec![0.0; matter.bank.len()],
            coupled: Coupled::new(links.len()),
            coupled_ready: false,
            wanted: 0,
            work: 0.0,
            contacts_work: 0.0,
            equations: 0.0,
            memory: state.memory.clone(),
            contact_lost: vec![0.0; links.len()],
            psi: (options.hold == Hold::Quadratised).then(|| vec![0.0; links.len()]),
            press: Press::new(links.len(), model.pickups.len()),
            gap_steps: vec![0.0; links.len()],
            mixer: Mixer::new(model, &matter.bank),
            flight: Flight::new(&matter.bank, &matter.masses, links.len()),
            aside: Aside::new(matter.bank.len()),
            matter,
            bodies,
            links,
        };
        for (c, link) in hold.links.iter().enumerate() {
            hold.mixer.see(hold.matter.cpu, c, link);
        }
        hold.drive(model, drive);
        hold.load(model, state, drive);
        hold
    }
}

/// Contacts that move one free mass, which no other contact moves; some of them move nothing else.
fn find_lone_masses(links: &mut [Link], masses: &mut [FreeMass]) {
    for c in 0..links.len() {
        let &[(mass, _)] = &links[c].masses[..] else { continue };
        let users = links.iter().filter(|link| link.masses.iter().any(|(m, _)| *m == mass));
        if users.count() == 1 {
            links[c].owns_mass = true;
            links[c].lone = links[c].parts.is_empty();
            masses[mass].careful = links[c].lone;
        }
    }
}
