"""What goes wrong."""


class Error(ValueError):
    """What was asked for is not allowed; the message names the field, its value and what is allowed."""


class FileError(Error, OSError):
    """A file cannot be read or written."""
