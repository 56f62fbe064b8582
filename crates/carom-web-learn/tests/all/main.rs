//! The tests of carom-web-learn, in one program: it is linked once.

mod learned;
