"""Rigid collisions, calibration, listening and studies."""

from __future__ import annotations

import csv
import io
import json
import os
from typing import Any, Dict, List, Mapping, Optional, Sequence, Tuple, Union

import numpy as np
from numpy.typing import ArrayLike

from . import _engine
from ._errors import Error
from ._progress import Progress
from ._result import Result, finite, rows
from ._rows import Rows, compute, count
from ._scene import Scene, assignments, text_of


class Collision(Result):
    """Two rigid bodies that touched."""

    #: What ``carom collide --json`` prints.
    summary: Dict[str, Any]
    #: The answers by each method that was asked for.
    collisions: List[Dict[str, Any]]
    #: By method: the times (s) and the force (N) over the period that begins there, a row of x, y and z each.
    force: Dict[str, Tuple[Any, Any]]

    def __init__(self, text: str, curves: List[Tuple[Any, Any]]) -> None:
        self.summary = json.loads(text)
        self.collisions = self.summary.get("collisions", [self.summary])
        self.force = {answer["method"]: curve for answer, curve in zip(self.collisions, curves)}

    @property
    def energy(self) -> Dict[str, Any]:  # type: ignore[override]
        """The energy of both bodies before and after (J), by method."""
        return {answer["method"]: answer["energy"] for answer in self.collisions}

    def table(self) -> Dict[str, Any]:
        """A row for each body by each method: velocity and spin after."""
        entries: List[Mapping[str, Any]] = []
        for answer in self.collisions:
            for body in answer["bodies"]:
                entry = {"method": answer["method"], "body": body["name"]}
                for what in ("velocity", "spin"):
                    entry.update({f"{what}.{axis}": value for axis, value in zip("xyz", body[what])})
                entries.append(entry)
        return rows(entries)

    def plot(self, ax: Any = None) -> Any:
        """Draws the size of the force over time, for every method in which time passes."""
        ax = self._axes(ax)
        for method, (time, force) in self.force.items():
            if len(time):
                ax.plot(1e3 * time, np.linalg.norm(force, axis=1), label=method)
        ax.set_xlabel("time (ms)")
        ax.set_ylabel("force (N)")
        if ax.lines:
            ax.legend()
        return ax


def collide(
    collision: Scene = "puck",
    *,
    method: Optional[str] = None,
    set: Optional[Mapping[str, Any]] = None,
    rate: Optional[float] = None,
) -> Collision:
    """Two rigid bodies of any shape touch at a point (docs/collisions.md).

    :param collision: a path, the name of an example (``puck``, ``billiard``, ``superball``, ``rod``, ``coin``),
        TOML or JSON as text, or a dict with the same keys.
    :param method: ``mirtich``, ``pulse``, ``iguchi``, ``compliant`` or ``all``; that of the file unless given.
    :param set: values that are changed, by their path.
    :param rate: samples of the force per second; a million unless given, fewer for a long contact.

    >>> import carom
    >>> carom.collide("coin", method="mirtich").collisions[0]["method"]
    'mirtich'
    """
    if rate is not None and not (np.isfinite(rate) and rate > 0):
        raise Error(f"rate is {rate}, it must be a finite number above 0 (Hz)")
    source = text_of(collision, "collision", _engine.collision_example)
    return Collision(*_engine.collide(*source, assignments(set), method, rate))


class Collisions(Rows):
    """What came of many collisions of the same two bodies: outcomes by name, such as ``many["velocity.x"]``."""

    @property
    def energy(self) -> Dict[str, Any]:  # type: ignore[override]
        """The energy that both bodies lost (J)."""
        return {"lost": self.outcomes["energy_lost"]} if "energy_lost" in self.outcomes else {}


def collisions(
    collision: Scene = "puck",
    *,
    each: Mapping[str, ArrayLike],
    method: Optional[str] = None,
    set: Optional[Mapping[str, Any]] = None,
    tolerance: float = 1e-9,
    outcomes: Union[str, Sequence[str], None] = None,
    threads: Optional[int] = None,
    progress: bool = True,
) -> Collisions:
    """Many collisions of the same two bodies, on all cores.

    :param collision: as in `carom.collide`.
    :param each: what is different in every row, numbers or arrays that broadcast against each other: the motion of
        the first body, ``velocity.x`` to ``velocity.z`` (m/s) and ``spin.x`` to ``spin.z`` (rad/s), ``restitution``
        and ``friction``. What is not named is as in the file.
    :param method: ``mirtich`` or ``pulse``; that of the file unless given.
    :param set: values of the file that are changed, by their path.
    :param tolerance: how far the impulse may be off, from 1e-12 to 1e-3 of it. Less exact is faster.
    :param outcomes: those wanted: ``velocity.x`` and so on, ``spin.x``, ``other.velocity.x``, ``other.spin.x``,
        ``impulse.x``, ``energy_lost``, ``sticking``; all unless given.
    :param threads: all cores unless given.
    :param progress: show on a terminal or in a notebook how far it is.
    :raises carom.Error: before any work, if an argument is not allowed.

    Rows whose bodies do not approach each other have the status ``apart`` and outcomes that are NaN.

    >>> import carom
    >>> many = carom.collisions("coin", each={"friction": [0.0, 0.1, 0.3]}, method="mirtich")
    >>> many["energy_lost"].shape
    (3,)
    """
    count("threads", threads)
    if not each:
        raise Error("each is empty; name what is different in every row, such as each={'friction': [0.1, 0.2]}")
    source = text_of(collision, "collision", _engine.collision_example)
    exact = float(finite("tolerance", tolerance))
    changed = assignments(set)

    def call(columns: Any, rows: int, wanted: List[str], shown: Any) -> Any:
        return _engine.collisions(*source, changed, columns, rows, method, exact, wanted, threads, shown)

    return Collisions(*compute("collisions", each, outcomes, _engine.AFTER, progress, call))


class Calibration(Result):
    """Contact models fitted to measured collisions."""

    #: What ``carom calibrate --json`` prints.
    summary: Dict[str, Any]
    #: No energies are computed.
    energy: Dict[str, Any] = {}

    def __init__(self, text: str) -> None:
        self.summary = json.loads(text)

    @property
    def best(self) -> str:
        """The name of the best model."""
        return str(self.summary["best"])

    def parameters(self, model: Optional[str] = None) -> Dict[str, float]:
        """The parameters of a model by their names; of the best one unless given."""
        for answer in self.summary["models"]:
            if answer["name"] == (model or self.best):
                return {name: entry["value"] for name, entry in _named(answer["parameters"])}
        known = ", ".join(answer["name"] for answer in self.summary["models"])
        raise Error(f"there is no model {model!r}; there are {known}")

    def table(self) -> Dict[str, Any]:
        """A row for each parameter of each model: value, standard deviation, whether it is identified."""
        entries = []
        for answer in self.summary["models"]:
            for name, entry in _named(answer["parameters"]):
                entries.append({"model": answer["name"], "parameter": name, **entry})
        return rows(entries)

    def plot(self, ax: Any = None) -> Any:
        """Draws how far each model is off on trials that were left out, by component."""
        ax = self._axes(ax)
        models = self.summary["models"]
        for i, component in enumerate(("vx", "vz", "spin")):
            places = np.arange(len(models)) + 0.25 * (i - 1)
            ax.bar(places, [model["leave_one_out"][component] for model in models], 0.25, label=component)
        ax.set_xticks(range(len(models)), [model["name"] for model in models], rotation=20)
        ax.set_ylabel("error on trials left out (m/s, rad/s)")
        ax.legend()
        return ax


def _named(parameters: Any) -> List[Tuple[str, Dict[str, Any]]]:
    if isinstance(parameters, Mapping):
        return list(parameters.items())
    return [(entry["name"], {k: v for k, v in entry.items() if k != "name"}) for entry in parameters]


def calibration_example() -> str:
    """Ten measured collisions of an air hockey puck, as CSV: an example for `carom.calibrate`."""
    return _engine.calibration_example()


def calibrate(
    data: Any,
    *,
    mass: float,
    radius: float,
    inertia: Optional[float] = None,
    models: Union[str, Sequence[str], None] = None,
    forces: Sequence[Union[str, "os.PathLike[str]"]] = (),
) -> Calibration:
    """Fits the parameters of contact models to measured collisions of a disc (docs/calibration.md).

    :param data: a path to a CSV file, its text, a dict of columns, or a ``pandas.DataFrame``: ``vx_before``,
        ``vz_before``, ``spin_before``, ``vx_after``, ``vz_after``, ``spin_after``, and any of them with ``_sd``.
    :param mass: of the disc (kg).
    :param radius: m.
    :param inertia: kg·m², that of a full disc unless given.
    :param models: ``mirtich``, ``mirtich-falling``, ``pulse``, ``compliant``, ``iguchi``; all unless given.
    :param forces: CSV files of measured forces, with the columns ``time`` and ``force``.

    >>> import carom
    >>> fit = carom.calibrate(carom.calibration_example(), mass=0.008, radius=0.0324, models="mirtich")
    >>> round(fit.parameters()["E"], 3)
    0.57
    """
    if isinstance(data, (str, os.PathLike)):
        text = os.fspath(data)
        name, text = ("the data", text) if "\n" in text else text_of(os.path.join(".", text), "data")
    else:
        name, text = "the data", _csv(data)
    chosen = [models] if isinstance(models, str) else models
    paths = [os.fspath(path) for path in forces]
    return Calibration(_engine.calibrate(name, text, mass, radius, inertia, chosen, paths))


def _csv(data: Any) -> str:
    try:
        columns = {str(key): finite(str(key), data[key]) for key in data.keys()}
    except AttributeError:
        kind = type(data).__name__
        raise Error(f"data is {kind}; it must be a path, CSV as text, a dict of columns or a DataFrame") from None
    lengths = {column.shape for column in columns.values()}
    if len(lengths) != 1 or any(len(shape) != 1 for shape in lengths):
        raise Error("the columns of data must be lists of the same length")
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(columns)
    writer.writerows([repr(float(value)) for value in row] for row in zip(*columns.values()))
    return text.getvalue()


class Cues(Result):
    """What is heard of a recording."""

    #: What ``carom listen --json`` prints.
    summary: Dict[str, Any]
    #: A recording has no joules.
    energy: Dict[str, Any] = {}

    def __init__(self, text: str) -> None:
        self.summary = json.loads(text)

    @property
    def partials(self) -> List[Dict[str, Any]]:
        """Frequency (Hz), decay (s), Q and level (dB) of every partial, from low to high."""
        return list(self.summary["partials"])

    def table(self) -> Dict[str, Any]:
        """A row for each partial."""
        return rows([*self.partials])

    def plot(self, ax: Any = None) -> Any:
        """Draws level over frequency of the partials."""
        ax = self._axes(ax)
        heard = self.partials
        floor = min((partial["level_db"] for partial in heard), default=0.0) - 6.0
        for partial in heard:
            ax.plot([partial["frequency_hz"]] * 2, [floor, partial["level_db"]], color="C0")
        ax.set_xlabel("frequency (Hz)")
        ax.set_ylabel("level (dB)")
        return ax


def listen(sound: Any, rate: Optional[float] = None) -> Cues:
    """Measures a recording of a struck object: level, attack, and frequency, decay and Q of every partial.

    :param sound: a path to a WAV file, or samples: one channel, or several as columns, which are mixed.
    :param rate: samples per second, from 1 kHz to 1 MHz: needed for samples, and only for them.

    >>> import carom, numpy as np
    >>> t = np.arange(20000) / 44100
    >>> heard = carom.listen(np.exp(-t / 0.25) * np.sin(2 * np.pi * 440 * t), 44100)
    >>> round(heard.partials[0]["frequency_hz"], 6)
    440.0
    """
    if isinstance(sound, (str, os.PathLike)):
        if rate is not None:
            raise Error("rate is given and so is a file, which says its own: leave rate out")
        samples, rate = _engine.read_wav(os.fspath(sound))
    else:
        if rate is None or not 1000.0 <= rate <= 1e6:
            raise Error(f"rate is {rate}, it must be a number from 1000 to 1000000 (Hz)")
        samples = finite("sound", sound)
        if samples.ndim == 2:
            samples = samples.mean(axis=1)
        if samples.ndim != 1:
            raise Error(f"sound has the shape {samples.shape}; it must be samples, or samples by channels")
    return Cues(_engine.listen(np.ascontiguousarray(samples), float(rate)))


class Studies(Result):
    """Published results rerun and set beside the printed ones."""

    #: What ``carom study --json`` prints.
    summary: Dict[str, Any]
    #: Studies have no ledger of their own.
    energy: Dict[str, Any] = {}
    #: The page of each study as HTML, by its id.
    pages: Dict[str, str]

    def __init__(self, text: str, pages: List[str]) -> None:
        self.summary = json.loads(text)
        self.pages = {study["id"]: page for study, page in zip(self.summary["studies"], pages)}

    def table(self) -> Dict[str, Any]:
        """A row for each number that was checked: published and computed."""
        entries: List[Mapping[str, Any]] = []
        for study in self.summary["studies"]:
            entries.extend({"study": study["id"], **check} for check in study["checks"])
        return rows(entries)

    def plot(self, ax: Any = None) -> Any:
        """Draws computed over published numbers; a point on the line is a number that comes out."""
        ax = self._axes(ax)
        pairs = [
            (check["published"], check["computed"])
            for study in self.summary["studies"]
            for check in study["checks"]
            if isinstance(check.get("published"), float) and isinstance(check.get("computed"), float)
        ]
        if pairs:
            published, computed = np.array(pairs).T
            ends = [published.min(), published.max()]
            ax.plot(ends, ends, color="0.8")
            ax.plot(published, computed, ".")
        ax.set_xlabel("published")
        ax.set_ylabel("computed")
        return ax


def studies(*ids: str) -> Dict[str, str]:
    """Ids and titles of all studies, or of those with these names or in these groups."""
    return dict(_engine.studies(list(ids)))


def study(*ids: str, out: Union[str, "os.PathLike[str]", None] = None, progress: bool = True) -> Studies:
    """Reruns published results and sets them beside the printed ones.

    :param ids: studies such as ``papetti/table-2b``, or groups such as ``papetti``; all unless given.
    :param out: a directory for the pages; nothing is written unless given.

    >>> import carom
    >>> carom.study("papetti/table-1").summary["broken"]
    0
    """
    with Progress("studies", progress) as shown:
        return Studies(*_engine.study_run(list(ids), None if out is None else os.fspath(out), shown))
