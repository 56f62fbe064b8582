//! The tests of carom-rigid, in one program: it is linked once.

#[path = "support/data.rs"]
mod data;
#[path = "support/line.rs"]
mod line;
#[path = "support/random_collision.rs"]
mod random_collision;
#[path = "support/random_contacts.rs"]
mod random_contacts;
mod rigid;
mod several;
