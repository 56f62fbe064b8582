//! Two bodies that meet head-on, computed with both of them.

use carom::law::Loss;
use carom::{Error, InvalidValue, Voice, World};

use crate::study::prelude::*;

/// Two bodies on their way to each other.
#[derive(Clone, Debug)]
pub(super) struct Meeting {
    /// kg; none is a plane that does not move.
    pub(super) masses: [Option<f64>; 2],
    /// m/s, each towards the other.
    pub(super) speeds: [f64; 2],
    /// m.
    pub(super) gap: f64,
    pub(super) law: Law,
}

/// What was between them at a moment.
#[derive(Clone, Copy, Debug)]
pub(super) struct Moment {
    pub(super) time: f64,
    pub(super) overlap: f64,
    pub(super) force: f64,
}

/// How they met.
#[derive(Clone, Debug)]
pub(super) struct Met {
    /// Every step of the contact, time from the first touch.
    pub(super) path: Vec<Moment>,
    /// Between the lines of free flight; none if they did not part in time.
    pub(super) contact_time: Option<f64>,
    /// Relative speed at the end over that before.
    pub(super) restitution: f64,
    /// How far the ledger is from closing, relative to the energy before.
    pub(super) residual: f64,
}

impl Met {
    pub(super) fn overlap(&self) -> f64 {
        self.path.iter().fold(0.0, |most, moment| most.max(moment.overlap))
    }

    pub(super) fn force(&self) -> f64 {
        self.path.iter().fold(0.0, |most, moment| most.max(moment.force))
    }
}

impl Meeting {
    /// The closed form: one body of the reduced mass against a wall.
    pub(super) fn exact(&self) -> Result<WallImpact, InvalidValue> {
        let reduced = self.reduced().masses[0].unwrap_or(f64::NAN);
        let potential = self.law.potential();
        let mu = match self.law.loss() {
            Loss::HuntCrossley { mu } => mu,
            _ => 0.0,
        };
        let (stiffness, exponent) = (potential.stiffness_coefficient(), potential.exponent());
        WallImpact::new(reduced, stiffness, exponent, mu, self.approach())
    }

    /// The same with Hunt and Crossley's losses for a restitution, and this spring.
    pub(super) fn damped(&self, stiffness: f64, exponent: f64, restitution: f64) -> Result<Self> {
        let damping = Damping::Restitution { restitution, speed: self.approach() };
        Ok(Self { law: Law::hunt_crossley(stiffness, exponent, damping)?, ..self.clone() })
    }

    pub(super) fn approach(&self) -> f64 {
        self.speeds[0] + self.speeds[1]
    }

    /// The same seen from the second body: one of the reduced mass against a wall.
    fn reduced(&self) -> Self {
        let inverse: f64 = self.masses.iter().flatten().map(|mass| 1.0 / mass).sum();
        Self { masses: [Some(1.0 / inverse), None], speeds: [self.approach(), 0.0], ..self.clone() }
    }

    /// Schemes that keep two samples treat one mass against a wall: they get the reduced one.
    pub(super) fn for_scheme(&self, method: Method) -> Self {
        match method {
            Method::ThreePoint | Method::Quadratic { .. } => self.reduced(),
            _ => self.clone(),
        }
    }

    /// The same impact on the command line.
    pub(super) fn command(&self, steps: f64) -> Result<String> {
        let exact = self.exact()?;
        Ok(format!(
            "carom impact --mass {:.6} --stiffness {:.6e} --exponent {} --mu {} --velocity {} \
             --rate {:.0}",
            exact.mass(),
            exact.stiffness(),
            exact.exponent(),
            exact.mu(),
            exact.v_in(),
            steps / exact.contact_time()
        ))
    }

    /// In steps of `dt` until they part, at most until `end`.
    pub(super) fn run(&self, method: Method, dt: f64, end: f64) -> Result<Met> {
        let mut voice = self.start(method, dt)?;
        let touch = self.gap / self.approach();
        let mut met = Met { path: Vec::new(), contact_time: None, restitution: 1.0, residual: 0.0 };
        let mut time = 0.0;
        for step in 1..=(end / dt).ceil() as u64 {
            voice.advance(1)?;
            time = step as f64 * dt;
            let (overlap, rate) = self.between(&mut voice);
            if overlap > 0.0 {
                let force = self.law.force(overlap, rate, 0.0);
                met.path.push(Moment { time: time - touch, overlap, force });
            }
            // Schemes of two samples still feel the other body one sample after they left it.
            let apart = overlap <= 0.0 && rate < 0.0 && voice.forces()[0] == 0.0;
            if !met.path.is_empty() && apart {
                met.contact_time = Some(time - overlap / rate - touch);
                break;
            }
        }
        let (_, rate) = self.between(&mut voice);
        met.restitution = rate.abs() / self.approach();
        let ledger = voice.ledger();
        met.residual = ledger.residual() / ledger.initial();
        if met.path.is_empty() {
            return Err(format!("nothing met within {time} s").into());
        }
        Ok(met)
    }

    fn start(&self, method: Method, dt: f64) -> Result<Voice, Error> {
        let mut world = World::new();
        let mut body = |mass: Option<f64>, velocity: f64| {
            let Some(mass) = mass else { return Ok(world.wall()) };
            let body = world.mass(mass)?;
            world.throw(&body, 0.0, velocity)?;
            Ok::<_, InvalidValue>(body)
        };
        let first = body(self.masses[0], self.speeds[0])?;
        let second = body(self.masses[1], -self.speeds[1])?;
        let contact = world.contact(first, second, self.law.clone())?;
        world.gap(contact, self.gap)?;
        Ok(carom_schemes::start(&world, 1.0 / dt, method, Options::plain())?.0)
    }

    /// Overlap and its rate.
    fn between(&self, voice: &mut Voice) -> (f64, f64) {
        let state = voice.state();
        let (mut overlap, mut rate, mut mode) = (-self.gap, 0.0, 0);
        for (mass, sign) in self.masses.iter().zip([1.0, -1.0]) {
            if mass.is_some() {
                overlap += sign * state.displacement[mode];
                rate += sign * state.velocity[mode];
                mode += 1;
            }
        }
        (overlap, rate)
    }
}

/// A gap that the bodies cross in a little over a third of a step: no impact is on a sample.
pub(super) fn off_sample(approach: f64, dt: f64) -> f64 {
    0.37 * approach * dt
}

/// Every scheme in this many steps per contact, as relative errors.
pub(super) fn schemes(meeting: &Meeting, steps: f64) -> Result<Table> {
    let exact = meeting.exact()?;
    let dt = exact.contact_time() / steps;
    let meeting = Meeting { gap: off_sample(meeting.approach(), dt), ..meeting.clone() };
    let mut table = Table::new(
        "scheme | overlap | force | duration | restitution | ledger".split(" | "),
    )
    .caption(format!(
        "Relative errors of every scheme in {steps} steps per contact; overlap and force are the \
         largest at any step. Schemes that keep two samples have the reduced mass against a wall."
    ));
    for method in Method::CONTACT {
        let row = match meeting.for_scheme(method).run(method, dt, 5.0 * exact.contact_time()) {
            Ok(met) => {
                let off = |value: f64, exact: f64| Cell::number(size(value / exact - 1.0));
                vec![
                    Cell::text(method.name()),
                    off(met.overlap(), exact.x_max()),
                    off(met.force(), exact.f_max()),
                    off(met.contact_time.unwrap_or(f64::NAN), exact.contact_time()),
                    off(met.restitution, exact.restitution()),
                    Cell::number(size(met.residual)),
                ]
            }
            Err(error) => vec![Cell::text(method.name()), Cell::text(error.to_string()).bad()],
        };
        table = table.row(row);
    }
    Ok(table)
}

/// What came out less what was put in; bad if the difference is more than allowed.
pub(super) fn difference(restitution: Option<f64>, wanted: f64, allowed: f64) -> Cell {
    let Some(restitution) = restitution else { return Cell::text("failed").bad() };
    let off = restitution - wanted;
    let cell = Cell::number(size(off));
    if off.abs() <= allowed { cell } else { cell.bad() }
}

/// A small number for people: two digits, and nothing as nothing.
pub(super) fn size(value: f64) -> String {
    if value == 0.0 { "0".to_owned() } else { format!("{value:.1e}") }
}
