// The page itself: keyboard, contrast, width, views, other pages, and how it looks.

import assert from "node:assert/strict";
import { test } from "node:test";
import {
  BAR,
  browser,
  laid,
  openPage,
  openScene,
  rendering,
  sceneOf,
  settled,
  silenced,
  struck,
  studio,
  useStudio,
  writtenScene,
} from "../studio.js";

useStudio();

test("with the keyboard alone: to the object, strike it, move a slider, choose a material", async () => {
  const { page, complaints, close } = await openPage(browser, studio.address);
  await settled(page);
  await openScene(page, BAR);
  await silenced(page);
  const focus = () =>
    page.evaluate(() => {
      const element = document.activeElement;
      const of = (/** @type {string} */ name) => element?.getAttribute(name);
      return { role: of("role"), type: of("type"), key: of("data-key"), label: of("aria-label") };
    });
  /** @param {(now: Awaited<ReturnType<typeof focus>>) => boolean} wanted */
  const tabTo = async (wanted) => {
    for (let i = 0; i < 90; i += 1) {
      if (wanted(await focus())) return;
      await page.keyboard.press("Tab");
    }
    assert.fail("not reached by Tab");
  };
  await tabTo((now) => now.role === "application");
  const place = await page.evaluate(() => window.caromStudio.stage.aim.place);
  await page.keyboard.press("ArrowRight");
  const moved = await page.evaluate(() => window.caromStudio.stage.aim.place);
  assert.notDeepEqual(moved, place);
  await page.keyboard.press("Enter");
  await struck(page, 1);
  await page.waitForFunction(() => window.caromStudio.player.peak() > 1e-4);
  await tabTo((now) => now.key === "velocity");
  const before = await writtenScene(page);
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await settled(page);
  const [mallet] = (await writtenScene(page)).body;
  assert.ok(mallet.velocity > before.body[0].velocity);
  await tabTo((now) => now.role === "radio" && now.label === "aluminium");
  await page.keyboard.press("ArrowLeft");
  await settled(page);
  assert.equal((await focus()).label, "steel", "the focus stays");
  assert.ok((await sceneOf(page)).body.some((body) => body.material === "steel"));
  assert.deepEqual(complaints, []);
  await close();
});

/** Pairs of colours that are read, and how they contrast (WCAG 2.2). @param {import("playwright-core").Page} page */
const contrasts = (page) =>
  page.evaluate(() => {
    const parse = (/** @type {string} */ text) => {
      const [r, g, b, a = 1] = (text.match(/[\d.]+/g) ?? []).map(Number);
      return { r, g, b, a };
    };
    const luminance = (/** @type {{ r: number, g: number, b: number }} */ { r, g, b }) => {
      const [x, y, z] = [r, g, b].map((c) =>
        c / 255 <= 0.04045 ? c / 255 / 12.92 : ((c / 255 + 0.055) / 1.055) ** 2.4,
      );
      return 0.2126 * x + 0.7152 * y + 0.0722 * z;
    };
    const probe = document.createElement("i");
    document.body.append(probe);
    const asRgb = (/** @type {string} */ colour) => {
      probe.style.color = colour;
      return parse(getComputedStyle(probe).color);
    };
    const root = getComputedStyle(document.documentElement);
    /** @returns {{ r: number, g: number, b: number }[]} */
    const behind = (/** @type {Element | null} */ element) => {
      for (let at = element; at; at = at.parentElement) {
        const style = getComputedStyle(at);
        if (style.backgroundImage.includes("gradient") && /stage|card/.test(at.className))
          return ["stage-high", "stage-low"].map((name) => asRgb(root.getPropertyValue(`--${name}`)));
        if (parse(style.backgroundColor).a === 1 && style.backgroundColor !== "rgba(0, 0, 0, 0)")
          return [parse(style.backgroundColor)];
      }
      return [{ r: 255, g: 255, b: 255 }];
    };
    const found = [];
    for (const element of document.querySelectorAll("body *")) {
      const own =
        [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim()) ||
        /^(INPUT|SELECT|TEXTAREA)$/.test(element.tagName);
      const box = element.getBoundingClientRect();
      const style = getComputedStyle(element);
      if (!own || box.width < 2 || style.visibility === "hidden" || style.opacity === "0" || style.fontSize === "0px")
        continue;
      if (element.matches(":disabled, [type=range], [type=checkbox], [type=file]")) continue;
      const text = parse(style.color);
      for (const ground of behind(element)) {
        const [a, b] = [luminance(text), luminance(ground)];
        const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
        const size = Number.parseFloat(style.fontSize);
        const isLarge = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
        if (ratio < (isLarge ? 3 : 4.5))
          found.push(
            `${element.tagName}.${element.className} “${element.textContent?.trim().slice(0, 30)}”: ` +
              ratio.toFixed(2),
          );
      }
    }
    probe.remove();
    return found;
  });

test("readable contrast in both themes, and nothing wider than the screen", async () => {
  for (const address of ["/", "/compare.html", "/gallery.html"]) {
    const { page, complaints, close } = await openPage(browser, studio.address + address);
    if (address === "/") await settled(page);
    else await page.waitForSelector(".card, .compare table");
    await page.evaluate(() => document.querySelectorAll("details").forEach((details) => (details.open = true)));
    for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
      await page.emulateMedia({ colorScheme });
      assert.deepEqual(await contrasts(page), [], `${address}, ${colorScheme}`);
    }
    for (const width of [1440, 1280, 820, 390]) {
      await page.setViewportSize({ width, height: 800 });
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      assert.ok(wide <= width, `${address} is ${wide} wide on ${width}`);
    }
    assert.deepEqual(complaints, []);
    await close();
  }
});

test("a field that the schema learns appears as a control", async () => {
  const { page, complaints, close } = await openPage(browser, studio.address, {
    before: (page) =>
      page.route("**/lib/api.js", async (route) => {
        const wobble = {
          type: "number",
          minimum: 0,
          maximum: 1,
          default: 0.25,
          unit: "Hz",
          description: "How much it wobbles.",
        };
        const learns = `schema: async () => {
          const schema = await json("schema", "");
          schema.$defs.Body.properties.wobble = ${JSON.stringify(wobble)};
          return schema;
        }`;
        const text = await (await route.fetch()).text();
        const body = text.replace('schema: () => json("schema", "")', learns);
        assert.notEqual(body, text);
        await route.fulfill({ body, contentType: "text/javascript" });
      }),
  });
  await settled(page);
  await page.evaluate(() => document.querySelectorAll("details").forEach((details) => (details.open = true)));
  const dial = page.locator('.everything [data-path="body[0].wobble"]');
  assert.equal(await dial.count(), 1);
  assert.match((await dial.textContent()) ?? "", /wobble.*Hz/);
  await dial.locator('input[type="range"]').focus();
  await page.keyboard.press("ArrowRight");
  await page.waitForSelector(".everything .dial.bad");
  assert.match((await dial.locator(".wrong").textContent()) ?? "", /unknown key “wobble”/);
  assert.deepEqual(complaints, []);
  await close();
});

test("a shape that the page does not know by name is drawn, struck and heard", async () => {
  const { page, complaints, close } = await openPage(browser, studio.address, { moves: true });
  await settled(page);
  /** @type {import("../types/scene.js").Shape} */
  const shape = { kind: "wine-glass", diameter: 0.07, height: 0.09, thickness: 0.0012 };
  await openScene(page, {
    version: 1,
    title: "Wine glass",
    duration: 1,
    level: { full_scale: 1 },
    body: [
      { name: "mallet", mass: 0.01, hardness: 0.5, velocity: 0.8 },
      { name: "glass", material: "glass", shape },
    ],
    contact: [{ between: ["mallet", "glass"] }],
  });
  await silenced(page);
  const { outline, point } = await page.evaluate(() => {
    const { figure } = window.caromStudio.stage;
    return {
      outline: figure.find("glass").outline,
      point: figure.camera.project(figure.spot("glass", [0.7, 0.7]).point),
    };
  });
  assert.deepEqual(outline, { kind: "bowl", length: 0.07, width: 0.07, height: 0.09 });
  const box = await page.locator(".stage-object canvas").boundingBox();
  assert.ok(box);
  await page.mouse.click(box.x + point[0], box.y + point[1]);
  await struck(page, 1);
  const { strikes } = await sceneOf(page);
  const [radius, turns] = [strikes[0].at].flat().map(Number);
  assert.ok(Math.abs(radius - 0.7) < 0.03 && Math.abs(turns - 0.7) < 0.03, `struck at ${strikes[0].at}`);
  await page.waitForFunction(() => window.caromStudio.player.peak() > 1e-4);
  await page.waitForFunction(() => window.caromStudio.stage.motions.length > 0);
  assert.deepEqual(complaints, []);
  await close();
});

test("views zoom, read values, and reset", async () => {
  const { page, complaints, close } = await openPage(browser, studio.address, { height: 1400 });
  await settled(page);
  const plot = page.locator('[data-plot="waveform"] canvas:not(.over)');
  await plot.scrollIntoViewIfNeeded();
  await page.waitForFunction(() => window.caromStudio.plots.waveform.content);
  const zoom = () => page.evaluate(() => window.caromStudio.plots.waveform.zoom.x);
  await laid(page);
  await plot.hover({ position: { x: 120, y: 100 } });
  const readout = '[data-plot="waveform"] .readout';
  await page.waitForFunction((at) => /s/.test(document.querySelector(at)?.textContent ?? ""), readout);
  const box = await plot.boundingBox();
  assert.ok(box);
  await page.mouse.down();
  await page.mouse.move(box.x + 260, box.y + 110, { steps: 4 });
  await page.mouse.up();
  const dragged = await zoom();
  assert.ok(dragged && dragged.high > dragged.low);
  await plot.focus();
  // What has the focus is scrolled into view, and the pointer stays behind.
  await plot.hover({ position: { x: 260, y: 110 } });
  await page.mouse.wheel(0, -300);
  await page.waitForFunction(({ low, high }) => {
    const { x } = window.caromStudio.plots.waveform.zoom;
    return x.high - x.low < high - low;
  }, dragged);
  await plot.dblclick();
  assert.equal(await zoom(), null);
  assert.deepEqual(complaints, []);
  await close();
});

test("compare shows the critical cases, and who gains energy", async () => {
  const { page, complaints, close } = await openPage(browser, `${studio.address}/compare.html`, { height: 1300 });
  await page.waitForSelector(".compare tbody tr");
  const rows = async () => page.locator(".compare tbody tr").allTextContents();
  assert.equal((await rows()).length, 4);
  await page.click(".example >> nth=1");
  await page.waitForFunction(() => /5\.86/.test(document.querySelector(".facts.wide")?.textContent ?? ""));
  const hard = await rows();
  assert.ok(
    hard.some((row) => /gains .*\s%/.test(row)),
    hard.join("\n"),
  );
  assert.ok(hard.some((row) => row.startsWith("two-point") && !/gains/.test(row)));
  await page.locator(".boxes .flag", { hasText: "88.2" }).click();
  await page.waitForFunction(() => document.querySelectorAll(".compare tbody tr").length === 8);
  const box = page.locator('.dial:has(input[data-key="mass"]) input[type="text"]');
  await box.fill("-1");
  await box.press("Enter");
  await page.waitForSelector(".compare .dial.bad");
  assert.deepEqual(complaints, []);
  await close();
});

test("the gallery has every scene, plays one and opens one", async () => {
  const { page, complaints, close } = await openPage(browser, `${studio.address}/gallery.html`);
  await page.waitForSelector(".card");
  assert.ok((await page.locator(".card").count()) >= 20);
  await page.locator(".card .play").first().click();
  await page.waitForSelector(".card .play[data-playing]");
  await page.locator(".card a", { hasText: "Church bell" }).click();
  await page.waitForURL(/scene=church-bell/);
  await settled(page);
  await page.waitForFunction(() => document.querySelector("h1")?.textContent === "Church bell");
  await settled(page);
  const { head } = await rendering(page);
  assert.ok(head.partials.length > 3);
  assert.deepEqual(complaints, []);
  await close();
});

test("a browser that keeps nothing for the page is no obstacle", async () => {
  const { page, complaints, close } = await openPage(browser, studio.address, {
    before: (page) =>
      page.addInitScript(() => {
        const get = () => {
          throw new DOMException("The operation is insecure.", "SecurityError");
        };
        Object.defineProperty(window, "localStorage", { get });
      }),
  });
  await settled(page);
  const theme = () => page.evaluate(() => document.documentElement.dataset.theme);
  await page.click(".theme");
  assert.equal(await theme(), "dark");
  await page.click(".theme");
  assert.equal(await theme(), "light");
  await openScene(page, BAR);
  await silenced(page);
  await page.keyboard.press("f");
  await struck(page, 1);
  await page.click(".pick.new");
  await page.click(".make");
  await page.waitForFunction(() => document.title.startsWith("A steel ball"));
  await settled(page);
  assert.deepEqual(complaints, []);
  await close();
});

test("small pictures of objects do not wait for a sound that takes long", async () => {
  const { page, complaints, close } = await openPage(browser, `${studio.address}/?scene=drum-roll`, {
    before: (page) =>
      page.addInitScript(() => {
        const post = Worker.prototype.postMessage;
        Worker.prototype.postMessage = function (/** @type {import("../types/messages.js").ToWorker} */ data) {
          const asked = data.kind === "question" && data.question === "render" && data.body;
          if (typeof asked === "object" && "scene" in asked)
            asked.scene = { .../** @type {object} */ (asked.scene), duration: 60 };
          return post.call(this, data);
        };
      }),
  });
  await page.waitForFunction(() => {
    const inSight = [...document.querySelectorAll(".strip canvas")].slice(0, 8);
    // A canvas that was never drawn has the width that the browser gave it.
    return inSight.length === 8 && inSight.every((canvas) => /** @type {HTMLCanvasElement} */ (canvas).width !== 300);
  });
  assert.equal(await page.evaluate(() => window.caromStudio.rendering), null);
  assert.deepEqual(complaints, []);
  await close();
});

test("a sound that is too loud is said in words, and a button sets its level", async () => {
  const { page, complaints, close } = await openPage(browser, studio.address);
  await settled(page);
  await openScene(page, { ...BAR, solver: "newton", level: { full_scale: 1e-3 } });
  const said = (await page.locator(".warning").textContent()) ?? "";
  assert.match(said, /“solver” has no effect .* the sound is 51 dB over full scale and is distorted/);
  assert.doesNotMatch(said, /level\.|`/);
  await page.click(".warning button");
  await page.waitForFunction(() => {
    const { level } = window.caromStudio.store.state.scene;
    return typeof level === "object" && "full_scale" in level && level.full_scale > 0.1;
  });
  await page.waitForFunction(() => !document.querySelector(".warning")?.textContent?.includes("full scale"));
  assert.deepEqual(complaints, []);
  await close();
});
