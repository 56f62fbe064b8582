"""Scenes, from every source, and worlds that are played block by block."""

import os
import pathlib

import numpy as np
import pytest

import carom

SCENE = """
version = 1
duration = 0.25
[[body]]
name = "mallet"
mass = 0.012
velocity = 1.5
[[body]]
name = "bar"
modes = { frequency = [523.0, 1441.0], q = 800.0, mass = 0.05 }
[[contact]]
between = ["mallet", "bar"]
law = { kind = "power", stiffness = 1e7, exponent = 1.5 }
[[pickup]]
body = "bar"
"""


def as_dict():
    return {
        "version": 1,
        "duration": 0.25,
        "body": [
            {"name": "mallet", "mass": np.float64(0.012), "velocity": 1.5},
            {"name": "bar", "modes": {"frequency": np.array([523.0, 1441.0]), "q": 800.0, "mass": 0.05}},
        ],
        "contact": [
            {"between": ["mallet", "bar"], "law": {"kind": "power", "stiffness": 1e7, "exponent": 1.5}}
        ],
        "pickup": [{"body": "bar"}],
    }


def test_text_dict_and_file_are_the_same_scene(tmp_path):
    path = tmp_path / "scene.toml"
    path.write_text(SCENE)
    sounds = [carom.run(scene).left for scene in (SCENE, as_dict(), path, str(path))]
    assert sounds[0].dtype == np.float32 and abs(sounds[0]).max() > 0.1
    for sound in sounds[1:]:
        np.testing.assert_array_equal(sounds[0], sound)


def test_a_rendering_has_sound_forces_and_a_ledger_that_closes():
    hit = carom.run(SCENE)
    assert len(hit.left) == int(0.25 * hit.rate) and hit.sound.ndim == 1
    (contact,) = hit.contacts.values()
    summary = hit.summary["contacts"][0]
    assert contact["force"].max() == pytest.approx(summary["peak_force"], rel=1e-9)
    # Force over time is the impulse.
    impulse = np.sum(contact["force"][1:] * np.diff(contact["time"]))
    assert impulse == pytest.approx(summary["impulse"], rel=1e-2)
    energy = hit.energy
    assert energy["put_in"][-1] == pytest.approx(0.5 * 0.012 * 1.5**2)
    held = energy["masses"] + energy["ringing"] + energy["contacts"]
    lost = sum(energy[name] for name in energy if name.startswith("lost") or name == "radiated")
    np.testing.assert_allclose(held + lost, energy["put_in"], rtol=1e-9)
    assert list(hit.to_pandas().columns) == list(energy)
    assert hit.plot().get_xlabel() == "time (s)"
    page = hit._repr_html_()
    assert "<audio" in page and "peak_force" in page


def test_values_are_overridden():
    hits = [carom.run(SCENE, set={"body.mallet.velocity": speed}) for speed in (1.0, 2.0)]
    forces = [hit.summary["contacts"][0]["peak_force"] for hit in hits]
    # Hertz: force goes as the speed to 6/5, a little less on a body that gives way.
    assert 1.2 == pytest.approx(np.log2(forces[1] / forces[0]), abs=0.05)
    linear = {"kind": "power", "stiffness": 1e6, "exponent": 1.0}
    assert carom.run(SCENE, set={"contact.0.law": linear}).summary["contacts"][0]["count"] >= 1


def test_the_gallery_is_there(tmp_path, monkeypatch):
    assert "woodblock" in carom.GALLERY
    # A directory of the same name is no scene.
    (tmp_path / "woodblock").mkdir()
    monkeypatch.chdir(tmp_path)
    assert carom.run("woodblock", set={"duration": 0.1}).summary["sample_rate"] > 0


def test_files_are_written_as_by_the_command(tmp_path):
    hit = carom.run(SCENE, set={"duration": 1.0})
    files = hit.save(tmp_path / "out")
    assert {"sound.wav", "energy.csv", "summary.json", "report.html"} <= {os.path.basename(f) for f in files}
    one = tmp_path / "hit.wav"
    assert hit.save(one) == [str(one)]
    heard = carom.listen(one)
    assert heard.partials[0]["frequency_hz"] == pytest.approx(523.0, rel=1e-3)
    with pytest.raises(carom.FileError):
        hit.save(one / "below a file")


def test_what_is_wrong_is_shown_with_its_place(tmp_path):
    with pytest.raises(carom.Error, match="`mass` must be a number from 1e-9 to 1e7"):
        carom.run(SCENE, set={"body.mallet.mass": -1.0})
    with pytest.raises(carom.Error, match="body.1.modes.q"):
        bad = as_dict()
        bad["body"][1]["modes"]["q"] = "high"
        carom.run(bad)
    with pytest.raises(carom.Error, match="cannot be written as JSON"):
        carom.run({"version": 1, "duration": float("nan")})
    with pytest.raises(carom.FileError, match="no-such-scene") as caught:
        carom.run("no-such-scene")
    assert isinstance(caught.value, OSError)
    with pytest.raises(carom.FileError, match="missing.toml"):
        carom.run(pathlib.Path(tmp_path) / "missing.toml")
    with pytest.raises(carom.Error, match="must be a number"):
        carom.run(SCENE, set={"duration": object()})


def world():
    made = carom.World(sample_rate=48000)
    made.body("mallet", mass=0.012)
    made.body("bar", modes={"frequency": [523.0, 1441.0], "q": 800.0, "mass": 0.05})
    made.contact("mallet", "bar", name="hit", law={"kind": "power", "stiffness": 1e7, "exponent": 1.5})
    made.pickup(body="bar")
    return made


def test_a_world_sounds_the_same_in_any_blocks():
    whole, pieces = world(), world()
    for one in (whole, pieces):
        one.strike("hit", 1.5, at=100)
    sound = whole.process(4800)
    blocks = [pieces.process(n) for n in (1, 63, 700, 4036)]
    np.testing.assert_array_equal(sound, np.concatenate(blocks, axis=1))
    assert not sound[:, :100].any() and abs(sound).max() > 0
    assert pieces.frames == 4800 and pieces.rate == 48000
    log = whole.contacts["hit"]
    assert log["count"] == 1 and log["peak_force"] > 0
    ledger = whole.energy
    assert ledger["supplied"] == pytest.approx(0.5 * 0.012 * 1.5**2, rel=1e-6)
    assert abs(ledger["residual"]) < 1e-12


def test_a_world_is_a_scene():
    made = world()
    made.strike("hit", 1.5)
    assert made.process(10).shape == (1, 10)
    assert carom.run(made.scene, set={"body.mallet.velocity": 1.5, "duration": 0.01}).left.any()
    with pytest.raises(carom.Error, match="the world runs"):
        made.body("late", mass=1.0)


def test_a_strike_in_the_middle_leaves_out_the_second_mode():
    sounds = []
    for place in (0.5, 0.3):
        made = carom.World(sample_rate=48000)
        made.body("mallet", mass=0.012)
        shape = {"kind": "bar", "length": 0.3, "width": 0.03, "thickness": 0.005}
        made.body("bar", material="steel", shape=shape)
        hit = made.contact("mallet", "bar", law={"kind": "power", "stiffness": 1e7, "exponent": 1.5})
        made.pickup(body="bar", at=0.05)
        made.strike(hit, 1.0, place=place)
        sounds.append(made.process(24000)[0])
    spectra = [abs(np.fft.rfft(sound * np.hanning(len(sound)))) for sound in sounds]
    # The second mode of a free bar is 2.757 times as high as the first.
    first = int(np.argmax(spectra[0][:800]))
    second = slice(int(2.6 * first), int(2.9 * first))
    assert spectra[0][second].max() < 0.02 * spectra[1][second].max()
    for wrong, message in ((1.5, "0 to 1"), ([0.1, 0.2, 0.3], "one or two")):
        with pytest.raises(carom.Error, match=message):
            made.strike(hit, 1.0, place=wrong)


def test_a_damped_bar_falls_silent():
    free, damped = world(), world()
    for one in (free, damped):
        one.strike("hit", 1.5)
        one.process(2400)
    damped.damp("bar", 200.0)
    levels = [abs(one.process(4800)[:, -100:]).max() for one in (free, damped)]
    assert levels[1] < 1e-3 * levels[0]


def test_what_a_world_refuses():
    made = world()
    with pytest.raises(carom.Error, match="there is no contact \"blow\"; there are hit"):
        made.strike("blow", 1.0)
    with pytest.raises(carom.Error, match="speed|velocity"):
        made.strike("hit", float("nan"))
    with pytest.raises(carom.Error, match="frames"):
        made.process(-1)
    with pytest.raises(carom.Error, match="neither body of the contact has a shape"):
        made.strike("hit", 1.0, place=0.3)
    made = carom.World()
    made.body("mallet", mass=-1.0)
    with pytest.raises(carom.Error, match="mass"):
        made.start()
