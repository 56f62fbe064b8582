//! Glass, ceramic, stone, ice, and air.

use carom_air::ROOM;

use super::entry::{damping, elastic};
use super::{Elastic, Material, Sources};

/// Glass.
pub const GLASS: Material = Material {
    name: "glass",
    aliases: &[],
    description: "soda-lime glass",
    elastic: elastic(70.0, 0.22, 2500.0),
    across_grain: None,
    damping: damping(8e-4, 4e6, 0.8),
    restitution: 0.95,
    solid: true,
    sources: Sources {
        elastic: "Ashby, Materials Selection in Mechanical Design: soda-lime glass",
        damping: "6e-4 to 2e-3: Beranek and Vér, Noise and Vibration Control Engineering; that it \
            grows with frequency: Chaigne and Lambourg 2001; amounts typical",
        restitution: "soda-lime spheres 0.97: Foerster et al., Phys. Fluids 6, 1108 (1994); \
            a little less on ordinary plates",
    },
};

/// Ceramic.
pub const CERAMIC: Material = Material {
    name: "ceramic",
    aliases: &["porcelain"],
    description: "glazed porcelain, as in cups",
    elastic: elastic(70.0, 0.2, 2400.0),
    across_grain: None,
    damping: damping(1e-3, 5e6, 0.8),
    restitution: 0.85,
    solid: true,
    sources: Sources {
        elastic: "typical of porcelain, 60 to 75 GPa",
        damping: "typical: a cup rings for less time than a glass",
        restitution: "estimate between glass and stone",
    },
};

/// Stone.
pub const STONE: Material = Material {
    name: "stone",
    aliases: &["granite"],
    description: "granite",
    elastic: elastic(55.0, 0.25, 2650.0),
    across_grain: None,
    damping: damping(4e-3, 3e6, 0.8),
    restitution: 0.8,
    solid: true,
    sources: Sources {
        elastic: "typical of granite, 40 to 70 GPa: Kaye and Laby; Ashby",
        damping: "typical: dry rocks have a Q of one to several hundred",
        restitution: "typical of granite spheres near 1 m/s",
    },
};

/// Ice.
pub const ICE: Material = Material {
    name: "ice",
    aliases: &[],
    description: "polycrystalline ice some degrees below freezing",
    elastic: elastic(9.1, 0.33, 917.0),
    across_grain: None,
    damping: damping(8e-3, 2e6, 1.5),
    restitution: 0.6,
    solid: true,
    sources: Sources {
        elastic: "Hobbs, Ice Physics, 1974; Ashby",
        damping: "typical: internal friction near 0.01 at kilohertz close to freezing",
        restitution: "estimate: 0.8 and more below 0.3 m/s, less where it cracks (Higa et al., \
            Icarus 133, 310 (1998))",
    },
};

/// Density (kg/m³) and speed of sound (m/s) of air.

/// Air.
pub const AIR: Material = Material {
    name: "air",
    aliases: &[],
    description: "dry air at 20 °C, for pipes and cavities",
    // ρc² stands for Young's modulus so that √(E/ρ) is the speed of sound; without Poisson's ratio
    // it is the modulus of a plane wave, too.
    elastic: Elastic::isotropic(ROOM.density * ROOM.speed * ROOM.speed, 0.0, ROOM.density),
    across_grain: None,
    damping: damping(4e-3, 3e8, 6.0),
    restitution: 1.0,
    solid: false,
    sources: Sources {
        elastic: "Kaye and Laby: air at 20 °C",
        damping: "fit over 100 Hz to 1 kHz to losses at the wall of a pipe of 2 cm radius, \
            α = 3e-5·√f/a per metre: Fletcher and Rossing 1998, section 8.2; the wider the pipe \
            the less",
        restitution: "nothing bounces off air",
    },
};
