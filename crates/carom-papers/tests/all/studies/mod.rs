//! The studies, group by group: nothing is broken, and what differs is what is known to.

mod avanzini;
mod chatziioannou;
mod comparison;
mod ducceschi;
mod group;
mod iguchi;
mod instruments;
mod outside;
mod papetti;
