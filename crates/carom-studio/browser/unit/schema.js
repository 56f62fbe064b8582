// The schema of scenes, for modules that read it.

import { learnShapes } from "../../assets/scene/shapes.js";
import { readSchema } from "../schema.js";

export const SCHEMA = readSchema();
learnShapes(SCHEMA);
