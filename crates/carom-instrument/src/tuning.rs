//! Objects brought to a pitch, as a maker would: by their size, thickness, tension.

use carom_scene::plan::Tune;
use carom_shapes::{DesignedMode, Material, Motion, Shape};

/// The frequency of a key (Hz): equal steps, 440 Hz for the A above middle C.
#[must_use]
pub fn key_frequency(key: u8) -> f64 {
    440.0 * ((f64::from(key) - 69.0) / 12.0).exp2()
}

/// As near as this, relatively, is tuned: a fiftieth of a cent.
const TUNED: f64 = 1e-5;

/// So many attempts.
const ATTEMPTS: usize = 24;

/// What is known of an object by the mode that gives it its pitch.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Low {
    /// The frequency of that mode (Hz).
    pub(crate) frequency: f64,
    /// What it does to the material.
    pub(crate) motion: Motion,
    /// The mass of the object (kg).
    pub(crate) mass: f64,
}

/// The mode of a shape nearest to a frequency (Hz), of those that do the same to the material.
pub(crate) fn nearest(
    shape: &Shape,
    material: &Material,
    about: f64,
    motion: Option<Motion>,
) -> Option<Low> {
    // Modes of skins with air and of shells are the more exact the more of them are asked for.
    let mut up_to = 6.0 * about;
    for _ in 0..20 {
        let object = shape.resonator().object(material, up_to);
        let fits = |mode: &&DesignedMode| match motion {
            Some(motion) => mode.motion == motion,
            None => mode.motion != Motion::Whole,
        };
        let rings = object.modes.iter().filter(fits).filter(|mode| mode.frequency > 0.0);
        let apart = |mode: &&DesignedMode| (mode.frequency / about).ln().abs();
        if let Some(mode) = rings.min_by(|a, b| apart(a).total_cmp(&apart(b))) {
            let DesignedMode { frequency, motion, .. } = *mode;
            return Some(Low { frequency, motion, mass: object.mass });
        }
        up_to *= 2.0;
    }
    None
}

/// The shape with what is tuned multiplied by a factor; nothing if that cannot be.
fn changed(shape: &Shape, tune: &Tune, factor: f64) -> Option<Shape> {
    let shape = shape.with(|field| match tune {
        Tune::Size if field.limit.unit == "m" => Some(field.value? * factor),
        Tune::Field(name) if field.name == name => Some(field.value? * factor),
        _ => None,
    });
    shape.resonator().errors().is_empty().then_some(shape)
}

/// The shape whose mode `first` is brought to a frequency (Hz), and what is known of it; nothing if
/// there is none.
pub(crate) fn tuned(
    shape: &Shape,
    material: &Material,
    tune: &Tune,
    (first, wanted): (&Low, f64),
) -> Option<(Shape, Low)> {
    if *tune == Tune::Nothing {
        return Some((shape.clone(), *first));
    }
    let ratio = wanted / first.frequency;
    // log of the factor → log of how much too high it is.
    let high = |x: f64, about: f64| {
        let shape = changed(shape, tune, x.exp())?;
        let low = nearest(&shape, material, about, Some(first.motion))?;
        let high = (low.frequency / wanted).ln();
        Some(((shape, low), high))
    };
    let (mut x0, mut y0) = (0.0, -ratio.ln());
    // What is larger in proportion is as much lower; of other fields a small step says how much.
    let mut slope = -1.0;
    if *tune != Tune::Size {
        let probe = 0.01;
        slope = (high(probe, first.frequency)?.1 - y0) / probe;
    }
    let mut found = None;
    for _ in 0..ATTEMPTS {
        if y0.abs() < TUNED {
            break;
        }
        if slope == 0.0 || !slope.is_finite() {
            return None;
        }
        // A factor of three at a time, and less where that cannot be.
        let mut step = (-y0 / slope).clamp(-1.1, 1.1);
        let (x1, now, y1) = loop {
            match high(x0 + step, wanted * (y0 + slope * step).exp()) {
                Some((now, y)) if y.is_finite() => break (x0 + step, now, y),
                _ if step.abs() < 1e-3 => return None,
                _ => step *= 0.5,
            }
        };
        slope = (y1 - y0) / (x1 - x0);
        (x0, y0) = (x1, y1);
        found = Some(now);
    }
    if y0.abs() >= TUNED {
        return None;
    }
    Some(found.unwrap_or_else(|| (shape.clone(), *first)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use carom_shapes::material::find;

    fn shape(text: &str) -> Shape {
        serde_json::from_str(text).unwrap()
    }

    fn check(text: &str, material: &str, tune: &Tune) {
        let (shape, material) = (shape(text), find(material).unwrap());
        let first = nearest(&shape, material, 500.0, Some(Motion::Bending)).unwrap();
        for ratio in [0.5, 1.0, 1.5, 4.0] {
            let wanted = ratio * first.frequency;
            let (_, now) = tuned(&shape, material, tune, (&first, wanted)).unwrap();
            let cents = 1200.0 * (now.frequency / wanted).log2();
            assert!(cents.abs() < 0.02, "{text}: {ratio} is {cents} cents off");
        }
    }

    #[test]
    fn bars_by_size_length_and_thickness() {
        let bar = r#"{"kind":"bar","length":0.28,"width":0.035,"thickness":0.008,"suspension":30}"#;
        for tune in [Tune::Size, Tune::Field("length".into()), Tune::Field("thickness".into())] {
            check(bar, "aluminium", &tune);
        }
    }

    #[test]
    fn what_cannot_be_tuned_is_not() {
        let bar = shape(r#"{"kind":"bar","length":0.28,"width":0.035,"thickness":0.008}"#);
        let material = find("steel").unwrap();
        let first = nearest(&bar, material, 500.0, None).unwrap();
        let none = Tune::Field("suspension".into());
        assert!(tuned(&bar, material, &none, (&first, 2.0 * first.frequency)).is_none());
    }
}
