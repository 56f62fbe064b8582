"""The engine behind the package: numbers and texts in, arrays and JSON out."""

from typing import Any, Callable, Dict, List, Optional, Sequence, Tuple, Union

import numpy as np
from numpy.typing import NDArray

_Doubles = NDArray[np.float64]
_Progress = Optional[Callable[[float, Optional[float]], None]]

__version__: str
OUTCOMES: List[str]
STATUSES: List[str]
AFTER: List[str]
GALLERY: List[str]

def impact(
    columns: Sequence[Tuple[str, Union[float, _Doubles]]],
    count: int,
    scheme: str,
    resonator: Optional[Tuple[Sequence[Tuple[float, ...]], float]],
    outcomes: Sequence[str],
    threads: Optional[int],
    most_steps: Optional[int],
    progress: _Progress,
) -> Tuple[List[_Doubles], NDArray[np.uint8]]:
    """Outcomes of many impacts: an array for each, and how every row ended."""

def run(name: str, text: str, set: Sequence[str], progress: _Progress) -> Dict[str, Any]:
    """A scene rendered: sound, energies and first contacts as arrays, the rest as JSON."""

def save(name: str, text: str, set: Sequence[str], out: str, progress: _Progress) -> List[str]:
    """A scene rendered into files; their paths."""

def gallery_scene(name: str) -> Optional[str]:
    """The scene of the gallery that has this name, as TOML."""

def collide(
    name: str, text: str, set: Sequence[str], method: Optional[str], rate: Optional[float]
) -> Tuple[str, List[Tuple[_Doubles, _Doubles]]]:
    """A collision of two rigid bodies as JSON, and the force over time by each method."""

def collisions(
    name: str,
    text: str,
    set: Sequence[str],
    columns: Sequence[Tuple[str, Union[float, _Doubles]]],
    count: int,
    method: Optional[str],
    tolerance: float,
    outcomes: Sequence[str],
    threads: Optional[int],
    progress: _Progress,
) -> Tuple[List[_Doubles], NDArray[np.uint8]]:
    """Outcomes of many collisions of the same two bodies: an array for each, and how every row ended."""

def collision_example(name: str) -> Optional[str]:
    """The example of a collision that has this name, as TOML."""

def calibrate(
    name: str,
    text: str,
    mass: float,
    radius: float,
    inertia: Optional[float],
    models: Optional[Sequence[str]],
    forces: Sequence[str],
) -> str:
    """Contact models fitted to a table of collisions, as JSON."""

def calibration_example() -> str:
    """Ten measured collisions, as CSV."""

def listen(sound: _Doubles, rate: float) -> str:
    """Level, attack and partials of a sound, as JSON."""

def read_wav(path: str) -> Tuple[_Doubles, float]:
    """The sound of a WAV file mixed to one channel, and its samples per second."""

def studies(ids: Sequence[str]) -> List[Tuple[str, str]]:
    """Ids and titles of studies: all of them, or those with these names."""

def study_run(ids: Sequence[str], out: Optional[str], progress: _Progress) -> Tuple[str, List[str]]:
    """Studies rerun, as JSON, and the page of each."""

class Player:
    """A world that runs."""

    def __init__(self, text: str) -> None: ...
    def process(self, frames: int) -> _Doubles:
        """The next samples: a row for each pickup."""

    def strike(self, contact: str, speed: float, at: Optional[int], place: Optional[Sequence[float]]) -> None:
        """Strikes: the free mass of a contact meets the other body with this speed (m/s)."""

    def damp(self, body: str, rate: float, at: Optional[int]) -> None:
        """Damps a body by so much more (1/s)."""

    def force(self, contact: str) -> float:
        """The force of a contact over the last step (N)."""

    def ledger(self) -> List[Tuple[str, float]]:
        """The ledger (J)."""

    def contacts(self) -> str:
        """What happened at every contact so far, as JSON."""

    def rate(self) -> float:
        """Samples per second."""

    def frames(self) -> int:
        """Samples played."""

class Sweep:
    """A sweep that was read and checked."""

    def __init__(self, name: str, text: str, set: Sequence[str]) -> None: ...
    @staticmethod
    def of_record(text: str) -> "Sweep":
        """The sweep of a record: it needs no files."""

    def record(self) -> str:
        """Its record, from which it can be made again."""

    def rows(self) -> int:
        """How many rows there are."""

    def parts(self) -> int:
        """How many parts there are."""

    def part_rows(self) -> int:
        """How many rows are in each part but the last."""

    def outcomes(self) -> List[str]:
        """The names of its outcomes."""

    def audio(self) -> bool:
        """Whether the sound of every row is written."""

    @staticmethod
    def part_name(part: int) -> str:
        """The name of the file of a part."""

    def claim(self, out: str) -> bool:
        """Makes a directory the one of this sweep; true if another build began it."""

    def missing(self, out: str) -> List[int]:
        """The parts that a directory lacks."""

    def part(self, part: int) -> bytes:
        """A part as a Parquet file."""

    def write_part(self, part: int, out: str) -> str:
        """Computes a part and writes it, with its sounds."""

    @staticmethod
    def save(part: int, bytes: bytes, out: str) -> None:
        """Puts the bytes of a part into a directory: the file appears whole."""

    def run(self, out: str, threads: Optional[int], progress: _Progress) -> int:
        """Computes what a directory lacks on several threads; how many rows were computed."""
