// A take is what was played by hand. It is composed with the scene on the page into a scene that contains every
// strike: that scene is rendered, saved and linked.

import { freshName, hammers, speedOf } from "./bodies.js";
import { distance, fitted, placeIn } from "./places.js";

/**
 * @typedef {import("../lib/api.js").Scene} Scene
 * @typedef {import("./places.js").Place} Place
 * @typedef {{ time: number, strength: number, hammer: string, target: string, place: Place | undefined }} Strike
 * @typedef {{ strikes: Strike[] }} Take
 * @typedef {{ scene: Scene, bodies: number[], contacts: number[] }} Composed which bodies and contacts of
 *   the page's scene those of the composed one come from
 */

/** Strikes nearer to each other than this fall on one place. */
const NEAR = 0.02;
/** Each place has a hammer of its own; this is the most. */
const MOST_PLACES = 12;
/** No take is longer (s). */
export const LONGEST = 30;

/** @param {number} time */
const toMicroseconds = (time) => Math.round(time * 1e6) / 1e6;

/**
 * A take with one more strike; near an earlier place it falls on that place.
 * @param {Take | null} take @param {Strike} strike @returns {Take}
 */
export function struck(take, strike) {
  const strikes = take?.strikes ?? [];
  const same = strikes.filter((old) => old.hammer === strike.hammer && old.target === strike.target);
  const nearest = same.sort((a, b) => distance(a.place, strike.place) - distance(b.place, strike.place))[0];
  const places = new Set(strikes.map((old) => `${old.hammer} ${old.target} ${JSON.stringify(old.place)}`));
  const join = nearest && (distance(nearest.place, strike.place) < NEAR || places.size >= MOST_PLACES);
  const placed = join ? { ...strike, place: nearest.place } : strike;
  return { strikes: [...strikes, { ...placed, time: toMicroseconds(strike.time) }] };
}

/** The strikes that a scene has already, as a take. @param {Scene} scene @returns {Take} */
export function takeOf(scene) {
  const strikes = [];
  for (const { body, contact, target } of hammers(scene)) {
    const struckBody = scene.body.find((/** @type {any} */ one) => one.name === target);
    const place = fitted(struckBody, placeIn(scene, scene.contact[contact], target));
    const speed = speedOf(scene, body.name);
    const strike = { time: 0, strength: 1, hammer: body.name, target, place };
    if (body.velocity) strikes.push(strike);
    const later = (scene.strikes ?? []).filter((/** @type {any} */ one) => one.body === body.name);
    for (const { time, velocity } of later) strikes.push({ ...strike, time, strength: Math.abs(velocity) / speed });
  }
  return { strikes: strikes.sort((a, b) => a.time - b.time) };
}

/** @param {Scene} scene @param {Take | null} take @returns {Composed} */
export function composed(scene, take) {
  const bodies = (scene.body ?? []).map((/** @type {any} */ _, /** @type {number} */ i) => i);
  const contacts = (scene.contact ?? []).map((/** @type {any} */ _, /** @type {number} */ i) => i);
  if (!take || take.strikes.length === 0) return { scene, bodies, contacts };
  return new Composer(scene, take).compose();
}

class Composer {
  /** @param {Scene} scene @param {Take} take */
  constructor(scene, take) {
    this.scene = scene;
    this.take = take;
    this.hammers = new Map(hammers(scene).map((hammer) => [hammer.body.name, hammer]));
    const isOther = (/** @type {string} */ name) => !this.hammers.has(name);
    this.bodies = pick(scene.body ?? [], (body) => isOther(body.name));
    this.contacts = pick(scene.contact ?? [], (contact) => contact.between.every(isOther));
    this.strikes = (scene.strikes ?? []).filter((/** @type {any} */ strike) => isOther(strike.body));
    /** @type {Map<string, { name: string, side: number }>} */
    this.places = new Map();
  }

  /** @returns {Composed} */
  compose() {
    for (const strike of this.take.strikes) this.add(strike);
    /** @type {Scene} */
    const scene = { ...this.scene, body: this.bodies.map(first), contact: this.contacts.map(first) };
    if (this.strikes.length) scene.strikes = this.strikes;
    else delete scene.strikes;
    const end = this.take.strikes[this.take.strikes.length - 1].time;
    if (scene.duration) scene.duration = Math.min(LONGEST, toMicroseconds(scene.duration + end));
    return { scene, bodies: this.bodies.map(second), contacts: this.contacts.map(second) };
  }

  /** @param {Strike} strike */
  add(strike) {
    const hammer = this.hammers.get(strike.hammer);
    if (!hammer) return;
    const key = `${strike.hammer} ${strike.target} ${JSON.stringify(strike.place)}`;
    const velocity = speedOf(this.scene, strike.hammer) * strike.strength;
    const known = this.places.get(key);
    if (known) {
      this.strikes.push({ body: known.name, time: strike.time, velocity: known.side * velocity });
      return;
    }
    const { name, side } = this.addHammer(hammer, strike);
    this.places.set(key, { name, side });
    const [body] = this.bodies[this.bodies.length - 1];
    if (strike.time === 0) body.velocity = side * velocity;
    else this.strikes.push({ body: name, time: strike.time, velocity: side * velocity });
  }

  /** A hammer for a place: the first is the hammer itself. @param {any} hammer @param {Strike} strike */
  addHammer(hammer, strike) {
    const taken = { body: this.bodies.map(first) };
    const name = freshName(taken, strike.hammer);
    const body = { ...hammer.body, name };
    delete body.velocity;
    this.bodies.push([body, hammer.index]);
    const own = this.scene.contact.findIndex(
      (/** @type {any} */ c) => c.between.includes(strike.hammer) && c.between.includes(strike.target),
    );
    const index = own < 0 ? hammer.contact : own;
    const model = this.scene.contact[index];
    const isFirst = model.between[0] === strike.hammer;
    const contact = { ...model, between: isFirst ? [name, strike.target] : [strike.target, name] };
    if (contact.name && name !== strike.hammer) contact.name = `${contact.name}-${this.places.size + 1}`;
    contact.at = at(this.scene, model, strike);
    if (Object.keys(contact.at).length === 0) delete contact.at;
    this.contacts.push([contact, index]);
    return { name, side: isFirst ? 1 : -1 };
  }
}

/** @param {Scene} scene @param {any} contact @param {Strike} strike */
function at(scene, contact, strike) {
  const body = scene.body.find((/** @type {any} */ one) => one.name === strike.target);
  const place = fitted(body, strike.place ?? placeIn(scene, contact, strike.target));
  const kept = contact.at?.[strike.target];
  const chosen = place ?? kept;
  return chosen === undefined || body.wall ? {} : { [strike.target]: chosen };
}

/** @param {any[]} list @param {(item: any) => boolean} keep @returns {[any, number][]} */
function pick(list, keep) {
  return list.map((item, i) => /** @type {[any, number]} */ ([item, i])).filter(([item]) => keep(item));
}

/** @param {[any, number]} pair */
const first = ([item]) => item;
/** @param {[any, number]} pair */
const second = ([, index]) => index;
