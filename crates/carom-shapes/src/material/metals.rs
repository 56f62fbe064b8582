//! Metals.
//!
//! Inside a metal little is lost. Loss factors are taken within the ranges of Cremer and Heckl,
//! Structure-Borne Sound, 2nd ed. 1988, table of loss factors: aluminium 3e-6 to 1e-4, steel 2e-5 to
//! 3e-4, brass 2e-4 to 1e-3, copper 2e-3. Bending makes heat flow as well (thermal constants: ASM
//! Handbook, vols. 1 and 2). Of a plate of aluminium of 1 mm that takes more than all else
//! around 100 Hz.

use super::entry::{elastic, heat};
use super::{Damping, Material, Sources};

const YIELDING: &str = "typical near 1 m/s, where spheres already yield: Johnson, Contact \
    Mechanics, 1985, section 11.5; Goldsmith, Impact, 1960";

/// Steel.
pub const STEEL: Material = Material {
    name: "steel",
    aliases: &[],
    description: "plain carbon steel, hardened where it is struck",
    elastic: elastic(205.0, 0.29, 7850.0),
    // Strings: 2e-4, the order of what Woodhouse and Lynch-Aird find.
    damping: Damping { taut: 2e-4, ..Damping::constant(1e-4) },
    heat: heat(11.7, 51.9, 486.0),
    restitution: 0.93,
    solid: true,
    sources: Sources {
        elastic: "Kaye and Laby, Tables of Physical and Chemical Constants: mild steel",
        damping: "2e-5 to 3e-4: Cremer and Heckl 1988; recorded glockenspiel bars lose 1.8e-4 to \
            3.2e-4 with their supports and the air (VSCO 2 Community Edition). Strings: estimate \
            after Woodhouse and Lynch-Aird, Acta Acust. united Ac. 105, 516 (2019)",
        heat: "ASM Handbook, vol. 1: carbon steel 1020",
        restitution: "hardened balls on hardened plate 0.90 to 0.95: Goldsmith, Impact, 1960",
    },
};

/// Aluminium.
pub const ALUMINIUM: Material = Material {
    name: "aluminium",
    aliases: &["aluminum"],
    description: "wrought alloy, as in the bars of a vibraphone",
    elastic: elastic(70.0, 0.34, 2700.0),
    damping: Damping::constant(5e-5),
    heat: heat(23.6, 167.0, 896.0),
    restitution: 0.65,
    solid: true,
    sources: Sources {
        elastic: "Kaye and Laby: aluminium",
        damping: "estimate within 3e-6 to 1e-4: Cremer and Heckl 1988",
        heat: "ASM Handbook, vol. 2: alloy 6061-T6",
        restitution: YIELDING,
    },
};

/// Brass.
pub const BRASS: Material = Material {
    name: "brass",
    aliases: &[],
    description: "70/30 brass",
    elastic: elastic(101.0, 0.35, 8500.0),
    damping: Damping::constant(2e-4),
    heat: heat(19.9, 120.0, 375.0),
    restitution: 0.6,
    solid: true,
    sources: Sources {
        elastic: "Kaye and Laby: brass (70 Cu, 30 Zn)",
        damping: "2e-4 to 1e-3: Cremer and Heckl 1988; the lower end, because what they measured \
            holds thermoelastic loss",
        heat: "ASM Handbook, vol. 2: C26000, cartridge brass",
        restitution: YIELDING,
    },
};

/// Bronze.
pub const BRONZE: Material = Material {
    name: "bronze",
    aliases: &["bell-metal"],
    description: "bell metal, copper with about a fifth of tin",
    elastic: elastic(100.0, 0.36, 8700.0),
    damping: Damping::constant(1e-4),
    heat: heat(18.0, 45.0, 360.0),
    restitution: 0.65,
    solid: true,
    sources: Sources {
        elastic: "typical of cast bell metal: Fletcher and Rossing, The Physics of Musical \
            Instruments, 2nd ed. 1998, chapter 21",
        damping: "estimate: the hum of a bell of 70 cm rings for 52 s, which leaves about 1e-4",
        heat: "estimate between the tin bronzes of ASM Handbook, vol. 2",
        restitution: YIELDING,
    },
};

/// Copper.
pub const COPPER: Material = Material {
    name: "copper",
    aliases: &[],
    description: "polycrystalline copper",
    elastic: elastic(130.0, 0.34, 8930.0),
    damping: Damping::constant(2e-3),
    heat: heat(17.0, 391.0, 385.0),
    restitution: 0.5,
    solid: true,
    sources: Sources {
        elastic: "Kaye and Laby: copper",
        damping: "2e-3: Cremer and Heckl 1988",
        heat: "ASM Handbook, vol. 2: C11000",
        restitution: YIELDING,
    },
};
