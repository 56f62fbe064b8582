// A take is what was played by hand. The engine writes it into the scene: only that is saved and linked.

/**
 * @typedef {import("./places.js").Place} Place
 * @typedef {{ time: number, hammer?: string | null, target: string, finger?: number, place?: Place,
 *   strength: number }} Strike when it fell (s), what struck what, which copy of the hammer, where, and how fast beside
 *   the usual speed of the hammer
 * @typedef {{ time: number, target: string, holds: boolean }} Hold when a hand damped what rings, or let go of it
 * @typedef {{ strikes: Strike[], holds?: Hold[], length?: number }} Take
 */

/** @param {Strike[]} strikes @returns {Strike[]} */
const sorted = (strikes) => [...strikes].sort((a, b) => a.time - b.time);

/** A take with one more strike. @param {Take | null} take @param {Strike} strike @returns {Take} */
export const added = (take, strike) => ({ ...take, strikes: sorted([...(take?.strikes ?? []), strike]) });

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

/** When the last strike falls (s). @param {Take | null} take */
export const endOf = (take) => take?.strikes[take.strikes.length - 1]?.time ?? 0;

/** A take after a body got another name. @param {Take} take @param {string} old @param {string} name @returns {Take} */
export function withName(take, old, name) {
  const change = (/** @type {any} */ one) => (one === old ? name : one);
  const strikes = take.strikes.map((one) => ({ ...one, hammer: change(one.hammer), target: change(one.target) }));
  return { ...take, strikes, holds: take.holds?.map((one) => ({ ...one, target: change(one.target) })) };
}

/**
 * What is left of a take where only some bodies are.
 * @param {Take | null} take @param {Set<string>} names @returns {Take | null}
 */
export function takeAmong(take, names) {
  const strikes = take?.strikes.filter(({ hammer, target }) => (!hammer || names.has(hammer)) && names.has(target));
  if (!strikes?.length) return null;
  return { ...take, strikes, holds: take?.holds?.filter(({ target }) => names.has(target)) };
}

/** Whether something from outside is a take. @param {any} value @returns {value is Take} */
export function isTake(value) {
  const isStrike = (/** @type {any} */ one) =>
    typeof one?.target === "string" && [one.time, one.strength].every(Number.isFinite);
  const isHold = (/** @type {any} */ one) => typeof one?.target === "string" && Number.isFinite(one.time);
  const all = (/** @type {any} */ list, /** @type {(one: any) => boolean} */ is) => Array.isArray(list) && list.every(is);
  return all(value?.strikes, isStrike) && (value.holds === undefined || all(value.holds, isHold));
}
