"""What happens when two things collide, at audio rate, with every joule accounted for.

==================== =============================================================================
``carom.impact``     one or millions of impacts of a mass with a wall or with a body that rings
``carom.run``        a scene rendered: sound, forces, energies
``carom.World``      a scene built in Python and played block by block
``carom.collide``    two rigid bodies that touch at a point
``carom.collisions`` the same two bodies millions of times, with other speeds and friction
``carom.calibrate``  contact models fitted to measured collisions
``carom.listen``     level, attack and partials of a recording
``carom.study``      published results rerun beside the printed ones
``carom.sweep``      a parameter study over all cores, or over a cluster by dask
==================== =============================================================================

Quantities are in SI units. What is not allowed raises `carom.Error` (a ``ValueError``) before any work; a file
that cannot be read or written raises `carom.FileError`, which is also an ``OSError``.
"""

from ._engine import GALLERY, OUTCOMES, __version__
from ._errors import Error, FileError
from ._impact import Impacts, impact
from ._lab import (
    Calibration,
    Collision,
    Collisions,
    Cues,
    Studies,
    calibrate,
    calibration_example,
    collide,
    collisions,
    listen,
    studies,
    study,
)
from ._result import Result
from ._scene import Rendering, run
from ._sweep import Sweep, sweep
from ._world import World

__all__ = [
    "GALLERY",
    "OUTCOMES",
    "Calibration",
    "Collision",
    "Collisions",
    "Cues",
    "Error",
    "FileError",
    "Impacts",
    "Rendering",
    "Result",
    "Studies",
    "Sweep",
    "World",
    "__version__",
    "calibrate",
    "calibration_example",
    "collide",
    "collisions",
    "impact",
    "listen",
    "run",
    "studies",
    "study",
    "sweep",
]
