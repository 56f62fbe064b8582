//! A string that runs over a bridge on a soundboard.
//!
//! One end of the string is fixed and the other moves with the bridge, so that its motion is a
//! straight line from one to the other and sines on top of it; the board is a plate with supported
//! edges. Both hang together at the bridge, exactly: partials of the string move the board, which is
//! heard and takes their energy, most where one of its own modes is near (Gough, The theory of
//! string resonances on musical instruments, Acustica 49, 124 (1981)). The board's air is left out.

use std::f64::consts::{PI, SQRT_2, TAU};

use carom::check::{Field, FieldError, Fields, Limit};

use crate::assembly::{Assembly, Parts};
use crate::fields::{Warning, length, warn};
use crate::material::{self, Material};
use crate::special::sin_pi;
use crate::string::{StringShape, one_of_two};
use crate::{
    Edges, Elastic, Face, Inner, Motion, Object, Outline, OutlineKind, Place, Plate, Radiator,
    Resonator, Section,
};

/// So many partials of the string and modes of the board at the most, which bounds time.
const MOST_PARTIALS: usize = 160;
const MOST_BOARD: usize = 120;

/// What a soundboard is made of.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum Board {
    /// Spruce.
    #[default]
    Spruce,
    /// Maple.
    Wood,
    /// Rosewood.
    Rosewood,
    /// Plastic.
    Plastic,
    /// Aluminium.
    Aluminium,
    /// Steel.
    Steel,
}

impl Board {
    /// Its material.
    #[must_use]
    pub const fn material(self) -> &'static Material {
        match self {
            Self::Spruce => &material::SPRUCE,
            Self::Wood => &material::WOOD,
            Self::Rosewood => &material::ROSEWOOD,
            Self::Plastic => &material::PLASTIC,
            Self::Aluminium => &material::ALUMINIUM,
            Self::Steel => &material::STEEL,
        }
    }
}

/// A string over a bridge on a soundboard. The string is touched, from its fixed end (0) to the
/// bridge (1), and the board is heard. The material is that of the string. Give exactly one of
/// `tension` and `frequency`.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields, expecting = "a table"))]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schemars", schemars(transform = crate::shape::describe::<Self>))]
#[cfg_attr(feature = "schemars", schemars(extend("oneOf" = [
    { "required": ["frequency"] }, { "required": ["tension"] }
])))]
pub struct StringOnBoard {
    /// Length of the string (m).
    pub length: f64,
    /// Diameter of the string (m).
    pub diameter: f64,
    /// Tension of the string (N).
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    pub tension: Option<f64>,
    /// The fundamental (Hz) that the string would have without stiffness and on a rigid bridge.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    pub frequency: Option<f64>,
    /// Length of the board (m), along the grain of wood.
    pub board_length: f64,
    /// Width of the board (m).
    pub board_width: f64,
    /// Thickness of the board (m).
    pub board_thickness: f64,
    /// What the board is made of: "spruce", "wood", "rosewood", "plastic", "aluminium" or "steel".
    #[cfg_attr(feature = "serde", serde(default))]
    pub board: Board,
    /// Where the bridge stands along the length of the board.
    #[cfg_attr(feature = "serde", serde(default = "default_along"))]
    pub bridge_along: f64,
    /// Where the bridge stands across the width of the board.
    #[cfg_attr(feature = "serde", serde(default = "default_across"))]
    pub bridge_across: f64,
}

/// A steel string of a guitar, D3, over a board as large as a guitar's top, whose braces are taken as
/// thickness.
impl Default for StringOnBoard {
    fn default() -> Self {
        Self {
            length: 0.65,
            diameter: 0.0011,
            tension: None,
            frequency: Some(146.83),
            board_length: 0.48,
            board_width: 0.36,
            board_thickness: 0.006,
            board: Board::Spruce,
            bridge_along: default_along(),
            bridge_across: default_across(),
        }
    }
}

fn default_along() -> f64 {
    0.37
}

fn default_across() -> f64 {
    0.46
}

impl StringOnBoard {
    fn string(&self) -> StringShape {
        let Self { length, diameter, tension, frequency, .. } = *self;
        StringShape { length, diameter, tension, frequency, stiff: true }
    }

    fn plate(&self) -> Plate {
        Plate {
            length: self.board_length,
            width: self.board_width,
            thickness: self.board_thickness,
            edges: Edges::Supported,
            ..Plate::default()
        }
    }

    /// What a mode of the board alone loses inside (1/s).
    fn board_loss(&self, omega: f64) -> f64 {
        let section = Section::Plate(self.board_thickness);
        let material = self.board.material();
        0.5 * omega * section.loss_factor(material, Motion::Bending, omega / TAU)
    }

    fn bridge(&self) -> Place {
        [self.bridge_along, self.bridge_across]
    }
}

/// The board's modes first, then the partials of the string.
#[derive(Debug)]
struct Strung {
    board: Object,
    /// How far each mode of the board, of the first ones, moves the bridge.
    bridge: Vec<f64>,
    partials: usize,
}

impl Parts for Strung {
    fn touched(&self, [x, _]: Place, parts: &mut [f64]) {
        let line = self.bridge.iter().map(|bridge| x * bridge);
        let sines = (1..=self.partials).map(|n| SQRT_2 * sin_pi(n as f64 * x));
        for (part, moved) in parts.iter_mut().zip(line.chain(sines)) {
            *part = moved;
        }
    }

    fn face(&self, place: Place, parts: &mut [f64]) {
        let (board, string) = parts.split_at_mut(self.bridge.len());
        self.board.forms.weights(place, board);
        string.fill(0.0);
    }
}

impl Fields for StringOnBoard {
    fn fields(&self) -> Vec<Field> {
        let share = Limit::between(0.0, 1.0, "");
        vec![
            length("length", self.length),
            length("diameter", self.diameter),
            Field::optional("tension", self.tension, Limit::above(0.0, "N"), 80.0),
            Field::optional("frequency", self.frequency, Limit::above(0.0, "Hz"), 146.83),
            length("board_length", self.board_length),
            length("board_width", self.board_width),
            length("board_thickness", self.board_thickness),
            Field::new("bridge_along", self.bridge_along, share),
            Field::new("bridge_across", self.bridge_across, share),
        ]
    }
}

impl Resonator for StringOnBoard {
    fn outline(&self) -> Outline {
        Outline::new(OutlineKind::Tube, [self.length, self.diameter, self.diameter])
    }

    fn radiator(&self) -> Radiator {
        Radiator::Front(Face::Rectangle([self.board_length, self.board_width]))
    }

    fn section(&self, elastic: &Elastic) -> Section {
        self.string().section(elastic)
    }

    fn rule_errors(&self) -> Vec<FieldError> {
        one_of_two(self.tension, self.frequency)
    }

    fn formula_warnings(&self) -> Vec<Warning> {
        let edge = "a bridge on the edge of the board moves nothing: the string is not heard";
        let mut warnings = self.string().formula_warnings();
        let thick = self.plate().formula_warnings();
        warnings.extend(thick.into_iter().map(|(_, why)| ("board_thickness", why)));
        for (field, place) in
            [("bridge_along", self.bridge_along), ("bridge_across", self.bridge_across)]
        {
            warnings.extend(warn(place == 0.0 || place == 1.0, field, edge));
        }
        warnings
    }

    /// The mass is that of string and board.
    fn design(&self, elastic: &Elastic, up_to: f64) -> Object {
        let (string, board) = (self.string(), self.board.material());
        let plate = self.plate().design(&board.elastic, 1.5 * up_to);
        let mut bridge = plate.weights(self.bridge());
        bridge.truncate(MOST_BOARD);
        let (tension, fundamental) = string.tuning(elastic.density);
        let inharmonicity = string.inharmonicity(elastic.young, tension);
        let partial = |n: usize| {
            let n = n as f64;
            n * fundamental * (1.0 + inharmonicity * n * n).sqrt()
        };
        let below = |n: &usize| partial(*n) <= 1.5 * up_to;
        let partials = (1..=MOST_PARTIALS).take_while(below).count();
        let wire = string.line_density(elastic.density) * self.length;
        let (count, board_mass) = (bridge.len(), plate.mass);
        let mut assembly = Assembly::new(count + partials);
        for i in 0..count {
            // The straight line: T·u²/L and a third of the mass of the string.
            for j in 0..count {
                let both = bridge[i] * bridge[j];
                assembly.stiffness.row_mut(i)[j] = tension / self.length * both;
                assembly.mass.row_mut(i)[j] = wire / 3.0 * both;
            }
            let omega = TAU * plate.modes[i].frequency;
            assembly.stiffness.row_mut(i)[i] += plate.mass * omega * omega;
            assembly.mass.row_mut(i)[i] += plate.mass;
        }
        for n in 1..=partials {
            let row = count + n - 1;
            assembly.stiffness.row_mut(row)[row] = wire * (TAU * partial(n)).powi(2);
            assembly.mass.row_mut(row)[row] = wire;
            // ∫x·√2·sin nπx·dx.
            let sign = if n.is_multiple_of(2) { -1.0 } else { 1.0 };
            let shared = wire * sign * SQRT_2 / (n as f64 * PI);
            for (i, bridge) in bridge.iter().enumerate() {
                assembly.mass.row_mut(row)[i] = shared * bridge;
                assembly.mass.row_mut(i)[row] = shared * bridge;
            }
        }
        let modes: Vec<(f64, String)> = plate.modes[..count]
            .iter()
            .map(|mode| (TAU * mode.frequency, format!("board {}", mode.name)))
            .collect();
        let describe = |(omega, vector): (f64, &[f64])| {
            let energy =
                |(part, mode): (&f64, &(f64, String))| board_mass * (part * mode.0).powi(2);
            let energies: Vec<f64> = vector.iter().zip(&modes).map(energy).collect();
            let share = energies.iter().sum::<f64>() / (omega * omega);
            let largest = |values: &[f64]| {
                let size = |i: &usize| values[*i].abs();
                (0..values.len()).max_by(|a, b| size(a).total_cmp(&size(b))).unwrap_or(0)
            };
            let name = if share > 0.5 {
                modes[largest(&energies)].1.clone()
            } else {
                (largest(&vector[count..]) + 1).to_string()
            };
            let others = share * self.board_loss(omega);
            // What there is of it in the string is taut.
            (name, Motion::Taut, Inner { own: (1.0 - share).max(0.0), others })
        };
        let parts = Strung { board: plate, bridge, partials };
        assembly.object(parts, wire + board_mass, up_to, describe)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::STEEL;
    use crate::special::roots;

    /// Without stiffness of the string, so that the exact equation is short.
    const SOFT: Elastic = Elastic { young: 1e-3, ..STEEL.elastic };

    fn guitar() -> StringOnBoard {
        StringOnBoard::default()
    }

    /// How far a force of 1 N moves the bridge at ω, by the board's modes: Σb²/M(ω_j² − ω²).
    fn give(shape: &StringOnBoard, up_to: f64) -> impl Fn(f64) -> f64 {
        let board = shape.plate().design(&shape.board.material().elastic, 1.5 * up_to);
        let bridge = board.weights(shape.bridge());
        move |omega: f64| {
            let modes = board.modes.iter().zip(&bridge).take(MOST_BOARD);
            let one = |(mode, bridge): (&crate::DesignedMode, &f64)| {
                bridge * bridge / (board.mass * ((TAU * mode.frequency).powi(2) - omega * omega))
            };
            modes.map(one).sum()
        }
    }

    #[test]
    fn frequencies_solve_the_exact_equation_of_string_and_board() {
        // At the bridge the string pulls with −T·k·cot kL·u, and the board gives way to it:
        // sin kL + T·k·cos kL·Y(ω) = 0, Y without its poles.
        let (shape, up_to) = (guitar(), 1500.0);
        let (tension, fundamental) = shape.string().tuning(SOFT.density);
        let give = give(&shape, up_to);
        let object = shape.design(&SOFT, up_to);
        let board = shape.plate().design(&shape.board.material().elastic, 1.5 * up_to);
        let poles = |omega: f64| -> f64 {
            let one = |mode: &crate::DesignedMode| 1.0 - (omega / (TAU * mode.frequency)).powi(2);
            board.modes.iter().map(one).product()
        };
        let equation = |hertz: f64| {
            let (omega, phase) = (TAU * hertz, PI * hertz / fundamental);
            let pull = tension * phase / shape.length;
            (phase.sin() + pull * phase.cos() * give(omega)) * poles(omega)
        };
        let known = roots(equation, 20.03, 600.0, 0.05);
        let found: Vec<f64> =
            object.modes.iter().map(|mode| mode.frequency).filter(|f| *f < 600.0).collect();
        assert_eq!(found.len(), known.len(), "{found:?} {known:?}");
        for (found, known) in found.iter().zip(&known) {
            assert!((found / known - 1.0).abs() < 1e-4, "{found} {known}");
        }
    }

    #[test]
    fn far_from_the_boards_modes_a_partial_loses_what_the_bridge_takes() {
        // σ = T·G/L with the conductance G of the bridge: an amplitude 2·Z·G of a wave stays there
        // on every way to and fro (Fletcher and Rossing 1998, section 9.4; Gough 1981).
        let heavy = StringOnBoard { board: Board::Steel, board_thickness: 0.02, ..guitar() };
        let object = heavy.design(&SOFT, 1500.0);
        let (tension, _) = heavy.string().tuning(SOFT.density);
        let board = heavy.plate().design(&heavy.board.material().elastic, 2250.0);
        let bridge = board.weights(heavy.bridge());
        let inner = object.forms.inner_losses().unwrap();
        for n in ["1", "2", "3", "5"] {
            let i = object.modes.iter().position(|mode| mode.name == n).unwrap();
            let omega = TAU * object.modes[i].frequency;
            let rate = heavy.board_loss(omega);
            let one = |(mode, bridge): (&crate::DesignedMode, &f64)| {
                let natural = TAU * mode.frequency;
                let apart = natural * natural - omega * omega;
                // A loss factor: the modulus has the imaginary part 2σ/ω.
                let lost = 2.0 * rate / omega * natural * natural;
                omega * bridge * bridge * lost / (board.mass * (apart * apart + lost * lost))
            };
            let conductance: f64 = board.modes.iter().zip(&bridge).map(one).sum();
            let known = tension * conductance / heavy.length;
            assert!(
                (inner[i].others / known - 1.0).abs() < 0.02,
                "{n}: {} {known}",
                inner[i].others
            );
        }
    }

    #[test]
    fn a_partial_on_a_mode_of_the_board_splits_in_two() {
        // Gough 1981: Δω² = ±ω²·√(2m/M)·b/(nπ) for a string of mass m on a mode of modal mass M with
        // weight b at the bridge, if nothing is lost.
        let shape = StringOnBoard { board_thickness: 0.01, ..guitar() };
        let board = shape.plate().design(&shape.board.material().elastic, 1500.0);
        let bridge = board.weights(shape.bridge())[0];
        let tuned = StringOnBoard { frequency: Some(board.modes[0].frequency), ..shape.clone() };
        let object = tuned.design(&SOFT, 1000.0);
        let wire = tuned.string().line_density(SOFT.density) * tuned.length;
        let known = (2.0 * wire / board.mass).sqrt() * bridge.abs() / PI;
        let squares = |i: usize| (object.modes[i].frequency / board.modes[0].frequency).powi(2);
        let found = squares(1) - squares(0);
        assert!((found / (2.0 * known) - 1.0).abs() < 0.05, "{found} {}", 2.0 * known);
        // Both lose half of what the mode of the board does.
        let inner = object.forms.inner_losses().unwrap();
        assert!(inner[..2].iter().all(|inner| (inner.own - 0.5).abs() < 0.05), "{:?}", &inner[..2]);
    }

    #[test]
    fn what_is_heard_is_the_board() {
        let object = guitar().design(&STEEL.elastic, 5000.0);
        assert!(object.modes.iter().any(|mode| mode.name.starts_with("board")));
        let (string, board) = (object.weights([0.5, 0.0]), object.face_weights([0.4, 0.4]));
        let first = object.modes.iter().position(|mode| mode.name == "1").unwrap();
        assert!(board[first].abs() > 0.0 && board[first].abs() < 0.1 * string[first].abs());
        assert!(object.weights([0.0, 0.0]).iter().all(|weight| *weight == 0.0));
        // At the bridge both are the same.
        let (end, bridge) = (object.weights([1.0, 0.0]), object.face_weights(guitar().bridge()));
        assert!(end.iter().zip(&bridge).all(|(a, b)| (a - b).abs() < 1e-9));
        let both = StringOnBoard { tension: Some(80.0), ..guitar() };
        assert_eq!(both.errors()[0].field, "tension");
        let edge = StringOnBoard { bridge_along: 1.0, ..guitar() };
        assert_eq!((edge.errors().len(), edge.warnings()[0].0), (0, "bridge_along"));
    }
}
