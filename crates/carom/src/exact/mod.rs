//! Exact answers for the impact of a mass with a rigid wall under the Hunt-Crossley force
//! m·ẍ = −k·x^α·(1 + μ·ẋ).
//!
//! Everything is a function of three scales, a speed v_in, a length
//! x_s = ((α+1)·m·v_in²/2k)^(1/(α+1)) and the pure number s = μ·v_in, and is evaluated in forms
//! that neither cancel for small s nor overflow for large s. The lossless impact is s = 0 and
//! takes the same path as any other.

mod impact;
mod restitution;
mod trajectory;

pub use impact::{Branch, WallImpact};
pub use restitution::{DOUBLE_ROOT, damping_product, restitution};
