//! Errors of the engine as Python exceptions.

use std::fmt::Display;

use pyo3::PyErr;

mod python {
    #![allow(missing_docs)]
    pyo3::import_exception!(carom._errors, Error);
    pyo3::import_exception!(carom._errors, FileError);
}

/// What was asked for is not allowed: `carom.Error`, a `ValueError`.
pub(crate) fn refused(error: impl Display) -> PyErr {
    python::Error::new_err(error.to_string())
}

/// A file cannot be read or written: `carom.FileError`, also an `OSError`.
pub(crate) fn unusable(error: impl Display) -> PyErr {
    python::FileError::new_err(error.to_string())
}
