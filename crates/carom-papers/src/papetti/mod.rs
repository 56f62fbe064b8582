//! A mass against a wall by four integrators, and two corrections: Tables I to IV, Figs. 1 to 12.

mod appendix;
mod cases;
mod chain;
mod corrections;
mod operations;
mod output_velocity;
mod portraits;
mod pressed;
mod published;
mod rebounds;
mod short_contacts;
mod simulations;
mod tables;

use crate::study::{Failed, Findings, Source, Study};

/// Where these results were published.
pub(crate) static SOURCE: Source = Source {
    key: "papetti",
    title: "Four integrators and two corrections (papetti)",
    citation: "S. Papetti, F. Avanzini and D. Rocchesso, Numerical methods for a nonlinear impact \
        model: a comparative study with closed-form corrections, IEEE Transactions on Audio, \
        Speech, and Language Processing 19 (2011)",
};

const fn study(
    id: &'static str,
    title: &'static str,
    run: fn() -> Result<Findings, Failed>,
) -> Study {
    Study { id, title, source: &SOURCE, run }
}

/// Its studies, in the order of the paper.
pub(crate) static STUDIES: &[Study] = &[
    study("papetti/fig-1", "Phase portraits of four impacts", portraits::fig_1),
    study("papetti/fig-2", "Force over compression, and the loss it encloses", portraits::fig_2),
    study("papetti/fig-3", "Error of the approximated outgoing velocity", output_velocity::fig_3),
    study("papetti/fig-4", "Energy over velocity", portraits::fig_4),
    study("papetti/fig-5", "A constant force during contact", pressed::fig_5),
    study("papetti/fig-6", "Four schemes in a non-critical impact", simulations::fig_6),
    study("papetti/table-1", "Errors of four schemes in a non-critical impact", tables::table_1),
    study("papetti/fig-7", "Energies with little loss, case 1", simulations::fig_7),
    study("papetti/table-2a", "Errors of four schemes with little loss, case 1", tables::table_2a),
    study("papetti/fig-8", "Four schemes in a hard impact, case 2", simulations::fig_8),
    study("papetti/table-2b", "Errors of four schemes in a hard impact, case 2", tables::table_2b),
    study(
        "papetti/short-contacts",
        "Contacts of four samples and fewer",
        short_contacts::short_contacts,
    ),
    study("papetti/fig-9", "Energies of Heun corrected, case 1", corrections::fig_9),
    study("papetti/fig-10", "Heun corrected in a hard impact, case 2", corrections::fig_10),
    study("papetti/fig-11", "RK4 with and without corrections", corrections::fig_11),
    study("papetti/table-3a", "What a hundred rebounds add up to, case 1", rebounds::table_3a),
    study("papetti/table-3b", "What a hundred rebounds add up to, case 2", rebounds::table_3b),
    study("papetti/fig-12", "Rebounds under gravity", rebounds::fig_12),
    study("papetti/table-4", "Operations of a step", operations::table_4),
    study("papetti/zero-finding", "Iterations that find v_out", output_velocity::zero_finding),
    study("papetti/appendix", "Expansions of the outgoing velocity", appendix::appendix),
];
