//! What a sound says about the impact that made it.
