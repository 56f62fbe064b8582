// Finds hammers and what they strike.

/**
 * @import { Body, Contact, Gesture, Scene } from "../../browser/types/scene.js"
 * @typedef {{ index: number, body: Body }} Target
 * @typedef {Target & { contact: number, target: string }} Hammer the index of its first contact, and what it strikes there
 */

/** The body of a name, if there is one. @param {Scene} scene @param {string | undefined} name */
export const bodyNamed = (scene, name) => scene.body?.find((body) => body.name === name);

/** @param {Body | undefined} body */
export const rings = (body) => Boolean(body?.shape || body?.modes);

/** @param {Body} body */
const isMass = (body) => body.mass !== undefined && !rings(body) && !body.wall;

/** The bodies that a gesture moves, by name. @param {Gesture} gesture */
export const movedBy = (gesture) => ("bodies" in gesture ? gesture.bodies : [gesture.body]);

/** The index of the contact between two bodies, −1 without one. @param {Scene} scene @param {string} one @param {string} other */
export const contactBetween = (scene, one, other) =>
  (scene.contact ?? []).findIndex(({ between }) => between.includes(one) && between.includes(other));

/** The first contact of a body. @param {Scene} scene @param {string} name */
export const contactOfBody = (scene, name) => (scene.contact ?? []).find(({ between }) => between.includes(name));

/**
 * Free masses that a hand can strike with: in contact with something, and left alone by gestures.
 * @param {Scene} scene @returns {Hammer[]}
 */
export function hammers({ body: bodies = [], contact: contacts = [], gesture = [] }) {
  const taken = new Set(gesture.flatMap(movedBy));
  return bodies.flatMap((body, index) => {
    if (!isMass(body) || taken.has(body.name) || body.gravity || body.displacement !== undefined) return [];
    const contact = contacts.findIndex(({ between }) => between.includes(body.name));
    const target = contacts[contact]?.between.find((name) => name !== body.name);
    return target ? [{ index, body, contact, target }] : [];
  });
}

/** What can be struck: everything that rings, or else the walls. @param {Scene} scene @returns {Target[]} */
export function targets(scene) {
  const all = (scene.body ?? []).map((body, index) => ({ body, index }));
  const ringing = all.filter((one) => rings(one.body));
  return ringing.length ? ringing : all.filter((one) => one.body.wall);
}

/** @param {Scene} scene @param {string} stem */
export function freshName(scene, stem) {
  const names = new Set((scene.body ?? []).map((body) => body.name));
  for (let n = 1; ; n += 1) {
    const name = n === 1 ? stem : `${stem}-${n}`;
    if (!names.has(name)) return name;
  }
}

/** How fast a hammer strikes: at the start, or else first. @param {Scene} scene @param {string} name */
export function speedOf(scene, name) {
  const body = bodyNamed(scene, name);
  if (body?.velocity) return Math.abs(body.velocity);
  const strike = scene.strikes?.find((one) => one.body === name);
  return Math.abs(strike?.velocity || 1);
}

/**
 * The name to show for a body of a take: a copy of a hammer is called like the hammer.
 * @param {string} name @param {Set<string>} written the names in the scene as it was written
 */
export const shownName = (name, written) => (written.has(name) ? name : name.replace(/-\d+$/, ""));
