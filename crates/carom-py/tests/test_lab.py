"""Rigid collisions, calibration, listening, studies."""

import json

import numpy as np
import pytest

import carom


def test_a_collision_by_all_methods():
    hit = carom.collide("puck", method="all")
    assert {"mirtich", "pulse", "iguchi", "compliant"} == set(hit.force)
    for method, (time, force) in hit.force.items():
        assert force.shape == (len(time), 3)
        impulse = next(answer for answer in hit.collisions if answer["method"] == method)["impulse"]
        if len(time) > 1:
            # The force is a mean over its period.
            np.testing.assert_allclose(force.sum(axis=0) * (time[1] - time[0]), impulse, rtol=1e-2, atol=1e-7)
    for energy in hit.energy.values():
        assert energy["after"] <= energy["before"] * (1 + 1e-12)
    assert len(hit.to_pandas()) == 8
    assert hit.plot().get_ylabel() == "force (N)"


@pytest.mark.parametrize("method", ["mirtich", "pulse"])
def test_many_collisions_are_what_each_is_alone(method):
    speeds, friction = np.array([0.2, 1.0, 3.0]), np.array([[0.0], [0.2]])
    each = {"velocity.x": speeds, "friction": friction}
    many = carom.collisions("superball", each={**each, "velocity.y": 0.0, "velocity.z": -1.0}, method=method, tolerance=1e-12, threads=2)
    assert many["velocity.x"].shape == (2, 3) and many.ok.all()
    for i, j in np.ndindex(2, 3):
        changed = {"body.0.velocity": [float(speeds[j]), 0.0, -1.0], "friction.coefficient": float(friction[i, 0])}
        alone = carom.collide("superball", method=method, set=changed).summary["bodies"][0]
        for k, axis in enumerate("xyz"):
            np.testing.assert_allclose(many[f"velocity.{axis}"][i, j], alone["velocity"][k], rtol=1e-9, atol=1e-12)
            np.testing.assert_allclose(many[f"spin.{axis}"][i, j], alone["spin"][k], rtol=1e-9, atol=1e-9)
    assert (many.energy["lost"] > 0).all()
    assert len(many.to_pandas()) == 6


def test_what_many_collisions_refuse():
    cases = [
        (dict(each={}), "each is empty"),
        (dict(each={"speed": 1.0}), "speed"),
        (dict(each={"friction": [0.1, np.nan]}), "friction is nan at 1"),
        (dict(each={"friction": -0.5}), "friction"),
        (dict(each={"friction": ["a"]}), "dtype"),
        (dict(each={"friction": [0.1, 0.2], "velocity.x": [1.0, 2.0, 3.0]}), "broadcast"),
        (dict(each={"friction": 0.1}, outcomes="heat"), "no outcome"),
        (dict(each={"friction": 0.1}, method="iguchi"), "mirtich.*pulse"),
        (dict(each={"friction": 0.1}, tolerance=1.0), "tolerance"),
        (dict(each={"friction": 0.1}, threads=0), "threads is 0"),
    ]
    for arguments, words in cases:
        with pytest.raises(carom.Error, match=words):
            carom.collisions("superball", **{"method": "mirtich", **arguments})


def test_what_a_collision_refuses():
    with pytest.raises(carom.Error, match="mirtich, .*all"):
        carom.collide("puck", method="guess")
    with pytest.raises(carom.Error, match="rate is nan"):
        carom.collide("puck", rate=float("nan"))
    with pytest.raises(carom.FileError):
        carom.collide("no-such-thing")


def test_calibration_from_text_columns_and_frame():
    pandas = pytest.importorskip("pandas")
    text = carom.calibration_example()
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    values = np.array([[float(x) for x in line.split(",")] for line in lines[1:]])
    columns = dict(zip(lines[0].split(","), values.T))
    disc = dict(mass=0.008, radius=0.0324, models=["mirtich"])
    fits = [carom.calibrate(data, **disc) for data in (text, columns, pandas.DataFrame(columns))]
    for fit in fits:
        assert fit.best == "mirtich"
        assert fit.parameters()["E"] == pytest.approx(0.570, abs=1e-3)
        assert fit.parameters()["mu"] == pytest.approx(0.068, abs=2e-3)
    assert "E" in list(fits[0].to_pandas()["parameter"])
    assert fits[0].plot().get_legend() is not None


def test_what_calibration_refuses(tmp_path):
    text = carom.calibration_example()
    with pytest.raises(carom.Error, match="mass"):
        carom.calibrate(text, mass=-1.0, radius=0.03)
    with pytest.raises(carom.Error, match="guess"):
        carom.calibrate(text, mass=0.008, radius=0.03, models="guess")
    with pytest.raises(carom.Error, match="same length"):
        carom.calibrate({"vx_before": [1.0], "vz_before": [1.0, 2.0]}, mass=0.008, radius=0.03)
    with pytest.raises(carom.Error, match="vx_before is nan at 0"):
        carom.calibrate({"vx_before": [np.nan]}, mass=0.008, radius=0.03)
    with pytest.raises(carom.Error, match="data is int"):
        carom.calibrate(3, mass=0.008, radius=0.03)
    with pytest.raises(carom.FileError):
        carom.calibrate(tmp_path / "missing.csv", mass=0.008, radius=0.03)


def test_partials_of_two_decaying_tones():
    t = np.arange(30000) / 44100
    sound = np.exp(-t / 0.3) * np.sin(2 * np.pi * 440 * t) + 0.5 * np.exp(-t / 0.1) * np.sin(2 * np.pi * 700 * t)
    heard = carom.listen(sound, 44100)
    assert [round(p["frequency_hz"], 3) for p in heard.partials] == [440.0, 700.0]
    assert [p["decay_s"] for p in heard.partials] == pytest.approx([0.3, 0.1], rel=1e-4)
    stereo = carom.listen(np.stack([sound, sound], axis=1), 44100)
    assert stereo.summary == heard.summary
    assert list(heard.to_pandas()["frequency_hz"]) == [p["frequency_hz"] for p in heard.partials]
    assert len(heard.plot().lines) == 2


def test_what_listening_refuses(tmp_path):
    with pytest.raises(carom.Error, match="rate is None"):
        carom.listen(np.zeros(10))
    with pytest.raises(carom.Error, match="sound is nan at 3"):
        carom.listen([0.0, 0.0, 0.0, np.nan], 44100)
    with pytest.raises(carom.Error, match="shape"):
        carom.listen(np.zeros((2, 2, 2)), 44100)
    broken = tmp_path / "broken.wav"
    broken.write_bytes(b"no sound")
    with pytest.raises(carom.FileError, match="broken.wav"):
        carom.listen(broken)


def test_a_study_beside_its_printed_numbers(tmp_path):
    assert "papetti/table-1" in carom.studies() and len(carom.studies("papetti")) < len(carom.studies())
    found = carom.study("papetti/table-1", out=tmp_path)
    assert found.summary["broken"] == 0 and found.summary["reproduced"] > 0
    assert (tmp_path / "index.html").exists()
    assert json.loads((tmp_path / "studies.json").read_text())["reproduced"] == found.summary["reproduced"]
    assert "<html" in found.pages["papetti/table-1"]
    assert {"study", "published", "computed"} <= set(found.to_pandas().columns)
    assert found.plot().get_xlabel() == "published"
    with pytest.raises(carom.Error, match="papeti"):
        carom.study("papeti/table-1")
