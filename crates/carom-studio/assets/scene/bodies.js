// Finds hammers and what they strike.

/** @typedef {import("../lib/api.js").Scene} Scene */

/** @param {any} body */
export const rings = (body) => Boolean(body?.shape || body?.modes);

/** @param {any} body */
const isMass = (body) => body?.mass !== undefined && !rings(body) && !body.wall;

/** Names that gestures move. @param {Scene} scene */
function gestured(scene) {
  return new Set((scene.gesture ?? []).flatMap((/** @type {any} */ gesture) => gesture.bodies ?? [gesture.body]));
}

/**
 * Free masses that a hand can strike with: in contact with something, and left alone by gestures.
 * @param {Scene} scene
 * @returns {{ index: number, body: any, contact: number, target: string }[]}
 */
export function hammers(scene) {
  const taken = gestured(scene);
  const found = [];
  for (const [index, body] of (scene.body ?? []).entries()) {
    if (!isMass(body) || taken.has(body.name) || body.gravity || body.displacement !== undefined) continue;
    const contact = (scene.contact ?? []).findIndex((/** @type {any} */ c) => c.between?.includes(body.name));
    if (contact < 0) continue;
    const target = scene.contact[contact].between.find((/** @type {string} */ name) => name !== body.name);
    if (target) found.push({ index, body, contact, target });
  }
  return found;
}

/**
 * What can be struck: everything that rings, or else the walls.
 * @param {Scene} scene @returns {{ index: number, body: any }[]}
 */
export function targets(scene) {
  const all = (scene.body ?? []).map((/** @type {any} */ body, /** @type {number} */ index) => ({ body, index }));
  const ringing = all.filter((/** @type {any} */ one) => rings(one.body));
  return ringing.length ? ringing : all.filter((/** @type {any} */ one) => one.body.wall);
}

/** @param {Scene} scene @param {string} stem */
export function freshName(scene, stem) {
  const names = new Set((scene.body ?? []).map((/** @type {any} */ body) => body.name));
  for (let n = 1; ; n += 1) {
    const name = n === 1 ? stem : `${stem}-${n}`;
    if (!names.has(name)) return name;
  }
}

/** How fast a hammer strikes: at the start, or else first. @param {Scene} scene @param {string} name */
export function speedOf(scene, name) {
  const body = scene.body?.find((/** @type {any} */ one) => one.name === name);
  if (body?.velocity) return Math.abs(body.velocity);
  const strike = scene.strikes?.find((/** @type {any} */ one) => one.body === name);
  return Math.abs(strike?.velocity || 1);
}

/**
 * The name to show for a body of a take: a copy of a hammer is called like the hammer.
 * @param {string} name @param {Set<string>} written the names in the scene as it was written
 */
export const shownName = (name, written) => (written.has(name) ? name : name.replace(/-\d+$/, ""));
