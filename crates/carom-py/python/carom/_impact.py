"""Impacts, one or millions."""

from __future__ import annotations

from typing import Any, Dict, List, Mapping, Optional, Sequence, Tuple, Union

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


class Impacts(Result):
    """What came of impacts.

    Every outcome is an attribute, an array of the shape to which the arguments broadcast, or a number if all of
    them are numbers. ``status`` says how each row ended (``ok`` everywhere unless a row failed, whose outcomes
    are NaN).
    """

    #: What went in, by name.
    inputs: Dict[str, Any]
    #: What came out, by name.
    outcomes: Dict[str, Any]
    #: Numbers from 0: the places in ``Impacts.STATUSES``.
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
            return f"<carom.Impacts of shape {shape}: {', '.join(self.outcomes)}>"
        return f"<carom.Impacts: {', '.join(f'{k} {v:.6g}' for k, v in self.outcomes.items())}>"

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

    @property
    def energy(self) -> Dict[str, Any]:  # type: ignore[override]
        """The energy of the masses before, after, and lost (J)."""
        mass, velocity = self.inputs["mass"], self.inputs["velocity"]
        before = 0.5 * mass * velocity**2 + 0.0 * self.status
        if "v_out" in self.outcomes:
            after = 0.5 * mass * self.v_out**2
        elif "energy_lost" in self.outcomes:
            after = before - self.energy_lost
        else:
            return {"before": before}
        return {"before": before, "after": after, "lost": before - after}

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
        x = x or (varying[0] if varying else "velocity")
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


def impact(
    *,
    mass: ArrayLike,
    stiffness: ArrayLike,
    exponent: ArrayLike,
    velocity: ArrayLike,
    mu: Optional[ArrayLike] = None,
    lambda_: Optional[ArrayLike] = None,
    restitution: Optional[ArrayLike] = None,
    scheme: str = "exact",
    rate: Optional[ArrayLike] = None,
    phase: Optional[ArrayLike] = None,
    resonator: Optional[Mapping[str, ArrayLike]] = None,
    outcomes: Union[str, Sequence[str], None] = None,
    threads: Optional[int] = None,
    most_steps: Optional[int] = None,
    progress: bool = True,
) -> Impacts:
    """A mass that meets a wall, or a body that rings, with the force k·x^α·(1 + μ·v).

    Arguments are numbers or arrays, which broadcast against each other.

    :param mass: kg.
    :param stiffness: k (N/m^α).
    :param exponent: α, 1 or above; 1.5 for a ball (Hertz).
    :param velocity: towards the wall, above 0 (m/s).
    :param mu: the damping μ (s/m). At most one of ``mu``, ``lambda_`` and ``restitution`` is given; none is no
        loss.
    :param lambda_: the damping as λ = μ·k (N·s/m^(α+1)).
    :param restitution: the damping as the restitution at ``velocity``, above 0 to 1.
    :param scheme: ``"exact"``, or ``"two-point"``, ``"verlet"`` or ``"rk4"`` with one step per sample.
    :param rate: samples per second of a scheme or a resonator, 44100 unless given.
    :param phase: how much of a sample before the wall a scheme starts, from 0 to 1, 0 unless given.
    :param resonator: a body that rings in place of the wall: its modes, ``{"frequency": [...], "q": ..., "mass":
        ..., "weight": ...}`` (Hz, kg; a number holds for all modes, and weights are 1 unless given). Computed by
        exact hold until the first contact has ended.
    :param outcomes: those wanted, of `carom.OUTCOMES`; all unless given. Fewer are faster.
    :param threads: all cores unless given.
    :param most_steps: a row of a scheme is given up after so many steps, 100000 unless given.
    :param progress: show on a terminal or in a notebook how far it is.
    :raises carom.Error: before any work, if an argument is not allowed; the message names its first row.

    >>> import carom
    >>> hit = carom.impact(mass=0.01, stiffness=1e9, exponent=1.5, mu=0.5, velocity=[1.0, 2.0])
    >>> [f"{1e6 * t:.3f}" for t in hit.contact_time]
    ['132.898', '120.458']
    """
    given = {
        "mass": mass,
        "stiffness": stiffness,
        "exponent": exponent,
        "velocity": velocity,
        "mu": mu,
        "lambda": lambda_,
        "restitution": restitution,
        "phase": phase,
    }
    ring = None
    if resonator is None:
        given["rate"] = rate
    elif scheme != "exact":
        raise Error(f"scheme is {scheme!r} and there is a resonator, which is computed by exact hold: leave one out")
    else:
        ring = _resonator(resonator, rate)
    inputs = {name: finite(name, values) for name, values in given.items() if values is not None}
    try:
        shape = np.broadcast_shapes(*(values.shape for values in inputs.values()))
    except ValueError:
        shapes = ", ".join(f"{name} {values.shape}" for name, values in inputs.items() if values.shape)
        raise Error(f"these shapes do not broadcast against each other: {shapes}") from None
    wanted = [outcomes] if isinstance(outcomes, str) else list(_engine.OUTCOMES if outcomes is None else outcomes)
    if len(set(wanted)) != len(wanted):
        raise Error(f"outcomes names something twice: {', '.join(wanted)}")
    rows = int(np.prod(shape, dtype=np.int64))
    columns = [(name, _column(values, shape)) for name, values in inputs.items()]
    counts = {"threads": threads, "most_steps": most_steps}
    for name, count in counts.items():
        if count is not None and (not isinstance(count, (int, np.integer)) or count < 1):
            raise Error(f"{name} is {count!r}, it must be a whole number, 1 or above")
    with Progress("impacts", progress) as shown:
        values, status = _engine.impact(columns, rows, scheme, ring, wanted, threads, most_steps, shown)
    if shape == ():
        return Impacts(
            {name: float(value) for name, value in inputs.items()},
            {name: float(value[0]) for name, value in zip(wanted, values)},
            status[0],
        )
    arrays = {name: value.reshape(shape) for name, value in zip(wanted, values)}
    return Impacts(inputs, arrays, status.reshape(shape))


def _column(values: Any, shape: Tuple[int, ...]) -> Any:
    """A number where it is the same in all rows, otherwise one for each; copied only where it must be."""
    if values.size == 1:
        return float(values.reshape(-1)[0])
    return np.ascontiguousarray(np.broadcast_to(values, shape)).reshape(-1)


def _resonator(modes: Mapping[str, ArrayLike], rate: Optional[ArrayLike]) -> Tuple[List[Tuple[float, ...]], float]:
    keys = ("frequency", "q", "mass", "weight")
    unknown = [key for key in modes if key not in keys]
    missing = [key for key in keys[:3] if key not in modes]
    if unknown or missing:
        what = f"has the key {unknown[0]!r}" if unknown else f"lacks the key {missing[0]!r}"
        raise Error(f"resonator {what}; its keys are {', '.join(keys)} (weight may be left out)")
    columns = [finite(f"resonator {key}", modes.get(key, 1.0)) for key in keys]
    try:
        bank = np.broadcast_arrays(*columns)
    except ValueError:
        raise Error("the lists of resonator are not equally long") from None
    if bank[0].ndim > 1 or bank[0].size == 0:
        raise Error(f"resonator has modes of the shape {bank[0].shape}; they must be one list of at least one")
    for key, column in zip(keys[:3], bank):
        if (column <= 0).any():
            raise Error(f"resonator {key} is {column.min()}, it must be above 0")
    samples = finite("rate", 44100.0 if rate is None else rate)
    if samples.size != 1 or samples.reshape(-1)[0] <= 0:
        raise Error("rate must be one number above 0 (Hz) where there is a resonator")
    return [tuple(map(float, mode)) for mode in zip(*map(np.atleast_1d, bank))], float(samples.reshape(-1)[0])
