//! A box with a slot: a plate over a space of air with an opening, as a cajón, a woodblock or the
//! body of a guitar.
//!
//! The plate bends as if its edges were held; the air inside has the modes of a hard box, the one of
//! mean pressure among them, and the air in the slot moves as a plug. With the flows that plate and
//! plug make, these are coupled oscillators: of one mode of the plate and the plug alone,
//! Christensen and Vistisen's model of the guitar (J. Acoust. Soc. Am. 68, 758 (1980)). The mass of
//! the air outside is left out but for that at the slot, and so is the bending of the other walls.

use std::f64::consts::{PI, SQRT_2, TAU};

use crate::air::ROOM;
use carom::check::{Field, FieldError, Fields};

use crate::assembly::{Assembly, Parts};
use crate::eigen::polynomial::gauss;
use crate::fields::{Warning, length, rule_error};
use crate::special::cos_pi;
use crate::{
    Edges, Elastic, Face, Inner, Motion, Object, Outline, OutlineKind, Place, Plate, Radiator,
    Resonator,
};

/// Viscosity of air at 20 °C (Pa·s; Kaye and Laby).
const VISCOSITY: f64 = 1.81e-5;
/// So many modes of the air inside at the most.
const MOST_AIR: usize = 16;
/// The lowest modes of the plate, so many at the most, feel the air; higher ones move it to and fro.
const MOST_PLATE: usize = 64;
/// The flows of a mode of the plate are integrated by so many nodes each way.
const NODES: usize = 28;

/// A box that is struck on the plate which closes it. The material is that of the plate.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields, expecting = "a table"))]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schemars", schemars(transform = crate::shape::describe::<Self>))]
pub struct SlottedBox {
    /// Length of plate and space (m).
    pub length: f64,
    /// Width of plate and space (m).
    pub width: f64,
    /// Depth of the space (m).
    pub depth: f64,
    /// Thickness of the plate (m).
    pub thickness: f64,
    /// Length of the slot (m), in the wall along the length of the box.
    pub slot_length: f64,
    /// Width of the slot (m).
    pub slot_width: f64,
    /// Thickness of the wall at the slot (m).
    pub wall: f64,
    /// How the edges of the plate are held: "clamped" or "supported".
    #[cfg_attr(feature = "serde", serde(default = "default_edges"))]
    pub edges: Edges,
}

/// A cajón, its round hole taken as a square.
impl Default for SlottedBox {
    fn default() -> Self {
        Self {
            length: 0.48,
            width: 0.3,
            depth: 0.3,
            thickness: 0.004,
            slot_length: 0.105,
            slot_width: 0.105,
            wall: 0.012,
            edges: default_edges(),
        }
    }
}

fn default_edges() -> Edges {
    Edges::Clamped
}

impl SlottedBox {
    /// m².
    fn opening(&self) -> f64 {
        self.slot_length * self.slot_width
    }

    /// The mass (kg) of the plug: the air in the wall, and what a rigid rectangle in a wall moves on
    /// each side, ρ/2π·∬∬dA·dA′/r in closed form.
    fn plug(&self) -> f64 {
        let (a, b) = (self.slot_length, self.slot_width);
        let diagonal = a.hypot(b);
        let potential = 2.0 * (a * a * b * (b / a).asinh() + a * b * b * (a / b).asinh())
            + 2.0 / 3.0 * (a.powi(3) + b.powi(3) - diagonal.powi(3));
        ROOM.density * (self.opening() * self.wall + 2.0 * potential / TAU)
    }

    /// Modes of the air between hard walls by rising frequency, that of mean pressure first.
    fn air(&self, up_to: f64) -> Vec<AirMode> {
        let sides = [self.length, self.width, self.depth];
        let most = 6;
        let mut modes = Vec::new();
        for l in 0..most {
            for m in 0..most {
                for n in 0..most {
                    let waves = [l, m, n].map(f64::from);
                    let square = |i: usize| (waves[i] * PI / sides[i]).powi(2);
                    let omega = ROOM.speed * (0..3).map(square).sum::<f64>().sqrt();
                    modes.push(AirMode { waves, omega });
                }
            }
        }
        modes.retain(|mode| mode.omega <= TAU * up_to);
        modes.sort_by(|a, b| a.omega.total_cmp(&b.omega));
        modes.truncate(MOST_AIR);
        modes
    }
}

/// cos·cos·cos with mean square 1.
#[derive(Clone, Copy, Debug)]
struct AirMode {
    waves: [f64; 3],
    omega: f64,
}

impl AirMode {
    fn at(&self, place: [f64; 3]) -> f64 {
        let along = |(waves, place): (f64, f64)| {
            if waves == 0.0 { 1.0 } else { SQRT_2 * cos_pi(waves * place) }
        };
        self.waves.into_iter().zip(place).map(along).product()
    }
}

/// The plate's lower modes first, then the plug, then modes of the air, then the plate's others.
#[derive(Debug)]
struct PlateOverAir {
    plate: Object,
    /// The area of the slot over that of the plate.
    slot: f64,
    /// How many modes of the plate feel the air.
    count: usize,
    air: usize,
}

impl Parts for PlateOverAir {
    fn touched(&self, place: Place, parts: &mut [f64]) {
        let plate = self.plate.modes.len();
        self.plate.forms.weights(place, &mut parts[..plate]);
        let others = self.count + 1 + self.air;
        parts.copy_within(self.count..plate, others);
        parts[self.count..others].fill(0.0);
    }

    /// What comes out of the slot is heard as if it came out of the plate: it is only large where
    /// waves are longer than the box.
    fn face(&self, place: Place, parts: &mut [f64]) {
        self.touched(place, parts);
        parts[self.count] = self.slot;
    }
}

impl Fields for SlottedBox {
    fn fields(&self) -> Vec<Field> {
        vec![
            length("length", self.length),
            length("width", self.width),
            length("depth", self.depth),
            length("thickness", self.thickness),
            length("slot_length", self.slot_length),
            length("slot_width", self.slot_width),
            length("wall", self.wall),
        ]
    }
}

impl Resonator for SlottedBox {
    fn outline(&self) -> Outline {
        Outline::new(OutlineKind::Rectangle, [self.length, self.width, self.depth])
    }

    fn radiator(&self) -> Radiator {
        Radiator::Front(Face::Rectangle([self.length, self.width]))
    }

    fn rule_errors(&self) -> Vec<FieldError> {
        let mut errors = Vec::new();
        if self.edges == Edges::Free {
            errors.push(rule_error("edges", "free", "\"clamped\" or \"supported\""));
        }
        if self.slot_length > self.length {
            errors.push(rule_error("slot_length", self.slot_length, "at most the length"));
        }
        if self.slot_width > self.depth {
            errors.push(rule_error("slot_width", self.slot_width, "at most the depth"));
        }
        errors
    }

    fn formula_warnings(&self) -> Vec<Warning> {
        let plate = plate(self).formula_warnings();
        plate.into_iter().filter(|warning| warning.0 == "thickness").collect()
    }

    /// The mass is that of the plate.
    fn design(&self, elastic: &Elastic, up_to: f64) -> Object {
        let plate = plate(self).design(elastic, up_to);
        let (mass, count) = (plate.mass, plate.modes.len().min(MOST_PLATE));
        let all = self.air(1.5 * up_to);
        let (pressures, slot) = (pressures(&plate, count, &all), self.opening());
        let stiffness = ROOM.density * ROOM.speed.powi(2) / (self.length * self.width * self.depth);
        let plug = self.plug();
        // B: how much each motion presses on each mode of the air, outwards.
        let area = self.length * self.width;
        let push = |(mode, pressure): (&AirMode, &Vec<f64>)| -> Vec<f64> {
            let mut push: Vec<f64> = pressure.iter().map(|mean| area * mean).collect();
            push.push(slot * mode.at([0.5, 0.0, 0.5]));
            push.iter().map(|push| stiffness.sqrt() * push).collect()
        };
        let pushes: Vec<Vec<f64>> = all.iter().zip(&pressures).map(push).collect();
        let ringing = all.len().saturating_sub(1);
        let bent: Vec<f64> = plate.modes.iter().map(|mode| TAU * mode.frequency).collect();
        let mut assembly = Assembly::new(count + 1 + ringing);
        assembly.others = bent[count..].iter().map(|omega| [*omega, mass]).collect();
        for i in 0..=count {
            for j in 0..=count {
                let sum = pushes.iter().map(|push| push[i] * push[j]).sum();
                assembly.stiffness.row_mut(i)[j] = sum;
            }
            if i < count {
                assembly.stiffness.row_mut(i)[i] += mass * bent[i] * bent[i];
            }
            assembly.mass.row_mut(i)[i] = if i < count { mass } else { plug };
        }
        for (row, (mode, push)) in (count + 1..).zip(all.iter().zip(&pushes).skip(1)) {
            for (i, push) in push.iter().enumerate() {
                assembly.stiffness.row_mut(row)[i] = mode.omega * push;
                assembly.stiffness.row_mut(i)[row] = mode.omega * push;
            }
            assembly.stiffness.row_mut(row)[row] = mode.omega * mode.omega;
            assembly.mass.row_mut(row)[row] = 1.0;
        }
        let names: Vec<String> = plate.modes.iter().map(|mode| mode.name.clone()).collect();
        // Friction in the slot: R = √(ηρω/2) per area of its wall (Ingard 1953, J. Acoust. Soc. Am.
        // 25, 1037).
        let rubbed = 2.0 * (self.slot_length + self.slot_width) * self.wall;
        let rest = count + 1 + ringing;
        let describe = |(omega, vector): (f64, &[f64])| {
            let bending = |(part, bent): (&f64, &f64)| mass * (part * bent).powi(2);
            let plate = vector[..count].iter().chain(&vector[rest..]).zip(&bent);
            let own = plate.map(bending).sum::<f64>() / (omega * omega);
            let friction = rubbed * (0.5 * VISCOSITY * ROOM.density * omega).sqrt();
            let others = 0.5 * friction * vector[count].powi(2);
            let weight = |i: usize| match i {
                _ if i == count => plug,
                _ if i > count && i < rest => 1.0,
                _ => mass,
            };
            let energy = |i: &usize| vector[*i].powi(2) * weight(*i);
            let most = (0..vector.len()).max_by(|a, b| energy(a).total_cmp(&energy(b)));
            let name = match most.unwrap_or(0) {
                i if i < count => names[i].clone(),
                i if i == count => "slot".to_owned(),
                i if i >= rest => names[i - ringing - 1].clone(),
                i => {
                    let [l, m, n] = all[i - count].waves;
                    format!("air ({l}, {m}, {n})")
                }
            };
            // What there is of it in the plate is bent.
            (name, Motion::Bending, Inner { own: own.min(1.0), others })
        };
        let parts = PlateOverAir { plate, slot: slot / area, count, air: ringing };
        assembly.object(parts, mass, up_to, describe)
    }
}

fn plate(shape: &SlottedBox) -> Plate {
    let SlottedBox { length, width, thickness, edges, .. } = *shape;
    Plate { length, width, thickness, edges, ..Plate::default() }
}

/// The mean of φ·ψ over the plate, for every mode ψ of the air and the first modes φ of the plate.
fn pressures(plate: &Object, count: usize, air: &[AirMode]) -> Vec<Vec<f64>> {
    let mut means = vec![vec![0.0; count]; air.len()];
    let mut weights = vec![0.0; count];
    let nodes = gauss(NODES);
    for x in &nodes {
        for y in &nodes {
            plate.forms.weights([x.place, y.place], &mut weights);
            for (means, mode) in means.iter_mut().zip(air) {
                let share = x.weight * y.weight * mode.at([x.place, y.place, 0.0]);
                for (mean, weight) in means.iter_mut().zip(&weights) {
                    *mean += share * weight;
                }
            }
        }
    }
    means
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::WOOD;

    const RIGID: Elastic = Elastic::isotropic(1e18, 0.3, 700.0);

    fn frequencies(shape: &SlottedBox, elastic: &Elastic, up_to: f64) -> Vec<f64> {
        let object = shape.design(elastic, up_to);
        object.modes.iter().map(|mode| mode.frequency).collect()
    }

    fn helmholtz(shape: &SlottedBox) -> f64 {
        let volume = shape.length * shape.width * shape.depth;
        let spring = ROOM.density * (ROOM.speed * shape.opening()).powi(2) / volume;
        (spring / shape.plug()).sqrt() / TAU
    }

    #[test]
    fn a_stiff_box_has_helmholtz_resonance() {
        // ω = c·√(S/Vl), as far as the other modes of the air are far away.
        let small = SlottedBox { slot_length: 0.02, slot_width: 0.02, ..SlottedBox::default() };
        let object = small.design(&RIGID, 150.0);
        assert_eq!((object.modes.len(), object.modes[0].name.as_str()), (1, "slot"));
        assert!((object.modes[0].frequency / helmholtz(&small) - 1.0).abs() < 1e-6);
        // A square of the area of a round hole moves as much air to 1 %: 8/3·a³ on each side.
        let radius = 0.02 / PI.sqrt();
        let round = ROOM.density * (4e-4 * small.wall + 16.0 / 3.0 * radius.powi(3));
        assert!((small.plug() / round - 1.0).abs() < 0.01, "{} {round}", small.plug());
    }

    #[test]
    fn a_deep_box_leaves_the_plate_as_it_is() {
        let deep = SlottedBox { depth: 1e7, edges: Edges::Supported, ..SlottedBox::default() };
        let plate = plate(&deep).design(&WOOD.elastic, 500.0);
        let found = frequencies(&deep, &WOOD.elastic, 500.0);
        for mode in &plate.modes {
            let near = found.iter().any(|f| (f / mode.frequency - 1.0).abs() < 1e-4);
            assert!(near, "{} {found:?}", mode.frequency);
        }
    }

    #[test]
    fn plate_and_air_are_two_coupled_oscillators() {
        // Christensen and Vistisen 1980: with f_p of the plate over the closed space and f_h of the
        // air under a rigid plate, f₊² + f₋² = f_p² + f_h² and f₊·f₋ = f_h·f_0, f_0 of the plate
        // alone. Below 500 Hz the plate has this one mode and the air only its pressure.
        let edges = Edges::Supported;
        let shape =
            SlottedBox { length: 0.15, width: 0.14, depth: 0.1, edges, ..Default::default() };
        let shape = SlottedBox { slot_length: 0.05, slot_width: 0.05, thickness: 3e-3, ..shape };
        let up_to = 660.0;
        let plate = plate(&shape).design(&WOOD.elastic, up_to);
        assert_eq!((plate.modes.len(), shape.air(1.5 * up_to).len()), (1, 1));
        let alone = plate.modes[0].frequency;
        let (area, volume) = (0.15 * 0.14, 0.15 * 0.14 * 0.1);
        let flow = area * 2.0 * (2.0 / PI).powi(2);
        let spring = ROOM.density * (ROOM.speed * flow).powi(2) / volume / plate.mass;
        let closed = alone.hypot(spring.sqrt() / TAU);
        let air = helmholtz(&shape);
        let found = frequencies(&shape, &WOOD.elastic, up_to);
        let [low, high] = found[..] else { panic!("{found:?}") };
        assert!(((low * low + high * high) / (closed * closed + air * air) - 1.0).abs() < 1e-9);
        assert!((low * high / (air * alone) - 1.0).abs() < 1e-9);
        assert!(low < air.min(alone) && high > air.max(closed));
    }

    #[test]
    fn a_cajon_has_its_bass() {
        let object = SlottedBox::default().design(&WOOD.elastic, 2000.0);
        let names: Vec<_> =
            object.modes.iter().take(4).map(|m| (m.name.as_str(), m.frequency)).collect();
        assert!((60.0..110.0).contains(&object.modes[0].frequency), "{names:?}");
        // Air leaves by the slot while the plate goes in, and what leaves there is most of what is heard; where the plate
        // is the faster, in the second of these modes, both go out at once.
        let volume = |weights: &dyn Fn([f64; 2]) -> f64| -> f64 {
            let nodes = gauss(12);
            let row = |x: &crate::eigen::polynomial::Node| -> f64 {
                nodes.iter().map(|y| x.weight * y.weight * weights([x.place, y.place])).sum()
            };
            nodes.iter().map(row).sum()
        };
        let flows = |mode: usize| {
            let plate = volume(&|place| object.weights(place)[mode]);
            let all = volume(&|place| object.face_weights(place)[mode]);
            [plate, all - plate]
        };
        let [plate, slot] = flows(0);
        assert!(plate * slot < 0.0 && slot.abs() > plate.abs(), "{plate} {slot}");
        let both = (1..4).map(flows).find(|[plate, slot]| plate * slot > 0.0);
        assert!(both.is_some(), "{names:?}");
        let inner = object.forms.inner_losses().unwrap();
        assert!(inner.iter().all(|inner| (0.0..=1.0).contains(&inner.own) && inner.others >= 0.0));
    }

    #[test]
    fn a_slot_must_fit() {
        let wide = SlottedBox { slot_length: 0.5, slot_width: 0.31, ..SlottedBox::default() };
        let errors = wide.errors();
        assert_eq!(
            errors[0].to_string(),
            "`slot_length` is 0.5; `slot_length` must be at most the length"
        );
        assert_eq!(errors[1].field, "slot_width");
    }
}
