//! Metals.
//!
//! Loss factors are those of Cremer and Heckl, Structure-Borne Sound, 2nd ed. 1988, table of
//! flexural loss factors (aluminium about 1e-4, iron 2e-4 to 6e-4, brass below 1e-3, copper 2e-3).
//! The growing part is chosen so that high partials of plates decay as Chaigne and Lambourg,
//! J. Acoust. Soc. Am. 109, 1422 (2001), find them in order of magnitude; the constant part so that
//! bars and small bells ring for seconds.

use super::entry::{damping, elastic};
use super::{Material, Sources};

const YIELDING: &str = "typical near 1 m/s, where spheres already yield: Johnson, Contact \
    Mechanics, 1985, section 11.5; Goldsmith, Impact, 1960";

/// Steel.
pub const STEEL: Material = Material {
    name: "steel",
    aliases: &[],
    description: "plain carbon steel, hardened where it is struck",
    elastic: elastic(205.0, 0.29, 7850.0),
    across_grain: None,
    damping: damping(3e-4, 3e7, 0.3),
    restitution: 0.93,
    solid: true,
    sources: Sources {
        elastic: "Kaye and Laby, Tables of Physical and Chemical Constants: mild steel",
        damping: "iron 2e-4 to 6e-4: Cremer and Heckl 1988; growing and constant parts typical",
        restitution: "hardened balls on hardened plate 0.90 to 0.95: Goldsmith, Impact, 1960",
    },
};

/// Aluminium.
pub const ALUMINIUM: Material = Material {
    name: "aluminium",
    aliases: &["aluminum"],
    description: "wrought alloy, as in the bars of a vibraphone",
    elastic: elastic(70.0, 0.34, 2700.0),
    across_grain: None,
    damping: damping(1.5e-4, 8e6, 0.5),
    restitution: 0.65,
    solid: true,
    sources: Sources {
        elastic: "Kaye and Laby: aluminium",
        damping: "about 1e-4: Cremer and Heckl 1988; thermoelastic growth after Chaigne and \
            Lambourg 2001 in order of magnitude; constant part typical",
        restitution: YIELDING,
    },
};

/// Brass.
pub const BRASS: Material = Material {
    name: "brass",
    aliases: &[],
    description: "70/30 brass",
    elastic: elastic(101.0, 0.35, 8500.0),
    across_grain: None,
    damping: damping(5e-4, 2e7, 0.3),
    restitution: 0.6,
    solid: true,
    sources: Sources {
        elastic: "Kaye and Laby: brass (70 Cu, 30 Zn)",
        damping: "below 1e-3: Cremer and Heckl 1988; growing and constant parts typical",
        restitution: YIELDING,
    },
};

/// Bronze.
pub const BRONZE: Material = Material {
    name: "bronze",
    aliases: &["bell-metal"],
    description: "bell metal, copper with about a fifth of tin",
    elastic: elastic(100.0, 0.36, 8700.0),
    across_grain: None,
    damping: damping(2.5e-4, 2.5e7, 0.2),
    restitution: 0.65,
    solid: true,
    sources: Sources {
        elastic: "typical of cast bell metal: Fletcher and Rossing, The Physics of Musical \
            Instruments, 2nd ed. 1998, chapter 21",
        damping: "typical: less than brass, so that small bells ring for several seconds",
        restitution: YIELDING,
    },
};

/// Copper.
pub const COPPER: Material = Material {
    name: "copper",
    aliases: &[],
    description: "polycrystalline copper",
    elastic: elastic(130.0, 0.34, 8930.0),
    across_grain: None,
    damping: damping(2e-3, 2e7, 0.3),
    restitution: 0.5,
    solid: true,
    sources: Sources {
        elastic: "Kaye and Laby: copper",
        damping: "2e-3: Cremer and Heckl 1988; growing and constant parts typical",
        restitution: YIELDING,
    },
};
