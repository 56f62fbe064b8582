"""A line that says how far a long call is."""

from __future__ import annotations

import sys
import time
from types import TracebackType
from typing import Optional, Type


class Progress:
    """Called with what is done and of how much. Shows it on standard error, twice a second at most and only
    where somebody sees it: on a terminal or in a notebook."""

    def __init__(self, unit: str, shown: bool = True) -> None:
        watched = sys.stderr is not None and (sys.stderr.isatty() or "ipykernel" in sys.modules)
        self._shown = shown and watched
        self._unit = unit
        self._start = self._last = time.monotonic()
        self._written = False

    def __call__(self, done: float, of: Optional[float] = None) -> None:
        now = time.monotonic()
        if not self._shown or now - self._last < 0.5:
            return
        self._last = now
        rate = done / (now - self._start)
        left = f", {(of - done) / rate:.0f} s left" if of and rate > 0 else ""
        whole = f" of {of:g}" if of else ""
        sys.stderr.write(f"\r{done:g}{whole} {self._unit}, {rate:.4g} per second{left}\x1b[K")
        sys.stderr.flush()
        self._written = True

    def __enter__(self) -> "Progress":
        return self

    def __exit__(
        self,
        kind: Optional[Type[BaseException]],
        error: Optional[BaseException],
        trace: Optional[TracebackType],
    ) -> None:
        if self._written:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()
