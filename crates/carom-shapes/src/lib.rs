//! What things of some shape and material ring and touch like.
//!
//! A shape is a struct such as [`Bar`], a material a constant such as [`STEEL`]. [`Resonator::of`]
//! makes a [`Thing`] of them, with its modes and how far each moves a place on it:
//!
//! ```
//! use carom::law::Law;
//! use carom_shapes::{Bar, RUBBER, Resonator, STEEL};
//!
//! let bar = Bar { length: 0.3, width: 0.03, thickness: 0.005, ..Bar::default() }.of(&STEEL)?;
//! // Nothing holds it: it flies and turns before it rings.
//! let first = bar.modes().iter().find(|mode| mode.omega > 0.0).ok_or("no mode rings")?;
//! assert!((first.omega / std::f64::consts::TAU - 291.5).abs() < 0.1);
//! assert_eq!(bar.weights([0.3, 0.0])?.len(), bar.modes().len());
//! // What happens where a ball of rubber, 1 cm in radius, meets the bar.
//! let law = Law::hertz(&RUBBER.ball(0.01), &STEEL.flat())?;
//! assert_eq!(law.potential().exponent(), 1.5);
//! // An error names the field, its value and what is allowed.
//! let error = Bar { width: -1.0, ..Bar::default() }.of(&STEEL).unwrap_err();
//! let text = "`width` is -1.0; `width` must be a finite number above 0 (m)";
//! assert_eq!(error.to_string(), text);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A thing is a body of a [`World`](carom::World), and any place on it can be touched and heard:
//!
//! ```
//! use carom::law::Law;
//! use carom::{Options, World};
//! use carom_shapes::{Bar, RUBBER, Resonator, STEEL};
//!
//! let mut world = World::new();
//! let mallet = world.mass(0.012)?;
//! let bar = world.body(&Bar { length: 0.3, width: 0.03, thickness: 0.005, ..Bar::default() }.of(&STEEL)?)?;
//! let hit = world.contact(mallet, bar.at(0.3)?, Law::hertz(&RUBBER.ball(0.01), &STEEL.flat())?)?;
//! world.pickup(bar.at(0.05)?)?;
//! world.pickup(bar.at(0.95)?)?;
//! let (mut voice, mut hands) = world.start(48_000.0, Options::default())?;
//! let (mut left, mut right) = (vec![0.0f32; 4800], vec![0.0f32; 4800]);
//! hands.strike(hit, 1.5)?;
//! voice.process(&mut [&mut left, &mut right]);
//! assert!(left.iter().any(|sample| sample.abs() > 1e-3));
//! assert_eq!(voice.logs()[hit.index()].count, 1);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! It is also heard in the room, as a [`Listener`](carom::Listener) hears it: the pressure of its sound in
//! pascals, after the time that the sound needs.
//!
//! ```
//! use carom::law::Law;
//! use carom::{Listener, Options, World};
//! use carom_shapes::{BRONZE, Gong, RUBBER, Resonator};
//!
//! let mut world = World::new();
//! let mallet = world.mass(0.1)?;
//! let gong = world.body(&Gong::default().of_up_to(&BRONZE, 4000.0)?)?;
//! let hit = world.contact(mallet, gong.at([0.2, 0.0])?, Law::hertz(&RUBBER.ball(0.02), &BRONZE.flat())?)?;
//! // Two metres straight in front of it, and as far to its side.
//! world.listen(&gong, &Listener::new(2.0, [0.0, 0.0, 1.0])?)?;
//! world.listen(&gong, &Listener::new(2.0, [1.0, 0.0, 0.0])?)?;
//! let (mut voice, mut hands) = world.start(48_000.0, Options::default())?;
//! let (mut front, mut side) = (vec![0.0f32; 4800], vec![0.0f32; 4800]);
//! hands.strike(hit, 1.0)?;
//! voice.process(&mut [&mut front, &mut side]);
//! // Sound needs more than 5 ms to get there.
//! assert!(front[..240].iter().all(|pascals| *pascals == 0.0));
//! let peak = |row: &[f32]| row.iter().fold(0.0, |peak: f32, pascals| peak.max(pascals.abs()));
//! assert!(peak(&front) > 0.01);
//! // Both faces move together, one forwards and one backwards: at the side they cancel.
//! assert!(peak(&side) < 0.1 * peak(&front));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A shape knows its frequencies, modal masses and mode shapes from geometry and elastic constants,
//! each by a formula that its file cites. How fast they decay follows from the material, what
//! holds the thing, its edges and the sound that leaves.

// No panic is reachable from a user.
#![cfg_attr(not(test), warn(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

#[macro_use]
mod shape;

pub mod air;
mod assembly;
mod beam;
mod drumhead;
pub mod eigen;
mod fields;
mod losses;
pub mod material;
mod object;
mod outline;
mod places;
pub mod radiation;
mod radiator;
mod residual;
mod resonator;
mod room;
mod section;
mod shell;
mod special;
#[cfg(test)]
mod tests;
mod thing;
mod timoshenko;
pub mod touch;
mod twist;

pub use beam::Ends;
pub use carom::law::hammer as felt;
pub use fields::Warning;
pub use losses::{Given, Losses, Rate, Support, Takes};
pub use material::{
    AIR, ALUMINIUM, BRASS, BRONZE, CERAMIC, COPPER, CRYSTAL, GLASS, HARD_RUBBER, ICE, MYLAR,
    Material, NYLON, OAK, PADAUK, PLASTIC, ROSEWOOD, RUBBER, SPRUCE, STEEL, STONE, WALNUT, WOOD,
};
pub use object::{DesignedMode, Elastic, Forms, Grain, Inner, Motion, Object};
pub use outline::{Outline, OutlineKind};
pub use places::{Place, Places};
pub use radiator::{Face, Radiator};
pub use resonator::{HIGHEST_MODE, Resonator};
pub use section::Section;
pub use thing::Thing;

// A new shape is a file and a line.
shapes! {
    /// A string between two hinges.
    "string" => String(StringShape) in string,
    /// A bar of rectangular section.
    "bar" => Bar(Bar) in bar,
    /// A bar tuned by an arch cut out of its underside, as in a marimba.
    "tuned-bar" => TunedBar(TunedBar) in tuned_bar,
    /// A hollow tube that is struck from the side, such as a chime.
    "tube" => Tube(Tube) in tube,
    /// A rectangular plate.
    "plate" => Plate(Plate) in plate,
    /// A round plate.
    "round-plate" => RoundPlate(RoundPlate) in round_plate,
    /// A round plate that nothing holds, such as a coin.
    "disc" => Disc(RoundPlate),
    /// A rectangular membrane.
    "membrane" => Membrane(RectangularMembrane) in membrane,
    /// A round membrane, such as a drum skin.
    "round-membrane" => RoundMembrane(RoundMembrane) in round_membrane,
    /// A skin over a kettle, such as a timpano.
    "kettledrum" => Kettledrum(Kettledrum) in kettledrum,
    /// A drum with a shell and two heads.
    "drum" => Drum(Drum) in drum,
    /// A box with a slot, such as a cajón or a woodblock.
    "slotted-box" => SlottedBox(SlottedBox) in slotted_box,
    /// A string over a bridge on a soundboard.
    "string-on-board" => StringOnBoard(StringOnBoard) in string_on_board,
    /// A hemispherical bowl.
    "bowl" => Bowl(Bowl) in bowl,
    /// A church bell.
    "bell" => Bell(Bell) in bell,
    /// A wine glass, empty or with water.
    "wine-glass" => WineGlass(WineGlass) in wine_glass,
    /// A gong with a turned rim.
    "gong" => Gong(Gong) in gong,
    /// A solid block.
    "block" => Block(Block) in block,
    /// A column of air.
    "pipe" => Pipe(Pipe) in pipe,
    /// A room of air, from cube to sphere.
    "cavity" => Cavity(Cavity) in cavity,
}
