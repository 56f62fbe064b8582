//! Woods, dry, along the grain.
//!
//! The loss factor of wood along the grain grows with frequency, in bending because the share of
//! shear grows (Ono and Norimoto, Jpn. J. Appl. Phys. 22, 611 (1983); Ono, J. Acoust. Soc. Jpn. (E)
//! 17, 183 (1996)), from about 0.006 at 500 Hz to 0.02 and more at 10 kHz in spruce. The damping of struck
//! bars that listeners call wooden grows likewise (Aramaki et al., IEEE Trans. Audio Speech Lang.
//! Process. 19, 301 (2011)).

use super::entry::{damping, elastic};
use super::{Material, Sources};

const REBOUND: &str = "typical: wooden balls on hard floors return 0.5 to 0.6";

/// Wood.
pub const WOOD: Material = Material {
    name: "wood",
    aliases: &["maple"],
    description: "sugar maple",
    elastic: elastic(12.6, 0.42, 705.0),
    across_grain: Some(1.66e9),
    damping: damping(0.010, 5e5, 4.0),
    restitution: 0.55,
    solid: true,
    sources: Sources {
        elastic: "Forest Products Laboratory, Wood Handbook: sugar maple at 12 % moisture; across \
            the grain its radial ratio 0.132",
        damping: "typical of maple, tan δ about 0.01: Haines, Catgut Acoust. Soc. J. 4 (2), 20 \
            (2000); growth after Ono 1996; constant part typical",
        restitution: REBOUND,
    },
};

/// Spruce.
pub const SPRUCE: Material = Material {
    name: "spruce",
    aliases: &[],
    description: "sitka spruce, as in soundboards",
    elastic: elastic(11.5, 0.37, 420.0),
    across_grain: Some(0.9e9),
    damping: damping(0.007, 6e5, 5.0),
    restitution: 0.5,
    solid: true,
    sources: Sources {
        elastic: "typical of tone wood: Forest Products Laboratory, Wood Handbook: sitka spruce, \
            across the grain its radial ratio 0.078",
        damping: "tan δ 0.006 to 0.008: Ono and Norimoto 1983; growth after Ono 1996; constant \
            part typical",
        restitution: REBOUND,
    },
};

/// Rosewood.
pub const ROSEWOOD: Material = Material {
    name: "rosewood",
    aliases: &["honduras-rosewood"],
    description: "Honduras rosewood, Dalbergia stevensonii, as in the bars of a marimba",
    elastic: elastic(21.0, 0.37, 1000.0),
    across_grain: Some(2.5e9),
    damping: damping(0.0045, 1e6, 3.0),
    restitution: 0.6,
    solid: true,
    sources: Sources {
        elastic: "17 to 26 GPa: Brémaud et al., diversity of woods in idiophones, figure 3a; \
            density typical; across the grain estimated as 0.12 of it",
        damping: "lowest of the woods that Brémaud et al. compare, figure 3b; value, growth and \
            constant part typical",
        restitution: "estimate: a little above that of lighter woods",
    },
};
