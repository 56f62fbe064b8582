//! What the engine needs to let a listener hear.

/// A place in the room.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Listener {
    /// From the middle of the thing (m).
    pub distance: f64,
    /// Of length 1: x along the length, y along the width, z out of the struck surface.
    pub direction: [f64; 3],
}

/// How a body is heard at a place.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FarField {
    /// The time that sound needs (s).
    pub delay: f64,
    /// The filters that the modes share.
    pub filters: Vec<Rational>,
    /// How each mode is heard.
    pub modes: Vec<Heard>,
}

/// A filter Σ residue/(s − pole); a pole above the real axis stands for a pair.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Rational {
    /// Real and imaginary parts (1/s).
    pub poles: Vec<[f64; 2]>,
    /// Real and imaginary parts.
    pub residues: Vec<[f64; 2]>,
}

/// How one mode is heard.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Heard {
    /// Pressure over acceleration where the mode rings (Pa per m/s²), real and imaginary part.
    pub ring: [f64; 2],
    /// The filter that shapes its blow.
    pub filter: Option<usize>,
    /// What the filter is multiplied with.
    pub gain: f64,
}
