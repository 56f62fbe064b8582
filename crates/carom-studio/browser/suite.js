// Runs files of tests side by side: all that are there, those that are named, or the `quick` ones. They share a studio
// and a browser.

import { readdirSync } from "node:fs";
import { availableParallelism } from "node:os";
import process from "node:process";
import { run } from "node:test";
import { spec, tap } from "node:test/reporters";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";
import { FLAGS, openStudio } from "./studio.js";

/** These take longest, and begin first. */
const LONG = ["access", "keys", "live", "learning", "idle", "random", "builder"];
/** More than there are processors: most tests wait most of the time. */
const SIDE_BY_SIDE = Number(process.env.CAROM_TESTS ?? availableParallelism() + 1);

/** What a page must do at least. */
const QUICK = ["a click on the object sounds", "undo, redo and reset", "a glass ball on a steel plate"];

const given = process.argv.slice(2);
const isQuick = given[0] === "quick";
const wanted = isQuick ? ["sound", "builder"] : given;
const ranked = [
  ...LONG,
  ...readdirSync(new URL("tests/", import.meta.url)).map((file) => file.replace(".test.js", "")),
];
const names = [...new Set(ranked)].filter((name) => !wanted.length || wanted.includes(name));
const files = names.map((name) => fileURLToPath(new URL(`tests/${name}.test.js`, import.meta.url)));

const studio = await openStudio();
const browser = await chromium.launchServer({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: FLAGS,
});
process.env.CAROM_STUDIO = studio.address;
process.env.CAROM_BROWSER = browser.wsEndpoint();
const tests = run({ files, concurrency: SIDE_BY_SIDE, testNamePatterns: isQuick ? QUICK : undefined });
tests.on("test:fail", () => {
  process.exitCode = 1;
});
const reported = tests.compose(process.stdout.isTTY ? new spec() : tap);
reported.pipe(process.stdout);
reported.on("end", async () => {
  await browser.close();
  studio.stop();
});
