"""What all results have in common."""

from __future__ import annotations

import html
import importlib
from typing import Any, Dict, Iterable, List, Mapping, Sequence

import numpy as np

from ._errors import Error


def need(module: str, what: str) -> Any:
    """A module that is not always installed, or an error that says how to get it."""
    try:
        return importlib.import_module(module)
    except ImportError as error:
        package = module.split(".")[0]
        raise ImportError(f"{what} needs {package}: pip install {package}") from error


class Result:
    """What a call came to: ``summary``, ``energy``, ``to_pandas()``, ``plot()``, and a table in a notebook."""

    #: The numbers that matter, by name.
    summary: Dict[str, Any]

    #: Where the energy is or went (J), by name.
    energy: Dict[str, Any]

    def table(self) -> Dict[str, Any]:
        """The columns of the result by name, all equally long."""
        raise NotImplementedError

    def to_pandas(self) -> Any:
        """The columns of the result as a ``pandas.DataFrame``."""
        return need("pandas", "to_pandas()").DataFrame(self.table())

    def plot(self, ax: Any = None) -> Any:
        """Draws the result with matplotlib, into ``ax`` if there is one; returns the axes."""
        raise NotImplementedError

    def _axes(self, ax: Any) -> Any:
        if ax is not None:
            return ax
        return need("matplotlib.pyplot", "plot()").subplots()[1]

    def _repr_html_(self) -> str:
        """What a notebook shows: the first rows of the table."""
        return table_html(self.table())


#: Rows of a table that a notebook shows.
SHOWN = 12


def table_html(columns: Mapping[str, Sequence[Any]]) -> str:
    """A table as HTML: its first rows, and how many there are."""
    rows = max((len(column) for column in columns.values()), default=0)
    head = _row("th", columns)
    body = (_row("td", (_shown(column[i]) for column in columns.values())) for i in range(min(rows, SHOWN)))
    more = f"<p>{rows} rows, of which {SHOWN} are shown</p>" if rows > SHOWN else ""
    return f"<table><thead>{head}</thead><tbody>{''.join(body)}</tbody></table>{more}"


def _row(tag: str, cells: Iterable[Any]) -> str:
    return "<tr>" + "".join(f"<{tag}>{html.escape(str(cell))}</{tag}>" for cell in cells) + "</tr>"


def _shown(value: Any) -> str:
    if value is None:
        return ""
    return f"{value:.6g}" if isinstance(value, (float, np.floating)) else str(value)


def flat(value: Any, name: str = "") -> Dict[str, Any]:
    """The numbers and texts in nested dicts and lists, by their path."""
    if isinstance(value, Mapping):
        items: Iterable[Any] = value.items()
    elif isinstance(value, list):
        items = enumerate(value)
    else:
        return {name: value}
    found: Dict[str, Any] = {}
    for key, inner in items:
        found.update(flat(inner, f"{name}.{key}" if name else str(key)))
    return found


def rows(entries: Sequence[Mapping[str, Any]]) -> Dict[str, List[Any]]:
    """A list of records as columns; what a record does not have is None."""
    names = list(dict.fromkeys(name for entry in entries for name in entry))
    return {name: [entry.get(name) for entry in entries] for name in names}


def finite(name: str, values: Any) -> "np.ndarray[Any, np.dtype[np.float64]]":
    """Real finite numbers as doubles, or an error that names what is wrong."""
    try:
        array = np.asarray(values)
    except ValueError as error:
        raise Error(f"{name} is not an array: {error}") from None
    if array.dtype.kind not in "iuf":
        raise Error(f"{name} has the dtype {array.dtype}; it must be one of real numbers")
    array = array.astype(np.float64, copy=False)
    if not np.isfinite(array).all():
        place = tuple(int(i[0]) for i in np.nonzero(~np.isfinite(array))) if array.ndim else ()
        where = f" at {place if len(place) > 1 else place[0]}" if place else ""
        raise Error(f"{name} is {array[place]}{where}; it must be finite")
    return array
