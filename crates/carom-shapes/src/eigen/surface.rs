//! Mode shapes on a rectangle as sums of products of polynomials.

use super::dot;
use super::polynomial::Family;
use crate::room::Rooms;
use crate::{DesignedMode, Forms, Motion, Object, Place};

/// A product p_i(x)·p_j(y), by its indices.
pub(crate) type Product = [usize; 2];

/// A mode before it is put in order.
#[derive(Clone, Debug)]
pub(crate) struct Draft {
    /// Hz.
    pub frequency: f64,
    /// Which list of products it is a sum of.
    pub group: usize,
    /// A coefficient for each product.
    pub coefficients: Vec<f64>,
}

/// Mode shapes, in groups that share a list of products.
#[derive(Debug)]
pub(crate) struct SurfaceForms {
    family: Family,
    groups: Vec<Vec<Product>>,
    modes: Vec<Draft>,
    room: Rooms<Room>,
}

/// Room for the values at a place.
#[derive(Debug)]
struct Room {
    /// Of the polynomials along both sides.
    sides: [Vec<f64>; 2],
    /// Of the products of each group.
    groups: Vec<Vec<f64>>,
}

/// What an object is made of.
#[derive(Debug)]
pub(crate) struct Drafts {
    /// Which polynomials.
    pub family: Family,
    /// The lists of products.
    pub groups: Vec<Vec<Product>>,
    /// Named modes that come first.
    pub rigid: Vec<(&'static str, Draft)>,
    /// The others, in any order. They are numbered by frequency from 1 on.
    pub elastic: Vec<Draft>,
}

impl Drafts {
    /// None yet.
    pub(crate) fn new(family: Family) -> Self {
        Self { family, groups: Vec::new(), rigid: Vec::new(), elastic: Vec::new() }
    }

    /// Adds the motions of the rigid body that move the surface up and down: all of it, and tilts
    /// along both sides, each with its weight.
    pub(crate) fn add_rigid(&mut self, frequency: f64, weights: [f64; 3]) {
        let group = self.groups.len();
        self.groups.push(vec![[0, 0], [1, 0], [0, 1]]);
        let names = ["translation", "tilt along the length", "tilt along the width"];
        for (i, name) in names.into_iter().enumerate() {
            let mut coefficients = vec![0.0; 3];
            coefficients[i] = weights[i];
            self.rigid.push((name, Draft { frequency, group, coefficients }));
        }
    }

    /// Puts the modes up to a frequency in order.
    pub(crate) fn finish(mut self, mass: f64, motion: Motion, up_to: f64) -> Object {
        self.rigid.retain(|(_, draft)| draft.frequency <= up_to);
        self.elastic.retain(|draft| draft.frequency <= up_to);
        self.elastic.sort_by(|a, b| a.frequency.total_cmp(&b.frequency));
        let mut modes = Vec::with_capacity(self.rigid.len() + self.elastic.len());
        for (name, draft) in &self.rigid {
            let (frequency, name) = (draft.frequency, (*name).into());
            modes.push(DesignedMode { frequency, mass, name, motion: Motion::Whole });
        }
        for (i, draft) in self.elastic.iter().enumerate() {
            let name = (i + 1).to_string();
            modes.push(DesignedMode { frequency: draft.frequency, mass, name, motion });
        }
        Object { mass, modes, forms: Box::new(self.forms()) }
    }

    fn forms(self) -> SurfaceForms {
        let mut counts = [0; 2];
        for product in self.groups.iter().flatten() {
            counts = [counts[0].max(product[0] + 1), counts[1].max(product[1] + 1)];
        }
        let rigid = self.rigid.into_iter().map(|(_, draft)| draft);
        let modes = rigid.chain(self.elastic).collect();
        let room = || Room {
            sides: counts.map(|count| vec![0.0; count]),
            groups: self.groups.iter().map(|group| vec![0.0; group.len()]).collect(),
        };
        let room = Rooms::new(room);
        SurfaceForms { family: self.family, groups: self.groups, modes, room }
    }
}

impl Forms for SurfaceForms {
    fn weights(&self, place: Place, weights: &mut [f64]) {
        let mut room = self.room.take();
        let Room { sides, groups } = &mut *room;
        for (side, at) in sides.iter_mut().zip(place) {
            for (value, now) in side.iter_mut().zip(self.family.values(at)) {
                *value = now;
            }
        }
        let [along, across] = sides;
        for (values, group) in groups.iter_mut().zip(&self.groups) {
            for (value, [i, j]) in values.iter_mut().zip(group) {
                *value = along[*i] * across[*j];
            }
        }
        for (weight, mode) in weights.iter_mut().zip(&self.modes) {
            *weight = dot(&mode.coefficients, &groups[mode.group]);
        }
    }
}
