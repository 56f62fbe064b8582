use super::am1_table::ForceTable;
use super::explicit::arm;
use carom::Flow;
use carom::law::{Law, Sides};
use carom::scheme::{Input, Scheme, SchemeError, StepError};
use carom::{Contact, Model, Modes, State};
use carom_numeric::root;

/// The trapezoidal rule (one-step Adams-Moulton), papetti (23), solved by the K method: the linear
/// part of the step is eliminated and one scalar equation per contact is left, here for its
/// compression at the end of the step, by a Newton method that cannot leave its bracket.
#[derive(Clone, Debug)]
pub struct Am1 {
    dt: f64,
    state: State,
    /// Velocities at the end of the step without the new contact forces.
    predicted: Vec<f64>,
    /// h/(2·m·(1 + hσ + h²ω²/4)): how a force moves a velocity.
    mobility: Vec<f64>,
    /// The K of each contact: how its force moves its compression.
    k: Vec<f64>,
    /// The force of each contact as a table; empty where it is solved for.
    tables: Vec<Option<ForceTable>>,
    forces: Vec<f64>,
}

impl Am1 {
    /// Starts from a physical state with steps of `dt`; refuses contacts that share a mode.
    pub fn new(model: &Model, state: &State, dt: f64, input: &Input) -> Result<Self, SchemeError> {
        if !are_decoupled(model) {
            return Err(SchemeError::new("am1", "two contacts move the same mode"));
        }
        let mut scheme = Self {
            dt,
            state: state.clone(),
            predicted: vec![0.0; state.velocity.len()],
            mobility: vec![0.0; state.velocity.len()],
            k: vec![0.0; model.contacts().len()],
            tables: Vec::new(),
            forces: vec![0.0; model.contacts().len()],
        };
        scheme.refresh(model);
        scheme.load(model, state, input);
        Ok(scheme)
    }

    /// The same with the forces looked up in tables made beforehand, for approaches up to twice the
    /// speed at the start (1 m/s at least); what lies outside is solved for. Laws that remember, or
    /// act on two sides, are always solved for.
    pub fn with_table(
        model: &Model,
        state: &State,
        dt: f64,
        input: &Input,
    ) -> Result<Self, SchemeError> {
        let mut scheme = Self::new(model, state, dt, input)?;
        let table = |c: usize| {
            let Contact { law, coupling, .. } = &model.contacts()[c];
            let one_sided = matches!(law.potential().sides(), Sides::One { .. });
            if law.has_memory() || !one_sided || !law.is_adhesive() {
                return None;
            }
            let speed = 2.0 * model.rate(c, state).abs().max(1.0);
            // As deep as the lightest body can go, and a step beyond.
            let parts = coupling.modes.iter().zip(&coupling.weights);
            let agility: f64 = parts.map(|(&i, w)| w * w / model.modes().mass[i]).sum();
            let potential = law.potential();
            let p = potential.exponent() + 1.0;
            let stiffness = potential.stiffness_coefficient() * agility;
            let reach = (0.5 * p * speed * speed / stiffness).powf(1.0 / p) * 2.0 + speed * dt;
            Some(ForceTable::new(law, scheme.k[c], dt, reach, speed))
        };
        scheme.tables = (0..model.contacts().len()).map(table).collect();
        Ok(scheme)
    }

    /// v + h/2·(a + a⁺) without the new contact forces, divided by what multiplies v⁺.
    fn predict(&mut self, model: &Model, input: &Input) {
        let Modes { mass, omega, sigma, .. } = model.modes();
        let State { displacement: y, velocity: v, .. } = &self.state;
        self.predicted.fill(0.0);
        for (c, force) in self.forces.iter().enumerate() {
            model.push(c, *force, &mut self.predicted);
        }
        for i in 0..mass.len() {
            let spring = mass[i] * omega[i] * omega[i] * (2.0 * y[i] + 0.5 * self.dt * v[i]);
            let drag = 2.0 * mass[i] * sigma[i] * v[i];
            let push = self.predicted[i] + 2.0 * input.on(i) - spring - drag;
            self.predicted[i] = self.mobility[i] * (2.0 * mass[i] * v[i] / self.dt + push);
        }
    }

    /// The power lost in all contacts and modes (W).
    fn lost(&self, model: &Model) -> f64 {
        let Modes { mass, sigma, .. } = model.modes();
        let State { velocity, memory, .. } = &self.state;
        let modes: f64 =
            (0..mass.len()).map(|i| 2.0 * mass[i] * sigma[i] * velocity[i].powi(2)).sum();
        let contacts: f64 = (0..self.forces.len())
            .filter(|&c| self.forces[c] != 0.0)
            .map(|c| {
                let (x, rate) = (model.compression(c, &self.state), model.rate(c, &self.state));
                model.contacts()[c].law.power_lost(x, rate, memory[c])
            })
            .sum();
        modes + contacts
    }
}

/// One contact at the end of the step: X + K·f(X, 2(X − x)/h − v) = X without force.
pub(super) struct EndOfStep<'a> {
    pub(super) law: &'a Law,
    pub(super) memory: f64,
    pub(super) k: f64,
    pub(super) h: f64,
    pub(super) x: f64,
    pub(super) rate: f64,
    /// How fast the gap grows, which no body feels but through the force.
    pub(super) gap_rate: f64,
    pub(super) free: f64,
}

impl EndOfStep<'_> {
    /// The force and the number of evaluations.
    pub(super) fn solve(&self) -> (f64, u32) {
        let potential = self.law.potential();
        let force_at_free = self.force(self.free);
        if force_at_free == 0.0 {
            return (0.0, 0);
        }
        // Between the place where the force vanishes and the place without force, or beyond the
        // latter where a lossy contact holds the bodies together.
        let surface = self.free - potential.depth(self.free).0 * potential.depth(self.free).1;
        let (mut low, mut high) = (surface.min(self.free), surface.max(self.free));
        let mut reach = (high - low).max(f64::MIN_POSITIVE);
        while self.residual(high).0 < 0.0 && reach.is_finite() {
            low = high;
            high += reach;
            reach *= 2.0;
        }
        while self.residual(low).0 > 0.0 && reach.is_finite() {
            high = low;
            low -= reach;
            reach *= 2.0;
        }
        let noise = 2.0 * f64::EPSILON * self.free.abs();
        let start = self.start(surface);
        let (x, iterations) =
            root::increasing_above_noise(low, high, start, noise, |x| self.residual(x));
        // In a stiff contact the force is best known from the displacement that it makes.
        let force = self.force(x);
        let stiff = (self.k * force).abs() > 0.5 * (self.free - self.x).abs();
        (if stiff { (self.free - x) / self.k } else { force }, iterations)
    }

    /// Where the elastic force alone would stop the motion that is left.
    fn start(&self, surface: f64) -> f64 {
        let potential = self.law.potential();
        let (depth, sign) = potential.depth(self.free);
        let stiffness = self.k * potential.stiffness_coefficient();
        surface + sign * depth.min((depth / stiffness).powf(1.0 / potential.exponent()))
    }

    fn rate_at(&self, x: f64) -> f64 {
        2.0 * (x - self.x) / self.h - self.rate - self.gap_rate
    }

    fn force(&self, x: f64) -> f64 {
        self.law.force(x, self.rate_at(x), self.memory)
    }

    fn residual(&self, x: f64) -> (f64, f64) {
        let (by_x, by_rate) = self.law.slopes(x, self.rate_at(x), self.memory);
        let slope = 1.0 + self.k * (by_x + 2.0 / self.h * by_rate);
        (x - self.free + self.k * self.force(x), slope)
    }
}

impl Scheme for Am1 {
    fn step(&mut self, model: &Model, input: &Input) -> Result<Flow, StepError> {
        let mut flow = Flow { dissipated: 0.5 * self.dt * self.lost(model), ..Flow::default() };
        arm(model, &self.state.displacement, &self.state.velocity, &mut self.state.memory);
        self.predict(model, input);
        for (c, contact) in model.contacts().iter().enumerate() {
            let coupling = &contact.coupling;
            let x = coupling.dot(&self.state.displacement) - contact.gap;
            let rate = coupling.dot(&self.state.velocity);
            let end = EndOfStep {
                law: &contact.law,
                memory: self.state.memory[c],
                k: self.k[c],
                h: self.dt,
                x,
                rate,
                gap_rate: contact.gap_rate,
                free: x + 0.5 * self.dt * (rate + coupling.dot(&self.predicted)),
            };
            let looked_up = self.tables.get(c).and_then(Option::as_ref);
            let looked_up =
                looked_up.and_then(|table| table.force(end.free, end.rate_at(end.free)));
            let (force, iterations) = looked_up.map_or_else(|| end.solve(), |force| (force, 0));
            self.forces[c] = force;
            flow.iterations = flow.iterations.max(iterations);
            for (&i, w) in coupling.modes.iter().zip(&coupling.weights) {
                self.predicted[i] -= w * force * self.mobility[i];
            }
        }
        let State { displacement, velocity, .. } = &mut self.state;
        for i in 0..displacement.len() {
            let change = 0.5 * self.dt * (velocity[i] + self.predicted[i]);
            displacement[i] += change;
            flow.supplied += input.on(i) * change;
        }
        velocity.copy_from_slice(&self.predicted);
        if !self.state.velocity.iter().all(|v| v.is_finite()) {
            return Err(StepError::Diverged);
        }
        flow.dissipated += 0.5 * self.dt * self.lost(model);
        Ok(flow)
    }

    fn refresh(&mut self, model: &Model) {
        let (Modes { mass, omega, sigma, .. }, dt) = (model.modes(), self.dt);
        for i in 0..mass.len() {
            let stiffening = 1.0 + dt * sigma[i] + 0.25 * (dt * omega[i]).powi(2);
            self.mobility[i] = 0.5 * dt / (mass[i] * stiffening);
        }
        for (k, Contact { coupling, .. }) in self.k.iter_mut().zip(model.contacts()) {
            let parts = coupling.modes.iter().zip(&coupling.weights);
            *k = 0.5 * dt * parts.map(|(&i, w)| w * w * self.mobility[i]).sum::<f64>();
        }
        // A table was made for a law and weights that are no more.
        self.tables.fill(None);
    }

    fn load(&mut self, model: &Model, state: &State, _: &Input) {
        self.state.copy_from(state);
        for c in 0..self.forces.len() {
            self.forces[c] = model.force(c, state);
        }
    }

    state_methods!();

    fn forces(&self) -> &[f64] {
        &self.forces
    }
}

/// Whether no mode is moved by two contacts, so that each can be solved for itself.
fn are_decoupled(model: &Model) -> bool {
    let mut moved = vec![false; model.modes().mass.len()];
    model.contacts().iter().all(|Contact { coupling, .. }| {
        let moving = coupling.modes.iter().zip(&coupling.weights).filter(|(_, w)| **w != 0.0);
        moving.map(|(&i, _)| std::mem::replace(&mut moved[i], true)).all(|before| !before)
    })
}
