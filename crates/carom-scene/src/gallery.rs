//! Scenes worth hearing.

/// A scene of the gallery.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Piece {
    /// The name of its file, without the ending.
    pub name: &'static str,
    /// The scene.
    pub text: &'static str,
}

/// The scenes of the gallery by the names of their files.
macro_rules! pieces {
    ($($name:literal),* $(,)?) => {
        &[$(Piece {
            name: $name,
            text: include_str!(concat!("../scenes/", $name, ".toml")),
        }),*]
    };
}

/// All pieces, in the order of the page.
pub const PIECES: &[Piece] = pieces![
    "bar",
    "marimba-bar",
    "three-mallets",
    "glockenspiel-bar",
    "wine-glass",
    "glass-bowl",
    "singing-bowl",
    "church-bell",
    "chimes",
    "steel-plate",
    "gong",
    "kettledrum",
    "drum-roll",
    "cajon",
    "woodblock",
    "rubber-block",
    "ceramic-tile",
    "knock-on-a-door",
    "piano-string",
    "two-hammers",
    "prepared-string",
    "tanpura",
    "rattling-string",
    "kick-of-a-ringing-bar",
    "ball-on-wood",
    "ball-comes-to-rest",
    "newtons-cradle",
    "ball-bearing-on-thin-plate",
    "coin-settling",
    "marble-on-glass",
    "ball-around-a-gong",
    "guiro",
    "knock-on-a-cavity",
    "pipe",
];

/// Songs: what [instruments made of pieces](PIECES) played from a MIDI file, as scenes. They are heard, not struck.
pub const SONGS: &[Piece] = pieces!["four-bars"];

/// All pieces and songs.
pub fn all() -> impl Iterator<Item = &'static Piece> {
    PIECES.iter().chain(SONGS)
}
