//! Objects whose modes are sums of the motions of their parts.

use std::f64::consts::TAU;
use std::fmt;
use std::sync::{Mutex, PoisonError};

use crate::eigen::generalised::generalised;
use crate::eigen::{Matrix, dot};
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
        let mut all: Vec<(f64, Vec<f64>)> = Vec::new();
        let eigen = generalised(&self.stiffness, &self.mass);
        let together = eigen.values.len();
        let size = together + self.others.len();
        for (i, value) in eigen.values.iter().enumerate() {
            let mut vector = eigen.vectors.row(i).to_vec();
            vector.resize(size, 0.0);
            all.push((value.max(0.0).sqrt(), vector));
        }
        for (i, [omega, mass]) in self.others.iter().enumerate() {
            let mut vector = vec![0.0; size];
            vector[together + i] = mass.sqrt().recip();
            all.push((*omega, vector));
        }
        all.retain(|(omega, _)| *omega > 0.0 && omega / TAU <= up_to);
        all.sort_by(|one, other| one.0.total_cmp(&other.0));
        let (mut modes, mut vectors, mut inner) = (Vec::new(), Vec::new(), Vec::new());
        for (omega, mut vector) in all {
            let (name, motion, losses) = describe((omega, &vector));
            modes.push(DesignedMode { frequency: omega / TAU, mass, name, motion });
            vector.iter_mut().for_each(|part| *part *= mass.sqrt());
            vectors.push(vector);
            inner.push(losses);
        }
        let room = Mutex::new(vec![0.0; size]);
        Object { mass, modes, forms: Box::new(Sums { parts, vectors, inner, room }) }
    }
}

/// Modes as sums over parts.
#[derive(Debug)]
struct Sums<P> {
    parts: P,
    vectors: Vec<Vec<f64>>,
    inner: Vec<Inner>,
    /// Room for how far each motion goes.
    room: Mutex<Vec<f64>>,
}

impl<P: Parts> Sums<P> {
    fn sums(&self, weights: &mut [f64], motions: impl FnOnce(&mut [f64])) {
        let mut parts = self.room.lock().unwrap_or_else(PoisonError::into_inner);
        motions(&mut parts);
        for (weight, vector) in weights.iter_mut().zip(&self.vectors) {
            *weight = dot(vector, &parts);
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
