// A take is what was played by hand. The engine writes it into the scene: only that is saved and linked.

import { get } from "../lib/path.js";
import { fitted } from "./places.js";

/**
 * @import { Place } from "./places.js"
 * @typedef {{ time: number, hammer?: string | null, target: string, finger?: number, place?: Place,
 *   strength: number }} Strike when it fell (s), what struck what, which copy of the hammer, where, and how fast beside
 *   the usual speed of the hammer
 * @typedef {{ time: number, target: string, holds: boolean }} Hold when a hand damped what rings, or let go of it
 * @typedef {{ time: number, target: string, path: Place[] }} Scrape a hand that was drawn over a body: when it was put on,
 *   and where it was every hundredth of a second
 * @typedef {{ time: number, key: number, velocity: number }} Note when a MIDI key went down (s) and how hard, from 0 to 1; 0
 *   if it went up
 * @typedef {{ strikes: Strike[], holds?: Hold[], scrapes?: Scrape[], notes?: Note[], keys?: [number, number], length?: number }}
 *   Take with notes it is of nothing else; then it has the lowest and the highest key that there were
 * @typedef {"holds" | "notes"} Lasting what begins and ends: hands on bodies, keys that are down
 * @typedef {{ of: string | number, from: number, to?: number, strength: number, parts: number[] }} Span the body or the key,
 *   from when until when (s) or for good, how hard, and which elements of the list say so
 */

/** @param {Strike[]} strikes @returns {Strike[]} */
const sorted = (strikes) => [...strikes].sort((a, b) => a.time - b.time);

/**
 * A take without its notes: what strikes and scrapes the object as it is written.
 * @param {Take | null} take @returns {Take | null}
 */
export const unnoted = (take) => (take?.notes ? null : take);

/** A take with one more strike. @param {Take | null} take @param {Strike} strike @returns {Take} */
export const added = (take, strike) => ({
  ...unnoted(take),
  strikes: sorted([...(unnoted(take)?.strikes ?? []), strike]),
});

/**
 * A take with one more note.
 * @param {Take | null} take @param {Note} note @param {[number, number]} [keys] @returns {Take}
 */
export const noted = (take, note, keys) => ({
  strikes: [],
  keys,
  notes: [...(take?.notes ?? []), note].sort((a, b) => a.time - b.time),
});

/** A take without one of its strikes. @param {Take} take @param {number} index @returns {Take} */
export const removed = (take, index) => ({ ...take, strikes: take.strikes.filter((_, i) => i !== index) });

/** A take with one of its strikes at another time. @param {Take} take @param {number} index @param {number} time */
export function moved(take, index, time) {
  const strikes = take.strikes.map((strike, i) => (i === index ? { ...strike, time: Math.max(0, time) } : strike));
  return { ...take, strikes: sorted(strikes) };
}

/**
 * A take whose strikes and notes all begin at multiples of a time (s); notes stay as long as they are.
 * @param {Take} take @param {number} grid @returns {Take}
 */
export function quantised(take, grid) {
  const near = (/** @type {number} */ time) => Math.round(time / grid) * grid;
  const strikes = sorted(take.strikes.map((strike) => ({ ...strike, time: near(strike.time) })));
  const onGrid = (/** @type {Take} */ all, /** @type {Span} */ span) => placed(all, "notes", span, near(span.from));
  // By their places in the list as it was: it is put in order afterwards.
  const { notes } = spansOf(take, "notes").reduce(onGrid, take);
  return { ...take, strikes, ...(notes && { notes: inOrder(notes) }) };
}

/** @template {{ time: number }} T @param {T[]} list */
const inOrder = (list) => [...list].sort((a, b) => a.time - b.time);

/**
 * What lasts in a take, one after the other. What begins again before it ended is another from there on.
 * @param {Take | null} take @param {Lasting} list @returns {Span[]}
 */
export function spansOf(take, list) {
  /** @type {Span[]} */
  const all = [];
  const parts =
    list === "notes"
      ? (take?.notes ?? []).map(({ time, key, velocity }) => ({ time, of: key, strength: velocity }))
      : (take?.holds ?? []).map(({ time, target, holds }) => ({ time, of: target, strength: Number(holds) }));
  parts.forEach(({ time, of, strength }, part) => {
    const open = all.find((one) => one.of === of && one.to === undefined);
    if (open) {
      open.to = time;
      if (!strength) open.parts.push(part);
    }
    if (strength) all.push({ of, from: time, strength, parts: [part] });
  });
  return all;
}

/** @param {Take} take @param {Lasting} list @param {Span} span @param {number} time @returns {Take} */
function placed(take, list, span, time) {
  const by = Math.max(0, time) - span.from;
  /** @template {{ time: number }} T @param {T} one @param {number} part @returns {T} */
  const move = (one, part) => (span.parts.includes(part) ? { ...one, time: one.time + by } : one);
  return { ...take, [list]: take[list]?.map(move) };
}

/**
 * A take with something that lasts at another time.
 * @param {Take} take @param {Lasting} list @param {Span} span @param {number} time @returns {Take}
 */
export const spanAt = (take, list, span, time) => ({
  ...take,
  [list]: inOrder(/** @type {{ time: number }[]} */ (placed(take, list, span, time)[list] ?? [])),
});

/** A take without something that lasts. @param {Take} take @param {Lasting} list @param {Span} span @returns {Take} */
export const without = (take, list, span) => ({
  ...take,
  [list]: take[list]?.filter((_, part) => !span.parts.includes(part)),
});

/** The time between two places of a scrape (s). */
const EVERY = 0.01;

/** When a scrape is over (s). @param {Scrape} scrape */
export const liftedAt = ({ time, path }) => time + EVERY * (path.length - 1);

/**
 * A take with one of its scrapes at another time.
 * @param {Take} take @param {number} index @param {number} time @returns {Take}
 */
export function scrapedAt(take, index, time) {
  const scrapes = take.scrapes?.map((one, i) => (i === index ? { ...one, time: Math.max(0, time) } : one));
  return { ...take, scrapes: scrapes?.sort((a, b) => a.time - b.time) };
}

/** A take without one of its scrapes. @param {Take} take @param {number} index @returns {Take} */
export const unscraped = (take, index) => ({ ...take, scrapes: take.scrapes?.filter((_, i) => i !== index) });

/** Whether hands did anything that sounds. @param {Take | null | undefined} take */
export const hasSound = (take) => Boolean(take?.strikes.length || take?.scrapes?.length || take?.notes?.length);

/** When the last thing is done (s). @param {Take | null} take */
export const lastOf = (take) => {
  const lists = [take?.strikes ?? [], take?.holds ?? [], take?.notes ?? []].flat();
  return [...lists.map(({ time }) => time), ...(take?.scrapes ?? []).map(liftedAt)].reduce((a, b) => Math.max(a, b), 0);
};

/** When the last strike falls (s). @param {Take | null} take */
export const endOf = (take) => take?.strikes[take.strikes.length - 1]?.time ?? 0;

/** A take after a body got another name. @param {Take} take @param {string} old @param {string} name @returns {Take} */
export function withName(take, old, name) {
  /** @template T @param {T} one @returns {T | string} */
  const change = (one) => (one === old ? name : one);
  const strikes = take.strikes.map((one) => ({ ...one, hammer: change(one.hammer), target: change(one.target) }));
  /** @template {{ target: string }} T @param {T} one @returns {T} */
  const renamed = (one) => ({ ...one, target: change(one.target) });
  return { ...take, strikes, holds: take.holds?.map(renamed), scrapes: take.scrapes?.map(renamed) };
}

/**
 * What is left of a take where only these bodies are: what was elsewhere on them is at the nearest place that they have.
 * @param {Take | null} take @param {import("../../browser/types/scene.js").Body[]} bodies @returns {Take | null}
 */
export function takeOn(take, bodies) {
  if (!take) return null;
  const named = (/** @type {string} */ name) => bodies.find((body) => body.name === name);
  const isThere = (/** @type {{ target: string }} */ { target }) => named(target);
  const at = (/** @type {string} */ target, /** @type {Place} */ place) => fitted(named(target), place);
  const strikes = take.strikes
    .filter((one) => (!one.hammer || named(one.hammer)) && isThere(one))
    .map((one) => (one.place === undefined ? one : { ...one, place: at(one.target, one.place) }));
  const scrapes = take.scrapes?.filter(isThere).map((one) => ({
    ...one,
    path: one.path.map((place) => at(one.target, place)).filter((place) => place !== undefined),
  }));
  const left = {
    ...take,
    strikes,
    holds: take.holds?.filter(isThere),
    scrapes: scrapes?.filter(({ path }) => path.length),
  };
  return hasSound(left) ? left : null;
}

/** Whether something from outside is a take. @param {unknown} value @returns {value is Take} */
export function isTake(value) {
  const of = (/** @type {string} */ key) => get(value, [key]);
  const all = (/** @type {unknown} */ list, /** @type {(one: unknown) => boolean} */ is) =>
    Array.isArray(list) && list.every(is);
  const isGiven = (/** @type {string} */ key, /** @type {(one: unknown) => boolean} */ is) =>
    of(key) === undefined || all(of(key), is);
  const has =
    (/** @type {string[]} */ ...keys) =>
    (/** @type {unknown} */ one) =>
      keys.every((key) => Number.isFinite(get(one, [key])));
  const isOf = (/** @type {unknown} */ one) => typeof get(one, ["target"]) === "string";
  const isPlace = (/** @type {unknown} */ place) => Number.isFinite(place) || all(place, Number.isFinite);
  const isPath = (/** @type {unknown} */ path) => all(path, isPlace) && get(path, [0]) !== undefined;
  return (
    (of("length") === undefined || Number.isFinite(of("length"))) &&
    all(of("strikes"), (one) => isOf(one) && has("time", "strength")(one)) &&
    isGiven("holds", (one) => isOf(one) && has("time")(one)) &&
    isGiven("scrapes", (one) => isOf(one) && has("time")(one) && isPath(get(one, ["path"]))) &&
    isGiven("notes", has("time", "key", "velocity")) &&
    isGiven("keys", Number.isFinite)
  );
}
