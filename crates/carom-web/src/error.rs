//! What is wrong with a question, as the page gets it.

use carom::scheme::StepError;
use carom_scene::build::BuildError;
use serde::Serialize;
use serde_json::json;

/// Something that is wrong.
#[derive(Clone, Debug, Serialize)]
pub struct ValueError {
    /// What is wrong.
    pub message: String,
    /// The value that is meant, such as `body[0].mass`.
    pub path: Option<String>,
    /// What is allowed.
    pub allowed: Option<String>,
}

/// Why a question has no answer: everything that is wrong.
#[derive(Clone, Debug)]
pub struct Refusal {
    /// At least one.
    pub errors: Vec<ValueError>,
}

impl Refusal {
    /// One thing is wrong.
    #[must_use]
    pub fn new(message: impl Into<String>) -> Self {
        Self { errors: vec![ValueError { message: message.into(), path: None, allowed: None }] }
    }

    /// The value that is meant.
    #[must_use]
    pub fn at(mut self, path: impl Into<String>) -> Self {
        if let Some(error) = self.errors.last_mut() {
            error.path = Some(path.into());
        }
        self
    }

    /// What is allowed.
    #[must_use]
    pub fn allowed(mut self, allowed: impl Into<String>) -> Self {
        if let Some(error) = self.errors.last_mut() {
            error.allowed = Some(allowed.into());
        }
        self
    }

    /// As JSON: the first error, and all of them.
    #[must_use]
    pub fn to_json(&self) -> Vec<u8> {
        let body = json!({ "version": 1, "error": self.errors.first(), "errors": self.errors });
        body.to_string().into_bytes()
    }
}

/// What cannot be built stands at its field where that is known.
impl From<&BuildError> for Refusal {
    fn from(error: &BuildError) -> Self {
        let shown = Self::new(error.to_string());
        let BuildError::TooManyModes { most, .. } = error else { return shown };
        shown.at("highest_mode").allowed(format!(
            "at most {most} modes; a lower `highest_mode` keeps fewer, `carom run` renders more"
        ))
    }
}

/// A step that fails is for the scheme to answer for.
impl From<StepError> for Refusal {
    fn from(error: StepError) -> Self {
        Self::new(error.to_string()).at("scheme").allowed(
            "two-point is stable at any step; others may need more `substeps`, a softer contact or a softer blow",
        )
    }
}
