// The schema of scenes, for modules that read it.

import { execFileSync } from "node:child_process";
import { learnShapes } from "../../assets/scene/shapes.js";
import { carom } from "../studio.js";

export const SCHEMA = JSON.parse(execFileSync(carom(), ["schema"], { encoding: "utf8", maxBuffer: 1 << 26 }));
learnShapes(SCHEMA);
