//! Benchmarks from outside the five papers: elastic spheres, and the contact of other engines.

mod chrono;
mod chung_ooi;
mod drake;
mod meeting;
mod published;
mod restitution;
mod simbody;

use crate::study::{Source, Study};

static CHUNG_OOI: Source = Source {
    key: "outside",
    title: "Elastic spheres (Chung and Ooi)",
    citation: "Y. C. Chung and J. Y. Ooi, Benchmark tests for verifying discrete element modelling \
               codes at particle impact level, Granular Matter 13 (2011) 643-656; the impact of a \
               sphere also by K. L. Johnson, Contact Mechanics, Cambridge University Press (1985), \
               section 11.4",
};

static CHRONO: Source = Source {
    key: "outside",
    title: "Smooth contacts (Project Chrono)",
    citation: "Project Chrono, unit test utest_SMC_cor_normal.cpp of its smooth contacts",
};

static SIMBODY: Source = Source {
    key: "outside",
    title: "Hunt and Crossley's force (Simbody)",
    citation: "Simbody, documentation of HuntCrossleyForce, after K. H. Hunt and F. R. E. \
               Crossley, Coefficient of restitution interpreted as damping in vibroimpact, Journal \
               of Applied Mechanics 42 (1975) 440-445",
};

static DRAKE: Source = Source {
    key: "outside",
    title: "How fast a bounce can be (Drake)",
    citation: "Drake, documentation of its contact models (Hunt and Crossley's dissipation) and \
               its issue 19320 (2023)",
};

/// The benchmarks, source by source.
pub(crate) static STUDIES: &[Study] = &[
    Study {
        id: "outside/chung-ooi-1",
        title: "Two equal elastic spheres meet head-on",
        source: &CHUNG_OOI,
        run: chung_ooi::test_1,
    },
    Study {
        id: "outside/chung-ooi-2",
        title: "An elastic sphere meets a rigid plane",
        source: &CHUNG_OOI,
        run: chung_ooi::test_2,
    },
    Study {
        id: "outside/chung-ooi-3",
        title: "The restitution put in is the one that comes out",
        source: &CHUNG_OOI,
        run: restitution::test_3,
    },
    Study {
        id: "outside/chrono-smc",
        title: "Two soft spheres, from no bounce to a perfect one",
        source: &CHRONO,
        run: chrono::smooth_contact,
    },
    Study {
        id: "outside/simbody",
        title: "The same law of force, but for how two materials are combined",
        source: &SIMBODY,
        run: simbody::force_law,
    },
    Study {
        id: "outside/drake",
        title: "A bounce is never faster than one over the damping",
        source: &DRAKE,
        run: drake::bounce,
    },
];
