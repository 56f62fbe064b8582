//! The tests of carom-cli, in one program: it is linked once.

#[cfg(feature = "papers")]
mod avanzini;
mod calibrate;
mod collide;
mod hostile;
mod impact;
mod learn;
mod measure;
mod play;
mod rerun;
mod run;
mod studio;
#[cfg(feature = "papers")]
mod study;
mod support;
mod sweep;
