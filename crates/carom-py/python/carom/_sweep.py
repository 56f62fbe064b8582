"""Parameter studies, on all cores or on a cluster."""

from __future__ import annotations

import functools
import hashlib
import itertools
import os
from typing import Any, Dict, List, Mapping, Optional, Union

import numpy as np

from . import _engine
from ._errors import Error
from ._progress import Progress
from ._result import Result, need, table_html
from ._scene import Scene, assignments, text_of


class Sweep(Result):
    """A sweep that is done: a directory of Parquet files."""

    #: The number of rows and parts, and how many rows this call computed; the others were there.
    summary: Dict[str, Any]
    #: Energies are outcomes like others: see the columns.
    energy: Dict[str, Any] = {}
    #: The directory.
    path: str

    def __init__(self, path: str, summary: Dict[str, Any]) -> None:
        self.path, self.summary = path, summary

    def __repr__(self) -> str:
        return f"<carom.Sweep of {self.summary['rows']} rows in {self.path!r}>"

    @property
    def files(self) -> List[str]:
        """The paths of the parts, in the order of their rows."""
        names = map(_engine.Sweep.part_name, range(self.summary["parts"]))
        return [os.path.join(self.path, name) for name in names]

    def to_arrow(self) -> Any:
        """All rows as a ``pyarrow.Table``."""
        parquet = need("pyarrow.parquet", "reading a sweep")
        return need("pyarrow", "reading a sweep").concat_tables(map(parquet.read_table, self.files))

    def table(self) -> Dict[str, Any]:
        """The columns by name: ``row``, the axes, the outcomes, and ``error`` where a row failed."""
        table = self.to_arrow()
        return {name: table.column(name).to_numpy() for name in table.column_names}

    def plot(self, ax: Any = None, *, x: Optional[str] = None, y: Optional[str] = None, **style: Any) -> Any:
        """Draws an outcome ``y`` over an axis ``x``, as points: by default the first of each."""
        columns = self.table()
        numbers = [name for name, values in columns.items() if values.dtype.kind == "f"]
        x = x or numbers[0]
        y = y or next((name for name in self.summary["outcomes"] if name in numbers), numbers[-1])
        for name in (x, y):
            if name not in columns:
                raise Error(f"there is no column {name!r}; there are {', '.join(columns)}")
        ax = self._axes(ax)
        ax.plot(columns[x], columns[y], **{"marker": ".", "linestyle": "", **style})
        ax.set_xlabel(x)
        ax.set_ylabel(y)
        return ax

    def _repr_html_(self) -> str:
        first = need("pyarrow.parquet", "showing a sweep").read_table(self.files[0]).slice(0, 12)
        shown = {name: first.column(name).to_pylist() for name in first.column_names}
        return f"<p>{self.summary['rows']} rows in {self.path}, the first of them:</p>" + table_html(shown)


def sweep(
    spec: Scene,
    out: Union[str, "os.PathLike[str]"],
    *,
    set: Optional[Mapping[str, Any]] = None,
    client: Any = None,
    threads: Optional[int] = None,
    progress: bool = True,
) -> Sweep:
    """Computes a scene or an impact for many values (docs/sweeps.md).

    Rows go to Parquet files in parts, each of which appears whole. A sweep that was ended, or killed, goes on where it
    was when it is called again. A row that fails carries its error, and the rest goes on.

    :param spec: a path, TOML or JSON as text, or a dict with the same keys.
    :param out: the directory. One that holds another sweep is refused.
    :param set: values that are changed, by their path.
    :param client: a ``dask.distributed.Client``: its workers compute the parts, with the same bytes. The sounds of a
        sweep with ``audio`` are written by the workers, who must see ``out`` at the same path.
    :param threads: all cores unless given; without ``client`` only.
    :param progress: show on a terminal or in a notebook how far it is.
    :raises carom.Error: before any work, if the sweep is not allowed; the message points at the line or the path.
    """
    if threads is not None and (not isinstance(threads, (int, np.integer)) or threads < 1):
        raise Error(f"threads is {threads!r}, it must be a whole number, 1 or above")
    if threads is not None and client is not None:
        raise Error("threads is given and so is client, whose workers have their own: leave one out")
    made = _engine.Sweep(*text_of(spec, "sweep"), assignments(set))
    path = os.path.abspath(os.fspath(out))
    with Progress("rows", progress) as shown:
        if client is None:
            computed = made.run(path, threads, shown)
        else:
            computed = _spread(made, path, client, shown)
    summary = {"rows": made.rows(), "parts": made.parts(), "computed": computed, "outcomes": made.outcomes()}
    return Sweep(path, summary)


@functools.lru_cache(maxsize=4)
def _of_record(record: str) -> _engine.Sweep:
    return _engine.Sweep.of_record(record)


def _part(record: str, part: int, out: Optional[str]) -> Optional[bytes]:
    """What a worker does: a part, from the record of its sweep alone."""
    made = _of_record(record)
    if out is None:
        return made.part(part)
    made.write_part(part, out)
    return None


def _spread(made: _engine.Sweep, path: str, client: Any, shown: Progress) -> int:
    """Has the workers of a cluster compute the parts that are missing.

    Nothing but the number of a part and the record of the sweep goes there. Who is lost is replaced by the scheduler,
    and a part that was lost with its worker is computed again."""
    made.claim(path)
    distributed = need("distributed", "client")
    record, rows, part_rows = made.record(), made.rows(), made.part_rows()
    name = hashlib.sha256(record.encode()).hexdigest()[:16]
    own = path if made.audio() else None
    missing = made.missing(path)
    waiting = iter(missing)

    def begin(count: int) -> List[Any]:
        parts = itertools.islice(waiting, count)
        return [client.submit(_part, record, part, own, key=f"carom-{name}-{part}") for part in parts]

    def size(part: int) -> int:
        return min(part_rows, rows - part * part_rows)

    done = before = rows - sum(map(size, missing))
    # So many that no worker waits, and so few that the parts fit into memory.
    running = begin(2 * max(1, sum(client.nthreads().values())))
    completed = distributed.as_completed(running)
    try:
        for future in completed:
            part = int(future.key.rsplit("-", 1)[1])
            result = future.result()
            if result is not None:
                _engine.Sweep.save(part, result, path)
            done += size(part)
            shown(done, rows)
            running.remove(future)
            future.release()
            for more in begin(1):
                running.append(more)
                completed.add(more)
    finally:
        client.cancel(running)
    return done - before
