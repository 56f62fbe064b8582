//! The shapes that a body may have, by the names that a scene uses.

use carom_shapes::{
    Bar, Bell, Block, Bowl, Cavity, Edge, Edges, Ends, Pipe, Plate, RectangularMembrane, Resonator,
    RoundMembrane, RoundPlate, StringShape, Tube,
};
use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize};

/// What a body looks like; `kind` says which shape it is.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "kebab-case", expecting = "a table with a kind")]
pub enum Shape {
    /// A string between two hinges.
    String(StringShape),
    /// A bar of rectangular section.
    Bar(Bar),
    /// A hollow tube that is struck from the side, such as a chime.
    Tube(Tube),
    /// A rectangular plate.
    Plate(Plate),
    /// A round plate.
    RoundPlate(RoundPlate),
    /// A round plate that nothing holds, such as a coin.
    Disc(RoundPlate),
    /// A rectangular membrane.
    Membrane(RectangularMembrane),
    /// A round membrane, such as a drum skin.
    RoundMembrane(RoundMembrane),
    /// A hemispherical bowl.
    Bowl(Bowl),
    /// A church bell.
    Bell(Bell),
    /// A solid block.
    Block(Block),
    /// A column of air.
    Pipe(Pipe),
    /// A room of air, from cube to sphere.
    Cavity(Cavity),
}

impl Shape {
    /// What designs it.
    #[must_use]
    pub fn resonator(&self) -> &dyn Resonator {
        match self {
            Self::String(shape) => shape,
            Self::Bar(shape) => shape,
            Self::Tube(shape) => shape,
            Self::Plate(shape) => shape,
            Self::RoundPlate(shape) | Self::Disc(shape) => shape,
            Self::Membrane(shape) => shape,
            Self::RoundMembrane(shape) => shape,
            Self::Bowl(shape) => shape,
            Self::Bell(shape) => shape,
            Self::Block(shape) => shape,
            Self::Pipe(shape) => shape,
            Self::Cavity(shape) => shape,
        }
    }

    /// The radius of the surface where it is touched (m); nothing for a plane.
    #[must_use]
    pub fn curvature(&self) -> Option<f64> {
        match self {
            Self::String(string) => Some(0.5 * string.diameter),
            Self::Tube(tube) => Some(0.5 * tube.diameter),
            Self::Bowl(bowl) => Some(0.5 * bowl.diameter),
            Self::Bell(bell) => Some(0.5 * bell.diameter),
            _ => None,
        }
    }
}

impl Shape {
    /// Whether nothing holds it.
    #[must_use]
    pub fn is_loose(&self) -> bool {
        let free = match self {
            Self::Bar(bar) => bar.ends == Ends::Free,
            Self::Tube(tube) => tube.ends == Ends::Free,
            Self::Plate(plate) => plate.edges == Edges::Free,
            Self::RoundPlate(plate) | Self::Disc(plate) => plate.edge == Edge::Free,
            Self::Bowl(_) | Self::Block(_) => true,
            _ => false,
        };
        free && self.resonator().suspension().is_none()
    }
}

/// Reads the parameters of one kind, only to learn what is wrong with them.
pub(super) fn read_kind<'de, D: Deserializer<'de>>(
    kind: &str,
    parameters: D,
) -> Result<(), D::Error> {
    match kind {
        "string" => StringShape::deserialize(parameters).map(drop),
        "bar" => Bar::deserialize(parameters).map(drop),
        "tube" => Tube::deserialize(parameters).map(drop),
        "plate" => Plate::deserialize(parameters).map(drop),
        "round-plate" | "disc" => RoundPlate::deserialize(parameters).map(drop),
        "membrane" => RectangularMembrane::deserialize(parameters).map(drop),
        "round-membrane" => RoundMembrane::deserialize(parameters).map(drop),
        "bowl" => Bowl::deserialize(parameters).map(drop),
        "bell" => Bell::deserialize(parameters).map(drop),
        "block" => Block::deserialize(parameters).map(drop),
        "pipe" => Pipe::deserialize(parameters).map(drop),
        "cavity" => Cavity::deserialize(parameters).map(drop),
        _ => Ok(()),
    }
}
