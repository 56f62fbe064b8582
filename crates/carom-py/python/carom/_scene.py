"""Scenes."""

from __future__ import annotations

import json
import os
from typing import Any, Dict, List, Mapping, Optional, Tuple, Union

import numpy as np

from . import _engine
from ._errors import Error, FileError
from ._progress import Progress
from ._result import Result, need, rows, table_html

#: What a scene may be: a path, the name of a scene of the gallery, TOML or JSON as text, or a dict.
Scene = Union[str, "os.PathLike[str]", Mapping[str, Any]]


def text_of(document: Scene, what: str, known: Any = None) -> Tuple[str, str]:
    """Name and text of a document: of a file, of what `known` finds under a name, or of what was given."""
    if isinstance(document, Mapping):
        try:
            return f"the {what}", json.dumps(document, default=_plain, allow_nan=False)
        except (TypeError, ValueError) as error:
            raise Error(f"the {what} cannot be written as JSON: {error}") from None
    name = os.fspath(document)
    if not isinstance(name, str):
        raise Error(f"the {what} is {type(document).__name__}; it must be a path, a text or a dict")
    if isinstance(document, str):
        if "\n" in name or "=" in name or name.lstrip().startswith("{"):
            return f"the {what}", name
        text = known(name) if known else None
        if text is not None and not os.path.isfile(name):
            return name, text
    try:
        with open(name, encoding="utf-8") as file:
            return name, file.read()
    except UnicodeDecodeError as error:
        raise FileError(f"{name} is not a text file: {error}") from None
    except OSError as error:
        hint = ""
        if known and not os.path.dirname(name) and "." not in name:
            hint = "; nor is it the name of one that is built in"
        raise FileError(f"cannot read {name}: {error.strerror}{hint}") from None


def _plain(value: Any) -> Any:
    if isinstance(value, (np.generic, np.ndarray)):
        return value.tolist()
    raise TypeError(f"{value!r} is neither a number, a text, a list nor a dict")


def assignments(set: Optional[Mapping[str, Any]]) -> List[str]:
    """Overrides as the engine reads them: `path=value`, the value as TOML."""
    return [f"{path}={_toml(value)}" for path, value in (set or {}).items()]


def _toml(value: Any) -> str:
    if isinstance(value, (np.generic, np.ndarray)):
        value = value.tolist()
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{json.dumps(str(key))} = {_toml(inner)}" for key, inner in value.items()) + "}"
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(map(_toml, value)) + "]"
    if isinstance(value, (bool, str, int)):
        return json.dumps(value)
    if isinstance(value, float):
        return repr(value)
    raise Error(f"{value!r} cannot be a value of a scene: it must be a number, a text, a list or a dict")


class Rendering(Result):
    """A scene that was rendered."""

    #: Everything that ``carom run`` writes into ``summary.json``.
    summary: Dict[str, Any]
    #: Where the energy is and went (J), over ``energy["time"]`` (s).
    energy: Dict[str, Any]
    #: The first contact of each pair, by its name: ``time``, ``compression``, ``velocity`` and ``force``.
    contacts: Dict[str, Dict[str, Any]]
    #: The channels, full scale is 1.
    left: Any
    right: Any
    #: Samples per second.
    rate: float
    #: What the sound was multiplied with.
    gain: float
    #: What may not be as it was meant.
    warnings: List[str]

    def __init__(self, source: Tuple[str, str, List[str]], result: Dict[str, Any]) -> None:
        self._source = source
        self.summary = json.loads(result.pop("summary"))
        self.__dict__.update(result)

    def __repr__(self) -> str:
        title = self.summary.get("title") or "untitled"
        return f"<carom.Rendering {title!r}: {len(self.left) / self.rate:.3g} s at {self.rate:g} Hz>"

    @property
    def sound(self) -> Any:
        """The samples: one row if both channels are the same, otherwise two columns."""
        if np.array_equal(self.left, self.right):
            return self.left
        return np.stack([self.left, self.right], axis=1)

    @property
    def time(self) -> Any:
        """The time of every sample (s)."""
        return np.arange(len(self.left)) / self.rate

    def save(self, out: Union[str, "os.PathLike[str]"], *, progress: bool = True) -> List[str]:
        """Writes what ``carom run --out`` writes, into a directory or one sound file; returns the paths."""
        with Progress("s rendered", progress) as shown:
            return [os.fspath(path) for path in _engine.save(*self._source, os.fspath(out), shown)]

    def table(self) -> Dict[str, Any]:
        """The energies over time."""
        return dict(self.energy)

    def plot(self, ax: Any = None) -> Any:
        """Draws the sound over time."""
        ax = self._axes(ax)
        ax.plot(self.time, self.sound, linewidth=0.5)
        ax.set_xlabel("time (s)")
        ax.set_ylabel("sound (full scale is 1)")
        ax.set_title(self.summary.get("title") or "")
        return ax

    def play(self) -> Any:
        """A player for a notebook."""
        audio = need("IPython.display", "play()").Audio
        return audio(self.sound.T, rate=int(self.rate), normalize=False)

    def _repr_html_(self) -> str:
        contacts = [
            {key: contact.get(key) for key in ("name", "count", "first_contact_time", "peak_force", "impulse")}
            for contact in self.summary["contacts"]
        ]
        try:
            player = str(self.play()._repr_html_())
        except ImportError:
            player = ""
        return player + table_html(rows(contacts))


def run(scene: Scene, *, set: Optional[Mapping[str, Any]] = None, progress: bool = True) -> Rendering:
    """Renders a scene: what hits what, how hard and where (docs/scenes.md).

    :param scene: a path, the name of a scene of the gallery (`carom.GALLERY`), TOML or JSON as text, or a dict
        with the same keys.
    :param set: values that are changed, by their path.
    :param progress: show on a terminal or in a notebook how far it is.
    :raises carom.Error: if the scene is not allowed; the message points at the line or the path.
    :raises carom.FileError: if there is no such file.

    >>> import carom
    >>> hit = carom.run("woodblock", set={"duration": 0.2})
    >>> hit.left.dtype, abs(hit.summary["energy"]["residual"]) < 1e-9
    (dtype('float32'), True)
    """
    source = (*text_of(scene, "scene", _engine.gallery_scene), assignments(set))
    with Progress("s rendered", progress) as shown:
        return Rendering(source, _engine.run(*source, shown))
