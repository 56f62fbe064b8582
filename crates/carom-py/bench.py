"""Rates of carom.impact beside scipy and numpy, and their ratios, in one run.

    pip install ./crates/carom-py scipy
    python crates/carom-py/bench.py [--rows 1000000]

Rates are rows per second of processor time on one core; the last line compares one core with all of them by the
clock, which means something on an idle machine only.
"""

import argparse
import os
import time

import numpy as np
from scipy.integrate import solve_ivp

import carom

STEPS = 20  # of a scheme during a contact


def rows_of(count):
    """Random impacts: stiffness and speed over decades, one exponent."""
    random = np.random.default_rng(1)
    return dict(
        mass=0.01,
        stiffness=10 ** random.uniform(5, 9, count),
        exponent=1.5,
        mu=random.uniform(0.0, 1.0, count),
        velocity=10 ** random.uniform(-1, 1, count),
    )


def rate(count, call, clock=time.process_time):
    """Rows per second: the best of three."""
    best = np.inf
    for _ in range(3):
        start = clock()
        call()
        best = min(best, clock() - start)
    return count / best


def scipys(rows, count):
    """Outgoing velocities by solve_ivp, one row after the other."""
    found = np.empty(count)
    for i in range(count):
        k, mu, v = rows["stiffness"][i], rows["mu"][i], rows["velocity"][i]
        mass, alpha = rows["mass"], rows["exponent"]
        length = (mass * v * v / k) ** (1 / (alpha + 1))

        # In units of the impact: lengths of the compression, speeds of the approach.
        def motion(_, state, s=mu * v):
            x = state[0] if state[0] > 0 else 0.0
            return (state[1], -(x**alpha) * (1 + s * state[1]))

        def left(_, state):
            return state[0]

        left.terminal, left.direction = True, -1
        answer = solve_ivp(motion, (0, 100), (0.0, 1.0), "DOP853", events=left, rtol=1e-8, atol=1e-10)
        found[i] = v * answer.y_events[0][0][1]
    return found


def by_hand(rows, dt):
    """Velocity Verlet with numpy, all rows at once, as one would write it."""
    mass, k, alpha, mu = rows["mass"], rows["stiffness"], rows["exponent"], rows["mu"]
    v = rows["velocity"].copy()
    x = np.zeros_like(v)
    force = np.zeros_like(v)
    for _ in range(STEPS):
        half = v - 0.5 * dt / mass * force
        x += dt * half
        force = k * np.maximum(x, 0.0) ** alpha * (1 + mu * half)
        v = half - 0.5 * dt / mass * force
    return v


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--rows", type=int, default=1_000_000)
    arguments.add_argument("--scipy-rows", type=int, default=300)
    given = arguments.parse_args()
    rows = rows_of(given.rows)
    exact = carom.impact(**rows, outcomes=["v_out", "contact_time"], progress=False)
    dt = exact.contact_time / STEPS

    def carom_rate(scheme, outcomes, **more):
        call = lambda: carom.impact(**rows, scheme=scheme, outcomes=outcomes, threads=1, progress=False, **more)
        return rate(given.rows, call)

    few = given.scipy_rows
    start = time.process_time()
    scipy_v = scipys(rows, few)
    scipy_rate = few / (time.process_time() - start)
    hand_rate = rate(given.rows, lambda: by_hand(rows, dt))

    measured = [
        ("exact: v_out", carom_rate("exact", ["v_out"]), 20e6),
        ("exact: v_out and contact time", carom_rate("exact", ["v_out", "contact_time"]), 0.5e6),
        (f"two-point, {STEPS} steps", carom_rate("two-point", ["v_out"], rate=1 / dt), 1.5e6),
        (f"verlet, {STEPS} steps", carom_rate("verlet", ["v_out"], rate=1 / dt), 4e6),
        (f"rk4, {STEPS} steps", carom_rate("rk4", ["v_out"], rate=1 / dt), None),
    ]
    print(f"{given.rows} rows, one core; rates in rows per second of processor time\n")
    print(f"{'':34}{'rate':>12}{'over scipy':>13}{'over numpy':>13}{'aim':>12}")
    print(f"{'scipy solve_ivp, DOP853, 1e-8':34}{scipy_rate:12.4g}")
    print(f"{f'numpy by hand, verlet, {STEPS} steps':34}{hand_rate:12.4g}{hand_rate / scipy_rate:13.4g}")
    for name, found, aim in measured:
        shown = f"{aim:12.3g}" if aim else ""
        print(f"{name:34}{found:12.4g}{found / scipy_rate:13.4g}{found / hand_rate:13.3g}{shown}")
    off = np.abs(scipy_v / exact.v_out[:few] - 1).max()
    print(f"\nlargest relative difference of v_out, scipy and exact, in {few} rows: {off:.1e}")

    cores = os.cpu_count() or 1
    everything = dict(**rows, outcomes=["v_out", "contact_time"], progress=False)
    one = rate(given.rows, lambda: carom.impact(**everything, threads=1), time.perf_counter)
    all_of_them = rate(given.rows, lambda: carom.impact(**everything, threads=cores), time.perf_counter)
    print(f"{cores} cores over one, by the clock: {all_of_them / one:.2f}")


if __name__ == "__main__":
    main()
