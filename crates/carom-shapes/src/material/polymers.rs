//! Rubber, plastics and drumheads.

use std::f64::consts::FRAC_PI_2;

use super::entry::elastic;
use super::{Damping, Material, Sources};

/// The exponent of rubber: its modulus doubles from 1 Hz to 1 kHz.
const SPRINGPOT: f64 = 0.1;

/// tan(pπ/2) for a small p, by its series: constants have no tangent.
const fn tangent(p: f64) -> f64 {
    let x = FRAC_PI_2 * p;
    x * (1.0 + x * x / 3.0 * (1.0 + 0.4 * x * x))
}

/// Rubber.
pub const RUBBER: Material = Material {
    name: "rubber",
    aliases: &[],
    description: "filled natural rubber of hardness 60 IRHD",
    elastic: elastic(4.45e-3, 0.499, 1100.0),
    damping: Damping { stiffening: SPRINGPOT, ..Damping::constant(tangent(SPRINGPOT)) },
    heat: None,
    restitution: 0.8,
    solid: true,
    sources: Sources {
        elastic: "4.45 MPa at 60 IRHD: Lindley, Engineering Design with Natural Rubber",
        damping: "a modulus that grows as f^p has tan δ = tan(pπ/2) at every frequency: Bagley and \
            Torvik, J. Rheol. 27, 201 (1983); p = 0.1 is an estimate: filled natural rubber has \
            tan δ of 0.1 to 0.2 between 10 Hz and 1 kHz and stiffens about twofold from rest to \
            1 kHz (Freakley and Payne, Theory and Practice of Engineering with Rubber, 1978)",
        heat: "",
        restitution: "solid rubber balls 0.75 to 0.85: Cross, Am. J. Phys. 67, 222 (1999)",
    },
};

/// Hard rubber.
pub const HARD_RUBBER: Material = Material {
    name: "hard-rubber",
    aliases: &["ebonite"],
    description: "ebonite, as in hard mallets",
    elastic: elastic(2.5, 0.39, 1150.0),
    damping: Damping::constant(0.02),
    heat: None,
    restitution: 0.75,
    solid: true,
    sources: Sources {
        elastic: "typical of ebonite, 2 to 3 GPa: Kaye and Laby",
        damping: "estimate, as other glassy polymers: Ashby",
        heat: "",
        restitution: "estimate",
    },
};

/// Nylon.
pub const NYLON: Material = Material {
    name: "nylon",
    aliases: &[],
    description: "polyamide 66, dry",
    elastic: elastic(2.9, 0.39, 1140.0),
    damping: Damping { taut: 4e-4, ..Damping::constant(0.015) },
    heat: None,
    restitution: 0.85,
    solid: true,
    sources: Sources {
        elastic: "2.6 to 3.2 GPa: Ashby, Materials Selection in Mechanical Design: polyamide",
        damping: "estimate: dry polyamide has tan δ of 0.01 to 0.02; strings 4e-4: Woodhouse, Acta \
            Acust. united Ac. 90, 928 (2004)",
        heat: "",
        restitution: "typical of nylon spheres near 1 m/s",
    },
};

/// Plastic.
pub const PLASTIC: Material = Material {
    name: "plastic",
    aliases: &["acrylic"],
    description: "acrylic (PMMA)",
    elastic: elastic(3.0, 0.37, 1190.0),
    damping: Damping { growth: -0.15, ..Damping::constant(0.05) },
    heat: None,
    restitution: 0.85,
    solid: true,
    sources: Sources {
        elastic: "Ashby, Materials Selection in Mechanical Design: PMMA",
        damping: "estimate: its relaxation near 10 Hz, where tan δ is 0.08 to 0.1, lies below what \
            is heard (McCrum, Read and Williams, Anelastic and Dielectric Effects in Polymeric \
            Solids, 1967)",
        heat: "",
        restitution: "acetate spheres 0.87: Foerster et al., Phys. Fluids 6, 1108 (1994)",
    },
};

/// Mylar.
pub const MYLAR: Material = Material {
    name: "mylar",
    aliases: &["drumskin"],
    description: "polyester film, as in drumheads",
    elastic: elastic(4.9, 0.38, 1390.0),
    damping: Damping { taut: 4e-3, ..Damping::constant(0.015) },
    heat: None,
    restitution: 0.7,
    solid: true,
    sources: Sources {
        elastic: "490 and 510 kg/mm², 0.38, 1390 kg/m³: DuPont, Mylar physical-thermal properties",
        damping: "estimate: polyester has tan δ of 0.01 to 0.02; of a drumhead, what is left when \
            hardly anything radiates",
        heat: "",
        restitution: "estimate for the film alone",
    },
};
