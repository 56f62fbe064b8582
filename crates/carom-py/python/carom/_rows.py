"""Many rows that are computed at once: arguments that broadcast, arrays that come back."""

from __future__ import annotations

from typing import Any, Callable, Dict, List, Mapping, Optional, Sequence, Tuple, Union

import numpy as np
from numpy.typing import ArrayLike

from . import _engine
from ._errors import Error
from ._progress import Progress
from ._result import Result, finite

_UNITS = {
    "mass": "kg",
    "stiffness": "N/m^α",
    "exponent": "",
    "velocity": "m/s",
    "mu": "s/m",
    "lambda": "N·s/m^(α+1)",
    "restitution": "",
    "rate": "Hz",
    "phase": "",
    "v_out": "m/s",
    "x_max": "m",
    "f_max": "N",
    "contact_time": "s",
    "energy_lost": "J",
}


class Rows(Result):
    """What came of many rows that were computed at once.

    Every outcome is an attribute, an array of the shape to which the arguments broadcast, or a number if all of
    them are numbers. ``status`` says how each row ended (``ok`` everywhere unless a row failed, whose outcomes
    are NaN).
    """
    #: What went in, by name.
    inputs: Dict[str, Any]
    #: What came out, by name.
    outcomes: Dict[str, Any]
    #: Numbers from 0: the places in ``STATUSES``.
    status: Any
    #: The names of the states in ``status``.
    STATUSES: Tuple[str, ...] = tuple(_engine.STATUSES)

    def __init__(self, inputs: Dict[str, Any], outcomes: Dict[str, Any], status: Any) -> None:
        self.inputs, self.outcomes, self.status = inputs, outcomes, status

    def __getattr__(self, name: str) -> Any:
        try:
            return self.__dict__["outcomes"][name]
        except KeyError:
            known = ", ".join(self.__dict__.get("outcomes", {}))
            raise AttributeError(f"there is no {name!r}; the outcomes are {known}") from None

    def __getitem__(self, name: str) -> Any:
        return self.outcomes[name]

    def __dir__(self) -> List[str]:
        return [*super().__dir__(), *self.outcomes]

    def __len__(self) -> int:
        return int(np.size(self.status))

    def __repr__(self) -> str:
        shape = np.shape(self.status)
        if shape:
            return f"<carom.{type(self).__name__} of shape {shape}: {', '.join(self.outcomes)}>"
        return f"<carom.{type(self).__name__}: {', '.join(f'{k} {v:.6g}' for k, v in self.outcomes.items())}>"

    @property
    def ok(self) -> Any:
        """Which rows were computed as they should."""
        return self.status == 0

    @property
    def summary(self) -> Dict[str, Any]:  # type: ignore[override]
        """The number of rows, how many of them failed and how, and least and largest value of each outcome."""
        counts = np.bincount(np.ravel(self.status), minlength=len(self.STATUSES))
        named = zip(self.STATUSES[1:], counts[1:])
        summary: Dict[str, Any] = {"rows": len(self), "failed": {n: int(c) for n, c in named if c}}
        for name, values in self.outcomes.items():
            known = np.asarray(values)[np.isfinite(values)]
            summary[name] = [float(known.min()), float(known.max())] if known.size else None
        return summary

    def table(self) -> Dict[str, Any]:
        """Inputs and outcomes as columns, a row for each impact, and the status where a row failed."""
        shape = np.shape(self.status)
        columns = {name: np.ravel(np.broadcast_to(values, shape)) for name, values in self.inputs.items()}
        for name, values in self.outcomes.items():
            # The damping may be given as a restitution, which also comes out.
            columns[f"{name}_out" if name in columns else name] = np.ravel(values)
        if np.any(self.status):
            columns["status"] = np.array(self.STATUSES)[np.ravel(self.status)]
        return columns

    def plot(self, ax: Any = None, *, x: Optional[str] = None, y: Optional[str] = None, **style: Any) -> Any:
        """Draws an outcome ``y`` over an input ``x``: by default the first of each, of the inputs that vary."""
        varying = [name for name, values in self.inputs.items() if np.size(values) > 1]
        x = x or (varying[0] if varying else next(iter(self.inputs)))
        y = y or next(iter(self.outcomes))
        columns = self.table()
        for name in (x, y):
            if name not in columns:
                raise Error(f"there is no {name!r}; there are {', '.join(columns)}")
        ax = self._axes(ax)
        style.setdefault("marker", "." if len(self) < 50 else "")
        ax.plot(columns[x], columns[y], **style)
        for name, label in ((x, ax.set_xlabel), (y, ax.set_ylabel)):
            unit = _UNITS.get(name)
            label(f"{name.replace('_', ' ')} ({unit})" if unit else name.replace("_", " "))
        return ax


#: Columns by name, the number of rows, the outcomes, and who hears how far it is.
Compute = Callable[[List[Tuple[str, Any]], int, List[str], Any], Tuple[List[Any], Any]]


def compute(
    what: str,
    given: Mapping[str, Optional[ArrayLike]],
    outcomes: Union[str, Sequence[str], None],
    known: Sequence[str],
    progress: bool,
    call: Compute,
) -> Tuple[Dict[str, Any], Dict[str, Any], Any]:
    """Inputs, outcomes and states of rows whose arguments broadcast against each other."""
    inputs = {name: finite(name, values) for name, values in given.items() if values is not None}
    try:
        shape = np.broadcast_shapes(*(values.shape for values in inputs.values()))
    except ValueError:
        shapes = ", ".join(f"{name} {values.shape}" for name, values in inputs.items() if values.shape)
        raise Error(f"these shapes do not broadcast against each other: {shapes}") from None
    wanted = [outcomes] if isinstance(outcomes, str) else list(known if outcomes is None else outcomes)
    if len(set(wanted)) != len(wanted):
        raise Error(f"outcomes names something twice: {', '.join(wanted)}")
    rows = int(np.prod(shape, dtype=np.int64))
    columns = [(name, _column(values, shape)) for name, values in inputs.items()]
    with Progress(what, progress) as shown:
        values, status = call(columns, rows, wanted, shown)
    if shape == ():
        numbers = {name: float(value) for name, value in inputs.items()}
        return numbers, {name: float(value[0]) for name, value in zip(wanted, values)}, status[0]
    return inputs, {name: value.reshape(shape) for name, value in zip(wanted, values)}, status.reshape(shape)


def count(name: str, value: Any) -> None:
    """Refuses what is given as a number of things and is none."""
    if value is not None and (not isinstance(value, (int, np.integer)) or value < 1):
        raise Error(f"{name} is {value!r}, it must be a whole number, 1 or above")


def _column(values: Any, shape: Tuple[int, ...]) -> Any:
    """A number where it is the same in all rows, otherwise one for each; copied only where it must be."""
    if values.size == 1:
        return float(values.reshape(-1)[0])
    return np.ascontiguousarray(np.broadcast_to(values, shape)).reshape(-1)
