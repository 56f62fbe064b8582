//! Glass, ceramic, stone, ice, and air.

use crate::air::ROOM;

use super::entry::{elastic, heat};
use super::{Damping, Elastic, Material, Sources};

/// Glass.
pub const GLASS: Material = Material {
    name: "glass",
    aliases: &[],
    description: "soda-lime glass",
    elastic: elastic(70.0, 0.22, 2500.0),
    damping: Damping::constant(8e-4),
    heat: heat(9.0, 1.0, 840.0),
    restitution: 0.95,
    solid: true,
    sources: Sources {
        elastic: "Ashby, Materials Selection in Mechanical Design: soda-lime glass",
        damping: "6e-4 to 2e-3: Beranek and Vér, Noise and Vibration Control Engineering",
        heat: "Ashby: soda-lime glass",
        restitution: "soda-lime spheres 0.97: Foerster et al., Phys. Fluids 6, 1108 (1994); \
            a little less on ordinary plates",
    },
};

/// Crystal.
pub const CRYSTAL: Material = Material {
    name: "crystal",
    aliases: &["lead-glass"],
    description: "lead crystal, as in wine glasses: a quarter or more of it is lead oxide",
    elastic: elastic(59.0, 0.22, 3050.0),
    damping: Damping::constant(3e-4),
    heat: heat(8.9, 0.75, 680.0),
    restitution: 0.95,
    solid: true,
    sources: Sources {
        elastic: "Corning, Properties of Glasses: potash soda lead glass 0120",
        damping: "estimate: less than soda-lime glass, whose sodium moves more easily: Deeg, \
            Glastech. Ber. 31, 1 (1958)",
        heat: "expansion: Corning, glass 0120; the others estimates",
        restitution: "estimate: as soda-lime glass",
    },
};

/// Ceramic.
pub const CERAMIC: Material = Material {
    name: "ceramic",
    aliases: &["porcelain"],
    description: "glazed porcelain, as in cups",
    elastic: elastic(70.0, 0.2, 2400.0),
    damping: Damping::constant(1.2e-3),
    heat: None,
    restitution: 0.85,
    solid: true,
    sources: Sources {
        elastic: "typical of porcelain, 60 to 75 GPa",
        damping: "estimate: a cup rings for less time than a glass",
        heat: "",
        restitution: "estimate between glass and stone",
    },
};

/// Stone.
pub const STONE: Material = Material {
    name: "stone",
    aliases: &["granite"],
    description: "granite",
    elastic: elastic(55.0, 0.25, 2650.0),
    damping: Damping::constant(4e-3),
    heat: None,
    restitution: 0.8,
    solid: true,
    sources: Sources {
        elastic: "typical of granite, 40 to 70 GPa: Kaye and Laby; Ashby",
        damping: "estimate: dry rocks have a Q of one to several hundred at any audible frequency \
            (Knopoff, Rev. Geophys. 2, 625 (1964))",
        heat: "",
        restitution: "typical of granite spheres near 1 m/s",
    },
};

/// Ice.
pub const ICE: Material = Material {
    name: "ice",
    aliases: &[],
    description: "polycrystalline ice some degrees below freezing",
    elastic: elastic(9.1, 0.33, 917.0),
    damping: Damping::constant(8e-3),
    heat: None,
    restitution: 0.6,
    solid: true,
    sources: Sources {
        elastic: "Hobbs, Ice Physics, 1974; Ashby",
        damping: "estimate: internal friction near 0.01 at kilohertz close to freezing",
        heat: "",
        restitution: "estimate: 0.8 and more below 0.3 m/s, less where it cracks (Higa et al., \
            Icarus 133, 310 (1998))",
    },
};

/// Air.
pub const AIR: Material = Material {
    name: "air",
    aliases: &[],
    description: "dry air at 20 °C, for pipes and cavities",
    // ρc² stands for Young's modulus so that √(E/ρ) is the speed of sound; without Poisson's ratio
    // it is the modulus of a plane wave, too.
    elastic: Elastic::isotropic(ROOM.density * ROOM.speed * ROOM.speed, 0.0, ROOM.density),
    damping: Damping::constant(0.0),
    heat: None,
    restitution: 1.0,
    solid: false,
    sources: Sources {
        elastic: "Kaye and Laby: air at 20 °C",
        damping: "none inside: it loses at its walls, which is the shape's matter",
        heat: "",
        restitution: "nothing bounces off air",
    },
};
