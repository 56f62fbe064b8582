"""Impacts, one or millions."""

from __future__ import annotations

from typing import Any, Dict, List, Mapping, Optional, Sequence, Tuple, Union

import numpy as np
from numpy.typing import ArrayLike

from . import _engine
from ._errors import Error
from ._result import finite
from ._rows import Rows, compute, count


class Impacts(Rows):
    """What came of impacts: outcomes as attributes."""

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
    count("threads", threads)
    count("most_steps", most_steps)

    def call(columns: Any, rows: int, wanted: List[str], shown: Any) -> Any:
        return _engine.impact(columns, rows, scheme, ring, wanted, threads, most_steps, shown)

    return Impacts(*compute("impacts", given, outcomes, _engine.OUTCOMES, progress, call))


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
