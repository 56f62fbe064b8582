//! The one configuration of rendering: a scene file and what it means.
