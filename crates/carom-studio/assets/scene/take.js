// A take is what was played by hand. The engine writes it into the scene: only that is saved and linked.

/**
 * @typedef {import("./places.js").Place} Place
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
 * @typedef {{ target: string, from: number, to?: number, parts: number[] }} Held a hand on a body from some time on (s),
 *   until some other time or for good, and which of the holds say so
 */

/** @param {Strike[]} strikes @returns {Strike[]} */
const sorted = (strikes) => [...strikes].sort((a, b) => a.time - b.time);

/**
 * A take without its notes: what strikes and scrapes the object as it is written.
 * @param {Take | null} take @returns {Take | null}
 */
export const unnoted = (take) => (take?.notes ? null : take);

/** A take with one more strike. @param {Take | null} take @param {Strike} strike @returns {Take} */
export const added = (take, strike) =>
  ({ ...unnoted(take), strikes: sorted([...(unnoted(take)?.strikes ?? []), strike]) });

/**
 * A take with one more note.
 * @param {Take | null} take @param {Note} note @param {[number, number]} [keys] @returns {Take}
 */
export const noted = (take, note, keys) => ({
  strikes: [], keys, notes: [...(take?.notes ?? []), note].sort((a, b) => a.time - b.time),
});

/** A take without one of its strikes. @param {Take} take @param {number} index @returns {Take} */
export const removed = (take, index) => ({ ...take, strikes: take.strikes.filter((_, i) => i !== index) });

/** A take with one of its strikes at another time. @param {Take} take @param {number} index @param {number} time */
export function moved(take, index, time) {
  const strikes = take.strikes.map((strike, i) => (i === index ? { ...strike, time: Math.max(0, time) } : strike));
  return { ...take, strikes: sorted(strikes) };
}

/** A take whose strikes all fall on multiples of a time (s). @param {Take} take @param {number} grid @returns {Take} */
export function quantised(take, grid) {
  const strikes = take.strikes.map((strike) => ({ ...strike, time: Math.round(strike.time / grid) * grid }));
  return { ...take, strikes: sorted(strikes) };
}

/** The hands on bodies of a take, one after the other. @param {Take | null} take @returns {Held[]} */
export function heldIn(take) {
  /** @type {Held[]} */
  const all = [];
  (take?.holds ?? []).forEach(({ time, target, holds }, part) => {
    const open = all.find((one) => one.target === target && one.to === undefined);
    if (!holds && open) {
      open.to = time;
      open.parts.push(part);
    } else if (holds && !open) all.push({ target, from: time, parts: [part] });
  });
  return all;
}

/**
 * A take with a hand on a body at another time.
 * @param {Take} take @param {Held} held @param {number} time @returns {Take}
 */
export function heldAt(take, held, time) {
  const by = Math.max(0, time) - held.from;
  const holds = take.holds?.map((one, part) => (held.parts.includes(part) ? { ...one, time: one.time + by } : one));
  return { ...take, holds: holds?.sort((a, b) => a.time - b.time) };
}

/** A take without a hand on a body. @param {Take} take @param {Held} held @returns {Take} */
export const letGo = (take, held) => ({ ...take, holds: take.holds?.filter((_, part) => !held.parts.includes(part)) });

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

/** When the last strike falls (s). @param {Take | null} take */
export const endOf = (take) => take?.strikes[take.strikes.length - 1]?.time ?? 0;

/** A take after a body got another name. @param {Take} take @param {string} old @param {string} name @returns {Take} */
export function withName(take, old, name) {
  const change = (/** @type {any} */ one) => (one === old ? name : one);
  const strikes = take.strikes.map((one) => ({ ...one, hammer: change(one.hammer), target: change(one.target) }));
  const renamed = (/** @type {any} */ one) => ({ ...one, target: change(one.target) });
  return { ...take, strikes, holds: take.holds?.map(renamed), scrapes: take.scrapes?.map(renamed) };
}

/**
 * What is left of a take where only some bodies are.
 * @param {Take | null} take @param {Set<string>} names @returns {Take | null}
 */
export function takeAmong(take, names) {
  if (!take) return null;
  const isThere = (/** @type {{ target: string }} */ { target }) => names.has(target);
  const strikes = take.strikes.filter((one) => (!one.hammer || names.has(one.hammer)) && isThere(one));
  const left = { ...take, strikes, holds: take.holds?.filter(isThere), scrapes: take.scrapes?.filter(isThere) };
  return hasSound(left) ? left : null;
}

/** Whether something from outside is a take. @param {any} value @returns {value is Take} */
export function isTake(value) {
  const isStrike = (/** @type {any} */ one) =>
    typeof one?.target === "string" && [one.time, one.strength].every(Number.isFinite);
  const isHold = (/** @type {any} */ one) => typeof one?.target === "string" && Number.isFinite(one.time);
  const all = (/** @type {any} */ list, /** @type {(one: any) => boolean} */ is) => Array.isArray(list) && list.every(is);
  const isNote = (/** @type {any} */ one) => [one?.time, one?.key, one?.velocity].every(Number.isFinite);
  const isGiven = (/** @type {any} */ list, /** @type {(one: any) => boolean} */ is) => list === undefined || all(list, is);
  return all(value?.strikes, isStrike) && isGiven(value.holds, isHold) && isGiven(value.notes, isNote);
}
