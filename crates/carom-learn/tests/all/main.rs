//! The tests of carom-learn, in one program: it is linked once.

mod places;
mod predicts;
