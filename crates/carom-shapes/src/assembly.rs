//! Objects whose modes are sums of the motions of their parts.

use std::f64::consts::TAU;
use std::fmt;

use crate::eigen::{Matrix, dot, general};
use crate::{DesignedMode, Forms, Inner, Motion, Object, Place};

/// The parts of an assembly, one motion after the other.
pub(crate) trait Parts: fmt::Debug + Send + Sync + 'static {
    /// How far each motion moves a place that is touched.
    fn touched(&self, place: Place) -> Vec<f64>;

    /// How far each motion moves a place of the face that moves the air.
    fn face(&self, place: Place) -> Vec<f64>;
}

/// Stiffness and mass of all motions together.
pub(crate) struct Assembly {
    pub stiffness: Matrix,
    pub mass: Matrix,
}

/// A mode of an assembly: ω (rad/s), and how far each motion goes, with vᵀ·M·v = 1.
pub(crate) type Vector<'a> = (f64, &'a [f64]);

impl Assembly {
    /// Of so many motions, all zero.
    pub(crate) fn new(size: usize) -> Self {
        Self { stiffness: Matrix::zero(size), mass: Matrix::zero(size) }
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
        let (mut modes, mut vectors, mut inner) = (Vec::new(), Vec::new(), Vec::new());
        if let Some(eigen) = general(&self.stiffness, &self.mass) {
            for (i, value) in eigen.values.iter().enumerate() {
                let (omega, vector) = (value.max(0.0).sqrt(), eigen.vectors.row(i));
                let frequency = omega / TAU;
                if !(frequency <= up_to && frequency > 0.0) {
                    continue;
                }
                let (name, motion, losses) = describe((omega, vector));
                modes.push(DesignedMode { frequency, mass, name, motion });
                vectors.push(vector.iter().map(|part| mass.sqrt() * part).collect());
                inner.push(losses);
            }
        }
        Object { mass, modes, forms: Box::new(Sums { parts, vectors, inner }) }
    }
}

/// Modes as sums over parts.
#[derive(Debug)]
struct Sums<P> {
    parts: P,
    vectors: Vec<Vec<f64>>,
    inner: Vec<Inner>,
}

impl<P: Parts> Sums<P> {
    fn sums(&self, parts: &[f64], weights: &mut [f64]) {
        for (weight, vector) in weights.iter_mut().zip(&self.vectors) {
            *weight = dot(vector, parts);
        }
    }
}

impl<P: Parts> Forms for Sums<P> {
    fn weights(&self, place: Place, weights: &mut [f64]) {
        self.sums(&self.parts.touched(place), weights);
    }

    fn face_weights(&self, place: Place, weights: &mut [f64]) {
        self.sums(&self.parts.face(place), weights);
    }

    fn inner_losses(&self) -> Option<Vec<Inner>> {
        Some(self.inner.clone())
    }
}
