// What plots, slow motion and gestures are computed from; no browser is needed.

import assert from "node:assert/strict";
import { test } from "node:test";
import { withApproach } from "../../assets/plots/approach.js";
import { which } from "../../assets/plots/blows.js";
import { contour } from "../../assets/plots/contours.js";
import { merged } from "../../assets/plots/scale.js";
import { spectrum } from "../../assets/plots/spectrum.js";
import { partials, strongest } from "../../assets/plots/views.js";
import { flow, sharesAt } from "../../assets/plots/stores.js";
import { gains } from "../../assets/pages/gains.js";
import { profile } from "../../assets/stage/profile.js";
import { Track, plane } from "../../assets/stage/track.js";
import { rollings } from "../../assets/stage/rolling.js";
import { duration, quoted } from "../../assets/lib/format.js";
import { sampled, within } from "../../assets/lib/list.js";

const floats = (/** @type {number[]} */ ...values) => Float32Array.from(values);

test("the strongest frequency of a sound is the highest point of its spectrum", () => {
  for (const wanted of [110, 788, 5000]) {
    const sound = Float32Array.from({ length: 48_000 }, (_, i) => Math.sin((2 * Math.PI * wanted * i) / 48_000));
    const { frequency, level } = spectrum(sound, sound, 48_000);
    const best = level.indexOf(Math.max(...level));
    // Half a band, and half the distance of two lines of the transform.
    const off = 0.5 / 36 + Math.log2(1 + (0.5 * 48_000) / 32_768 / wanted);
    assert.ok(Math.abs(Math.log2(frequency[best] / wanted)) <= off, `${frequency[best]} for ${wanted}`);
    assert.equal(level[best], 0);
    assert.ok(level[0] < -40 || wanted < 200);
  }
});

test("what is in opposite phase on both sides is seen in the spectrum", () => {
  const tone = (/** @type {number} */ f, /** @type {number} */ n) => Math.sin((2 * Math.PI * f * n) / 48_000);
  const side = (/** @type {number} */ sign) =>
    Float32Array.from({ length: 32_768 }, (_, n) => sign * tone(788, n) + 0.1 * tone(3000, n));
  const { frequency, level } = spectrum(side(1), side(-1), 48_000);
  const at = (/** @type {number} */ f) =>
    level
      .filter((_, i) => Math.abs(Math.log2(frequency[i] / f)) < 0.02)
      .reduce((most, one) => Math.max(most, one), -90);
  assert.equal(at(788), 0);
  assert.ok(Math.abs(at(3000) + 20) < 1, `${at(3000)} dB`);
});

test("the strongest partial is the one at the highest point of the picture", () => {
  const partials = [
    { frequency: 300, level_db: -3 },
    { frequency: 788, level_db: 0 },
    { frequency: 302, level_db: -9 },
  ];
  assert.equal(strongest(partials, 301), 300);
  assert.equal(strongest(partials, 790), 788);
  assert.equal(strongest(partials, 500), null);
});

test("a spectrum begins with the blow, and a short or silent sound has one too", () => {
  const sound = new Float32Array(4096);
  for (let i = 2048; i < 4096; i += 1) sound[i] = Math.sin((2 * Math.PI * 3000 * i) / 48_000);
  const { frequency, level } = spectrum(sound, sound, 48_000, 2048);
  assert.ok(Math.abs(frequency[level.indexOf(0)] / 3000 - 1) < 0.03);
  assert.ok(spectrum(new Float32Array(70), new Float32Array(70), 48_000).level.every((value) => value === -90));
});

const ENERGIES = {
  energy_masses: floats(10, 4, 3),
  energy_ringing: floats(0, 3, 4),
  energy_contacts: floats(0, 2, 0),
  energy_lost_in_contacts: floats(0, 1, 2),
  energy_lost_in_material: floats(0, 0, 0.5),
  energy_lost_to_supports: floats(0, 0, 0),
  energy_radiated: floats(0, 0, 0.5),
  energy_put_in: floats(10, 10, 10),
  energy_missing: floats(0, 0, 0),
};

test("bands of energy add up to what was put in", () => {
  const found = flow(ENERGIES);
  assert.ok(found);
  const top = found.sums[found.sums.length - 1];
  assert.deepEqual([...top], [10, 10, 10]);
  assert.ok(!found.bands.some(({ name }) => name === "to supports"), "nothing went there");
  const shares = sharesAt(found, 2);
  assert.ok(Math.abs(shares.reduce((sum, [, share]) => sum + share, 0) - 1) < 1e-6);
});

test("where only the sum of the losses is known, it is one band, and an error of the scheme is in it", () => {
  const unknown = floats(Number.NaN, Number.NaN, Number.NaN);
  const found = flow({ ...ENERGIES, energy_radiated: unknown, energy_missing: floats(0, 1, 1) });
  const names = found?.bands.map(({ name }) => name);
  assert.deepEqual(names, ["lost", "in the modes", "pressed in contact", "in the hammer"]);
  assert.deepEqual([...(found?.bands[0].values ?? [])], [0, 2, 4]);
  assert.equal(flow({}), null);
  const still = Object.fromEntries(Object.entries(ENERGIES).map(([name, values]) => [name, values.map(() => 0)]));
  assert.equal(flow(still), null, "nothing moves");
});

/** @param {number[]} time @returns {import("../types/engine.js").Touch} */
const blow = (time) => ({
  head: {
    touched: true,
    contact: 0,
    begins: 0,
    lasts: 0.004,
    contacts: [{ index: 0, name: "a-b", between: ["a", "b"] }],
    bodies: [],
    exact: false,
  },
  arrays: {
    time: Float32Array.from(time),
    depth_0: Float32Array.from(time, (t) => (t < 0 ? -9 : 2 * t)),
    speed_0: Float32Array.from(time, (t) => (t < 0 ? -7 : 2)),
    force_0: Float32Array.from(time, (t) => (t > 0 ? 5 : 0)),
    second_0: Float32Array.from(time, () => 0),
    energy_masses: Float32Array.from(time, () => 3),
  },
});

test("before a blow the hammer flies with the speed of its touch, wherever it was before it was thrown", () => {
  const early = withApproach(blow([0, 0.001, 0.002])).arrays;
  assert.deepEqual(
    [...early.time].map((t) => Math.round(1e6 * t)),
    [-1000, 0, 1000, 2000],
  );
  assert.ok(Math.abs(early.depth_0[0] + 0.002) < 1e-9);
  assert.deepEqual([...early.force_0.slice(0, 2)], [0, 0]);
  assert.equal(early.energy_masses[0], 3);
  const thrown = withApproach(blow([-0.001, 0, 0.001])).arrays;
  assert.equal(thrown.time.length, 3);
  assert.ok(Math.abs(thrown.depth_0[0] + 0.002) < 1e-9, "not −9 m");
  assert.equal(thrown.speed_0[0], 2);
  const late = blow([-0.001, 0, 0.001]);
  late.arrays.depth_0[1] = -9;
  late.arrays.speed_0[1] = 0;
  late.arrays.second_0 = Float32Array.of(5, 5, 1);
  const placed = withApproach(late).arrays;
  assert.deepEqual([...placed.second_0], [1, 1, 1], "the surface where it strikes, not where it struck before");
  assert.deepEqual([...placed.speed_0], [2, 2, 2]);
  assert.equal(placed.depth_0[1], 0, "not −9 m at the very touch");
  const free = blow([-0.001, 0, 0.001]);
  free.arrays.depth_0[0] = -0.002;
  free.arrays.second_0 = Float32Array.of(5, 4, 3);
  assert.deepEqual([...withApproach(free).arrays.second_0], [5, 4, 3], "what flies freely is where it was");
  const untouched = { head: { touched: /** @type {const} */ (false) }, arrays: {} };
  assert.equal(withApproach(untouched), untouched);
});

test("values between those of a list", () => {
  assert.equal(sampled([0, 1, 2], [0, 10, 30], 1.5), 20);
  assert.equal(sampled([0, 1, 2], [0, 10, 30], -1), 0);
  assert.equal(sampled([0, 1, 2], [0, 10, 30], 9), 30);
  assert.deepEqual(within([0, 1, 2], 0.75), { from: 0, share: 0.75 });
});

test("a contour lies between higher and lower levels", () => {
  const pieces = contour([0, 0, 0, 10, 10, 10], 2, 3, 4);
  assert.equal(pieces.length, 2);
  for (const [, y, , v] of pieces) assert.ok(Math.abs(y - 0.4) < 1e-9 && Math.abs(v - 0.4) < 1e-9);
  assert.deepEqual(contour([1, 1, 1, 1], 2, 2, 4), []);
});

test("two sounds are heard on one scale of pressure", () => {
  assert.deepEqual(gains({ full_scale: 2, unit: "Pa" }, { full_scale: 0.5, unit: "Pa" }), [1, 0.25]);
  assert.deepEqual(gains({ full_scale: 2, unit: "Pa" }, { full_scale: 0.5, unit: "m/s" }), [1, 1]);
  const both = merged({ low: 0, high: 1, log: false }, { low: -2, high: 0.5, log: false });
  assert.deepEqual(both, { low: -2, high: 1, log: false });
});

test("a plane goes through its three points", () => {
  const points = [
    [0, 0, 1],
    [2, 0, 3],
    [0, 4, -1],
  ];
  const height = plane(points);
  for (const [x, y, z] of points) assert.ok(Math.abs(height(x, y) - z) < 1e-12);
  assert.equal(
    plane([
      [0, 0, 5],
      [1, 1, 6],
      [2, 2, 7],
    ])(9, 9),
    5,
    "three points in a line",
  );
});

/** @type {import("../types/scene.js").Scene} */
const SCENE = {
  version: 1,
  body: [{ name: "coin" }, { name: "table", wall: true }, { name: "stick" }, { name: "drum" }],
  contact: [
    { between: ["coin", "table"], at: { coin: [0.98, 0] } },
    { between: ["coin", "table"], at: { coin: [0.98, 0.33] } },
    { between: ["coin", "table"], at: { coin: [0.98, 0.67] } },
    { between: ["stick", "drum"] },
  ],
};
const RENDERING = {
  head: {
    strikes: [
      { time: 0.1, body: "stick" },
      { time: 0.3, body: "stick" },
    ],
  },
  arrays: {
    ledger_time: floats(0, 0.2, 0.4),
    apart_0: floats(0.02, 0, 0),
    apart_1: floats(0.04, 0.02, 0),
    apart_2: floats(0.06, -0.001, 0),
    apart_3: floats(0, 0.5, 0.5),
  },
};

test("a coin lies on three places, as high as the engine says and never below the table", () => {
  const track = new Track(RENDERING, SCENE);
  assert.deepEqual(
    track.rests("coin", 0.1)?.map(({ height }) => Math.round(1e4 * height)),
    [100, 300, 295],
  );
  assert.equal(track.rests("coin", 0.2)?.[2].height, 0);
  assert.equal(track.rests("stick", 0), null);
});

test("a stick is down at each of its strikes and up between them", () => {
  const track = new Track(RENDERING, SCENE);
  for (const time of [0.1, 0.3]) assert.ok(track.stick("stick", "drum", time) < 1e-6, `down at ${time}`);
  for (const time of [0, 0.2, 0.9]) assert.ok(track.stick("stick", "drum", time) > 0.01, `up at ${time}`);
});

test("ridges are round, grooves are narrow", () => {
  assert.equal(profile("ridges", 3), 0);
  assert.equal(profile("ridges", 3.5), 1);
  assert.equal(profile("grooves", 7.02), 0);
  assert.equal(profile("grooves", 7.5), 1);
});

test("a blow that begins with the scene is said to be at 0 s, whatever rounding makes of it", () => {
  const blow = (/** @type {number} */ begins) =>
    which({ head: { contact: 0, contacts: [{ index: 0, name: "", between: ["mallet", "bowl"] }], begins } });
  assert.deepEqual(blow(8.5e-15), ["blow", "mallet on bowl at 0 s"]);
  assert.deepEqual(blow(0.25003), ["blow", "mallet on bowl at 250 ms"]);
});

test("partials are drawn on a logarithmic axis if one of them rings for hours", () => {
  const drawn = (/** @type {number[]} */ ...times) => {
    const all = times.map((time, i) => ({ frequency: 100 * (i + 1), level_db: 0, t60_s: time }));
    return partials({ head: { partials: all } })?.x.extent;
  };
  assert.deepEqual(drawn(1, 2, 30), { low: 0, high: 30 * 1.06, log: false });
  const long = drawn(0.5, 1, 50_000);
  assert.ok(long?.log && long.low > 0 && long.low < 0.5 && long.high > 50_000);
  // Beside a sound that has a usual axis.
  const both = merged({ low: 0.2, high: 9, log: true }, { low: 0, high: 20, log: false });
  assert.deepEqual(both, { low: 0.2, high: 20, log: true });
  assert.deepEqual([duration(0.5), duration(900), duration(50_000)], ["500 ms", "15 min", "13.9 h"]);
});

test("names in what the engine says are in quotation marks", () => {
  assert.equal(quoted("`solver` has no effect on `bar`"), "“solver” has no effect on “bar”");
});

test("a ball that falls by its weight begins as high as it is written", () => {
  const ball = { name: "ball", mass: 0.05, gravity: true, displacement: -0.12 };
  /** @type {import("../types/scene.js").Body} */
  const lid = { name: "lid", shape: { kind: "plate", length: 0.3, width: 0.2, thickness: 0.01 } };
  /** @type {import("../types/scene.js").Scene} */
  const scene = {
    version: 1,
    body: [ball, lid],
    contact: [{ between: ["ball", "lid"], at: { lid: [0.4, 0.45] }, gap: 0.01 }],
  };
  assert.deepEqual(
    rollings(scene).map(({ kind, on, from }) => [kind, on, from]),
    [["bounce", "lid", [0.4, 0.45]]],
  );
  assert.ok(Math.abs(new Track(null, scene).apart(0, 0) - 0.13) < 1e-12);
});
