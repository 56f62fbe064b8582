//! What the page asks: pure functions from a question to bytes.

mod blow;
mod calibrate;
mod collide;
mod impact;
mod listen;
mod object;
mod read;
mod render;
mod scene;

pub(crate) use scene::{Asked, checked};

use carom_scene::build::BuildOptions;

use crate::error::Refusal;
use crate::limits::MOST_MODES;

/// What is asked, and about what.
pub(crate) struct Question<'a> {
    body: &'a [u8],
}

/// How scenes are built for the page.
pub(crate) const BUILD: BuildOptions = BuildOptions { most_modes: Some(MOST_MODES), reach: None };

type Answer = fn(&Question<'_>) -> Result<Vec<u8>, Refusal>;

/// The questions by name.
const QUESTIONS: &[(&str, Answer)] = &[
    // The schema of scenes, the gallery, and a scene of it by its name.
    ("schema", read::schema),
    ("gallery", read::gallery),
    ("piece", read::piece),
    // A scene as a file, and a file as a scene.
    ("toml", scene::toml),
    ("parse", scene::parse),
    // A scene with what was played on it, as a scene.
    ("take", scene::take),
    // The sound of a scene and what is shown of it; how its bodies look and ring.
    ("render", render::render),
    ("object", object::object),
    // One blow, watched closely.
    ("blow", blow::blow),
    // A mass against a wall.
    ("impact", impact::impact),
    // Two rigid bodies: the schema, the examples, and what happens.
    ("collision-schema", collide::schema),
    ("collisions", collide::examples),
    ("collision", collide::parse),
    ("collide", collide::collide),
    // Trials of a disc against a wall, and the models that are fitted to them.
    ("trials", calibrate::trials),
    ("calibrate", calibrate::calibrate),
    // What a recording tells.
    ("listen", listen::listen),
];

/// The answer to a question.
///
/// # Errors
///
/// With everything that is wrong with the question.
pub fn answer(name: &str, body: &[u8]) -> Result<Vec<u8>, Refusal> {
    let Some((_, answer)) = QUESTIONS.iter().find(|(known, _)| *known == name) else {
        let names: Vec<_> = QUESTIONS.iter().map(|(name, _)| *name).collect();
        let refusal = Refusal::new(format!("the question is {name:?}"));
        return Err(refusal.allowed(names.join(", ")));
    };
    answer(&Question { body })
}
