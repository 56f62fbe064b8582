//! What the page requests.

mod blow;
mod impact;
mod object;
mod read;
mod render;
mod scene;

pub use read::Start;
pub(crate) use read::read;

use std::sync::Arc;

use carom_scene::build::BuildOptions;
use hyper::body::Bytes;

use crate::limits::MOST_MODES;
use crate::pool::Stop;
use crate::reply::{Reply, RequestError, of_type};
use crate::route::State;

/// What can be computed from a body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Computation {
    /// A scene as TOML.
    Toml,
    /// TOML as a scene.
    Parse,
    /// The sound of a scene, and what is shown of it.
    Render,
    /// How the bodies of a scene look and ring.
    Object,
    /// One blow, watched closely.
    Blow,
    /// A mass against a wall.
    Impact,
}

impl Computation {
    /// The one at a path.
    pub(crate) fn named(path: &str) -> Option<Self> {
        Some(match path {
            "/api/toml" => Self::Toml,
            "/api/parse" => Self::Parse,
            "/api/render" => Self::Render,
            "/api/object" => Self::Object,
            "/api/blow" => Self::Blow,
            "/api/impact" => Self::Impact,
            _ => return None,
        })
    }

    fn run(self, question: &Question, stop: &Stop) -> Result<Answer, RequestError> {
        match self {
            Self::Toml => scene::toml(question),
            Self::Parse => scene::parse(question),
            Self::Render => render::render(question, stop),
            Self::Object => object::object(question, stop),
            Self::Blow => blow::blow(question, stop),
            Self::Impact => impact::impact(question, stop),
        }
    }
}

/// A request: its query, its body, and what all requests share.
pub(crate) struct Question {
    query: String,
    body: Bytes,
    state: Arc<State>,
}

/// The type and the bytes of an answer.
pub(crate) type Answer = (&'static str, Vec<u8>);

impl Question {
    /// The options with which its scene is built.
    fn build(&self) -> BuildOptions<'_> {
        BuildOptions { most_modes: Some(MOST_MODES), designs: Some(&self.state.designs) }
    }

    /// A whole number of the query.
    fn number(&self, name: &str) -> Result<Option<u64>, RequestError> {
        let pairs = self.query.split('&').filter_map(|pair| pair.split_once('='));
        let Some((_, value)) = pairs.into_iter().find(|(key, _)| *key == name) else {
            return Ok(None);
        };
        value.parse().map(Some).map_err(|_| {
            RequestError::unprocessable(format!("`{name}` is {value:?}"))
                .at(name)
                .allowed("a whole number, 0 or above")
        })
    }
}

/// Computes on a thread of the pool.
pub(crate) async fn compute(
    state: &Arc<State>,
    computation: Computation,
    query: &str,
    body: Bytes,
) -> Result<Reply, RequestError> {
    let question = Question { query: query.to_owned(), body, state: Arc::clone(state) };
    let client = question.number("id")?;
    let work = move |stop: &Stop| computation.run(&question, stop);
    let computed = state.pool.run(client, work).await?;
    let (content_type, bytes) = computed.value;
    // Held until the last byte has left.
    let held = Held { bytes, _held: computed.held };
    Ok(of_type(content_type, Bytes::from_owner(held)))
}

struct Held {
    bytes: Vec<u8>,
    _held: tokio::sync::OwnedSemaphorePermit,
}

impl AsRef<[u8]> for Held {
    fn as_ref(&self) -> &[u8] {
        &self.bytes
    }
}
