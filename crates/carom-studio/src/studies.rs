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

    use crate::guard::Visit;
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

    pub(crate) async fn answer(_: &Arc<State>, _: Asked, _: Visit) -> Result<Reply, RequestError> {
        let message = "this carom was built without the studies (the feature `papers`)";
        Err(RequestError::new(StatusCode::NOT_FOUND, message))
    }
}

#[cfg(feature = "papers")]
mod pages {
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::sync::{Arc, PoisonError};

    use carom_papers::study::{self, Studied, Study, site};
    use hyper::StatusCode;
    use hyper::header::{CONTENT_SECURITY_POLICY, HeaderValue};

    use crate::guard::{FOREIGN, Visit};
    use crate::limits::MOST_WAITING;
    use crate::reply::{Reply, RequestError, of_type};
    use crate::route::{State, moved};

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

    /// The page. A study is computed once, and not because another site led here.
    pub(crate) async fn answer(
        state: &Arc<State>,
        asked: Asked,
        visit: Visit,
    ) -> Result<Reply, RequestError> {
        let one = match asked {
            Asked::Elsewhere => return Ok(moved("/studies/")),
            Asked::List => return Ok(self_contained(site::list_page(&study::all()))),
            Asked::One(one) => one,
        };
        let known = || {
            let pages = state.computed.lock().unwrap_or_else(PoisonError::into_inner);
            pages.get(one.id).cloned()
        };
        if let Some(page) = known() {
            return Ok(self_contained(page));
        }
        if visit == Visit::Linked {
            let error = RequestError::new(StatusCode::FORBIDDEN, FOREIGN);
            return Err(error.allowed("the list of studies, at /studies/, leads to each"));
        }
        let _place = Place::take(&state.waiting)?;
        let _thread = state.thread.acquire().await;
        if let Some(page) = known() {
            return Ok(self_contained(page));
        }
        let computed = tokio::task::spawn_blocking(move || {
            let findings = (one.run)().map_err(|error| failed(format!("{}: {error}", one.id)))?;
            Ok(site::served_page(&Studied { study: one, findings }))
        });
        let page = computed.await.map_err(|_| failed(format!("{}: it broke off", one.id)))??;
        let mut pages = state.computed.lock().unwrap_or_else(PoisonError::into_inner);
        pages.insert(one.id, page.clone());
        Ok(self_contained(page))
    }

    fn failed(message: String) -> RequestError {
        RequestError::new(StatusCode::INTERNAL_SERVER_ERROR, message)
    }

    /// A place among the pages that wait to be computed.
    struct Place<'a>(&'a AtomicUsize);

    impl<'a> Place<'a> {
        fn take(waiting: &'a AtomicUsize) -> Result<Self, RequestError> {
            let place = Self(waiting);
            if waiting.fetch_add(1, Ordering::Relaxed) >= MOST_WAITING {
                let message = "too much is being computed at once; try again in a second";
                let error = RequestError::new(StatusCode::SERVICE_UNAVAILABLE, message);
                return Err(error.allowed(format!("at most {MOST_WAITING} waiting requests")));
            }
            Ok(place)
        }
    }

    impl Drop for Place<'_> {
        fn drop(&mut self) {
            self.0.fetch_sub(1, Ordering::Relaxed);
        }
    }

    /// A page that holds everything in itself, its script too, and asks for nothing.
    fn self_contained(html: String) -> Reply {
        const POLICY: &str = "default-src 'none'; img-src data:; style-src 'unsafe-inline'; \
            script-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
        let mut reply = of_type("text/html; charset=utf-8", html);
        reply.headers_mut().insert(CONTENT_SECURITY_POLICY, HeaderValue::from_static(POLICY));
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
