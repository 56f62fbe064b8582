//! Membranes: skins under tension without stiffness (Fletcher and Rossing 1998, The Physics of
//! Musical Instruments, chapter 3).

mod rectangular;
mod round;

pub use rectangular::RectangularMembrane;
pub use round::RoundMembrane;

/// Why a thickness is too much for a membrane.
fn thick() -> (&'static str, String) {
    let why = "the membrane is thicker than a hundredth of its size: its stiffness, which the \
               formula leaves out, raises its modes";
    ("thickness", why.to_owned())
}
