//! The exact answer.

use carom::InvalidValue;
use carom::exact::WallImpact;
use carom_schemes::Approximation;
use carom_schemes::Pressed;
use serde::Serialize;

use super::Impact;

/// The exact answer (SI units); `None` where the force holds the mass at the wall.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Exact {
    /// Outgoing velocity, negative.
    pub v_out: Option<f64>,
    /// |v_out|/v_in.
    pub restitution: Option<f64>,
    /// Largest compression.
    pub x_max: f64,
    /// Largest force.
    pub f_max: f64,
    /// Duration of the contact.
    pub contact_time: Option<f64>,
    /// Energy that the contact took.
    pub energy_lost: Option<f64>,
}

/// The literature's approximation.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Approximated {
    /// Outgoing velocity by papetti (7), order 4; `None` with a force during contact.
    pub v_out: Option<f64>,
}

/// The exact answer to an experiment, for its first impact and for those that follow.
pub(super) struct Answer {
    pub(super) exact: Exact,
    pub(super) approx: Approximated,
    /// Speed at the wall before, speed after and duration of every impact of the sequence; shorter
    /// than it if the mass is held.
    pub(super) chain: Vec<Link>,
    mu: f64,
    impact: Impact,
}

/// One impact of the exact sequence.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Link {
    pub(super) speed_out: f64,
    pub(super) contact_time: f64,
}

impl Answer {
    pub(super) fn new(impact: &Impact) -> Result<Self, InvalidValue> {
        let mu = impact.mu()?;
        let speed = impact.speed_at_wall(impact.velocity).unwrap_or(impact.velocity);
        let free = WallImpact::new(impact.mass, impact.stiffness, impact.exponent, mu, speed)?;
        let approximation = Approximation::non_local(4).v_out(mu, speed);
        let approx = Approximated { v_out: (!impact.is_pressed()).then_some(approximation) };
        let exact = exact_of(impact, free)?;
        let mut answer = Self { exact, approx, chain: Vec::new(), mu, impact: impact.clone() };
        answer.follow(speed);
        Ok(answer)
    }

    /// The exact sequence of impacts.
    fn follow(&mut self, first: f64) {
        let mut speed = Some(first);
        for _ in 0..self.impact.count() {
            let Some(link) = speed.and_then(|speed| self.next(speed)) else { return };
            self.chain.push(link);
            // A restart begins before the wall, where the force acts again.
            let out = link.speed_out;
            speed =
                if self.impact.is_flight() { Some(out) } else { self.impact.speed_at_wall(out) };
        }
    }

    /// The closed form of an impact at this speed.
    pub(super) fn at(&self, speed: f64) -> Option<WallImpact> {
        let Impact { mass, stiffness, exponent, .. } = self.impact;
        WallImpact::new(mass, stiffness, exponent, self.mu, speed).ok()
    }

    /// Outgoing speed and duration of an impact that meets the wall at this speed.
    fn next(&self, speed: f64) -> Option<Link> {
        let exact = exact_of(&self.impact, self.at(speed)?).ok()?;
        Some(Link { speed_out: -exact.v_out?, contact_time: exact.contact_time? })
    }
}

fn exact_of(impact: &Impact, free: WallImpact) -> Result<Exact, InvalidValue> {
    if impact.is_pressed() {
        let v_in = free.v_in();
        let pressed = Pressed::new(free, impact.force)?.solve();
        return Ok(Exact {
            v_out: pressed.v_out,
            restitution: pressed.v_out.map(|v| -v / v_in),
            x_max: pressed.x_max,
            f_max: pressed.f_max,
            contact_time: pressed.contact_time,
            energy_lost: pressed.energy_lost,
        });
    }
    Ok(Exact {
        v_out: Some(free.v_out()),
        restitution: Some(free.restitution()),
        x_max: free.x_max(),
        f_max: free.f_max(),
        contact_time: Some(free.contact_time()),
        energy_lost: Some(free.energy_lost()),
    })
}
