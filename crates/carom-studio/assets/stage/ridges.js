// Ridges and grooves across the path of a gesture, as they lie on the surface.

import { pairOf } from "../scene/places.js";
import { Part } from "./part.js";
import { profile } from "./profile.js";
import { plus, times } from "./vector.js";

/** Ridges are drawn at least this high, or nobody would see them. */
const LEAST = 0.006;
/** More than this many are drawn wider apart. */
const MOST = 90;
/** Points of the drawing per ridge. */
const POINTS = 6;

/**
 * What is drawn on the surface of a body for a gesture on it; nothing where its surface has no ridges, or on round bodies.
 * @param {import("../../browser/types/scene.js").Gesture} gesture
 * @param {Pick<import("./figure.js").Standing, "body" | "drawn" | "outline">} body @returns {Part | null}
 */
export function ridges(gesture, { body, drawn, outline }) {
  if (!("from" in gesture) || gesture.on !== body.name) return null;
  const { surface, from, to } = gesture;
  if (!outline || !["rectangle", "line"].includes(outline.kind)) return null;
  if (surface?.kind !== "ridges" && surface?.kind !== "grooves") return null;
  const [start, end] = [from, to].map(pairOf);
  const length = Math.hypot((end[0] - start[0]) * outline.length, (end[1] - start[1]) * outline.width);
  const count = Math.min(MOST, Math.max(1, Math.round(length / surface.spacing)));
  const largest = Math.max(outline.length, outline.width, outline.height);
  const height = Math.max(LEAST, (surface.kind === "ridges" ? surface.height : surface.depth) / largest);
  const [left, right] = [0.08, 0.92];
  return new Part(
    2,
    count * POINTS + 1,
    (i, j) => {
      const u = start[0] + j * (end[0] - start[0]);
      const v = i === 0 ? left : right;
      const { point, normal } = drawn.surface(u, v);
      const raised = times(normal, height * profile(surface.kind, j * count));
      return { point: plus(point, raised), push: normal, place: [u, v] };
    },
    { struck: true, layer: 2 },
  );
}
