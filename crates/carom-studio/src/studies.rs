//! Published results as pages of the same site, each computed when it is opened.

#[cfg(not(feature = "papers"))]
pub(crate) use absent::{Asked, answer};
#[cfg(feature = "papers")]
pub(crate) use pages::{Asked, answer};

/// A studio that was built without the papers.
#[cfg(not(feature = "papers"))]
mod absent {
    use std::sync::Arc;

    use hyper::StatusCode;

    use crate::reply::{Reply, RequestError};
    use crate::route::State;

    /// Anything below `/studies`.
    #[derive(Clone, Copy, Debug)]
    pub(crate) struct Asked;

    impl Asked {
        pub(crate) fn at(path: &str) -> Option<Self> {
            let rest = path.strip_prefix("/studies")?;
            (rest.is_empty() || rest.starts_with('/')).then_some(Self)
        }
    }

    pub(crate) async fn answer(_: &Arc<State>, _: Asked) -> Result<Reply, RequestError> {
        let message = "this carom was built without the studies (the feature `papers`)";
        Err(RequestError::new(StatusCode::NOT_FOUND, message))
    }
}

#[cfg(feature = "papers")]
mod pages {
    use std::sync::Arc;

    use carom_papers::study::{self, Studied, Study, site};
    use hyper::header::{CONTENT_SECURITY_POLICY, HeaderValue, LOCATION};
    use hyper::{Response, StatusCode};

    use crate::reply::{Reply, RequestError, of_type};
    use crate::route::State;

    /// A page below `/studies`.
    #[derive(Clone, Copy, Debug)]
    pub(crate) enum Asked {
        /// The list, by an address from which its links do not lead to the right place.
        Elsewhere,
        /// The list.
        List,
        /// One study.
        One(&'static Study),
    }

    impl Asked {
        /// The page at a path, if it is below `/studies` and there is one.
        pub(crate) fn at(path: &str) -> Option<Self> {
            match path.strip_prefix("/studies")? {
                "" => Some(Self::Elsewhere),
                "/" | "/index.html" => Some(Self::List),
                rest => {
                    let id = rest.strip_prefix('/')?.strip_suffix(".html")?;
                    study::all().into_iter().find(|study| study.id == id).map(Self::One)
                }
            }
        }
    }

    /// The page.
    pub(crate) async fn answer(state: &Arc<State>, asked: Asked) -> Result<Reply, RequestError> {
        let one = match asked {
            Asked::Elsewhere => return Ok(moved("/studies/")),
            Asked::List => return Ok(self_contained(site::list_page(&study::all()))),
            Asked::One(one) => one,
        };
        let computed = state.pool.run(None, move |_| {
            let findings = (one.run)().map_err(|error| {
                let message = format!("{}: {error}", one.id);
                RequestError::new(StatusCode::INTERNAL_SERVER_ERROR, message)
            })?;
            Ok(site::served_page(&Studied { study: one, findings }))
        });
        Ok(self_contained(computed.await?.value))
    }

    /// A page that holds everything in itself, its script too, and asks for nothing.
    fn self_contained(html: String) -> Reply {
        const POLICY: &str = "default-src 'none'; img-src data:; style-src 'unsafe-inline'; \
            script-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
        let mut reply = of_type("text/html; charset=utf-8", html);
        reply.headers_mut().insert(CONTENT_SECURITY_POLICY, HeaderValue::from_static(POLICY));
        reply
    }

    fn moved(to: &'static str) -> Reply {
        let mut reply: Reply = Response::default();
        *reply.status_mut() = StatusCode::PERMANENT_REDIRECT;
        reply.headers_mut().insert(LOCATION, HeaderValue::from_static(to));
        reply
    }

    #[cfg(test)]
    mod tests {
        use super::*;

        #[test]
        fn every_study_has_its_address_and_nothing_else_does() {
            for study in study::all() {
                let path = format!("/studies/{}.html", study.id);
                assert!(matches!(Asked::at(&path), Some(Asked::One(one)) if one.id == study.id));
            }
            assert!(matches!(Asked::at("/studies"), Some(Asked::Elsewhere)));
            assert!(matches!(Asked::at("/studies/"), Some(Asked::List)));
            for path in ["/studiesx", "/studies/none.html", "/studies/../x.html"] {
                assert!(Asked::at(path).is_none(), "{path}");
            }
            assert!(Asked::at("/studies/papetti").is_none());
        }
    }
}
