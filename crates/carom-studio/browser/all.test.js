// All files of tests in one process: they share one studio and one browser.

import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";
import "./tests/access.test.js";
import "./tests/builder.test.js";
import "./tests/files.test.js";
import "./tests/hands.test.js";
import "./tests/idle.test.js";
import "./tests/keys.test.js";
import "./tests/lab.test.js";
import "./tests/latency.test.js";
import "./tests/learning.test.js";
import "./tests/links.test.js";
import "./tests/live.test.js";
import "./tests/page.test.js";
import "./tests/pitches.test.js";
import "./tests/random.test.js";
import "./tests/sight.test.js";
import "./tests/site.test.js";
import "./tests/sound.test.js";
import "./tests/stimuli.test.js";

test("every file of tests is here", () => {
  const own = readFileSync(new URL(import.meta.url), "utf8");
  const files = readdirSync(new URL("tests/", import.meta.url)).filter((name) => name.endsWith(".test.js"));
  assert.deepEqual(
    files.filter((name) => !own.includes(`"./tests/${name}"`)),
    [],
  );
});
