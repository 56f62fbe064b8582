//! Woods, dry, with their nine elastic constants.
//!
//! Ratios of moduli and Poisson's ratios are those of the Forest Products Laboratory, Wood Handbook,
//! FPL-GTR-190, 2010, tables 5-1 and 5-2, Young's moduli of bending tests those of tables 5-3 and
//! 5-5, plus a tenth as it says for shear, densities at 12 % moisture. What tables leave out is
//! estimated by Guitard and El Amri's regressions over the density (in Actes du 2e colloque Sciences et
//! industries du bois, 1987): at ρ = 650 kg/m³ hardwoods have E_R, E_T, G_LR, G_LT, G_RT of 1.81, 1.03, 1.26,
//! 0.971, 0.366 GPa, which grow with the density to the powers 1.30, 1.74, 1.14, 1.26, 1.74.
//!
//! The loss of shear is two to five times that of stretching along the grain (McIntyre and
//! Woodhouse, Acta Metall. 36, 1397 (1988): spruce). In bending the share of shear grows with
//! frequency, and with it the loss (Ono and Norimoto, Jpn. J. Appl. Phys. 22, 611 (1983); Ono, J. Acoust.
//! Soc. Jpn. (E) 17, 183 (1996)).

use super::entry::{wood, wooden};
use super::{Material, Sources};

const REBOUND: &str = "typical: wooden balls on hard floors return 0.5 to 0.6";

/// Wood.
pub const WOOD: Material = Material {
    name: "wood",
    aliases: &["maple"],
    description: "sugar maple",
    elastic: wood([13.9, 705.0], [0.132, 0.065, 0.111, 0.063, 0.030], [0.424, 0.476, 0.774]),
    damping: wooden(0.010, 0.020),
    heat: None,
    restitution: 0.55,
    solid: true,
    sources: Sources {
        elastic: "Wood Handbook: sugar maple; G_RT by Guitard and El Amri's regression",
        damping: "along the grain about 0.01: Haines, Catgut Acoust. Soc. J. 4 (2), 20 (2000); \
            of shear: estimate",
        heat: "",
        restitution: REBOUND,
    },
};

/// Spruce.
pub const SPRUCE: Material = Material {
    name: "spruce",
    aliases: &[],
    description: "sitka spruce, as in soundboards",
    elastic: wood([11.8, 430.0], [0.078, 0.043, 0.064, 0.061, 0.003], [0.372, 0.467, 0.435]),
    damping: wooden(0.0065, 0.016),
    heat: None,
    restitution: 0.5,
    solid: true,
    sources: Sources {
        elastic: "Wood Handbook: sitka spruce; density between its and that of tone wood",
        damping: "along the grain 0.006 to 0.008: Ono and Norimoto 1983; of shear: \
            estimate after McIntyre and Woodhouse 1988",
        heat: "",
        restitution: REBOUND,
    },
};

/// Rosewood.
pub const ROSEWOOD: Material = Material {
    name: "rosewood",
    aliases: &["honduras-rosewood"],
    description: "Honduras rosewood, Dalbergia stevensonii, as in the bars of a marimba",
    elastic: wood([21.0, 1000.0], [0.151, 0.104, 0.098, 0.080, 0.037], [0.39, 0.46, 0.67]),
    damping: wooden(0.0016, 0.010),
    heat: None,
    restitution: 0.6,
    solid: true,
    sources: Sources {
        elastic: "17 to 26 GPa: Brémaud, J. Acoust. Soc. Am. 131, 807 (2012); density 930 to 1090: \
            Forest Products Laboratory, Wood technical fact sheet; the others by Guitard and El \
            Amri's regressions",
        damping: "recorded bars of a marimba and a xylophone lose 0.0020 and 0.00175 with their \
            supports and the air, from 131 to 4226 Hz (VSCO 2 Community Edition); what of it is \
            the wood's, and its shear: estimates",
        heat: "",
        restitution: "estimate: a little above that of lighter woods",
    },
};

/// Padauk.
pub const PADAUK: Material = Material {
    name: "padauk",
    aliases: &["padouk"],
    description: "African padauk, Pterocarpus soyauxii, as in the bars of a xylophone",
    elastic: wood([12.6, 745.0], [0.172, 0.104, 0.117, 0.092, 0.037], [0.39, 0.46, 0.67]),
    damping: wooden(0.005, 0.012),
    heat: None,
    restitution: 0.6,
    solid: true,
    sources: Sources {
        elastic: "10.8 and 12.1 GPa in bending, 670 to 820 kg/m³: Forest Products Laboratory, Wood \
            technical fact sheet; the others by Guitard and El Amri's regressions",
        damping: "estimate: low, as of the woods of idiophones in Brémaud 2012",
        heat: "",
        restitution: "estimate: as rosewood",
    },
};

/// Oak.
pub const OAK: Material = Material {
    name: "oak",
    aliases: &[],
    description: "northern red oak",
    elastic: wood([13.8, 705.0], [0.154, 0.082, 0.089, 0.081, 0.030], [0.350, 0.448, 0.560]),
    damping: wooden(0.010, 0.020),
    heat: None,
    restitution: 0.55,
    solid: true,
    sources: Sources {
        elastic: "Wood Handbook: red oak; G_RT by Guitard and El Amri's regression",
        damping: "estimate: as maple",
        heat: "",
        restitution: REBOUND,
    },
};

/// Walnut.
pub const WALNUT: Material = Material {
    name: "walnut",
    aliases: &[],
    description: "black walnut",
    elastic: wood([12.8, 615.0], [0.106, 0.056, 0.085, 0.062, 0.021], [0.495, 0.632, 0.718]),
    damping: wooden(0.008, 0.018),
    heat: None,
    restitution: 0.55,
    solid: true,
    sources: Sources {
        elastic: "Wood Handbook: black walnut",
        damping: "estimate between spruce and maple",
        heat: "",
        restitution: REBOUND,
    },
};
