//! A scheme of one's own, plugged in from outside the crate.

use carom::law::{Damping, Law};
use carom::scheme::{Input, Scheme, SchemeError, StepError};
use carom::{Flow, Mode, Model, Options, State, Substeps, World};

/// The semi-implicit Euler method: velocities first, then displacements with the new ones.
#[derive(Debug)]
struct Euler {
    dt: f64,
    state: State,
    push: Vec<f64>,
    forces: Vec<f64>,
}

impl Euler {
    fn new(model: &Model, state: &State, dt: f64) -> Result<Self, SchemeError> {
        let fastest = model.modes().omega.iter().fold(0.0f64, |most, omega| most.max(*omega));
        if fastest * dt >= 2.0 {
            return Err(SchemeError::new("euler", "a mode is too fast for its step"));
        }
        let push = vec![0.0; state.velocity.len()];
        let forces = vec![0.0; model.contacts().len()];
        Ok(Self { dt, state: state.clone(), push, forces })
    }
}

impl Scheme for Euler {
    fn step(&mut self, model: &Model, input: &Input) -> Result<Flow, StepError> {
        let modes = model.modes();
        let mut flow = Flow::default();
        self.push.fill(0.0);
        for c in 0..self.forces.len() {
            let (x, rate) = (model.compression(c, &self.state), model.rate(c, &self.state));
            let (law, memory) = (&model.contacts()[c].law, self.state.memory[c]);
            self.forces[c] = law.force(x, rate, memory);
            flow.dissipated += self.dt * law.power_lost(x, rate, memory);
            model.push(c, self.forces[c], &mut self.push);
        }
        let State { displacement, velocity, .. } = &mut self.state;
        for i in 0..velocity.len() {
            let lost = 2.0 * modes.sigma[i] * velocity[i];
            flow.dissipated += self.dt * modes.mass[i] * lost * velocity[i];
            let pull = modes.omega[i] * modes.omega[i] * displacement[i] + lost;
            velocity[i] += self.dt * ((self.push[i] + input.on(i)) / modes.mass[i] - pull);
            let change = self.dt * velocity[i];
            displacement[i] += change;
            flow.supplied += input.on(i) * change;
        }
        Ok(flow)
    }

    fn load(&mut self, _: &Model, state: &State, _: &Input) {
        self.state.copy_from(state);
    }

    fn store(&self, _: &Model, state: &mut State, _: &Input) {
        state.copy_from(&self.state);
    }

    fn energy(&self, model: &Model) -> f64 {
        model.hamiltonian(&self.state)
    }

    fn forces(&self) -> &[f64] {
        &self.forces
    }

    fn memory(&mut self) -> &mut [f64] {
        &mut self.state.memory
    }
}

#[test]
fn a_scheme_from_outside_strikes_rings_and_is_heard() {
    let mut world = World::new();
    let mallet = world.mass(0.02).unwrap();
    let bar = world
        .body(&vec![Mode::ringing(0.1, 440.0, 200.0), Mode::ringing(0.1, 1213.0, 200.0)])
        .unwrap();
    let place = bar.weighing(&[1.0, 0.8]).unwrap();
    let law = Law::hunt_crossley(1e7, 1.5, Damping::Mu(0.2)).unwrap();
    let hit = world.contact(&mallet, place.clone(), law).unwrap();
    world.pickup(place).unwrap();
    let options = Options { substeps: Substeps::Fixed(256), ..Options::offline() };
    let play = |own: bool| {
        let (mut voice, mut hands) = if own {
            world.start_with(48_000.0, options, |start| {
                Ok(Euler::new(start.model, start.state, start.dt)?.into())
            })
        } else {
            world.start(48_000.0, options)
        }
        .unwrap();
        hands.at(10).strike(hit, 1.0).unwrap();
        let mut sound = vec![0.0f64; 2400];
        voice.process(&mut [&mut sound]);
        assert_eq!(voice.logs()[0].count, 1);
        sound
    };
    let (own, exact) = (play(true), play(false));
    let peak = exact.iter().fold(0.0f64, |peak, value| peak.max(value.abs()));
    let off = own.iter().zip(&exact).fold(0.0f64, |most, (a, b)| most.max((a - b).abs()));
    assert!(off < 0.01 * peak, "{off} of {peak}");
    let refused = world.start_with(2000.0, options, |start| {
        Ok(Euler::new(start.model, start.state, 200.0 * start.dt)?.into())
    });
    assert!(refused.unwrap_err().to_string().contains("euler refuses"));
}
