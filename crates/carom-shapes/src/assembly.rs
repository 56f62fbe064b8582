//! Objects whose modes are sums of the motions of their parts.

use std::f64::consts::TAU;
use std::fmt;

use crate::eigen::generalised::generalised;
use crate::eigen::{Matrix, dot};
use crate::room::Rooms;
use crate::{DesignedMode, Forms, Inner, Motion, Object, Place};

/// The parts of an assembly, one motion after the other.
pub(crate) trait Parts: fmt::Debug + Send + Sync + 'static {
    /// How far each motion moves a place that is touched.
    fn touched(&self, place: Place, parts: &mut [f64]);

    /// How far each motion moves a place of the face that moves the air.
    fn face(&self, place: Place, parts: &mut [f64]);
}

/// Stiffness and mass of all motions together, and after these other motions that know nothing of
/// one another: ω (rad/s) and mass (kg) of each.
pub(crate) struct Assembly {
    pub stiffness: Matrix,
    pub mass: Matrix,
    pub others: Vec<[f64; 2]>,
}

/// A mode of an assembly: ω (rad/s), and how far each motion goes, with vᵀ·M·v = 1.
pub(crate) type Vector<'a> = (f64, &'a [f64]);

impl Assembly {
    /// Of so many motions, all zero.
    pub(crate) fn new(size: usize) -> Self {
        Self { stiffness: Matrix::zero(size), mass: Matrix::zero(size), others: Vec::new() }
    }

    /// The object of some mass (kg) with the modes up to a frequency (Hz): `describe` gives the name
    /// of a mode, its motion and what it loses inside.
    pub(crate) fn object<P: Parts>(
        &self,
        parts: P,
        mass: f64,
        up_to: f64,
        describe: impl Fn(Vector<'_>) -> (String, Motion, Inner),
    ) -> Object {
        let eigen = generalised(&self.stiffness, &self.mass);
        let together = eigen.values.len();
        let size = together + self.others.len();
        let coupled = eigen.values.iter().enumerate();
        let coupled = coupled.map(|(i, value)| {
            (value.max(0.0).sqrt(), Share::Together(eigen.vectors.row(i).to_vec()))
        });
        let others = self.others.iter().enumerate();
        let others = others.map(|(i, [omega, mass])| {
            (*omega, Share::Alone { part: together + i, way: mass.sqrt().recip() })
        });
        let mut all: Vec<(f64, Share)> = coupled.chain(others).collect();
        all.retain(|(omega, _)| *omega > 0.0 && omega / TAU <= up_to);
        all.sort_by(|one, other| one.0.total_cmp(&other.0));
        let (mut modes, mut shares, mut inner) = (Vec::new(), Vec::new(), Vec::new());
        let mut vector = vec![0.0; size];
        for (omega, share) in all {
            share.write(&mut vector);
            let (name, motion, losses) = describe((omega, &vector));
            modes.push(DesignedMode { frequency: omega / TAU, mass, name, motion });
            shares.push(share.scaled(mass.sqrt(), size));
            inner.push(losses);
        }
        let room = Rooms::new(|| vec![0.0; size]);
        Object { mass, modes, forms: Box::new(Sums { parts, shares, inner, room }) }
    }
}

/// How far each motion goes in a mode.
#[derive(Debug)]
enum Share {
    /// The first motions, together.
    Together(Vec<f64>),
    /// One motion alone: of thousands that know nothing of one another, nobody adds up the zeros.
    Alone { part: usize, way: f64 },
}

impl Share {
    /// As a vector of all motions.
    fn write(&self, vector: &mut [f64]) {
        vector.fill(0.0);
        match self {
            Self::Together(ways) => vector[..ways.len()].copy_from_slice(ways),
            Self::Alone { part, way } => vector[*part] = *way,
        }
    }

    /// Times a number. There are `size` motions; sums are taken by fours.
    fn scaled(self, by: f64, size: usize) -> Self {
        match self {
            Self::Together(mut ways) => {
                ways.resize(ways.len().next_multiple_of(4).min(size), 0.0);
                ways.iter_mut().for_each(|way| *way *= by);
                Self::Together(ways)
            }
            Self::Alone { part, way } => Self::Alone { part, way: by * way },
        }
    }

    /// The motion of a place, from how far each motion moves it.
    fn sum(&self, parts: &[f64]) -> f64 {
        match self {
            Self::Together(ways) => dot(ways, &parts[..ways.len()]),
            Self::Alone { part, way } => way * parts[*part],
        }
    }
}

/// Modes as sums over parts.
#[derive(Debug)]
struct Sums<P> {
    parts: P,
    shares: Vec<Share>,
    inner: Vec<Inner>,
    /// Room for how far each motion goes.
    room: Rooms<Vec<f64>>,
}

impl<P: Parts> Sums<P> {
    fn sums(&self, weights: &mut [f64], motions: impl FnOnce(&mut [f64])) {
        let mut parts = self.room.take();
        motions(&mut parts);
        for (weight, share) in weights.iter_mut().zip(&self.shares) {
            *weight = share.sum(&parts);
        }
    }
}

impl<P: Parts> Forms for Sums<P> {
    fn weights(&self, place: Place, weights: &mut [f64]) {
        self.sums(weights, |parts| self.parts.touched(place, parts));
    }

    fn face_weights(&self, place: Place, weights: &mut [f64]) {
        self.sums(weights, |parts| self.parts.face(place, parts));
    }

    fn inner_losses(&self) -> Option<Vec<Inner>> {
        Some(self.inner.clone())
    }
}
