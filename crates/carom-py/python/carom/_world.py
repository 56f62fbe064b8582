"""A world that is built in Python and played block by block."""

from __future__ import annotations

import json
from typing import Any, Dict, List, Optional, Sequence, Union

from . import _engine
from ._errors import Error
from ._scene import Rendering, run, text_of


class World:
    """Bodies, contacts and pickups, played block by block.

    A world is built with the keys of a scene (docs/reference.md). It starts with the first block or the first
    strike; from then on nothing can be added.

    >>> import carom
    >>> world = carom.World(sample_rate=48000)
    >>> world.body("mallet", mass=0.012, hardness=0.6)
    'mallet'
    >>> world.body("bar", material="steel", shape={"kind": "bar", "length": 0.3, "width": 0.03, "thickness": 0.005})
    'bar'
    >>> hit = world.contact("mallet", "bar", at={"bar": 0.3})
    >>> world.strike(hit, 1.5)
    >>> world.process(480).shape
    (1, 480)
    """

    def __init__(self, **settings: Any) -> None:
        """An empty world; ``settings`` are keys of a scene such as ``sample_rate`` and ``scheme``."""
        self._scene: Dict[str, Any] = {"version": 1, **settings}
        self._player: Optional[_engine.Player] = None

    def _add(self, kind: str, entry: Dict[str, Any]) -> None:
        if self._player is not None:
            raise Error(f"the world runs: a {kind} must be added before the first block or strike")
        self._scene.setdefault(kind, []).append(entry)

    def body(self, name: str, **keys: Any) -> str:
        """Adds a body, such as ``mass=0.01``, ``wall=True`` or ``material="steel", shape={...}``; its name."""
        self._add("body", {"name": name, **keys})
        return name

    def contact(self, first: str, second: str, *, name: Optional[str] = None, **keys: Any) -> str:
        """Adds a contact of two bodies, such as ``at={"bar": 0.3}`` and ``law={...}``; its name."""
        name = name or f"{first}-{second}"
        self._add("contact", {"name": name, "between": [first, second], **keys})
        return name

    def pickup(self, **keys: Any) -> None:
        """Adds a pickup, such as ``body="bar", at=0.3``. Without any, a listener hears everything from 1 m."""
        self._add("pickup", keys)

    def gesture(self, kind: str, **keys: Any) -> None:
        """Adds a gesture, such as ``"bounce", body="marble", height=0.2``."""
        self._add("gesture", {"kind": kind, **keys})

    @property
    def scene(self) -> Dict[str, Any]:
        """The world as a scene, for `carom.run` or a file."""
        return json.loads(text_of(self._scene, "world")[1])  # type: ignore[no-any-return]

    def run(self, **options: Any) -> Rendering:
        """Renders the world as a scene, from its first sample: see `carom.run`."""
        return run(self.scene, **options)

    def start(self) -> None:
        """Builds the world, if it does not run yet, and finds what is wrong with it."""
        self._running()

    def _running(self) -> _engine.Player:
        if self._player is None:
            self._player = _engine.Player(text_of(self._scene, "world")[1])
        return self._player

    def strike(
        self,
        contact: str,
        speed: float,
        *,
        at: Optional[int] = None,
        place: Union[float, Sequence[float], None] = None,
    ) -> None:
        """Strikes with the free mass of a contact.

        :param speed: m/s.
        :param at: the sample at which it hits, counted from the start; the next one unless given.
        :param place: where on the second body, as a share of it; where the contact is unless given.
        """
        place = [place] if isinstance(place, (int, float)) else place
        self._running().strike(contact, float(speed), at, None if place is None else [float(x) for x in place])

    def damp(self, body: str, rate: float, *, at: Optional[int] = None) -> None:
        """Damps a body: its modes fall by ``rate`` (1/s) more; 0 ends it."""
        self._running().damp(body, float(rate), at)

    def process(self, frames: int) -> Any:
        """The next samples as an array with a row for each pickup, before any gain (pascals for a listener)."""
        if not isinstance(frames, int) or frames < 0:
            raise Error(f"frames is {frames!r}, it must be a whole number, 0 or above")
        return self._running().process(frames)

    def force(self, contact: str) -> float:
        """The force of a contact over the last step (N)."""
        return self._running().force(contact)

    @property
    def energy(self) -> Dict[str, float]:
        """The ledger now (J): initial, stored, dissipated, supplied, corrected, and the residual, which is 0."""
        return dict(self._running().ledger())

    @property
    def contacts(self) -> Dict[str, Dict[str, Any]]:
        """What happened at every contact so far, by its name."""
        return dict(json.loads(self._running().contacts()))

    @property
    def rate(self) -> float:
        """Samples per second."""
        return self._running().rate()

    @property
    def frames(self) -> int:
        """Samples played so far."""
        return self._running().frames()

    def __repr__(self) -> str:
        names: List[str] = [body["name"] for body in self._scene.get("body", [])]
        return f"<carom.World of {', '.join(names) or 'nothing'}>"
