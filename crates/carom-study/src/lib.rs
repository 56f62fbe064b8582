//! Experiments on the engine: an impact computed by several schemes and set beside the exact
//! answer. No scheme lives here, only questions.

pub mod impact;
