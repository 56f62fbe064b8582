"""Sweeps: local, resumed, on a cluster that loses a worker."""

import os
import pathlib
import signal
import subprocess
import sys
import threading
import time

import numpy as np
import pytest

import carom

TIMES = {
    "version": 1,
    "impact": {"mass": 0.01, "stiffness": 1e8, "exponent": 1.5, "mu": 0.5, "velocity": 1.0},
    "outcomes": ["exact.contact_time", "exact.v_out"],
    "part_rows": 100,
    "axis": [
        {"kind": "log", "path": "stiffness", "from": 1e6, "to": 1e9, "count": 30},
        {"kind": "log", "path": "velocity", "from": 0.1, "to": 10.0, "count": 31},
    ],
}

BLOWS = {
    "version": 1,
    "scene": "woodblock",
    "outcomes": ["contacts.0.peak_force", "audio.peak"],
    "part_rows": 4,
    "axis": [{"kind": "linear", "path": "duration", "from": 0.05, "to": 0.1, "count": 10}],
}


def bytes_of(directory):
    """All parts of a sweep by name."""
    return {path.name: path.read_bytes() for path in sorted(pathlib.Path(directory).glob("part-*"))}


def test_rows_are_those_of_impact(tmp_path):
    made = carom.sweep(TIMES, tmp_path / "out")
    assert made.summary["rows"] == made.summary["computed"] == 930 and made.summary["parts"] == 10
    frame = made.to_pandas()
    assert list(frame.columns[:3]) == ["row", "stiffness", "velocity"] and len(frame) == 930
    assert frame["error"].isna().all()
    impacts = carom.impact(
        mass=0.01, exponent=1.5, mu=0.5, stiffness=frame["stiffness"], velocity=frame["velocity"]
    )
    np.testing.assert_allclose(frame["exact.contact_time"], impacts.contact_time, rtol=1e-12)
    np.testing.assert_allclose(frame["exact.v_out"], impacts.v_out, rtol=1e-12)
    assert made.plot(x="velocity").get_ylabel() == "exact.contact_time"
    assert "930 rows" in made._repr_html_()


def test_what_is_missing_is_made_with_the_same_bytes(tmp_path):
    whole = bytes_of(carom.sweep(TIMES, tmp_path / "a", threads=1).path)
    carom.sweep(TIMES, tmp_path / "b", threads=2)
    for name in ("part-00003.parquet", "part-00009.parquet"):
        (tmp_path / "b" / name).unlink()
    again = carom.sweep(TIMES, tmp_path / "b")
    assert again.summary["computed"] == 130
    assert bytes_of(tmp_path / "b") == whole


BAD = [
    ({"axis": [{"kind": "log", "path": "stifness", "from": 1.0, "to": 2.0, "count": 3}]}, "stiffness"),
    ({"axis": [{"kind": "list", "path": "mass", "values": []}]}, "axis"),
    ({"axis": [{"kind": "linear", "path": "mass", "from": 1.0, "to": 2.0, "count": 10**15}]}, "count"),
    ({"outcomes": ["exact.colour"]}, "exact.colour"),
    ({"impact": {"mass": float("nan")}}, "JSON"),
]


@pytest.mark.parametrize("change,message", BAD, ids=lambda value: str(value)[:30])
def test_a_bad_sweep_is_refused_before_any_work(change, message, tmp_path):
    with pytest.raises(carom.Error, match=message):
        carom.sweep({**TIMES, **change}, tmp_path / "out")
    assert not (tmp_path / "out").exists()


def test_the_directory_of_another_sweep_is_left_alone(tmp_path):
    before = bytes_of(carom.sweep(TIMES, tmp_path).path)
    other = {**TIMES, "outcomes": ["exact.x_max"]}
    for more in ({}, {"client": FakeClient()}):
        with pytest.raises(carom.Error, match="another sweep"):
            carom.sweep(other, tmp_path, **more)
    assert bytes_of(tmp_path) == before
    with pytest.raises(carom.Error, match="threads is 0"):
        carom.sweep(TIMES, tmp_path, threads=0)


class FakeClient:
    """What stands for a cluster that must not be asked."""


def test_a_row_that_fails_carries_its_error(tmp_path):
    spec = {**BLOWS, "axis": [{"kind": "list", "path": "duration", "values": [0.05, -1.0, 0.06]}]}
    frame = carom.sweep(spec, tmp_path).to_pandas()
    assert [value is None or value != value for value in frame["error"]] == [True, False, True]
    assert frame["audio.peak"].isna().tolist() == [False, True, False]


@pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")
def test_a_sweep_that_is_killed_goes_on(tmp_path):
    spec = {**BLOWS, "part_rows": 1}
    code = f"import carom; print('ready', flush=True); carom.sweep({spec!r}, {str(tmp_path / 'killed')!r})"
    child = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True)
    child.stdout.readline()
    while child.poll() is None and len(bytes_of(tmp_path / "killed")) < 2:
        time.sleep(0.002)
    child.send_signal(signal.SIGKILL)
    child.wait()
    carom.sweep(spec, tmp_path / "killed")
    assert bytes_of(tmp_path / "killed") == bytes_of(carom.sweep(spec, tmp_path / "whole").path)


def test_a_cluster_that_loses_a_worker_gives_the_same_bytes(tmp_path):
    distributed = pytest.importorskip("distributed")
    # Rows that take long enough for a worker to be killed while it computes them.
    spec = {**BLOWS, "part_rows": 1, "outcomes": ["contacts.0.peak_force"]}
    spec["axis"] = [{"kind": "linear", "path": "duration", "from": 1.0, "to": 2.0, "count": 24}]
    local = bytes_of(carom.sweep(spec, tmp_path / "local").path)
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None
    ) as cluster, distributed.Client(cluster) as client:
        workers = client.run(os.getpid)
        killed = threading.Event()

        def kill():
            while len(bytes_of(tmp_path / "spread")) < 3:
                time.sleep(0.002)
            os.kill(next(iter(workers.values())), signal.SIGKILL)
            killed.set()

        killer = threading.Thread(target=kill, daemon=True)
        killer.start()
        made = carom.sweep(spec, tmp_path / "spread", client=client)
        killer.join(10)
    assert killed.is_set() and made.summary["computed"] == 24
    assert bytes_of(tmp_path / "spread") == local
