//! One of several points at which bodies touch, or are about to.

use super::ContactLaw;
use crate::algebra::{Vector, is_finite, length, scale};
use crate::{Body, CollisionError};
use carom::check::{check, not_negative, positive};
use std::cmp::Ordering;

/// A point at which two of several bodies touch.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ContactPoint {
    pub(super) between: [usize; 2],
    pub(super) levers: [Vector; 2],
    pub(super) normal: Vector,
    pub(super) gap: f64,
    pub(super) law: ContactLaw,
}

impl ContactPoint {
    /// Between the bodies of these indices, at `levers` (m) from their centres of mass, with the normal
    /// from the second body to the first, of any length.
    #[must_use]
    pub fn new(between: [usize; 2], levers: [Vector; 2], normal: Vector, law: ContactLaw) -> Self {
        Self { between, levers, normal, gap: 0.0, law }
    }

    /// The same with this much room (m) along the normal before they touch.
    #[must_use]
    pub fn with_gap(self, gap: f64) -> Self {
        Self { gap, ..self }
    }

    /// The bodies by their indices.
    #[must_use]
    pub fn between(&self) -> [usize; 2] {
        self.between
    }

    /// Where they touch (m), from the centre of mass of each.
    #[must_use]
    pub fn levers(&self) -> [Vector; 2] {
        self.levers
    }

    /// The normal, from the second body to the first.
    #[must_use]
    pub fn normal(&self) -> Vector {
        self.normal
    }

    /// The gap (m) before they touch.
    #[must_use]
    pub fn gap(&self) -> f64 {
        self.gap
    }

    /// What tells contacts apart, as numbers: the order in which they are computed follows from it.
    fn key(&self) -> impl Iterator<Item = f64> {
        let indices = self.between.map(|index| index as f64).into_iter();
        let places = self.levers.into_iter().flatten().chain(self.normal).chain([self.gap]);
        indices.chain(places).chain(self.law.key())
    }

    /// An order of contacts that does not depend on how they are listed.
    pub(super) fn order(&self, other: &Self) -> Ordering {
        let pairs = self.key().zip(other.key());
        let mut orders = pairs.map(|(a, b)| a.total_cmp(&b));
        orders.find(|order| order.is_ne()).unwrap_or(Ordering::Equal)
    }

    /// The same with a normal of length 1, if there are such bodies and a contact is possible.
    pub(super) fn checked(&self, bodies: &[Body]) -> Result<Self, CollisionError> {
        let size = positive("length of the normal", length(self.normal))?;
        not_negative("gap", self.gap)?;
        for (index, lever) in self.between.iter().zip(&self.levers) {
            let known = *index < bodies.len();
            check(known, "index of a body", *index as f64, "below the number of bodies")?;
            let sum = lever.iter().sum();
            check(is_finite(*lever), "point of contact", sum, "finite in every component")?;
        }
        let [first, second] = self.between;
        check(first != second, "index of the second body", second as f64, "not that of the first")?;
        if bodies[first].is_immovable() && bodies[second].is_immovable() {
            return Err(CollisionError::NothingMoves);
        }
        Ok(Self { normal: scale(self.normal, 1.0 / size), ..*self })
    }
}
