//! Rubber, plastics and drumheads.

use super::entry::{damping, elastic};
use super::{Material, Sources};

/// Rubber.
pub const RUBBER: Material = Material {
    name: "rubber",
    aliases: &[],
    description: "filled natural rubber of hardness 60 IRHD",
    elastic: elastic(4.45e-3, 0.499, 1100.0),
    across_grain: None,
    damping: damping(0.06, 5e4, 5.0),
    restitution: 0.8,
    solid: true,
    sources: Sources {
        elastic: "4.45 MPa at 60 IRHD: Lindley, Engineering Design with Natural Rubber",
        damping: "typical of resilient natural rubber, tan δ 0.05 to 0.1 at low frequencies, \
            growing towards the glass transition",
        restitution: "solid rubber balls 0.75 to 0.85: Cross, Am. J. Phys. 67, 222 (1999)",
    },
};

/// Hard rubber.
pub const HARD_RUBBER: Material = Material {
    name: "hard-rubber",
    aliases: &["ebonite"],
    description: "ebonite, as in hard mallets",
    elastic: elastic(2.5, 0.39, 1150.0),
    across_grain: None,
    damping: damping(0.02, 3e5, 4.0),
    restitution: 0.75,
    solid: true,
    sources: Sources {
        elastic: "typical of ebonite, 2 to 3 GPa: Kaye and Laby",
        damping: "typical of glassy polymers: Ashby",
        restitution: "estimate",
    },
};

/// Nylon.
pub const NYLON: Material = Material {
    name: "nylon",
    aliases: &[],
    description: "polyamide 66, dry",
    elastic: elastic(2.9, 0.39, 1140.0),
    across_grain: None,
    damping: damping(0.015, 3e5, 4.0),
    restitution: 0.85,
    solid: true,
    sources: Sources {
        elastic: "2.6 to 3.2 GPa: Ashby, Materials Selection in Mechanical Design: polyamide",
        damping: "typical of dry polyamide, tan δ 0.01 to 0.02",
        restitution: "typical of nylon spheres near 1 m/s",
    },
};

/// Plastic.
pub const PLASTIC: Material = Material {
    name: "plastic",
    aliases: &["acrylic"],
    description: "acrylic (PMMA)",
    elastic: elastic(3.0, 0.37, 1190.0),
    across_grain: None,
    damping: damping(0.04, 1e6, 4.0),
    restitution: 0.85,
    solid: true,
    sources: Sources {
        elastic: "Ashby, Materials Selection in Mechanical Design: PMMA",
        damping: "typical of acrylic, tan δ 0.04 to 0.08 at audible frequencies",
        restitution: "acetate spheres 0.87: Foerster et al., Phys. Fluids 6, 1108 (1994)",
    },
};

/// Mylar.
pub const MYLAR: Material = Material {
    name: "mylar",
    aliases: &["drumskin"],
    description: "polyester film, as in drumheads",
    elastic: elastic(4.9, 0.38, 1390.0),
    across_grain: None,
    damping: damping(0.005, 3e5, 8.0),
    restitution: 0.7,
    solid: true,
    sources: Sources {
        elastic: "490 and 510 kg/mm², 0.38, 1390 kg/m³: DuPont, Mylar physical-thermal properties",
        damping: "typical of a drum of 30 cm under tension: mostly sound radiated, so that the \
            constant part is large",
        restitution: "estimate for the film alone",
    },
};
