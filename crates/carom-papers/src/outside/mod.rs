//! Benchmarks from outside the five papers: elastic spheres, and the contact of other engines.

mod meeting;
mod published;

use crate::study::paper;

paper! {
    CHUNG_OOI {
        key: "outside",
        title: "Elastic spheres (Chung and Ooi)",
        citation: "Y. C. Chung and J. Y. Ooi, Benchmark tests for verifying discrete element \
            modelling codes at particle impact level, Granular Matter 13 (2011) 643-656; the \
            impact of a sphere also by K. L. Johnson, Contact Mechanics, Cambridge University \
            Press (1985), section 11.4",
    }
    chung_ooi
}

paper! {
    CHRONO {
        key: "outside",
        title: "Smooth contacts (Project Chrono)",
        citation: "Project Chrono, unit test utest_SMC_cor_normal.cpp of its smooth contacts",
    }
    chrono
}

paper! {
    SIMBODY {
        key: "outside",
        title: "Hunt and Crossley's force (Simbody)",
        citation: "Simbody, documentation of HuntCrossleyForce, after K. H. Hunt and F. R. E. \
            Crossley, Coefficient of restitution interpreted as damping in vibroimpact, \
            Journal of Applied Mechanics 42 (1975) 440-445",
    }
    simbody
}

paper! {
    DRAKE {
        key: "outside",
        title: "How fast a bounce can be (Drake)",
        citation: "Drake, documentation of its contact models (Hunt and Crossley's \
            dissipation) and its issue 19320 (2023)",
    }
    drake
}

paper! {
    SDT {
        key: "outside",
        title: "Hard impacts (Sound Design Toolkit)",
        citation: "S. Baldan, S. Delle Monache and D. Rocchesso, The Sound Design Toolkit, SoftwareX 6 (2017) \
            255-260; its numbers were measured",
    }
    sdt
}
