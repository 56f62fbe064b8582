"""Impacts: numbers, broadcasting, refusals, Ctrl-C."""

import os
import signal
import subprocess
import sys
import threading
import time

import numpy as np
import pytest
from scipy.integrate import solve_ivp

import carom

HARD = dict(mass=0.01, stiffness=1e9, exponent=1.5, mu=0.5, velocity=1.0)


def integrated(mass, stiffness, exponent, mu, velocity):
    """Outgoing velocity and contact time by an integrator that knows nothing of Carom."""

    def motion(_, state):
        x, v = state
        return [v, -stiffness * max(x, 0.0) ** exponent * (1 + mu * v) / mass]

    def left(_, state):
        return state[0]

    left.terminal, left.direction = True, -1
    scale = (mass * velocity**2 / stiffness) ** (1 / (exponent + 1)) / velocity
    found = solve_ivp(motion, (0, 100 * scale), [0.0, velocity], "DOP853", events=left, rtol=1e-10, atol=1e-18)
    return found.y_events[0][0][1], found.t_events[0][0]


def test_exact_answers_are_those_of_an_integrator():
    for exponent, mu, velocity in [(1.0, 0.0, 0.5), (1.5, 0.5, 1.0), (2.3, 0.6, 4.0)]:
        one = dict(mass=0.02, stiffness=1e6, exponent=exponent, mu=mu, velocity=velocity)
        hit = carom.impact(**one)
        v_out, contact_time = integrated(**one)
        assert hit.v_out == pytest.approx(v_out, rel=1e-7)
        assert hit.contact_time == pytest.approx(contact_time, rel=1e-5)


def test_numbers_come_out_as_numbers_and_arrays_in_their_shape():
    one = carom.impact(**HARD)
    assert isinstance(one.v_out, float) and list(one.outcomes) == list(carom.OUTCOMES)
    velocity = np.geomspace(0.1, 10, 7)
    mass = np.array([[0.01], [0.1]])
    many = carom.impact(**{**HARD, "velocity": velocity, "mass": mass})
    assert many.v_out.shape == many.status.shape == (2, 7)
    for i in range(2):
        for j in range(7):
            row = carom.impact(**{**HARD, "velocity": velocity[j], "mass": mass[i, 0]})
            for name in carom.OUTCOMES:
                assert many[name][i, j] == pytest.approx(row[name], rel=1e-12)


@pytest.mark.parametrize("scheme", ["two-point", "verlet", "rk4"])
def test_schemes_converge_to_the_exact_answer(scheme):
    soft = {**HARD, "stiffness": 1e6}
    exact = carom.impact(**soft)
    errors = [
        abs(carom.impact(**soft, scheme=scheme, rate=rate, outcomes="v_out").v_out - exact.v_out)
        for rate in (2e5, 8e5)
    ]
    assert errors[1] < errors[0] / 3 and errors[0] < 1e-2


def test_rows_do_not_depend_on_threads_or_pieces():
    velocity = np.geomspace(1e-3, 10, 300_000)
    results = [
        carom.impact(**{**HARD, "velocity": velocity}, scheme="verlet", rate=1e5, threads=threads)
        for threads in (1, 2)
    ]
    tail = carom.impact(**{**HARD, "velocity": velocity[-1000:]}, scheme="verlet", rate=1e5, threads=1)
    for name in carom.OUTCOMES:
        np.testing.assert_array_equal(results[0][name], results[1][name])
        np.testing.assert_array_equal(results[0][name][-1000:], tail[name])


def test_a_resonator_takes_energy():
    bank = {"frequency": [500.0, 1300.0, 2900.0], "q": 500.0, "mass": 0.05}
    hit = carom.impact(mass=0.01, stiffness=1e7, exponent=1.5, velocity=[0.5, 1.0], resonator=bank)
    assert (hit.status == 0).all()
    assert ((0 < hit.energy["lost"]) & (hit.energy["lost"] < hit.energy["before"])).all()
    # A body of great mass is a wall.
    heavy = carom.impact(
        mass=0.01, stiffness=1e7, exponent=1.5, velocity=1.0, rate=1e6, resonator={**bank, "mass": 1e9}
    )
    wall = carom.impact(mass=0.01, stiffness=1e7, exponent=1.5, velocity=1.0)
    assert heavy.v_out == pytest.approx(wall.v_out, rel=1e-4)


def test_a_row_that_fails_is_nan_and_the_rest_goes_on():
    hit = carom.impact(**{**HARD, "velocity": [1.0, 1e-3]}, scheme="two-point", rate=1e9, most_steps=1000)
    assert hit.status.tolist()[1] != 0 and np.isnan(hit.v_out[1])
    assert hit.summary["failed"] and "status" in hit.table()


def test_no_copy_is_made():
    hit = carom.impact(**{**HARD, "velocity": np.linspace(1, 2, 10)}, outcomes=["v_out"])
    base = hit.v_out
    while isinstance(base.base, np.ndarray):
        base = base.base
    # The memory belongs to the engine's vector, not to numpy.
    assert base.base is not None and not base.flags.owndata


BAD = [
    (dict(mass=-1.0), "`mass` is -1"),
    (dict(velocity=[1.0, np.nan]), "velocity is nan at 1"),
    (dict(velocity=[1.0, 2.0, -3.0]), "`velocity` is -3.0 in row 2"),
    (dict(velocity=["fast"]), "velocity has the dtype"),
    (dict(velocity=[1.0 + 2.0j]), "velocity has the dtype complex128"),
    (dict(velocity=[True]), "velocity has the dtype bool"),
    (dict(velocity=[[1.0], [1.0, 2.0]]), "velocity is not an array"),
    (dict(velocity=[1.0, 2.0], mass=[1.0, 2.0, 3.0]), "do not broadcast"),
    (dict(restitution=0.5), "only one of them"),
    (dict(scheme="euler"), "it must be \"exact\""),
    (dict(outcomes=["speed"]), "speed"),
    (dict(outcomes=["v_out", "v_out"]), "twice"),
    (dict(threads=0), "threads is 0"),
    (dict(threads=1.5), "threads is 1.5"),
    (dict(resonator={"frequency": [1.0]}), "lacks the key 'q'"),
    (dict(resonator={"frequency": [], "q": 1.0, "mass": 1.0}), "at least one"),
    (dict(resonator={"frequency": [1.0], "q": 1.0, "mass": -1.0}), "resonator mass is -1"),
]


@pytest.mark.parametrize("change,message", BAD, ids=lambda value: str(value)[:30])
def test_bad_input_is_refused_by_name(change, message):
    with pytest.raises(carom.Error) as caught:
        carom.impact(**{**HARD, **change})
    assert isinstance(caught.value, ValueError)
    assert message in str(caught.value), str(caught.value)


def test_no_rows_are_no_error():
    assert carom.impact(**{**HARD, "velocity": []}).v_out.shape == (0,)


def test_results_as_tables_and_pictures():
    hit = carom.impact(**{**HARD, "velocity": np.linspace(1, 2, 20)})
    frame = hit.to_pandas()
    assert len(frame) == 20 and {"velocity", "mass", "v_out"} <= set(frame.columns)
    assert "<table>" in hit._repr_html_() and "20 rows" in hit._repr_html_()
    axes = hit.plot(x="velocity", y="contact_time")
    assert axes.get_xlabel() == "velocity (m/s)" and len(axes.lines) == 1
    with pytest.raises(carom.Error, match="colour"):
        hit.plot(x="colour")
    with pytest.raises(AttributeError, match="the outcomes are"):
        hit.colour
    np.testing.assert_allclose(hit.energy["lost"], hit.energy_lost, rtol=1e-9)


def test_the_lock_is_released():
    """Another thread counts while rows are computed."""
    count, done = 0, threading.Event()

    def rows():
        carom.impact(**{**HARD, "velocity": np.full(20_000, 0.01)}, scheme="rk4", rate=4e6, threads=1)
        done.set()

    worker = threading.Thread(target=rows)
    worker.start()
    while not done.wait(0.001):
        count += 1
    worker.join()
    assert count > 10


@pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")
def test_control_c_ends_a_long_call():
    # What is started in the background of a shell ignores the signal unless it says otherwise.
    code = (
        "import signal; signal.signal(signal.SIGINT, signal.default_int_handler)\n"
        "import carom, numpy as np; print('ready', flush=True)\n"
        "try: carom.impact(mass=1.0, stiffness=1.0, exponent=1.5, velocity=np.full(10_000_000, 1.0),\n"
        "                  scheme='rk4', rate=300.0)\n"
        "except KeyboardInterrupt: print('stopped')"
    )
    child = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True)
    assert child.stdout.readline() == "ready\n"
    time.sleep(1.0)
    child.send_signal(signal.SIGINT)
    assert child.communicate(timeout=100)[0] == "stopped\n"
