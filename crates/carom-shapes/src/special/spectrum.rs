//! Modes in order, each with a formula for its shape.

use std::fmt;

use crate::room::Rooms;
use crate::{DesignedMode, Forms, Motion, Object, Place};

/// No shape has more modes than this, whatever its size: it bounds time and memory.
pub(crate) const MOST_MODES: usize = 100_000;

/// The shape of one mode.
pub(crate) trait Form: fmt::Debug + Send + Sync + 'static {
    /// How far the place moves when the mode moves by one.
    fn weight(&self, place: Place) -> f64;

    /// What it does to the material.
    fn motion(&self) -> Motion {
        Motion::Bending
    }

    /// How far the face that moves the air goes, over how far the surface that is touched goes.
    fn face(&self) -> f64 {
        1.0
    }

    /// What the mode loses by radiation (1/s), where the shape knows it.
    fn radiation(&self) -> Option<f64> {
        None
    }

    /// ∫|∇φ|² over what is stretched as it bends, of something that is.
    fn stretch(&self) -> f64 {
        0.0
    }

    /// What of it depends on the first number of the place alone and is worth remembering.
    fn first_part(&self, _first: f64) -> f64 {
        0.0
    }

    /// [`weight`](Self::weight) with that part known.
    fn weight_from(&self, _first_part: f64, place: Place) -> f64 {
        self.weight(place)
    }
}

/// One line of a spectrum.
#[derive(Clone, Debug)]
pub(crate) struct Line<F> {
    /// Hz.
    pub(crate) frequency: f64,
    /// What people call it.
    pub(crate) name: String,
    /// The shape of its mode.
    pub(crate) form: F,
}

/// The object with these lines as far as they lie between 0 and `up_to` hertz. Lines of the same
/// frequency keep their order.
pub(crate) fn object<F: Form>(mass: f64, mut lines: Vec<Line<F>>, up_to: f64) -> Object {
    lines.retain(|line| line.frequency <= up_to);
    lines.sort_by(|a, b| a.frequency.total_cmp(&b.frequency));
    lines.truncate(MOST_MODES);
    let (modes, forms): (_, Vec<F>) = lines
        .into_iter()
        .map(|Line { frequency, name, form }| {
            let motion = form.motion();
            (DesignedMode { frequency, mass, name, motion }, form)
        })
        .unzip();
    let known = Rooms::new(|| (f64::NAN, Vec::with_capacity(forms.len())));
    Object { mass, modes, forms: Box::new(EachByItself { forms, known }) }
}

/// Shapes that have nothing to do with one another.
#[derive(Debug)]
struct EachByItself<F> {
    forms: Vec<F>,
    /// The first number of the last place, and the part of each weight that it decides: who goes
    /// around in a circle stays at one radius.
    known: Rooms<(f64, Vec<f64>)>,
}

impl<F: Form> Forms for EachByItself<F> {
    fn weights(&self, place: Place, weights: &mut [f64]) {
        let mut known = self.known.take();
        if known.0 != place[0] || known.1.len() < weights.len() {
            let forms = self.forms.iter().take(weights.len());
            known.0 = place[0];
            known.1.clear();
            known.1.extend(forms.map(|form| form.first_part(place[0])));
        }
        for ((weight, form), part) in weights.iter_mut().zip(&self.forms).zip(&known.1) {
            *weight = form.weight_from(*part, place);
        }
    }

    fn face_weights(&self, place: Place, weights: &mut [f64]) {
        self.weights(place, weights);
        for (weight, form) in weights.iter_mut().zip(&self.forms) {
            *weight *= form.face();
        }
    }

    fn radiation(&self) -> Option<Vec<f64>> {
        self.forms.iter().map(Form::radiation).collect()
    }

    fn stretches(&self) -> Vec<f64> {
        self.forms.iter().map(Form::stretch).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug)]
    struct Constant(f64);

    impl Form for Constant {
        fn weight(&self, _: Place) -> f64 {
            self.0
        }
    }

    #[test]
    fn lines_are_sorted_and_cut() {
        let line =
            |frequency: f64| Line { frequency, name: String::new(), form: Constant(frequency) };
        let lines = [3.0, 1.0, f64::NAN, 9.0, 2.0].map(line);
        let object = object(2.0, Vec::from(lines), 3.0);
        let frequencies: Vec<_> = object.modes.iter().map(|mode| mode.frequency).collect();
        assert_eq!(frequencies, [1.0, 2.0, 3.0]);
        assert_eq!(object.weights([0.0, 0.0]), frequencies);
    }
}
