// The listening test that `carom stimuli` writes: a listener answers with the keyboard, and the command reads the answers.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { browser, carom, openPage, saved, useStudio } from "../studio.js";

useStudio();

test("a listener answers a hundred sounds, closes the page between, and the answers are analysed", async () => {
  const folder = mkdtempSync(path.join(tmpdir(), "carom-stimuli-"));
  try {
    execFileSync(carom(), ["stimuli", "--out", folder], { stdio: "ignore" });
    const { page, complaints, close } = await openPage(browser, String(pathToFileURL(path.join(folder, "test.html"))));
    await page.click("#start");
    for (let i = 0; i < 100; i += 1) {
      if (i === 40) {
        await page.reload();
        assert.equal(await page.textContent("#start"), "Go on with sound 41");
        await page.click("#start");
      }
      // Nothing can be skipped.
      assert.ok(await page.isDisabled("#next"));
      await page.keyboard.press(" ");
      /** @type {{ file: string, decay_s: number }} */
      const { file, decay_s } = await page.evaluate("STIMULI[test.order[test.answers.length]]");
      assert.match(file, /^stimulus-/);
      // By the decay, with a slip now and then.
      const material = [0.008, 0.05, 0.3].filter((edge) => decay_s * (i % 7 ? 1 : 3) > edge).length;
      await page.keyboard.press("rwgs"[material]);
      await page.keyboard.press(String(1 + (i % 5)));
      await page.keyboard.press("Enter");
    }
    await page.waitForSelector("#end:not([hidden])");
    const { bytes } = await saved(page, "#save");
    const answers = path.join(folder, "answers.csv");
    writeFileSync(answers, bytes);
    assert.deepEqual(complaints, []);
    await close();
    assert.equal(String(bytes).trim().split("\n").length, 101);
    const said = JSON.parse(String(execFileSync(carom(), ["stimuli", "--answers", answers, "--json"])));
    assert.equal(said.answers, 100);
    assert.equal(said.listeners, 1);
    assert.ok(said.boundaries[1].at[1].decay_s > 0.01 && said.boundaries[1].at[1].decay_s < 0.1);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
