#!/usr/bin/env python3
"""Sounds of known modes, made without Carom: `make.py DIRECTORY COUNT [SEED RATE SECONDS]`.

Each sound is a WAV file of 16 bits with a JSON file of the truth beside it. It has up to 40 modes, some of them in
pairs 2 Hz apart, with T60 from 20 ms to 10 s, and white noise 50 dB below the strongest initial amplitude. Every second
sound is in a room: an exponentially decaying noise of T60 = 0.4 s follows the direct sound.

A mode is counted if the Cramér-Rao bound of its decay is under 1.5 % and that of its frequency under 0.03 %, and, in a
room, if its T60 is above 0.8 s. Needs numpy.
"""
import json
import os
import sys
import wave

import numpy as np


def modes(rng):
    result = []
    count = rng.integers(1, 41)
    while len(result) < count:
        f = float(np.exp(rng.uniform(np.log(80), np.log(12000))))
        pair = [f, f + 2.0] if rng.random() < 0.2 and len(result) + 2 <= count else [f]
        if all(abs(f - m["f"]) > 8 + 0.005 * f for m in result):
            for g in pair:
                t60 = float(np.exp(rng.uniform(np.log(0.02), np.log(10))))
                a = float(10 ** rng.uniform(-2, 0))
                result.append({"f": g, "t60": t60, "a": a, "phase": float(rng.uniform(0, 2 * np.pi))})
    return sorted(result, key=lambda m: m["f"])


def bounds(ms, rate, n, sigma):
    """Cramér-Rao standard deviations of frequency (Hz) and relative ones of T60, without the room."""
    fisher = np.zeros((4 * len(ms), 4 * len(ms)))
    for start in range(0, n, 8192):
        t = np.arange(start, min(start + 8192, n)) / rate
        columns = []
        for m in ms:
            s = np.log(1000) / m["t60"]
            e = np.exp(-s * t)
            c, d = np.cos(2 * np.pi * m["f"] * t + m["phase"]), np.sin(2 * np.pi * m["f"] * t + m["phase"])
            columns += [e * c, -e * d, -m["a"] * t * e * c * s, -2 * np.pi * m["a"] * t * e * d]
        columns = np.array(columns)
        fisher += columns @ columns.T
    scale = 1 / np.sqrt(np.diag(fisher))
    inverse = np.linalg.pinv(fisher * np.outer(scale, scale), rcond=1e-13, hermitian=True)
    sd = np.sqrt(np.abs(np.diag(inverse))) * scale * sigma
    return sd[3::4], sd[2::4]


def sound(rng, rate, seconds, room):
    ms = modes(rng)
    n = int(rate * seconds)
    t = np.arange(n) / rate
    x = np.zeros(n)
    for m in ms:
        x += m["a"] * 10 ** (-3 * t / m["t60"]) * np.cos(2 * np.pi * m["f"] * t + m["phase"])
    sigma = max(m["a"] for m in ms) * 10 ** (-50 / 20)
    sd_f, sd_t = bounds(ms, rate, n, sigma)
    if room:
        tail = np.arange(int(0.6 * rate))
        echo = rng.standard_normal(len(tail)) * 10 ** (-3 * tail / rate / 0.4)
        echo *= np.sqrt(10 ** (-rng.uniform(3, 15) / 10) / np.sum(echo**2))
        echo[: int(0.002 * rate)] = 0
        echo[0] = 1
        size = 1 << int(np.ceil(np.log2(n + len(echo))))
        x = np.fft.irfft(np.fft.rfft(x, size) * np.fft.rfft(echo, size), size)[:n]
    x = x + sigma * rng.standard_normal(n)
    lead = int(rng.uniform(0, 0.05) * rate)
    x = np.concatenate([sigma * rng.standard_normal(lead), x])
    gain = 0.9 / np.max(np.abs(x))
    for m, df, dt in zip(ms, sd_f, sd_t):
        counted = dt < 0.015 and df < 0.0003 * m["f"] and (not room or m["t60"] > 0.8)
        m.update(a=m["a"] * gain, bound_f=float(df), bound_t60=float(dt), counted=bool(counted))
    return np.round(x * gain * 32767).astype("<i2"), ms


def main():
    directory, count = sys.argv[1], int(sys.argv[2])
    os.makedirs(directory, exist_ok=True)
    seed = int(sys.argv[3]) if len(sys.argv) > 3 else 1000
    rate = int(sys.argv[4]) if len(sys.argv) > 4 else 44100
    seconds = float(sys.argv[5]) if len(sys.argv) > 5 else 3.0
    for i in range(count):
        room = i % 2 == 1
        samples, ms = sound(np.random.default_rng(seed + i), rate, seconds, room)
        name = f"{directory}/{'room' if room else 'dry'}-{i:03}"
        with wave.open(name + ".wav", "wb") as file:
            file.setnchannels(1)
            file.setsampwidth(2)
            file.setframerate(rate)
            file.writeframes(samples.tobytes())
        with open(name + ".json", "w") as file:
            json.dump({"rate": rate, "room": room, "modes": ms}, file)


main()
